//! 64 register ranges against 256 entries. It prints nothing to be read: count its instructions, with
//! `valgrind --tool=callgrind --toggle-collect='*64_ranges*' target/release/deps/binding-…`.

use std::hint::black_box;

use psoview::binding::{
    CombinedResourceSampler, DescriptorBinding, DescriptorOffsets, DescriptorType, InterfaceInfo, Lists, PairRequest,
    Profile, RegisterRange, Request, ResourceBinding, ShaderKind, UavCounterBinding,
};

const RANGES: u32 = 64;
const ENTRIES: u32 = 256;

/// Every entry before the one that serves a range passes all tests but the last, and the ranges are the last 64.
#[inline(never)]
fn resolve_64_ranges_found_late(info: &InterfaceInfo<'_>) -> u32 {
    resolve(info, ENTRIES - RANGES)
}

/// No entry serves any range.
#[inline(never)]
fn resolve_64_ranges_missed(info: &InterfaceInfo<'_>) -> u32 {
    resolve(info, ENTRIES)
}

/// The counters of UAVs.
#[inline(never)]
fn count_64_ranges(info: &InterfaceInfo<'_>) -> u32 {
    let registers = (ENTRIES - RANGES..ENTRIES).map(black_box);
    let ask = |register| info.resolve_uav_counter(RegisterRange::single(0, register), ShaderKind::PIXEL).ok();
    registers.filter_map(ask).map(|mapped| mapped.binding()).sum()
}

/// Pairs whose textures differ.
#[inline(never)]
fn pair_64_ranges(info: &InterfaceInfo<'_>) -> u32 {
    let registers = (ENTRIES - RANGES..ENTRIES).map(black_box);
    let ask = |register| info.resolve_combined(PairRequest::new((0, register), (0, 0), ShaderKind::PIXEL)).ok();
    registers.filter_map(ask).map(|mapped| mapped.binding()).sum()
}

/// The iterators of a layout's author over all 256 entries; they look at every two.
#[inline(never)]
fn lay_out_with_64_ranges(info: &InterfaceInfo<'_>) -> usize {
    info.layout().count() + info.layout_conflicts().count() + info.register_overlaps().count()
}

fn resolve(info: &InterfaceInfo<'_>, first: u32) -> u32 {
    let ranges = (first..first + RANGES).map(|register| RegisterRange::single(0, black_box(register)));
    let targets = ranges.filter_map(|range| info.resolve(Request::cbv(range, ShaderKind::PIXEL)).ok());
    targets.filter_map(|target| target.descriptor()).map(|mapped| mapped.binding()).sum()
}

fn main() {
    let entry = |number| ResourceBinding::new(DescriptorType::Cbv, 0, number, DescriptorBinding::single(0, number));
    let entries: Vec<_> = (0..ENTRIES).map(entry).collect();
    let lists = Lists::NONE.with_bindings(&entries);
    let info = InterfaceInfo::new(lists, DescriptorOffsets::NONE, Profile::STRICT).expect("a layout that can be meant");
    let info = black_box(info);
    assert_eq!(resolve_64_ranges_found_late(&info), (ENTRIES - RANGES..ENTRIES).sum());
    assert_eq!(resolve_64_ranges_missed(&info), 0);
    assert_eq!(lay_out_with_64_ranges(&info), ENTRIES as usize);

    let counter = |number| UavCounterBinding::new(0, number, DescriptorBinding::single(0, number));
    let counters: Vec<_> = (0..ENTRIES).map(counter).collect();
    let pair = |number| CombinedResourceSampler::new((0, number), (0, 0), DescriptorBinding::single(1, number));
    let pairs: Vec<_> = (0..ENTRIES).map(pair).collect();
    let lists = Lists::NONE.with_uav_counters(&counters).with_combined_samplers(&pairs);
    let info = InterfaceInfo::new(lists, DescriptorOffsets::NONE, Profile::STRICT).expect("a layout that can be meant");
    let info = black_box(info);
    assert_eq!(count_64_ranges(&info), (ENTRIES - RANGES..ENTRIES).sum());
    assert_eq!(pair_64_ranges(&info), (ENTRIES - RANGES..ENTRIES).sum());
}
