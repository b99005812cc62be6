//! What no compiler should have written, looked for in the facts of a part: the slow side of `Psv::findings`.

use psoview::error::Field;
use psoview::{ErrorKind, Region};

use super::slow::{element_region, mask_words};
use super::{Element, Fault, Part, Resource, StageInfo, Table, stage};

/// All of it, in the order of the offsets. `base` is where the part starts in the input, `size` its length; `newer` says
/// that the part was read so that it may hold more than what is known.
pub fn findings(part: &Part, base: usize, size: usize, newer: bool) -> Vec<Fault> {
    let mut found = vec![];
    info(part, base, &mut found);
    (0..).zip(&part.resources).for_each(|(index, record)| resource(record, index, &mut found));
    let words = part.dependencies.words.len() * 4;
    if part.info.signature.is_some() {
        strings(part, base, &mut found);
        for (signature, elements) in part.elements.iter().enumerate() {
            (0..).zip(elements).for_each(|(index, record)| {
                element(record, element_region(signature, index), &mut found);
            });
        }
        masks(part, base + size - part.trailing.len() - words, &mut found);
    }
    if !newer && !part.trailing.is_empty() {
        let kind = ErrorKind::TrailingBytes { length: part.trailing.len() as u32, expected: words as u32 };
        found.push(Fault::new(kind, base + size - part.trailing.len(), Region::Dependencies));
    }
    found.sort_by_key(|fault| fault.offset);
    found
}

/// What is found in one structure.
struct Found<'f> {
    region: Region,
    list: &'f mut Vec<Fault>,
}

impl Found<'_> {
    fn push_if(&mut self, is_wrong: bool, kind: ErrorKind, offset: usize) {
        if is_wrong {
            self.list.push(Fault::new(kind, offset, self.region));
        }
    }

    fn unknown_if(&mut self, is_unknown: bool, field: Field, value: impl Into<u32>, offset: usize) {
        self.push_if(is_unknown, ErrorKind::UnknownValue { field, value: value.into() }, offset);
    }

    fn reserved(&mut self, bits: u32, field: Field, offset: usize) {
        self.push_if(bits != 0, ErrorKind::ReservedBitsSet { field, bits }, offset);
    }

    fn vectors(&mut self, vectors: u8, field: Field, offset: usize) {
        self.push_if(vectors > 32, ErrorKind::VectorsOutOfRange { field, vectors, limit: 32 }, offset);
    }
}

fn info(part: &Part, base: usize, list: &mut Vec<Fault>) {
    let block = base + 4;
    let mut found = Found { region: Region::RuntimeInfo, list };
    match part.stage_info {
        Some(StageInfo::Hull { domain, primitive, .. }) => {
            found.unknown_if(domain > 3, Field::TessellatorDomain, domain, block + 8);
            found.unknown_if(primitive > 4, Field::TessellatorOutputPrimitive, primitive, block + 12);
        }
        Some(StageInfo::Domain { domain, .. }) => {
            found.unknown_if(domain > 3, Field::TessellatorDomain, domain, block + 8);
        }
        Some(StageInfo::Geometry { primitive, topology, streams, .. }) => {
            let is_unknown = [4, 5].contains(&primitive) || primitive > 39;
            found.unknown_if(is_unknown, Field::InputPrimitive, primitive, block);
            found.unknown_if(topology > 5, Field::OutputTopology, topology, block + 4);
            found.reserved(streams / 16 * 16, Field::OutputStreamMask, block + 8);
        }
        _ => {}
    }
    if let Some(signature) = &part.info.signature {
        found.unknown_if(signature.stage > 15, Field::ShaderStage, signature.stage, block + 24);
        if let Some(vectors) = signature.patch_constant_vectors.or(signature.primitive_vectors) {
            found.vectors(vectors, Field::PatchConstantVectors, block + 26);
        }
        if let Some(topology) = signature.mesh_output_topology {
            found.unknown_if(topology > 2, Field::MeshOutputTopology, topology, block + 27);
        }
        found.vectors(signature.input_vectors, Field::InputVectors, block + 31);
        let streams = if signature.stage == stage::GEOMETRY { 4 } else { 1 };
        for (stream, &vectors) in signature.output_vectors[..streams].iter().enumerate() {
            found.vectors(vectors, Field::OutputVectors, block + 32 + stream);
        }
    }
    if let Some(Err(fault)) = part.entry_name {
        found.list.push(fault);
    }
}

fn resource(record: &Resource, index: u32, list: &mut Vec<Fault>) {
    let offset = record.offset as usize;
    let &Resource { resource_type, lower, upper, .. } = record;
    let mut found = Found { region: Region::Resource(index), list };
    found.unknown_if(resource_type > 9, Field::ResourceType, resource_type, offset);
    found.push_if(lower > upper, ErrorKind::ResourceRangeReversed { lower, upper }, offset + 8);
    if let Some((kind, flags)) = record.kind.zip(record.flags) {
        found.unknown_if(kind > 18, Field::ResourceKind, kind, offset + 16);
        found.reserved(flags / 2 * 2, Field::ResourceFlags, offset + 20);
    }
}

fn strings(part: &Part, base: usize, list: &mut Vec<Fault>) {
    let records = part.resource_size.map_or(0, |size| 4 + size as usize * part.resources.len());
    let size_offset = base + 4 + part.info.size as usize + 4 + records;
    let size = part.strings.len();
    let mut found = Found { region: Region::StringTable, list };
    found.push_if(size % 4 != 0, ErrorKind::StringTableNotWords { size: size as u32, word: 4 }, size_offset);
    if let Some(&last) = part.strings.last() {
        let kind = ErrorKind::StringTableUnterminated { last, expected: 0 };
        found.push_if(last != 0, kind, size_offset + 4 + size - 1);
    }
}

fn element(record: &Element, region: Region, list: &mut Vec<Fault>) {
    let offset = record.offset as usize;
    let &Element { rows, cols, start, reserved_bits, .. } = record;
    list.extend(record.name.clone().err());
    list.extend(record.indices.clone().err());
    let mut found = Found { region, list };
    found.push_if(!(1..=32).contains(&rows), ErrorKind::ElementRowsOutOfRange { rows, limit: 32 }, offset + 8);
    if let Some((row, _)) = start {
        // An element without rows ends before it starts.
        let last = (u32::from(row) + u32::from(rows)).saturating_sub(1);
        found.push_if(last > 31, ErrorKind::ElementPastLastRow { row: last, limit: 31 }, offset + 9);
    }
    found.push_if(!(1..=4).contains(&cols), ErrorKind::ElementColumnsOutOfRange { cols, limit: 4 }, offset + 10);
    if let Some((_, column)) = start {
        let last = (u32::from(column) + u32::from(cols)).saturating_sub(1);
        found.push_if(last > 3, ErrorKind::ElementPastLastColumn { column: last, limit: 3 }, offset + 10);
    }
    found.reserved(reserved_bits[0].into(), Field::ColsAndStart, offset + 10);
    found.unknown_if(record.semantic_kind > 31, Field::SemanticKind, record.semantic_kind, offset + 11);
    found.unknown_if(record.component_type > 9, Field::ComponentType, record.component_type, offset + 12);
    found.unknown_if(record.interpolation_mode > 8, Field::InterpolationMode, record.interpolation_mode, offset + 13);
    found.reserved(reserved_bits[1].into(), Field::DynamicMaskAndStream, offset + 14);
    found.reserved(reserved_bits[2].into(), Field::Reserved, offset + 15);
}

/// Goes over the masks by what each has room for: a bit in a word of a mask that stands for no component.
fn masks(part: &Part, words_at: usize, list: &mut Vec<Fault>) {
    let dependencies = &part.dependencies;
    let rows = |table: &Table| table.rows.iter().map(|row| row.count).collect::<Vec<_>>();
    let mut counts = vec![];
    counts.extend(dependencies.view_id_outputs.iter().flatten().map(|mask| mask.count));
    counts.extend(dependencies.view_id_patch_constants.iter().map(|mask| mask.count));
    counts.extend(dependencies.input_to_output.iter().flatten().flat_map(rows));
    counts.extend(dependencies.input_to_patch_constant.iter().flat_map(rows));
    counts.extend(dependencies.patch_constant_to_output.iter().flat_map(rows));
    let mut words = dependencies.words.iter().enumerate();
    let mut found = Found { region: Region::Dependencies, list };
    for components in counts {
        for word_index in 0..mask_words((components / 4) as u8) {
            let (place, word) = words.next().expect("as many words as the masks take");
            let set = (0..32).filter(|bit| word >> bit & 1 == 1).map(|bit| word_index * 32 + bit);
            if let Some(component) = set.filter(|&component| component >= components).min() {
                found.push_if(true, ErrorKind::MaskBitBeyondVectors { component, components }, words_at + place * 4);
            }
        }
    }
    assert_eq!(words.next(), None, "the masks take all the words");
}
