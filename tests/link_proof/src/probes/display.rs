//! What is meant for people: errors, and values in messages.

use core::fmt::{self, Display, Formatter};

use psoview::{Error, ErrorKind, Region, binding, container, error, psv, spirv};

use super::see;

/// Takes the address of the type's formatter: it is compiled as a whole, for any value and any format.
fn printed<T: Display>() {
    see(T::fmt as fn(&T, &mut Formatter<'_>) -> fmt::Result);
}

/// The same of some types.
macro_rules! printed {
    ($($ty:ty)+) => {
        $(printed::<$ty>();)+
    };
}

crate::export! {
    fn display_errors(_bytes, _) {
        printed! {
            Error
            ErrorKind
            Region
            error::Field
        }
    }

    fn display_container(_bytes, _) {
        printed! {
            container::Digest
            container::DigestStatus
            container::FourCc
            container::Version
        }
    }

    fn display_psv(_bytes, _) {
        printed! {
            psv::ComponentType
            psv::InputPrimitive
            psv::InterpolationMode
            psv::MeshOutputTopology
            psv::PrimitiveTopology
            psv::ResourceKind
            psv::ResourceType
            psv::SemanticKind
            psv::TessellatorDomain
            psv::TessellatorOutputPrimitive
        }
    }

    fn display_binding(_bytes, _) {
        printed! {
            binding::BindError
            binding::BindErrorKind
            binding::DescriptorCount
            binding::DescriptorType
            binding::EntryRef
            binding::IndexError
            binding::LayoutConflict
            binding::List
            binding::Miss
            binding::MissReason
            binding::Nature
            binding::PushBlockFinding
            binding::PushBlockMember
            binding::RegisterOverlap
            binding::RegisterRange
            binding::ShaderKind
            binding::UnmappedReason
            binding::UnmappedResource
            binding::Visibility
        }
    }

    fn display_spirv(_bytes, _) {
        printed! {
            spirv::ExecutionModel
            spirv::FloatEncoding
            spirv::InPlaceError
            spirv::SetError
            spirv::SpecError<'_>
            spirv::Text<'_>
            spirv::Version
        }
    }
}
