//! From D3D registers to Vulkan descriptors: what a caller says about its descriptor layout.
//!
//! Source: vkd3d `include/vkd3d_shader.h` at vkd3d 1.14.

mod bind_error;
mod entries;
mod interface;
mod offsets;
mod profile;
mod range;
mod values;

pub use bind_error::{BindError, BindErrorKind, List};
pub use entries::{
    CombinedResourceSampler, DescriptorBinding, DescriptorCount, PushConstantBuffer, ResourceBinding, UavCounterBinding,
};
pub use interface::{InterfaceInfo, Lists};
pub use offsets::{DescriptorOffset, DescriptorOffsets};
pub use profile::{Addressing, Profile, Sentinels, UnboundedRule};
pub use range::RegisterRange;
pub use values::{BindingFlags, DescriptorType, Nature, Visibility};
