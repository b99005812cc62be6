//! Value types that several modules share.
//!
//! Users meet them where they look for them: [`FourCc`] in [`container`](crate::container), [`ShaderKind`] there and in
//! [`psv`](crate::psv).

mod four_cc;
mod open_set;
mod shader_kind;

pub use four_cc::FourCc;
pub(crate) use open_set::open_set;
pub use shader_kind::ShaderKind;
