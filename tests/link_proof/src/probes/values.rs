//! The value sets, made of any number.

use psoview::container::{Digest, FourCc};
use psoview::psv::{
    ComponentType, InputPrimitive, InterpolationMode, MeshOutputTopology, PrimitiveTopology, ResourceFlags,
    ResourceKind, ResourceType, SemanticKind, ShaderKind, TessellatorDomain, TessellatorOutputPrimitive,
};

use psoview::spirv::{ExecutionModel, FloatEncoding};

use super::see;

/// All that an open set has.
macro_rules! open_set {
    ($set:ident, $raw:expr) => {{
        let value = $set::from_raw($raw);
        see($set::raw(value));
        see($set::name(value));
        see($set::is_known(value));
        see($set::KNOWN);
        see(value.cmp(&$set::from_raw(0)));
    }};
}

crate::export! {
    fn values_of_32_bits(_bytes, word) {
        open_set!(ResourceType, word);
        open_set!(ResourceKind, word);
        open_set!(TessellatorDomain, word);
        open_set!(TessellatorOutputPrimitive, word);
        open_set!(PrimitiveTopology, word);
        open_set!(InputPrimitive, word);
        open_set!(FloatEncoding, word);
        open_set!(ExecutionModel, word);
        see(ExecutionModel::has_workgroups(ExecutionModel::from_raw(word)));
    }

    fn values_of_fewer_bits(_bytes, word) {
        let [byte, high, ..] = word.to_le_bytes();
        open_set!(ShaderKind, u16::from_le_bytes([byte, high]));
        open_set!(SemanticKind, byte);
        open_set!(ComponentType, byte);
        open_set!(InterpolationMode, byte);
        open_set!(MeshOutputTopology, byte);
        see(SemanticKind::hlsl_name(SemanticKind::from_raw(byte)));
    }

    fn values_of_other_kinds(bytes, word) {
        let flags = ResourceFlags::from_bits(word);
        see(ResourceFlags::bits(flags));
        see(ResourceFlags::unknown_bits(flags));
        see(ResourceFlags::contains(flags, ResourceFlags::USED_BY_ATOMIC64));
        see(FourCc::is_known(FourCc::new(word.to_be_bytes())));
        see(bytes.first_chunk().copied().map(Digest::new));
    }
}
