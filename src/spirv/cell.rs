//! What evaluating keeps of a value: one cell for each constant, and some for the parts of results that have no id.

use super::index::NONE;
use super::types::Shape;

/// The value is given by a map entry or the like.
pub(super) const GIVEN: u32 = 1 << 4;
/// All of it is left undefined by the specification, whatever its parts say.
pub(super) const UNDEFINED: u32 = 1 << 5;
/// Some part of it is left undefined.
pub(super) const PARTLY_UNDEFINED: u32 = 1 << 6;
/// Some part of it has no value that is known here.
pub(super) const PARTLY_OPAQUE: u32 = 1 << 7;
/// It stays a specialization constant when everything is frozen that can be.
pub(super) const STAYS: u32 = 1 << 8;
/// It stays one when only the constants that a value is given to are frozen.
pub(super) const STAYS_PARTIAL: u32 = 1 << 9;
/// It stays one when operations are kept.
pub(super) const STAYS_KEEPING: u32 = 1 << 10;
/// What a part has from the whole, and a whole from its parts.
pub(super) const OF_VALUE: u32 = UNDEFINED | PARTLY_UNDEFINED | PARTLY_OPAQUE;
pub(super) const ALL_STAY: u32 = STAYS | STAYS_PARTIAL | STAYS_KEEPING;
const CONTENT: u32 = 0xf;

/// What a value is made of. Composites refer to their parts; nothing is ever copied out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Content {
    /// A value that is not known here.
    Opaque,
    Scalar(u64),
    /// A composite whose parts are all 0.
    Zero,
    /// A composite whose parts are all this constant.
    Same {
        constant: u32,
    },
    /// A composite whose parts are the ids from this word of the module on.
    Listed {
        word: u32,
        count: u32,
    },
    /// A composite whose parts are the cells from this one on.
    Made {
        first: u32,
        count: u32,
    },
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    pub(super) content: Content,
    pub(super) flags: u32,
    /// The row of the type, or [`NONE`].
    pub(super) ty: u32,
    /// The cell whose id stands for this value; [`NONE`] before the cell has a place.
    pub(super) origin: u32,
    /// The id that the cell's origin has in the module, or is given by freezing; 0 before.
    pub(super) id: u32,
}

pub(super) const CELL_WORDS: u32 = 6;

impl Cell {
    pub(super) const fn new(content: Content, ty: u32) -> Self {
        Self { content, flags: 0, ty, origin: NONE, id: 0 }
    }

    pub(super) const fn opaque(ty: u32) -> Self {
        Self { flags: PARTLY_OPAQUE, ..Self::new(Content::Opaque, ty) }
    }

    /// A null value: scalars are the bits 0, so that composites alone are [`Content::Zero`].
    pub(super) fn zero(ty: u32, shape: Shape) -> Self {
        match shape {
            _ if shape.value_width().is_some() => Self::new(Content::Scalar(0), ty),
            _ if shape.is_composite() => Self::new(Content::Zero, ty),
            _ => Self::opaque(ty),
        }
    }

    pub(super) const fn with(self, flags: u32) -> Self {
        Self { flags: self.flags | flags, ..self }
    }

    pub(super) const fn has(&self, flag: u32) -> bool {
        self.flags & flag != 0
    }

    pub(super) fn pack(self) -> [u32; 6] {
        let (content, a, b) = match self.content {
            Content::Opaque => (0, 0, 0),
            Content::Scalar(bits) => {
                let [a, b, c, d, e, f, g, h] = bits.to_le_bytes();
                (1, u32::from_le_bytes([a, b, c, d]), u32::from_le_bytes([e, f, g, h]))
            }
            Content::Zero => (2, 0, 0),
            Content::Same { constant } => (3, constant, 0),
            Content::Listed { word, count } => (4, word, count),
            Content::Made { first, count } => (5, first, count),
        };
        [content | self.flags, a, b, self.ty, self.origin, self.id]
    }

    pub(super) fn unpack([head, a, b, ty, origin, id]: [u32; 6]) -> Self {
        let content = match head & CONTENT {
            1 => Content::Scalar(u64::from(b) << 32 | u64::from(a)),
            2 => Content::Zero,
            3 => Content::Same { constant: a },
            4 => Content::Listed { word: a, count: b },
            5 => Content::Made { first: a, count: b },
            _ => Content::Opaque,
        };
        Self { content, flags: head & !CONTENT, ty, origin, id }
    }
}
