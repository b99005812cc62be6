use core::fmt;
use core::mem::offset_of;

use super::Reading;
use super::layout::{Added, RuntimeInfo1, RuntimeInfo2, RuntimeInfo3, RuntimeInfo4, RuntimeInfoBlock};
use super::stage_info::StageInfo;
use super::values::MeshOutputTopology;
use crate::bytes::{self, Cursor};
use crate::error::{ErrorKind, Fault, Region};
use crate::values::ShaderKind;

const SMALLEST: u32 = 24;
const NEWEST: u32 = 56;

/// Where the block holds the entry name's offset.
pub(super) const ENTRY_NAME_OFFSET: u32 = 48;

/// What a pipeline is validated against that is not a list: the part's first block (`PSVRuntimeInfo0` to `4`).
///
/// A version adds to the one before. What a shorter block lacks is `None`.
#[derive(Clone, Copy)]
pub struct RuntimeInfo<'a>(&'a RuntimeInfoBlock);

impl<'a> RuntimeInfo<'a> {
    #[inline]
    pub(super) fn read<F: Fault>(cursor: &mut Cursor<'a>, reading: Reading) -> Result<Self, F> {
        let at_size = *cursor;
        let size = cursor.word::<F>(Region::RuntimeInfo)?;
        let is_taken = match reading {
            Reading::Strict => matches!(size, 24 | 36 | 48 | 52 | 56),
            Reading::Newer => size >= SMALLEST,
        };
        let kind = if !is_taken && size < SMALLEST {
            ErrorKind::RuntimeInfoTooSmall { size, minimum: SMALLEST }
        } else if !is_taken {
            ErrorKind::UnsupportedRuntimeInfoSize { size, newest: NEWEST }
        } else if let Some(block) = cursor.bytes(size).and_then(bytes::whole) {
            return Ok(Self(block));
        } else {
            ErrorKind::RuntimeInfoOutOfBounds { size, available: cursor.available() }
        };
        Err(F::new(kind, at_size.offset(), Region::RuntimeInfo))
    }

    /// The block's size as stored, in bytes.
    #[inline]
    #[must_use]
    pub fn size(&self) -> u32 {
        SMALLEST.wrapping_add(bytes::length(&self.0.added))
    }

    /// The newest version whose fields the block has, 0 to 4.
    ///
    /// It follows from the size alone. The validator that wrote the part is no help: one of version 1.10 has written 52 and
    /// 56 bytes.
    #[must_use]
    pub fn version(&self) -> u8 {
        match self.size() {
            0..36 => 0,
            36..48 => 1,
            48..52 => 2,
            52..56 => 3,
            _ => 4,
        }
    }

    /// The 16 bytes whose meaning depends on the stage, as stored.
    #[inline]
    #[must_use]
    pub const fn stage_info_bytes(&self) -> &'a [u8; 16] {
        &self.0.v0.stage_info
    }

    /// Those bytes as a stage means them. [`Psv::stage_info`](super::Psv::stage_info) is the one to call where the part says
    /// the stage.
    #[inline]
    #[must_use]
    pub fn stage_info_as(&self, kind: ShaderKind) -> StageInfo {
        StageInfo::decode(&self.0.v0.stage_info, kind)
    }

    /// The fewest lanes a wave may have, a power of two from 4 to 128; `None` where the shader does not care (stored as 0).
    #[doc(alias = "MinimumExpectedWaveLaneCount")]
    #[inline]
    #[must_use]
    pub fn min_wave_lanes(&self) -> Option<u32> {
        Some(self.0.v0.min_wave_lanes.get()).filter(|&lanes| lanes != 0)
    }

    /// The most lanes a wave may have, a power of two from 4 to 128; `None` where the shader does not care (stored as
    /// `u32::MAX`).
    #[doc(alias = "MaximumExpectedWaveLaneCount")]
    #[inline]
    #[must_use]
    pub fn max_wave_lanes(&self) -> Option<u32> {
        Some(self.0.v0.max_wave_lanes.get()).filter(|&lanes| lanes != u32::MAX)
    }

    /// The stage and the counts of its signatures (from version 1 on).
    #[inline]
    #[must_use]
    pub fn signature(&self) -> Option<StageSignature<'a>> {
        bytes::record(&self.0.added).map(StageSignature)
    }

    /// Threads of a group in x, y and z (from version 2 on). Compute: x and y at most 1,024, z at most 64, together at most
    /// 1,024. Mesh and amplification: together at most 128. Zero for other stages.
    #[doc(alias = "NumThreadsX")]
    #[inline]
    #[must_use]
    pub fn num_threads(&self) -> Option<[u32; 3]> {
        let info: &RuntimeInfo2 = bytes::record_at(&self.0.added, offset_of!(Added, v2))?;
        Some(info.num_threads.map(|threads| threads.get()))
    }

    /// The entry point's name as an offset in the string table (from version 3 on);
    /// [`Psv::entry_name`](super::Psv::entry_name) looks it up.
    #[doc(alias = "EntryFunctionName")]
    #[inline]
    #[must_use]
    pub fn entry_name_offset(&self) -> Option<u32> {
        let info: &RuntimeInfo3 = bytes::record_at(&self.0.added, offset_of!(Added, v3))?;
        Some(info.entry_name.get())
    }

    /// Group-shared memory of a compute, mesh or amplification shader, in bytes (from version 4 on). Zero for other stages.
    #[doc(alias = "NumBytesGroupSharedMemory")]
    #[inline]
    #[must_use]
    pub fn group_shared_bytes(&self) -> Option<u32> {
        let info: &RuntimeInfo4 = bytes::record_at(&self.0.added, offset_of!(Added, v4))?;
        Some(info.group_shared_bytes.get())
    }

    /// What the block holds beyond the newest version that fits into it. Empty in a part read by [`read`](super::read).
    #[inline]
    #[must_use]
    pub fn unknown(&self) -> &'a [u8] {
        let known: usize = match self.version() {
            0 => 0,
            1 => offset_of!(Added, v2),
            2 => offset_of!(Added, v3),
            3 => offset_of!(Added, v4),
            _ => size_of::<Added>(),
        };
        self.0.added.get(known..).unwrap_or_default()
    }
}

impl fmt::Debug for RuntimeInfo<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RuntimeInfo")
            .field("size", &self.size())
            .field("min_wave_lanes", &self.min_wave_lanes())
            .field("max_wave_lanes", &self.max_wave_lanes())
            .field("signature", &self.signature())
            .field("num_threads", &self.num_threads())
            .field("entry_name_offset", &self.entry_name_offset())
            .field("group_shared_bytes", &self.group_shared_bytes())
            .finish_non_exhaustive()
    }
}

/// The stage, and how large its signatures are: bytes 24 to 35 of the runtime info (what `PSVRuntimeInfo1` adds).
#[derive(Clone, Copy)]
pub struct StageSignature<'a>(&'a RuntimeInfo1);

impl StageSignature<'_> {
    /// The stage.
    #[doc(alias = "ShaderStage")]
    #[inline]
    #[must_use]
    pub fn stage(&self) -> ShaderKind {
        ShaderKind::from_raw(self.0.shader_stage.into())
    }

    /// Whether the shader uses `SV_ViewID` (any byte but zero says so).
    #[doc(alias = "UsesViewID")]
    #[inline]
    #[must_use]
    pub const fn uses_view_id(&self) -> bool {
        self.0.uses_view_id != 0
    }

    /// The most vertices a geometry shader makes, at most 1,024; `None` for other stages.
    #[doc(alias = "MaxVertexCount")]
    #[inline]
    #[must_use]
    pub fn max_vertex_count(&self) -> Option<u16> {
        (self.stage() == ShaderKind::GEOMETRY).then(|| u16::from_le_bytes(self.0.stage_counts))
    }

    /// Rows that the packed patch constants of a hull or domain shader take; `None` for other stages.
    #[doc(alias = "SigPatchConstOrPrimVectors")]
    #[inline]
    #[must_use]
    pub fn patch_constant_vectors(&self) -> Option<u8> {
        let [vectors, _] = self.0.stage_counts;
        matches!(self.stage(), ShaderKind::HULL | ShaderKind::DOMAIN).then_some(vectors)
    }

    /// Rows that the packed primitive outputs of a mesh shader take; `None` for other stages.
    #[doc(alias = "SigPrimVectors")]
    #[inline]
    #[must_use]
    pub fn primitive_vectors(&self) -> Option<u8> {
        let [vectors, _] = self.0.stage_counts;
        (self.stage() == ShaderKind::MESH).then_some(vectors)
    }

    /// What a mesh shader makes; `None` for other stages.
    #[doc(alias = "MeshOutputTopology")]
    #[inline]
    #[must_use]
    pub fn mesh_output_topology(&self) -> Option<MeshOutputTopology> {
        let [_, topology] = self.0.stage_counts;
        (self.stage() == ShaderKind::MESH).then_some(MeshOutputTopology::from_raw(topology))
    }

    /// The number of input elements.
    #[doc(alias = "SigInputElements")]
    #[inline]
    #[must_use]
    pub const fn input_elements(&self) -> u8 {
        self.0.input_elements
    }

    /// The number of output elements.
    #[doc(alias = "SigOutputElements")]
    #[inline]
    #[must_use]
    pub const fn output_elements(&self) -> u8 {
        self.0.output_elements
    }

    /// The number of patch-constant elements (hull, domain) or primitive elements (mesh).
    #[doc(alias = "SigPatchConstOrPrimElements")]
    #[inline]
    #[must_use]
    pub const fn patch_constant_elements(&self) -> u8 {
        self.0.patch_constant_elements
    }

    /// Rows of four components that the packed inputs take.
    #[doc(alias = "SigInputVectors")]
    #[inline]
    #[must_use]
    pub const fn input_vectors(&self) -> u8 {
        self.0.input_vectors
    }

    /// Rows of four components that the packed outputs take, for each of a geometry shader's streams; other stages use the
    /// first alone.
    #[doc(alias = "SigOutputVectors")]
    #[inline]
    #[must_use]
    pub const fn output_vectors(&self) -> [u8; 4] {
        self.0.output_vectors
    }
}

impl fmt::Debug for StageSignature<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StageSignature")
            .field("stage", &self.stage())
            .field("uses_view_id", &self.uses_view_id())
            .field("max_vertex_count", &self.max_vertex_count())
            .field("patch_constant_vectors", &self.patch_constant_vectors())
            .field("primitive_vectors", &self.primitive_vectors())
            .field("mesh_output_topology", &self.mesh_output_topology())
            .field("input_elements", &self.input_elements())
            .field("output_elements", &self.output_elements())
            .field("patch_constant_elements", &self.patch_constant_elements())
            .field("input_vectors", &self.input_vectors())
            .field("output_vectors", &self.output_vectors())
            .finish()
    }
}
