//! What the lists ask of the push-constant block.

use core::fmt;
use core::iter::FusedIterator;

use super::bind_error::{EntryRef, List};
use super::interface::{InterfaceInfo, WORD};
use super::values::Visibility;

/// A constant buffer in the block is an array of vectors of four 32-bit components, and starts where such a vector can.
const VECTOR: u32 = 16;

impl<'a> InterfaceInfo<'a> {
    /// What is wrong with the members of the push-constant block, which has `block_size` bytes: the push-constant buffers
    /// and the table of run-time offsets.
    ///
    /// Nothing in the C interface checks this. The work is quadratic in the number of members.
    #[must_use]
    pub const fn push_block_findings(&self, block_size: u32) -> PushBlockFindings<'a> {
        PushBlockFindings { info: *self, block_size, member: 0, check: 0 }
    }
}

/// A member of the push-constant block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PushBlockMember {
    /// The push-constant buffer with this index in its list.
    Buffer(usize),
    /// The table of run-time offsets.
    Table,
}

impl fmt::Display for PushBlockMember {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Buffer(entry) => fmt::Display::fmt(&EntryRef { list: List::PushConstants, entry }, f),
            Self::Table => f.write_str("the table of run-time offsets"),
        }
    }
}

/// What is wrong with the members of the push-constant block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PushBlockFinding {
    /// A buffer does not start at a multiple of 16 bytes.
    Unaligned {
        /// The buffer.
        member: PushBlockMember,
        /// Where it starts, in bytes.
        offset: u32,
    },
    /// A member ends after the block.
    OutOfBlock {
        /// The member.
        member: PushBlockMember,
        /// The byte after its last.
        end: u64,
        /// The size of the block, in bytes.
        block_size: u32,
    },
    /// Two members that a stage sees have bytes in common.
    Overlap {
        /// The earlier member.
        first: PushBlockMember,
        /// The later member.
        second: PushBlockMember,
    },
}

impl fmt::Display for PushBlockFinding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unaligned { member, offset } => {
                write!(f, "{member} starts at byte {offset}, not at a multiple of {VECTOR}")
            }
            Self::OutOfBlock { member, end, block_size } => {
                write!(f, "{member} ends at byte {end}, the push-constant block at {block_size}")
            }
            Self::Overlap { first, second } => write!(f, "{first} and {second} overlap"),
        }
    }
}

/// A member's bytes.
#[derive(Clone, Copy)]
struct Bytes {
    member: PushBlockMember,
    visibility: Visibility,
    offset: u32,
    end: u64,
}

impl Bytes {
    fn meets(&self, other: &Self) -> bool {
        let is_empty = |bytes: &Self| bytes.end <= bytes.offset.into();
        !is_empty(self)
            && !is_empty(other)
            && self.visibility.meets(other.visibility)
            && u64::from(self.offset) < other.end
            && u64::from(other.offset) < self.end
    }
}

/// Iterates over what is wrong with the members of the push-constant block, member by member.
#[derive(Clone, Debug)]
pub struct PushBlockFindings<'a> {
    info: InterfaceInfo<'a>,
    block_size: u32,
    member: usize,
    /// What comes next for this member: its alignment, its end, then the members before it.
    check: usize,
}

impl PushBlockFindings<'_> {
    fn bytes(&self, number: usize) -> Option<Bytes> {
        let buffers = self.info.lists.push_constants;
        let (member, visibility, offset, size) = match buffers.get(number) {
            Some(buffer) => (PushBlockMember::Buffer(number), buffer.visibility, buffer.offset, buffer.size.into()),
            None if number == buffers.len() => {
                let offsets = self.info.offsets;
                let size = u64::from(offsets.table_count).saturating_mul(WORD.into());
                (PushBlockMember::Table, Visibility::All, offsets.table_offset, size)
            }
            None => return None,
        };
        Some(Bytes { member, visibility, offset, end: u64::from(offset).saturating_add(size) })
    }

    fn finding(&self, bytes: &Bytes, check: usize) -> Option<PushBlockFinding> {
        let Bytes { member, offset, end, .. } = *bytes;
        match check {
            0 => (member != PushBlockMember::Table && offset & VECTOR.saturating_sub(1) != 0)
                .then_some(PushBlockFinding::Unaligned { member, offset }),
            1 => {
                let block_size = self.block_size;
                let is_out = end > block_size.into() && end > offset.into();
                is_out.then_some(PushBlockFinding::OutOfBlock { member, end, block_size })
            }
            _ => {
                let other = self.bytes(check.saturating_sub(2))?;
                other.meets(bytes).then_some(PushBlockFinding::Overlap { first: other.member, second: member })
            }
        }
    }
}

impl Iterator for PushBlockFindings<'_> {
    type Item = PushBlockFinding;

    fn next(&mut self) -> Option<PushBlockFinding> {
        loop {
            let bytes = self.bytes(self.member)?;
            let check = self.check;
            if check >= self.member.saturating_add(2) {
                (self.member, self.check) = (self.member.saturating_add(1), 0);
                continue;
            }
            self.check = check.saturating_add(1);
            if let Some(finding) = self.finding(&bytes, check) {
                return Some(finding);
            }
        }
    }
}

impl FusedIterator for PushBlockFindings<'_> {}
