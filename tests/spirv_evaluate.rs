//! What evaluating and freezing do in cases that need a module of their own.

mod support;

use std::time::{Duration, Instant};

use psoview::spirv::{Freeze, Scalar, State, WorkgroupSizeSource};
use psoview::{ErrorKind as Kind, Region};

use support::spirv::Tree::{Leaf, List, Opaque, Undefined};
use support::spirv::{
    Assembler, Tree, frozen, instructions, scratch, set_all, swapped, to_words, with_bound, with_index, with_values,
};
use support::{read, whole};

const ADD: u32 = 128;
const EXTRACT: u32 = 81;
const INSERT: u32 = 82;
const SHUFFLE: u32 = 79;
const SELECT: u32 = 169;
const BITCAST: u32 = 124;
const LOGICAL_AND: u32 = 167;

/// The value of a constant under a list of settings.
fn value(module: &[u8], settings: &str, id: u32) -> Tree {
    with_values(module, |given| set_all(given, settings), |values| Tree::of(&values.get(id).unwrap())).unwrap()
}

fn leaves(bits: &[u64]) -> Tree {
    List(bits.iter().copied().map(Leaf).collect())
}

/// `%1` u32, `%2` bool, `%3` vector of four, `%4` to `%7` the numbers 10 to 13, `%8` a vector of them, `%9` spec constant 5.
fn vectors() -> Assembler {
    let mut module = Assembler::new();
    module.spec_id(9, 0).int(1, 32).bool(2).vector(3, 1, 4);
    for id in 4..8 {
        module.constant(1, id, &[id + 6]);
    }
    module.result(44, &[3, 8, 4, 5, 6, 7], 8).spec_constant(1, 9, &[5]);
    module
}

#[test]
fn a_select_on_an_undefined_condition_is_undefined_and_takes_the_second() {
    let mut module = vectors();
    module.undef(2, 10).operation(1, 11, &[SELECT, 10, 4, 5]).operation(3, 12, &[SELECT, 10, 8, 8]);
    module.operation(1, 13, &[EXTRACT, 12, 2]);
    let module = module.bytes();
    let bits = |id| with_values(&module, |_| (), |values| Tree::bits_of(&values.get(id).unwrap())).unwrap();
    assert_eq!((value(&module, "", 11), bits(11)), (Undefined, Leaf(11)));
    assert_eq!((value(&module, "", 12), bits(12)), (List(vec![Undefined; 4]), leaves(&[10, 11, 12, 13])));
    assert_eq!((value(&module, "", 13), bits(13)), (Undefined, Leaf(12)));
}

#[test]
fn a_select_drops_what_is_undefined_in_the_object_not_taken() {
    let mut module = vectors();
    module.undef(1, 10).spec_bool(2, 11, true).operation(1, 12, &[SELECT, 11, 4, 10]);
    module.operation(1, 13, &[SELECT, 11, 10, 4]);
    let module = module.bytes();
    assert_eq!(value(&module, "", 12), Leaf(10));
    assert_eq!(value(&module, "", 13), Undefined);
}

#[test]
fn defined_parts_of_undefined_composites_are_defined() {
    let mut module = vectors();
    module.undef(1, 10).composite(3, 11, &[4, 10, 6, 7]).operation(1, 12, &[EXTRACT, 11, 0]);
    module.operation(1, 13, &[EXTRACT, 11, 1]).operation(3, 14, &[ADD, 11, 8]).operation(3, 15, &[INSERT, 9, 11, 1]);
    // A whole vector that is undefined, with one part put in.
    module.undef(3, 16).operation(3, 17, &[INSERT, 9, 16, 2]).operation(1, 18, &[EXTRACT, 17, 2]);
    let module = module.bytes();
    assert_eq!([12, 13].map(|id| value(&module, "", id)), [Leaf(10), Undefined]);
    assert_eq!(value(&module, "", 14), List(vec![Leaf(20), Undefined, Leaf(24), Leaf(26)]));
    assert_eq!(value(&module, "", 15), leaves(&[10, 5, 12, 13]));
    assert_eq!(value(&module, "", 17), List(vec![Undefined, Undefined, Leaf(5), Undefined]));
    assert_eq!(value(&module, "", 18), Leaf(5));
    let states = with_values(
        &module,
        |_| (),
        |values| [11, 12, 14, 15, 16, 18].map(|id| values.state(&values.index().constant(id).unwrap())),
    );
    use State::{Folded, Undefined as Undef};
    assert_eq!(states, Ok([Undef, Folded, Undef, Folded, Undef, Folded]));
}

/// A struct of a number, a matrix and an array: `%20` of type `%13`, all of it null.
fn nested() -> Assembler {
    let mut module = vectors();
    module.float(10, 32).vector(11, 10, 2).matrix(12, 11, 2).constant(1, 14, &[3]).array(15, 12, 14);
    module.structure(13, &[1, 12, 15]).null(13, 20).spec_constant(10, 21, &[0x3f80_0000]);
    module
}

#[test]
fn inserts_deep_into_a_null_struct_and_freezes_it() {
    let mut module = nested();
    module.operation(13, 22, &[INSERT, 21, 20, 2, 1, 0, 1]).operation(13, 23, &[INSERT, 9, 22, 0]);
    module.operation(15, 24, &[EXTRACT, 23, 2]).operation(12, 25, &[EXTRACT, 24, 1]);
    let module = module.bytes();
    let zero = || leaves(&[0, 0]);
    let matrix = || List(vec![zero(), zero()]);
    let changed = List(vec![leaves(&[0, 0x3f80_0000]), zero()]);
    let array = List(vec![matrix(), changed.clone(), matrix()]);
    let expected = |first| List(vec![Leaf(first), matrix(), array.clone()]);
    for module in [
        module.clone(),
        frozen(&module, |_| (), Freeze::ALL).unwrap(),
        frozen(&module, |_| (), Freeze::KEEP_OPERATIONS).unwrap(),
    ] {
        assert_eq!(value(&module, "", 22), expected(0));
        assert_eq!(value(&module, "", 23), expected(5));
        assert_eq!(value(&module, "", 24), array);
        assert_eq!(value(&module, "", 25), changed);
    }
    let constants = instructions(&frozen(&module, |_| (), Freeze::ALL).unwrap());
    assert!(constants.iter().all(|(opcode, _)| !(48..=52).contains(opcode)));
    // New ids: a null for the struct's matrix, one for two of the array's, one for the column; two numbers that are 0.
    let added = |opcode| constants.iter().filter(move |(own, operands)| *own == opcode && operands[1] > 25).count();
    assert_eq!([46, 43, 44].map(added), [3, 2, 3]);
}

#[test]
fn flags_only_the_composites_around_which_something_is_undefined() {
    let mut module = nested();
    // struct { 5, undefined matrix, null array }, then a number put into the array
    module.undef(12, 22).null(15, 23).composite(13, 24, &[9, 22, 23]);
    module.operation(13, 25, &[INSERT, 21, 24, 2, 1, 0, 1]).operation(15, 26, &[EXTRACT, 25, 2]);
    // an undefined number put into the array
    module.undef(10, 27).operation(13, 28, &[INSERT, 27, 20, 2, 1, 0, 1]).operation(15, 29, &[EXTRACT, 28, 2]);
    module.operation(12, 30, &[EXTRACT, 29, 1]).operation(12, 31, &[EXTRACT, 29, 0]);
    let undefined = with_values(
        &module.bytes(),
        |_| (),
        |values| [25, 26, 28, 29, 30, 31].map(|id| values.get(id).unwrap().is_undefined()),
    );
    assert_eq!(undefined, Ok([true, false, true, true, true, false]));
}

#[test]
fn insertions_one_after_the_other_keep_what_was_put_in_before() {
    // An array of 300 numbers, each put in by an operation of its own.
    let count = 300;
    let mut module = Assembler::new();
    module.int(1, 32).constant(1, 2, &[count]).array(3, 1, 2).null(3, 4).spec_constant(1, 5, &[7]);
    let mut last = 4;
    for index in 0..count {
        let (number, array) = (10 + 2 * index, 11 + 2 * index);
        module.constant(1, number, &[index * 3]).operation(3, array, &[INSERT, number, last, index]);
        last = array;
    }
    let first = last + 1;
    for index in 0..count {
        module.operation(1, first + index, &[EXTRACT, last, index]);
    }
    let module = module.bytes();
    with_values(
        &module,
        |_| (),
        |values| {
            for index in 0..count {
                assert_eq!(values.get(first + index).unwrap().bits(), Some(u64::from(index) * 3));
            }
        },
    )
    .unwrap();
    let out = frozen(&module, |_| (), Freeze::ALL).unwrap();
    assert_eq!(value(&out, "", first + count - 1), Leaf(u64::from(count - 1) * 3));
}

#[test]
fn an_array_whose_length_is_specialized_has_that_many_parts() {
    let mut module = Assembler::new();
    module.spec_id(2, 0).int(1, 32).spec_constant(1, 2, &[2]).array(3, 1, 2).null(3, 4).spec_constant(1, 5, &[7]);
    module.operation(3, 6, &[INSERT, 5, 4, 1]).operation(1, 7, &[EXTRACT, 6, 1]);
    let module = module.bytes();
    // The words that the insertion takes are not known before; the error says how many are missing.
    let evaluated = |length: u32, extra: usize| {
        with_index(&module, |index| {
            let mut words = scratch(index.settings_words());
            let mut settings = index.settings(&mut words).unwrap();
            settings.set(0, Scalar::U32(length)).unwrap();
            let mut words = scratch(settings.evaluation_words() + extra);
            let values = settings.evaluate(&mut words);
            values.map(|values| Tree::of(&values.get(6).unwrap())).map_err(|error| error.kind())
        })
        .unwrap()
    };
    let (length, needed) = (5 * 6, (5 + 3) * 6);
    assert_eq!(evaluated(3, 0), Err(Kind::ScratchTooSmall { length, needed }));
    assert_eq!(evaluated(3, 3 * 6), Ok(leaves(&[0, 7, 0])));
    assert_eq!(evaluated(5, 5 * 6), Ok(leaves(&[0, 7, 0, 0, 0])));
    assert_eq!(evaluated(1, 60), Err(Kind::ComponentOutOfRange { index: 1, count: 1 }));
    // More parts than an instruction can list.
    assert_eq!(evaluated(65_533, 60), Ok(Opaque));
}

#[test]
fn a_composite_must_have_as_many_parts_as_its_array_is_specialized_to() {
    let mut module = Assembler::new();
    module.spec_id(2, 0).int(1, 32).spec_constant(1, 2, &[2]).array(3, 1, 2).composite(3, 4, &[2, 2]);
    let module = module.bytes();
    assert_eq!(value(&module, "", 4), leaves(&[2, 2]));
    let error = with_values(&module, |given| set_all(given, "0:3"), |_| ()).map_err(whole);
    let kind = Kind::ConstituentCountMismatch { found: 2, expected: 3 };
    assert_eq!(error, Err((kind, 20 + 16 + 16 + 16 + 16, Region::Instruction(4))));
}

#[test]
fn a_shuffle_takes_from_both_and_keeps_ids() {
    let mut module = vectors();
    module.vector(10, 1, 2).composite(10, 11, &[9, 4]).operation(3, 12, &[SHUFFLE, 8, 11, 3, 4, u32::MAX, 0]);
    let module = module.bytes();
    assert_eq!(value(&module, "0:77", 12), List(vec![Leaf(13), Leaf(77), Undefined, Leaf(10)]));
    let out = instructions(&frozen(&module, |_| (), Freeze::ALL).unwrap());
    // The undefined component becomes a null constant with a new id; the others have theirs.
    assert!(out.contains(&(43, vec![1, 13, 0])), "{out:?}");
    assert!(out.contains(&(44, vec![3, 12, 7, 9, 13, 4])), "{out:?}");
}

#[test]
fn equal_components_share_one_new_constant() {
    let mut module = vectors();
    module.composite(3, 10, &[9, 9, 4, 9]).operation(3, 11, &[ADD, 10, 10]);
    let out = instructions(&frozen(&module.bytes(), |_| (), Freeze::ALL).unwrap());
    let sum = out.iter().find(|(opcode, operands)| *opcode == 44 && operands[1] == 11).unwrap();
    assert_eq!([sum.1[2], sum.1[2], sum.1[4], sum.1[2]], sum.1[2..6]);
    assert!(out.contains(&(43, vec![1, sum.1[2], 10])) && out.contains(&(43, vec![1, sum.1[4], 20])));
}

#[test]
fn a_bitcast_regroups_from_the_low_end() {
    let mut module = Assembler::new();
    module.int(1, 16).int(2, 64).int(3, 32).vector(4, 1, 4).vector(5, 3, 2).vector(6, 1, 2);
    for (id, value) in [(10, 0x1111), (11, 0x2222), (12, 0x3333), (13, 0x4444)] {
        module.constant(1, id, &[value]);
    }
    module.undef(1, 14).composite(4, 15, &[10, 11, 12, 13]).composite(4, 16, &[10, 11, 14, 13]);
    module.operation(2, 20, &[BITCAST, 15]).operation(5, 21, &[BITCAST, 15]).operation(5, 22, &[BITCAST, 16]);
    module.operation(4, 23, &[BITCAST, 21]).operation(6, 24, &[SHUFFLE, 15, 15, 1, 2]).operation(3, 25, &[BITCAST, 24]);
    let module = module.bytes();
    assert_eq!(value(&module, "", 20), Leaf(0x4444_3333_2222_1111));
    assert_eq!(value(&module, "", 21), leaves(&[0x2222_1111, 0x4444_3333]));
    assert_eq!(value(&module, "", 22), List(vec![Leaf(0x2222_1111), Undefined]));
    assert_eq!(value(&module, "", 23), leaves(&[0x1111, 0x2222, 0x3333, 0x4444]));
    assert_eq!(value(&module, "", 25), Leaf(0x3333_2222));
}

#[test]
fn operations_on_more_than_sixteen_components_stay() {
    let mut module = Assembler::new();
    module.int(1, 32).vector(2, 1, 17).null(2, 3).operation(2, 4, &[ADD, 3, 3]).operation(1, 5, &[EXTRACT, 4, 16]);
    module.operation(1, 6, &[EXTRACT, 3, 16]).composite(2, 7, &[6; 17]).structure(8, &[2]).composite(8, 9, &[4]);
    let module = module.bytes();
    let states = with_values(
        &module,
        |_| (),
        |values| [4, 5, 6, 7, 9].map(|id| values.state(&values.index().constant(id).unwrap())),
    );
    use State::{Folded, Unfoldable};
    assert_eq!(states, Ok([Unfoldable, Unfoldable, Folded, Folded, Unfoldable]));
    let out = instructions(&frozen(&module, |_| (), Freeze::ALL).unwrap());
    let opcode = |id| out.iter().find(|(opcode, operands)| *opcode >= 43 && operands[1] == id).unwrap().0;
    // What holds one that stays, stays.
    assert_eq!([4, 5, 6, 7, 9].map(opcode), [52, 52, 43, 44, 51]);
}

/// `%1` a signed integer of a width, `%2` a vector of two; the words of `%3` and `%4` as given, `%5` to `%7` null.
fn of_width(width: u32, first: &[u32], second: &[u32]) -> Assembler {
    let mut module = Assembler::new();
    module.result(21, &[1, width, 1], 1).vector(2, 1, 2).constant(1, 3, first).constant(1, 4, second);
    module.null(1, 5).null(2, 6).bool(7).int(8, 32).constant(8, 9, &[1]).spec_bool(7, 10, true);
    module
}

#[test]
fn computes_with_integers_of_odd_widths_and_repeats_their_sign() {
    const S_DIV: u32 = 135;
    const SHIFT_LEFT: u32 = 196;
    const SHIFT_RIGHT: u32 = 195;
    const S_LESS_THAN: u32 = 177;
    const S_CONVERT: u32 = 114;
    // 24 bits: -2^23 and -1. 40 bits: -2^39 and -1.
    for (width, first, second) in
        [(24, vec![0xff80_0000], vec![u32::MAX]), (40, vec![0, 0xffff_ff80], vec![u32::MAX, u32::MAX])]
    {
        let mut module = of_width(width, &first, &second);
        module.constant(8, 11, &[width - 1]).constant(8, 12, &[width]).operation(1, 20, &[ADD, 3, 4]);
        module.operation(1, 21, &[S_DIV, 3, 4]).operation(1, 22, &[S_DIV, 3, 5]).operation(1, 23, &[SHIFT_LEFT, 4, 11]);
        module.operation(1, 24, &[SHIFT_LEFT, 4, 12]).operation(1, 25, &[SHIFT_RIGHT, 3, 11]);
        module.operation(7, 26, &[S_LESS_THAN, 3, 4]).operation(8, 27, &[S_CONVERT, 4]).operation(
            2,
            28,
            &[INSERT, 4, 6, 1],
        );
        let module = module.bytes();
        let (minimum, mask) = (1_u64 << (width - 1), u64::MAX >> (64 - width));
        let bits = |id| with_values(&module, |_| (), |values| Tree::bits_of(&values.get(id).unwrap())).unwrap();
        assert_eq!(value(&module, "", 20), Leaf(minimum - 1), "{width}");
        assert_eq!([21, 22, 24].map(|id| value(&module, "", id)), [Undefined, Undefined, Undefined], "{width}");
        assert_eq!([21, 22, 24].map(bits), [Leaf(minimum), Leaf(0), Leaf(0)], "{width}");
        assert_eq!([23, 25, 26].map(bits), [Leaf(minimum), Leaf(mask), Leaf(1)], "{width}");
        assert_eq!([27, 28].map(bits), [Leaf(u32::MAX.into()), leaves(&[0, mask])], "{width}");
        // In the literal, the sign is repeated up to the word's end.
        let frozen = frozen(&module, |_| (), Freeze::ALL).unwrap();
        let out = instructions(&frozen);
        let of = |id| out.iter().find(|(opcode, operands)| *opcode == 43 && operands[1] == id).unwrap().1[2..].to_vec();
        assert_eq!([of(23), of(25)], [first.clone(), second.clone()], "{width}");
        assert_eq!(value(&frozen, "", 28), leaves(&[0, mask]));
    }
}

#[test]
fn operations_on_integers_of_no_bits_and_of_more_than_64_stay() {
    const U_CONVERT: u32 = 113;
    const I_EQUAL: u32 = 170;
    for (width, words) in [(0, 1), (65, 3), (128, 4), (1024, 32)] {
        let mut module = of_width(width, &vec![7; words], &vec![9; words]);
        module.operation(1, 20, &[ADD, 3, 4]).operation(1, 21, &[ADD, 5, 5]).operation(8, 22, &[U_CONVERT, 3]);
        module.operation(1, 23, &[U_CONVERT, 9]).operation(7, 24, &[I_EQUAL, 5, 5]).operation(
            2,
            25,
            &[INSERT, 3, 6, 1],
        );
        module.operation(8, 26, &[196, 9, 5]).operation(8, 27, &[196, 9, 3]).operation(1, 28, &[SELECT, 10, 3, 4]);
        // Not even a null has a value.
        module.operation(1, 30, &[SELECT, 10, 5, 3]).operation(1, 31, &[EXTRACT, 6, 1]).operation(
            2,
            32,
            &[INSERT, 5, 6, 0],
        );
        module.operation(2, 33, &[SHUFFLE, 6, 6, 3, u32::MAX]).composite(2, 34, &[3, 4]).operation(
            1,
            35,
            &[EXTRACT, 34, 1],
        );
        let module = module.bytes();
        let ids = [3, 20, 21, 22, 23, 24, 25, 27, 28, 34, 35, 26, 30, 31, 32, 33, 5];
        let states =
            with_values(&module, |_| (), |values| ids.map(|id| values.state(&values.index().constant(id).unwrap())));
        assert_eq!(states, Ok([State::Unfoldable; 17]), "{width}");
        let frozen = frozen(&module, |_| (), Freeze::ALL).unwrap();
        let out = instructions(&frozen);
        let of = |id| out.iter().find(|(opcode, operands)| *opcode >= 43 && operands[1] == id).unwrap().0;
        assert_eq!([20, 21, 22, 23, 24, 25, 26, 27, 28, 30, 31, 32, 33, 35].map(of), [52; 14], "{width}");
        assert_eq!([3, 5, 34].map(of), [43, 46, 44], "{width}");
        assert_eq!([3, 5, 20, 25, 30].map(|id| value(&frozen, "", id)), [const { Opaque }; 5]);
    }
}

#[test]
fn refuses_to_specialize_a_number_that_no_api_can_give() {
    for width in [0, 1, 24, 40, 63, 65, 128, u32::MAX] {
        let mut module = Assembler::new();
        module.int(1, width).spec_constant(1, 2, &[0; 2]);
        let error = with_index(&module.bytes(), |_| ()).map_err(whole);
        assert_eq!(error, Err((Kind::UnsupportedWidth { width, limit: 64 }, 20 + 16 + 4, Region::Instruction(1))));
    }
}

#[test]
fn constants_that_only_the_driver_knows_stay_and_what_depends_on_them() {
    let mut module = vectors();
    // OpConstantSizeOfEXT, an operation on it, a composite of the two, and parts of it
    module.result(5129, &[1, 10, 1], 10).operation(1, 11, &[ADD, 10, 4]).composite(3, 12, &[11, 9, 4, 5]);
    module.operation(1, 13, &[EXTRACT, 12, 1]).operation(3, 14, &[INSERT, 4, 12, 1]).composite(3, 15, &[10, 4, 4, 4]);
    let module = module.bytes();
    let out = instructions(&frozen(&module, |given| set_all(given, "0:6"), Freeze::ALL).unwrap());
    let of = |id| out.iter().find(|(opcode, operands)| *opcode >= 43 && operands[1] == id).unwrap().clone();
    assert_eq!([10, 11, 12, 14].map(|id| of(id).0), [5129, 52, 51, 52]);
    assert_eq!(of(13), (43, vec![1, 13, 6]));
    // Plain constants without a value may be parts of a plain composite.
    assert_eq!(of(15).0, 44);
}

#[test]
fn freezes_what_is_given_and_what_follows_from_it_alone() {
    let mut module = Assembler::new();
    module.spec_id(3, 0).spec_id(4, 1).int(1, 32).vector(2, 1, 2);
    module.spec_constant(1, 3, &[30]).spec_constant(1, 4, &[40]).spec_constant(1, 5, &[50]).constant(1, 6, &[6]);
    module.operation(1, 7, &[ADD, 3, 6]).operation(1, 8, &[ADD, 3, 4]).operation(1, 9, &[ADD, 5, 6]);
    module.composite(2, 10, &[3, 7]).composite(2, 11, &[3, 4]).operation(2, 12, &[ADD, 10, 10]);
    module.operation(1, 13, &[EXTRACT, 11, 0]);
    let module = module.bytes();
    let out = instructions(&frozen(&module, |given| set_all(given, "0:100"), Freeze::GIVEN).unwrap());
    let of =
        |id| out.iter().find(|(opcode, operands)| *opcode >= 43 && *opcode != 71 && operands[1] == id).unwrap().clone();
    assert_eq!(of(3), (43, vec![1, 3, 100]));
    assert_eq!(of(7), (43, vec![1, 7, 106]));
    assert_eq!([4, 5, 8, 9, 10, 11, 13].map(|id| of(id).0), [50, 50, 52, 52, 44, 51, 52]);
    assert_eq!(of(12).0, 44);
    let spec_ids: Vec<_> = out.iter().filter(|(opcode, _)| *opcode == 71).collect();
    assert_eq!(spec_ids, [&(71, vec![4, 1, 1])]);
    // The rest can be given later, and then all is as if it had been given at once.
    let later = frozen(&support::spirv::to_bytes(&words_of(&out)), |given| set_all(given, "1:7"), Freeze::ALL).unwrap();
    assert_eq!(value(&later, "", 8), Leaf(107));
    assert_eq!(value(&later, "", 13), Leaf(100));
}

/// Instructions as words again, with a bound that is large enough.
fn words_of(instructions: &[(u16, Vec<u32>)]) -> Vec<u32> {
    let mut words = vec![0x0723_0203, 0x0001_0600, 0, 40, 0];
    for (opcode, operands) in instructions {
        words.push((operands.len() as u32 + 1) << 16 | u32::from(*opcode));
        words.extend(operands);
    }
    words
}

#[test]
fn keeps_operations_when_asked_and_is_never_longer_then() {
    let module = read("spirv_cases/nested_op_composite_op.spv");
    let out = frozen(&module, |given| set_all(given, "0:9"), Freeze::KEEP_OPERATIONS).unwrap();
    assert_eq!(out.len(), module.len() - 16);
    let opcodes = |bytes: &[u8]| instructions(bytes).iter().map(|(opcode, _)| *opcode).collect::<Vec<_>>();
    let expected: Vec<_> = opcodes(&module).into_iter().filter(|opcode| *opcode != 71).collect();
    let expected: Vec<_> = expected.into_iter().map(|opcode| if opcode == 50 { 43 } else { opcode }).collect();
    assert_eq!(opcodes(&out), expected);
}

#[test]
fn counts_new_ids_from_the_bound_on_and_stops_at_the_largest() {
    let module = read("spirv_cases/id_bound_no_room.spv");
    let out = to_words(&frozen(&module, |_| (), Freeze::ALL).unwrap());
    // Four equal components need one new constant.
    assert_eq!((to_words(&module)[3], out[3]), (6, 7));
    assert_eq!(to_words(&frozen(&with_bound(&module, 0x3f_fffe), |_| (), Freeze::ALL).unwrap())[3], 0x3f_ffff);
    for bound in [0x3f_ffff, 0x40_0000, u32::MAX] {
        let error = frozen(&with_bound(&module, bound), |_| (), Freeze::ALL).map_err(whole);
        let kind = Kind::IdBoundExceeded { bound: bound.saturating_add(1), limit: 0x3f_ffff };
        assert_eq!(error, Err((kind, 12, Region::SpirvHeader)));
        // Without new ids any bound is as good as before.
        let kept = frozen(&with_bound(&module, bound), |_| (), Freeze::KEEP_OPERATIONS).unwrap();
        assert_eq!(to_words(&kept)[3], bound);
    }
}

#[test]
fn writes_the_same_from_either_byte_order() {
    let mut module = nested();
    module.operation(13, 22, &[INSERT, 21, 20, 2, 1, 0, 1]);
    let module = module.bytes();
    let out = frozen(&module, |given| set_all(given, "0:9"), Freeze::ALL).unwrap();
    assert_eq!(frozen(&swapped(&module), |given| set_all(given, "0:9"), Freeze::ALL).unwrap(), out);
}

/// Entry points `%20` (by ids), `%21` (by numbers) and `%22` (fragment), with `%9` spec constant, `%10` twice it.
fn workgroups(builtin: bool) -> Vec<u8> {
    let mut module = Assembler::new();
    for (model, id) in [(5, 20), (5, 21), (4, 22)] {
        module.result(15, &[model, id, u32::from_le_bytes(*b"main"), 0], id);
    }
    module.op(331, &[20, 38, 9, 10, 4]).op(16, &[21, 17, 2, 3, 4]).spec_id(9, 3).spec_id(11, 1).spec_id(12, 2);
    if builtin {
        module.op(71, &[13, 11, 25]);
    }
    module.int(1, 32).vector(2, 1, 3).constant(1, 4, &[16]).spec_constant(1, 9, &[8]).operation(1, 10, &[ADD, 9, 9]);
    module.spec_constant(1, 11, &[5]).spec_constant(1, 12, &[6]).composite(2, 13, &[11, 4, 10]).bytes()
}

/// The source, the size under settings, the SpecIds it depends on.
type Size = (WorkgroupSizeSource, [Option<u32>; 3], Vec<u32>);

/// Of each entry point.
fn sizes(module: &[u8], settings: &str) -> Vec<Option<Size>> {
    with_values(
        module,
        |given| set_all(given, settings),
        |values| {
            let mut words = scratch(values.index().dependency_words());
            let sizes = values.index().entry_points().map(|entry_point| {
                let size = entry_point.workgroup_size()?;
                let spec_ids = size.spec_ids(&mut words).unwrap().collect();
                Some((size.source(), size.values(values), spec_ids))
            });
            sizes.collect()
        },
    )
    .unwrap()
}

#[test]
fn finds_the_workgroups_size_of_each_entry_point() {
    use WorkgroupSizeSource::{Builtin, LocalSize, LocalSizeId};
    let by_numbers = Some((LocalSize, [2, 3, 4].map(Some), vec![]));
    let module = workgroups(false);
    assert_eq!(sizes(&module, ""), [Some((LocalSizeId, [8, 16, 16].map(Some), vec![3])), by_numbers.clone(), None]);
    assert_eq!(sizes(&module, "3:32"), [Some((LocalSizeId, [32, 64, 16].map(Some), vec![3])), by_numbers, None]);
    let builtin = Some((Builtin, [7, 16, 64].map(Some), vec![1, 3]));
    assert_eq!(sizes(&workgroups(true), "1:7 3:32"), [builtin.clone(), builtin, None]);
}

#[test]
fn names_entry_points_and_their_stages() {
    with_index(&workgroups(false), |index| {
        let names: Vec<_> = index
            .entry_points()
            .map(|entry_point| (entry_point.execution_model().name(), entry_point.name().unwrap().to_string()))
            .collect();
        let expected = [(Some("gl_compute"), "main"), (Some("gl_compute"), "main"), (Some("fragment"), "main")];
        assert_eq!(names, expected.map(|(model, name)| (model, name.to_owned())));
    })
    .unwrap();
}

#[test]
fn writes_local_size_ids_as_numbers_when_asked() {
    let module = workgroups(false);
    let modes = |freeze, settings| {
        let out = frozen(&module, |given| set_all(given, settings), freeze).unwrap();
        let modes = instructions(&out).into_iter().filter(|(opcode, _)| matches!(opcode, 16 | 331));
        modes.collect::<Vec<_>>()
    };
    let by_numbers = (16, vec![21, 17, 2, 3, 4]);
    let kept = [(331, vec![20, 38, 9, 10, 4]), by_numbers.clone()];
    assert_eq!(modes(Freeze::ALL, "3:32"), kept);
    assert_eq!(modes(Freeze::ALL.with_local_sizes(), "3:32"), [(16, vec![20, 17, 32, 64, 16]), by_numbers.clone()]);
    assert_eq!(modes(Freeze::GIVEN.with_local_sizes(), "1:3"), kept);
    assert_eq!(modes(Freeze::GIVEN.with_local_sizes(), "3:1"), [(16, vec![20, 17, 1, 2, 16]), by_numbers]);
    // Its second number is an operation, which stays.
    assert_eq!(modes(Freeze::KEEP_OPERATIONS.with_local_sizes(), "3:1"), kept);
}

#[test]
fn the_first_of_several_modes_counts() {
    let mut module = Assembler::new();
    module.result(15, &[5, 20, 0], 20).op(16, &[20, 17, 1, 2, 3]).op(16, &[20, 17, 4, 5, 6]);
    assert_eq!(sizes(&module.bytes(), ""), [Some((WorkgroupSizeSource::LocalSize, [1, 2, 3].map(Some), vec![]))]);
}

#[test]
fn a_group_loses_its_spec_id_when_its_targets_are_frozen() {
    let module = read("spirv_cases/group_decorate_specid_two_targets.spv");
    let has_spec_id = |freeze, settings| {
        let out = instructions(&frozen(&module, |given| set_all(given, settings), freeze).unwrap());
        assert!(out.iter().any(|(opcode, _)| *opcode == 73) && out.iter().any(|(opcode, _)| *opcode == 74));
        out.iter().any(|(opcode, operands)| *opcode == 71 && operands[1] == 1)
    };
    assert!(!has_spec_id(Freeze::ALL, ""));
    assert!(!has_spec_id(Freeze::GIVEN, "5:1"));
    assert!(has_spec_id(Freeze::GIVEN, ""));
}

#[test]
fn an_id_from_an_unknown_instruction_is_a_constant_without_a_value() {
    // Opcode 60000 may define %10.
    let mut module = vectors();
    module.result(60_000, &[1, 10], 10).operation(1, 11, &[ADD, 10, 4]).composite(3, 12, &[10, 4, 5, 9]);
    module.result(43, &[10, 13, 4], 13).spec_constant(10, 14, &[5]);
    // Bools whose bits are in their opcodes, plain and specialized, and what is made of them.
    module.result(48, &[10, 15], 15).result(41, &[10, 16], 16).spec_bool(2, 17, true);
    module.operation(10, 18, &[SELECT, 17, 15, 16]).operation(2, 19, &[LOGICAL_AND, 15, 17]);
    module.operation(1, 20, &[SELECT, 15, 4, 5]).result(4462, &[10, 21, 4], 21).operation(1, 22, &[ADD, 16, 4]);
    module.operation(1, 23, &[EXTRACT, 21, 0]).operation(1, 24, &[BITCAST, 16]);
    let module = module.bytes();
    for mode in [Freeze::ALL, Freeze::GIVEN, Freeze::KEEP_OPERATIONS] {
        let frozen = frozen(&module, |_| (), mode).unwrap();
        let out = instructions(&frozen);
        let of = |id| out.iter().find(|(opcode, operands)| *opcode >= 41 && operands[1] == id).unwrap().0;
        // Of type %10 nothing is known, so that its constants cannot be written as plain ones.
        assert_eq!([11, 12, 13, 14, 15, 16, 18, 19, 20].map(of), [52, 51, 43, 50, 48, 41, 52, 52, 52], "{mode:?}");
        assert_eq!([21, 22, 23, 24].map(of), [4462, 52, 52, 52], "{mode:?}");
        assert_eq!(
            with_values(&frozen, |_| (), |values| values.state(&values.index().constant(16).unwrap())),
            Ok(State::Unfoldable)
        );
    }
    assert_eq!(value(&module, "", 15), Opaque);
    let mut without = vectors();
    without.operation(1, 11, &[ADD, 10, 4]);
    let error = with_index(&without.bytes(), |_| ()).map_err(|error| error.kind());
    assert_eq!(error, Err(Kind::UndefinedId { id: 10, bound: 12 }));
}

#[test]
fn composites_that_go_on_in_the_next_instruction_stay() {
    let mut module = vectors();
    module.structure(10, &[1; 4]).composite(10, 11, &[9, 9]).op(6092, &[4, 4]).operation(1, 12, &[EXTRACT, 11, 0]);
    let out = instructions(&frozen(&module.bytes(), |_| (), Freeze::ALL).unwrap());
    let of = |id| out.iter().find(|(opcode, operands)| *opcode >= 43 && operands[1] == id).unwrap().0;
    assert_eq!([9, 11, 12].map(of), [43, 51, 52]);
}

/// Far more than any of these takes, even without optimisation on a busy machine, and far less than quadratic work would.
#[track_caller]
fn in_no_time<T>(work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    assert!(start.elapsed() < Duration::from_secs(10), "it took {:?}", start.elapsed());
    result
}

/// Twenty thousand constants, each with a SpecId.
fn many_spec_ids(reversed: bool) -> Vec<u8> {
    let mut module = Assembler::new();
    let count = 20_000;
    for number in 0..count {
        let number = if reversed { count - 1 - number } else { number };
        module.spec_id(2 + number, number);
    }
    module.int(1, 32);
    for number in 0..count {
        module.spec_constant(1, 2 + number, &[number]);
    }
    module.bytes()
}

#[test]
fn many_spec_ids_take_no_time() {
    for module in [many_spec_ids(false), many_spec_ids(true)] {
        for module in [with_bound(&module, u32::MAX), module] {
            in_no_time(|| {
                let settings: String = (0..20_000).map(|id| format!("{id}:{} ", id + 1)).collect();
                let out = frozen(&module, |given| set_all(given, &settings), Freeze::ALL).unwrap();
                assert_eq!(out.len(), module.len() - 20_000 * 16);
                assert_eq!(value(&out, "", 2 + 12_345), Leaf(12_346));
            });
        }
    }
}

/// Each group decorates a constant, and all have one SpecId, which nothing is given to.
#[test]
fn many_groups_of_one_spec_id_take_no_time() {
    const COUNT: u32 = 20_000;
    let mut module = Assembler::new();
    for id in 100..100 + COUNT {
        module.spec_id(id + COUNT, 7).result(73, &[id + COUNT], id + COUNT).op(74, &[id + COUNT, id]);
    }
    module.int(1, 32);
    for id in 100..100 + COUNT {
        module.spec_constant(1, id, &[id]);
    }
    let module = module.bytes();
    let words =
        |given, freeze| in_no_time(|| frozen(&module, |settings| set_all(settings, given), freeze)).unwrap().len() / 4;
    let whole = module.len() / 4;
    assert_eq!(words("", Freeze::GIVEN), whole);
    let removed = whole - 4 * COUNT as usize;
    assert_eq!([words("7:1", Freeze::GIVEN), words("", Freeze::ALL)], [removed, removed]);
}

#[test]
fn long_chains_of_operations_take_no_time() {
    let mut module = vectors();
    let count = 20_000;
    for id in 100..100 + count {
        let last = if id == 100 { 9 } else { id - 1 };
        module.operation(1, id, &[ADD, last, 9]);
    }
    let last = 99 + count;
    let value = in_no_time(|| value(&module.bytes(), "0:3", last));
    assert_eq!(value, Leaf(3 * (u64::from(count) + 1)));
}

#[test]
fn long_chains_of_vector_operations_take_no_time() {
    let mut module = vectors();
    let count = 5_000;
    for id in 100..100 + count {
        let last = if id == 100 { 8 } else { id - 1 };
        module.operation(3, id, &[ADD, last, 8]);
    }
    let module = module.bytes();
    let out = in_no_time(|| frozen(&module, |_| (), Freeze::ALL).unwrap());
    let sums = [10, 11, 12, 13].map(|value| value * (u64::from(count) + 1));
    assert_eq!(value(&out, "", 99 + count), leaves(&sums));
    // Each operation of 6 words is four constants of 4 words and a composite of 7; a SpecId of 4 words goes.
    assert_eq!(out.len(), module.len() + (count as usize * (4 * 4 + 7 - 6) - 4) * 4);
}

#[test]
fn shared_operands_are_worked_out_once() {
    // Each operation adds the one before to itself: 2^200 additions for who walks down every time.
    let module = read("spirv_cases/stress/op_dag_doubling_200.spv");
    let last = in_no_time(|| with_values(&module, |_| (), |values| values.iter().last().unwrap().1.bits())).unwrap();
    assert_eq!(last, Some(0));
}

#[test]
fn shared_composites_are_never_written_out() {
    let module = read("spirv_cases/stress/composite_dag_depth60.spv");
    let out = in_no_time(|| frozen(&module, |_| (), Freeze::ALL).unwrap());
    assert!(out.len() < module.len());
    // One step down is enough to see that all of it is there.
    with_values(
        &out,
        |_| (),
        |values| {
            let mut value = values.iter().last().unwrap().1;
            let mut depth = 0;
            while let Some(part) = value.component(1) {
                (value, depth) = (part, depth + 1);
            }
            assert!(depth >= 60 && value.bits().is_some());
        },
    )
    .unwrap();
}

#[test]
fn deep_nulls_are_walked_without_a_stack() {
    let module = read("spirv_cases/stress/null_struct_depth254.spv");
    in_no_time(|| frozen(&module, |_| (), Freeze::ALL).unwrap());
}

#[test]
fn the_widest_composite_is_read_and_frozen() {
    let count = 65_532;
    let mut module = Assembler::new();
    module.int(1, 32).constant(1, 2, &[count]).array(3, 1, 2).spec_constant(1, 4, &[9]);
    module.composite(3, 5, &vec![4; count as usize]).operation(1, 6, &[EXTRACT, 5, count - 1]);
    module.operation(3, 7, &[INSERT, 2, 5, 70]).operation(1, 8, &[EXTRACT, 7, 70]);
    let module = module.bytes();
    let out = in_no_time(|| frozen(&module, |_| (), Freeze::ALL).unwrap());
    assert_eq!([6, 8].map(|id| value(&out, "", id)), [Leaf(9), Leaf(u64::from(count))]);
    let copy = instructions(&out).into_iter().find(|(opcode, operands)| *opcode == 44 && operands[1] == 7).unwrap();
    assert_eq!((copy.1.len(), copy.1[71], copy.1[72], copy.1[73]), (65_534, 4, 2, 4));
}

#[test]
fn many_entry_points_take_no_time() {
    let mut module = Assembler::new();
    let count = 10_000;
    for id in 1..=count {
        module.result(15, &[5, id, 0], id);
    }
    for id in (1..=count).rev() {
        module.op(16, &[id, 17, id, 1, 1]);
    }
    let module = module.bytes();
    in_no_time(|| {
        with_index(&module, |index| {
            let sizes =
                index.entry_points().map(|entry_point| entry_point.workgroup_size().unwrap().literal().unwrap());
            assert!(sizes.eq((1..=count).map(|id| [id, 1, 1])));
        })
        .unwrap();
    });
}
