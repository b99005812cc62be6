use super::bind_error::List;
use super::entries::DescriptorCount;
use super::interface::InterfaceInfo;
use super::mapped::{Mapped, Target};
use super::miss::{Miss, MissReason};
use super::range::RegisterRange;
use super::request::Request;
use super::search::Span;
use crate::values::ShaderKind;

/// The binding numbers that vkd3d hands out where a list is empty, one a question, in the order of the questions.
///
/// It is the caller's because it is the one thing that changes from question to question: a UAV's counter takes the number
/// after its UAV's, and a question that an entry should have answered and did not takes one too.
///
/// ```
/// use psoview::binding::{
///     DefaultBindings, DescriptorOffsets, InterfaceInfo, Lists, Profile, RegisterRange, Request, ShaderKind,
/// };
///
/// let info = InterfaceInfo::new(Lists::NONE, DescriptorOffsets::NONE, Profile::VKD3D_1_18)?;
/// let mut default = DefaultBindings::new();
/// for (register, binding) in [(4, 0), (2, 1)] {
///     let request = Request::cbv(RegisterRange::single(0, register), ShaderKind::PIXEL);
///     let mapped = info.resolve_or_default(request, &mut default).ok().and_then(|target| target.descriptor());
///     assert_eq!(mapped.map(|mapped| (mapped.set(), mapped.binding())), Some((0, binding)));
/// }
/// # Ok::<(), psoview::binding::BindError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct DefaultBindings {
    next: u32,
}

impl DefaultBindings {
    /// From binding 0 on, as vkd3d does. They may be numbers that entries of set 0 have too.
    #[must_use]
    pub const fn new() -> Self {
        Self::starting_at(0)
    }

    /// From this binding number on.
    #[must_use]
    pub const fn starting_at(binding: u32) -> Self {
        Self { next: binding }
    }

    /// The number that the next question gets.
    #[must_use]
    pub const fn next_binding(&self) -> u32 {
        self.next
    }

    const fn take(&mut self) -> u32 {
        let taken = self.next;
        self.next = taken.wrapping_add(1);
        taken
    }
}

impl InterfaceInfo<'_> {
    /// Like [`resolve`](Self::resolve); where the list of bindings is empty and the profile has a default mapping, the
    /// range gets set 0 and the next binding number.
    ///
    /// A bounded array stays an array, unlike in vkd3d, which turns it into one variable and drops the index. The caller
    /// who wants vkd3d's numbers asks in the order of the shader's declarations.
    ///
    /// # Errors
    ///
    /// Those of [`resolve`](Self::resolve).
    pub fn resolve_or_default(&self, request: Request, default: &mut DefaultBindings) -> Result<Target, Miss> {
        // The lists are independent: an empty list of bindings has its default mapping whatever the others miss by.
        let listed = self.look_up(request);
        let mapped = self.or_default(listed, List::Bindings, request.range, default, Target::Descriptor);
        mapped.or_else(|_| self.resolve(request))
    }

    /// Like [`resolve_uav_counter`](Self::resolve_uav_counter); where the list of UAV counters is empty and the profile has
    /// a default mapping, the counters get set 0 and the next binding number.
    ///
    /// # Errors
    ///
    /// Those of [`resolve_uav_counter`](Self::resolve_uav_counter).
    pub fn resolve_uav_counter_or_default(
        &self,
        range: RegisterRange,
        stage: ShaderKind,
        default: &mut DefaultBindings,
    ) -> Result<Mapped, Miss> {
        let resolved = self.resolve_uav_counter(range, stage);
        self.or_default(resolved, List::UavCounters, range, default, |mapped| mapped)
    }

    fn or_default<T>(
        &self,
        resolved: Result<T, Miss>,
        list: List,
        range: RegisterRange,
        default: &mut DefaultBindings,
        wrap: impl Fn(Mapped) -> T,
    ) -> Result<T, Miss> {
        let Err(miss) = resolved else { return resolved };
        if !self.profile.default_mapping {
            return Err(miss);
        }
        let binding = default.take();
        let is_empty = miss.list == list && miss.why == MissReason::NoEntries;
        if is_empty { Ok(wrap(self.map_default(range, binding))) } else { Err(miss) }
    }

    fn map_default(&self, range: RegisterRange, binding: u32) -> Mapped {
        let span = Span::new(range, self.profile.sentinels);
        let count = span.last.and(range.count()).and_then(|count| u32::try_from(count).ok());
        Mapped {
            set: 0,
            binding,
            entry: None,
            is_array: count != Some(1),
            register: span.first,
            count: count.map_or(DescriptorCount::Unbounded, DescriptorCount::Fixed),
            static_offset: 0,
            dynamic_index: None,
            first: span.first,
            descriptor_indexing: self.profile.descriptor_indexing,
        }
    }
}
