//! Every entry that serves a question, not only the first, which wins. More than one is a lint: the others wait for an order
//! that changes.

use core::iter::FusedIterator;

use super::bind_error::List;
use super::interface::InterfaceInfo;
use super::range::RegisterRange;
use super::request::{PairRequest, Request};
use super::search::{Tests, Verdict};
use super::values::Nature;
use crate::values::ShaderKind;

impl<'a> InterfaceInfo<'a> {
    /// Every binding that serves a range. The first is the one that [`resolve`](Self::resolve) picks; the profile may refuse
    /// it all the same.
    ///
    /// There is none where push constants or combined samplers come before the bindings, or where the profile does not look
    /// at them. In vkd3d-proton's profile the entries of a retry are there where no entry serves the whole range. A resource
    /// of unknown nature is taken for a buffer, as `resolve` does where both are served alike.
    ///
    /// ```
    /// use psoview::binding::{
    ///     DescriptorBinding, DescriptorOffsets, DescriptorType, InterfaceInfo, Lists, Profile, RegisterRange, Request,
    ///     ResourceBinding, ShaderKind,
    /// };
    ///
    /// let entry = |register, binding| {
    ///     ResourceBinding::new(DescriptorType::Cbv, 0, register, DescriptorBinding::array(0, binding, 4))
    /// };
    /// let entries = [entry(0, 0), entry(2, 1)];
    /// let info = InterfaceInfo::new(Lists::NONE.with_bindings(&entries), DescriptorOffsets::NONE, Profile::STRICT)?;
    /// let b3 = Request::cbv(RegisterRange::single(0, 3), ShaderKind::PIXEL);
    /// assert!(info.matches(b3).eq([0, 1]));
    /// # Ok::<(), psoview::binding::BindError>(())
    /// ```
    #[must_use]
    pub fn matches(&self, request: Request) -> Matches<'a> {
        let request = request.with_nature(taken_for(request.nature));
        let is_answered_by_bindings = match self.look_up(request) {
            Ok(target) => target.descriptor().is_some(),
            Err(miss) => miss.list == List::Bindings && miss.entry.is_some(),
        };
        let question = if is_answered_by_bindings { Question::Binding(request) } else { Question::Nothing };
        self.ask(question)
    }

    /// Every UAV counter that serves the counters of a range. The first is the one that
    /// [`resolve_uav_counter`](Self::resolve_uav_counter) picks.
    #[must_use]
    pub fn uav_counter_matches(&self, range: RegisterRange, stage: ShaderKind) -> Matches<'a> {
        self.ask(Question::UavCounter(range, stage))
    }

    /// Every push-constant buffer that serves a constant buffer. The first is the one that
    /// [`resolve_push_constants`](Self::resolve_push_constants) picks.
    #[must_use]
    pub fn push_constants_matches(&self, range: RegisterRange, stage: ShaderKind) -> Matches<'a> {
        self.ask(Question::PushConstants(range, stage))
    }

    /// Every combined sampler that serves an SRV with this sampler, or a load without one. The first is the one that
    /// [`resolve_combined`](Self::resolve_combined) picks. A resource of unknown nature is taken for a buffer.
    #[must_use]
    pub fn combined_matches(&self, request: PairRequest) -> Matches<'a> {
        self.ask(Question::Combined(PairRequest { nature: taken_for(request.nature), ..request }))
    }

    fn ask(&self, question: Question) -> Matches<'a> {
        let mut matches = Matches { info: *self, question, wanted: Verdict::Serves, next: 0 };
        // Only where nothing serves the whole range is it retried.
        if matches.following().is_none() {
            matches.wanted = Verdict::ServesFirst;
        }
        matches
    }
}

fn taken_for(nature: Nature) -> Nature {
    if nature == Nature::Unknown { Nature::Buffer } else { nature }
}

#[derive(Clone, Copy, Debug)]
enum Question {
    Nothing,
    Binding(Request),
    UavCounter(RegisterRange, ShaderKind),
    PushConstants(RegisterRange, ShaderKind),
    Combined(PairRequest),
}

/// Iterates over the entries that serve a question: their indices in their list, ascending.
#[derive(Clone, Debug)]
pub struct Matches<'a> {
    info: InterfaceInfo<'a>,
    question: Question,
    wanted: Verdict,
    next: usize,
}

impl Matches<'_> {
    /// The next entry that serves.
    fn following(&self) -> Option<usize> {
        let (lists, profile) = (self.info.lists, self.info.profile);
        let tests = |range, stage| Tests::new(&profile, range, stage);
        match self.question {
            Question::Nothing => None,
            Question::Binding(request) => {
                let test = tests(request.range, request.stage).binding(request);
                self.position_in(lists.bindings, test)
            }
            Question::UavCounter(range, stage) => {
                self.position_in(lists.uav_counters, tests(range, stage).uav_counter())
            }
            Question::PushConstants(range, stage) => {
                self.position_in(lists.push_constants, tests(range, stage).push_constants())
            }
            Question::Combined(request) => {
                let range = RegisterRange::single(request.resource_space, request.resource);
                self.position_in(lists.combined_samplers, tests(range, request.stage).pair(request))
            }
        }
    }

    fn position_in<T>(&self, items: &[T], test: impl Fn(&T) -> Verdict) -> Option<usize> {
        let (_, rest) = items.split_at_checked(self.next)?;
        rest.iter().position(|item| test(item) == self.wanted).map(|entry| entry.saturating_add(self.next))
    }
}

impl Iterator for Matches<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let found = self.following();
        self.next = found.map_or(usize::MAX, |entry| entry.saturating_add(1));
        found
    }
}

impl FusedIterator for Matches<'_> {}
