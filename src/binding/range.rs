use core::fmt;

/// Registers of one register file that follow each other: what a shader declares.
///
/// The end is a register or there is none, so that no register number has a second meaning. In vkd3d's scan records
/// 2^32 − 1 stands for "unbounded" both as a last register and as a count, and two bounded ranges turn into unbounded ones;
/// the profiles that copy this say so ([`Profile::sentinels`](super::Profile::sentinels)).
///
/// ```
/// use psoview::binding::RegisterRange;
///
/// let range = RegisterRange::bounded(1, 5, 7);
/// assert_eq!(range.and_then(RegisterRange::count), Some(3));
/// assert_eq!(RegisterRange::bounded(1, 7, 5), None);
/// // In a PSV0 record the largest number is no end.
/// assert_eq!(RegisterRange::from_bounds(1, 5, u32::MAX), Some(RegisterRange::unbounded(1, 5)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct RegisterRange {
    space: u32,
    first: u32,
    last: Option<u32>,
}

impl RegisterRange {
    /// One register.
    #[must_use]
    pub const fn single(space: u32, register: u32) -> Self {
        Self { space, first: register, last: Some(register) }
    }

    /// The registers from `first` to `last`, both in the range; `None` where `last` comes before `first`.
    #[must_use]
    pub const fn bounded(space: u32, first: u32, last: u32) -> Option<Self> {
        if last < first { None } else { Some(Self { space, first, last: Some(last) }) }
    }

    /// The registers from `first` on: an array without a size.
    #[must_use]
    pub const fn unbounded(space: u32, first: u32) -> Self {
        Self { space, first, last: None }
    }

    /// The range that a PSV0 record states; `None` where its upper bound comes before its lower bound.
    ///
    /// There `u32::MAX` as upper bound means unbounded, and no other value does. A record cannot say that a range ends with
    /// register `u32::MAX`.
    #[must_use]
    pub const fn from_bounds(space: u32, lower: u32, upper: u32) -> Option<Self> {
        if upper == u32::MAX { Some(Self::unbounded(space, lower)) } else { Self::bounded(space, lower, upper) }
    }

    /// The register space.
    #[inline]
    #[must_use]
    pub const fn space(self) -> u32 {
        self.space
    }

    /// The first register.
    #[inline]
    #[must_use]
    pub const fn first(self) -> u32 {
        self.first
    }

    /// The last register, itself in the range; `None` where the range is unbounded.
    #[inline]
    #[must_use]
    pub const fn last(self) -> Option<u32> {
        self.last
    }

    /// Whether the range has no end.
    #[must_use]
    pub const fn is_unbounded(self) -> bool {
        self.last.is_none()
    }

    /// The number of registers, 1 to 2^32; `None` where the range is unbounded.
    #[must_use]
    pub fn count(self) -> Option<u64> {
        let last = u64::from(self.last?);
        Some(last.saturating_sub(self.first.into()).saturating_add(1))
    }

    /// Whether the register lies in the range.
    #[must_use]
    pub fn contains(self, register: u32) -> bool {
        self.first <= register && self.last.is_none_or(|last| register <= last)
    }
}

/// Prints `[0:3] in space 1`, and `[0:*] in space 1` for an unbounded range.
impl fmt::Display for RegisterRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.last {
            Some(last) => write!(f, "[{}:{last}] in space {}", self.first, self.space),
            None => write!(f, "[{}:*] in space {}", self.first, self.space),
        }
    }
}

/// Prints what [`Display`](fmt::Display) prints.
impl fmt::Debug for RegisterRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
