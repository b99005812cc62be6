//! The bodies of psoview's fuzz targets.
//!
//! Each is a function of some bytes that panics where the library breaks a promise. The targets in `fuzz_targets/` call
//! them and nothing else; `cargo test` runs each over its seeds and over seeded noise.
//!
//! What is compared are plain facts ([`part::Part`]): the library's accessors say them, a slow reader that shares no code
//! with the library says them, and a model makes them up.

pub mod binding;
pub mod container;
pub mod promise;
pub mod psv;
pub mod psv_model;
pub mod psv_mutate;
pub mod psv_oracle;
pub mod spirv;
pub mod spirv_model;

pub mod part;
#[path = "../../tests/binding/model.rs"]
mod slow_binding;
pub mod slow_container;
pub mod slow_digest;
mod slow_lists;

#[cfg(test)]
mod replay;
