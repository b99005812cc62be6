//! Real containers of public projects, held against the facts that an independent reader has of them.
//!
//! They are not psoview's to publish, so the comparison runs where the environment variable `PSOVIEW_CORPUS` names a
//! folder with `facts.jsonl` and the files it speaks of.

mod support;

use std::io::Write as _;
use std::path::Path;

use psoview::container::Container;
use psoview::psv;
use serde_json::{Value, json};

use support::compare::Comparison;
use support::facts;

#[test]
fn every_field_of_every_container_is_what_an_independent_reader_says() {
    let Some(root) = std::env::var_os("PSOVIEW_CORPUS") else {
        return say("corpus: PSOVIEW_CORPUS is not set, nothing was compared");
    };
    let root = Path::new(&root);
    let text = std::fs::read_to_string(root.join("facts.jsonl")).unwrap();
    let (mut files, mut parts) = (0, 0);
    let mut comparison = Comparison::default();
    for line in text.lines() {
        let mut fact: Value = serde_json::from_str(line).unwrap();
        let name = fact["file"].as_str().unwrap().to_owned();
        let bytes = std::fs::read(root.join(&name)).unwrap();
        let container = Container::parse(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        let psv = psv::part_newer(&container).unwrap_or_else(|error| panic!("{name}: {error}"));
        let found = json!({
            "file": name,
            "format": "dxbc",
            "container": facts::container(&container),
            "psv": psv.as_ref().map(facts::psv),
        });
        if cfg!(not(feature = "digest")) {
            fact["container"].as_object_mut().unwrap().remove("digest_status");
        }
        comparison.compare(&name, &fact, &found);
        files += 1;
        parts += usize::from(psv.is_some());
    }
    assert_eq!(comparison.mismatches, Vec::<String>::new());
    assert!(parts > 0, "no PSV0 part was compared");
    say(&format!(
        "corpus: {} fields of {files} containers, {parts} with a PSV0 part, all as expected",
        comparison.fields
    ));
}

/// Prints past the test harness, which would keep it to itself.
fn say(line: &str) {
    std::io::stderr().write_all(format!("{line}\n").as_bytes()).unwrap();
}
