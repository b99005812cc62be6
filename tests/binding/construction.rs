//! What is refused before anything is resolved.

use crate::support::*;
use psoview::binding::{
    BindErrorKind, CombinedResourceSampler, DescriptorBinding, DescriptorOffsets, InterfaceInfo, List, Lists, Profile,
    PushConstantBuffer,
};

#[test]
fn refuses_registers_past_the_last() {
    let entries = [entry(Srv, 0, U, 1), entry(Srv, 0, U, 2)];
    let error = refused(Lists::NONE.with_bindings(&entries), DescriptorOffsets::NONE, Profile::STRICT);
    assert_eq!(error, (List::Bindings, 1, BindErrorKind::RegistersOverflow { register: U, count: 2 }));
}

#[test]
fn refuses_elements_past_the_last() {
    let (entries, offsets) = ([entry(Srv, 0, 0, 2)], [fixed(U)]);
    let offsets = DescriptorOffsets::NONE.with_bindings(&offsets);
    let error = refused(Lists::NONE.with_bindings(&entries), offsets, Profile::STRICT);
    assert_eq!(error, (List::Bindings, 0, BindErrorKind::ElementsOverflow { static_offset: U, count: 2 }));
}

#[test]
fn checks_the_counters_entry_by_entry_too() {
    let counters = [counter(0, 0, 1, (0, 0)), counter(0, U, 2, (0, 0))];
    let lists = Lists::NONE.with_uav_counters(&counters);
    let error = refused(lists, DescriptorOffsets::NONE, Profile::STRICT);
    assert_eq!(error, (List::UavCounters, 1, BindErrorKind::RegistersOverflow { register: U, count: 2 }));
    let offsets = [fixed(0), dynamic(0, 0)];
    let error = refused(lists, DescriptorOffsets::NONE.with_uav_counters(&offsets), Profile::STRICT);
    assert_eq!(error, (List::UavCounters, 1, BindErrorKind::DynamicIndexOutOfRange { index: 0, count: 0 }));
}

#[test]
fn unbounded_and_empty_entries_end_nowhere() {
    let (entries, offsets) = ([entry(Srv, 0, U, U), entry(Srv, 0, U, 0)], [fixed(U), fixed(U)]);
    let offsets = DescriptorOffsets::NONE.with_bindings(&offsets);
    assert!(InterfaceInfo::new(Lists::NONE.with_bindings(&entries), offsets, Profile::STRICT).is_ok());
}

#[test]
fn refuses_a_table_between_words() {
    for offset in [1, 2, 3, 7] {
        let error = refused(Lists::NONE, DescriptorOffsets::NONE.with_table(offset, 1), Profile::STRICT);
        assert_eq!(error, (List::Table, 0, BindErrorKind::TableOffsetUnaligned { offset, alignment: 4 }));
    }
}

#[test]
fn refuses_a_combined_sampler_of_several_descriptors() {
    let pairs =
        [0, 1, 2].map(|count| CombinedResourceSampler::new((0, 0), (0, 0), DescriptorBinding::array(0, 0, count)));
    let refused = |pairs| refused(Lists::NONE.with_combined_samplers(pairs), DescriptorOffsets::NONE, Profile::STRICT);
    let kind = |count| BindErrorKind::CombinedCountNotOne { count, expected: 1 };
    assert_eq!(refused(&pairs), (List::CombinedSamplers, 0, kind(0)));
    assert_eq!(refused(&pairs[1..]), (List::CombinedSamplers, 1, kind(2)));
}

#[test]
fn refuses_lists_that_the_profile_would_ignore() {
    let counters = [counter(0, 0, 1, (0, 0))];
    let push = [PushConstantBuffer::new(0, 0, 0, 16)];
    let pairs = [CombinedResourceSampler::new((0, 0), (0, 0), DescriptorBinding::single(0, 0))];
    let lists = [
        (List::UavCounters, Lists::NONE.with_uav_counters(&counters)),
        (List::PushConstants, Lists::NONE.with_push_constants(&push)),
        (List::CombinedSamplers, Lists::NONE.with_combined_samplers(&pairs)),
    ];
    let kind = BindErrorKind::ListUnsupported { entries: 1, limit: 0 };
    let takes =
        |profile: Profile| lists.map(|(_, lists)| InterfaceInfo::new(lists, DescriptorOffsets::NONE, profile).is_ok());
    for profile in ELEMENTS {
        assert_eq!(takes(profile), [true, true, true], "{}", profile.name);
    }
    assert_eq!(takes(Profile::VKD3D_PROTON), [true, true, false]);
    assert_eq!(takes(Profile::GLSL), [false, false, true]);
    assert_eq!(takes(Profile::MSL), [false, false, false]);
    for (list, lists) in lists {
        assert_eq!(refused(lists, DescriptorOffsets::NONE, Profile::MSL), (list, 0, kind));
    }
}

#[test]
fn layout_can_be_checked_by_the_compiler() {
    const LISTS: Lists<'_> = Lists::NONE.with_bindings(&[entry(Cbv, 0, 0, 1)]);
    const INFO: InterfaceInfo<'_> = match InterfaceInfo::new(LISTS, DescriptorOffsets::NONE, Profile::STRICT) {
        Ok(info) => info,
        Err(_) => panic!("a layout that cannot be meant"),
    };
    assert_eq!(INFO.lists().bindings.len(), 1);
}

#[test]
fn errors_print_as_one_line() {
    let entries = [entry(Srv, 0, U, 2)];
    let error = InterfaceInfo::new(Lists::NONE.with_bindings(&entries), DescriptorOffsets::NONE, Profile::STRICT);
    let text = "entry 0 of bindings: 2 registers from 4294967295 on go past the last one possible";
    assert_eq!(error.unwrap_err().to_string(), text);
    let table = DescriptorOffsets::NONE.with_table(2, 1);
    let error = InterfaceInfo::new(Lists::NONE, table, Profile::STRICT);
    assert_eq!(error.unwrap_err().to_string(), "table: it starts at byte 2, not at a multiple of 4");
}
