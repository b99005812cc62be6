//! Public reports of bugs in other programs that a mapping can show; the number at each test is the row of the reference's
//! table.

use crate::support::*;
use psoview::binding::{
    BindErrorKind, DescriptorOffsets, List, Lists, MissReason, Nature, Profile, PushBlockFinding, PushBlockMember,
    PushConstantBuffer, Request, Target, Visibility,
};

/// 1, vkd3d 6dace4a8: the declaration's number was taken for the register.
#[test]
fn register_counts_and_no_number_of_a_declaration() {
    let entries = [entry(Srv, 0, 0, 8)];
    let mapped =
        mapped(bindings(&entries, Profile::STRICT).resolve(Request::srv(Nature::Buffer, register(0, 5), PIXEL)));
    assert_eq!(elements(&mapped, &[5], &[]), [5]);
}

/// 2, vkd3d 535d4a78: the second range of a shared array used the first's base.
#[test]
fn each_range_of_a_shared_array_has_its_own_base() {
    let entries = [entry_at(Cbv, 0, 0, 4, (3, 2)), entry_at(Cbv, 0, 6, 2, (3, 2))];
    let info = bindings(&entries, Profile::VKD3D_1_18);
    let base = |range| mapped(info.resolve(Request::cbv(range, PIXEL))).base();
    assert_eq!((base(range(0, 0, 3)), base(range(0, 6, 7))), (0, 6));
}

/// 3, vkd3d 945e8a90: a bounded range at the same place as an unbounded one is the same descriptors.
#[test]
fn bounded_range_aliases_an_unbounded_one_at_its_place() {
    let entries = [entry(Uav, 0, 0, U), entry(Uav, 1, 0, 1)];
    let info = bindings(&entries, Profile::VKD3D_1_18);
    let element = |range| elements(&mapped(info.resolve(Request::uav(Nature::Buffer, range, PIXEL))), &[0], &[]);
    assert_eq!((element(endless(0, 0)), element(register(1, 0))), (vec![0], vec![0]));
    let registers = info.registers_at(0, 0, 0, &[]).unwrap().map(|found| (found.space, found.register));
    assert_eq!(registers.collect::<Vec<_>>(), [(0, 0), (1, 0)]);
}

/// 5, vkd3d 57973b42: counters were told apart by the register alone.
#[test]
fn counters_of_two_spaces_are_told_apart() {
    let counters = [counter(0, 0, 1, (0, 1)), counter(1, 0, 1, (0, 2))];
    let info = built(Lists::NONE.with_uav_counters(&counters), DescriptorOffsets::NONE, Profile::STRICT);
    let binding = |space| info.resolve_uav_counter(register(space, 0), PIXEL).unwrap().binding();
    assert_eq!((binding(0), binding(1)), (1, 2));
}

/// 6, vkd3d a6317e5f: constants of 3 and 5 words belong at bytes 0 and 16.
#[test]
fn push_constants_start_at_vectors() {
    let findings = |offset| {
        let push = [PushConstantBuffer::new(0, 0, 0, 12), PushConstantBuffer::new(0, 1, offset, 20)];
        let info = built(Lists::NONE.with_push_constants(&push), DescriptorOffsets::NONE, Profile::STRICT);
        info.push_block_findings(128).collect::<Vec<_>>()
    };
    assert_eq!(findings(16), []);
    let [PushBlockFinding::Unaligned { member, offset, .. }] = findings(12)[..] else { panic!("one finding") };
    assert_eq!((member, offset), (PushBlockMember::Buffer(1), 12));
}

/// 7, vkd3d 784e69a3: overlaps were looked for inside one table only.
#[test]
fn entries_of_two_tables_overlap() {
    let (entries, offsets) = ([entry(Srv, 0, 0, 1), entry(Srv, 0, 0, 1)], [dynamic(0, 0), dynamic(0, 1)]);
    let info = with_offsets(&entries, &offsets, Profile::VKD3D_1_18);
    let found = info.register_overlaps().map(|overlap| (overlap.first.entry, overlap.second.entry));
    assert_eq!(found.collect::<Vec<_>>(), [(0, 1)]);
}

/// 8, vkd3d 16e98727: constants for all stages and for the pixel stage meet in one stage.
#[test]
fn push_constants_for_all_stages_overlap_those_for_one() {
    let overlaps = |first, second| {
        let push = [
            PushConstantBuffer::new(0, 0, 0, 16).with_visibility(first),
            PushConstantBuffer::new(0, 0, 0, 16).with_visibility(second),
        ];
        let info = built(Lists::NONE.with_push_constants(&push), DescriptorOffsets::NONE, Profile::VKD3D_1_18);
        let registers = info.register_overlaps().map(|overlap| overlap.to_string()).collect::<Vec<_>>();
        (registers, info.push_block_findings(128).collect::<Vec<_>>())
    };
    let (registers, bytes) = overlaps(Visibility::All, Visibility::Pixel);
    let expected = "entry 0 of push_constants and entry 1 of push_constants have registers in common; the first wins";
    assert_eq!(registers, [expected]);
    let (first, second) = (PushBlockMember::Buffer(0), PushBlockMember::Buffer(1));
    let [PushBlockFinding::Overlap { first: earlier, second: later, .. }] = bytes[..] else { panic!("{bytes:?}") };
    assert_eq!((earlier, later), (first, second));
    assert_eq!(overlaps(Visibility::Vertex, Visibility::Pixel), (vec![], vec![]));
}

/// 17, dxil-spirv 34cb5086: two root descriptors of 8 bytes each take words that the table's end was not counted after.
#[test]
fn table_after_other_push_constants_ends_later() {
    let findings = |words| {
        let offsets = DescriptorOffsets::NONE.with_table(16, words);
        built(Lists::NONE, offsets, Profile::VKD3D_PROTON).push_block_findings(24).collect::<Vec<_>>()
    };
    assert_eq!(findings(2), []);
    let [PushBlockFinding::OutOfBlock { member, end, block_size, .. }] = findings(3)[..] else { panic!("one finding") };
    assert_eq!((member, end, block_size), (PushBlockMember::Table, 28, 24));
    let (entries, at_edge) = ([heap(entry(Srv, 0, 0, 1))], [dynamic(0, 2)]);
    let offsets = DescriptorOffsets::NONE.with_table(16, 2).with_bindings(&at_edge);
    let error = refused(Lists::NONE.with_bindings(&entries), offsets, Profile::VKD3D_PROTON);
    assert_eq!(error, (List::Bindings, 0, BindErrorKind::DynamicIndexOutOfRange { index: 2, count: 2 }));
}

/// 18, vkd3d-proton 366: what was worked out for one layout was used for another.
#[test]
fn layouts_do_not_share_what_they_found() {
    let entries = [heap(entry(Srv, 0, 0, 4))];
    let (offsets, others) = ([dynamic(0, 0)], [dynamic(0, 1)]);
    let [first, second] = [&offsets, &others].map(|offsets| with_offsets(&entries, offsets, Profile::VKD3D_PROTON));
    let element = |info: &psoview::binding::InterfaceInfo<'_>| {
        let found = mapped(info.resolve(Request::srv(Nature::Buffer, register(0, 1), PIXEL)));
        elements(&found, &[1], &[10, 20])[0]
    };
    assert_eq!((element(&first), element(&second), element(&first)), (11, 21, 11));
}

/// 9, vkd3d e1b334af: an array took a push-constant buffer of one register.
#[test]
fn array_of_constant_buffers_is_no_push_constant_buffer() {
    let push = [PushConstantBuffer::new(0, 0, 0, 16)];
    let info = built(Lists::NONE.with_push_constants(&push), DescriptorOffsets::NONE, Profile::STRICT);
    let miss = missed(info.resolve(Request::cbv(range(0, 0, 3), PIXEL)));
    assert_eq!(miss, (List::PushConstants, Some(0), MissReason::PartlyCovered));
    assert!(matches!(info.resolve(Request::cbv(register(0, 0), PIXEL)), Ok(Target::PushConstants(_))));
}

/// 10, vkd3d 69745d1c: an entry for a buffer was flagged as an image.
#[test]
fn wrong_flags_are_named() {
    let entries = [entry(Srv, 0, 0, 1).with_flags(IMAGE)];
    let miss =
        missed(bindings(&entries, Profile::VKD3D_1_14).resolve(Request::srv(Nature::Buffer, register(0, 0), PIXEL)));
    assert_eq!(miss, (List::Bindings, Some(0), MissReason::WrongFlags));
}

/// 11, vkd3d cf3c50b7 and vkd3d-proton 618: a missing binding did not fail.
#[test]
fn missing_binding_is_an_error_in_every_profile() {
    for profile in Profile::KNOWN {
        let entries = [entry(Cbv, 0, 0, 1)];
        let miss = missed(bindings(&entries, *profile).resolve(Request::cbv(register(0, 1), PIXEL)));
        assert_eq!(miss, (List::Bindings, Some(0), MissReason::PartlyCovered), "{}", profile.name);
    }
}

/// 12, vkd3d 832e7402 and 1c96f76a.
#[test]
fn register_and_offset_overflow_are_refused() {
    let entries = [entry(Srv, 0, 0xFFFF_F001, 0x1000)];
    let error = refused(Lists::NONE.with_bindings(&entries), DescriptorOffsets::NONE, Profile::STRICT);
    assert_eq!(error, (List::Bindings, 0, BindErrorKind::RegistersOverflow { register: 0xFFFF_F001, count: 0x1000 }));
    let (entries, offsets) = ([entry(Srv, 0, 0, 0x1001)], [fixed(0xFFFF_F000)]);
    let offsets = DescriptorOffsets::NONE.with_bindings(&offsets);
    let error = refused(Lists::NONE.with_bindings(&entries), offsets, Profile::STRICT);
    let kind = BindErrorKind::ElementsOverflow { static_offset: 0xFFFF_F000, count: 0x1001 };
    assert_eq!(error, (List::Bindings, 0, kind));
}

/// 13, vkd3d-proton 2772: an array over four entries of one sampler each was accepted.
#[test]
fn sampler_array_over_single_samplers_is_not_served() {
    for profile in SPIRV {
        let entries = [0, 1, 2, 3].map(|register| entry(Sampler, 0, register, 1).with_flags(IMAGE));
        let miss = missed(bindings(&entries, profile).resolve(Request::sampler(range(0, 0, 3), PIXEL)));
        assert_eq!(miss, (List::Bindings, Some(0), MissReason::PartlyCovered), "{}", profile.name);
    }
}

/// 14, dxil-spirv 230: the register of an array's start was not subtracted.
#[test]
fn array_at_a_register_starts_at_element_0() {
    for profile in SPIRV {
        let entries = [entry(Srv, 0, 5, 4)];
        let request = Request::srv(Nature::Image, range(0, 5, 8), PIXEL);
        assert_eq!(elements(&mapped(bindings(&entries, profile).resolve(request)), &[5, 8], &[]), [0, 3]);
    }
}

/// 15 and 24, dxil-spirv 1aed941c and slang-rhi 721: one register in two spaces.
#[test]
fn same_register_of_two_spaces_is_two_registers() {
    for profile in SPIRV {
        let entries = [entry_at(Uav, 3, 7, 1, (0, 1)), entry_at(Uav, 0, 7, 1, (0, 2))];
        let info = bindings(&entries, profile);
        let binding = |space| mapped(info.resolve(Request::uav(Nature::Buffer, register(space, 7), PIXEL))).binding();
        assert_eq!((binding(3), binding(0)), (1, 2));
    }
}

/// 19 and 25, wgpu 2618 and SPIRV-Cross 1407: an array took one register, and its neighbour overlapped it.
#[test]
fn entry_inside_an_array_is_reported() {
    let overlaps = |second| {
        let entries = [entry(Srv, 0, 0, 4), entry(Srv, 0, second, 1)];
        bindings(&entries, Profile::STRICT).register_overlaps().count()
    };
    assert_eq!((overlaps(1), overlaps(3), overlaps(4)), (1, 1, 0));
}

/// 20, wgpu 3822: a byte offset was used as an index of words.
#[test]
fn run_time_offset_is_counted_in_words_of_the_table() {
    let (entries, offsets) = ([entry(Srv, 0, 0, 4)], [dynamic(0, 1)]);
    let offsets = DescriptorOffsets::NONE.with_bindings(&offsets).with_table(16, 2);
    let info = built(Lists::NONE.with_bindings(&entries), offsets, Profile::STRICT);
    let mapped = mapped(info.resolve(Request::srv(Nature::Buffer, register(0, 2), PIXEL)));
    assert_eq!(elements(&mapped, &[2], &[100, 7]), [9]);
}

/// 27, LLVM 150547: overlap with an unbounded range.
#[test]
fn entry_inside_an_unbounded_one_is_reported() {
    let overlaps = |base| {
        let entries = [entry(Srv, 0, base, U), entry(Srv, 0, 16, 1)];
        bindings(&entries, Profile::STRICT).register_overlaps().count()
    };
    assert_eq!((overlaps(0), overlaps(1), overlaps(17)), (1, 1, 0));
}

/// 28, GPU-Reshape 60: the last register of all.
#[test]
fn last_register_can_be_served() {
    let entries = [entry(Sampler, 0, U, 1)];
    let mapped = mapped(bindings(&entries, Profile::STRICT).resolve(Request::sampler(register(0, U), PIXEL)));
    assert_eq!((mapped.is_array(), mapped.index(U, &[])), (false, Ok(0)));
}

/// 21, wgpu 3624: push constants without a target.
#[test]
fn push_constants_without_an_entry_are_an_error() {
    let info = bindings(&[], Profile::STRICT);
    let miss = missed(info.resolve_push_constants(register(0, 0), PIXEL));
    assert_eq!(miss, (List::PushConstants, None, MissReason::NoEntries));
}
