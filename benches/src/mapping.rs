//! Resources to descriptors.

use std::hint::black_box;

use psoview::binding::{
    DescriptorBinding, DescriptorOffsets, DescriptorType, InterfaceInfo, Lists, Profile, RegisterRange, Request,
    ResourceBinding, ShaderKind,
};
use psoview::container::Container;
use psoview::psv::{self, Resources};

use crate::inputs::Inputs;

/// How many register ranges are resolved against the entries.
const RANGES: u32 = 64;

/// The resources of one part, and entries that serve them.
pub struct Shader<'a> {
    resources: Resources<'a>,
    stage: ShaderKind,
    entries: Vec<ResourceBinding>,
}

impl<'a> Shader<'a> {
    /// `None` where nothing says its stage.
    pub fn new(container: &Container<'a>) -> Option<Self> {
        let psv = psv::part(container).ok()??;
        let (resources, stage) = (psv.resources(), psv.stage()?);
        let requests = resources.into_iter().filter_map(|resource| Request::from_resource(&resource, stage).ok());
        let entries = requests.zip(0..).map(|(request, number)| {
            let range = request.range;
            let binding = match range.count().map(u32::try_from) {
                Some(Ok(count)) => DescriptorBinding::array(0, number, count),
                _ => DescriptorBinding::unbounded(0, number),
            };
            ResourceBinding::new(request.descriptor_type, range.space(), range.first(), binding)
        });
        Some(Self { resources, stage, entries: entries.collect() })
    }
}

/// So many entries, a register and a binding each.
pub fn entries(count: u32) -> Vec<ResourceBinding> {
    let entry = |number| ResourceBinding::new(DescriptorType::Cbv, 0, number, DescriptorBinding::single(0, number));
    (0..count).map(entry).collect()
}

pub fn compares(inputs: &Inputs<'_>) -> usize {
    RANGES as usize * inputs.entries.len()
}

pub fn records(inputs: &Inputs<'_>) -> usize {
    inputs.shaders.iter().map(|shader| shader.resources.len() as usize).sum()
}

/// Every record of every part, against as many entries as it has records.
pub fn map_shader(inputs: &Inputs<'_>) {
    for shader in &inputs.shaders {
        let info = interface(&shader.entries);
        for mapping in info.map_resources(shader.resources, shader.stage) {
            black_box(&mapping);
        }
    }
}

/// Ranges that the last entry serves: each goes past all others.
pub fn resolve_last(inputs: &Inputs<'_>) {
    resolve(&inputs.entries, inputs.entries.len() as u32 - 1);
}

/// Ranges that no entry serves: each looks for the nearest.
pub fn resolve_missed(inputs: &Inputs<'_>) {
    resolve(&inputs.entries, inputs.entries.len() as u32);
}

fn resolve(entries: &[ResourceBinding], register: u32) {
    let info = interface(entries);
    for _range in 0..RANGES {
        let range = RegisterRange::single(0, black_box(register));
        black_box(&info.resolve(Request::cbv(range, ShaderKind::PIXEL)));
    }
}

fn interface(entries: &[ResourceBinding]) -> InterfaceInfo<'_> {
    let lists = Lists::NONE.with_bindings(entries);
    black_box(InterfaceInfo::new(lists, DescriptorOffsets::NONE, Profile::STRICT).expect("a layout that can be meant"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inputs::test_files;

    /// What nothing serves costs something else.
    #[test]
    fn entries_serve_what_is_measured() {
        let files = test_files("dxil");
        let inputs = Inputs::of_files(&files);
        assert!(inputs.shaders.len() > 90, "{}", inputs.shaders.len());
        for shader in &inputs.shaders {
            let mut mappings = interface(&shader.entries).map_resources(shader.resources, shader.stage);
            assert!(mappings.all(|mapping| mapping.is_ok() || mapping.is_err_and(|miss| miss.uav_counter)));
        }
        let entries = entries(256);
        let resolve =
            |register| interface(&entries).resolve(Request::cbv(RegisterRange::single(0, register), ShaderKind::PIXEL));
        assert_eq!(resolve(255).unwrap().descriptor().unwrap().entry(), Some(255));
        assert!(resolve(256).is_err());
    }
}
