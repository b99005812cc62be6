//! The container's records, byte for byte.

use zerocopy::{FromBytes, Immutable, KnownLayout, Unaligned};

use crate::bytes::{U16, U32};
use crate::error::{Error, ErrorKind, Region};
use crate::values::FourCc;

/// The directory follows the header.
pub(super) const DIRECTORY_OFFSET: u32 = 32;

/// The size of a part's header: its tag and its size.
pub(super) const PART_HEADER_SIZE: u32 = 8;

/// The only major version there has ever been.
const MAJOR_VERSION: u16 = 1;

/// `DxilContainerHeader`.
#[derive(FromBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub(super) struct Header {
    pub(super) magic: [u8; 4],
    pub(super) digest: [u8; 16],
    pub(super) major: U16,
    pub(super) minor: U16,
    pub(super) size: U32,
    pub(super) part_count: U32,
}

const _: () = {
    assert!(size_of::<Header>() == 32, "the header has 32 bytes");
    assert!(align_of::<Header>() == 1, "the header lies anywhere");
    assert!(core::mem::offset_of!(Header, digest) == 4, "digest");
    assert!(core::mem::offset_of!(Header, major) == 20, "major version");
    assert!(core::mem::offset_of!(Header, minor) == 22, "minor version");
    assert!(core::mem::offset_of!(Header, size) == 24, "container size");
    assert!(core::mem::offset_of!(Header, part_count) == 28, "part count");
};

impl Header {
    const MAJOR_OFFSET: u32 = 20;
    const SIZE_OFFSET: u32 = 24;
    pub(super) const PART_COUNT_OFFSET: u32 = 28;

    /// Checks what the header says of an input of `available` bytes, and returns the declared size.
    #[inline]
    pub(super) fn check(&self, available: u32) -> Result<u32, Error> {
        let (magic, major, size) = (FourCc::new(self.magic), self.major.get(), self.size.get());
        let (kind, offset) = if magic != FourCc::DXBC {
            (ErrorKind::MagicMismatch { found: magic, expected: FourCc::DXBC }, 0)
        } else if major != MAJOR_VERSION {
            (ErrorKind::UnsupportedMajorVersion { found: major, supported: MAJOR_VERSION }, Self::MAJOR_OFFSET)
        } else if size > available {
            (ErrorKind::DeclaredSizeOutOfBounds { size, available }, Self::SIZE_OFFSET)
        } else if size < DIRECTORY_OFFSET {
            (ErrorKind::DeclaredSizeTooSmall { size, minimum: DIRECTORY_OFFSET }, Self::SIZE_OFFSET)
        } else {
            return Ok(size);
        };
        Err(Error::new(kind, offset, Region::ContainerHeader))
    }
}

/// `DxilPartHeader`.
#[derive(FromBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub(super) struct PartHeader {
    pub(super) tag: [u8; 4],
    pub(super) size: U32,
}

const _: () = {
    assert!(size_of::<PartHeader>() == 8, "a part's header has 8 bytes");
    assert!(align_of::<PartHeader>() == 1, "a part's header lies anywhere");
    assert!(core::mem::offset_of!(PartHeader, size) == 4, "part size");
};

/// `DxilProgramHeader`, with the `DxilBitcodeHeader` it ends with.
#[derive(FromBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub(super) struct ProgramHeader {
    pub(super) program_version: U32,
    pub(super) size_in_words: U32,
    pub(super) magic: [u8; 4],
    pub(super) dxil_version: U32,
    pub(super) bitcode_offset: U32,
    pub(super) bitcode_size: U32,
}

const _: () = {
    assert!(size_of::<ProgramHeader>() == 24, "a program header has 24 bytes");
    assert!(align_of::<ProgramHeader>() == 1, "a program header lies anywhere");
    assert!(core::mem::offset_of!(ProgramHeader, size_in_words) == 4, "program size");
    assert!(core::mem::offset_of!(ProgramHeader, magic) == 8, "magic");
    assert!(core::mem::offset_of!(ProgramHeader, dxil_version) == 12, "DXIL version");
    assert!(core::mem::offset_of!(ProgramHeader, bitcode_offset) == 16, "bitcode offset");
    assert!(core::mem::offset_of!(ProgramHeader, bitcode_size) == 20, "bitcode size");
};
