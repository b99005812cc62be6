//! What errors say, and that each of them is expected by a test.

mod support;

use std::collections::BTreeSet;
use std::path::Path;

use psoview::container::FourCc;
use psoview::error::Field;
use psoview::{ErrorKind as Kind, Region};

/// Every kind of error about containers and parts, its numbers all different from each other.
fn kinds() -> Vec<Kind> {
    let (found, expected) = (FourCc::new(*b"nope"), FourCc::new(*b"yeah"));
    vec![
        Kind::InputTooLarge { limit: 1007 },
        Kind::HeaderTruncated { length: 1003, needed: 1007 },
        Kind::MagicMismatch { found, expected },
        Kind::UnsupportedMajorVersion { found: 1003, supported: 1007 },
        Kind::DeclaredSizeTooSmall { size: 1003, minimum: 1007 },
        Kind::DeclaredSizeOutOfBounds { size: 1003, available: 1007 },
        Kind::PartDirectoryOutOfBounds { count: 1003, room: 1007 },
        Kind::PartOffsetInsideDirectory { part_offset: 1003, minimum: 1007 },
        Kind::PartHeaderOutOfBounds { part_offset: 1003, size: 1007 },
        Kind::PartOutOfBounds { size: 1003, available: 1007 },
        Kind::PartNotContiguous { part_offset: 1003, expected: 1007 },
        Kind::PartsEndEarly { end: 1003, size: 1007 },
        Kind::PartDuplicated { tag: found },
        Kind::ContainerTooLarge { size: 1003, limit: 1007 },
        Kind::ProgramHeaderTruncated { length: 1003, needed: 1007 },
        Kind::ProgramSizeTooSmall { words: 1003, minimum: 1007 },
        Kind::ProgramSizeOutOfBounds { words: 1003, available: 1007 },
        Kind::ProgramMagicMismatch { found, expected },
        Kind::BitcodeOffsetOutOfBounds { bitcode_offset: 1003, available: 1007 },
        Kind::BitcodeOutOfBounds { size: 1003, available: 1007 },
        Kind::WordTruncated { available: 1003, needed: 1007 },
        Kind::RuntimeInfoTooSmall { size: 1003, minimum: 1007 },
        Kind::UnsupportedRuntimeInfoSize { size: 1003, newest: 1007 },
        Kind::RuntimeInfoOutOfBounds { size: 1003, available: 1007 },
        Kind::ResourceRecordTooSmall { size: 1003, minimum: 1007 },
        Kind::UnsupportedResourceRecordSize { size: 1003, newest: 1007 },
        Kind::ResourcesOutOfBounds { count: 1003, room: 1007 },
        Kind::StringTableOutOfBounds { size: 1003, available: 1007 },
        Kind::SemanticIndicesOutOfBounds { count: 1003, room: 1007 },
        Kind::ElementRecordTooSmall { size: 1003, minimum: 1007 },
        Kind::UnsupportedElementRecordSize { size: 1003, newest: 1007 },
        Kind::ElementsOutOfBounds { count: 1003, room: 1007 },
        Kind::DependenciesOutOfBounds { needed: 1003, available: 1007 },
        Kind::RemainderNotWords { length: 1003, word: 1007 },
        Kind::StringOffsetOutOfBounds { string_offset: 1003, size: 1007 },
        Kind::StringUnterminated { string_offset: 1003, size: 1007 },
        Kind::StringNotUtf8 { string_offset: 1003, valid_up_to: 1007 },
        Kind::SemanticIndicesOutsideTable { first: 1003, rows: 107, count: 1007 },
        Kind::StringTableUnterminated { last: 103, expected: 107 },
        Kind::StringTableNotWords { size: 1003, word: 1007 },
        Kind::UnknownValue { field: Field::ResourceType, value: 1003 },
        Kind::ReservedBitsSet { field: Field::ResourceFlags, bits: 1003 },
        Kind::ResourceRangeReversed { lower: 1003, upper: 1007 },
        Kind::VectorsOutOfRange { field: Field::InputVectors, vectors: 103, limit: 107 },
        Kind::ElementRowsOutOfRange { rows: 103, limit: 107 },
        Kind::ElementColumnsOutOfRange { cols: 103, limit: 107 },
        Kind::ElementPastLastRow { row: 1003, limit: 1007 },
        Kind::ElementPastLastColumn { column: 1003, limit: 1007 },
        Kind::MaskBitBeyondVectors { component: 1003, components: 1007 },
        Kind::TrailingBytes { length: 1003, expected: 1007 },
    ]
}

/// The names of the kinds in the source, but for those of other formats.
fn names_in_the_source() -> BTreeSet<String> {
    let source = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/error/kind.rs")).unwrap();
    let (_, list) = source.split_once("\nerror_kinds! {\n").unwrap();
    let mut names = BTreeSet::new();
    let mut is_ours = true;
    for line in list.lines() {
        if let Some(heading) = line.strip_prefix("    // ") {
            is_ours = ["Container", "DXIL program header", "PSV0"].iter().any(|format| heading.starts_with(format));
        }
        let name = line.strip_prefix("    ").and_then(|line| line.strip_suffix(" {"));
        names.extend(name.filter(|name| is_ours && name.starts_with(char::is_uppercase)).map(str::to_owned));
    }
    names
}

#[test]
fn the_list_has_every_kind() {
    let kinds: BTreeSet<_> = kinds().iter().map(|kind| kind.name().to_owned()).collect();
    assert_eq!(kinds, names_in_the_source());
}

/// A kind that no other test names is a gap: whole errors are compared by writing them down.
#[test]
fn every_kind_is_expected_by_a_test() {
    let mut tests = String::new();
    for entry in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "rs") && !path.ends_with("errors.rs") {
            tests.push_str(&std::fs::read_to_string(path).unwrap());
        }
    }
    for name in names_in_the_source() {
        assert!(tests.contains(&format!("Kind::{name} {{")), "{name} is expected nowhere");
    }
}

#[test]
fn messages_are_a_line_that_has_every_value() {
    for kind in kinds() {
        let (message, debug) = (kind.to_string(), format!("{kind:?}"));
        assert!(message.starts_with(|first: char| first.is_lowercase() || first.is_numeric()), "{message}");
        assert!(!message.contains('\n') && !message.ends_with('.'), "{message}");
        assert!(debug.starts_with(kind.name()), "{debug}");
        let values = debug.split(|letter: char| !letter.is_ascii_alphanumeric());
        // Upper-case words are names of types; those in lower case are names of fields, but for the two tags.
        for value in values.filter(|word| ["nope", "yeah"].contains(word) || word.starts_with(char::is_numeric)) {
            let in_hex = value.parse().map(|number: u32| format!("{number:#x}"));
            assert!(message.contains(value) || in_hex.is_ok_and(|hex| message.contains(&hex)), "{value}: {message}");
        }
    }
}

#[test]
fn messages_name_the_field() {
    let kind = Kind::UnknownValue { field: Field::TessellatorDomain, value: 9 };
    assert_eq!(kind.to_string(), "the tessellator domain is 9, which has no meaning");
    let kind = Kind::ReservedBitsSet { field: Field::ColsAndStart, bits: 0x80 };
    assert_eq!(kind.to_string(), "the columns-and-start byte has reserved bits set (0x80)");
    // A mesh shader has primitives where others have patch constants.
    let kind = Kind::VectorsOutOfRange { field: Field::PatchConstantVectors, vectors: 33, limit: 32 };
    assert_eq!(kind.to_string(), "there are 33 patch-constant or primitive vectors, at most 32 are possible");
}

#[test]
fn regions_read_as_a_place() {
    let tag = FourCc::ILDB;
    for (region, expected) in [
        (Region::ContainerHeader, "container header"),
        (Region::PartDirectory, "part directory"),
        (Region::Part(tag), "part ILDB"),
        (Region::ProgramHeader(tag), "program header of part ILDB"),
        (Region::RuntimeInfo, "PSV0 runtime info"),
        (Region::Resources, "PSV0 resource table"),
        (Region::Resource(7), "PSV0 resource 7"),
        (Region::StringTable, "PSV0 string table"),
        (Region::SemanticIndices, "PSV0 semantic-index table"),
        (Region::Elements, "PSV0 signature elements"),
        (Region::InputElement(7), "PSV0 input element 7"),
        (Region::OutputElement(7), "PSV0 output element 7"),
        (Region::PatchConstantElement(7), "PSV0 patch-constant element 7"),
        (Region::Dependencies, "PSV0 dependency tables"),
    ] {
        assert_eq!(region.to_string(), expected);
    }
}

#[test]
fn errors_are_standard_errors() {
    let error = psoview::psv::read(&[]).unwrap_err();
    let error: &dyn std::error::Error = &error;
    assert_eq!(error.to_string(), "PSV0 runtime info at 0x0: a word of 4 bytes is due here, the part has 0 left");
    assert!(error.source().is_none());
}
