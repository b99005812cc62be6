//! Containers with a PSV0 part.

const HEADER: usize = 32;
const PIXEL: u8 = 0;
const RESOURCE_RECORD: u32 = 24;
const ELEMENT_RECORD: u32 = 16;

/// The parts, back to back.
pub fn container(parts: &[([u8; 4], Vec<u8>)]) -> Vec<u8> {
    let mut offset = HEADER + 4 * parts.len();
    let size = offset + parts.iter().map(|(_, data)| 8 + data.len()).sum::<usize>();
    let mut bytes = b"DXBC".to_vec();
    bytes.extend([0; 16]);
    bytes.extend([1, 0, 0, 0]);
    word(&mut bytes, size as u32);
    word(&mut bytes, parts.len() as u32);
    for (_, data) in parts {
        word(&mut bytes, offset as u32);
        offset += 8 + data.len();
    }
    for (tag, data) in parts {
        bytes.extend(tag);
        word(&mut bytes, data.len() as u32);
        bytes.extend(data);
    }
    bytes
}

/// How much a PSV0 part of a pixel shader has of everything.
#[derive(Default)]
pub struct Part {
    pub records: usize,
    pub elements: usize,
    /// Of each element's name.
    pub letters: usize,
    pub input_vectors: u8,
}

impl Part {
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        word(&mut bytes, 52);
        bytes.extend([0; 20]);
        word(&mut bytes, u32::MAX);
        self.signature_counts(&mut bytes);
        bytes.extend([0; 16]);
        self.resource_table(&mut bytes);
        self.signature_tables(&mut bytes);
        // A word for each of an input row's four components: it speaks of one row of outputs.
        bytes.extend([1, 0, 0, 0].repeat(4 * usize::from(self.input_vectors)));
        bytes
    }

    fn signature_counts(&self, bytes: &mut Vec<u8>) {
        bytes.extend([PIXEL, 0, 0, 0]);
        let mut left = self.elements;
        for _table in 0..3 {
            let here = left.min(255);
            bytes.push(here as u8);
            left -= here;
        }
        bytes.push(self.input_vectors);
        bytes.extend([u8::from(self.input_vectors > 0), 0, 0, 0]);
    }

    fn resource_table(&self, bytes: &mut Vec<u8>) {
        word(bytes, self.records as u32);
        if self.records > 0 {
            word(bytes, RESOURCE_RECORD);
        }
        for register in 0..self.records as u32 {
            // A typed shader-resource view of a two-dimensional texture, one register wide.
            for value in [3, 0, register, register, 2, 0] {
                word(bytes, value);
            }
        }
    }

    fn signature_tables(&self, bytes: &mut Vec<u8>) {
        // The empty entry name comes first, then the names, each with its NUL, up to a whole word.
        let mut strings = vec![0];
        for _ in 0..self.elements {
            strings.extend([b'N'].repeat(self.letters));
            strings.push(0);
        }
        strings.resize(strings.len().next_multiple_of(4), 0);
        word(bytes, strings.len() as u32);
        bytes.extend(strings);
        word(bytes, self.elements as u32);
        (0..self.elements as u32).for_each(|index| word(bytes, index));
        if self.elements > 0 {
            word(bytes, ELEMENT_RECORD);
        }
        for index in 0..self.elements {
            word(bytes, (1 + index * (self.letters + 1)) as u32);
            word(bytes, index as u32);
            // One row of four columns of floats in register 0, interpolated linearly.
            bytes.extend([1, 0, 0x44, 0, 3, 2, 0, 0]);
        }
    }
}

fn word(bytes: &mut Vec<u8>, value: u32) {
    bytes.extend(value.to_le_bytes());
}
