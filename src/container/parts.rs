use core::fmt;
use core::iter::FusedIterator;
use core::slice;

use super::layout::{DIRECTORY_OFFSET, PART_HEADER_SIZE, PartHeader};
use crate::bytes::{self, U32, WORD, to_usize};
use crate::error::{Error, ErrorKind, Region};
use crate::values::FourCc;

/// A part of a container: a tag and some bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Part<'a> {
    tag: FourCc,
    /// Where the data starts in the input.
    offset: u32,
    data: &'a [u8],
}

impl<'a> Part<'a> {
    /// What the part holds.
    #[inline]
    #[must_use]
    pub const fn tag(&self) -> FourCc {
        self.tag
    }

    /// The part's data, without its 8-byte header.
    #[inline]
    #[must_use]
    pub const fn data(&self) -> &'a [u8] {
        self.data
    }

    /// Where the data starts, counted from the start of the container.
    #[inline]
    #[must_use]
    pub const fn offset(&self) -> u32 {
        self.offset
    }

    /// Where the part's header starts, counted from the start of the container: the offset that the directory stores.
    #[inline]
    #[must_use]
    pub const fn header_offset(&self) -> u32 {
        self.offset.saturating_sub(PART_HEADER_SIZE)
    }

    /// Where the data ends, counted from the start of the container.
    #[inline]
    #[must_use]
    pub fn end(&self) -> u32 {
        self.offset.saturating_add(bytes::length(self.data))
    }
}

impl fmt::Debug for Part<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Part")
            .field("tag", &self.tag)
            .field("offset", &self.offset)
            .field("size", &self.data.len())
            .finish()
    }
}

/// The parts of a container, in the order of its directory.
#[derive(Clone)]
pub struct Parts<'a> {
    declared: &'a [u8],
    directory: slice::Iter<'a, U32>,
    directory_end: u32,
}

impl<'a> Parts<'a> {
    #[inline]
    pub(super) fn new(declared: &'a [u8], directory: &'a [U32]) -> Self {
        let length = u32::try_from(directory.len()).unwrap_or(u32::MAX).saturating_mul(WORD);
        Self { declared, directory: directory.iter(), directory_end: DIRECTORY_OFFSET.saturating_add(length) }
    }

    /// Where the directory ends and parts may begin.
    pub(super) const fn directory_end(&self) -> u32 {
        self.directory_end
    }

    /// Where the directory stores the offset of the part that comes next.
    pub(super) fn entry_offset(&self) -> u32 {
        let left = u32::try_from(self.directory.len()).unwrap_or(u32::MAX).saturating_mul(WORD);
        self.directory_end.saturating_sub(left)
    }

    /// Makes sure that every part lies where a part may lie.
    #[inline]
    pub(super) fn check(mut self) -> Result<(), Error> {
        while let Some(part_offset) = self.directory.as_slice().first() {
            self.locate(part_offset.get())?;
            self.directory.next();
        }
        Ok(())
    }

    /// The part at this offset, which is that of the directory's next entry.
    #[inline(always)]
    fn locate(&self, part_offset: u32) -> Result<Part<'a>, Error> {
        if part_offset < self.directory_end {
            let kind = ErrorKind::PartOffsetInsideDirectory { part_offset, minimum: self.directory_end };
            return Err(Error::new(kind, self.entry_offset(), Region::PartDirectory));
        }
        let Some((header, rest)) = bytes::record_and_rest_at::<PartHeader>(self.declared, part_offset) else {
            let kind = ErrorKind::PartHeaderOutOfBounds { part_offset, size: bytes::length(self.declared) };
            return Err(Error::new(kind, self.entry_offset(), Region::PartDirectory));
        };
        let (tag, size) = (FourCc::new(header.tag), header.size.get());
        let Some(data) = rest.get(..to_usize(size)) else {
            let kind = ErrorKind::PartOutOfBounds { size, available: bytes::length(rest) };
            return Err(Error::new(kind, part_offset.wrapping_add(WORD), Region::Part(tag)));
        };
        // The header lies inside the container, so its end does not pass `u32::MAX`.
        Ok(Part { tag, offset: part_offset.wrapping_add(PART_HEADER_SIZE), data })
    }
}

impl<'a> Iterator for Parts<'a> {
    type Item = Part<'a>;

    #[inline]
    fn next(&mut self) -> Option<Part<'a>> {
        let part_offset = self.directory.as_slice().first()?.get();
        // `Container::parse` has seen every part succeed.
        let part = self.locate(part_offset).ok();
        self.directory.next();
        part
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.directory.size_hint()
    }
}

impl ExactSizeIterator for Parts<'_> {}
impl FusedIterator for Parts<'_> {}

impl fmt::Debug for Parts<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}
