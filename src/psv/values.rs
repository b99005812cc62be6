//! The value sets of the PSV0 part.
//!
//! Source of names and numbers: DirectXShaderCompiler `include/dxc/DxilContainer/DxilPipelineStateValidation.h` and, for
//! the sets that the compiler shares with its metadata, `include/dxc/DXIL/DxilConstants.h`.

use crate::values::open_set;

open_set! {
    /// What class of resource a record describes, and how a shader accesses it (`PSVResourceType`).
    pub struct ResourceType(u32) {
        /// No resource.
        INVALID = 0 => "invalid",
        /// Sampler (`s` registers).
        SAMPLER = 1 => "sampler",
        /// Constant buffer (`b` registers).
        CBV = 2 => "cbv",
        /// Read-only texture, typed buffer or tbuffer (`t` registers).
        SRV_TYPED = 3 => "srv_typed",
        /// Read-only byte-address buffer or acceleration structure (`t` registers).
        SRV_RAW = 4 => "srv_raw",
        /// Read-only structured buffer (`t` registers).
        SRV_STRUCTURED = 5 => "srv_structured",
        /// Writable texture or typed buffer (`u` registers).
        UAV_TYPED = 6 => "uav_typed",
        /// Writable byte-address buffer (`u` registers).
        UAV_RAW = 7 => "uav_raw",
        /// Writable structured buffer (`u` registers).
        UAV_STRUCTURED = 8 => "uav_structured",
        /// Writable structured buffer with a hidden counter (`u` registers).
        UAV_STRUCTURED_WITH_COUNTER = 9 => "uav_structured_with_counter",
    }
}

open_set! {
    /// The shape of a resource (`PSVResourceKind`, numbers of `DXIL::ResourceKind`).
    pub struct ResourceKind(u32) {
        /// No resource.
        INVALID = 0 => "invalid",
        /// One-dimensional texture.
        TEXTURE1D = 1 => "texture1d",
        /// Two-dimensional texture.
        TEXTURE2D = 2 => "texture2d",
        /// Multisampled two-dimensional texture.
        TEXTURE2DMS = 3 => "texture2dms",
        /// Three-dimensional texture.
        TEXTURE3D = 4 => "texture3d",
        /// Cube texture.
        TEXTURE_CUBE = 5 => "texture_cube",
        /// Array of one-dimensional textures.
        TEXTURE1D_ARRAY = 6 => "texture1d_array",
        /// Array of two-dimensional textures.
        TEXTURE2D_ARRAY = 7 => "texture2d_array",
        /// Array of multisampled two-dimensional textures.
        TEXTURE2DMS_ARRAY = 8 => "texture2dms_array",
        /// Array of cube textures.
        TEXTURE_CUBE_ARRAY = 9 => "texture_cube_array",
        /// Buffer of a format.
        TYPED_BUFFER = 10 => "typed_buffer",
        /// Byte-address buffer.
        RAW_BUFFER = 11 => "raw_buffer",
        /// Buffer of structures.
        STRUCTURED_BUFFER = 12 => "structured_buffer",
        /// Constant buffer.
        CBUFFER = 13 => "cbuffer",
        /// Sampler.
        SAMPLER = 14 => "sampler",
        /// Texture buffer: a constant buffer in a `t` register.
        TBUFFER = 15 => "tbuffer",
        /// Ray tracing acceleration structure.
        RT_ACCELERATION_STRUCTURE = 16 => "rt_acceleration_structure",
        /// Sampler feedback map.
        FEEDBACK_TEXTURE2D = 17 => "feedback_texture2d",
        /// Array of sampler feedback maps.
        FEEDBACK_TEXTURE2D_ARRAY = 18 => "feedback_texture2d_array",
    }
}

open_set! {
    /// What a signature element means to the pipeline (`PSVSemanticKind`).
    ///
    /// A system value that has no meaning at its place in the pipeline is stored as arbitrary, with its `SV_` name: an
    /// `SV_Position` that a vertex shader reads is one.
    pub struct SemanticKind(u8) {
        /// A name of the program's own; the element stores it.
        ARBITRARY = 0 => "arbitrary",
        /// `SV_VertexID`.
        VERTEX_ID = 1 => "vertex_id",
        /// `SV_InstanceID`.
        INSTANCE_ID = 2 => "instance_id",
        /// `SV_Position`.
        POSITION = 3 => "position",
        /// `SV_RenderTargetArrayIndex`.
        RENDER_TARGET_ARRAY_INDEX = 4 => "render_target_array_index",
        /// `SV_ViewportArrayIndex`.
        VIEWPORT_ARRAY_INDEX = 5 => "viewport_array_index",
        /// `SV_ClipDistance`.
        CLIP_DISTANCE = 6 => "clip_distance",
        /// `SV_CullDistance`.
        CULL_DISTANCE = 7 => "cull_distance",
        /// `SV_OutputControlPointID`.
        OUTPUT_CONTROL_POINT_ID = 8 => "output_control_point_id",
        /// `SV_DomainLocation`.
        DOMAIN_LOCATION = 9 => "domain_location",
        /// `SV_PrimitiveID`.
        PRIMITIVE_ID = 10 => "primitive_id",
        /// `SV_GSInstanceID`.
        GS_INSTANCE_ID = 11 => "gs_instance_id",
        /// `SV_SampleIndex`.
        SAMPLE_INDEX = 12 => "sample_index",
        /// `SV_IsFrontFace`.
        IS_FRONT_FACE = 13 => "is_front_face",
        /// `SV_Coverage`.
        COVERAGE = 14 => "coverage",
        /// `SV_InnerCoverage`.
        INNER_COVERAGE = 15 => "inner_coverage",
        /// `SV_Target`.
        TARGET = 16 => "target",
        /// `SV_Depth`.
        DEPTH = 17 => "depth",
        /// `SV_DepthLessEqual`.
        DEPTH_LESS_EQUAL = 18 => "depth_less_equal",
        /// `SV_DepthGreaterEqual`.
        DEPTH_GREATER_EQUAL = 19 => "depth_greater_equal",
        /// `SV_StencilRef`.
        STENCIL_REF = 20 => "stencil_ref",
        /// `SV_DispatchThreadID`.
        DISPATCH_THREAD_ID = 21 => "dispatch_thread_id",
        /// `SV_GroupID`.
        GROUP_ID = 22 => "group_id",
        /// `SV_GroupIndex`.
        GROUP_INDEX = 23 => "group_index",
        /// `SV_GroupThreadID`.
        GROUP_THREAD_ID = 24 => "group_thread_id",
        /// `SV_TessFactor`.
        TESS_FACTOR = 25 => "tess_factor",
        /// `SV_InsideTessFactor`.
        INSIDE_TESS_FACTOR = 26 => "inside_tess_factor",
        /// `SV_ViewID`.
        VIEW_ID = 27 => "view_id",
        /// `SV_Barycentrics`.
        BARYCENTRICS = 28 => "barycentrics",
        /// `SV_ShadingRate`.
        SHADING_RATE = 29 => "shading_rate",
        /// `SV_CullPrimitive`.
        CULL_PRIMITIVE = 30 => "cull_primitive",
        /// No semantic.
        INVALID = 31 => "invalid",
    }
}

open_set! {
    /// The type of an element's components (`DxilProgramSigCompType`, the numbers of `D3D_REGISTER_COMPONENT_TYPE`).
    ///
    /// Minimum-precision and native 16-bit types have the same number here.
    pub struct ComponentType(u8) {
        /// Not known; booleans of validators before 1.5.
        UNKNOWN = 0 => "unknown",
        /// 32-bit unsigned integer.
        UINT32 = 1 => "uint32",
        /// 32-bit signed integer.
        SINT32 = 2 => "sint32",
        /// 32-bit float.
        FLOAT32 = 3 => "float32",
        /// 16-bit or minimum-precision unsigned integer.
        UINT16 = 4 => "uint16",
        /// 16-bit or minimum-precision signed integer.
        SINT16 = 5 => "sint16",
        /// 16-bit or minimum-precision float.
        FLOAT16 = 6 => "float16",
        /// 64-bit unsigned integer.
        UINT64 = 7 => "uint64",
        /// 64-bit signed integer.
        SINT64 = 8 => "sint64",
        /// 64-bit float.
        FLOAT64 = 9 => "float64",
    }
}

open_set! {
    /// How the rasterizer interpolates an element (`DXIL::InterpolationMode`).
    pub struct InterpolationMode(u8) {
        /// Not stated.
        UNDEFINED = 0 => "undefined",
        /// `nointerpolation`.
        CONSTANT = 1 => "constant",
        /// `linear`.
        LINEAR = 2 => "linear",
        /// `centroid`.
        LINEAR_CENTROID = 3 => "linear_centroid",
        /// `noperspective`.
        LINEAR_NOPERSPECTIVE = 4 => "linear_noperspective",
        /// `noperspective centroid`.
        LINEAR_NOPERSPECTIVE_CENTROID = 5 => "linear_noperspective_centroid",
        /// `sample`.
        LINEAR_SAMPLE = 6 => "linear_sample",
        /// `noperspective sample`.
        LINEAR_NOPERSPECTIVE_SAMPLE = 7 => "linear_noperspective_sample",
        /// No mode.
        INVALID = 8 => "invalid",
    }
}

open_set! {
    /// What a hull and domain shader tessellate (`DXIL::TessellatorDomain`).
    pub struct TessellatorDomain(u32) {
        /// Not stated.
        UNDEFINED = 0 => "undefined",
        /// Lines.
        ISOLINE = 1 => "isoline",
        /// Triangles.
        TRI = 2 => "tri",
        /// Quads.
        QUAD = 3 => "quad",
    }
}

open_set! {
    /// What the tessellator makes (`DXIL::TessellatorOutputPrimitive`).
    pub struct TessellatorOutputPrimitive(u32) {
        /// Not stated.
        UNDEFINED = 0 => "undefined",
        /// Points.
        POINT = 1 => "point",
        /// Lines.
        LINE = 2 => "line",
        /// Clockwise triangles.
        TRIANGLE_CW = 3 => "triangle_cw",
        /// Counter-clockwise triangles.
        TRIANGLE_CCW = 4 => "triangle_ccw",
    }
}

open_set! {
    /// What a geometry shader makes (`DXIL::PrimitiveTopology`).
    pub struct PrimitiveTopology(u32) {
        /// Not stated.
        UNDEFINED = 0 => "undefined",
        /// Points.
        POINT_LIST = 1 => "point_list",
        /// Lines.
        LINE_LIST = 2 => "line_list",
        /// Joined lines.
        LINE_STRIP = 3 => "line_strip",
        /// Triangles.
        TRIANGLE_LIST = 4 => "triangle_list",
        /// Joined triangles.
        TRIANGLE_STRIP = 5 => "triangle_strip",
    }
}

open_set! {
    /// What a mesh shader makes (`DXIL::MeshOutputTopology`).
    pub struct MeshOutputTopology(u8) {
        /// Not stated.
        UNDEFINED = 0 => "undefined",
        /// Lines.
        LINE = 1 => "line",
        /// Triangles.
        TRIANGLE = 2 => "triangle",
    }
}

open_set! {
    /// What a geometry shader reads (`DXIL::InputPrimitive`). The numbers 4 and 5 are reserved and have no name.
    pub struct InputPrimitive(u32) {
        /// Not stated.
        UNDEFINED = 0 => "undefined",
        /// Points.
        POINT = 1 => "point",
        /// Lines.
        LINE = 2 => "line",
        /// Triangles.
        TRIANGLE = 3 => "triangle",
        /// Lines with adjacency.
        LINE_ADJ = 6 => "line_adj",
        /// Triangles with adjacency.
        TRIANGLE_ADJ = 7 => "triangle_adj",
        /// Patches of 1 control point.
        PATCH1 = 8 => "patch1",
        /// Patches of 2 control points.
        PATCH2 = 9 => "patch2",
        /// Patches of 3 control points.
        PATCH3 = 10 => "patch3",
        /// Patches of 4 control points.
        PATCH4 = 11 => "patch4",
        /// Patches of 5 control points.
        PATCH5 = 12 => "patch5",
        /// Patches of 6 control points.
        PATCH6 = 13 => "patch6",
        /// Patches of 7 control points.
        PATCH7 = 14 => "patch7",
        /// Patches of 8 control points.
        PATCH8 = 15 => "patch8",
        /// Patches of 9 control points.
        PATCH9 = 16 => "patch9",
        /// Patches of 10 control points.
        PATCH10 = 17 => "patch10",
        /// Patches of 11 control points.
        PATCH11 = 18 => "patch11",
        /// Patches of 12 control points.
        PATCH12 = 19 => "patch12",
        /// Patches of 13 control points.
        PATCH13 = 20 => "patch13",
        /// Patches of 14 control points.
        PATCH14 = 21 => "patch14",
        /// Patches of 15 control points.
        PATCH15 = 22 => "patch15",
        /// Patches of 16 control points.
        PATCH16 = 23 => "patch16",
        /// Patches of 17 control points.
        PATCH17 = 24 => "patch17",
        /// Patches of 18 control points.
        PATCH18 = 25 => "patch18",
        /// Patches of 19 control points.
        PATCH19 = 26 => "patch19",
        /// Patches of 20 control points.
        PATCH20 = 27 => "patch20",
        /// Patches of 21 control points.
        PATCH21 = 28 => "patch21",
        /// Patches of 22 control points.
        PATCH22 = 29 => "patch22",
        /// Patches of 23 control points.
        PATCH23 = 30 => "patch23",
        /// Patches of 24 control points.
        PATCH24 = 31 => "patch24",
        /// Patches of 25 control points.
        PATCH25 = 32 => "patch25",
        /// Patches of 26 control points.
        PATCH26 = 33 => "patch26",
        /// Patches of 27 control points.
        PATCH27 = 34 => "patch27",
        /// Patches of 28 control points.
        PATCH28 = 35 => "patch28",
        /// Patches of 29 control points.
        PATCH29 = 36 => "patch29",
        /// Patches of 30 control points.
        PATCH30 = 37 => "patch30",
        /// Patches of 31 control points.
        PATCH31 = 38 => "patch31",
        /// Patches of 32 control points.
        PATCH32 = 39 => "patch32",
    }
}

impl SemanticKind {
    /// The semantic as HLSL spells it; `None` where the element stores its name itself, and for a value without a name.
    #[must_use]
    pub const fn hlsl_name(self) -> Option<&'static str> {
        Some(match self {
            Self::VERTEX_ID => "SV_VertexID",
            Self::INSTANCE_ID => "SV_InstanceID",
            Self::POSITION => "SV_Position",
            Self::RENDER_TARGET_ARRAY_INDEX => "SV_RenderTargetArrayIndex",
            Self::VIEWPORT_ARRAY_INDEX => "SV_ViewportArrayIndex",
            Self::CLIP_DISTANCE => "SV_ClipDistance",
            Self::CULL_DISTANCE => "SV_CullDistance",
            Self::OUTPUT_CONTROL_POINT_ID => "SV_OutputControlPointID",
            Self::DOMAIN_LOCATION => "SV_DomainLocation",
            Self::PRIMITIVE_ID => "SV_PrimitiveID",
            Self::GS_INSTANCE_ID => "SV_GSInstanceID",
            Self::SAMPLE_INDEX => "SV_SampleIndex",
            Self::IS_FRONT_FACE => "SV_IsFrontFace",
            Self::COVERAGE => "SV_Coverage",
            Self::INNER_COVERAGE => "SV_InnerCoverage",
            Self::TARGET => "SV_Target",
            Self::DEPTH => "SV_Depth",
            Self::DEPTH_LESS_EQUAL => "SV_DepthLessEqual",
            Self::DEPTH_GREATER_EQUAL => "SV_DepthGreaterEqual",
            Self::STENCIL_REF => "SV_StencilRef",
            Self::DISPATCH_THREAD_ID => "SV_DispatchThreadID",
            Self::GROUP_ID => "SV_GroupID",
            Self::GROUP_INDEX => "SV_GroupIndex",
            Self::GROUP_THREAD_ID => "SV_GroupThreadID",
            Self::TESS_FACTOR => "SV_TessFactor",
            Self::INSIDE_TESS_FACTOR => "SV_InsideTessFactor",
            Self::VIEW_ID => "SV_ViewID",
            Self::BARYCENTRICS => "SV_Barycentrics",
            Self::SHADING_RATE => "SV_ShadingRate",
            Self::CULL_PRIMITIVE => "SV_CullPrimitive",
            _ => return None,
        })
    }
}

/// Facts about how a resource is used (`PSVResourceFlag`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ResourceFlags(u32);

impl ResourceFlags {
    /// The shader uses 64-bit atomics on it.
    pub const USED_BY_ATOMIC64: Self = Self(1);

    /// The flags that these bits make.
    #[must_use]
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// The bits as stored.
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Whether every flag of `other` is set.
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// The bits that have no name.
    #[must_use]
    pub const fn unknown_bits(self) -> u32 {
        self.0 & !Self::USED_BY_ATOMIC64.0
    }
}
