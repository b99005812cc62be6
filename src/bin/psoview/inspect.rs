//! `psoview inspect`: everything a file says.

use anyhow::Result;
use psoview::container::Container;
use psoview::psv::{self, FourCc, Psv};

use crate::args::{InspectArgs, PartTag};
use crate::failure::Failure;
use crate::input::{self, Below, Input};
use crate::output::Output;
use crate::report::{ContainerReport, DxbcLine, PartLine, PsvReport};
use crate::{sample, spirv, tables};

pub fn run(args: &InspectArgs, output: &mut Output) -> Result<()> {
    if !args.files.is_empty() {
        let below = if args.part.is_some() { Below::All } else { Below::Shaders };
        return input::for_each(&args.files, below, output, |output, input| file(args, output, &input));
    }
    if !args.json {
        output.lines("No file is named: this is a shader built into psoview.\n")?;
    }
    let bytes = match args.part {
        None => sample::BYTES,
        Some(PartTag::Psv0) => Container::parse(sample::BYTES)?.part(FourCc::PSV0).map_or(&[][..], |part| part.data()),
    };
    file(args, output, &Input { name: sample::NAME.into(), bytes: Ok(bytes.into()) })
}

fn file(args: &InspectArgs, output: &mut Output, input: &Input) -> Result<()> {
    let name = &input.name;
    let bytes = match &input.bytes {
        Ok(bytes) => bytes,
        Err(error) => return output.failed(name, error.into()),
    };
    match args.part {
        Some(PartTag::Psv0) => match psv::read_newer(bytes) {
            Ok(psv) => part(output, name, &psv),
            Err(error) => output.failed(name, error.into()),
        },
        None if spirv::is_module(bytes) => spirv::inspect(output, name, bytes),
        None => match Container::parse(bytes) {
            Ok(parsed) => container(output, name, &parsed),
            Err(error) => output.failed(name, error.into()),
        },
    }
}

fn part(output: &mut Output, name: &str, psv: &Psv<'_>) -> Result<()> {
    if output.is_json() {
        output.json(&PartLine { file: name, format: "psv0", psv: PsvReport::new(psv) })
    } else {
        output.lines(tables::part(name, psv))
    }
}

fn container(output: &mut Output, name: &str, container: &Container<'_>) -> Result<()> {
    let psv = psv::part_newer(container);
    let error = psv.as_ref().err().copied();
    let psv = psv.ok().flatten();
    if error.is_some() {
        output.found();
    }
    if output.is_json() {
        return output.json(&DxbcLine {
            file: name,
            format: "dxbc",
            container: ContainerReport::new(container),
            psv: psv.as_ref().map(PsvReport::new),
            error: error.map(Failure::from),
        });
    }
    output.lines(tables::container(name, container, psv.as_ref()))?;
    match error {
        Some(error) => output.error(format_args!("{name}: {error}")),
        None => Ok(()),
    }
}
