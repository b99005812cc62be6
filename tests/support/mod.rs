//! What several tests share.
#![allow(dead_code, reason = "each test uses its own part of this")]

pub mod compare;
pub mod facts;

use std::path::{Path, PathBuf};

use psoview::{Error, ErrorKind, Region};

/// The folder with the test files.
pub fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data")
}

/// A file of it.
pub fn read(name: &str) -> Vec<u8> {
    std::fs::read(data().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Everything that an error says, to be compared whole.
pub fn whole(error: Error) -> (ErrorKind, u32, Region) {
    (error.kind(), error.offset(), error.region())
}
