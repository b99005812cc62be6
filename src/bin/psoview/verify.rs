//! `psoview verify`: whether a file is whole.

use anyhow::Result;
use psoview::container::{Container, DigestStatus, FourCc, Part, ShaderKind};
use psoview::psv::{self, Psv};
use psoview::{ErrorKind, Region};
use serde::Serialize;

use crate::args::VerifyArgs;
use crate::failure::Failure;
use crate::input::{self, Below, Input};
use crate::output::Output;
use crate::tables;

/// Where a container's header has its digest, and where its directory starts.
const DIGEST_OFFSET: u32 = 4;
const DIRECTORY_OFFSET: u32 = 32;

/// Where a PSV0 part has its stage: behind the size word and 24 bytes of its info block.
const STAGE_OFFSET: u32 = 28;

pub fn run(args: &VerifyArgs, output: &mut Output) -> Result<()> {
    input::for_each(&args.files, Below::Shaders, output, |output, input| file(output, &input))
}

/// A line of `verify --json`.
#[derive(Serialize)]
struct VerifyLine<'a> {
    file: &'a str,
    format: &'static str,
    findings: Vec<Failure>,
    notes: Vec<Failure>,
}

fn file(output: &mut Output, input: &Input) -> Result<()> {
    let container = match &input.bytes {
        Ok(bytes) => Container::parse(bytes).map_err(Failure::from),
        Err(error) => Err(error.into()),
    };
    let Checked { findings, notes } = match container {
        Ok(container) => Checked::new(&container),
        Err(error) => return output.failed(&input.name, error),
    };
    if !findings.is_empty() {
        output.found();
    }
    if output.is_json() {
        return output.json(&VerifyLine { file: &input.name, format: "dxbc", findings, notes });
    }
    let name = &input.name;
    for finding in &findings {
        output.line(format_args!("{name}: {finding}"))?;
    }
    for note in &notes {
        output.line(format_args!("{name}: note: {note}"))?;
    }
    if findings.is_empty() {
        output.line(format_args!("{name}: fine"))?;
    }
    Ok(())
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

    fn found(&mut self, kind: &str, offset: u32, region: Region, message: impl Into<String>) {
        self.findings.push(Failure::at(kind, offset, region, message));
    }

    fn trailing(&mut self, container: &Container<'_>) {
        let length = container.trailing().len();
        if length > 0 {
            let message = format!("{length} more than the {} bytes that the container says it has", container.size());
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
                return self.found("DigestMismatch", DIGEST_OFFSET, Region::ContainerHeader, message);
            }
            _ => return,
        };
        self.notes.push(Failure::of_file(kind, message));
    }

    /// The program's header, the PSV0 part, and whether they agree.
    fn program(&mut self, container: &Container<'_>) {
        let program = container.program();
        let kind = program.ok().flatten().map(|program| program.kind());
        let has_program = !matches!(program, Ok(None));
        self.findings.extend(program.err().map(Failure::from));
        let Some(part) = container.part(FourCc::PSV0) else {
            if has_program && kind != Some(ShaderKind::LIBRARY) {
                let message = "a shader should have a part PSV0, there is none";
                self.found("PsvMissing", DIRECTORY_OFFSET, Region::PartDirectory, message);
            }
            return;
        };
        if kind == Some(ShaderKind::LIBRARY) {
            let message = "a library should have no such part";
            self.found("PsvInLibrary", part.header_offset(), Region::Part(FourCc::PSV0), message);
        }
        self.psv(container);
        self.agreement(kind, container, &part);
    }

    /// What is wrong with the PSV0 part. What is newer than psoview is not; a part of known sizes has nothing newer in it.
    fn psv(&mut self, container: &Container<'_>) {
        let read = psv::part(container).or_else(|error| {
            if is_unsupported(error.kind()) {
                return psv::part_newer(container).inspect(|newer| self.newer(newer.as_ref()));
            }
            if matches!(error.kind(), ErrorKind::RemainderNotWords { .. }) {
                self.findings.push(error.into());
                return psv::part_newer(container);
            }
            Err(error)
        });
        match read {
            Ok(psv) => self.findings.extend(psv.iter().flat_map(|psv| psv.findings()).map(Failure::from)),
            Err(error) => self.findings.push(error.into()),
        }
    }

    fn newer(&mut self, psv: Option<&Psv<'_>>) {
        let unread = psv.into_iter().flat_map(tables::unread);
        self.notes.extend(unread.map(|message| Failure::of_file("NewerPsv", message)));
    }

    fn agreement(&mut self, kind: Option<ShaderKind>, container: &Container<'_>, part: &Part<'_>) {
        let stage = psv::part_newer(container).ok().flatten().and_then(|psv| psv.stage());
        if let (Some(kind), Some(stage)) = (kind, stage) {
            if kind != stage {
                let message = format!("the stage is {stage}, the program beside the part is of kind {kind}");
                self.found("StageMismatch", part.offset().saturating_add(STAGE_OFFSET), Region::RuntimeInfo, message);
            }
        }
    }
}

/// Whether `read` refuses a size only because it is larger than those known.
fn is_unsupported(kind: ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::UnsupportedRuntimeInfoSize { .. }
            | ErrorKind::UnsupportedResourceRecordSize { .. }
            | ErrorKind::UnsupportedElementRecordSize { .. }
    )
}
