//! 64 register ranges against 256 entries. It prints nothing to be read: count its instructions, with
//! `valgrind --tool=callgrind --toggle-collect='*64_ranges*' target/release/deps/binding-…`.

use std::hint::black_box;

use psoview::binding::{
    DescriptorBinding, DescriptorOffsets, DescriptorType, InterfaceInfo, Lists, Profile, RegisterRange, Request,
    ResourceBinding, ShaderKind,
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
}
