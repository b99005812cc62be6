//! What `inspect` says of a SPIR-V module.

use anyhow::Result;
use psoview::spirv::Module;

use super::report::{SpirvLine, SpirvReport};
use super::{scratch, text};
use crate::failure::Failure;
use crate::output::Output;

pub fn run(output: &mut Output, file: &str, bytes: &[u8]) -> Result<()> {
    match report(bytes) {
        Ok(spirv) if output.is_json() => output.json(&SpirvLine { file, format: "spirv", spirv }),
        Ok(spirv) => text::inspect(output, file, &spirv),
        Err(failure) => output.failed(file, failure),
    }
}

fn report(bytes: &[u8]) -> Result<SpirvReport, Failure> {
    let module = Module::parse(bytes)?;
    let preamble = module.measure()?;
    let mut words = scratch(preamble.index_words())?;
    let index = preamble.index(&mut words)?;
    let mut words = scratch(index.settings_words())?;
    let settings = index.settings(&mut words)?;
    let mut words = scratch(settings.evaluation_words())?;
    // What cannot be evaluated can still be listed; `specialize` says what is wrong with it.
    let values = settings.evaluate(&mut words).ok();
    SpirvReport::new(&module, &index, values.as_ref())
}
