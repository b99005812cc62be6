use core::fmt;
use core::iter::FusedIterator;

use crate::bytes::{Cursor, U32, WORD, to_usize};
use crate::error::{ErrorKind, Fault, Region};

/// A list of semantic indices: the part's whole table, or the rows of one element.
///
/// Elements share entries where their indices are the same.
#[derive(Clone, Copy)]
pub struct SemanticIndices<'a> {
    entries: &'a [U32],
}

impl<'a> SemanticIndices<'a> {
    pub(super) const EMPTY: Self = Self { entries: &[] };

    #[inline]
    pub(super) fn read<F: Fault>(cursor: &mut Cursor<'a>) -> Result<Self, F> {
        let at_count = *cursor;
        let count = cursor.word::<F>(Region::SemanticIndices)?;
        let Some(entries) = cursor.records(count) else {
            let kind = ErrorKind::SemanticIndicesOutOfBounds { count, room: cursor.room(WORD) };
            return Err(F::new(kind, at_count.offset(), Region::SemanticIndices));
        };
        Ok(Self { entries })
    }

    /// The `rows` entries from `first` on, as far as the table has them.
    #[inline]
    pub(super) fn rows(&self, first: u32, rows: u8) -> Option<Self> {
        let start = to_usize(first);
        let end = start.checked_add(rows.into())?;
        self.entries.get(start..end).map(|entries| Self { entries })
    }

    /// The number of indices.
    #[inline]
    #[must_use]
    pub fn len(&self) -> u32 {
        u32::try_from(self.entries.len()).unwrap_or(u32::MAX)
    }

    /// Whether there are none.
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The index at this place; of an element, the index of this row.
    #[inline]
    #[must_use]
    pub fn get(&self, place: u32) -> Option<u32> {
        self.entries.get(to_usize(place)).map(|entry| entry.get())
    }

    /// All of them in order.
    #[inline]
    #[must_use]
    pub fn iter(&self) -> SemanticIndicesIter<'a> {
        SemanticIndicesIter { entries: self.entries }
    }
}

impl<'a> IntoIterator for SemanticIndices<'a> {
    type Item = u32;
    type IntoIter = SemanticIndicesIter<'a>;

    #[inline]
    fn into_iter(self) -> SemanticIndicesIter<'a> {
        self.iter()
    }
}

impl<'a> IntoIterator for &SemanticIndices<'a> {
    type Item = u32;
    type IntoIter = SemanticIndicesIter<'a>;

    #[inline]
    fn into_iter(self) -> SemanticIndicesIter<'a> {
        self.iter()
    }
}

impl fmt::Debug for SemanticIndices<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

/// Iterates over semantic indices.
#[derive(Clone)]
pub struct SemanticIndicesIter<'a> {
    entries: &'a [U32],
}

impl Iterator for SemanticIndicesIter<'_> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        let (entry, others) = self.entries.split_first()?;
        self.entries = others;
        Some(entry.get())
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.entries.len(), Some(self.entries.len()))
    }
}

impl ExactSizeIterator for SemanticIndicesIter<'_> {}
impl FusedIterator for SemanticIndicesIter<'_> {}

impl fmt::Debug for SemanticIndicesIter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}
