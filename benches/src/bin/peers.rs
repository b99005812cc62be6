//! Does what psoview does with another crate, so many times.

use std::process::ExitCode;

use psoview_benches::{command, peers};

fn main() -> ExitCode {
    command::main(peers::OPERATIONS)
}
