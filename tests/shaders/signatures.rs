use crate::{described, each_version};

/// The elements of the inputs, the outputs, and the patch constants or primitives.
#[track_caller]
fn check(name: &str, inputs: &[&str], outputs: &[&str], patch_constants: &[&str]) {
    each_version(name, |version, psv| {
        let described =
            |elements: psoview::psv::Elements<'_>| -> Vec<_> { elements.iter().map(described::element).collect() };
        let found = [psv.inputs(), psv.outputs(), psv.patch_constants()].map(described);
        let expected = if version == 0 { [&[][..]; 3] } else { [inputs, outputs, patch_constants] };
        assert_eq!(found, expected, "{name}, version {version}");
    });
}

#[test]
fn compute_and_amplification_have_none() {
    for name in ["plain_cs", "fill_cs", "reduce_cs", "reduce_wave_cs", "cull_as"] {
        check(name, &[], &[], &[]);
    }
}

#[test]
fn vertex_inputs_and_what_they_become() {
    for name in ["lit_vs", "debug_vs"] {
        check(
            name,
            &[
                "POSITION0 row 0 .xyz float32 undefined",
                "NORMAL0 row 1 .xyz float32 undefined",
                "TEXCOORD0 row 2 .xy float32 undefined",
                "SV_InstanceID0 row 3 .x uint32 undefined",
            ],
            &[
                "SV_Position0 row 0 .xyzw float32 linear_noperspective",
                "NORMAL0 row 1 .xyz float32 linear",
                "TEXCOORD0 row 2 .xy float32 linear",
                "LAYER0 row 3 .x uint32 constant",
            ],
            &[],
        );
    }
    check(
        "view_vs",
        &["POSITION0 row 0 .xyzw float32 undefined", "COLOR0 row 1 .xyzw float32 undefined"],
        &["SV_Position0 row 0 .xyzw float32 linear_noperspective", "COLOR0 row 1 .xyzw float32 linear"],
        &[],
    );
    check(
        "rooted_vs",
        &["POSITION0 row 0 .xyzw float32 undefined", "INDEX0 row 1 .x uint32 undefined"],
        &["SV_Position0 row 0 .xyzw float32 linear_noperspective"],
        &[],
    );
}

#[test]
fn arrays_have_an_index_for_each_row() {
    check(
        "wide_vs",
        &[
            "A0,1,2,3,4 row 0 .xyzw float32 undefined",
            "POSITION0 row 5 .xyzw float32 undefined",
            "VIEW0 row 6 .x uint32 undefined",
        ],
        &[
            "SV_Position0 row 0 .xyzw float32 linear_noperspective",
            "B0,1,2,3,4,5,6,7,8,9 row 1 .xyzw float32 linear",
            "LAST0 row 11 .x float32 linear",
        ],
        &[],
    );
}

#[test]
fn a_system_value_without_a_meaning_keeps_its_name() {
    each_version("dynamic_vs", |version, psv| {
        let Some(position) = psv.inputs().get(0) else { return assert_eq!(version, 0) };
        assert_eq!(position.semantic_kind(), psoview::psv::SemanticKind::ARBITRARY);
        assert_eq!(position.name(), Ok("SV_Position"));
        let output = psv.outputs().get(0).unwrap();
        assert_eq!(output.semantic_kind(), psoview::psv::SemanticKind::POSITION);
        assert_eq!(output.name(), Ok(""));
        assert_eq!(output.semantic_kind().hlsl_name(), Some("SV_Position"));
    });
}

#[test]
fn an_array_of_clip_distances_takes_a_row_each() {
    check(
        "dynamic_vs",
        &[
            "SV_Position0 row 0 .xyzw float32 undefined",
            "PAIR0 row 1 .xy float32 undefined",
            "INDEX0 row 2 .x uint32 undefined",
            "SV_VertexID0 row 3 .x uint32 undefined",
        ],
        &[
            "SV_Position0 row 0 .xyzw float32 linear_noperspective",
            "VALUES0,1,2 row 1 .x float32 linear",
            "ID0 row 4 .x uint32 constant",
            "SV_ClipDistance0,1 row 5 .x float32 linear",
        ],
        &[],
    );
}

#[test]
fn pixel_inputs_targets_and_depth() {
    check(
        "lit_ps",
        &[
            "SV_Position0 row 0 .xyzw float32 linear_noperspective",
            "NORMAL0 row 1 .xyz float32 linear",
            "TEXCOORD0 row 2 .xy float32 linear",
            "LAYER0 row 3 .x uint32 constant",
        ],
        &["SV_Target0 row 0 .xyzw float32 undefined", "SV_Target2 row 2 .xyzw float32 undefined"],
        &[],
    );
    for name in ["depth_ps", "unsigned_ps"] {
        check(
            name,
            &[
                "SV_Position0 row 0 .xyzw float32 linear_noperspective",
                "UV0 row 1 .xy float32 linear_sample",
                "SV_SampleIndex0 nowhere x1 uint32 constant",
            ],
            &["SV_Target0 row 0 .xyzw float32 undefined", "SV_Depth0 nowhere x1 float32 undefined"],
            &[],
        );
    }
    check(
        "every_resource_ps",
        &["SV_Position0 row 0 .xyzw float32 linear_noperspective", "DIR0 row 1 .xyz float32 linear"],
        &["SV_Target0 row 0 .xyzw float32 undefined"],
        &[],
    );
}

#[test]
fn sixteen_bit_types_share_a_row_and_barycentrics_take_none() {
    check(
        "raytrace_ps",
        &[
            "SV_Position0 row 0 .xyzw float32 linear_noperspective",
            "SV_Barycentrics0 nowhere x3 float32 linear",
            "UV0 row 1 .xy float16 linear",
            "MIN0 row 1 .z float16 linear",
        ],
        &["SV_Target0 row 0 .xyzw float32 undefined"],
        &[],
    );
}

#[test]
fn tessellation_factors_take_the_last_column() {
    let points = &["POSITION0 row 0 .xyz float32 linear", "TEXCOORD0 row 1 .xy float32 linear"];
    let constants = &[
        "SV_TessFactor0,1,2 row 0 .w float32 undefined",
        "SV_InsideTessFactor0 row 3 .x float32 undefined",
        "BEND0 row 0 .xyz float32 undefined",
    ];
    check("patch_hs", points, points, constants);
    check(
        "patch_ds",
        points,
        &["SV_Position0 row 0 .xyzw float32 linear_noperspective", "TEXCOORD0 row 1 .xy float32 linear"],
        constants,
    );
}

#[test]
fn streams_have_rows_of_their_own() {
    check(
        "streams_gs",
        &[
            "SV_Position0 row 0 .xyzw float32 linear_noperspective",
            "TAG0 row 1 .xyzw float32 linear",
            "SV_PrimitiveID0 nowhere x1 uint32 undefined",
        ],
        &[
            "AA0 row 0 .xyzw float32 linear",
            "BB0 row 1 .xy float32 linear",
            "CC0 row 0 .xyz float32 linear stream 1",
            "DD0 row 0 .x uint32 constant stream 2",
            "EE0,1 row 1 .x float32 linear stream 2",
        ],
        &[],
    );
    check(
        "triangles_gs",
        &["SV_Position0 row 0 .xyzw float32 linear_noperspective"],
        &[
            "SV_Position0 row 0 .xyzw float32 linear_noperspective",
            "SV_RenderTargetArrayIndex0 row 1 .x uint32 constant",
            "SHADE0 row 2 .xyz float32 linear",
        ],
        &[],
    );
}

#[test]
fn mesh_vertices_and_primitives() {
    check(
        "meshlet_ms",
        &[],
        &["SV_Position0 row 0 .xyzw float32 linear_noperspective", "TEXCOORD0 row 1 .xy float32 linear"],
        &[
            "SV_PrimitiveID0 row 0 .x uint32 constant",
            "SV_CullPrimitive0 nowhere x1 uint32 constant",
            "HEAT0 row 1 .xy float32 constant",
        ],
    );
}
