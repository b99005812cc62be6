//! What `bind --json` says of a shader. Keys and their order are the contract with the programs that read it.

use psoview::binding::{List, RegisterRange};
use serde::Serialize;

use crate::report::Value;

#[derive(Serialize)]
pub struct BindLine<'a> {
    pub file: &'a str,
    pub profile: &'static str,
    pub bindings: Vec<BindingReport>,
    pub unmapped: Vec<UnmappedReport>,
    pub unknown: Vec<UnknownReport>,
    pub ambiguous: Vec<AmbiguousReport>,
}

/// Registers, and what of.
#[derive(Serialize)]
pub struct RangeReport {
    #[serde(rename = "type")]
    pub class: Value,
    pub space: u32,
    pub first: u32,
    /// Null where there is no last.
    pub last: Option<u32>,
}

impl RangeReport {
    pub fn new(class: &'static str, range: RegisterRange) -> Self {
        let class = Value::new(Some(class), 0_u32);
        Self { class, space: range.space(), first: range.first(), last: range.last() }
    }
}

#[derive(Serialize)]
pub struct BindingReport {
    pub range: RangeReport,
    pub uav_counter: bool,
    pub set: Option<u32>,
    pub binding: Option<u32>,
    pub entry: Option<usize>,
    pub array: bool,
    pub first_element: Option<u32>,
    pub dynamic_index: Option<u32>,
    pub elements: Option<[u32; 2]>,
    pub push_constant: Option<PushConstantReport>,
    /// The first element, where it is known; it is there though the range has no last one.
    #[serde(skip)]
    pub start: Option<u32>,
    /// The list that the entry stands in.
    #[serde(skip)]
    pub list: Option<List>,
    /// What a person reads of how an element is found.
    #[serde(skip)]
    pub formula: String,
}

#[derive(Serialize)]
pub struct PushConstantReport {
    pub offset: u32,
    pub size: u32,
}

#[derive(Serialize)]
pub struct UnmappedReport {
    pub range: RangeReport,
    pub error: MissReport,
}

#[derive(Serialize)]
pub struct MissReport {
    pub kind: &'static str,
    pub entry: Option<usize>,
    pub message: String,
}

#[derive(Serialize)]
pub struct UnknownReport {
    pub range: RangeReport,
    pub why: String,
}

#[derive(Serialize)]
pub struct AmbiguousReport {
    pub range: RangeReport,
    pub entries: Vec<usize>,
    /// The list that they stand in.
    #[serde(skip)]
    pub list: List,
}
