//! What holds for every layout and every question. The numbers are drawn from few, so that ranges meet, and from both ends,
//! so that sums pass 2^32.

use crate::model::{self, Answer};
use crate::support::*;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::RngSeed;
use psoview::binding::{
    BindingFlags, DescriptorBinding, DescriptorCount, DescriptorOffset, DescriptorOffsets, DescriptorType,
    InterfaceInfo, Lists, MissReason, Nature, Profile, RegisterRange, Request, ResourceBinding, ShaderKind, Target,
    UavCounterBinding, Visibility,
};
use psoview::psv;

const TABLE: [u32; 2] = [3, 0xFFFF_FFF0];

fn number() -> impl Strategy<Value = u32> {
    prop_oneof![4 => 0..8_u32, 1 => (U - 7)..=U]
}

fn count() -> impl Strategy<Value = DescriptorCount> {
    prop_oneof![
        6 => (0..6_u32).prop_map(DescriptorCount::Fixed),
        1 => ((U - 2)..=U).prop_map(DescriptorCount::Fixed),
        1 => Just(DescriptorCount::Unbounded),
    ]
}

fn class() -> impl Strategy<Value = DescriptorType> {
    // Most of one class, so that entries compete.
    prop_oneof![3 => Just(Srv), 1 => select(DescriptorType::ALL_VALUES)]
}

fn visibility() -> impl Strategy<Value = Visibility> {
    prop_oneof![3 => Just(Visibility::All), 1 => Just(Visibility::Pixel), 1 => Just(Visibility::Vertex)]
}

prop_compose! {
    fn binding()(class in class(), space in 0..2_u32, register in number(), count in count(),
        visibility in visibility(), flags in select(vec![0_u32, 1, 2, 3, 3, 3, 8, 11, 11, 11]),
        set in select(vec![0_u32, 0, 0, 1]), binding in prop_oneof![9 => 0..3_u32, 1 => Just(U)]) -> ResourceBinding {
        ResourceBinding::new(class, space, register, DescriptorBinding::new(set, binding, count))
            .with_visibility(visibility)
            .with_flags(BindingFlags::from_bits(flags))
    }
}

fn offset() -> impl Strategy<Value = DescriptorOffset> {
    let offset = (number(), option::weighted(0.3, 0..2_u32)).prop_map(|(fixed, index)| {
        let offset = DescriptorOffset::new(fixed);
        index.map_or(offset, |index| offset.with_dynamic_index(index))
    });
    prop_oneof![1 => Just(DescriptorOffset::ZERO), 1 => offset]
}

fn range_of() -> impl Strategy<Value = RegisterRange> {
    (0..2_u32, number(), option::weighted(0.8, number())).prop_map(|(space, first, last)| match last {
        Some(last) => RegisterRange::bounded(space, first.min(last), first.max(last)).unwrap(),
        None => RegisterRange::unbounded(space, first),
    })
}

/// A question, and the entry that it is aimed at, so that many are answered.
fn request() -> impl Strategy<Value = (Request, usize)> {
    let stage = select(vec![ShaderKind::PIXEL, ShaderKind::VERTEX, ShaderKind::COMPUTE, ShaderKind::LIBRARY]);
    let request = (class(), any::<bool>(), range_of(), stage);
    (request, 0..8_usize).prop_map(|((class, image, range, stage), aim)| (ask(class, image, range, stage), aim))
}

fn ask(class: DescriptorType, image: bool, range: RegisterRange, stage: ShaderKind) -> Request {
    let nature = if image { Nature::Image } else { Nature::Buffer };
    match class {
        Cbv => Request::cbv(range, stage),
        Sampler => Request::sampler(range, stage),
        Srv => Request::srv(nature, range, stage),
        _ => Request::uav(nature, range, stage),
    }
}

/// The question for the class, space and start of the entry it is aimed at, where there is one.
fn aimed((request, aim): (Request, usize), entries: &[ResourceBinding]) -> Request {
    let Some(entry) = entries.get(aim) else { return request };
    let first = entry.register.saturating_add(request.range.first() % 3);
    let range = match request.range.last() {
        // The ends where sums and sentinels are.
        Some(last) if last > U - 3 => RegisterRange::bounded(entry.space, first.min(last), last).unwrap(),
        Some(last) => RegisterRange::bounded(entry.space, first, first.saturating_add(last % 4)).unwrap(),
        None => RegisterRange::unbounded(entry.space, first),
    };
    ask(entry.descriptor_type, request.nature == Nature::Image, range, request.stage)
}

fn profile() -> impl Strategy<Value = Profile> {
    // vkd3d-proton's has the most cases of its own.
    prop_oneof![1 => Just(Profile::VKD3D_PROTON), 2 => select(Profile::KNOWN)]
}

/// Cuts what construction refuses down to what it takes, so that most cases say something.
fn made_to_fit(mut entries: Vec<(ResourceBinding, DescriptorOffset)>) -> (Vec<ResourceBinding>, Vec<DescriptorOffset>) {
    for (entry, offset) in &mut entries {
        if let Some(count) = entry.binding.count.fixed() {
            let room = (U - entry.register).min(U - offset.static_offset);
            entry.binding.count = DescriptorCount::Fixed(count.min(room.saturating_add(1)));
        }
    }
    entries.into_iter().unzip()
}

fn layout() -> impl Strategy<Value = (Vec<ResourceBinding>, Vec<DescriptorOffset>)> {
    vec((binding(), offset()), 0..6).prop_map(made_to_fit)
}

/// The count where there is one: to vkd3d-proton the largest number is none.
fn counted(profile: Profile, count: DescriptorCount) -> Option<u32> {
    count.fixed().filter(|count| profile != Profile::VKD3D_PROTON || *count != U)
}

fn info<'a>(entries: &'a [ResourceBinding], offsets: &'a [DescriptorOffset], profile: Profile) -> InterfaceInfo<'a> {
    built(Lists::NONE.with_bindings(entries), DescriptorOffsets::NONE.with_bindings(offsets).with_table(0, 2), profile)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2048, failure_persistence: None, rng_seed: RngSeed::Fixed(0x5053_5630), ..ProptestConfig::default() })]

    #[test]
    fn answers_are_the_slow_models(
        (entries, offsets) in layout(), request in request(), profile in profile(), registers in vec(number(), 3),
    ) {
        let request = aimed(request, &entries);
        let expected = model::resolve(profile.name, &entries, &offsets, request);
        let found = info(&entries, &offsets, profile).resolve(request);
        let answer = match found {
            Ok(Target::Descriptor(mapped)) => Answer::Mapped {
                entry: mapped.entry().unwrap(), set: mapped.set(), binding: mapped.binding(), is_array: mapped.is_array(),
            },
            Ok(other) => panic!("{other:?}"),
            Err(miss) => Answer::Missed { entry: miss.entry, why: miss.why },
        };
        prop_assert_eq!(&answer, &expected.answer);
        if let Ok(target) = found {
            let mapped = target.descriptor().unwrap();
            for register in registers {
                prop_assert_eq!(mapped.wrapping_index(register, &TABLE), Ok(expected.element(register, &TABLE)));
            }
        }
    }

    #[test]
    fn element_lies_in_the_entrys_window(
        (entries, offsets) in layout(), request in request(), profile in profile(), register in number(),
    ) {
        let request = aimed(request, &entries);
        let info = info(&entries, &offsets, profile);
        let Ok(Target::Descriptor(mapped)) = info.resolve(request) else { return Ok(()) };
        let entry = mapped.entry().unwrap();
        let (binding, offset) = (entries[entry], offsets[entry]);
        let registers = RegisterRange::unbounded(binding.space, binding.register);
        let is_inside = registers.contains(register)
            && counted(profile, binding.binding.count).is_none_or(|count| register - binding.register < count);
        let checked = mapped.index(register, &TABLE);
        prop_assert!(is_inside || checked.is_err(), "{:?}", checked);
        let Ok(element) = checked else { return Ok(()) };
        prop_assert_eq!(mapped.wrapping_index(register, &TABLE), Ok(element));
        let element = u64::from(element);
        let moved = offset.dynamic_index.map_or(0, |index| u64::from(TABLE[index as usize]));
        let start = u64::from(offset.static_offset) + moved;
        prop_assert!(element >= start);
        if let Some(count) = counted(profile, binding.binding.count) {
            prop_assert!(element < start + u64::from(count));
        }
        // The layout has room for it, and the way back leads to the register.
        let place = |layout: &psoview::binding::LayoutBinding| (layout.set, layout.binding);
        let named = info.layout().find(|layout| place(layout) == (binding.binding.set, binding.binding.binding)).unwrap();
        prop_assert!(named.has_dynamic_offset || named.descriptors.is_none_or(|descriptors| element < descriptors)
            || profile == Profile::VKD3D_PROTON);
        let mut back = info.registers_at(mapped.set(), mapped.binding(), element as u32, &TABLE).unwrap();
        prop_assert!(back.any(|found| (found.entry, found.register) == (entry, register)));
    }

    #[test]
    fn order_matters_only_for_entries_that_overlap(
        (entries, offsets) in layout(), request in request(), profile in profile(), turn in 0..6_usize,
    ) {
        let first = info(&entries, &offsets, profile);
        if first.register_overlaps().next().is_some() {
            return Ok(());
        }
        let request = aimed(request, &entries);
        let (mut turned, mut turned_offsets) = (entries.clone(), offsets.clone());
        let by = turn.min(entries.len());
        turned.rotate_left(by);
        turned_offsets.rotate_left(by);
        let second = info(&turned, &turned_offsets, profile);
        let place = |target: Target| target.descriptor().map(|mapped| {
            (mapped.set(), mapped.binding(), mapped.is_array(), mapped.base(), mapped.dynamic_index())
        });
        prop_assert_eq!(first.resolve(request).ok().map(place), second.resolve(request).ok().map(place));
    }

    /// Few small numbers: every descriptor of every binding can be looked at.
    #[test]
    fn elements_conflict_where_one_descriptor_has_two_registers(
        entries in vec((0..4_u32, 0..4_u32, 0..4_u32, select(vec![3_u32, 3, 11]), 0..3_u32), 2..4),
        profile in profile(),
    ) {
        let offsets = entries.iter().map(|(.., offset)| DescriptorOffset::new(offset % 2)).collect::<Vec<_>>();
        let entries = entries.iter().map(|(register, count, binding, flags, offset)| {
            let class = if offset / 2 == 1 && register % 2 == 1 { Cbv } else { Srv };
            ResourceBinding::new(class, 0, *register, DescriptorBinding::array(0, *binding, *count))
                .with_flags(BindingFlags::from_bits(*flags))
        }).collect::<Vec<_>>();
        let info = info(&entries, &offsets, profile);
        let mut expected = std::collections::BTreeSet::new();
        for (binding, element) in (0..8).flat_map(|binding| (0..8).map(move |element| (binding, element))) {
            let found = info.registers_at(0, binding, element, &TABLE).unwrap().collect::<Vec<_>>();
            for (first, second) in found.iter().flat_map(|first| found.iter().map(move |second| (first, second))) {
                let register = |at: &psoview::binding::RegisterAt| (at.descriptor_type, at.space, at.register);
                if first.entry < second.entry && register(first) != register(second) {
                    expected.insert((first.entry, second.entry));
                }
            }
        }
        let found = info.layout_conflicts().filter_map(|conflict| match conflict {
            psoview::binding::LayoutConflict::Elements { first, second } => Some((first.entry, second.entry)),
            _ => None,
        });
        prop_assert_eq!(found.collect::<Vec<_>>(), expected.into_iter().collect::<Vec<_>>());
    }

    /// The law of the module's text.
    #[test]
    fn growing_an_entry_never_unmaps(
        (entries, offsets) in layout(), request in request(),
        profile in select(vec![Profile::STRICT, Profile::VKD3D_1_14, Profile::VKD3D_1_18, Profile::VKD3D_PROTON]),
        grown in 0..6_usize, by in 1..5_u32,
    ) {
        let request = aimed(request, &entries);
        let mut larger = entries.clone();
        let (Some(entry), Some(offset)) = (larger.get_mut(grown), offsets.get(grown)) else { return Ok(()) };
        let Some(count) = entry.binding.count.fixed() else { return Ok(()) };
        entry.binding.count = match count.checked_add(by) {
            Some(count) if entry.register.max(offset.static_offset).checked_add(count - 1).is_some() => {
                DescriptorCount::Fixed(count)
            }
            _ => DescriptorCount::Unbounded,
        };
        let is_exempt = |(entry, offset): (&ResourceBinding, &DescriptorOffset)| {
            let most = U - entry.register;
            let last = counted(profile, entry.binding.count).map_or(most, |count| count.saturating_sub(1).min(most));
            !entry.flags.contains(BindingFlags::BINDLESS)
                && (*offset != DescriptorOffset::ZERO || entry.binding.binding.checked_add(last).is_none())
        };
        let is_proton = profile == Profile::VKD3D_PROTON;
        if is_proton && larger.iter().zip(&offsets).any(is_exempt) {
            return Ok(());
        }
        if info(&entries, &offsets, profile).resolve(request).is_ok() {
            prop_assert!(info(&larger, &offsets, profile).resolve(request).is_ok());
        }
    }

    #[test]
    fn first_match_is_the_answer((entries, offsets) in layout(), request in request(), profile in profile()) {
        let request = aimed(request, &entries);
        let info = info(&entries, &offsets, profile);
        let matches = info.matches(request).collect::<Vec<_>>();
        prop_assert!(matches.is_sorted());
        let picked = match info.resolve(request) {
            Ok(target) => target.descriptor().unwrap().entry(),
            // Found, and refused.
            Err(miss) if miss.why > MissReason::PartlyCovered => miss.entry,
            Err(_) => None,
        };
        prop_assert_eq!(matches.first().copied(), picked);
        // Every two that match one request overlap.
        for pair in matches.windows(2) {
            let overlaps = |overlap: psoview::binding::RegisterOverlap| {
                overlap.first.entry == pair[0] && overlap.second.entry == pair[1]
            };
            prop_assert!(info.register_overlaps().any(overlaps));
        }
    }

    /// A counter is mapped as a UAV of its registers would be by the same entries.
    #[test]
    fn counters_follow_the_rules_of_bindings(
        (entries, offsets) in layout(), range in range_of(),
        profile in select(vec![Profile::STRICT, Profile::VKD3D_1_14, Profile::VKD3D_1_18]), register in number(),
    ) {
        let as_uavs: Vec<_> = entries.iter().map(|entry| {
            ResourceBinding::new(Uav, entry.space, entry.register, entry.binding).with_visibility(entry.visibility)
        }).collect();
        let counters: Vec<_> = entries.iter().map(|entry| {
            UavCounterBinding::new(entry.space, entry.register, entry.binding).with_visibility(entry.visibility)
        }).collect();
        let lists = Lists::NONE.with_bindings(&as_uavs).with_uav_counters(&counters);
        let offsets = DescriptorOffsets::NONE.with_bindings(&offsets).with_uav_counters(&offsets).with_table(0, 2);
        let info = built(lists, offsets, profile);
        let uav = info.resolve(Request::uav(Nature::Buffer, range, PIXEL));
        match (uav, info.resolve_uav_counter(range, PIXEL)) {
            (Ok(uav), Ok(counter)) => {
                prop_assert_eq!(uav.descriptor(), Some(counter));
                prop_assert_eq!(uav.descriptor().unwrap().index(register, &TABLE), counter.index(register, &TABLE));
            }
            (Err(uav), Err(counter)) => prop_assert_eq!((uav.entry, uav.why), (counter.entry, counter.why)),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn records_say_what_was_asked(requests in vec((class(), range_of(), select(vec![10_u32, 2])), 1..5)) {
        let mut words = vec![24, 0, 0, 0, 0, 0, 0, requests.len() as u32, 24];
        let mut expected = Vec::new();
        for (class, range, kind) in requests {
            // A record cannot say that a bounded range ends with the last register.
            let range = match range.last() {
                Some(U) => RegisterRange::single(range.space(), range.first().min(U - 1)),
                _ => range,
            };
            let nature = if kind == 10 { Nature::Buffer } else { Nature::Image };
            let (number, request) = match class {
                Cbv => (2, Request::cbv(range, PIXEL)),
                Sampler => (1, Request::sampler(range, PIXEL)),
                Srv => (3, Request::srv(nature, range, PIXEL)),
                _ => (6, Request::uav(nature, range, PIXEL)),
            };
            words.extend([number, range.space(), range.first(), range.last().unwrap_or(U), kind, 0]);
            expected.push(Ok(request));
        }
        let bytes: Vec<u8> = words.iter().flat_map(|word: &u32| word.to_le_bytes()).collect();
        let psv = psv::read(&bytes).unwrap();
        let found = psv.resources().iter().map(|resource| Request::from_resource(&resource, PIXEL));
        prop_assert_eq!(found.collect::<Vec<_>>(), expected);
    }
}
