//! The opcodes that the module looks at, and what an opcode before the first function means to it.
//!
//! Source: SPIRV-Headers `include/spirv/unified1/spirv.core.grammar.json`, and for the newest the extensions' texts.

pub(super) const UNDEF: u16 = 1;
pub(super) const NAME: u16 = 5;
pub(super) const ENTRY_POINT: u16 = 15;
pub(super) const EXECUTION_MODE: u16 = 16;
pub(super) const TYPE_BOOL: u16 = 20;
pub(super) const TYPE_INT: u16 = 21;
pub(super) const TYPE_FLOAT: u16 = 22;
pub(super) const TYPE_VECTOR: u16 = 23;
pub(super) const TYPE_MATRIX: u16 = 24;
pub(super) const TYPE_SAMPLER: u16 = 26;
pub(super) const TYPE_ARRAY: u16 = 28;
pub(super) const TYPE_STRUCT: u16 = 30;
pub(super) const TYPE_POINTER: u16 = 32;
pub(super) const TYPE_UNTYPED_POINTER: u16 = 4417;
/// `OpTypeVectorIdEXT`, which is also `OpTypeCooperativeVectorNV`: a vector whose length is a constant.
pub(super) const TYPE_VECTOR_ID: u16 = 5288;
pub(super) const CONSTANT_TRUE: u16 = 41;
pub(super) const CONSTANT_FALSE: u16 = 42;
pub(super) const CONSTANT: u16 = 43;
pub(super) const CONSTANT_COMPOSITE: u16 = 44;
pub(super) const CONSTANT_NULL: u16 = 46;
pub(super) const SPEC_CONSTANT_TRUE: u16 = 48;
pub(super) const SPEC_CONSTANT_FALSE: u16 = 49;
pub(super) const SPEC_CONSTANT: u16 = 50;
pub(super) const SPEC_CONSTANT_COMPOSITE: u16 = 51;
pub(super) const SPEC_CONSTANT_OP: u16 = 52;
pub(super) const FUNCTION: u16 = 54;
pub(super) const DECORATE: u16 = 71;
pub(super) const DECORATION_GROUP: u16 = 73;
pub(super) const GROUP_DECORATE: u16 = 74;
pub(super) const EXECUTION_MODE_ID: u16 = 331;
pub(super) const CONSTANT_COMPOSITE_REPLICATE: u16 = 4461;
pub(super) const SPEC_CONSTANT_COMPOSITE_REPLICATE: u16 = 4462;
pub(super) const SPEC_CONSTANT_DATA: u16 = 5148;
pub(super) const POISON: u16 = 5158;
pub(super) const CONSTANT_COMPOSITE_CONTINUED: u16 = 6091;
pub(super) const SPEC_CONSTANT_COMPOSITE_CONTINUED: u16 = 6092;

/// The decoration `SpecId`.
pub(super) const SPEC_ID: u32 = 1;
/// The decoration `BuiltIn`, and the built-in `WorkgroupSize`.
pub(super) const BUILT_IN: u32 = 11;
pub(super) const WORKGROUP_SIZE: u32 = 25;
/// The execution modes `LocalSize` and `LocalSizeId`.
pub(super) const LOCAL_SIZE: u32 = 17;
pub(super) const LOCAL_SIZE_ID: u32 = 38;

/// What an instruction before the first function means to an index.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    /// It defines nothing, and says nothing that is looked at.
    Plain,
    /// An opcode that is not known; it may define anything.
    Unknown,
    /// The result is a type, its id the first operand.
    Type,
    /// The result is a constant, its type the first operand and its id the second.
    Constant,
    /// The result is a decoration group, its id the first operand.
    Group,
    /// The result is something else, its id the first operand.
    Result,
    /// The result is something else, its id the second operand.
    TypedResult,
    Name,
    Decorate,
    GroupDecorate,
    EntryPoint,
    ExecutionMode,
    /// `OpFunction`: the end of what is looked at.
    Function,
}

#[inline]
pub(super) const fn class(opcode: u16) -> Class {
    match opcode {
        NAME => Class::Name,
        DECORATE => Class::Decorate,
        19..=38
        | 322
        | 327
        | 4163
        | 4190
        | TYPE_UNTYPED_POINTER
        | 4456
        | 4472
        | 5076
        | 5115
        | 5281
        | TYPE_VECTOR_ID
        | 5341
        | 5358
        | 5370
        | 5371
        | 5700..=5712
        | 6086
        | 6199 => Class::Type,
        UNDEF
        | CONSTANT_TRUE..=46
        | SPEC_CONSTANT_TRUE..=SPEC_CONSTANT_OP
        | 323
        | CONSTANT_COMPOSITE_REPLICATE
        | SPEC_CONSTANT_COMPOSITE_REPLICATE
        | 5129
        | 5147
        | SPEC_CONSTANT_DATA
        | POISON
        | 5600
        | 6251..=6253 => Class::Constant,
        12 | 59 | 4181 | 4418 | 4433 | 5610 => Class::TypedResult,
        7 | 11 | 5103 | 5104 | 5609 | 5911..=5913 => Class::Result,
        DECORATION_GROUP => Class::Group,
        GROUP_DECORATE => Class::GroupDecorate,
        ENTRY_POINT => Class::EntryPoint,
        EXECUTION_MODE | EXECUTION_MODE_ID => Class::ExecutionMode,
        FUNCTION => Class::Function,
        0 | 2..=4 | 6 | 8 | 10 | 14 | 17 | 39 | 72 | 75 | 317 | 330 | 332 | 5632 | 5633 | 6090..=6092 => Class::Plain,
        _ => Class::Unknown,
    }
}

/// Whether the constant can have a SpecId.
#[inline]
pub(super) const fn is_settable(opcode: u16) -> bool {
    matches!(opcode, SPEC_CONSTANT_TRUE | SPEC_CONSTANT_FALSE | SPEC_CONSTANT | SPEC_CONSTANT_DATA)
}

/// Whether freezing turns the constant into a plain one.
#[inline]
pub(super) const fn is_freezable(opcode: u16) -> bool {
    matches!(opcode, SPEC_CONSTANT_TRUE..=SPEC_CONSTANT_OP | SPEC_CONSTANT_COMPOSITE_REPLICATE)
}

/// Whether the instruction carries on the composite before it (SPV_INTEL_long_composites).
#[inline]
pub(super) const fn is_continuation(opcode: u16) -> bool {
    matches!(opcode, CONSTANT_COMPOSITE_CONTINUED | SPEC_CONSTANT_COMPOSITE_CONTINUED)
}
