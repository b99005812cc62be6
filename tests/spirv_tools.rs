//! What SPIRV-Tools says about frozen modules. Without `spirv-val` and `spirv-opt` these tests print a line and pass.

mod support;

use std::path::PathBuf;
use std::process::{Command, Output};

use psoview::spirv::{Freeze, Module, Values};
use serde_json::Value;

use support::read;
use support::spirv::{Tree, frozen, set_all, to_bytes, to_words, with_values};

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

/// The module with an `OpName` for each of the ids, before the first decoration or type.
fn named(bytes: &[u8], ids: &[u32]) -> Vec<u8> {
    let instructions = Module::parse(bytes).unwrap().instructions().map(Result::unwrap);
    let is_later = |opcode| matches!(opcode, 19..=39 | 71..=75);
    let at = instructions.filter(|instruction| is_later(instruction.opcode())).map(|found| found.word_offset()).next();
    let mut words = to_words(bytes);
    let names = ids.iter().flat_map(|&id| {
        let mut name = format!("c{id}").into_bytes();
        name.resize(name.len() / 4 * 4 + 4, 0);
        let name = to_words(&name);
        [vec![(2 + name.len() as u32) << 16 | 5, id], name].concat()
    });
    let at = at.unwrap() as usize;
    words.splice(at..at, names.collect::<Vec<_>>());
    to_bytes(&words)
}

/// What spirv-opt is known to get wrong: `expected.json` has it by version (facts: SPIRV-Tools issues 4996, 5492, 5499 and others).
/// A case it does not come back from has no results to compare.
fn known_wrong(case: &Value, version: &str, name: &str) -> bool {
    match &case["spirv_opt"][version] {
        Value::Object(wrong) => wrong.contains_key(name),
        Value::String(all) => all != "all as expected",
        other => panic!("{other}"),
    }
}

/// What spirv-opt makes of a module.
fn folded_by_spirv_opt(name: &str, module: &[u8], set: &[String]) -> Vec<u8> {
    let out: PathBuf =
        [env!("CARGO_TARGET_TMPDIR"), &format!("{name}.{}.opt.spv", std::process::id())].iter().collect();
    let set = set.iter().map(String::as_str);
    let rest = ["--freeze-spec-const", "--fold-spec-const-op-composite", "-o", out.to_str().unwrap()];
    let arguments: Vec<_> = set.chain(rest).collect();
    let output = run("spirv-opt", &arguments, name, module).unwrap();
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    let folded = std::fs::read(&out).unwrap();
    std::fs::remove_file(&out).unwrap();
    folded
}

#[test]
fn spirv_opt_folds_to_the_same_values_where_it_is_right() {
    if is_missing("spirv-opt") {
        return;
    }
    let version = Command::new("spirv-opt").arg("--version").output().unwrap();
    let version = if String::from_utf8_lossy(&version.stdout).contains("v2025") { "25.5" } else { "23.1" };
    let (mut compared, mut wrong) = (0, 0);
    for (name, case) in cases() {
        let all_wrong = case["spirv_opt"][version].as_str().is_some_and(|all| all != "all as expected");
        if case.get("refuse").is_some() || all_wrong || name == "kernel_ops" {
            continue;
        }
        let names = case["expected"].as_object().unwrap().keys();
        let id =
            |name: &str| case["ids"].get(name).map_or_else(|| name.parse().unwrap(), |id| id.as_u64().unwrap() as u32);
        let ids: Vec<_> = names.clone().map(|name| id(name)).collect();
        let module = named(&read(&format!("spirv_cases/{name}.spv")), &ids);
        let settings = case["settings"].as_str().unwrap_or("");
        let set_list = [format!("--set-spec-const-default-value={settings}")];
        let set: &[String] = if settings.is_empty() { &[] } else { &set_list };
        let folded = folded_by_spirv_opt(&name, &module, set);
        let ours = |id| {
            let tree = |values: &mut Values<'_>| Tree::of(&values.get(id).unwrap());
            with_values(&module, |given| set_all(given, settings), tree).unwrap()
        };
        for (constant, id) in names.zip(ids) {
            let theirs = with_values(
                &folded,
                |_| (),
                |values| {
                    let constant = values.index().by_name(&format!("c{id}")).next()?;
                    // What it has not folded says nothing.
                    (constant.opcode() < 48).then(|| Tree::of(&values.of(&constant).unwrap()))
                },
            );
            let Some(theirs) = theirs.unwrap() else { continue };
            if known_wrong(&case, version, constant) {
                wrong += 1;
            } else {
                assert_eq!(ours(id), theirs, "{name}: {constant}");
                compared += 1;
            }
        }
    }
    println!("{compared} values are the same, {wrong} are those spirv-opt is known to get wrong or leaves undefined");
    assert!(compared > 150, "{compared}");
}

/// The real modules of a folder that `PSOVIEW_SPIRV_CORPUS` names.
#[test]
fn frozen_real_modules_are_valid_where_the_module_is() {
    let Some(folder) = std::env::var_os("PSOVIEW_SPIRV_CORPUS") else {
        println!("PSOVIEW_SPIRV_CORPUS is not set: no real module is frozen");
        return;
    };
    if is_missing("spirv-val") {
        return;
    }
    let (mut valid, mut modules) = (0, 0);
    let mut invalid_by_default = std::collections::BTreeSet::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "spv") {
            continue;
        }
        let name = path.file_stem().unwrap().to_str().unwrap();
        let module = std::fs::read(&path).unwrap();
        let minor = Module::parse(&module).unwrap().version().minor();
        let environment = format!("spv1.{minor}");
        let arguments = ["--scalar-block-layout", "--target-env", &environment];
        let is_valid = run("spirv-val", &arguments, name, &module).unwrap().status.success();
        modules += 1;
        valid += usize::from(is_valid);
        for freeze in [Freeze::ALL, Freeze::GIVEN, Freeze::KEEP_OPERATIONS, Freeze::ALL.with_local_sizes()] {
            let out = frozen(&module, |_| (), freeze).unwrap_or_else(|error| panic!("{name}: {error}"));
            let verdict = run("spirv-val", &arguments, name, &out).unwrap();
            if is_valid && !verdict.status.success() {
                // An array may have no elements by default: nobody can see that before its length is worked out.
                let message = String::from_utf8_lossy(&verdict.stderr);
                let folded = folded_by_spirv_opt(name, &module, &[]);
                let same = run("spirv-val", &arguments, name, &folded).unwrap();
                assert!(
                    !same.status.success() && message.contains("must be at least 1"),
                    "{name}, {freeze:?}: {message}"
                );
                invalid_by_default.insert(name.to_owned());
            }
        }
    }
    println!("{valid} of {modules} modules are valid; frozen with their defaults, all but {invalid_by_default:?} are");
}
