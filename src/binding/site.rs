//! The entries of all lists that name descriptors, brought into one form and one order.

use super::bind_error::{EntryRef, List};
use super::entries::{DescriptorBinding, DescriptorCount};
use super::interface::InterfaceInfo;
use super::offsets::DescriptorOffset;
use super::refusal::refusal;
use super::search::{as_seen, has_binding_numbers};
use super::values::{BindingFlags, DescriptorType, Visibility};

/// An entry that names descriptors.
#[derive(Clone, Copy)]
pub(super) struct Site {
    pub(super) list: List,
    pub(super) entry: usize,
    /// The class; a combined sampler is named by its SRV.
    pub(super) descriptor_type: DescriptorType,
    pub(super) flags: BindingFlags,
    pub(super) space: u32,
    pub(super) register: u32,
    pub(super) visibility: Visibility,
    pub(super) binding: DescriptorBinding,
    pub(super) offset: DescriptorOffset,
    /// Whether each register has a binding number of its own.
    pub(super) has_binding_numbers: bool,
    /// Whether the profile refuses the entry whatever range finds it, so that it serves no register.
    pub(super) is_refused: bool,
}

/// Whole numbers that follow each other.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) start: u32,
    pub(super) count: DescriptorCount,
}

impl Window {
    /// The number after the last; `None` where there is no last.
    pub(super) fn end(self) -> Option<u64> {
        self.count.fixed().map(|count| u64::from(self.start).saturating_add(count.into()))
    }

    pub(super) fn is_empty(self) -> bool {
        self.count == DescriptorCount::Fixed(0)
    }

    pub(super) fn meets(self, other: Self) -> bool {
        let starts_before_end = |a: Self, b: Self| b.end().is_none_or(|end| u64::from(a.start) < end);
        !self.is_empty() && !other.is_empty() && starts_before_end(self, other) && starts_before_end(other, self)
    }
}

/// Elements of one binding that follow each other, and the registers that they serve.
#[derive(Clone, Copy)]
pub(super) struct Claim {
    start: u32,
    first: u32,
    count: u64,
}

impl Claim {
    /// The register that the element serves.
    pub(super) fn register_at(self, element: u32) -> Option<u32> {
        let distance = element.checked_sub(self.start).filter(|distance| u64::from(*distance) < self.count)?;
        self.first.checked_add(distance)
    }

    /// The first element that both have.
    pub(super) fn common_element(self, other: Self) -> Option<u32> {
        let element = self.start.max(other.start);
        self.register_at(element).and(other.register_at(element)).map(|_| element)
    }
}

impl Site {
    pub(super) const fn entry_ref(&self) -> EntryRef {
        EntryRef { list: self.list, entry: self.entry }
    }

    pub(super) const fn binding_numbers(&self) -> Window {
        let count = if self.has_binding_numbers { self.binding.count } else { DescriptorCount::Fixed(1) };
        Window { start: self.binding.binding, count }
    }

    /// The elements that the layout needs at each of its binding numbers, before the run-time offset.
    pub(super) const fn elements(&self) -> Window {
        match self.binding.count {
            DescriptorCount::Fixed(count) if self.has_binding_numbers && count > 0 => {
                Window { start: 0, count: DescriptorCount::Fixed(1) }
            }
            count => Window { start: self.offset.static_offset, count },
        }
    }

    /// The array elements that serve registers at this binding number, before the run-time offset.
    ///
    /// An entry whose registers have binding numbers is an array from each of them on, as the ranges that start there take
    /// it.
    pub(super) fn claim(&self, binding: u32) -> Option<Claim> {
        if self.is_refused {
            return None;
        }
        let distance = binding.checked_sub(self.binding.binding)?;
        let moved = if self.has_binding_numbers { distance } else { 0 };
        if distance != moved {
            return None;
        }
        let first = self.register.checked_add(moved)?;
        // The last register ends every entry, an unbounded one too.
        let registers = (1_u64 << 32).saturating_sub(first.into());
        let count = match self.binding.count {
            DescriptorCount::Fixed(count) => u64::from(count.checked_sub(moved)?).min(registers),
            DescriptorCount::Unbounded => registers,
        };
        let start = self.offset.static_offset;
        (count > 0).then_some(Claim { start, first, count })
    }

    pub(super) fn shares_binding(&self, other: &Self) -> bool {
        self.binding.set == other.binding.set && self.binding_numbers().meets(other.binding_numbers())
    }
}

impl InterfaceInfo<'_> {
    /// The entry with this number, counting the bindings first, then the UAV counters, then the combined samplers.
    pub(super) fn site(&self, number: usize) -> Option<Site> {
        if let Some(entry) = self.lists.bindings.get(number) {
            let (binding, offset) = (as_seen(entry.binding, self.profile.sentinels), self.binding_offset(number));
            let has_binding_numbers = has_binding_numbers(&self.profile, entry.flags);
            return Some(Site {
                list: List::Bindings,
                entry: number,
                descriptor_type: entry.descriptor_type,
                flags: entry.flags,
                space: entry.space,
                register: entry.register,
                visibility: entry.visibility,
                binding,
                offset,
                has_binding_numbers,
                is_refused: !self.profile.types.contains(&entry.descriptor_type)
                    || refusal(&self.profile, binding, offset, has_binding_numbers).is_some(),
            });
        }
        let number = number.checked_sub(self.lists.bindings.len())?;
        if let Some(entry) = self.lists.uav_counters.get(number) {
            let (binding, offset) = (as_seen(entry.binding, self.profile.sentinels), self.uav_counter_offset(number));
            return Some(Site {
                list: List::UavCounters,
                entry: number,
                descriptor_type: DescriptorType::Uav,
                flags: BindingFlags::BUFFER,
                space: entry.space,
                register: entry.register,
                visibility: entry.visibility,
                binding,
                offset,
                has_binding_numbers: false,
                is_refused: refusal(&self.profile, binding, offset, false).is_some(),
            });
        }
        let number = number.checked_sub(self.lists.uav_counters.len())?;
        self.lists.combined_samplers.get(number).map(|entry| Site {
            list: List::CombinedSamplers,
            entry: number,
            descriptor_type: DescriptorType::Srv,
            flags: entry.flags,
            space: entry.resource_space,
            register: entry.resource,
            visibility: entry.visibility,
            binding: entry.binding,
            offset: DescriptorOffset::ZERO,
            has_binding_numbers: false,
            is_refused: refusal(&self.profile, entry.binding, DescriptorOffset::ZERO, false).is_some(),
        })
    }
}
