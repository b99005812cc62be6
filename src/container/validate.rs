use core::iter::FusedIterator;

use super::{Container, Part, Parts};
use crate::error::{Error, ErrorKind, Region};
use crate::values::FourCc;

/// The largest container the compiler's own reader takes (`DxilContainerMaxSize`).
const MAX_SIZE: u32 = 0x8000_0000;
const SIZE_OFFSET: u32 = 24;

/// One bit for each known tag: what makes looking for duplicates linear. Unknown tags are not looked at.
const _: () = assert!(FourCc::KNOWN.len() <= 64, "a bit for every known tag");

/// What keeps a container from the strict rule, part by part; made by [`Container::findings`].
#[derive(Clone, Debug)]
pub struct Findings<'a> {
    parts: Parts<'a>,
    size: u32,
    /// Where the part before ended.
    end: u32,
    seen: u64,
    duplicate: Option<Part<'a>>,
    step: Step,
}

#[derive(Clone, Copy, Debug)]
enum Step {
    Size,
    Parts,
    End,
    Done,
}

impl<'a> Findings<'a> {
    pub(super) fn new(container: &Container<'a>) -> Self {
        let parts = container.parts();
        let end = parts.directory_end();
        Self { parts, size: container.size(), end, seen: 0, duplicate: None, step: Step::Size }
    }

    fn check_size(&self) -> Option<Error> {
        let kind = ErrorKind::ContainerTooLarge { size: self.size, limit: MAX_SIZE };
        (self.size > MAX_SIZE).then(|| Error::new(kind, SIZE_OFFSET, Region::ContainerHeader))
    }

    fn check_start(&mut self, part: &Part<'a>, entry_offset: u32) -> Option<Error> {
        let (part_offset, expected) = (part.header_offset(), self.end);
        self.end = part.end();
        let kind = ErrorKind::PartNotContiguous { part_offset, expected };
        (part_offset != expected).then(|| Error::new(kind, entry_offset, Region::PartDirectory))
    }

    fn is_duplicate(&mut self, tag: FourCc) -> bool {
        let Some(index) = FourCc::KNOWN.iter().position(|&known| known == tag) else { return false };
        let bit = u32::try_from(index).ok().and_then(|index| 1_u64.checked_shl(index)).unwrap_or(0);
        let before = self.seen;
        self.seen |= bit;
        before & bit != 0
    }

    fn check_end(&self) -> Option<Error> {
        // Every part lies inside the container, so an end that differs comes before its own.
        let kind = ErrorKind::PartsEndEarly { end: self.end, size: self.size };
        (self.end != self.size).then(|| Error::new(kind, SIZE_OFFSET, Region::ContainerHeader))
    }
}

impl Iterator for Findings<'_> {
    type Item = Error;

    fn next(&mut self) -> Option<Error> {
        loop {
            if let Some(part) = self.duplicate.take() {
                let kind = ErrorKind::PartDuplicated { tag: part.tag() };
                return Some(Error::new(kind, part.header_offset(), Region::Part(part.tag())));
            }
            let finding = match self.step {
                Step::Size => {
                    self.step = Step::Parts;
                    self.check_size()
                }
                Step::Parts => {
                    let entry_offset = self.parts.entry_offset();
                    if let Some(part) = self.parts.next() {
                        self.duplicate = self.is_duplicate(part.tag()).then_some(part);
                        self.check_start(&part, entry_offset)
                    } else {
                        self.step = Step::End;
                        None
                    }
                }
                Step::End => {
                    self.step = Step::Done;
                    self.check_end()
                }
                Step::Done => return None,
            };
            if finding.is_some() {
                return finding;
            }
        }
    }
}

impl FusedIterator for Findings<'_> {}
