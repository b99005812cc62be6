//! What no compiler should have written, looked for in the facts of a part: the slow side of `Psv::findings`.

use super::slow::mask_words;
use super::{Element, Fault, Part, Resource, StageInfo, Table, stage};

/// All of it, in the order of the offsets. `base` is where the part starts in the input, `size` its length; `newer` says
/// that the part was read so that it may hold more than what is known.
pub fn findings(part: &Part, base: usize, size: usize, newer: bool) -> Vec<Fault> {
    let mut found = vec![];
    info(part, base, &mut found);
    part.resources.iter().for_each(|record| resource(record, &mut found));
    if part.info.signature.is_some() {
        strings(part, base, &mut found);
        part.elements.iter().flatten().for_each(|record| element(record, &mut found));
        let words_at = base + size - part.trailing.len() - part.dependencies.words.len() * 4;
        masks(part, words_at, &mut found);
    }
    if !newer && !part.trailing.is_empty() {
        found.push(Fault::new("TrailingBytes", base + size - part.trailing.len()));
    }
    found.sort_by_key(|fault| fault.offset);
    found
}

fn push_if(is_wrong: bool, kind: &'static str, offset: usize, found: &mut Vec<Fault>) {
    if is_wrong {
        found.push(Fault::new(kind, offset));
    }
}

fn info(part: &Part, base: usize, found: &mut Vec<Fault>) {
    let block = base + 4;
    match part.stage_info {
        Some(StageInfo::Hull { domain, primitive, .. }) => {
            push_if(domain > 3, "UnknownValue", block + 8, found);
            push_if(primitive > 4, "UnknownValue", block + 12, found);
        }
        Some(StageInfo::Domain { domain, .. }) => push_if(domain > 3, "UnknownValue", block + 8, found),
        Some(StageInfo::Geometry { primitive, topology, streams, .. }) => {
            push_if([4, 5].contains(&primitive) || primitive > 39, "UnknownValue", block, found);
            push_if(topology > 5, "UnknownValue", block + 4, found);
            push_if(streams > 15, "ReservedBitsSet", block + 8, found);
        }
        _ => {}
    }
    if let Some(signature) = &part.info.signature {
        push_if(signature.stage > 15, "UnknownValue", block + 24, found);
        let second = signature.patch_constant_vectors.or(signature.primitive_vectors);
        push_if(second.is_some_and(|vectors| vectors > 32), "VectorsOutOfRange", block + 26, found);
        push_if(signature.mesh_output_topology.is_some_and(|topology| topology > 2), "UnknownValue", block + 27, found);
        push_if(signature.input_vectors > 32, "VectorsOutOfRange", block + 31, found);
        let streams = if signature.stage == stage::GEOMETRY { 4 } else { 1 };
        for (stream, &vectors) in signature.output_vectors[..streams].iter().enumerate() {
            push_if(vectors > 32, "VectorsOutOfRange", block + 32 + stream, found);
        }
    }
    if let Some(Err(fault)) = &part.entry_name {
        found.push(fault.clone());
    }
}

fn resource(record: &Resource, found: &mut Vec<Fault>) {
    let offset = record.offset as usize;
    push_if(record.resource_type > 9, "UnknownValue", offset, found);
    push_if(record.lower > record.upper, "ResourceRangeReversed", offset + 8, found);
    push_if(record.kind.is_some_and(|kind| kind > 18), "UnknownValue", offset + 16, found);
    push_if(record.flags.is_some_and(|flags| flags > 1), "ReservedBitsSet", offset + 20, found);
}

fn strings(part: &Part, base: usize, found: &mut Vec<Fault>) {
    let records = part.resource_size.map_or(0, |size| 4 + size as usize * part.resources.len());
    let size_offset = base + 4 + part.info.size as usize + 4 + records;
    push_if(part.strings.len() % 4 != 0, "StringTableNotWords", size_offset, found);
    let last_offset = size_offset + 4 + part.strings.len() - 1;
    push_if(part.strings.last().is_some_and(|&last| last != 0), "StringTableUnterminated", last_offset, found);
}

fn element(record: &Element, found: &mut Vec<Fault>) {
    let offset = record.offset as usize;
    found.extend(record.name.clone().err());
    found.extend(record.indices.clone().err());
    push_if(record.rows < 1 || record.rows > 32, "ElementRowsOutOfRange", offset + 8, found);
    if let Some((row, column)) = record.start {
        push_if(u32::from(row) + u32::from(record.rows) > 32, "ElementPastLastRow", offset + 9, found);
        push_if(record.cols < 1 || record.cols > 4, "ElementColumnsOutOfRange", offset + 10, found);
        push_if(column + record.cols > 4, "ElementPastLastColumn", offset + 10, found);
    } else {
        push_if(record.cols < 1 || record.cols > 4, "ElementColumnsOutOfRange", offset + 10, found);
    }
    push_if(record.reserved_bits[0] != 0, "ReservedBitsSet", offset + 10, found);
    push_if(record.semantic_kind > 31, "UnknownValue", offset + 11, found);
    push_if(record.component_type > 9, "UnknownValue", offset + 12, found);
    push_if(record.interpolation_mode > 8, "UnknownValue", offset + 13, found);
    push_if(record.reserved_bits[1] != 0, "ReservedBitsSet", offset + 14, found);
    push_if(record.reserved_bits[2] != 0, "ReservedBitsSet", offset + 15, found);
}

/// Goes over the masks by what each has room for: a bit in a word of a mask that stands for no component.
fn masks(part: &Part, words_at: usize, found: &mut Vec<Fault>) {
    let dependencies = &part.dependencies;
    let rows = |table: &Table| table.rows.iter().map(|row| row.count).collect::<Vec<_>>();
    let mut counts = vec![];
    counts.extend(dependencies.view_id_outputs.iter().flatten().map(|mask| mask.count));
    counts.extend(dependencies.view_id_patch_constants.iter().map(|mask| mask.count));
    counts.extend(dependencies.input_to_output.iter().flatten().flat_map(rows));
    counts.extend(dependencies.input_to_patch_constant.iter().flat_map(rows));
    counts.extend(dependencies.patch_constant_to_output.iter().flat_map(rows));
    let mut words = dependencies.words.iter().enumerate();
    for count in counts {
        for word_index in 0..mask_words((count / 4) as u8) {
            let (place, word) = words.next().expect("as many words as the masks take");
            let is_beyond = (0..32).any(|bit| word >> bit & 1 == 1 && word_index * 32 + bit >= count);
            push_if(is_beyond, "MaskBitBeyondVectors", words_at + place * 4, found);
        }
    }
    assert_eq!(words.next(), None, "the masks take all the words");
}
