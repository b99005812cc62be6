//! What the fuzzers have found, each as a test of the promise that was broken.

use psoview::psv::{self, Psv};
use psoview::{Error, ErrorKind, Region};

/// What an error says, as a test compares it.
fn said(error: Error) -> (ErrorKind, u32, Region) {
    (error.kind(), error.offset(), error.region())
}

/// Target `psv`: the offset counted the word with the string table's size, which a part of version 0 does not have, and
/// lay past the end of the part.
#[test]
fn error_about_a_string_of_a_part_of_version_0_lies_in_the_part() {
    let mut part = [0; 4 + 24 + 4];
    part[0] = 24; // the info block's size; no resources follow it
    for read in [psv::read, psv::read_newer] as [fn(&[u8]) -> Result<Psv<'_>, Error>; 2] {
        let psv = read(&part).unwrap();
        let kind = ErrorKind::StringOffsetOutOfBounds { string_offset: 1, size: 0 };
        assert_eq!(psv.string(1).map_err(said), Err((kind, 32, Region::StringTable)));
    }
}

/// Target `psv`: the check of the vectors came after that of the topology, which is stored behind them.
#[test]
fn findings_in_the_info_block_of_a_mesh_shader_come_from_front_to_back() {
    let mut part = [0; 4 + 36 + 4 + 4 + 4];
    let block = 4;
    part[0] = 36;
    part[block + 24] = 13; // mesh
    part[block + 26] = 33; // primitive vectors
    part[block + 27] = 3; // topology
    let psv = psv::read(&part).unwrap();
    let offsets: Vec<u32> = psv.findings().map(|finding| finding.offset()).collect();
    assert_eq!(offsets, [4 + 26, 4 + 27]);
}
