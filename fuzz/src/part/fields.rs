//! The fields of a part by name: where each lies, and how wide it is.

use super::Part;

/// A field of a part, at an offset of the part.
#[derive(Clone, Debug)]
pub struct Field {
    pub name: &'static str,
    pub offset: usize,
    /// 1, 2 or 4 bytes.
    pub width: usize,
    /// What the field's number counts, in bytes: 1 for a size, the record's size for a count. 0 where it counts nothing.
    pub unit: usize,
}

struct List {
    fields: Vec<Field>,
    offset: usize,
}

impl List {
    fn field(&mut self, name: &'static str, width: usize, unit: usize) {
        self.fields.push(Field { name, offset: self.offset, width, unit });
        self.offset += width;
    }

    fn fields(&mut self, width: usize, names: &[&'static str]) {
        names.iter().for_each(|name| self.field(name, width, 0));
    }

    /// Fields at the start of a record of `size` bytes.
    fn record(&mut self, size: usize, fields: impl FnOnce(&mut Self)) {
        let end = self.offset + size;
        fields(self);
        self.offset = end;
    }
}

/// Every field of a part that could be read.
pub fn fields(part: &Part) -> Vec<Field> {
    let mut list = List { fields: vec![], offset: 0 };
    list.field("RuntimeInfoSize", 4, 1);
    list.record(part.info.size as usize, |list| info(list, part));
    let resource_size = part.resource_size.unwrap_or(0) as usize;
    list.field("ResourceCount", 4, resource_size);
    if resource_size > 0 {
        list.field("ResourceBindInfoSize", 4, part.resources.len());
        for _ in &part.resources {
            list.record(resource_size, |list| {
                list.fields(4, &["ResType", "Space", "LowerBound", "UpperBound"]);
                if resource_size >= 24 {
                    list.fields(4, &["ResKind", "ResFlags"]);
                }
            });
        }
    }
    if part.info.signature.is_some() {
        tables(&mut list, part);
    }
    list.fields
}

fn info(list: &mut List, part: &Part) {
    list.fields(4, &["Union0", "Union1", "Union2", "Union3"]);
    list.fields(4, &["MinimumExpectedWaveLaneCount", "MaximumExpectedWaveLaneCount"]);
    if part.info.version >= 1 {
        list.fields(1, &["ShaderStage", "UsesViewID", "SigPatchConstOrPrimVectors", "MeshOutputTopology"]);
        list.fields(1, &["SigInputElements", "SigOutputElements", "SigPatchConstOrPrimElements"]);
        list.fields(1, &["SigInputVectors"]);
        list.fields(1, &["SigOutputVectors0", "SigOutputVectors1", "SigOutputVectors2", "SigOutputVectors3"]);
    }
    if part.info.version >= 2 {
        list.fields(4, &["NumThreadsX", "NumThreadsY", "NumThreadsZ"]);
    }
    if part.info.version >= 3 {
        list.field("EntryFunctionName", 4, 1);
    }
    if part.info.version >= 4 {
        list.fields(4, &["NumBytesGroupSharedMemory"]);
    }
}

fn tables(list: &mut List, part: &Part) {
    list.field("StringTableSize", 4, 1);
    list.offset += part.strings.len();
    list.field("SemanticIndexEntries", 4, 4);
    part.indices.iter().for_each(|_| list.field("SemanticIndex", 4, 0));
    if let Some(size) = part.element_size {
        let count = part.elements.iter().map(Vec::len).sum();
        list.field("SignatureElementSize", 4, count);
        for _ in 0..count {
            list.record(size as usize, |list| {
                list.field("SemanticName", 4, 1);
                list.field("SemanticIndexes", 4, 4);
                list.fields(1, &["Rows", "StartRow", "ColsAndStart", "SemanticKind"]);
                list.fields(1, &["ComponentType", "InterpolationMode", "DynamicMaskAndStream", "Reserved"]);
            });
        }
    }
    part.dependencies.words.iter().for_each(|_| list.field("DependencyWord", 4, 0));
}
