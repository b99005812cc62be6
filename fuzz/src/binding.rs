//! A made-up layout and a made-up question: what the library answers is what the slow model does, and the laws of a mapping
//! hold.

use arbitrary::{Arbitrary, Result, Unstructured};
use psoview::binding::{
    BindErrorKind, BindingFlags, CombinedResourceSampler, DefaultBindings, DescriptorBinding, DescriptorCount,
    DescriptorOffset, DescriptorOffsets, DescriptorType, IndexError, InterfaceInfo, List, Lists, Mapped, MissReason,
    Nature, PairRequest, Profile, PushConstantBuffer, RegisterRange, Request, ResourceBinding, ShaderKind, Target,
    UavCounterBinding, Visibility,
};
use psoview::psv;

use crate::slow_binding::{self, Answer, Expected};
use crate::slow_lists;

pub fn run(data: &[u8]) {
    let case: Case = Unstructured::new(data).arbitrary().expect("any bytes make a case");
    let info = InterfaceInfo::new(case.lists(), case.offsets(), case.profile);
    let fault = case.first_fault();
    let info = match info {
        Ok(info) => info,
        Err(error) => {
            assert_line(&error.to_string());
            return assert_eq!(Some((error.list, error.entry, error.kind)), fault);
        }
    };
    assert_eq!(fault, None);
    bindings(&case, &info);
    others(&case, &info);
    layout(&case, &info);
    if let Ok(psv) = psv::read_newer(data) {
        shader(&info, &psv, case.request.stage);
    }
}

/// The answer to the question, the model's, and what both say of a register.
fn bindings(case: &Case, info: &InterfaceInfo<'_>) {
    let found = info.resolve(case.request);
    if let Err(miss) = found {
        assert_line(&miss.to_string());
    }
    let mut default = DefaultBindings::starting_at(case.register);
    let or_default = info.resolve_or_default(case.request, &mut default);
    match found {
        // The lists before the bindings may come nearer; that of the bindings is empty all the same.
        Err(_) if case.bindings.is_empty() && case.profile.default_mapping && or_default.is_ok() => {
            let mapped = or_default.expect("a default").descriptor().expect("descriptors");
            assert_eq!((mapped.set(), mapped.binding(), mapped.entry()), (0, case.register, None));
            assert_eq!(mapped.wrapping_index(case.request.range.first(), &[]), Ok(0));
        }
        _ => assert_eq!(or_default, found),
    }
    match found {
        // Push constants and pairs come before what the model knows of.
        Ok(Target::PushConstants(push)) => {
            let entry = case.push_constants[push.entry];
            assert_eq!((entry.space, entry.register), (case.request.range.space(), case.request.range.first()));
            return;
        }
        Ok(Target::CombinedSamplers { entry }) => return assert!(entry < case.combined_samplers.len()),
        Err(miss) if miss.list == List::CombinedSamplers && !case.combined_samplers.is_empty() => return,
        Err(miss) if miss.list == List::PushConstants => return,
        _ => {}
    }
    if case.request.nature == Nature::Unknown && !case.combined_samplers.is_empty() {
        return;
    }
    let expected = expected(case);
    let answer = match found {
        Ok(target) => answer(&target.descriptor().expect("descriptors")),
        Err(miss) => Answer::Missed { entry: miss.entry, why: miss.why },
    };
    assert_eq!(answer, expected.answer);
    let Ok(Target::Descriptor(mapped)) = found else { return };
    let element = match mapped.dynamic_index() {
        Some(index) if !case.profile.descriptor_indexing => Err(IndexError::NeedsDescriptorIndexing { index }),
        _ => Ok(expected.element(case.register, &case.table)),
    };
    assert_eq!(mapped.wrapping_index(case.register, &case.table), element);
    let entry = mapped.entry().expect("an entry");
    window(case, info, &mapped, case.bindings[entry].binding.count);
    assert!(info.matches(case.request).next().is_none_or(|first| first == entry), "a later match won");
    assert!(info.matches(case.request).all(|entry| entry < case.bindings.len()));
}

/// What the bindings should answer; for an unknown nature what they answer to both.
fn expected(case: &Case) -> Expected {
    let ask = |nature| {
        let mut request = case.request;
        request.nature = nature;
        slow_binding::resolve(case.profile.name, &case.bindings, &case.binding_offsets, request)
    };
    if case.request.nature != Nature::Unknown {
        return ask(case.request.nature);
    }
    let (buffer, image) = (ask(Nature::Buffer), ask(Nature::Image));
    let differ = |entry| Answer::Missed { entry, why: MissReason::BufferOrImage };
    let answer = match (&buffer.answer, &image.answer) {
        (Answer::Missed { entry: a, why }, Answer::Missed { entry: b, why: other }) => {
            let is_image_nearer = (other, std::cmp::Reverse(b)) > (why, std::cmp::Reverse(a));
            return if is_image_nearer { image } else { buffer };
        }
        (Answer::Missed { entry, .. }, _) | (_, Answer::Missed { entry, .. }) => differ(*entry),
        (
            Answer::Mapped { set, binding, is_array, .. },
            Answer::Mapped { set: other_set, binding: other_binding, is_array: is_other_array, .. },
        ) => {
            let base = |(less, more, word): (u32, u32, Option<u32>)| (less.wrapping_sub(more), word);
            let is_same = (set, binding, is_array) == (other_set, other_binding, is_other_array);
            if is_same && base(buffer.terms) == base(image.terms) {
                return buffer;
            }
            differ(None)
        }
    };
    Expected { answer, terms: (0, 0, None) }
}

/// The checked element is the wrapping one, lies in the entry's window, and leads back to the register.
fn window(case: &Case, info: &InterfaceInfo<'_>, mapped: &Mapped, count: DescriptorCount) {
    let element = match mapped.index(case.register, &case.table) {
        Ok(element) => element,
        Err(error) => return assert_line(&error.to_string()),
    };
    assert_eq!(mapped.wrapping_index(case.register, &case.table), Ok(element));
    let moved = mapped.dynamic_index().map_or(0, |index| case.table[index as usize]);
    let start = u64::from(mapped.static_offset()) + u64::from(moved);
    assert!(u64::from(element) >= start);
    // To vkd3d-proton the largest count is none.
    let count = count.fixed().filter(|count| case.profile.name != "vkd3d-proton" || *count != u32::MAX);
    assert!(count.is_none_or(|count| u64::from(element) < start + u64::from(count)));
    let mut back = info.registers_at(mapped.set(), mapped.binding(), element, &case.table).expect("a whole table");
    assert!(back.any(|found| Some(found.entry) == mapped.entry() && found.register == case.register));
}

fn answer(mapped: &Mapped) -> Answer {
    Answer::Mapped {
        entry: mapped.entry().expect("an entry"),
        set: mapped.set(),
        binding: mapped.binding(),
        is_array: mapped.is_array(),
    }
}

/// The lists besides the bindings, each by its own model.
fn others(case: &Case, info: &InterfaceInfo<'_>) {
    let Request { range, stage, nature, .. } = case.request;
    let counter = info.resolve_uav_counter(range, stage);
    assert_eq!(counter.map(|mapped| answer(&mapped)).map_err(|miss| (miss.entry, miss.why)), counters(case));
    if let Ok(mapped) = counter {
        let entry = case.uav_counters[mapped.entry().expect("an entry")];
        window(case, info, &mapped, entry.binding.count);
        assert_eq!(info.uav_counter_matches(range, stage).next(), mapped.entry());
    }
    let push = info.resolve_push_constants(range, stage);
    let expected = slow_lists::push_constants(case.profile.name, &case.push_constants, range, stage);
    assert_eq!(push.map(|push| push.entry).map_err(|miss| (miss.entry, miss.why)), expected);
    assert_eq!(info.push_constants_matches(range, stage).next(), expected.ok());
    if let Ok(push) = push {
        let entry = case.push_constants[push.entry];
        assert_eq!((push.offset, push.size, entry.register), (entry.offset, entry.size, range.first()));
    }
    let resource = (range.space(), range.first());
    let loaded = PairRequest::without_sampler(resource, nature, stage);
    for pair in [PairRequest::new(resource, (0, case.register), stage), loaded] {
        let found = info.resolve_combined(pair);
        if pair.nature == Nature::Unknown {
            continue;
        }
        let expected = slow_lists::combined(case.profile.name, &case.combined_samplers, pair);
        let entry = found.map(|mapped| mapped.entry().expect("an entry"));
        assert_eq!(entry.map_err(|miss| (miss.entry, miss.why)), expected);
        if let Ok(mapped) = found {
            assert_eq!((info.combined_matches(pair).next(), mapped.is_array()), (mapped.entry(), false));
        }
    }
}

/// What the counters should answer: what UAVs of their registers would, each register an element.
fn counters(case: &Case) -> std::result::Result<Answer, (Option<usize>, MissReason)> {
    let name = case.profile.name;
    if name == "glsl" || name == "msl" {
        return Err((None, MissReason::TypeUnsupported));
    }
    let range = case.request.range;
    let heap = BindingFlags::BUFFER.union(BindingFlags::BINDLESS);
    let as_uav = |entry: &UavCounterBinding| {
        let uav = ResourceBinding::new(DescriptorType::Uav, entry.space, entry.register, entry.binding);
        uav.with_visibility(entry.visibility).with_flags(heap)
    };
    let uavs: Vec<_> = case.uav_counters.iter().map(as_uav).collect();
    let request = Request::uav(Nature::Buffer, range, case.request.stage);
    match slow_binding::resolve(name, &uavs, &case.uav_counter_offsets, request).answer {
        Answer::Missed { entry, why } => Err((entry, why)),
        Answer::Mapped { entry, set, binding, .. } if name == "vkd3d-proton" => {
            // One counter is no element of a heap.
            let (uav, offset) = (uavs[entry], case.uav_counter_offsets[entry]);
            let is_plain = uav.binding.count == DescriptorCount::Fixed(1)
                && uav.register.wrapping_sub(offset.static_offset) == range.first()
                && range.count().is_some_and(|count| count != u64::from(u32::MAX))
                && offset.dynamic_index.is_none();
            Ok(Answer::Mapped { entry, set, binding, is_array: !is_plain })
        }
        mapped => Ok(mapped),
    }
}

/// Every iterator ends, and yields no more than there are pairs.
fn layout(case: &Case, info: &InterfaceInfo<'_>) {
    let sites = case.bindings.len() + case.uav_counters.len() + case.combined_samplers.len();
    // Every entry starts and ends a run of binding numbers at most.
    assert!(info.layout().count() <= 2 * sites);
    assert!(info.layout_conflicts().count() <= sites * sites);
    let contenders = sites + case.push_constants.len();
    assert!(info.register_overlaps().count() <= contenders * contenders);
    let members = case.push_constants.len() + 1;
    assert!(info.push_block_findings(case.register).count() <= members * (members + 2));
    let numbers = |binding: psoview::binding::LayoutBinding| {
        let end = binding.bindings.fixed().map_or(1 << 32, |count| u64::from(binding.binding) + u64::from(count));
        (binding.set, u64::from(binding.binding), end)
    };
    let mut numbers: Vec<_> = info.layout().map(numbers).collect();
    numbers.sort_unstable();
    let is_apart = |pair: &[(u32, u64, u64)]| pair[0].0 != pair[1].0 || pair[0].2 <= pair[1].1;
    assert!(numbers.windows(2).all(is_apart), "a binding number twice");
    assert!(numbers.iter().all(|(_, start, end)| start < end && *end <= 1 << 32));
}

fn shader(info: &InterfaceInfo<'_>, psv: &psv::Psv<'_>, stage: ShaderKind) {
    let resources = psv.resources();
    let (least, most) = info.map_resources(resources, stage).size_hint();
    let mut count = 0;
    for answer in info.map_resources(resources, stage) {
        count += 1;
        if let Err(unmapped) = answer {
            assert!(unmapped.record < resources.len());
            assert_line(&unmapped.to_string());
        }
    }
    assert!(least <= count && most.is_none_or(|most| count <= most));
}

fn assert_line(line: &str) {
    assert!(!line.is_empty() && !line.contains('\n') && !line.ends_with('.'), "{line:?}");
}

/// A layout, a question about it, a register and a table of run-time offsets.
#[derive(Debug)]
struct Case {
    profile: Profile,
    bindings: Vec<ResourceBinding>,
    binding_offsets: Vec<DescriptorOffset>,
    uav_counters: Vec<UavCounterBinding>,
    uav_counter_offsets: Vec<DescriptorOffset>,
    push_constants: Vec<PushConstantBuffer>,
    combined_samplers: Vec<CombinedResourceSampler>,
    table_offset: u32,
    table: Vec<u32>,
    request: Request,
    register: u32,
}

impl Case {
    fn lists(&self) -> Lists<'_> {
        Lists::NONE
            .with_bindings(&self.bindings)
            .with_uav_counters(&self.uav_counters)
            .with_push_constants(&self.push_constants)
            .with_combined_samplers(&self.combined_samplers)
    }

    fn offsets(&self) -> DescriptorOffsets<'_> {
        DescriptorOffsets::NONE
            .with_bindings(&self.binding_offsets)
            .with_uav_counters(&self.uav_counter_offsets)
            .with_table(self.table_offset, self.table.len() as u32)
    }

    /// What construction should refuse first.
    fn first_fault(&self) -> Option<(List, usize, BindErrorKind)> {
        let ignored = [
            (List::UavCounters, self.profile.uav_counters, self.uav_counters.len()),
            (List::PushConstants, self.profile.push_constants, self.push_constants.len()),
            (List::CombinedSamplers, self.profile.combined_samplers, self.combined_samplers.len()),
        ];
        for (list, is_used, entries) in ignored {
            if !is_used && entries > 0 {
                return Some((list, 0, unsupported(entries)));
            }
        }
        if self.table_offset % 4 != 0 {
            let kind = BindErrorKind::TableOffsetUnaligned { offset: self.table_offset, alignment: 4 };
            return Some((List::Table, 0, kind));
        }
        let bindings = self.bindings.iter().map(|entry| (entry.register, entry.binding.count, 0)).collect::<Vec<_>>();
        let counters = self.uav_counters.iter().map(|entry| (entry.register, entry.binding.count, entry.offset));
        let counters = counters.collect::<Vec<_>>();
        self.list_fault(List::Bindings, &bindings, &self.binding_offsets)
            .or_else(|| self.list_fault(List::UavCounters, &counters, &self.uav_counter_offsets))
            .or_else(|| {
                let count = |pair: &CombinedResourceSampler| pair.binding.count.raw();
                let entry = self.combined_samplers.iter().position(|pair| count(pair) != 1)?;
                let kind =
                    BindErrorKind::CombinedCountNotOne { count: count(&self.combined_samplers[entry]), expected: 1 };
                Some((List::CombinedSamplers, entry, kind))
            })
    }

    fn list_fault(
        &self,
        list: List,
        entries: &[(u32, DescriptorCount, u32)],
        offsets: &[DescriptorOffset],
    ) -> Option<(List, usize, BindErrorKind)> {
        if entries.len() != offsets.len() {
            let kind = BindErrorKind::OffsetCountMismatch { offsets: offsets.len(), entries: entries.len() };
            return Some((list, entries.len().min(offsets.len()), kind));
        }
        entries.iter().zip(offsets).enumerate().find_map(|(number, ((register, count, in_counter), offset))| {
            let end = |start: u32| count.fixed().filter(|count| u64::from(start) + u64::from(*count) > 1 << 32);
            let table = self.table.len() as u32;
            let kind = if let Some(index) = offset.dynamic_index.filter(|index| *index >= table) {
                BindErrorKind::DynamicIndexOutOfRange { index, count: table }
            } else if let Some(count) = end(*register) {
                BindErrorKind::RegistersOverflow { register: *register, count }
            } else if let Some(count) = end(offset.static_offset) {
                BindErrorKind::ElementsOverflow { static_offset: offset.static_offset, count }
            } else if *in_counter != 0 {
                BindErrorKind::CounterOffsetNotZero { offset: *in_counter, expected: 0 }
            } else {
                return None;
            };
            Some((list, number, kind))
        })
    }
}

fn unsupported(entries: usize) -> BindErrorKind {
    BindErrorKind::ListUnsupported { entries, limit: 0 }
}

impl<'a> Arbitrary<'a> for Case {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let profile = u.choose(Profile::KNOWN)?.with_descriptor_indexing(!u.ratio(1, 4)?);
        let bindings = list(u, 8, binding)?;
        // A list of another length is one fault in a hundred, or every case would be it.
        let binding_offsets = offsets(u, bindings.len())?;
        let uav_counters = list(u, 3, |u| {
            let entry = UavCounterBinding::new(space(u)?, number(u)?, place(u)?).with_visibility(visibility(u)?);
            Ok(if u.ratio(1, 64)? { entry.with_offset(number(u)?) } else { entry })
        })?;
        let uav_counter_offsets = offsets(u, uav_counters.len())?;
        let push_constants = list(u, 3, |u| {
            Ok(PushConstantBuffer::new(space(u)?, number(u)?, number(u)?, number(u)?).with_visibility(visibility(u)?))
        })?;
        let combined_samplers = list(u, 3, |u| {
            let place = DescriptorBinding::array(space(u)?, number(u)?, if u.ratio(1, 32)? { number(u)? } else { 1 });
            let resource = (space(u)?, number(u)?);
            let entry = if u.ratio(1, 4)? {
                CombinedResourceSampler::without_sampler(resource, place)
            } else {
                CombinedResourceSampler::new(resource, (0, number(u)?), place)
            };
            Ok(entry.with_visibility(visibility(u)?))
        })?;
        let table_offset = if u.ratio(1, 64)? { number(u)? } else { 16 };
        let table = vec![number(u)?, number(u)?];
        let request = request(u, &bindings)?;
        let register = if u.arbitrary()? { request.range.first() } else { number(u)? };
        Ok(Self {
            profile,
            bindings,
            binding_offsets,
            uav_counters,
            uav_counter_offsets,
            push_constants,
            combined_samplers,
            table_offset,
            table,
            request,
            register,
        })
    }
}

fn list<'a, T>(
    u: &mut Unstructured<'a>,
    most: usize,
    mut item: impl FnMut(&mut Unstructured<'a>) -> Result<T>,
) -> Result<Vec<T>> {
    let count = u.int_in_range(0..=most)?;
    (0..count).map(|_| item(u)).collect()
}

/// A small number mostly, so that ranges meet; sometimes one near 2^32, sometimes any.
fn number(u: &mut Unstructured<'_>) -> Result<u32> {
    Ok(match u.int_in_range(0..=15)? {
        0 => u.arbitrary()?,
        1..=3 => u32::MAX - u.int_in_range(0..=3)?,
        _ => u.int_in_range(0..=7)?,
    })
}

fn space(u: &mut Unstructured<'_>) -> Result<u32> {
    Ok(u32::from(u.ratio(1, 4)?))
}

fn place(u: &mut Unstructured<'_>) -> Result<DescriptorBinding> {
    let count = if u.ratio(1, 8)? { DescriptorCount::Unbounded } else { DescriptorCount::Fixed(number(u)?) };
    let binding = if u.ratio(1, 16)? { number(u)? } else { u.int_in_range(0..=2)? };
    Ok(DescriptorBinding::new(space(u)?, binding, count))
}

fn visibility(u: &mut Unstructured<'_>) -> Result<Visibility> {
    if u.arbitrary()? { Ok(Visibility::All) } else { u.choose(Visibility::ALL_VALUES).copied() }
}

fn class(u: &mut Unstructured<'_>) -> Result<DescriptorType> {
    if u.arbitrary()? { Ok(DescriptorType::Srv) } else { u.choose(DescriptorType::ALL_VALUES).copied() }
}

fn binding(u: &mut Unstructured<'_>) -> Result<ResourceBinding> {
    let mut entry = ResourceBinding::new(class(u)?, space(u)?, number(u)?, place(u)?).with_visibility(visibility(u)?);
    if u.arbitrary()? {
        entry = entry.with_flags(BindingFlags::from_bits(u.int_in_range(0..=15)?));
    }
    if let (DescriptorCount::Fixed(count), false) = (entry.binding.count, u.ratio(1, 16)?) {
        // Most that would end after the last register are cut off there.
        let room = (u32::MAX - entry.register).saturating_add(1);
        entry.binding.count = DescriptorCount::Fixed(count.min(room));
    }
    Ok(entry)
}

fn offsets(u: &mut Unstructured<'_>, count: usize) -> Result<Vec<DescriptorOffset>> {
    let count = if u.ratio(1, 100)? { u.int_in_range(0..=8)? } else { count };
    let offset = |u: &mut Unstructured<'_>| {
        if u.arbitrary()? {
            return Ok(DescriptorOffset::ZERO);
        }
        let offset = DescriptorOffset::new(u.int_in_range(0..=20)? | if u.ratio(1, 8)? { 0xFFFF_FF00 } else { 0 });
        let index = if u.ratio(1, 64)? { number(u)? } else { u.int_in_range(0..=1)? };
        Ok(if u.arbitrary()? { offset.with_dynamic_index(index) } else { offset })
    };
    (0..count).map(|_| offset(u)).collect()
}

/// Mostly for the class and space of an entry, near its start.
fn request(u: &mut Unstructured<'_>, bindings: &[ResourceBinding]) -> Result<Request> {
    let (mut class, mut space, mut first) = (class(u)?, space(u)?, number(u)?);
    if !bindings.is_empty() && u.ratio(7, 8)? {
        let entry = u.choose(bindings)?;
        (class, space) = (entry.descriptor_type, entry.space);
        first = entry.register.saturating_add(u.int_in_range(0..=2)?);
    }
    let range = match u.int_in_range(0..=5)? {
        0 => RegisterRange::unbounded(space, first),
        1 => RegisterRange::bounded(space, first, number(u)?.max(first)).expect("a range that runs forwards"),
        2 => RegisterRange::bounded(space, first.min(1), u32::MAX - 1).expect("a range that runs forwards"),
        _ => RegisterRange::single(space, first),
    };
    let stages = [ShaderKind::PIXEL, ShaderKind::VERTEX, ShaderKind::COMPUTE, ShaderKind::MESH, ShaderKind::LIBRARY];
    let stage = *u.choose(&stages)?;
    let nature = *u.choose(&[Nature::Image, Nature::Image, Nature::Buffer, Nature::Buffer, Nature::Unknown])?;
    Ok(match class {
        DescriptorType::Cbv => Request::cbv(range, stage),
        DescriptorType::Sampler => Request::sampler(range, stage),
        DescriptorType::Srv => Request::srv(nature, range, stage),
        _ => Request::uav(nature, range, stage),
    })
}

#[cfg(test)]
mod tests {
    use super::run;
    use crate::replay;

    #[test]
    fn holds_for_seeds() {
        replay::seeds("binding", run);
    }

    #[test]
    fn holds_for_noise() {
        replay::noise("binding", run);
    }
}
