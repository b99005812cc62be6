use core::fmt;

use super::Reading;
use super::layout::{ResourceBindInfo1, ResourceRecord};
use super::strided::{Place, Strided, table_view};
use super::values::{ResourceFlags, ResourceKind, ResourceType};
use crate::bytes::{self, Cursor};
use crate::error::{ErrorKind, Fault, Region};

const SMALLEST: u32 = 16;
const NEWEST: u32 = 24;

/// The resource table: a record for each range of registers that the shader uses.
///
/// The compiler writes constant buffers, then samplers, then read-only, then writable resources; within a class the order
/// is that of the declarations, not of the registers. Resources reached through a descriptor heap have no record.
#[derive(Clone, Copy)]
pub struct Resources<'a> {
    table: Strided<'a>,
    /// Where the table starts in the caller's slice.
    offset: u32,
}

impl<'a> Resources<'a> {
    #[inline]
    pub(super) const fn new(table: Strided<'a>, offset: u32) -> Self {
        Self { table, offset }
    }

    #[inline]
    pub(super) fn read<F: Fault>(cursor: &mut Cursor<'a>, reading: Reading) -> Result<Strided<'a>, F> {
        let at_count = *cursor;
        let count = cursor.word::<F>(Region::Resources)?;
        if count == 0 {
            return Ok(Strided::EMPTY);
        }
        let at_size = *cursor;
        let size = cursor.word::<F>(Region::Resources)?;
        let is_taken = match reading {
            Reading::Strict => size == SMALLEST || size == NEWEST,
            Reading::Newer => size >= SMALLEST,
        };
        if !is_taken {
            let kind = if size < SMALLEST {
                ErrorKind::ResourceRecordTooSmall { size, minimum: SMALLEST }
            } else {
                ErrorKind::UnsupportedResourceRecordSize { size, newest: NEWEST }
            };
            return Err(F::new(kind, at_size.offset(), Region::Resources));
        }
        let Some(records) = cursor.table(count, size) else {
            let kind = ErrorKind::ResourcesOutOfBounds { count, room: cursor.room(size) };
            return Err(F::new(kind, at_count.offset(), Region::Resources));
        };
        Ok(Strided::new(records, size, count))
    }

    #[inline]
    const fn item(&self, place: Place<'a, ResourceRecord>) -> Resource<'a> {
        let Place { record, index } = place;
        let offset = self.offset.wrapping_add(self.table.offset_of(index));
        Resource { record, index, offset }
    }

    /// The size of a record as stored, in bytes: 16, or from version 2 on 24; in a part read by
    /// [`read_newer`](super::read_newer) any size from 16 on. `None` where there are no records, for then no size is stored.
    #[inline]
    #[must_use]
    pub fn record_size(&self) -> Option<u32> {
        self.table.stride()
    }
}

table_view!(Resources, ResourcesIter, Resource, "resource");

/// A range of registers that the shader uses (`PSVResourceBindInfo0` and `1`).
#[derive(Clone, Copy)]
pub struct Resource<'a> {
    record: &'a ResourceRecord,
    index: u32,
    offset: u32,
}

impl<'a> Resource<'a> {
    /// The class of the resource, and how the shader accesses it.
    #[doc(alias = "ResType")]
    #[inline]
    #[must_use]
    pub fn resource_type(&self) -> ResourceType {
        ResourceType::from_raw(self.record.v0.resource_type.get())
    }

    /// The register space.
    #[doc(alias = "Space")]
    #[inline]
    #[must_use]
    pub fn space(&self) -> u32 {
        self.record.v0.space.get()
    }

    /// The first register.
    #[doc(alias = "LowerBound")]
    #[inline]
    #[must_use]
    pub fn lower(&self) -> u32 {
        self.record.v0.lower.get()
    }

    /// The last register, itself in the range; `u32::MAX` where the range is unbounded.
    #[doc(alias = "UpperBound")]
    #[inline]
    #[must_use]
    pub fn upper(&self) -> u32 {
        self.record.v0.upper.get()
    }

    /// Whether the range has no end: an array without a size. A range that ends with register `u32::MAX` looks the same.
    #[inline]
    #[must_use]
    pub fn is_unbounded(&self) -> bool {
        self.upper() == u32::MAX
    }

    /// The number of registers: `None` where the range is unbounded, 0 where it ends before it starts (which
    /// [`Psv::validate`](super::Psv::validate) reports).
    #[must_use]
    pub fn count(&self) -> Option<u64> {
        let (lower, upper) = (u64::from(self.lower()), u64::from(self.upper()));
        (!self.is_unbounded()).then(|| upper.saturating_add(1).saturating_sub(lower))
    }

    /// The shape of the resource; `None` in a record of 16 bytes.
    #[doc(alias = "ResKind")]
    #[inline]
    #[must_use]
    pub fn kind(&self) -> Option<ResourceKind> {
        self.v1().map(|record| ResourceKind::from_raw(record.kind.get()))
    }

    /// How the resource is used; `None` in a record of 16 bytes.
    #[doc(alias = "ResFlags")]
    #[inline]
    #[must_use]
    pub fn flags(&self) -> Option<ResourceFlags> {
        self.v1().map(|record| ResourceFlags::from_bits(record.flags.get()))
    }

    /// The record's place in the table.
    #[inline]
    #[must_use]
    pub const fn index(&self) -> u32 {
        self.index
    }

    /// Where the record starts in the slice that was read.
    #[inline]
    #[must_use]
    pub const fn offset(&self) -> u32 {
        self.offset
    }

    /// What the record holds beyond the fields known. Empty in a part read by [`read`](super::read).
    #[inline]
    #[must_use]
    pub fn unknown(&self) -> &'a [u8] {
        let added = &self.record.added;
        added.get(size_of::<ResourceBindInfo1>()..).unwrap_or(added)
    }

    #[inline]
    fn v1(&self) -> Option<&'a ResourceBindInfo1> {
        bytes::record(&self.record.added)
    }
}

impl fmt::Debug for Resource<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Resource")
            .field("resource_type", &self.resource_type())
            .field("space", &self.space())
            .field("lower", &self.lower())
            .field("upper", &self.upper())
            .field("kind", &self.kind())
            .field("flags", &self.flags())
            .finish_non_exhaustive()
    }
}
