//! Entries of one list that serve the same question, so that their order decides.

use core::fmt;
use core::iter::FusedIterator;

use super::bind_error::{EntryRef, List};
use super::entries::{CombinedResourceSampler, DescriptorCount};
use super::interface::{InterfaceInfo, Lists};
use super::pairs::Pairs;
use super::profile::Sentinels;
use super::search::needed_flags;
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

    /// The entry with this number, counting those that name descriptors first, as [`site`](Self::site) does, then the push
    /// constants.
    fn contender(&self, number: usize) -> Option<Contender> {
        let Some(site) = self.site(number) else { return self.push_constants_contender(number) };
        let pair = self.lists.combined_samplers.get(site.entry).filter(|_| site.list == List::CombinedSamplers);
        let (natures, count) = match site.list {
            List::Bindings => (self.admitted(site.descriptor_type, site.flags), self.covered(site.binding.count)),
            List::CombinedSamplers => (self.natures(site.descriptor_type, site.flags), DescriptorCount::Fixed(1)),
            _ => (ANY, self.covered(site.binding.count)),
        };
        Some(Contender {
            entry: site.entry_ref(),
            class: site.descriptor_type,
            natures,
            space: site.space,
            registers: Window { start: site.register, count },
            visibility: site.visibility,
            sampler: pair.and_then(|pair| self.named_sampler(pair)),
        })
    }

    fn push_constants_contender(&self, number: usize) -> Option<Contender> {
        let Lists { bindings, uav_counters, combined_samplers, push_constants } = self.lists;
        let before = [bindings.len(), uav_counters.len(), combined_samplers.len()];
        let number = before.into_iter().try_fold(number, usize::checked_sub)?;
        push_constants.get(number).map(|entry| Contender {
            entry: EntryRef { list: List::PushConstants, entry: number },
            class: DescriptorType::Cbv,
            natures: ANY,
            space: entry.space,
            registers: Window { start: entry.register, count: DescriptorCount::Fixed(1) },
            visibility: entry.visibility,
            sampler: None,
        })
    }

    /// The sampler that a question about the pair has to name.
    fn named_sampler(&self, pair: &CombinedResourceSampler) -> Option<(u32, u32)> {
        let sampler = pair.sampler.map(|register| (pair.sampler_space, register));
        sampler.filter(|_| !self.profile.loads_take_any_pair)
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
    /// See [`InterfaceInfo::named_sampler`].
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
