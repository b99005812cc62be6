//! From D3D registers to Vulkan descriptors: what a caller says about its descriptor layout.
//!
//! Source: vkd3d `include/vkd3d_shader.h` at vkd3d 1.14.

mod entries;
mod offsets;
mod range;
mod values;

pub use entries::{
    CombinedResourceSampler, DescriptorBinding, DescriptorCount, PushConstantBuffer, ResourceBinding, UavCounterBinding,
};
pub use offsets::{DescriptorOffset, DescriptorOffsets};
pub use range::RegisterRange;
pub use values::{BindingFlags, DescriptorType, Nature, Visibility};
