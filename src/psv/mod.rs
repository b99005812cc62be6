//! The PSV0 part: what the pipeline a shader will be part of is validated against.
//!
//! The compiler writes it from the shader's own metadata: the stage and its parameters, the resources, the signatures, and
//! which outputs depend on which inputs and on `SV_ViewID`. The part has no magic and no version number; what it holds
//! follows from the size of its first block. Integers are little-endian, and the part may lie at any alignment.
//!
//! ```
//! use psoview::container::Container;
//! use psoview::psv;
//!
//! let file = include_bytes!("../../tests/data/dxil/lit_ps.v1_10.dxil");
//! let Some(psv) = psv::part(&Container::parse(file)?)? else { return Ok(()) };
//! assert_eq!(psv.stage(), Some(psv::ShaderKind::PIXEL));
//! for resource in psv.resources() {
//!     println!("{} {} to {}, space {}", resource.resource_type(), resource.lower(), resource.upper(), resource.space());
//! }
//! for element in psv.inputs() {
//!     println!("{} {:?}", element.name()?, element.start_row());
//! }
//! # Ok::<(), psoview::Error>(())
//! ```
//!
//! # Strict and newer
//!
//! [`read`] takes exactly the sizes that are known. [`read_newer`] also takes an info block, a record or an element that is
//! larger, reads the prefix it knows and hands the rest out; the format's authors promise that it only grows this way.
//! Neither guesses, and both check everything their accessors rely on.
//!
//! # What a part holds
//!
//! | info block | version | validator | adds |
//! |---|---|---|---|
//! | 24 bytes | 0 | 1.0, or none stated | stage parameters (without the stage), wave lanes; resource records of 16 bytes |
//! | 36 bytes | 1 | 1.1 to 1.5 | the stage, signature elements, dependency tables |
//! | 48 bytes | 2 | 1.6 and 1.7 | thread group size; resource records of 24 bytes |
//! | 52 bytes | 3 | 1.8 and 1.9, and some builds of 1.10 | the entry point's name |
//! | 56 bytes | 4 | 1.10 | group-shared memory |
//!
//! A text about the part that psoview's names come from has the vertex stage's position flag in word 3; files and the
//! compiler's source have it in byte 0, and so does this module.
//!
//! Source: DirectXShaderCompiler `include/dxc/DxilContainer/DxilPipelineStateValidation.h` and
//! `lib/DxilContainer/DxilPipelineStateValidation.cpp`.

mod dependencies;
mod element;
mod findings;
mod layout;
mod mask;
mod resource;
mod runtime_info;
mod semantic_indices;
mod stage_info;
mod strided;
mod string_table;
mod values;

use core::fmt;

use crate::bytes::{Cursor, WORD, length, refuse_too_large, to_usize};
use crate::container::Container;
use crate::error::{Error, ErrorKind, Fault, Region, Unsaid};
use element::{Signature, read_tables};
use runtime_info::ENTRY_NAME_OFFSET;
use strided::Strided;
use string_table::{StringTable, as_str};

pub use crate::values::{FourCc, ShaderKind};
pub use dependencies::Dependencies;
pub use element::{Element, Elements, ElementsIter};
pub use findings::Findings;
pub use mask::{ComponentMask, Components, DependencyRows, DependencyTable, Words};
pub use resource::{Resource, Resources, ResourcesIter};
pub use runtime_info::{RuntimeInfo, StageSignature};
pub use semantic_indices::{SemanticIndices, SemanticIndicesIter};
pub use stage_info::{
    AmplificationInfo, DomainInfo, GeometryInfo, HullInfo, MeshInfo, PixelInfo, StageInfo, VertexInfo,
};
pub use values::{
    ComponentType, InputPrimitive, InterpolationMode, MeshOutputTopology, PrimitiveTopology, ResourceFlags,
    ResourceKind, ResourceType, SemanticKind, TessellatorDomain, TessellatorOutputPrimitive,
};

/// Which sizes are taken.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reading {
    /// Those known.
    Strict,
    /// Those known and every larger one.
    Newer,
}

/// Reads the data of a PSV0 part, of the sizes known.
///
/// The info block has 24, 36, 48, 52 or 56 bytes, a resource record 16 or 24, an element 16, and what follows the elements
/// is whole words. Words after those that the vector counts ask for are allowed; they are in [`Psv::trailing`].
///
/// The work does not depend on how many records there are.
///
/// # Errors
///
/// From front to back, each size before the bytes it speaks of: the info block ([`ErrorKind::WordTruncated`],
/// [`ErrorKind::RuntimeInfoTooSmall`], [`ErrorKind::UnsupportedRuntimeInfoSize`], [`ErrorKind::RuntimeInfoOutOfBounds`]), the
/// resources ([`ErrorKind::ResourceRecordTooSmall`], [`ErrorKind::UnsupportedResourceRecordSize`],
/// [`ErrorKind::ResourcesOutOfBounds`]), the string table ([`ErrorKind::StringTableOutOfBounds`]), the semantic indices
/// ([`ErrorKind::SemanticIndicesOutOfBounds`]), the elements ([`ErrorKind::ElementRecordTooSmall`],
/// [`ErrorKind::UnsupportedElementRecordSize`], [`ErrorKind::ElementsOutOfBounds`]), the dependency tables
/// ([`ErrorKind::DependenciesOutOfBounds`]) and the remainder ([`ErrorKind::RemainderNotWords`]). Before all of them:
/// [`ErrorKind::InputTooLarge`].
pub fn read(bytes: &[u8]) -> Result<Psv<'_>, Error> {
    refuse_too_large(bytes, Region::RuntimeInfo)?;
    Psv::read(bytes, 0, Reading::Strict)
}

/// Reads the data of a PSV0 part that may come from a newer compiler.
///
/// It takes what [`read`] takes and, beyond that, an info block of 24 bytes or more, records and elements of 16 bytes or
/// more, and any remainder. It reads the largest version that fits into the sizes (an info block of 40 bytes is version 1
/// and 4 unknown bytes) and hands out what is beyond: [`RuntimeInfo::unknown`], [`Resource::unknown`], [`Element::unknown`],
/// [`Psv::trailing`]. A current compiler's linear-algebra record is one of those.
///
/// # Errors
///
/// Those of [`read`], but for the three `Unsupported…Size` and [`ErrorKind::RemainderNotWords`].
pub fn read_newer(bytes: &[u8]) -> Result<Psv<'_>, Error> {
    refuse_too_large(bytes, Region::RuntimeInfo)?;
    Psv::read(bytes, 0, Reading::Newer)
}

/// The first PSV0 part of a container; `None` where it has none, as a library and a root signature.
///
/// The offsets of errors and records count from the start of the container. An info block of 24 bytes does not say what
/// stage it is for; [`Psv::stage`] then has it from the container's [program](Container::program).
///
/// # Errors
///
/// Those of [`read`].
pub fn part<'a>(container: &Container<'a>) -> Result<Option<Psv<'a>>, Error> {
    read_part(container, Reading::Strict)
}

/// Like [`part`], for a part that may come from a newer compiler.
///
/// # Errors
///
/// Those of [`read_newer`].
pub fn part_newer<'a>(container: &Container<'a>) -> Result<Option<Psv<'a>>, Error> {
    read_part(container, Reading::Newer)
}

fn read_part<'a>(container: &Container<'a>, reading: Reading) -> Result<Option<Psv<'a>>, Error> {
    let Some(part) = container.part(FourCc::PSV0) else { return Ok(None) };
    let mut psv = Psv::read(part.data(), part.offset(), reading)?;
    if psv.info.signature().is_none() {
        // A program header that cannot be read leaves the stage unknown; it is no fault of this part.
        psv.program_kind = container.program().ok().flatten().map(|program| program.kind());
    }
    Ok(Some(psv))
}

/// A PSV0 part whose tables are known to lie inside it.
///
/// It keeps the tables and works out where they lie in the caller's slice only when somebody asks.
#[derive(Clone, Copy)]
pub struct Psv<'a> {
    info: RuntimeInfo<'a>,
    resources: Strided<'a>,
    strings: StringTable<'a>,
    indices: SemanticIndices<'a>,
    /// The elements of all three signatures, and the size of one.
    elements: &'a [u8],
    element_size: u32,
    /// What follows the elements: the dependency words, then bytes that nothing is known of.
    tail: &'a [u8],
    /// Where the part starts in the caller's slice.
    offset: u32,
    /// Where the elements start, or would.
    elements_offset: u32,
    reading: Reading,
    /// The stage that the container's program header states, where the part does not state one.
    program_kind: Option<ShaderKind>,
}

const _: () = assert!(size_of::<Psv<'_>>() <= 128, "a view that fits two cache lines is moved without a call");

impl<'a> Psv<'a> {
    /// In line, so that each way of reading has its own code and asks for none of the other's sizes.
    #[inline(always)]
    fn read(bytes: &'a [u8], offset: u32, reading: Reading) -> Result<Self, Error> {
        match Self::read_or(bytes, offset, reading) {
            Ok(psv) => Ok(psv),
            Err(Unsaid) => Self::read_again(bytes, offset, reading),
        }
    }

    /// Reads what cannot be read, to say why.
    #[cold]
    #[inline(never)]
    fn read_again(bytes: &'a [u8], offset: u32, reading: Reading) -> Result<Self, Error> {
        Self::read_or(bytes, offset, reading)
    }

    #[inline(always)]
    fn read_or<F: Fault>(bytes: &'a [u8], offset: u32, reading: Reading) -> Result<Self, F> {
        let mut cursor = Cursor::new(bytes, offset);
        let info = RuntimeInfo::read::<F>(&mut cursor, reading)?;
        let resources = Resources::read::<F>(&mut cursor, reading)?;
        let (mut strings, mut indices) = (StringTable::EMPTY, SemanticIndices::EMPTY);
        let (mut elements, mut element_size): (&[u8], u32) = (&[], 0);
        let mut elements_offset = cursor.offset();
        if let Some(signature) = info.signature() {
            strings = StringTable::read::<F>(&mut cursor)?;
            indices = SemanticIndices::read::<F>(&mut cursor)?;
            (elements, element_size) = read_tables::<F>(&mut cursor, reading, signature)?;
            elements_offset = cursor.offset().wrapping_sub(length(elements));
            Dependencies::check::<F>(cursor, signature)?;
        }
        let tail = cursor.rest();
        if reading == Reading::Strict && tail.len() & 3 != 0 {
            let kind = ErrorKind::RemainderNotWords { length: cursor.available(), word: WORD };
            return Err(F::new(kind, cursor.offset(), Region::Dependencies));
        }
        let program_kind = None;
        Ok(Self {
            info,
            resources,
            strings,
            indices,
            elements,
            element_size,
            tail,
            offset,
            elements_offset,
            reading,
            program_kind,
        })
    }

    /// Where the runtime-info block starts, behind the word with its size.
    #[inline]
    fn info_offset(&self) -> u32 {
        self.offset.wrapping_add(WORD)
    }

    /// Where the resource records start, or would.
    #[inline]
    fn resources_offset(&self) -> u32 {
        let count = self.info_offset().wrapping_add(self.info.size());
        count.wrapping_add(WORD).wrapping_add(if self.resources.count() == 0 { 0 } else { WORD })
    }

    #[inline]
    fn resources_end(&self) -> u32 {
        self.resources_offset().wrapping_add(length(self.resources.bytes()))
    }

    /// Where the strings start, behind the word with their size. A part of version 0 ends before that word.
    #[inline]
    fn strings_offset(&self) -> u32 {
        self.resources_end().wrapping_add(if self.info.signature().is_some() { WORD } else { 0 })
    }

    /// Where the tail starts, and the elements of all signatures end.
    #[inline]
    fn tail_offset(&self) -> u32 {
        self.elements_offset.wrapping_add(length(self.elements))
    }

    /// Where the part starts in the slice that was read: 0 for a part alone, its place in the container for one of
    /// [`part`]. The offsets of errors and records count from the same start.
    #[inline]
    #[must_use]
    pub const fn offset(&self) -> u32 {
        self.offset
    }

    /// The newest version whose fields the part has, 0 to 4; see [`RuntimeInfo::version`].
    #[must_use]
    pub fn version(&self) -> u8 {
        self.info.version()
    }

    /// The first block: the stage's parameters, wave lanes, signature counts, thread group.
    #[inline]
    #[must_use]
    pub const fn runtime_info(&self) -> RuntimeInfo<'a> {
        self.info
    }

    /// The stage. From version 1 on the part states it. Before, [`part`] has it from the container's program; a part read
    /// alone, or beside a program that cannot be read, does not tell.
    #[inline]
    #[must_use]
    pub fn stage(&self) -> Option<ShaderKind> {
        self.info.signature().map(|signature| signature.stage()).or(self.program_kind)
    }

    /// The stage's parameters; `None` where the stage is not known.
    #[inline]
    #[must_use]
    pub fn stage_info(&self) -> Option<StageInfo> {
        self.stage().map(|kind| self.stage_info_as(kind))
    }

    /// The stage's parameters, for a caller who knows the stage of a part that does not tell.
    #[inline]
    #[must_use]
    pub fn stage_info_as(&self, kind: ShaderKind) -> StageInfo {
        self.info.stage_info_as(kind)
    }

    /// The register ranges that the shader uses.
    #[inline]
    #[must_use]
    pub fn resources(&self) -> Resources<'a> {
        Resources::new(self.resources, self.resources_offset())
    }

    #[inline]
    fn elements_of(&self, signature: Signature) -> Elements<'a> {
        let (skipped, count) = self.info.signature().map_or((0, 0), |counts| signature.range(counts));
        let all = Strided::new(self.elements, self.element_size, skipped.wrapping_add(count));
        let table = all.range(skipped, count);
        Elements::new(table, self.strings, self.indices, signature, skipped, self.elements_offset)
    }

    /// The elements of the input signature. A part of version 0 has none.
    #[inline]
    #[must_use]
    pub fn inputs(&self) -> Elements<'a> {
        self.elements_of(Signature::Input)
    }

    /// The elements of the output signature, of all streams. A part of version 0 has none.
    #[inline]
    #[must_use]
    pub fn outputs(&self) -> Elements<'a> {
        self.elements_of(Signature::Output)
    }

    /// The elements of the patch-constant signature (hull: written, domain: read) or of the primitives (mesh). A part of
    /// version 0 has none.
    #[inline]
    #[must_use]
    pub fn patch_constants(&self) -> Elements<'a> {
        self.elements_of(Signature::PatchConstant)
    }

    /// The string at this offset of the string table, without its NUL.
    ///
    /// # Errors
    ///
    /// It starts after the table ([`ErrorKind::StringOffsetOutOfBounds`]) or has no end in it
    /// ([`ErrorKind::StringUnterminated`]). Offset 0 of an empty table is the empty string.
    pub fn string(&self, string_offset: u32) -> Result<&'a [u8], Error> {
        self.strings.get(string_offset).map_err(|kind| {
            let size = length(self.strings.bytes());
            let offset = self.strings_offset().wrapping_add(string_offset.min(size));
            Error::new(kind, offset, Region::StringTable)
        })
    }

    /// The string table: NUL-terminated strings back to back. A part of version 0 has none.
    #[must_use]
    pub const fn string_table(&self) -> &'a [u8] {
        self.strings.bytes()
    }

    /// The semantic-index table, which the elements refer to. A part of version 0 has none.
    #[must_use]
    pub const fn semantic_indices(&self) -> SemanticIndices<'a> {
        self.indices
    }

    /// What depends on what. A part of version 0 does not say.
    #[must_use]
    pub fn dependencies(&self) -> Dependencies<'a> {
        Dependencies::new(self.tail, self.info.signature(), self.tail_offset())
    }

    /// The entry point's name (from version 3 on).
    ///
    /// # Errors
    ///
    /// Those of [`entry_name_bytes`](Self::entry_name_bytes), and [`ErrorKind::StringNotUtf8`].
    pub fn entry_name(&self) -> Result<Option<&'a str>, Error> {
        let Some(string_offset) = self.info.entry_name_offset() else { return Ok(None) };
        let name = self.strings.get(string_offset).and_then(|bytes| as_str(bytes, string_offset));
        name.map(Some).map_err(|kind| self.entry_name_error(kind))
    }

    /// The entry point's name as it is stored (from version 3 on).
    ///
    /// # Errors
    ///
    /// It starts after the string table ([`ErrorKind::StringOffsetOutOfBounds`]) or has no end in it
    /// ([`ErrorKind::StringUnterminated`]).
    pub fn entry_name_bytes(&self) -> Result<Option<&'a [u8]>, Error> {
        let Some(string_offset) = self.info.entry_name_offset() else { return Ok(None) };
        self.strings.get(string_offset).map(Some).map_err(|kind| self.entry_name_error(kind))
    }

    fn entry_name_error(&self, kind: ErrorKind) -> Error {
        Error::new(kind, self.info_offset().wrapping_add(ENTRY_NAME_OFFSET), Region::RuntimeInfo)
    }

    /// The bytes after the dependency tables; in a part of version 0, after the resources. Compilers known leave none, but
    /// for what a newer version adds at the end.
    #[must_use]
    pub fn trailing(&self) -> &'a [u8] {
        self.tail.get(to_usize(self.dependencies().size())..).unwrap_or_default()
    }

    /// Everything in the part that no compiler should have written; see [`validate`](Self::validate).
    #[must_use]
    pub fn findings(&self) -> Findings<'a> {
        Findings::new(*self)
    }

    /// Walks the whole part and checks what reading does not rely on: strings end, semantic indices lie in their table,
    /// values have a name, register ranges do not run backwards, signatures and their elements lie in 32 rows of 4
    /// columns, reserved bits are zero, masks name no component past the last row, and nothing follows the dependency
    /// tables.
    ///
    /// In a part read by [`read_newer`] or [`part_newer`] bytes beyond what is known are no finding. Limits of the pipeline are
    /// not checked: how many threads, lanes, vertices or control points there may be, or whether kinds and types go together.
    ///
    /// The work is linear in the part. Where nothing is found, every accessor of the part succeeds but for
    /// [`Element::name`] and [`entry_name`](Self::entry_name): a name need not be UTF-8
    /// ([`ErrorKind::StringNotUtf8`]), and is had by its bytes then.
    ///
    /// # Errors
    ///
    /// The first of the [`findings`](Self::findings).
    pub fn validate(&self) -> Result<(), Error> {
        self.findings().next().map_or(Ok(()), Err)
    }
}

impl fmt::Debug for Psv<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Psv")
            .field("runtime_info", &self.info)
            .field("stage_info", &self.stage_info())
            .field("resources", &self.resources())
            .field("inputs", &self.inputs())
            .field("outputs", &self.outputs())
            .field("patch_constants", &self.patch_constants())
            .field("dependencies", &self.dependencies())
            .field("trailing", &self.trailing().len())
            .finish_non_exhaustive()
    }
}
