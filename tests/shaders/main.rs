//! What the part says of a shader is what its source says.
//!
//! `tests/data/hlsl` holds the sources, `tests/data/dxil` what a compiler makes of them for several validator versions.
//! The expected values below were read off the sources. A second witness has all fields of all files: `facts.rs`.

#[path = "../support/mod.rs"]
mod support;

mod dependencies;
mod described;
mod facts;
mod files;
mod resources;
mod signatures;
mod stages;

use psoview::container::Container;
use psoview::psv::{self, Psv};

/// Hands every version of a shader to `check`, with the version number.
#[track_caller]
fn each_version(name: &str, check: impl Fn(u8, &Psv<'_>)) {
    let folder = support::data().join("dxil");
    let mut files = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let file = path.file_name().unwrap().to_str().unwrap();
        if file.split_once('.').is_some_and(|(stem, _)| stem == name) {
            let bytes = std::fs::read(&path).unwrap();
            let container = Container::parse(&bytes).unwrap();
            let psv = psv::part(&container).unwrap().unwrap();
            assert_eq!(psv.validate(), Ok(()), "{file}");
            check(psv.version(), &psv);
            files += 1;
        }
    }
    assert!(files >= 1, "there is no {name}");
}
