//! A file that cannot be read, and a finding in one that can.

use std::fmt;
use std::io;

use psoview::Region;
use serde::Serialize;

/// What is wrong, and where: the `error` of psoview's JSON.
#[derive(Serialize)]
pub struct Failure {
    pub kind: String,
    /// From the start of the file; null where no byte is to blame.
    pub offset: Option<u32>,
    pub region: Option<String>,
    pub message: String,
}

impl Failure {
    /// A failure of the byte at this offset.
    pub fn at(kind: &str, offset: u32, region: Region, message: impl Into<String>) -> Self {
        Self { offset: Some(offset), region: Some(region.to_string()), ..Self::of_file(kind, message) }
    }

    /// A failure that no single byte is to blame for.
    pub fn of_file(kind: &str, message: impl Into<String>) -> Self {
        Self { kind: kind.into(), offset: None, region: None, message: message.into() }
    }
}

impl From<psoview::Error> for Failure {
    fn from(error: psoview::Error) -> Self {
        Self {
            kind: error.kind().name().into(),
            offset: Some(error.offset()),
            region: Some(error.region().to_string()),
            message: error.kind().to_string(),
        }
    }
}

impl From<&io::Error> for Failure {
    fn from(error: &io::Error) -> Self {
        Self::of_file(&format!("{:?}", error.kind()), error.to_string())
    }
}

/// Prints one line that says which byte of which part is wrong, what was found and what the limit is.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (Some(region), Some(offset)) = (&self.region, self.offset) {
            write!(f, "{region} at {offset:#x}: ")?;
        }
        f.write_str(&self.message)
    }
}
