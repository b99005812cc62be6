//! Where results go, and what became of them.

use std::fmt::Display;
use std::io::{self, BufWriter, ErrorKind, StdoutLock, Write};
use std::process::ExitCode;

use anyhow::Result;
use serde::Serialize;

use crate::failure::Failure;
use crate::printable::{Printable, PrintableJson, PrintableLines};
use crate::report::ErrorLine;

/// Standard output, buffered, and whether anything was found on the way.
pub struct Output {
    stream: BufWriter<StdoutLock<'static>>,
    json: bool,
    found: bool,
    misused: bool,
}

impl Output {
    pub fn new(json: bool) -> Self {
        Self { stream: BufWriter::new(io::stdout().lock()), json, found: false, misused: false }
    }

    /// Whether a program reads what is printed.
    pub fn is_json(&self) -> bool {
        self.json
    }

    /// There is a finding, or a file that cannot be read. It is said before it is printed, so that the exit status knows of
    /// it whatever becomes of the printing.
    pub fn found(&mut self) {
        self.found = true;
    }

    /// One JSON value, on a line of its own.
    pub fn json(&mut self, value: &impl Serialize) -> Result<()> {
        value.serialize(&mut serde_json::Serializer::with_formatter(&mut self.stream, PrintableJson))?;
        self.line("")
    }

    /// One line, whatever the text has in it.
    pub fn line(&mut self, line: impl Display) -> Result<()> {
        Ok(writeln!(self.stream, "{}", Printable(line))?)
    }

    /// Several lines. What comes from a file is [`Printable`] in them, or it could pretend to be lines itself.
    pub fn lines(&mut self, lines: impl Display) -> Result<()> {
        Ok(writeln!(self.stream, "{}", PrintableLines(lines))?)
    }

    /// A line on standard error, behind what has been printed so far.
    pub fn error(&mut self, line: impl Display) -> Result<()> {
        self.stream.flush()?;
        complain(line);
        Ok(())
    }

    /// A file of which nothing can be shown.
    pub fn failed(&mut self, file: &str, error: Failure) -> Result<()> {
        self.found();
        if self.json { self.json(&ErrorLine { file, error }) } else { self.error(format_args!("{file}: {error}")) }
    }

    /// The command line asks for what cannot be: the exit status is clap's for such.
    pub fn misused(&mut self, message: impl Display) -> Result<()> {
        self.misused = true;
        self.error(message)
    }

    /// Prints what is left. Whoever has seen enough and closed the stream is no error.
    pub fn finish(mut self, result: Result<()>) -> ExitCode {
        match result.and_then(|()| Ok(self.stream.flush()?)) {
            Err(error) if !is_broken_pipe(&error) => {
                complain(format_args!("{error:#}"));
                ExitCode::FAILURE
            }
            _ if self.misused => ExitCode::from(2),
            _ if self.found => ExitCode::FAILURE,
            _ => ExitCode::SUCCESS,
        }
    }
}

/// Standard error may be closed; the exit status says enough then.
fn complain(line: impl Display) {
    let _ = writeln!(io::stderr(), "psoview: {}", Printable(line));
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let io = cause.downcast_ref::<io::Error>().map(io::Error::kind);
        let json = cause.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind);
        io.or(json) == Some(ErrorKind::BrokenPipe)
    })
}
