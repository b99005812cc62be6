use core::fmt;

use super::Part;
use super::layout::ProgramHeader;
use crate::bytes::{self, Cursor, WORD, to_usize};
use crate::error::{Error, ErrorKind, Region};
use crate::values::{FourCc, ShaderKind};

/// Where the header's magic starts; the bitcode's offset counts from there.
const MAGIC_OFFSET: u32 = 8;
const HEADER_SIZE: u32 = 24;

/// A version of two numbers. It prints as `6.6`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version {
    major: u32,
    minor: u32,
}

impl Version {
    pub(super) const fn new(major: u32, minor: u32) -> Self {
        Self { major, minor }
    }

    /// The number before the point.
    #[must_use]
    pub const fn major(self) -> u32 {
        self.major
    }

    /// The number after the point.
    #[must_use]
    pub const fn minor(self) -> u32 {
        self.minor
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

/// The header of the program in a `DXIL` or `ILDB` part, and where its bitcode lies.
///
/// Source: DirectXShaderCompiler `include/dxc/DxilContainer/DxilContainer.h` `DxilProgramHeader`, `DxilBitcodeHeader`.
#[derive(Clone, Copy)]
pub struct Program<'a> {
    header: &'a ProgramHeader,
    bitcode: &'a [u8],
    bitcode_offset: u32,
}

impl<'a> Program<'a> {
    /// Reads the program header at the start of a part.
    ///
    /// # Errors
    ///
    /// In this order: the part is shorter than the header ([`ErrorKind::ProgramHeaderTruncated`]); the program states
    /// more words than the part has ([`ErrorKind::ProgramSizeOutOfBounds`]) or fewer than its header
    /// ([`ErrorKind::ProgramSizeTooSmall`]); the magic
    /// ([`ErrorKind::ProgramMagicMismatch`]); the bitcode's start ([`ErrorKind::BitcodeOffsetOutOfBounds`]) or end
    /// ([`ErrorKind::BitcodeOutOfBounds`]) lies after the program.
    pub fn read(part: &Part<'a>) -> Result<Self, Error> {
        let data = part.data();
        let length = bytes::length(data);
        let fail = |kind, offset: u32| {
            Err(Error::new(kind, part.offset().saturating_add(offset), Region::ProgramHeader(part.tag())))
        };
        let Some(header) = bytes::record::<ProgramHeader>(data) else {
            return fail(ErrorKind::ProgramHeaderTruncated { length, needed: HEADER_SIZE }, 0);
        };
        let words = header.size_in_words.get();
        let Some(size) = words.checked_mul(WORD).filter(|&size| size <= length) else {
            return fail(ErrorKind::ProgramSizeOutOfBounds { words, available: length }, 4);
        };
        if size < HEADER_SIZE {
            return fail(ErrorKind::ProgramSizeTooSmall { words, minimum: HEADER_SIZE >> 2 }, 4);
        }
        let magic = FourCc::new(header.magic);
        if magic != FourCc::DXIL {
            return fail(ErrorKind::ProgramMagicMismatch { found: magic, expected: FourCc::DXIL }, MAGIC_OFFSET);
        }
        let program = data.get(..to_usize(size)).unwrap_or_default();
        let from_magic = program.get(to_usize(MAGIC_OFFSET)..).unwrap_or_default();
        let mut cursor = Cursor::new(from_magic, part.offset().saturating_add(MAGIC_OFFSET));
        let (bitcode_offset, bitcode_size) = (header.bitcode_offset.get(), header.bitcode_size.get());
        if cursor.bytes(bitcode_offset).is_none() {
            let kind = ErrorKind::BitcodeOffsetOutOfBounds { bitcode_offset, available: cursor.available() };
            return fail(kind, 16);
        }
        let bitcode_offset = cursor.offset();
        let Some(bitcode) = cursor.bytes(bitcode_size) else {
            return fail(ErrorKind::BitcodeOutOfBounds { size: bitcode_size, available: cursor.available() }, 20);
        };
        Ok(Self { header, bitcode, bitcode_offset })
    }

    /// What kind of shader the program is (`ProgramVersion`, bits 16 to 31).
    #[must_use]
    pub fn kind(&self) -> ShaderKind {
        let [_, _, low, high] = self.header.program_version.get().to_le_bytes();
        ShaderKind::from_raw(u16::from_le_bytes([low, high]))
    }

    /// The shader model (`ProgramVersion`, major in bits 4 to 7, minor in bits 0 to 3).
    #[must_use]
    pub fn shader_model(&self) -> Version {
        let version = self.header.program_version.get();
        Version::new((version >> 4) & 0xf, version & 0xf)
    }

    /// The version of DXIL (`DxilVersion`, minor in the low byte).
    #[must_use]
    pub fn dxil_version(&self) -> Version {
        let version = self.header.dxil_version.get();
        Version::new(version >> 8, version & 0xff)
    }

    /// The program's size with its header, in 32-bit words (`SizeInUint32`).
    #[must_use]
    pub fn size_in_words(&self) -> u32 {
        self.header.size_in_words.get()
    }

    /// The bitcode.
    #[must_use]
    pub const fn bitcode(&self) -> &'a [u8] {
        self.bitcode
    }

    /// Where the bitcode starts, counted from the start of the container.
    #[must_use]
    pub const fn bitcode_offset(&self) -> u32 {
        self.bitcode_offset
    }
}

impl fmt::Debug for Program<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Program")
            .field("kind", &self.kind())
            .field("shader_model", &self.shader_model())
            .field("dxil_version", &self.dxil_version())
            .field("bitcode_offset", &self.bitcode_offset)
            .field("bitcode_size", &self.bitcode.len())
            .finish()
    }
}
