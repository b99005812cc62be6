//! What several tests share.
#![allow(dead_code, reason = "each test uses its own part of this")]

pub mod builder;
pub mod compare;
pub mod facts;
pub mod promises;
pub mod spirv;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use psoview::container::{Container, FourCc};
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

/// Every container of the fixtures, by file name.
pub fn fixtures() -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(data().join("dxil")).unwrap();
    entries
        .map(|entry| {
            let path = entry.unwrap().path();
            (path.file_name().unwrap().to_str().unwrap().to_owned(), std::fs::read(&path).unwrap())
        })
        .collect()
}

/// The data of the PSV0 part of every fixture that has one, by file name.
pub fn parts() -> BTreeMap<String, Vec<u8>> {
    let parts = fixtures().into_iter().filter_map(|(name, bytes)| {
        let part = Container::parse(&bytes).unwrap().part(FourCc::PSV0)?;
        Some((name, part.data().to_vec()))
    });
    parts.collect()
}

/// The hand-made cases: the names in EXPECTED.tsv and the length it states.
pub fn cases() -> BTreeMap<String, usize> {
    let text = String::from_utf8(read("cases/psv/EXPECTED.tsv")).unwrap();
    let lines = text.lines().skip(1).map(|line| line.split('\t'));
    lines.map(|mut fields| (fields.next().unwrap().into(), fields.next().unwrap().parse().unwrap())).collect()
}

/// Whether slices of gigabytes may be made, which a small machine cannot even if nobody touches them: where the environment
/// variable `PSOVIEW_LARGE` is set.
pub fn has_room_for_large_slices() -> bool {
    let is_set = std::env::var_os("PSOVIEW_LARGE").is_some();
    if !is_set {
        println!("PSOVIEW_LARGE is not set: slices of gigabytes are left out");
    }
    is_set
}
