//! Whose rules are followed: data, not code.

use core::fmt;

use super::values::{BindingFlags, DescriptorType};

/// Which bounded ranges are taken for unbounded ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Sentinels {
    /// None.
    Apart,
    /// A range of 2^32 − 1 registers, for its size is the number for "unbounded".
    Count,
    /// A range of 2^32 − 1 registers and one that ends with register 2^32 − 1, and an unbounded entry covers 2^32 − 1
    /// registers.
    CountAndLast,
}

/// When an entry serves an unbounded range. In every case it has to cover the range's first register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum UnboundedRule {
    /// Nothing else is asked for.
    FirstRegister,
    /// The entry's count is not 1.
    NotSingle,
    /// The entry is bindless or its count is not 1; where there is no such entry, the range is retried as its first register
    /// alone, and every access goes there.
    NotSingleElseFirst,
}

/// How the registers of an entry become descriptors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Addressing {
    /// A register is an array element of the entry's binding.
    Elements,
    /// So it is in a bindless entry and for UAV counters. In any other entry each register has a binding number of its own,
    /// from the entry's on; a range takes its first register's, and is an array from there.
    BindingNumbers,
}

/// A set of rules. The [module](super) has the table of all of them.
///
/// The fields are public and the constants are starting points: a caller with rules of its own changes a field.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Profile {
    /// The name that psoview's `--profile` takes.
    pub name: &'static str,
    /// The flags that a sampler's entry needs. A buffer's needs [`BindingFlags::BUFFER`], an image's
    /// [`BindingFlags::IMAGE`], in every profile.
    pub sampler_flags: BindingFlags,
    /// Which bounded ranges are taken for unbounded ones.
    pub sentinels: Sentinels,
    /// When an entry serves an unbounded range.
    pub unbounded: UnboundedRule,
    /// How the registers of an entry become descriptors.
    pub addressing: Addressing,
    /// Whether a range has one register, and its entry that very register, one descriptor and set 0.
    pub single_registers: bool,
    /// Whether an entry may have an offset.
    pub offsets: bool,
    /// The classes that the list of bindings serves. Combined samplers serve SRVs and samplers in any case.
    pub types: &'static [DescriptorType],
    /// Whether push constants serve constant buffers. Where they do not, a list of them is refused.
    pub push_constants: bool,
    /// Whether there are UAV counters. Where there are none, a list of them is refused.
    pub uav_counters: bool,
    /// Whether there are combined samplers. Where there are none, a list of them is refused.
    pub combined_samplers: bool,
    /// Whether a load without a sampler takes the first pair that has its SRV, whatever the pair's sampler is.
    pub loads_take_any_pair: bool,
    /// Whether an empty list of bindings or of UAV counters stands for binding numbers in the order of the questions.
    pub default_mapping: bool,
    /// Whether the target has `VK_EXT_descriptor_indexing`, without which no index may be computed at run time.
    pub descriptor_indexing: bool,
}

/// Prints the name, without quotes or escapes, which come with a panic path, and every rule.
impl fmt::Debug for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Profile")
            .field("name", &format_args!("{}", self.name))
            .field("sampler_flags", &self.sampler_flags)
            .field("sentinels", &self.sentinels)
            .field("unbounded", &self.unbounded)
            .field("addressing", &self.addressing)
            .field("single_registers", &self.single_registers)
            .field("offsets", &self.offsets)
            .field("types", &self.types)
            .field("push_constants", &self.push_constants)
            .field("uav_counters", &self.uav_counters)
            .field("combined_samplers", &self.combined_samplers)
            .field("loads_take_any_pair", &self.loads_take_any_pair)
            .field("default_mapping", &self.default_mapping)
            .field("descriptor_indexing", &self.descriptor_indexing)
            .finish()
    }
}

use DescriptorType::{Cbv, Sampler, Srv, Uav};

impl Profile {
    /// psoview's own: vkd3d 1.18's flags, ranges taken at their word, nothing mapped that no entry names.
    pub const STRICT: Self = Self {
        name: "strict",
        sampler_flags: BindingFlags::NONE,
        sentinels: Sentinels::Apart,
        unbounded: UnboundedRule::NotSingle,
        addressing: Addressing::Elements,
        single_registers: false,
        offsets: true,
        types: &[Cbv, Srv, Uav, Sampler],
        push_constants: true,
        uav_counters: true,
        combined_samplers: true,
        loads_take_any_pair: false,
        default_mapping: false,
        descriptor_indexing: true,
    };

    /// vkd3d-shader 1.18's SPIR-V, as it is but for arrays in the default mapping.
    pub const VKD3D_1_18: Self = Self {
        name: "vkd3d-1.18",
        sentinels: Sentinels::CountAndLast,
        unbounded: UnboundedRule::FirstRegister,
        default_mapping: true,
        ..Self::STRICT
    };

    /// vkd3d-shader 1.14's SPIR-V: 1.18's, but a sampler's entry needs [`BindingFlags::IMAGE`].
    pub const VKD3D_1_14: Self = Self { name: "vkd3d-1.14", sampler_flags: BindingFlags::IMAGE, ..Self::VKD3D_1_18 };

    /// vkd3d-proton's, with dxil-spirv.
    pub const VKD3D_PROTON: Self = Self {
        name: "vkd3d-proton",
        sentinels: Sentinels::Count,
        unbounded: UnboundedRule::NotSingleElseFirst,
        addressing: Addressing::BindingNumbers,
        combined_samplers: false,
        ..Self::STRICT
    };

    /// vkd3d-shader's GLSL: single registers; SRVs and samplers in pairs only.
    pub const GLSL: Self = Self {
        name: "glsl",
        single_registers: true,
        offsets: false,
        types: &[Cbv, Uav],
        push_constants: false,
        uav_counters: false,
        loads_take_any_pair: true,
        ..Self::STRICT
    };

    /// vkd3d-shader's MSL: single constant buffers. What it would ignore is refused.
    pub const MSL: Self =
        Self { name: "msl", types: &[Cbv], combined_samplers: false, loads_take_any_pair: false, ..Self::GLSL };

    /// Every profile that has a constant.
    pub const KNOWN: &'static [Self] =
        &[Self::STRICT, Self::VKD3D_1_14, Self::VKD3D_1_18, Self::VKD3D_PROTON, Self::GLSL, Self::MSL];

    /// The same rules for a target that has `VK_EXT_descriptor_indexing`, or has not.
    #[must_use]
    pub const fn with_descriptor_indexing(self, descriptor_indexing: bool) -> Self {
        Self { descriptor_indexing, ..self }
    }
}
