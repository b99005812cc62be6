//! The walk over a list: which entry serves a range, and if none does, which comes nearest.

use super::bind_error::List;
use super::entries::{
    CombinedResourceSampler, DescriptorBinding, DescriptorCount, PushConstantBuffer, ResourceBinding, UavCounterBinding,
};
use super::miss::{Miss, MissReason};
use super::profile::{Addressing, Profile, Sentinels, UnboundedRule};
use super::range::RegisterRange;
use super::request::{PairRequest, Request};
use super::values::{BindingFlags, DescriptorType, Nature, Visibility};
use crate::values::ShaderKind;

/// What a test says of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It serves the range.
    Serves,
    /// It serves the first register of an unbounded range, which the profile retries as one register.
    ServesFirst,
    /// It fails here first.
    Fails(MissReason),
}

/// An entry that serves a range.
pub(super) struct Found<'a, T> {
    pub(super) entry: usize,
    pub(super) item: &'a T,
    /// Only the range's first register is served.
    pub(super) first_only: bool,
}

/// The first entry that serves; else the first that serves the first register; else how near the nearest comes.
///
/// The order of the reasons is the order of the tests, so the entry with the greatest reason has passed the most.
#[inline]
pub(super) fn search<T>(list: List, items: &[T], test: impl Fn(&T) -> Verdict) -> Result<Found<'_, T>, Miss> {
    let (mut nearest, mut why) = (None, MissReason::NoEntries);
    let mut fallback = None;
    let mut next = 0_usize;
    for item in items {
        // An enumeration checks its count for overflow, and small programs keep that check.
        let entry = next;
        next = entry.wrapping_add(1);
        match test(item) {
            Verdict::Fails(reason) => {
                if reason > why {
                    (nearest, why) = (Some(entry), reason);
                }
            }
            Verdict::Serves => return Ok(Found { entry, item, first_only: false }),
            Verdict::ServesFirst => fallback = fallback.or(Some(Found { entry, item, first_only: true })),
        }
    }
    fallback.ok_or(Miss { list, entry: nearest, why })
}

/// A range as the profile sees it.
#[derive(Clone, Copy)]
pub(super) struct Span {
    pub(super) space: u32,
    pub(super) first: u32,
    pub(super) last: Option<u32>,
    /// Whether it is taken for one register.
    pub(super) is_single: bool,
}

impl Span {
    pub(super) fn new(range: RegisterRange, sentinels: Sentinels) -> Self {
        let has_sentinel_count = range.count() == Some(u32::MAX.into());
        let unbounded = match sentinels {
            Sentinels::Apart => false,
            Sentinels::Count => has_sentinel_count,
            Sentinels::CountAndLast => has_sentinel_count || range.last() == Some(u32::MAX),
        };
        let last = range.last().filter(|_| !unbounded);
        // Where "no last register" is a register number, the range that starts with that number looks like one register.
        let stored_last = if sentinels == Sentinels::CountAndLast { last.or(Some(u32::MAX)) } else { last };
        let is_single = stored_last == Some(range.first());
        Self { space: range.space(), first: range.first(), last, is_single }
    }
}

/// What all entries are tested against, worked out once.
#[derive(Clone, Copy)]
pub(super) struct Tests<'p> {
    profile: &'p Profile,
    pub(super) span: Span,
    /// The visibility to the shader's stage alone; that to all where it has none.
    stage: Visibility,
}

impl<'p> Tests<'p> {
    pub(super) fn new(profile: &'p Profile, range: RegisterRange, stage: ShaderKind) -> Self {
        let stage = Visibility::of(stage).unwrap_or(Visibility::All);
        Self { profile, span: Span::new(range, profile.sentinels), stage }
    }

    /// The test of a binding.
    #[inline]
    pub(super) fn binding(self, request: Request) -> impl Fn(&ResourceBinding) -> Verdict + use<'p> {
        let needed = needed_flags(self.profile, request.nature);
        move |entry| {
            if entry.descriptor_type != request.descriptor_type {
                return Verdict::Fails(MissReason::WrongType);
            }
            if let Some(why) = self.place(entry.space, entry.visibility) {
                return Verdict::Fails(why);
            }
            if !entry.flags.contains(needed) {
                return Verdict::Fails(MissReason::WrongFlags);
            }
            self.registers(entry.register, entry.binding.count, is_bindless(entry.flags))
        }
    }

    /// The test of a UAV counter.
    #[inline]
    pub(super) fn uav_counter(self) -> impl Fn(&UavCounterBinding) -> Verdict + use<'p> {
        move |entry| {
            if let Some(why) = self.place(entry.space, entry.visibility) {
                return Verdict::Fails(why);
            }
            self.registers(entry.register, entry.binding.count, true)
        }
    }

    /// The test of a push-constant buffer, which serves its very register.
    #[inline]
    pub(super) fn push_constants(self) -> impl Fn(&PushConstantBuffer) -> Verdict + use<'p> {
        move |entry| match self.place(entry.space, entry.visibility) {
            Some(why) => Verdict::Fails(why),
            None => self.register(entry.register),
        }
    }

    /// The test of a pair for one of its halves; `flags` is what the pair has to hold.
    #[inline]
    pub(super) fn half(
        self,
        half: DescriptorType,
        flags: BindingFlags,
    ) -> impl Fn(&CombinedResourceSampler) -> Verdict + use<'p> {
        move |entry| {
            let (space, register) = if half == DescriptorType::Sampler {
                let Some(sampler) = entry.sampler else { return Verdict::Fails(MissReason::WrongType) };
                (entry.sampler_space, sampler)
            } else {
                (entry.resource_space, entry.resource)
            };
            if let Some(why) = self.place(space, entry.visibility) {
                return Verdict::Fails(why);
            }
            if !entry.flags.contains(flags) {
                return Verdict::Fails(MissReason::WrongFlags);
            }
            self.register(register)
        }
    }

    /// The test of a pair for both halves.
    #[inline]
    pub(super) fn pair(self, request: PairRequest) -> impl Fn(&CombinedResourceSampler) -> Verdict + use<'p> {
        let resource = self.half(DescriptorType::Srv, needed_flags(self.profile, request.nature));
        let any_sampler = request.sampler.is_none() && self.profile.loads_take_any_pair;
        move |entry| match resource(entry) {
            Verdict::Serves
                if !any_sampler && entry.sampler.map(|sampler| (entry.sampler_space, sampler)) != request.sampler =>
            {
                Verdict::Fails(MissReason::WrongSampler)
            }
            verdict => verdict,
        }
    }

    #[inline]
    fn place(self, space: u32, visibility: Visibility) -> Option<MissReason> {
        if space != self.span.space {
            Some(MissReason::WrongSpace)
        } else if visibility != Visibility::All && visibility != self.stage {
            Some(MissReason::WrongVisibility)
        } else {
            None
        }
    }

    /// An entry of one register serves a range of that register.
    #[inline]
    fn register(self, register: u32) -> Verdict {
        if register > self.span.first {
            Verdict::Fails(MissReason::StartsAfter)
        } else if register < self.span.first || !self.span.is_single {
            Verdict::Fails(MissReason::PartlyCovered)
        } else {
            Verdict::Serves
        }
    }

    #[inline]
    fn registers(self, register: u32, count: DescriptorCount, bindless: bool) -> Verdict {
        if self.profile.single_registers {
            return self.register(register);
        }
        let Span { first, last, .. } = self.span;
        if register > first {
            return Verdict::Fails(MissReason::StartsAfter);
        }
        let distance = last.unwrap_or(first).wrapping_sub(register);
        if count.raw() <= distance && !self.reaches_last_register(count, distance) {
            return Verdict::Fails(MissReason::PartlyCovered);
        }
        if last.is_some() || count.raw() != 1 {
            return Verdict::Serves;
        }
        match self.profile.unbounded {
            UnboundedRule::FirstRegister => Verdict::Serves,
            UnboundedRule::NotSingle => Verdict::Fails(MissReason::PartlyCovered),
            UnboundedRule::NotSingleElseFirst if bindless => Verdict::Serves,
            UnboundedRule::NotSingleElseFirst => Verdict::ServesFirst,
        }
    }

    /// Whether an entry from register 0 on has the last register: the one distance that no count in 32 bits is above.
    #[cold]
    fn reaches_last_register(self, count: DescriptorCount, distance: u32) -> bool {
        distance == u32::MAX
            && match self.profile.sentinels {
                Sentinels::Apart => count == DescriptorCount::Unbounded,
                Sentinels::Count => count.raw() == u32::MAX,
                Sentinels::CountAndLast => false,
            }
    }
}

/// The descriptors as the profile sees them: where a count of 2^32 − 1 is the number for "unbounded", it is.
pub(super) const fn as_seen(binding: DescriptorBinding, sentinels: Sentinels) -> DescriptorBinding {
    match sentinels {
        Sentinels::Count => DescriptorBinding { count: DescriptorCount::from_raw(binding.count.raw()), ..binding },
        _ => binding,
    }
}

/// The flags that an entry needs. What is not known has to be served whatever it is.
pub(super) const fn needed_flags(profile: &Profile, nature: Nature) -> BindingFlags {
    match nature {
        Nature::Neither => profile.sampler_flags,
        Nature::Buffer => BindingFlags::BUFFER,
        Nature::Image => BindingFlags::IMAGE,
        Nature::Unknown => BindingFlags::BUFFER.union(BindingFlags::IMAGE),
    }
}

/// Whether the profile puts each register of an entry with these flags at a binding number of its own.
pub(super) fn has_binding_numbers(profile: &Profile, flags: BindingFlags) -> bool {
    profile.addressing == Addressing::BindingNumbers && !is_bindless(flags)
}

const fn is_bindless(flags: BindingFlags) -> bool {
    flags.contains(BindingFlags::BINDLESS)
}
