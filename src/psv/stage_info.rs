use super::layout::StageInfoUnion;
use super::values::{InputPrimitive, PrimitiveTopology, TessellatorDomain, TessellatorOutputPrimitive};
use crate::values::ShaderKind;

/// The first 16 bytes of the runtime info, as the stage means them (the union in `PSVRuntimeInfo0`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StageInfo {
    /// Vertex shader.
    Vertex(VertexInfo),
    /// Hull shader.
    Hull(HullInfo),
    /// Domain shader.
    Domain(DomainInfo),
    /// Geometry shader.
    Geometry(GeometryInfo),
    /// Pixel shader.
    Pixel(PixelInfo),
    /// Mesh shader.
    Mesh(MeshInfo),
    /// Amplification shader.
    Amplification(AmplificationInfo),
    /// A stage that leaves the bytes unused: compute, and those that have no PSV0 part.
    Unused,
}

/// `VSInfo`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct VertexInfo {
    /// Whether an output has the semantic `SV_Position` (byte 0; not word 3, as one text about the part has it).
    pub output_position_present: bool,
}

/// `HSInfo`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct HullInfo {
    /// Control points of the patches it reads, 0 to 32 (bytes 0 to 3).
    pub input_control_point_count: u32,
    /// Control points of the patches it makes, 1 to 32 (bytes 4 to 7).
    pub output_control_point_count: u32,
    /// What is tessellated (bytes 8 to 11).
    pub tessellator_domain: TessellatorDomain,
    /// What the tessellator makes (bytes 12 to 15).
    pub tessellator_output_primitive: TessellatorOutputPrimitive,
}

/// `DSInfo`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct DomainInfo {
    /// Control points of the patches it reads, 0 to 32 (bytes 0 to 3).
    pub input_control_point_count: u32,
    /// Whether an output has the semantic `SV_Position` (byte 4).
    pub output_position_present: bool,
    /// What is tessellated (bytes 8 to 11).
    pub tessellator_domain: TessellatorDomain,
}

/// `GSInfo`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct GeometryInfo {
    /// What it reads (bytes 0 to 3).
    pub input_primitive: InputPrimitive,
    /// What it makes (bytes 4 to 7).
    pub output_topology: PrimitiveTopology,
    /// The streams it writes, bit 0 for stream 0, 1 to 15 (bytes 8 to 11).
    pub output_stream_mask: u32,
    /// Whether an output has the semantic `SV_Position` (byte 12).
    pub output_position_present: bool,
}

/// `PSInfo`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct PixelInfo {
    /// Whether it writes depth (byte 0).
    pub depth_output: bool,
    /// Whether it runs for every sample (byte 1).
    pub sample_frequency: bool,
}

/// `MSInfo`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct MeshInfo {
    /// Group-shared memory, at most 28,672 bytes (bytes 0 to 3).
    pub group_shared_bytes_used: u32,
    /// Group-shared memory that depends on `SV_ViewID`, in bytes; the compiler writes 0 (bytes 4 to 7).
    pub group_shared_bytes_dependent_on_view_id: u32,
    /// The payload it reads, at most 16,384 bytes (bytes 8 to 11).
    pub payload_size_in_bytes: u32,
    /// Vertices it makes, at most 256 (bytes 12 and 13).
    pub max_output_vertices: u16,
    /// Primitives it makes, at most 256 (bytes 14 and 15).
    pub max_output_primitives: u16,
}

/// `ASInfo`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct AmplificationInfo {
    /// The payload it makes, at most 16,384 bytes (bytes 0 to 3).
    pub payload_size_in_bytes: u32,
}

impl StageInfo {
    #[inline]
    pub(super) fn decode(union: &StageInfoUnion, kind: ShaderKind) -> Self {
        let &[a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3] = union;
        let word_a = u32::from_le_bytes([a0, a1, a2, a3]);
        let word_b = u32::from_le_bytes([b0, b1, b2, b3]);
        let word_c = u32::from_le_bytes([c0, c1, c2, c3]);
        let word_d = u32::from_le_bytes([d0, d1, d2, d3]);
        match kind {
            ShaderKind::VERTEX => Self::Vertex(VertexInfo { output_position_present: a0 != 0 }),
            ShaderKind::HULL => Self::Hull(HullInfo {
                input_control_point_count: word_a,
                output_control_point_count: word_b,
                tessellator_domain: TessellatorDomain::from_raw(word_c),
                tessellator_output_primitive: TessellatorOutputPrimitive::from_raw(word_d),
            }),
            ShaderKind::DOMAIN => Self::Domain(DomainInfo {
                input_control_point_count: word_a,
                output_position_present: b0 != 0,
                tessellator_domain: TessellatorDomain::from_raw(word_c),
            }),
            ShaderKind::GEOMETRY => Self::Geometry(GeometryInfo {
                input_primitive: InputPrimitive::from_raw(word_a),
                output_topology: PrimitiveTopology::from_raw(word_b),
                output_stream_mask: word_c,
                output_position_present: d0 != 0,
            }),
            ShaderKind::PIXEL => Self::Pixel(PixelInfo { depth_output: a0 != 0, sample_frequency: a1 != 0 }),
            ShaderKind::MESH => Self::Mesh(MeshInfo {
                group_shared_bytes_used: word_a,
                group_shared_bytes_dependent_on_view_id: word_b,
                payload_size_in_bytes: word_c,
                max_output_vertices: u16::from_le_bytes([d0, d1]),
                max_output_primitives: u16::from_le_bytes([d2, d3]),
            }),
            ShaderKind::AMPLIFICATION => Self::Amplification(AmplificationInfo { payload_size_in_bytes: word_a }),
            _ => Self::Unused,
        }
    }
}
