//! The shader that `inspect` shows where no file is named.

pub const NAME: &str = "lit_ps.dxil";

/// Compiled from `tests/data/hlsl/lit_ps.hlsl`.
pub const BYTES: &[u8] = include_bytes!("../../../tests/data/dxil/lit_ps.v1_10.dxil");
