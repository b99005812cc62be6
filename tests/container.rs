//! Containers that a builder makes and a test breaks: one field, one error.

mod support;

use psoview::container::{Container, FourCc, ShaderKind};
use psoview::psv;
use psoview::{ErrorKind as Kind, Region};

use support::builder::{Bytes, Part, container, program};
use support::whole;

/// A compute shader's PSV0, its program, and a part that nobody knows.
fn three_parts() -> Bytes {
    let mut unknown = Bytes::default();
    unknown.put("data", [1, 2, 3]);
    container(&[(b"PSV0", &Part::new(52, 5).build()), (b"DXIL", &program(5)), (b"what", &unknown)])
}

#[track_caller]
fn refused(bytes: &Bytes) -> (Kind, u32, Region) {
    Container::parse(&bytes.bytes).map(drop).map_err(whole).expect_err("the container is refused")
}

#[track_caller]
fn findings(bytes: &Bytes) -> Vec<(Kind, u32, Region)> {
    Container::parse(&bytes.bytes).unwrap().findings().map(whole).collect()
}

#[test]
fn parts_are_found_by_their_tag() {
    let bytes = three_parts();
    let container = Container::parse(&bytes.bytes).unwrap();
    assert_eq!(container.parts().map(|part| part.tag().to_string()).collect::<Vec<_>>(), ["PSV0", "DXIL", "what"]);
    let part = container.part(FourCc::new(*b"what")).unwrap();
    assert_eq!((part.data(), part.offset()), (&[1, 2, 3][..], bytes.at("parts[2].data")));
    assert_eq!(part.header_offset(), bytes.at("parts[2].tag"));
    assert_eq!(part.end(), container.size());
    assert_eq!(container.part(FourCc::ISG1), None);
    assert_eq!(container.validate(), Ok(()));
    assert_eq!(container.version().to_string(), "1.0");
}

#[test]
fn rejects_a_declared_size_below_the_header() {
    let bytes = three_parts().with("size", 31);
    let kind = Kind::DeclaredSizeTooSmall { size: 31, minimum: 32 };
    assert_eq!(refused(&bytes), (kind, bytes.at("size"), Region::ContainerHeader));
}

#[test]
fn rejects_another_magic_before_anything_else() {
    let bytes = three_parts().with("magic", u32::from_le_bytes(*b"DXBX")).with("major", 9).with("size", 0);
    let kind = Kind::MagicMismatch { found: FourCc::new(*b"DXBX"), expected: FourCc::DXBC };
    assert_eq!(refused(&bytes), (kind, 0, Region::ContainerHeader));
}

#[test]
fn takes_any_minor_version() {
    let bytes = three_parts().with("minor", 0xffff);
    assert_eq!(Container::parse(&bytes.bytes).unwrap().version().to_string(), "1.65535");
    let bytes = three_parts().with("major", 0);
    let kind = Kind::UnsupportedMajorVersion { found: 0, supported: 1 };
    assert_eq!(refused(&bytes), (kind, bytes.at("major"), Region::ContainerHeader));
}

#[test]
fn rejects_part_data_past_the_container() {
    let bytes = three_parts().with("parts[2].size", 4);
    let tag = FourCc::new(*b"what");
    let kind = Kind::PartOutOfBounds { size: 4, available: 3 };
    assert_eq!(refused(&bytes), (kind, bytes.at("parts[2].size"), Region::Part(tag)));

    // The declared size counts, not the input's.
    let mut longer = bytes.clone();
    longer.bytes.push(4);
    assert_eq!(refused(&longer), (kind, bytes.at("parts[2].size"), Region::Part(tag)));

    let bytes = three_parts().with("parts[0].size", u32::MAX);
    let available = u32::try_from(bytes.bytes.len()).unwrap() - bytes.at("parts[0].info_size");
    let kind = Kind::PartOutOfBounds { size: u32::MAX, available };
    assert_eq!(refused(&bytes), (kind, bytes.at("parts[0].size"), Region::Part(FourCc::PSV0)));
}

#[test]
fn rejects_the_first_part_that_is_wrong() {
    let bytes = three_parts().with("offsets[1]", 43).with("offsets[2]", 0);
    let kind = Kind::PartOffsetInsideDirectory { part_offset: 43, minimum: 44 };
    assert_eq!(refused(&bytes), (kind, bytes.at("offsets[1]"), Region::PartDirectory));
}

#[test]
fn parts_that_share_bytes_are_read_and_found_by_validate() {
    let bytes = three_parts();
    let (first, second) = (bytes.at("offsets[0]"), bytes.at("parts[0].tag"));
    assert_eq!((first, second), (32, 44));
    // The second entry names the first part once more.
    let bytes = bytes.with("offsets[1]", second);
    let container = Container::parse(&bytes.bytes).unwrap();
    assert_eq!(container.parts().map(|part| part.tag().to_string()).collect::<Vec<_>>(), ["PSV0", "PSV0", "what"]);
    assert_eq!(container.part(FourCc::PSV0).unwrap().header_offset(), second);
    let end = three_parts().at("parts[1].tag");
    let third = three_parts().at("parts[2].tag");
    assert_eq!(
        findings(&bytes),
        [
            (
                Kind::PartNotContiguous { part_offset: second, expected: end },
                bytes.at("offsets[1]"),
                Region::PartDirectory
            ),
            (Kind::PartDuplicated { tag: FourCc::PSV0 }, second, Region::Part(FourCc::PSV0)),
            (
                Kind::PartNotContiguous { part_offset: third, expected: end },
                bytes.at("offsets[2]"),
                Region::PartDirectory
            ),
        ]
    );
    assert_eq!(container.validate().map_err(whole), Err(findings(&bytes)[0]));
}

#[test]
fn known_tags_that_come_twice_are_found_and_unknown_ones_are_not() {
    let empty = Bytes::default();
    let bytes =
        container(&[(b"PRIV", &empty), (b"what", &empty), (b"PRIV", &empty), (b"what", &empty), (b"PRIV", &empty)]);
    let duplicate = |part: usize| {
        let at = bytes.at(&format!("parts[{part}].tag"));
        (Kind::PartDuplicated { tag: FourCc::PRIV }, at, Region::Part(FourCc::PRIV))
    };
    assert_eq!(findings(&bytes), [duplicate(2), duplicate(4)]);
    // The first one wins.
    assert_eq!(
        Container::parse(&bytes.bytes).unwrap().part(FourCc::PRIV).unwrap().header_offset(),
        bytes.at("parts[0].tag")
    );
}

#[test]
fn bytes_that_belong_to_no_part_are_found_and_bytes_after_the_container_are_not() {
    let mut bytes = three_parts();
    bytes.bytes.extend([0; 5]);
    let container = Container::parse(&bytes.bytes).unwrap();
    assert_eq!((container.trailing().len(), container.validate()), (5, Ok(())));

    let size = u32::try_from(bytes.bytes.len()).unwrap();
    let bytes = bytes.with("size", size);
    let kind = Kind::PartsEndEarly { end: size - 5, size };
    assert_eq!(findings(&bytes), [(kind, bytes.at("size"), Region::ContainerHeader)]);
}

/// The allocator hands out zeroed pages that nobody has touched.
#[cfg(target_pointer_width = "64")]
#[test]
fn a_container_larger_than_the_runtime_takes_is_found() {
    if !support::has_room_for_large_slices() {
        return;
    }
    let limit = 0x8000_0000_u32;
    let mut bytes = vec![0; limit as usize + 1];
    let mut findings = |size| {
        bytes[..32].copy_from_slice(&container(&[]).with("size", size).bytes);
        Container::parse(&bytes).unwrap().findings().map(whole).collect::<Vec<_>>()
    };
    let early = |size| (Kind::PartsEndEarly { end: 32, size }, 24, Region::ContainerHeader);
    assert_eq!(findings(limit), [early(limit)]);
    let size = limit + 1;
    let too_large = (Kind::ContainerTooLarge { size, limit }, 24, Region::ContainerHeader);
    assert_eq!(findings(size), [too_large, early(size)]);
}

#[test]
fn reads_the_program_header() {
    let bytes = three_parts();
    let container = Container::parse(&bytes.bytes).unwrap();
    let program = container.program().unwrap().unwrap();
    assert_eq!(program.kind(), ShaderKind::COMPUTE);
    assert_eq!((program.shader_model().major(), program.shader_model().minor()), (6, 5));
    assert_eq!((program.dxil_version().major(), program.dxil_version().minor()), (1, 5));
    assert_eq!((program.bitcode(), program.bitcode_offset()), (&b"BC\xc0\xde"[..], bytes.at("parts[1].bitcode")));
    assert_eq!(program.size_in_words(), 7);
}

#[test]
fn a_program_without_debug_information_comes_before_one_with_it() {
    let (plain, debug) = (program(1), program(0));
    let bytes = container(&[(b"ILDB", &debug), (b"DXIL", &plain)]);
    assert_eq!(Container::parse(&bytes.bytes).unwrap().program().unwrap().unwrap().kind(), ShaderKind::VERTEX);
    let bytes = container(&[(b"ILDB", &debug)]);
    assert_eq!(Container::parse(&bytes.bytes).unwrap().program().unwrap().unwrap().kind(), ShaderKind::PIXEL);
}

#[test]
fn rejects_each_field_of_the_program_header() {
    let refused = |field: &str, value| {
        let bytes = three_parts().with(&format!("parts[1].{field}"), value);
        let container = Container::parse(&bytes.bytes).unwrap();
        let error = container.program().map(drop).map_err(whole).unwrap_err();
        assert_eq!(error.1, bytes.at(&format!("parts[1].{field}")));
        assert_eq!(error.2, Region::ProgramHeader(FourCc::DXIL));
        error.0
    };
    assert_eq!(refused("words", 8), Kind::ProgramSizeOutOfBounds { words: 8, available: 28 });
    assert_eq!(refused("words", 0x4000_0001), Kind::ProgramSizeOutOfBounds { words: 0x4000_0001, available: 28 });
    assert_eq!(refused("words", 5), Kind::ProgramSizeTooSmall { words: 5, minimum: 6 });
    assert_eq!(refused("words", 0), Kind::ProgramSizeTooSmall { words: 0, minimum: 6 });
    let found = FourCc::new(*b"DXIX");
    let magic = u32::from_le_bytes(found.bytes());
    assert_eq!(refused("magic", magic), Kind::ProgramMagicMismatch { found, expected: FourCc::DXIL });
    // The offset counts from the magic, which has 20 bytes of the program behind it.
    let offset = |bitcode_offset| Kind::BitcodeOffsetOutOfBounds { bitcode_offset, available: 20 };
    assert_eq!(refused("bitcode_offset", 21), offset(21));
    assert_eq!(refused("bitcode_offset", u32::MAX), offset(u32::MAX));
    assert_eq!(refused("bitcode_size", 5), Kind::BitcodeOutOfBounds { size: 5, available: 4 });
    assert_eq!(refused("bitcode_size", u32::MAX), Kind::BitcodeOutOfBounds { size: u32::MAX, available: 4 });
}

#[test]
fn the_stage_of_a_first_version_comes_from_the_program() {
    let part = Part { stage_info: [3, 4, 2, 3], ..Part::new(24, 0) }.build();
    let bytes = container(&[(b"DXIL", &program(3)), (b"PSV0", &part)]);
    let read = |bytes: &[u8]| {
        let container = Container::parse(bytes).unwrap();
        let psv = psv::part(&container).unwrap().unwrap();
        (psv.stage(), psv.stage_info())
    };
    let (stage, info) = read(&bytes.bytes);
    assert_eq!(stage, Some(ShaderKind::HULL));
    let Some(psv::StageInfo::Hull(hull)) = info else { panic!("{info:?}") };
    assert_eq!((hull.input_control_point_count, hull.output_control_point_count), (3, 4));

    // A program header that cannot be read leaves the stage unknown, and the part readable.
    assert_eq!(read(&bytes.with("parts[0].words", u32::MAX).bytes), (None, None));
    // A stage that the part states is not overruled.
    let bytes = container(&[(b"DXIL", &program(3)), (b"PSV0", &Part::new(36, 1).build())]);
    assert_eq!(read(&bytes.bytes).0, Some(ShaderKind::VERTEX));
}

#[test]
fn errors_of_a_part_count_from_the_start_of_the_container() {
    let bytes = three_parts().with("parts[0].string_table_size", 100);
    let container = Container::parse(&bytes.bytes).unwrap();
    let error = psv::part(&container).map(drop).map_err(whole);
    let kind = Kind::StringTableOutOfBounds { size: 100, available: 12 };
    assert_eq!(error, Err((kind, bytes.at("parts[0].string_table_size"), Region::StringTable)));
}

#[test]
fn errors_print_as_one_line() {
    let bytes = three_parts().with("parts[2].size", 4);
    let error = Container::parse(&bytes.bytes).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!(
            "part what at {:#x}: its data says it has 4 bytes, the container has 3 left",
            bytes.at("parts[2].size")
        )
    );
    assert_eq!(error.kind().name(), "PartOutOfBounds");
    assert_eq!(
        format!("{error:?}"),
        format!(
            "Error {{ kind: PartOutOfBounds {{ size: 4, available: 3 }}, offset: {:#x}, region: Part(FourCc(\"what\")) }}",
            bytes.at("parts[2].size")
        )
    );
}
