use std::hint::black_box;

use psoview::container::Container;
use psoview::psv;

use crate::inputs::Inputs;
use crate::{mapping, specialization, walk};

/// Something that is counted.
pub struct Operation {
    pub name: &'static str,
    /// What its cost is shared out over.
    pub unit: &'static str,
    /// How many of those the inputs have.
    pub units: fn(&Inputs<'_>) -> usize,
    /// Does it once for all inputs.
    pub run: fn(&Inputs<'_>),
}

/// What is counted, in the order of the table.
pub const OPERATIONS: &[Operation] = &[
    Operation { name: "parse", unit: "container part", units: container_parts, run: parse },
    Operation { name: "parse_validate", unit: "container part", units: container_parts, run: parse_validate },
    Operation { name: "digest", unit: "byte", units: bytes, run: digest },
    Operation { name: "part", unit: "PSV0 part", units: psv_parts, run: part },
    Operation { name: "read", unit: "PSV0 part", units: psv_parts, run: read },
    Operation { name: "read_walk", unit: "PSV0 part", units: psv_parts, run: read_walk },
    Operation { name: "read_masks", unit: "PSV0 part", units: psv_parts, run: read_masks },
    Operation { name: "read_validate", unit: "PSV0 part", units: psv_parts, run: read_validate },
    Operation { name: "map_shader", unit: "resource record", units: mapping::records, run: mapping::map_shader },
    Operation { name: "resolve_last", unit: "range and entry", units: mapping::compares, run: mapping::resolve_last },
    Operation {
        name: "resolve_missed",
        unit: "range and entry",
        units: mapping::compares,
        run: mapping::resolve_missed,
    },
    Operation { name: "discover", unit: "module word", units: specialization::words, run: specialization::discover },
    Operation {
        name: "discover_walk",
        unit: "module word",
        units: specialization::words,
        run: specialization::discover_walk,
    },
    Operation { name: "apply", unit: "module word", units: specialization::words, run: specialization::apply },
    Operation { name: "evaluate", unit: "module word", units: specialization::words, run: specialization::evaluate },
    Operation { name: "freeze", unit: "module word", units: specialization::words, run: specialization::freeze },
];

pub fn container_parts(inputs: &Inputs<'_>) -> usize {
    inputs.containers.iter().map(|container| container.parts().len()).sum()
}

pub fn psv_parts(inputs: &Inputs<'_>) -> usize {
    inputs.parts.len()
}

pub fn bytes(inputs: &Inputs<'_>) -> usize {
    inputs.containers.iter().map(|container| container.bytes().len()).sum()
}

fn parse(inputs: &Inputs<'_>) {
    for container in &inputs.containers {
        black_box(&Container::parse(black_box(container.bytes())));
    }
}

fn parse_validate(inputs: &Inputs<'_>) {
    for container in &inputs.containers {
        black_box(&Container::parse(black_box(container.bytes())).map(|container| container.validate()));
    }
}

fn digest(inputs: &Inputs<'_>) {
    for container in &inputs.containers {
        black_box(black_box(container).compute_digest());
    }
}

fn part(inputs: &Inputs<'_>) {
    for container in &inputs.with_part {
        black_box(&psv::part(black_box(container)));
    }
}

fn read(inputs: &Inputs<'_>) {
    for part in &inputs.parts {
        black_box(&psv::read(black_box(part)));
    }
}

fn read_walk(inputs: &Inputs<'_>) {
    for part in &inputs.parts {
        black_box(psv::read(black_box(part)).as_ref().map(walk::tables).ok());
    }
}

fn read_masks(inputs: &Inputs<'_>) {
    for part in &inputs.parts {
        black_box(psv::read(black_box(part)).as_ref().map(walk::masks).ok());
    }
}

fn read_validate(inputs: &Inputs<'_>) {
    for part in &inputs.parts {
        black_box(&psv::read(black_box(part)).and_then(|psv| psv.validate()));
    }
}
