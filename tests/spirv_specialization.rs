//! Values for constants: from map entries by Vulkan's rules, typed, and written into a module in place.

mod support;

use psoview::spirv::{
    DataLayout, Endianness, InPlaceError, MapEntry, Module, Scalar, SetError, SpecErrorKind, Specialization,
    specialize_in_place,
};
use psoview::{ErrorKind as Kind, Region};
use serde_json::Value;

use support::spirv::{applied, scratch, swapped, to_bytes, to_words, with_index, with_values};
use support::{read, whole};

fn case(name: &str) -> Vec<u8> {
    read(&format!("spirv_cases/{name}.spv"))
}

fn entry(constant_id: u32, offset: u32, size: usize) -> MapEntry {
    MapEntry { constant_id, offset, size }
}

/// The kind, the entry, what is found and what the limit is.
type SpecFault = (SpecErrorKind, usize, u64, u64);

#[track_caller]
fn fault(module: &[u8], entries: &[MapEntry], data: &[u8]) -> SpecFault {
    let specialization = Specialization { entries, data };
    with_index(module, |index| {
        let mut words = scratch(specialization.check_words(index));
        let error = specialization.check(index, &mut words).map(|_| ()).unwrap_err();
        (error.kind(), error.entry(), error.found(), error.limit())
    })
    .unwrap()
}

fn vectors() -> Vec<Value> {
    serde_json::from_slice::<Value>(&read("spirv_cases/apply_vectors.json")).unwrap().as_array().unwrap().clone()
}

fn bytes_of(hex: &str) -> Vec<u8> {
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect()
}

fn entries_of(vector: &Value) -> Vec<MapEntry> {
    let number = |entry: &Value, key: &str| entry[key].as_u64().unwrap();
    let entries = vector["entries"].as_array().unwrap().iter();
    let entries =
        entries.map(|e| entry(number(e, "constantID") as u32, number(e, "offset") as u32, number(e, "size") as usize));
    entries.collect()
}

/// The bits that a vector expects, in a type of so many bits.
fn bits_of(expected: &Value, width: u32) -> u64 {
    let mask = u64::MAX >> (64 - width);
    match expected {
        Value::Bool(value) => u64::from(*value),
        Value::Number(number) => number.as_i64().unwrap() as u64 & mask,
        Value::String(text) => match text.split_once("0x") {
            Some((_, bits)) => u64::from_str_radix(bits.trim_end_matches(')'), 16).unwrap(),
            None => u64::from(text.parse::<f32>().unwrap().to_bits()),
        },
        _ => panic!("{expected}"),
    }
}

#[test]
fn applies_every_vector() {
    // The numbers of ids by the names that the vectors use.
    let ids = [("a", 2), ("r", 5)];
    let layout = DataLayout::VULKAN.in_order(Endianness::Little);
    let vectors = vectors();
    assert_eq!(vectors.len(), 25);
    for vector in vectors {
        let name = vector["name"].as_str().unwrap();
        let (entries, data) = (entries_of(&vector), bytes_of(vector["data_hex"].as_str().unwrap()));
        let specialization = Specialization { entries: &entries, data: &data };
        let module = case(vector["module"].as_str().unwrap());
        with_index(&module, |index| {
            let mut words = scratch(specialization.check_words(index));
            let settings = match specialization.check_with(layout, index, &mut words) {
                Ok(settings) => settings,
                Err(error) => return assert_eq!(error.kind().name(), vector["expect"]["error"], "{name}"),
            };
            for (key, expected) in vector["expect"].as_object().unwrap() {
                match key.parse::<u32>() {
                    Ok(spec_id) => {
                        let constant = index.by_spec_id(spec_id).next().unwrap();
                        let width = constant.byte_size().unwrap() as u32 * 8;
                        assert_eq!(settings.bits(&constant), Some(bits_of(expected, width)), "{name}: {spec_id}");
                    }
                    Err(_) if key == "defaults" => {
                        for constant in index.spec_constants() {
                            assert_eq!(settings.bits(&constant), constant.default_bits(), "{name}");
                        }
                    }
                    Err(_) => {
                        let mut words = scratch(settings.evaluation_words());
                        let values = settings.evaluate(&mut words).unwrap();
                        if key == "q" {
                            let quotient = values.get(6).unwrap();
                            assert_eq!((quotient.bits(), quotient.is_undefined()), (Some(0), true), "{name}");
                        } else {
                            let id = ids.iter().find(|(name, _)| name == key).unwrap().1;
                            assert_eq!(values.get(id).unwrap().bits(), Some(bits_of(expected, 32)), "{name}: {key}");
                        }
                    }
                }
            }
        })
        .unwrap();
    }
}

#[test]
fn reads_data_of_either_byte_order_whatever_the_modules() {
    let module = case("basic_all_scalar_types");
    for module in [module.clone(), swapped(&module)] {
        for (endianness, data) in
            [(Endianness::Little, [1, 2, 3, 4, 5, 6, 7, 8]), (Endianness::Big, [8, 7, 6, 5, 4, 3, 2, 1])]
        {
            let entries = [entry(9, 0, 8)];
            let specialization = Specialization { entries: &entries, data: &data };
            with_index(&module, |index| {
                let mut words = scratch(specialization.check_words(index));
                let layout = DataLayout::VULKAN.in_order(endianness);
                let settings = specialization.check_with(layout, index, &mut words).unwrap();
                let constant = index.by_spec_id(9).next().unwrap();
                assert_eq!(settings.bits(&constant), Some(0x0807_0605_0403_0201));
            })
            .unwrap();
        }
    }
}

#[test]
fn takes_a_bool_of_one_byte_in_opencl_only() {
    let module = case("basic_all_scalar_types");
    let entries = [entry(0, 0, 1)];
    let specialization = Specialization { entries: &entries, data: &[2] };
    with_index(&module, |index| {
        let mut words = scratch(specialization.check_words(index));
        let settings = specialization.check_with(DataLayout::OPENCL, index, &mut words).unwrap();
        let constant = index.by_spec_id(0).next().unwrap();
        assert_eq!((settings.bits(&constant), constant.byte_size_in_opencl()), (Some(1), Some(1)));
    })
    .unwrap();
    assert_eq!(fault(&module, &entries, &[2]), (SpecErrorKind::SizeMismatch, 0, 1, 4));
}

#[test]
fn checks_an_entry_by_every_rule_before_the_next_entry() {
    let module = case("basic_all_scalar_types");
    let data = [0; 4];
    // Each list breaks two rules; of one entry the rule that comes first counts, of two entries the first entry.
    assert_eq!(fault(&module, &[entry(7, 4, 9)], &data), (SpecErrorKind::OffsetOutOfRange, 0, 4, 4));
    assert_eq!(fault(&module, &[entry(7, 2, 3)], &data), (SpecErrorKind::SizeOutOfRange, 0, 3, 2));
    let repeated_and_out = [entry(7, 0, 4), entry(7, 1, 4)];
    assert_eq!(fault(&module, &repeated_and_out, &data), (SpecErrorKind::SizeOutOfRange, 1, 4, 3));
    let repeated_and_short = [entry(7, 0, 4), entry(7, 0, 2)];
    assert_eq!(fault(&module, &repeated_and_short, &data), (SpecErrorKind::DuplicateConstantId, 1, 7, 0));
    let short_then_out = [entry(7, 0, 2), entry(6, 9, 4)];
    assert_eq!(fault(&module, &short_then_out, &data), (SpecErrorKind::SizeMismatch, 0, 2, 4));
    let unknown_twice = [entry(6, 0, 4), entry(999, 0, 3), entry(7, 0, 4), entry(999, 0, 3), entry(8, 9, 9)];
    assert_eq!(fault(&module, &unknown_twice, &data), (SpecErrorKind::DuplicateConstantId, 3, 999, 1));
    assert_eq!(
        fault(&module, &[entry(7, u32::MAX, usize::MAX)], &data),
        (SpecErrorKind::OffsetOutOfRange, 0, 0xffff_ffff, 4)
    );
    let size = usize::MAX;
    assert_eq!(fault(&module, &[entry(7, 1, size)], &data), (SpecErrorKind::SizeOutOfRange, 0, size as u64, 3));
    assert_eq!(fault(&module, &[entry(7, 0, 0)], &[]), (SpecErrorKind::OffsetOutOfRange, 0, 0, 0));
}

#[test]
fn names_the_rule_and_the_constant() {
    let module = read("spirv_cases/malformed/name_garbage_after_nul.spv");
    let entries = [entry(7, 0, 2)];
    let specialization = Specialization { entries: &entries, data: &[0; 4] };
    with_index(&module, |index| {
        let mut words = scratch(specialization.check_words(index));
        let error = specialization.check(index, &mut words).unwrap_err();
        let message = "map entry 0 (constant ID 7, \"AA\"): its size is 2, the constant has 4 bytes \
                       (VUID-VkSpecializationMapEntry-constantID-00776)";
        assert_eq!(error.to_string(), message);
    })
    .unwrap();
}

#[test]
fn lists_entries_that_no_constant_has() {
    let module = case("basic_all_scalar_types");
    let entries = [entry(99, 0, 4), entry(7, 0, 4), entry(u32::MAX, 1, 1)];
    let specialization = Specialization { entries: &entries, data: &[0; 4] };
    with_index(&module, |index| {
        let unknown: Vec<_> =
            specialization.unknown(index).map(|(number, entry)| (number, entry.constant_id)).collect();
        assert_eq!(unknown, [(0, 99), (2, u32::MAX)]);
    })
    .unwrap();
}

#[test]
fn sets_every_constant_that_shares_a_spec_id() {
    let entries = [entry(7, 0, 4)];
    let specialization = Specialization { entries: &entries, data: &1_u32.to_ne_bytes() };
    // a bool and a uint
    assert_eq!(applied(&case("dup_specid_bool_and_uint"), &specialization), Ok(vec![(1, 1), (2, 1)]));
    let entries = [entry(5, 0, 4)];
    let specialization = Specialization { entries: &entries, data: &21_u32.to_ne_bytes() };
    assert_eq!(applied(&case("group_decorate_specid_two_targets"), &specialization), Ok(vec![(2, 21), (3, 21)]));
}

/// Two constants of 32 and 64 bits with one SpecId.
fn conflicting() -> Vec<u8> {
    to_bytes(&[
        0x0723_0203,
        0x0001_0300,
        0,
        6,
        0, //
        4 << 16 | 71,
        3,
        1,
        8, //
        4 << 16 | 71,
        5,
        1,
        8, //
        4 << 16 | 21,
        1,
        32,
        0, //
        4 << 16 | 21,
        2,
        64,
        0, //
        4 << 16 | 50,
        1,
        3,
        30, //
        5 << 16 | 50,
        2,
        5,
        50,
        0,
    ])
}

#[test]
fn reports_a_spec_id_whose_constants_differ_in_size() {
    let module = conflicting();
    with_index(&module, |index| {
        assert_eq!(index.conflicts().collect::<Vec<_>>(), [8]);
        let sizes: Vec<_> = index.by_spec_id(8).map(|constant| constant.byte_size()).collect();
        assert_eq!(sizes, [Some(4), Some(8)]);
        let mut words = scratch(index.settings_words());
        let mut settings = index.settings(&mut words).unwrap();
        assert_eq!(
            settings.set(8, Scalar::U32(1)).unwrap_err().to_string(),
            "the value does not go with the type of the constant %5"
        );
        let constants: Vec<_> = index.spec_constants().collect();
        assert!(constants.iter().all(|constant| !settings.is_given(constant)));
    })
    .unwrap();
    assert_eq!(fault(&module, &[entry(8, 0, 4)], &[0; 8]), (SpecErrorKind::SizeMismatch, 0, 4, 8));
    assert_eq!(fault(&module, &[entry(8, 0, 8)], &[0; 8]), (SpecErrorKind::SizeMismatch, 0, 8, 4));
}

#[test]
fn takes_typed_values_of_the_right_type_only() {
    with_index(&case("basic_all_scalar_types"), |index| {
        let mut words = scratch(index.settings_words());
        let mut settings = index.settings(&mut words).unwrap();
        // 2: i8, 3: u8, 9: u64, 11: f32, 10: f16, 0: bool
        for (spec_id, value, bits) in [
            (2, Scalar::U8(200), 200),
            (3, Scalar::I8(-1), 255),
            (9, Scalar::I64(-1), u64::MAX),
            (11, Scalar::F32(-0.0), 0x8000_0000),
            (12, Scalar::F64(0.5), 0x3fe0_0000_0000_0000),
            (10, Scalar::Bits(0x3c00), 0x3c00),
            (0, Scalar::Bool(true), 1),
            (0, Scalar::Bits(0), 0),
        ] {
            settings.set(spec_id, value).unwrap();
            let constant = index.by_spec_id(spec_id).next().unwrap();
            assert_eq!((settings.bits(&constant), settings.is_given(&constant)), (Some(bits), true), "{spec_id}");
        }
        let id = |spec_id| index.by_spec_id(spec_id).next().unwrap().result_id();
        for (spec_id, value) in [
            (2, Scalar::I16(1)),
            (7, Scalar::F32(1.0)),
            (7, Scalar::Bool(true)),
            (11, Scalar::U32(1)),
            (10, Scalar::F32(1.0)),
            (0, Scalar::U32(1)),
            (0, Scalar::Bits(2)),
            (3, Scalar::Bits(256)),
        ] {
            let error = settings.set(spec_id, value);
            assert!(
                matches!(error, Err(SetError::TypeMismatch { result_id, .. }) if result_id == id(spec_id)),
                "{value:?}"
            );
        }
        assert!(matches!(settings.set(99, Scalar::U32(1)), Err(SetError::UnknownSpecId { spec_id: 99, .. })));
    })
    .unwrap();
}

/// Constants %3 "N" and %4 "N" with the SpecIds given, %5 "free" with none.
fn named(first: u32, second: u32) -> Vec<u8> {
    to_bytes(&[
        0x0723_0203,
        0x0001_0000,
        0,
        6,
        0, //
        3 << 16 | 5,
        3,
        u32::from(b'N'), //
        3 << 16 | 5,
        4,
        u32::from(b'N'), //
        4 << 16 | 5,
        5,
        u32::from_le_bytes(*b"free"),
        0, //
        4 << 16 | 71,
        3,
        1,
        first, //
        4 << 16 | 71,
        4,
        1,
        second, //
        4 << 16 | 21,
        1,
        32,
        1, //
        4 << 16 | 50,
        1,
        3,
        1, //
        4 << 16 | 50,
        1,
        4,
        2, //
        4 << 16 | 50,
        1,
        5,
        3,
    ])
}

#[test]
fn sets_by_name_where_the_name_says_which() {
    with_index(&named(8, 8), |index| {
        let mut words = scratch(index.settings_words());
        let mut settings = index.settings(&mut words).unwrap();
        settings.set_by_name("N", Scalar::I32(-4)).unwrap();
        let bits: Vec<_> = index.spec_constants().map(|constant| settings.bits(&constant).unwrap()).collect();
        assert_eq!(bits, [0xffff_fffc, 0xffff_fffc, 3]);
        assert!(matches!(
            settings.set_by_name("free", Scalar::I32(1)),
            Err(SetError::NameWithoutSpecId { result_id: 5, .. })
        ));
        assert_eq!(settings.set_by_name("M", Scalar::I32(1)), Err(SetError::UnknownName));
        assert_eq!(index.by_name("N").map(|constant| constant.result_id()).collect::<Vec<_>>(), [3, 4]);
    })
    .unwrap();
    with_index(&named(8, 9), |index| {
        assert!(matches!(index.spec_id_of("N"), Err(SetError::AmbiguousName { first: 8, second: 9, .. })));
    })
    .unwrap();
}

#[test]
fn keys_are_the_effective_values_however_they_were_given() {
    let module = case("basic_all_scalar_types");
    let key = |entries: &[MapEntry], data: &[u8]| {
        with_index(&module, |index| {
            let specialization = Specialization { entries, data };
            let mut words = scratch(specialization.check_words(index));
            let settings = specialization.check(index, &mut words).unwrap();
            let mut out = vec![0xaa; settings.key_size() + 3];
            settings.write_key(&mut out).unwrap().to_vec()
        })
        .unwrap()
    };
    let default = key(&[], &[]);
    // Thirteen SpecIds, and their values in 4 + 4 + (1 + 2) * 2 + 4 * 2 + 8 * 2 + 2 + 4 + 8 bytes.
    assert_eq!(default.len(), 13 * 4 + 4 * 2 + 3 * 2 + 4 * 2 + 8 * 2 + 2 + 4 + 8);
    let entries = [entry(7, 0, 4), entry(999, 0, 1)];
    let given = key(&entries, &77_u32.to_ne_bytes());
    let position = default.windows(4).position(|window| window == 7_u32.to_le_bytes()).unwrap();
    assert_eq!(given[position..position + 8], [7, 0, 0, 0, 77, 0, 0, 0]);
    let default_value = u32::from_le_bytes(default[position + 4..position + 8].try_into().unwrap());
    assert_eq!(key(&[entry(7, 0, 4)], &default_value.to_ne_bytes()), default);
    // Any bool that is not zero is the same.
    let bools = [1_u32, 0x0100_0000].map(|value| key(&[entry(0, 0, 4)], &value.to_ne_bytes()));
    assert_eq!(bools[0], bools[1]);
}

#[test]
fn says_how_long_a_key_or_a_copy_is() {
    with_index(&case("dup_specid_bool_and_uint"), |index| {
        let mut words = scratch(index.settings_words());
        let settings = index.settings(&mut words).unwrap();
        let error = settings.write_key(&mut [0; 15]).map(<[u8]>::len).map_err(whole);
        assert_eq!(error, Err((Kind::OutputTooSmall { length: 15, needed: 16 }, 0, Region::Output)));
        let needed = index.module().word_count();
        let mut out = scratch(needed as usize - 1);
        let error = settings.specialize(&mut out).map(|_| ()).map_err(whole);
        assert_eq!(error, Err((Kind::OutputTooSmall { length: needed - 1, needed }, 0, Region::Output)));
    })
    .unwrap();
}

/// What `specialize_in_place` makes of a module.
fn in_place(module: &[u8], specialization: &Specialization<'_>) -> Result<Vec<u8>, InPlaceError> {
    let mut words: Vec<u32> = module.chunks_exact(4).map(|word| u32::from_ne_bytes(word.try_into().unwrap())).collect();
    let needed = Module::from_words(&words).unwrap().measure().unwrap().index_words();
    let needed = needed + with_index(module, |index| specialization.check_words(index)).unwrap();
    specialize_in_place(&mut words, specialization, &mut scratch(needed))?;
    Ok(words.iter().flat_map(|word| word.to_ne_bytes()).collect())
}

#[test]
fn changes_only_literals_and_the_opcodes_of_bools_in_place() {
    let module = case("basic_all_scalar_types");
    // bool false, bool true, i8, u16, i64
    let entries = [entry(0, 0, 4), entry(1, 4, 4), entry(2, 8, 1), entry(5, 9, 2), entry(8, 11, 8)];
    let mut data = Vec::new();
    data.extend(1_u32.to_ne_bytes());
    data.extend(0_u32.to_ne_bytes());
    data.extend((-3_i8).to_ne_bytes());
    data.extend(0xfffe_u16.to_ne_bytes());
    data.extend((-2_i64).to_ne_bytes());
    let specialization = Specialization { entries: &entries, data: &data };
    let out = in_place(&module, &specialization).unwrap();
    let (before, after) = (to_words(&module), to_words(&out));
    let offset = |id| with_index(&module, |index| index.constant(id).unwrap().word_offset() as usize).unwrap();
    let mut expected = before.clone();
    expected[offset(1)] = 3 << 16 | 48;
    expected[offset(2)] = 3 << 16 | 49;
    expected[offset(3) + 3] = 0xffff_fffd;
    expected[offset(6) + 3] = 0xfffe;
    expected[offset(9) + 3] = 0xffff_fffe;
    expected[offset(9) + 4] = 0xffff_ffff;
    assert_eq!(after, expected);
    assert_eq!(in_place(&swapped(&module), &specialization).unwrap(), swapped(&out));
    // The same by way of a copy.
    with_index(&module, |index| {
        let mut words = scratch(specialization.check_words(index));
        let settings = specialization.check(index, &mut words).unwrap();
        let mut copy = scratch(before.len());
        assert_eq!(settings.specialize(&mut copy).unwrap(), expected);
    })
    .unwrap();
}

#[test]
fn leaves_a_module_alone_that_cannot_be_specialized_in_place() {
    let module = case("basic_all_scalar_types");
    let entries = [entry(7, 0, 2)];
    let specialization = Specialization { entries: &entries, data: &[1, 0, 0, 0] };
    let error = in_place(&module, &specialization);
    assert!(matches!(error, Err(InPlaceError::Entry { kind: SpecErrorKind::SizeMismatch, entry: 0, .. })), "{error:?}");
    let mut words = to_words(&module);
    let before = words.clone();
    let error = specialize_in_place(&mut words, &specialization, &mut []);
    let needed = Module::parse(&module).unwrap().measure().unwrap().index_words() as u32;
    let Err(InPlaceError::Module(error)) = error else { panic!("{error:?}") };
    assert_eq!(whole(error), (Kind::ScratchTooSmall { length: 0, needed }, 0, Region::Scratch));
    assert_eq!(words, before);
}

#[test]
fn a_specialized_module_has_the_values_as_defaults() {
    let module = case("nested_op_composite_op");
    let entries = [entry(0, 0, 4)];
    let specialization = Specialization { entries: &entries, data: &9_u32.to_ne_bytes() };
    let out = in_place(&module, &specialization).unwrap();
    let folded = with_values(&out, |_| (), |values| values.get(8).unwrap().bits());
    assert_eq!(folded, Ok(Some(100)));
}

#[test]
fn gives_nothing_to_data_and_to_constants_of_unknown_types() {
    let data = read("spirv_cases/malformed/spec_constant_data_khr.spv");
    // The array has three bytes.
    assert_eq!(fault(&data, &[entry(3, 0, 3)], &[0; 4]), (SpecErrorKind::UnsupportedConstant, 0, 3, 0));
    // Opcode 60000 may define the type %2.
    let unknown = to_bytes(&[
        0x0723_0203,
        0x0001_0000,
        0,
        4,
        0, //
        4 << 16 | 71,
        3,
        1,
        8, //
        2 << 16 | 60_000,
        2, //
        4 << 16 | 50,
        2,
        3,
        7,
    ]);
    assert_eq!(fault(&unknown, &[entry(8, 0, 4)], &[0; 4]), (SpecErrorKind::UnsupportedConstant, 0, 4, 0));
}
