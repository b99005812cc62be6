use psoview::container::{Container, Program};
use serde::Serialize;

use super::value::{Value, value};

#[derive(Serialize)]
pub struct ContainerReport {
    size: u32,
    digest: String,
    digest_status: &'static str,
    program: Option<ProgramReport>,
    parts: Vec<PartReport>,
}

#[derive(Serialize)]
struct ProgramReport {
    kind: Value,
    shader_model: String,
    dxil_version: String,
}

#[derive(Serialize)]
struct PartReport {
    tag: String,
    offset: u32,
    size: usize,
}

impl ContainerReport {
    pub fn new(container: &Container<'_>) -> Self {
        Self {
            size: container.size(),
            digest: container.digest().to_string(),
            digest_status: container.digest_status().name(),
            program: container.program().ok().flatten().map(|program| ProgramReport::new(&program)),
            parts: container
                .parts()
                .map(|part| PartReport { tag: part.tag().to_string(), offset: part.offset(), size: part.data().len() })
                .collect(),
        }
    }
}

impl ProgramReport {
    fn new(program: &Program<'_>) -> Self {
        Self {
            kind: value!(program.kind()),
            shader_model: program.shader_model().to_string(),
            dxil_version: program.dxil_version().to_string(),
        }
    }
}
