//! The operations that are measured, and what they are measured on.

pub mod growth;
pub mod inputs;
pub mod operations;
mod walk;

pub use inputs::Inputs;
pub use operations::{OPERATIONS, Operation};
