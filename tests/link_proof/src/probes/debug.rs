//! What is meant for whoever works on a program: every type prints itself.

use core::fmt::{self, Debug, Formatter};

use psoview::{Error, ErrorKind, Region, binding, container, error, psv, spirv};

use super::see;

/// Takes the address of the type's formatter: it is compiled as a whole, for any value and any format.
fn printed<T: Debug>() {
    see(T::fmt as fn(&T, &mut Formatter<'_>) -> fmt::Result);
}

/// The same of some types.
macro_rules! printed {
    ($($ty:ty)+) => {
        $(printed::<$ty>();)+
    };
}

crate::export! {
    fn debug_errors(_bytes, _) {
        printed! {
            Error
            ErrorKind
            Region
            error::Field
        }
    }

    fn debug_container(_bytes, _) {
        printed! {
            container::Container<'_>
            container::Digest
            container::DigestStatus
            container::Findings<'_>
            container::FourCc
            container::Part<'_>
            container::Parts<'_>
            container::Program<'_>
            container::Version
        }
    }

    fn debug_psv(_bytes, _) {
        printed! {
            psv::AmplificationInfo
            psv::ComponentMask<'_>
            psv::ComponentType
            psv::Components<'_>
            psv::Dependencies<'_>
            psv::DependencyRows<'_>
            psv::DependencyTable<'_>
            psv::DomainInfo
            psv::Element<'_>
            psv::Elements<'_>
            psv::ElementsIter<'_>
            psv::Findings<'_>
            psv::GeometryInfo
            psv::HullInfo
            psv::InputPrimitive
            psv::InterpolationMode
            psv::MeshInfo
            psv::MeshOutputTopology
            psv::PixelInfo
            psv::PrimitiveTopology
            psv::Psv<'_>
            psv::Resource<'_>
            psv::ResourceFlags
            psv::ResourceKind
            psv::ResourceType
            psv::Resources<'_>
            psv::ResourcesIter<'_>
            psv::RuntimeInfo<'_>
            psv::SemanticIndices<'_>
            psv::SemanticIndicesIter<'_>
            psv::SemanticKind
            psv::StageInfo
            psv::StageSignature<'_>
            psv::TessellatorDomain
            psv::TessellatorOutputPrimitive
            psv::VertexInfo
            psv::Words<'_>
        }
    }

    fn debug_binding(_bytes, _) {
        printed! {
            binding::Addressing
            binding::BindError
            binding::BindErrorKind
            binding::BindingFlags
            binding::CombinedResourceSampler
            binding::DefaultBindings
            binding::DescriptorBinding
            binding::DescriptorCount
            binding::DescriptorOffset
            binding::DescriptorOffsets<'_>
            binding::DescriptorType
            binding::EntryRef
            binding::IndexError
            binding::InterfaceInfo<'_>
            binding::Layout<'_>
            binding::LayoutBinding
            binding::LayoutConflict
            binding::LayoutConflicts<'_>
            binding::List
            binding::Lists<'_>
            binding::Mapped
            binding::MappedResource
            binding::Matches<'_>
            binding::Miss
            binding::MissReason
            binding::Nature
            binding::PairRequest
            binding::Profile
            binding::PushBlockFinding
            binding::PushBlockFindings<'_>
            binding::PushBlockMember
            binding::PushConstantBuffer
            binding::PushConstants
            binding::RegisterAt
            binding::RegisterOverlap
            binding::RegisterOverlaps<'_>
            binding::RegisterRange
            binding::RegistersAt<'_, '_>
            binding::Request
            binding::ResourceBinding
            binding::ResourceMappings<'_, '_>
            binding::Sentinels
            binding::ShaderKind
            binding::Target
            binding::UavCounterBinding
            binding::UnboundedRule
            binding::UnmappedReason
            binding::UnmappedResource
            binding::Visibility
        }
    }

    fn debug_spirv(_bytes, _) {
        printed! {
            spirv::ByName<'_, '_>
            spirv::BySpecId<'_>
            spirv::Conflicts<'_>
            spirv::Constant<'_>
            spirv::Constants<'_>
            spirv::DataLayout
            spirv::Dependencies<'_>
            spirv::Endianness
            spirv::EntryPoint<'_>
            spirv::EntryPoints<'_>
            spirv::ExecutionModel
            spirv::FloatEncoding
            spirv::Freeze
            spirv::InPlaceError
            spirv::Index<'_>
            spirv::Instruction<'_>
            spirv::Instructions<'_>
            spirv::InvalidSpecId
            spirv::InvalidSpecIds<'_>
            spirv::MapEntry
            spirv::Module<'_>
            spirv::Operands<'_>
            spirv::Preamble<'_>
            spirv::Scalar
            spirv::SetError
            spirv::Settings<'_, '_>
            spirv::SpecConstants<'_>
            spirv::SpecError<'_>
            spirv::SpecErrorKind
            spirv::SpecIds<'_>
            spirv::Specialization<'_>
            spirv::State
            spirv::Text<'_>
            spirv::TextBytes<'_>
            spirv::Type<'_>
            spirv::TypeKind
            spirv::UnknownEntries<'_>
            spirv::Value<'_>
            spirv::Values<'_>
            spirv::ValuesIter<'_>
            spirv::Version
            spirv::WorkgroupSize<'_>
            spirv::WorkgroupSizeSource
        }
    }
}
