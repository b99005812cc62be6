//! The array elements: the first register of every range has one, and every register of a bounded range.

use serde_json::{Value, json};

use super::{bind, bind_json, map, shader_of};
use crate::support::builder::Resource;

const RAW_SRV: u32 = 4;
const UAV_WITH_COUNTER: u32 = 9;

/// A pixel shader that uses these registers.
fn shader(test: &str, resource_type: u32, lower: u32, upper: u32) -> String {
    shader_of(test, 0, &[Resource { resource_type, space: 0, lower, upper, tail: Some((11, 0)) }])
}

/// An SRV's entry for the registers from 0 on.
fn unbounded(more: &str) -> String {
    format!("[[bindings]]\ntype = 'srv'\nregister = 0\ncount = 'unbounded'\nset = 0\nbinding = 0\n{more}\n")
}

fn overflow(element: u64) -> Value {
    let message = format!("entry 0 of bindings: the element is {element}, the last one possible 4294967295");
    json!([{ "kind": "Overflow", "entry": 0, "message": message }])
}

fn errors(line: &Value) -> Value {
    line["unmapped"].as_array().unwrap().iter().map(|row| row["error"].clone()).collect()
}

/// Register 5 of an entry whose register 0 is element 4294967295 would be element 4294967300.
#[test]
fn first_element_of_an_unbounded_range_overflows() {
    let test = "first_element_of_an_unbounded_range_overflows";
    let shader = shader(test, RAW_SRV, 5, u32::MAX);
    let map = map(test, &unbounded("static_offset = 4294967295"));
    let line = bind_json(&shader, &map, &[], 1);
    assert_eq!((errors(&line), &line["bindings"]), (overflow(4_294_967_300), &json!([])));
    let range = json!({ "type": "srv", "space": 0, "first": 5, "last": null });
    assert_eq!(line["unmapped"][0]["range"], range);
}

/// No value of the word makes the sum fit again: what the application asks for is no element.
#[test]
fn elements_overflow_though_the_run_time_offset_is_not_given() {
    let test = "elements_overflow_though_the_run_time_offset_is_not_given";
    let text = unbounded("static_offset = 4294967290\ndynamic_index = 0\n[table]\ncount = 1");
    let map = map(test, &text);
    let line = bind_json(&shader(test, RAW_SRV, 5, 6), &map, &[], 1);
    assert_eq!((errors(&line), &line["bindings"]), (overflow(4_294_967_296), &json!([])));
    let line = bind_json(&shader(test, RAW_SRV, 4, 5), &map, &[], 0);
    assert_eq!((&line["bindings"][0]["elements"], &line["unmapped"]), (&Value::Null, &json!([])));
}

#[test]
fn run_time_offset_makes_an_unbounded_range_overflow() {
    let test = "run_time_offset_makes_an_unbounded_range_overflow";
    let text = unbounded("static_offset = 8\ndynamic_index = 0\n[table]\ncount = 1");
    let (shader, map) = (shader(test, RAW_SRV, 0, u32::MAX), map(test, &text));
    let line = bind_json(&shader, &map, &["--table", "0=4294967295"], 1);
    assert_eq!((errors(&line), &line["bindings"]), (overflow(4_294_967_303), &json!([])));
    let line = bind_json(&shader, &map, &["--table", "0=4294967287"], 0);
    let row = &line["bindings"][0];
    assert_eq!((&row["first_element"], &row["elements"]), (&json!(8), &Value::Null));
}

#[test]
fn counter_whose_element_overflows_is_said_to_be_one() {
    let test = "counter_whose_element_overflows_is_said_to_be_one";
    let text = "[[bindings]]\ntype = 'uav'\nregister = 3\nset = 0\nbinding = 0\n\
                [[uav_counters]]\nregister = 0\ncount = 'unbounded'\nset = 0\nbinding = 1\nstatic_offset = 4294967295\n";
    let line = bind_json(&shader(test, UAV_WITH_COUNTER, 3, 3), &map(test, text), &[], 1);
    let message = "its counter: entry 0 of uav_counters: the element is 4294967298, the last one possible 4294967295";
    assert_eq!(errors(&line), json!([{ "kind": "Overflow", "entry": 0, "message": message }]));
    assert_eq!(line["bindings"].as_array().unwrap().len(), 1);
}

/// The word is added to the first element; there is no last one to show.
#[test]
fn table_of_a_person_shows_where_an_unbounded_range_starts() {
    let run = bind(super::LIT, "maps/lit_ps.toml".as_ref(), &["--table", "0=1000"]).expect_code(0);
    let row = run.stdout.lines().find(|row| row.contains("t0–∞")).unwrap();
    assert!(row.contains("┆ 1000…"), "{row}");
    let run = bind(super::LIT, "maps/lit_ps.toml".as_ref(), &[]).expect_code(0);
    assert!(!run.stdout.contains('…'), "{}", run.stdout);
}
