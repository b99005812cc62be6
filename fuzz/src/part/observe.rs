//! The facts of a part as the library's accessors say them.

use psoview::psv::{ComponentMask, DependencyTable, Elements, Psv, RuntimeInfo, StageInfo};

use super::{Dependencies, Element, Fault, Info, Mask, Part, Resource, Signature, Table};
use crate::promise::{assert_inside, assert_yields};

/// Asks every accessor. `input` is the slice that the part was read from: whatever is handed out must lie in it.
pub fn part(psv: &Psv<'_>, input: &[u8]) -> Part {
    assert_inside(psv.string_table(), input);
    assert_inside(psv.trailing(), input);
    let entry_name = psv.entry_name_bytes().map_err(Fault::from).transpose();
    if let Some(Ok(name)) = entry_name {
        assert_inside(name, input);
    }
    assert_text(psv.entry_name().transpose(), psv.entry_name_bytes().transpose());
    assert_eq!(psv.version(), psv.runtime_info().version());
    let resources = resources(psv, input);
    let tables = [psv.inputs(), psv.outputs(), psv.patch_constants()];
    let element_sizes: Vec<u32> = tables.iter().filter_map(|table| table.record_size()).collect();
    assert!(element_sizes.windows(2).all(|pair| pair[0] == pair[1]), "one size for all signatures");
    let indices = psv.semantic_indices();
    assert_yields(indices.iter(), indices.len());
    (0..indices.len()).zip(indices).for_each(|(place, index)| assert_eq!(indices.get(place), Some(index)));
    assert_eq!(indices.get(indices.len()), None);
    Part {
        info: info(&psv.runtime_info(), input),
        stage: psv.stage().map(|stage| stage.raw()),
        stage_info: psv.stage_info().map(stage_info),
        resource_size: psv.resources().record_size(),
        resources,
        strings: psv.string_table().to_vec(),
        entry_name: entry_name.map(|name| name.map(<[u8]>::to_vec)),
        indices: indices.iter().collect(),
        elements: tables.map(|table| elements(&table, input)),
        element_size: element_sizes.first().copied(),
        dependencies: dependencies(psv),
        trailing: psv.trailing().to_vec(),
    }
}

/// The text accessor says the same as the one for bytes, or that the bytes are no text.
fn assert_text(text: Option<Result<&str, psoview::Error>>, bytes: Option<Result<&[u8], psoview::Error>>) {
    match (text, bytes) {
        (None, None) => {}
        (Some(Ok(text)), Some(Ok(bytes))) => assert_eq!(text.as_bytes(), bytes),
        (Some(Err(error)), Some(Ok(bytes))) => {
            assert_eq!(error.kind().name(), "StringNotUtf8");
            assert!(std::str::from_utf8(bytes).is_err());
        }
        (Some(Err(text)), Some(Err(bytes))) => assert_eq!(text, bytes),
        (text, bytes) => panic!("{text:?} beside {bytes:?}"),
    }
}

fn info(info: &RuntimeInfo<'_>, input: &[u8]) -> Info {
    assert_inside(info.unknown(), input);
    assert_inside(info.stage_info_bytes(), input);
    Info {
        size: info.size(),
        version: info.version(),
        union: *info.stage_info_bytes(),
        min_wave_lanes: info.min_wave_lanes(),
        max_wave_lanes: info.max_wave_lanes(),
        signature: info.signature().map(|signature| Signature {
            stage: signature.stage().raw(),
            uses_view_id: signature.uses_view_id(),
            max_vertex_count: signature.max_vertex_count(),
            patch_constant_vectors: signature.patch_constant_vectors(),
            primitive_vectors: signature.primitive_vectors(),
            mesh_output_topology: signature.mesh_output_topology().map(|topology| topology.raw()),
            element_counts: [
                signature.input_elements(),
                signature.output_elements(),
                signature.patch_constant_elements(),
            ],
            input_vectors: signature.input_vectors(),
            output_vectors: signature.output_vectors(),
        }),
        num_threads: info.num_threads(),
        entry_name_offset: info.entry_name_offset(),
        group_shared_bytes: info.group_shared_bytes(),
        unknown: info.unknown().to_vec(),
    }
}

/// Panics on a stage that the library may learn later: the facts then need it too.
pub fn stage_info(info: StageInfo) -> super::StageInfo {
    match info {
        StageInfo::Vertex(info) => super::StageInfo::Vertex { position: info.output_position_present },
        StageInfo::Hull(info) => super::StageInfo::Hull {
            input_points: info.input_control_point_count,
            output_points: info.output_control_point_count,
            domain: info.tessellator_domain.raw(),
            primitive: info.tessellator_output_primitive.raw(),
        },
        StageInfo::Domain(info) => super::StageInfo::Domain {
            input_points: info.input_control_point_count,
            position: info.output_position_present,
            domain: info.tessellator_domain.raw(),
        },
        StageInfo::Geometry(info) => super::StageInfo::Geometry {
            primitive: info.input_primitive.raw(),
            topology: info.output_topology.raw(),
            streams: info.output_stream_mask,
            position: info.output_position_present,
        },
        StageInfo::Pixel(info) => {
            super::StageInfo::Pixel { depth: info.depth_output, sample_frequency: info.sample_frequency }
        }
        StageInfo::Mesh(info) => super::StageInfo::Mesh {
            shared: info.group_shared_bytes_used,
            shared_by_view: info.group_shared_bytes_dependent_on_view_id,
            payload: info.payload_size_in_bytes,
            vertices: info.max_output_vertices,
            primitives: info.max_output_primitives,
        },
        StageInfo::Amplification(info) => super::StageInfo::Amplification { payload: info.payload_size_in_bytes },
        StageInfo::Unused => super::StageInfo::Unused,
        other => panic!("a stage without facts: {other:?}"),
    }
}

fn resources(psv: &Psv<'_>, input: &[u8]) -> Vec<Resource> {
    let table = psv.resources();
    assert_yields(table.iter(), table.len());
    assert!(table.get(table.len()).is_none() && table.get(u32::MAX).is_none(), "a record past the last");
    assert_eq!(table.is_empty(), table.iter().next().is_none());
    let record = |(index, resource): (u32, psoview::psv::Resource<'_>)| {
        assert_inside(resource.unknown(), input);
        assert_eq!(resource.index(), index);
        assert_eq!(table.get(index).map(|same| same.offset()), Some(resource.offset()));
        let (lower, upper) = (resource.lower(), resource.upper());
        assert_eq!(resource.is_unbounded(), upper == u32::MAX);
        let count = (i64::from(upper) - i64::from(lower) + 1).max(0) as u64;
        assert_eq!(resource.count(), (upper != u32::MAX).then_some(count));
        Resource {
            offset: resource.offset(),
            resource_type: resource.resource_type().raw(),
            space: resource.space(),
            lower,
            upper,
            kind: resource.kind().map(|kind| kind.raw()),
            flags: resource.flags().map(|flags| flags.bits()),
            unknown: resource.unknown().to_vec(),
        }
    };
    (0..).zip(table).map(record).collect()
}

fn elements(table: &Elements<'_>, input: &[u8]) -> Vec<Element> {
    assert_yields(table.iter(), table.len());
    assert!(table.get(table.len()).is_none() && table.get(u32::MAX).is_none(), "an element past the last");
    assert_eq!(table.is_empty(), table.iter().next().is_none());
    assert_eq!(table.record_size().is_none(), table.is_empty());
    let record = |(index, element): (u32, psoview::psv::Element<'_>)| {
        assert_inside(element.unknown(), input);
        assert_eq!(element.index(), index);
        assert_eq!(table.get(index).map(|same| same.offset()), Some(element.offset()));
        let name = element.name_bytes();
        name.iter().for_each(|name| assert_inside(name, input));
        assert_text(Some(element.name()), Some(name));
        let start = element.start_row().zip(element.start_col());
        assert_eq!(element.is_allocated(), start.is_some());
        let mask = start.map(|(_, column)| (((1_u64 << element.cols()) - 1) << column) as u32);
        assert_eq!(element.component_mask(), mask);
        Element {
            offset: element.offset(),
            name_offset: element.name_offset(),
            name: name.map(<[u8]>::to_vec).map_err(Fault::from),
            indices_offset: element.semantic_indices_offset(),
            indices: element.semantic_indices().map(|indices| indices.iter().collect()).map_err(Fault::from),
            rows: element.rows(),
            cols: element.cols(),
            start,
            semantic_kind: element.semantic_kind().raw(),
            component_type: element.component_type().raw(),
            interpolation_mode: element.interpolation_mode().raw(),
            dynamic_mask: element.dynamic_mask(),
            stream: element.stream(),
            reserved_bits: element.reserved_bits(),
            unknown: element.unknown().to_vec(),
        }
    };
    (0..).zip(*table).map(record).collect()
}

fn dependencies(psv: &Psv<'_>) -> Dependencies {
    let dependencies = psv.dependencies();
    Dependencies {
        view_id_outputs: dependencies.view_id_outputs().map(|masks| masks.map(mask)),
        view_id_patch_constants: dependencies.view_id_patch_constants().map(mask),
        input_to_output: dependencies.input_to_output().map(|tables| tables.map(table)),
        input_to_patch_constant: dependencies.input_to_patch_constant().map(table),
        patch_constant_to_output: dependencies.patch_constant_to_output().map(table),
        words: dependencies.words().collect(),
    }
}

fn mask(mask: ComponentMask<'_>) -> Mask {
    let components: Vec<u32> = mask.iter().collect();
    // Of a mask larger than a signature can have, a part will do.
    let step = if mask.component_count() <= 128 { 1 } else { 13 };
    let asked = |component: &u32| component % step == 0;
    let contained = (0..mask.component_count()).step_by(step as usize).filter(|&component| mask.contains(component));
    assert!(contained.eq(components.iter().copied().filter(asked)), "what is iterated over is what is contained");
    assert_eq!(mask.is_empty(), components.is_empty());
    for beyond in [mask.component_count(), mask.component_count() | 31, u32::MAX] {
        assert!(beyond < mask.component_count() || !mask.contains(beyond), "a component past the last");
    }
    Mask { count: mask.component_count(), components }
}

fn table(table: DependencyTable<'_>) -> Table {
    assert_yields(table.rows(), table.input_count());
    let rows: Vec<Mask> = table.rows().map(mask).collect();
    assert_eq!(table.is_empty(), rows.iter().all(|row| row.components.is_empty()));
    for (input, row) in (0..).zip(&rows) {
        assert!(table.row(input).iter().eq(row.components.iter().copied()));
        assert!(row.components.iter().all(|&output| table.contains(input, output)));
    }
    for beyond in [table.input_count(), u32::MAX] {
        assert!(table.row(beyond).is_empty(), "a row past the last");
    }
    Table { output_count: table.output_count(), rows }
}
