//! `psoview bind --map-template`: a map to start from, with an entry for everything that a shader uses.

use std::fmt::{self, Write};

use psoview::binding::{Nature, RegisterRange, Request, ShaderKind, Visibility};
use psoview::psv::{Resource, ResourceType, Resources};

use crate::printable::Printable;

/// A map that serves every resource, each at a binding of its own in set 0.
pub fn template(name: &str, resources: Resources<'_>, stage: ShaderKind) -> String {
    let mut map = format!("# A map for {}: every resource at a binding of its own.\n", Printable(name));
    map.push_str("# Entries are tried in order; the first that covers a whole range serves it.\n");
    // Writing to a string cannot fail.
    let _ = entries(&mut map, resources, stage);
    map
}

fn entries(map: &mut String, resources: Resources<'_>, stage: ShaderKind) -> fmt::Result {
    let visibility = Visibility::of(stage).unwrap_or(Visibility::All);
    let mut counters = String::new();
    let mut binding = 0;
    for resource in resources {
        let request = match Request::from_resource(&resource, stage) {
            Ok(request) => request,
            Err(why) => {
                writeln!(map, "\n# Resource {} cannot be mapped: {why}.", resource.index())?;
                continue;
            }
        };
        let rest = Rest { range: request.range, visibility, binding };
        writeln!(map, "\n# {}", described(&resource))?;
        writeln!(map, "[[bindings]]\ntype = \"{}\"\n{rest}", request.descriptor_type)?;
        if let Some(flags) = flags(request.nature) {
            writeln!(map, "flags = [{flags}]")?;
        }
        binding += 1;
        if resource.resource_type() == ResourceType::UAV_STRUCTURED_WITH_COUNTER {
            let rest = Rest { binding, ..rest };
            writeln!(counters, "\n# The counter of u{}.\n[[uav_counters]]\n{rest}", request.range.first())?;
            binding += 1;
        }
    }
    map.write_str(&counters)
}

/// The keys that entries of both lists have.
struct Rest {
    range: RegisterRange,
    visibility: Visibility,
    binding: u32,
}

impl fmt::Display for Rest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "space = {}\nregister = {}", self.range.space(), self.range.first())?;
        match self.range.count() {
            Some(count) => writeln!(f, "count = {count}")?,
            None => writeln!(f, "count = \"unbounded\"")?,
        }
        write!(f, "visibility = \"{}\"\nset = 0\nbinding = {}", self.visibility, self.binding)
    }
}

fn flags(nature: Nature) -> Option<&'static str> {
    match nature {
        Nature::Buffer => Some("\"buffer\""),
        Nature::Image => Some("\"image\""),
        Nature::Unknown => Some("\"buffer\", \"image\""),
        _ => None,
    }
}

fn described(resource: &Resource<'_>) -> String {
    match resource.kind() {
        Some(kind) => format!("{}, {kind}", resource.resource_type()),
        None => resource.resource_type().to_string(),
    }
}
