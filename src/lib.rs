#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![doc = include_str!("../README.md")]
#![deny(missing_docs, missing_debug_implementations, unreachable_pub)]
#![cfg_attr(
    not(test),
    deny(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        clippy::string_slice,
        clippy::as_conversions,
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::get_unwrap,
        clippy::panic,
        clippy::unreachable,
        clippy::todo,
        clippy::unimplemented,
        clippy::std_instead_of_core,
        clippy::alloc_instead_of_core,
        clippy::exhaustive_enums,
        clippy::exhaustive_structs,
        clippy::must_use_candidate,
        clippy::use_self,
        clippy::let_underscore_must_use
    )
)]

pub mod binding;
mod bytes;
pub mod container;
pub mod error;
pub mod psv;
pub mod spirv;
mod values;

pub use error::{Error, ErrorKind, Region};
