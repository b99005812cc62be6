//! Tables in the scratch words that the caller lends.

use crate::bytes::to_usize;
use crate::error::{Error, ErrorKind, Region};

/// Hands out the lent words from front to back.
pub(super) struct Scratch<'s> {
    rest: &'s mut [u32],
}

impl<'s> Scratch<'s> {
    /// Words that are lent for `needed`.
    pub(super) fn new(words: &'s mut [u32], needed: u64) -> Result<Self, Error> {
        let length = words.len();
        match usize::try_from(needed).ok().and_then(|needed| words.get_mut(..needed)) {
            Some(rest) => Ok(Self { rest }),
            None => Err(too_small(length, needed)),
        }
    }

    /// All the words there are.
    pub(super) const fn whole(words: &'s mut [u32]) -> Self {
        Self { rest: words }
    }

    /// The next `length` words; fewer where fewer are left, which writes and reads then meet.
    pub(super) fn take(&mut self, length: u32) -> &'s mut [u32] {
        let rest = core::mem::take(&mut self.rest);
        let middle = to_usize(length).min(rest.len());
        let (taken, rest) = rest.split_at_mut_checked(middle).unwrap_or_default();
        self.rest = rest;
        taken
    }

    /// Room for `rows` rows.
    pub(super) fn table<const N: usize>(&mut self, rows: u32) -> RowsMut<'s, N> {
        let length = u32::try_from(N).unwrap_or(u32::MAX).saturating_mul(rows);
        RowsMut { words: self.take(length), used: 0 }
    }
}

#[cold]
pub(super) fn too_small(length: usize, needed: u64) -> Error {
    let clamp = |length: u64| u32::try_from(length).unwrap_or(u32::MAX);
    let length = clamp(u64::try_from(length).unwrap_or(u64::MAX));
    Error::new(ErrorKind::ScratchTooSmall { length, needed: clamp(needed) }, 0, Region::Scratch)
}

#[inline]
fn start<const N: usize>(row: u32) -> Option<usize> {
    to_usize(row).checked_mul(N)
}

/// A table that is being filled.
pub(super) struct RowsMut<'s, const N: usize> {
    words: &'s mut [u32],
    used: u32,
}

impl<'s, const N: usize> RowsMut<'s, N> {
    #[inline]
    pub(super) const fn len(&self) -> u32 {
        self.used
    }

    #[inline]
    pub(super) fn push(&mut self, row: [u32; N]) {
        self.set(self.used, row);
        self.used = self.used.saturating_add(1);
    }

    #[inline]
    pub(super) fn set(&mut self, row: u32, value: [u32; N]) {
        let words = start::<N>(row).and_then(|start| self.words.get_mut(start..)?.first_chunk_mut());
        if let Some(words) = words {
            *words = value;
        }
    }

    #[inline]
    pub(super) fn get(&self, row: u32) -> Option<[u32; N]> {
        self.words.get(start::<N>(row)?..)?.first_chunk().copied()
    }

    pub(super) fn finish(self) -> Rows<'s, N> {
        Rows { words: self.words, count: self.used }
    }

    pub(super) fn reading(&self) -> Rows<'_, N> {
        Rows { words: self.words, count: self.used }
    }
}

/// A table that has been filled.
#[derive(Clone, Copy)]
pub(super) struct Rows<'s, const N: usize> {
    words: &'s [u32],
    count: u32,
}

impl<const N: usize> Rows<'_, N> {
    #[inline]
    pub(super) const fn len(self) -> u32 {
        self.count
    }

    #[inline]
    pub(super) fn get(self, row: u32) -> Option<[u32; N]> {
        if row >= self.count {
            return None;
        }
        self.words.get(start::<N>(row)?..)?.first_chunk().copied()
    }
}
