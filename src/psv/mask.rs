use core::fmt;
use core::iter::FusedIterator;

use crate::bytes::{U32, to_usize};

/// Components of a row.
pub(super) const COLUMNS: u32 = 4;

/// The words that a bit for each component of `vectors` rows takes (`PSVComputeMaskDwordsFromVectors`).
#[inline]
pub(super) fn mask_words(vectors: u8) -> u32 {
    u32::from(vectors).saturating_add(7) >> 3
}

/// The components of `vectors` rows.
#[inline]
pub(super) fn components(vectors: u8) -> u32 {
    u32::from(vectors).saturating_mul(COLUMNS)
}

/// A set of a signature's components (`PSVComponentMask`).
///
/// A component's number is four times its register row plus its column: row 1, column y is 5.
#[derive(Clone, Copy)]
pub struct ComponentMask<'a> {
    words: &'a [U32],
    vectors: u8,
}

impl<'a> ComponentMask<'a> {
    #[inline]
    pub(super) const fn new(words: &'a [U32], vectors: u8) -> Self {
        Self { words, vectors }
    }

    /// Whether the set has this component. It has none past the signature's last row, whatever bits are stored there.
    #[must_use]
    pub fn contains(&self, component: u32) -> bool {
        let word = self.words.get(to_usize(component >> 5)).map_or(0, |word| word.get());
        component < self.component_count() && (word >> (component & 31)) & 1 != 0
    }

    /// The components in the set, ascending.
    #[must_use]
    pub fn iter(&self) -> Components<'a> {
        Components { words: self.words, bits: 0, base: 0, next_base: 0, limit: self.component_count() }
    }

    /// Whether the set has no component.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }

    /// The lowest component past the signature's last row whose bit is set. Only the last word has room for one.
    pub(super) fn first_beyond(&self) -> Option<u32> {
        let last = self.words.last()?.get();
        let used = self.component_count() & 31;
        let beyond = if used == 0 { 0 } else { last & u32::MAX.checked_shl(used)? };
        let base = self.component_count().saturating_sub(used);
        (beyond != 0).then(|| base.saturating_add(beyond.trailing_zeros()))
    }

    /// The number of components that the signature has, four for each of its rows.
    #[must_use]
    pub fn component_count(&self) -> u32 {
        components(self.vectors)
    }

    /// The words as they are stored, component 0 in the lowest bit of the first.
    #[must_use]
    pub fn words(&self) -> Words<'a> {
        Words::new(self.words)
    }
}

impl<'a> IntoIterator for ComponentMask<'a> {
    type Item = u32;
    type IntoIter = Components<'a>;

    fn into_iter(self) -> Components<'a> {
        self.iter()
    }
}

impl<'a> IntoIterator for &ComponentMask<'a> {
    type Item = u32;
    type IntoIter = Components<'a>;

    fn into_iter(self) -> Components<'a> {
        self.iter()
    }
}

impl fmt::Debug for ComponentMask<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self).finish()
    }
}

/// Iterates over the numbers of a mask's components, ascending. The work is linear in the mask's words.
#[derive(Clone)]
pub struct Components<'a> {
    words: &'a [U32],
    /// The bits of the current word that are still to come.
    bits: u32,
    base: u32,
    next_base: u32,
    limit: u32,
}

impl Iterator for Components<'_> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        while self.bits == 0 {
            let (word, rest) = self.words.split_first()?;
            self.words = rest;
            self.bits = word.get();
            self.base = self.next_base;
            self.next_base = self.next_base.saturating_add(u32::BITS);
        }
        let component = self.base.saturating_add(self.bits.trailing_zeros());
        self.bits &= self.bits.wrapping_sub(1);
        if component < self.limit {
            return Some(component);
        }
        // Numbers only grow: what is left lies past the last row too.
        self.bits = 0;
        self.words = &[];
        None
    }
}

impl FusedIterator for Components<'_> {}

impl fmt::Debug for Components<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.clone()).finish()
    }
}

/// For each component of one signature, the components of another that depend on it (`PSVDependencyTable`).
#[derive(Clone, Copy)]
pub struct DependencyTable<'a> {
    words: &'a [U32],
    /// Components, not rows.
    inputs: u32,
    outputs: u8,
}

impl<'a> DependencyTable<'a> {
    #[inline]
    pub(super) const fn new(words: &'a [U32], inputs: u32, outputs: u8) -> Self {
        Self { words, inputs, outputs }
    }

    /// Whether this output component depends on this input component.
    #[must_use]
    pub fn contains(&self, input: u32, output: u32) -> bool {
        self.row(input).contains(output)
    }

    /// The output components that depend on this input component; empty for one past the last.
    #[must_use]
    pub fn row(&self, input: u32) -> ComponentMask<'a> {
        let length = to_usize(mask_words(self.outputs));
        let start = length.saturating_mul(to_usize(input));
        let words = self.words.split_at_checked(start).and_then(|(_, rest)| rest.get(..length)).unwrap_or_default();
        ComponentMask::new(words, self.outputs)
    }

    /// A row for each input component, in the order of their numbers.
    #[must_use]
    pub fn rows(&self) -> DependencyRows<'a> {
        DependencyRows { table: *self, next: 0 }
    }

    /// The number of input components, four for each row of their signature: so many rows the table has.
    #[must_use]
    pub const fn input_count(&self) -> u32 {
        self.inputs
    }

    /// The number of output components, four for each row of their signature.
    #[must_use]
    pub fn output_count(&self) -> u32 {
        components(self.outputs)
    }

    /// Whether no output component depends on any input component.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows().all(|row| row.is_empty())
    }

    /// The words as they are stored, row after row.
    #[must_use]
    pub fn words(&self) -> Words<'a> {
        Words::new(self.words)
    }
}

/// Prints pairs of an input component and what depends on it. (A map would read better; the formatter's can panic.)
impl<'a> IntoIterator for DependencyTable<'a> {
    type Item = ComponentMask<'a>;
    type IntoIter = DependencyRows<'a>;

    fn into_iter(self) -> DependencyRows<'a> {
        self.rows()
    }
}

impl<'a> IntoIterator for &DependencyTable<'a> {
    type Item = ComponentMask<'a>;
    type IntoIter = DependencyRows<'a>;

    fn into_iter(self) -> DependencyRows<'a> {
        self.rows()
    }
}

impl fmt::Debug for DependencyTable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries((0..self.inputs).zip(self.rows()).filter(|(_, row)| !row.is_empty())).finish()
    }
}

/// Iterates over the rows of a [`DependencyTable`]: row `i` holds what depends on input component `i`.
#[derive(Clone, Debug)]
pub struct DependencyRows<'a> {
    table: DependencyTable<'a>,
    next: u32,
}

impl<'a> Iterator for DependencyRows<'a> {
    type Item = ComponentMask<'a>;

    fn next(&mut self) -> Option<ComponentMask<'a>> {
        if self.next >= self.table.input_count() {
            return None;
        }
        let row = self.table.row(self.next);
        self.next = self.next.saturating_add(1);
        Some(row)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = to_usize(self.table.input_count().saturating_sub(self.next));
        (left, Some(left))
    }
}

impl ExactSizeIterator for DependencyRows<'_> {}
impl FusedIterator for DependencyRows<'_> {}

/// Iterates over stored 32-bit words.
#[derive(Clone)]
pub struct Words<'a> {
    words: core::slice::Iter<'a, U32>,
}

impl<'a> Words<'a> {
    pub(super) fn new(words: &'a [U32]) -> Self {
        Self { words: words.iter() }
    }
}

impl Iterator for Words<'_> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        self.words.next().map(|word| word.get())
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.words.size_hint()
    }
}

impl ExactSizeIterator for Words<'_> {}
impl FusedIterator for Words<'_> {}

impl fmt::Debug for Words<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}
