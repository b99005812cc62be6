//! The descriptor mapping. Expected values are those of the reference's vectors, of the reports they come from, or of the
//! source of the shader, as each module says.

mod construction;
mod laws;
mod layout;
mod model;
mod profiles;
mod reports;
mod shader;
mod support;
mod vectors;
