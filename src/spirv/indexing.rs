//! How an [`Index`] is made: one pass over the preamble fills the tables, then what they name each other by is looked up.

use super::header::Module;
use super::ids::{Def, Ids, IdsMut};
use super::index::{ConstantRow, Index, NONE, undefined};
use super::instruction::Instruction;
use super::opcode::{self, Class};
use super::operation;
use super::preamble::{Preamble, is_local_size, is_local_size_id};
use super::radix;
use super::table::{Rows, RowsMut, Scratch};
use super::types::Shape;
use crate::error::{Error, ErrorKind};

/// The most bits a specialized number has.
const MAX_WIDTH: u32 = 64;

impl<'a> Preamble<'a> {
    /// Goes through the preamble and notes where everything is, in `scratch`, of which it takes the first
    /// [`index_words`](Self::index_words).
    ///
    /// The work is linear in the preamble, but for looking ids up: where the header's bound is larger than the module has
    /// words, each look-up is a binary search among the results.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::ScratchTooSmall`]; then what makes the module unreadable. First instruction by instruction: missing
    /// operands ([`ErrorKind::WordCountTooSmall`], [`ErrorKind::WordCountMismatch`]) and result ids out of range
    /// ([`ErrorKind::IdOutOfRange`]). Then [`ErrorKind::DuplicateResult`]. Then type by type and constant by constant:
    /// words too many or too few, ids that are not defined ([`ErrorKind::UndefinedId`]) or only later
    /// ([`ErrorKind::ForwardReference`]) or something else ([`ErrorKind::NotAType`], [`ErrorKind::NotAConstant`]), types
    /// that do not go with the instruction ([`ErrorKind::TypeNotAllowed`], [`ErrorKind::TypeMismatch`],
    /// [`ErrorKind::UnsupportedWidth`]) and [`ErrorKind::ConstituentCountMismatch`]. Then decorations:
    /// [`ErrorKind::DuplicateSpecId`], [`ErrorKind::GroupInGroup`]. What an `OpSpecConstantOp` makes of its operands is
    /// looked at when it is evaluated.
    pub fn index<'s>(&self, scratch: &'s mut [u32]) -> Result<Index<'s>, Error>
    where
        'a: 's,
    {
        let mut scratch = Scratch::new(scratch, self.table_words())?;
        let mut tables = Tables::new(self, &mut scratch);
        tables.fill(self)?;
        if tables.ids.sort() {
            return Err(tables.duplicate_result(self));
        }
        let Tables { ids, types, constants, settables, groups, group_decorates, entry_points, edits, names, .. } =
            tables;
        let mut linker = Linker {
            module: self.module,
            unknown: self.counts.unknown,
            ids: ids.finish(),
            types,
            constants,
            settables,
            groups,
        };
        linker.link_types()?;
        linker.link_constants()?;
        linker.link_names(names.reading());
        linker.link_spec_ids(edits.reading())?;
        let workgroup_size =
            linker.link_groups(group_decorates.reading(), tables.workgroup_size.and_then(|id| linker.ids.find(id)))?;
        let (spec_ids, spec_id_settables) = linker.sort_spec_ids(tables.spec_ids);
        let (local_size_ids, local_sizes) = tables.local_sizes.sort();
        let mut index = Index {
            module: self.module,
            unknown: self.counts.unknown,
            ids: linker.ids,
            types: linker.types.finish(),
            constants: linker.constants.finish(),
            settables: linker.settables.finish(),
            spec_ids,
            spec_id_settables,
            groups: linker.groups.finish(),
            group_decorates: group_decorates.finish(),
            entry_points: entry_points.finish(),
            local_size_ids,
            local_sizes,
            edits: edits.finish(),
            workgroup_size,
            extra_cells: 0,
        };
        index.extra_cells = operation::extra_cells(&index);
        Ok(index)
    }
}

/// Keys and values to be sorted by the keys, and the room for it.
struct Pairs<'s> {
    keys: &'s mut [u32],
    values: &'s mut [u32],
    spare_keys: &'s mut [u32],
    spare_values: &'s mut [u32],
    used: usize,
}

impl<'s> Pairs<'s> {
    fn new(scratch: &mut Scratch<'s>, count: u32) -> Self {
        Self {
            keys: scratch.take(count),
            values: scratch.take(count),
            spare_keys: scratch.take(count),
            spare_values: scratch.take(count),
            used: 0,
        }
    }

    fn push(&mut self, key: u32, value: u32) {
        if let (Some(key_slot), Some(value_slot)) = (self.keys.get_mut(self.used), self.values.get_mut(self.used)) {
            (*key_slot, *value_slot) = (key, value);
            self.used = self.used.saturating_add(1);
        }
    }

    fn sort(self) -> (&'s [u32], &'s [u32]) {
        let Self { keys, values, spare_keys, spare_values, used } = self;
        let keys = keys.get_mut(..used).unwrap_or_default();
        let values = values.get_mut(..used).unwrap_or_default();
        radix::sort(keys, values, spare_keys, spare_values);
        (keys, values)
    }
}

/// The tables that the pass over the preamble fills.
struct Tables<'s> {
    ids: IdsMut<'s>,
    types: RowsMut<'s, 4>,
    constants: RowsMut<'s, 5>,
    settables: RowsMut<'s, 3>,
    spec_ids: Pairs<'s>,
    groups: RowsMut<'s, 3>,
    group_decorates: RowsMut<'s, 1>,
    entry_points: RowsMut<'s, 1>,
    local_sizes: Pairs<'s>,
    edits: RowsMut<'s, 2>,
    names: RowsMut<'s, 1>,
    /// What is decorated as the built-in `WorkgroupSize`.
    workgroup_size: Option<u32>,
}

impl<'s> Tables<'s> {
    fn new(preamble: &Preamble<'_>, scratch: &mut Scratch<'s>) -> Self {
        let (module, counts) = (&preamble.module, &preamble.counts);
        Self {
            ids: IdsMut::new(scratch, module.id_bound(), module.word_count(), counts.results),
            types: scratch.table(counts.types),
            constants: scratch.table(counts.constants),
            settables: scratch.table(counts.settables),
            spec_ids: Pairs::new(scratch, counts.settables),
            groups: scratch.table(counts.groups),
            group_decorates: scratch.table(counts.group_decorates),
            entry_points: scratch.table(counts.entry_points),
            local_sizes: Pairs::new(scratch, counts.local_sizes),
            edits: scratch.table(counts.edits),
            names: scratch.table(counts.names),
            workgroup_size: None,
        }
    }

    fn fill(&mut self, preamble: &Preamble<'_>) -> Result<(), Error> {
        let bound = preamble.module.id_bound();
        for instruction in preamble.module.instructions() {
            let instruction = instruction?;
            let offset = instruction.word_offset();
            if offset >= preamble.end() {
                break;
            }
            let class = opcode::class(instruction.opcode());
            match class {
                Class::Plain | Class::Unknown | Class::Function => {}
                Class::Type => {
                    let id = result_id(&instruction, 0, bound)?;
                    self.ids.push(id, Def::Type(self.types.len()));
                    self.types.push([offset, 0, 0, 0]);
                }
                Class::Constant => {
                    let id = result_id(&instruction, 1, bound)?;
                    let constant = self.constants.len();
                    self.ids.push(id, Def::Constant(constant));
                    let mut settable = NONE;
                    if opcode::is_settable(instruction.opcode()) {
                        settable = self.settables.len();
                        self.settables.push([constant, 0, 0]);
                    }
                    if opcode::is_freezable(instruction.opcode()) {
                        self.edits.push([offset, constant]);
                    }
                    self.constants.push(ConstantRow { offset, id, ty: NONE, settable, name: 0 }.pack());
                }
                Class::Group => {
                    let id = result_id(&instruction, 0, bound)?;
                    self.ids.push(id, Def::Group(self.groups.len()));
                    self.groups.push([offset, 0, 0]);
                }
                Class::Result => self.ids.push(result_id(&instruction, 0, bound)?, Def::Other),
                Class::TypedResult => self.ids.push(result_id(&instruction, 1, bound)?, Def::Other),
                Class::Name => self.names.push([offset]),
                Class::Decorate => self.decorate(&instruction)?,
                Class::GroupDecorate => self.group_decorates.push([offset]),
                Class::EntryPoint => self.entry_points.push([offset]),
                Class::ExecutionMode if is_local_size(&instruction) => {
                    instruction.expect_words(6)?;
                    self.local_sizes.push(instruction.required(0)?, offset);
                    if is_local_size_id(&instruction) {
                        self.edits.push([offset, NONE]);
                    }
                }
                Class::ExecutionMode => {}
            }
        }
        Ok(())
    }

    fn decorate(&mut self, instruction: &Instruction<'_>) -> Result<(), Error> {
        match instruction.operand(1) {
            Some(opcode::SPEC_ID) => {
                instruction.expect_words(4)?;
                self.edits.push([instruction.word_offset(), NONE]);
            }
            Some(opcode::BUILT_IN) if instruction.operand(2) == Some(opcode::WORKGROUP_SIZE) => {
                self.workgroup_size = self.workgroup_size.or_else(|| instruction.operand(0));
            }
            _ => {}
        }
        Ok(())
    }

    /// The first result whose id an earlier one has.
    #[cold]
    fn duplicate_result(&mut self, preamble: &Preamble<'_>) -> Error {
        let results = || {
            let instructions = preamble.module.instructions().map_while(Result::ok);
            instructions.filter_map(|instruction| {
                let operand = match opcode::class(instruction.opcode()) {
                    Class::Type | Class::Group | Class::Result => 0,
                    Class::Constant | Class::TypedResult => 1,
                    _ => return None,
                };
                Some((instruction, instruction.operand(operand)?, operand.saturating_add(1)))
            })
        };
        let duplicate = results().find(|&(_, id, _)| !self.ids.remove(id));
        let Some((instruction, id, word)) = duplicate else {
            // There is one, or the ids would not have been found to be duplicated.
            return preamble.module.error_at(ErrorKind::DuplicateResult { id: 0, first: 0 }, preamble.end());
        };
        let first = results().find(|&(_, other, _)| other == id).map_or(0, |(first, ..)| first.word_offset());
        instruction.error(ErrorKind::DuplicateResult { id, first: first.saturating_mul(crate::bytes::WORD) }, word)
    }
}

/// The result id of an instruction that has one.
#[inline]
fn result_id(instruction: &Instruction<'_>, operand: u32, bound: u32) -> Result<u32, Error> {
    let id = instruction.required(operand)?;
    if id == 0 || id >= bound {
        return Err(instruction.error(ErrorKind::IdOutOfRange { id, bound }, operand.saturating_add(1)));
    }
    Ok(id)
}

/// The tables while what they name each other by is looked up.
struct Linker<'a, 's> {
    module: Module<'a>,
    unknown: bool,
    ids: Ids<'s>,
    types: RowsMut<'s, 4>,
    constants: RowsMut<'s, 5>,
    settables: RowsMut<'s, 3>,
    groups: RowsMut<'s, 3>,
}

impl<'a> Linker<'a, '_> {
    /// The instruction of a row. The pass before has walked over it.
    fn instruction(&self, offset: u32) -> Result<Instruction<'a>, Error> {
        let truncated = ErrorKind::InstructionTruncated { words: 0, available: 0 };
        self.module.instruction_at(offset).ok_or_else(|| self.module.error_at(truncated, offset))
    }

    /// An error about an instruction's word. Those that [`instruction`](Self::instruction) makes do not know their number.
    #[cold]
    fn error(&self, instruction: &Instruction<'_>, kind: ErrorKind, word: u32) -> Error {
        self.module.error_at(kind, instruction.word_offset().saturating_add(word))
    }

    fn expect_words(&self, instruction: &Instruction<'_>, expected: u32) -> Result<(), Error> {
        let found = instruction.word_count();
        if found == expected {
            return Ok(());
        }
        Err(self.error(instruction, ErrorKind::WordCountMismatch { found, expected }, 0))
    }

    fn expect_at_least(&self, instruction: &Instruction<'_>, minimum: u32) -> Result<(), Error> {
        let found = instruction.word_count();
        if found >= minimum {
            return Ok(());
        }
        Err(self.error(instruction, ErrorKind::WordCountTooSmall { found, minimum }, 0))
    }

    /// What an operand stands for, which must be defined before the instruction; `None` where an unknown instruction may
    /// have defined it.
    #[inline]
    fn earlier(&self, instruction: &Instruction<'_>, operand: u32) -> Result<Option<Def>, Error> {
        let id = instruction.operand(operand).unwrap_or(0);
        let word = operand.saturating_add(1);
        let Some(def) = self.ids.find(id) else {
            if self.unknown && id != 0 && id < self.module.id_bound() {
                return Ok(None);
            }
            return Err(undefined(&self.module, id, instruction.word_offset().saturating_add(word)));
        };
        let defined = match def {
            Def::Type(row) => self.types.get(row).map(|[offset, ..]| offset),
            Def::Constant(row) => self.constants.get(row).map(|[offset, ..]| offset),
            Def::Group(row) => self.groups.get(row).map(|[offset, ..]| offset),
            Def::Other => None,
        };
        match defined {
            Some(defined) if defined >= instruction.word_offset() => {
                let kind = ErrorKind::ForwardReference { id, defined: defined.saturating_mul(crate::bytes::WORD) };
                Err(self.error(instruction, kind, word))
            }
            _ => Ok(Some(def)),
        }
    }

    #[inline]
    fn earlier_type(&self, instruction: &Instruction<'_>, operand: u32) -> Result<Option<u32>, Error> {
        match self.earlier(instruction, operand)? {
            Some(Def::Type(row)) => Ok(Some(row)),
            None => Ok(None),
            Some(_) => {
                let (id, opcode) = (instruction.operand(operand).unwrap_or(0), instruction.opcode().into());
                Err(self.error(instruction, ErrorKind::NotAType { id, opcode }, operand.saturating_add(1)))
            }
        }
    }

    #[inline]
    fn earlier_constant(&self, instruction: &Instruction<'_>, operand: u32) -> Result<Option<u32>, Error> {
        match self.earlier(instruction, operand)? {
            Some(Def::Constant(row)) => Ok(Some(row)),
            None => Ok(None),
            Some(_) => {
                let (id, opcode) = (instruction.operand(operand).unwrap_or(0), instruction.opcode().into());
                Err(self.error(instruction, ErrorKind::NotAConstant { id, opcode }, operand.saturating_add(1)))
            }
        }
    }

    #[inline]
    fn shape(&self, ty: u32) -> Shape {
        self.types.get(ty).map_or(Shape::Opaque, |[_, a, b, c]| Shape::unpack([a, b, c]))
    }

    #[cold]
    fn type_not_allowed(&self, instruction: &Instruction<'_>, operand: u32) -> Error {
        let (id, opcode) = (instruction.operand(operand).unwrap_or(0), instruction.opcode().into());
        self.error(instruction, ErrorKind::TypeNotAllowed { id, opcode }, operand.saturating_add(1))
    }

    fn link_types(&mut self) -> Result<(), Error> {
        for row in 0..self.types.len() {
            let Some([offset, ..]) = self.types.get(row) else { continue };
            let shape = self.read_type(&self.instruction(offset)?)?;
            let [a, b, c] = shape.pack();
            self.types.set(row, [offset, a, b, c]);
        }
        Ok(())
    }

    fn read_type(&self, instruction: &Instruction<'_>) -> Result<Shape, Error> {
        let operand = |index| instruction.operand(index).unwrap_or(0);
        Ok(match instruction.opcode() {
            opcode::TYPE_BOOL => {
                self.expect_words(instruction, 2)?;
                Shape::Bool
            }
            opcode::TYPE_INT => {
                self.expect_words(instruction, 4)?;
                Shape::Int { width: operand(1), signed: operand(2) != 0 }
            }
            opcode::TYPE_FLOAT if instruction.word_count() == 4 => {
                // The encoding 0 is bfloat16: that the word is there counts, not its value.
                Shape::Float { width: operand(1), encoding: Some(operand(2)) }
            }
            opcode::TYPE_FLOAT => {
                self.expect_words(instruction, 3)?;
                Shape::Float { width: operand(1), encoding: None }
            }
            opcode::TYPE_VECTOR => {
                self.expect_words(instruction, 4)?;
                match self.earlier_type(instruction, 1)?.map(|element| (element, self.shape(element))) {
                    Some((element, shape)) if shape.is_scalar() => Shape::Vector { element, count: operand(2) },
                    None | Some((_, Shape::Pointer | Shape::Opaque)) => Shape::Opaque,
                    Some(_) => return Err(self.type_not_allowed(instruction, 1)),
                }
            }
            opcode::TYPE_MATRIX => {
                self.expect_words(instruction, 4)?;
                match self.earlier_type(instruction, 1)?.map(|element| (element, self.shape(element))) {
                    Some((element, Shape::Vector { .. })) => Shape::Matrix { element, count: operand(2) },
                    None | Some((_, Shape::Opaque)) => Shape::Opaque,
                    Some(_) => return Err(self.type_not_allowed(instruction, 1)),
                }
            }
            opcode::TYPE_ARRAY => {
                self.expect_words(instruction, 4)?;
                let element = self.earlier_type(instruction, 1)?;
                let length = self.earlier_constant(instruction, 2)?;
                element.zip(length).map_or(Shape::Opaque, |(element, length)| Shape::Array { element, length })
            }
            // A cooperative vector has the same opcode; it is only walked into, like an array.
            opcode::TYPE_VECTOR_ID if instruction.word_count() == 4 => {
                let element = self.earlier_type(instruction, 1)?;
                let length = self.earlier_constant(instruction, 2)?;
                element.zip(length).map_or(Shape::Opaque, |(element, length)| Shape::Array { element, length })
            }
            // The members are looked up where they are walked into: they may be pointers that are defined later.
            opcode::TYPE_STRUCT => Shape::Struct { members: instruction.word_count().saturating_sub(2) },
            opcode::TYPE_POINTER | opcode::TYPE_UNTYPED_POINTER => Shape::Pointer,
            opcode::TYPE_SAMPLER => Shape::Sampler,
            _ => Shape::Opaque,
        })
    }

    fn link_constants(&mut self) -> Result<(), Error> {
        for number in 0..self.constants.len() {
            let Some(mut row) = self.constants.get(number).map(ConstantRow::unpack) else { continue };
            let instruction = self.instruction(row.offset)?;
            if let Some(ty) = self.earlier_type(&instruction, 0)? {
                self.check_constant(&instruction, ty)?;
                row.ty = ty;
                self.constants.set(number, row.pack());
            }
        }
        Ok(())
    }

    fn check_constant(&self, instruction: &Instruction<'_>, ty: u32) -> Result<(), Error> {
        let shape = self.shape(ty);
        match instruction.opcode() {
            opcode::CONSTANT_TRUE
            | opcode::CONSTANT_FALSE
            | opcode::SPEC_CONSTANT_TRUE
            | opcode::SPEC_CONSTANT_FALSE => {
                self.expect_words(instruction, 3)?;
                if shape != Shape::Bool {
                    return Err(self.type_not_allowed(instruction, 0));
                }
            }
            opcode::CONSTANT | opcode::SPEC_CONSTANT => {
                let (Shape::Int { width, .. } | Shape::Float { width, .. }) = shape else {
                    return Err(self.type_not_allowed(instruction, 0));
                };
                if instruction.opcode() == opcode::SPEC_CONSTANT && !matches!(width, 8 | 16 | 32 | MAX_WIDTH) {
                    return Err(self.error(instruction, ErrorKind::UnsupportedWidth { width, limit: MAX_WIDTH }, 1));
                }
                self.expect_words(instruction, width.div_ceil(32).max(1).saturating_add(3))?;
            }
            opcode::CONSTANT_NULL | opcode::UNDEF | opcode::POISON => self.expect_words(instruction, 3)?,
            opcode::CONSTANT_COMPOSITE | opcode::SPEC_CONSTANT_COMPOSITE => self.check_composite(instruction, ty)?,
            opcode::CONSTANT_COMPOSITE_REPLICATE | opcode::SPEC_CONSTANT_COMPOSITE_REPLICATE => {
                self.expect_words(instruction, 4)?;
                if !shape.is_composite() && shape != Shape::Opaque {
                    return Err(self.type_not_allowed(instruction, 0));
                }
                // A struct's other members are compared where they are looked at.
                let constituent = self.earlier_constant(instruction, 2)?;
                self.check_constituent(instruction, 2, constituent, self.element_type(ty, 0))?;
            }
            opcode::SPEC_CONSTANT_OP => {
                self.expect_at_least(instruction, 4)?;
                for operand in operation::id_operands(instruction) {
                    self.earlier(instruction, operand)?;
                }
            }
            opcode::SPEC_CONSTANT_DATA => match shape {
                Shape::Array { element, .. } if matches!(self.shape(element), Shape::Int { .. }) => {}
                _ => return Err(self.type_not_allowed(instruction, 0)),
            },
            _ => {}
        }
        Ok(())
    }

    fn check_composite(&self, instruction: &Instruction<'_>, ty: u32) -> Result<(), Error> {
        let found = instruction.word_count().saturating_sub(3);
        let expected = match self.shape(ty) {
            Shape::Vector { count, .. } | Shape::Matrix { count, .. } => Some(count),
            Shape::Struct { members } => Some(members),
            // How long an array is may be specialized; evaluating compares it.
            Shape::Array { .. } | Shape::Opaque => None,
            _ => return Err(self.type_not_allowed(instruction, 0)),
        };
        let next = instruction.word_offset().saturating_add(instruction.word_count());
        let is_continued = self.module.instruction_at(next).is_some_and(|next| opcode::is_continuation(next.opcode()));
        if let Some(expected) = expected.filter(|&expected| expected != found && !is_continued) {
            return Err(self.error(instruction, ErrorKind::ConstituentCountMismatch { found, expected }, 0));
        }
        for constituent in 0..found {
            let operand = constituent.saturating_add(2);
            let constant = self.earlier_constant(instruction, operand)?;
            self.check_constituent(instruction, operand, constant, self.element_type(ty, constituent))?;
        }
        Ok(())
    }

    #[inline]
    fn element_type(&self, ty: u32, index: u32) -> Option<u32> {
        match self.shape(ty) {
            Shape::Vector { element, .. } | Shape::Matrix { element, .. } | Shape::Array { element, .. } => {
                Some(element)
            }
            Shape::Struct { members } if index < members => {
                let [offset, ..] = self.types.get(ty)?;
                let id = self.module.words().get(offset.saturating_add(2).saturating_add(index))?;
                match self.ids.find(id)? {
                    Def::Type(member) => Some(member),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    #[inline]
    fn check_constituent(
        &self,
        instruction: &Instruction<'_>,
        operand: u32,
        constituent: Option<u32>,
        expected: Option<u32>,
    ) -> Result<(), Error> {
        let found = constituent.and_then(|row| self.constants.get(row)).map(|row| ConstantRow::unpack(row).ty);
        match (found, expected) {
            (Some(found), Some(expected)) if found != expected && found != NONE => {
                let id =
                    |ty| self.types.get(ty).and_then(|[offset, ..]| self.module.words().get(offset.saturating_add(1)));
                let (found, expected) = (id(found).unwrap_or(0), id(expected).unwrap_or(0));
                let kind = ErrorKind::TypeMismatch { found, expected };
                Err(self.error(instruction, kind, operand.saturating_add(1)))
            }
            _ => Ok(()),
        }
    }

    fn link_names(&mut self, names: Rows<'_, 1>) {
        for [offset] in (0..names.len()).filter_map(|row| names.get(row)) {
            let target = self.module.words().get(offset.saturating_add(1)).and_then(|id| self.ids.find(id));
            let Some(Def::Constant(constant)) = target else { continue };
            let Some(mut row) = self.constants.get(constant).map(ConstantRow::unpack) else { continue };
            if row.name == 0 {
                row.name = offset;
                self.constants.set(constant, row.pack());
            }
        }
    }

    /// Gives constants and groups the SpecIds that decorations state.
    fn link_spec_ids(&mut self, edits: Rows<'_, 2>) -> Result<(), Error> {
        for [offset, constant] in (0..edits.len()).filter_map(|row| edits.get(row)) {
            if constant != NONE {
                continue;
            }
            let instruction = self.instruction(offset)?;
            let (Some(target), Some(spec_id)) = (instruction.operand(0), instruction.operand(2)) else { continue };
            if instruction.opcode() != opcode::DECORATE {
                continue;
            }
            match self.ids.find(target) {
                Some(Def::Constant(constant)) => self.set_spec_id(constant, spec_id, &instruction, 3)?,
                Some(Def::Group(group)) => {
                    let Some([group_offset, first, has]) = self.groups.get(group) else { continue };
                    if has != 0 && first != spec_id {
                        return Err(self.error(&instruction, ErrorKind::DuplicateSpecId { first, second: spec_id }, 3));
                    }
                    self.groups.set(group, [group_offset, spec_id, 1]);
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn set_spec_id(
        &mut self,
        constant: u32,
        spec_id: u32,
        instruction: &Instruction<'_>,
        word: u32,
    ) -> Result<(), Error> {
        let Some(settable) = self.constants.get(constant).map(|row| ConstantRow::unpack(row).settable) else {
            return Ok(());
        };
        let Some([constant, first, has]) = self.settables.get(settable).filter(|_| settable != NONE) else {
            return Ok(());
        };
        if has != 0 && first != spec_id {
            return Err(self.error(instruction, ErrorKind::DuplicateSpecId { first, second: spec_id }, word));
        }
        self.settables.set(settable, [constant, spec_id, 1]);
        Ok(())
    }

    /// Applies the groups, and finds the constant that is decorated as the workgroup's size.
    fn link_groups(&mut self, group_decorates: Rows<'_, 1>, workgroup_size: Option<Def>) -> Result<Option<u32>, Error> {
        let mut size = match workgroup_size {
            Some(Def::Constant(constant)) => Some(constant),
            _ => None,
        };
        for [offset] in (0..group_decorates.len()).filter_map(|row| group_decorates.get(row)) {
            let instruction = self.instruction(offset)?;
            self.expect_at_least(&instruction, 2)?;
            let group_id = instruction.operand(0).unwrap_or(0);
            let group = match self.earlier(&instruction, 0)? {
                Some(Def::Group(group)) => group,
                Some(_) => return Err(undefined(&self.module, group_id, offset.saturating_add(1))),
                None => continue,
            };
            let [_, spec_id, has] = self.groups.get(group).unwrap_or_default();
            for (target, word) in instruction.operands().zip(1..u32::MAX).skip(1) {
                match self.ids.find(target) {
                    Some(Def::Group(_)) => {
                        return Err(self.error(
                            &instruction,
                            ErrorKind::GroupInGroup { group: group_id, target },
                            word,
                        ));
                    }
                    Some(Def::Constant(constant)) => {
                        if has != 0 {
                            self.set_spec_id(constant, spec_id, &instruction, word)?;
                        }
                        if size.is_none() && workgroup_size == Some(Def::Group(group)) {
                            size = Some(constant);
                        }
                    }
                    _ => {}
                }
            }
        }
        Ok(size)
    }

    fn sort_spec_ids<'s>(&self, mut pairs: Pairs<'s>) -> (&'s [u32], &'s [u32]) {
        for row in 0..self.settables.len() {
            if let Some([_, spec_id, 1]) = self.settables.get(row) {
                pairs.push(spec_id, row);
            }
        }
        pairs.sort()
    }
}
