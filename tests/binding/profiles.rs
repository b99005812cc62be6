//! The table of rules in the documentation is what the profiles are.

use psoview::binding::{Addressing, BindingFlags, DescriptorType, Profile, Sentinels, UnboundedRule};

/// The cells of each row, from the module's own text; the first cell names the rule.
fn table() -> Vec<Vec<&'static str>> {
    let text = include_str!("../../src/binding/mod.rs");
    let rows = text.lines().filter_map(|line| line.strip_prefix("//! | ")?.strip_suffix('|'));
    rows.map(|row| row.split('|').map(str::trim).collect()).collect()
}

#[track_caller]
fn check(rule: &str, cell: impl Fn(&Profile) -> &'static str) {
    let table = table();
    let row = table.iter().find(|row| row[0].starts_with(rule)).unwrap_or_else(|| panic!("no row {rule}"));
    let expected = Profile::KNOWN.iter().map(cell).collect::<Vec<_>>();
    assert_eq!(row[1..], expected, "{rule}");
}

#[test]
fn columns_are_the_profiles() {
    let names = table()[0][1..].iter().map(|name| name.trim_matches('`')).collect::<Vec<_>>();
    assert_eq!(names, Profile::KNOWN.iter().map(|profile| profile.name).collect::<Vec<_>>());
}

#[test]
fn cells_are_the_fields() {
    check("classes", |profile| match profile.types {
        [DescriptorType::Cbv] => "CBV",
        [DescriptorType::Cbv, DescriptorType::Uav] => "CBV, UAV",
        types if types.len() == 4 => "all",
        types => panic!("{types:?}"),
    });
    check(
        "flags that a sampler",
        |profile| {
            if profile.sampler_flags == BindingFlags::IMAGE { "image" } else { "none" }
        },
    );
    check("a bounded range of 2^32 − 1", |profile| match profile.sentinels {
        _ if profile.single_registers => "refused",
        Sentinels::Apart => "bounded",
        _ => "unbounded",
    });
    check("a bounded range that ends", |profile| match profile.sentinels {
        Sentinels::CountAndLast => "unbounded",
        _ => "bounded",
    });
    check("an unbounded range needs", |profile| match profile.unbounded {
        _ if profile.single_registers => "refused",
        UnboundedRule::FirstRegister => "nothing",
        UnboundedRule::NotSingle => "count ≠ 1",
        _ => "count ≠ 1 or bindless, else retried as its first register",
    });
    check("registers of an entry", |profile| match profile.addressing {
        _ if profile.single_registers => "the one",
        Addressing::Elements => "elements",
        _ => "bindless: elements, else binding numbers",
    });
    check("an entry's offset", |profile| match profile.addressing {
        _ if !profile.offsets => "refused",
        Addressing::Elements => "added",
        _ => "bindless: added, else refused",
    });
    check("a set other than 0", |profile| if profile.single_registers { "refused" } else { "taken" });
    check("push constants", |profile| if profile.push_constants { "before bindings" } else { "list refused" });
    check("UAV counters", |profile| if profile.uav_counters { "own list" } else { "list refused" });
    check("combined samplers", |profile| match profile.combined_samplers {
        false => "list refused",
        true if profile.types.contains(&DescriptorType::Srv) => "before bindings",
        true => "only way for SRVs and samplers",
    });
    check("a load without a sampler", |profile| match profile.loads_take_any_pair {
        _ if !profile.combined_samplers => "",
        true => "the SRV's first pair",
        false => "a pair without",
    });
    check("an empty list", |profile| if profile.default_mapping { "numbers in order" } else { "maps nothing" });
    check("run-time indices", |profile| if profile.descriptor_indexing { "yes" } else { "no" });
    assert_eq!(table().len(), 1 + 14, "a row that is not checked");
}
