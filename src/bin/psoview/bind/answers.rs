//! What a layout answers to a shader's questions.

use std::collections::HashMap;

use psoview::binding::{
    IndexError, InterfaceInfo, List, Mapped, MappedResource, MissReason, RegisterOverlap, Request, ShaderKind, Target,
    UnmappedReason, UnmappedResource,
};
use psoview::psv::Resources;

use super::report::{
    AmbiguousReport, BindLine, BindingReport, MissReport, PushConstantReport, RangeReport, UnknownReport,
    UnmappedReport,
};
use super::{TableValues, text};
use crate::report::Value;

/// What the layout answers to a shader's questions.
pub struct Answers<'a> {
    pub info: InterfaceInfo<'a>,
    pub table: &'a TableValues,
    /// The table, with 0 for words that are not given.
    pub words: Vec<u32>,
}

impl Answers<'_> {
    pub fn line<'n>(&self, name: &'n str, resources: Resources<'_>, stage: ShaderKind) -> BindLine<'n> {
        let profile = self.info.profile().name;
        let mut line =
            BindLine { file: name, profile, bindings: vec![], unmapped: vec![], unknown: vec![], ambiguous: vec![] };
        for answer in self.info.map_resources(resources, stage) {
            match answer {
                Ok(resource) => self.mapped(&mut line, &resource),
                Err(resource) => unmapped(&mut line, resources, &resource),
            }
        }
        self.overlapping(&mut line, stage);
        line
    }

    fn mapped(&self, line: &mut BindLine<'_>, resource: &MappedResource) {
        let request = resource.request;
        let (list, entries) = match resource.target {
            Target::Descriptor(_) if resource.uav_counter => {
                (List::UavCounters, self.info.uav_counter_matches(request.range, request.stage).collect())
            }
            Target::Descriptor(_) => (List::Bindings, self.info.matches(request).collect::<Vec<_>>()),
            Target::PushConstants(_) => {
                (List::PushConstants, self.info.push_constants_matches(request.range, request.stage).collect())
            }
            // The other pairs are found below, for all ranges at once.
            Target::CombinedSamplers { entry } => (List::CombinedSamplers, vec![entry]),
            _ => return,
        };
        line.ambiguous.push(AmbiguousReport { range: range(&request), entries, list });
        match self.binding(resource) {
            Ok(binding) => line.bindings.push(binding),
            Err(error) => line.unmapped.push(UnmappedReport { range: range(&request), error }),
        }
    }

    /// Leaves those ranges as ambiguous for which a later entry waits. A range is half of what finds a pair, so which pairs
    /// compete is a question about the list, and takes a walk over every two of its entries.
    fn overlapping(&self, line: &mut BindLine<'_>, stage: ShaderKind) {
        let mut rows: HashMap<usize, Vec<usize>> = HashMap::new();
        for (number, row) in line.ambiguous.iter().enumerate() {
            if let (List::CombinedSamplers, Some(first)) = (row.list, row.entries.first()) {
                rows.entry(*first).or_default().push(number);
            }
        }
        if !rows.is_empty() {
            let pairs = self.info.lists().combined_samplers;
            let of_pairs = |overlap: &RegisterOverlap| overlap.first.list == List::CombinedSamplers;
            for RegisterOverlap { first, second, .. } in self.info.register_overlaps().filter(of_pairs) {
                if pairs.get(second.entry).is_some_and(|pair| pair.visibility.admits(stage)) {
                    for number in rows.get(&first.entry).into_iter().flatten() {
                        line.ambiguous[*number].entries.push(second.entry);
                    }
                }
            }
        }
        line.ambiguous.retain(|row| row.entries.len() > 1);
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
            list: None,
            start: None,
            formula: String::new(),
        };
        Ok(match resource.target {
            Target::Descriptor(mapped) => {
                let list = if resource.uav_counter { List::UavCounters } else { List::Bindings };
                let Reached { first, last } = self.reached(resource, &mapped, list)?;
                BindingReport {
                    set: Some(mapped.set()),
                    binding: Some(mapped.binding()),
                    entry: mapped.entry(),
                    list: mapped.entry().map(|_| list),
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
                list: Some(List::PushConstants),
                push_constant: Some(PushConstantReport { offset: found.offset, size: found.size }),
                formula: format!("push constants: {} bytes from byte {} on", found.size, found.offset),
                ..nothing
            },
            Target::CombinedSamplers { entry } => {
                let place = self.info.lists().combined_samplers.get(entry).map(|pair| pair.binding);
                BindingReport {
                    set: place.map(|place| place.set),
                    binding: place.map(|place| place.binding),
                    entry: Some(entry),
                    list: Some(List::CombinedSamplers),
                    formula: "combined sampler".into(),
                    ..nothing
                }
            }
            _ => nothing,
        })
    }

    /// The elements that the range reaches, or why an access in it reaches none.
    fn reached(&self, resource: &MappedResource, mapped: &Mapped, list: List) -> Result<Reached, MissReport> {
        let range = resource.request.range;
        // A word that is not given is at least 0: a sum that overflows without it does with every value it may have.
        let element = |register| mapped.index(register, &self.words);
        let refused = |error: IndexError| {
            let message = match mapped.entry() {
                Some(entry) => format!("entry {entry} of {list}: {error}"),
                None => error.to_string(),
            };
            let message = of_counter(resource.uav_counter, message);
            MissReport { kind: error.name(), entry: mapped.entry(), message }
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
