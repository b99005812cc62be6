use core::fmt;

use crate::bytes::{self, Words, refuse_too_large};
use crate::error::{Error, ErrorKind, Region};

const MAGIC: u32 = 0x0723_0203;
const HEADER_WORDS: u32 = 5;
const HEADER_SIZE: u32 = 20;
const VERSION_OFFSET: u32 = 4;
const LOWEST_VERSION: u32 = 0x0001_0000;

/// The order of the bytes in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(clippy::exhaustive_enums, reason = "there are two")]
pub enum Endianness {
    /// The lowest byte first.
    Little,
    /// The highest byte first.
    Big,
}

impl Endianness {
    /// The byte order of the machine that this runs on.
    pub const HOST: Self = if cfg!(target_endian = "big") { Self::Big } else { Self::Little };

    /// The name as psoview's JSON prints it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Little => "little",
            Self::Big => "big",
        }
    }
}

/// The version of SPIR-V that a module states. It prints as `1.6`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version {
    minor: u8,
}

impl Version {
    /// The major version, which is 1.
    #[must_use]
    pub const fn major(self) -> u8 {
        1
    }

    /// The minor version. Those after 6 are not published yet.
    #[must_use]
    pub const fn minor(self) -> u8 {
        self.minor
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major(), self.minor)
    }
}

/// A SPIR-V module whose header has been read.
///
/// Source of the layout: SPIR-V specification 1.6, 2.3 "Physical Layout of a SPIR-V Module and Instruction".
#[derive(Clone, Copy)]
pub struct Module<'a> {
    words: Words<'a>,
    version: Version,
    generator: u32,
    id_bound: u32,
    schema: u32,
}

impl<'a> Module<'a> {
    /// Reads the header of a module in either byte order and at any alignment.
    ///
    /// # Errors
    ///
    /// In this order: the input is longer than `u32::MAX` bytes ([`ErrorKind::InputTooLarge`]), shorter than the header
    /// ([`ErrorKind::HeaderTruncated`]) or not whole words ([`ErrorKind::ModuleNotWords`]); the magic
    /// ([`ErrorKind::SpirvMagicMismatch`]); the version ([`ErrorKind::UnsupportedSpirvVersion`]). Minor versions above 6 and
    /// any schema are read.
    pub fn parse(input: &'a [u8]) -> Result<Self, Error> {
        let fail = |kind, offset| Err(Error::new(kind, offset, Region::SpirvHeader));
        refuse_too_large(input, Region::SpirvHeader)?;
        let length = bytes::length(input);
        if length < HEADER_SIZE {
            return fail(ErrorKind::HeaderTruncated { length, needed: HEADER_SIZE }, 0);
        }
        if length & 3 != 0 {
            return fail(ErrorKind::ModuleNotWords { length, word: bytes::WORD }, length & !3);
        }
        let little = Words::new(input, false);
        let found = little.get(0).unwrap_or(0);
        let words = match found {
            MAGIC => little,
            _ if found.swap_bytes() == MAGIC => Words::new(input, true),
            _ => return fail(ErrorKind::SpirvMagicMismatch { found, expected: MAGIC }, 0),
        };
        let field = |at| words.get(at).unwrap_or(0);
        let [0, minor, 1, 0] = field(1).to_le_bytes() else {
            let kind = ErrorKind::UnsupportedSpirvVersion { found: field(1), lowest: LOWEST_VERSION };
            return fail(kind, VERSION_OFFSET);
        };
        Ok(Self { words, version: Version { minor }, generator: field(2), id_bound: field(3), schema: field(4) })
    }

    /// Reads the header of a module from words, as Vulkan takes it. Words in the other byte order are read as well.
    ///
    /// The offsets of errors are still in bytes: four times a word's number.
    ///
    /// # Errors
    ///
    /// Those of [`parse`](Self::parse).
    pub fn from_words(words: &'a [u32]) -> Result<Self, Error> {
        Self::parse(bytes::of_words(words))
    }

    /// The version of SPIR-V.
    #[must_use]
    pub const fn version(&self) -> Version {
        self.version
    }

    /// The tool that wrote the module: by custom its registered number in the high half, its version in the low one.
    #[must_use]
    pub const fn generator(&self) -> u32 {
        self.generator
    }

    /// The bound: every id is below it.
    #[must_use]
    pub const fn id_bound(&self) -> u32 {
        self.id_bound
    }

    /// The last word of the header. It is reserved, and 0 in a valid module.
    #[must_use]
    pub const fn schema(&self) -> u32 {
        self.schema
    }

    /// The order of the bytes in the module's words.
    #[must_use]
    pub const fn endianness(&self) -> Endianness {
        if self.words.is_big_endian() { Endianness::Big } else { Endianness::Little }
    }

    /// The words the module has, with the header.
    #[must_use]
    pub fn word_count(&self) -> u32 {
        self.words.count()
    }

    #[inline]
    pub(super) const fn words(&self) -> Words<'a> {
        self.words
    }

    /// Writes the words, in the host's byte order, to the front of `out`, as many as it has room for.
    pub fn copy_words(&self, out: &mut [u32]) {
        self.words.copy_to(out);
    }
}

/// Where the first instruction is, in words.
pub(super) const FIRST_INSTRUCTION: u32 = HEADER_WORDS;

impl fmt::Debug for Module<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Module")
            .field("version", &self.version)
            .field("generator", &self.generator)
            .field("id_bound", &self.id_bound)
            .field("endianness", &self.endianness())
            .field("word_count", &self.word_count())
            .finish_non_exhaustive()
    }
}
