use std::path::Path;
use std::process::ExitCode;

use crate::growth;
use crate::inputs::{self, Inputs};
use crate::operations::Operation;

const USAGE: &str = "usage: OPERATION REPETITIONS FOLDER|KIND=COUNT, or: list FOLDER|KIND=COUNT";

/// Does one of the operations so many times, for a tool to count what that takes; see [`USAGE`].
///
/// `KIND=COUNT` is a file that is [built](growth::file). `list` prints the operations, behind each its unit and how many of
/// those the inputs have.
pub fn main(operations: &[Operation]) -> ExitCode {
    match run(operations, &std::env::args().skip(1).collect::<Vec<_>>()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn run(operations: &[Operation], arguments: &[String]) -> Result<(), String> {
    match arguments {
        [list, inputs] if list == "list" => {
            let files = files(inputs)?;
            let inputs = Inputs::new(&files);
            for operation in operations {
                println!("{}\t{}\t{}", operation.name, operation.unit, (operation.units)(&inputs));
            }
        }
        [name, repetitions, inputs] => {
            let operation = operations.iter().find(|operation| operation.name == name).ok_or(USAGE)?;
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
