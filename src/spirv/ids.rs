//! From a result id to what it is.

use super::radix;
use super::table::Scratch;
use crate::bytes::to_usize;

/// What an id stands for, with the number of its row in the table of its kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Def {
    Type(u32),
    Constant(u32),
    Group(u32),
    /// A variable, a string or anything else of which nothing but the id is kept.
    Other,
}

/// Two bits for the kind, 30 for the row plus one: a module of 2^32 bytes has fewer instructions than that.
const ROW_BITS: u32 = 30;
const ROW_MASK: u32 = (1 << ROW_BITS) - 1;

impl Def {
    #[inline]
    fn pack(self) -> u32 {
        let (kind, row) = match self {
            Self::Type(row) => (0, row),
            Self::Constant(row) => (1, row),
            Self::Group(row) => (2, row),
            Self::Other => (3_u32, 0),
        };
        kind << ROW_BITS | (row.saturating_add(1) & ROW_MASK)
    }

    #[inline]
    fn unpack(packed: u32) -> Option<Self> {
        let row = (packed & ROW_MASK).checked_sub(1)?;
        Some(match packed >> ROW_BITS {
            0 => Self::Type(row),
            1 => Self::Constant(row),
            2 => Self::Group(row),
            _ => Self::Other,
        })
    }
}

/// How the ids are kept: by the id itself where the module is as long as its bound, which a module in use always is, else
/// sorted. The bound is only a number in the file and must not decide how much memory is needed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Layout {
    ById { bound: u32 },
    Sorted { results: u32 },
}

impl Layout {
    fn of(bound: u32, module_words: u32, results: u32) -> Self {
        if bound <= module_words { Self::ById { bound } } else { Self::Sorted { results } }
    }
}

/// The words that a table of `results` ids needs.
pub(super) fn table_words(bound: u32, module_words: u32, results: u32) -> u64 {
    match Layout::of(bound, module_words, results) {
        Layout::ById { bound } => bound.into(),
        Layout::Sorted { results } => u64::from(results).saturating_mul(4),
    }
}

/// The table while it is filled.
pub(super) struct IdsMut<'s> {
    layout: Layout,
    keys: &'s mut [u32],
    entries: &'s mut [u32],
    spare_keys: &'s mut [u32],
    spare_entries: &'s mut [u32],
    used: usize,
    duplicated: bool,
}

impl<'s> IdsMut<'s> {
    pub(super) fn new(scratch: &mut Scratch<'s>, bound: u32, module_words: u32, results: u32) -> Self {
        let layout = Layout::of(bound, module_words, results);
        let (entries, keys) = match layout {
            Layout::ById { bound } => (bound, 0),
            Layout::Sorted { results } => (results, results),
        };
        let entries = scratch.take(entries);
        entries.fill(0);
        Self {
            layout,
            keys: scratch.take(keys),
            entries,
            spare_keys: scratch.take(keys),
            spare_entries: scratch.take(keys),
            used: 0,
            duplicated: false,
        }
    }

    /// Adds the id of a result; it is below the bound.
    #[inline]
    pub(super) fn push(&mut self, id: u32, def: Def) {
        let at = match self.layout {
            Layout::ById { .. } => to_usize(id),
            Layout::Sorted { .. } => self.used,
        };
        if let Some(key) = self.keys.get_mut(at) {
            *key = id;
        }
        if let Some(entry) = self.entries.get_mut(at) {
            self.duplicated |= *entry != 0;
            *entry = def.pack();
        }
        self.used = self.used.saturating_add(1);
    }

    /// Sorts what needs to be sorted, and says whether an id was added twice.
    pub(super) fn sort(&mut self) -> bool {
        radix::sort(self.keys, self.entries, self.spare_keys, self.spare_entries);
        self.duplicated || self.keys.iter().zip(self.keys.iter().skip(1)).any(|(key, next)| key == next)
    }

    /// Takes an id out, and says whether it was there: how the first of several duplicates is found.
    pub(super) fn remove(&mut self, id: u32) -> bool {
        let at = match self.layout {
            Layout::ById { .. } => to_usize(id),
            Layout::Sorted { .. } => self.keys.partition_point(|&key| key < id),
        };
        self.entries.get_mut(at).is_some_and(|entry| core::mem::take(entry) != 0)
    }

    pub(super) fn finish(self) -> Ids<'s> {
        Ids { layout: self.layout, keys: self.keys, entries: self.entries }
    }
}

/// The table of ids.
#[derive(Clone, Copy)]
pub(super) struct Ids<'s> {
    layout: Layout,
    keys: &'s [u32],
    entries: &'s [u32],
}

impl Ids<'_> {
    #[inline]
    pub(super) fn find(self, id: u32) -> Option<Def> {
        let at = match self.layout {
            Layout::ById { .. } => to_usize(id),
            Layout::Sorted { .. } => self.keys.binary_search(&id).ok()?,
        };
        Def::unpack(*self.entries.get(at)?)
    }
}
