use comfy_table::Table;
use psoview::psv::{Resource, ResourceFlags, ResourceType, Resources};

use super::{named, plain_table};

pub fn table(resources: Resources<'_>) -> Table {
    let has_kinds = resources.iter().any(|resource| resource.kind().is_some());
    let has_flags = resources.iter().any(|resource| !flags(resource).is_empty());
    let mut table = plain_table();
    let mut header = vec!["registers", "count", "type"];
    header.extend(has_kinds.then_some("kind"));
    header.extend(has_flags.then_some("flags"));
    table.set_header(header);
    for resource in resources {
        let mut row = vec![
            registers(resource),
            resource.count().map_or_else(|| "unbounded".into(), named),
            named(resource.resource_type()),
        ];
        row.extend(has_kinds.then(|| resource.kind().map_or_else(String::new, named)));
        row.extend(has_flags.then(|| flags(resource)));
        table.add_row(row);
    }
    table
}

/// As `t0–t3, space1`.
fn registers(resource: Resource<'_>) -> String {
    let class = class(resource.resource_type());
    let (lower, upper) = (resource.lower(), resource.upper());
    let registers = if resource.is_unbounded() {
        format!("{class}{lower}–∞")
    } else if lower == upper {
        format!("{class}{lower}")
    } else {
        format!("{class}{lower}–{class}{upper}")
    };
    match resource.space() {
        0 => registers,
        space => format!("{registers}, space{space}"),
    }
}

/// The letter of the registers that resources of this type take.
fn class(resource_type: ResourceType) -> char {
    match resource_type {
        ResourceType::CBV => 'b',
        ResourceType::SAMPLER => 's',
        ResourceType::SRV_TYPED | ResourceType::SRV_RAW | ResourceType::SRV_STRUCTURED => 't',
        ResourceType::UAV_TYPED
        | ResourceType::UAV_RAW
        | ResourceType::UAV_STRUCTURED
        | ResourceType::UAV_STRUCTURED_WITH_COUNTER => 'u',
        _ => '?',
    }
}

fn flags(resource: Resource<'_>) -> String {
    let Some(flags) = resource.flags() else { return String::new() };
    let mut names = Vec::new();
    if flags.contains(ResourceFlags::USED_BY_ATOMIC64) {
        names.push("64-bit atomics".to_owned());
    }
    if flags.unknown_bits() != 0 {
        names.push(format!("{:#x}", flags.unknown_bits()));
    }
    names.join(", ")
}
