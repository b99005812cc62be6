//! SPIR-V specialization constants: finding them, giving them values, and making them plain.

mod header;
mod instruction;
mod text;

pub use header::{Endianness, Module, Version};
pub use instruction::{Instruction, Instructions, Operands};
pub use text::{Text, TextBytes};
