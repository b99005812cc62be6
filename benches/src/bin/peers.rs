//! Does what psoview does with another crate, so many times; says how long both take, or whether one reads a module.

use std::process::ExitCode;

use psoview_benches::{clock, command, peers};

fn main() -> ExitCode {
    match &std::env::args().skip(1).collect::<Vec<_>>()[..] {
        [mode, name, folder] if mode == "clock" => clock::main(name, folder),
        [mode, name, file] if mode == "reads" => match std::fs::read(file) {
            Ok(file) if peers::reads(name, &file) => ExitCode::SUCCESS,
            _ => ExitCode::FAILURE,
        },
        _ => command::main(peers::OPERATIONS),
    }
}
