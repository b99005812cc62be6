use core::fmt;

use super::constant::Constant;
use super::ids::Def;
use super::index::Index;
use crate::values::open_set;

open_set! {
    /// How a floating-point type that is not IEEE 754's lays out its bits (`FP Encoding`).
    ///
    /// Source: SPIR-V specification 1.6, 3.2.55, and SPIRV-Headers' grammar for those of extensions.
    pub struct FloatEncoding(u32) {
        /// 8 bits of exponent, 7 of significand.
        BFLOAT16 = 0 => "bfloat16",
        /// 4 bits of exponent, 3 of significand.
        FLOAT8_E4M3 = 4214 => "float8_e4m3",
        /// 5 bits of exponent, 2 of significand.
        FLOAT8_E5M2 = 4215 => "float8_e5m2",
        /// 2 bits of exponent, 3 of significand.
        FLOAT6_E2M3 = 4223 => "float6_e2m3",
        /// 3 bits of exponent, 2 of significand.
        FLOAT6_E3M2 = 4224 => "float6_e3m2",
        /// 2 bits of exponent, 1 of significand.
        FLOAT4_E2M1 = 4225 => "float4_e2m1",
        /// 8 bits of exponent and nothing else.
        FLOAT8_E8M0 = 4226 => "float8_e8m0",
        /// 8 bits of a fixed-point number that shares an exponent.
        MXINT8 = 4227 => "mxint8",
    }
}

/// What a type is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TypeKind {
    /// `OpTypeBool`.
    Bool,
    /// `OpTypeInt`.
    #[non_exhaustive]
    Int {
        /// Bits: 8, 16, 32 or 64, by extensions any number.
        width: u32,
        /// Whether `Signedness` is 1. Operations take their sign from the opcode, never from here.
        signed: bool,
    },
    /// `OpTypeFloat`.
    #[non_exhaustive]
    Float {
        /// Bits: 16, 32 or 64 for IEEE 754's.
        width: u32,
        /// The encoding; `None` for IEEE 754's.
        encoding: Option<FloatEncoding>,
    },
    /// `OpTypeVector`.
    Vector,
    /// `OpTypeMatrix`; its elements are the columns.
    Matrix,
    /// `OpTypeArray`, or a vector whose length is a constant (`OpTypeVectorIdEXT`).
    Array,
    /// `OpTypeStruct`.
    Struct,
    /// `OpTypePointer` and `OpTypeUntypedPointerKHR`.
    Pointer,
    /// `OpTypeSampler`.
    Sampler,
    /// A type whose constants have no value that is read here.
    Opaque,
}

/// What the index keeps of a type; the numbers are rows of its tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    Bool,
    Int { width: u32, signed: bool },
    Float { width: u32, encoding: Option<u32> },
    Vector { element: u32, count: u32 },
    Matrix { element: u32, count: u32 },
    Array { element: u32, length: u32 },
    Struct { members: u32 },
    Pointer,
    Sampler,
    Opaque,
}

impl Shape {
    #[inline]
    pub(super) fn pack(self) -> [u32; 3] {
        match self {
            Self::Bool => [0, 0, 0],
            Self::Int { width, signed } => [1, width, signed.into()],
            Self::Float { width, encoding: None } => [2, width, 0],
            Self::Float { width, encoding: Some(encoding) } => [3, width, encoding],
            Self::Vector { element, count } => [4, element, count],
            Self::Matrix { element, count } => [5, element, count],
            Self::Array { element, length } => [6, element, length],
            Self::Struct { members } => [7, members, 0],
            Self::Pointer => [8, 0, 0],
            Self::Sampler => [9, 0, 0],
            Self::Opaque => [10, 0, 0],
        }
    }

    #[inline]
    pub(super) const fn unpack(packed: [u32; 3]) -> Self {
        match packed {
            [0, ..] => Self::Bool,
            [1, width, signed] => Self::Int { width, signed: signed != 0 },
            [2, width, _] => Self::Float { width, encoding: None },
            [3, width, encoding] => Self::Float { width, encoding: Some(encoding) },
            [4, element, count] => Self::Vector { element, count },
            [5, element, count] => Self::Matrix { element, count },
            [6, element, length] => Self::Array { element, length },
            [7, members, _] => Self::Struct { members },
            [8, ..] => Self::Pointer,
            [9, ..] => Self::Sampler,
            _ => Self::Opaque,
        }
    }

    #[inline]
    pub(super) const fn is_scalar(self) -> bool {
        matches!(self, Self::Bool | Self::Int { .. } | Self::Float { .. })
    }

    pub(super) const fn is_composite(self) -> bool {
        matches!(self, Self::Vector { .. } | Self::Matrix { .. } | Self::Array { .. } | Self::Struct { .. })
    }

    /// Bits of a number; 1 for a bool.
    pub(super) const fn width(self) -> Option<u32> {
        match self {
            Self::Bool => Some(1),
            Self::Int { width, .. } | Self::Float { width, .. } => Some(width),
            _ => None,
        }
    }

    /// The same for scalars whose values are read here: there is no number of no bits, and more than 64 are not looked at.
    pub(super) const fn value_width(self) -> Option<u32> {
        match self.width() {
            Some(width @ 1..=64) => Some(width),
            _ => None,
        }
    }
}

/// The low `width` bits.
#[inline]
pub(super) fn low_bits(width: u32) -> u64 {
    u64::MAX.checked_shr(64_u32.saturating_sub(width)).unwrap_or(0)
}

/// A number's literal words as SPIR-V wants them: the unused high bits of a signed integer repeat its sign, those of
/// anything else are 0 (SPIR-V specification 1.6, 2.2.1 "Literal").
pub(super) fn literal(shape: Shape, bits: u64) -> [u32; 2] {
    let bits = match shape {
        Shape::Int { width, signed: true } => sign_extend(bits, width),
        _ => bits,
    };
    let [a, b, c, d, e, f, g, h] = bits.to_le_bytes();
    [u32::from_le_bytes([a, b, c, d]), u32::from_le_bytes([e, f, g, h])]
}

/// A two's complement number of `width` bits in 64.
#[inline]
pub(super) fn sign_extend(bits: u64, width: u32) -> u64 {
    let sign = 1_u64.checked_shl(width.saturating_sub(1)).unwrap_or(0);
    let bits = bits & low_bits(width);
    (bits ^ sign).wrapping_sub(sign)
}

impl Index<'_> {
    /// A type's shape, by its row.
    #[inline]
    pub(super) fn shape(&self, ty: u32) -> Shape {
        self.types.get(ty).map_or(Shape::Opaque, |[_, a, b, c]| Shape::unpack([a, b, c]))
    }

    /// The row of the type of a composite's element.
    ///
    /// It is a smaller row than the composite's own, so that a walk down always ends: a struct may name a pointer that
    /// is defined later, and nothing is walked through a pointer.
    #[inline]
    pub(super) fn element_type(&self, ty: u32, index: u32) -> Option<u32> {
        match self.shape(ty) {
            Shape::Vector { element, .. } | Shape::Matrix { element, .. } | Shape::Array { element, .. } => {
                Some(element)
            }
            Shape::Struct { members } if index < members => {
                let [offset, ..] = self.types.get(ty)?;
                let id = self.module.words().get(offset.saturating_add(2).saturating_add(index))?;
                match self.ids.find(id)? {
                    Def::Type(member) if member < ty => Some(member),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// How many elements a composite has, where that does not depend on a constant.
    #[inline]
    pub(super) fn fixed_count(&self, ty: u32) -> Option<u32> {
        match self.shape(ty) {
            Shape::Vector { count, .. } | Shape::Matrix { count, .. } => Some(count),
            Shape::Struct { members } => Some(members),
            _ => None,
        }
    }

    /// A type's id.
    #[inline]
    pub(super) fn type_id(&self, ty: u32) -> u32 {
        let word = self.types.get(ty).and_then(|[offset, ..]| self.module.words().get(offset.saturating_add(1)));
        word.unwrap_or(0)
    }
}

/// A type of a module.
#[derive(Clone, Copy)]
pub struct Type<'i> {
    index: &'i Index<'i>,
    ty: u32,
}

impl<'i> Type<'i> {
    #[inline]
    pub(super) const fn new(index: &'i Index<'i>, ty: u32) -> Self {
        Self { index, ty }
    }

    pub(super) fn shape(&self) -> Shape {
        self.index.shape(self.ty)
    }

    pub(super) const fn row(&self) -> u32 {
        self.ty
    }

    /// Its id; 0 for a type that an unknown instruction defines.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.index.type_id(self.ty)
    }

    /// What it is.
    #[must_use]
    pub fn kind(&self) -> TypeKind {
        match self.index.shape(self.ty) {
            Shape::Bool => TypeKind::Bool,
            Shape::Int { width, signed } => TypeKind::Int { width, signed },
            Shape::Float { width, encoding } => {
                TypeKind::Float { width, encoding: encoding.map(FloatEncoding::from_raw) }
            }
            Shape::Vector { .. } => TypeKind::Vector,
            Shape::Matrix { .. } => TypeKind::Matrix,
            Shape::Array { .. } => TypeKind::Array,
            Shape::Struct { .. } => TypeKind::Struct,
            Shape::Pointer => TypeKind::Pointer,
            Shape::Sampler => TypeKind::Sampler,
            Shape::Opaque => TypeKind::Opaque,
        }
    }

    /// The type of an element; of a vector, matrix or array all elements have the same, and any number does.
    #[must_use]
    pub fn element(&self, index: u32) -> Option<Self> {
        self.index.element_type(self.ty, index).map(|ty| Self { ty, ..*self })
    }

    /// How many elements a vector, a matrix (columns) or a struct has. An array's [`length`](Self::length) is a constant.
    #[must_use]
    pub fn count(&self) -> Option<u32> {
        self.index.fixed_count(self.ty)
    }

    /// The constant that says how long an array is.
    #[must_use]
    pub fn length(&self) -> Option<Constant<'i>> {
        match self.index.shape(self.ty) {
            Shape::Array { length, .. } => Some(Constant::new(self.index, length)),
            _ => None,
        }
    }

    /// The bytes in which an API takes a value of the type: a bool as `bool_size` says, a number by its width. `None` for
    /// what is no scalar or has an odd number of bits.
    pub(super) fn byte_size(&self, bool_size: u32) -> Option<u32> {
        match self.index.shape(self.ty) {
            Shape::Bool => Some(bool_size),
            shape => match shape.width()? {
                8 => Some(1),
                16 => Some(2),
                32 => Some(4),
                64 => Some(8),
                _ => None,
            },
        }
    }
}

impl PartialEq for Type<'_> {
    /// Whether they have the same id; meant for types of one module.
    fn eq(&self, other: &Self) -> bool {
        self.id() == other.id()
    }
}

impl Eq for Type<'_> {}

impl fmt::Debug for Type<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Type").field("id", &self.id()).field("kind", &self.kind()).finish_non_exhaustive()
    }
}
