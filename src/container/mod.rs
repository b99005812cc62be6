//! The DXBC container: a header, a directory of offsets, and parts.
//!
//! [`Container::parse`] takes what real files look like: parts in any order, gaps between them, bytes after the declared
//! size, parts at any alignment and several parts of one kind. What it promises is that each part lies inside the
//! container and outside the header and the directory. [`Container::validate`] asks for more: that the parts fill the
//! container back to back, as the compiler writes it and the Direct3D runtime demands.
//!
//! ```
//! use psoview::container::{Container, FourCc};
//!
//! let file = include_bytes!("../../tests/data/dxil/lit_ps.v1_10.dxil");
//! let container = Container::parse(file)?;
//! for part in container.parts() {
//!     println!("{} {} bytes at {}", part.tag(), part.data().len(), part.offset());
//! }
//! let psv0 = container.part(FourCc::PSV0).expect("a pixel shader has one");
//! assert_eq!(psv0.data()[0], 56);
//! # Ok::<(), psoview::Error>(())
//! ```
//!
//! Source of the layout: DirectXShaderCompiler `include/dxc/DxilContainer/DxilContainer.h` (`DxilContainerHeader`,
//! `DxilPartHeader`), and its reader `lib/DxilContainer/DxilContainer.cpp` (`IsValidDxilContainer`) for the strict rule.

mod digest;
mod layout;
mod parts;
mod program;
mod validate;

use core::fmt;

use crate::bytes::{self, U32, refuse_too_large, to_usize};
use crate::error::{Error, ErrorKind, Region};
use layout::{DIRECTORY_OFFSET, Header};

pub use crate::values::{FourCc, ShaderKind};
pub use digest::Digest;
#[cfg(feature = "digest")]
pub use digest::DigestStatus;
pub use parts::{Part, Parts};
pub use program::{Program, Version};
pub use validate::Findings;

/// A DXBC container whose parts are known to lie inside it.
#[derive(Clone, Copy)]
pub struct Container<'a> {
    input: &'a [u8],
    /// The input up to the declared size.
    declared: &'a [u8],
    header: &'a Header,
    directory: &'a [U32],
}

impl<'a> Container<'a> {
    /// Reads the header and the directory, and checks that every part lies where a part may lie.
    ///
    /// The work is a few steps for each part the directory lists, and the directory must fit into the input.
    ///
    /// # Errors
    ///
    /// In this order: the input is longer than `u32::MAX` bytes ([`ErrorKind::InputTooLarge`]) or shorter than the header
    /// ([`ErrorKind::HeaderTruncated`]); the magic ([`ErrorKind::MagicMismatch`]); the major version
    /// ([`ErrorKind::UnsupportedMajorVersion`]); the declared size ([`ErrorKind::DeclaredSizeOutOfBounds`],
    /// [`ErrorKind::DeclaredSizeTooSmall`]); the directory ([`ErrorKind::PartDirectoryOutOfBounds`]); then part by part its
    /// start ([`ErrorKind::PartOffsetInsideDirectory`], [`ErrorKind::PartHeaderOutOfBounds`]) and its end
    /// ([`ErrorKind::PartOutOfBounds`]).
    pub fn parse(input: &'a [u8]) -> Result<Self, Error> {
        refuse_too_large(input, Region::ContainerHeader)?;
        let Some((header, rest)) = bytes::record_and_rest::<Header>(input) else {
            let kind = ErrorKind::HeaderTruncated { length: bytes::length(input), needed: DIRECTORY_OFFSET };
            return Err(Error::new(kind, 0, Region::ContainerHeader));
        };
        let size = header.check(bytes::length(input))?;
        let count = header.part_count.get();
        let declared = input.get(..to_usize(size)).unwrap_or_default();
        let directory_room = size.saturating_sub(DIRECTORY_OFFSET) >> 2;
        if count > directory_room {
            let kind = ErrorKind::PartDirectoryOutOfBounds { count, room: directory_room };
            return Err(Error::new(kind, Header::PART_COUNT_OFFSET, Region::ContainerHeader));
        }
        let directory = bytes::records::<U32>(rest).0.get(..to_usize(count)).unwrap_or_default();
        let container = Self { input, declared, header, directory };
        container.parts().check()?;
        Ok(container)
    }

    /// The version that the header states. The major number is 1; the minor is 0 in every file known and not looked at.
    #[must_use]
    pub fn version(&self) -> Version {
        Version::new(self.header.major.get().into(), self.header.minor.get().into())
    }

    /// The size that the header states, in bytes: the header, the directory, the parts and what lies between them.
    #[must_use]
    pub fn size(&self) -> u32 {
        self.header.size.get()
    }

    /// The container's bytes, as many as the header states.
    #[must_use]
    pub const fn bytes(&self) -> &'a [u8] {
        self.declared
    }

    /// The bytes after the container's stated size.
    #[must_use]
    pub fn trailing(&self) -> &'a [u8] {
        self.input.get(self.declared.len()..).unwrap_or_default()
    }

    /// The parts, in the order of the directory.
    #[must_use]
    pub fn parts(&self) -> Parts<'a> {
        Parts::new(self.declared, self.directory)
    }

    /// The first part with this tag; the others can be found in [`parts`](Self::parts).
    #[must_use]
    pub fn part(&self, tag: FourCc) -> Option<Part<'a>> {
        self.parts().find(|part| part.tag() == tag)
    }

    /// The digest that the header stores.
    #[must_use]
    pub const fn digest(&self) -> Digest {
        Digest::new(self.header.digest)
    }

    /// The header of the program in the part `DXIL`, or in `ILDB` where there is no `DXIL`.
    ///
    /// # Errors
    ///
    /// There is a program but its header does not fit its part. The errors are those of [`Program::read`].
    pub fn program(&self) -> Result<Option<Program<'a>>, Error> {
        self.part(FourCc::DXIL).or_else(|| self.part(FourCc::ILDB)).map(|part| Program::read(&part)).transpose()
    }

    /// What keeps the container from being as strict as the Direct3D runtime demands; see [`validate`](Self::validate).
    #[must_use]
    pub fn findings(&self) -> Findings<'a> {
        Findings::new(self)
    }

    /// Checks the strict rule: the parts lie back to back, in the directory's order, from the directory's end to the
    /// declared size; no known tag comes twice; the container has at most 2 GiB.
    ///
    /// The work is a few steps a part. Bytes after the declared size are allowed. No part is looked into, so
    /// [`program`](Self::program) may fail all the same.
    ///
    /// # Errors
    ///
    /// The first of the [`findings`](Self::findings).
    pub fn validate(&self) -> Result<(), Error> {
        self.findings().next().map_or(Ok(()), Err)
    }
}

impl fmt::Debug for Container<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Container")
            .field("size", &self.size())
            .field("digest", &self.digest())
            .field("parts", &self.parts())
            .finish_non_exhaustive()
    }
}
