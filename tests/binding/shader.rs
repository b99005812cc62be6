//! Shaders' own resources. The shaders' are those of `tests/data/hlsl`, the records made here say what their comments say.

use crate::support::*;
use psoview::binding::{
    BindingFlags, InterfaceInfo, List, Lists, MappedResource, MissReason, Nature, Profile, RegisterRange, Request,
    ResourceBinding, UnmappedReason, UnmappedResource, Visibility,
};
use psoview::container::Container;
use psoview::psv::{self, Psv, ResourceKind, ResourceType};

/// A part of version 0 with these records: type, space, lower, upper and, where they have 24 bytes, kind and flags.
fn part(records: &[&[u32]]) -> Vec<u8> {
    let mut words = vec![24, 0, 0, 0, 0, 0, 0, u32::try_from(records.len()).unwrap()];
    words.extend(records.first().map(|record| u32::try_from(record.len() * 4).unwrap()));
    words.extend(records.iter().copied().flatten());
    words.iter().flat_map(|word: &u32| word.to_le_bytes()).collect()
}

fn requests(records: &[&[u32]]) -> Vec<Result<Request, UnmappedReason>> {
    let bytes = part(records);
    let psv = psv::read(&bytes).unwrap();
    psv.resources().iter().map(|resource| Request::from_resource(&resource, PIXEL)).collect()
}

const CBV: u32 = 2;
const SRV_TYPED: u32 = 3;
const SRV_RAW: u32 = 4;
const UAV_TYPED: u32 = 6;
const UAV_COUNTER: u32 = 9;

/// Vector 52.
#[test]
fn record_says_unbounded_three_registers_and_neither_buffer_nor_image() {
    let found = requests(&[&[CBV, 0, 2, U], &[CBV, 0, 5, 7], &[SRV_TYPED, 1, 0, 0], &[UAV_TYPED, 1, 0, U - 1]]);
    let expected = [
        Request::cbv(endless(0, 2), PIXEL),
        Request::cbv(range(0, 5, 7), PIXEL),
        Request::srv(Nature::Unknown, register(1, 0), PIXEL),
        Request::uav(Nature::Unknown, range(1, 0, U - 1), PIXEL),
    ];
    assert_eq!(found, expected.map(Ok));
    assert_eq!(expected.map(|request| request.range.count()), [None, Some(3), Some(1), Some(u64::from(U))]);
}

#[test]
fn record_ending_with_the_last_register_is_unbounded() {
    assert_eq!(RegisterRange::from_bounds(0, U, U), Some(endless(0, U)));
    assert_eq!(RegisterRange::from_bounds(0, 3, 2), None);
}

#[test]
fn names_what_a_record_does_not_say() {
    let found = requests(&[
        &[0, 0, 0, 0, 0, 0],
        &[10, 0, 0, 0, 19, 0],
        &[SRV_TYPED, 0, 0, 0, 19, 0],
        &[SRV_TYPED, 0, 0, 0, 13, 0],
        &[CBV, 0, 7, 5, 13, 0],
    ]);
    let expected = [
        UnmappedReason::UnknownType { found: ResourceType::INVALID },
        UnmappedReason::UnknownType { found: ResourceType::from_raw(10) },
        UnmappedReason::UnknownKind { found: ResourceKind::from_raw(19) },
        UnmappedReason::UnknownKind { found: ResourceKind::CBUFFER },
        UnmappedReason::RangeReversed { lower: 7, upper: 5 },
    ];
    assert_eq!(found, expected.map(Err));
}

/// Acceleration structures of compilers before August 2019 are typed.
#[test]
fn acceleration_structures_and_texture_buffers_are_buffers() {
    let (acceleration, texture_buffer, feedback) = (16, 15, 17);
    let found = requests(&[
        &[SRV_RAW, 0, 0, 0, acceleration, 0],
        &[SRV_TYPED, 0, 0, 0, acceleration, 0],
        &[SRV_TYPED, 0, 0, 0, texture_buffer, 0],
        &[UAV_TYPED, 0, 0, 0, feedback, 0],
    ]);
    let natures = found.into_iter().map(|request| request.unwrap().nature).collect::<Vec<_>>();
    assert_eq!(natures, [Nature::Buffer, Nature::Buffer, Nature::Buffer, Nature::Image]);
}

fn read(file: &[u8]) -> Psv<'_> {
    psv::part(&Container::parse(file).unwrap()).unwrap().expect("a PSV0 part")
}

const EVERY_RESOURCE: &[u8] = include_bytes!("../data/dxil/every_resource_ps.v1_10.dxil");
const EVERY_RESOURCE_OLD: &[u8] = include_bytes!("../data/dxil/every_resource_ps.v1_1.dxil");

/// From the source: the buffers among the SRVs are t9 (a tbuffer), t28, t29 and t30; t3 in space 2 is a texture, as the rest.
#[test]
fn shader_with_every_resource_is_told_apart() {
    let psv = read(EVERY_RESOURCE);
    let natures = |class| {
        let requests = psv.resources().iter().map(|resource| Request::from_resource(&resource, PIXEL).unwrap());
        requests
            .filter(|request| request.descriptor_type == class)
            .map(|request| (request.range, request.nature))
            .collect::<Vec<_>>()
    };
    let images = |range| (range, Nature::Image);
    let mut srvs = [20, 21].map(|number| images(register(0, number))).to_vec();
    srvs.push(images(register(2, 3)));
    srvs.extend([22, 23, 24, 25, 26, 27].map(|number| images(register(0, number))));
    srvs.extend([28, 29, 30, 9].map(|number| (register(0, number), Nature::Buffer)));
    assert_eq!(natures(Srv), srvs);
    let mut uavs = vec![images(register(0, 5))];
    uavs.extend([6, 7, 8, 9].map(|number| (register(0, number), Nature::Buffer)));
    assert_eq!(natures(Uav), uavs);
    assert_eq!(natures(Cbv), [(register(0, 4), Nature::Buffer)]);
    assert_eq!(natures(Sampler), [(register(0, 1), Nature::Neither), (register(3, 2), Nature::Neither)]);
}

fn everything() -> [ResourceBinding; 6] {
    [
        entry_at(Cbv, 0, 0, U, (0, 0)),
        entry_at(Srv, 0, 0, U, (0, 1)),
        entry_at(Srv, 2, 0, U, (0, 2)),
        entry_at(Uav, 0, 0, U, (0, 3)),
        entry_at(Sampler, 0, 0, U, (0, 4)),
        entry_at(Sampler, 3, 0, U, (0, 5)),
    ]
}

/// From the source: one constant buffer, two samplers, 13 SRVs, 5 UAVs, the last with a counter.
#[test]
fn whole_shader_is_mapped_and_its_counter_once_more() {
    let (entries, counters) = (everything(), [counter(0, 0, 16, (1, 0))]);
    let lists = Lists::NONE.with_bindings(&entries).with_uav_counters(&counters);
    let info = built(lists, psoview::binding::DescriptorOffsets::NONE, Profile::STRICT);
    let mapped = info.map_shader(&read(EVERY_RESOURCE)).unwrap().collect::<Result<Vec<_>, _>>().unwrap();
    let bindings = mapped.iter().map(|resource| {
        let mapped = resource.target.descriptor().unwrap();
        (mapped.set(), mapped.binding())
    });
    let mut expected = vec![(0, 0), (0, 4), (0, 5), (0, 1), (0, 1), (0, 2)];
    expected.extend([(0, 1); 10]);
    expected.extend([(0, 3); 5]);
    expected.push((1, 0));
    assert_eq!(bindings.collect::<Vec<_>>(), expected);
    let MappedResource { record, uav_counter, target, request, .. } = *mapped.last().unwrap();
    assert_eq!((record, uav_counter, request.range), (20, true, register(0, 9)));
    assert_eq!(target.descriptor().unwrap().index(9, &[]), Ok(9));
    assert_eq!(mapped.iter().filter(|resource| resource.uav_counter).count(), 1);
}

/// What cannot be mapped does not hide what can.
#[test]
fn unmapped_resource_does_not_end_the_mapping() {
    let entries = everything();
    let info = bindings(&entries[1..], Profile::STRICT);
    let items = info.map_shader(&read(EVERY_RESOURCE)).unwrap().collect::<Vec<_>>();
    assert_eq!(items.len(), 22);
    let failed =
        items.iter().filter_map(|item| item.err()).map(|UnmappedResource { record, uav_counter, why, .. }| {
            let UnmappedReason::Miss(miss) = why else { panic!("{why:?}") };
            (record, uav_counter, (miss.list, miss.entry, miss.why))
        });
    let expected = [
        (0, false, (List::Bindings, Some(0), MissReason::WrongType)),
        (20, true, (List::UavCounters, None, MissReason::NoEntries)),
    ];
    assert_eq!(failed.collect::<Vec<_>>(), expected);
}

/// The old compiler's records have 16 bytes: its typed resources are served by entries that hold both.
#[test]
fn old_record_is_served_where_buffer_and_image_agree() {
    let mut entries = everything();
    let info = bindings(&entries, Profile::VKD3D_1_18);
    let served = |info: &InterfaceInfo<'_>| {
        info.map_shader(&read(EVERY_RESOURCE_OLD)).unwrap().filter(|item| item.is_ok()).count()
    };
    assert_eq!(served(&info), 22);
    entries[3] = entries[3].with_flags(BindingFlags::BUFFER);
    let info = bindings(&entries, Profile::VKD3D_1_18);
    let failed = info.map_shader(&read(EVERY_RESOURCE_OLD)).unwrap().filter_map(|item| item.err());
    let reasons = failed.map(|unmapped| (unmapped.record, unmapped.why.name())).collect::<Vec<_>>();
    assert_eq!(reasons, [(16, "BufferOrImage"), (17, "BufferOrImage")], "the two typed UAVs");
}

#[test]
fn stage_of_a_part_that_does_not_tell_is_the_callers() {
    let bytes = part(&[&[CBV, 0, 0, 0]]);
    let psv = psv::read(&bytes).unwrap();
    let entries = [entry(Cbv, 0, 0, 1).with_visibility(Visibility::Compute)];
    let info = bindings(&entries, Profile::STRICT);
    assert!(info.map_shader(&psv).is_none());
    assert!(info.map_resources(psv.resources(), COMPUTE).all(|item| item.is_ok()));
    assert!(info.map_resources(psv.resources(), PIXEL).all(|item| item.is_err()));
}

/// Vector 30, with records: an SRV, a UAV with a counter, another SRV.
#[test]
fn default_bindings_follow_the_records() {
    let bytes = part(&[&[SRV_RAW, 0, 0, 0], &[UAV_COUNTER, 0, 0, 0], &[SRV_TYPED, 0, 1, 1]]);
    let psv = psv::read(&bytes).unwrap();
    let info = bindings(&[], Profile::VKD3D_1_14);
    let mut mappings = info.map_resources(psv.resources(), PIXEL);
    assert_eq!(mappings.size_hint(), (3, Some(6)));
    let numbers = mappings.by_ref().map(|item| item.unwrap().target.descriptor().unwrap().binding());
    assert_eq!(numbers.collect::<Vec<_>>(), [0, 1, 2, 3]);
    assert_eq!((mappings.next(), mappings.size_hint()), (None, (0, Some(0))));
}

#[test]
fn unmapped_resource_prints_as_one_line() {
    let bytes = part(&[&[CBV, 0, 7, 5], &[CBV, 0, 1, 1]]);
    let psv = psv::read(&bytes).unwrap();
    let entries = [entry(Cbv, 0, 2, 1)];
    let info = bindings(&entries, Profile::STRICT);
    let lines = info.map_resources(psv.resources(), PIXEL).map(|item| item.unwrap_err().to_string());
    let expected = [
        "PSV0 resource 0: its registers run from 7 to 5",
        "PSV0 resource 1: not mapped; the nearest is entry 0 of bindings: it starts after the range's first register",
    ];
    assert_eq!(lines.collect::<Vec<_>>(), expected);
}
