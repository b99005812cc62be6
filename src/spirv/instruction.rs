use core::fmt;
use core::iter::FusedIterator;

use super::header::{FIRST_INSTRUCTION, Module};
use super::text::Text;
use crate::bytes::{WORD, Words};
use crate::error::{Error, ErrorKind, Region};

/// An instruction, all of whose words lie inside the module.
#[derive(Clone, Copy)]
pub struct Instruction<'a> {
    opcode: u16,
    /// Its words after the first.
    operands: Words<'a>,
    word_offset: u32,
    number: u32,
}

impl<'a> Instruction<'a> {
    /// The low half of the first word.
    #[inline]
    #[must_use]
    pub const fn opcode(&self) -> u16 {
        self.opcode
    }

    /// The words it has, the first included; 1 to 65,535.
    #[inline]
    #[must_use]
    pub fn word_count(&self) -> u32 {
        self.operands.count().saturating_add(1)
    }

    /// Where it starts, in words from the start of the module.
    #[inline]
    #[must_use]
    pub const fn word_offset(&self) -> u32 {
        self.word_offset
    }

    /// Its number in the module, counted from 0.
    #[inline]
    #[must_use]
    pub const fn number(&self) -> u32 {
        self.number
    }

    /// The words after the first.
    #[inline]
    #[must_use]
    pub const fn operands(&self) -> Operands<'a> {
        Operands { words: self.operands }
    }

    /// The word after the first with this number, counted from 0.
    #[inline]
    #[must_use]
    pub fn operand(&self, index: u32) -> Option<u32> {
        self.operands.get(index)
    }

    /// The literal string that starts at the operand with this number.
    #[must_use]
    pub fn text(&self, index: u32) -> Option<Text<'a>> {
        let length = self.operands.count().checked_sub(index)?;
        self.operands.slice(index, length).map(Text::new)
    }

    /// An error about the instruction's word with this number.
    #[cold]
    pub(super) fn error(&self, kind: ErrorKind, word: u32) -> Error {
        let offset = self.word_offset.saturating_add(word).saturating_mul(WORD);
        Error::new(kind, offset, Region::Instruction(self.number))
    }

    /// Asks for a number of words.
    #[inline]
    pub(super) fn expect_words(&self, expected: u32) -> Result<(), Error> {
        let found = self.word_count();
        if found == expected { Ok(()) } else { Err(self.error(ErrorKind::WordCountMismatch { found, expected }, 0)) }
    }

    /// The operand with this number, in an instruction that must have it.
    #[inline]
    pub(super) fn required(&self, index: u32) -> Result<u32, Error> {
        self.operand(index).ok_or_else(|| {
            let kind = ErrorKind::WordCountTooSmall { found: self.word_count(), minimum: index.saturating_add(2) };
            self.error(kind, 0)
        })
    }
}

impl fmt::Debug for Instruction<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Instruction")
            .field("opcode", &self.opcode)
            .field("word_offset", &self.word_offset)
            .field("operands", &self.operands())
            .finish_non_exhaustive()
    }
}

/// The words of an [`Instruction`] after the first.
#[derive(Clone)]
pub struct Operands<'a> {
    words: Words<'a>,
}

impl Iterator for Operands<'_> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        let (first, rest) = self.words.split_first()?;
        self.words = rest;
        Some(first)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let length = crate::bytes::to_usize(self.words.count());
        (length, Some(length))
    }
}

impl ExactSizeIterator for Operands<'_> {}
impl FusedIterator for Operands<'_> {}

impl fmt::Debug for Operands<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

/// The instructions of a [`Module`], in its order. After an error it ends.
///
/// Opcodes are not looked at: one that is not known is skipped by its word count like any other.
#[derive(Clone)]
pub struct Instructions<'a> {
    words: Words<'a>,
    at: u32,
    number: u32,
}

impl<'a> Instructions<'a> {
    #[inline]
    const fn of(words: Words<'a>) -> Self {
        Self { words, at: FIRST_INSTRUCTION, number: 0 }
    }

    #[cold]
    fn fail(&mut self, kind: ErrorKind) -> Error {
        let offset = self.at.saturating_mul(WORD);
        self.at = u32::MAX;
        Error::new(kind, offset, Region::Instruction(self.number))
    }
}

impl<'a> Iterator for Instructions<'a> {
    type Item = Result<Instruction<'a>, Error>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let [opcode_low, opcode_high, count_low, count_high] = self.words.get(self.at)?.to_le_bytes();
        let opcode = u16::from_le_bytes([opcode_low, opcode_high]);
        let count = u32::from(u16::from_le_bytes([count_low, count_high]));
        let Some(operand_count) = count.checked_sub(1) else {
            return Some(Err(self.fail(ErrorKind::WordCountZero { opcode: opcode.into(), minimum: 1 })));
        };
        let Some(operands) = self.words.slice(self.at.saturating_add(1), operand_count) else {
            let available = self.words.count().saturating_sub(self.at);
            return Some(Err(self.fail(ErrorKind::InstructionTruncated { words: count, available })));
        };
        let instruction = Instruction { opcode, operands, word_offset: self.at, number: self.number };
        self.at = self.at.saturating_add(count);
        self.number = self.number.saturating_add(1);
        Some(Ok(instruction))
    }
}

impl FusedIterator for Instructions<'_> {}

impl fmt::Debug for Instructions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

impl<'a> Module<'a> {
    /// The instructions, from the first to the module's end.
    #[must_use]
    pub const fn instructions(&self) -> Instructions<'a> {
        Instructions::of(self.words())
    }

    /// The instruction that starts at a word; `None` where none that is whole can start there. Its number is not known.
    #[inline]
    pub(super) fn instruction_at(&self, at: u32) -> Option<Instruction<'a>> {
        Instructions { words: self.words(), at, number: 0 }.next()?.ok()
    }

    /// An error about a word somewhere behind the header. It walks there, to count the instructions.
    #[cold]
    #[inline(never)]
    pub(super) fn error_at(&self, kind: ErrorKind, word: u32) -> Error {
        let mut number = 0;
        for instruction in self.instructions().map_while(Result::ok) {
            if instruction.word_offset() > word {
                break;
            }
            number = instruction.number();
        }
        Error::new(kind, word.saturating_mul(WORD), Region::Instruction(number))
    }
}
