//! Does one operation so many times, for a tool to count what that takes: `counts OPERATION REPETITIONS INPUTS`.
//!
//! `INPUTS` is a folder, or `KIND=COUNT` for a file that is built. `counts list INPUTS` prints the operations, behind each
//! its unit and how many of those the inputs have.

use std::path::Path;
use std::process::ExitCode;

use psoview_benches::{Inputs, OPERATIONS, growth, inputs};

const USAGE: &str = "usage: counts OPERATION REPETITIONS FOLDER|KIND=COUNT, or: counts list FOLDER|KIND=COUNT";

fn main() -> ExitCode {
    match run(&std::env::args().skip(1).collect::<Vec<_>>()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[String]) -> Result<(), String> {
    match arguments {
        [list, inputs] if list == "list" => {
            let files = files(inputs)?;
            let inputs = Inputs::new(&files);
            for operation in OPERATIONS {
                println!("{}\t{}\t{}", operation.name, operation.unit, (operation.units)(&inputs));
            }
        }
        [name, repetitions, inputs] => {
            let operation = OPERATIONS.iter().find(|operation| operation.name == name).ok_or(USAGE)?;
            let repetitions: u32 = repetitions.parse().map_err(|_| USAGE)?;
            let files = files(inputs)?;
            let inputs = Inputs::new(&files);
            for _ in 0..repetitions {
                (operation.run)(&inputs);
            }
        }
        _ => return Err(USAGE.into()),
    }
    Ok(())
}

fn files(inputs: &str) -> Result<Vec<Vec<u8>>, String> {
    match inputs.split_once('=') {
        Some((kind, count)) => {
            let count = count.parse().map_err(|_| USAGE)?;
            Ok(vec![growth::file(kind, count).ok_or(USAGE)?])
        }
        None => inputs::files(Path::new(inputs)).map_err(|error| format!("{inputs}: {error}")),
    }
}
