use core::fmt;

macro_rules! fields {
    ($( $(#[$attribute:meta])* $field:ident = $name:literal, )+) => {
        /// The field that a finding such as [`ErrorKind::UnknownValue`](crate::ErrorKind::UnknownValue) speaks of.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Field {
            $( $(#[$attribute])* $field, )+
        }

        impl fmt::Display for Field {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $( Self::$field => $name, )+ })
            }
        }
    };
}

fields! {
    /// PSV0 `ShaderStage`.
    ShaderStage = "shader stage",
    /// PSV0 hull and domain `TessellatorDomain`.
    TessellatorDomain = "tessellator domain",
    /// PSV0 hull `TessellatorOutputPrimitive`.
    TessellatorOutputPrimitive = "tessellator output primitive",
    /// PSV0 geometry `InputPrimitive`.
    InputPrimitive = "input primitive",
    /// PSV0 geometry `OutputTopology`.
    OutputTopology = "output topology",
    /// PSV0 geometry `OutputStreamMask`.
    OutputStreamMask = "output stream mask",
    /// PSV0 `SigInputVectors`.
    InputVectors = "input vectors",
    /// PSV0 `SigOutputVectors`.
    OutputVectors = "output vectors",
    /// PSV0 `SigPatchConstOrPrimVectors`.
    PatchConstantVectors = "patch-constant or primitive vectors",
    /// PSV0 mesh `MeshOutputTopology`.
    MeshOutputTopology = "mesh output topology",
    /// PSV0 resource `ResType`.
    ResourceType = "resource type",
    /// PSV0 resource `ResKind`.
    ResourceKind = "resource kind",
    /// PSV0 resource `ResFlags`.
    ResourceFlags = "resource flags",
    /// PSV0 element `SemanticKind`.
    SemanticKind = "semantic kind",
    /// PSV0 element `ComponentType`.
    ComponentType = "component type",
    /// PSV0 element `InterpolationMode`.
    InterpolationMode = "interpolation mode",
    /// PSV0 element `ColsAndStart`.
    ColsAndStart = "columns-and-start byte",
    /// PSV0 element `DynamicMaskAndStream`.
    DynamicMaskAndStream = "dynamic-mask-and-stream byte",
    /// PSV0 element `Reserved`.
    Reserved = "reserved byte",
}
