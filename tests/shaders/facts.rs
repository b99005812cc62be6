//! Every field of every fixture, as an independent reader has it.

use psoview::container::Container;
use psoview::psv;
use serde_json::{Value, json};

use crate::support::compare::Comparison;
use crate::support::{facts, read};

#[test]
fn every_field_of_every_fixture_is_what_an_independent_reader_says() {
    let text = String::from_utf8(read("facts.jsonl")).unwrap();
    let mut comparison = Comparison::default();
    for line in text.lines() {
        let mut fact: Value = serde_json::from_str(line).unwrap();
        let name = fact["file"].as_str().unwrap().to_owned();
        let bytes = read(&name);
        let container = Container::parse(&bytes).unwrap();
        assert_eq!(container.validate(), Ok(()), "{name}");
        if cfg!(not(feature = "digest")) {
            fact["container"].as_object_mut().unwrap().remove("digest_status");
        }
        // Nothing in a fixture is newer than psoview: both readings are the same.
        for psv in [psv::part(&container).unwrap(), psv::part_newer(&container).unwrap()] {
            let found = json!({
                "file": name,
                "format": "dxbc",
                "container": facts::container(&container),
                "psv": psv.as_ref().map(facts::psv),
            });
            comparison.compare(&name, &fact, &found);
        }
    }
    assert_eq!(text.lines().count(), 102);
    assert_eq!(comparison.mismatches, Vec::<String>::new());
    assert!(comparison.fields > 20_000, "{} fields were compared", comparison.fields);
}
