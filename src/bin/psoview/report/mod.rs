//! What psoview's JSON says of a file. Keys and their order are the contract with the programs that read it.

mod container;
mod psv;
mod value;

use serde::Serialize;

use crate::failure::Failure;

pub use container::ContainerReport;
pub use psv::PsvReport;
pub use value::Value;

/// A line of `inspect --json` for a DXBC container.
#[derive(Serialize)]
pub struct DxbcLine<'a> {
    pub file: &'a str,
    pub format: &'static str,
    pub container: ContainerReport,
    pub psv: Option<PsvReport<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Failure>,
}

/// A line of `inspect --part PSV0 --json`.
#[derive(Serialize)]
pub struct PartLine<'a> {
    pub file: &'a str,
    pub format: &'static str,
    pub psv: PsvReport<'a>,
}

/// A line for a file that cannot be read.
#[derive(Serialize)]
pub struct ErrorLine<'a> {
    pub file: &'a str,
    pub error: Failure,
}
