//! How a module is written whose specialization constants are plain ones.

use super::cell::{Cell, Content, GIVEN, STAYS, STAYS_KEEPING, STAYS_PARTIAL};
use super::ids::Def;
use super::index::NONE;
use super::instruction::Instruction;
use super::opcode;
use super::operation::MAX_CONSTITUENTS;
use super::settings::head_word;
use super::types::{Shape, literal};
use super::values::Values;
use crate::bytes::Words;
use crate::error::{Error, ErrorKind, Region};

/// The largest bound that every consumer takes (SPIR-V specification 1.6, 2.17 "Universal Limits").
const MAX_BOUND: u32 = 0x3f_ffff;
/// Where the header has the bound, in words and bytes.
const BOUND_WORD: usize = 3;
const BOUND_OFFSET: u32 = 12;

/// Which constants become plain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Freeze {
    /// The flag of those that do not.
    stays: u32,
    local_sizes: bool,
}

impl Freeze {
    /// All that have a value.
    pub const ALL: Self = Self { stays: STAYS, local_sizes: false };
    /// Those that a value is given to, and those that then follow from plain constants alone (SPIR-V specification 1.6, 2.12
    /// "Specialization").
    pub const GIVEN: Self = Self { stays: STAYS_PARTIAL, local_sizes: false };
    /// All but operations and the composites that hold some. The output is never longer than the module.
    pub const KEEP_OPERATIONS: Self = Self { stays: STAYS_KEEPING, local_sizes: false };

    /// Also writes the execution mode `LocalSizeId` as `LocalSize`, for readers that know only that, wherever its constants
    /// become plain numbers of at most 32 bits.
    #[must_use]
    pub const fn with_local_sizes(self) -> Self {
        Self { local_sizes: true, ..self }
    }
}

impl Values<'_> {
    /// How many words [`freeze`](Self::freeze) writes. It may be far more than the module has: a vector operation becomes a
    /// composite and a constant for each component, an insertion a copy of what it inserts into.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::IdBoundExceeded`].
    pub fn frozen_words(&mut self, freeze: Freeze) -> Result<u64, Error> {
        let mut output = Output { words: &mut [], length: 0 };
        self.write(freeze, &mut output)?;
        Ok(output.length)
    }

    /// Writes the module with its specialization constants as plain ones, in the host's byte order.
    ///
    /// Ids stay what they are. Results of operations that are composites may need constants for their parts, which have new
    /// ids from the bound on; the header's bound follows. The SpecIds of what is frozen go; everything else stays, functions
    /// included, which are copied unread. What has no value here stays a specialization constant, and so do the
    /// composites that hold it.
    ///
    /// The work is linear in the constants and in the words written.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::IdBoundExceeded`]: the new ids would go past 0x3FFFFF. [`ErrorKind::OutputTooSmall`]: `out` has fewer
    /// words than [`frozen_words`](Self::frozen_words) says; what is in it then is of no use.
    pub fn freeze<'o>(&mut self, freeze: Freeze, out: &'o mut [u32]) -> Result<&'o mut [u32], Error> {
        let lent = u32::try_from(out.len()).unwrap_or(u32::MAX);
        let mut output = Output { words: out, length: 0 };
        self.write(freeze, &mut output)?;
        let Output { words, length } = output;
        match usize::try_from(length).ok().and_then(|length| words.get_mut(..length)) {
            Some(words) => Ok(words),
            None => {
                let needed = u32::try_from(length).unwrap_or(u32::MAX);
                Err(Error::new(ErrorKind::OutputTooSmall { length: lent, needed }, 0, Region::Output))
            }
        }
    }

    fn write(&mut self, freeze: Freeze, output: &mut Output<'_>) -> Result<(), Error> {
        let (index, module) = (self.index, self.index.module);
        let words = module.words();
        let mut ids = NewIds { next: module.id_bound() };
        // Where the words start that have not been copied.
        let mut rest = 0;
        for [offset, constant] in (0..index.edits.len()).filter_map(|row| index.edits.get(row)) {
            let Some(instruction) = module.instruction_at(offset) else { continue };
            let end = offset.saturating_add(instruction.word_count());
            let (edit, cell) = self.edit(freeze, &instruction, constant);
            if edit == Edit::Keep {
                continue;
            }
            output.copy(words.slice(rest, offset.saturating_sub(rest)));
            rest = end;
            match edit {
                Edit::Keep | Edit::Remove => {}
                Edit::Opcode(opcode) => {
                    output.push(head_word(opcode, instruction.word_count()));
                    rest = offset.saturating_add(1);
                }
                Edit::LocalSize(size) => {
                    let entry_point = instruction.operand(0).unwrap_or(0);
                    output.push(head_word(opcode::EXECUTION_MODE, 6));
                    output.extend(&[entry_point, opcode::LOCAL_SIZE]);
                    output.extend(&size);
                }
                Edit::Value => {
                    self.write_parts(constant, &mut ids, output)?;
                    self.write_value(&cell, cell.id, output);
                }
            }
        }
        output.copy(words.slice(rest, words.count().saturating_sub(rest)));
        if let Some(bound) = output.words.get_mut(BOUND_WORD) {
            *bound = ids.next;
        }
        Ok(())
    }

    /// What becomes of an instruction; for a value also its cell.
    fn edit(&self, freeze: Freeze, instruction: &Instruction<'_>, constant: u32) -> (Edit, Cell) {
        let cell = self.cell(constant).unwrap_or(Cell::opaque(NONE));
        let edit = match instruction.opcode() {
            opcode::DECORATE if self.loses_spec_id(freeze, instruction) => Edit::Remove,
            opcode::EXECUTION_MODE_ID if freeze.local_sizes => self.local_size(freeze, instruction),
            _ if constant == NONE || cell.has(freeze.stays) => Edit::Keep,
            opcode::SPEC_CONSTANT_COMPOSITE => Edit::Opcode(opcode::CONSTANT_COMPOSITE),
            opcode::SPEC_CONSTANT_COMPOSITE_REPLICATE => Edit::Opcode(opcode::CONSTANT_COMPOSITE_REPLICATE),
            _ => Edit::Value,
        };
        (edit, cell)
    }

    /// Whether a SpecId decorates what is frozen.
    fn loses_spec_id(&self, freeze: Freeze, instruction: &Instruction<'_>) -> bool {
        let (target, spec_id) = (instruction.operand(0).unwrap_or(0), instruction.operand(2).unwrap_or(0));
        match self.index.ids.find(target) {
            Some(Def::Constant(constant)) => {
                let is_frozen = self.cell(constant).is_some_and(|cell| !cell.has(freeze.stays));
                is_frozen && opcode::is_freezable(self.index.constant_opcode(constant))
            }
            // All constants that the group is applied to have this SpecId, and all of them are given a value or none.
            Some(Def::Group(_)) if freeze.stays == STAYS_PARTIAL => {
                let first = self.index.by_spec_id(spec_id).next();
                first.and_then(|constant| self.cell(constant.row())).is_some_and(|cell| cell.has(GIVEN))
            }
            Some(Def::Group(_)) => true,
            _ => false,
        }
    }

    fn local_size(&self, freeze: Freeze, instruction: &Instruction<'_>) -> Edit {
        let size = [2, 3, 4].map(|operand| match self.index.ids.find(instruction.operand(operand)?)? {
            Def::Constant(constant) => {
                let cell = self.cell(constant).filter(|cell| !cell.has(freeze.stays))?;
                self.unsigned(&cell)
            }
            _ => None,
        });
        match size {
            [Some(x), Some(y), Some(z)] => Edit::LocalSize([x, y, z]),
            _ => Edit::Keep,
        }
    }

    /// Writes the constants that a value's parts need and gives them ids, the innermost first.
    fn write_parts(&mut self, constant: u32, ids: &mut NewIds, output: &mut Output<'_>) -> Result<(), Error> {
        for at in self.made_by(constant).rev() {
            let Some(cell) = self.cells.get(at).map(Cell::unpack) else { continue };
            if cell.origin == at {
                let id = ids.take()?;
                self.cells.set(at, Cell { id, ..cell }.pack());
                self.write_value(&cell, id, output);
            }
        }
        Ok(())
    }

    fn write_value(&self, cell: &Cell, id: u32, output: &mut Output<'_>) {
        let shape = self.index.shape(cell.ty);
        let result = [self.index.type_id(cell.ty), id];
        match cell.content {
            Content::Scalar(bits) if shape == Shape::Bool => {
                let opcode = if bits != 0 { opcode::CONSTANT_TRUE } else { opcode::CONSTANT_FALSE };
                output.instruction(opcode, result, &[]);
            }
            Content::Scalar(bits) => {
                let words = literal(shape, bits);
                let count = if shape.width().is_some_and(|width| width > 32) { 2 } else { 1 };
                output.instruction(opcode::CONSTANT, result, words.get(..count).unwrap_or_default());
            }
            Content::Zero | Content::Opaque => output.instruction(opcode::CONSTANT_NULL, result, &[]),
            Content::Same { constant } => {
                let value = self.cell(constant).map_or(0, |cell| cell.id);
                output.instruction(opcode::CONSTANT_COMPOSITE_REPLICATE, result, &[value]);
            }
            Content::Listed { word, count } => {
                output.push(head_word(opcode::CONSTANT_COMPOSITE, count.min(MAX_CONSTITUENTS).saturating_add(3)));
                output.extend(&result);
                output.copy(self.index.module.words().slice(word, count));
            }
            Content::Made { first, count } => {
                output.push(head_word(opcode::CONSTANT_COMPOSITE, count.min(MAX_CONSTITUENTS).saturating_add(3)));
                output.extend(&result);
                for at in first..first.saturating_add(count) {
                    output.push(self.id_of(at));
                }
            }
        }
    }

    /// The id that stands for a part's value.
    fn id_of(&self, at: u32) -> u32 {
        let origin = self.cells.get(at).map_or(at, |cell| Cell::unpack(cell).origin);
        self.cells.get(origin).map_or(0, |cell| Cell::unpack(cell).id)
    }
}

/// What becomes of an instruction.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Edit {
    Keep,
    Remove,
    /// The first word has another opcode.
    Opcode(u16),
    LocalSize([u32; 3]),
    /// A plain constant takes its place.
    Value,
}

struct NewIds {
    next: u32,
}

impl NewIds {
    fn take(&mut self) -> Result<u32, Error> {
        let id = self.next;
        self.next = id.saturating_add(1);
        if self.next > MAX_BOUND {
            let kind = ErrorKind::IdBoundExceeded { bound: self.next, limit: MAX_BOUND };
            return Err(Error::new(kind, BOUND_OFFSET, Region::SpirvHeader));
        }
        Ok(id)
    }
}

/// Words that are written as long as there is room, and counted in any case.
struct Output<'o> {
    words: &'o mut [u32],
    length: u64,
}

impl Output<'_> {
    fn room(&mut self) -> &mut [u32] {
        usize::try_from(self.length).ok().and_then(|length| self.words.get_mut(length..)).unwrap_or_default()
    }

    fn push(&mut self, word: u32) {
        if let Some(slot) = self.room().first_mut() {
            *slot = word;
        }
        self.length = self.length.saturating_add(1);
    }

    fn extend(&mut self, words: &[u32]) {
        words.iter().for_each(|&word| self.push(word));
    }

    fn copy(&mut self, words: Option<Words<'_>>) {
        let Some(words) = words else { return };
        words.copy_to(self.room());
        self.length = self.length.saturating_add(words.count().into());
    }

    fn instruction(&mut self, opcode: u16, result: [u32; 2], operands: &[u32]) {
        let words = u32::try_from(operands.len()).unwrap_or(0).saturating_add(3);
        self.push(head_word(opcode, words));
        self.extend(&result);
        self.extend(operands);
    }
}
