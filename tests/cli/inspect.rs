use serde_json::{Value, json};

use super::{data, fixture, folder, part_header, psoview, psoview_with_input};

/// What an independent reader says of the fixtures, a line each.
fn facts() -> Vec<String> {
    std::fs::read_to_string(data().join("facts.jsonl")).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn json_of_every_fixture_is_what_an_independent_reader_says() {
    let facts: Vec<Value> = facts().iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    let files = facts.iter().map(|fact| fact["file"].as_str().unwrap().to_owned());
    let run = psoview(["inspect".into(), "--json".into()].into_iter().chain(files)).expect_code(0);
    let lines = run.json_lines();
    assert_eq!(facts.len(), 102);
    assert_eq!(lines.len(), facts.len());
    for (fact, line) in facts.iter().zip(&lines) {
        assert_eq!(line, fact);
    }
    assert_eq!(run.stderr, "");
}

#[test]
fn json_has_its_keys_in_the_order_of_the_contract() {
    // The independent reader writes its keys in that order, with spaces that a string of a fixture does not have.
    let facts = facts();
    let run = psoview(["inspect", "--json", "dxil/meshlet_ms.v1_8.dxil"]).expect_code(0);
    let fact = facts.iter().find(|fact| fact.contains("dxil/meshlet_ms.v1_8.dxil")).unwrap();
    assert_eq!(run.stdout, fact.replace(", ", ",").replace(": ", ":") + "\n");
}

#[test]
fn shows_the_embedded_shader_without_a_file() {
    let run = psoview(["inspect"]).expect_code(0);
    assert!(run.stdout.starts_with("No file is named: this is a shader built into psoview.\n\nlit_ps.dxil\n"));
    // From lit_ps.hlsl.
    let rows = rows(&run.stdout);
    for row in [
        ["t0–∞, space1", "unbounded", "srv_typed", "texture2d"],
        ["t4–t6", "3", "srv_typed", "texture2d"],
        ["v2.xy", "TEXCOORD0", "float2", "linear"],
        ["v3.x", "LAYER0", "uint", "constant"],
        ["o2.xyzw", "SV_Target2", "float4", "undefined"],
    ] {
        assert!(rows.contains(&row.to_vec()), "{row:?} in\n{}", run.stdout);
    }
}

/// The cells of every table row that was printed.
fn rows(stdout: &str) -> Vec<Vec<&str>> {
    let tables = stdout.lines().filter(|line| line.starts_with('│'));
    tables.map(|line| line.trim_matches('│').split('┆').map(str::trim).collect()).collect()
}

#[test]
fn draws_dependencies_as_a_matrix() {
    // From view_vs.hlsl: a matrix of SV_ViewID's makes the position, and each component of a colour reaches itself only.
    let run = psoview(["inspect", "dxil/view_vs.v1_8.dxil"]).expect_code(0);
    let rows = rows(&run.stdout);
    for row in [
        ["", "o0", "o1"],
        ["", "SV_Position", "COLOR0"],
        ["SV_ViewID", "xyzw", "····"],
        ["v0.xyzw POSITION0", "xyzw", "····"],
        ["v1.x COLOR0", "····", "x···"],
        ["v1.y COLOR0", "····", "·y··"],
        ["v1.z COLOR0", "····", "··z·"],
        ["v1.w COLOR0", "····", "···w"],
    ] {
        assert!(rows.contains(&row.to_vec()), "{row:?} in\n{}", run.stdout);
    }
}

#[test]
fn says_what_a_cut_file_lacks() {
    let run = psoview_with_input(["inspect", "-"], &fixture("lit_ps.v1_10.dxil")[..100]).expect_code(1);
    assert_eq!(run.stdout, "");
    assert_eq!(
        run.stderr,
        "psoview: -: container header at 0x18: the container says it has 5212 bytes, the input has 100; is the file cut off?\n"
    );
}

#[test]
fn json_of_a_file_that_cannot_be_read_is_an_error_line() {
    let run = psoview_with_input(["inspect", "--json", "-", "no such file"], b"DXBD").expect_code(1);
    let lines = run.json_lines();
    assert_eq!(
        lines[0],
        json!({"file": "-", "error": {
            "kind": "HeaderTruncated", "offset": 0, "region": "container header",
            "message": "the header takes 32 bytes, the input has 4",
        }})
    );
    assert_eq!(lines[1]["file"], "no such file");
    assert_eq!(lines[1]["error"]["kind"], "NotFound");
    assert_eq!(lines[1]["error"]["offset"], Value::Null);
    assert_eq!(lines.len(), 2);
}

#[test]
fn a_container_is_shown_where_its_psv0_cannot_be_read() {
    let mut file = fixture("plain_cs.v1_8.dxil");
    let info_size = part_header(&file, b"PSV0") + 8;
    file[info_size] = 20;
    let run = psoview_with_input(["inspect", "--json", "-"], &file).expect_code(1);
    let line = &run.json_lines()[0];
    assert_eq!(line["container"]["digest_status"], "mismatch");
    assert_eq!(line["container"]["program"]["kind"], "compute");
    assert_eq!(line["psv"], Value::Null);
    assert_eq!(
        line["error"],
        json!({
            "kind": "RuntimeInfoTooSmall", "offset": info_size, "region": "PSV0 runtime info",
            "message": "its size is 20 bytes, the smallest is 24",
        })
    );

    let run = psoview_with_input(["inspect", "-"], &file).expect_code(1);
    assert!(run.stdout.contains("compute shader, shader model 6.0"));
    assert_eq!(
        run.stderr,
        format!("psoview: -: PSV0 runtime info at {info_size:#x}: its size is 20 bytes, the smallest is 24\n")
    );
}

#[test]
fn names_cannot_write_to_the_terminal() {
    let mut file = fixture("lit_vs.v1_10.dxil");
    let part = part_header(&file, b"PSV0");
    let name = part + file[part..].windows(8).position(|bytes| bytes == b"TEXCOORD").unwrap();
    file[name..name + 8].copy_from_slice(b"\x1b[2J\n\xffAB");
    let run = psoview_with_input(["inspect", "-"], &file).expect_code(0);
    assert!(rows(&run.stdout).iter().any(|row| row[1] == "\\u{1b}[2J\\n\u{fffd}AB0"), "{}", run.stdout);
    assert!(!run.stdout.contains('\u{1b}'));
}

#[test]
fn says_where_there_is_no_psv0_part() {
    let run = psoview(["inspect", "dxil/trace_lib.v1_8.dxil"]).expect_code(0);
    assert!(run.stdout.contains("library shader, shader model 6.6"), "{}", run.stdout);
    assert!(run.stdout.ends_with("\nnote: there is no PSV0 part\n\n"), "{}", run.stdout);
}

#[test]
fn reads_a_part_alone() {
    let file = fixture("fill_cs.v1_6.dxil");
    let header = part_header(&file, b"PSV0");
    let size = u32::from_le_bytes(file[header + 4..header + 8].try_into().unwrap()) as usize;
    let part = &file[header + 8..header + 8 + size];

    let alone = psoview_with_input(["inspect", "--json", "--part", "PSV0", "-"], part).expect_code(0).json_lines();
    let inside = psoview_with_input(["inspect", "--json", "-"], &file).expect_code(0).json_lines();
    assert_eq!(alone, [json!({"file": "-", "format": "psv0", "psv": inside[0]["psv"]})]);

    let table = psoview_with_input(["inspect", "--part", "PSV0", "-"], part).expect_code(0).stdout;
    assert!(table.contains("u3, space7") && table.contains("32 × 1 × 1"), "{table}");
}

#[test]
fn shows_the_embedded_part_without_a_file() {
    let run = psoview(["inspect", "--part", "psv0", "--json"]).expect_code(0);
    let alone = run.json_lines();
    let inside = psoview(["inspect", "--json"]).expect_code(0).json_lines();
    assert_eq!(alone, [json!({"file": "lit_ps.dxil", "format": "psv0", "psv": inside[0]["psv"]})]);
}

#[test]
fn large_names_and_signatures_are_cut_in_tables_and_whole_in_json() {
    // 255 inputs and outputs of 255 rows each that share one long name, and tables of 255 vectors.
    let name = "n".repeat(20_000);
    let words = |words: &[u32]| words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<_>>();
    let mut part = words(&[36, 0, 0, 0, 0, 0, u32::MAX]);
    part.extend([1, 0, 0, 0, 255, 255, 0, 255, 255, 0, 0, 0]);
    part.extend(words(&[0, 20_004, u32::from_le_bytes([0, b'n', b'n', b'n'])]));
    part.extend(&name.as_bytes()[3..]);
    part.extend([0; 3]);
    part.extend(words(&[255]));
    part.extend(words(&(0..255).collect::<Vec<_>>()));
    part.extend(words(&[16]));
    for _ in 0..510 {
        part.extend(words(&[1, 0, 0x0044_00ff, 0x0000_0203]));
    }
    part.extend(vec![0xff; 4 * 32 * 1020]);
    let run = psoview_with_input(["inspect", "--part", "PSV0", "-"], &part).expect_code(0);
    assert!(run.stdout.len() < 2_000_000, "{} bytes", run.stdout.len());
    let shown = format!("{}…", "n".repeat(60));
    assert!(run.stdout.contains(&format!("┆ {shown}0–{shown}254 ┆")), "the name is cut");
    let json = psoview_with_input(["inspect", "--part", "PSV0", "--json", "-"], &part).expect_code(0).json_lines();
    assert_eq!(json[0]["psv"]["outputs"][254]["name"], name);
}

#[cfg(unix)]
#[test]
fn a_files_name_cannot_write_to_the_terminal() {
    let folder = folder("a_files_name_cannot_write_to_the_terminal");
    std::fs::write(folder.join("a\x1b[31m\nb: fine"), fixture("plain_cs.v1_8.dxil")).unwrap();
    for command in ["inspect", "verify"] {
        let run = psoview([command.as_ref(), folder.as_os_str()]).expect_code(0);
        assert!(run.stdout.contains("a\\u{1b}[31m\\nb: fine") && !run.stdout.contains('\u{1b}'), "{}", run.stdout);
    }
    let run = psoview(["inspect", "no\x1b[31m"]).expect_code(1);
    assert!(!run.stderr.contains('\u{1b}'), "{}", run.stderr);
}

#[cfg(unix)]
#[test]
fn links_below_a_folder_are_followed_and_loops_are_not() {
    let folder = folder("links_below_a_folder_are_followed_and_loops_are_not");
    std::os::unix::fs::symlink(data().join("dxil/plain_cs.v1_8.dxil"), folder.join("link")).unwrap();
    std::os::unix::fs::symlink(&folder, folder.join("loop")).unwrap();
    let run = psoview(["inspect".as_ref(), "--json".as_ref(), folder.as_os_str()]).expect_code(0);
    assert_eq!(run.json_lines()[0]["file"], folder.join("link").display().to_string());
    assert_eq!((run.stdout.lines().count(), run.stderr.as_str()), (1, ""));
}

#[test]
fn a_folder_without_a_shader_says_so() {
    let folder = folder("a_folder_without_a_shader_says_so");
    let run = psoview(["verify".as_ref(), folder.as_os_str()]).expect_code(0);
    assert_eq!(run.stderr, format!("psoview: {}: there is no shader below this folder\n", folder.display()));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_and_no_panic() {
    let full = || std::fs::File::options().write(true).open("/dev/full").unwrap();
    let status = std::process::Command::new(env!("CARGO_BIN_EXE_psoview"))
        .arg("inspect")
        .stdout(full())
        .stderr(full())
        .status()
        .unwrap();
    assert_eq!(status.code(), Some(1));
}

#[test]
fn says_what_a_newer_compiler_wrote_that_is_not_known() {
    let mut part = vec![60, 0, 0, 0];
    part.resize(4 + 60, 0);
    part[4 + 24] = 5; // compute
    part.extend([0; 4]); // resources
    part.extend([4, 0, 0, 0, 0, 0, 0, 0]); // strings
    part.extend([0; 4]); // semantic indices
    part.extend([7; 12]);
    let run = psoview_with_input(["inspect", "--part", "PSV0", "-"], &part).expect_code(0);
    assert!(
        run.stdout.ends_with(
            "\nnote: the runtime info ends with 4 bytes that this version of psoview does not know\n\
             note: the part ends with 12 bytes that this version of psoview does not know\n\n"
        ),
        "{}",
        run.stdout
    );
}

#[test]
fn a_folder_stands_for_the_shaders_below_it() {
    let folder = folder("a_folder_stands_for_the_shaders_below_it");
    std::fs::create_dir(folder.join("deeper")).unwrap();
    std::fs::write(folder.join("b.dxil"), fixture("plain_cs.v1_8.dxil")).unwrap();
    std::fs::write(folder.join("deeper/a.bin"), fixture("lit_vs.v1_8.dxil")).unwrap();
    std::fs::write(folder.join("c.txt"), "not a shader").unwrap();
    std::fs::write(folder.join("empty"), "").unwrap();
    let run = psoview(["inspect".as_ref(), "--json".as_ref(), folder.as_os_str()]).expect_code(0);
    let files: Vec<_> = run.json_lines().iter().map(|line| line["file"].as_str().unwrap().to_owned()).collect();
    let expected = ["b.dxil", "deeper/a.bin"].map(|name| folder.join(name).display().to_string());
    assert_eq!(files, expected);
    assert_eq!(run.stderr, format!("psoview: {}: 2 files are of another kind and skipped\n", folder.display()));
}

#[test]
fn wrong_usage_has_an_exit_status_of_its_own() {
    for arguments in [&["inspekt"][..], &["inspect", "--part", "RTS0"], &["verify"], &[]] {
        let run = psoview(arguments).expect_code(2);
        assert!(run.stderr.contains("For more information, try '--help'.") || run.stderr.contains("Usage: psoview"));
        assert_eq!(run.stdout, "");
    }
}

#[cfg(unix)]
#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    use std::process::{Command, Stdio};

    let files = facts().len();
    let mut child = Command::new(env!("CARGO_BIN_EXE_psoview"))
        .args(["inspect"])
        .args(std::iter::repeat_n(data().join("dxil").as_os_str(), 20))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{files} files, twenty times over");
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}
