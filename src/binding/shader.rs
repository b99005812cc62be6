//! From the records of a PSV0 part to what serves them.

use core::fmt;
use core::iter::FusedIterator;

use super::default_mapping::DefaultBindings;
use super::interface::InterfaceInfo;
use super::mapped::Target;
use super::miss::Miss;
use super::range::RegisterRange;
use super::request::Request;
use super::values::Nature;
use crate::psv::{Psv, Resource, ResourceKind, ResourceType, Resources, ResourcesIter};
use crate::values::ShaderKind;

/// A resource of a shader, and what serves it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct MappedResource {
    /// The record's index in the part.
    pub record: u32,
    /// What was asked for.
    pub request: Request,
    /// Whether it is the UAVs' counters that are served, not the UAVs.
    pub uav_counter: bool,
    /// What serves it.
    pub target: Target,
}

/// A resource of a shader that nothing serves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct UnmappedResource {
    /// The record's index in the part.
    pub record: u32,
    /// What was asked for; `None` where the record does not say what it is.
    pub request: Option<Request>,
    /// Whether it is the UAVs' counters that are not served.
    pub uav_counter: bool,
    /// Why.
    pub why: UnmappedReason,
}

/// Why nothing serves a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum UnmappedReason {
    /// The record's type is none that has registers.
    UnknownType {
        /// The type stored.
        found: ResourceType,
    },
    /// The record is typed, and its kind is neither a buffer nor a texture.
    UnknownKind {
        /// The kind stored.
        found: ResourceKind,
    },
    /// The record's upper bound comes before its lower bound.
    RangeReversed {
        /// The lower bound.
        lower: u32,
        /// The upper bound.
        upper: u32,
    },
    /// No entry serves it.
    Miss(Miss),
}

impl UnmappedReason {
    /// The variant's name, as psoview's JSON prints it; for a miss the name of its own reason.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::UnknownType { .. } => "UnknownType",
            Self::UnknownKind { .. } => "UnknownKind",
            Self::RangeReversed { .. } => "RangeReversed",
            Self::Miss(miss) => miss.why.name(),
        }
    }
}

impl fmt::Display for UnmappedReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownType { found } => write!(f, "its type is {found}, which has no registers"),
            Self::UnknownKind { found } => write!(f, "its kind is {found}, which is neither a buffer nor a texture"),
            Self::RangeReversed { lower, upper } => write!(f, "its registers run from {lower} to {upper}"),
            Self::Miss(miss) => fmt::Display::fmt(miss, f),
        }
    }
}

impl fmt::Display for UnmappedResource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counter = if self.uav_counter { ", its counter" } else { "" };
        write!(f, "PSV0 resource {}{counter}: {}", self.record, self.why)
    }
}

impl core::error::Error for UnmappedResource {}

impl Request {
    /// What a shader of this stage asks for with a PSV0 record.
    ///
    /// The class comes from the record's type. Raw and structured resources are buffers, acceleration structures with them.
    /// A typed resource is what its kind says: typed and texture buffers, and acceleration structures of compilers before
    /// August 2019, are buffers; textures and feedback textures are images. A record of 16 bytes has no kind, and its typed
    /// resources are of unknown nature.
    ///
    /// # Errors
    ///
    /// [`UnmappedReason::UnknownType`], [`UnmappedReason::UnknownKind`] and [`UnmappedReason::RangeReversed`].
    pub fn from_resource(resource: &Resource<'_>, stage: ShaderKind) -> Result<Self, UnmappedReason> {
        let found = resource.resource_type();
        let (space, lower, upper) = (resource.space(), resource.lower(), resource.upper());
        let range =
            RegisterRange::from_bounds(space, lower, upper).ok_or(UnmappedReason::RangeReversed { lower, upper });
        Ok(match found {
            ResourceType::CBV => Self::cbv(range?, stage),
            ResourceType::SAMPLER => Self::sampler(range?, stage),
            ResourceType::SRV_TYPED => Self::srv(typed_nature(resource.kind())?, range?, stage),
            ResourceType::SRV_RAW | ResourceType::SRV_STRUCTURED => Self::srv(Nature::Buffer, range?, stage),
            ResourceType::UAV_TYPED => Self::uav(typed_nature(resource.kind())?, range?, stage),
            ResourceType::UAV_RAW | ResourceType::UAV_STRUCTURED | ResourceType::UAV_STRUCTURED_WITH_COUNTER => {
                Self::uav(Nature::Buffer, range?, stage)
            }
            _ => return Err(UnmappedReason::UnknownType { found }),
        })
    }
}

fn typed_nature(kind: Option<ResourceKind>) -> Result<Nature, UnmappedReason> {
    let Some(kind) = kind else { return Ok(Nature::Unknown) };
    Ok(match kind {
        ResourceKind::TYPED_BUFFER
        | ResourceKind::RAW_BUFFER
        | ResourceKind::STRUCTURED_BUFFER
        | ResourceKind::TBUFFER
        | ResourceKind::RT_ACCELERATION_STRUCTURE => Nature::Buffer,
        ResourceKind::TEXTURE1D
        | ResourceKind::TEXTURE2D
        | ResourceKind::TEXTURE2DMS
        | ResourceKind::TEXTURE3D
        | ResourceKind::TEXTURE_CUBE
        | ResourceKind::TEXTURE1D_ARRAY
        | ResourceKind::TEXTURE2D_ARRAY
        | ResourceKind::TEXTURE2DMS_ARRAY
        | ResourceKind::TEXTURE_CUBE_ARRAY
        | ResourceKind::FEEDBACK_TEXTURE2D
        | ResourceKind::FEEDBACK_TEXTURE2D_ARRAY => Nature::Image,
        found => return Err(UnmappedReason::UnknownKind { found }),
    })
}

impl<'a> InterfaceInfo<'a> {
    /// What serves each resource of a shader, in the part's order; `None` where neither the part nor its container says
    /// which stage the shader is for. [`map_resources`](Self::map_resources) takes the stage from the caller.
    #[must_use]
    pub fn map_shader<'r>(&self, psv: &Psv<'r>) -> Option<ResourceMappings<'a, 'r>> {
        psv.stage().map(|stage| self.map_resources(psv.resources(), stage))
    }

    /// What serves each resource of a shader of this stage, in the part's order.
    #[must_use]
    pub fn map_resources<'r>(&self, resources: Resources<'r>, stage: ShaderKind) -> ResourceMappings<'a, 'r> {
        ResourceMappings {
            info: *self,
            resources: resources.iter(),
            stage,
            default: DefaultBindings::new(),
            counter: None,
        }
    }
}

/// Iterates over the resources of a shader: one item a record, and for UAVs with a counter a second one for the counter.
///
/// A resource that nothing serves does not end the iteration; the next one may be served.
///
/// Default bindings are handed out in the order of the records, which is by class; vkd3d's are in the order of its own
/// scan.
#[derive(Clone, Debug)]
pub struct ResourceMappings<'a, 'r> {
    info: InterfaceInfo<'a>,
    resources: ResourcesIter<'r>,
    stage: ShaderKind,
    default: DefaultBindings,
    /// The record whose counter comes next.
    counter: Option<(u32, Request)>,
}

impl Iterator for ResourceMappings<'_, '_> {
    type Item = Result<MappedResource, UnmappedResource>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some((record, request)) = self.counter.take() {
            let (range, stage) = (request.range, request.stage);
            let mapped = self.info.resolve_uav_counter_or_default(range, stage, &mut self.default);
            return Some(item(record, request, true, mapped.map(Target::Descriptor)));
        }
        let resource = self.resources.next()?;
        let record = resource.index();
        let request = match Request::from_resource(&resource, self.stage) {
            Ok(request) => request,
            Err(why) => return Some(Err(UnmappedResource { record, request: None, uav_counter: false, why })),
        };
        if resource.resource_type() == ResourceType::UAV_STRUCTURED_WITH_COUNTER {
            self.counter = Some((record, request));
        }
        Some(item(record, request, false, self.info.resolve_or_default(request, &mut self.default)))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let pending = usize::from(self.counter.is_some());
        let records = self.resources.len();
        (records.saturating_add(pending), records.checked_mul(2).and_then(|most| most.checked_add(pending)))
    }
}

impl FusedIterator for ResourceMappings<'_, '_> {}

fn item(
    record: u32,
    request: Request,
    uav_counter: bool,
    target: Result<Target, Miss>,
) -> Result<MappedResource, UnmappedResource> {
    match target {
        Ok(target) => Ok(MappedResource { record, request, uav_counter, target }),
        Err(miss) => {
            Err(UnmappedResource { record, request: Some(request), uav_counter, why: UnmappedReason::Miss(miss) })
        }
    }
}
