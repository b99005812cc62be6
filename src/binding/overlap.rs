//! Entries of one list that serve the same question, so that their order decides.

use core::fmt;
use core::iter::FusedIterator;

use super::bind_error::{EntryRef, List};
use super::entries::DescriptorCount;
use super::interface::InterfaceInfo;
use super::pairs::Pairs;
use super::profile::Sentinels;
use super::search::{as_seen, needed_flags};
use super::site::Window;
use super::values::{BindingFlags, DescriptorType, Nature, Visibility};

impl<'a> InterfaceInfo<'a> {
    /// Every two entries of a list that one question may find alike, so that their order decides: bindings, UAV counters,
    /// combined samplers and push constants.
    ///
    /// Push constants and combined samplers come before the bindings whatever the order, which is no overlap. Neither are
    /// pairs of one SRV with different samplers, but where a load without a sampler takes the SRV's first pair
    /// ([`Profile::loads_take_any_pair`](super::Profile::loads_take_any_pair)). The work is quadratic in the number of
    /// entries.
    ///
    /// ```
    /// use psoview::binding::{DescriptorOffsets, InterfaceInfo, Lists, Profile, PushConstantBuffer, Visibility};
    ///
    /// // Both serve b0 of a pixel shader.
    /// let push = [
    ///     PushConstantBuffer::new(0, 0, 0, 16),
    ///     PushConstantBuffer::new(0, 0, 16, 16).with_visibility(Visibility::Pixel),
    /// ];
    /// let info = InterfaceInfo::new(Lists::NONE.with_push_constants(&push), DescriptorOffsets::NONE, Profile::STRICT)?;
    /// let overlap = info.register_overlaps().next().map(|overlap| (overlap.first.entry, overlap.second.entry));
    /// assert_eq!(overlap, Some((0, 1)));
    /// # Ok::<(), psoview::binding::BindError>(())
    /// ```
    #[must_use]
    pub const fn register_overlaps(&self) -> RegisterOverlaps<'a> {
        RegisterOverlaps { info: *self, pairs: Pairs::FIRST }
    }

    /// The entry with this number, counting the bindings first, then the UAV counters, the combined samplers and the push
    /// constants.
    fn contender(&self, number: usize) -> Option<Contender> {
        let lists = self.lists;
        let one = DescriptorCount::Fixed(1);
        if let Some(entry) = lists.bindings.get(number) {
            let class = entry.descriptor_type;
            return Some(Contender {
                entry: EntryRef { list: List::Bindings, entry: number },
                class,
                natures: self.admitted(class, entry.flags),
                space: entry.space,
                registers: Window {
                    start: entry.register,
                    count: self.covered(as_seen(entry.binding, self.profile.sentinels).count),
                },
                visibility: entry.visibility,
                sampler: None,
            });
        }
        let number = number.checked_sub(lists.bindings.len())?;
        if let Some(entry) = lists.uav_counters.get(number) {
            return Some(Contender {
                entry: EntryRef { list: List::UavCounters, entry: number },
                class: DescriptorType::Uav,
                natures: ANY,
                space: entry.space,
                registers: Window {
                    start: entry.register,
                    count: self.covered(as_seen(entry.binding, self.profile.sentinels).count),
                },
                visibility: entry.visibility,
                sampler: None,
            });
        }
        let number = number.checked_sub(lists.uav_counters.len())?;
        if let Some(entry) = lists.combined_samplers.get(number) {
            let sampler = entry.sampler.map(|register| (entry.sampler_space, register));
            return Some(Contender {
                entry: EntryRef { list: List::CombinedSamplers, entry: number },
                class: DescriptorType::Srv,
                natures: self.natures(DescriptorType::Srv, entry.flags),
                space: entry.resource_space,
                registers: Window { start: entry.resource, count: one },
                visibility: entry.visibility,
                sampler: sampler.filter(|_| !self.profile.loads_take_any_pair),
            });
        }
        let number = number.checked_sub(lists.combined_samplers.len())?;
        lists.push_constants.get(number).map(|entry| Contender {
            entry: EntryRef { list: List::PushConstants, entry: number },
            class: DescriptorType::Cbv,
            natures: ANY,
            space: entry.space,
            registers: Window { start: entry.register, count: one },
            visibility: entry.visibility,
            sampler: None,
        })
    }

    /// How many registers an entry of this count covers.
    const fn covered(&self, count: DescriptorCount) -> DescriptorCount {
        match (self.profile.single_registers, self.profile.sentinels) {
            // The entry's own register, whatever the count.
            (true, _) => DescriptorCount::Fixed(1),
            (false, Sentinels::CountAndLast) => DescriptorCount::Fixed(count.raw()),
            (false, _) => count,
        }
    }

    /// What resources an entry of the bindings serves: none where the profile does not serve their class.
    fn admitted(&self, class: DescriptorType, flags: BindingFlags) -> [bool; 2] {
        if self.profile.types.contains(&class) { self.natures(class, flags) } else { [false; 2] }
    }

    /// Whether flags admit buffers and whether they admit images; a sampler stands for both.
    fn natures(&self, class: DescriptorType, flags: BindingFlags) -> [bool; 2] {
        let admits = |nature| flags.contains(needed_flags(&self.profile, nature));
        match class {
            DescriptorType::Sampler => [admits(Nature::Neither); 2],
            DescriptorType::Cbv => [admits(Nature::Buffer), false],
            DescriptorType::Srv | DescriptorType::Uav => [admits(Nature::Buffer), admits(Nature::Image)],
        }
    }
}

/// The entry has no flags.
const ANY: [bool; 2] = [true; 2];

/// What an entry is found by.
struct Contender {
    entry: EntryRef,
    class: DescriptorType,
    /// Whether it serves buffers and whether it serves images.
    natures: [bool; 2],
    space: u32,
    registers: Window,
    visibility: Visibility,
    /// The sampler that a question about a pair has to name.
    sampler: Option<(u32, u32)>,
}

impl Contender {
    /// Whether one question may find both.
    fn competes(&self, other: &Self) -> bool {
        self.entry.list == other.entry.list
            && self.class == other.class
            && self.space == other.space
            && self.visibility.meets(other.visibility)
            && self.registers.meets(other.registers)
            && self.natures.iter().zip(other.natures).any(|(own, others)| *own && others)
            && self.sampler == other.sampler
    }
}

/// Two entries of a list that one question may find alike; the first of them wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct RegisterOverlap {
    /// The earlier entry.
    pub first: EntryRef,
    /// The later entry.
    pub second: EntryRef,
}

impl fmt::Display for RegisterOverlap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} and {} have registers in common; the first wins", self.first, self.second)
    }
}

/// Iterates over the entries that one question may find alike.
#[derive(Clone, Debug)]
pub struct RegisterOverlaps<'a> {
    info: InterfaceInfo<'a>,
    pairs: Pairs,
}

impl Iterator for RegisterOverlaps<'_> {
    type Item = RegisterOverlap;

    fn next(&mut self) -> Option<RegisterOverlap> {
        loop {
            let (earlier, later) = self.pairs.next(|number| self.info.contender(number))?;
            if earlier.competes(&later) {
                return Some(RegisterOverlap { first: earlier.entry, second: later.entry });
            }
        }
    }
}

impl FusedIterator for RegisterOverlaps<'_> {}
