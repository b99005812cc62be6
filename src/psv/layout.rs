//! The records of the PSV0 part, byte for byte.
//!
//! Where a version adds fields to a record, they are a record of their own behind the older one.

use core::mem::offset_of;

use zerocopy::{FromBytes, Immutable, KnownLayout, Unaligned};

use crate::bytes::U32;

/// `PSVRuntimeInfo0`: version 0, 24 bytes.
#[derive(FromBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub(super) struct RuntimeInfo0 {
    pub(super) stage_info: StageInfoUnion,
    pub(super) min_wave_lanes: U32,
    pub(super) max_wave_lanes: U32,
}

/// The whole block: version 0, and what later versions add, as far as the block goes.
#[derive(FromBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub(super) struct RuntimeInfoBlock {
    pub(super) v0: RuntimeInfo0,
    pub(super) added: [u8],
}

/// The 16 bytes whose meaning depends on the stage; each stage reads them through a record of its own.
pub(super) type StageInfoUnion = [u8; 16];

/// What `PSVRuntimeInfo1` adds: version 1, 36 bytes.
#[derive(FromBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub(super) struct RuntimeInfo1 {
    pub(super) shader_stage: u8,
    pub(super) uses_view_id: u8,
    /// Geometry: a `u16`. Hull, domain: a `u8`. Mesh: two `u8`s.
    pub(super) stage_counts: [u8; 2],
    pub(super) input_elements: u8,
    pub(super) output_elements: u8,
    pub(super) patch_constant_elements: u8,
    pub(super) input_vectors: u8,
    pub(super) output_vectors: [u8; 4],
}

/// What `PSVRuntimeInfo2` adds: version 2, 48 bytes.
#[derive(FromBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub(super) struct RuntimeInfo2 {
    pub(super) num_threads: [U32; 3],
}

/// What `PSVRuntimeInfo3` adds: version 3, 52 bytes.
#[derive(FromBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub(super) struct RuntimeInfo3 {
    pub(super) entry_name: U32,
}

/// What `PSVRuntimeInfo4` adds: version 4, 56 bytes.
#[derive(FromBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub(super) struct RuntimeInfo4 {
    pub(super) group_shared_bytes: U32,
}

/// Everything that the versions add, in their order: for its offsets.
#[repr(C)]
pub(super) struct Added {
    pub(super) v1: RuntimeInfo1,
    pub(super) v2: RuntimeInfo2,
    pub(super) v3: RuntimeInfo3,
    pub(super) v4: RuntimeInfo4,
}

/// `PSVResourceBindInfo0`: versions 0 and 1, 16 bytes.
#[derive(FromBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub(super) struct ResourceBindInfo0 {
    pub(super) resource_type: U32,
    pub(super) space: U32,
    pub(super) lower: U32,
    pub(super) upper: U32,
}

/// A whole resource record: version 0, and what later versions add, as far as the record goes.
#[derive(FromBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub(super) struct ResourceRecord {
    pub(super) v0: ResourceBindInfo0,
    pub(super) added: [u8],
}

/// What `PSVResourceBindInfo1` adds: from version 2 on, 24 bytes.
#[derive(FromBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub(super) struct ResourceBindInfo1 {
    pub(super) kind: U32,
    pub(super) flags: U32,
}

/// `PSVSignatureElement0`: 16 bytes.
#[derive(FromBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub(super) struct SignatureElement0 {
    pub(super) semantic_name: U32,
    pub(super) semantic_indexes: U32,
    pub(super) rows: u8,
    pub(super) start_row: u8,
    pub(super) cols_and_start: u8,
    pub(super) semantic_kind: u8,
    pub(super) component_type: u8,
    pub(super) interpolation_mode: u8,
    pub(super) dynamic_mask_and_stream: u8,
    pub(super) reserved: u8,
}

/// A whole element: what is known of it, and what a later version adds.
#[derive(FromBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
pub(super) struct ElementRecord {
    pub(super) v0: SignatureElement0,
    pub(super) unknown: [u8],
}

const _: () = {
    assert!(size_of::<RuntimeInfo0>() == 24, "version 0 has 24 bytes");
    assert!(align_of::<RuntimeInfo0>() == 1, "a part may lie anywhere");
    assert!(offset_of!(RuntimeInfo0, min_wave_lanes) == 16, "minimum wave lanes");
    assert!(offset_of!(RuntimeInfo0, max_wave_lanes) == 20, "maximum wave lanes");

    assert!(size_of::<RuntimeInfo1>() == 36 - 24, "version 1 has 36 bytes");
    assert!(align_of::<RuntimeInfo1>() == 1, "a part may lie anywhere");
    assert!(offset_of!(RuntimeInfo1, uses_view_id) == 25 - 24, "uses view id");
    assert!(offset_of!(RuntimeInfo1, stage_counts) == 26 - 24, "stage counts");
    assert!(offset_of!(RuntimeInfo1, input_elements) == 28 - 24, "input elements");
    assert!(offset_of!(RuntimeInfo1, output_elements) == 29 - 24, "output elements");
    assert!(offset_of!(RuntimeInfo1, patch_constant_elements) == 30 - 24, "patch-constant elements");
    assert!(offset_of!(RuntimeInfo1, input_vectors) == 31 - 24, "input vectors");
    assert!(offset_of!(RuntimeInfo1, output_vectors) == 32 - 24, "output vectors");

    assert!(size_of::<RuntimeInfo2>() == 48 - 36, "version 2 has 48 bytes");
    assert!(align_of::<RuntimeInfo2>() == 1, "a part may lie anywhere");
    assert!(size_of::<RuntimeInfo3>() == 52 - 48, "version 3 has 52 bytes");
    assert!(align_of::<RuntimeInfo3>() == 1, "a part may lie anywhere");
    assert!(size_of::<RuntimeInfo4>() == 56 - 52, "version 4 has 56 bytes");
    assert!(align_of::<RuntimeInfo4>() == 1, "a part may lie anywhere");

    assert!(offset_of!(Added, v2) == 36 - 24, "version 2 adds behind version 1");
    assert!(offset_of!(Added, v3) == 48 - 24, "version 3 adds behind version 2");
    assert!(offset_of!(Added, v4) == 52 - 24, "version 4 adds behind version 3");
    assert!(size_of::<Added>() == 56 - 24, "version 4 is the newest");

    assert!(size_of::<ResourceBindInfo0>() == 16, "an old resource record has 16 bytes");
    assert!(align_of::<ResourceBindInfo0>() == 1, "a record lies anywhere");
    assert!(offset_of!(ResourceBindInfo0, space) == 4, "space");
    assert!(offset_of!(ResourceBindInfo0, lower) == 8, "lower bound");
    assert!(offset_of!(ResourceBindInfo0, upper) == 12, "upper bound");
    assert!(size_of::<ResourceBindInfo1>() == 24 - 16, "a new resource record has 24 bytes");
    assert!(align_of::<ResourceBindInfo1>() == 1, "a record lies anywhere");
    assert!(offset_of!(ResourceBindInfo1, flags) == 20 - 16, "flags");

    assert!(size_of::<SignatureElement0>() == 16, "an element has 16 bytes");
    assert!(align_of::<SignatureElement0>() == 1, "an element lies anywhere");
    assert!(offset_of!(SignatureElement0, semantic_indexes) == 4, "semantic indexes");
    assert!(offset_of!(SignatureElement0, rows) == 8, "rows");
    assert!(offset_of!(SignatureElement0, start_row) == 9, "start row");
    assert!(offset_of!(SignatureElement0, cols_and_start) == 10, "columns and start");
    assert!(offset_of!(SignatureElement0, semantic_kind) == 11, "semantic kind");
    assert!(offset_of!(SignatureElement0, component_type) == 12, "component type");
    assert!(offset_of!(SignatureElement0, interpolation_mode) == 13, "interpolation mode");
    assert!(offset_of!(SignatureElement0, dynamic_mask_and_stream) == 14, "dynamic mask and stream");
    assert!(offset_of!(SignatureElement0, reserved) == 15, "reserved");
};
