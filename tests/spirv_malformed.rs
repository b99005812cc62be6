//! Modules with one fault each (`tests/data/spirv_cases/malformed`): what of them is read, and the error for what is not.

mod support;

use std::collections::BTreeMap;

use psoview::spirv::{Freeze, Module, Text};
use psoview::{Error, ErrorKind as Kind, Region};
use serde_json::Value;

use support::spirv::{frozen, swapped, to_bytes, with_bound, with_index, with_values};
use support::{read, whole};

/// How far a module is read.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Verdict {
    /// To the end. The number of constants that can have a SpecId, and the bytes that freezing takes away.
    Frozen { settable: u32, shorter: usize },
    /// It is indexed and has that many such constants, but its operations are not evaluated.
    NotEvaluated(u32, Kind, u32, u32),
    /// It is not indexed. The instruction's number.
    NotIndexed(Kind, u32, u32),
    /// Its header is not read.
    NotParsed(Kind, u32),
}

use Verdict::{Frozen, NotEvaluated, NotIndexed, NotParsed};

/// A module whose one constant becomes plain and loses its SpecId.
const READ: Verdict = Frozen { settable: 1, shorter: 16 };

fn verdicts() -> BTreeMap<&'static str, Verdict> {
    let max = u32::MAX;
    let too_short = |length| NotParsed(Kind::HeaderTruncated { length, needed: 20 }, 0);
    let version = |found| NotParsed(Kind::UnsupportedSpirvVersion { found, lowest: 0x0001_0000 }, 4);
    let words = |found, expected| Kind::WordCountMismatch { found, expected };
    let width = |width| NotIndexed(Kind::UnsupportedWidth { width, limit: 64 }, 68, 4);
    let operand = |id, opcode| Kind::OperandTypeMismatch { id, opcode };
    BTreeMap::from([
        ("array_length_huge_null", Frozen { settable: 0, shorter: 8 }),
        ("bad_magic", NotParsed(Kind::SpirvMagicMismatch { found: 0x0723_0204, expected: 0x0723_0203 }, 0)),
        ("bound_huge", READ),
        ("bound_limit", READ),
        ("bound_too_small", NotIndexed(Kind::IdOutOfRange { id: 2, bound: 2 }, 88, 5)),
        ("bound_zero", NotIndexed(Kind::IdOutOfRange { id: 1, bound: 0 }, 68, 4)),
        ("composite_no_constituents", NotIndexed(Kind::ConstituentCountMismatch { found: 0, expected: 2 }, 80, 5)),
        ("composite_self", NotIndexed(Kind::ForwardReference { id: 5, defined: 80 }, 92, 5)),
        ("composite_wrong_count", NotIndexed(Kind::ConstituentCountMismatch { found: 2, expected: 3 }, 96, 6)),
        ("empty", too_short(0)),
        ("extract_from_scalar", NotEvaluated(0, operand(2, 81), 96, 5)),
        ("extract_index_4294967295", NotEvaluated(0, Kind::ComponentOutOfRange { index: max, count: 2 }, 136, 7)),
        ("group_decorate_forward", NotIndexed(Kind::ForwardReference { id: 8, defined: 76 }, 52, 3)),
        ("group_of_group_cycle", NotIndexed(Kind::GroupInGroup { group: 8, target: 9 }, 88, 6)),
        ("group_undefined", NotIndexed(Kind::UndefinedId { id: 8, bound: 9 }, 52, 3)),
        ("id_over_bound", NotIndexed(Kind::IdOutOfRange { id: 1000, bound: 3 }, 72, 4)),
        ("id_zero_result", NotIndexed(Kind::IdOutOfRange { id: 0, bound: 3 }, 72, 4)),
        // An extension's constant, which stays as it is.
        ("intel_spec_target", Frozen { settable: 0, shorter: 0 }),
        ("name_empty", READ),
        ("name_garbage_after_nul", READ),
        ("name_invalid_utf8", READ),
        ("narrow_high_bits_dirty_u16", READ),
        ("odd_length", NotParsed(Kind::ModuleNotWords { length: 98, word: 4 }, 96)),
        ("ok_big_endian", READ),
        ("ok_minimal", READ),
        ("op_bool_int_mismatch", NotEvaluated(0, operand(5, 128), 120, 7)),
        ("op_cycle", NotIndexed(Kind::ForwardReference { id: 4, defined: 84 }, 80, 4)),
        ("op_extra_operand", NotEvaluated(0, words(7, 6), 80, 5)),
        ("op_forbidden_opcode", NotEvaluated(0, Kind::OpcodeNotAllowed { opcode: 84, instruction: 52 }, 92, 5)),
        ("op_forward_reference", NotIndexed(Kind::ForwardReference { id: 2, defined: 84 }, 80, 4)),
        ("op_high_opcode_bits", NotEvaluated(0, Kind::OpcodeNotAllowed { opcode: 0x10080, instruction: 52 }, 92, 5)),
        ("op_no_opcode", NotIndexed(Kind::WordCountTooSmall { found: 3, minimum: 4 }, 64, 4)),
        ("op_operand_is_variable", NotEvaluated(0, Kind::NotAConstant { id: 6, opcode: 126 }, 112, 6)),
        ("op_self_reference", NotIndexed(Kind::ForwardReference { id: 3, defined: 64 }, 80, 4)),
        ("op_vector_scalar_mismatch", NotEvaluated(0, operand(2, 128), 136, 7)),
        ("op_width_mismatch", NotEvaluated(0, operand(5, 128), 140, 8)),
        ("short_19", too_short(19)),
        ("shuffle_index_out_of_range", NotEvaluated(0, Kind::ComponentOutOfRange { index: 4, count: 4 }, 144, 7)),
        // What stands behind the first function is not looked at.
        ("spec_const_after_function", Frozen { settable: 0, shorter: 0 }),
        ("spec_const_bool_literal", NotIndexed(Kind::TypeNotAllowed { id: 1, opcode: 50 }, 60, 4)),
        ("spec_const_true_extra_word", NotIndexed(words(4, 3), 56, 4)),
        ("spec_const_true_int_type", NotIndexed(Kind::TypeNotAllowed { id: 1, opcode: 48 }, 68, 4)),
        ("spec_const_u32_two_literals", NotIndexed(words(5, 4), 64, 4)),
        ("spec_const_u64_one_literal", NotIndexed(words(4, 5), 72, 5)),
        // The length is frozen, the data with its SpecId stays.
        ("spec_constant_data_khr", Frozen { settable: 2, shorter: 16 }),
        ("specid_extra_literal", NotIndexed(words(5, 4), 48, 3)),
        ("specid_missing_literal", NotIndexed(words(3, 4), 48, 3)),
        ("specid_on_type", Frozen { settable: 1, shorter: 0 }),
        ("specid_via_decorateid", Frozen { settable: 1, shorter: 0 }),
        ("type_defined_after", NotIndexed(Kind::ForwardReference { id: 1, defined: 80 }, 68, 4)),
        ("type_int_short", NotIndexed(words(3, 4), 48, 3)),
        ("type_is_constant", NotIndexed(Kind::NotAType { id: 3, opcode: 50 }, 84, 5)),
        ("type_undefined", NotIndexed(Kind::UndefinedId { id: 9, bound: 10 }, 68, 4)),
        // An operation on more components than are computed with stays as it is.
        ("vector_count_huge", Frozen { settable: 0, shorter: 0 }),
        ("vendor_opcode_in_types", READ),
        ("version_1_7", READ),
        ("version_high_byte", version(0x0101_0600)),
        ("version_low_byte", version(0x0001_0601)),
        ("wc_past_end", NotIndexed(Kind::InstructionTruncated { words: 5, available: 3 }, 96, 6)),
        ("wc_zero_first", NotIndexed(Kind::WordCountZero { opcode: 17, minimum: 1 }, 20, 0)),
        ("wc_zero_middle", NotIndexed(Kind::WordCountZero { opcode: 0, minimum: 1 }, 96, 6)),
        ("width_0", width(0)),
        ("width_128", width(128)),
        ("width_33", width(33)),
        ("width_4294967295", width(max)),
    ])
}

fn module(name: &str) -> Vec<u8> {
    read(&format!("spirv_cases/malformed/{name}.spv"))
}

/// How far a module is read, and that its header, its index, its values and its frozen form fail in this order.
fn verdict(bytes: &[u8]) -> Verdict {
    let fault = |error: Error| {
        let (kind, offset, region) = whole(error);
        match region {
            Region::Instruction(number) => (kind, offset, Some(number)),
            Region::SpirvHeader => (kind, offset, None),
            _ => panic!("{error}"),
        }
    };
    if let Err(error) = Module::parse(bytes) {
        let (kind, offset, None) = fault(error) else { panic!("{error}") };
        return NotParsed(kind, offset);
    }
    let settable = match with_index(bytes, |index| index.spec_constants().len()) {
        Ok(settable) => u32::try_from(settable).unwrap(),
        Err(error) => {
            let (kind, offset, Some(number)) = fault(error) else { panic!("{error}") };
            return NotIndexed(kind, offset, number);
        }
    };
    match frozen(bytes, |_| (), Freeze::ALL) {
        Ok(frozen) => Frozen { settable, shorter: bytes.len() - frozen.len() },
        Err(error) => {
            let evaluated = with_values(bytes, |_| (), |_| ());
            assert_eq!(evaluated, Err(error), "what is evaluated is frozen");
            let (kind, offset, Some(number)) = fault(error) else { panic!("{error}") };
            NotEvaluated(settable, kind, offset, number)
        }
    }
}

#[test]
fn gives_every_malformed_module_its_verdict() {
    let index: Value = serde_json::from_slice(&read("spirv_cases/malformed/INDEX.json")).unwrap();
    let verdicts = verdicts();
    assert!(index.as_object().unwrap().keys().eq(verdicts.keys()));
    for (name, expected) in verdicts {
        assert_eq!(verdict(&module(name)), expected, "{name}");
    }
}

#[test]
fn gives_the_same_verdict_in_the_other_byte_order() {
    for (name, expected) in verdicts() {
        // A length that is not whole words cannot be swapped, and a wrong magic reads otherwise.
        if !matches!(expected, NotParsed(Kind::ModuleNotWords { .. } | Kind::SpirvMagicMismatch { .. }, _)) {
            let bytes = module(name);
            if bytes.len() >= 20 {
                assert_eq!(verdict(&swapped(&bytes)), expected, "{name}");
            }
        }
    }
}

#[test]
fn gives_the_same_verdict_whether_ids_are_sorted_or_not() {
    for (name, expected) in verdicts() {
        let is_about_the_bound = match expected {
            NotParsed(..) => true,
            NotIndexed(kind, ..) => matches!(kind, Kind::IdOutOfRange { .. } | Kind::UndefinedId { .. }),
            _ => name == "ok_big_endian",
        };
        if !is_about_the_bound {
            assert_eq!(verdict(&with_bound(&module(name), 0x3f_ffff)), expected, "{name}");
        }
    }
}

#[test]
fn refuses_every_shorter_module_or_reads_what_is_there() {
    for name in ["ok_minimal", "group_decorate_forward", "spec_constant_data_khr", "shuffle_index_out_of_range"] {
        let whole_module = module(name);
        for length in 0..whole_module.len() {
            let shorter = &whole_module[..length];
            let error = Module::parse(shorter).and_then(|module| module.measure()).map(drop);
            match length {
                0..20 => {
                    let needed = Kind::HeaderTruncated { length: length as u32, needed: 20 };
                    assert_eq!(error.map_err(whole), Err((needed, 0, Region::SpirvHeader)));
                }
                _ if length % 4 != 0 => {
                    let kind = Kind::ModuleNotWords { length: length as u32, word: 4 };
                    assert_eq!(error.map_err(whole), Err((kind, length as u32 & !3, Region::SpirvHeader)));
                }
                _ => {
                    // The instruction that is cut off, if one is, is told by the whole module's instructions.
                    let instructions = Module::parse(&whole_module).unwrap().instructions();
                    let cut = instructions.map(Result::unwrap).find(|instruction| {
                        let start = instruction.word_offset() as usize * 4;
                        start < length && length < start + instruction.word_count() as usize * 4
                    });
                    let expected = cut.map(|instruction| {
                        let (words, at) = (instruction.word_count(), instruction.word_offset());
                        let kind = Kind::InstructionTruncated { words, available: length as u32 / 4 - at };
                        (kind, at * 4, Region::Instruction(instruction.number()))
                    });
                    assert_eq!(error.map_err(whole).err(), expected);
                }
            }
        }
    }
}

#[test]
fn survives_every_word_being_replaced() {
    let words = [0, 1, 2, 0x0001_0000, 0xffff, 0x7fff_ffff, 0xffff_0034, 0xffff_ffff, 4 << 16 | 71, 6 << 16 | 52];
    let names = ["op_width_mismatch", "shuffle_index_out_of_range", "spec_constant_data_khr", "group_decorate_forward"];
    for name in names {
        let bytes = module(name);
        for at in (8..bytes.len()).step_by(4) {
            for word in words {
                let mut changed = bytes.clone();
                changed[at..at + 4].copy_from_slice(&u32::to_le_bytes(word));
                // Any answer will do that is the same for every way to read the module.
                let answer = frozen(&changed, |_| (), Freeze::ALL);
                assert_eq!(frozen(&swapped(&changed), |_| (), Freeze::ALL), answer, "{name} {at} {word:#x}");
            }
        }
    }
}

#[test]
fn reads_names_as_they_are() {
    let name = |file: &str| {
        with_index(&module(file), |index| index.constants().next().unwrap().name().map(|name| name.to_string()))
            .unwrap()
    };
    assert_eq!(name("name_empty").as_deref(), Some(""));
    assert_eq!(name("name_garbage_after_nul").as_deref(), Some("AA"));
    assert_eq!(name("name_invalid_utf8").as_deref(), Some("\u{fffd}\u{fffd}"));
    assert_eq!(name("ok_minimal"), None);
}

#[test]
fn prints_names_like_the_standard_library_prints_what_may_not_be_utf_8() {
    let samples: [&[u8]; 9] = [
        b"plain",
        "\u{e9}\u{20ac}\u{1f600}".as_bytes(),
        b"\xe2\x82",
        b"\xe2(\xa1",
        b"\xf0\x80\x80\x80x",
        b"\xed\xa0\x80",
        b"a\xffb\xc3",
        b"\xf0\x9f\x98\xe2\x82\xac",
        b"\xc3\xc3\xa9",
    ];
    for sample in samples {
        let mut bytes = sample.to_vec();
        bytes.resize(sample.len() / 4 * 4 + 4, 0);
        let mut words = vec![0x0723_0203, 0x0001_0000, 0, 6, 0, (2 + bytes.len() as u32 / 4) << 16 | 5, 3];
        words.extend(bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())));
        for module in [to_bytes(&words), swapped(&to_bytes(&words))] {
            let module = Module::parse(&module).unwrap();
            let text: Text<'_> = module.instructions().next().unwrap().unwrap().text(1).unwrap();
            assert_eq!(text.to_string(), String::from_utf8_lossy(sample));
            assert!(text.bytes().eq(sample.iter().copied()));
        }
    }
}

#[test]
fn lists_spec_ids_that_have_no_effect() {
    let listed = |name: &str| {
        let ids = |index: &psoview::spirv::Index<'_>| {
            index.invalid_spec_ids().map(|invalid| (invalid.target_id(), invalid.spec_id())).collect::<Vec<_>>()
        };
        with_index(&read(&format!("spirv_cases/{name}.spv")), ids).unwrap()
    };
    assert_eq!(listed("malformed/specid_on_type"), [(1, 7)]);
    assert_eq!(listed("specid_on_spec_constant_op"), [(2, 1)]);
    assert_eq!(listed("malformed/ok_minimal"), []);
    assert_eq!(listed("group_decorate_specid_two_targets"), []);
}

/// `[group %4 with SpecId 9] applied to %2, %3, %5`, of which only %2 can have one.
#[test]
fn lists_spec_ids_that_have_no_effect_through_groups() {
    let module = to_bytes(&[
        0x0723_0203,
        0x0001_0000,
        0,
        7,
        0, //
        4 << 16 | 71,
        4,
        1,
        9, //
        4 << 16 | 71,
        6,
        1,
        1, //
        2 << 16 | 73,
        4, //
        5 << 16 | 74,
        4,
        2,
        3,
        5, //
        4 << 16 | 21,
        1,
        32,
        0, //
        4 << 16 | 50,
        1,
        2,
        30, //
        4 << 16 | 43,
        1,
        3,
        30,
    ]);
    with_index(&module, |index| {
        let invalid: Vec<_> = index.invalid_spec_ids().map(|id| (id.target_id(), id.spec_id())).collect();
        assert_eq!(invalid, [(6, 1), (3, 9), (5, 9)]);
        assert_eq!(index.spec_ids().collect::<Vec<_>>(), [9]);
        assert_eq!(index.by_spec_id(9).map(|constant| constant.result_id()).collect::<Vec<_>>(), [2]);
    })
    .unwrap();
}

#[test]
fn names_the_first_of_several_duplicates_in_the_modules_order() {
    let module = |bound| {
        to_bytes(&[
            0x0723_0203,
            0x0001_0000,
            0,
            bound,
            0, //
            4 << 16 | 21,
            5,
            32,
            0, //
            4 << 16 | 21,
            9,
            32,
            0, //
            4 << 16 | 21,
            9,
            16,
            0, //
            4 << 16 | 21,
            5,
            64,
            0,
        ])
    };
    for bound in [10, 1000] {
        let error = with_index(&module(bound), |_| ()).map_err(whole);
        assert_eq!(error, Err((Kind::DuplicateResult { id: 9, first: 36 }, 56, Region::Instruction(2))));
    }
}

#[test]
fn does_not_ask_for_more_scratch_because_of_the_bound() {
    let words =
        |bound| Module::parse(&with_bound(&module("ok_minimal"), bound)).unwrap().measure().unwrap().index_words();
    assert_eq!(words(u32::MAX), words(0x3f_ffff));
    assert!(words(u32::MAX) < 64, "{}", words(u32::MAX));
}

#[test]
fn says_how_many_words_of_scratch_are_missing() {
    let bytes = module("ok_minimal");
    let preamble = Module::parse(&bytes).unwrap().measure().unwrap();
    let needed = preamble.index_words();
    let mut words = vec![0; needed - 1];
    let error = preamble.index(&mut words).map(drop).map_err(whole);
    let kind = Kind::ScratchTooSmall { length: needed as u32 - 1, needed: needed as u32 };
    assert_eq!(error, Err((kind, 0, Region::Scratch)));
    with_index(&bytes, |index| {
        let error = index.settings(&mut []).map(drop).map_err(whole);
        assert_eq!(error, Err((Kind::ScratchTooSmall { length: 0, needed: 4 }, 0, Region::Scratch)));
        let mut words = vec![0; 4];
        let settings = index.settings(&mut words).unwrap();
        let error = settings.evaluate(&mut [0; 5]).map(drop).map_err(whole);
        assert_eq!(error, Err((Kind::ScratchTooSmall { length: 5, needed: 6 }, 0, Region::Scratch)));
        let mut words = vec![0; 6];
        let mut values = settings.evaluate(&mut words).unwrap();
        let error = values.freeze(Freeze::ALL, &mut [0; 19]).map(|_| ()).map_err(whole);
        assert_eq!(error, Err((Kind::OutputTooSmall { length: 19, needed: 20 }, 0, Region::Output)));
    })
    .unwrap();
}
