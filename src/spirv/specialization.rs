use core::fmt;
use core::iter::FusedIterator;

use super::constant::VK_BOOL_SIZE;
use super::header::{Endianness, Module};
use super::index::Index;
use super::opcode;
use super::radix;
use super::settings::{Settings, patch};
use super::table::Scratch;
use super::text::Text;
use super::types::Shape;
use crate::error::Error;

/// Which bytes of the data are a constant's value: laid out like `VkSpecializationMapEntry`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(C)]
#[allow(clippy::exhaustive_structs, reason = "its layout is Vulkan's")]
pub struct MapEntry {
    /// The SpecId.
    pub constant_id: u32,
    /// Where the value starts in the data, in bytes, at any alignment.
    pub offset: u32,
    /// How many bytes it has.
    pub size: usize,
}

/// Values for the constants of a module, as `VkSpecializationInfo` gives them.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::exhaustive_structs, reason = "it is Vulkan's")]
pub struct Specialization<'d> {
    /// Which bytes belong to which SpecId, in any order. They may overlap.
    pub entries: &'d [MapEntry],
    /// The bytes.
    pub data: &'d [u8],
}

/// How the bytes of the data are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DataLayout {
    endianness: Endianness,
    bool_size: u32,
}

impl DataLayout {
    /// Vulkan's: numbers in the host's byte order, a bool is a `VkBool32` of four bytes.
    pub const VULKAN: Self = Self { endianness: Endianness::HOST, bool_size: VK_BOOL_SIZE };
    /// OpenCL's: a bool has one byte.
    pub const OPENCL: Self = Self { bool_size: 1, ..Self::VULKAN };

    /// The same with another byte order, for data that comes from another machine. It has nothing to do with the module's.
    #[must_use]
    pub const fn in_order(self, endianness: Endianness) -> Self {
        Self { endianness, ..self }
    }
}

/// What is wrong with a map entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SpecErrorKind {
    /// The offset is not less than the data's size (VUID-VkSpecializationInfo-offset-00773).
    OffsetOutOfRange,
    /// The size is more than the data has from the offset on (VUID-VkSpecializationInfo-pMapEntries-00774).
    SizeOutOfRange,
    /// An entry before has the same SpecId (VUID-VkSpecializationInfo-constantID-04911).
    DuplicateConstantId,
    /// The size is not the constant's (VUID-VkSpecializationMapEntry-constantID-00776).
    SizeMismatch,
    /// The constant is an `OpSpecConstantDataKHR`, or its type comes from an instruction that is not known: no value can be
    /// given to it here.
    UnsupportedConstant,
    /// The scratch words lent are too few. There is no entry then.
    ScratchTooSmall,
}

impl SpecErrorKind {
    /// The variant's name, as psoview's JSON prints it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::OffsetOutOfRange => "OffsetOutOfRange",
            Self::SizeOutOfRange => "SizeOutOfRange",
            Self::DuplicateConstantId => "DuplicateConstantId",
            Self::SizeMismatch => "SizeMismatch",
            Self::UnsupportedConstant => "UnsupportedConstant",
            Self::ScratchTooSmall => "ScratchTooSmall",
        }
    }

    /// The rule of the Vulkan specification that is broken.
    #[must_use]
    pub const fn vuid(self) -> Option<&'static str> {
        match self {
            Self::OffsetOutOfRange => Some("VUID-VkSpecializationInfo-offset-00773"),
            Self::SizeOutOfRange => Some("VUID-VkSpecializationInfo-pMapEntries-00774"),
            Self::DuplicateConstantId => Some("VUID-VkSpecializationInfo-constantID-04911"),
            Self::SizeMismatch => Some("VUID-VkSpecializationMapEntry-constantID-00776"),
            Self::UnsupportedConstant | Self::ScratchTooSmall => None,
        }
    }
}

/// Which map entry is wrong, and how.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct SpecError<'i> {
    kind: SpecErrorKind,
    entry: usize,
    constant_id: u32,
    found: u64,
    limit: u64,
    name: Option<Text<'i>>,
}

impl<'i> SpecError<'i> {
    /// What is wrong.
    #[must_use]
    pub const fn kind(&self) -> SpecErrorKind {
        self.kind
    }

    /// The entry's number in the list.
    #[must_use]
    pub const fn entry(&self) -> usize {
        self.entry
    }

    /// The entry's SpecId.
    #[must_use]
    pub const fn constant_id(&self) -> u32 {
        self.constant_id
    }

    /// What the entry says: an offset or a size in bytes; for a duplicate the SpecId; for scratch the words lent.
    #[must_use]
    pub const fn found(&self) -> u64 {
        self.found
    }

    /// What it may be: the data's size, the bytes left in it, or the constant's size; for a duplicate the number of the
    /// entry that came first; for scratch the words needed.
    #[must_use]
    pub const fn limit(&self) -> u64 {
        self.limit
    }

    /// The name of the constant, where the entry's SpecId is one's that has a name.
    #[must_use]
    pub const fn name(&self) -> Option<Text<'i>> {
        self.name
    }
}

impl fmt::Display for SpecError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, entry, constant_id, found, limit, name } = self;
        if *kind == SpecErrorKind::ScratchTooSmall {
            return write!(f, "scratch: {found} words are lent, {limit} are needed");
        }
        write!(f, "map entry {entry} (constant ID {constant_id}")?;
        if let Some(name) = name {
            write!(f, ", {name:?}")?;
        }
        f.write_str("): ")?;
        match kind {
            SpecErrorKind::OffsetOutOfRange => write!(f, "its offset is {found}, the data has {limit} bytes")?,
            SpecErrorKind::SizeOutOfRange => {
                write!(f, "its size is {found}, the data has {limit} bytes from there on")?
            }
            SpecErrorKind::DuplicateConstantId => write!(f, "entry {limit} has the same constant ID")?,
            SpecErrorKind::SizeMismatch => write!(f, "its size is {found}, the constant has {limit} bytes")?,
            SpecErrorKind::UnsupportedConstant => f.write_str("no value can be given to a constant of this kind")?,
            SpecErrorKind::ScratchTooSmall => {}
        }
        kind.vuid().map_or(Ok(()), |vuid| write!(f, " ({vuid})"))
    }
}

impl fmt::Debug for SpecError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SpecError")
            .field("kind", &self.kind)
            .field("entry", &self.entry)
            .field("constant_id", &self.constant_id)
            .field("found", &self.found)
            .field("limit", &self.limit)
            .field("name", &self.name)
            .finish()
    }
}

impl core::error::Error for SpecError<'_> {}

impl<'d> Specialization<'d> {
    /// Nothing given: every constant keeps its default.
    pub const NONE: Self = Self { entries: &[], data: &[] };

    /// How many words of scratch [`check`](Self::check) needs.
    #[must_use]
    pub fn check_words(&self, index: &Index<'_>) -> usize {
        index.settings_words().saturating_add(self.entries.len().saturating_mul(4))
    }

    /// Checks the entries by the rules of Vulkan, and takes the values.
    ///
    /// The entries are looked at in their order, each by the rules on its offset, its size, its SpecId's uniqueness and, where
    /// a constant has the SpecId, that constant's size. A SpecId that no constant has is no error, see
    /// [`unknown`](Self::unknown). The work is linear in entries and data, with a binary search for each SpecId.
    ///
    /// # Errors
    ///
    /// The first rule broken.
    pub fn check<'i, 's>(
        &self,
        index: &'i Index<'i>,
        scratch: &'s mut [u32],
    ) -> Result<Settings<'i, 's>, SpecError<'i>> {
        self.check_with(DataLayout::VULKAN, index, scratch)
    }

    /// Like [`check`](Self::check), for data that is laid out another way.
    ///
    /// # Errors
    ///
    /// The first rule broken.
    pub fn check_with<'i, 's>(
        &self,
        layout: DataLayout,
        index: &'i Index<'i>,
        scratch: &'s mut [u32],
    ) -> Result<Settings<'i, 's>, SpecError<'i>> {
        let (lent, needed) = (scratch.len(), self.check_words(index));
        let too_small = SpecError {
            kind: SpecErrorKind::ScratchTooSmall,
            entry: 0,
            constant_id: 0,
            found: u64::try_from(lent).unwrap_or(u64::MAX),
            limit: u64::try_from(needed).unwrap_or(u64::MAX),
            name: None,
        };
        let Some((slots, firsts)) =
            scratch.get_mut(..needed).and_then(|scratch| scratch.split_at_mut_checked(index.settings_words()))
        else {
            return Err(too_small);
        };
        let mut settings = index.settings(slots).map_err(|_| too_small)?;
        let firsts = self.firsts(firsts);
        for ((number, entry), &mut first) in self.entries.iter().enumerate().zip(firsts) {
            let fail = |kind, found, limit| SpecError {
                kind,
                entry: number,
                constant_id: entry.constant_id,
                found,
                limit,
                name: index.by_spec_id(entry.constant_id).find_map(|constant| constant.name()),
            };
            let value = entry.locate(self.data).map_err(|(kind, found, limit)| fail(kind, found, limit))?;
            if usize::try_from(first) != Ok(number) {
                return Err(fail(SpecErrorKind::DuplicateConstantId, entry.constant_id.into(), first.into()));
            }
            for constant in index.by_spec_id(entry.constant_id) {
                let found = u64::try_from(entry.size).unwrap_or(u64::MAX);
                let size = constant.byte_size_with(layout.bool_size);
                if let Some(limit) = size.filter(|&size| size != found) {
                    return Err(fail(SpecErrorKind::SizeMismatch, found, limit));
                }
                if size.is_none() || constant.opcode() == opcode::SPEC_CONSTANT_DATA {
                    return Err(fail(SpecErrorKind::UnsupportedConstant, found, 0));
                }
                let bits = layout.read(value);
                let is_bool = constant.ty().shape() == Shape::Bool;
                settings.give(&constant, if is_bool { u64::from(bits != 0) } else { bits });
            }
        }
        Ok(settings)
    }

    /// For each entry the number of the first one with the same SpecId.
    fn firsts<'s>(&self, words: &'s mut [u32]) -> &'s mut [u32] {
        let count = u32::try_from(self.entries.len()).unwrap_or(u32::MAX);
        let mut scratch = Scratch::whole(words);
        let [keys, numbers, spare_keys, firsts] = [(); 4].map(|()| scratch.take(count));
        for ((entry, number), (key, slot)) in
            self.entries.iter().zip(0..u32::MAX).zip(keys.iter_mut().zip(numbers.iter_mut()))
        {
            (*key, *slot) = (entry.constant_id, number);
        }
        radix::sort(keys, numbers, spare_keys, firsts);
        let mut group = None;
        for (&key, &number) in keys.iter().zip(&*numbers) {
            let first = match group {
                Some((same, first)) if same == key => first,
                _ => number,
            };
            group = Some((key, first));
            if let Some(slot) = firsts.get_mut(crate::bytes::to_usize(number)) {
                *slot = first;
            }
        }
        firsts
    }

    /// The entries whose SpecId no constant has, with their numbers. They have no effect.
    #[must_use]
    pub const fn unknown<'i>(&self, index: &'i Index<'i>) -> UnknownEntries<'i>
    where
        'd: 'i,
    {
        UnknownEntries { index, entries: self.entries, number: 0 }
    }
}

impl MapEntry {
    /// The bytes of the value; or the rule broken, what is found and what the limit is.
    fn locate(self, data: &[u8]) -> Result<&[u8], (SpecErrorKind, u64, u64)> {
        let count = |length: usize| u64::try_from(length).unwrap_or(u64::MAX);
        let rest = data.get(crate::bytes::to_usize(self.offset)..).filter(|rest| !rest.is_empty());
        let rest = rest.ok_or((SpecErrorKind::OffsetOutOfRange, self.offset.into(), count(data.len())))?;
        rest.get(..self.size).ok_or((SpecErrorKind::SizeOutOfRange, count(self.size), count(rest.len())))
    }
}

impl DataLayout {
    /// A number of at most eight bytes.
    fn read(self, bytes: &[u8]) -> u64 {
        let add = |number: u64, &byte: &u8| number << 8 | u64::from(byte);
        match self.endianness {
            Endianness::Little => bytes.iter().rev().fold(0, add),
            Endianness::Big => bytes.iter().fold(0, add),
        }
    }
}

/// The entries whose SpecId no constant has; made by [`Specialization::unknown`].
#[derive(Clone, Debug)]
pub struct UnknownEntries<'i> {
    index: &'i Index<'i>,
    entries: &'i [MapEntry],
    number: usize,
}

impl Iterator for UnknownEntries<'_> {
    type Item = (usize, MapEntry);

    fn next(&mut self) -> Option<(usize, MapEntry)> {
        while let Some(entry) = self.entries.get(self.number) {
            let number = self.number;
            self.number = number.saturating_add(1);
            if self.index.by_spec_id(entry.constant_id).len() == 0 {
                return Some((number, *entry));
            }
        }
        None
    }
}

impl FusedIterator for UnknownEntries<'_> {}

/// Why [`specialize_in_place`] did nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InPlaceError {
    /// The module cannot be read, or the scratch words are too few.
    Module(Error),
    /// An entry of the specialization is wrong.
    #[non_exhaustive]
    Entry {
        /// What is wrong.
        kind: SpecErrorKind,
        /// The entry's number.
        entry: usize,
    },
}

impl fmt::Display for InPlaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Module(error) => fmt::Display::fmt(error, f),
            Self::Entry { kind, entry } => {
                write!(f, "map entry {entry}: {} ({})", kind.name(), kind.vuid().unwrap_or("no rule of Vulkan's"))
            }
        }
    }
}

impl core::error::Error for InPlaceError {}

impl From<Error> for InPlaceError {
    fn from(error: Error) -> Self {
        Self::Module(error)
    }
}

/// Gives a module's constants values by changing the module: the literals of numbers, and the opcodes of bools. Its size, its
/// ids and its SpecIds stay, and so does what depends on the values. The words may be in either byte order.
///
/// `scratch` needs [`Preamble::index_words`](super::Preamble::index_words) and then
/// [`Specialization::check_words`] words.
///
/// # Errors
///
/// The module cannot be read, `scratch` is too small or an entry is wrong. The module is unchanged then. For an error that
/// names the constant use [`Specialization::check`] and [`Settings::specialize`].
pub fn specialize_in_place(
    words: &mut [u32],
    specialization: &Specialization<'_>,
    scratch: &mut [u32],
) -> Result<(), InPlaceError> {
    let preamble = Module::from_words(words)?.measure()?;
    let (for_index, rest) = match scratch.split_at_mut_checked(preamble.index_words()) {
        Some((for_index, rest)) => (for_index, rest),
        // Too few: that is what the index then says.
        None => (scratch, Default::default()),
    };
    let index = preamble.index(for_index)?;
    let needed = specialization.check_words(&index);
    if rest.len() < needed {
        let needed = u64::try_from(preamble.index_words().saturating_add(needed)).unwrap_or(u64::MAX);
        return Err(super::table::too_small(preamble.index_words().saturating_add(rest.len()), needed).into());
    }
    let settings = specialization
        .check(&index, rest)
        .map_err(|error| InPlaceError::Entry { kind: error.kind(), entry: error.entry() })?;
    let swapped = preamble.module().endianness() != Endianness::HOST;
    let slots = settings.into_slots();
    patch(slots, words, |word| if swapped { word.swap_bytes() } else { word });
    Ok(())
}
