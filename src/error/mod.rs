//! The one error type for bytes: what is wrong, at which byte, in which structure.

mod fault;
mod field;
mod kind;
mod region;

use core::fmt;

pub(crate) use fault::{Fault, Unsaid};
pub use field::Field;
pub use kind::ErrorKind;
pub use region::Region;

/// What is wrong with the bytes handed in, and where.
///
/// It is small and `Copy`, so that an iterator can yield it and a test can compare it whole. It prints as one line:
///
/// ```
/// let error = psoview::psv::read(&[20, 0, 0, 0]).unwrap_err();
/// assert_eq!(error.to_string(), "PSV0 runtime info at 0x0: its size is 20 bytes, the smallest is 24");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Error {
    kind: ErrorKind,
    offset: u32,
    region: Region,
}

const _: () = assert!(size_of::<Error>() <= 24, "an error stays cheap to return");

impl Error {
    /// Kept out of line: errors are rare, and what builds them must not crowd the path that reads.
    #[cold]
    #[inline(never)]
    pub(crate) const fn new(kind: ErrorKind, offset: u32, region: Region) -> Self {
        Self { kind, offset, region }
    }

    /// What is wrong, with what was found and what the limit is.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The byte that is wrong, counted from the start of the slice the caller handed in.
    ///
    /// It is the first byte of the field that says something wrong, or of the structure that has no room; never more
    /// than the slice's length.
    #[must_use]
    pub const fn offset(&self) -> u32 {
        self.offset
    }

    /// The structure that byte belongs to.
    #[must_use]
    pub const fn region(&self) -> Region {
        self.region
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {:#x}: {}", self.region, self.offset, self.kind)
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Error {{ kind: {:?}, offset: {:#x}, region: {:?} }}", self.kind, self.offset, self.region)
    }
}

impl core::error::Error for Error {}
