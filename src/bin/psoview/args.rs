use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};

/// Shows what a compiled shader says about its pipeline.
///
/// Exit status: 0 fine, 1 a finding or a file that cannot be read, 2 wrong usage.
#[derive(Parser)]
#[command(version)]
pub struct Args {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    Inspect(InspectArgs),
    Verify(VerifyArgs),
}

/// Show everything the PSV0 part of a DXIL container says.
///
/// Without FILE it shows a shader that is built into psoview.
#[derive(ClapArgs)]
pub struct InspectArgs {
    /// Print one JSON object a file, each on its line.
    #[arg(long)]
    pub json: bool,
    /// Read the files as the bytes of this part, not as containers.
    #[arg(long, value_name = "TAG")]
    pub part: Option<PartTag>,
    /// Files to read; `-` is standard input, a folder stands for every shader below it.
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
}

/// The parts that can be read alone.
#[derive(Clone, Copy, ValueEnum)]
pub enum PartTag {
    #[value(name = "PSV0")]
    Psv0,
}

/// Report everything that no compiler should have written.
///
/// Checks that the parts lie back to back, that the digest is the content's, that the PSV0 part agrees with itself and with
/// the program beside it. A file that is not signed, or has bytes after its container, gets a note.
#[derive(ClapArgs)]
pub struct VerifyArgs {
    /// Print one JSON object a file, each on its line.
    #[arg(long)]
    pub json: bool,
    /// Files to read; `-` is standard input, a folder stands for every shader below it.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
}
