//! How long psoview and others take for the modules of a folder, side by side in one run.

use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use crate::inputs::{self, Inputs};
use crate::operations::{OPERATIONS, Operation};
use crate::peers;

const SAMPLES: usize = 101;

/// Prints the median of [`SAMPLES`] for each module, in nanoseconds: a line for psoview's operation, and one for the
/// other's of this name.
pub fn main(name: &str, folder: &str) -> ExitCode {
    let files = match inputs::files(Path::new(folder)) {
        Ok(files) => files,
        Err(error) => {
            eprintln!("{folder}: {error}");
            return ExitCode::FAILURE;
        }
    };
    let own = name.split('/').next();
    let is_meant = |operation: &&Operation| operation.name == name || Some(operation.name) == own;
    for operation in OPERATIONS.iter().chain(peers::OPERATIONS).filter(is_meant) {
        let medians = files.iter().map(|file| median(operation, &Inputs::of_files(std::slice::from_ref(file))));
        let medians: Vec<_> = medians.map(|time| time.as_nanos().to_string()).collect();
        println!("{}\t{}", operation.name, medians.join("\t"));
    }
    ExitCode::SUCCESS
}

fn median(operation: &Operation, inputs: &Inputs<'_>) -> Duration {
    // A destination and a cache that are warm.
    (operation.run)(inputs);
    let mut times: Vec<_> = (0..SAMPLES)
        .map(|_| {
            let start = Instant::now();
            (operation.run)(inputs);
            start.elapsed()
        })
        .collect();
    times.sort();
    times[SAMPLES / 2]
}
