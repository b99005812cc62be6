//! What lists ask of a layout. The windows and counts follow from the definitions, entry by entry.

use crate::support::*;
use psoview::binding::{
    CombinedResourceSampler, DescriptorBinding, DescriptorCount, DescriptorOffsets, IndexError, InterfaceInfo,
    LayoutConflict, List, Lists, Nature, Profile, PushBlockFinding, PushBlockMember, PushConstantBuffer, Request,
    ResourceBinding, Visibility,
};

/// Set, binding, binding numbers, descriptors, whether there is a run-time offset.
type Row = (u32, u32, Option<u32>, Option<u64>, bool);

fn layout(info: &InterfaceInfo<'_>) -> Vec<Row> {
    let fields = info.layout().map(|binding| {
        (binding.set, binding.binding, binding.bindings.fixed(), binding.descriptors, binding.has_dynamic_offset)
    });
    fields.collect()
}

/// The documented example: elements 8 to 11 and 4 to 5.
#[test]
fn binding_needs_as_many_descriptors_as_its_last_element_says() {
    let (entries, offsets) = ([entry_at(Cbv, 0, 0, 4, (3, 2)), entry_at(Cbv, 0, 6, 2, (3, 2))], [fixed(8), fixed(4)]);
    let info = with_offsets(&entries, &offsets, Profile::STRICT);
    assert_eq!(layout(&info), [(3, 2, Some(1), Some(12), false)]);
    assert_eq!(info.layout_conflicts().collect::<Vec<_>>(), []);
}

#[test]
fn layout_has_every_list_in_the_order_of_first_mention() {
    let entries = [
        entry_at(Srv, 0, 0, 2, (1, 1)),
        entry_at(Uav, 0, 0, U, (0, 0)),
        entry_at(Srv, 0, 9, 0, (2, 2)),
        entry_at(Srv, 0, 2, 3, (1, 1)),
    ];
    let offsets = [fixed(0), dynamic(5, 0), fixed(7), fixed(2)];
    let counters = [counter(0, 0, 1, (0, 4))];
    let counter_offsets = [fixed(U)];
    let pairs = [CombinedResourceSampler::new((0, 0), (0, 0), DescriptorBinding::single(0, 3))];
    let lists = Lists::NONE.with_bindings(&entries).with_uav_counters(&counters).with_combined_samplers(&pairs);
    let offsets = DescriptorOffsets::NONE.with_bindings(&offsets).with_uav_counters(&counter_offsets).with_table(0, 1);
    let expected = [
        (1, 1, Some(1), Some(5), false),
        (0, 0, Some(1), None, true),
        (2, 2, Some(1), Some(0), false),
        (0, 4, Some(1), Some(1 << 32), false),
        (0, 3, Some(1), Some(1), false),
    ];
    assert_eq!(layout(&built(lists, offsets, Profile::STRICT)), expected);
}

#[test]
fn vkd3d_proton_needs_a_binding_number_for_each_register() {
    let entries = [entry_at(Srv, 0, 0, 3, (0, 5)), heap(entry_at(Srv, 1, 0, 3, (1, 0)))];
    let info = bindings(&entries, Profile::VKD3D_PROTON);
    assert_eq!(layout(&info), [(0, 5, Some(3), Some(1), false), (1, 0, Some(1), Some(3), false)]);
}

#[test]
fn vkd3d_proton_counts_each_binding_number_once() {
    let entries = [
        entry_at(Srv, 0, 0, 4, (0, 10)),
        heap(entry_at(Srv, 0, 20, 6, (0, 11))),
        entry_at(Srv, 0, 2, 4, (0, 12)),
        entry_at(Srv, 0, 0, 2, (1, 12)),
        entry_at(Srv, 0, 6, U, (0, 14)),
    ];
    // 10; 11, the heap's too; 12 and 13 of two entries; 14 and 15 of two others; all from 16 on. The last is unbounded.
    let expected = [
        (0, 10, Some(1), Some(1), false),
        (0, 11, Some(1), Some(6), false),
        (0, 12, Some(2), Some(1), false),
        (0, 14, Some(2), None, false),
        (1, 12, Some(2), Some(1), false),
        (0, 16, None, None, false),
    ];
    assert_eq!(layout(&bindings(&entries, Profile::VKD3D_PROTON)), expected);
}

/// Whether it is the types that differ, and the entries' indices.
fn named(conflict: LayoutConflict) -> (bool, usize, usize) {
    match conflict {
        LayoutConflict::Types { first, second } => (true, first.entry, second.entry),
        LayoutConflict::Elements { first, second } => (false, first.entry, second.entry),
        other => panic!("{other:?}"),
    }
}

#[test]
fn conflicts_name_both_entries() {
    let entries = [
        entry_at(Srv, 0, 0, 4, (0, 0)),
        // Elements 3 to 4 for other registers.
        entry_at(Srv, 0, 8, 2, (0, 0)),
        // Another class.
        entry_at(Cbv, 0, 0, 1, (0, 0)),
        // The same registers as entry 0 at the same elements.
        entry_at(Srv, 0, 2, 2, (0, 0)),
        // Another binding.
        entry_at(Srv, 0, 0, 4, (0, 1)),
        // Elements that a run-time offset moves.
        entry_at(Srv, 0, 9, 4, (0, 0)),
    ];
    let offsets = [fixed(0), fixed(3), fixed(16), fixed(2), fixed(0), dynamic(0, 0)];
    let info = with_offsets(&entries, &offsets, Profile::STRICT);
    let (types, elements) = (true, false);
    let expected = [(elements, 0, 1), (types, 0, 2), (types, 1, 2), (elements, 1, 3), (types, 2, 3), (types, 2, 5)];
    assert_eq!(info.layout_conflicts().map(named).collect::<Vec<_>>(), expected);
    let text = "entry 0 of bindings and entry 1 of bindings share elements of a binding";
    assert_eq!(info.layout_conflicts().next().unwrap().to_string(), text);
}

#[test]
fn buffers_and_images_conflict_and_counters_with_everything() {
    let entries = [
        entry_at(Srv, 0, 0, 1, (0, 0)).with_flags(BUFFER),
        entry_at(Srv, 0, 0, 1, (0, 0)).with_flags(IMAGE),
        entry_at(Uav, 0, 0, 1, (1, 0)),
    ];
    let counters = [counter(0, 0, 1, (1, 0))];
    let lists = Lists::NONE.with_bindings(&entries).with_uav_counters(&counters);
    let info = built(lists, DescriptorOffsets::NONE, Profile::STRICT);
    let found = info.layout_conflicts().map(|conflict| conflict.to_string()).collect::<Vec<_>>();
    let expected = [
        "entry 0 of bindings and entry 1 of bindings share a binding and differ in type",
        "entry 2 of bindings and entry 0 of uav_counters share a binding and differ in type",
        "entry 2 of bindings and entry 0 of uav_counters share elements of a binding",
    ];
    assert_eq!(found, expected);
}

#[test]
fn registers_overlap_only_where_one_range_could_find_both() {
    let entries = [
        entry(Srv, 0, 0, 4),
        entry(Srv, 0, 3, 1),
        entry(Srv, 0, 4, 1),
        entry(Srv, 1, 0, 4),
        entry(Uav, 0, 0, 4),
        entry(Srv, 0, 0, 0),
        entry(Srv, 0, 0, 4).with_visibility(Visibility::Vertex).with_flags(IMAGE),
        entry(Srv, 0, 0, U).with_visibility(Visibility::Pixel).with_flags(BUFFER),
    ];
    let info = bindings(&entries, Profile::STRICT);
    let found = info.register_overlaps().map(|overlap| (overlap.first.entry, overlap.second.entry));
    assert_eq!(found.collect::<Vec<_>>(), [(0, 1), (0, 6), (0, 7), (1, 6), (1, 7), (2, 7)]);
}

#[test]
fn pairs_overlap_only_with_the_same_sampler() {
    let pair = |sampler| CombinedResourceSampler::new((0, 1), (0, sampler), DescriptorBinding::single(0, sampler));
    let pairs = [pair(0), pair(1), pair(0)];
    let info = built(Lists::NONE.with_combined_samplers(&pairs), DescriptorOffsets::NONE, Profile::STRICT);
    let found = info.register_overlaps().map(|overlap| (overlap.first.entry, overlap.second.entry));
    assert_eq!(found.collect::<Vec<_>>(), [(0, 2)]);
}

/// Section 2.10: in vkd3d's GLSL a load without a sampler takes the first pair that names the SRV.
#[test]
fn pairs_of_one_texture_overlap_in_glsl() {
    let pair = |resource, sampler| {
        CombinedResourceSampler::new((0, resource), (0, sampler), DescriptorBinding::single(0, sampler))
    };
    let pairs = [pair(1, 0), pair(2, 0), pair(1, 1)];
    let info = built(Lists::NONE.with_combined_samplers(&pairs), DescriptorOffsets::NONE, Profile::GLSL);
    let overlaps = info.register_overlaps().map(|overlap| overlap.to_string()).collect::<Vec<_>>();
    let expected =
        "entry 0 of combined_samplers and entry 2 of combined_samplers have registers in common; the first wins";
    assert_eq!(overlaps, [expected]);
}

/// What no range can find cannot overlap: classes that the profile does not serve, and in vkd3d the last register from the
/// first on.
#[test]
fn entries_overlap_only_where_the_profile_finds_them() {
    let overlaps = |entries: &[ResourceBinding], profile| bindings(entries, profile).register_overlaps().count();
    let srvs = [entry(Srv, 0, 0, 1), entry(Srv, 0, 0, 1)];
    assert_eq!((overlaps(&srvs, Profile::STRICT), overlaps(&srvs, Profile::MSL)), (1, 0));
    let last = [entry(Srv, 0, 0, U), entry(Srv, 0, U, 1)];
    let found = [Profile::STRICT, Profile::VKD3D_1_18, Profile::VKD3D_PROTON].map(|profile| overlaps(&last, profile));
    assert_eq!(found, [1, 0, 1]);
}

#[test]
fn one_register_at_one_binding_number_is_no_conflict() {
    // u3 is at binding 11 in the first two, u4 in the last.
    let entries = [entry_at(Uav, 0, 2, 2, (0, 10)), entry_at(Uav, 0, 3, 1, (0, 11)), entry_at(Uav, 0, 4, 1, (0, 11))];
    let info = bindings(&entries, Profile::VKD3D_PROTON);
    assert_eq!(info.layout_conflicts().map(named).collect::<Vec<_>>(), [(false, 0, 2), (false, 1, 2)]);
}

/// Binding 11 is a number of the first entry, for the register after its first, and the heap's, whose element 0 is t3.
#[test]
fn heap_and_binding_numbers_share_descriptors() {
    let found = |register| {
        let entries = [entry_at(Srv, 0, register, 4, (0, 10)), heap(entry_at(Srv, 0, 3, 1, (0, 11)))];
        bindings(&entries, Profile::VKD3D_PROTON).layout_conflicts().map(named).collect::<Vec<_>>()
    };
    assert_eq!(found(13), [(false, 0, 1)], "t14 and t3");
    assert_eq!(found(2), [], "t3 and t3");
}

/// What the profile refuses whenever it is found serves no register.
#[test]
fn refused_entries_hold_no_descriptor() {
    let two_in_set_1 = [
        entry_at(Cbv, 0, 0, 1, (1, 0)),
        entry_at(Cbv, 0, 1, 2, (0, 0)),
        entry_at(Srv, 0, 2, 1, (0, 0)),
        entry_at(Cbv, 0, 3, 1, (0, 0)),
        entry_at(Cbv, 0, 4, 1, (0, 0)),
    ];
    let offsets = [fixed(0), fixed(0), fixed(0), fixed(0), dynamic(0, 0)];
    let info = with_offsets(&two_in_set_1, &offsets, Profile::MSL);
    let at = |info: &InterfaceInfo<'_>, set, binding| {
        info.registers_at(set, binding, 0, &[0; 4]).unwrap().map(|found| found.register).collect::<Vec<_>>()
    };
    assert_eq!((at(&info, 1, 0), at(&info, 0, 0)), (vec![], vec![3]));
    let shifted = [entry_at(Uav, 0, 5, 1, (0, 0)), heap(entry_at(Uav, 0, 6, 1, (0, 0)))];
    let offsets = [fixed(1), fixed(0)];
    assert_eq!(at(&with_offsets(&shifted, &offsets, Profile::VKD3D_PROTON), 0, 0), [6]);
    let pairs = [CombinedResourceSampler::new((0, 1), (0, 2), DescriptorBinding::single(1, 5))];
    let info = built(Lists::NONE.with_combined_samplers(&pairs), DescriptorOffsets::NONE, Profile::GLSL);
    assert_eq!(info.registers_at(1, 5, 0, &[]).unwrap().count(), 0);
}

/// The documented example, backwards.
#[test]
fn element_leads_back_to_its_register() {
    let (entries, offsets) =
        ([entry_at(Cbv, 0, 0, 4, (3, 2)), entry_at(Cbv, 1, 6, 2, (3, 2))], [fixed(8), dynamic(1, 0)]);
    let info = with_offsets(&entries, &offsets, Profile::STRICT);
    let table = [3, 0, 0, 0];
    let at = |binding, element| {
        let registers = info.registers_at(3, binding, element, &table).unwrap();
        registers.map(|found| (found.list, found.entry, found.space, found.register)).collect::<Vec<_>>()
    };
    assert_eq!(at(2, 8), [(List::Bindings, 0, 0, 0)]);
    assert_eq!(at(2, 11), [(List::Bindings, 0, 0, 3)]);
    assert_eq!(at(2, 12), []);
    assert_eq!(
        (at(2, 3), at(2, 4), at(2, 5), at(2, 6)),
        (vec![], vec![(List::Bindings, 1, 1, 6)], vec![(List::Bindings, 1, 1, 7)], vec![])
    );
    assert_eq!(at(1, 8), []);
    let short = info.registers_at(3, 2, 8, &table[..3]).unwrap_err();
    assert_eq!(short, IndexError::TableTooShort { index: 3, length: 3 });
}

#[test]
fn descriptor_may_serve_registers_of_several_entries() {
    let entries = [entry(Srv, 0, 0, 4), entry(Srv, 0, 2, U)];
    let counters = [counter(0, 7, 1, (0, 0))];
    let lists = Lists::NONE.with_bindings(&entries).with_uav_counters(&counters);
    let info = built(lists, DescriptorOffsets::NONE, Profile::STRICT);
    let at = |element| {
        let registers = info.registers_at(0, 0, element, &[]).unwrap();
        registers.map(|found| (found.list, found.register)).collect::<Vec<_>>()
    };
    assert_eq!(at(0), [(List::Bindings, 0), (List::Bindings, 2), (List::UavCounters, 7)]);
    assert_eq!(at(U - 2), [(List::Bindings, U)]);
    assert_eq!(at(U - 1), [], "no register has that number");
}

#[test]
fn binding_number_leads_back_to_its_register_in_vkd3d_proton() {
    let entries = [entry_at(Srv, 0, 2, 4, (1, 10))];
    let info = bindings(&entries, Profile::VKD3D_PROTON);
    let at = |binding| info.registers_at(1, binding, 0, &[]).unwrap().map(|found| found.register).collect::<Vec<_>>();
    assert_eq!((at(9), at(10), at(13), at(14)), (vec![], vec![2], vec![5], vec![]));
}

/// Found by fuzzing: an entry of 2^32 − 1 descriptors covers everything in vkd3d-proton, so the way back has to as well.
#[test]
fn entry_of_the_largest_size_leads_back_to_the_last_register_in_vkd3d_proton() {
    let most = DescriptorBinding::new(1, 0, DescriptorCount::Fixed(U));
    let entries = [ResourceBinding::new(Srv, 0, 0, most)];
    let info = bindings(&entries, Profile::VKD3D_PROTON);
    let mapped = mapped(info.resolve(Request::srv(Nature::Buffer, register(0, U), PIXEL)));
    assert_eq!((place(&mapped), mapped.index(U, &[])), ((1, U, Some(0)), Ok(0)));
    let back = info.registers_at(1, U, 0, &[]).unwrap().map(|found| found.register);
    assert_eq!(back.collect::<Vec<_>>(), [U]);
}

#[test]
fn push_constants_stay_apart_and_inside_the_block() {
    let push = [
        PushConstantBuffer::new(0, 0, 0, 20),
        PushConstantBuffer::new(0, 1, 16, 16),
        PushConstantBuffer::new(0, 2, 32, 16).with_visibility(Visibility::Vertex),
        PushConstantBuffer::new(0, 3, 32, 100).with_visibility(Visibility::Pixel),
        PushConstantBuffer::new(0, 4, 0, 0),
        PushConstantBuffer::new(0, 5, U, U),
    ];
    let offsets = DescriptorOffsets::NONE.with_table(44, 2);
    let info = built(Lists::NONE.with_push_constants(&push), offsets, Profile::STRICT);
    let buffer = PushBlockMember::Buffer;
    let expected = [
        PushBlockFinding::Overlap { first: buffer(0), second: buffer(1) },
        PushBlockFinding::OutOfBlock { member: buffer(3), end: 132, block_size: 128 },
        PushBlockFinding::Unaligned { member: buffer(5), offset: U },
        PushBlockFinding::OutOfBlock { member: buffer(5), end: 2 * u64::from(U), block_size: 128 },
        PushBlockFinding::Overlap { first: buffer(2), second: PushBlockMember::Table },
        PushBlockFinding::Overlap { first: buffer(3), second: PushBlockMember::Table },
    ];
    assert_eq!(info.push_block_findings(128).collect::<Vec<_>>(), expected);
    let outside = built(Lists::NONE, DescriptorOffsets::NONE.with_table(124, 2), Profile::STRICT);
    let text = "the table of run-time offsets ends at byte 132, the push-constant block at 128";
    assert_eq!(outside.push_block_findings(128).map(|finding| finding.to_string()).collect::<Vec<_>>(), [text]);
}
