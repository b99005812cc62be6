use core::fmt;

use super::constant::Constant;
use super::index::Index;
use super::opcode;
use super::table::{Rows, RowsMut, Scratch};
use super::types::{Shape, literal, low_bits};
use crate::bytes::to_usize;
use crate::error::{Error, ErrorKind, Region};

/// A value with its type, for those who have no `VkSpecializationInfo`.
///
/// An integer goes with any integer of its width, whatever the signedness; a float with a float of its width.
#[derive(Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Scalar {
    /// A bool.
    Bool(bool),
    /// An integer of 8 bits.
    I8(i8),
    /// An integer of 8 bits.
    U8(u8),
    /// An integer of 16 bits.
    I16(i16),
    /// An integer of 16 bits.
    U16(u16),
    /// An integer of 32 bits.
    I32(i32),
    /// An integer of 32 bits.
    U32(u32),
    /// An integer of 64 bits.
    I64(i64),
    /// An integer of 64 bits.
    U64(u64),
    /// A float of 32 bits.
    F32(f32),
    /// A float of 64 bits.
    F64(f64),
    /// The bits of a value of any type; those above its width must be 0.
    Bits(u64),
}

/// Prints floats as their bits: `core` cannot print one without a path to a panic.
impl fmt::Debug for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool(value) => write!(f, "Bool({value})"),
            Self::I8(value) => write!(f, "I8({value})"),
            Self::U8(value) => write!(f, "U8({value})"),
            Self::I16(value) => write!(f, "I16({value})"),
            Self::U16(value) => write!(f, "U16({value})"),
            Self::I32(value) => write!(f, "I32({value})"),
            Self::U32(value) => write!(f, "U32({value})"),
            Self::I64(value) => write!(f, "I64({value})"),
            Self::U64(value) => write!(f, "U64({value})"),
            Self::F32(value) => write!(f, "F32({:#010x})", value.to_bits()),
            Self::F64(value) => write!(f, "F64({:#018x})", value.to_bits()),
            Self::Bits(bits) => write!(f, "Bits({bits:#x})"),
        }
    }
}

/// What a [`Scalar`] goes with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Bool,
    Integer(u32),
    Float(u32),
    Any,
}

impl Scalar {
    fn parts(self) -> (Form, u64) {
        let widened = |value: i64| u64::from_le_bytes(value.to_le_bytes());
        match self {
            Self::Bool(value) => (Form::Bool, value.into()),
            Self::I8(value) => (Form::Integer(8), widened(value.into())),
            Self::U8(value) => (Form::Integer(8), value.into()),
            Self::I16(value) => (Form::Integer(16), widened(value.into())),
            Self::U16(value) => (Form::Integer(16), value.into()),
            Self::I32(value) => (Form::Integer(32), widened(value.into())),
            Self::U32(value) => (Form::Integer(32), value.into()),
            Self::I64(value) => (Form::Integer(64), widened(value)),
            Self::U64(value) => (Form::Integer(64), value),
            Self::F32(value) => (Form::Float(32), value.to_bits().into()),
            Self::F64(value) => (Form::Float(64), value.to_bits()),
            Self::Bits(bits) => (Form::Any, bits),
        }
    }

    /// The bits for a constant of this shape; `None` where the value does not go with it.
    fn bits_for(self, shape: Shape) -> Option<u64> {
        let width = shape.width()?;
        let (form, bits) = self.parts();
        let fits = match (form, shape) {
            (Form::Bool, Shape::Bool) => true,
            (Form::Integer(own), Shape::Int { .. }) => own == width,
            (Form::Float(own), Shape::Float { encoding: None, .. }) => own == width,
            (Form::Any, _) => bits & !low_bits(width) == 0,
            _ => false,
        };
        fits.then_some(bits & low_bits(width))
    }
}

/// Why a typed value was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SetError {
    /// No constant has the SpecId.
    #[non_exhaustive]
    UnknownSpecId {
        /// The SpecId.
        spec_id: u32,
    },
    /// No constant has the name.
    UnknownName,
    /// A constant with the name has no SpecId, so no value can be given to it.
    #[non_exhaustive]
    NameWithoutSpecId {
        /// The constant's id.
        result_id: u32,
    },
    /// Constants with the name have different SpecIds.
    #[non_exhaustive]
    AmbiguousName {
        /// The SpecId of the first.
        first: u32,
        /// Another one's.
        second: u32,
    },
    /// A constant with the SpecId has another type.
    #[non_exhaustive]
    TypeMismatch {
        /// The constant's id.
        result_id: u32,
    },
}

impl fmt::Display for SetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownSpecId { spec_id } => write!(f, "no constant has the SpecId {spec_id}"),
            Self::UnknownName => f.write_str("no constant has this name"),
            Self::NameWithoutSpecId { result_id } => {
                write!(f, "the constant %{result_id} with this name has no SpecId")
            }
            Self::AmbiguousName { first, second } => {
                write!(f, "constants with this name have the SpecIds {first} and {second}")
            }
            Self::TypeMismatch { result_id } => {
                write!(f, "the value does not go with the type of the constant %{result_id}")
            }
        }
    }
}

impl core::error::Error for SetError {}

/// What a slot holds: nothing given, a bool, or a number of one or two words.
pub(super) const NOT_GIVEN: u32 = 0;
const BOOL: u32 = 1;
const ONE_WORD: u32 = 2;
const TWO_WORDS: u32 = 3;

/// The values that the constants of a module are given; the others keep what the module says.
///
/// Made by [`Index::settings`], or from a `VkSpecializationInfo` by [`Specialization::check`](super::Specialization::check).
pub struct Settings<'i, 's> {
    index: &'i Index<'i>,
    /// For each constant that can have a SpecId: `[word offset, form, literal words…]`.
    slots: RowsMut<'s, 4>,
}

impl Index<'_> {
    /// How many words [`settings`](Self::settings) needs.
    #[must_use]
    pub fn settings_words(&self) -> usize {
        to_usize(self.settables.len()).saturating_mul(4)
    }

    /// Settings that give no value yet, in the first [`settings_words`](Self::settings_words) of `scratch`.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::ScratchTooSmall`].
    pub fn settings<'i, 's>(&'i self, scratch: &'s mut [u32]) -> Result<Settings<'i, 's>, Error> {
        let needed = u64::from(self.settables.len()).saturating_mul(4);
        let mut slots = Scratch::new(scratch, needed)?.table(self.settables.len());
        for constant in self.spec_constants() {
            slots.push([constant.word_offset(), NOT_GIVEN, 0, 0]);
        }
        Ok(Settings { index: self, slots })
    }
}

impl<'i, 's> Settings<'i, 's> {
    /// The index whose constants these are values for.
    #[must_use]
    pub const fn index(&self) -> &'i Index<'i> {
        self.index
    }

    /// Gives a value to every constant with a SpecId. A value given before is replaced.
    ///
    /// # Errors
    ///
    /// No constant has the SpecId, or one of those that have it does not go with the value. Nothing is changed then.
    pub fn set(&mut self, spec_id: u32, value: Scalar) -> Result<(), SetError> {
        self.set_with(spec_id, |_| Some(value))
    }

    /// Gives every constant with a SpecId the value that `value` makes for it: those that share a SpecId may differ in type.
    ///
    /// # Errors
    ///
    /// No constant has the SpecId, or for one of those that have it there is no value or one of another type. Nothing is
    /// changed then.
    pub fn set_with(&mut self, spec_id: u32, value: impl Fn(&Constant<'_>) -> Option<Scalar>) -> Result<(), SetError> {
        let mut constants = self.index.by_spec_id(spec_id);
        if constants.len() == 0 {
            return Err(SetError::UnknownSpecId { spec_id });
        }
        let bits_for = |constant: &Constant<'_>| value(constant)?.bits_for(constant.ty().shape());
        if let Some(constant) = constants.find(|constant| bits_for(constant).is_none()) {
            return Err(SetError::TypeMismatch { result_id: constant.result_id() });
        }
        for constant in self.index.by_spec_id(spec_id) {
            if let Some(bits) = bits_for(&constant) {
                self.give(&constant, bits);
            }
        }
        Ok(())
    }

    /// Gives a value to every constant with the SpecId of those with a name.
    ///
    /// # Errors
    ///
    /// No constant has the name, one has it and no SpecId, two have it and different SpecIds; and those of
    /// [`set`](Self::set).
    pub fn set_by_name(&mut self, name: &str, value: Scalar) -> Result<(), SetError> {
        let spec_id = self.index.spec_id_of(name)?;
        self.set(spec_id, value)
    }

    /// Whether a value is given to the constant.
    #[must_use]
    pub fn is_given(&self, constant: &Constant<'_>) -> bool {
        self.slot(constant.row()).is_some_and(|[_, form, ..]| form != NOT_GIVEN)
    }

    /// The bits that a constant which can have a SpecId is given, or else has by default; a bool's are 0 or 1. `None` for
    /// any other, and for an `OpSpecConstantDataKHR`.
    #[must_use]
    pub fn bits(&self, constant: &Constant<'_>) -> Option<u64> {
        match self.slot(constant.row())? {
            [_, NOT_GIVEN, ..] => constant.default_bits(),
            [_, _, low, high] => {
                Some((u64::from(high) << 32 | u64::from(low)) & low_bits(constant.ty().shape().width()?))
            }
        }
    }

    /// The slot of a constant, by its row.
    pub(super) fn slot(&self, constant: u32) -> Option<[u32; 4]> {
        let settable = self.index.row(constant)?.settable;
        self.slots.reading().get(settable)
    }

    /// Gives a value to one constant.
    pub(super) fn give(&mut self, constant: &Constant<'_>, bits: u64) {
        let Some(row) = self.index.row(constant.row()) else { return };
        let shape = self.index.shape(row.ty);
        let form = match shape.width() {
            _ if shape == Shape::Bool => BOOL,
            Some(width) if width > 32 => TWO_WORDS,
            _ => ONE_WORD,
        };
        let [low, high] = literal(shape, bits);
        self.slots.set(row.settable, [row.offset, form, low, high]);
    }

    /// How many bytes [`write_key`](Self::write_key) needs.
    #[must_use]
    pub fn key_size(&self) -> usize {
        let sizes = self.keyed().map(|constant| constant.byte_size().and_then(|size| usize::try_from(size).ok()));
        sizes.fold(0_usize, |sum, size| sum.saturating_add(size.unwrap_or(0)).saturating_add(4))
    }

    /// Writes what a pipeline cache can use as a key beside the module's own hash: the effective values, in an order and a
    /// form that depend on nothing else. Two settings of one module that come to the same values have the same key.
    ///
    /// For each SpecId, ascending, and each of its constants in the module's order: the SpecId in four bytes, then the value
    /// in as many bytes as Vulkan takes it in; all of them little-endian, a bool as 0 or 1. The data of an
    /// `OpSpecConstantDataKHR` is not in it, for it cannot be given here.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::OutputTooSmall`].
    pub fn write_key<'o>(&self, out: &'o mut [u8]) -> Result<&'o [u8], Error> {
        let (length, needed) = (out.len(), self.key_size());
        let Some(key) = out.get_mut(..needed) else {
            let clamp = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
            let kind = ErrorKind::OutputTooSmall { length: clamp(length), needed: clamp(needed) };
            return Err(Error::new(kind, 0, Region::Output));
        };
        let mut slots = key.iter_mut();
        for constant in self.keyed() {
            let spec_id = constant.spec_id().unwrap_or(0).to_le_bytes();
            let size = constant.byte_size().and_then(|size| usize::try_from(size).ok()).unwrap_or(0);
            let bits = self.bits(&constant).unwrap_or(0).to_le_bytes();
            for (byte, slot) in spec_id.into_iter().chain(bits.into_iter().take(size)).zip(&mut slots) {
                *slot = byte;
            }
        }
        Ok(key)
    }

    /// The constants whose values are part of the key.
    fn keyed(&self) -> impl Iterator<Item = Constant<'i>> {
        let index = self.index;
        let all = index.spec_ids().flat_map(|spec_id| index.by_spec_id(spec_id));
        all.filter(|constant| constant.opcode() != opcode::SPEC_CONSTANT_DATA)
    }

    /// Writes the module with the values as the new defaults; SpecIds, and what depends on the values, stay as they are.
    /// The words are in the host's byte order, and as many as the module has.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::OutputTooSmall`].
    pub fn specialize<'o>(&self, out: &'o mut [u32]) -> Result<&'o mut [u32], Error> {
        let module = self.index.module();
        let (length, needed) = (out.len(), module.word_count());
        let Some(out) = out.get_mut(..to_usize(needed)) else {
            let length = u32::try_from(length).unwrap_or(u32::MAX);
            return Err(Error::new(ErrorKind::OutputTooSmall { length, needed }, 0, Region::Output));
        };
        module.copy_words(out);
        patch(self.slots.reading(), out, |word| word);
        Ok(out)
    }

    /// The slots alone, which do not borrow the module: it can then be written to.
    pub(super) fn into_slots(self) -> Rows<'s, 4> {
        self.slots.finish()
    }
}

/// Writes values into the instructions that define them; see [`Settings`] for a slot.
///
/// `encode` brings a word into the byte order of the module's.
pub(super) fn patch(slots: Rows<'_, 4>, words: &mut [u32], encode: impl Fn(u32) -> u32) {
    for [offset, form, low, high] in (0..slots.len()).filter_map(|row| slots.get(row)) {
        let Some(instruction) = words.get_mut(to_usize(offset)..) else { continue };
        match (form, instruction) {
            (BOOL, [head, ..]) => {
                let opcode = if low != 0 { opcode::SPEC_CONSTANT_TRUE } else { opcode::SPEC_CONSTANT_FALSE };
                *head = encode(head_word(opcode, 3));
            }
            (ONE_WORD, [_, _, _, first, ..]) => *first = encode(low),
            (TWO_WORDS, [_, _, _, first, second, ..]) => (*first, *second) = (encode(low), encode(high)),
            _ => {}
        }
    }
}

/// An instruction's first word.
pub(super) fn head_word(opcode: u16, words: u32) -> u32 {
    words << 16 | u32::from(opcode)
}

impl Index<'_> {
    /// The SpecId of the constants with a name.
    ///
    /// # Errors
    ///
    /// No constant has the name, one has it and no SpecId, or two have it and different SpecIds.
    pub fn spec_id_of(&self, name: &str) -> Result<u32, SetError> {
        let mut found = None;
        for constant in self.by_name(name) {
            match (found, constant.spec_id()) {
                (_, None) => return Err(SetError::NameWithoutSpecId { result_id: constant.result_id() }),
                (Some(first), Some(second)) if first != second => {
                    return Err(SetError::AmbiguousName { first, second });
                }
                (_, spec_id) => found = spec_id,
            }
        }
        found.ok_or(SetError::UnknownName)
    }
}

impl fmt::Debug for Settings<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let given = self.index.spec_constants().filter(|constant| self.is_given(constant));
        f.debug_list().entries(given.map(|constant| (constant.spec_id(), self.bits(&constant)))).finish()
    }
}
