//! Bytes with names: a test builds a file, changes a named field and expects one error at that field's offset.

use std::collections::BTreeMap;
use std::ops::Range;

/// Bytes in the making. Every field has a name, such as `resources[1].upper`.
#[derive(Clone, Default)]
pub struct Bytes {
    pub bytes: Vec<u8>,
    fields: BTreeMap<String, Range<usize>>,
}

impl Bytes {
    pub fn put(&mut self, name: impl Into<String>, bytes: impl AsRef<[u8]>) -> &mut Self {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(bytes.as_ref());
        let before = self.fields.insert(name.into(), start..self.bytes.len());
        assert_eq!(before, None, "two fields have one name");
        self
    }

    pub fn u8(&mut self, name: impl Into<String>, value: u8) -> &mut Self {
        self.put(name, [value])
    }

    pub fn u16(&mut self, name: impl Into<String>, value: u16) -> &mut Self {
        self.put(name, value.to_le_bytes())
    }

    pub fn u32(&mut self, name: impl Into<String>, value: u32) -> &mut Self {
        self.put(name, value.to_le_bytes())
    }

    #[track_caller]
    pub fn range(&self, name: &str) -> Range<usize> {
        self.fields.get(name).unwrap_or_else(|| panic!("no field {name}")).clone()
    }

    /// Where the field starts.
    #[track_caller]
    pub fn at(&self, name: &str) -> u32 {
        u32::try_from(self.range(name).start).unwrap()
    }

    /// The same bytes with the field's value changed.
    #[track_caller]
    pub fn with(&self, name: &str, value: u32) -> Self {
        let (mut changed, range) = (self.clone(), self.range(name));
        let bytes = value.to_le_bytes();
        assert!(bytes[range.len()..].iter().all(|&byte| byte == 0), "{value:#x} does not fit {name}");
        changed.bytes[range.clone()].copy_from_slice(&bytes[..range.len()]);
        changed
    }

    /// Everything of `other`, its names behind `prefix`.
    pub fn append(&mut self, prefix: &str, other: &Self) -> &mut Self {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(&other.bytes);
        for (name, range) in &other.fields {
            self.fields.insert(format!("{prefix}{name}"), range.start + start..range.end + start);
        }
        self
    }
}

/// A resource record.
#[derive(Clone, Copy)]
pub struct Resource {
    pub resource_type: u32,
    pub space: u32,
    pub lower: u32,
    pub upper: u32,
    /// Kind and flags, where the record has them.
    pub tail: Option<(u32, u32)>,
}

/// A signature element.
#[derive(Clone, Copy)]
pub struct Element {
    pub name: u32,
    pub indices: u32,
    pub rows: u8,
    pub start_row: u8,
    pub cols_and_start: u8,
    pub kind: u8,
    pub component_type: u8,
    pub interpolation: u8,
    pub dynamic_mask_and_stream: u8,
    pub reserved: u8,
}

/// A `float4` of one row in row 0.
pub const ELEMENT: Element = Element {
    name: 0,
    indices: 0,
    rows: 1,
    start_row: 0,
    cols_and_start: 0x44,
    kind: 0,
    component_type: 3,
    interpolation: 2,
    dynamic_mask_and_stream: 0,
    reserved: 0,
};

/// A PSV0 part. Its counts follow from its tables; a test that wants another count changes the field.
#[derive(Clone)]
pub struct Part {
    /// 24, 36, 48, 52 or 56; without the unknown bytes.
    pub info_size: u32,
    pub stage: u8,
    pub stage_info: [u32; 4],
    pub uses_view_id: u8,
    pub stage_counts: [u8; 2],
    pub input_vectors: u8,
    pub output_vectors: [u8; 4],
    pub resources: Vec<Resource>,
    pub strings: Vec<u8>,
    pub indices: Vec<u32>,
    pub inputs: Vec<Element>,
    pub outputs: Vec<Element>,
    pub patch_constants: Vec<Element>,
    pub dependencies: Vec<u32>,
    /// Bytes at the end of the info block, of every resource and of every element, as a newer compiler may write them.
    pub unknown: [Vec<u8>; 3],
}

impl Part {
    /// A part of a stage without anything in it.
    pub fn new(info_size: u32, stage: u8) -> Self {
        Self {
            info_size,
            stage,
            stage_info: [0; 4],
            uses_view_id: 0,
            stage_counts: [0; 2],
            input_vectors: 0,
            output_vectors: [0; 4],
            resources: vec![],
            strings: vec![0; 4],
            indices: vec![0],
            inputs: vec![],
            outputs: vec![],
            patch_constants: vec![],
            dependencies: vec![],
            unknown: [vec![], vec![], vec![]],
        }
    }

    pub fn build(&self) -> Bytes {
        let mut part = Bytes::default();
        let [unknown, ..] = &self.unknown;
        part.u32("info_size", self.info_size + unknown.len() as u32);
        for (index, word) in self.stage_info.into_iter().enumerate() {
            part.u32(format!("stage_info[{index}]"), word);
        }
        part.u32("min_wave_lanes", 0).u32("max_wave_lanes", u32::MAX);
        if self.info_size >= 36 {
            part.u8("stage", self.stage).u8("uses_view_id", self.uses_view_id);
            part.u8("stage_counts[0]", self.stage_counts[0]).u8("stage_counts[1]", self.stage_counts[1]);
            let counts = [&self.inputs, &self.outputs, &self.patch_constants].map(|elements| elements.len() as u8);
            part.u8("input_elements", counts[0])
                .u8("output_elements", counts[1])
                .u8("patch_constant_elements", counts[2]);
            part.u8("input_vectors", self.input_vectors);
            for (stream, vectors) in self.output_vectors.into_iter().enumerate() {
                part.u8(format!("output_vectors[{stream}]"), vectors);
            }
        }
        for (size, name) in [(48, "num_threads"), (52, "entry_name"), (56, "group_shared_bytes")] {
            if self.info_size >= size {
                part.put(name, vec![0; if size == 48 { 12 } else { 4 }]);
            }
        }
        part.put("unknown", unknown);
        self.put_resources(&mut part);
        if self.info_size >= 36 {
            self.put_signatures(&mut part);
        }
        for (index, word) in self.dependencies.iter().enumerate() {
            part.u32(format!("dependencies[{index}]"), *word);
        }
        part
    }

    fn put_resources(&self, part: &mut Bytes) {
        part.u32("resource_count", self.resources.len() as u32);
        let Some(first) = self.resources.first() else { return };
        let (known, [_, unknown, _]) = (if first.tail.is_some() { 24 } else { 16 }, &self.unknown);
        part.u32("resource_size", known + unknown.len() as u32);
        for (index, resource) in self.resources.iter().enumerate() {
            let name = |field| format!("resources[{index}].{field}");
            part.u32(name("type"), resource.resource_type).u32(name("space"), resource.space);
            part.u32(name("lower"), resource.lower).u32(name("upper"), resource.upper);
            if let Some((kind, flags)) = resource.tail {
                part.u32(name("kind"), kind).u32(name("flags"), flags);
            }
            part.put(name("unknown"), unknown);
        }
    }

    fn put_signatures(&self, part: &mut Bytes) {
        part.u32("string_table_size", self.strings.len() as u32).put("strings", &self.strings);
        part.u32("semantic_index_count", self.indices.len() as u32);
        part.put("semantic_indices", self.indices.iter().flat_map(|index| index.to_le_bytes()).collect::<Vec<_>>());
        let [.., unknown] = &self.unknown;
        let tables = [("inputs", &self.inputs), ("outputs", &self.outputs), ("patch_constants", &self.patch_constants)];
        if tables.iter().any(|(_, elements)| !elements.is_empty()) {
            part.u32("element_size", 16 + unknown.len() as u32);
        }
        for (table, elements) in tables {
            for (index, element) in elements.iter().enumerate() {
                let name = |field| format!("{table}[{index}].{field}");
                part.u32(name("name"), element.name).u32(name("indices"), element.indices);
                part.u8(name("rows"), element.rows).u8(name("start_row"), element.start_row);
                part.u8(name("cols_and_start"), element.cols_and_start).u8(name("kind"), element.kind);
                part.u8(name("component_type"), element.component_type)
                    .u8(name("interpolation"), element.interpolation);
                part.u8(name("dynamic_mask_and_stream"), element.dynamic_mask_and_stream);
                part.u8(name("reserved"), element.reserved).put(name("unknown"), unknown);
            }
        }
    }
}

/// A container of these parts, back to back. Fields: `magic`, `digest`, `major`, `minor`, `size`, `part_count`,
/// `offsets[i]`, and for each part `parts[i].tag`, `parts[i].size` and its own fields behind `parts[i].`.
pub fn container(parts: &[(&[u8; 4], &Bytes)]) -> Bytes {
    let directory_end = 32 + 4 * parts.len();
    let size = directory_end + parts.iter().map(|(_, data)| 8 + data.bytes.len()).sum::<usize>();
    let mut bytes = Bytes::default();
    bytes.put("magic", b"DXBC").put("digest", [0; 16]).u16("major", 1).u16("minor", 0);
    bytes.u32("size", size as u32).u32("part_count", parts.len() as u32);
    let mut offset = directory_end;
    for (index, (_, data)) in parts.iter().enumerate() {
        bytes.u32(format!("offsets[{index}]"), offset as u32);
        offset += 8 + data.bytes.len();
    }
    for (index, (tag, data)) in parts.iter().enumerate() {
        bytes.put(format!("parts[{index}].tag"), tag).u32(format!("parts[{index}].size"), data.bytes.len() as u32);
        bytes.append(&format!("parts[{index}]."), data);
    }
    bytes
}

/// A program header and four bytes of bitcode: a shader of this kind, shader model 6.5, DXIL 1.5.
pub fn program(kind: u16) -> Bytes {
    let mut bytes = Bytes::default();
    bytes.u16("version", 0x65).u16("kind", kind).u32("words", 7).put("magic", b"DXIL").u32("dxil_version", 0x105);
    bytes.u32("bitcode_offset", 16).u32("bitcode_size", 4).put("bitcode", b"BC\xc0\xde");
    bytes
}
