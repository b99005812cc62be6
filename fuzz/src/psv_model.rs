//! A made-up part: made into bytes and read, it says what was made up.

use arbitrary::{Arbitrary, Result, Unstructured};
use fastrand::Rng;
use psoview::psv;

use crate::part::write::{Unseen, words, write};
use crate::part::{
    Dependencies, Element, Fault, Info, Mask, Part, Resource, Signature, StageInfo, Table, observe, slow,
    slow_findings, stage,
};

pub fn run(data: &[u8]) {
    let Model { part, unseen } = Unstructured::new(data).arbitrary().expect("any bytes make a model");
    let bytes = write(&part, unseen);
    let psv = psv::read_newer(&bytes).unwrap_or_else(|error| panic!("{error} in {part:?}"));
    assert_eq!(observe::part(&psv, &bytes), part, "read_newer");
    let findings: Vec<Fault> = psv.findings().map(Fault::from).collect();
    assert_eq!(findings, slow_findings::findings(&part, 0, bytes.len(), true));
    let strict = psv::read(&bytes).map(|psv| observe::part(&psv, &bytes)).map_err(Fault::from);
    if is_known(&part) {
        assert_eq!(strict, Ok(part), "read");
    } else {
        let refused = slow::read(&bytes, 0, false, None);
        assert!(refused.is_err(), "a newer part: {part:?}");
        assert_eq!(strict, refused, "read");
    }
}

/// Whether the part has nothing but what the strict reading takes.
fn is_known(part: &Part) -> bool {
    let is_info_known = part.info.unknown.is_empty();
    let is_resource_known = part.resource_size.is_none_or(|size| size == 16 || size == 24);
    is_info_known
        && is_resource_known
        && part.element_size.is_none_or(|size| size == 16)
        && part.trailing.len() % 4 == 0
}

/// Facts that a part can have, and what it has besides.
#[derive(Debug)]
struct Model {
    part: Part,
    unseen: Unseen,
}

impl<'a> Arbitrary<'a> for Model {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let is_newer = u.ratio(1, 4)?;
        // Drawn at once: what a part asks for before its masks may take all the data there is.
        let mut bits = Bits::new(u.arbitrary()?);
        let unseen = Unseen {
            uses_view_id: u.int_in_range(1..=u8::MAX)?,
            stage_counts: u.arbitrary()?,
            beyond: if u.ratio(1, 4)? { u.arbitrary()? } else { 0 },
            start: (u.arbitrary()?, u.int_in_range(0..=3)?),
        };
        let mut info = info(u, is_newer)?;
        let (stage_info, union) = stage_info(u, info.signature.as_ref().map(|signature| signature.stage))?;
        info.union = union;
        let (resource_size, resources) = resources(u, is_newer, info.size as usize + 4)?;
        let mut part = Part {
            stage: info.signature.as_ref().map(|signature| signature.stage),
            stage_info,
            info,
            resource_size,
            resources,
            strings: vec![],
            entry_name: None,
            indices: vec![],
            elements: Default::default(),
            element_size: None,
            dependencies: Dependencies::default(),
            trailing: vec![],
        };
        if let Some(signature) = part.info.signature.clone() {
            fill_tables(u, &mut part, is_newer)?;
            part.dependencies = dependencies(&mut bits, &signature, unseen);
        }
        let trailing = u.int_in_range(0..=3)?;
        part.trailing = bytes(u, if is_newer { trailing } else { trailing * 4 })?;
        Ok(Self { part, unseen })
    }
}

/// So many bytes; zeros where there are no more.
fn bytes(u: &mut Unstructured<'_>, length: usize) -> Result<Vec<u8>> {
    let mut bytes = vec![0; length];
    u.fill_buffer(&mut bytes)?;
    Ok(bytes)
}

/// Bytes that a newer compiler may have added, `most` at most.
fn unknown(u: &mut Unstructured<'_>, is_newer: bool, most: usize) -> Result<Vec<u8>> {
    let length = if is_newer { u.int_in_range(0..=most)? } else { 0 };
    bytes(u, length)
}

/// A small number mostly, sometimes any.
fn count(u: &mut Unstructured<'_>) -> Result<u8> {
    if u.ratio(1, 64)? { u.arbitrary() } else { u.int_in_range(0..=12) }
}

fn info(u: &mut Unstructured<'_>, is_newer: bool) -> Result<Info> {
    let version = u.int_in_range(0..=4)?;
    let (known, gap) = [(24, 11), (36, 11), (48, 3), (52, 3), (56, 40)][usize::from(version)];
    let unknown = unknown(u, is_newer, gap)?;
    let lanes = |u: &mut Unstructured<'_>, none: u32| Ok(Some(u.arbitrary()?).filter(|&lanes: &u32| lanes != none));
    Ok(Info {
        size: known + unknown.len() as u32,
        version,
        union: [0; 16],
        min_wave_lanes: lanes(u, 0)?,
        max_wave_lanes: lanes(u, u32::MAX)?,
        signature: if version >= 1 { Some(signature(u)?) } else { None },
        num_threads: if version >= 2 { Some(u.arbitrary()?) } else { None },
        entry_name_offset: None,
        group_shared_bytes: if version >= 4 { Some(u.arbitrary()?) } else { None },
        unknown,
    })
}

fn signature(u: &mut Unstructured<'_>) -> Result<Signature> {
    let stage = if u.ratio(1, 16)? { u.arbitrary::<u8>()?.into() } else { u.int_in_range(0..=16)? };
    let has_patch_constants = stage == stage::HULL || stage == stage::DOMAIN;
    Ok(Signature {
        stage,
        uses_view_id: u.arbitrary()?,
        max_vertex_count: if stage == stage::GEOMETRY { Some(u.arbitrary()?) } else { None },
        patch_constant_vectors: if has_patch_constants { Some(count(u)?) } else { None },
        primitive_vectors: if stage == stage::MESH { Some(count(u)?) } else { None },
        mesh_output_topology: if stage == stage::MESH { Some(u.arbitrary()?) } else { None },
        element_counts: [count(u)?, count(u)?, count(u)?],
        input_vectors: count(u)?,
        output_vectors: [count(u)?, count(u)?, count(u)?, count(u)?],
    })
}

/// A stage's parameters, and the 16 bytes that they are written as: unused bytes are any.
fn stage_info(u: &mut Unstructured<'_>, stage: Option<u16>) -> Result<(Option<StageInfo>, [u8; 16])> {
    let mut union: [u8; 16] = u.arbitrary()?;
    let Some(stage) = stage else { return Ok((None, union)) };
    let mut put = |at: usize, bytes: &[u8]| union[at..at + bytes.len()].copy_from_slice(bytes);
    let info = match stage {
        stage::VERTEX => {
            let position: bool = u.arbitrary()?;
            put(0, &[position.into()]);
            StageInfo::Vertex { position }
        }
        stage::HULL => {
            let [input_points, output_points, domain, primitive]: [u32; 4] = u.arbitrary()?;
            put(0, &input_points.to_le_bytes());
            put(4, &output_points.to_le_bytes());
            put(8, &domain.to_le_bytes());
            put(12, &primitive.to_le_bytes());
            StageInfo::Hull { input_points, output_points, domain, primitive }
        }
        stage::DOMAIN => {
            let (input_points, position, domain): (u32, bool, u32) = u.arbitrary()?;
            put(0, &input_points.to_le_bytes());
            put(4, &[position.into()]);
            put(8, &domain.to_le_bytes());
            StageInfo::Domain { input_points, position, domain }
        }
        stage::GEOMETRY => {
            let (primitive, topology, streams, position): (u32, u32, u32, bool) = u.arbitrary()?;
            put(0, &primitive.to_le_bytes());
            put(4, &topology.to_le_bytes());
            put(8, &streams.to_le_bytes());
            put(12, &[position.into()]);
            StageInfo::Geometry { primitive, topology, streams, position }
        }
        stage::PIXEL => {
            let (depth, sample_frequency): (bool, bool) = u.arbitrary()?;
            put(0, &[depth.into(), sample_frequency.into()]);
            StageInfo::Pixel { depth, sample_frequency }
        }
        stage::MESH => {
            let (shared, shared_by_view, payload): (u32, u32, u32) = u.arbitrary()?;
            let (vertices, primitives): (u16, u16) = u.arbitrary()?;
            put(0, &shared.to_le_bytes());
            put(4, &shared_by_view.to_le_bytes());
            put(8, &payload.to_le_bytes());
            put(12, &vertices.to_le_bytes());
            put(14, &primitives.to_le_bytes());
            StageInfo::Mesh { shared, shared_by_view, payload, vertices, primitives }
        }
        stage::AMPLIFICATION => {
            let payload: u32 = u.arbitrary()?;
            put(0, &payload.to_le_bytes());
            StageInfo::Amplification { payload }
        }
        _ => StageInfo::Unused,
    };
    Ok((Some(info), union))
}

/// `start` is where the word with the count lies.
fn resources(u: &mut Unstructured<'_>, is_newer: bool, start: usize) -> Result<(Option<u32>, Vec<Resource>)> {
    let count = u32::from(count(u)?);
    let has_kind: bool = u.arbitrary()?;
    // A record of 16 bytes that grows by 8 is one of 24.
    let extra = unknown(u, is_newer, if has_kind { 40 } else { 7 })?.len();
    let size = if has_kind { 24 } else { 16 } + extra as u32;
    let records = (0..count).map(|index| {
        Ok(Resource {
            offset: start as u32 + 8 + index * size,
            resource_type: u.arbitrary()?,
            space: u.arbitrary()?,
            lower: u.arbitrary()?,
            upper: u.arbitrary()?,
            kind: if has_kind { Some(u.arbitrary()?) } else { None },
            flags: if has_kind { Some(u.arbitrary()?) } else { None },
            unknown: bytes(u, extra)?,
        })
    });
    Ok(((count > 0).then_some(size), records.collect::<Result<_>>()?))
}

/// The elements, and the tables of strings and semantic indices that they refer to.
fn fill_tables(u: &mut Unstructured<'_>, part: &mut Part, is_newer: bool) -> Result<()> {
    let counts = part.info.signature.as_ref().map_or([0; 3], |signature| signature.element_counts);
    let extra = unknown(u, is_newer, 40)?.len();
    for (list, count) in part.elements.iter_mut().zip(counts) {
        for _ in 0..count {
            list.push(element(u, &mut part.strings, &mut part.indices, extra)?);
        }
    }
    if part.info.version >= 3 {
        let (offset, name) = string(u, &mut part.strings)?;
        part.info.entry_name_offset = Some(offset);
        part.entry_name = Some(Ok(name));
    }
    if u.arbitrary()? {
        part.strings.resize(part.strings.len().next_multiple_of(4), 0);
    }
    part.element_size = (counts != [0; 3]).then_some(16 + extra as u32);
    let records = part.resource_size.map_or(0, |size| 4 + size as usize * part.resources.len());
    let before = 4 + part.info.size as usize + 4 + records + 4 + part.strings.len() + 4 + part.indices.len() * 4 + 4;
    let offsets = (before as u32..).step_by(16 + extra);
    part.elements.iter_mut().flatten().zip(offsets).for_each(|(element, offset)| element.offset = offset);
    Ok(())
}

fn element(u: &mut Unstructured<'_>, strings: &mut Vec<u8>, indices: &mut Vec<u32>, extra: usize) -> Result<Element> {
    let (name_offset, name) = string(u, strings)?;
    let rows = count(u)?;
    let (indices_offset, own_indices) = index_list(u, indices, rows)?;
    Ok(Element {
        // Known once the tables before the elements are.
        offset: 0,
        name_offset,
        name: Ok(name),
        indices_offset,
        indices: Ok(own_indices),
        rows,
        cols: u.int_in_range(0..=15)?,
        start: if u.arbitrary()? { Some((u.arbitrary()?, u.int_in_range(0..=3)?)) } else { None },
        semantic_kind: u.arbitrary()?,
        component_type: u.arbitrary()?,
        interpolation_mode: u.arbitrary()?,
        dynamic_mask: u.int_in_range(0..=15)?,
        stream: u.int_in_range(0..=3)?,
        reserved_bits: if u.ratio(1, 8)? {
            [u8::from(u.arbitrary::<bool>()?) << 7, u.int_in_range(0..=3)? << 6, u.arbitrary()?]
        } else {
            [0; 3]
        },
        unknown: bytes(u, extra)?,
    })
}

/// A name and its offset: a new string, or the tail of one that the table has.
fn string(u: &mut Unstructured<'_>, strings: &mut Vec<u8>) -> Result<(u32, Vec<u8>)> {
    if !strings.is_empty() && u.ratio(1, 3)? {
        let offset = u.choose_index(strings.len())?;
        let name = strings[offset..].split(|&byte| byte == 0).next().unwrap_or_default().to_vec();
        return Ok((offset as u32, name));
    }
    let length = u.int_in_range(0..=8)?;
    let name: Vec<u8> = bytes(u, length)?.into_iter().map(|byte| byte.max(1)).collect();
    let offset = strings.len();
    strings.extend(name.iter().chain(&[0]));
    Ok((offset as u32, name))
}

/// So many indices and their place: new ones, or some that the table has. Without rows, any place.
fn index_list(u: &mut Unstructured<'_>, indices: &mut Vec<u32>, rows: u8) -> Result<(u32, Vec<u32>)> {
    let rows = usize::from(rows);
    if rows == 0 {
        return Ok((u.arbitrary()?, vec![]));
    }
    if rows <= indices.len() && u.ratio(1, 3)? {
        let first = u.int_in_range(0..=indices.len() - rows)?;
        return Ok((first as u32, indices[first..first + rows].to_vec()));
    }
    let first = indices.len();
    for _ in 0..rows {
        indices.push(u.arbitrary()?);
    }
    Ok((first as u32, indices[first..].to_vec()))
}

fn dependencies(bits: &mut Bits, signature: &Signature, unseen: Unseen) -> Dependencies {
    let mut outputs = signature.output_vectors;
    if signature.stage != stage::GEOMETRY {
        outputs[1..].fill(0);
    }
    let is = |stage: u16| signature.stage == stage;
    let patch_constants = signature.patch_constant_vectors.or(signature.primitive_vectors);
    let mut made = Dependencies::default();
    if signature.uses_view_id {
        made.view_id_outputs = Some(outputs.map(|vectors| bits.mask(vectors)));
        made.view_id_patch_constants =
            patch_constants.filter(|_| is(stage::HULL) || is(stage::MESH)).map(|vectors| bits.mask(vectors));
    }
    if !is(stage::MESH) {
        made.input_to_output = Some(outputs.map(|vectors| bits.table(signature.input_vectors, vectors)));
    }
    made.input_to_patch_constant =
        patch_constants.filter(|_| is(stage::HULL)).map(|vectors| bits.table(signature.input_vectors, vectors));
    made.patch_constant_to_output =
        patch_constants.filter(|_| is(stage::DOMAIN)).map(|vectors| bits.table(vectors, outputs[0]));
    made.words = stored_words(&made, unseen);
    made
}

/// Where the bits of masks and tables come from.
struct Bits {
    random: Rng,
    /// Of 256 components so many are set.
    density: u8,
}

impl Bits {
    fn new(seed: u32) -> Self {
        // None, few, half of them, nearly all.
        let density = [0, 8, 128, 255][seed as usize % 4];
        Self { random: Rng::with_seed(seed.into()), density }
    }

    fn mask(&mut self, vectors: u8) -> Mask {
        let count = u32::from(vectors) * 4;
        Mask { count, components: (0..count).filter(|_| self.random.u8(..) < self.density).collect() }
    }

    fn table(&mut self, inputs: u8, outputs: u8) -> Table {
        let rows = (0..u32::from(inputs) * 4).map(|_| self.mask(outputs)).collect();
        Table { output_count: u32::from(outputs) * 4, rows }
    }
}

fn stored_words(made: &Dependencies, unseen: Unseen) -> Vec<u32> {
    let tables = [&made.input_to_patch_constant, &made.patch_constant_to_output];
    let tables = made.input_to_output.iter().flatten().chain(tables.into_iter().flatten());
    let masks = made.view_id_outputs.iter().flatten().chain(&made.view_id_patch_constants);
    masks.chain(tables.flat_map(|table| &table.rows)).flat_map(|mask| words(mask, unseen.beyond)).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Model, run};
    use crate::part::{Dependencies, Mask, Table, stage};
    use crate::replay;
    use arbitrary::Unstructured;

    const COMPUTE: u16 = 5;
    /// The stages, and the masks and tables that each can have something in.
    const STAGES: [(u16, &[&str]); 8] = [
        (stage::PIXEL, &["input to output 0"]),
        (stage::VERTEX, &["view id to output 0", "input to output 0"]),
        (
            stage::GEOMETRY,
            &[
                "view id to output 0",
                "view id to output 1",
                "view id to output 2",
                "view id to output 3",
                "input to output 0",
                "input to output 1",
                "input to output 2",
                "input to output 3",
            ],
        ),
        (
            stage::HULL,
            &["view id to output 0", "view id to patch constants", "input to output 0", "input to patch constants"],
        ),
        (stage::DOMAIN, &["view id to output 0", "input to output 0", "patch constants to output 0"]),
        (COMPUTE, &[]),
        (stage::MESH, &["view id to output 0", "view id to patch constants"]),
        (stage::AMPLIFICATION, &[]),
    ];

    /// The masks and tables in which something is set.
    fn filled(made: &Dependencies) -> Vec<String> {
        let mut names = vec![];
        let mut note = |name: String, is_filled: bool| names.extend(is_filled.then_some(name));
        let has = |mask: &Mask| !mask.components.is_empty();
        let any = |table: &Table| table.rows.iter().any(has);
        for (stream, mask) in made.view_id_outputs.iter().flatten().enumerate() {
            note(format!("view id to output {stream}"), has(mask));
        }
        for (stream, table) in made.input_to_output.iter().flatten().enumerate() {
            note(format!("input to output {stream}"), any(table));
        }
        note("view id to patch constants".into(), made.view_id_patch_constants.as_ref().is_some_and(has));
        note("input to patch constants".into(), made.input_to_patch_constant.as_ref().is_some_and(any));
        note("patch constants to output 0".into(), made.patch_constant_to_output.as_ref().is_some_and(any));
        names
    }

    /// What of a part's shape a seed makes.
    fn shapes(seed: &[u8]) -> BTreeSet<String> {
        let Model { part, .. } = Unstructured::new(seed).arbitrary().unwrap();
        let version = part.info.version;
        let Some(stage) = part.stage else { return BTreeSet::from([format!("version {version}")]) };
        let own = [format!("version {version} of stage {stage}")];
        let tables = filled(&part.dependencies).into_iter().map(|name| format!("{name} of stage {stage}"));
        own.into_iter().chain(tables).collect()
    }

    #[test]
    fn seeds_make_every_stage_of_every_version_and_fill_every_table() {
        let made: BTreeSet<String> = replay::read_seeds("psv_model").iter().flat_map(|seed| shapes(seed)).collect();
        let mut wanted = vec!["version 0".to_owned()];
        for (stage, tables) in STAGES {
            wanted.extend((1..=4).map(|version| format!("version {version} of stage {stage}")));
            wanted.extend(tables.iter().map(|table| format!("{table} of stage {stage}")));
        }
        wanted.retain(|shape| !made.contains(shape));
        assert_eq!(wanted, [""; 0], "no seed makes these");
    }

    #[test]
    fn holds_for_seeds() {
        replay::seeds("psv_model", run);
    }

    #[test]
    fn holds_for_noise() {
        replay::noise("psv_model", run);
    }
}
