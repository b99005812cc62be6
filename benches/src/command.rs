use std::path::Path;
use std::process::ExitCode;

use crate::growth;
use crate::inputs::{self, Inputs};
use crate::operations::Operation;

const USAGE: &str = "usage: OPERATION REPETITIONS FOLDER|KIND=COUNT, or: list FOLDER|KIND=COUNT";

/// Does one of the operations so many times, for a tool to count what that takes; see [`USAGE`].
///
/// `KIND=COUNT` is a file that is [built](growth::file), or `entries`, a layout. `list` prints the operations that the inputs
/// have something for, behind each its unit and how many of those they have.
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
        [list, inputs] if list == "list" => with_inputs(inputs, |inputs| {
            for operation in operations {
                match (operation.units)(inputs) {
                    0 => {}
                    units => println!("{}\t{}\t{units}", operation.name, operation.unit),
                }
            }
        }),
        [name, repetitions, inputs] => {
            let operation = operations.iter().find(|operation| operation.name == name).ok_or(USAGE)?;
            let repetitions: u32 = repetitions.parse().map_err(|_| USAGE)?;
            with_inputs(inputs, |inputs| (0..repetitions).for_each(|_| (operation.run)(inputs)))
        }
        _ => Err(USAGE.into()),
    }
}

fn with_inputs(named: &str, then: impl FnOnce(&Inputs<'_>)) -> Result<(), String> {
    let files = match named.split_once('=') {
        Some(("entries", count)) => {
            then(&Inputs::of_entries(count.parse().map_err(|_| USAGE)?));
            return Ok(());
        }
        Some((kind, count)) => vec![growth::file(kind, count.parse().map_err(|_| USAGE)?).ok_or(USAGE)?],
        None => inputs::files(Path::new(named)).map_err(|error| format!("{named}: {error}"))?,
    };
    then(&Inputs::of_files(&files));
    Ok(())
}
