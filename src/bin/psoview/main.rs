//! `psoview`: what a compiled shader says about its pipeline, for a person or for a program that reads JSON.

#![forbid(unsafe_code)]

mod args;
mod bind;
mod decimal;
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

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;

use args::{Args, Command};
use output::Output;
use printable::PrintableLines;

fn main() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => return usage(&error),
    };
    let mut output = Output::new(args.command.json());
    let result = match &args.command {
        Command::Inspect(args) => inspect::run(args, &mut output),
        Command::Verify(args) => verify::run(args, &mut output),
        Command::Bind(args) => bind::run(args, &mut output),
        Command::Specialize(args) => spirv::specialize(args, &mut output),
    };
    output.finish(result)
}

/// Help and the version go where clap sends them; an error repeats what the command line says, which may be a file's name.
fn usage(error: &clap::Error) -> ExitCode {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        error.exit();
    }
    // Standard error may be closed; the exit status says enough then.
    let _ = write!(io::stderr(), "{}", PrintableLines(error));
    ExitCode::from(2)
}
