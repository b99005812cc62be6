//! The reference's vectors; the number at each test is the row's. Their results come from a model of vkd3d-shader 1.14, or
//! from the test or project that the row names.

use crate::support::*;
use psoview::binding::{
    BindErrorKind, CombinedResourceSampler, DefaultBindings, DescriptorBinding, DescriptorCount, DescriptorOffsets,
    IndexError, List, Lists, MissReason, Nature, PairRequest, Profile, PushConstantBuffer, Request, ResourceBinding,
    Target, Visibility,
};

const SRV: fn(psoview::binding::RegisterRange) -> Request = |range| Request::srv(Nature::Buffer, range, PIXEL);
const UAV: fn(psoview::binding::RegisterRange) -> Request = |range| Request::uav(Nature::Buffer, range, PIXEL);
const CBV: fn(psoview::binding::RegisterRange) -> Request = |range| Request::cbv(range, PIXEL);

/// 1 and 2.
#[test]
fn two_ranges_share_an_array_with_an_offset_each() {
    let entries = [heap(entry_at(Cbv, 0, 0, 4, (3, 2))), heap(entry_at(Cbv, 0, 6, 2, (3, 2)))];
    for profile in SPIRV {
        let offsets = [fixed(8), fixed(4)];
        let info = with_offsets(&entries, &offsets, profile);
        let first = mapped(info.resolve(CBV(range(0, 0, 3))));
        assert_eq!((place(&first), first.is_array()), ((3, 2, Some(0)), true));
        assert_eq!(elements(&first, &[0, 1, 2, 3], &[]), [8, 9, 10, 11]);
        assert_eq!((first.base(), first.first_element()), (0_u32.wrapping_sub(8), 8));
        let second = mapped(info.resolve(CBV(range(0, 6, 7))));
        assert_eq!((place(&second), second.is_array()), ((3, 2, Some(1)), true));
        assert_eq!(elements(&second, &[6, 7], &[]), [4, 5]);
        assert_eq!((second.base(), second.first_element()), (2, 4));
        let variable = |mapped: &psoview::binding::Mapped| (mapped.set(), mapped.binding(), mapped.dynamic_index());
        assert_eq!(variable(&first), variable(&second), "one variable serves both");
    }
}

/// 3 and 4. vkd3d-proton subtracts the range's register and adds the entry's distance to it, with the same result.
#[test]
fn element_is_counted_from_the_entry_not_from_the_range() {
    let entries = [heap(entry(Uav, 2, 1, 65).with_flags(BUFFER))];
    for profile in SPIRV {
        let offsets = [dynamic(127, 0)];
        let mapped = mapped(with_offsets(&entries, &offsets, profile).resolve(UAV(endless(2, 2))));
        assert_eq!((mapped.is_array(), mapped.dynamic_index()), (true, Some(0)));
        assert_eq!(elements(&mapped, &[2, 3, 65], &[0]), [128, 129, 191]);
        assert_eq!(elements(&mapped, &[2], &[1000]), [1128]);
    }
}

/// 5.
#[test]
fn unbounded_entry_counts_from_its_register() {
    let entries = [heap(entry(Uav, 1, 1, U).with_flags(BUFFER))];
    for profile in SPIRV {
        let offsets = [fixed(128)];
        let mapped = mapped(with_offsets(&entries, &offsets, profile).resolve(UAV(endless(1, 1))));
        assert_eq!(elements(&mapped, &[1, 64], &[]), [128, 191]);
    }
}

/// 6 and 7.
#[test]
fn range_that_starts_inside_an_entry_keeps_the_distance() {
    let entries = [heap(entry(Srv, 2, 2, 8))];
    for profile in SPIRV {
        let info = bindings(&entries, profile);
        assert_eq!(elements(&mapped(info.resolve(SRV(endless(2, 4)))), &[4, 9], &[]), [2, 7]);
        assert_eq!(elements(&mapped(info.resolve(SRV(range(2, 2, 3)))), &[3], &[]), [1]);
    }
}

/// 8.
#[test]
fn static_and_dynamic_offsets_add_up() {
    let entries = [heap(entry(Uav, 3, 1, 6))];
    for profile in SPIRV {
        let offsets = [dynamic(8, 0)];
        let mapped = mapped(with_offsets(&entries, &offsets, profile).resolve(UAV(endless(3, 3))));
        assert_eq!(elements(&mapped, &[3], &[40]), [50]);
    }
}

/// 9.
#[test]
fn entry_of_the_ranges_size_serves_it_as_an_array() {
    for profile in SPIRV {
        let entries = [entry(Srv, 0, 2, 4)];
        let mapped = mapped(bindings(&entries, profile).resolve(SRV(range(0, 2, 5))));
        assert_eq!((place(&mapped), mapped.is_array()), ((0, 0, Some(0)), true));
    }
}

/// 10.
#[test]
fn range_that_ends_after_the_entry_is_not_served() {
    for profile in SPIRV {
        let entries = [entry(Srv, 0, 2, 4)];
        let miss = missed(bindings(&entries, profile).resolve(SRV(range(0, 2, 6))));
        assert_eq!(miss, (List::Bindings, Some(0), MissReason::PartlyCovered));
    }
}

/// 11.
#[test]
fn two_entries_do_not_serve_a_range_together() {
    for profile in SPIRV {
        let entries = [entry(Uav, 0, 0, 2), entry(Uav, 0, 2, 2)];
        let miss = missed(bindings(&entries, profile).resolve(UAV(range(0, 1, 2))));
        assert_eq!(miss, (List::Bindings, Some(0), MissReason::PartlyCovered));
    }
}

/// 12.
#[test]
fn first_entry_that_covers_the_range_serves_it() {
    for profile in SPIRV {
        let entries = [entry(Uav, 0, 1, 2), entry(Uav, 0, 3, 2)];
        assert_eq!(mapped(bindings(&entries, profile).resolve(UAV(range(0, 1, 2)))).entry(), Some(0));
    }
}

/// 13.
#[test]
fn unbounded_range_needs_its_first_register_covered() {
    for profile in SPIRV {
        let entries = [entry(Uav, 1, 0, 1)];
        let miss = missed(bindings(&entries, profile).resolve(UAV(endless(1, 1))));
        assert_eq!(miss, (List::Bindings, Some(0), MissReason::PartlyCovered));
    }
}

/// 14, in vkd3d.
#[test]
fn vkd3d_serves_an_unbounded_range_from_one_descriptor() {
    for profile in VKD3D {
        let entries = [entry(Uav, 1, 1, 1)];
        let mapped = mapped(bindings(&entries, profile).resolve(UAV(endless(1, 1))));
        assert_eq!((place(&mapped), mapped.is_array()), ((0, 0, Some(0)), true));
    }
}

/// 14, in the strict profile.
#[test]
fn strict_refuses_an_unbounded_range_over_one_descriptor() {
    let entries = [entry(Uav, 1, 1, 1), entry(Uav, 1, 1, 2)];
    let alone = missed(bindings(&entries[..1], Profile::STRICT).resolve(UAV(endless(1, 1))));
    assert_eq!(alone, (List::Bindings, Some(0), MissReason::PartlyCovered));
    assert_eq!(mapped(bindings(&entries, Profile::STRICT).resolve(UAV(endless(1, 1)))).entry(), Some(1));
}

/// 14, in vkd3d-proton: the retry finds one descriptor and ignores the index.
#[test]
fn vkd3d_proton_retries_an_unbounded_range_as_one_descriptor() {
    let single = [entry_at(Uav, 1, 1, 1, (2, 3))];
    let mapped_single = mapped(bindings(&single, Profile::VKD3D_PROTON).resolve(UAV(endless(1, 1))));
    assert_eq!((place(&mapped_single), mapped_single.is_array()), ((2, 3, Some(0)), false));
    assert_eq!(mapped_single.wrapping_index(7, &[]), Ok(0));
    let bindless = [heap(single[0])];
    assert!(mapped(bindings(&bindless, Profile::VKD3D_PROTON).resolve(UAV(endless(1, 1)))).is_array());
}

/// 14, in vkd3d-proton: the retry comes after every entry was tried for the whole range.
#[test]
fn vkd3d_proton_prefers_a_later_array_to_a_retry() {
    let entries = [entry(Uav, 1, 1, 1), entry_at(Uav, 1, 1, 8, (0, 1))];
    let mapped = mapped(bindings(&entries, Profile::VKD3D_PROTON).resolve(UAV(endless(1, 1))));
    assert_eq!((place(&mapped), mapped.is_array()), ((0, 1, Some(1)), true));
}

/// 14, in vkd3d-proton: one descriptor of a heap is an element, and enough for a range without end.
#[test]
fn vkd3d_proton_takes_one_descriptor_of_a_heap_for_an_array() {
    let entries = [heap(entry(Uav, 1, 1, 1)), entry(Uav, 1, 1, 8)];
    let info = bindings(&entries, Profile::VKD3D_PROTON);
    assert_eq!(mapped(info.resolve(UAV(endless(1, 1)))).entry(), Some(0));
    let single = mapped(info.resolve(UAV(register(1, 1))));
    assert_eq!((single.entry(), single.is_array()), (Some(0), true));
}

/// 15.
#[test]
fn entry_of_no_descriptors_serves_nothing() {
    for profile in SPIRV {
        let entries = [entry(Srv, 0, 0, 0)];
        let miss = missed(bindings(&entries, profile).resolve(SRV(register(0, 0))));
        assert_eq!(miss, (List::Bindings, Some(0), MissReason::PartlyCovered));
    }
}

/// 16.
#[test]
fn unbounded_entry_serves_ranges_up_to_the_last_registers() {
    for profile in SPIRV {
        let entries = [entry(Srv, 0, 0, U)];
        let info = bindings(&entries, profile);
        assert_eq!(mapped(info.resolve(SRV(range(0, 5, U - 1)))).entry(), Some(0));
        assert_eq!(mapped(info.resolve(SRV(endless(0, 0)))).entry(), Some(0));
    }
}

/// 17.
#[test]
fn last_register_alone_is_an_array_to_vkd3d_and_one_register_to_others() {
    let entries = [entry(Srv, 0, U, 1)];
    for (profile, is_array) in SPIRV.into_iter().zip([false, true, true, false]) {
        let mapped = mapped(bindings(&entries, profile).resolve(SRV(register(0, U))));
        assert_eq!((mapped.entry(), mapped.is_array()), (Some(0), is_array), "{}", profile.name);
    }
}

/// 18.
#[test]
fn sampler_needs_the_image_flag_up_to_vkd3d_1_14() {
    for flags in [BUFFER, psoview::binding::BindingFlags::NONE] {
        let entries = [entry(Sampler, 0, 0, 1).with_flags(flags)];
        let resolve = |profile| bindings(&entries, profile).resolve(Request::sampler(register(0, 0), PIXEL));
        let miss = missed(resolve(Profile::VKD3D_1_14));
        assert_eq!(miss, (List::Bindings, Some(0), MissReason::WrongFlags));
        assert_eq!(mapped(resolve(Profile::VKD3D_1_18)).entry(), Some(0));
        assert_eq!(mapped(resolve(Profile::STRICT)).entry(), Some(0));
    }
    let entries = [entry(Sampler, 0, 0, 1).with_flags(IMAGE)];
    let request = Request::sampler(register(0, 0), PIXEL);
    assert_eq!(mapped(bindings(&entries, Profile::VKD3D_1_14).resolve(request)).entry(), Some(0));
}

/// 19.
#[test]
fn buffer_passes_over_an_entry_for_images() {
    for profile in SPIRV {
        let entries =
            [entry_at(Srv, 0, 3, 1, (0, 7)).with_flags(IMAGE), entry_at(Srv, 0, 3, 1, (0, 8)).with_flags(BUFFER)];
        let mapped = mapped(bindings(&entries, profile).resolve(SRV(register(0, 3))));
        assert_eq!(place(&mapped), (0, 8, Some(1)));
    }
}

/// 20.
#[test]
fn entry_with_both_flags_serves_buffers_and_images() {
    for profile in SPIRV {
        let entries = [entry_at(Srv, 0, 3, 1, (0, 7)).with_flags(BUFFER.union(IMAGE))];
        for nature in [Nature::Buffer, Nature::Image, Nature::Unknown] {
            let request = Request::srv(nature, register(0, 3), PIXEL);
            assert_eq!(place(&mapped(bindings(&entries, profile).resolve(request))), (0, 7, Some(0)));
        }
    }
}

/// 21.
#[test]
fn stage_passes_over_entries_of_other_stages() {
    for profile in SPIRV {
        let entries = [
            entry_at(Cbv, 0, 0, 1, (0, 0)).with_visibility(Visibility::Vertex),
            entry_at(Cbv, 0, 0, 1, (0, 1)).with_visibility(Visibility::Pixel),
        ];
        let info = bindings(&entries, profile);
        assert_eq!(place(&mapped(info.resolve(CBV(register(0, 0))))), (0, 1, Some(1)));
        let miss = missed(info.resolve(Request::cbv(register(0, 0), COMPUTE)));
        assert_eq!(miss, (List::Bindings, Some(0), MissReason::WrongVisibility));
    }
}

/// 22 to 24.
#[test]
fn variable_is_plain_only_for_one_descriptor_at_element_0() {
    for profile in ELEMENTS {
        let (single, four) = ([entry(Cbv, 0, 5, 1)], [entry(Cbv, 0, 0, 4)]);
        let offsets = [fixed(3)];
        let shifted = mapped(with_offsets(&single, &offsets, profile).resolve(CBV(register(0, 5))));
        assert_eq!((shifted.is_array(), elements(&shifted, &[5], &[])), (true, vec![3]));
        let inside = mapped(bindings(&four, profile).resolve(CBV(register(0, 2))));
        assert_eq!((inside.is_array(), elements(&inside, &[2], &[])), (true, vec![2]));
        let plain = mapped(bindings(&single, profile).resolve(CBV(register(0, 5))));
        assert_eq!((plain.is_array(), elements(&plain, &[5], &[])), (false, vec![0]));
    }
}

/// 24, with a run-time offset.
#[test]
fn run_time_offset_makes_an_array() {
    for profile in ELEMENTS {
        let (entries, offsets) = ([entry(Cbv, 0, 5, 1)], [dynamic(0, 0)]);
        let mapped = mapped(with_offsets(&entries, &offsets, profile).resolve(CBV(register(0, 5))));
        assert_eq!((mapped.is_array(), elements(&mapped, &[5], &[9])), (true, vec![9]));
    }
}

/// 25.
#[test]
fn largest_static_offset_is_the_last_element() {
    for profile in ELEMENTS {
        let (entries, offsets) = ([entry(Cbv, 0, 0, 1)], [fixed(U)]);
        let mapped = mapped(with_offsets(&entries, &offsets, profile).resolve(CBV(register(0, 0))));
        assert_eq!((mapped.base(), elements(&mapped, &[0], &[])), (1, vec![U]));
    }
}

/// 26.
#[test]
fn run_time_offset_is_the_word_the_entry_names() {
    for profile in ELEMENTS {
        let (entries, offsets) = ([entry(Srv, 0, 0, 4)], [dynamic(16, 1)]);
        let mapped = mapped(with_offsets(&entries, &offsets, profile).resolve(SRV(register(0, 2))));
        assert_eq!(elements(&mapped, &[2], &[0, 100]), [118]);
        assert_eq!(mapped.index(2, &[0]), Err(IndexError::TableTooShort { index: 1, length: 1 }));
        assert_eq!(mapped.wrapping_index(2, &[0]), Err(IndexError::TableTooShort { index: 1, length: 1 }));
    }
}

/// 27.
#[test]
fn element_past_the_last_wraps_only_when_asked_to() {
    for profile in ELEMENTS {
        let (entries, offsets) = ([entry(Srv, 0, 0, 4)], [dynamic(0xFFFF_FFF0, 1)]);
        let mapped = mapped(with_offsets(&entries, &offsets, profile).resolve(SRV(register(0, 2))));
        assert_eq!(mapped.wrapping_index(2, &[0, 0x20]), Ok(18));
        let element = 2 + 0xFFFF_FFF0_u64 + 0x20;
        assert_eq!(mapped.index(2, &[0, 0x20]), Err(IndexError::Overflow { element, limit: U }));
    }
}

/// 28.
#[test]
fn first_of_two_entries_that_serve_a_range_wins() {
    for profile in ELEMENTS {
        let entries = [entry(Srv, 0, 0, 8), entry(Srv, 0, 4, 1)];
        let info = bindings(&entries, profile);
        let mapped = mapped(info.resolve(SRV(register(0, 4))));
        assert_eq!((mapped.entry(), elements(&mapped, &[4], &[])), (Some(0), vec![4]));
        assert_eq!(info.matches(SRV(register(0, 4))).collect::<Vec<_>>(), [0, 1]);
        assert_eq!(info.matches(SRV(register(0, 3))).collect::<Vec<_>>(), [0]);
    }
}

/// 29.
#[test]
fn without_entries_vkd3d_counts_bindings_up() {
    for profile in VKD3D {
        let info = bindings(&[], profile);
        let mut default = DefaultBindings::new();
        let mut ask = |request| place(&mapped(info.resolve_or_default(request, &mut default)));
        assert_eq!(ask(CBV(register(0, 0))), (0, 0, None));
        assert_eq!(ask(SRV(register(0, 0))), (0, 1, None));
        assert_eq!(ask(UAV(register(0, 0))), (0, 2, None));
    }
}

/// 29, in the other profiles.
#[test]
fn without_entries_other_profiles_map_nothing() {
    for profile in [Profile::STRICT, Profile::VKD3D_PROTON, Profile::GLSL, Profile::MSL] {
        let mut default = DefaultBindings::new();
        let miss = missed(bindings(&[], profile).resolve_or_default(CBV(register(0, 0)), &mut default));
        assert_eq!(miss, (List::Bindings, None, MissReason::NoEntries));
        assert_eq!(default.next_binding(), 0);
    }
}

/// 30.
#[test]
fn counter_takes_the_default_binding_after_its_uav() {
    for profile in VKD3D {
        let info = bindings(&[], profile);
        let mut default = DefaultBindings::new();
        assert_eq!(mapped(info.resolve_or_default(SRV(register(0, 0)), &mut default)).binding(), 0);
        assert_eq!(mapped(info.resolve_or_default(UAV(register(0, 0)), &mut default)).binding(), 1);
        let counter = info.resolve_uav_counter_or_default(register(0, 0), PIXEL, &mut default).unwrap();
        assert_eq!((place(&counter), counter.is_array()), ((0, 2, None), false));
        assert_eq!(mapped(info.resolve_or_default(SRV(register(0, 1)), &mut default)).binding(), 3);
    }
}

/// 31.
#[test]
fn counter_of_another_register_is_not_served() {
    for profile in SPIRV {
        let counters = [counter(0, 0, 1, (1, 0))];
        let info = built(Lists::NONE.with_uav_counters(&counters), DescriptorOffsets::NONE, profile);
        let miss = missed(info.resolve_uav_counter(register(0, 1), PIXEL));
        assert_eq!(miss, (List::UavCounters, Some(0), MissReason::PartlyCovered));
        let mut default = DefaultBindings::new();
        let miss = missed(info.resolve_uav_counter_or_default(register(0, 1), PIXEL, &mut default));
        assert_eq!(miss, (List::UavCounters, Some(0), MissReason::PartlyCovered));
    }
}

/// 32.
#[test]
fn counters_have_registers_and_offsets_of_their_own() {
    for profile in SPIRV {
        let (counters, offsets) = ([counter(0, 1, 4, (1, 0))], [dynamic(10, 0)]);
        let offsets = DescriptorOffsets::NONE.with_uav_counters(&offsets).with_table(0, 1);
        let info = built(Lists::NONE.with_uav_counters(&counters), offsets, profile);
        let mapped = info.resolve_uav_counter(range(0, 2, 3), PIXEL).unwrap();
        assert_eq!((place(&mapped), elements(&mapped, &[3], &[5])), ((1, 0, Some(0)), vec![17]));
    }
}

/// 33.
#[test]
fn refuses_a_counter_inside_its_descriptor() {
    for profile in SPIRV {
        let counters = [counter(0, 0, 1, (1, 0)).with_offset(4)];
        let error = refused(Lists::NONE.with_uav_counters(&counters), DescriptorOffsets::NONE, profile);
        assert_eq!(error, (List::UavCounters, 0, BindErrorKind::CounterOffsetNotZero { offset: 4, expected: 0 }));
    }
}

/// 34.
#[test]
fn counter_without_a_list_is_mapped_by_default_only() {
    let entries = [entry(Uav, 0, 0, 1)];
    for profile in VKD3D {
        let mut default = DefaultBindings::new();
        let info = bindings(&entries, profile);
        assert_eq!(mapped(info.resolve_or_default(UAV(register(0, 0)), &mut default)).entry(), Some(0));
        let counter = info.resolve_uav_counter_or_default(register(0, 0), PIXEL, &mut default).unwrap();
        assert_eq!(place(&counter), (0, 0, None));
    }
    for profile in [Profile::STRICT, Profile::VKD3D_PROTON] {
        let mut default = DefaultBindings::new();
        let info = bindings(&entries, profile);
        let miss = missed(info.resolve_uav_counter_or_default(register(0, 0), PIXEL, &mut default));
        assert_eq!(miss, (List::UavCounters, None, MissReason::NoEntries));
    }
}

/// 35.
#[test]
fn push_constants_serve_their_register_but_no_array() {
    for profile in SPIRV {
        let (entries, push) = ([entry(Cbv, 0, 0, 4)], [PushConstantBuffer::new(0, 0, 16, 12)]);
        let lists = Lists::NONE.with_bindings(&entries).with_push_constants(&push);
        let info = built(lists, DescriptorOffsets::NONE, profile);
        let Ok(Target::PushConstants(found)) = info.resolve(CBV(register(0, 0))) else { panic!("{}", profile.name) };
        assert_eq!((found.entry, found.offset, found.size), (0, 16, 12));
        assert_eq!(mapped(info.resolve(CBV(range(0, 0, 3)))).entry(), Some(0));
        let miss = missed(info.resolve_push_constants(range(0, 0, 3), PIXEL));
        assert_eq!(miss, (List::PushConstants, Some(0), MissReason::PartlyCovered));
    }
}

/// 36.
#[test]
fn run_time_offset_needs_descriptor_indexing() {
    for profile in ELEMENTS {
        let profile = profile.with_descriptor_indexing(false);
        let (entries, offsets) = ([entry(Srv, 0, 0, 4)], [dynamic(0, 0)]);
        let moved = mapped(with_offsets(&entries, &offsets, profile).resolve(SRV(register(0, 2))));
        let needed = Err(IndexError::NeedsDescriptorIndexing { index: 0 });
        assert_eq!((moved.index(2, &[5]), moved.wrapping_index(2, &[5])), (needed, needed));
        let offsets = [fixed(6)];
        let still = mapped(with_offsets(&entries, &offsets, profile).resolve(SRV(register(0, 2))));
        assert_eq!(elements(&still, &[2], &[]), [8]);
        assert!(!still.takes_relative_index());
    }
    // vkd3d-proton has elements in heaps only.
    let profile = Profile::VKD3D_PROTON.with_descriptor_indexing(false);
    let (entries, offsets) = ([heap(entry(Srv, 0, 0, 4))], [dynamic(0, 0)]);
    let moved = mapped(with_offsets(&entries, &offsets, profile).resolve(SRV(register(0, 2))));
    assert_eq!(moved.index(2, &[5]), Err(IndexError::NeedsDescriptorIndexing { index: 0 }));
    let offsets = [fixed(6)];
    let still = mapped(with_offsets(&entries, &offsets, profile).resolve(SRV(register(0, 2))));
    assert_eq!(elements(&still, &[2], &[]), [8]);
}

/// 37.
#[test]
fn refuses_a_run_time_offset_outside_the_table() {
    let (entries, offsets) = ([entry(Srv, 0, 0, 1)], [dynamic(0, 3)]);
    let offsets = DescriptorOffsets::NONE.with_bindings(&offsets).with_table(0, 2);
    for profile in SPIRV {
        let error = refused(Lists::NONE.with_bindings(&entries), offsets, profile);
        assert_eq!(error, (List::Bindings, 0, BindErrorKind::DynamicIndexOutOfRange { index: 3, count: 2 }));
    }
}

/// 38.
#[test]
fn space_is_part_of_the_register() {
    for profile in SPIRV {
        let entries = [entry(Srv, 1, 0, 1)];
        let miss = missed(bindings(&entries, profile).resolve(SRV(register(0, 0))));
        assert_eq!(miss, (List::Bindings, Some(0), MissReason::WrongSpace));
    }
}

/// 39. vkd3d's MSL ignores the offsets that are refused here.
#[test]
fn single_register_profiles_refuse_arrays_sets_and_offsets() {
    for profile in [Profile::GLSL, Profile::MSL] {
        let resolve = |entry, offset, range| {
            let (entries, offsets) = ([entry], [offset]);
            with_offsets(&entries, &offsets, profile).resolve(CBV(range)).map(|target| target.descriptor())
        };
        let zero = fixed(0);
        let found = resolve(entry_at(Cbv, 0, 2, 1, (0, 5)), zero, register(0, 2)).unwrap().unwrap();
        assert_eq!((place(&found), found.is_array()), ((0, 5, Some(0)), false));
        let refused = |entry, offset, range| missed(resolve(entry, offset, range));
        let one = entry(Cbv, 0, 2, 1);
        let at_entry = |why| (List::Bindings, Some(0), why);
        assert_eq!(refused(entry(Cbv, 0, 2, 2), zero, register(0, 2)), at_entry(MissReason::CountNotOne));
        let in_set_1 = entry_at(Cbv, 0, 2, 1, (1, 0));
        assert_eq!(refused(in_set_1, zero, register(0, 2)), at_entry(MissReason::SetNotZero));
        assert_eq!(refused(one, fixed(1), register(0, 2)), at_entry(MissReason::OffsetUnsupported));
        assert_eq!(refused(one, dynamic(0, 0), register(0, 2)), at_entry(MissReason::OffsetUnsupported));
        let range_of_two = (List::Bindings, None, MissReason::RangeNotSingle);
        assert_eq!(refused(one, zero, range(0, 2, 3)), range_of_two);
        assert_eq!(refused(entry(Cbv, 0, 1, 2), zero, register(0, 2)), at_entry(MissReason::PartlyCovered));
    }
}

/// 39, for the other class of the glsl profile.
#[test]
fn glsl_refuses_arrays_sets_and_offsets_of_uavs() {
    let refused = |entry, offset, range| {
        let (entries, offsets) = ([entry], [offset]);
        missed(with_offsets(&entries, &offsets, Profile::GLSL).resolve(UAV(range)))
    };
    let (one, zero, u2) = (entry(Uav, 0, 2, 1), fixed(0), register(0, 2));
    let at_entry = |why| (List::Bindings, Some(0), why);
    assert_eq!(refused(entry(Uav, 0, 2, 2), zero, u2), at_entry(MissReason::CountNotOne));
    assert_eq!(refused(entry_at(Uav, 0, 2, 1, (1, 0)), zero, u2), at_entry(MissReason::SetNotZero));
    assert_eq!(refused(one, fixed(1), u2), at_entry(MissReason::OffsetUnsupported));
    assert_eq!(refused(one, dynamic(0, 0), u2), at_entry(MissReason::OffsetUnsupported));
    assert_eq!(refused(one, zero, range(0, 2, 3)), (List::Bindings, None, MissReason::RangeNotSingle));
}

/// 49.
#[test]
fn vkd3d_proton_serves_an_array_from_one_entry_only() {
    let resolve = |entries: &[_]| bindings(entries, Profile::VKD3D_PROTON).resolve(UAV(range(0, 1, 2)));
    let miss = missed(resolve(&[entry(Uav, 0, 0, 2), entry(Uav, 0, 2, 2)]));
    assert_eq!(miss, (List::Bindings, Some(0), MissReason::PartlyCovered));
    assert_eq!(mapped(resolve(&[entry(Uav, 0, 1, 2), entry(Uav, 0, 3, 2)])).entry(), Some(0));
}

/// 50.
#[test]
fn vkd3d_proton_serves_an_unsized_array_whose_first_register_is_covered() {
    let resolve = |register, count| {
        let entries = [entry(Uav, 1, register, count)];
        bindings(&entries, Profile::VKD3D_PROTON).resolve(UAV(endless(1, 1)))
    };
    assert_eq!(mapped(resolve(0, 2)).entry(), Some(0));
    assert_eq!(missed(resolve(0, 1)), (List::Bindings, Some(0), MissReason::PartlyCovered));
    assert_eq!(mapped(resolve(1, 1)).entry(), Some(0));
    // A root UAV at u1 is an entry of one buffer without the bindless flag, and every access goes there.
    let root = [entry_at(Uav, 1, 1, 1, (3, 4)).with_flags(BUFFER)];
    let mapped = mapped(bindings(&root, Profile::VKD3D_PROTON).resolve(UAV(endless(1, 1))));
    assert_eq!((place(&mapped), mapped.is_array()), ((3, 4, Some(0)), false));
}

/// vkd3d-proton's way with entries that are no heap: see the reference's section on its callback.
#[test]
fn vkd3d_proton_gives_each_register_a_binding_number_where_not_bindless() {
    let entries = [entry_at(Srv, 0, 2, 4, (1, 10))];
    let info = bindings(&entries, Profile::VKD3D_PROTON);
    let single = mapped(info.resolve(SRV(register(0, 4))));
    assert_eq!((place(&single), single.is_array()), ((1, 12, Some(0)), false));
    let pair = mapped(info.resolve(SRV(range(0, 3, 4))));
    assert_eq!((place(&pair), pair.is_array()), ((1, 11, Some(0)), true));
    assert_eq!(elements(&pair, &[3, 4], &[]), [0, 1]);
    let offsets = [fixed(1)];
    let miss = missed(with_offsets(&entries, &offsets, Profile::VKD3D_PROTON).resolve(SRV(register(0, 2))));
    assert_eq!(miss, (List::Bindings, Some(0), MissReason::OffsetUnsupported));
    let last = [entry_at(Srv, 0, 0, 2, (0, U))];
    let miss = missed(bindings(&last, Profile::VKD3D_PROTON).resolve(SRV(register(0, 1))));
    assert_eq!(miss, (List::Bindings, Some(0), MissReason::BindingOverflow));
}

/// 53.
#[test]
fn range_of_all_but_one_register_is_unbounded_to_vkd3d_only() {
    let entries = [entry(Srv, 0, 0, 1)];
    for profile in VKD3D {
        let mapped = mapped(bindings(&entries, profile).resolve(SRV(range(0, 0, U - 1))));
        assert_eq!((mapped.entry(), mapped.is_array()), (Some(0), true));
    }
    let miss = missed(bindings(&entries, Profile::STRICT).resolve(SRV(range(0, 0, U - 1))));
    assert_eq!(miss, (List::Bindings, Some(0), MissReason::PartlyCovered));
}

/// 56.
#[test]
fn range_that_starts_before_the_entry_is_not_served() {
    for profile in SPIRV {
        let entries = [entry(Srv, 0, 4, 4)];
        let miss = missed(bindings(&entries, profile).resolve(SRV(range(0, 3, 4))));
        assert_eq!(miss, (List::Bindings, Some(0), MissReason::StartsAfter));
    }
}

/// 57.
#[test]
fn refuses_offsets_that_are_not_as_many_as_their_entries() {
    let (entries, counters) = ([entry(Srv, 0, 0, 1), entry(Srv, 0, 1, 1)], [counter(0, 0, 1, (0, 0))]);
    let lists = Lists::NONE.with_bindings(&entries).with_uav_counters(&counters);
    let three = [fixed(0); 3];
    for profile in SPIRV {
        let short = refused(lists, DescriptorOffsets::NONE.with_bindings(&three[..1]), profile);
        assert_eq!(short, (List::Bindings, 1, BindErrorKind::OffsetCountMismatch { offsets: 1, entries: 2 }));
        let long = refused(lists, DescriptorOffsets::NONE.with_bindings(&three), profile);
        assert_eq!(long, (List::Bindings, 2, BindErrorKind::OffsetCountMismatch { offsets: 3, entries: 2 }));
        let none = refused(lists, DescriptorOffsets::NONE.with_uav_counters(&[]), profile);
        assert_eq!(none, (List::UavCounters, 0, BindErrorKind::OffsetCountMismatch { offsets: 0, entries: 1 }));
    }
}

/// A quirk of the C arithmetic that the reference's test for cover implies: `count > q − register` fails for both at 2^32 − 1.
#[test]
fn vkd3d_does_not_reach_the_last_register_from_register_0() {
    let entries = [entry(Srv, 0, 0, U)];
    for profile in VKD3D {
        let miss = missed(bindings(&entries, profile).resolve(SRV(endless(0, U))));
        assert_eq!(miss, (List::Bindings, Some(0), MissReason::PartlyCovered));
    }
    assert_eq!(mapped(bindings(&entries, Profile::STRICT).resolve(SRV(endless(0, U)))).entry(), Some(0));
}

/// Section 4.1: a size of 2^32 − 1 is unsized in dxil-spirv, and an entry of so many always covers in vkd3d-proton.
#[test]
fn vkd3d_proton_takes_the_largest_size_for_none() {
    let (one, two, most) = ([entry(Srv, 0, 0, 1)], [entry(Srv, 0, 0, 2)], DescriptorCount::Fixed(U));
    let resolve = |entries, range| bindings(entries, Profile::VKD3D_PROTON).resolve(SRV(range));
    assert!(mapped(resolve(&two, range(0, 0, U - 1))).is_array());
    assert!(!mapped(resolve(&one, range(0, 0, U - 1))).is_array(), "retried as one descriptor");
    let every = [ResourceBinding::new(Srv, 0, 0, DescriptorBinding::new(0, 0, most))];
    assert_eq!(mapped(resolve(&every, range(0, 0, U))).entry(), Some(0));
    let miss = missed(bindings(&every, Profile::STRICT).resolve(SRV(range(0, 0, U))));
    assert_eq!(miss, (List::Bindings, Some(0), MissReason::PartlyCovered));
}

/// Section 2.6: first and last are equal in vkd3d for the last register alone, though the range counts as unbounded.
#[test]
fn push_constants_serve_the_last_register_in_every_profile() {
    for profile in SPIRV {
        let push = [PushConstantBuffer::new(0, U, 0, 16)];
        let info = built(Lists::NONE.with_push_constants(&push), DescriptorOffsets::NONE, profile);
        assert_eq!(info.resolve_push_constants(register(0, U), PIXEL).map(|found| found.entry), Ok(0));
    }
}

/// Section 2.7: vkd3d turns a bounded array into one variable and drops the index, which is not followed.
#[test]
fn array_stays_an_array_in_the_default_mapping() {
    for profile in VKD3D {
        let mut default = DefaultBindings::starting_at(7);
        let info = bindings(&[], profile);
        let array = mapped(info.resolve_or_default(SRV(range(0, 4, 6)), &mut default));
        assert_eq!((place(&array), array.is_array()), ((0, 7, None), true));
        assert_eq!(elements(&array, &[4, 6], &[]), [0, 2]);
        let error = IndexError::OutsideEntry { register: 7, first: 4, count: array.count() };
        assert_eq!((array.index(7, &[]), array.count().fixed()), (Err(error), Some(3)));
        assert!(mapped(info.resolve_or_default(SRV(endless(0, 9)), &mut default)).is_array());
        assert_eq!(default.next_binding(), 9);
    }
}

/// Section 2.7: a failed look-up takes a number too.
#[test]
fn missed_range_takes_a_default_binding() {
    for profile in VKD3D {
        let mut default = DefaultBindings::new();
        let entries = [entry(Srv, 0, 0, 1)];
        let miss = missed(bindings(&entries, profile).resolve_or_default(SRV(register(0, 1)), &mut default));
        assert_eq!(miss, (List::Bindings, Some(0), MissReason::PartlyCovered));
        assert_eq!(default.next_binding(), 1);
    }
}

/// Section 2.9.
#[test]
fn combined_samplers_come_before_the_bindings() {
    let (entries, pairs) = (
        [entry(Srv, 0, 0, 8), entry(Sampler, 0, 0, 8).with_flags(IMAGE), entry(Uav, 0, 0, 8)],
        [
            CombinedResourceSampler::new((0, 1), (0, 2), DescriptorBinding::single(4, 5)),
            CombinedResourceSampler::without_sampler((0, 1), DescriptorBinding::single(4, 6)),
        ],
    );
    let lists = Lists::NONE.with_bindings(&entries).with_combined_samplers(&pairs);
    for profile in ELEMENTS {
        let info = built(lists, DescriptorOffsets::NONE, profile);
        let image = |range| Request::srv(Nature::Image, range, PIXEL);
        assert_eq!(info.resolve(image(register(0, 1))), Ok(Target::CombinedSamplers { entry: 0 }));
        let sampler = Request::sampler(register(0, 2), PIXEL);
        assert_eq!(info.resolve(sampler), Ok(Target::CombinedSamplers { entry: 0 }));
        assert_eq!(mapped(info.resolve(image(register(0, 0)))).entry(), Some(0), "no pair has it");
        assert_eq!(mapped(info.resolve(image(range(0, 1, 2)))).entry(), Some(0), "an array is in no pair");
        assert_eq!(mapped(info.resolve(UAV(register(0, 1)))).entry(), Some(2), "UAVs are in no pair");
        let miss = missed(info.resolve(SRV(register(0, 1))));
        assert_eq!(miss, (List::CombinedSamplers, Some(0), MissReason::WrongFlags));

        let pair = info.resolve_combined(PairRequest::new((0, 1), (0, 2), PIXEL)).unwrap();
        assert_eq!((place(&pair), pair.is_array()), ((4, 5, Some(0)), false));
        let load = info.resolve_combined(PairRequest::without_sampler((0, 1), Nature::Image, PIXEL)).unwrap();
        assert_eq!(place(&load), (4, 6, Some(1)));
        let miss = missed(info.resolve_combined(PairRequest::new((0, 1), (0, 3), PIXEL)));
        assert_eq!(miss, (List::CombinedSamplers, Some(0), MissReason::WrongSampler));
    }
}

/// Section 2.10.
#[test]
fn glsl_serves_textures_by_pairs_only() {
    let (entries, pairs) =
        ([entry(Srv, 0, 1, 1)], [CombinedResourceSampler::new((0, 1), (0, 2), DescriptorBinding::single(0, 5))]);
    let lists = Lists::NONE.with_bindings(&entries).with_combined_samplers(&pairs);
    let info = built(lists, DescriptorOffsets::NONE, Profile::GLSL);
    let image = |register| Request::srv(Nature::Image, register, PIXEL);
    assert_eq!(info.resolve(image(register(0, 1))), Ok(Target::CombinedSamplers { entry: 0 }));
    let miss = missed(info.resolve(image(register(0, 3))));
    assert_eq!(miss, (List::CombinedSamplers, Some(0), MissReason::PartlyCovered));
    let load = PairRequest::without_sampler((0, 1), Nature::Image, PIXEL);
    assert_eq!(place(&info.resolve_combined(load).unwrap()), (0, 5, Some(0)), "the first pair with the texture");
    let in_set_1 = [CombinedResourceSampler::new((0, 1), (0, 2), DescriptorBinding::single(1, 5))];
    let lists = Lists::NONE.with_combined_samplers(&in_set_1);
    let info = built(lists, DescriptorOffsets::NONE, Profile::GLSL);
    let refused = (List::CombinedSamplers, Some(0), MissReason::SetNotZero);
    assert_eq!(missed(info.resolve_combined(load)), refused);
    assert_eq!(missed(info.resolve(image(register(0, 1)))), refused, "each half is refused like the pair");
    assert_eq!(missed(info.resolve(Request::sampler(register(0, 2), PIXEL))), refused);
}

/// Section 2.10: vkd3d's MSL maps constant buffers only.
#[test]
fn msl_serves_constant_buffers_only() {
    let entries = [entry(Srv, 0, 0, 1), entry(Uav, 0, 0, 1)];
    let info = bindings(&entries, Profile::MSL);
    for request in [SRV(register(0, 0)), UAV(register(0, 0)), Request::sampler(register(0, 0), PIXEL)] {
        assert_eq!(missed(info.resolve(request)), (List::Bindings, None, MissReason::TypeUnsupported));
    }
}

/// The nearest entry passes the most tests in their order; of several the first.
#[test]
fn miss_names_the_nearest_entry() {
    let entries = [
        entry(Cbv, 0, 0, 1),
        entry(Srv, 1, 0, 1),
        entry(Srv, 0, 0, 1).with_visibility(Visibility::Vertex),
        entry(Srv, 0, 0, 1).with_flags(IMAGE),
        entry(Srv, 0, 9, 1),
        entry(Srv, 0, 0, 2),
        entry(Srv, 0, 0, 3),
    ];
    let reasons = [
        MissReason::WrongType,
        MissReason::WrongSpace,
        MissReason::WrongVisibility,
        MissReason::WrongFlags,
        MissReason::StartsAfter,
        MissReason::PartlyCovered,
    ];
    for (nearest, why) in reasons.into_iter().enumerate() {
        let miss = missed(bindings(&entries[..=nearest], Profile::STRICT).resolve(SRV(range(0, 0, 4))));
        assert_eq!(miss, (List::Bindings, Some(nearest), why));
    }
    let mut turned = entries;
    turned.reverse();
    let miss = missed(bindings(&turned, Profile::STRICT).resolve(SRV(range(0, 0, 4))));
    assert_eq!(miss, (List::Bindings, Some(0), MissReason::PartlyCovered));
}

/// A buffer or an image that is not known to be which.
#[test]
fn unknown_nature_is_served_only_where_it_makes_no_difference() {
    let images = entry_at(Srv, 0, 0, 1, (0, 1)).with_flags(IMAGE);
    let buffers = entry_at(Srv, 0, 0, 1, (0, 2)).with_flags(BUFFER);
    let resolve = |entries: &[_]| {
        bindings(entries, Profile::STRICT).resolve(Request::srv(Nature::Unknown, register(0, 0), PIXEL))
    };
    assert_eq!(missed(resolve(&[images, buffers])), (List::Bindings, None, MissReason::BufferOrImage));
    assert_eq!(missed(resolve(&[images])), (List::Bindings, Some(0), MissReason::BufferOrImage));
    assert_eq!(missed(resolve(&[entry(Cbv, 0, 0, 1)])), (List::Bindings, Some(0), MissReason::WrongType));
    let short_images = entry(Srv, 0, 0, 1).with_flags(IMAGE);
    let two = Request::srv(Nature::Unknown, range(0, 0, 1), PIXEL);
    let miss = missed(bindings(&[short_images], Profile::STRICT).resolve(two));
    assert_eq!(miss, (List::Bindings, Some(0), MissReason::PartlyCovered), "it comes nearer as an image");
    let same_place = [images, entry_at(Srv, 0, 0, 1, (0, 1)).with_flags(BUFFER)];
    assert_eq!(place(&mapped(resolve(&same_place))), (0, 1, Some(1)));
}

/// The list before the bindings is named where it comes nearer; on a tie the bindings are.
#[test]
fn miss_names_the_nearer_of_two_lists() {
    let push = [PushConstantBuffer::new(0, 5, 0, 16).with_visibility(Visibility::Vertex)];
    let pairs = [CombinedResourceSampler::new((0, 5), (0, 6), DescriptorBinding::single(0, 0))];
    let lists = Lists::NONE.with_push_constants(&push).with_combined_samplers(&pairs);
    let image = |number| Request::srv(Nature::Image, register(0, number), PIXEL);
    for profile in ELEMENTS {
        let info = built(lists, DescriptorOffsets::NONE, profile);
        let pushed = (List::PushConstants, Some(0), MissReason::WrongVisibility);
        assert_eq!(missed(info.resolve(CBV(register(0, 5)))), pushed);
        let paired = |why| (List::CombinedSamplers, Some(0), why);
        assert_eq!(missed(info.resolve(image(4))), paired(MissReason::StartsAfter));
        let sampler = Request::sampler(register(0, 7), PIXEL);
        assert_eq!(missed(info.resolve(sampler)), paired(MissReason::PartlyCovered));
        let entries = [entry(Cbv, 0, 9, 1), entry(Srv, 0, 9, 1)];
        let info = built(lists.with_bindings(&entries), DescriptorOffsets::NONE, profile);
        let bound = |entry| (List::Bindings, Some(entry), MissReason::StartsAfter);
        assert_eq!(missed(info.resolve(CBV(register(0, 5)))), bound(0));
        assert_eq!(missed(info.resolve(image(4))), bound(1));
    }
    // Section 2.7: the lists are independent, and that of the bindings is empty.
    let mut default = DefaultBindings::new();
    let info = built(lists, DescriptorOffsets::NONE, Profile::VKD3D_1_18);
    assert_eq!(place(&mapped(info.resolve_or_default(CBV(register(0, 5)), &mut default))), (0, 0, None));
}

/// Of entries that come as near for a buffer and for an image the one with the lower number is named.
#[test]
fn nearest_entry_of_an_unknown_nature_is_the_first() {
    let short = [entry(Srv, 0, 0, 1).with_flags(IMAGE), entry(Srv, 0, 0, 1).with_flags(BUFFER)];
    let two = Request::srv(Nature::Unknown, range(0, 0, 1), PIXEL);
    let miss = missed(bindings(&short, Profile::STRICT).resolve(two));
    assert_eq!(miss, (List::Bindings, Some(0), MissReason::PartlyCovered));
}

/// Entries of different sizes lead to one descriptor.
#[test]
fn place_does_not_depend_on_the_entrys_size() {
    let entries = [entry(Srv, 0, 0, 4).with_flags(BUFFER), entry(Srv, 0, 0, 8).with_flags(IMAGE)];
    let request = Request::srv(Nature::Unknown, range(0, 1, 2), PIXEL);
    assert_eq!(place(&mapped(bindings(&entries, Profile::STRICT).resolve(request))), (0, 0, Some(0)));
}

/// 14, in vkd3d-proton: what a retry may pick is a match, and its order decides.
#[test]
fn entries_of_a_retry_match() {
    let entries = [entry(Uav, 1, 1, 1), entry(Uav, 1, 1, 1), entry(Uav, 1, 0, 4)];
    let matches =
        |entries: &[_]| bindings(entries, Profile::VKD3D_PROTON).matches(UAV(endless(1, 1))).collect::<Vec<_>>();
    assert_eq!((matches(&entries[..2]), matches(&entries)), (vec![0, 1], vec![2]));
}

/// Each list's matches are what its question may pick.
#[test]
fn matches_are_of_the_list_that_answers() {
    let entries = [entry(Cbv, 0, 0, 1), entry(Srv, 0, 0, 1)];
    let push = [PushConstantBuffer::new(0, 0, 0, 16), PushConstantBuffer::new(0, 0, 16, 16)];
    let pair = |sampler| CombinedResourceSampler::new((0, 0), (0, sampler), DescriptorBinding::single(0, sampler));
    let pairs = [pair(0), pair(1), pair(0)];
    let lists = Lists::NONE.with_bindings(&entries).with_push_constants(&push).with_combined_samplers(&pairs);
    let info = built(lists, DescriptorOffsets::NONE, Profile::STRICT);
    assert!(info.matches(CBV(register(0, 0))).eq([]) && info.matches(SRV(register(0, 0))).eq([]));
    assert!(info.push_constants_matches(register(0, 0), PIXEL).eq([0, 1]));
    assert!(info.combined_matches(PairRequest::new((0, 0), (0, 0), PIXEL)).eq([0, 2]));
    assert!(bindings(&entries, Profile::MSL).matches(SRV(register(0, 0))).eq([]));
}

/// The module's text on entries that grow: where it does not hold.
#[test]
fn growing_entry_unmaps_where_the_law_does_not_hold() {
    let unknown = Request::srv(Nature::Unknown, register(0, 1), PIXEL);
    let resolve = |count| {
        let entries = [entry_at(Srv, 0, 0, count, (0, 1)).with_flags(IMAGE), entry_at(Srv, 0, 1, 1, (0, 2))];
        bindings(&entries, Profile::STRICT).resolve(unknown)
    };
    assert_eq!(mapped(resolve(1)).entry(), Some(1));
    assert_eq!(missed(resolve(2)), (List::Bindings, None, MissReason::BufferOrImage));
    let resolve = |count, offset| {
        let (entries, offsets) = ([entry_at(Srv, 0, 0, count, (0, U)), entry(Srv, 0, 1, 1)], [offset, fixed(0)]);
        with_offsets(&entries, &offsets, Profile::VKD3D_PROTON).resolve(SRV(register(0, 1)))
    };
    assert_eq!(mapped(resolve(1, fixed(0))).entry(), Some(1));
    assert_eq!(missed(resolve(2, fixed(0))), (List::Bindings, Some(0), MissReason::BindingOverflow));
    assert_eq!(missed(resolve(2, fixed(1))), (List::Bindings, Some(0), MissReason::OffsetUnsupported));
}
