//! `psoview`: what a compiled shader says about its pipeline, for a person or for a program that reads JSON.

#![forbid(unsafe_code)]

mod args;
mod bind;
mod failure;
mod input;
mod inspect;
mod output;
mod report;
mod sample;
mod tables;
mod verify;

use std::process::ExitCode;

use clap::Parser;

use args::{Args, Command};
use output::{Outcome, Output};

fn main() -> ExitCode {
    let args = Args::parse();
    let mut output = Output::standard();
    let outcome = match args.command {
        Command::Inspect(args) => inspect::run(&args, &mut output),
        Command::Verify(args) => verify::run(&args, &mut output),
        Command::Bind(args) => bind::run(&args, &mut output),
    };
    match outcome.and_then(|outcome| output.finish().map(|()| outcome)) {
        Ok(Outcome::Fine) => ExitCode::SUCCESS,
        Ok(Outcome::Found) => ExitCode::FAILURE,
        // Whoever reads the output has seen enough.
        Err(error) if output::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("psoview: {error:#}");
            ExitCode::FAILURE
        }
    }
}
