//! From D3D registers to Vulkan descriptors: which set, binding and array element serves a register, and which
//! push-constant word shifts it at run time.
//!
//! vkd3d-shader does this with `vkd3d_shader_interface_info` and `vkd3d_shader_descriptor_offset_info` while it compiles.
//! Here it is a question about lists: pure data in, pure data out, for a layout's author as for a compiler's. The lists are
//! slices, and can be constants.
//!
//! # An example
//!
//! The documentation of `vkd3d_shader_descriptor_offset_info` puts the constant buffers `cb0[0:3]` and `cb1[6:7]` into one
//! array, at set 3 and binding 2, with the static offsets 8 and 4:
//!
//! ```
//! use psoview::binding::{
//!     DescriptorBinding, DescriptorOffset, DescriptorOffsets, DescriptorType, InterfaceInfo, Lists, Profile, RegisterRange,
//!     Request, ResourceBinding, ShaderKind,
//! };
//!
//! const LISTS: Lists<'_> = Lists::NONE.with_bindings(&[
//!     ResourceBinding::new(DescriptorType::Cbv, 0, 0, DescriptorBinding::array(3, 2, 4)),
//!     ResourceBinding::new(DescriptorType::Cbv, 0, 6, DescriptorBinding::array(3, 2, 2)),
//! ]);
//! const OFFSETS: DescriptorOffsets<'_> =
//!     DescriptorOffsets::NONE.with_bindings(&[DescriptorOffset::new(8), DescriptorOffset::new(4)]);
//!
//! let info = InterfaceInfo::new(LISTS, OFFSETS, Profile::STRICT)?;
//! let elements = |first, last| {
//!     let range = RegisterRange::bounded(0, first, last)?;
//!     let mapped = info.resolve(Request::cbv(range, ShaderKind::PIXEL)).ok()?.descriptor()?;
//!     assert_eq!((mapped.set(), mapped.binding(), mapped.is_array()), (3, 2, true));
//!     Some((mapped.index(first, &[]).ok()?, mapped.index(last, &[]).ok()?))
//! };
//! assert_eq!(elements(0, 3), Some((8, 11)));
//! assert_eq!(elements(6, 7), Some((4, 5)));
//! # Ok::<(), psoview::binding::BindError>(())
//! ```
//!
//! That documentation says "8-12" for the first; four registers from 8 on end at 11. It also leaves out the flags, without
//! which vkd3d matches nothing, and writes the offsets as plain numbers where each is a pair; and the 1 of `cb1` is the
//! declaration's number, no register.
//!
//! # From a shader
//!
//! ```
//! use psoview::binding::{DescriptorOffsets, InterfaceInfo, Lists, Profile, Target};
//! use psoview::{container::Container, psv};
//!
//! let file = include_bytes!("../../tests/data/dxil/lit_ps.v1_10.dxil");
//! let Some(psv) = psv::part(&Container::parse(file)?)? else { return Ok(()) };
//! let info = InterfaceInfo::new(Lists::NONE, DescriptorOffsets::NONE, Profile::VKD3D_1_18)?;
//! for resource in info.map_shader(&psv).into_iter().flatten() {
//!     match resource {
//!         Ok(resource) => println!("{}: {:?}", resource.request.range, resource.target),
//!         Err(unmapped) => println!("{unmapped}"),
//!     }
//! }
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! # How an entry is found
//!
//! The entries are tried in order, and the first that passes every test wins: its class, its space, its visibility, its
//! flags, that it starts at or before the range, and that it covers all of it. A range over two entries is found in neither.
//! An access to a register then reaches the element
//!
//! ```text
//! register − the entry's register + static offset + table[dynamic index]
//! ```
//!
//! with the *entry's* register, not the range's first. Where one descriptor serves one register with no offset, the
//! variable is plain and takes no index.
//!
//! Where nothing is found, [`Miss`] names the entry that passes the most tests and the first it fails.
//!
//! An entry that grows never un-maps a range of known [nature](Nature) in the profiles of elements (`strict`, `vkd3d-1.14`,
//! `vkd3d-1.18`), nor in `vkd3d-proton` where no entry that is not bindless has an offset or binding numbers past 2^32 − 1.
//! It may put the range at another place, where it comes before the entry that served it; then a buffer and an image need
//! no longer be served alike, so that a range of unknown nature may be un-mapped. In `glsl` and `msl` nothing grows.
//!
//! # Profiles
//!
//! | rule | `strict` | `vkd3d-1.14` | `vkd3d-1.18` | `vkd3d-proton` | `glsl` | `msl` |
//! |---|---|---|---|---|---|---|
//! | classes that the bindings serve | all | all | all | all | CBV, UAV | CBV |
//! | flags that a sampler's entry needs | none | image | none | none | none | none |
//! | a bounded range of 2^32 − 1 registers | bounded | unbounded | unbounded | unbounded | refused | refused |
//! | a bounded range that ends with register 2^32 − 1 | bounded | unbounded | unbounded | bounded | bounded | bounded |
//! | an unbounded range needs, beside its first register | count ≠ 1 | nothing | nothing | count ≠ 1 or bindless, else retried as its first register | refused | refused |
//! | registers of an entry are | elements | elements | elements | bindless: elements, else binding numbers | the one | the one |
//! | an entry's offset | added | added | added | bindless: added, else refused | refused | refused |
//! | a set other than 0, a count other than 1 | taken | taken | taken | taken | refused | refused |
//! | push constants | before bindings | before bindings | before bindings | before bindings | list refused | list refused |
//! | UAV counters | own list | own list | own list | own list | list refused | list refused |
//! | combined samplers | before bindings | before bindings | before bindings | list refused | only way for SRVs and samplers | list refused |
//! | a load without a sampler is served by | a pair without | a pair without | a pair without | | the SRV's first pair | |
//! | an empty list | maps nothing | numbers in order | numbers in order | maps nothing | maps nothing | maps nothing |
//! | run-time indices ([`Profile::with_descriptor_indexing`] to change) | yes | yes | yes | yes | yes | yes |
//!
//! Where a profile departs from the project it is named after: arrays stay arrays in the default mapping, what glsl and msl
//! would ignore is refused, an offset that vkd3d-proton has no element to add to is refused, and its UAV counters are a list
//! of their own here, addressed by elements. In every profile construction makes the checks that C leaves out.
//!
//! Source: vkd3d `include/vkd3d_shader.h`, `libs/vkd3d-shader/spirv.c` (`spirv_compiler_get_descriptor_binding`,
//! `spirv_compiler_build_descriptor_variable`, `spirv_compiler_get_descriptor_index`), `glsl.c`, `msl.c` at vkd3d 1.14, and
//! the flag rule at 1.18; vkd3d-proton `libs/vkd3d-shader/dxil.c` (`dxil_remap_inner`, `dxil_resource_is_in_range`) and
//! dxil-spirv `dxil_converter.hpp`.

mod bind_error;
mod debug;
mod default_mapping;
mod entries;
mod interface;
mod layout;
mod mapped;
mod matches;
mod miss;
mod offsets;
mod overlap;
mod pairs;
mod profile;
mod push_block;
mod range;
mod refusal;
mod request;
mod resolve;
mod reverse;
mod search;
mod shader;
mod site;
mod values;

pub use crate::values::ShaderKind;
pub use bind_error::{BindError, BindErrorKind, EntryRef, List};
pub use default_mapping::DefaultBindings;
pub use entries::{
    CombinedResourceSampler, DescriptorBinding, DescriptorCount, PushConstantBuffer, ResourceBinding, UavCounterBinding,
};
pub use interface::{InterfaceInfo, Lists};
pub use layout::{Layout, LayoutBinding, LayoutConflict, LayoutConflicts};
pub use mapped::{IndexError, Mapped, PushConstants, Target};
pub use matches::Matches;
pub use miss::{Miss, MissReason};
pub use offsets::{DescriptorOffset, DescriptorOffsets};
pub use overlap::{RegisterOverlap, RegisterOverlaps};
pub use profile::{Addressing, Profile, Sentinels, UnboundedRule};
pub use push_block::{PushBlockFinding, PushBlockFindings, PushBlockMember};
pub use range::RegisterRange;
pub use request::{PairRequest, Request};
pub use reverse::{RegisterAt, RegistersAt};
pub use shader::{MappedResource, ResourceMappings, UnmappedReason, UnmappedResource};
pub use values::{BindingFlags, DescriptorType, Nature, Visibility};
