use std::borrow::Cow;
use std::collections::BTreeMap;

use psoview::psv::{ComponentMask, DependencyTable, Element, Elements, Psv, Resource, StageInfo, StageSignature};
use serde::Serialize;

use super::value::{Value, value};

/// The dependencies of one table: input component to output components, rows that are not empty.
type Table = BTreeMap<u32, Vec<u32>>;

#[derive(Serialize)]
pub struct PsvReport<'a> {
    version: u8,
    info_size: u32,
    stage: Option<Value>,
    stage_info: Option<StageInfoReport>,
    min_wave_lanes: u32,
    max_wave_lanes: u32,
    uses_view_id: Option<bool>,
    input_vectors: Option<u8>,
    output_vectors: Option<[u8; 4]>,
    max_vertex_count: Option<u16>,
    patch_constant_vectors: Option<u8>,
    primitive_vectors: Option<u8>,
    mesh_output_topology: Option<Value>,
    num_threads: Option<[u32; 3]>,
    entry_name: Option<Cow<'a, str>>,
    group_shared_bytes: Option<u32>,
    resource_record_size: Option<u32>,
    resources: Vec<ResourceReport>,
    inputs: Option<Vec<ElementReport<'a>>>,
    outputs: Option<Vec<ElementReport<'a>>>,
    patch_constants: Option<Vec<ElementReport<'a>>>,
    view_id_outputs: Option<[Vec<u32>; 4]>,
    view_id_patch_constants: Option<Vec<u32>>,
    input_to_output: Option<[Table; 4]>,
    input_to_patch_constant: Option<Table>,
    patch_constant_to_output: Option<Table>,
    trailing_bytes: usize,
}

#[derive(Serialize)]
#[serde(untagged)]
enum StageInfoReport {
    Vertex {
        output_position_present: bool,
    },
    Hull {
        input_control_point_count: u32,
        output_control_point_count: u32,
        tessellator_domain: Value,
        tessellator_output_primitive: Value,
    },
    Domain {
        input_control_point_count: u32,
        output_position_present: bool,
        tessellator_domain: Value,
    },
    Geometry {
        input_primitive: Value,
        output_topology: Value,
        output_stream_mask: u32,
        output_position_present: bool,
    },
    Pixel {
        depth_output: bool,
        sample_frequency: bool,
    },
    Mesh {
        group_shared_bytes_used: u32,
        group_shared_bytes_dependent_on_view_id: u32,
        payload_size_in_bytes: u32,
        max_output_vertices: u16,
        max_output_primitives: u16,
    },
    Amplification {
        payload_size_in_bytes: u32,
    },
    Unused {},
}

#[derive(Serialize)]
struct ResourceReport {
    #[serde(rename = "type")]
    resource_type: Value,
    space: u32,
    lower: u32,
    upper: u32,
    kind: Option<Value>,
    flags: Option<u32>,
}

#[derive(Serialize)]
struct ElementReport<'a> {
    name: Option<Cow<'a, str>>,
    semantic_kind: Value,
    semantic_indices: Option<Vec<u32>>,
    rows: u8,
    start_row: Option<u8>,
    cols: u8,
    start_col: Option<u8>,
    allocated: bool,
    component_type: Value,
    interpolation: Value,
    dynamic_mask: u8,
    stream: u8,
}

impl<'a> PsvReport<'a> {
    pub fn new(psv: &Psv<'a>) -> Self {
        let info = psv.runtime_info();
        let signature = info.signature();
        let dependencies = psv.dependencies();
        let elements = |elements: Elements<'a>| signature.map(|_| elements.iter().map(ElementReport::new).collect());
        Self {
            version: psv.version(),
            info_size: info.size(),
            stage: psv.stage().map(|stage| value!(stage)),
            stage_info: psv.stage_info().map(StageInfoReport::new),
            min_wave_lanes: info.min_wave_lanes().unwrap_or(0),
            max_wave_lanes: info.max_wave_lanes().unwrap_or(u32::MAX),
            uses_view_id: signature.map(|signature| signature.uses_view_id()),
            input_vectors: signature.map(|signature| signature.input_vectors()),
            output_vectors: signature.map(|signature| signature.output_vectors()),
            max_vertex_count: signature.and_then(|signature| signature.max_vertex_count()),
            patch_constant_vectors: signature.and_then(|signature| signature.patch_constant_vectors()),
            primitive_vectors: signature.and_then(|signature| signature.primitive_vectors()),
            mesh_output_topology: signature.and_then(mesh_output_topology),
            num_threads: info.num_threads(),
            entry_name: psv.entry_name_bytes().ok().flatten().map(text),
            group_shared_bytes: info.group_shared_bytes(),
            resource_record_size: psv.resources().record_size(),
            resources: psv.resources().iter().map(ResourceReport::new).collect(),
            inputs: elements(psv.inputs()),
            outputs: elements(psv.outputs()),
            patch_constants: elements(psv.patch_constants()),
            view_id_outputs: dependencies.view_id_outputs().map(|masks| masks.map(components)),
            view_id_patch_constants: dependencies.view_id_patch_constants().map(components),
            input_to_output: dependencies.input_to_output().map(|tables| tables.map(table)),
            input_to_patch_constant: dependencies.input_to_patch_constant().map(table),
            patch_constant_to_output: dependencies.patch_constant_to_output().map(table),
            trailing_bytes: psv.trailing().len(),
        }
    }
}

/// Nothing makes a file keep to UTF-8.
fn text(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

fn mesh_output_topology(signature: StageSignature<'_>) -> Option<Value> {
    signature.mesh_output_topology().map(|topology| value!(topology))
}

fn components(mask: ComponentMask<'_>) -> Vec<u32> {
    mask.iter().collect()
}

fn table(table: DependencyTable<'_>) -> Table {
    (0..).zip(table.rows().map(components)).filter(|(_, outputs)| !outputs.is_empty()).collect()
}

impl StageInfoReport {
    fn new(info: StageInfo) -> Self {
        match info {
            StageInfo::Vertex(info) => Self::Vertex { output_position_present: info.output_position_present },
            StageInfo::Hull(info) => Self::Hull {
                input_control_point_count: info.input_control_point_count,
                output_control_point_count: info.output_control_point_count,
                tessellator_domain: value!(info.tessellator_domain),
                tessellator_output_primitive: value!(info.tessellator_output_primitive),
            },
            StageInfo::Domain(info) => Self::Domain {
                input_control_point_count: info.input_control_point_count,
                output_position_present: info.output_position_present,
                tessellator_domain: value!(info.tessellator_domain),
            },
            StageInfo::Geometry(info) => Self::Geometry {
                input_primitive: value!(info.input_primitive),
                output_topology: value!(info.output_topology),
                output_stream_mask: info.output_stream_mask,
                output_position_present: info.output_position_present,
            },
            StageInfo::Pixel(info) => {
                Self::Pixel { depth_output: info.depth_output, sample_frequency: info.sample_frequency }
            }
            StageInfo::Mesh(info) => Self::Mesh {
                group_shared_bytes_used: info.group_shared_bytes_used,
                group_shared_bytes_dependent_on_view_id: info.group_shared_bytes_dependent_on_view_id,
                payload_size_in_bytes: info.payload_size_in_bytes,
                max_output_vertices: info.max_output_vertices,
                max_output_primitives: info.max_output_primitives,
            },
            StageInfo::Amplification(info) => Self::Amplification { payload_size_in_bytes: info.payload_size_in_bytes },
            _ => Self::Unused {},
        }
    }
}

impl ResourceReport {
    fn new(resource: Resource<'_>) -> Self {
        Self {
            resource_type: value!(resource.resource_type()),
            space: resource.space(),
            lower: resource.lower(),
            upper: resource.upper(),
            kind: resource.kind().map(|kind| value!(kind)),
            flags: resource.flags().map(|flags| flags.bits()),
        }
    }
}

impl<'a> ElementReport<'a> {
    fn new(element: Element<'a>) -> Self {
        Self {
            name: element.name_bytes().ok().map(text),
            semantic_kind: value!(element.semantic_kind()),
            semantic_indices: element.semantic_indices().ok().map(|indices| indices.iter().collect()),
            rows: element.rows(),
            start_row: element.start_row(),
            cols: element.cols(),
            start_col: element.start_col(),
            allocated: element.is_allocated(),
            component_type: value!(element.component_type()),
            interpolation: value!(element.interpolation_mode()),
            dynamic_mask: element.dynamic_mask(),
            stream: element.stream(),
        }
    }
}
