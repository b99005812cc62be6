//! How the values of a module's constants are worked out: once from front to back, for every operand is defined before it is
//! used.

use core::ops::Range;

use super::cell::{
    ALL_STAY, CELL_WORDS, Cell, Content, GIVEN, OF_VALUE, PARTLY_OPAQUE, PARTLY_UNDEFINED, STAYS, STAYS_KEEPING,
    STAYS_PARTIAL, UNDEFINED,
};
use super::float::{self, Format};
use super::ids::Def;
use super::index::{ConstantRow, Index, NONE};
use super::instruction::Instruction;
use super::integer::{self, Outcome};
use super::opcode;
use super::operation::{FIRST_OPERAND, MAX_CONSTITUENTS, MAX_LANES, OPCODE_OPERAND, Operation, Rule};
use super::settings::{NOT_GIVEN, Settings};
use super::table::{RowsMut, Scratch, too_small};
use super::types::{Shape, low_bits};
use super::values::Values;
use crate::bytes::to_usize;
use crate::error::{Error, ErrorKind};

/// A shuffle's component that may be anything.
const ANY_COMPONENT: u32 = u32::MAX;

impl<'i> Settings<'i, '_> {
    /// How many words [`evaluate`](Self::evaluate) needs.
    ///
    /// It is exact but for one case: an operation that inserts into an array whose length is itself specialized. Those are
    /// not counted here; where they are too many, the error says how many words it takes with them.
    #[must_use]
    pub fn evaluation_words(&self) -> usize {
        usize::try_from(self.cell_words(self.index().extra_cells)).unwrap_or(usize::MAX)
    }

    fn cell_words(&self, extra_cells: u64) -> u64 {
        u64::from(self.index().constants.len()).saturating_add(extra_cells).saturating_mul(CELL_WORDS.into())
    }

    /// Works out the value of every constant before the first function, in `scratch`, of which it takes as much as there is.
    ///
    /// What the specification leaves undefined has a fixed value and a flag: a division by 0 is no error, for a
    /// `d != 0 ? x / d : 0` in a shader makes one. The work is linear in the constants and the words of scratch.
    ///
    /// # Errors
    ///
    /// The first operation that is no valid one: [`ErrorKind::OpcodeNotAllowed`], [`ErrorKind::WordCountMismatch`],
    /// [`ErrorKind::NotAConstant`], [`ErrorKind::OperandTypeMismatch`], [`ErrorKind::TypeNotAllowed`],
    /// [`ErrorKind::TypeMismatch`], [`ErrorKind::ComponentOutOfRange`]; a composite that has not as many constituents as its
    /// array is long, [`ErrorKind::ConstituentCountMismatch`]; and [`ErrorKind::ScratchTooSmall`].
    pub fn evaluate<'v>(&self, scratch: &'v mut [u32]) -> Result<Values<'v>, Error>
    where
        'i: 'v,
    {
        let index = self.index();
        let length = scratch.len();
        let constants = index.constants.len();
        if u64::try_from(length).unwrap_or(u64::MAX) < self.cell_words(0) {
            return Err(too_small(length, self.cell_words(index.extra_cells)));
        }
        let capacity =
            length.checked_div(to_usize(CELL_WORDS)).and_then(|cells| u32::try_from(cells).ok()).unwrap_or(u32::MAX);
        let mut evaluator =
            Evaluator { index, cells: Scratch::whole(scratch).table(capacity), capacity, next: constants.into() };
        for constant in 0..constants {
            let Some(row) = index.row(constant) else { continue };
            let cell = evaluator.evaluate(constant, &row, self)?;
            // A constant is its own origin. The field says how far the cells go that it made.
            let origin = u32::try_from(evaluator.next).unwrap_or(u32::MAX);
            evaluator.cells.set(constant, Cell { origin, id: row.id, ..cell }.pack());
        }
        if evaluator.next > capacity.into() {
            return Err(too_small(length, evaluator.next.saturating_mul(CELL_WORDS.into())));
        }
        let used = u32::try_from(evaluator.next).unwrap_or(u32::MAX);
        Ok(Values::new(index, evaluator.cells, used))
    }
}

struct Evaluator<'i, 'v> {
    index: &'i Index<'i>,
    cells: RowsMut<'v, 6>,
    capacity: u32,
    /// The next cell that is free; past the capacity when there are too few, so that it tells how many are needed.
    next: u64,
}

/// What an operation looks at besides its operands' values.
struct Context<'i> {
    instruction: Instruction<'i>,
    opcode: u32,
    /// The row of the result.
    constant: u32,
    /// The row of the result's type.
    ty: u32,
}

impl Context<'_> {
    fn literal(&self, operand: u32) -> u32 {
        self.instruction.operand(operand).unwrap_or(0)
    }

    fn operand_count(&self) -> u32 {
        self.instruction.word_count().saturating_sub(1)
    }
}

/// The cell of a constant.
pub(super) fn constant_cell(cells: &RowsMut<'_, 6>, constant: u32) -> Option<Cell> {
    cells.get(constant).map(|cell| Cell { origin: constant, ..Cell::unpack(cell) })
}

/// A composite's part with this number.
pub(super) fn part(index: &Index<'_>, cells: &RowsMut<'_, 6>, cell: &Cell, number: u32) -> Option<Cell> {
    let ty = index.element_type(cell.ty, number).unwrap_or(NONE);
    let mut part = match cell.content {
        Content::Opaque => Cell::opaque(ty),
        Content::Scalar(_) => return None,
        Content::Zero => Cell::zero(ty, index.shape(ty)),
        Content::Same { constant } => constant_cell(cells, constant)?,
        Content::Listed { word, count } if number < count => {
            let id = index.module.words().get(word.saturating_add(number))?;
            match index.ids.find(id) {
                Some(Def::Constant(constant)) => constant_cell(cells, constant)?,
                _ => Cell::opaque(ty).with(ALL_STAY),
            }
        }
        Content::Made { first, count } if number < count => Cell::unpack(cells.get(first.saturating_add(number))?),
        Content::Listed { .. } | Content::Made { .. } => return None,
    };
    if cell.has(UNDEFINED) {
        part.flags |= UNDEFINED | PARTLY_UNDEFINED;
    }
    Some(part)
}

/// How many parts a composite type has: a number, or one that is not known here. `None` where the type has none.
pub(super) fn part_count(index: &Index<'_>, cells: &RowsMut<'_, 6>, ty: u32) -> Option<Option<u64>> {
    match index.shape(ty) {
        Shape::Array { length, .. } => match cells.get(length).map(Cell::unpack).map(|cell| cell.content) {
            Some(Content::Scalar(length)) => Some(Some(length)),
            _ => Some(None),
        },
        _ => index.fixed_count(ty).map(|count| Some(count.into())),
    }
}

impl<'i> Evaluator<'i, '_> {
    fn cell(&self, constant: u32) -> Option<Cell> {
        constant_cell(&self.cells, constant)
    }

    fn part(&self, cell: &Cell, number: u32) -> Option<Cell> {
        part(self.index, &self.cells, cell, number)
    }

    /// The cell whose id stands for the value of a part's cell.
    fn origin(&self, at: u32) -> u32 {
        self.cells.get(at).map_or(at, |cell| Cell::unpack(cell).origin)
    }

    /// Takes cells that are free; `None` where they are too few.
    fn take(&mut self, count: u64) -> Option<u32> {
        let first = self.next;
        self.next = first.saturating_add(count);
        if self.next <= self.capacity.into() { u32::try_from(first).ok() } else { None }
    }

    /// Puts a part into a cell of its own. One without an id becomes its own origin.
    fn place(&mut self, at: u32, part: Cell) {
        let origin = if part.origin == NONE { at } else { part.origin };
        let flags = part.flags & OF_VALUE;
        self.cells.set(at, Cell { flags, origin, id: 0, ..part }.pack());
    }

    #[cold]
    fn error(&self, context: &Context<'_>, kind: ErrorKind, operand: u32) -> Error {
        let word = context.instruction.word_offset().saturating_add(operand).saturating_add(1);
        self.index.module.error_at(kind, word)
    }

    #[cold]
    fn operand_mismatch(&self, context: &Context<'_>, operand: u32) -> Error {
        let kind = ErrorKind::OperandTypeMismatch { id: context.literal(operand), opcode: context.opcode };
        self.error(context, kind, operand)
    }

    #[cold]
    fn result_mismatch(&self, context: &Context<'_>) -> Error {
        let kind = ErrorKind::TypeNotAllowed { id: self.index.type_id(context.ty), opcode: context.opcode };
        self.error(context, kind, 0)
    }

    fn expect_type(&self, context: &Context<'_>, found: u32, expected: u32, operand: u32) -> Result<(), Error> {
        if found == expected {
            return Ok(());
        }
        let (found, expected) = (self.index.type_id(found), self.index.type_id(expected));
        Err(self.error(context, ErrorKind::TypeMismatch { found, expected }, operand))
    }

    #[cold]
    fn out_of_range(&self, context: &Context<'_>, operand: u32, count: u64) -> Error {
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        self.error(context, ErrorKind::ComponentOutOfRange { index: context.literal(operand), count }, operand)
    }

    fn evaluate(&mut self, constant: u32, row: &ConstantRow, settings: &Settings<'_, '_>) -> Result<Cell, Error> {
        let Some(instruction) = self.index.module.instruction_at(row.offset) else { return Ok(Cell::opaque(row.ty)) };
        if row.ty == NONE {
            // Without a type's id it cannot be written as another instruction, even where its bits are in its opcode.
            let stays = if opcode::is_freezable(instruction.opcode()) { ALL_STAY } else { 0 };
            return Ok(Cell::opaque(NONE).with(stays));
        }
        let shape = self.index.shape(row.ty);
        Ok(match instruction.opcode() {
            opcode::CONSTANT_TRUE | opcode::CONSTANT_FALSE | opcode::CONSTANT => self.literal(constant, row.ty),
            opcode::SPEC_CONSTANT_TRUE | opcode::SPEC_CONSTANT_FALSE | opcode::SPEC_CONSTANT => {
                match settings.slot(constant) {
                    Some([_, form, low, high]) if form != NOT_GIVEN => {
                        let bits = (u64::from(high) << 32 | u64::from(low)) & low_bits(shape.width().unwrap_or(64));
                        Cell::new(Content::Scalar(bits), row.ty).with(GIVEN)
                    }
                    _ => self.literal(constant, row.ty).with(STAYS_PARTIAL),
                }
            }
            opcode::CONSTANT_NULL => Cell::zero(row.ty, shape),
            opcode::UNDEF | opcode::POISON => Cell::zero(row.ty, shape).with(UNDEFINED | PARTLY_UNDEFINED),
            opcode::CONSTANT_COMPOSITE | opcode::SPEC_CONSTANT_COMPOSITE => self.composite(&instruction, row.ty)?,
            opcode::CONSTANT_COMPOSITE_REPLICATE | opcode::SPEC_CONSTANT_COMPOSITE_REPLICATE => {
                match instruction.operand(2).and_then(|id| self.index.ids.find(id)) {
                    Some(Def::Constant(value)) => {
                        let flags = self.cell(value).map_or(0, |cell| cell.flags);
                        let flags = flags & (PARTLY_UNDEFINED | PARTLY_OPAQUE | ALL_STAY);
                        Cell::new(Content::Same { constant: value }, row.ty).with(flags)
                    }
                    _ => Cell::opaque(row.ty).with(ALL_STAY),
                }
            }
            opcode::SPEC_CONSTANT_OP => {
                let opcode = instruction.operand(OPCODE_OPERAND).unwrap_or(0);
                let context = Context { instruction, opcode, constant, ty: row.ty };
                self.operation(&context)?
            }
            // Those of extensions that are neither known nor given here.
            opcode::SPEC_CONSTANT_DATA | 6251..=6253 => Cell::opaque(row.ty).with(ALL_STAY),
            _ => Cell::opaque(row.ty),
        })
    }

    fn literal(&self, constant: u32, ty: u32) -> Cell {
        match self.index.literal_bits(constant) {
            Some(bits) => Cell::new(Content::Scalar(bits), ty),
            None => Cell::opaque(ty),
        }
    }

    fn composite(&self, instruction: &Instruction<'_>, ty: u32) -> Result<Cell, Error> {
        let found = instruction.word_count().saturating_sub(3);
        let next = instruction.word_offset().saturating_add(instruction.word_count());
        let next = self.index.module.instruction_at(next);
        if next.is_some_and(|next| opcode::is_continuation(next.opcode())) || !self.index.shape(ty).is_composite() {
            return Ok(Cell::opaque(ty).with(ALL_STAY));
        }
        if let Some(Some(expected)) = part_count(self.index, &self.cells, ty) {
            if expected != u64::from(found) {
                let expected = u32::try_from(expected).unwrap_or(u32::MAX);
                let kind = ErrorKind::ConstituentCountMismatch { found, expected };
                return Err(self.index.module.error_at(kind, instruction.word_offset()));
            }
        }
        let word = instruction.word_offset().saturating_add(3);
        let cell = Cell::new(Content::Listed { word, count: found }, ty);
        let mut flags = 0;
        for number in 0..found {
            flags |= self.part(&cell, number).map_or(0, |part| part.flags);
        }
        Ok(cell.with(flags & (PARTLY_UNDEFINED | PARTLY_OPAQUE | ALL_STAY)))
    }

    /// The cell of an operand; `None` where an unknown instruction may have defined it.
    fn operand(&self, context: &Context<'_>, operand: u32) -> Result<Option<Cell>, Error> {
        let id = context.literal(operand);
        let word = context.instruction.word_offset().saturating_add(operand).saturating_add(1);
        match self.index.find(id, word)? {
            Some(Def::Constant(constant)) if constant < context.constant => Ok(self.cell(constant)),
            None => Ok(None),
            Some(_) => {
                let opcode = context.opcode;
                Err(self.error(context, ErrorKind::NotAConstant { id, opcode }, operand))
            }
        }
    }

    fn operation(&mut self, context: &Context<'_>) -> Result<Cell, Error> {
        let Some(operation) = Operation::of(context.opcode) else {
            let instruction = opcode::SPEC_CONSTANT_OP.into();
            let kind = ErrorKind::OpcodeNotAllowed { opcode: context.opcode, instruction };
            return Err(self.error(context, kind, OPCODE_OPERAND));
        };
        let Some(ids) = operation.ids() else { return Ok(Cell::opaque(context.ty).with(ALL_STAY)) };
        let expected = FIRST_OPERAND.saturating_add(ids).saturating_add(1);
        let found = context.instruction.word_count();
        let takes_literals = matches!(operation, Operation::Extract | Operation::Insert | Operation::Shuffle);
        if found < expected || found > expected && !takes_literals {
            let kind = ErrorKind::WordCountMismatch { found, expected };
            return Err(self.index.module.error_at(kind, context.instruction.word_offset()));
        }
        let mut operands = [Cell::opaque(NONE); 3];
        let mut unknown = false;
        let mut stays = STAYS_KEEPING;
        for (slot, number) in operands.iter_mut().zip(FIRST_OPERAND..FIRST_OPERAND.saturating_add(ids)) {
            if let Some(cell) = self.operand(context, number)? {
                stays |= cell.flags & STAYS_PARTIAL;
                // Of what type it is cannot be held against it then.
                unknown |= cell.ty == NONE;
                *slot = cell;
            } else {
                unknown = true;
            }
        }
        if unknown || self.index.shape(context.ty) == Shape::Opaque {
            return Ok(Cell::opaque(context.ty).with(ALL_STAY));
        }
        let [first, second, third] = operands;
        let cell = match operation {
            Operation::Extract => self.extract(context, first)?,
            Operation::Insert => self.insert(context, first, second)?,
            Operation::Shuffle => self.shuffle(context, first, second)?,
            Operation::Select => self.select(context, first, [second, third])?,
            Operation::Bitcast => self.bitcast(context, first)?,
            Operation::PerComponent(rule) => self.per_component(context, rule, [first, second])?,
            Operation::Opaque => None,
        };
        let value = match cell {
            Some(cell) if !cell.has(PARTLY_OPAQUE) => cell,
            _ => Cell::opaque(context.ty).with(STAYS | STAYS_PARTIAL),
        };
        Ok(Cell { flags: value.flags & (OF_VALUE | STAYS | STAYS_PARTIAL) | stays, ty: context.ty, ..value })
    }

    /// A step from a composite to one of its parts' types, with the literal checked.
    fn step(&self, context: &Context<'_>, ty: u32, operand: u32, composite: u32) -> Result<Option<u32>, Error> {
        let literal = context.literal(operand);
        match part_count(self.index, &self.cells, ty) {
            None if self.index.shape(ty).is_scalar() => Err(self.operand_mismatch(context, composite)),
            None => Ok(None),
            Some(Some(count)) if u64::from(literal) >= count => Err(self.out_of_range(context, operand, count)),
            Some(_) => Ok(self.index.element_type(ty, literal)),
        }
    }

    fn extract(&self, context: &Context<'_>, composite: Cell) -> Result<Option<Cell>, Error> {
        let (mut ty, mut value) = (composite.ty, Some(composite));
        for operand in FIRST_OPERAND.saturating_add(1)..context.operand_count() {
            let Some(element) = self.step(context, ty, operand, FIRST_OPERAND)? else { return Ok(None) };
            value = value.and_then(|value| self.part(&value, context.literal(operand)));
            ty = element;
        }
        self.expect_type(context, ty, context.ty, 0)?;
        // A replicated value may be of another type than the element it stands for.
        Ok(value.filter(|value| value.ty == ty))
    }

    fn insert(&mut self, context: &Context<'_>, object: Cell, composite: Cell) -> Result<Option<Cell>, Error> {
        const COMPOSITE: u32 = FIRST_OPERAND.saturating_add(1);
        let literals = COMPOSITE.saturating_add(1)..context.operand_count();
        self.expect_type(context, composite.ty, context.ty, COMPOSITE)?;
        let mut ty = composite.ty;
        let mut cells = 0_u64;
        let mut fits = true;
        for operand in literals.clone() {
            let count = part_count(self.index, &self.cells, ty).flatten();
            fits &= count.is_some_and(|count| count <= MAX_CONSTITUENTS.into());
            cells = cells.saturating_add(count.unwrap_or(0));
            let Some(element) = self.step(context, ty, operand, COMPOSITE)? else { return Ok(None) };
            ty = element;
        }
        self.expect_type(context, object.ty, ty, FIRST_OPERAND)?;
        if literals.is_empty() {
            return Ok(Some(object));
        }
        if !fits || object.has(PARTLY_OPAQUE) {
            return Ok(None);
        }
        let Some(first) = self.take(cells) else { return Ok(None) };
        Ok(self.copy_around(context, literals.clone(), composite, first).map(|undefined| {
            let undefined = if object.has(PARTLY_UNDEFINED) { literals.end } else { undefined };
            self.nest_copies(context, literals, composite.ty, first, undefined, object)
        }))
    }

    /// Copies the parts around the ones that an insertion goes through, composite by composite from the outermost.
    ///
    /// Returns the operand of the innermost one around which a part is undefined, or 0; `None` where a part is opaque.
    fn copy_around(&mut self, context: &Context<'_>, literals: Range<u32>, composite: Cell, first: u32) -> Option<u32> {
        let (mut original, mut at, mut undefined) = (composite, first, 0);
        for operand in literals {
            let literal = context.literal(operand);
            let count = part_count(self.index, &self.cells, original.ty).flatten()?;
            let count = u32::try_from(count).ok()?;
            // One null constant does for all null parts of one type.
            let mut null = (NONE, NONE);
            for number in (0..count).filter(|&number| number != literal) {
                let mut part = self.part(&original, number)?;
                if part.has(PARTLY_OPAQUE) {
                    return None;
                }
                if part.has(PARTLY_UNDEFINED) {
                    undefined = operand;
                }
                let place = at.saturating_add(number);
                if part.origin == NONE {
                    null = if null.0 == part.ty { null } else { (part.ty, place) };
                    part.origin = null.1;
                }
                self.place(place, part);
            }
            at = at.saturating_add(count);
            original = self.part(&original, literal)?;
        }
        Some(undefined)
    }

    /// Puts each copied composite into its place in the one around it, and the object into the innermost.
    fn nest_copies(
        &mut self,
        context: &Context<'_>,
        literals: Range<u32>,
        ty: u32,
        first: u32,
        undefined: u32,
        object: Cell,
    ) -> Cell {
        let count_of = |cells: &RowsMut<'_, 6>, ty| {
            let count = part_count(self.index, cells, ty).flatten();
            count.and_then(|count| u32::try_from(count).ok()).unwrap_or(0)
        };
        let made = |cells: &RowsMut<'_, 6>, ty, first, operand| {
            let flags = if operand <= undefined { PARTLY_UNDEFINED } else { 0 };
            Cell::new(Content::Made { first, count: count_of(cells, ty) }, ty).with(flags)
        };
        let root = made(&self.cells, ty, first, literals.start);
        let (mut ty, mut at) = (ty, first);
        for operand in literals.clone() {
            let place = at.saturating_add(context.literal(operand));
            at = at.saturating_add(count_of(&self.cells, ty));
            ty = self.index.element_type(ty, context.literal(operand)).unwrap_or(NONE);
            let next = operand.saturating_add(1);
            let part = if next == literals.end { object } else { made(&self.cells, ty, at, next) };
            self.place(place, part);
        }
        root
    }

    /// Puts the components of a result into cells of their own; `None` where one of them is opaque or there is no room.
    fn vector(
        &mut self,
        context: &Context<'_>,
        count: u32,
        mut component: impl FnMut(&Self, u32) -> Result<Option<Cell>, Error>,
    ) -> Result<Option<Cell>, Error> {
        if count > MAX_LANES {
            return Ok(None);
        }
        let first = self.take(count.into());
        let mut flags = 0;
        for number in 0..count {
            let Some(mut part) = component(self, number)? else { return Ok(None) };
            flags |= part.flags & (PARTLY_UNDEFINED | PARTLY_OPAQUE);
            if let Some(first) = first {
                let place = first.saturating_add(number);
                // One constant does for all components with the same bits.
                let same =
                    |&at: &u32| self.cells.get(at).map(Cell::unpack).is_some_and(|cell| cell.content == part.content);
                if part.origin == NONE {
                    part.origin = (first..place).find(same).map_or(place, |at| self.origin(at));
                }
                self.place(place, part);
            }
        }
        Ok(first.map(|first| Cell::new(Content::Made { first, count }, context.ty).with(flags)))
    }

    fn shuffle(&mut self, context: &Context<'_>, first: Cell, second: Cell) -> Result<Option<Cell>, Error> {
        const LITERALS: u32 = FIRST_OPERAND.saturating_add(2);
        let vector = |ty| match self.index.shape(ty) {
            Shape::Vector { element, count } => Some((element, count)),
            _ => None,
        };
        let Some((element, lanes)) = vector(context.ty) else { return Err(self.result_mismatch(context)) };
        let operand = |cell: Cell, operand| match vector(cell.ty) {
            Some((own, count)) if own == element => Ok(count),
            _ => Err(self.operand_mismatch(context, operand)),
        };
        let first_count = operand(first, FIRST_OPERAND)?;
        let second_count = operand(second, FIRST_OPERAND.saturating_add(1))?;
        let (found, expected) = (context.operand_count(), LITERALS.saturating_add(lanes));
        if found != expected {
            let kind =
                ErrorKind::WordCountMismatch { found: found.saturating_add(1), expected: expected.saturating_add(1) };
            return Err(self.index.module.error_at(kind, context.instruction.word_offset()));
        }
        let count = u64::from(first_count).saturating_add(second_count.into());
        let wrong = |&operand: &u32| {
            let literal = context.literal(operand);
            literal != ANY_COMPONENT && u64::from(literal) >= count
        };
        if let Some(operand) = (LITERALS..found).find(wrong) {
            return Err(self.out_of_range(context, operand, count));
        }
        self.vector(context, lanes, |evaluator, lane| {
            let literal = context.literal(LITERALS.saturating_add(lane));
            if literal == ANY_COMPONENT {
                let zero = Cell::zero(element, evaluator.index.shape(element));
                return Ok(Some(zero.with(UNDEFINED | PARTLY_UNDEFINED)));
            }
            Ok(match literal.checked_sub(first_count) {
                None => evaluator.part(&first, literal),
                Some(literal) => evaluator.part(&second, literal),
            })
        })
    }

    fn select(&mut self, context: &Context<'_>, condition: Cell, objects: [Cell; 2]) -> Result<Option<Cell>, Error> {
        let numbers = FIRST_OPERAND.saturating_add(1)..u32::MAX;
        for (object, number) in objects.iter().zip(numbers) {
            self.expect_type(context, object.ty, context.ty, number)?;
        }
        match (self.index.shape(condition.ty), self.index.shape(context.ty)) {
            (Shape::Bool, _) => Ok(choose(condition, objects)),
            (Shape::Vector { element, count }, Shape::Vector { count: lanes, .. })
                if count == lanes && self.index.shape(element) == Shape::Bool =>
            {
                self.vector(context, lanes, |evaluator, lane| {
                    let [condition, first, second] =
                        [condition, objects[0], objects[1]].map(|cell| evaluator.part(&cell, lane));
                    let (Some(condition), Some(first), Some(second)) = (condition, first, second) else {
                        return Ok(None);
                    };
                    Ok(choose(condition, [first, second]))
                })
            }
            _ => Err(self.operand_mismatch(context, FIRST_OPERAND)),
        }
    }

    /// The component type and the number of components of a scalar or vector.
    fn lanes(&self, ty: u32) -> Option<(Shape, u32, bool)> {
        match self.index.shape(ty) {
            Shape::Vector { element, count } => Some((self.index.shape(element), count, true)),
            shape if shape.is_scalar() => Some((shape, 1, false)),
            _ => None,
        }
    }

    fn bitcast(&mut self, context: &Context<'_>, operand: Cell) -> Result<Option<Cell>, Error> {
        let pointer = |ty| matches!(self.index.shape(ty), Shape::Pointer | Shape::Opaque);
        if pointer(context.ty) || pointer(operand.ty) {
            return Ok(None);
        }
        let numeric = |ty| {
            let (shape, count, is_vector) = self.lanes(ty)?;
            let width = shape.width().filter(|_| shape != Shape::Bool)?;
            Some((width, count, is_vector))
        };
        let Some((to, to_count, is_vector)) = numeric(context.ty) else { return Err(self.result_mismatch(context)) };
        let Some((from, from_count, _)) = numeric(operand.ty) else {
            return Err(self.operand_mismatch(context, FIRST_OPERAND));
        };
        let bits = |width: u32, count: u32| u64::from(width).saturating_mul(count.into());
        let (larger, smaller) = (from.max(to), from.min(to));
        if bits(from, from_count) != bits(to, to_count) || larger.checked_rem(smaller) != Some(0) {
            return Err(self.operand_mismatch(context, FIRST_OPERAND));
        }
        let component = |evaluator: &Self, lane: u32| {
            if larger > u64::BITS {
                return None;
            }
            // Lower-numbered components hold the lower bits, whichever side has the more.
            let pieces = to.checked_div(from).unwrap_or(0).max(1);
            let shared = from.checked_div(to).unwrap_or(0).max(1);
            let start = lane.checked_mul(pieces)?.checked_div(shared)?;
            let (mut bits, mut flags) = (0, 0);
            for piece in 0..pieces {
                let (part, part_flags) = evaluator.lane(&operand, start.checked_add(piece)?)?;
                bits |= part.checked_shl(piece.checked_mul(from)?).unwrap_or(0);
                flags |= part_flags;
            }
            let within = lane.checked_rem(shared)?.checked_mul(to)?;
            let bits = bits.checked_shr(within).unwrap_or(0) & low_bits(to);
            Some((bits, flags))
        };
        if is_vector {
            let element = self.index.element_type(context.ty, 0).unwrap_or(NONE);
            return self.vector(context, to_count, |evaluator, lane| {
                Ok(component(evaluator, lane)
                    .map(|(bits, flags)| Cell::new(Content::Scalar(bits), element).with(flags)))
            });
        }
        Ok(component(self, 0).map(|(bits, flags)| Cell::new(Content::Scalar(bits), context.ty).with(flags)))
    }

    /// The bits of a scalar, or of a vector's component, and whether they are undefined.
    fn lane(&self, cell: &Cell, lane: u32) -> Option<(u64, u32)> {
        let cell = if let Content::Scalar(_) = cell.content { *cell } else { self.part(cell, lane)? };
        match cell.content {
            Content::Scalar(bits) => Some((bits, cell.flags & (UNDEFINED | PARTLY_UNDEFINED))),
            _ => None,
        }
    }

    fn per_component(&mut self, context: &Context<'_>, rule: Rule, operands: [Cell; 2]) -> Result<Option<Cell>, Error> {
        let Some((result, count, is_vector)) = self.lanes(context.ty) else {
            return Err(self.result_mismatch(context));
        };
        let mut shapes = [Shape::Opaque; 2];
        let numbers = FIRST_OPERAND..FIRST_OPERAND.saturating_add(rule.operands());
        for ((shape, operand), number) in shapes.iter_mut().zip(&operands).zip(numbers.clone()) {
            match self.lanes(operand.ty) {
                Some((own, lanes, vector)) if lanes == count && vector == is_vector => *shape = own,
                _ => return Err(self.operand_mismatch(context, number)),
            }
        }
        match rule.check(result, shapes) {
            Ok(()) => {}
            Err(Mismatch::Result) => return Err(self.result_mismatch(context)),
            Err(Mismatch::First) => return Err(self.operand_mismatch(context, FIRST_OPERAND)),
            Err(Mismatch::Second) => return Err(self.operand_mismatch(context, FIRST_OPERAND.saturating_add(1))),
        }
        let component = |evaluator: &Self, lane: u32| {
            let [first, second] = &operands;
            let (a, first_flags) = evaluator.lane(first, lane)?;
            let (b, second_flags) = if rule.operands() == 2 { evaluator.lane(second, lane)? } else { (0, 0) };
            let (bits, undefined) = rule.compute(context.opcode, result, shapes, a, b)?;
            let flags = if undefined { UNDEFINED | PARTLY_UNDEFINED } else { 0 };
            Some((bits, flags | first_flags | second_flags))
        };
        if is_vector {
            let element = self.index.element_type(context.ty, 0).unwrap_or(NONE);
            return self.vector(context, count, |evaluator, lane| {
                Ok(component(evaluator, lane)
                    .map(|(bits, flags)| Cell::new(Content::Scalar(bits), element).with(flags)))
            });
        }
        Ok(component(self, 0).map(|(bits, flags)| Cell::new(Content::Scalar(bits), context.ty).with(flags)))
    }
}

/// What a condition chooses. An undefined one chooses the second, all of which is then undefined.
fn choose(condition: Cell, [first, second]: [Cell; 2]) -> Option<Cell> {
    let Content::Scalar(bits) = condition.content else { return None };
    let chosen = if bits != 0 { first } else { second };
    Some(chosen.with(condition.flags & (UNDEFINED | PARTLY_UNDEFINED)))
}

/// Which type does not go with a rule.
enum Mismatch {
    Result,
    First,
    Second,
}

impl Rule {
    /// Compares the component types of result and operands.
    fn check(self, result: Shape, [first, second]: [Shape; 2]) -> Result<(), Mismatch> {
        let integer = |shape| matches!(shape, Shape::Int { .. });
        let float = |shape| matches!(shape, Shape::Float { .. });
        let same_width = |a: Shape, b: Shape| a.width() == b.width();
        let demand = |holds: bool, mismatch| if holds { Ok(()) } else { Err(mismatch) };
        match self {
            Self::Integer { operands } => {
                demand(integer(result), Mismatch::Result)?;
                demand(integer(first) && same_width(first, result), Mismatch::First)?;
                demand(operands == 1 || integer(second) && same_width(second, result), Mismatch::Second)
            }
            Self::Shift => {
                demand(integer(result), Mismatch::Result)?;
                demand(integer(first) && same_width(first, result), Mismatch::First)?;
                demand(integer(second), Mismatch::Second)
            }
            Self::IntegerConversion => {
                demand(integer(result), Mismatch::Result)?;
                demand(integer(first), Mismatch::First)
            }
            Self::Comparison => {
                demand(result == Shape::Bool, Mismatch::Result)?;
                demand(integer(first), Mismatch::First)?;
                demand(integer(second) && same_width(first, second), Mismatch::Second)
            }
            Self::Logical { operands } => {
                demand(result == Shape::Bool, Mismatch::Result)?;
                demand(first == Shape::Bool, Mismatch::First)?;
                demand(operands == 1 || second == Shape::Bool, Mismatch::Second)
            }
            Self::Float { operands } => {
                demand(float(result), Mismatch::Result)?;
                demand(first == result, Mismatch::First)?;
                demand(operands == 1 || second == result, Mismatch::Second)
            }
            Self::FloatConversion => {
                demand(float(result), Mismatch::Result)?;
                demand(float(first), Mismatch::First)
            }
            Self::QuantizeToF16 => {
                demand(Format::of(result) == Some(float::F32), Mismatch::Result)?;
                demand(first == result, Mismatch::First)
            }
            Self::FloatToInteger => {
                demand(integer(result), Mismatch::Result)?;
                demand(float(first), Mismatch::First)
            }
            Self::IntegerToFloat => {
                demand(float(result), Mismatch::Result)?;
                demand(integer(first), Mismatch::First)
            }
        }
    }

    /// One component of the result; `None` for numbers that are not computed with.
    fn compute(self, opcode: u32, result: Shape, [first, _]: [Shape; 2], a: u64, b: u64) -> Option<Outcome> {
        /// The opcodes of the signed one of a pair.
        const CONVERT_F_TO_S: u32 = 110;
        const CONVERT_S_TO_F: u32 = 111;
        let (to, from) = (result.width()?, first.width()?);
        if to.max(from) > u64::BITS {
            return None;
        }
        Some(match self {
            Self::Integer { .. } => integer::arithmetic(opcode, to, a, b),
            Self::Shift => integer::shift(opcode, to, a, b),
            Self::IntegerConversion => (integer::convert(opcode, from, to, a), false),
            Self::Comparison => (integer::compare(opcode, from, a, b).into(), false),
            Self::Logical { .. } => (integer::logical(opcode, a, b), false),
            Self::Float { .. } => float::arithmetic(opcode, Format::of(result)?, a, b),
            Self::FloatConversion => (float::convert(Format::of(first)?, Format::of(result)?, a), false),
            Self::QuantizeToF16 => (float::quantize_to_f16(a), false),
            Self::FloatToInteger => float::to_integer(opcode == CONVERT_F_TO_S, Format::of(first)?, to, a),
            Self::IntegerToFloat => (float::of_integer(opcode == CONVERT_S_TO_F, from, Format::of(result)?, a), false),
        })
    }
}
