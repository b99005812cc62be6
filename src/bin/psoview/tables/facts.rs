//! The facts that are not lists.

use comfy_table::Table;
use psoview::container::Container;
use psoview::psv::{Psv, StageInfo, StageSignature};

use super::{named, plain_table, yes_no};
use crate::printable::short_text;

/// A table of names and what they are.
struct Facts(Table);

impl Facts {
    fn new() -> Self {
        Self(plain_table())
    }

    fn add(&mut self, name: &str, value: impl Into<String>) {
        self.0.add_row([name.to_owned(), value.into()]);
    }
}

pub fn container(container: &Container<'_>) -> Table {
    let mut facts = Facts::new();
    match container.program() {
        Ok(Some(program)) => facts.add(
            "program",
            format!(
                "{} shader, shader model {}, DXIL {}",
                program.kind(),
                program.shader_model(),
                program.dxil_version()
            ),
        ),
        Ok(None) => facts.add("program", "none (no DXIL or ILDB part)"),
        Err(error) => facts.add("program", format!("cannot be read: {error}")),
    }
    facts.add("size", bytes(container.size()));
    facts.add("digest", format!("{} ({})", container.digest(), container.digest_status()));
    let parts: Vec<_> = container.parts().map(|part| format!("{} {}", part.tag(), part.data().len())).collect();
    facts.add("parts", wrapped(&parts));
    if !container.trailing().is_empty() {
        facts.add("after the container", bytes(container.trailing().len()));
    }
    facts.0
}

pub fn psv(psv: &Psv<'_>) -> Table {
    let info = psv.runtime_info();
    let mut facts = Facts::new();
    facts.add("stage", psv.stage().map_or_else(|| "not stated (24-byte info, no program)".into(), named));
    match psv.entry_name_bytes() {
        Ok(Some(name)) => facts.add("entry point", short_text(name)),
        Ok(None) => {}
        Err(error) => facts.add("entry point", format!("cannot be read: {error}")),
    }
    facts.add("PSV0", sizes(psv));
    if let Some(stage_info) = psv.stage_info() {
        stage(&mut facts, stage_info);
    }
    if let Some(signature) = info.signature() {
        if let Some(count) = signature.max_vertex_count() {
            facts.add("max vertex count", count.to_string());
        }
        if let Some(topology) = signature.mesh_output_topology() {
            facts.add("output topology", named(topology));
        }
        facts.add("uses SV_ViewID", yes_no(signature.uses_view_id()));
        facts.add("registers", registers(signature));
    }
    if let Some([x, y, z]) = info.num_threads().filter(|threads| *threads != [0; 3]) {
        facts.add("thread group", format!("{x} × {y} × {z}"));
    }
    match (info.min_wave_lanes(), info.max_wave_lanes()) {
        (None, None) => {}
        (Some(min), Some(max)) if min == max => facts.add("wave lanes", min.to_string()),
        (min, max) => {
            let (min, max) = (min.map_or_else(String::new, named), max.map_or_else(String::new, named));
            facts.add("wave lanes", format!("{min}–{max}"));
        }
    }
    if let Some(shared) = info.group_shared_bytes().filter(|&shared| shared != 0) {
        facts.add("group-shared memory", bytes(shared));
    }
    facts.0
}

fn stage(facts: &mut Facts, info: StageInfo) {
    match info {
        StageInfo::Vertex(info) => facts.add("writes SV_Position", yes_no(info.output_position_present)),
        StageInfo::Hull(info) => {
            facts.add(
                "control points",
                format!("{} in, {} out", info.input_control_point_count, info.output_control_point_count),
            );
            facts.add("tessellator domain", named(info.tessellator_domain));
            facts.add("tessellator output", named(info.tessellator_output_primitive));
        }
        StageInfo::Domain(info) => {
            facts.add("control points", format!("{} in", info.input_control_point_count));
            facts.add("tessellator domain", named(info.tessellator_domain));
            facts.add("writes SV_Position", yes_no(info.output_position_present));
        }
        StageInfo::Geometry(info) => {
            facts.add("input primitive", named(info.input_primitive));
            facts.add("output topology", named(info.output_topology));
            facts.add("output streams", streams(info.output_stream_mask));
            facts.add("writes SV_Position", yes_no(info.output_position_present));
        }
        StageInfo::Pixel(info) => {
            facts.add("writes depth", yes_no(info.depth_output));
            facts.add("runs per sample", yes_no(info.sample_frequency));
        }
        StageInfo::Mesh(info) => {
            facts.add(
                "makes at most",
                format!("{} vertices, {} primitives", info.max_output_vertices, info.max_output_primitives),
            );
            facts.add("payload", bytes(info.payload_size_in_bytes));
            facts.add("group-shared memory used", bytes(info.group_shared_bytes_used));
            if info.group_shared_bytes_dependent_on_view_id != 0 {
                facts.add("of it dependent on SV_ViewID", bytes(info.group_shared_bytes_dependent_on_view_id));
            }
        }
        StageInfo::Amplification(info) => facts.add("payload", bytes(info.payload_size_in_bytes)),
        _ => {}
    }
}

/// The sizes that tell what the part holds.
fn sizes(psv: &Psv<'_>) -> String {
    let mut sizes = format!("version {}, {} bytes of runtime info", psv.version(), psv.runtime_info().size());
    if let Some(size) = psv.resources().record_size() {
        sizes += &format!(", {size} a resource");
    }
    let signatures = [psv.inputs(), psv.outputs(), psv.patch_constants()];
    if let Some(size) = signatures.iter().find_map(|elements| elements.record_size()) {
        sizes += &format!(", {size} an element");
    }
    sizes
}

/// How many registers the packed signatures take.
fn registers(signature: StageSignature<'_>) -> String {
    let outputs = signature.output_vectors();
    let outputs = match outputs {
        [first, 0, 0, 0] => first.to_string(),
        outputs => outputs.map(|vectors| vectors.to_string()).join(" / "),
    };
    let inputs = format!("{} in, {outputs} out", signature.input_vectors());
    match (signature.patch_constant_vectors(), signature.primitive_vectors()) {
        (Some(vectors), _) => format!("{inputs}, {vectors} of patch constants"),
        (_, Some(vectors)) => format!("{inputs}, {vectors} of primitives"),
        _ => inputs,
    }
}

fn streams(mask: u32) -> String {
    let streams: Vec<_> = (0..u32::BITS).filter(|stream| (mask >> stream) & 1 != 0).map(named).collect();
    if streams.is_empty() { "none".into() } else { streams.join(", ") }
}

fn bytes(count: impl std::fmt::Display) -> String {
    format!("{count} bytes")
}

/// Six to a line, so that a container of many parts keeps a table's width.
fn wrapped(parts: &[String]) -> String {
    parts.chunks(6).map(|line| line.join(" · ")).collect::<Vec<_>>().join("\n")
}

/// What a newer compiler wrote and psoview does not know, a line each.
pub fn unread(psv: &Psv<'_>) -> Vec<String> {
    let elements = [psv.inputs(), psv.outputs(), psv.patch_constants()];
    let element = elements.iter().flatten().map(|element| element.unknown().len()).find(|&length| length > 0);
    let counts = [
        ("the runtime info ends with", Some(psv.runtime_info().unknown().len())),
        ("each resource record ends with", psv.resources().get(0).map(|resource| resource.unknown().len())),
        ("each signature element ends with", element),
        ("the part ends with", Some(psv.trailing().len())),
    ];
    counts
        .into_iter()
        .filter_map(|(what, length)| {
            let length = length.filter(|&length| length > 0)?;
            let bytes = if length == 1 { "byte" } else { "bytes" };
            Some(format!("{what} {length} {bytes} that this version of psoview does not know"))
        })
        .collect()
}
