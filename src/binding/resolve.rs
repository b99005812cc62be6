//! From a range to what serves it.

use super::bind_error::List;
use super::entries::{CombinedResourceSampler, DescriptorBinding, DescriptorCount, ResourceBinding};
use super::interface::InterfaceInfo;
use super::mapped::{Mapped, PushConstants, Target};
use super::miss::{Miss, MissReason};
use super::offsets::DescriptorOffset;
use super::profile::{Addressing, Profile};
use super::range::RegisterRange;
use super::refusal::refusal;
use super::request::{PairRequest, Request};
use super::search::{Found, Span, Tests, as_seen, has_binding_numbers, needed_flags, search};
use super::values::{BindingFlags, DescriptorType, Nature};
use crate::values::ShaderKind;

impl InterfaceInfo<'_> {
    /// What serves a range: the first entry that passes every test.
    ///
    /// A constant buffer is looked for among the push constants first, an SRV and a sampler among the combined samplers.
    /// A resource of unknown [nature](Nature) is tried as a buffer and as an image, which is twice the work. The work is
    /// otherwise one pass over a list, a few comparisons an entry.
    ///
    /// It never makes up a mapping; [`resolve_or_default`](Self::resolve_or_default) does where the profile does.
    ///
    /// # Errors
    ///
    /// Which entry comes nearest, in the bindings or the list before them, and why it is none; that of the bindings where
    /// both come as near. [`MissReason::BufferOrImage`] where a buffer would be mapped
    /// otherwise than an image and it is not known which this is.
    pub fn resolve(&self, request: Request) -> Result<Target, Miss> {
        for_nature(request.nature, Target::is_same_place, |nature| {
            let request = request.with_nature(nature);
            self.look_up_known(request).map_err(|miss| self.nearest(request, miss))
        })
    }

    /// Like `resolve`, but where the bindings decide they alone are looked at for the nearest entry.
    pub(super) fn look_up(&self, request: Request) -> Result<Target, Miss> {
        for_nature(request.nature, Target::is_same_place, |nature| self.look_up_known(request.with_nature(nature)))
    }

    fn look_up_known(&self, request: Request) -> Result<Target, Miss> {
        let tests = Tests::new(&self.profile, request.range, request.stage);
        let pairs = matches!(request.descriptor_type, DescriptorType::Srv | DescriptorType::Sampler)
            && self.profile.combined_samplers;
        if !pairs && !self.profile.types.contains(&request.descriptor_type) {
            return Err(Miss { list: List::Bindings, entry: None, why: MissReason::TypeUnsupported });
        }
        if self.profile.single_registers && !tests.span.is_single {
            return Err(Miss { list: List::Bindings, entry: None, why: MissReason::RangeNotSingle });
        }
        if request.descriptor_type == DescriptorType::Cbv && !self.lists.push_constants.is_empty() {
            if let Ok(push_constants) = self.find_push_constants(tests) {
                return Ok(Target::PushConstants(push_constants));
            }
        }
        if pairs {
            if let Some(found) = self.find_half(tests, request) {
                return found;
            }
        }
        let found = search(List::Bindings, self.lists.bindings, tests.binding(request))?;
        self.map_binding(&found, tests.span).map(Target::Descriptor)
    }

    /// The push constants that serve a constant buffer of one register.
    ///
    /// # Errors
    ///
    /// Which entry comes nearest, and why it is none.
    pub fn resolve_push_constants(&self, range: RegisterRange, stage: ShaderKind) -> Result<PushConstants, Miss> {
        self.find_push_constants(Tests::new(&self.profile, range, stage))
    }

    fn find_push_constants(&self, tests: Tests<'_>) -> Result<PushConstants, Miss> {
        let found = search(List::PushConstants, self.lists.push_constants, tests.push_constants())?;
        Ok(PushConstants { entry: found.entry, offset: found.item.offset, size: found.item.size })
    }

    /// The nearer of what the bindings missed by and what the list before them does; the bindings' on a tie.
    fn nearest(&self, request: Request, miss: Miss) -> Miss {
        if miss.list != List::Bindings || miss.why > MissReason::PartlyCovered {
            return miss;
        }
        let tests = Tests::new(&self.profile, request.range, request.stage);
        let before = match request.descriptor_type {
            DescriptorType::Cbv => self.find_push_constants(tests).err(),
            DescriptorType::Srv | DescriptorType::Sampler if self.profile.combined_samplers => {
                let test = tests.half(request.descriptor_type, self.half_flags(request));
                search(List::CombinedSamplers, self.lists.combined_samplers, test).err()
            }
            _ => None,
        };
        before.filter(|before| before.why > miss.why).unwrap_or(miss)
    }

    /// The flags that a pair has to hold for one of its halves; only the resource decides.
    fn half_flags(&self, request: Request) -> BindingFlags {
        match request.descriptor_type {
            DescriptorType::Srv => needed_flags(&self.profile, request.nature),
            _ => BindingFlags::NONE,
        }
    }

    /// What the combined samplers say of an SRV or a sampler; `None` where no pair has its register and the bindings may.
    fn find_half(&self, tests: Tests<'_>, request: Request) -> Option<Result<Target, Miss>> {
        let half = request.descriptor_type;
        let flags = self.half_flags(request);
        let (list, items) = (List::CombinedSamplers, self.lists.combined_samplers);
        let nearest = match search(list, items, tests.half(half, flags)) {
            Ok(found) => {
                let target = Target::CombinedSamplers { entry: found.entry };
                return Some(Entry::of_pair(&found, &self.profile).check(&self.profile).map(|()| target));
            }
            Err(nearest) => nearest,
        };
        // In C a pair with the wrong flags keeps the resource from being declared at all; here it is named.
        if let Ok(found) = search(list, items, tests.half(half, BindingFlags::NONE)) {
            return Some(Err(Miss { list, entry: Some(found.entry), why: MissReason::WrongFlags }));
        }
        (!self.profile.types.contains(&half)).then_some(Err(nearest))
    }

    /// The descriptor that serves an SRV together with a sampler, or an SRV loaded from without one.
    ///
    /// # Errors
    ///
    /// Which pair comes nearest, and why it is none.
    pub fn resolve_combined(&self, request: PairRequest) -> Result<Mapped, Miss> {
        for_nature(request.nature, Mapped::is_same_place, |nature| self.resolve_pair(PairRequest { nature, ..request }))
    }

    fn resolve_pair(&self, request: PairRequest) -> Result<Mapped, Miss> {
        let list = List::CombinedSamplers;
        if !self.profile.combined_samplers {
            return Err(Miss { list, entry: None, why: MissReason::TypeUnsupported });
        }
        let range = RegisterRange::single(request.resource_space, request.resource);
        let tests = Tests::new(&self.profile, range, request.stage);
        let found = search(list, self.lists.combined_samplers, tests.pair(request))?;
        let entry = Entry::of_pair(&found, &self.profile);
        // A pair is one descriptor, whatever the register's number.
        self.map_elements(&entry, Span { last: Some(request.resource), ..tests.span })
    }

    /// What serves the counters of a range of UAVs. It does not depend on what serves the UAVs.
    ///
    /// # Errors
    ///
    /// Which entry comes nearest, and why it is none.
    pub fn resolve_uav_counter(&self, range: RegisterRange, stage: ShaderKind) -> Result<Mapped, Miss> {
        let list = List::UavCounters;
        if !self.profile.uav_counters {
            return Err(Miss { list, entry: None, why: MissReason::TypeUnsupported });
        }
        let tests = Tests::new(&self.profile, range, stage);
        let found = search(list, self.lists.uav_counters, tests.uav_counter())?;
        let entry = Entry {
            list,
            entry: found.entry,
            register: found.item.register,
            binding: as_seen(found.item.binding, self.profile.sentinels),
            offset: self.uav_counter_offset(found.entry),
            has_binding_numbers: false,
        };
        self.map_elements(&entry, tests.span)
    }

    fn map_binding(&self, found: &Found<'_, ResourceBinding>, span: Span) -> Result<Mapped, Miss> {
        let entry = Entry {
            list: List::Bindings,
            entry: found.entry,
            register: found.item.register,
            binding: as_seen(found.item.binding, self.profile.sentinels),
            offset: self.binding_offset(found.entry),
            has_binding_numbers: has_binding_numbers(&self.profile, found.item.flags),
        };
        if entry.has_binding_numbers {
            self.map_numbers(&entry, span, found.first_only)
        } else {
            self.map_elements(&entry, span)
        }
    }

    /// Each register of the entry is an array element.
    fn map_elements(&self, entry: &Entry, span: Span) -> Result<Mapped, Miss> {
        entry.check(&self.profile)?;
        let DescriptorBinding { set, binding, count } = entry.binding;
        let DescriptorOffset { static_offset, dynamic_index } = entry.offset;
        let is_plain = count.raw() == 1
            && entry.register.wrapping_sub(static_offset) == span.first
            && span.last.is_some()
            && dynamic_index.is_none()
            // A bindless entry is a heap; even one descriptor of it is an element.
            && !entry.is_heap(self);
        Ok(Mapped {
            set,
            binding,
            entry: Some(entry.entry),
            is_array: !is_plain,
            register: entry.register,
            count,
            static_offset,
            dynamic_index,
            first: span.first,
            descriptor_indexing: self.profile.descriptor_indexing,
        })
    }

    /// Each register of the entry has a binding number, and there is no element to add an offset to.
    fn map_numbers(&self, entry: &Entry, span: Span, first_only: bool) -> Result<Mapped, Miss> {
        entry.check(&self.profile)?;
        let DescriptorBinding { set, binding, count } = entry.binding;
        let distance = span.first.saturating_sub(entry.register);
        let Some(binding) = binding.checked_add(distance) else {
            return Err(entry.miss(MissReason::BindingOverflow));
        };
        let is_plain = first_only || span.is_single;
        let count = match count {
            _ if is_plain => DescriptorCount::Fixed(1),
            DescriptorCount::Fixed(count) => DescriptorCount::Fixed(count.saturating_sub(distance)),
            DescriptorCount::Unbounded => DescriptorCount::Unbounded,
        };
        Ok(Mapped {
            set,
            binding,
            entry: Some(entry.entry),
            is_array: !is_plain,
            register: span.first,
            count,
            static_offset: 0,
            dynamic_index: None,
            first: span.first,
            descriptor_indexing: self.profile.descriptor_indexing,
        })
    }
}

/// What a mapping is made from, whichever list it comes from.
struct Entry {
    list: List,
    entry: usize,
    register: u32,
    binding: DescriptorBinding,
    offset: DescriptorOffset,
    has_binding_numbers: bool,
}

impl Entry {
    fn of_pair(found: &Found<'_, CombinedResourceSampler>, profile: &Profile) -> Self {
        Self {
            list: List::CombinedSamplers,
            entry: found.entry,
            register: found.item.resource,
            binding: as_seen(found.item.binding, profile.sentinels),
            offset: DescriptorOffset::ZERO,
            has_binding_numbers: false,
        }
    }

    /// What the profile refuses an entry for, whatever the range that finds it.
    fn check(&self, profile: &Profile) -> Result<(), Miss> {
        refusal(profile, self.binding, self.offset, self.has_binding_numbers).map_or(Ok(()), |why| Err(self.miss(why)))
    }

    const fn miss(&self, why: MissReason) -> Miss {
        Miss { list: self.list, entry: Some(self.entry), why }
    }

    /// Where binding numbers are the rule, only a heap comes to be mapped by elements.
    fn is_heap(&self, info: &InterfaceInfo<'_>) -> bool {
        info.profile.addressing == Addressing::BindingNumbers && self.list == List::Bindings
    }
}

impl Mapped {
    /// Whether both are the same descriptors reached in the same way, be it through entries of different sizes.
    fn is_same_place(&self, other: &Self) -> bool {
        let place = |mapped: &Self| (mapped.set, mapped.binding, mapped.is_array, mapped.base(), mapped.dynamic_index);
        place(self) == place(other)
    }
}

impl Target {
    fn is_same_place(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Descriptor(mapped), Self::Descriptor(other)) => mapped.is_same_place(other),
            _ => self == other,
        }
    }
}

/// Asks once where the nature is known, else for a buffer and for an image.
///
/// Where both are missed the entry that comes nearer is named, the one with the lower number on a tie.
fn for_nature<T>(
    nature: Nature,
    is_same: impl Fn(&T, &T) -> bool,
    ask: impl Fn(Nature) -> Result<T, Miss>,
) -> Result<T, Miss> {
    if nature != Nature::Unknown {
        return ask(nature);
    }
    match (ask(Nature::Buffer), ask(Nature::Image)) {
        (Ok(buffer), Ok(image)) if is_same(&buffer, &image) => Ok(buffer),
        (Err(buffer), Err(image)) => {
            let is_image_nearer = image.why > buffer.why
                || image.why == buffer.why && image.list == buffer.list && image.entry < buffer.entry;
            Err(if is_image_nearer { image } else { buffer })
        }
        (Ok(_), Ok(_)) => Err(Miss { list: List::Bindings, entry: None, why: MissReason::BufferOrImage }),
        (Ok(_), Err(miss)) | (Err(miss), Ok(_)) => Err(Miss { why: MissReason::BufferOrImage, ..miss }),
    }
}
