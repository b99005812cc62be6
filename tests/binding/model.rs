//! The mapping a second time, slowly: the reference's rules put into numbers as the C code has them, entry by entry. It
//! shares nothing with the library but the data of the question.

use psoview::binding::{
    BindingFlags, DescriptorOffset, DescriptorType, MissReason, Nature, RegisterRange, Request, ResourceBinding,
    ShaderKind, Visibility,
};

/// What C means by no bound.
const NONE: u32 = 0xFFFF_FFFF;

/// What the model expects of a question.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Mapped { entry: usize, set: u32, binding: u32, is_array: bool },
    Missed { entry: Option<usize>, why: MissReason },
}

/// An answer, and the element of any register.
pub(crate) struct Expected {
    pub(crate) answer: Answer,
    /// What is subtracted from a register, what is added, and the table's word that is added.
    pub(crate) terms: (u32, u32, Option<u32>),
}

impl Expected {
    /// All arithmetic modulo 2^32.
    pub(crate) fn element(&self, register: u32, table: &[u32]) -> u32 {
        let (less, more, word) = self.terms;
        match self.answer {
            Answer::Mapped { is_array: true, .. } => {
                let word = word.map_or(0, |word| u64::from(table[word as usize]));
                let sum = u64::from(register) + (1 << 32) - u64::from(less) + u64::from(more) + word;
                (sum % (1 << 32)) as u32
            }
            _ => 0,
        }
    }

    fn missed(entry: Option<usize>, why: MissReason) -> Self {
        Self { answer: Answer::Missed { entry, why }, terms: (0, 0, None) }
    }
}

/// A shader's range as C has it: `last` is `NONE` where it has no end.
#[derive(Clone, Copy)]
struct Range {
    first: u32,
    last: u32,
}

const REASONS: [MissReason; 6] = [
    MissReason::WrongType,
    MissReason::WrongSpace,
    MissReason::WrongVisibility,
    MissReason::WrongFlags,
    MissReason::StartsAfter,
    MissReason::PartlyCovered,
];

/// What the bindings answer in the profile with this name.
pub(crate) fn resolve(
    profile: &str,
    entries: &[ResourceBinding],
    offsets: &[DescriptorOffset],
    request: Request,
) -> Expected {
    let range = request.range;
    let single = profile == "glsl" || profile == "msl";
    let classes: &[DescriptorType] = match profile {
        "msl" => &[DescriptorType::Cbv],
        // Without pairs there is no way for an SRV or a sampler.
        "glsl" => &[DescriptorType::Cbv, DescriptorType::Uav],
        _ => DescriptorType::ALL_VALUES,
    };
    let pairs = profile == "glsl" && !classes.contains(&request.descriptor_type);
    if !pairs && !classes.contains(&request.descriptor_type) {
        return Expected::missed(None, MissReason::TypeUnsupported);
    }
    if single && range.last() != Some(range.first()) {
        return Expected::missed(None, MissReason::RangeNotSingle);
    }
    if pairs {
        return Expected::missed(None, MissReason::NoEntries);
    }
    if let Some(entry) = entries.iter().position(|entry| tests(profile, entry, request, false) == [true; 6]) {
        return found(profile, entries, offsets, entry, request, false);
    }
    if profile == "vkd3d-proton" && is_endless(profile, range) {
        if let Some(entry) = entries.iter().position(|entry| tests(profile, entry, request, true) == [true; 6]) {
            return found(profile, entries, offsets, entry, request, true);
        }
    }
    let passed = |entry: &ResourceBinding| {
        let tests = tests(profile, entry, request, false);
        tests.iter().position(|passed| !passed).expect("a test that fails")
    };
    let Some(most) = entries.iter().map(passed).max() else { return Expected::missed(None, MissReason::NoEntries) };
    Expected::missed(entries.iter().position(|entry| passed(entry) == most), REASONS[most])
}

/// Type, space, visibility, flags, start, cover. A retry asks for the first register alone.
fn tests(profile: &str, entry: &ResourceBinding, request: Request, retry: bool) -> [bool; 6] {
    let first = request.range.first();
    let needed = match request.nature {
        Nature::Buffer => BindingFlags::BUFFER.bits(),
        Nature::Image => BindingFlags::IMAGE.bits(),
        _ if profile == "vkd3d-1.14" => BindingFlags::IMAGE.bits(),
        _ => 0,
    };
    let single = profile == "glsl" || profile == "msl";
    [
        entry.descriptor_type == request.descriptor_type,
        entry.space == request.range.space(),
        sees(entry.visibility, request.stage),
        entry.flags.bits() & needed == needed,
        entry.register <= first,
        if single {
            entry.register == first
        } else {
            entry.register <= first && covers(profile, entry, request.range, retry)
        },
    ]
}

fn sees(visibility: Visibility, stage: ShaderKind) -> bool {
    // The names are the specification's, and the two sets have them in common.
    visibility == Visibility::All || stage.name() == Some(visibility.name())
}

fn covers(profile: &str, entry: &ResourceBinding, range: RegisterRange, retry: bool) -> bool {
    let count = entry.binding.count.raw();
    let distance = range.first() - entry.register;
    let bindless = entry.flags.bits() & BindingFlags::BINDLESS.bits() != 0;
    match profile {
        "vkd3d-1.14" | "vkd3d-1.18" => {
            let Range { first, last } = scanned(range);
            let q = if last == NONE { first } else { last };
            count > q - entry.register
        }
        "vkd3d-proton" => {
            let first_covered = count == NONE || count > distance;
            if retry {
                return first_covered;
            }
            match range.last() {
                Some(last) if !is_endless(profile, range) => count == NONE || count > last - entry.register,
                _ => first_covered && (bindless || count != 1),
            }
        }
        _ => {
            // Every register of the range, or its first, is among the entry's.
            let end = entry.binding.count.fixed().map(|count| u64::from(entry.register) + u64::from(count));
            let reaches = |register: u32| end.is_none_or(|end| u64::from(register) < end);
            match range.last() {
                Some(last) => reaches(last),
                None => reaches(range.first()) && count != 1,
            }
        }
    }
}

/// What vkd3d's scan record makes of a range: a count, and from that a last register.
fn scanned(range: RegisterRange) -> Range {
    let first = range.first();
    let last = range.last().unwrap_or(NONE);
    let count = if last == NONE { NONE } else { (last - first).wrapping_add(1) };
    let last = if count == NONE { NONE } else { first.wrapping_add(count).wrapping_sub(1) };
    Range { first, last }
}

fn is_endless(profile: &str, range: RegisterRange) -> bool {
    match profile {
        "vkd3d-1.14" | "vkd3d-1.18" => scanned(range).last == NONE,
        "vkd3d-proton" => range.last().is_none_or(|last| (last - range.first()).wrapping_add(1) == NONE),
        _ => range.last().is_none(),
    }
}

fn found(
    profile: &str,
    entries: &[ResourceBinding],
    offsets: &[DescriptorOffset],
    entry: usize,
    request: Request,
    retry: bool,
) -> Expected {
    let binding = entries[entry].binding;
    let offset = offsets[entry];
    let (register, first) = (entries[entry].register, request.range.first());
    let no_offset = offset.static_offset == 0 && offset.dynamic_index.is_none();
    let missed = |why| Expected::missed(Some(entry), why);
    let mapped = |binding_number, is_array, terms| Expected {
        answer: Answer::Mapped { entry, set: binding.set, binding: binding_number, is_array },
        terms,
    };
    let terms = (register, offset.static_offset, offset.dynamic_index);
    match profile {
        "glsl" | "msl" if binding.set != 0 => missed(MissReason::SetNotZero),
        "glsl" | "msl" if binding.count.raw() != 1 => missed(MissReason::CountNotOne),
        "glsl" | "msl" if !no_offset => missed(MissReason::OffsetUnsupported),
        "glsl" | "msl" => mapped(binding.binding, false, terms),
        "vkd3d-proton" if entries[entry].flags.bits() & BindingFlags::BINDLESS.bits() != 0 => {
            // Its own formula: what the callback returns is the offset of the range's first register.
            let heap_offset = offset.static_offset.wrapping_add(first - register);
            mapped(binding.binding, true, (first, heap_offset, offset.dynamic_index))
        }
        "vkd3d-proton" if !no_offset => missed(MissReason::OffsetUnsupported),
        "vkd3d-proton" => match u64::from(binding.binding) + u64::from(first - register) {
            number if number > u64::from(u32::MAX) => missed(MissReason::BindingOverflow),
            number => mapped(number as u32, !retry && request.range.last() != Some(first), (first, 0, None)),
        },
        _ => {
            let base = register.wrapping_sub(offset.static_offset);
            let is_plain = binding.count.raw() == 1
                && first == base
                && !is_endless(profile, request.range)
                && offset.dynamic_index.is_none();
            mapped(binding.binding, !is_plain, terms)
        }
    }
}
