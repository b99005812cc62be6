//! Short ways to write lists, questions and answers down.

use psoview::binding::{
    BindError, BindErrorKind, BindingFlags, DescriptorBinding, DescriptorCount, DescriptorOffset, DescriptorOffsets,
    DescriptorType, InterfaceInfo, List, Lists, Mapped, Miss, MissReason, Profile, RegisterRange, ResourceBinding,
    ShaderKind, Target, UavCounterBinding,
};

pub(crate) use DescriptorType::{Cbv, Sampler, Srv, Uav};

pub(crate) const U: u32 = u32::MAX;
pub(crate) const BUFFER: BindingFlags = BindingFlags::BUFFER;
pub(crate) const IMAGE: BindingFlags = BindingFlags::IMAGE;
pub(crate) const PIXEL: ShaderKind = ShaderKind::PIXEL;
pub(crate) const COMPUTE: ShaderKind = ShaderKind::COMPUTE;

/// The profiles of SPIR-V that follow vkd3d's rules for elements.
pub(crate) const ELEMENTS: [Profile; 3] = [Profile::STRICT, Profile::VKD3D_1_14, Profile::VKD3D_1_18];
pub(crate) const VKD3D: [Profile; 2] = [Profile::VKD3D_1_14, Profile::VKD3D_1_18];
pub(crate) const SPIRV: [Profile; 4] =
    [Profile::STRICT, Profile::VKD3D_1_14, Profile::VKD3D_1_18, Profile::VKD3D_PROTON];

/// An entry at set 0 and binding 0; `U` descriptors are unbounded.
pub(crate) const fn entry(class: DescriptorType, space: u32, register: u32, count: u32) -> ResourceBinding {
    entry_at(class, space, register, count, (0, 0))
}

pub(crate) const fn entry_at(
    class: DescriptorType,
    space: u32,
    register: u32,
    count: u32,
    place: (u32, u32),
) -> ResourceBinding {
    ResourceBinding::new(class, space, register, descriptors(count, place))
}

/// The same entry as a window of a heap, which is what vkd3d-proton has elements for.
pub(crate) const fn heap(entry: ResourceBinding) -> ResourceBinding {
    entry.with_flags(entry.flags.union(BindingFlags::BINDLESS))
}

pub(crate) const fn counter(space: u32, register: u32, count: u32, place: (u32, u32)) -> UavCounterBinding {
    UavCounterBinding::new(space, register, descriptors(count, place))
}

const fn descriptors(count: u32, (set, binding): (u32, u32)) -> DescriptorBinding {
    DescriptorBinding::new(set, binding, DescriptorCount::from_raw(count))
}

pub(crate) const fn fixed(offset: u32) -> DescriptorOffset {
    DescriptorOffset::new(offset)
}

pub(crate) const fn dynamic(offset: u32, index: u32) -> DescriptorOffset {
    DescriptorOffset::new(offset).with_dynamic_index(index)
}

pub(crate) fn range(space: u32, first: u32, last: u32) -> RegisterRange {
    RegisterRange::bounded(space, first, last).expect("a range that runs forwards")
}

pub(crate) fn register(space: u32, register: u32) -> RegisterRange {
    RegisterRange::single(space, register)
}

pub(crate) fn endless(space: u32, first: u32) -> RegisterRange {
    RegisterRange::unbounded(space, first)
}

pub(crate) fn bindings(entries: &[ResourceBinding], profile: Profile) -> InterfaceInfo<'_> {
    built(Lists::NONE.with_bindings(entries), DescriptorOffsets::NONE, profile)
}

/// The entries with an offset each, and a table of four words.
pub(crate) fn with_offsets<'a>(
    entries: &'a [ResourceBinding],
    offsets: &'a [DescriptorOffset],
    profile: Profile,
) -> InterfaceInfo<'a> {
    let offsets = DescriptorOffsets::NONE.with_bindings(offsets).with_table(0, 4);
    built(Lists::NONE.with_bindings(entries), offsets, profile)
}

pub(crate) fn built<'a>(lists: Lists<'a>, offsets: DescriptorOffsets<'a>, profile: Profile) -> InterfaceInfo<'a> {
    InterfaceInfo::new(lists, offsets, profile).unwrap_or_else(|error| panic!("{}: {error}", profile.name))
}

pub(crate) fn mapped(target: Result<Target, Miss>) -> Mapped {
    target.expect("something serves it").descriptor().expect("descriptors serve it")
}

/// Set, binding and entry.
pub(crate) fn place(mapped: &Mapped) -> (u32, u32, Option<usize>) {
    (mapped.set(), mapped.binding(), mapped.entry())
}

/// The elements of these registers, which both ways of counting agree on.
pub(crate) fn elements(mapped: &Mapped, registers: &[u32], table: &[u32]) -> Vec<u32> {
    let element = |register: &u32| {
        let element = mapped.index(*register, table).expect("an element");
        assert_eq!(mapped.wrapping_index(*register, table), Ok(element));
        element
    };
    registers.iter().map(element).collect()
}

pub(crate) fn missed<T: core::fmt::Debug>(result: Result<T, Miss>) -> (List, Option<usize>, MissReason) {
    let miss = result.expect_err("nothing serves it");
    (miss.list, miss.entry, miss.why)
}

pub(crate) fn refused(
    lists: Lists<'_>,
    offsets: DescriptorOffsets<'_>,
    profile: Profile,
) -> (List, usize, BindErrorKind) {
    let BindError { list, entry, kind, .. } = InterfaceInfo::new(lists, offsets, profile).expect_err("a fault");
    (list, entry, kind)
}
