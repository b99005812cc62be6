//! Warnings: they are told on standard error, and change neither the exit status nor what wins.

use serde_json::json;

use super::{LIT, bind, bind_json, map, shader_of};
use crate::psoview;
use crate::support::builder::Resource;

const SAMPLER: u32 = 1;
const TYPED_SRV: u32 = 3;
const TEXTURE_2D: u32 = 2;

/// A pixel shader with a texture in t0 and a sampler in s0.
fn sampling(test: &str) -> String {
    let resource =
        |resource_type, kind| Resource { resource_type, space: 0, lower: 0, upper: 0, tail: Some((kind, 0)) };
    shader_of(test, 0, &[resource(SAMPLER, 14), resource(TYPED_SRV, TEXTURE_2D)])
}

/// What is told about the map, without its name.
fn warnings(stderr: &str) -> Vec<&str> {
    stderr.lines().filter_map(|line| line.split_once("map.toml: warning: ")).map(|(_, warning)| warning).collect()
}

#[test]
fn overlap_of_a_range_is_said_with_the_range_and_once() {
    let template = psoview(["bind", LIT, "--map-template"]).expect_code(0).stdout;
    let text = format!("{template}\n[[bindings]]\ntype = 'cbv'\nregister = 1\nset = 9\nbinding = 9\n");
    let map = map("overlap_of_a_range_is_said_with_the_range_and_once", &text);
    let line = bind_json(LIT, &map, &[], 0);
    let range = json!({ "type": "cbv", "space": 0, "first": 1, "last": 1 });
    assert_eq!(line["ambiguous"], json!([{ "range": range, "entries": [0, 4] }]));
    let run = bind(LIT, &map, &[]).expect_code(0);
    let warning =
        "psoview: dxil/lit_ps.v1_10.dxil: warning: b1: entries 0, 4 of bindings all serve it; the first does\n";
    assert_eq!(run.stderr, warning);
}

/// t0 and s0 are served by the first pair; the second, for the same two, waits. The third is for another sampler.
#[test]
fn pairs_of_the_same_registers_are_ambiguous() {
    let test = "pairs_of_the_same_registers_are_ambiguous";
    let pair = |sampler: u32, binding: u32| {
        format!("[[combined_samplers]]\nresource = 0\nsampler = {sampler}\nset = 0\nbinding = {binding}\n")
    };
    let (shader, map) = (sampling(test), map(test, &[pair(0, 0), pair(0, 1), pair(1, 2)].concat()));
    let line = bind_json(&shader, &map, &[], 0);
    let row = |class: &str| json!({ "range": { "type": class, "space": 0, "first": 0, "last": 0 }, "entries": [0, 1] });
    assert_eq!(line["ambiguous"], json!([row("sampler"), row("srv")]));
    let run = bind(&shader, &map, &[]).expect_code(0);
    assert!(
        run.stderr.contains("t0: entries 0, 1 of combined_samplers all serve it; the first does"),
        "{}",
        run.stderr
    );
}

/// b1 is the shader's; the entry for vertex shaders is no rival, and the third would serve it too.
#[test]
fn push_constants_of_the_same_register_are_ambiguous() {
    let test = "push_constants_of_the_same_register_are_ambiguous";
    let template = psoview(["bind", LIT, "--map-template"]).expect_code(0).stdout;
    let push = |visibility: &str, offset: u32| {
        format!("[[push_constants]]\nregister = 1\nvisibility = '{visibility}'\noffset = {offset}\nsize = 16\n")
    };
    let text = [template.as_str(), "\n", &push("all", 0), &push("vertex", 16), &push("pixel", 32)].concat();
    let map = map(test, &text);
    let range = json!({ "type": "cbv", "space": 0, "first": 1, "last": 1 });
    assert_eq!(bind_json(LIT, &map, &[], 0)["ambiguous"], json!([{ "range": range, "entries": [0, 2] }]));
    let run = bind(LIT, &map, &[]).expect_code(0);
    assert!(run.stderr.contains("b1: entries 0, 2 of push_constants all serve it; the first does"), "{}", run.stderr);
}

/// Another stage's pair is no rival for this shader, though it is one for a shader of that stage.
#[test]
fn overlap_that_the_shader_does_not_meet_is_the_maps() {
    let test = "overlap_that_the_shader_does_not_meet_is_the_maps";
    let entry = |visibility: &str, binding: u32| {
        format!(
            "[[bindings]]\ntype = 'srv'\nspace = 7\nregister = 0\nvisibility = '{visibility}'\nset = 0\nbinding = {binding}\n"
        )
    };
    let map = map(test, &[entry("all", 0), entry("vertex", 1)].concat());
    let run = bind(LIT, &map, &[]).expect_code(1);
    let expected = "entry 0 of bindings and entry 1 of bindings have registers in common; the first wins";
    assert_eq!(warnings(&run.stderr), [expected]);
}

#[test]
fn places_and_bytes_that_entries_share_are_told_with_json_too() {
    let test = "places_and_bytes_that_entries_share_are_told_with_json_too";
    // Registers 0 to 3 are elements 0 to 3, registers 8 to 11 are elements 2 to 5 of the same array; a sampler is there too.
    let text = "[[bindings]]\ntype = 'cbv'\nregister = 0\ncount = 4\nset = 1\nbinding = 0\n\
                [[bindings]]\ntype = 'cbv'\nregister = 8\ncount = 4\nset = 1\nbinding = 0\nstatic_offset = 2\n\
                [[bindings]]\ntype = 'sampler'\nregister = 0\nset = 2\nbinding = 0\n\
                [[bindings]]\ntype = 'srv'\nregister = 4\ncount = 3\nset = 2\nbinding = 0\nstatic_offset = 1\n\
                [[bindings]]\ntype = 'srv'\nspace = 1\nregister = 0\ncount = 'unbounded'\nset = 3\nbinding = 0\n\
                [[push_constants]]\nspace = 5\nregister = 0\noffset = 0\nsize = 16\n\
                [[push_constants]]\nspace = 5\nregister = 1\noffset = 12\nsize = 16\n";
    let map = map(test, text);
    let run = bind(LIT, &map, &["--json"]).expect_code(0);
    let expected = [
        "entry 0 of bindings and entry 1 of bindings share elements of a binding",
        "entry 2 of bindings and entry 3 of bindings share a binding and differ in type",
        "entry 1 of push_constants starts at byte 12, not at a multiple of 16",
        "entry 0 of push_constants and entry 1 of push_constants overlap",
    ];
    assert_eq!(warnings(&run.stderr), expected);
    assert_eq!(run.json_lines()[0]["ambiguous"], json!([]));
}

/// Thirty equal entries are 435 pairs.
#[test]
fn warnings_are_few() {
    let entry = "[[bindings]]\ntype = 'cbv'\nspace = 9\nregister = 0\nset = 0\nbinding = 0\n";
    let map = map("warnings_are_few", &entry.repeat(30));
    let run = bind(LIT, &map, &[]).expect_code(1);
    let warnings = warnings(&run.stderr);
    assert_eq!((warnings.len(), warnings[20]), (21, "there are more than these 20; the rest is left out"));
}

#[test]
fn rows_say_which_list_and_entry() {
    let text = "[[push_constants]]\nregister = 1\noffset = 32\nsize = 20\n";
    let map = map("rows_say_which_list_and_entry", text);
    let run = bind(LIT, &map, &[]).expect_code(1);
    let row = run.stdout.lines().find(|row| row.starts_with("│ b1")).unwrap();
    for cell in ["push constants: 20 bytes from byte 32 on", "0 of push_constants"] {
        assert!(row.contains(cell), "{row}");
    }
    let run = bind(LIT, &map, &["--profile", "vkd3d-1.18"]).expect_code(0);
    assert!(run.stdout.contains("none: default mapping"), "{}", run.stdout);
}
