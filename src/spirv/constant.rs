use core::fmt;

use super::index::{Index, NONE};
use super::opcode;
use super::text::Text;
use super::types::{Shape, Type, low_bits};

/// A constant of a module, plain or specialized, or an `OpUndef`.
#[derive(Clone, Copy)]
pub struct Constant<'i> {
    index: &'i Index<'i>,
    row: u32,
}

/// Bytes of a `VkBool32`.
pub(super) const VK_BOOL_SIZE: u32 = 4;

impl Index<'_> {
    pub(super) fn constant_opcode(&self, constant: u32) -> u16 {
        let head = self.row(constant).and_then(|row| self.module.words().get(row.offset)).unwrap_or(0);
        let [low, high, ..] = head.to_le_bytes();
        u16::from_le_bytes([low, high])
    }

    /// The bits that a scalar's instruction holds; `None` for what is no scalar, or has more than 64 bits.
    pub(super) fn literal_bits(&self, constant: u32) -> Option<u64> {
        let row = self.row(constant)?;
        let word = |number: u32| self.module.words().get(row.offset.saturating_add(number)).map(u64::from);
        match self.constant_opcode(constant) {
            opcode::CONSTANT_TRUE | opcode::SPEC_CONSTANT_TRUE => Some(1),
            opcode::CONSTANT_FALSE | opcode::SPEC_CONSTANT_FALSE => Some(0),
            opcode::CONSTANT | opcode::SPEC_CONSTANT => {
                let width = self.shape(row.ty).value_width()?;
                let high = if width > 32 { word(4)? << 32 } else { 0 };
                Some((word(3)? | high) & low_bits(width))
            }
            _ => None,
        }
    }

    /// The length of an array that is a plain number.
    pub(super) fn plain_length(&self, length: u32) -> Option<u64> {
        (self.constant_opcode(length) == opcode::CONSTANT).then(|| self.literal_bits(length))?
    }
}

impl<'i> Constant<'i> {
    #[inline]
    pub(super) const fn new(index: &'i Index<'i>, row: u32) -> Self {
        Self { index, row }
    }

    pub(super) const fn row(&self) -> u32 {
        self.row
    }

    pub(super) const fn index(&self) -> &'i Index<'i> {
        self.index
    }

    /// The id by which other instructions name it.
    #[must_use]
    pub fn result_id(&self) -> u32 {
        self.index.row(self.row).map_or(0, |row| row.id)
    }

    /// The opcode that defines it.
    #[must_use]
    pub fn opcode(&self) -> u16 {
        self.index.constant_opcode(self.row)
    }

    /// Where its instruction starts, in words from the start of the module.
    #[must_use]
    pub fn word_offset(&self) -> u32 {
        self.index.row(self.row).map_or(0, |row| row.offset)
    }

    /// The number by which it can be given a value: the literal of its `SpecId` decoration, its own or its group's.
    #[must_use]
    pub fn spec_id(&self) -> Option<u32> {
        let settable = self.index.row(self.row)?.settable;
        let [_, spec_id, has] = self.index.settables.get(settable)?;
        (has != 0).then_some(spec_id)
    }

    /// What the first `OpName` calls it. Names mean nothing to SPIR-V: they may be missing, empty, or shared.
    #[must_use]
    pub fn name(&self) -> Option<Text<'i>> {
        let name = self.index.row(self.row)?.name;
        if name == 0 { None } else { self.index.module.instruction_at(name)?.text(1) }
    }

    /// Its type.
    #[must_use]
    pub fn ty(&self) -> Type<'i> {
        Type::new(self.index, self.index.row(self.row).map_or(NONE, |row| row.ty))
    }

    /// The bits of the value that the module gives a scalar, as many as its type has (a bool 1); `None` for operations and
    /// what is no scalar.
    #[must_use]
    pub fn default_bits(&self) -> Option<u64> {
        self.index.literal_bits(self.row)
    }

    /// The bytes in which Vulkan takes its value: a bool 4 (`VkBool32`), a number a byte for 8 bits, the data of an
    /// `OpSpecConstantDataKHR` as many as its array has. `None` where nothing can be given, or where the data's length is
    /// itself specialized.
    #[must_use]
    pub fn byte_size(&self) -> Option<u64> {
        self.byte_size_with(VK_BOOL_SIZE)
    }

    /// The bytes in which OpenCL takes its value: a bool 1, anything else as for [`byte_size`](Self::byte_size).
    #[must_use]
    pub fn byte_size_in_opencl(&self) -> Option<u64> {
        self.byte_size_with(1)
    }

    pub(super) fn byte_size_with(&self, bool_size: u32) -> Option<u64> {
        match self.opcode() {
            opcode::SPEC_CONSTANT_TRUE | opcode::SPEC_CONSTANT_FALSE | opcode::SPEC_CONSTANT => {
                self.ty().byte_size(bool_size).map(u64::from)
            }
            opcode::SPEC_CONSTANT_DATA => {
                let row = self.index.row(self.row)?;
                let Shape::Array { element, length } = self.index.shape(row.ty) else { return None };
                let element_size = Type::new(self.index, element).byte_size(bool_size)?;
                self.index.plain_length(length)?.checked_mul(element_size.into())
            }
            _ => None,
        }
    }
}

impl PartialEq for Constant<'_> {
    /// Whether they are the same row; meant for constants of one index.
    fn eq(&self, other: &Self) -> bool {
        self.row == other.row
    }
}

impl Eq for Constant<'_> {}

impl fmt::Debug for Constant<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Constant")
            .field("result_id", &self.result_id())
            .field("spec_id", &self.spec_id())
            .field("name", &self.name())
            .field("ty", &self.ty())
            .field("default_bits", &self.default_bits())
            .finish_non_exhaustive()
    }
}
