use core::iter::FusedIterator;

use super::interface::InterfaceInfo;
use super::range::RegisterRange;
use super::request::Request;
use super::search::{Tests, Verdict};
use crate::values::ShaderKind;

impl<'a> InterfaceInfo<'a> {
    /// Every binding that serves a range, not only the first, which wins. More than one is a lint: the others wait for an
    /// order that changes.
    ///
    /// A resource of unknown nature is served by the entries that hold buffers and images alike.
    #[must_use]
    pub const fn matches(&self, request: Request) -> Matches<'a> {
        Matches { info: *self, question: Question::Binding(request), next: 0 }
    }

    /// Every UAV counter that serves the counters of a range, not only the first, which wins.
    #[must_use]
    pub const fn uav_counter_matches(&self, range: RegisterRange, stage: ShaderKind) -> Matches<'a> {
        Matches { info: *self, question: Question::UavCounter(range, stage), next: 0 }
    }
}

#[derive(Clone, Copy, Debug)]
enum Question {
    Binding(Request),
    UavCounter(RegisterRange, ShaderKind),
}

/// Iterates over the entries that serve a range: their indices in their list, ascending.
#[derive(Clone, Debug)]
pub struct Matches<'a> {
    info: InterfaceInfo<'a>,
    question: Question,
    next: usize,
}

impl Iterator for Matches<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let (lists, profile) = (self.info.lists, self.info.profile);
        let found = match self.question {
            Question::Binding(request) => {
                let test = Tests::new(&profile, request.range, request.stage).binding(request);
                position_from(lists.bindings, self.next, |entry| test(entry) == Verdict::Serves)
            }
            Question::UavCounter(range, stage) => {
                let test = Tests::new(&profile, range, stage).uav_counter();
                position_from(lists.uav_counters, self.next, |entry| test(entry) == Verdict::Serves)
            }
        };
        self.next = found.map_or(usize::MAX, |entry| entry.saturating_add(1));
        found
    }
}

impl FusedIterator for Matches<'_> {}

fn position_from<T>(items: &[T], from: usize, serves: impl Fn(&T) -> bool) -> Option<usize> {
    let (_, rest) = items.split_at_checked(from)?;
    rest.iter().position(serves).map(|entry| entry.saturating_add(from))
}
