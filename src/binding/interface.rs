use super::bind_error::{BindError, BindErrorKind, List};
use super::entries::{
    CombinedResourceSampler, DescriptorBinding, DescriptorCount, PushConstantBuffer, ResourceBinding, UavCounterBinding,
};
use super::offsets::{DescriptorOffset, DescriptorOffsets};
use super::profile::Profile;

/// The size of a word of the offset table, in bytes.
pub(super) const WORD: u32 = 4;

/// The lists of a `vkd3d_shader_interface_info`. The default has no entries.
///
/// ```
/// use psoview::binding::{DescriptorBinding, DescriptorType, Lists, ResourceBinding};
///
/// const LISTS: Lists<'_> = Lists::NONE.with_bindings(&[
///     ResourceBinding::new(DescriptorType::Cbv, 0, 0, DescriptorBinding::single(0, 0)),
///     ResourceBinding::new(DescriptorType::Srv, 0, 0, DescriptorBinding::array(1, 0, 16)),
/// ]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Lists<'a> {
    /// What serves register ranges.
    pub bindings: &'a [ResourceBinding],
    /// What serves the counters of UAVs.
    pub uav_counters: &'a [UavCounterBinding],
    /// Constant buffers in the push-constant block; they come before the bindings.
    #[doc(alias = "push_constant_buffers")]
    pub push_constants: &'a [PushConstantBuffer],
    /// SRVs and samplers that share a descriptor; they come before the bindings.
    pub combined_samplers: &'a [CombinedResourceSampler],
}

impl<'a> Lists<'a> {
    /// No entries.
    pub const NONE: Lists<'static> =
        Lists { bindings: &[], uav_counters: &[], push_constants: &[], combined_samplers: &[] };

    /// The same lists with these bindings.
    #[must_use]
    pub const fn with_bindings(self, bindings: &'a [ResourceBinding]) -> Self {
        Self { bindings, ..self }
    }

    /// The same lists with these UAV counters.
    #[must_use]
    pub const fn with_uav_counters(self, uav_counters: &'a [UavCounterBinding]) -> Self {
        Self { uav_counters, ..self }
    }

    /// The same lists with these push-constant buffers.
    #[must_use]
    pub const fn with_push_constants(self, push_constants: &'a [PushConstantBuffer]) -> Self {
        Self { push_constants, ..self }
    }

    /// The same lists with these combined samplers.
    #[must_use]
    pub const fn with_combined_samplers(self, combined_samplers: &'a [CombinedResourceSampler]) -> Self {
        Self { combined_samplers, ..self }
    }
}

/// A descriptor layout that has been checked: lists, offsets and the rules to read them by.
///
/// It borrows the lists and copies nothing, so making one costs a walk over them and no memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InterfaceInfo<'a> {
    pub(super) lists: Lists<'a>,
    pub(super) offsets: DescriptorOffsets<'a>,
    pub(super) profile: Profile,
}

impl<'a> InterfaceInfo<'a> {
    /// Checks what C leaves to luck. It can be done in a constant.
    ///
    /// # Errors
    ///
    /// The first of, list by list and entry by entry: a list that the profile would ignore
    /// ([`BindErrorKind::ListUnsupported`]), a table that starts between words ([`BindErrorKind::TableOffsetUnaligned`]),
    /// offsets that are not as many as their entries ([`BindErrorKind::OffsetCountMismatch`]), a run-time offset outside the
    /// table ([`BindErrorKind::DynamicIndexOutOfRange`]), registers or elements past 2^32 − 1
    /// ([`BindErrorKind::RegistersOverflow`], [`BindErrorKind::ElementsOverflow`]; an unbounded entry is exempt), a counter
    /// not at the start of its descriptor ([`BindErrorKind::CounterOffsetNotZero`]), a combined sampler of several
    /// ([`BindErrorKind::CombinedCountNotOne`]).
    pub const fn new(lists: Lists<'a>, offsets: DescriptorOffsets<'a>, profile: Profile) -> Result<Self, BindError> {
        match check(&lists, &offsets, &profile) {
            Some(error) => Err(error),
            None => Ok(Self { lists, offsets, profile }),
        }
    }

    /// The lists.
    #[must_use]
    pub const fn lists(&self) -> Lists<'a> {
        self.lists
    }

    /// The offsets.
    #[must_use]
    pub const fn offsets(&self) -> DescriptorOffsets<'a> {
        self.offsets
    }

    /// The rules.
    #[must_use]
    pub const fn profile(&self) -> Profile {
        self.profile
    }

    /// The offset of this entry. `new` made sure that offsets which are there are complete.
    pub(super) fn binding_offset(&self, entry: usize) -> DescriptorOffset {
        offset_of(self.offsets.bindings, entry)
    }

    /// The offset of this entry.
    pub(super) fn uav_counter_offset(&self, entry: usize) -> DescriptorOffset {
        offset_of(self.offsets.uav_counters, entry)
    }
}

fn offset_of(offsets: Option<&[DescriptorOffset]>, entry: usize) -> DescriptorOffset {
    offsets.and_then(|offsets| offsets.get(entry)).copied().unwrap_or(DescriptorOffset::ZERO)
}

/// What an entry is checked for, whichever list it stands in.
struct Checked {
    register: u32,
    binding: DescriptorBinding,
}

const fn check(lists: &Lists<'_>, offsets: &DescriptorOffsets<'_>, profile: &Profile) -> Option<BindError> {
    if let Some(error) = check_lists(lists, profile) {
        return Some(error);
    }
    if offsets.table_offset & 3 != 0 {
        let kind = BindErrorKind::TableOffsetUnaligned { offset: offsets.table_offset, alignment: WORD };
        return Some(BindError { list: List::Table, entry: 0, kind });
    }
    if let Some(error) = check_bindings(lists.bindings, offsets) {
        return Some(error);
    }
    if let Some(error) = check_uav_counters(lists.uav_counters, offsets) {
        return Some(error);
    }
    check_combined_samplers(lists.combined_samplers)
}

const fn check_lists(lists: &Lists<'_>, profile: &Profile) -> Option<BindError> {
    let (list, entries) = if !profile.uav_counters && !lists.uav_counters.is_empty() {
        (List::UavCounters, lists.uav_counters.len())
    } else if !profile.push_constants && !lists.push_constants.is_empty() {
        (List::PushConstants, lists.push_constants.len())
    } else if !profile.combined_samplers && !lists.combined_samplers.is_empty() {
        (List::CombinedSamplers, lists.combined_samplers.len())
    } else {
        return None;
    };
    Some(BindError { list, entry: 0, kind: BindErrorKind::ListUnsupported { entries, limit: 0 } })
}

const fn check_bindings(entries: &[ResourceBinding], info: &DescriptorOffsets<'_>) -> Option<BindError> {
    if let Some(error) = check_length(List::Bindings, info.bindings, entries.len()) {
        return Some(error);
    }
    let (mut rest, mut offsets, mut number) = (entries, info.bindings, 0_usize);
    while let [entry, tail @ ..] = rest {
        let (offset, others) = split(offsets);
        let checked = Checked { register: entry.register, binding: entry.binding };
        if let Some(kind) = check_entry(&checked, offset, info.table_count) {
            return Some(BindError { list: List::Bindings, entry: number, kind });
        }
        (rest, offsets, number) = (tail, others, number.saturating_add(1));
    }
    None
}

const fn check_uav_counters(entries: &[UavCounterBinding], info: &DescriptorOffsets<'_>) -> Option<BindError> {
    if let Some(error) = check_length(List::UavCounters, info.uav_counters, entries.len()) {
        return Some(error);
    }
    let (mut rest, mut offsets, mut number) = (entries, info.uav_counters, 0_usize);
    while let [entry, tail @ ..] = rest {
        let (offset, others) = split(offsets);
        let checked = Checked { register: entry.register, binding: entry.binding };
        let kind = match check_entry(&checked, offset, info.table_count) {
            None if entry.offset != 0 => {
                Some(BindErrorKind::CounterOffsetNotZero { offset: entry.offset, expected: 0 })
            }
            kind => kind,
        };
        if let Some(kind) = kind {
            return Some(BindError { list: List::UavCounters, entry: number, kind });
        }
        (rest, offsets, number) = (tail, others, number.saturating_add(1));
    }
    None
}

const fn check_combined_samplers(entries: &[CombinedResourceSampler]) -> Option<BindError> {
    let (mut rest, mut number) = (entries, 0_usize);
    while let [entry, tail @ ..] = rest {
        let count = entry.binding.count.raw();
        if count != 1 {
            let kind = BindErrorKind::CombinedCountNotOne { count, expected: 1 };
            return Some(BindError { list: List::CombinedSamplers, entry: number, kind });
        }
        (rest, number) = (tail, number.saturating_add(1));
    }
    None
}

const fn check_length(list: List, offsets: Option<&[DescriptorOffset]>, entries: usize) -> Option<BindError> {
    let Some(offsets) = offsets else { return None };
    let offsets = offsets.len();
    if offsets == entries {
        return None;
    }
    let entry = if offsets < entries { offsets } else { entries };
    Some(BindError { list, entry, kind: BindErrorKind::OffsetCountMismatch { offsets, entries } })
}

/// The first offset, and the others.
const fn split(offsets: Option<&[DescriptorOffset]>) -> (DescriptorOffset, Option<&[DescriptorOffset]>) {
    match offsets {
        Some([first, rest @ ..]) => (*first, Some(rest)),
        _ => (DescriptorOffset::ZERO, None),
    }
}

const fn check_entry(entry: &Checked, offset: DescriptorOffset, table_count: u32) -> Option<BindErrorKind> {
    if let Some(index) = offset.dynamic_index {
        if index >= table_count {
            return Some(BindErrorKind::DynamicIndexOutOfRange { index, count: table_count });
        }
    }
    let DescriptorCount::Fixed(count) = entry.binding.count else { return None };
    // An entry of 0 descriptors covers nothing, so it ends nowhere.
    let last = count.saturating_sub(1);
    if entry.register.checked_add(last).is_none() {
        return Some(BindErrorKind::RegistersOverflow { register: entry.register, count });
    }
    if offset.static_offset.checked_add(last).is_none() {
        return Some(BindErrorKind::ElementsOverflow { static_offset: offset.static_offset, count });
    }
    None
}
