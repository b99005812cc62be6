//! `psoview inspect`: everything a file says.

use anyhow::Result;
use psoview::container::Container;
use psoview::psv;

use crate::args::{InspectArgs, PartTag};
use crate::failure::Failure;
use crate::input::{self, Below, Input};
use crate::output::{Outcome, Output};
use crate::report::{ContainerReport, DxbcLine, ErrorLine, PartLine, PsvReport};
use crate::{sample, tables};

pub fn run(args: &InspectArgs, output: &mut Output) -> Result<Outcome> {
    let mut outcome = Outcome::Fine;
    let mut each = |output: &mut Output, input: Input| {
        outcome = outcome.and(file(args, output, &input)?);
        Ok(())
    };
    if args.files.is_empty() {
        if !args.json {
            output.line("No file is named: this is a shader built into psoview.\n")?;
        }
        each(output, Input { name: sample::NAME.into(), bytes: Ok(sample::BYTES.into()) })?;
    } else {
        let below = if args.part.is_some() { Below::All } else { Below::Shaders };
        input::for_each(&args.files, below, output, each)?;
    }
    Ok(outcome)
}

fn file(args: &InspectArgs, output: &mut Output, input: &Input) -> Result<Outcome> {
    let failure = match &input.bytes {
        Err(error) => error.into(),
        Ok(bytes) => match read(args, output, &input.name, bytes)? {
            Ok(outcome) => return Ok(outcome),
            Err(error) => Failure::from(error),
        },
    };
    if args.json {
        output.json(&ErrorLine { file: &input.name, error: failure })?;
    } else {
        output.error(format_args!("{}: {failure}", input.name))?;
    }
    Ok(Outcome::Found)
}

/// Shows a file; the inner error is that of a file of which nothing can be shown.
fn read(args: &InspectArgs, output: &mut Output, name: &str, bytes: &[u8]) -> Result<Result<Outcome, psoview::Error>> {
    match args.part {
        Some(PartTag::Psv0) => match psv::read_newer(bytes) {
            Ok(psv) => part(args, output, name, &psv).map(Ok),
            Err(error) => Ok(Err(error)),
        },
        None => match Container::parse(bytes) {
            Ok(parsed) => container(args, output, name, &parsed).map(Ok),
            Err(error) => Ok(Err(error)),
        },
    }
}

fn part(args: &InspectArgs, output: &mut Output, name: &str, psv: &psv::Psv<'_>) -> Result<Outcome> {
    if args.json {
        output.json(&PartLine { file: name, format: "psv0", psv: PsvReport::new(psv) })?;
    } else {
        output.line(tables::part(name, psv))?;
    }
    Ok(Outcome::Fine)
}

fn container(args: &InspectArgs, output: &mut Output, name: &str, container: &Container<'_>) -> Result<Outcome> {
    let psv = psv::part_newer(container);
    let error = psv.as_ref().err().copied();
    let psv = psv.ok().flatten();
    if args.json {
        output.json(&DxbcLine {
            file: name,
            format: "dxbc",
            container: ContainerReport::new(container),
            psv: psv.as_ref().map(PsvReport::new),
            error: error.map(Failure::from),
        })?;
    } else {
        output.line(tables::container(name, container, psv.as_ref()))?;
        if let Some(error) = error {
            output.error(format_args!("{name}: {error}"))?;
        }
    }
    Ok(Outcome::found_if(error.is_some()))
}
