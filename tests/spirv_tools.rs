//! What SPIRV-Tools says about frozen modules. Without `spirv-val` and `spirv-opt` these tests print a line and pass.

mod support;

use std::path::PathBuf;
use std::process::{Command, Output};

use psoview::spirv::Freeze;
use serde_json::Value;

use support::read;
use support::spirv::{frozen, set_all};

/// Runs a tool on a module.
fn run(tool: &str, arguments: &[&str], name: &str, module: &[u8]) -> Option<Output> {
    let path: PathBuf =
        [env!("CARGO_TARGET_TMPDIR"), &format!("{tool}.{}.{name}.spv", std::process::id())].iter().collect();
    std::fs::write(&path, module).unwrap();
    let output = Command::new(tool).args(arguments).arg(&path).output();
    std::fs::remove_file(&path).unwrap();
    output.ok()
}

fn is_missing(tool: &str) -> bool {
    let missing = Command::new(tool).arg("--version").output().is_err();
    if missing {
        println!("{tool} is not installed: nothing is compared with it");
    }
    missing
}

fn cases() -> Vec<(String, Value)> {
    let expected: Value = serde_json::from_slice(&read("spirv_cases/expected.json")).unwrap();
    let cases = expected.as_object().unwrap().iter().filter(|(name, _)| !name.starts_with('_'));
    cases.map(|(name, case)| (name.clone(), case.clone())).collect()
}

/// Modules that spirv-val 2023.1 refuses before anything is frozen: invalid on purpose, or newer than it.
const REFUSED: [&str; 5] = [
    "opnop_first",
    "replicated_composite_ext",
    "specid_on_spec_constant_op",
    "two_specids_one_target",
    "uconvert_before_1_4",
];

#[test]
fn frozen_modules_are_valid_where_the_module_is() {
    if is_missing("spirv-val") {
        return;
    }
    let mut checked = 0;
    for (name, case) in cases() {
        if case.get("refuse").is_some() {
            continue;
        }
        let module = read(&format!("spirv_cases/{name}.spv"));
        let environment = case["target_env"].as_str().unwrap();
        let validate = |module: &[u8]| run("spirv-val", &["--target-env", environment], &name, module).unwrap();
        let is_valid = validate(&module).status.success();
        assert!(is_valid || REFUSED.contains(&name.as_str()), "{name}");
        if !is_valid {
            continue;
        }
        for settings in ["", case["settings"].as_str().unwrap_or("")] {
            for freeze in [Freeze::ALL, Freeze::GIVEN, Freeze::KEEP_OPERATIONS, Freeze::ALL.with_local_sizes()] {
                let out = frozen(&module, |given| set_all(given, settings), freeze).unwrap();
                let verdict = validate(&out);
                let message = String::from_utf8_lossy(&verdict.stderr);
                assert!(verdict.status.success(), "{name} with {settings:?}, {freeze:?}: {message}");
                checked += 1;
            }
        }
    }
    assert!(checked >= 8 * 38, "{checked}");
}
