//! The builder: the facts of a part as bytes. It shares no code with the readers.

use super::{Dependencies, Element, Mask, Part, Resource, Signature};

/// Bytes that no accessor shows: what a stage leaves unused, and how a flag is spelled.
#[derive(Clone, Copy, Debug)]
pub struct Unseen {
    /// The byte of a shader that uses `SV_ViewID`; not 0.
    pub uses_view_id: u8,
    /// Bytes 26 and 27 of the info block, where the stage has nothing there.
    pub stage_counts: [u8; 2],
    /// Bits of a mask's last word that stand for no component.
    pub beyond: u32,
    /// The first row of an element that takes no registers, and its first column, 0 to 3.
    pub start: (u8, u8),
}

struct Bytes(Vec<u8>);

impl Bytes {
    fn word(&mut self, word: u32) -> &mut Self {
        self.raw(&word.to_le_bytes())
    }

    fn words(&mut self, words: impl IntoIterator<Item = u32>) -> &mut Self {
        for word in words {
            self.word(word);
        }
        self
    }

    fn raw(&mut self, bytes: &[u8]) -> &mut Self {
        self.0.extend_from_slice(bytes);
        self
    }
}

pub fn write(part: &Part, unseen: Unseen) -> Vec<u8> {
    let mut bytes = Bytes(vec![]);
    info(&mut bytes, part, unseen);
    bytes.word(part.resources.len() as u32);
    bytes.words(part.resource_size);
    part.resources.iter().for_each(|record| resource(&mut bytes, record));
    if part.info.signature.is_some() {
        bytes.word(part.strings.len() as u32).raw(&part.strings);
        bytes.word(part.indices.len() as u32).words(part.indices.iter().copied());
        bytes.words(part.element_size);
        part.elements.iter().flatten().for_each(|record| element(&mut bytes, record, unseen));
        dependencies(&mut bytes, &part.dependencies, unseen);
    }
    bytes.raw(&part.trailing);
    bytes.0
}

fn info(bytes: &mut Bytes, part: &Part, unseen: Unseen) {
    let info = &part.info;
    bytes.word(info.size).raw(&info.union);
    bytes.word(info.min_wave_lanes.unwrap_or(0)).word(info.max_wave_lanes.unwrap_or(u32::MAX));
    info.signature.iter().for_each(|counts| signature(bytes, counts, unseen));
    bytes.words(info.num_threads.into_iter().flatten());
    bytes.words(info.entry_name_offset);
    bytes.words(info.group_shared_bytes);
    bytes.raw(&info.unknown);
}

fn signature(bytes: &mut Bytes, signature: &Signature, unseen: Unseen) {
    let uses_view_id = if signature.uses_view_id { unseen.uses_view_id } else { 0 };
    let stage = u8::try_from(signature.stage).expect("a stage of one byte");
    bytes.raw(&[stage, uses_view_id]);
    let [mut low, mut high] = unseen.stage_counts;
    if let Some(count) = signature.max_vertex_count {
        [low, high] = count.to_le_bytes();
    }
    low = signature.patch_constant_vectors.or(signature.primitive_vectors).unwrap_or(low);
    high = signature.mesh_output_topology.unwrap_or(high);
    bytes.raw(&[low, high]).raw(&signature.element_counts).raw(&[signature.input_vectors]);
    bytes.raw(&signature.output_vectors);
}

fn resource(bytes: &mut Bytes, record: &Resource) {
    bytes.words([record.resource_type, record.space, record.lower, record.upper]);
    bytes.words(record.kind).words(record.flags).raw(&record.unknown);
}

fn element(bytes: &mut Bytes, record: &Element, unseen: Unseen) {
    let (row, column) = record.start.unwrap_or(unseen.start);
    let allocated = if record.start.is_some() { 1 << 6 } else { 0 };
    let [start_bits, stream_bits, last] = record.reserved_bits;
    bytes.word(record.name_offset).word(record.indices_offset);
    bytes.raw(&[record.rows, row, start_bits | allocated | column << 4 | record.cols]);
    bytes.raw(&[record.semantic_kind, record.component_type, record.interpolation_mode]);
    bytes.raw(&[stream_bits | record.stream << 4 | record.dynamic_mask, last]).raw(&record.unknown);
}

fn dependencies(bytes: &mut Bytes, dependencies: &Dependencies, unseen: Unseen) {
    let tables = dependencies.input_to_output.iter().flatten();
    let others = [&dependencies.input_to_patch_constant, &dependencies.patch_constant_to_output];
    let tables = tables.chain(others.into_iter().flatten());
    let masks = dependencies.view_id_outputs.iter().flatten().chain(&dependencies.view_id_patch_constants);
    for mask in masks.chain(tables.flat_map(|table| &table.rows)) {
        bytes.words(words(mask, unseen.beyond));
    }
}

/// A mask's words; `beyond` has the bits to set where the last one has room for more.
pub fn words(mask: &Mask, beyond: u32) -> Vec<u32> {
    let mut words = vec![0; mask.count.div_ceil(32) as usize];
    for &component in &mask.components {
        words[component as usize / 32] |= 1 << (component % 32);
    }
    if let Some(last) = words.last_mut().filter(|_| mask.count % 32 != 0) {
        *last |= beyond << (mask.count % 32);
    }
    words
}
