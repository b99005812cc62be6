use core::fmt;

use super::debug::debug_fields;
use super::entries::DescriptorCount;

/// What serves a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Target {
    /// Descriptors.
    Descriptor(Mapped),
    /// Push constants: a constant buffer of one register.
    PushConstants(PushConstants),
    /// Combined samplers: what serves the range depends on what it is paired with, which
    /// [`InterfaceInfo::resolve_combined`](super::InterfaceInfo::resolve_combined) is asked for.
    CombinedSamplers {
        /// The first pair that has the register, its index in the list of combined samplers.
        entry: usize,
    },
}

impl Target {
    /// The descriptors, where descriptors it is.
    #[must_use]
    pub const fn descriptor(self) -> Option<Mapped> {
        match self {
            Self::Descriptor(mapped) => Some(mapped),
            _ => None,
        }
    }
}

/// The push constants that serve a constant buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct PushConstants {
    /// The entry's index in the list of push-constant buffers.
    pub entry: usize,
    /// Where they start in the push-constant block, in bytes.
    pub offset: u32,
    /// Their size, in bytes.
    pub size: u32,
}

/// The descriptors that serve a range.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Mapped {
    pub(super) set: u32,
    pub(super) binding: u32,
    pub(super) entry: Option<usize>,
    pub(super) is_array: bool,
    /// The register of element `static_offset`, and how many registers are served from there.
    pub(super) register: u32,
    pub(super) count: DescriptorCount,
    pub(super) static_offset: u32,
    pub(super) dynamic_index: Option<u32>,
    /// The range's first register.
    pub(super) first: u32,
    pub(super) descriptor_indexing: bool,
}

debug_fields!(Mapped: set, binding, entry, is_array, register, count, static_offset, dynamic_index, first, descriptor_indexing);

impl Mapped {
    /// The descriptor set's number.
    #[must_use]
    pub const fn set(&self) -> u32 {
        self.set
    }

    /// The binding number.
    #[must_use]
    pub const fn binding(&self) -> u32 {
        self.binding
    }

    /// The entry's index in its list; `None` in the default mapping.
    #[must_use]
    pub const fn entry(&self) -> Option<usize> {
        self.entry
    }

    /// Whether the SPIR-V variable is an array, whose element an access has to name. A plain variable has no index.
    #[must_use]
    pub const fn is_array(&self) -> bool {
        self.is_array
    }

    /// What is subtracted from a register to get its element, modulo 2^32: the entry's register less the static offset.
    #[must_use]
    pub const fn base(&self) -> u32 {
        self.register.wrapping_sub(self.static_offset)
    }

    /// The register of element [`static_offset`](Self::static_offset).
    #[must_use]
    pub const fn register(&self) -> u32 {
        self.register
    }

    /// The descriptors that are added to every index.
    #[must_use]
    pub const fn static_offset(&self) -> u32 {
        self.static_offset
    }

    /// The word of the offset table that is added at run time; `None` where none is.
    #[must_use]
    pub const fn dynamic_index(&self) -> Option<u32> {
        self.dynamic_index
    }

    /// How many registers the entry serves from its register on.
    #[must_use]
    pub const fn count(&self) -> DescriptorCount {
        self.count
    }

    /// The array element of the range's first register, before the run-time offset and modulo 2^32; 0 for a plain variable.
    #[must_use]
    pub const fn first_element(&self) -> u32 {
        if self.is_array { self.first.wrapping_sub(self.base()) } else { 0 }
    }

    /// Whether the target can compute the index of an access at run time. A plain variable takes no index, so there it can.
    #[must_use]
    pub const fn takes_relative_index(&self) -> bool {
        self.descriptor_indexing || !self.is_array
    }

    /// The array element that an access to `register` reaches; `table` holds the run-time offsets. A plain variable's is 0.
    ///
    /// `register` is absolute: DXIL and shader model 5.1 code name registers so, arrays included.
    ///
    /// # Errors
    ///
    /// [`IndexError::OutsideEntry`] for a register that the entry does not serve, [`IndexError::NeedsDescriptorIndexing`],
    /// [`IndexError::TableTooShort`], and [`IndexError::Overflow`] where [`wrapping_index`](Self::wrapping_index) wraps.
    pub fn index(&self, register: u32, table: &[u32]) -> Result<u32, IndexError> {
        let distance = register.checked_sub(self.register).filter(|distance| self.count.reaches(*distance));
        let Some(distance) = distance else {
            return Err(IndexError::OutsideEntry { register, first: self.register, count: self.count });
        };
        let dynamic = self.dynamic_offset(table)?;
        if !self.is_array {
            return Ok(0);
        }
        let element = u64::from(distance).saturating_add(self.static_offset.into()).saturating_add(dynamic.into());
        u32::try_from(element).map_err(|_| IndexError::Overflow { element, limit: u32::MAX })
    }

    /// The array element that the compiled shader computes for an access to `register`, in arithmetic modulo 2^32 and
    /// without a look at the entry's size: register − entry's register + static offset + run-time offset. A plain
    /// variable's is 0.
    ///
    /// # Errors
    ///
    /// [`IndexError::NeedsDescriptorIndexing`] and [`IndexError::TableTooShort`].
    pub fn wrapping_index(&self, register: u32, table: &[u32]) -> Result<u32, IndexError> {
        let dynamic = self.dynamic_offset(table)?;
        Ok(if self.is_array { register.wrapping_sub(self.base()).wrapping_add(dynamic) } else { 0 })
    }

    fn dynamic_offset(&self, table: &[u32]) -> Result<u32, IndexError> {
        let Some(index) = self.dynamic_index else { return Ok(0) };
        if !self.descriptor_indexing {
            return Err(IndexError::NeedsDescriptorIndexing { index });
        }
        let word = usize::try_from(index).ok().and_then(|place| table.get(place)).copied();
        word.ok_or(IndexError::TableTooShort { index, length: table.len() })
    }
}

/// An access that reaches no descriptor of the entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum IndexError {
    /// The entry does not serve the register.
    OutsideEntry {
        /// The register accessed.
        register: u32,
        /// The first register that the entry serves.
        first: u32,
        /// How many it serves from there.
        count: DescriptorCount,
    },
    /// The entry has a run-time offset, and the target lacks `VK_EXT_descriptor_indexing`.
    NeedsDescriptorIndexing {
        /// The word of the table that the entry names.
        index: u32,
    },
    /// The table handed in does not have the word.
    TableTooShort {
        /// The word of the table that the entry names.
        index: u32,
        /// The words that the table has.
        length: usize,
    },
    /// The element is past 2^32 − 1.
    Overflow {
        /// The sum.
        element: u64,
        /// The last element possible.
        limit: u32,
    },
}

impl IndexError {
    /// The variant's name, as psoview's JSON prints it.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::OutsideEntry { .. } => "OutsideEntry",
            Self::NeedsDescriptorIndexing { .. } => "NeedsDescriptorIndexing",
            Self::TableTooShort { .. } => "TableTooShort",
            Self::Overflow { .. } => "Overflow",
        }
    }
}

impl fmt::Display for IndexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutsideEntry { register, first, count } => {
                write!(f, "register {register} is not one of the entry's: {count} from {first} on")
            }
            Self::NeedsDescriptorIndexing { index } => {
                write!(f, "run-time offset {index} is asked for, and the target has no descriptor indexing")
            }
            Self::TableTooShort { index, length } => {
                write!(f, "run-time offset {index} is asked for, the table has {length}")
            }
            Self::Overflow { element, limit } => write!(f, "the element is {element}, the last one possible {limit}"),
        }
    }
}

impl core::error::Error for IndexError {}
