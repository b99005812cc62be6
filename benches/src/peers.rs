//! Other crates that do what an operation of psoview does: `OPERATION/CRATE`.

use std::hint::black_box;

use dxbc::chunks::psv0::types::PSVSignatureElement;
use dxbc::chunks::{ChunkParser, PipelineStateValidation};
use md5::{Digest, Md5};

use crate::inputs::Inputs;
use crate::operations::{Operation, bytes, container_parts, psv_parts};
use crate::specialization::words;

/// What is counted beside the operation that has its name before the stroke.
pub const OPERATIONS: &[Operation] = &[
    Operation { name: "parse/dxbc", unit: "container part", units: container_parts, run: dxbc_parse },
    Operation { name: "read/dxbc", unit: "PSV0 part", units: psv_parts, run: dxbc_read },
    Operation { name: "read_walk/dxbc", unit: "PSV0 part", units: psv_parts, run: dxbc_read_walk },
    Operation { name: "digest/md-5", unit: "byte", units: bytes, run: md5_digest },
    Operation { name: "discover/spirq", unit: "module word", units: words, run: spirq_reflect },
    Operation { name: "discover/rspirv", unit: "module word", units: words, run: rspirv_load },
    Operation { name: "freeze/copy", unit: "module word", units: words, run: copy },
];

fn dxbc_parse(inputs: &Inputs<'_>) {
    for container in &inputs.containers {
        black_box(&dxbc::scan_dxbc(black_box(container.bytes())));
    }
}

fn dxbc_read(inputs: &Inputs<'_>) {
    for part in &inputs.parts {
        black_box(&PipelineStateValidation::parse(black_box(part)));
    }
}

fn dxbc_read_walk(inputs: &Inputs<'_>) {
    for part in &inputs.parts {
        black_box(PipelineStateValidation::parse(black_box(part)).as_ref().map(dxbc_walk));
    }
}

/// Takes the values that psoview's walk takes, with as many checks as it needs for that.
fn dxbc_walk(part: &PipelineStateValidation) -> u32 {
    let mut sum = 0_u32;
    for resource in &part.resources {
        for value in [resource.res_type, resource.space, resource.lower_bound, resource.upper_bound] {
            sum = sum.wrapping_add(value);
        }
        sum = sum.wrapping_add(resource.res_kind.unwrap_or(0)).wrapping_add(resource.res_flags.unwrap_or(0));
    }
    let tables = [&part.sig_input_elements, &part.sig_output_elements, &part.sig_patch_const_or_prim_elements];
    tables.into_iter().flatten().fold(sum, |sum, element| sum.wrapping_add(dxbc_element(part, element)))
}

fn dxbc_element(part: &PipelineStateValidation, element: &PSVSignatureElement) -> u32 {
    let mut sum = u32::from(element.rows).wrapping_add(u32::from(element.cols_and_start & 0xf));
    if element.cols_and_start & 0x40 != 0 {
        sum = sum.wrapping_add(element.start_row.into()).wrapping_add(u32::from(element.cols_and_start >> 4 & 3));
    }
    for value in [element.semantic_kind, element.component_type, element.interpolation_mode] {
        sum = sum.wrapping_add(value.into());
    }
    let (mask, stream) = (element.dynamic_mask_and_stream & 0xf, element.dynamic_mask_and_stream >> 4 & 3);
    sum = sum.wrapping_add(mask.into()).wrapping_add(stream.into());
    let first = element.semantic_indexes as usize;
    for index in part.semantic_index_table.get(first..first + usize::from(element.rows)).unwrap_or_default() {
        sum = sum.wrapping_add(*index);
    }
    let name = part.string_table.get(element.semantic_name as usize..).unwrap_or_default();
    sum.wrapping_add(name.iter().position(|&byte| byte == 0).unwrap_or(0) as u32)
}

/// Plain MD5 of the bytes that a container's digest covers.
fn md5_digest(inputs: &Inputs<'_>) {
    for container in &inputs.containers {
        black_box(Md5::digest(&black_box(container).bytes()[20..]));
    }
}

/// Whether a crate reads a module: one that refuses it is fast for nothing.
pub fn reads(name: &str, file: &[u8]) -> bool {
    match name {
        "spirq" => spirq::ReflectConfig::new().spv(file).ref_all_rscs(true).reflect().is_ok(),
        "rspirv" => rspirv::dr::load_bytes(file).is_ok(),
        _ => true,
    }
}

/// Everything that spirq finds comes with its entry points, specialization constants included.
fn spirq_reflect(inputs: &Inputs<'_>) {
    for module in &inputs.modules {
        black_box(&spirq::ReflectConfig::new().spv(black_box(module.file)).ref_all_rscs(true).reflect().is_ok());
    }
}

fn rspirv_load(inputs: &Inputs<'_>) {
    for module in &inputs.modules {
        black_box(&rspirv::dr::load_bytes(black_box(module.file)).is_ok());
    }
}

/// No crate's: what a frozen module takes at least.
fn copy(inputs: &Inputs<'_>) {
    for module in &inputs.modules {
        black_box(&mut module.copy.borrow_mut()[..]).copy_from_slice(black_box(module.file));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inputs::test_files;

    /// A crate that refuses a part is fast for nothing.
    #[test]
    fn peers_read_what_is_measured() {
        let files = test_files("dxil");
        let inputs = Inputs::of_files(&files);
        assert!(inputs.parts.iter().all(|part| PipelineStateValidation::parse(part).is_some()));
        let scanned = inputs.containers.iter().map(|container| dxbc::scan_dxbc(container.bytes())[0].chunks.len());
        assert_eq!(scanned.sum::<usize>(), container_parts(&inputs));
    }
}
