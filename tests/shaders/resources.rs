use crate::{described, each_version};

/// The records in the compiler's order: constant buffers, samplers, read-only, then writable resources, each in the order
/// of their declarations. A record of 16 bytes, before version 2, has no kind and no flags.
#[track_caller]
fn check(name: &str, expected: &[(&str, &str)]) {
    each_version(name, |version, psv| {
        let found: Vec<_> = psv.resources().iter().map(described::resource).collect();
        let with_kind = |(range, kind): &(&str, &str)| format!("{range} {kind}");
        let without = |(range, _): &(&str, &str)| (*range).to_owned();
        let expected: Vec<_> =
            if version < 2 { expected.iter().map(without).collect() } else { expected.iter().map(with_kind).collect() };
        assert_eq!(found, expected, "{name}, version {version}");
        let size = (!expected.is_empty()).then_some(if version < 2 { 16 } else { 24 });
        assert_eq!(psv.resources().record_size(), size);
    });
}

#[test]
fn shaders_without_resources_have_no_records() {
    for name in ["plain_cs", "depth_ps", "dynamic_vs", "meshlet_ms", "patch_ds", "patch_hs", "streams_gs", "wide_vs"] {
        check(name, &[]);
    }
}

#[test]
fn one_constant_buffer() {
    check("lit_vs", &[("b0 space0 cbv", "cbuffer")]);
    check("debug_vs", &[("b0 space0 cbv", "cbuffer")]);
    check("view_vs", &[("b0 space0 cbv", "cbuffer")]);
}

#[test]
fn arrays_are_ranges_and_an_array_without_a_size_has_no_end() {
    check(
        "lit_ps",
        &[
            ("b1 space0 cbv", "cbuffer"),
            ("s0 space0 sampler", "sampler"),
            ("t0- space1 srv_typed", "texture2d"),
            ("t4-6 space0 srv_typed", "texture2d"),
        ],
    );
    check(
        "rooted_vs",
        &[
            ("b0 space0 cbv", "cbuffer"),
            ("b1 space0 cbv", "cbuffer"),
            ("s1 space0 sampler", "sampler"),
            ("s5 space0 sampler", "sampler"),
            ("t0-3 space0 srv_typed", "texture2d"),
            ("u0- space1 uav_raw", "raw_buffer"),
        ],
    );
}

#[test]
fn spaces_are_kept() {
    check("fill_cs", &[("b0 space7 cbv", "cbuffer"), ("u3 space7 uav_raw", "raw_buffer")]);
    check("cull_as", &[("t2 space0 srv_raw", "raw_buffer")]);
}

#[test]
fn every_type_and_most_kinds() {
    check(
        "every_resource_ps",
        &[
            ("b4 space0 cbv", "cbuffer"),
            ("s1 space0 sampler", "sampler"),
            ("s2 space3 sampler", "sampler"),
            ("t20 space0 srv_typed", "texture1d"),
            ("t21 space0 srv_typed", "texture1d_array"),
            ("t3 space2 srv_typed", "texture2d"),
            ("t22 space0 srv_typed", "texture2d_array"),
            ("t23 space0 srv_typed", "texture2dms"),
            ("t24 space0 srv_typed", "texture2dms_array"),
            ("t25 space0 srv_typed", "texture3d"),
            ("t26 space0 srv_typed", "texture_cube"),
            ("t27 space0 srv_typed", "texture_cube_array"),
            ("t28 space0 srv_typed", "typed_buffer"),
            ("t29 space0 srv_raw", "raw_buffer"),
            ("t30 space0 srv_structured", "structured_buffer"),
            ("t9 space0 srv_typed", "tbuffer"),
            ("u5 space0 uav_typed", "texture2d"),
            ("u6 space0 uav_typed", "typed_buffer"),
            ("u7 space0 uav_raw", "raw_buffer"),
            ("u8 space0 uav_structured", "structured_buffer"),
            ("u9 space0 uav_structured_with_counter", "structured_buffer"),
        ],
    );
}

#[test]
fn acceleration_structures_feedback_maps_and_no_heap_resources() {
    check(
        "raytrace_ps",
        &[
            ("s0 space0 sampler", "sampler"),
            ("t0 space0 srv_raw", "rt_acceleration_structure"),
            ("t1 space0 srv_typed", "texture2d"),
            ("u1 space0 uav_typed", "feedback_texture2d"),
        ],
    );
}

#[test]
fn atomics_of_64_bits_are_flagged() {
    let expected =
        [("t0 space0 srv_structured", "structured_buffer"), ("u0 space0 uav_structured", "structured_buffer flags 1")];
    check("reduce_cs", &expected);
    check("reduce_wave_cs", &expected);
}
