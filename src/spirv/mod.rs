//! SPIR-V specialization constants: finding them, giving them values, and making them plain.
//!
//! A driver or a translation layer has a module and a `VkSpecializationInfo`. What it needs takes four steps; each says how
//! many words of scratch it needs, the caller lends them, and nothing is allocated:
//!
//! ```
//! use psoview::spirv::{Freeze, MapEntry, Module, Specialization};
//!
//! let file = include_bytes!("../../tests/data/spirv_cases/extract_from_workgroup_size.spv");
//! let entries = [MapEntry { constant_id: 1, offset: 0, size: 4 }];
//! let specialization = Specialization { entries: &entries, data: &64_u32.to_ne_bytes() };
//!
//! // 1. Find the constants.
//! let preamble = Module::parse(file)?.measure()?;
//! let mut scratch = vec![0; preamble.index_words()];
//! let index = preamble.index(&mut scratch)?;
//! // 2. Check the entries.
//! let mut scratch = vec![0; specialization.check_words(&index)];
//! let settings = specialization.check(&index, &mut scratch).map_err(|error| error.to_string())?;
//! // 3. Work the values out.
//! let mut scratch = vec![0; settings.evaluation_words()];
//! let mut values = settings.evaluate(&mut scratch)?;
//! for entry_point in index.entry_points() {
//!     let size = entry_point.workgroup_size().ok_or("a compute shader has one")?;
//!     assert_eq!(size.values(&values), [Some(64), Some(1), Some(1)]);
//! }
//! // 4. Write a module without specialization constants.
//! let mut out = vec![0; usize::try_from(values.frozen_words(Freeze::ALL)?)?];
//! let frozen = values.freeze(Freeze::ALL, &mut out)?;
//! assert!(frozen.len() * 4 < file.len());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Those who want the values as new defaults and no more use [`specialize_in_place`], which changes literals and nothing
//! else; those who have typed values instead of bytes use [`Index::settings`] and [`Settings::set`].
//!
//! # What is read
//!
//! Modules of version 1.0 and later in either byte order and at any alignment, up to the first function: constants, and what
//! is said about them, cannot stand behind it. Unknown opcodes are skipped. A module that is broken, or in which
//! constants and types do not go together, is refused by [`Module::measure`] or [`Preamble::index`]; an operation that is no
//! valid one only by [`Settings::evaluate`], so that the constants of its module can still be listed.
//!
//! # What is evaluated
//!
//! Every operation that `OpSpecConstantOp` can hold and that has a numeric value, on scalars of up to 64 bits and vectors of
//! up to 16 components, and composites of any size, which are referred to and never expanded. Floating point rounds to the
//! nearest, ties to even, keeps subnormal numbers and has one NaN a format; execution modes that say otherwise are not
//! looked at, for they may differ between entry points.
//!
//! What the specification leaves undefined gets a fixed value and a flag, component by component: a division or remainder by
//! 0 is 0, the smallest integer divided by -1 itself, a logical shift by the width or more 0, an arithmetic one the sign, a
//! float that does not fit an integer the nearest one that does, and an `OpUndef` 0.
//!
//! Source: SPIR-V specification 1.6 and the extensions named where they matter; for map entries the Vulkan specification,
//! "Specialization Constants".

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
