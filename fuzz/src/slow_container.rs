//! A container as its layout is written down: the slow side of `psoview::container`.

use crate::part::Fault;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Container {
    pub version: (u32, u32),
    pub digest: [u8; 16],
    pub size: u32,
    pub parts: Vec<Part>,
    pub findings: Vec<Fault>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    pub tag: [u8; 4],
    /// Where the data starts in the input.
    pub offset: u32,
    pub data: Vec<u8>,
    pub program: Result<Program, Fault>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    pub kind: u16,
    pub shader_model: (u32, u32),
    pub dxil_version: (u32, u32),
    pub size_in_words: u32,
    pub bitcode_offset: u32,
    pub bitcode: Vec<u8>,
}

/// Tags that must not come twice: those that some compiler is known to write.
const KNOWN: &str = "DXBC DXIL ILDB ILDN SFI0 HASH VERS STAT PRIV RTS0 PSV0 RDAT ISG1 OSG1 PSG1 ISGN OSGN OSG5 PCSG \
                     RDEF SRCI PDBI SHDR SHEX Aon9 SDBG SPDB IFCE XHSH LIBF LFS0 LIBH FX10 XNAP XNAS CLI4 CTAB FXLC";

fn word(bytes: &[u8], at: usize) -> usize {
    (0..4).rev().fold(0, |word, place| word * 256 + usize::from(bytes[at + place]))
}

fn half(bytes: &[u8], at: usize) -> u32 {
    u32::from(bytes[at]) + 256 * u32::from(bytes[at + 1])
}

pub fn read(input: &[u8]) -> Result<Container, Fault> {
    if input.len() < 32 {
        return Err(Fault::new("HeaderTruncated", 0));
    }
    if &input[..4] != b"DXBC" {
        return Err(Fault::new("MagicMismatch", 0));
    }
    if half(input, 20) != 1 {
        return Err(Fault::new("UnsupportedMajorVersion", 20));
    }
    let (size, count) = (word(input, 24), word(input, 28));
    if size > input.len() {
        return Err(Fault::new("DeclaredSizeOutOfBounds", 24));
    }
    if size < 32 {
        return Err(Fault::new("DeclaredSizeTooSmall", 24));
    }
    if count > (size - 32) / 4 {
        return Err(Fault::new("PartDirectoryOutOfBounds", 28));
    }
    let declared = &input[..size];
    let parts =
        (0..count).map(|index| part(declared, 32 + 4 * index, 32 + 4 * count)).collect::<Result<Vec<_>, _>>()?;
    Ok(Container {
        version: (half(input, 20), half(input, 22)),
        digest: input[4..20].try_into().expect("16 bytes"),
        size: size as u32,
        findings: findings(&parts, size),
        parts,
    })
}

fn part(declared: &[u8], entry: usize, directory_end: usize) -> Result<Part, Fault> {
    let start = word(declared, entry);
    if start < directory_end {
        return Err(Fault::new("PartOffsetInsideDirectory", entry));
    }
    if start as u64 + 8 > declared.len() as u64 {
        return Err(Fault::new("PartHeaderOutOfBounds", entry));
    }
    let (offset, size) = (start + 8, word(declared, start + 4));
    if size > declared.len() - offset {
        return Err(Fault::new("PartOutOfBounds", start + 4));
    }
    let data = declared[offset..offset + size].to_vec();
    Ok(Part {
        tag: declared[start..start + 4].try_into().expect("4 bytes"),
        offset: offset as u32,
        program: program(&data, offset),
        data,
    })
}

/// The header of a program, whatever the part is.
fn program(data: &[u8], offset: usize) -> Result<Program, Fault> {
    if data.len() < 24 {
        return Err(Fault::new("ProgramHeaderTruncated", offset));
    }
    let (words, dxil) = (word(data, 4), word(data, 12));
    if words as u64 * 4 > data.len() as u64 {
        return Err(Fault::new("ProgramSizeOutOfBounds", offset + 4));
    }
    if words < 6 {
        return Err(Fault::new("ProgramSizeTooSmall", offset + 4));
    }
    if &data[8..12] != b"DXIL" {
        return Err(Fault::new("ProgramMagicMismatch", offset + 8));
    }
    // Counted from the magic.
    let (start, size) = (8 + word(data, 16) as u64, word(data, 20) as u64);
    let end = words as u64 * 4;
    if start > end {
        return Err(Fault::new("BitcodeOffsetOutOfBounds", offset + 16));
    }
    if start + size > end {
        return Err(Fault::new("BitcodeOutOfBounds", offset + 20));
    }
    Ok(Program {
        kind: half(data, 2) as u16,
        shader_model: (u32::from(data[0] / 16), u32::from(data[0] % 16)),
        dxil_version: ((dxil / 256) as u32, (dxil % 256) as u32),
        size_in_words: words as u32,
        bitcode_offset: offset as u32 + start as u32,
        bitcode: data[start as usize..(start + size) as usize].to_vec(),
    })
}

/// What keeps the container from being back to back and without repetition, in the directory's order.
fn findings(parts: &[Part], size: usize) -> Vec<Fault> {
    let mut found = vec![];
    let mut end = 32 + 4 * parts.len();
    for (index, part) in parts.iter().enumerate() {
        let start = part.offset as usize - 8;
        if start != end {
            found.push(Fault::new("PartNotContiguous", 32 + 4 * index));
        }
        let is_known = KNOWN.split(' ').any(|known| known.as_bytes() == part.tag);
        if is_known && parts[..index].iter().any(|earlier| earlier.tag == part.tag) {
            found.push(Fault::new("PartDuplicated", start));
        }
        end = part.offset as usize + part.data.len();
    }
    if end != size {
        found.push(Fault::new("PartsEndEarly", 24));
    }
    found
}
