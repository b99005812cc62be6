use core::fmt;
use core::iter::FusedIterator;

use super::cell::{Cell, Content, GIVEN, PARTLY_OPAQUE, PARTLY_UNDEFINED};
use super::constant::Constant;
use super::evaluate::{constant_cell, part, part_count};
use super::index::{Constants, Index};
use super::opcode;
use super::table::RowsMut;
use super::types::Type;

/// How a constant came by its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum State {
    /// The module states it, and nothing can change it.
    Plain,
    /// A value was given, be it the default.
    Set,
    /// It could have been given a value and was not.
    Default,
    /// It follows from others.
    Folded,
    /// A part of it is left undefined by the specification and has a fixed value here.
    Undefined,
    /// A part of it is not known here: a pointer, a sampler, a size that the driver decides, something of an extension.
    Unfoldable,
}

impl State {
    /// The name as psoview's JSON prints it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Set => "set",
            Self::Default => "default",
            Self::Folded => "folded",
            Self::Undefined => "undefined",
            Self::Unfoldable => "unfoldable",
        }
    }
}

/// The values of a module's constants under some settings; made by [`Settings::evaluate`](super::Settings::evaluate).
pub struct Values<'v> {
    pub(super) index: &'v Index<'v>,
    /// One for each constant, then those of parts that have no id.
    pub(super) cells: RowsMut<'v, 6>,
    used: u32,
}

impl<'v> Values<'v> {
    pub(super) const fn new(index: &'v Index<'v>, cells: RowsMut<'v, 6>, used: u32) -> Self {
        Self { index, cells, used }
    }

    /// The index whose constants these are values of.
    #[must_use]
    pub const fn index(&self) -> &'v Index<'v> {
        self.index
    }

    pub(super) fn cell(&self, constant: u32) -> Option<Cell> {
        constant_cell(&self.cells, constant)
    }

    /// The cells that a constant made for the parts of its value.
    pub(super) fn made_by(&self, constant: u32) -> core::ops::Range<u32> {
        let end = |constant| self.cells.get(constant).map_or(self.used, |cell| Cell::unpack(cell).origin);
        let start = constant.checked_sub(1).map_or(self.index.constants.len(), end);
        start..end(constant)
    }

    /// The value of the constant with this result id.
    #[must_use]
    pub fn get(&self, id: u32) -> Option<Value<'_>> {
        self.index.constant(id).and_then(|constant| self.of(&constant))
    }

    /// The value of a constant of the same index.
    #[must_use]
    pub fn of(&self, constant: &Constant<'_>) -> Option<Value<'_>> {
        self.cell(constant.row()).map(|cell| Value { values: self, cell })
    }

    /// How a constant of the same index came by its value.
    #[must_use]
    pub fn state(&self, constant: &Constant<'_>) -> State {
        let cell = self.cell(constant.row()).unwrap_or(Cell::opaque(0));
        match constant.opcode() {
            _ if cell.has(PARTLY_OPAQUE) => State::Unfoldable,
            _ if cell.has(PARTLY_UNDEFINED) => State::Undefined,
            opcode::SPEC_CONSTANT_TRUE | opcode::SPEC_CONSTANT_FALSE | opcode::SPEC_CONSTANT => {
                if cell.has(GIVEN) {
                    State::Set
                } else {
                    State::Default
                }
            }
            opcode if opcode::is_freezable(opcode) => State::Folded,
            _ => State::Plain,
        }
    }

    /// Every constant with its value, in the module's order.
    #[must_use]
    pub fn iter(&self) -> ValuesIter<'_> {
        ValuesIter { values: self, constants: self.index.constants() }
    }

    /// How many elements an array has, or a vector, a matrix (columns) or a struct; `None` for other types, and for an array
    /// whose length is not known.
    #[must_use]
    pub fn count(&self, ty: &Type<'_>) -> Option<u64> {
        part_count(self.index, &self.cells, ty.row())?
    }
}

impl fmt::Debug for Values<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter().map(|(constant, value)| (constant.result_id(), value))).finish()
    }
}

impl<'a> IntoIterator for &'a Values<'_> {
    type Item = (Constant<'a>, Value<'a>);
    type IntoIter = ValuesIter<'a>;

    fn into_iter(self) -> ValuesIter<'a> {
        self.iter()
    }
}

/// The constants of a module with their values, in the module's order.
#[derive(Clone)]
pub struct ValuesIter<'a> {
    values: &'a Values<'a>,
    constants: Constants<'a>,
}

impl<'a> Iterator for ValuesIter<'a> {
    type Item = (Constant<'a>, Value<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        let constant = self.constants.next()?;
        Some((constant, self.values.of(&constant)?))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.constants.size_hint()
    }
}

impl ExactSizeIterator for ValuesIter<'_> {}
impl FusedIterator for ValuesIter<'_> {}

impl fmt::Debug for ValuesIter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

/// A value: the bits of a scalar, or a composite whose parts can be asked for one by one.
///
/// It is a reference. A composite is never expanded: 60 structs that each hold the one before twice are 60 values, and 2^60
/// numbers for those who ask for them all.
#[derive(Clone, Copy)]
pub struct Value<'a> {
    values: &'a Values<'a>,
    cell: Cell,
}

impl<'a> Value<'a> {
    /// The type.
    #[must_use]
    pub const fn ty(&self) -> Type<'a> {
        Type::new(self.values.index, self.cell.ty)
    }

    /// The bits of a scalar, as many as its type has; a bool's are 0 or 1.
    #[must_use]
    pub const fn bits(&self) -> Option<u64> {
        match self.cell.content {
            Content::Scalar(bits) => Some(bits),
            _ => None,
        }
    }

    /// How many parts a composite has; `None` for what is none, or whose length is not known.
    #[must_use]
    pub fn count(&self) -> Option<u64> {
        self.values.count(&self.ty())
    }

    /// A composite's part with this number. Its own part may be asked for in turn; that takes no stack.
    #[must_use]
    pub fn component(&self, number: u32) -> Option<Self> {
        if u64::from(number) >= self.count()? {
            return None;
        }
        part(self.values.index, &self.values.cells, &self.cell, number).map(|cell| Self { cell, ..*self })
    }

    /// Whether some part is left undefined by the specification, and has a fixed value.
    #[must_use]
    pub const fn is_undefined(&self) -> bool {
        self.cell.has(PARTLY_UNDEFINED)
    }

    /// Whether every part is known.
    #[must_use]
    pub const fn is_known(&self) -> bool {
        !self.cell.has(PARTLY_OPAQUE)
    }
}

impl fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Parts are left out: there may be more of them than anyone can read.
        f.debug_struct("Value")
            .field("ty", &self.ty())
            .field("bits", &self.bits())
            .field("is_undefined", &self.is_undefined())
            .finish_non_exhaustive()
    }
}
