//! `psoview bind`: where each register of a shader is found in a descriptor layout.

mod map;
mod report;
mod table;
mod template;
mod text;

use std::fs;
use std::path::Path;

use anyhow::Result;
use psoview::binding::{
    IndexError, InterfaceInfo, Mapped, MappedResource, MissReason, Request, ShaderKind, Target, UnmappedReason,
    UnmappedResource,
};
use psoview::container::Container;
use psoview::psv::{self, Psv, Resources};

use crate::args::BindArgs;
use crate::failure::Failure;
use crate::input;
use crate::output::Output;
use crate::report::Value;
use map::Map;
use report::{
    AmbiguousReport, BindLine, BindingReport, MissReport, PushConstantReport, RangeReport, UnknownReport,
    UnmappedReport,
};

pub use table::TableValues;

pub fn run(args: &BindArgs, output: &mut Output) -> Result<()> {
    let name = args.shader.display().to_string();
    let bytes = match input::read(&args.shader) {
        Ok(bytes) => bytes,
        Err(error) => return output.failed(&name, Failure::from(&error)),
    };
    match shader(args, output, &name, &bytes) {
        Ok(printed) => printed,
        Err(failure) => output.failed(&name, failure),
    }
}

/// The inner result is that of writing; the outer one is what is wrong with the shader or the map.
fn shader(args: &BindArgs, output: &mut Output, name: &str, bytes: &[u8]) -> Result<Result<()>, Failure> {
    let container = Container::parse(bytes)?;
    let Some(psv) = psv::part_newer(&container)? else {
        return Err(Failure::of_file("PsvMissing", "there is no PSV0 part, which would say what the shader uses"));
    };
    let stage = stage(args, &psv)?;
    let Some(path) = &args.map else {
        let template = template::template(name, psv.resources(), stage);
        return Ok(output.lines(template.trim_end()));
    };
    let map = read_map(path)?;
    let info = InterfaceInfo::new(map.lists(), map.offsets(), args.profile)
        .map_err(|error| Failure::of_file("MapRefused", format!("{}: {error}", path.display())))?;
    if let Some(index) = args.table.last().filter(|index| *index >= info.offsets().table_count) {
        let count = info.offsets().table_count;
        let message = format!("--table gives word {index}, the map's table has {count}");
        return Err(Failure::of_file("TableTooShort", message));
    }
    let words = args.table.words(info.offsets().table_count);
    let line = Answers { info, table: &args.table, words }.line(name, psv.resources(), stage);
    if !line.unmapped.is_empty() || !line.unknown.is_empty() {
        output.found();
    }
    Ok(if args.json { output.json(&line) } else { text::print(output, &line) })
}

/// The part's own stage, or the user's where the part does not tell.
fn stage(args: &BindArgs, psv: &Psv<'_>) -> Result<ShaderKind, Failure> {
    match (args.stage, psv.stage()) {
        (Some(given), Some(found)) if given != found => {
            let message = format!("--stage says {given}, the shader is a {found} shader");
            Err(Failure::of_file("StageMismatch", message))
        }
        (given, found) => given.or(found).ok_or_else(|| {
            Failure::of_file("StageUnknown", "the part does not say which stage the shader is for; --stage does")
        }),
    }
}

fn read_map(path: &Path) -> Result<Map, Failure> {
    let text = fs::read_to_string(path).map_err(|error| {
        let Failure { kind, message, .. } = Failure::from(&error);
        Failure::of_file(&kind, format!("{}: {message}", path.display()))
    })?;
    Map::parse(&text).map_err(|error| Failure::of_file("MapMalformed", malformed(path, &text, &error)))
}

/// Where the map is wrong, and how: on one line, without the excerpt that the TOML library draws.
fn malformed(path: &Path, text: &str, error: &toml::de::Error) -> String {
    let (path, message) = (path.display(), error.message());
    let Some(before) = error.span().and_then(|span| text.get(..span.start)) else {
        return format!("{path}: {message}");
    };
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    format!("{path}: line {line}, column {column}: {message}")
}

/// What the layout answers to a shader's questions.
struct Answers<'a> {
    info: InterfaceInfo<'a>,
    table: &'a TableValues,
    words: Vec<u32>,
}

impl Answers<'_> {
    fn line<'n>(&self, name: &'n str, resources: Resources<'_>, stage: ShaderKind) -> BindLine<'n> {
        let profile = self.info.profile().name;
        let mut line =
            BindLine { file: name, profile, bindings: vec![], unmapped: vec![], unknown: vec![], ambiguous: vec![] };
        for answer in self.info.map_resources(resources, stage) {
            match answer {
                Ok(resource) => self.mapped(&mut line, &resource),
                Err(resource) => unmapped(&mut line, resources, &resource),
            }
        }
        line
    }

    fn mapped(&self, line: &mut BindLine<'_>, resource: &MappedResource) {
        let request = resource.request;
        let entries = match resource.target {
            Target::Descriptor(_) if resource.uav_counter => {
                self.info.uav_counter_matches(request.range, request.stage).collect()
            }
            Target::Descriptor(_) => self.info.matches(request).collect::<Vec<_>>(),
            _ => vec![],
        };
        if entries.len() > 1 {
            line.ambiguous.push(AmbiguousReport { range: range(&request), entries });
        }
        match self.binding(resource) {
            Ok(binding) => line.bindings.push(binding),
            Err(error) => line.unmapped.push(UnmappedReport { range: range(&request), error }),
        }
    }

    fn binding(&self, resource: &MappedResource) -> Result<BindingReport, MissReport> {
        let nothing = BindingReport {
            range: range(&resource.request),
            uav_counter: resource.uav_counter,
            set: None,
            binding: None,
            entry: None,
            array: false,
            first_element: None,
            dynamic_index: None,
            elements: None,
            push_constant: None,
            start: None,
            formula: String::new(),
        };
        Ok(match resource.target {
            Target::Descriptor(mapped) => {
                let Reached { first, last } = self.reached(resource, &mapped)?;
                BindingReport {
                    set: Some(mapped.set()),
                    binding: Some(mapped.binding()),
                    entry: mapped.entry(),
                    array: mapped.is_array(),
                    first_element: mapped.is_array().then(|| mapped.first_element()),
                    dynamic_index: mapped.dynamic_index(),
                    elements: first.zip(last).map(|(first, last)| [first, last]),
                    start: first,
                    formula: text::formula(&mapped),
                    ..nothing
                }
            }
            Target::PushConstants(found) => BindingReport {
                entry: Some(found.entry),
                push_constant: Some(PushConstantReport { offset: found.offset, size: found.size }),
                formula: format!(
                    "push constants, bytes {} to {}",
                    found.offset,
                    u64::from(found.offset) + u64::from(found.size)
                ),
                ..nothing
            },
            Target::CombinedSamplers { entry } => {
                let place = self.info.lists().combined_samplers.get(entry).map(|pair| pair.binding);
                BindingReport {
                    set: place.map(|place| place.set),
                    binding: place.map(|place| place.binding),
                    entry: Some(entry),
                    formula: "combined sampler".into(),
                    ..nothing
                }
            }
            _ => nothing,
        })
    }

    /// The elements that the range reaches, or why an access in it reaches none.
    fn reached(&self, resource: &MappedResource, mapped: &Mapped) -> Result<Reached, MissReport> {
        let range = resource.request.range;
        // A word that is not given is at least 0: a sum that overflows without it does with every value it may have.
        let element = |register| mapped.index(register, &self.words);
        let refused = |error: IndexError| MissReport {
            kind: error.name(),
            entry: mapped.entry(),
            message: of_counter(resource.uav_counter, error),
        };
        let first = element(range.first()).map_err(refused)?;
        let last = match range.last().map(element) {
            Some(Err(error @ IndexError::Overflow { .. })) => return Err(refused(error)),
            // vkd3d takes some bounded ranges for unbounded ones; their last register need not be served.
            last => last.and_then(Result::ok),
        };
        let known = mapped.is_array() && self.table.has(mapped.dynamic_index());
        Ok(Reached { first: Some(first).filter(|_| known), last: last.filter(|_| known) })
    }
}

/// The array elements that a range reaches, with the run-time offset; `None` where they are not known or there are none.
struct Reached {
    first: Option<u32>,
    last: Option<u32>,
}

/// A text about the registers' counters says that it is.
fn of_counter(uav_counter: bool, text: impl std::fmt::Display) -> String {
    if uav_counter { format!("its counter: {text}") } else { text.to_string() }
}

fn range(request: &Request) -> RangeReport {
    RangeReport::new(request.descriptor_type.name(), request.range)
}

fn unmapped(line: &mut BindLine<'_>, resources: Resources<'_>, resource: &UnmappedResource) {
    let why = resource.why;
    let message = of_counter(resource.uav_counter, why);
    match (resource.request, why) {
        (Some(request), UnmappedReason::Miss(miss)) if miss.why != MissReason::BufferOrImage => {
            let error = MissReport { kind: why.name(), entry: miss.entry, message };
            line.unmapped.push(UnmappedReport { range: range(&request), error });
        }
        (Some(request), _) => line.unknown.push(UnknownReport { range: range(&request), why: message }),
        (None, _) => {
            let stored = resources.get(resource.record).map(|record| RangeReport {
                class: Value::new(record.resource_type().name(), record.resource_type().raw()),
                space: record.space(),
                first: record.lower(),
                last: Some(record.upper()).filter(|_| !record.is_unbounded()),
            });
            line.unknown.extend(stored.map(|range| UnknownReport { range, why: message }));
        }
    }
}
