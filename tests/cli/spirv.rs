//! SPIR-V: `inspect` and `specialize`.

use serde_json::{Value, json};

use super::{data, folder, psoview, psoview_with_input};

fn module(name: &str) -> Vec<u8> {
    std::fs::read(data().join("spirv_cases").join(name)).unwrap()
}

/// The one line that a run prints.
#[track_caller]
fn line(arguments: &[&str]) -> Value {
    let run = psoview(arguments).expect_code(0);
    assert_eq!((run.stdout.lines().count(), run.stderr.as_str()), (1, ""));
    run.json_lines().remove(0)
}

/// The row of a constant.
fn row(line: &Value, id: u64) -> Value {
    line["values"].as_array().unwrap().iter().find(|row| row["result_id"] == id).unwrap().clone()
}

#[test]
fn inspect_prints_what_the_assembly_says() {
    // From workgroup_size_beats_local_size.spvasm.
    let expected = json!({
        "file": "spirv_cases/workgroup_size_beats_local_size.spv", "format": "spirv",
        "spirv": {
            "version": "1.3", "generator": 0x0007_0000, "id_bound": 10, "words": 65, "endianness": "little",
            "spec_constants": [
                { "result_id": 2, "spec_id": 0, "name": null, "type": "uint32", "bits": "0x00000010", "value": 16, "size": 4 }
            ],
            "invalid_spec_ids": [],
            "workgroup_sizes": [
                { "entry_point": "main", "execution_model": "gl_compute", "source": "builtin", "value": [16, 1, 1], "spec_ids": [0] }
            ]
        }
    });
    assert_eq!(line(&["inspect", "--json", "spirv_cases/workgroup_size_beats_local_size.spv"]), expected);
}

#[test]
fn inspect_has_its_keys_in_the_order_of_the_contract() {
    let run = psoview(["inspect", "--json", "spirv_cases/specid_on_spec_constant_op.spv"]).expect_code(0);
    let keys = ["file", "format", "spirv", "version", "generator", "id_bound", "words", "endianness", "spec_constants"];
    let row = ["result_id", "spec_id", "name", "type", "bits", "value", "size"];
    let rest = ["invalid_spec_ids", "target_id", "spec_id", "workgroup_sizes"];
    let mut text = run.stdout.as_str();
    for key in keys.iter().chain(&row).chain(&rest) {
        let at = text.find(&format!("\"{key}\":")).unwrap_or_else(|| panic!("{key} in {text}"));
        text = &text[at + 1..];
    }
}

#[test]
fn inspect_prints_every_kind_of_scalar() {
    // From basic_all_scalar_types.spvasm: the defaults.
    let line = line(&["inspect", "--json", "spirv_cases/basic_all_scalar_types.spv"]);
    let rows = line["spirv"]["spec_constants"].as_array().unwrap();
    let rows: Vec<_> = rows.iter().map(|row| [&row["type"], &row["bits"], &row["value"], &row["size"]]).collect();
    let expected = json!([
        ["bool", "0x1", true, 4],
        ["bool", "0x0", false, 4],
        ["int8", "0xfe", -2, 1],
        ["uint8", "0xfe", 254, 1],
        ["int16", "0xfffe", -2, 2],
        ["uint16", "0xfffe", 65534, 2],
        ["int32", "0xfffffffe", -2, 4],
        ["uint32", "0xfffffffe", 4_294_967_294_u32, 4],
        ["int64", "0xfffffffffffffffe", -2, 8],
        ["uint64", "0xfffffffffffffffe", 18_446_744_073_709_551_614_u64, 8],
        ["float16", "0x3e00", 1.5, 2],
        ["float32", "0x3fc00000", 1.5, 4],
        ["float64", "0x3ff8000000000000", 1.5, 8],
    ]);
    assert_eq!(json!(rows), expected);
}

#[test]
fn inspect_lists_constants_whose_operations_cannot_be_evaluated() {
    let line = line(&["inspect", "--json", "spirv_cases/extract_out_of_range.spv"]);
    assert_eq!(line["spirv"]["spec_constants"][0]["spec_id"], 0);
}

#[test]
fn inspect_says_what_is_wrong_with_a_module() {
    let run = psoview(["inspect", "--json", "spirv_cases/malformed/wc_zero_first.spv"]).expect_code(1);
    let expected = json!({
        "file": "spirv_cases/malformed/wc_zero_first.spv",
        "error": {
            "kind": "WordCountZero", "offset": 20, "region": "SPIR-V instruction 0",
            "message": "opcode 17 says it has no words, the fewest are 1"
        }
    });
    assert_eq!(run.json_lines(), [expected]);
}

#[test]
fn inspect_reads_modules_below_a_folder_and_from_standard_input() {
    let run = psoview(["inspect", "--json", "spirv_cases/stress"]).expect_code(0);
    assert_eq!(run.json_lines().len(), 3);
    let run = psoview_with_input(["inspect", "--json", "-"], &module("malformed/ok_big_endian.spv")).expect_code(0);
    assert_eq!(run.json_lines()[0]["spirv"]["endianness"], "big");
}

#[test]
fn inspect_draws_a_table_for_a_person() {
    let run = psoview(["inspect", "spirv_cases/workgroup_size_beats_local_size.spv"]).expect_code(0);
    for cells in [
        "│ 0      ┆ %2 ┆      ┆ uint32 ┆ 16      ┆ 0x00000010 ┆ 4    │",
        "│ main        ┆ gl_compute ┆ 16 × 1 × 1 ┆ builtin ┆ 0       │",
    ] {
        assert!(run.stdout.contains(cells), "{}", run.stdout);
    }
    let run = psoview(["inspect", "spirv_cases/specid_on_spec_constant_op.spv"]).expect_code(0);
    assert!(run.stdout.contains("note: %2 has the SpecId 1, but cannot have one"), "{}", run.stdout);
}

/// The leaves of a value's bits.
fn leaves(bits: &Value) -> Vec<String> {
    match bits {
        Value::Array(parts) => parts.iter().flat_map(leaves).collect(),
        Value::String(bits) => vec![bits.clone()],
        _ => vec![],
    }
}

#[test]
fn specialize_evaluates_every_case_like_the_other_evaluator() {
    let expected: Value = serde_json::from_slice(&module("expected.json")).unwrap();
    let mut compared = 0;
    for (name, case) in expected.as_object().unwrap() {
        if name.starts_with('_') || case.get("refuse").is_some() {
            continue;
        }
        let path = format!("spirv_cases/{name}.spv");
        let settings = case["settings"].as_str().unwrap_or("").split_whitespace();
        let sets = settings.flat_map(|pair| ["--set".to_owned(), pair.replace(':', "=")]);
        let arguments: Vec<_> = ["specialize".into(), "--json".into(), path].into_iter().chain(sets).collect();
        let run = psoview(&arguments).expect_code(0);
        let line = run.json_lines().remove(0);
        for (constant, value) in case["expected"].as_object().unwrap() {
            let id = case["ids"].get(constant).map_or_else(|| constant.parse().unwrap(), |id| id.as_u64().unwrap());
            let (value, row) = (value.as_str().unwrap(), row(&line, id));
            if value.contains("undef") {
                assert_eq!(row["state"], "undefined", "{name}: {constant}");
                continue;
            }
            if value.contains("ptr-op") {
                assert_eq!((&row["state"], &row["value"]), (&json!("unfoldable"), &Value::Null), "{name}: {constant}");
                continue;
            }
            // Floats have their bits in the text, the others are compared as numbers.
            let (kind, value) = value.split_once(" = ").unwrap();
            let numbers: Vec<&str> =
                value.split(['[', ']', '{', '}', ',']).map(str::trim).filter(|n| !n.is_empty()).collect();
            let printed = leaves(&row["bits"]);
            assert_eq!(printed.len(), numbers.len(), "{name}: {constant}");
            for (bits, number) in printed.iter().zip(numbers) {
                let bits = u64::from_str_radix(&bits[2..], 16).unwrap();
                let expected = match (number, number.split_once("(0x")) {
                    ("true", _) => 1,
                    ("false", _) => 0,
                    (_, Some((_, bits))) => u64::from_str_radix(bits.trim_end_matches(')'), 16).unwrap(),
                    _ => {
                        let width = printed[0].len() as u32 * 4 - 8;
                        number.parse::<i128>().unwrap() as u64 & u64::MAX >> (64 - width)
                    }
                };
                assert_eq!(bits, expected, "{name}: {constant} {kind}");
                compared += 1;
            }
        }
    }
    assert!(compared > 350, "{compared}");
}

#[test]
fn specialize_prints_states_types_and_sizes() {
    let line = line(&[
        "specialize",
        "--json",
        "--set",
        "0=64",
        "--set",
        "99=1",
        "spirv_cases/workgroup_size_beats_local_size.spv",
    ]);
    assert_eq!(line["mode"], "evaluate");
    assert_eq!(line["unknown_ids"], json!([99]));
    assert_eq!([&line["words_in"], &line["words_out"]], [&json!(65), &Value::Null]);
    assert_eq!(line["workgroup_sizes"][0]["value"], json!([64, 1, 1]));
    let expected = json!({
        "result_id": 3, "name": null, "spec_id": null, "type": "uint32x3", "value": [64, 1, 1],
        "bits": ["0x00000040", "0x00000001", "0x00000001"], "state": "folded", "elided": false
    });
    assert_eq!(row(&line, 3), expected);
    let states = [2, 7].map(|id| row(&line, id)["state"].clone());
    assert_eq!(states, ["set", "plain"]);
}

#[test]
fn specialize_does_not_print_what_has_too_many_numbers() {
    let line = line(&["specialize", "--json", "spirv_cases/stress/composite_dag_depth60.spv"]);
    let rows = line["values"].as_array().unwrap();
    let last = rows.last().unwrap();
    assert_eq!(
        [&last["elided"], &last["value"], &last["bits"], &last["type"]],
        [&json!(true), &Value::Null, &Value::Null, &json!("struct")]
    );
    assert!(rows.iter().any(|row| row["elided"] == false && row["type"] == "struct"));
}

#[test]
fn specialize_rounds_decimals_once_and_prints_the_shortest() {
    let value = |set: &str, id: u64| {
        let line = line(&["specialize", "--json", "--set", set, "spirv_cases/basic_all_scalar_types.spv"]);
        let row = row(&line, id);
        (row["bits"].clone(), row["value"].clone())
    };
    let expect = |bits: &str, number: Value| (json!(bits), number);
    // Between two halves, a hair above the middle: a double in between would make it the middle, and the even one.
    assert_eq!(value("10=1.00048828125000000000000000001", 11), expect("0x3c01", json!(1.001)));
    assert_eq!(value("10=1.00048828125", 11), expect("0x3c00", json!(1.0)));
    assert_eq!(value("11=0.1", 12), expect("0x3dcccccd", json!(0.1)));
    assert_eq!(value("11=-0.0", 12), expect("0x80000000", json!(-0.0)));
    assert_eq!(value("11=0x1.8p3", 12), expect("0x41400000", json!(12.0)));
    assert_eq!(value("11=-inf", 12), expect("0xff800000", Value::Null));
    assert_eq!(value("12=nan", 13), expect("0x7ff8000000000000", Value::Null));
    assert_eq!(value("12=bits:0x7ff0000000000001", 13), expect("0x7ff0000000000001", Value::Null));
    // As text: whoever reads it back may round.
    let run = psoview(["specialize", "--json", "--set", "f32v=1e-45", "spirv_cases/basic_all_scalar_types.spv"]);
    assert!(run.stdout.contains("\"value\":1e-45,\"bits\":\"0x00000001\""), "{}", run.stdout);
    assert_eq!(value("2=0x7f", 3), expect("0x7f", json!(127)));
    assert_eq!(value("2=-128", 3), expect("0x80", json!(-128)));
    assert_eq!(value("0=0", 1), expect("0x0", json!(false)));
}

#[test]
fn specialize_refuses_values_that_do_not_fit_and_says_what_does() {
    let path = "spirv_cases/basic_all_scalar_types.spv";
    for (set, message) in [
        (
            "3=300",
            "\"300\" is no value for %4, which is of type uint8: a number from 0 to 255, decimal or 0x…, or bits:0x… is expected",
        ),
        ("2=0x80", "a number from -128 to 127"),
        ("7=1.5", "a number from 0 to 4294967295"),
        ("7=+1", "a number from 0 to 4294967295"),
        ("0=2", "true, false, 1, 0 or bits:0x… is expected"),
        ("10=65520", "a decimal number in range"),
        ("11=1e39", "a decimal number in range"),
        ("11=", "a decimal number in range"),
        ("3=bits:0x100", "a number from 0 to 255"),
        ("nosuch=1", "no constant has this name; the names with SpecIds are: flag_true (0), flag_false (1), i8v (2)"),
        ("4294967296=1", "no constant has this name"),
        ("+7=1", "no constant has this name"),
    ] {
        let run = psoview(["specialize", "--json", "--set", set, path]).expect_code(2);
        assert_eq!(run.stdout, "");
        assert!(run.stderr.contains(message), "{set}: {}", run.stderr);
    }
    let run = psoview(["specialize", "--set", "7=1", "--set", "u32v=1", path]).expect_code(2);
    assert!(run.stderr.contains("SpecId 7 is given twice"), "{}", run.stderr);
    psoview(["specialize", "--set", "7", path]).expect_code(2);
    psoview(["specialize", "--freeze", path]).expect_code(2);
    psoview(["specialize", "-o", "x", "--freeze", "--partial", path]).expect_code(2);
}

#[test]
fn specialize_gives_each_constant_that_shares_a_spec_id_its_own_type() {
    let line = line(&["specialize", "--json", "--set", "7=1", "spirv_cases/dup_specid_bool_and_uint.spv"]);
    assert_eq!([row(&line, 1)["value"].clone(), row(&line, 2)["value"].clone()], [json!(true), json!(1)]);
    let run = psoview(["specialize", "--set", "7=2", "spirv_cases/dup_specid_bool_and_uint.spv"]).expect_code(2);
    assert!(run.stderr.contains("%1, which is of type bool"), "{}", run.stderr);
}

#[test]
fn specialize_writes_the_module_in_every_mode() {
    let folder = folder("specialize_writes");
    let path = "spirv_cases/nested_op_composite_op.spv";
    let out = folder.join("out.spv").to_str().unwrap().to_owned();
    let opcodes = |bytes: &[u8]| {
        let mut words = bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).skip(5);
        let mut opcodes = Vec::new();
        while let Some(head) = words.next() {
            opcodes.push(head & 0xffff);
            for _ in 1..head >> 16 {
                words.next();
            }
        }
        opcodes
    };
    for (flag, mode, plain) in [
        (None, "freeze", true),
        (Some("--freeze"), "freeze", true),
        (Some("--partial"), "partial", true),
        (Some("--keep-ops"), "keep_ops", false),
        (Some("--in-place"), "in_place", false),
    ] {
        let arguments = ["specialize", "--json", "--set", "0=9", path, "-o", &out];
        let line = line(&arguments.into_iter().chain(flag).collect::<Vec<_>>());
        let written = std::fs::read(&out).unwrap();
        assert_eq!([&line["mode"], &line["words_out"]], [&json!(mode), &json!(written.len() / 4)]);
        assert_eq!(opcodes(&written).iter().all(|opcode| !(48..=52).contains(opcode)), plain, "{mode}");
        // Whatever was written has the same values.
        let again = psoview(["specialize", "--json", &out]).expect_code(0).json_lines().remove(0);
        assert_eq!(row(&again, 8)["value"], 100, "{mode}");
    }
    let in_place = std::fs::read(&out).unwrap();
    let before = module("nested_op_composite_op.spv");
    let changed = in_place.iter().zip(&before).filter(|(a, b)| a != b).count();
    assert_eq!((in_place.len(), changed), (before.len(), 1));
}

#[test]
fn specialize_keeps_the_byte_order() {
    let folder = folder("specialize_byte_order");
    let (path, out) = (folder.join("big.spv"), folder.join("out.spv"));
    std::fs::write(&path, module("malformed/ok_big_endian.spv")).unwrap();
    let arguments = ["specialize", path.to_str().unwrap(), "--set", "7=258", "-o", out.to_str().unwrap()];
    psoview(arguments).expect_code(0);
    let written = std::fs::read(&out).unwrap();
    assert_eq!((&written[..4], &written[written.len() - 4..]), (&[7, 0x23, 2, 3][..], &[0, 0, 1, 2][..]));
}

#[test]
fn specialize_says_why_a_module_is_refused() {
    let run = psoview(["specialize", "--json", "spirv_cases/extract_out_of_range.spv"]).expect_code(1);
    assert_eq!(run.json_lines()[0]["error"]["kind"], "ComponentOutOfRange");
    let run = psoview(["specialize", "spirv_cases/two_specids_one_target.spv"]).expect_code(1);
    let message = "SPIR-V instruction 4 at 0x4c: it already has the SpecId 0, this adds 1";
    assert!(run.stderr.contains(message), "{}", run.stderr);
    psoview(["specialize", "spirv_cases/no such file.spv"]).expect_code(1);
}

#[test]
fn specialize_draws_a_table_for_a_person() {
    let run = psoview(["specialize", "--set", "0=0", "--set", "5=1", "spirv_cases/div_by_spec.spv"]).expect_code(0);
    for text in ["│ %6 ┆      ┆        ┆ uint32 ┆ 0     ┆ undefined │", "note: no constant has the SpecId 5"]
    {
        assert!(run.stdout.contains(text), "{}", run.stdout);
    }
}
