//! What files and users have written cannot act on the terminal it is shown on, whichever way it gets there.

use std::path::Path;

use super::{Run, fixture, folder, psoview};

/// Clears the screen, in two ways; starts a line of its own; turns the text around.
const HOSTILE: &str = "\u{1b}[2J\u{9b}2J\nx\u{202e}";
const ESCAPED: &str = "\\u{1b}[2J\\u{9b}2J\\nx\\u{202e}";

#[track_caller]
fn says_harmlessly(run: &Run, what: &str) {
    let both = format!("{}{}", run.stdout, run.stderr);
    assert!(both.contains(what), "{both}");
    assert!(!both.contains(['\u{1b}', '\u{9b}', '\u{202e}']), "{both:?}");
}

/// A file with a hostile name.
fn hostile_file(test: &str, content: &[u8]) -> String {
    let path = folder(test).join(HOSTILE);
    std::fs::write(&path, content).unwrap();
    path.to_str().unwrap().into()
}

const SHADER: &str = "dxil/lit_ps.v1_10.dxil";

#[test]
fn names_of_maps_and_what_is_in_them() {
    // TOML itself allows the character only as an escape.
    let bad = [
        "[[bindings]]\ntype = \"\\u001b[2J\\u009b2J\\nx\\u202e\"\n",
        "\"\\u001b[2J\\u009b2J\\nx\\u202e\" = 1\n",
        "\u{1b}[2J = \u{9b}2J",
        "[table]\noffset = 2\ncount = 1\n",
        "[[bindings]]\ntype = \"cbv\"\nregister = 0\nset = 0\nbinding = 0\n",
    ];
    for text in bad {
        let map = hostile_file("names_of_maps_and_what_is_in_them", text.as_bytes());
        for more in [&[][..], &["--json"]] {
            let run = psoview([&["bind", SHADER, "--map", &map][..], more].concat()).expect_code(1);
            says_harmlessly(&run, "");
            // The name ends one line only: the one it stands on.
            assert!(run.stderr.lines().all(|line| line.starts_with("psoview: ")), "{}", run.stderr);
        }
    }
    let run = psoview(["bind", SHADER, "--map", &format!("no{HOSTILE}")]).expect_code(1);
    says_harmlessly(&run, &format!("no{ESCAPED}: No such file"));
}

#[test]
fn names_of_shaders_in_every_command() {
    let shader = hostile_file("names_of_shaders_in_every_command", &fixture("lit_ps.v1_10.dxil"));
    let map = "maps/lit_ps.toml";
    for command in [
        &["inspect", &shader][..],
        &["verify", &shader],
        &["bind", &shader, "--map-template"],
        &["bind", &shader, "--map", map],
    ] {
        says_harmlessly(&psoview(command).expect_code(0), ESCAPED);
    }
    says_harmlessly(&psoview(["specialize", &shader]).expect_code(1), ESCAPED);
    // No glyph is lost to JSON's readers, and a terminal gets none it obeys.
    for command in [
        &["inspect", "--json", &shader][..],
        &["verify", "--json", &shader],
        &["bind", "--json", &shader, "--map", map],
    ] {
        let run = psoview(command).expect_code(0);
        says_harmlessly(&run, "\\u001b[2J\\u009b2J\\nx\\u202e");
        assert_eq!(run.json_lines()[0]["file"], *shader);
    }
}

#[test]
fn what_the_command_line_says() {
    for arguments in [
        &["bind", SHADER, HOSTILE][..],
        &["bind", SHADER, "--map", "m", "--profile", HOSTILE],
        &["bind", SHADER, "--map", "m", "--table", HOSTILE],
        &["inspect", "--part", HOSTILE],
        &["specialize", "spirv_cases/workgroup_size_beats_local_size.spv", "--set", &format!("0={HOSTILE}")],
        &["specialize", "spirv_cases/workgroup_size_beats_local_size.spv", "--set", &format!("{HOSTILE}=0")],
    ] {
        // The parser of the command line leaves some of the characters out.
        says_harmlessly(&psoview(arguments).expect_code(2), "\\u{9b}2J");
    }
}

#[test]
fn places_that_cannot_be_written_to() {
    let module = "spirv_cases/workgroup_size_beats_local_size.spv";
    let run = psoview(["specialize", module, "-o", &format!("no folder/{HOSTILE}")]).expect_code(1);
    says_harmlessly(&run, ESCAPED);
}

#[cfg(unix)]
#[test]
fn names_that_are_not_utf_8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let folder = folder("names_that_are_not_utf_8");
    let path = folder.join(OsStr::from_bytes(b"a\xff\x1b[2J"));
    std::fs::write(&path, fixture("lit_ps.v1_10.dxil")).unwrap();
    let run = psoview(["bind".as_ref(), path.as_os_str(), "--map".as_ref(), Path::new("maps/lit_ps.toml").as_os_str()]);
    says_harmlessly(&run.expect_code(0), "a\u{fffd}\\u{1b}[2J");
    let run = psoview(["bind".as_ref(), SHADER.as_ref(), "--map".as_ref(), path.as_os_str()]).expect_code(1);
    says_harmlessly(&run, "a\u{fffd}\\u{1b}[2J");
}
