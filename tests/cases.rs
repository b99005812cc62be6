//! Small hand-made parts and containers, each with one thing that a reader may get wrong (`tests/data/cases/psv`).
//!
//! What each holds is in EXPECTED.tsv; `facts.jsonl` has its values from a reader that shares no code with psoview. The
//! errors below were worked out from the bytes.

mod support;

use std::collections::{BTreeMap, BTreeSet};

use psoview::container::{Container, FourCc};
use psoview::error::Field;
use psoview::psv::{self, Psv};
use psoview::{Error, ErrorKind as Kind, Region};
use serde_json::Value;

use support::compare::Comparison;
use support::{cases, facts, read, whole};

type Whole = (Kind, u32, Region);

fn case(name: &str) -> Vec<u8> {
    read(&format!("cases/psv/{name}.bin"))
}

/// What the independent reader says, by case. Cases that it refuses have no line.
fn independent() -> BTreeMap<String, Value> {
    let text = String::from_utf8(read("cases/psv/facts.jsonl")).unwrap();
    let facts = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    facts.map(|fact| (fact["case"].as_str().unwrap().to_owned(), fact)).collect()
}

/// What `read_newer` refuses, with its whole error. `read` says the same, but for those that it refuses for their size
/// before it looks whether they fit.
fn refused_parts() -> BTreeMap<&'static str, Whole> {
    let max = u32::MAX;
    let info = |kind| (kind, 0, Region::RuntimeInfo);
    BTreeMap::from([
        ("p_info_20_small", info(Kind::RuntimeInfoTooSmall { size: 20, minimum: 24 })),
        ("p_info_huge", info(Kind::RuntimeInfoOutOfBounds { size: max, available: 28 })),
        ("p_info_fffffffc", info(Kind::RuntimeInfoOutOfBounds { size: 0xffff_fffc, available: 28 })),
        ("p_info_only", (Kind::WordTruncated { available: 0, needed: 4 }, 28, Region::Resources)),
        ("p_res_mul_wrap_stride", (Kind::ResourcesOutOfBounds { count: 2, room: 0 }, 56, Region::Resources)),
        ("p_res_count_ffffffff", (Kind::ResourcesOutOfBounds { count: max, room: 1 }, 56, Region::Resources)),
        ("p_str_past_end", (Kind::StringTableOutOfBounds { size: 0x1000, available: 16 }, 60, Region::StringTable)),
        (
            "p_str_size_fffffffc",
            (Kind::StringTableOutOfBounds { size: 0xffff_fffc, available: 16 }, 60, Region::StringTable),
        ),
        (
            "p_sem_count_past_end",
            (Kind::SemanticIndicesOutOfBounds { count: 0x4000_0000, room: 1 }, 72, Region::SemanticIndices),
        ),
        ("p_el_stride12", (Kind::ElementRecordTooSmall { size: 12, minimum: 16 }, 80, Region::Elements)),
        ("p_el_counts_no_elements", (Kind::WordTruncated { available: 0, needed: 4 }, 80, Region::Elements)),
        ("p_dep_missing", (Kind::DependenciesOutOfBounds { needed: 16, available: 0 }, 124, Region::Dependencies)),
        (
            "p_dep_truncated_2bytes",
            (Kind::DependenciesOutOfBounds { needed: 16, available: 14 }, 124, Region::Dependencies),
        ),
    ])
}

/// What `read` refuses for a size that is not known.
fn refused_by_read_alone() -> BTreeMap<&'static str, Whole> {
    let info = |size| (Kind::UnsupportedRuntimeInfoSize { size, newest: 56 }, 0, Region::RuntimeInfo);
    let record = |size| (Kind::UnsupportedResourceRecordSize { size, newest: 24 }, 60, Region::Resources);
    BTreeMap::from([
        ("p_info_40_between", info(40)),
        ("p_info_64_future", info(64)),
        ("p_info_huge", info(u32::MAX)),
        ("p_info_fffffffc", info(0xffff_fffc)),
        ("p_v4_60_flags0", info(60)),
        ("p_v4_60_linalg_tail", info(60)),
        ("p_res_stride20", record(20)),
        ("p_res_stride32", record(32)),
        ("p_res_mul_wrap_stride", record(0x8000_0010)),
        ("p_el_stride20", (Kind::UnsupportedElementRecordSize { size: 20, newest: 16 }, 80, Region::Elements)),
    ])
}

/// Everything that `findings` has to say of a part, but for trailing bytes. Parts that are not here have nothing wrong.
fn findings() -> BTreeMap<&'static str, Vec<Whole>> {
    let entry = |kind| vec![(kind, 4 + 48, Region::RuntimeInfo)];
    let indices = |first, rows, count, offset| {
        (Kind::SemanticIndicesOutsideTable { first, rows, count }, offset, Region::OutputElement(0))
    };
    let unknown = |field, value, offset, region| (Kind::UnknownValue { field, value }, offset, region);
    let bit = |offset| (Kind::MaskBitBeyondVectors { component: 4, components: 4 }, offset, Region::Dependencies);
    let vectors =
        |field, offset| (Kind::VectorsOutOfRange { field, vectors: 255, limit: 32 }, offset, Region::RuntimeInfo);
    BTreeMap::from([
        (
            "p_res_upper_lt_lower",
            vec![(Kind::ResourceRangeReversed { lower: 5, upper: 4 }, 64 + 8, Region::Resource(0))],
        ),
        (
            "p_res_type10_kind19",
            vec![
                unknown(Field::ResourceType, 10, 64, Region::Resource(0)),
                unknown(Field::ResourceKind, 19, 64 + 16, Region::Resource(0)),
                (Kind::ReservedBitsSet { field: Field::ResourceFlags, bits: 2 }, 64 + 20, Region::Resource(0)),
            ],
        ),
        (
            "p_str_no_nul",
            vec![
                (Kind::StringUnterminated { string_offset: 1, size: 8 }, 4 + 48, Region::RuntimeInfo),
                (Kind::StringTableUnterminated { last: b'Z', expected: 0 }, 64 + 7, Region::StringTable),
            ],
        ),
        ("p_entry_off_out", entry(Kind::StringOffsetOutOfBounds { string_offset: 8, size: 8 })),
        ("p_entry_ffffffff", entry(Kind::StringOffsetOutOfBounds { string_offset: u32::MAX, size: 8 })),
        ("p_el_idx_out", vec![indices(1, 1, 1, 84 + 4)]),
        ("p_el_idx_rows_over", vec![indices(0, 2, 1, 84 + 4)]),
        ("p_el_idx_wrap", vec![indices(u32::MAX, 2, 1, 84 + 4)]),
        ("p_el_idx_empty_table", vec![indices(0, 1, 0, 80 + 4)]),
        ("p_el_rows0", vec![(Kind::ElementRowsOutOfRange { rows: 0, limit: 32 }, 84 + 8, Region::OutputElement(0))]),
        (
            "p_el_rows255",
            vec![
                (Kind::ElementRowsOutOfRange { rows: 255, limit: 32 }, 1100 + 8, Region::OutputElement(0)),
                (Kind::ElementPastLastRow { row: 254, limit: 31 }, 1100 + 9, Region::OutputElement(0)),
            ],
        ),
        (
            "p_el_enums_out",
            vec![
                unknown(Field::SemanticKind, 200, 84 + 11, Region::OutputElement(0)),
                unknown(Field::ComponentType, 200, 84 + 12, Region::OutputElement(0)),
                unknown(Field::InterpolationMode, 200, 84 + 13, Region::OutputElement(0)),
            ],
        ),
        ("p_dep_bits_beyond", vec![bit(124), bit(128), bit(132), bit(136)]),
        ("p_stage_invalid", vec![unknown(Field::ShaderStage, 16, 4 + 24, Region::RuntimeInfo)]),
        ("p_vec_255", vec![vectors(Field::InputVectors, 4 + 31), vectors(Field::OutputVectors, 4 + 32)]),
    ])
}

/// Words after those that the vector counts ask for: a finding in a part read by `read` alone.
fn trailing() -> BTreeMap<&'static str, Whole> {
    let region = Region::Dependencies;
    BTreeMap::from([
        ("p_v0_24_trailing4", (Kind::TrailingBytes { length: 4, expected: 0 }, 32, region)),
        ("p_dep_trailing4", (Kind::TrailingBytes { length: 4, expected: 16 }, 140, region)),
    ])
}

fn result(read: Result<Psv<'_>, Error>) -> Result<Vec<Whole>, Whole> {
    read.map(|psv| psv.findings().map(whole).collect()).map_err(whole)
}

#[test]
fn every_file_is_a_case_of_the_stated_length() {
    let files: BTreeSet<_> = std::fs::read_dir(support::data().join("cases/psv"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "bin"))
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    let cases = cases();
    assert_eq!(files, cases.keys().cloned().collect());
    for (name, length) in &cases {
        assert_eq!(case(name).len(), *length, "{name}");
    }
}

#[test]
fn every_part_is_read_or_refused_as_expected() {
    let (refused, refused_alone) = (refused_parts(), refused_by_read_alone());
    let (findings, trailing) = (findings(), trailing());
    for name in cases().keys().filter(|name| name.starts_with("p_")) {
        let bytes = case(name);
        let newer = match refused.get(name.as_str()) {
            Some(error) => Err(*error),
            None => Ok(findings.get(name.as_str()).cloned().unwrap_or_default()),
        };
        assert_eq!(result(psv::read_newer(&bytes)), newer, "read_newer of {name}");
        let strict = match refused_alone.get(name.as_str()) {
            Some(error) => Err(*error),
            None => newer.map(|mut findings| {
                findings.extend(trailing.get(name.as_str()));
                findings
            }),
        };
        assert_eq!(result(psv::read(&bytes)), strict, "read of {name}");
    }
}

#[test]
fn every_part_has_the_values_that_an_independent_reader_finds() {
    let independent = independent();
    let (mut read, mut comparison) = (0, Comparison::default());
    for name in cases().keys().filter(|name| name.starts_with("p_")) {
        let bytes = case(name);
        // The independent reader refuses what `read_newer` refuses.
        let found = psv::read_newer(&bytes).ok();
        assert_eq!(found.is_some(), independent.contains_key(name), "{name}");
        for found in found.iter().chain(psv::read(&bytes).iter()) {
            comparison.compare(name, &independent[name]["psv"], &facts::psv(found));
            read += 1;
        }
    }
    assert_eq!(comparison.mismatches, Vec::<String>::new());
    assert_eq!(read, 54 + 47, "54 parts by read_newer, 7 fewer by read");
}

/// What `Container::parse` refuses.
fn refused_containers() -> BTreeMap<&'static str, Whole> {
    let header = Region::ContainerHeader;
    let magic = |found: &[u8; 4]| Kind::MagicMismatch { found: FourCc::new(*found), expected: FourCc::DXBC };
    let count = |count| Kind::PartDirectoryOutOfBounds { count, room: 23 };
    BTreeMap::from([
        ("c_size_long", (Kind::DeclaredSizeOutOfBounds { size: 100_000, available: 160 }, 24, header)),
        ("c_magic_dxbd", (magic(b"DXBD"), 0, header)),
        ("c_magic_random", (magic(b"\x0b0Uz"), 0, header)),
        ("c_version_2_0", (Kind::UnsupportedMajorVersion { found: 2, supported: 1 }, 20, header)),
        ("c_count_ffffffff", (count(u32::MAX), 28, header)),
        ("c_count_40000000", (count(0x4000_0000), 28, header)),
        (
            "c_offset_in_header",
            (Kind::PartOffsetInsideDirectory { part_offset: 8, minimum: 40 }, 32, Region::PartDirectory),
        ),
        (
            "c_offset_end_minus4",
            (Kind::PartHeaderOutOfBounds { part_offset: 156, size: 160 }, 36, Region::PartDirectory),
        ),
        (
            "c_offset_fffffff8",
            (Kind::PartHeaderOutOfBounds { part_offset: 0xffff_fff8, size: 160 }, 36, Region::PartDirectory),
        ),
    ])
}

#[test]
fn every_container_is_read_or_refused_as_expected() {
    let refused = refused_containers();
    // Parts out of order are the only thing that `validate` refuses in one of those that are read.
    let gap = |part_offset, expected, entry| {
        (Kind::PartNotContiguous { part_offset, expected }, entry, Region::PartDirectory)
    };
    let swapped = vec![
        gap(128, 40, 32),
        gap(40, 160, 36),
        (Kind::PartsEndEarly { end: 128, size: 160 }, 24, Region::ContainerHeader),
    ];
    for name in cases().keys().filter(|name| name.starts_with("c_")) {
        let bytes = case(name);
        let found = Container::parse(&bytes).map(|container| container.findings().map(whole).collect()).map_err(whole);
        let expected = match refused.get(name.as_str()) {
            Some(error) => Err(*error),
            None if name == "c_offsets_swapped" => Ok(swapped.clone()),
            None => Ok(vec![]),
        };
        assert_eq!(found, expected, "{name}");
    }
}

#[test]
fn every_container_has_the_parts_and_the_psv0_that_an_independent_reader_finds() {
    let independent = independent();
    let mut comparison = Comparison::default();
    for name in cases().keys().filter(|name| name.starts_with("c_")) {
        let bytes = case(name);
        let Ok(container) = Container::parse(&bytes) else {
            assert!(!independent.contains_key(name), "{name}");
            continue;
        };
        let fact = &independent[name];
        comparison.compare(name, &fact["parts"], &facts::container(&container)["parts"]);
        let psv = psv::part_newer(&container).unwrap();
        comparison.compare(name, &fact["psv"], &psv.as_ref().map_or(Value::Null, facts::psv));
    }
    assert_eq!(comparison.mismatches, Vec::<String>::new());
    assert!(comparison.fields > 400, "{} fields were compared", comparison.fields);
}

#[test]
fn a_psv0_at_any_offset_is_the_same_part() {
    // The three have one PSV0 at offsets 1, 2 and 3 past a multiple of four.
    let parts: Vec<_> = ["c_unaligned_psv_1", "c_unaligned_psv_2", "c_unaligned_psv_3"]
        .map(|name| {
            let bytes = case(name);
            let container = Container::parse(&bytes).unwrap();
            (container.part(FourCc::PSV0).unwrap().offset() % 4, facts::psv(&psv::part(&container).unwrap().unwrap()))
        })
        .into();
    assert_eq!(parts.iter().map(|(offset, _)| *offset).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(parts[0].1, parts[1].1);
    assert_eq!(parts[1].1, parts[2].1);
}

#[test]
fn a_byte_after_the_psv0_is_refused_by_read_and_handed_out_by_read_newer() {
    let bytes = case("c_offset_unaligned_gap");
    let container = Container::parse(&bytes).unwrap();
    let error = psv::part(&container).map(drop).map_err(whole);
    assert_eq!(error, Err((Kind::RemainderNotWords { length: 1, word: 4 }, 48 + 80, Region::Dependencies)));
    assert_eq!(psv::part_newer(&container).unwrap().unwrap().trailing().len(), 1);
}

#[test]
fn a_program_header_that_does_not_fit_is_its_own_error() {
    let program = |name: &str| {
        let bytes = case(name);
        let container = Container::parse(&bytes).unwrap();
        container.program().map(|program| program.map(|program| program.kind().raw())).map_err(whole)
    };
    let region = Region::ProgramHeader(FourCc::DXIL);
    assert_eq!(
        program("c_dxil_program_size_over"),
        Err((Kind::ProgramSizeOutOfBounds { words: 0x1000, available: 24 }, 136 + 4, region))
    );
    assert_eq!(program("c_dxil_short"), Err((Kind::ProgramHeaderTruncated { length: 8, needed: 24 }, 136, region)));
    assert_eq!(program("c_psv_ildb_only"), Ok(Some(1)), "a vertex shader in ILDB");
    assert_eq!(program("c_rts0_only"), Ok(None));
}

#[test]
fn bytes_beyond_what_is_known_are_handed_out() {
    let unknown = |name: &str| psv::read_newer(&case(name)).unwrap().runtime_info().unknown().to_vec();
    assert_eq!(unknown("p_info_40_between"), [1, 0, 0, 0]);
    assert_eq!(unknown("p_info_64_future"), [0, 0, 0, 0, 0xa5, 0xa5, 0xa5, 0xa5]);
    assert_eq!(unknown("p_v4_60_flags0"), [0; 4]);
    assert_eq!(unknown("p_v4_60_linalg_tail"), [1, 0, 0, 0], "flag bit 0 announces the record in the tail");
    let bytes = case("p_v4_60_linalg_tail");
    let tail = psv::read_newer(&bytes).unwrap().trailing();
    assert_eq!((tail.len(), &tail[..4]), (32, &[28, 0, 0, 0][..]));

    let resource = |name: &str| psv::read_newer(&case(name)).unwrap().resources().get(0).unwrap().unknown().to_vec();
    assert_eq!(resource("p_res_stride20"), [7, 0, 0, 0]);
    assert_eq!(resource("p_res_stride32"), [7, 0, 0, 0, 8, 0, 0, 0]);
    let bytes = case("p_el_stride20");
    assert_eq!(psv::read_newer(&bytes).unwrap().outputs().get(0).unwrap().unknown(), [9, 0, 0, 0]);
}

#[test]
fn ranges_are_counted_without_wrapping() {
    let counts = |name: &str| -> Vec<_> {
        let bytes = case(name);
        psv::read(&bytes)
            .unwrap()
            .resources()
            .iter()
            .map(|resource| (resource.is_unbounded(), resource.count()))
            .collect()
    };
    assert_eq!(counts("p_res_upper_lt_lower"), [(false, Some(0))]);
    assert_eq!(counts("p_res_full_range"), [(true, None)]);
    assert_eq!(counts("p_res_unbounded_fffffffe"), [(false, Some(0xffff_ffff))]);
    assert_eq!(counts("p_res_four"), [(false, Some(1)), (false, Some(1)), (false, Some(1)), (true, None)]);
}

#[test]
fn bits_past_the_last_vector_are_not_in_the_set_but_in_the_words() {
    let bytes = case("p_dep_bits_beyond");
    let psv = psv::read(&bytes).unwrap();
    let [table, ..] = psv.dependencies().input_to_output().unwrap();
    let row = table.row(0);
    assert_eq!(row.iter().collect::<Vec<_>>(), [0, 1, 2, 3]);
    assert!(row.contains(3) && !row.contains(4) && !row.contains(u32::MAX));
    assert_eq!(row.words().collect::<Vec<_>>(), [u32::MAX]);
    assert!(table.row(4).is_empty() && table.row(u32::MAX).is_empty());
    assert_eq!((table.rows().len(), table.words().len()), (4, 4));
}

#[test]
fn strings_that_are_not_utf8_have_their_bytes() {
    let bytes = case("p_entry_nonutf8");
    let psv = psv::read(&bytes).unwrap();
    assert_eq!(psv.entry_name_bytes(), Ok(Some(&b"ma\xff\xfen"[..])));
    let error = psv.entry_name().map_err(whole);
    assert_eq!(error, Err((Kind::StringNotUtf8 { string_offset: 1, valid_up_to: 2 }, 52, Region::RuntimeInfo)));
}
