//! Which SpecIds a constant depends on.

use core::fmt;
use core::iter::FusedIterator;

use super::constant::Constant;
use super::ids::Def;
use super::index::Index;
use super::opcode;
use super::operation;
use super::table::{Scratch, too_small};
use crate::bytes::to_usize;
use crate::error::Error;

/// One bit for each constant.
struct Marks<'s> {
    words: &'s mut [u32],
}

impl Marks<'_> {
    fn set(&mut self, constant: u32) {
        if let Some(word) = self.words.get_mut(to_usize(constant >> 5)) {
            *word |= bit(constant);
        }
    }
}

fn bit(constant: u32) -> u32 {
    1_u32.wrapping_shl(constant & 31)
}

fn is_marked(words: &[u32], constant: u32) -> bool {
    words.get(to_usize(constant >> 5)).is_some_and(|word| word & bit(constant) != 0)
}

/// Marks what the roots depend on. Operands are defined before they are used, so one pass from back to front sees all.
pub(super) fn mark<'s>(
    index: &'s Index<'s>,
    roots: impl Iterator<Item = u32>,
    scratch: &'s mut [u32],
) -> Result<Dependencies<'s>, Error> {
    let needed = index.dependency_words();
    if scratch.len() < needed {
        return Err(too_small(scratch.len(), u64::try_from(needed).unwrap_or(u64::MAX)));
    }
    let count = u32::try_from(needed).unwrap_or(u32::MAX);
    let mut marks = Marks { words: Scratch::whole(scratch).take(count) };
    marks.words.fill(0);
    let mut last = 0;
    for root in roots {
        last = last.max(root);
        marks.set(root);
    }
    for constant in (0..=last).rev().filter(|_| index.constants.len() > 0) {
        if is_marked(marks.words, constant) {
            mark_operands(index, constant, &mut marks);
        }
    }
    Ok(Dependencies { index, marks: marks.words, settables: index.spec_id_settables, last: None })
}

fn mark_operands(index: &Index<'_>, constant: u32, marks: &mut Marks<'_>) {
    let Some(row) = index.row(constant) else { return };
    let Some(instruction) = index.module.instruction_at(row.offset) else { return };
    let ids = match instruction.opcode() {
        opcode::CONSTANT_COMPOSITE
        | opcode::SPEC_CONSTANT_COMPOSITE
        | opcode::CONSTANT_COMPOSITE_REPLICATE
        | opcode::SPEC_CONSTANT_COMPOSITE_REPLICATE => 2..instruction.word_count().saturating_sub(1),
        opcode::SPEC_CONSTANT_OP => operation::id_operands(&instruction),
        _ => return,
    };
    for operand in ids {
        if let Some(Def::Constant(operand)) = instruction.operand(operand).and_then(|id| index.ids.find(id)) {
            if operand < constant {
                marks.set(operand);
            }
        }
    }
}

impl Constant<'_> {
    /// The SpecIds that its value depends on, its own included, through any number of constants; ascending and each once.
    ///
    /// The work is linear in the constants.
    ///
    /// # Errors
    ///
    /// `scratch` has not as many words as [`Index::dependency_words`] says
    /// ([`ErrorKind::ScratchTooSmall`](crate::ErrorKind::ScratchTooSmall)).
    pub fn spec_ids<'s>(&'s self, scratch: &'s mut [u32]) -> Result<Dependencies<'s>, Error> {
        mark(self.index(), core::iter::once(self.row()), scratch)
    }
}

/// SpecIds that something depends on, ascending and each once.
#[derive(Clone)]
pub struct Dependencies<'s> {
    index: &'s Index<'s>,
    marks: &'s [u32],
    settables: &'s [u32],
    last: Option<u32>,
}

impl Iterator for Dependencies<'_> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        loop {
            let (&settable, rest) = self.settables.split_first()?;
            self.settables = rest;
            let [constant, spec_id, _] = self.index.settables.get(settable)?;
            if self.last != Some(spec_id) && is_marked(self.marks, constant) {
                self.last = Some(spec_id);
                return Some(spec_id);
            }
        }
    }
}

impl FusedIterator for Dependencies<'_> {}

impl fmt::Debug for Dependencies<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}
