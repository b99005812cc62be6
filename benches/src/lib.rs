//! The operations that are measured, and what they are measured on.

#[cfg(feature = "peers")]
pub mod clock;
pub mod command;
pub mod growth;
pub mod inputs;
mod mapping;
pub mod operations;
#[cfg(feature = "peers")]
pub mod peers;
pub mod specialization;
mod walk;

pub use inputs::Inputs;
pub use operations::{OPERATIONS, Operation};
