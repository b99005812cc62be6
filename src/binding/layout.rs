//! What the lists ask of a pipeline layout, and where they contradict themselves.

use core::fmt;
use core::iter::FusedIterator;

use super::bind_error::{EntryRef, List};
use super::entries::DescriptorCount;
use super::interface::InterfaceInfo;
use super::pairs::Pairs;
use super::site::{Site, Window};
use super::values::BindingFlags;

impl<'a> InterfaceInfo<'a> {
    /// The bindings that the pipeline layout needs, in the order in which the lists first name them.
    ///
    /// Every binding number is in one item; where entries have binding numbers, those that the same entries name are one.
    /// The work is quadratic in the number of entries, cubic where such entries overlap: there is no memory to sort them in.
    ///
    /// ```
    /// use psoview::binding::{
    ///     DescriptorBinding, DescriptorOffset, DescriptorOffsets, DescriptorType, InterfaceInfo, Lists, Profile,
    ///     ResourceBinding,
    /// };
    ///
    /// let entries = [ResourceBinding::new(DescriptorType::Cbv, 0, 0, DescriptorBinding::array(3, 2, 4))];
    /// let offsets = [DescriptorOffset::new(8)];
    /// let offsets = DescriptorOffsets::NONE.with_bindings(&offsets);
    /// let info = InterfaceInfo::new(Lists::NONE.with_bindings(&entries), offsets, Profile::STRICT)?;
    /// let needed = info.layout().next().map(|needed| (needed.set, needed.binding, needed.descriptors));
    /// assert_eq!(needed, Some((3, 2, Some(12))));
    /// # Ok::<(), psoview::binding::BindError>(())
    /// ```
    #[must_use]
    pub const fn layout(&self) -> Layout<'a> {
        Layout { info: *self, next: 0, done: 0 }
    }

    /// Every two entries that ask for different things at one place: of different types, or with windows of elements that
    /// overlap though the entries do not mean the same registers. The latter is so where
    /// [`registers_at`](Self::registers_at) has two registers for one descriptor; entries with different run-time offsets are
    /// left out, for what those are is not known.
    ///
    /// Neither need be a fault. Mutable descriptors have several types, and one descriptor may be meant to serve several
    /// registers. The work is quadratic in the number of entries.
    #[must_use]
    pub const fn layout_conflicts(&self) -> LayoutConflicts<'a> {
        LayoutConflicts { info: *self, pairs: Pairs::FIRST, pending: None }
    }
}

/// A binding of the pipeline layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct LayoutBinding {
    /// The descriptor set's number.
    pub set: u32,
    /// The binding number.
    pub binding: u32,
    /// How many binding numbers are taken from there: 1 but in vkd3d-proton's profile, where each register of an entry that
    /// is not bindless has its own.
    pub bindings: DescriptorCount,
    /// How many descriptors the binding needs: the largest static offset + count of the entries that name it, at most 2^32.
    /// `None` where one of them is unbounded.
    pub descriptors: Option<u64>,
    /// Whether an entry has a run-time offset, for which there have to be more descriptors than that.
    pub has_dynamic_offset: bool,
}

/// Iterates over the bindings that a pipeline layout needs.
#[derive(Clone, Debug)]
pub struct Layout<'a> {
    info: InterfaceInfo<'a>,
    /// The entry whose binding numbers come next, and how many of them were looked at.
    next: usize,
    done: u64,
}

/// The number after the last binding number.
const NUMBERS: u64 = 1 << 32;

impl Layout<'_> {
    /// The entries with numbers below this one that have the set.
    fn sites(&self, set: u32, end: usize) -> impl Iterator<Item = Site> {
        let info = self.info;
        (0..end).map_while(move |number| info.site(number)).filter(move |site| site.binding.set == set)
    }
}

fn covers(window: Window, number: u64) -> bool {
    u64::from(window.start) <= number && window.end().is_none_or(|end| number < end)
}

impl Iterator for Layout<'_> {
    type Item = LayoutBinding;

    fn next(&mut self) -> Option<LayoutBinding> {
        loop {
            let site = self.info.site(self.next)?;
            let (set, own) = (site.binding.set, site.binding_numbers());
            let start = u64::from(own.start).saturating_add(self.done);
            let end = own.end().unwrap_or(NUMBERS).min(NUMBERS);
            let Some(binding) = u32::try_from(start).ok().filter(|_| start < end) else {
                (self.next, self.done) = (self.next.saturating_add(1), 0);
                continue;
            };
            // Numbers that follow each other are one item as long as the same entries name them.
            let edges = self.sites(set, usize::MAX).flat_map(|other| {
                let window = other.binding_numbers();
                [Some(u64::from(window.start)), window.end()]
            });
            let edge = edges.flatten().filter(|edge| *edge > start).fold(end, u64::min);
            self.done = edge.saturating_sub(own.start.into());
            if self.sites(set, self.next).any(|earlier| covers(earlier.binding_numbers(), start)) {
                continue;
            }
            let is_endless = edge == NUMBERS && own.end().is_none();
            let count = u32::try_from(edge.saturating_sub(start)).ok().filter(|_| !is_endless);
            let bindings = count.map_or(DescriptorCount::Unbounded, DescriptorCount::Fixed);
            let first = LayoutBinding { set, binding, bindings, descriptors: Some(0), has_dynamic_offset: false };
            let named = self.sites(set, usize::MAX).filter(|other| covers(other.binding_numbers(), start));
            return Some(named.fold(first, |sum, site| LayoutBinding {
                descriptors: larger_end(sum.descriptors, &site),
                has_dynamic_offset: sum.has_dynamic_offset || site.offset.dynamic_index.is_some(),
                ..sum
            }));
        }
    }
}

impl FusedIterator for Layout<'_> {}

fn larger_end(descriptors: Option<u64>, site: &Site) -> Option<u64> {
    let elements = site.elements();
    if elements.is_empty() {
        return descriptors;
    }
    Some(descriptors?.max(elements.end()?))
}

impl Site {
    /// Whether the descriptors are of different types, as far as the entries say.
    fn has_other_type(&self, other: &Self) -> bool {
        let natures = |site: &Self| site.flags.bits() & BindingFlags::BUFFER.union(BindingFlags::IMAGE).bits();
        let (own, others) = (natures(self), natures(other));
        self.list != other.list
            || self.descriptor_type != other.descriptor_type
            || (own != 0 && others != 0 && own & others == 0)
    }

    /// Whether both entries have an element in common that they give to different registers.
    ///
    /// Within one binding both count on by one a register, and so they do from binding number to binding number, so that
    /// the first descriptor in common speaks for all.
    fn has_other_registers(&self, other: &Self) -> bool {
        // What a run-time offset adds is not known, so only equal ones can be compared.
        if self.offset.dynamic_index != other.offset.dynamic_index {
            return false;
        }
        let binding = self.binding.binding.max(other.binding.binding);
        let (Some(own), Some(others)) = (self.claim(binding), other.claim(binding)) else { return false };
        let Some(element) = own.common_element(others) else { return false };
        let file = |site: &Self| (site.list == List::UavCounters, site.descriptor_type, site.space);
        file(self) != file(other) || own.register_at(element) != others.register_at(element)
    }
}

/// Two entries that ask for different things at one place of the pipeline layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LayoutConflict {
    /// The descriptors are of different types: of another class, a counter or a combined sampler and something else, or
    /// buffers only and images only.
    Types {
        /// The earlier entry.
        first: EntryRef,
        /// The later entry.
        second: EntryRef,
    },
    /// Both have an element that they give to different registers.
    Elements {
        /// The earlier entry.
        first: EntryRef,
        /// The later entry.
        second: EntryRef,
    },
}

impl fmt::Display for LayoutConflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Types { first, second } => write!(f, "{first} and {second} share a binding and differ in type"),
            Self::Elements { first, second } => write!(f, "{first} and {second} share elements of a binding"),
        }
    }
}

/// Iterates over the entries that ask for different things at one place.
#[derive(Clone, Debug)]
pub struct LayoutConflicts<'a> {
    info: InterfaceInfo<'a>,
    pairs: Pairs,
    /// The second thing about a pair of which the first was just handed out.
    pending: Option<LayoutConflict>,
}

impl Iterator for LayoutConflicts<'_> {
    type Item = LayoutConflict;

    fn next(&mut self) -> Option<LayoutConflict> {
        if let Some(conflict) = self.pending.take() {
            return Some(conflict);
        }
        loop {
            let (earlier, later) = self.pairs.next(|number| self.info.site(number))?;
            if !earlier.shares_binding(&later) {
                continue;
            }
            let (first, second) = (earlier.entry_ref(), later.entry_ref());
            let elements = earlier.has_other_registers(&later).then_some(LayoutConflict::Elements { first, second });
            if earlier.has_other_type(&later) {
                self.pending = elements;
                return Some(LayoutConflict::Types { first, second });
            }
            if elements.is_some() {
                return elements;
            }
        }
    }
}

impl FusedIterator for LayoutConflicts<'_> {}
