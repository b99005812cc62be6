use core::fmt;

use super::bind_error::{EntryRef, List};

/// Nothing serves the range: how near the nearest entry comes.
///
/// ```
/// use psoview::binding::{
///     DescriptorBinding, DescriptorOffsets, DescriptorType, InterfaceInfo, Lists, MissReason, Profile, RegisterRange,
///     Request, ResourceBinding, ShaderKind,
/// };
///
/// let entries = [ResourceBinding::new(DescriptorType::Cbv, 1, 0, DescriptorBinding::single(0, 0))];
/// let info = InterfaceInfo::new(Lists::NONE.with_bindings(&entries), DescriptorOffsets::NONE, Profile::STRICT)?;
/// let miss = info.resolve(Request::cbv(RegisterRange::single(0, 0), ShaderKind::PIXEL)).err();
/// assert_eq!(miss.map(|miss| (miss.entry, miss.why)), Some((Some(0), MissReason::WrongSpace)));
/// # Ok::<(), psoview::binding::BindError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Miss {
    /// The list of the nearest entry; without one, the list that would have had it.
    pub list: List,
    /// The entry that passes the most tests, the first of several; its index in the list. `None` where no entry was looked
    /// at.
    pub entry: Option<usize>,
    /// The first test that it fails.
    pub why: MissReason,
}

macro_rules! miss_reasons {
    ($( $(#[$attribute:meta])* $reason:ident => $message:literal, )+) => {
        /// Why an entry does not serve the range, or no entry was looked at.
        ///
        /// From `WrongType` to `WrongSampler` it is the first test that the nearest entry fails; the tests are made in that
        /// order, so that of two such reasons the greater one has passed more tests.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum MissReason {
            $( $(#[$attribute])* $reason, )+
        }

        impl MissReason {
            /// The variant's name, as psoview's JSON prints it.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $( Self::$reason => stringify!($reason), )+ }
            }
        }

        impl fmt::Display for MissReason {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $( Self::$reason => $message, )+ })
            }
        }
    };
}

miss_reasons! {
    /// The list is empty.
    NoEntries => "the list has no entries",
    /// The entry is for another class.
    WrongType => "it is for another class of registers",
    /// The entry is for another register space.
    WrongSpace => "it is for another register space",
    /// The stage does not see the entry.
    WrongVisibility => "this stage does not see it",
    /// The entry lacks the flag for a buffer, an image or a sampler.
    WrongFlags => "its flags do not admit this kind of resource",
    /// The entry starts after the range.
    StartsAfter => "it starts after the range's first register",
    /// The entry ends before the range does, or it has one descriptor for a range without end.
    PartlyCovered => "it does not cover the whole range",
    /// The pair has another sampler.
    WrongSampler => "it has another sampler",

    // The profile's own rules for an entry that is found.

    /// The entry's set is not 0, in a profile whose target has no sets.
    SetNotZero => "its set is not 0, and the profile's target has no other",
    /// The entry's count is not 1, in a profile of single registers.
    CountNotOne => "its count is not 1, and the profile has no arrays",
    /// The entry has an offset that the profile has no place for.
    OffsetUnsupported => "it has an offset, which the profile has no place for",
    /// The register's binding number is past 2^32 - 1, in a profile of binding numbers.
    BindingOverflow => "the register's binding number is past the last one possible",

    // No entry was looked at.

    /// The profile maps no such resource.
    TypeUnsupported => "the profile has no place for this class of registers",
    /// The range has several registers, in a profile of single registers.
    RangeNotSingle => "the range has several registers, and the profile has no arrays",
    /// A buffer would be served otherwise than an image, and which it is is not known.
    BufferOrImage => "a buffer and an image would be mapped differently, and it is not known which this is",
}

impl fmt::Display for Miss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.entry {
            Some(entry) => {
                let nearest = EntryRef { list: self.list, entry };
                write!(f, "not mapped; the nearest is {nearest}: {}", self.why)
            }
            None => write!(f, "not mapped by {}: {}", self.list, self.why),
        }
    }
}

impl core::error::Error for Miss {}
