//! Parts that a builder makes and a test breaks: one field, one error or finding at that field's offset.

mod support;

use psoview::error::Field;
use psoview::psv;
use psoview::{ErrorKind as Kind, Region};

use support::builder::{Bytes, ELEMENT, Part, Resource};
use support::whole;

type Whole = (Kind, u32, Region);

/// A pixel shader with two resources, two inputs and an output.
fn pixel() -> Part {
    let resource = Resource { resource_type: 2, space: 0, lower: 1, upper: 2, tail: Some((13, 0)) };
    Part {
        input_vectors: 2,
        output_vectors: [1, 0, 0, 0],
        resources: vec![resource, Resource { resource_type: 1, tail: Some((14, 0)), ..resource }],
        strings: b"\0UV\0main\0\0\0\0".to_vec(),
        indices: vec![0, 1],
        inputs: vec![
            support::builder::Element { kind: 3, ..ELEMENT },
            support::builder::Element { name: 1, start_row: 1, ..ELEMENT },
        ],
        outputs: vec![support::builder::Element { kind: 16, ..ELEMENT }],
        dependencies: vec![0xf; 8],
        ..Part::new(56, 0)
    }
}

#[track_caller]
fn refused(bytes: &Bytes) -> Whole {
    let [strict, newer] =
        [psv::read, psv::read_newer].map(|read| read(&bytes.bytes).map(drop).map_err(whole).unwrap_err());
    assert_eq!(strict, newer);
    strict
}

/// What `findings` says where one field of a part has this value. All of it is also what `validate` starts with.
#[track_caller]
fn findings(part: &Part, field: &str, value: u32) -> Vec<Whole> {
    let bytes = part.build();
    assert_eq!(psv::read(&bytes.bytes).unwrap().validate(), Ok(()), "the part is fine before it is broken");
    let broken = bytes.with(field, value);
    let psv = psv::read(&broken.bytes).unwrap();
    let findings: Vec<_> = psv.findings().map(whole).collect();
    assert_eq!(psv.validate().map_err(whole).err(), findings.first().copied());
    findings
}

/// Checks that there is one finding, at the field.
#[track_caller]
fn finds(part: &Part, field: &str, value: u32, kind: Kind, region: Region) {
    assert_eq!(findings(part, field, value), [(kind, part.build().at(field), region)]);
}

#[test]
fn rejects_records_smaller_than_the_first_version() {
    let bytes = pixel().build().with("resource_size", 15);
    let kind = Kind::ResourceRecordTooSmall { size: 15, minimum: 16 };
    assert_eq!(refused(&bytes), (kind, bytes.at("resource_size"), Region::Resources));
    let bytes = pixel().build().with("element_size", 0);
    let kind = Kind::ElementRecordTooSmall { size: 0, minimum: 16 };
    assert_eq!(refused(&bytes), (kind, bytes.at("element_size"), Region::Elements));
    let bytes = pixel().build().with("info_size", 0);
    let kind = Kind::RuntimeInfoTooSmall { size: 0, minimum: 24 };
    assert_eq!(refused(&bytes), (kind, 0, Region::RuntimeInfo));
}

#[test]
fn rejects_counts_that_the_part_has_no_room_for() {
    let part = pixel().build();
    let left = |from: &str| u32::try_from(part.bytes.len()).unwrap() - part.at(from);
    let bytes = part.with("resource_count", 99);
    let kind = Kind::ResourcesOutOfBounds { count: 99, room: left("resources[0].type") / 24 };
    assert_eq!(refused(&bytes), (kind, part.at("resource_count"), Region::Resources));

    let bytes = part.with("input_elements", 255);
    let kind = Kind::ElementsOutOfBounds { count: 256, room: left("inputs[0].name") / 16 };
    assert_eq!(refused(&bytes), (kind, part.at("inputs[0].name"), Region::Elements));

    // A second row of outputs needs no more words, a ninth does: two for each of eight inputs.
    let bytes = part.with("output_vectors[0]", 9);
    let kind = Kind::DependenciesOutOfBounds { needed: 64, available: 32 };
    assert_eq!(refused(&bytes), (kind, part.at("dependencies[0]"), Region::Dependencies));
}

#[test]
fn a_remainder_that_is_not_words_is_for_read_newer() {
    let mut bytes = pixel().build();
    bytes.bytes.extend([1, 2, 3]);
    let kind = Kind::RemainderNotWords { length: 35, word: 4 };
    let error = psv::read(&bytes.bytes).map(drop).map_err(whole);
    assert_eq!(error, Err((kind, bytes.at("dependencies[0]"), Region::Dependencies)));
    let newer = psv::read_newer(&bytes.bytes).unwrap();
    assert_eq!(newer.trailing(), [1, 2, 3]);
    assert_eq!(newer.validate(), Ok(()));

    let mut bytes = Part::new(24, 0).build();
    bytes.bytes.extend([1; 6]);
    let error = psv::read(&bytes.bytes).map(drop).map_err(whole);
    assert_eq!(error, Err((Kind::RemainderNotWords { length: 6, word: 4 }, 32, Region::Dependencies)));
}

#[test]
fn resources_that_no_compiler_writes_are_found() {
    let region = Region::Resource(1);
    let unknown = |field, value| Kind::UnknownValue { field, value };
    finds(&pixel(), "resources[1].type", 10, unknown(Field::ResourceType, 10), region);
    finds(&pixel(), "resources[1].kind", 19, unknown(Field::ResourceKind, 19), region);
    let flags = Kind::ReservedBitsSet { field: Field::ResourceFlags, bits: 0x8000_0006 };
    finds(&pixel(), "resources[1].flags", 0x8000_0007, flags, region);
    let at = pixel().build().at("resources[1].lower");
    assert_eq!(
        findings(&pixel(), "resources[1].upper", 0),
        [(Kind::ResourceRangeReversed { lower: 1, upper: 0 }, at, region)]
    );
    assert_eq!(findings(&pixel(), "resources[1].flags", 1), [], "64-bit atomics are known");
}

#[test]
fn elements_that_no_compiler_writes_are_found() {
    let region = Region::InputElement(1);
    let string = |string_offset| Kind::StringOffsetOutOfBounds { string_offset, size: 12 };
    finds(&pixel(), "inputs[1].name", 12, string(12), region);
    finds(&pixel(), "inputs[1].name", u32::MAX, string(u32::MAX), region);
    finds(&pixel(), "inputs[1].indices", 2, Kind::SemanticIndicesOutsideTable { first: 2, rows: 1, count: 2 }, region);
    let rows = |rows| Kind::ElementRowsOutOfRange { rows, limit: 32 };
    finds(&pixel(), "inputs[1].rows", 0, rows(0), region);
    finds(&pixel(), "inputs[1].start_row", 32, Kind::ElementPastLastRow { row: 32, limit: 31 }, region);
    assert_eq!(findings(&pixel(), "inputs[1].start_row", 31), []);
    let columns = |cols| Kind::ElementColumnsOutOfRange { cols, limit: 4 };
    finds(&pixel(), "inputs[1].cols_and_start", 0x40, columns(0), region);
    finds(&pixel(), "inputs[1].cols_and_start", 0x54, Kind::ElementPastLastColumn { column: 4, limit: 3 }, region);
    finds(&pixel(), "inputs[1].cols_and_start", 0x05, columns(5), region);
    assert_eq!(findings(&pixel(), "inputs[1].cols_and_start", 0x34), [], "an element without registers starts nowhere");
    let unknown = |field, value| Kind::UnknownValue { field, value };
    finds(&pixel(), "inputs[1].kind", 32, unknown(Field::SemanticKind, 32), region);
    finds(&pixel(), "inputs[1].component_type", 10, unknown(Field::ComponentType, 10), region);
    finds(&pixel(), "inputs[1].interpolation", 9, unknown(Field::InterpolationMode, 9), region);
    let reserved = |field, bits| Kind::ReservedBitsSet { field, bits };
    finds(&pixel(), "inputs[1].cols_and_start", 0xc4, reserved(Field::ColsAndStart, 0x80), region);
    let stream = reserved(Field::DynamicMaskAndStream, 0xc0);
    finds(&pixel(), "inputs[1].dynamic_mask_and_stream", 0xff, stream, region);
    finds(&pixel(), "inputs[1].reserved", 7, reserved(Field::Reserved, 7), region);
    finds(&pixel(), "outputs[0].reserved", 7, reserved(Field::Reserved, 7), Region::OutputElement(0));
}

#[test]
fn an_element_has_its_fields_apart() {
    let element = support::builder::Element {
        indices: 7,
        rows: 3,
        start_row: 5,
        cols_and_start: 0x40 | 0x80 | 1 << 4 | 2,
        dynamic_mask_and_stream: 0x80 | 3 << 4 | 0b0101,
        reserved: 0x5a,
        ..ELEMENT
    };
    let part = Part { outputs: vec![element], indices: (10..20).collect(), ..Part::new(36, 2) }.build();
    let psv = psv::read(&part.bytes).unwrap();
    let element = psv.outputs().get(0).unwrap();
    assert_eq!(element.semantic_indices().unwrap().iter().collect::<Vec<_>>(), [17, 18, 19]);
    assert_eq!(element.semantic_indices().unwrap().get(2), Some(19));
    assert_eq!(element.semantic_indices().unwrap().get(3), None);
    assert_eq!((element.rows(), element.start_row()), (3, Some(5)));
    assert_eq!((element.cols(), element.start_col(), element.component_mask()), (2, Some(1), Some(0b110)));
    assert_eq!((element.dynamic_mask(), element.stream()), (0b101, 3));
    assert_eq!(element.reserved_bits(), [0x80, 0x80, 0x5a]);
    assert_eq!(element.offset(), part.at("outputs[0].name"));
}

#[test]
fn strings_and_their_table() {
    let entry = |part: &Part, value| findings(part, "entry_name", value);
    let at = pixel().build().at("entry_name");
    let kind = Kind::StringOffsetOutOfBounds { string_offset: 12, size: 12 };
    assert_eq!(entry(&pixel(), 12), [(kind, at, Region::RuntimeInfo)]);
    assert_eq!(entry(&pixel(), 6), [], "a name may start inside another");

    let part = pixel();
    let mut bytes = part.build();
    let last = bytes.range("strings").end - 1;
    bytes.bytes[last] = b'x';
    let psv = psv::read(&bytes.bytes).unwrap();
    let kind = Kind::StringTableUnterminated { last: b'x', expected: 0 };
    assert_eq!(psv.findings().map(whole).collect::<Vec<_>>(), [(kind, last as u32, Region::StringTable)]);
    let kind = Kind::StringUnterminated { string_offset: 11, size: 12 };
    assert_eq!(psv.string(11).map_err(whole), Err((kind, last as u32, Region::StringTable)));
    assert_eq!(psv.string(1), Ok(&b"UV"[..]));
    assert_eq!(psv.string(2), Ok(&b"V"[..]));
    assert_eq!(psv.string_table().len(), 12);

    let part = Part { strings: b"\0UV\0main\0\0".to_vec(), ..pixel() };
    let bytes = part.build();
    let found: Vec<_> = psv::read(&bytes.bytes).unwrap().findings().map(whole).collect();
    let kind = Kind::StringTableNotWords { size: 10, word: 4 };
    assert_eq!(found, [(kind, bytes.at("string_table_size"), Region::StringTable)]);

    let part = Part { strings: b"\0\xc3(\0".to_vec(), ..pixel() };
    let bytes = part.build();
    let psv = psv::read(&bytes.bytes).unwrap();
    let element = psv.inputs().get(1).unwrap();
    assert_eq!(element.name_bytes(), Ok(&b"\xc3("[..]));
    let kind = Kind::StringNotUtf8 { string_offset: 1, valid_up_to: 0 };
    assert_eq!(element.name().map_err(whole), Err((kind, bytes.at("inputs[1].name"), Region::InputElement(1))));
}

#[test]
fn stage_values_that_have_no_name_are_found() {
    let region = Region::RuntimeInfo;
    let unknown = |field, value| Kind::UnknownValue { field, value };
    let hull = Part { stage_info: [3, 3, 2, 3], ..Part::new(36, 3) };
    finds(&hull, "stage_info[2]", 4, unknown(Field::TessellatorDomain, 4), region);
    finds(&hull, "stage_info[3]", 5, unknown(Field::TessellatorOutputPrimitive, 5), region);
    let domain = Part { stage_info: [3, 1, 2, 0], ..Part::new(36, 4) };
    finds(&domain, "stage_info[2]", 9, unknown(Field::TessellatorDomain, 9), region);
    let geometry = Part { stage_info: [3, 5, 1, 1], ..Part::new(36, 2) };
    finds(&geometry, "stage_info[0]", 4, unknown(Field::InputPrimitive, 4), region);
    finds(&geometry, "stage_info[1]", 6, unknown(Field::OutputTopology, 6), region);
    let streams = Kind::ReservedBitsSet { field: Field::OutputStreamMask, bits: 0x10 };
    finds(&geometry, "stage_info[2]", 0x1f, streams, region);
    let mesh = Part { stage_counts: [0, 2], ..Part::new(36, 13) };
    finds(&mesh, "stage_counts[1]", 3, unknown(Field::MeshOutputTopology, 3), region);
    finds(&Part::new(36, 5), "stage", 16, unknown(Field::ShaderStage, 16), region);
}

#[test]
fn signatures_of_more_rows_than_registers_are_found() {
    let too_many = |field, vectors| Kind::VectorsOutOfRange { field, vectors, limit: 32 };
    let compute = Part::new(36, 5);
    finds(&compute, "input_vectors", 33, too_many(Field::InputVectors, 33), Region::RuntimeInfo);
    assert_eq!(findings(&compute, "input_vectors", 32), [], "as many as there are registers");
    finds(&compute, "output_vectors[0]", 255, too_many(Field::OutputVectors, 255), Region::RuntimeInfo);
    assert_eq!(findings(&compute, "output_vectors[1]", 255), [], "a stream that the stage does not have");
    assert_eq!(findings(&compute, "stage_counts[0]", 255), [], "patch constants that the stage does not have");
    let geometry = Part { stage_info: [1, 1, 1, 0], ..Part::new(36, 2) };
    finds(&geometry, "output_vectors[3]", 40, too_many(Field::OutputVectors, 40), Region::RuntimeInfo);
    assert_eq!(findings(&geometry, "stage_counts[0]", 255), [], "part of the vertex count");
    let hull = Part { stage_info: [3, 3, 2, 3], ..Part::new(36, 3) };
    finds(&hull, "stage_counts[0]", 33, too_many(Field::PatchConstantVectors, 33), Region::RuntimeInfo);
}

#[test]
fn mask_bits_past_the_last_row_are_found_in_the_mask_that_has_them() {
    let bit = |component| Kind::MaskBitBeyondVectors { component, components: 4 };
    finds(&pixel(), "dependencies[5]", 0x10, bit(4), Region::Dependencies);
    finds(&pixel(), "dependencies[0]", 0x8000_0000, bit(31), Region::Dependencies);
    // Nine rows of outputs: the second word of the second mask has four bits.
    let part = Part { input_vectors: 1, output_vectors: [9, 0, 0, 0], dependencies: vec![0; 8], ..Part::new(36, 1) };
    let kind = Kind::MaskBitBeyondVectors { component: 37, components: 36 };
    finds(&part, "dependencies[3]", 0x20, kind, Region::Dependencies);
    assert_eq!(findings(&part, "dependencies[3]", 0xf), []);
    assert_eq!(findings(&part, "dependencies[2]", u32::MAX), []);
}

#[test]
fn tables_print_the_inputs_that_something_depends_on() {
    let part = Part { dependencies: vec![0, 0b1001, 0, 0, 0, 0, 0, 0b10], ..pixel() }.build();
    let psv = psv::read(&part.bytes).unwrap();
    let [table, others @ ..] = psv.dependencies().input_to_output().unwrap();
    assert_eq!(format!("{table:?}"), "[(1, {0, 3}), (7, {1})]");
    assert_eq!(format!("{others:?}"), "[[], [], []]");
}

#[test]
fn words_after_the_tables_are_found_by_read_alone() {
    let part = Part { dependencies: vec![0xf; 10], ..pixel() };
    let bytes = part.build();
    let psv = psv::read(&bytes.bytes).unwrap();
    assert_eq!(psv.trailing(), [0xf, 0, 0, 0, 0xf, 0, 0, 0]);
    let kind = Kind::TrailingBytes { length: 8, expected: 32 };
    let found: Vec<_> = psv.findings().map(whole).collect();
    assert_eq!(found, [(kind, bytes.at("dependencies[8]"), Region::Dependencies)]);
    assert_eq!(psv::read_newer(&bytes.bytes).unwrap().validate(), Ok(()));
}

#[test]
fn wave_lanes_that_nobody_asked_for_are_none() {
    let part = Part::new(24, 0).build();
    let lanes = |bytes: &Bytes| {
        let info = psv::read(&bytes.bytes).unwrap().runtime_info();
        (info.min_wave_lanes(), info.max_wave_lanes())
    };
    assert_eq!(lanes(&part), (None, None));
    assert_eq!(lanes(&part.with("min_wave_lanes", 4).with("max_wave_lanes", 0)), (Some(4), Some(0)));
}

#[test]
fn a_part_of_the_first_version_is_read_for_a_stage_the_caller_knows() {
    let part = Part { stage_info: [5, 0x0102, 7, 0x0403_0201], ..Part::new(24, 0) }.build();
    let psv = psv::read(&part.bytes).unwrap();
    assert_eq!((psv.stage(), psv.stage_info()), (None, None));
    let psv::StageInfo::Mesh(mesh) = psv.stage_info_as(psv::ShaderKind::MESH) else { panic!() };
    assert_eq!((mesh.group_shared_bytes_used, mesh.payload_size_in_bytes), (5, 7));
    assert_eq!((mesh.max_output_vertices, mesh.max_output_primitives), (0x0201, 0x0403));
    let psv::StageInfo::Domain(domain) = psv.stage_info_as(psv::ShaderKind::DOMAIN) else { panic!() };
    assert!(domain.output_position_present);
    let psv::StageInfo::Geometry(geometry) = psv.stage_info_as(psv::ShaderKind::GEOMETRY) else { panic!() };
    assert!(geometry.output_position_present);
    // The vertex stage has its flag in byte 0, not in word 3.
    let part = Part { stage_info: [0, 0, 0, 1], ..Part::new(24, 0) }.build();
    let psv::StageInfo::Vertex(vertex) = psv::read(&part.bytes).unwrap().stage_info_as(psv::ShaderKind::VERTEX) else {
        panic!()
    };
    assert!(!vertex.output_position_present);
    assert!(psv.inputs().is_empty() && psv.semantic_indices().is_empty() && psv.string_table().is_empty());
    assert!(psv.dependencies().input_to_output().is_none());
}

#[test]
fn every_size_between_two_versions_reads_as_the_smaller() {
    for size in 24..80_u32 {
        let mut bytes = size.to_le_bytes().to_vec();
        bytes.extend(std::iter::repeat_n(0, size as usize));
        bytes.extend([0; 12]);
        let psv = psv::read_newer(&bytes).unwrap();
        let known = [24, 36, 48, 52, 56].into_iter().rev().find(|&known| known <= size).unwrap();
        let version = [24, 36, 48, 52, 56].iter().position(|&size| size == known).unwrap();
        assert_eq!(usize::from(psv.version()), version, "{size}");
        assert_eq!(psv.runtime_info().unknown().len(), (size - known) as usize, "{size}");
        assert_eq!(psv.runtime_info().size(), size);
        let strict = psv::read(&bytes).map(|psv| psv.version()).map_err(whole);
        let unsupported = (Kind::UnsupportedRuntimeInfoSize { size, newest: 56 }, 0, Region::RuntimeInfo);
        assert_eq!(strict, if size == known { Ok(version as u8) } else { Err(unsupported) });
    }
}

#[test]
fn records_with_unknown_bytes_are_as_far_apart_as_stated() {
    let part = Part { unknown: [vec![1; 8], vec![2; 5], vec![3; 7]], ..pixel() };
    let (bytes, known) = (part.build(), pixel().build());
    let unsupported = (Kind::UnsupportedRuntimeInfoSize { size: 64, newest: 56 }, 0, Region::RuntimeInfo);
    assert_eq!(psv::read(&bytes.bytes).map(drop).map_err(whole), Err(unsupported));
    let (psv, expected) = (psv::read_newer(&bytes.bytes).unwrap(), psv::read(&known.bytes).unwrap());
    assert_eq!(psv.validate(), Ok(()));

    assert_eq!((psv.version(), psv.runtime_info().unknown()), (4, &[1; 8][..]));
    assert_eq!(psv.resources().record_size(), Some(24 + 5));
    for (index, (resource, expected)) in psv.resources().iter().zip(expected.resources()).enumerate() {
        let values = |resource: psv::Resource<'_>| {
            (resource.resource_type(), resource.lower(), resource.upper(), resource.kind(), resource.flags())
        };
        assert_eq!(values(resource), values(expected));
        assert_eq!(resource.unknown(), [2; 5]);
        assert_eq!(resource.offset(), bytes.at(&format!("resources[{index}].type")));
    }
    assert_eq!(psv.inputs().record_size(), Some(16 + 7));
    assert_eq!((psv.inputs().get(1).unwrap().name(), expected.inputs().get(1).unwrap().name()), (Ok("UV"), Ok("UV")));
    for (element, name) in psv.inputs().iter().chain(psv.outputs()).zip(["inputs[0]", "inputs[1]", "outputs[0]"]) {
        assert_eq!(element.unknown(), [3; 7]);
        assert_eq!(element.offset(), bytes.at(&format!("{name}.name")));
    }
    assert_eq!(psv.outputs().get(0).unwrap().semantic_kind(), psv::SemanticKind::TARGET);
    assert!(psv.dependencies().words().eq(expected.dependencies().words()));
    assert_eq!(psv.trailing(), [0_u8; 0]);
}

#[test]
fn a_resource_record_between_two_versions_has_no_kind() {
    let resource = Resource { resource_type: 3, space: 9, lower: 1, upper: 1, tail: None };
    for extra in 1..8 {
        let part = Part { resources: vec![resource; 2], unknown: [vec![], vec![7; extra], vec![]], ..Part::new(36, 5) };
        let bytes = part.build();
        let psv = psv::read_newer(&bytes.bytes).unwrap();
        let second = psv.resources().get(1).unwrap();
        assert_eq!((second.space(), second.kind(), second.flags()), (9, None, None));
        assert_eq!(second.unknown().len(), extra);
        assert_eq!(second.offset(), bytes.at("resources[1].type"));
    }
}
