//! What psoview's JSON says of a SPIR-V module.

use psoview::spirv::{Constant, EntryPoint, Index, Module, Values};
use serde::Serialize;
use serde_json::Value as Json;

use super::{scratch, value};
use crate::failure::Failure;
use crate::report::Value;

/// A line of `inspect --json`.
#[derive(Serialize)]
pub struct SpirvLine<'a> {
    pub file: &'a str,
    pub format: &'static str,
    pub spirv: SpirvReport,
}

#[derive(Serialize)]
pub struct SpirvReport {
    version: String,
    generator: u32,
    id_bound: u32,
    words: u32,
    endianness: &'static str,
    pub spec_constants: Vec<SpecConstantReport>,
    pub invalid_spec_ids: Vec<InvalidSpecIdReport>,
    pub workgroup_sizes: Vec<WorkgroupSizeReport>,
}

#[derive(Serialize)]
pub struct SpecConstantReport {
    pub result_id: u32,
    pub spec_id: Option<u32>,
    pub name: Option<String>,
    pub r#type: String,
    pub bits: Option<String>,
    pub value: Json,
    pub size: Option<u64>,
}

#[derive(Serialize)]
pub struct InvalidSpecIdReport {
    pub target_id: u32,
    pub spec_id: u32,
}

#[derive(Serialize)]
pub struct WorkgroupSizeReport {
    pub entry_point: Option<String>,
    pub execution_model: Value,
    pub source: Option<&'static str>,
    pub value: [Option<u32>; 3],
    pub spec_ids: Vec<u32>,
}

/// A line of `specialize --json`.
#[derive(Serialize)]
pub struct SpecializeLine<'a> {
    pub file: &'a str,
    pub format: &'static str,
    pub mode: &'static str,
    pub unknown_ids: Vec<u32>,
    pub values: Vec<ValueReport>,
    pub workgroup_sizes: Vec<WorkgroupSizeReport>,
    pub words_in: u32,
    pub words_out: Option<u64>,
}

#[derive(Serialize)]
pub struct ValueReport {
    pub result_id: u32,
    pub name: Option<String>,
    pub spec_id: Option<u32>,
    pub r#type: String,
    pub value: Json,
    pub bits: Json,
    pub state: &'static str,
    pub elided: bool,
}

impl SpirvReport {
    /// `values` are those of the defaults, where the module's operations can be evaluated.
    pub fn new(module: &Module<'_>, index: &Index<'_>, values: Option<&Values<'_>>) -> Result<Self, Failure> {
        Ok(Self {
            version: module.version().to_string(),
            generator: module.generator(),
            id_bound: module.id_bound(),
            words: module.word_count(),
            endianness: module.endianness().name(),
            spec_constants: index.spec_constants().map(|constant| SpecConstantReport::new(&constant, values)).collect(),
            invalid_spec_ids: index
                .invalid_spec_ids()
                .map(|invalid| InvalidSpecIdReport { target_id: invalid.target_id(), spec_id: invalid.spec_id() })
                .collect(),
            workgroup_sizes: WorkgroupSizeReport::all(index, values)?,
        })
    }
}

impl SpirvReport {
    /// A line for a person.
    pub fn facts(&self) -> String {
        let Self { version, generator, id_bound, words, endianness, .. } = self;
        format!(
            "SPIR-V {version}, {words} words, ids below {id_bound}, {endianness}-endian, generator {generator:#010x}"
        )
    }
}

impl SpecConstantReport {
    fn new(constant: &Constant<'_>, values: Option<&Values<'_>>) -> Self {
        let (ty, bits) = (constant.ty(), constant.default_bits());
        Self {
            result_id: constant.result_id(),
            spec_id: constant.spec_id(),
            name: constant.name().map(|name| name.to_string()),
            r#type: value::type_name(&ty, values),
            bits: bits.map(|bits| value::bit_string(&ty, bits)),
            value: bits.map_or(Json::Null, |bits| value::scalar(&ty, bits)),
            size: constant.byte_size(),
        }
    }
}

impl WorkgroupSizeReport {
    /// One for each entry point of a kind that runs in workgroups.
    pub fn all(index: &Index<'_>, values: Option<&Values<'_>>) -> Result<Vec<Self>, Failure> {
        let mut scratch = scratch(index.dependency_words())?;
        let entry_points = index.entry_points().filter(|entry_point| entry_point.execution_model().has_workgroups());
        entry_points.map(|entry_point| Self::new(&entry_point, values, &mut scratch)).collect()
    }

    fn new(entry_point: &EntryPoint<'_>, values: Option<&Values<'_>>, scratch: &mut [u32]) -> Result<Self, Failure> {
        let model = entry_point.execution_model();
        let size = entry_point.workgroup_size();
        let value = size.map(|size| match values {
            Some(values) => size.values(values),
            None => size.literal().map_or([None; 3], |literal| literal.map(Some)),
        });
        let spec_ids = match &size {
            Some(size) => size.spec_ids(scratch)?.collect(),
            None => Vec::new(),
        };
        Ok(Self {
            entry_point: entry_point.name().map(|name| name.to_string()),
            execution_model: Value::new(model.name(), model.raw()),
            source: size.map(|size| size.source().name()),
            value: value.unwrap_or([None; 3]),
            spec_ids,
        })
    }
}

impl ValueReport {
    pub fn all(values: &Values<'_>) -> Vec<Self> {
        values.iter().map(|(constant, value)| Self::new(values, &constant, &value)).collect()
    }

    fn new(values: &Values<'_>, constant: &Constant<'_>, value: &psoview::spirv::Value<'_>) -> Self {
        let is_known = value.is_known();
        let elided = is_known && value::is_elided(value, values);
        let (tree, bits) = if is_known && !elided { value::tree(value) } else { (Json::Null, Json::Null) };
        Self {
            result_id: constant.result_id(),
            name: constant.name().map(|name| name.to_string()),
            spec_id: constant.spec_id(),
            r#type: value::type_name(&constant.ty(), Some(values)),
            value: tree,
            bits,
            state: values.state(constant).name(),
            elided,
        }
    }
}
