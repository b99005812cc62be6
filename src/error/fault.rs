use super::{Error, ErrorKind, Region};

/// What reading fails with.
///
/// An [`Error`] takes 24 bytes, and code that may return one keeps all that it needs within reach of that case. Whatever
/// is read often is therefore read with [`Unsaid`], and once more with [`Error`] where that failed.
pub(crate) trait Fault {
    fn new(kind: ErrorKind, offset: u32, region: Region) -> Self;
}

impl Fault for Error {
    #[inline]
    fn new(kind: ErrorKind, offset: u32, region: Region) -> Self {
        Self::new(kind, offset, region)
    }
}

/// That something is wrong, but not what.
pub(crate) struct Unsaid;

impl Fault for Unsaid {
    #[inline]
    fn new(_kind: ErrorKind, _offset: u32, _region: Region) -> Self {
        Self
    }
}
