//! Does one of psoview's operations so many times.

use std::process::ExitCode;

use psoview_benches::{OPERATIONS, command};

fn main() -> ExitCode {
    command::main(OPERATIONS)
}
