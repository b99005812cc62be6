//! The slow reader: the layout as it is written down, over vectors, with no thought of speed, and nothing of
//! psoview's but the names of its errors.

use psoview::{ErrorKind, Region};

use super::{Dependencies, Element, Fault, Info, Mask, Part, Resource, Signature, StageInfo, Table, stage};

/// A part, how far it has been read, and where it starts in the input.
struct Left {
    bytes: Vec<u8>,
    read: usize,
    base: usize,
}

impl Left {
    fn offset(&self) -> usize {
        self.base + self.read
    }

    fn len(&self) -> usize {
        self.bytes.len() - self.read
    }

    fn take(&mut self, count: usize) -> Vec<u8> {
        let taken = self.bytes[self.read..self.read + count].to_vec();
        self.read += count;
        taken
    }

    fn word(&mut self, region: Region) -> Result<u32, Fault> {
        if self.len() < 4 {
            let kind = ErrorKind::WordTruncated { available: self.len() as u32, needed: 4 };
            return Err(Fault::new(kind, self.offset(), region));
        }
        Ok(number(&self.take(4)))
    }

    /// The next `size` bytes, or the fault, of which it is said how many bytes there are instead.
    fn run(&mut self, size: u128, fault: impl FnOnce(u32) -> Fault) -> Result<Vec<u8>, Fault> {
        if size > self.len() as u128 {
            return Err(fault(self.len() as u32));
        }
        Ok(self.take(size as usize))
    }

    /// `count` records of `size` bytes, each with its place in the input; or the fault, of which it is said for how many
    /// records there is room instead.
    fn records(&mut self, count: u32, size: u32, fault: impl FnOnce(u32) -> Fault) -> Result<Vec<Placed>, Fault> {
        let first = self.offset();
        let bytes = self.run(u128::from(count) * u128::from(size), |available| fault(available / size))?;
        let records = bytes.chunks(size as usize).map(<[u8]>::to_vec);
        Ok(records.enumerate().map(|(index, record)| (first + index * size as usize, record)).collect())
    }
}

/// Where a record starts in the input, and its bytes.
type Placed = (usize, Vec<u8>);

/// A little-endian number of up to four bytes.
fn number(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |number, &byte| number * 256 + u32::from(byte))
}

fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.chunks(4).map(number).collect()
}

/// Reads a part that starts at `base` of the caller's input. `newer` takes larger sizes than those known;
/// `program_kind` is the stage where the part does not tell.
pub fn read(bytes: &[u8], base: usize, newer: bool, program_kind: Option<u16>) -> Result<Part, Fault> {
    let mut left = Left { bytes: bytes.to_vec(), read: 0, base };
    let info = info(&mut left, newer)?;
    let (resource_size, resource_records) = resources(&mut left, newer)?;
    let resources = resource_records.into_iter().map(|(offset, record)| resource(&record, offset)).collect();
    let mut strings = vec![];
    let mut indices = vec![];
    let mut element_size = None;
    let mut records = [vec![], vec![], vec![]];
    let mut dependencies = Dependencies::default();
    let mut remainder = (left.offset(), left.len());
    if let Some(signature) = &info.signature {
        let size_offset = left.offset();
        let size = left.word(Region::StringTable)?;
        strings = left.run(size.into(), |available| {
            Fault::new(ErrorKind::StringTableOutOfBounds { size, available }, size_offset, Region::StringTable)
        })?;

        let count_offset = left.offset();
        let count = left.word(Region::SemanticIndices)?;
        indices = words(&left.run(u128::from(count) * 4, |available| {
            let kind = ErrorKind::SemanticIndicesOutOfBounds { count, room: available / 4 };
            Fault::new(kind, count_offset, Region::SemanticIndices)
        })?);

        (element_size, records) = elements(&mut left, newer, signature.element_counts)?;
        remainder = (left.offset(), left.len());
        dependencies = self::dependencies(&mut left, signature)?;
    }
    if !newer && remainder.1 % 4 != 0 {
        let kind = ErrorKind::RemainderNotWords { length: remainder.1 as u32, word: 4 };
        return Err(Fault::new(kind, remainder.0, Region::Dependencies));
    }
    let stage = info.signature.as_ref().map(|signature| signature.stage).or(program_kind);
    Ok(Part {
        stage,
        stage_info: stage.map(|stage| stage_info(stage, &info.union)),
        entry_name: info.entry_name_offset.map(|offset| string(&strings, offset, base + 4 + 48, Region::RuntimeInfo)),
        info,
        resource_size,
        resources,
        elements: [0, 1, 2].map(|signature| {
            let records = (0..).zip(&records[signature]);
            let element = |(index, (offset, record)): (u32, &Placed)| {
                element(record, *offset, element_region(signature, index), &strings, &indices)
            };
            records.map(element).collect()
        }),
        element_size,
        strings,
        indices,
        dependencies,
        trailing: left.take(left.len()),
    })
}

/// The structure that element `index` of inputs, outputs or patch constants is.
pub fn element_region(signature: usize, index: u32) -> Region {
    match signature {
        0 => Region::InputElement(index),
        1 => Region::OutputElement(index),
        _ => Region::PatchConstantElement(index),
    }
}

fn info(left: &mut Left, newer: bool) -> Result<Info, Fault> {
    let offset = left.offset();
    let size = left.word(Region::RuntimeInfo)?;
    let fault = |kind| Fault::new(kind, offset, Region::RuntimeInfo);
    if size < 24 {
        return Err(fault(ErrorKind::RuntimeInfoTooSmall { size, minimum: 24 }));
    }
    if !newer && ![24, 36, 48, 52, 56].contains(&size) {
        return Err(fault(ErrorKind::UnsupportedRuntimeInfoSize { size, newest: 56 }));
    }
    let block = left.run(size.into(), |available| fault(ErrorKind::RuntimeInfoOutOfBounds { size, available }))?;
    let (version, known) = match size {
        24..36 => (0, 24),
        36..48 => (1, 36),
        48..52 => (2, 48),
        52..56 => (3, 52),
        _ => (4, 56),
    };
    let word = |at: usize| number(&block[at..at + 4]);
    Ok(Info {
        size,
        version,
        union: block[..16].try_into().expect("16 bytes"),
        min_wave_lanes: if word(16) == 0 { None } else { Some(word(16)) },
        max_wave_lanes: if word(20) == 0xffff_ffff { None } else { Some(word(20)) },
        signature: (version >= 1).then(|| signature(&block)),
        num_threads: (version >= 2).then(|| [word(36), word(40), word(44)]),
        entry_name_offset: (version >= 3).then(|| word(48)),
        group_shared_bytes: (version >= 4).then(|| word(52)),
        unknown: block[known..].to_vec(),
    })
}

fn signature(block: &[u8]) -> Signature {
    let stage = u16::from(block[24]);
    let is = |stages: &[u16]| stages.contains(&stage);
    Signature {
        stage,
        uses_view_id: block[25] != 0,
        max_vertex_count: is(&[stage::GEOMETRY]).then(|| u16::from(block[26]) + 256 * u16::from(block[27])),
        patch_constant_vectors: is(&[stage::HULL, stage::DOMAIN]).then(|| block[26]),
        primitive_vectors: is(&[stage::MESH]).then(|| block[26]),
        mesh_output_topology: is(&[stage::MESH]).then(|| block[27]),
        element_counts: [block[28], block[29], block[30]],
        input_vectors: block[31],
        output_vectors: [block[32], block[33], block[34], block[35]],
    }
}

pub fn stage_info(stage: u16, union: &[u8; 16]) -> StageInfo {
    let word = |at: usize| number(&union[at..at + 4]);
    let half = |at: usize| number(&union[at..at + 2]) as u16;
    let flag = |at: usize| union[at] != 0;
    match stage {
        stage::VERTEX => StageInfo::Vertex { position: flag(0) },
        stage::HULL => {
            StageInfo::Hull { input_points: word(0), output_points: word(4), domain: word(8), primitive: word(12) }
        }
        stage::DOMAIN => StageInfo::Domain { input_points: word(0), position: flag(4), domain: word(8) },
        stage::GEOMETRY => {
            StageInfo::Geometry { primitive: word(0), topology: word(4), streams: word(8), position: flag(12) }
        }
        stage::PIXEL => StageInfo::Pixel { depth: flag(0), sample_frequency: flag(1) },
        stage::MESH => StageInfo::Mesh {
            shared: word(0),
            shared_by_view: word(4),
            payload: word(8),
            vertices: half(12),
            primitives: half(14),
        },
        stage::AMPLIFICATION => StageInfo::Amplification { payload: word(0) },
        _ => StageInfo::Unused,
    }
}

fn resources(left: &mut Left, newer: bool) -> Result<(Option<u32>, Vec<Placed>), Fault> {
    let count_offset = left.offset();
    let count = left.word(Region::Resources)?;
    if count == 0 {
        return Ok((None, vec![]));
    }
    let size_offset = left.offset();
    let size = left.word(Region::Resources)?;
    if size < 16 {
        let kind = ErrorKind::ResourceRecordTooSmall { size, minimum: 16 };
        return Err(Fault::new(kind, size_offset, Region::Resources));
    }
    if !newer && size != 16 && size != 24 {
        let kind = ErrorKind::UnsupportedResourceRecordSize { size, newest: 24 };
        return Err(Fault::new(kind, size_offset, Region::Resources));
    }
    let records = left.records(count, size, |room| {
        Fault::new(ErrorKind::ResourcesOutOfBounds { count, room }, count_offset, Region::Resources)
    })?;
    Ok((Some(size), records))
}

fn resource(record: &[u8], offset: usize) -> Resource {
    let word = |at: usize| number(&record[at..at + 4]);
    let is_new = record.len() >= 24;
    Resource {
        offset: offset as u32,
        resource_type: word(0),
        space: word(4),
        lower: word(8),
        upper: word(12),
        kind: is_new.then(|| word(16)),
        flags: is_new.then(|| word(20)),
        unknown: record[if is_new { 24 } else { 16 }..].to_vec(),
    }
}

/// The stored size of a record, and the records of each of the three signatures.
type ElementRecords = (Option<u32>, [Vec<Placed>; 3]);

fn elements(left: &mut Left, newer: bool, counts: [u8; 3]) -> Result<ElementRecords, Fault> {
    let count: u32 = counts.iter().map(|&count| u32::from(count)).sum();
    if count == 0 {
        return Ok((None, Default::default()));
    }
    let size_offset = left.offset();
    let size = left.word(Region::Elements)?;
    if size < 16 {
        let kind = ErrorKind::ElementRecordTooSmall { size, minimum: 16 };
        return Err(Fault::new(kind, size_offset, Region::Elements));
    }
    if !newer && size != 16 {
        let kind = ErrorKind::UnsupportedElementRecordSize { size, newest: 16 };
        return Err(Fault::new(kind, size_offset, Region::Elements));
    }
    let first = left.offset();
    let mut inputs = left.records(count, size, |room| {
        Fault::new(ErrorKind::ElementsOutOfBounds { count, room }, first, Region::Elements)
    })?;
    let mut outputs = inputs.split_off(counts[0].into());
    let patch_constants = outputs.split_off(counts[1].into());
    Ok((Some(size), [inputs, outputs, patch_constants]))
}

fn element(record: &[u8], offset: usize, region: Region, strings: &[u8], indices: &[u32]) -> Element {
    let name_offset = number(&record[0..4]);
    let indices_offset = number(&record[4..8]);
    let (rows, start_row, cols_and_start, mask_and_stream) = (record[8], record[9], record[10], record[14]);
    let first = indices_offset as usize;
    let in_table = rows == 0 || first as u64 + u64::from(rows) <= indices.len() as u64;
    Element {
        offset: offset as u32,
        name_offset,
        name: string(strings, name_offset, offset, region),
        indices_offset,
        indices: if rows == 0 {
            Ok(vec![])
        } else if in_table {
            Ok(indices[first..first + usize::from(rows)].to_vec())
        } else {
            let kind =
                ErrorKind::SemanticIndicesOutsideTable { first: indices_offset, rows, count: indices.len() as u32 };
            Err(Fault::new(kind, offset + 4, region))
        },
        rows,
        cols: cols_and_start % 16,
        start: (cols_and_start / 64 % 2 == 1).then_some((start_row, cols_and_start / 16 % 4)),
        semantic_kind: record[11],
        component_type: record[12],
        interpolation_mode: record[13],
        dynamic_mask: mask_and_stream % 16,
        stream: mask_and_stream / 16 % 4,
        reserved_bits: [cols_and_start / 128 * 128, mask_and_stream / 64 * 64, record[15]],
        unknown: record[16..].to_vec(),
    }
}

/// The string at an offset of the table; `fault_offset` is where the offset is stored.
fn string(strings: &[u8], string_offset: u32, fault_offset: usize, region: Region) -> Result<Vec<u8>, Fault> {
    let (start, size) = (string_offset as usize, strings.len() as u32);
    if start >= strings.len() {
        // An empty table has the empty string at 0.
        let kind = ErrorKind::StringOffsetOutOfBounds { string_offset, size };
        return if start == 0 { Ok(vec![]) } else { Err(Fault::new(kind, fault_offset, region)) };
    }
    let mut name = vec![];
    for &byte in &strings[start..] {
        if byte == 0 {
            return Ok(name);
        }
        name.push(byte);
    }
    Err(Fault::new(ErrorKind::StringUnterminated { string_offset, size }, fault_offset, region))
}

/// Words of a bit for each component of so many rows.
pub fn mask_words(vectors: u8) -> u32 {
    u32::from(vectors).div_ceil(8)
}

fn dependencies(left: &mut Left, signature: &Signature) -> Result<Dependencies, Fault> {
    let start = left.offset();
    let streams = if signature.stage == stage::GEOMETRY { 4 } else { 1 };
    let outputs: Vec<u8> = (0..4).map(|s| if s < streams { signature.output_vectors[s] } else { 0 }).collect();
    let inputs = if signature.stage == stage::MESH { 0 } else { signature.input_vectors };
    let hull = signature.patch_constant_vectors.filter(|_| signature.stage == stage::HULL);
    let domain = signature.patch_constant_vectors.filter(|_| signature.stage == stage::DOMAIN);
    let second_mask = hull.or(signature.primitive_vectors);

    // The closed form of the size.
    let mask_total = outputs.iter().map(|&v| mask_words(v)).sum::<u32>() + second_mask.map_or(0, mask_words);
    let table_total = outputs.iter().map(|&v| mask_words(v) * 4 * u32::from(inputs)).sum::<u32>()
        + hull.map_or(0, |v| mask_words(v) * 4 * u32::from(inputs))
        + domain.map_or(0, |v| mask_words(outputs[0]) * 4 * u32::from(v));
    let total = table_total + if signature.uses_view_id { mask_total } else { 0 };
    let words = words(&left.run(u128::from(total) * 4, |available| {
        let kind = ErrorKind::DependenciesOutOfBounds { needed: total * 4, available };
        Fault::new(kind, start, Region::Dependencies)
    })?);
    left.read -= total as usize * 4;

    let mut view_id_outputs = None;
    let mut view_id_patch_constants = None;
    if signature.uses_view_id {
        view_id_outputs = Some([0, 1, 2, 3].map(|stream| mask(left, outputs[stream])));
        view_id_patch_constants = second_mask.map(|vectors| mask(left, vectors));
    }
    let input_to_output =
        (signature.stage != stage::MESH).then(|| [0, 1, 2, 3].map(|stream| table(left, inputs, outputs[stream])));
    let input_to_patch_constant = hull.map(|vectors| table(left, inputs, vectors));
    let patch_constant_to_output = domain.map(|vectors| table(left, vectors, outputs[0]));
    assert_eq!(left.offset() - start, total as usize * 4, "the closed form is the sum of what is there");
    Ok(Dependencies {
        view_id_outputs,
        view_id_patch_constants,
        input_to_output,
        input_to_patch_constant,
        patch_constant_to_output,
        words,
    })
}

fn mask(left: &mut Left, vectors: u8) -> Mask {
    let words = words(&left.take(mask_words(vectors) as usize * 4));
    let count = u32::from(vectors) * 4;
    let is_set = |component: &u32| words[*component as usize / 32] / 2_u32.pow(component % 32) % 2 == 1;
    Mask { count, components: (0..count).filter(is_set).collect() }
}

fn table(left: &mut Left, inputs: u8, outputs: u8) -> Table {
    let rows = (0..u32::from(inputs) * 4).map(|_| mask(left, outputs)).collect();
    Table { output_count: u32::from(outputs) * 4, rows }
}
