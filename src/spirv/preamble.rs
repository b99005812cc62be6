use core::fmt;

use super::header::Module;
use super::ids;
use super::instruction::Instruction;
use super::opcode::{self, Class};
use crate::error::Error;

/// How many there are of what an index keeps.
#[derive(Clone, Copy, Default)]
pub(super) struct Counts {
    pub(super) types: u32,
    pub(super) constants: u32,
    /// Constants that can have a SpecId.
    pub(super) settables: u32,
    pub(super) groups: u32,
    /// Results of any kind.
    pub(super) results: u32,
    pub(super) names: u32,
    pub(super) group_decorates: u32,
    pub(super) entry_points: u32,
    pub(super) local_sizes: u32,
    /// Instructions that freezing may change.
    pub(super) edits: u32,
    /// Whether there is an opcode that is not known.
    pub(super) unknown: bool,
}

/// What comes before a module's first function, counted: types, constants and what is said about them.
///
/// Made by [`Module::measure`]; [`index`](Self::index) goes through it once more.
#[derive(Clone, Copy)]
pub struct Preamble<'a> {
    pub(super) module: Module<'a>,
    pub(super) counts: Counts,
    /// The word at which the first function starts; the module's end where there is none.
    end: u32,
}

impl<'a> Module<'a> {
    /// Counts what comes before the first function. Nothing is looked for behind it: constants and decorations cannot
    /// stand there in a valid module.
    ///
    /// # Errors
    ///
    /// An instruction without words ([`ErrorKind::WordCountZero`](crate::ErrorKind::WordCountZero)) or with more than the
    /// module has left ([`ErrorKind::InstructionTruncated`](crate::ErrorKind::InstructionTruncated)).
    pub fn measure(&self) -> Result<Preamble<'a>, Error> {
        let mut counts = Counts::default();
        let mut end = self.word_count();
        for instruction in self.instructions() {
            let instruction = instruction?;
            let class = opcode::class(instruction.opcode());
            if class == Class::Function {
                end = instruction.word_offset();
                break;
            }
            counts.add(&instruction, class);
        }
        Ok(Preamble { module: *self, counts, end })
    }
}

impl Counts {
    #[inline]
    fn add(&mut self, instruction: &Instruction<'_>, class: Class) {
        // No count can pass the number of words, so none wraps.
        let count = |counter: &mut u32, more: bool| *counter = counter.wrapping_add(more.into());
        match class {
            Class::Plain | Class::Function => {}
            Class::Unknown => self.unknown = true,
            Class::Type => {
                count(&mut self.types, true);
                count(&mut self.results, true);
            }
            Class::Constant => {
                count(&mut self.constants, true);
                count(&mut self.results, true);
                count(&mut self.settables, opcode::is_settable(instruction.opcode()));
                count(&mut self.edits, opcode::is_freezable(instruction.opcode()));
            }
            Class::Group => {
                count(&mut self.groups, true);
                count(&mut self.results, true);
            }
            Class::Result | Class::TypedResult => count(&mut self.results, true),
            Class::Name => count(&mut self.names, true),
            Class::Decorate => count(&mut self.edits, instruction.operand(1) == Some(opcode::SPEC_ID)),
            Class::GroupDecorate => count(&mut self.group_decorates, true),
            Class::EntryPoint => count(&mut self.entry_points, true),
            Class::ExecutionMode => {
                count(&mut self.local_sizes, is_local_size(instruction));
                count(&mut self.edits, is_local_size_id(instruction));
            }
        }
    }
}

/// Whether an execution mode states a workgroup size by numbers or by ids.
#[inline]
pub(super) fn is_local_size(instruction: &Instruction<'_>) -> bool {
    let mode = instruction.operand(1);
    is_local_size_id(instruction) || instruction.opcode() == opcode::EXECUTION_MODE && mode == Some(opcode::LOCAL_SIZE)
}

/// Whether an execution mode states a workgroup size by ids.
#[inline]
pub(super) fn is_local_size_id(instruction: &Instruction<'_>) -> bool {
    instruction.opcode() == opcode::EXECUTION_MODE_ID && instruction.operand(1) == Some(opcode::LOCAL_SIZE_ID)
}

impl<'a> Preamble<'a> {
    /// The module.
    #[must_use]
    pub const fn module(&self) -> Module<'a> {
        self.module
    }

    /// The word at which the first function starts; the module's end where there is none.
    #[must_use]
    pub const fn end(&self) -> u32 {
        self.end
    }

    /// How many words [`index`](Self::index) needs: a few for each result, name, decoration and entry point there is. It
    /// does not depend on the bound that the header states unless the module is that long.
    #[must_use]
    pub fn index_words(&self) -> usize {
        usize::try_from(self.table_words()).unwrap_or(usize::MAX)
    }

    pub(super) fn table_words(&self) -> u64 {
        let Counts { types, constants, settables, groups, names, group_decorates, .. } = self.counts;
        let Counts { entry_points, local_sizes, edits, results, .. } = self.counts;
        let rows = [
            (types, 4_u64),
            (constants, 5),
            (settables, 3 + 4),
            (groups, 3),
            (names, 1),
            (group_decorates, 1),
            (entry_points, 1),
            (local_sizes, 4),
            (edits, 2),
        ];
        let ids = ids::table_words(self.module.id_bound(), self.module.word_count(), results);
        rows.iter().fold(ids, |sum, &(count, words)| sum.saturating_add(u64::from(count).saturating_mul(words)))
    }
}

impl fmt::Debug for Preamble<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Preamble").field("module", &self.module).field("end", &self.end).finish_non_exhaustive()
    }
}
