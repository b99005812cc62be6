//! Layouts made of any numbers, and questions about them.

use core::array;

use psoview::binding::{
    BindingFlags, CombinedResourceSampler, DefaultBindings, DescriptorBinding, DescriptorCount, DescriptorOffset,
    DescriptorOffsets, DescriptorType, IndexError, InterfaceInfo, Layout, LayoutConflicts, List, Lists, Mapped,
    Matches, MissReason, Nature, PairRequest, Profile, PushBlockFindings, PushConstantBuffer, RegisterOverlaps,
    RegisterRange, RegistersAt, Request, ResourceBinding, ResourceMappings, ShaderKind, Target, UavCounterBinding,
    UnmappedReason, Visibility,
};

use super::{drain, newer, see};

/// Takes numbers from the front of some bytes; zeros where there are no more.
struct Numbers<'a> {
    bytes: &'a [u8],
}

impl Numbers<'_> {
    fn word(&mut self) -> u32 {
        let Some((word, rest)) = self.bytes.split_first_chunk() else { return 0 };
        self.bytes = rest;
        u32::from_le_bytes(*word)
    }

    fn index(&mut self) -> usize {
        usize::try_from(self.word()).unwrap_or(0)
    }

    fn one_of<T: Copy>(&mut self, values: &[T], otherwise: T) -> T {
        values.get(self.index()).copied().unwrap_or(otherwise)
    }

    fn some(&mut self) -> Option<u32> {
        let word = self.word();
        (word != 0).then_some(word)
    }

    fn visibility(&mut self) -> Visibility {
        self.one_of(Visibility::ALL_VALUES, Visibility::All)
    }

    fn stage(&mut self) -> ShaderKind {
        self.one_of(ShaderKind::KNOWN, ShaderKind::PIXEL)
    }

    fn nature(&mut self) -> Nature {
        self.one_of(Nature::ALL_VALUES, Nature::Buffer)
    }

    fn place(&mut self) -> DescriptorBinding {
        DescriptorBinding::new(self.word(), self.word(), DescriptorCount::from_raw(self.word()))
    }

    fn range(&mut self) -> RegisterRange {
        let (space, first, last) = (self.word(), self.word(), self.word());
        RegisterRange::from_bounds(space, first, last).unwrap_or(RegisterRange::unbounded(space, first))
    }

    fn request(&mut self) -> Request {
        let class = self.one_of(DescriptorType::ALL_VALUES, DescriptorType::Cbv);
        let (nature, range, stage) = (self.nature(), self.range(), self.stage());
        match class {
            DescriptorType::Cbv => Request::cbv(range, stage),
            DescriptorType::Sampler => Request::sampler(range, stage),
            DescriptorType::Srv => Request::srv(nature, range, stage),
            _ => Request::uav(nature, range, stage),
        }
    }

    fn pair_request(&mut self) -> PairRequest {
        let (resource, stage) = ((self.word(), self.word()), self.stage());
        match self.some() {
            Some(sampler) => PairRequest::new(resource, (self.word(), sampler), stage),
            None => PairRequest::without_sampler(resource, self.nature(), stage),
        }
    }
}

/// Four entries of every list, of which the lists take so many from the front.
pub(crate) struct Entries {
    bindings: [ResourceBinding; 4],
    counters: [UavCounterBinding; 4],
    push: [PushConstantBuffer; 4],
    pairs: [CombinedResourceSampler; 4],
    offsets: [DescriptorOffset; 4],
    lengths: [usize; 6],
    table: [u32; 2],
    profile: Profile,
}

fn front<T>(items: &[T], length: usize) -> &[T] {
    items.get(..length).unwrap_or(items)
}

impl Entries {
    #[inline(never)]
    pub(crate) fn new(bytes: &[u8]) -> Self {
        let mut numbers = Numbers { bytes };
        let profile = numbers.one_of(Profile::KNOWN, Profile::STRICT);
        Self {
            bindings: array::from_fn(|_| {
                let class = numbers.one_of(DescriptorType::ALL_VALUES, DescriptorType::Cbv);
                let entry = ResourceBinding::new(class, numbers.word(), numbers.word(), numbers.place());
                let entry = ResourceBinding::with_visibility(entry, numbers.visibility());
                ResourceBinding::with_flags(entry, BindingFlags::from_bits(numbers.word()))
            }),
            counters: array::from_fn(|_| {
                let entry = UavCounterBinding::new(numbers.word(), numbers.word(), numbers.place());
                let entry = UavCounterBinding::with_visibility(entry, numbers.visibility());
                UavCounterBinding::with_offset(entry, numbers.word())
            }),
            push: array::from_fn(|_| {
                let entry = PushConstantBuffer::new(numbers.word(), numbers.word(), numbers.word(), numbers.word());
                PushConstantBuffer::with_visibility(entry, numbers.visibility())
            }),
            pairs: array::from_fn(|_| {
                let resource = (numbers.word(), numbers.word());
                let pair = match numbers.some() {
                    Some(sampler) => CombinedResourceSampler::new(resource, (numbers.word(), sampler), numbers.place()),
                    None => CombinedResourceSampler::without_sampler(resource, numbers.place()),
                };
                let pair = CombinedResourceSampler::with_visibility(pair, numbers.visibility());
                CombinedResourceSampler::with_flags(pair, BindingFlags::from_bits(numbers.word()))
            }),
            offsets: array::from_fn(|_| {
                let offset = DescriptorOffset::new(numbers.word());
                numbers.some().map_or(offset, |index| DescriptorOffset::with_dynamic_index(offset, index))
            }),
            lengths: array::from_fn(|_| numbers.index()),
            table: [numbers.word(), numbers.word()],
            profile: Profile::with_descriptor_indexing(profile, numbers.word() != 1),
        }
    }

    #[inline(never)]
    pub(crate) fn info(&self) -> Result<InterfaceInfo<'_>, psoview::binding::BindError> {
        let [bindings, counters, push, pairs, binding_offsets, counter_offsets] = self.lengths;
        let lists = Lists::with_bindings(Lists::NONE, front(&self.bindings, bindings));
        let lists = Lists::with_uav_counters(lists, front(&self.counters, counters));
        let lists = Lists::with_push_constants(lists, front(&self.push, push));
        let lists = Lists::with_combined_samplers(lists, front(&self.pairs, pairs));
        let [table_offset, table_count] = self.table;
        let offsets = DescriptorOffsets::with_bindings(DescriptorOffsets::NONE, front(&self.offsets, binding_offsets));
        let offsets = DescriptorOffsets::with_uav_counters(offsets, front(&self.offsets, counter_offsets));
        let offsets = DescriptorOffsets::with_table(offsets, table_offset, table_count);
        InterfaceInfo::new(lists, offsets, self.profile)
    }
}

fn see_mapped(mapped: Mapped, register: u32, table: &[u32]) {
    see(Mapped::set(&mapped));
    see(Mapped::binding(&mapped));
    see(Mapped::entry(&mapped));
    see(Mapped::is_array(&mapped));
    see(Mapped::base(&mapped));
    see(Mapped::register(&mapped));
    see(Mapped::static_offset(&mapped));
    see(Mapped::dynamic_index(&mapped));
    see(Mapped::count(&mapped));
    see(Mapped::first_element(&mapped));
    see(Mapped::takes_relative_index(&mapped));
    see(Mapped::wrapping_index(&mapped, register, table));
    if let Err(error) = Mapped::index(&mapped, register, table) {
        see(IndexError::name(&error));
        see(error);
    }
}

crate::export! {
    fn binding_construction(bytes, _) {
        let entries = Entries::new(bytes);
        let info = match entries.info() {
            Ok(info) => info,
            Err(error) => return see(error),
        };
        see(InterfaceInfo::lists(&info));
        see(InterfaceInfo::offsets(&info));
        see(InterfaceInfo::profile(&info));
    }

    fn binding_resolve(bytes, word) {
        let entries = Entries::new(bytes);
        let Ok(info) = entries.info() else { return };
        let mut numbers = Numbers { bytes };
        let request = numbers.request();
        drain::<Matches<'_>>(InterfaceInfo::matches(&info, request));
        match InterfaceInfo::resolve(&info, request) {
            Ok(target) => {
                see(target);
                if let Some(mapped) = Target::descriptor(target) {
                    see_mapped(mapped, word, &entries.table);
                }
            }
            Err(miss) => {
                see(MissReason::name(miss.why));
                see(miss);
            }
        }
    }

    fn binding_other_lists(bytes, word) {
        let entries = Entries::new(bytes);
        let Ok(info) = entries.info() else { return };
        let mut numbers = Numbers { bytes };
        let (range, stage) = (numbers.range(), numbers.stage());
        see(InterfaceInfo::resolve_push_constants(&info, range, stage));
        drain(InterfaceInfo::uav_counter_matches(&info, range, stage));
        drain(InterfaceInfo::push_constants_matches(&info, range, stage));
        if let Ok(mapped) = InterfaceInfo::resolve_uav_counter(&info, range, stage) {
            see_mapped(mapped, word, &entries.table);
        }
        let pair = numbers.pair_request();
        drain(InterfaceInfo::combined_matches(&info, pair));
        if let Ok(mapped) = InterfaceInfo::resolve_combined(&info, pair) {
            see_mapped(mapped, word, &entries.table);
        }
    }

    fn binding_default(bytes, word) {
        let entries = Entries::new(bytes);
        let Ok(info) = entries.info() else { return };
        let mut numbers = Numbers { bytes };
        let request = numbers.request();
        let mut default = DefaultBindings::starting_at(word);
        see(InterfaceInfo::resolve_or_default(&info, request, &mut default));
        see(InterfaceInfo::resolve_uav_counter_or_default(&info, request.range, request.stage, &mut default));
        see(DefaultBindings::next_binding(&default));
        see(DefaultBindings::new());
    }

    fn binding_shader(bytes, word) {
        let entries = Entries::new(bytes);
        let (Ok(info), Some(psv)) = (entries.info(), newer(bytes)) else { return };
        let [low, high, ..] = word.to_le_bytes();
        let stage = ShaderKind::from_raw(u16::from_le_bytes([low, high]));
        drain::<ResourceMappings<'_, '_>>(InterfaceInfo::map_resources(&info, psv.resources(), stage));
        see(InterfaceInfo::map_shader(&info, &psv).map(drain));
        let Some(resource) = psv.resources().get(word) else { return };
        if let Err(reason) = Request::from_resource(&resource, stage) {
            see(UnmappedReason::name(&reason));
        }
    }

    fn binding_layout(bytes, word) {
        let entries = Entries::new(bytes);
        let Ok(info) = entries.info() else { return };
        drain::<Layout<'_>>(InterfaceInfo::layout(&info));
        drain::<LayoutConflicts<'_>>(InterfaceInfo::layout_conflicts(&info));
        drain::<RegisterOverlaps<'_>>(InterfaceInfo::register_overlaps(&info));
        drain::<PushBlockFindings<'_>>(InterfaceInfo::push_block_findings(&info, word));
        let mut numbers = Numbers { bytes };
        let (set, binding) = (numbers.word(), numbers.word());
        match InterfaceInfo::registers_at(&info, set, binding, word, &entries.table) {
            Ok(registers) => drain::<RegistersAt<'_, '_>>(registers),
            Err(error) => see(error),
        }
    }

    fn binding_values(bytes, word) {
        let mut numbers = Numbers { bytes };
        let (range, flags) = (numbers.range(), BindingFlags::from_bits(word));
        see(RegisterRange::space(range));
        see(RegisterRange::first(range));
        see(RegisterRange::last(range));
        see(RegisterRange::count(range));
        see(RegisterRange::is_unbounded(range));
        see(RegisterRange::contains(range, word));
        see(RegisterRange::bounded(word, word, word));
        see(RegisterRange::single(word, word));
        see(BindingFlags::bits(flags));
        see(BindingFlags::contains(flags, BindingFlags::union(flags, BindingFlags::BINDLESS)));
        let count = numbers.place().count;
        see(DescriptorCount::raw(count));
        see(DescriptorCount::fixed(count));
        see(DescriptorBinding::single(word, word));
        see(DescriptorBinding::array(word, word, word));
        see(DescriptorBinding::unbounded(word, word));
        see(DescriptorOffset::is_zero(DescriptorOffset::new(word)));
        let visibility = numbers.visibility();
        see(Visibility::of(numbers.stage()));
        see(Visibility::admits(visibility, numbers.stage()));
        see(Visibility::meets(visibility, numbers.visibility()));
        see(Visibility::name(visibility));
        see(Nature::name(numbers.nature()));
        see(DescriptorType::name(numbers.one_of(DescriptorType::ALL_VALUES, DescriptorType::Cbv)));
        see(List::name(numbers.one_of(List::ALL_VALUES, List::Table)));
    }
}
