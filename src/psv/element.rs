use core::fmt;

use super::Reading;
use super::layout::ElementRecord;
use super::runtime_info::StageSignature;
use super::semantic_indices::SemanticIndices;
use super::strided::{Place, Strided, table_view};
use super::string_table::{Quoted, StringTable, as_str};
use super::values::{ComponentType, InterpolationMode, SemanticKind};
use crate::bytes::Cursor;
use crate::error::{Error, ErrorKind, Fault, Region};

const SIZE: u32 = 16;

/// Where an element holds the position of its semantic indices.
pub(super) const SEMANTIC_INDEXES_OFFSET: u32 = 4;

/// Which of the three tables an element is in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Signature {
    Input,
    Output,
    PatchConstant,
}

impl Signature {
    /// How many elements of other signatures come before its first, and how many it has.
    #[inline]
    pub(super) fn range(self, counts: StageSignature<'_>) -> (u32, u32) {
        let (inputs, outputs) = (u32::from(counts.input_elements()), u32::from(counts.output_elements()));
        match self {
            Self::Input => (0, inputs),
            Self::Output => (inputs, outputs),
            Self::PatchConstant => (inputs.wrapping_add(outputs), counts.patch_constant_elements().into()),
        }
    }

    pub(super) const fn region(self, index: u32) -> Region {
        match self {
            Self::Input => Region::InputElement(index),
            Self::Output => Region::OutputElement(index),
            Self::PatchConstant => Region::PatchConstantElement(index),
        }
    }
}

/// Reads the three tables of signature elements, which lie back to back as one, and the size of an element.
#[inline]
pub(super) fn read_tables<'a, F: Fault>(
    cursor: &mut Cursor<'a>,
    reading: Reading,
    signature: StageSignature<'a>,
) -> Result<(&'a [u8], u32), F> {
    let counts = [signature.input_elements(), signature.output_elements(), signature.patch_constant_elements()];
    let count = counts.iter().fold(0_u32, |sum, &count| sum.wrapping_add(count.into()));
    if count == 0 {
        return Ok((&[], 0));
    }
    let at_size = *cursor;
    let size = cursor.word::<F>(Region::Elements)?;
    if size < SIZE {
        let kind = ErrorKind::ElementRecordTooSmall { size, minimum: SIZE };
        return Err(F::new(kind, at_size.offset(), Region::Elements));
    }
    if reading == Reading::Strict && size != SIZE {
        let kind = ErrorKind::UnsupportedElementRecordSize { size, newest: SIZE };
        return Err(F::new(kind, at_size.offset(), Region::Elements));
    }
    let Some(records) = cursor.table(count, size) else {
        let kind = ErrorKind::ElementsOutOfBounds { count, room: cursor.room(size) };
        return Err(F::new(kind, cursor.offset(), Region::Elements));
    };
    Ok((records, size))
}

/// The elements of one signature, in the order of the shader's metadata.
#[derive(Clone, Copy)]
pub struct Elements<'a> {
    table: Strided<'a>,
    strings: StringTable<'a>,
    indices: SemanticIndices<'a>,
    signature: Signature,
    /// The elements of other signatures before the first, and where the first of all starts in the caller's slice.
    skipped: u32,
    offset: u32,
}

impl<'a> Elements<'a> {
    #[inline]
    pub(super) const fn new(
        table: Strided<'a>,
        strings: StringTable<'a>,
        indices: SemanticIndices<'a>,
        signature: Signature,
        skipped: u32,
        offset: u32,
    ) -> Self {
        Self { table, strings, indices, signature, skipped, offset }
    }

    #[inline]
    const fn item(&self, place: Place<'a, ElementRecord>) -> Element<'a> {
        let Place { record, index } = place;
        let &Self { table, strings, indices, signature, skipped, offset } = self;
        Element {
            record,
            strings,
            indices,
            signature,
            index,
            skipped,
            stride: table.record_size(),
            tables_offset: offset,
        }
    }

    /// The size of a record as stored, in bytes: 16, or more in a part read by [`read_newer`](super::read_newer). `None` where
    /// this signature has no elements.
    #[inline]
    #[must_use]
    pub fn record_size(&self) -> Option<u32> {
        self.table.stride()
    }
}

table_view!(Elements, ElementsIter, Element, "element");

/// An element of a signature: a semantic, and the registers it takes (`PSVSignatureElement0`).
#[derive(Clone, Copy)]
pub struct Element<'a> {
    record: &'a ElementRecord,
    strings: StringTable<'a>,
    indices: SemanticIndices<'a>,
    signature: Signature,
    index: u32,
    /// The elements of other signatures before this one's.
    skipped: u32,
    /// The size of an element, and where the first of all starts in the caller's slice.
    stride: u32,
    tables_offset: u32,
}

impl<'a> Element<'a> {
    /// The semantic's name. It is empty for a system value, whose name follows from its
    /// [`semantic_kind`](Self::semantic_kind).
    ///
    /// # Errors
    ///
    /// Those of [`name_bytes`](Self::name_bytes), and [`ErrorKind::StringNotUtf8`].
    pub fn name(&self) -> Result<&'a str, Error> {
        let bytes = self.name_bytes()?;
        as_str(bytes, self.name_offset()).map_err(|kind| self.error(kind, 0))
    }

    /// The semantic's name as it is stored: HLSL names are ASCII, but nothing makes a file keep to it.
    ///
    /// # Errors
    ///
    /// The name starts after the string table ([`ErrorKind::StringOffsetOutOfBounds`]) or has no end in it
    /// ([`ErrorKind::StringUnterminated`]).
    #[inline]
    pub fn name_bytes(&self) -> Result<&'a [u8], Error> {
        match self.strings.find(self.name_offset()) {
            Some(name) => Ok(name),
            None => self.name_missing(),
        }
    }

    #[cold]
    #[inline(never)]
    fn name_missing(self) -> Result<&'a [u8], Error> {
        self.strings.get(self.name_offset()).map_err(|kind| self.error(kind, 0))
    }

    /// What [`name_bytes`](Self::name_bytes) fails with, told from how much of the string table is terminated.
    pub(super) fn name_fault(&self, terminated: u32) -> Option<Error> {
        self.strings.fault(self.name_offset(), terminated).map(|kind| self.error(kind, 0))
    }

    /// The name's offset in the string table.
    #[doc(alias = "SemanticName")]
    #[inline]
    #[must_use]
    pub fn name_offset(&self) -> u32 {
        self.record.v0.semantic_name.get()
    }

    /// What the element means to the pipeline.
    #[doc(alias = "SemanticKind")]
    #[inline]
    #[must_use]
    pub const fn semantic_kind(&self) -> SemanticKind {
        SemanticKind::from_raw(self.record.v0.semantic_kind)
    }

    /// The semantic indices, one for each row.
    ///
    /// # Errors
    ///
    /// They do not all lie in the semantic-index table ([`ErrorKind::SemanticIndicesOutsideTable`]).
    #[inline]
    pub fn semantic_indices(&self) -> Result<SemanticIndices<'a>, Error> {
        match self.indices.rows(self.semantic_indices_offset(), self.rows()) {
            Some(indices) => Ok(indices),
            None => self.indices_outside_table(),
        }
    }

    /// It takes the element by value, so that one whose indices are there need not be in memory.
    #[cold]
    #[inline(never)]
    fn indices_outside_table(self) -> Result<SemanticIndices<'a>, Error> {
        let (first, rows, count) = (self.semantic_indices_offset(), self.rows(), self.indices.len());
        // An element without rows has no indices, wherever it says that they start.
        if rows == 0 {
            return Ok(SemanticIndices::EMPTY);
        }
        let kind = ErrorKind::SemanticIndicesOutsideTable { first, rows, count };
        Err(self.error(kind, SEMANTIC_INDEXES_OFFSET))
    }

    /// Where the semantic indices start in the semantic-index table, in entries.
    #[doc(alias = "SemanticIndexes")]
    #[inline]
    #[must_use]
    pub fn semantic_indices_offset(&self) -> u32 {
        self.record.v0.semantic_indexes.get()
    }

    /// The number of rows, 1 to 32: the size of an array, 1 where the element is none.
    #[doc(alias = "Rows")]
    #[inline]
    #[must_use]
    pub const fn rows(&self) -> u8 {
        self.record.v0.rows
    }

    /// The number of columns, 1 to 4 (0 to 15 can be stored).
    #[doc(alias = "Cols")]
    #[inline]
    #[must_use]
    pub const fn cols(&self) -> u8 {
        self.record.v0.cols_and_start & 0xf
    }

    /// Whether the element takes registers. Depth, coverage and the like do not.
    #[doc(alias = "Allocated")]
    #[inline]
    #[must_use]
    pub const fn is_allocated(&self) -> bool {
        self.record.v0.cols_and_start & 0x40 != 0
    }

    /// The first register, 0 to 31; `None` where the element is not allocated.
    #[doc(alias = "StartRow")]
    #[inline]
    #[must_use]
    pub fn start_row(&self) -> Option<u8> {
        self.is_allocated().then_some(self.record.v0.start_row)
    }

    /// The first column, 0 to 3; `None` where the element is not allocated.
    #[doc(alias = "StartCol")]
    #[inline]
    #[must_use]
    pub fn start_col(&self) -> Option<u8> {
        self.is_allocated().then_some((self.record.v0.cols_and_start >> 4) & 3)
    }

    /// The components of a register that the element takes, bit 0 for x; `None` where the element is not allocated. Bits
    /// past the fourth say that it does not fit a register.
    #[must_use]
    pub fn component_mask(&self) -> Option<u32> {
        let columns = 1_u32.checked_shl(self.cols().into())?.saturating_sub(1);
        self.start_col().and_then(|start| columns.checked_shl(start.into()))
    }

    /// The type of the components.
    #[doc(alias = "ComponentType")]
    #[inline]
    #[must_use]
    pub const fn component_type(&self) -> ComponentType {
        ComponentType::from_raw(self.record.v0.component_type)
    }

    /// How the rasterizer interpolates it.
    #[doc(alias = "InterpolationMode")]
    #[inline]
    #[must_use]
    pub const fn interpolation_mode(&self) -> InterpolationMode {
        InterpolationMode::from_raw(self.record.v0.interpolation_mode)
    }

    /// The columns, counted from the element's first, whose rows are indexed dynamically; bit 0 for the first.
    #[doc(alias = "DynamicIndexMask")]
    #[inline]
    #[must_use]
    pub const fn dynamic_mask(&self) -> u8 {
        self.record.v0.dynamic_mask_and_stream & 0xf
    }

    /// The stream of a geometry shader that it goes to, 0 to 3.
    #[doc(alias = "OutputStream")]
    #[inline]
    #[must_use]
    pub const fn stream(&self) -> u8 {
        (self.record.v0.dynamic_mask_and_stream >> 4) & 3
    }

    /// The bits the format reserves, in place: bit 7 of byte 10, bits 6 and 7 of byte 14, byte 15. All are zero in a file
    /// of a compiler known.
    #[doc(alias = "Reserved")]
    #[inline]
    #[must_use]
    pub const fn reserved_bits(&self) -> [u8; 3] {
        [self.record.v0.cols_and_start & 0x80, self.record.v0.dynamic_mask_and_stream & 0xc0, self.record.v0.reserved]
    }

    /// The element's place in its signature.
    #[inline]
    #[must_use]
    pub const fn index(&self) -> u32 {
        self.index
    }

    /// Where the record starts in the slice that was read.
    #[inline]
    #[must_use]
    pub const fn offset(&self) -> u32 {
        // Worked out here: few ask for it, and its parts are the same for all elements.
        self.tables_offset.wrapping_add(self.skipped.wrapping_add(self.index).wrapping_mul(self.stride))
    }

    /// What the record holds beyond the fields known. Empty in a part read by [`read`](super::read).
    #[inline]
    #[must_use]
    pub const fn unknown(&self) -> &'a [u8] {
        &self.record.unknown
    }

    /// In line, so that an element need not be in memory for the sake of an error that is not there.
    #[inline(always)]
    pub(super) const fn error(&self, kind: ErrorKind, field_offset: u32) -> Error {
        Error::new(kind, self.offset().saturating_add(field_offset), self.signature.region(self.index))
    }
}

impl fmt::Debug for Element<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Element")
            .field("name", &self.name_bytes().map(Quoted))
            .field("semantic_kind", &self.semantic_kind())
            .field("semantic_indices", &self.semantic_indices())
            .field("rows", &self.rows())
            .field("cols", &self.cols())
            .field("start_row", &self.start_row())
            .field("start_col", &self.start_col())
            .field("component_type", &self.component_type())
            .field("interpolation_mode", &self.interpolation_mode())
            .field("dynamic_mask", &self.dynamic_mask())
            .field("stream", &self.stream())
            .finish_non_exhaustive()
    }
}
