//! SPIR-V specialization constants: finding them, giving them values, and making them plain.

mod cell;
mod constant;
mod dependencies;
mod entry_point;
mod evaluate;
mod float;
mod freeze;
mod header;
mod ids;
mod index;
mod indexing;
mod instruction;
mod integer;
mod opcode;
mod operation;
mod preamble;
mod radix;
mod settings;
mod specialization;
mod table;
mod text;
mod types;
mod values;

pub use constant::Constant;
pub use dependencies::Dependencies;
pub use entry_point::{EntryPoint, EntryPoints, ExecutionModel, WorkgroupSize, WorkgroupSizeSource};
pub use freeze::Freeze;
pub use header::{Endianness, Module, Version};
pub use index::{ByName, BySpecId, Conflicts, Constants, Index, InvalidSpecId, InvalidSpecIds, SpecConstants, SpecIds};
pub use instruction::{Instruction, Instructions, Operands};
pub use preamble::Preamble;
pub use settings::{Scalar, SetError, Settings};
pub use specialization::{
    DataLayout, InPlaceError, MapEntry, SpecError, SpecErrorKind, Specialization, UnknownEntries, specialize_in_place,
};
pub use text::{Text, TextBytes};
pub use types::{FloatEncoding, Type, TypeKind};
pub use values::{State, Value, Values, ValuesIter};
