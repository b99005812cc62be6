use super::range::RegisterRange;
use super::values::{DescriptorType, Nature};
use crate::values::ShaderKind;

/// What a shader declares and wants to have mapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Request {
    /// The class of the registers.
    pub descriptor_type: DescriptorType,
    /// Whether it is a buffer or an image.
    pub nature: Nature,
    /// The registers.
    pub range: RegisterRange,
    /// The shader's stage.
    pub stage: ShaderKind,
}

impl Request {
    /// Constant buffers.
    #[must_use]
    pub const fn cbv(range: RegisterRange, stage: ShaderKind) -> Self {
        Self { descriptor_type: DescriptorType::Cbv, nature: Nature::Buffer, range, stage }
    }

    /// Shader resource views of this nature. [`Nature::Neither`] asks for the flags that a sampler's entry needs, which are
    /// none in most profiles.
    #[must_use]
    pub const fn srv(nature: Nature, range: RegisterRange, stage: ShaderKind) -> Self {
        Self { descriptor_type: DescriptorType::Srv, nature, range, stage }
    }

    /// Unordered access views of this nature; [`Nature::Neither`] as in [`srv`](Self::srv).
    #[must_use]
    pub const fn uav(nature: Nature, range: RegisterRange, stage: ShaderKind) -> Self {
        Self { descriptor_type: DescriptorType::Uav, nature, range, stage }
    }

    /// Samplers.
    #[must_use]
    pub const fn sampler(range: RegisterRange, stage: ShaderKind) -> Self {
        Self { descriptor_type: DescriptorType::Sampler, nature: Nature::Neither, range, stage }
    }

    pub(super) const fn with_nature(self, nature: Nature) -> Self {
        Self { nature, ..self }
    }
}

/// An SRV and the sampler it is sampled with, which a shader wants to have mapped as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct PairRequest {
    /// The SRV's register space.
    pub resource_space: u32,
    /// The SRV's register.
    pub resource: u32,
    /// The sampler's register space and register; `None` for a load without one.
    pub sampler: Option<(u32, u32)>,
    /// Whether the SRV is a buffer or an image.
    pub nature: Nature,
    /// The shader's stage.
    pub stage: ShaderKind,
}

impl PairRequest {
    /// The image in a `t` register and the sampler in an `s` register, each given as space and register.
    #[must_use]
    pub const fn new(resource: (u32, u32), sampler: (u32, u32), stage: ShaderKind) -> Self {
        let mut request = Self::without_sampler(resource, Nature::Image, stage);
        request.sampler = Some(sampler);
        request
    }

    /// The buffer or image in a `t` register, given as space and register, loaded from without a sampler.
    #[must_use]
    pub const fn without_sampler(resource: (u32, u32), nature: Nature, stage: ShaderKind) -> Self {
        Self { resource_space: resource.0, resource: resource.1, sampler: None, nature, stage }
    }
}
