//! Where results go, and what became of them.

use std::io::{self, BufWriter, ErrorKind, StdoutLock, Write};

use anyhow::Result;
use serde::Serialize;

/// What a command found, for the exit status.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    Fine,
    /// A finding, or a file that cannot be read.
    Found,
}

impl Outcome {
    pub fn found_if(found: bool) -> Self {
        if found { Self::Found } else { Self::Fine }
    }

    /// Both together.
    pub fn and(self, other: Self) -> Self {
        Self::found_if(self == Self::Found || other == Self::Found)
    }
}

/// Standard output, buffered.
pub struct Output {
    stream: BufWriter<StdoutLock<'static>>,
}

impl Output {
    pub fn standard() -> Self {
        Self { stream: BufWriter::new(io::stdout().lock()) }
    }

    /// One JSON value, on a line of its own.
    pub fn json(&mut self, value: &impl Serialize) -> Result<()> {
        serde_json::to_writer(&mut self.stream, value)?;
        self.line("")
    }

    pub fn line(&mut self, line: impl std::fmt::Display) -> Result<()> {
        Ok(writeln!(self.stream, "{line}")?)
    }

    /// A line on standard error, behind what has been printed so far.
    pub fn error(&mut self, line: impl std::fmt::Display) -> Result<()> {
        self.stream.flush()?;
        // Standard error may be closed; the exit status says enough then.
        let _ = writeln!(io::stderr(), "psoview: {line}");
        Ok(())
    }

    pub fn finish(&mut self) -> Result<()> {
        Ok(self.stream.flush()?)
    }
}

pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let io = cause.downcast_ref::<io::Error>().map(io::Error::kind);
        let json = cause.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind);
        io.or(json) == Some(ErrorKind::BrokenPipe)
    })
}
