//! `psoview verify`: everything in a file that no compiler should have written.

use anyhow::Result;
use psoview::container::{Container, DigestStatus, FourCc, ShaderKind};
use psoview::psv;
use serde::Serialize;

use crate::args::VerifyArgs;
use crate::failure::Failure;
use crate::input::{self, Below, Input};
use crate::output::{Outcome, Output};
use crate::report::ErrorLine;

pub fn run(args: &VerifyArgs, output: &mut Output) -> Result<Outcome> {
    let mut outcome = Outcome::Fine;
    input::for_each(&args.files, Below::Shaders, output, |output, input| {
        outcome = outcome.and(file(args, output, &input)?);
        Ok(())
    })?;
    Ok(outcome)
}

/// A line of `verify --json`.
#[derive(Serialize)]
struct VerifyLine<'a> {
    file: &'a str,
    format: &'static str,
    findings: Vec<Failure>,
    notes: Vec<Failure>,
}

fn file(args: &VerifyArgs, output: &mut Output, input: &Input) -> Result<Outcome> {
    let name = &input.name;
    let container = match &input.bytes {
        Ok(bytes) => Container::parse(bytes).map_err(Failure::from),
        Err(error) => Err(error.into()),
    };
    let container = match container {
        Ok(container) => container,
        Err(error) => {
            if args.json {
                output.json(&ErrorLine { file: name, error })?;
            } else {
                output.error(format_args!("{name}: {error}"))?;
            }
            return Ok(Outcome::Found);
        }
    };
    let checked = Checked::new(&container);
    let outcome = Outcome::found_if(!checked.findings.is_empty());
    if args.json {
        let Checked { findings, notes } = checked;
        output.json(&VerifyLine { file: name, format: "dxbc", findings, notes })?;
    } else {
        for finding in &checked.findings {
            output.line(format_args!("{name}: {finding}"))?;
        }
        for note in &checked.notes {
            output.line(format_args!("{name}: note: {note}"))?;
        }
        if outcome == Outcome::Fine {
            output.line(format_args!("{name}: fine"))?;
        }
    }
    Ok(outcome)
}

#[derive(Default)]
struct Checked {
    findings: Vec<Failure>,
    notes: Vec<Failure>,
}

impl Checked {
    fn new(container: &Container<'_>) -> Self {
        let mut checked = Self::default();
        checked.findings.extend(container.findings().map(Failure::from));
        checked.trailing(container);
        checked.digest(container);
        checked.program(container);
        checked
    }

    fn found(&mut self, kind: &str, message: impl Into<String>) {
        self.findings.push(Failure::of_file(kind, message));
    }

    fn trailing(&mut self, container: &Container<'_>) {
        let length = container.trailing().len();
        if length > 0 {
            let message = format!("{length} bytes follow the {} that the container says it has", container.size());
            self.notes.push(Failure::of_file("BytesAfterContainer", message));
        }
    }

    fn digest(&mut self, container: &Container<'_>) {
        let (kind, message) = match container.digest_status() {
            DigestStatus::Unsigned => ("DigestUnsigned", "the digest is zero: nobody has signed the container"),
            DigestStatus::Bypass => ("DigestBypass", "the digest asks a runtime not to check it"),
            DigestStatus::PreviewBypass => {
                ("DigestPreviewBypass", "the digest is that of a shader model that is not released")
            }
            DigestStatus::Debug => ("DigestDebug", "the digest is that of a debug build of the validator"),
            DigestStatus::Mismatch => {
                let (stored, computed) = (container.digest(), container.compute_digest());
                let message = format!("the digest is {stored}, the content's is {computed}");
                return self.found("DigestMismatch", message);
            }
            _ => return,
        };
        self.notes.push(Failure::of_file(kind, message));
    }

    /// The program's header, the PSV0 part, and whether they agree.
    fn program(&mut self, container: &Container<'_>) {
        let program = container.program();
        let kind = program.ok().flatten().map(|program| program.kind());
        self.findings.extend(program.err().map(Failure::from));
        match psv::part_newer(container) {
            Ok(Some(psv)) => {
                self.findings.extend(psv.findings().map(Failure::from));
                self.agreement(kind, &psv);
            }
            Ok(None) if kind.is_some_and(|kind| kind != ShaderKind::LIBRARY) => {
                self.found("PsvMissing", "a shader should have a part PSV0, there is none");
            }
            Ok(None) => {}
            Err(error) => self.findings.push(error.into()),
        }
        if kind == Some(ShaderKind::LIBRARY) && container.part(FourCc::PSV0).is_some() {
            self.found("PsvInLibrary", "a library should have no part PSV0, there is one");
        }
    }

    fn agreement(&mut self, kind: Option<ShaderKind>, psv: &psv::Psv<'_>) {
        if let (Some(kind), Some(stage)) = (kind, psv.stage()) {
            if kind != stage {
                self.found(
                    "StageMismatch",
                    format!("the PSV0 part is of a {stage} shader, the program is a {kind} shader"),
                );
            }
        }
    }
}
