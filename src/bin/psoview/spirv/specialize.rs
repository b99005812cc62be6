//! `psoview specialize`: what the constants of a module come to under values, and the module with them.

use std::fs;

use anyhow::{Context, Result};
use psoview::spirv::{Endianness, Freeze, Module};

use super::report::{SpecializeLine, ValueReport, WorkgroupSizeReport};
use super::{scratch, set, text};
use crate::args::{Mode, SpecializeArgs};
use crate::failure::Failure;
use crate::input;
use crate::output::Output;

/// Why a module is not specialized.
enum Refusal {
    /// The command line asks for what cannot be.
    Usage(String),
    Failure(Failure),
}

impl<E: Into<Failure>> From<E> for Refusal {
    fn from(error: E) -> Self {
        Self::Failure(error.into())
    }
}

pub fn run(args: &SpecializeArgs, output: &mut Output) -> Result<()> {
    let name = args.module.display().to_string();
    let bytes = match input::read(&args.module) {
        Ok(bytes) => bytes,
        Err(error) => return output.failed(&name, (&error).into()),
    };
    match specialize(args, &name, &bytes) {
        Ok((line, words)) => {
            if let (Some(path), Some(bytes)) = (&args.output, words) {
                fs::write(path, bytes).with_context(|| path.display().to_string())?;
            }
            if output.is_json() { output.json(&line) } else { text::specialize(output, &line) }
        }
        Err(Refusal::Usage(message)) => output.misused(message),
        Err(Refusal::Failure(failure)) => output.failed(&name, failure),
    }
}

/// What is printed, and the bytes of the module that is written if one is.
fn specialize<'a>(
    args: &SpecializeArgs,
    name: &'a str,
    bytes: &[u8],
) -> Result<(SpecializeLine<'a>, Option<Vec<u8>>), Refusal> {
    let module = Module::parse(bytes)?;
    let preamble = module.measure()?;
    let mut words = scratch(preamble.index_words())?;
    let index = preamble.index(&mut words)?;
    let mut words = scratch(index.settings_words())?;
    let mut settings = index.settings(&mut words)?;
    let unknown_ids = set::apply(&args.set, &mut settings).map_err(Refusal::Usage)?;
    let mut words = scratch(settings.evaluation_words())?;
    let mut evaluated = settings.evaluate(&mut words);
    // An operation on an array whose length is specialized needs more than could be known before.
    let mut more = Vec::new();
    if let Err(psoview::ErrorKind::ScratchTooSmall { needed, .. }) = evaluated.as_ref().map_err(|error| error.kind()) {
        more = scratch(usize::try_from(needed).unwrap_or(usize::MAX))?;
        evaluated = settings.evaluate(&mut more);
    }
    let mut values = evaluated?;
    let freeze = |freeze: Freeze| if args.local_size { freeze.with_local_sizes() } else { freeze };
    let mode = args.output.as_ref().map(|_| args.mode());
    let out = match mode {
        None => None,
        Some(Mode::InPlace) => {
            let mut out = scratch(usize::try_from(module.word_count()).unwrap_or(usize::MAX))?;
            settings.specialize(&mut out)?;
            Some(out)
        }
        Some(Mode::Freeze(mode)) => {
            let freeze = freeze(mode);
            let mut out = scratch(usize::try_from(values.frozen_words(freeze)?).unwrap_or(usize::MAX))?;
            values.freeze(freeze, &mut out)?;
            Some(out)
        }
    };
    let line = SpecializeLine {
        file: name,
        format: "spirv",
        mode: mode.map_or("evaluate", |_| args.mode_name()),
        unknown_ids,
        values: ValueReport::all(&values),
        workgroup_sizes: WorkgroupSizeReport::all(&index, Some(&values))?,
        words_in: module.word_count(),
        words_out: out.as_ref().map(|out| out.len() as u64),
    };
    let encode = match module.endianness() {
        Endianness::Little => u32::to_le_bytes,
        Endianness::Big => u32::to_be_bytes,
    };
    drop(more);
    Ok((line, out.map(|out| out.into_iter().flat_map(encode).collect())))
}
