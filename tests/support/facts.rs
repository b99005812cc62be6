//! The facts of a file as psoview's JSON has them, made from what the library says.
//!
//! Written from the description of the format, apart from the command line: the two are held against the same files.

use psoview::container::Container;
use psoview::psv::{ComponentMask, DependencyTable, Element, Elements, Psv, Resource, StageInfo};
use serde_json::{Map, Value, json};

/// A value of a set that the format owns: its name, or its number.
macro_rules! named {
    ($value:expr) => {{
        let value = $value;
        value.name().map_or_else(|| json!(value.raw()), |name| json!(name))
    }};
}

pub fn container(container: &Container<'_>) -> Value {
    let program = container.program().ok().flatten().map(|program| {
        json!({
            "kind": named!(program.kind()),
            "shader_model": program.shader_model().to_string(),
            "dxil_version": program.dxil_version().to_string(),
        })
    });
    let parts: Vec<_> = container
        .parts()
        .map(|part| json!({"tag": part.tag().to_string(), "offset": part.offset(), "size": part.data().len()}))
        .collect();
    let mut facts = Map::new();
    facts.insert("size".into(), json!(container.size()));
    facts.insert("digest".into(), json!(container.digest().to_string()));
    #[cfg(feature = "digest")]
    facts.insert("digest_status".into(), json!(container.digest_status().name()));
    facts.insert("program".into(), json!(program));
    facts.insert("parts".into(), json!(parts));
    facts.into()
}

pub fn psv(psv: &Psv<'_>) -> Value {
    let info = psv.runtime_info();
    let signature = info.signature();
    let depends = psv.dependencies();
    let elements = |elements: Elements<'_>| signature.map(|_| elements.iter().map(element).collect::<Vec<_>>());
    json!({
        "version": psv.version(),
        "info_size": info.size(),
        "stage": psv.stage().map(|stage| named!(stage)),
        "stage_info": psv.stage_info().map(stage_info),
        "min_wave_lanes": info.min_wave_lanes().unwrap_or(0),
        "max_wave_lanes": info.max_wave_lanes().unwrap_or(u32::MAX),
        "uses_view_id": signature.map(|signature| signature.uses_view_id()),
        "input_vectors": signature.map(|signature| signature.input_vectors()),
        "output_vectors": signature.map(|signature| signature.output_vectors()),
        "max_vertex_count": signature.and_then(|signature| signature.max_vertex_count()),
        "patch_constant_vectors": signature.and_then(|signature| signature.patch_constant_vectors()),
        "primitive_vectors": signature.and_then(|signature| signature.primitive_vectors()),
        "mesh_output_topology":
            signature.and_then(|signature| signature.mesh_output_topology()).map(|topology| named!(topology)),
        "num_threads": info.num_threads(),
        "entry_name": psv.entry_name_bytes().ok().flatten().map(String::from_utf8_lossy),
        "group_shared_bytes": info.group_shared_bytes(),
        "resource_record_size": psv.resources().record_size(),
        "resources": psv.resources().iter().map(resource).collect::<Vec<_>>(),
        "inputs": elements(psv.inputs()),
        "outputs": elements(psv.outputs()),
        "patch_constants": elements(psv.patch_constants()),
        "view_id_outputs": depends.view_id_outputs().map(|masks| masks.map(mask)),
        "view_id_patch_constants": depends.view_id_patch_constants().map(mask),
        "input_to_output": depends.input_to_output().map(|tables| tables.map(table)),
        "input_to_patch_constant": depends.input_to_patch_constant().map(table),
        "patch_constant_to_output": depends.patch_constant_to_output().map(table),
        "trailing_bytes": psv.trailing().len(),
    })
}

fn stage_info(info: StageInfo) -> Value {
    match info {
        StageInfo::Vertex(info) => json!({"output_position_present": info.output_position_present}),
        StageInfo::Hull(info) => json!({
            "input_control_point_count": info.input_control_point_count,
            "output_control_point_count": info.output_control_point_count,
            "tessellator_domain": named!(info.tessellator_domain),
            "tessellator_output_primitive": named!(info.tessellator_output_primitive),
        }),
        StageInfo::Domain(info) => json!({
            "input_control_point_count": info.input_control_point_count,
            "output_position_present": info.output_position_present,
            "tessellator_domain": named!(info.tessellator_domain),
        }),
        StageInfo::Geometry(info) => json!({
            "input_primitive": named!(info.input_primitive),
            "output_topology": named!(info.output_topology),
            "output_stream_mask": info.output_stream_mask,
            "output_position_present": info.output_position_present,
        }),
        StageInfo::Pixel(info) => {
            json!({"depth_output": info.depth_output, "sample_frequency": info.sample_frequency})
        }
        StageInfo::Mesh(info) => json!({
            "group_shared_bytes_used": info.group_shared_bytes_used,
            "group_shared_bytes_dependent_on_view_id": info.group_shared_bytes_dependent_on_view_id,
            "payload_size_in_bytes": info.payload_size_in_bytes,
            "max_output_vertices": info.max_output_vertices,
            "max_output_primitives": info.max_output_primitives,
        }),
        StageInfo::Amplification(info) => json!({"payload_size_in_bytes": info.payload_size_in_bytes}),
        _ => json!({}),
    }
}

fn resource(resource: Resource<'_>) -> Value {
    json!({
        "type": named!(resource.resource_type()),
        "space": resource.space(),
        "lower": resource.lower(),
        "upper": resource.upper(),
        "kind": resource.kind().map(|kind| named!(kind)),
        "flags": resource.flags().map(|flags| flags.bits()),
    })
}

fn element(element: Element<'_>) -> Value {
    json!({
        "name": element.name_bytes().ok().map(String::from_utf8_lossy),
        "semantic_kind": named!(element.semantic_kind()),
        "semantic_indices": element.semantic_indices().ok().map(|indices| indices.iter().collect::<Vec<_>>()),
        "rows": element.rows(),
        "start_row": element.start_row(),
        "cols": element.cols(),
        "start_col": element.start_col(),
        "allocated": element.is_allocated(),
        "component_type": named!(element.component_type()),
        "interpolation": named!(element.interpolation_mode()),
        "dynamic_mask": element.dynamic_mask(),
        "stream": element.stream(),
    })
}

fn mask(mask: ComponentMask<'_>) -> Vec<u32> {
    mask.iter().collect()
}

fn table(table: DependencyTable<'_>) -> Value {
    let rows = table.rows().map(mask).enumerate().filter(|(_, row)| !row.is_empty());
    rows.map(|(input, row)| (input.to_string(), json!(row))).collect::<Map<_, _>>().into()
}
