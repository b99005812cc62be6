use core::fmt;

use super::values::named_set;

named_set! {
    /// One of the lists that a caller hands over.
    pub enum List {
        /// The bindings.
        Bindings => "bindings",
        /// The UAV counters.
        UavCounters => "uav_counters",
        /// The push-constant buffers.
        PushConstants => "push_constants",
        /// The combined samplers.
        CombinedSamplers => "combined_samplers",
        /// The table of run-time offsets.
        Table => "table",
    }
}

/// An entry of one of the lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct EntryRef {
    /// The list.
    pub list: List,
    /// The entry's index in it.
    pub entry: usize,
}

impl fmt::Display for EntryRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "entry {} of {}", self.entry, self.list)
    }
}

/// An entry of a list that cannot be meant, or that C would read past.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct BindError {
    /// The list.
    pub list: List,
    /// The entry's index in it; 0 for the table.
    pub entry: usize,
    /// What is wrong.
    pub kind: BindErrorKind,
}

/// What is wrong with an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BindErrorKind {
    /// The offsets are not as many as the entries; the entry is the first that has no counterpart.
    OffsetCountMismatch {
        /// How many offsets there are.
        offsets: usize,
        /// How many entries there are.
        entries: usize,
    },
    /// The run-time offset lies past the end of the table.
    DynamicIndexOutOfRange {
        /// The index stated.
        index: u32,
        /// The words that the table has.
        count: u32,
    },
    /// The table does not start on a word.
    TableOffsetUnaligned {
        /// The offset stated, in bytes.
        offset: u32,
        /// What it has to be a multiple of.
        alignment: u32,
    },
    /// The last register is past 2^32 − 1.
    RegistersOverflow {
        /// The first register.
        register: u32,
        /// How many there are.
        count: u32,
    },
    /// The last array element is past 2^32 − 1.
    ElementsOverflow {
        /// The static offset.
        static_offset: u32,
        /// How many elements follow from there.
        count: u32,
    },
    /// A UAV counter does not lie at the start of its descriptor.
    CounterOffsetNotZero {
        /// The offset stated, in bytes.
        offset: u32,
        /// The only one possible.
        expected: u32,
    },
    /// A combined sampler's descriptor count is not 1.
    CombinedCountNotOne {
        /// The count stated, as C has it.
        count: u32,
        /// The only one possible.
        expected: u32,
    },
    /// The profile's target has no use for this list, and would ignore it.
    ListUnsupported {
        /// How many entries there are.
        entries: usize,
        /// How many are possible.
        limit: usize,
    },
}

impl fmt::Display for BindErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OffsetCountMismatch { offsets, entries } => {
                write!(f, "there are {offsets} offsets for {entries} entries")
            }
            Self::DynamicIndexOutOfRange { index, count } => {
                write!(f, "its run-time offset is word {index} of a table of {count}")
            }
            Self::TableOffsetUnaligned { offset, alignment } => {
                write!(f, "it starts at byte {offset}, not at a multiple of {alignment}")
            }
            Self::RegistersOverflow { register, count } => {
                write!(f, "{count} registers from {register} on go past the last one possible")
            }
            Self::ElementsOverflow { static_offset, count } => {
                write!(f, "{count} elements from {static_offset} on go past the last one possible")
            }
            Self::CounterOffsetNotZero { offset, expected } => {
                write!(f, "the counter's byte offset is {offset}, only {expected} is possible")
            }
            Self::CombinedCountNotOne { count, expected } => {
                write!(f, "a combined sampler has {count} descriptors, only {expected} is possible")
            }
            Self::ListUnsupported { entries, limit } => {
                write!(f, "the profile has no use for this list: {entries} entries, {limit} are possible")
            }
        }
    }
}

impl fmt::Display for BindError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.list {
            List::Table => write!(f, "{}: {}", self.list, self.kind),
            list => write!(f, "{}: {}", EntryRef { list, entry: self.entry }, self.kind),
        }
    }
}

impl core::error::Error for BindError {}
