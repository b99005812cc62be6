//! The operations that `OpSpecConstantOp` can hold.
//!
//! Source: SPIR-V specification 1.6, 3.3.7 "OpSpecConstantOp", and the extensions that add to its list. The same list holds
//! for every version: `UConvert` before 1.4 is read like any other.

use core::ops::Range;

use super::index::Index;
use super::instruction::Instruction;
use super::opcode;
use super::types::Shape;

pub(super) const VECTOR_SHUFFLE: u32 = 79;
pub(super) const COMPOSITE_EXTRACT: u32 = 81;
pub(super) const COMPOSITE_INSERT: u32 = 82;
const BITCAST: u32 = 124;
const SELECT: u32 = 169;

/// Vectors with more components are left as they are.
pub(super) const MAX_LANES: u32 = 16;
/// The most constituents that an instruction of 65,535 words has room for.
pub(super) const MAX_CONSTITUENTS: u32 = 65_532;
/// The operand that holds the operation, and the first of its own operands.
pub(super) const OPCODE_OPERAND: u32 = 2;
pub(super) const FIRST_OPERAND: u32 = 3;

/// How an operation is worked out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Operation {
    Extract,
    Insert,
    Shuffle,
    Select,
    Bitcast,
    /// On scalars, or on the components of vectors one by one.
    PerComponent(Rule),
    /// It has a value, but none that is known here: a pointer, a size that the driver decides.
    Opaque,
}

/// What the types of a per-component operation's operands and result have to do with each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Rule {
    /// Integers of the result's width.
    Integer {
        operands: u32,
    },
    /// An integer of the result's width, and one of any width.
    Shift,
    /// An integer becomes one of another width.
    IntegerConversion,
    /// Integers of one width; the result is a bool.
    Comparison,
    Logical {
        operands: u32,
    },
    /// Numbers of the result's format.
    Float {
        operands: u32,
    },
    FloatConversion,
    /// From and to 32-bit floats.
    QuantizeToF16,
    FloatToInteger,
    IntegerToFloat,
}

impl Rule {
    pub(super) const fn operands(self) -> u32 {
        match self {
            Self::Integer { operands } | Self::Logical { operands } | Self::Float { operands } => operands,
            Self::Shift | Self::Comparison => 2,
            Self::IntegerConversion
            | Self::FloatConversion
            | Self::QuantizeToF16
            | Self::FloatToInteger
            | Self::IntegerToFloat => 1,
        }
    }
}

impl Operation {
    /// `None` for an operation that `OpSpecConstantOp` cannot hold. All 32 bits count.
    pub(super) const fn of(opcode: u32) -> Option<Self> {
        Some(match opcode {
            VECTOR_SHUFFLE => Self::Shuffle,
            COMPOSITE_EXTRACT => Self::Extract,
            COMPOSITE_INSERT => Self::Insert,
            SELECT => Self::Select,
            BITCAST => Self::Bitcast,
            113 | 114 => Self::PerComponent(Rule::IntegerConversion),
            115 => Self::PerComponent(Rule::FloatConversion),
            116 => Self::PerComponent(Rule::QuantizeToF16),
            126 | 200 => Self::PerComponent(Rule::Integer { operands: 1 }),
            128 | 130 | 132 | 134 | 135 | 137..=139 | 197..=199 => Self::PerComponent(Rule::Integer { operands: 2 }),
            194..=196 => Self::PerComponent(Rule::Shift),
            164..=167 => Self::PerComponent(Rule::Logical { operands: 2 }),
            168 => Self::PerComponent(Rule::Logical { operands: 1 }),
            170..=179 => Self::PerComponent(Rule::Comparison),
            109 | 110 => Self::PerComponent(Rule::FloatToInteger),
            111 | 112 => Self::PerComponent(Rule::IntegerToFloat),
            127 => Self::PerComponent(Rule::Float { operands: 1 }),
            129 | 131 | 133 | 136 | 140 | 141 => Self::PerComponent(Rule::Float { operands: 2 }),
            65..=67 | 70 | 117 | 120..=122 | 4419 | 4420 | 4423 | 4424 | 4460 | 5362 => Self::Opaque,
            _ => return None,
        })
    }

    /// How many of the operands are ids, where that does not follow from the number of words.
    pub(super) const fn ids(self) -> Option<u32> {
        match self {
            Self::Extract => Some(1),
            Self::Insert | Self::Shuffle => Some(2),
            Self::Select => Some(3),
            Self::Bitcast => Some(1),
            Self::PerComponent(rule) => Some(rule.operands()),
            Self::Opaque => None,
        }
    }
}

/// The operands of an `OpSpecConstantOp` that are ids. Those of an operation that it cannot hold are not known.
pub(super) fn id_operands(instruction: &Instruction<'_>) -> Range<u32> {
    let end = instruction.word_count().saturating_sub(1);
    let count = match instruction.operand(OPCODE_OPERAND).and_then(Operation::of) {
        Some(operation) => operation.ids().unwrap_or(end),
        None => 0,
    };
    FIRST_OPERAND..FIRST_OPERAND.saturating_add(count).min(end).max(FIRST_OPERAND)
}

/// How many cells the results of all operations need beside one for each constant.
pub(super) fn extra_cells(index: &Index<'_>) -> u64 {
    let edits = (0..index.edits.len()).filter_map(|row| index.edits.get(row));
    edits.fold(0, |sum, [offset, constant]| {
        let Some(instruction) = index.module.instruction_at(offset) else { return sum };
        let Some(row) = index.row(constant) else { return sum };
        if instruction.opcode() != opcode::SPEC_CONSTANT_OP {
            return sum;
        }
        let cells = match instruction.operand(OPCODE_OPERAND) {
            Some(COMPOSITE_INSERT) => inserted_cells(index, &instruction, row.ty).unwrap_or(0),
            Some(COMPOSITE_EXTRACT) => 0,
            _ => match index.shape(row.ty) {
                Shape::Vector { count, .. } if count <= MAX_LANES => count.into(),
                _ => 0,
            },
        };
        sum.saturating_add(cells)
    })
}

/// One cell for each element of each composite that an insertion goes through.
///
/// `None` where it does not take place, and where an array's length is not a plain number: evaluating then sees how many
/// there are.
fn inserted_cells(index: &Index<'_>, instruction: &Instruction<'_>, mut ty: u32) -> Option<u64> {
    let mut cells = 0_u64;
    for literal in instruction.operands().skip(crate::bytes::to_usize(FIRST_OPERAND.saturating_add(2))) {
        let count = match index.shape(ty) {
            Shape::Array { length, .. } => index.plain_length(length)?,
            _ => index.fixed_count(ty)?.into(),
        };
        if u64::from(literal) >= count || count > MAX_CONSTITUENTS.into() {
            return None;
        }
        cells = cells.saturating_add(count);
        ty = index.element_type(ty, literal)?;
    }
    Some(cells)
}
