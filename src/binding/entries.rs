//! The lists' entries: what a caller says about its descriptor layout.

use core::fmt;

use super::debug::debug_fields;
use super::values::{BindingFlags, DescriptorType, Visibility};

/// How many descriptors an entry covers, counted from its register and from its static offset alike.
///
/// In C the number `~0` does for "unbounded". Here a bounded entry of 2^32 − 1 descriptors is another value, though the
/// profiles that copy C treat the two alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DescriptorCount {
    /// So many. An entry of 0 descriptors covers nothing.
    Fixed(u32),
    /// As many as the shader reaches.
    Unbounded,
}

impl DescriptorCount {
    /// The count that C has for this number: `u32::MAX` is unbounded.
    #[must_use]
    pub const fn from_raw(count: u32) -> Self {
        if count == u32::MAX { Self::Unbounded } else { Self::Fixed(count) }
    }

    /// The number that C has for this count.
    #[inline]
    #[must_use]
    pub const fn raw(self) -> u32 {
        match self {
            Self::Fixed(count) => count,
            Self::Unbounded => u32::MAX,
        }
    }

    /// The number where there is one; `None` for unbounded.
    #[must_use]
    pub const fn fixed(self) -> Option<u32> {
        match self {
            Self::Fixed(count) => Some(count),
            Self::Unbounded => None,
        }
    }

    /// Whether the number `distance` from an entry's start lies in the entry.
    #[inline]
    pub(super) const fn reaches(self, distance: u32) -> bool {
        match self {
            Self::Fixed(count) => count > distance,
            Self::Unbounded => true,
        }
    }
}

/// Prints the number, or `unbounded`.
impl fmt::Display for DescriptorCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fixed(count) => fmt::Display::fmt(count, f),
            Self::Unbounded => f.pad("unbounded"),
        }
    }
}

/// A place in the Vulkan pipeline layout (`vkd3d_shader_descriptor_binding`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct DescriptorBinding {
    /// The descriptor set's number.
    pub set: u32,
    /// The binding number in the set.
    pub binding: u32,
    /// How many descriptors the entry covers.
    pub count: DescriptorCount,
}

impl DescriptorBinding {
    /// One descriptor.
    #[must_use]
    pub const fn single(set: u32, binding: u32) -> Self {
        Self::new(set, binding, DescriptorCount::Fixed(1))
    }

    /// So many descriptors.
    #[must_use]
    pub const fn array(set: u32, binding: u32, count: u32) -> Self {
        Self::new(set, binding, DescriptorCount::Fixed(count))
    }

    /// As many descriptors as the shader reaches.
    #[must_use]
    pub const fn unbounded(set: u32, binding: u32) -> Self {
        Self::new(set, binding, DescriptorCount::Unbounded)
    }

    /// A place and a count.
    #[must_use]
    pub const fn new(set: u32, binding: u32, count: DescriptorCount) -> Self {
        Self { set, binding, count }
    }
}

/// Registers of one class and the descriptors that serve them (`vkd3d_shader_resource_binding`).
///
/// It is built as `ResourceBinding::new(…).with_visibility(…).with_flags(…)`, in a constant too.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ResourceBinding {
    /// The class of the registers.
    #[doc(alias = "type")]
    pub descriptor_type: DescriptorType,
    /// The register space.
    #[doc(alias = "register_space")]
    pub space: u32,
    /// The first register.
    #[doc(alias = "register_index")]
    pub register: u32,
    /// The stages it is for.
    #[doc(alias = "shader_visibility")]
    pub visibility: Visibility,
    /// What it may hold.
    pub flags: BindingFlags,
    /// The descriptors.
    pub binding: DescriptorBinding,
}

debug_fields!(ResourceBinding: descriptor_type, space, register, visibility, flags, binding);

impl ResourceBinding {
    /// An entry that every stage sees, with the flags that suit its class: constant buffers buffer, SRVs and UAVs buffer
    /// and image, samplers none (which [`Profile::VKD3D_1_14`](super::Profile::VKD3D_1_14) never matches: it asks for image).
    #[must_use]
    pub const fn new(descriptor_type: DescriptorType, space: u32, register: u32, binding: DescriptorBinding) -> Self {
        let flags = match descriptor_type {
            DescriptorType::Cbv => BindingFlags::BUFFER,
            DescriptorType::Srv | DescriptorType::Uav => BindingFlags::BUFFER.union(BindingFlags::IMAGE),
            DescriptorType::Sampler => BindingFlags::NONE,
        };
        Self { descriptor_type, space, register, visibility: Visibility::All, flags, binding }
    }

    /// The same entry for these stages.
    #[must_use]
    pub const fn with_visibility(self, visibility: Visibility) -> Self {
        Self { visibility, ..self }
    }

    /// The same entry with these flags, and no others.
    #[must_use]
    pub const fn with_flags(self, flags: BindingFlags) -> Self {
        Self { flags, ..self }
    }
}

/// UAV registers and the descriptors that serve their counters (`vkd3d_shader_uav_counter_binding`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct UavCounterBinding {
    /// The register space of the UAVs.
    #[doc(alias = "register_space")]
    pub space: u32,
    /// The first UAV register.
    #[doc(alias = "register_index")]
    pub register: u32,
    /// The stages it is for.
    #[doc(alias = "shader_visibility")]
    pub visibility: Visibility,
    /// The descriptors.
    pub binding: DescriptorBinding,
    /// Where the counter lies in its descriptor, in bytes. Only 0 is possible.
    pub offset: u32,
}

impl UavCounterBinding {
    /// An entry that every stage sees.
    #[must_use]
    pub const fn new(space: u32, register: u32, binding: DescriptorBinding) -> Self {
        Self { space, register, visibility: Visibility::All, binding, offset: 0 }
    }

    /// The same entry for these stages.
    #[must_use]
    pub const fn with_visibility(self, visibility: Visibility) -> Self {
        Self { visibility, ..self }
    }

    /// The same entry with this byte offset, which has to be 0; it is there for lists taken over from C.
    #[must_use]
    pub const fn with_offset(self, offset: u32) -> Self {
        Self { offset, ..self }
    }
}

/// A constant buffer register that push constants serve (`vkd3d_shader_push_constant_buffer`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct PushConstantBuffer {
    /// The register space.
    #[doc(alias = "register_space")]
    pub space: u32,
    /// The register.
    #[doc(alias = "register_index")]
    pub register: u32,
    /// The stages it is for.
    #[doc(alias = "shader_visibility")]
    pub visibility: Visibility,
    /// Where the constants start in the push-constant block, in bytes.
    pub offset: u32,
    /// The size of the constants, in bytes.
    pub size: u32,
}

impl PushConstantBuffer {
    /// An entry that every stage sees; `offset` and `size` in bytes.
    #[must_use]
    pub const fn new(space: u32, register: u32, offset: u32, size: u32) -> Self {
        Self { space, register, visibility: Visibility::All, offset, size }
    }

    /// The same entry for these stages.
    #[must_use]
    pub const fn with_visibility(self, visibility: Visibility) -> Self {
        Self { visibility, ..self }
    }
}

/// An SRV and a sampler that one descriptor serves (`vkd3d_shader_combined_resource_sampler`).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct CombinedResourceSampler {
    /// The register space of the SRV.
    pub resource_space: u32,
    /// The register of the SRV.
    #[doc(alias = "resource_index")]
    pub resource: u32,
    /// The register space of the sampler.
    pub sampler_space: u32,
    /// The register of the sampler; `None` for loads without one (`VKD3D_SHADER_DUMMY_SAMPLER_INDEX`).
    #[doc(alias = "sampler_index")]
    pub sampler: Option<u32>,
    /// The stages it is for.
    #[doc(alias = "shader_visibility")]
    pub visibility: Visibility,
    /// What it may hold.
    pub flags: BindingFlags,
    /// The descriptor. Its count has to be 1.
    pub binding: DescriptorBinding,
}

debug_fields!(CombinedResourceSampler: resource_space, resource, sampler_space, sampler, visibility, flags, binding);

impl CombinedResourceSampler {
    /// The image in a `t` register and the sampler in an `s` register, each given as space and register; every stage sees
    /// the entry.
    #[must_use]
    pub const fn new(resource: (u32, u32), sampler: (u32, u32), binding: DescriptorBinding) -> Self {
        let mut entry = Self::without_sampler(resource, binding);
        (entry.sampler_space, entry.sampler) = (sampler.0, Some(sampler.1));
        entry
    }

    /// The image in a `t` register, given as space and register, where it is loaded from without a sampler.
    #[must_use]
    pub const fn without_sampler(resource: (u32, u32), binding: DescriptorBinding) -> Self {
        Self {
            resource_space: resource.0,
            resource: resource.1,
            sampler_space: 0,
            sampler: None,
            visibility: Visibility::All,
            flags: BindingFlags::IMAGE,
            binding,
        }
    }

    /// The same entry for these stages.
    #[must_use]
    pub const fn with_visibility(self, visibility: Visibility) -> Self {
        Self { visibility, ..self }
    }

    /// The same entry with these flags, and no others.
    #[must_use]
    pub const fn with_flags(self, flags: BindingFlags) -> Self {
        Self { flags, ..self }
    }
}
