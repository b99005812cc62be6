//! `psoview bind`. Expected places follow from the maps and the shaders' sources.

mod elements;
mod warnings;

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::support::builder::{Part, Resource, container};
use super::{Run, fixture, folder, psoview, psoview_with_input};

/// Writes a map to a folder of the test's own.
fn map(test: &str, text: &str) -> PathBuf {
    let path = folder(test).join("map.toml");
    std::fs::write(&path, text).unwrap();
    path
}

fn bind(shader: &str, map: &Path, more: &[&str]) -> Run {
    let mut arguments = vec!["bind", shader, "--map", map.to_str().unwrap()];
    arguments.extend(more);
    psoview(arguments)
}

/// The only line of JSON.
fn bind_json(shader: &str, map: &Path, more: &[&str], code: i32) -> Value {
    let more = [more, &["--json"]].concat();
    bind(shader, map, &more).expect_code(code).json_lines().remove(0)
}

/// Writes a container with nothing but a PSV0 part of 36 bytes: a shader of this stage that uses these resources.
fn shader_of(test: &str, stage: u8, resources: &[Resource]) -> String {
    shader_of_part(test, Part { resources: resources.to_vec(), ..Part::new(36, stage) })
}

fn shader_of_part(test: &str, part: Part) -> String {
    let path = folder(&format!("{test}_shader")).join("shader.dxil");
    std::fs::write(&path, container(&[(b"PSV0", &part.build())]).bytes).unwrap();
    path.to_str().unwrap().into()
}

const LIT: &str = "dxil/lit_ps.v1_10.dxil";
const EVERY_RESOURCE: &str = "dxil/every_resource_ps.v1_10.dxil";
const EVERY_RESOURCE_OLD: &str = "dxil/every_resource_ps.v1_1.dxil";

/// The shader's append buffer is u9, its constants b4; t3 of space 2 is a texture, and s1 a sampler.
#[test]
fn example_map_has_entries_of_every_list() {
    let line = bind_json(EVERY_RESOURCE, Path::new("maps/every_resource_ps.toml"), &["--table", "0=1000,1=7"], 0);
    for list in ["unmapped", "unknown", "ambiguous"] {
        assert_eq!(line[list], json!([]), "{list}");
    }
    let rows = line["bindings"].as_array().unwrap();
    let of = |class: &str, space: u32, first: u32| {
        let range = json!({ "type": class, "space": space, "first": first, "last": first });
        rows.iter().filter(|row| row["range"] == range).collect::<Vec<_>>()
    };
    assert_eq!(of("cbv", 0, 4)[0]["push_constant"], json!({ "offset": 16, "size": 16 }));
    for half in [of("srv", 2, 3), of("sampler", 0, 1)] {
        assert_eq!([&half[0]["set"], &half[0]["binding"], &half[0]["elements"]], [&json!(2), &json!(1), &Value::Null]);
    }
    let [uav, counter] = of("uav", 0, 9)[..] else { panic!("{rows:?}") };
    assert_eq!([&uav["uav_counter"], &uav["elements"]], [&json!(false), &json!([1009, 1009])]);
    // Register 9, the entry's 8, its offset 16, and 7 of the table.
    assert_eq!([&counter["uav_counter"], &counter["elements"]], [&json!(true), &json!([24, 24])]);
    assert_eq!([&counter["set"], &counter["binding"], &counter["dynamic_index"]], [&json!(1), &json!(1), &json!(1)]);
}

#[test]
fn example_map_serves_its_shader() {
    let line = bind_json(LIT, Path::new("maps/lit_ps.toml"), &["--table", "0=1000"], 0);
    let row = |range: Value, place: [u32; 3], array: bool, element: Value, dynamic: Value, elements: Value| {
        json!({
            "range": range, "uav_counter": false, "set": place[0], "binding": place[1], "entry": place[2], "array": array,
            "first_element": element, "dynamic_index": dynamic, "elements": elements, "push_constant": null,
        })
    };
    let range = |class: &str, space: u32, first: u32, last: Value| json!({ "type": class, "space": space, "first": first, "last": last });
    let null = Value::Null;
    let expected = json!({
        "file": LIT,
        "profile": "strict",
        "bindings": [
            row(range("cbv", 0, 1, json!(1)), [3, 2, 0], true, json!(9), null.clone(), json!([9, 9])),
            row(range("sampler", 0, 0, json!(0)), [0, 0, 1], false, null.clone(), null.clone(), null.clone()),
            row(range("srv", 1, 0, null.clone()), [2, 0, 3], true, json!(0), json!(0), null.clone()),
            row(range("srv", 0, 4, json!(6)), [1, 0, 2], true, json!(2), null.clone(), json!([2, 4])),
        ],
        "unmapped": [], "unknown": [], "ambiguous": [],
    });
    assert_eq!(line, expected);
}

#[test]
fn keys_come_in_the_order_of_the_contract() {
    let run = bind(LIT, Path::new("maps/lit_ps.toml"), &["--json"]).expect_code(0);
    let keys =
        ["file", "profile", "bindings", "range", "type", "space", "first", "last", "uav_counter", "set", "binding"];
    let rest = ["entry", "array", "first_element", "dynamic_index", "elements", "push_constant"];
    let end = ["\"unmapped\"", "\"unknown\"", "\"ambiguous\""];
    let mut from = 0;
    for key in keys.iter().chain(&rest).map(|key| format!("\"{key}\":")).chain(end.map(String::from)) {
        from += run.stdout[from..].find(&key).unwrap_or_else(|| panic!("{key} is missing or too early"));
    }
}

#[test]
fn table_of_a_person_shows_elements_and_formula() {
    let run = bind(LIT, Path::new("maps/lit_ps.toml"), &[]).expect_code(0);
    for row in
        ["│ b1           ┆ 3   ┆ 2       ┆ 9        ┆ r + 8 ", "│ t4–t6        ┆ 1   ┆ 0       ┆ 2–4      ┆ r − 2 "]
    {
        assert!(run.stdout.contains(row), "{}", run.stdout);
    }
    assert!(run.stdout.contains("r + table[0]"), "{}", run.stdout);
    assert_eq!(run.stderr, "");
}

#[test]
fn run_time_offset_is_added_where_it_is_given() {
    let text = "[[bindings]]\ntype = 'srv'\nregister = 4\ncount = 3\nset = 0\nbinding = 0\nstatic_offset = 2\ndynamic_index = 1\n\
                [table]\noffset = 0\ncount = 2\n";
    let map = map("run_time_offset_is_added_where_it_is_given", text);
    let elements = |more: &[&str]| bind_json(LIT, &map, more, 1)["bindings"][0]["elements"].clone();
    assert_eq!(elements(&["--table", "0=7,1=1000"]), json!([1002, 1004]));
    assert_eq!(elements(&["--table", "0=7"]), Value::Null);
    assert_eq!(elements(&[]), Value::Null);
    let overflow = bind_json(LIT, &map, &["--table", "1=4294967292"], 1);
    let unmapped = overflow["unmapped"].as_array().unwrap().iter().find(|row| row["error"]["kind"] == "Overflow");
    let expected = json!({
        "range": { "type": "srv", "space": 0, "first": 4, "last": 6 },
        "error": { "kind": "Overflow", "entry": 0, "message": "entry 0 of bindings: the element is 4294967296, the last one possible 4294967295" },
    });
    assert_eq!(unmapped, Some(&expected));
    assert_eq!(overflow["bindings"], json!([]));
}

#[test]
fn template_serves_everything_the_shader_uses() {
    for (shader, resources) in [(LIT, 4), (EVERY_RESOURCE, 22), (EVERY_RESOURCE_OLD, 22)] {
        let template = psoview(["bind", shader, "--map-template"]).expect_code(0).stdout;
        let map = map("template_serves_everything_the_shader_uses", &template);
        let line = bind_json(shader, &map, &[], 0);
        let places = line["bindings"].as_array().unwrap().iter().map(|row| row["binding"].as_u64().unwrap());
        assert_eq!(places.collect::<Vec<_>>(), (0..resources).collect::<Vec<_>>(), "{shader}");
        assert_eq!(line["ambiguous"], json!([]));
    }
}

#[test]
fn what_is_not_served_is_named_with_the_nearest_entry() {
    let text = "[[bindings]]\ntype = 'cbv'\nregister = 0\nset = 0\nbinding = 0\n";
    let map = map("what_is_not_served_is_named_with_the_nearest_entry", text);
    let line = bind_json(LIT, &map, &[], 1);
    let kinds = line["unmapped"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (row["error"]["kind"].as_str(), row["error"]["entry"].as_u64()));
    let wrong_type = (Some("WrongType"), Some(0));
    assert_eq!(kinds.collect::<Vec<_>>(), [(Some("PartlyCovered"), Some(0)), wrong_type, wrong_type, wrong_type]);
    let run = bind(LIT, &map, &[]).expect_code(1);
    let first = "psoview: dxil/lit_ps.v1_10.dxil: b1: PartlyCovered: not mapped; the nearest is entry 0 of bindings: \
                 it does not cover the whole range";
    assert_eq!(run.stderr.lines().next(), Some(first));
}

/// The old compiler does not say which of u5 (a texture) and u6 (a buffer) is which.
#[test]
fn resource_that_may_be_a_buffer_or_an_image_is_unknown_where_that_matters() {
    let mut text = String::new();
    for (class, space, more) in [
        ("cbv", 0, ""),
        ("sampler", 0, ""),
        ("sampler", 3, ""),
        ("srv", 0, ""),
        ("srv", 2, ""),
        ("uav", 0, "flags = ['buffer']\n"),
    ] {
        text += &format!(
            "[[bindings]]\ntype = '{class}'\nspace = {space}\nregister = 0\ncount = 'unbounded'\nset = 0\nbinding = 0\n{more}"
        );
    }
    text += "[[uav_counters]]\nregister = 9\nset = 1\nbinding = 0\n";
    let map = map("resource_that_may_be_a_buffer_or_an_image_is_unknown_where_that_matters", &text.replace('\'', "\""));
    let line = bind_json(EVERY_RESOURCE_OLD, &map, &[], 1);
    let ranges = line["unknown"].as_array().unwrap().iter().map(|row| row["range"].clone());
    let uav = |register: u32| json!({ "type": "uav", "space": 0, "first": register, "last": register });
    assert_eq!(ranges.collect::<Vec<_>>(), [uav(5), uav(6)]);
    assert_eq!(line["unmapped"], json!([]));
    let counter = line["bindings"].as_array().unwrap().last().unwrap();
    assert_eq!((&counter["uav_counter"], &counter["set"], &counter["range"]), (&json!(true), &json!(1), &uav(9)));
}

#[test]
fn push_constants_have_bytes_and_no_set() {
    let text = "[[push_constants]]\nregister = 1\noffset = 32\nsize = 20\n";
    let map = map("push_constants_have_bytes_and_no_set", text);
    let line = bind_json(LIT, &map, &[], 1);
    let expected = json!({
        "range": { "type": "cbv", "space": 0, "first": 1, "last": 1 }, "uav_counter": false, "set": null, "binding": null,
        "entry": 0, "array": false, "first_element": null, "dynamic_index": null, "elements": null,
        "push_constant": { "offset": 32, "size": 20 },
    });
    assert_eq!(line["bindings"], json!([expected]));
}

#[test]
fn profile_decides_what_an_empty_map_means() {
    let map = map("profile_decides_what_an_empty_map_means", "");
    let line = bind_json(LIT, &map, &["--profile", "vkd3d-1.14"], 0);
    let bindings =
        line["bindings"].as_array().unwrap().iter().map(|row| (row["binding"].as_u64(), row["entry"].clone()));
    let expected = [0, 1, 2, 3].map(|binding| (Some(binding), Value::Null));
    assert_eq!((line["profile"].as_str(), bindings.collect::<Vec<_>>()), (Some("vkd3d-1.14"), expected.to_vec()));
    let line = bind_json(LIT, &map, &["--profile", "strict"], 1);
    assert_eq!(line["unmapped"].as_array().unwrap().len(), 4);
}

#[test]
fn refuses_maps_and_says_where() {
    for (text, kind, message) in [
        ("[[bindings]]\ntype = 'cbx'\nregister = 0\nset = 0\nbinding = 0\n", "MapMalformed", "`cbx` is none of"),
        ("[[bindings]]\nregister = 0\nset = 0\nbinding = 0\n", "MapMalformed", "missing field `type`"),
        ("colour = 1\n", "MapMalformed", "unknown field `colour`"),
        ("[table]\noffset = 0\ncount = 1\nwords = 1\n", "MapMalformed", "unknown field `words`"),
        ("[[bindings]]\ntype = 'cbv'\nregister = -1\nset = 0\nbinding = 0\n", "MapMalformed", "-1"),
        (
            "[[bindings]]\ntype = 'cbv'\nregister = 0\ncount = 'many'\nset = 0\nbinding = 0\n",
            "MapMalformed",
            "or \"unbounded\"",
        ),
        (
            "[[bindings]]\ntype = 'cbv'\nregister = 0\ncount = 4294967296\nset = 0\nbinding = 0\n",
            "MapMalformed",
            "32 bits",
        ),
        ("[table]\noffset = 2\ncount = 1\n", "MapRefused", "table: it starts at byte 2"),
        (
            "[[uav_counters]]\nregister = 0\nset = 0\nbinding = 0\ndynamic_index = 0\n",
            "MapRefused",
            "entry 0 of uav_counters",
        ),
    ] {
        let map = map("refuses_maps_and_says_where", text);
        let error = bind_json(LIT, &map, &[], 1)["error"].clone();
        assert_eq!(error["kind"], kind, "{error}");
        assert!(error["message"].as_str().unwrap().contains(message), "{error}");
    }
}

#[test]
fn shader_without_a_stage_takes_the_users() {
    let map = map("shader_without_a_stage_takes_the_users", "");
    let run = bind(LIT, &map, &["--stage", "vertex"]).expect_code(1);
    assert_eq!(run.stderr, "psoview: dxil/lit_ps.v1_10.dxil: --stage says vertex, the shader is a pixel shader\n");
    bind(LIT, &map, &["--stage", "pixel", "--profile", "vkd3d-1.18"]).expect_code(0);
}

#[test]
fn library_has_nothing_to_bind() {
    let map = map("library_has_nothing_to_bind", "");
    let error = bind_json("dxil/trace_lib.v1_10.dxil", &map, &[], 1)["error"].clone();
    assert_eq!((&error["kind"], &error["offset"]), (&json!("PsvMissing"), &Value::Null));
}

#[test]
fn shader_can_come_from_standard_input() {
    let map = Path::new("maps/lit_ps.toml");
    let run =
        psoview_with_input(["bind", "-", "--map", map.to_str().unwrap()], &fixture("lit_ps.v1_10.dxil")).expect_code(0);
    assert!(run.stdout.starts_with("-, strict rules\n"), "{}", run.stdout);
}

#[test]
fn wrong_usage_exits_with_2() {
    let map = "maps/lit_ps.toml";
    for arguments in [
        &["bind", LIT][..],
        &["bind", LIT, "--map", map, "--map-template"],
        &["bind", LIT, "--map", map, "--profile", "vkd3d"],
        &["bind", LIT, "--map", map, "--stage", "fragment"],
        &["bind", LIT, "--map", map, "--table", "0"],
        &["bind", LIT, "--map", map, "--table", "0=1,0=2"],
        &["bind", LIT, "--map", map, "--table", "65536=0"],
        &["bind", LIT, "--map", map, "--table", "0=4294967296"],
        &["bind", LIT, "--map", map, "--table", "+0=1"],
        &["bind", LIT, "--map", map, "--table", "0=+1"],
    ] {
        psoview(arguments).expect_code(2);
    }
}

/// A part of 24 bytes says nothing of its stage, and no other part of the container does.
#[test]
fn stage_of_the_oldest_parts_is_the_callers_to_give() {
    let shader = shader_of_part("stage_unknown", Part::new(24, 0));
    let map = Path::new("maps/lit_ps.toml");
    let error = bind_json(&shader, map, &[], 1)["error"].clone();
    assert_eq!(
        (&error["kind"], &error["message"]),
        (&json!("StageUnknown"), &json!("the part does not say which stage the shader is for; --stage does"))
    );
    let line = bind_json(&shader, map, &["--stage", "pixel"], 0);
    assert_eq!([&line["bindings"], &line["unmapped"]], [&json!([]), &json!([])]);
}

#[test]
fn map_has_a_limit() {
    let limit = 256 * 1024;
    bind(LIT, &map("map_at_limit", &"#".repeat(limit)), &[]).expect_code(1);
    let path = map("map_past_limit", &"#".repeat(limit + 1));
    let error = bind_json(LIT, &path, &[], 1)["error"].clone();
    let message = format!("{}: longer than 262144 bytes, the most of a map", path.display());
    assert_eq!((&error["kind"], &error["message"]), (&json!("MapTooLarge"), &json!(message)));
}

#[test]
fn word_past_the_maps_table_is_an_error() {
    let error = bind_json(LIT, Path::new("maps/lit_ps.toml"), &["--table", "1=0"], 1)["error"].clone();
    assert_eq!(
        (&error["kind"], &error["message"]),
        (&json!("TableTooShort"), &json!("--table gives word 1, the map's table has 1"))
    );
}
