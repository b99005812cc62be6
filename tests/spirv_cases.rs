//! Small modules, each with one thing that a reader may get wrong, and the values that another evaluator has for them.

mod support;

use psoview::spirv::{Freeze, Module, State, Values};
use psoview::{ErrorKind as Kind, Region};
use serde_json::Value;

use support::read;
use support::spirv::{Tree, frozen, set_all, swapped, to_words, with_bound, with_index, with_values};
use support::whole;

/// Every case: its name, its module, its line in `expected.json`.
fn cases() -> Vec<(String, Vec<u8>, Value)> {
    let expected: Value = serde_json::from_slice(&read("spirv_cases/expected.json")).unwrap();
    let cases = expected.as_object().unwrap().iter().filter(|(name, _)| !name.starts_with('_'));
    let cases = cases.map(|(name, case)| (name.clone(), read(&format!("spirv_cases/{name}.spv")), case.clone()));
    let cases: Vec<_> = cases.collect();
    assert_eq!(cases.len(), 44);
    cases
}

fn is_valid(case: &Value) -> bool {
    case.get("refuse").is_none()
}

/// The id and the expected value of each constant.
fn expectations(case: &Value) -> impl Iterator<Item = (u32, &str)> {
    case["expected"].as_object().unwrap().iter().map(|(name, value)| {
        let id = case["ids"].get(name).map_or_else(|| name.parse().unwrap(), |id| id.as_u64().unwrap() as u32);
        (id, value.as_str().unwrap())
    })
}

#[track_caller]
fn compare(name: &str, module: &[u8], settings: &str, case: &Value) {
    with_values(
        module,
        |given| set_all(given, settings),
        |values| {
            for (id, expected) in expectations(case) {
                let (kind, expected) = expected.split_once(" = ").unwrap();
                let value = values.get(id).unwrap_or_else(|| panic!("{name}: %{id} has no value"));
                assert_eq!(Tree::of(&value), Tree::parse(expected, kind), "{name}: %{id}");
            }
        },
    )
    .unwrap_or_else(|error| panic!("{name}: {error}"));
}

#[test]
fn evaluates_every_case_like_the_other_evaluator() {
    for (name, module, case) in cases() {
        if is_valid(&case) {
            compare(&name, &module, case["settings"].as_str().unwrap_or(""), &case);
        }
    }
}

#[test]
fn evaluates_the_same_in_the_other_byte_order_and_with_any_bound() {
    for (name, module, case) in cases() {
        if is_valid(&case) {
            let settings = case["settings"].as_str().unwrap_or("");
            compare(&name, &swapped(&module), settings, &case);
            compare(&name, &with_bound(&module, u32::MAX), settings, &case);
            let mut unaligned = vec![0];
            unaligned.extend(&module);
            compare(&name, &unaligned[1..], settings, &case);
        }
    }
}

#[test]
fn refuses_two_spec_ids_on_one_constant() {
    let error = with_index(&read("spirv_cases/two_specids_one_target.spv"), |_| ()).map_err(whole);
    let kind = Kind::DuplicateSpecId { first: 0, second: 1 };
    assert_eq!(error, Err((kind, 76, Region::Instruction(4))));
}

#[test]
fn refuses_an_index_past_the_end_when_evaluating_and_not_before() {
    let module = read("spirv_cases/extract_out_of_range.spv");
    assert_eq!(with_index(&module, |index| index.constants().len()), Ok(3));
    let error = with_values(&module, |_| (), |_| ()).map_err(whole);
    assert_eq!(error, Err((Kind::ComponentOutOfRange { index: 2, count: 2 }, 152, Region::Instruction(8))));
}

#[test]
fn states_how_each_constant_came_by_its_value() {
    let states = |name: &str, settings: &str, ids: &[u32]| {
        with_values(
            &read(&format!("spirv_cases/{name}.spv")),
            |given| set_all(given, settings),
            |values| {
                let state = |&id| values.state(&values.index().constant(id).unwrap());
                ids.iter().map(state).collect::<Vec<_>>()
            },
        )
        .unwrap()
    };
    use State::{Default, Folded, Plain, Set, Undefined, Unfoldable};
    // seven, zero, d, q = seven / d, nz = d != 0, guarded = nz ? q : 0
    assert_eq!(states("div_by_spec", "0:0", &[4, 5, 1, 6, 7, 8]), [Plain, Plain, Set, Undefined, Folded, Folded]);
    assert_eq!(states("div_by_spec", "", &[1, 6]), [Default, Folded]);
    // The value given is the default.
    assert_eq!(states("nested_op_composite_op", "0:5", &[1]), [Set]);
    // a composite with an undefined component, and what is taken from it
    assert_eq!(states("shuffle_undef_literal_only", "", &[6, 7]), [Folded, Undefined]);
    // n4, an access chain, a pointer as a number
    assert_eq!(states("kernel_ops", "", &[7, 28, 29]), [Plain, Unfoldable, Unfoldable]);
}

#[test]
fn keeps_every_value_when_frozen() {
    for (name, module, case) in cases() {
        if !is_valid(&case) {
            continue;
        }
        let settings = case["settings"].as_str().unwrap_or("");
        let before = |id| with_values(&module, |given| set_all(given, settings), |values| bits(values, id)).unwrap();
        for freeze in [Freeze::ALL, Freeze::GIVEN, Freeze::KEEP_OPERATIONS] {
            let out = frozen(&module, |given| set_all(given, settings), freeze)
                .unwrap_or_else(|error| panic!("{name}: {error}"));
            // What was given is now the module's; what was not has its default.
            let check = |values: &mut Values<'_>| {
                for (id, _) in expectations(&case) {
                    assert_eq!(bits(values, id), before(id), "{name}: %{id} {freeze:?}");
                }
            };
            with_values(&out, |_| (), check).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }
}

/// The bits of a constant, the fixed ones for what is undefined.
fn bits(values: &Values<'_>, id: u32) -> Tree {
    Tree::bits_of(&values.get(id).unwrap())
}

#[test]
fn leaves_no_specialization_constant_that_can_be_folded() {
    for (name, module, case) in cases() {
        if !is_valid(&case) || name == "kernel_ops" || name == "specid_on_plain_constant" {
            continue;
        }
        let settings = case["settings"].as_str().unwrap_or("");
        let out = frozen(&module, |given| set_all(given, settings), Freeze::ALL).unwrap();
        let module = Module::parse(&out).unwrap();
        for instruction in module.instructions() {
            let instruction = instruction.unwrap();
            assert!(!matches!(instruction.opcode(), 48..=52 | 4462), "{name}: {instruction:?}");
            assert!(instruction.opcode() != 71 || instruction.operand(1) != Some(1), "{name}: {instruction:?}");
        }
    }
}

#[test]
fn leaves_a_module_with_nothing_to_freeze_alone() {
    for (name, module, case) in cases() {
        if is_valid(&case) {
            let once = frozen(&module, |_| (), Freeze::ALL).unwrap();
            assert_eq!(frozen(&once, |_| (), Freeze::ALL).unwrap(), once, "{name}");
            assert_eq!(to_words(&once)[..3], to_words(&module)[..3], "{name}");
        }
    }
}
