//! A container as its layout is written down: the slow side of `psoview::container`.

use psoview::container::FourCc;
use psoview::{ErrorKind, Region};

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
    let fault = |kind, offset| Err(Fault::new(kind, offset, Region::ContainerHeader));
    let available = input.len() as u32;
    if input.len() < 32 {
        return fault(ErrorKind::HeaderTruncated { length: available, needed: 32 }, 0);
    }
    if &input[..4] != b"DXBC" {
        let kind = ErrorKind::MagicMismatch { found: tag(input, 0), expected: FourCc::new(*b"DXBC") };
        return fault(kind, 0);
    }
    if half(input, 20) != 1 {
        return fault(ErrorKind::UnsupportedMajorVersion { found: half(input, 20) as u16, supported: 1 }, 20);
    }
    let (size, count) = (word(input, 24), word(input, 28));
    if size > input.len() {
        return fault(ErrorKind::DeclaredSizeOutOfBounds { size: size as u32, available }, 24);
    }
    if size < 32 {
        return fault(ErrorKind::DeclaredSizeTooSmall { size: size as u32, minimum: 32 }, 24);
    }
    let room = (size - 32) / 4;
    if count > room {
        return fault(ErrorKind::PartDirectoryOutOfBounds { count: count as u32, room: room as u32 }, 28);
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

fn tag(bytes: &[u8], at: usize) -> FourCc {
    FourCc::new(bytes[at..at + 4].try_into().expect("4 bytes"))
}

fn part(declared: &[u8], entry: usize, directory_end: usize) -> Result<Part, Fault> {
    let start = word(declared, entry);
    let part_offset = start as u32;
    if start < directory_end {
        let kind = ErrorKind::PartOffsetInsideDirectory { part_offset, minimum: directory_end as u32 };
        return Err(Fault::new(kind, entry, Region::PartDirectory));
    }
    if start as u64 + 8 > declared.len() as u64 {
        let kind = ErrorKind::PartHeaderOutOfBounds { part_offset, size: declared.len() as u32 };
        return Err(Fault::new(kind, entry, Region::PartDirectory));
    }
    let (offset, size) = (start + 8, word(declared, start + 4));
    let available = declared.len() - offset;
    if size > available {
        let kind = ErrorKind::PartOutOfBounds { size: size as u32, available: available as u32 };
        return Err(Fault::new(kind, start + 4, Region::Part(tag(declared, start))));
    }
    let data = declared[offset..offset + size].to_vec();
    Ok(Part {
        tag: declared[start..start + 4].try_into().expect("4 bytes"),
        offset: offset as u32,
        program: program(&data, offset, tag(declared, start)),
        data,
    })
}

/// The header of a program, whatever the part is.
fn program(data: &[u8], offset: usize, tag_of_part: FourCc) -> Result<Program, Fault> {
    let fault = |kind, at| Err(Fault::new(kind, offset + at, Region::ProgramHeader(tag_of_part)));
    let available = data.len() as u32;
    if data.len() < 24 {
        return fault(ErrorKind::ProgramHeaderTruncated { length: available, needed: 24 }, 0);
    }
    let (words, dxil) = (word(data, 4), word(data, 12));
    if words as u64 * 4 > data.len() as u64 {
        return fault(ErrorKind::ProgramSizeOutOfBounds { words: words as u32, available }, 4);
    }
    if words < 6 {
        return fault(ErrorKind::ProgramSizeTooSmall { words: words as u32, minimum: 6 }, 4);
    }
    if &data[8..12] != b"DXIL" {
        let kind = ErrorKind::ProgramMagicMismatch { found: tag(data, 8), expected: FourCc::new(*b"DXIL") };
        return fault(kind, 8);
    }
    // Counted from the magic.
    let (bitcode_offset, size) = (word(data, 16) as u32, word(data, 20) as u32);
    let (start, end) = (8 + u64::from(bitcode_offset), words as u64 * 4);
    if start > end {
        return fault(ErrorKind::BitcodeOffsetOutOfBounds { bitcode_offset, available: end as u32 - 8 }, 16);
    }
    if start + u64::from(size) > end {
        return fault(ErrorKind::BitcodeOutOfBounds { size, available: (end - start) as u32 }, 20);
    }
    Ok(Program {
        kind: half(data, 2) as u16,
        shader_model: (u32::from(data[0] / 16), u32::from(data[0] % 16)),
        dxil_version: ((dxil / 256) as u32, (dxil % 256) as u32),
        size_in_words: words as u32,
        bitcode_offset: offset as u32 + start as u32,
        bitcode: data[start as usize..start as usize + size as usize].to_vec(),
    })
}

/// What keeps the container from being back to back and without repetition, in the directory's order.
fn findings(parts: &[Part], size: usize) -> Vec<Fault> {
    let mut found = vec![];
    let mut end = 32 + 4 * parts.len();
    for (index, part) in parts.iter().enumerate() {
        let start = part.offset as usize - 8;
        if start != end {
            let kind = ErrorKind::PartNotContiguous { part_offset: start as u32, expected: end as u32 };
            found.push(Fault::new(kind, 32 + 4 * index, Region::PartDirectory));
        }
        let is_known = KNOWN.split(' ').any(|known| known.as_bytes() == part.tag);
        if is_known && parts[..index].iter().any(|earlier| earlier.tag == part.tag) {
            let tag = FourCc::new(part.tag);
            found.push(Fault::new(ErrorKind::PartDuplicated { tag }, start, Region::Part(tag)));
        }
        end = part.offset as usize + part.data.len();
    }
    if end != size {
        let kind = ErrorKind::PartsEndEarly { end: end as u32, size: size as u32 };
        found.push(Fault::new(kind, 24, Region::ContainerHeader));
    }
    found
}
