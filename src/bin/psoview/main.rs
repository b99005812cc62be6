//! `psoview`: what a compiled shader says about its pipeline, for a person or for a program that reads JSON.

#![forbid(unsafe_code)]

mod args;
mod bind;
mod failure;
mod input;
mod inspect;
mod output;
mod printable;
mod report;
mod sample;
mod spirv;
mod tables;
mod verify;

use std::process::ExitCode;

use clap::Parser;

use args::{Args, Command};
use output::Output;

fn main() -> ExitCode {
    let args = Args::parse();
    let mut output = Output::new(args.command.json());
    let result = match &args.command {
        Command::Inspect(args) => inspect::run(args, &mut output),
        Command::Verify(args) => verify::run(args, &mut output),
        Command::Bind(args) => bind::run(args, &mut output),
        Command::Specialize(args) => spirv::specialize(args, &mut output),
    };
    output.finish(result)
}
