use psoview::psv::{
    InputPrimitive, MeshOutputTopology, PrimitiveTopology, Psv, ShaderKind, StageInfo, TessellatorDomain,
    TessellatorOutputPrimitive,
};

use crate::each_version;

/// What every version says: version 0 has the stage from the program beside the part.
#[track_caller]
fn check(name: &str, stage: ShaderKind, check: impl Fn(u8, &Psv<'_>, StageInfo)) {
    each_version(name, |version, psv| {
        assert_eq!(psv.stage(), Some(stage), "{name}, version {version}");
        let signature = psv.runtime_info().signature();
        assert_eq!(signature.map(|signature| signature.stage()), (version > 0).then_some(stage));
        // The compiler calls every fixture's entry point by its usual name.
        assert_eq!(psv.entry_name(), Ok((version >= 3).then_some("main")));
        check(version, psv, psv.stage_info().unwrap());
    });
}

/// Thread group and group-shared memory, from the versions on that have them.
#[track_caller]
fn check_group(version: u8, psv: &Psv<'_>, threads: [u32; 3], shared: u32) {
    assert_eq!(psv.runtime_info().num_threads(), (version >= 2).then_some(threads));
    assert_eq!(psv.runtime_info().group_shared_bytes(), (version >= 4).then_some(shared));
}

fn lanes(psv: &Psv<'_>) -> (Option<u32>, Option<u32>) {
    (psv.runtime_info().min_wave_lanes(), psv.runtime_info().max_wave_lanes())
}

#[test]
fn vertex_shaders() {
    for name in ["lit_vs", "debug_vs", "dynamic_vs", "view_vs", "wide_vs", "rooted_vs"] {
        check(name, ShaderKind::VERTEX, |version, psv, info| {
            let StageInfo::Vertex(info) = info else { panic!("{info:?}") };
            assert!(info.output_position_present);
            check_group(version, psv, [0; 3], 0);
            assert_eq!(lanes(psv), (None, None));
        });
    }
}

#[test]
fn pixel_shaders() {
    for (name, depth_and_samples) in [
        ("lit_ps", false),
        ("every_resource_ps", false),
        ("raytrace_ps", false),
        ("depth_ps", true),
        ("unsigned_ps", true),
    ] {
        check(name, ShaderKind::PIXEL, |_, _, info| {
            let StageInfo::Pixel(info) = info else { panic!("{info:?}") };
            assert_eq!((info.depth_output, info.sample_frequency), (depth_and_samples, depth_and_samples));
        });
    }
}

#[test]
fn compute_shaders() {
    for (name, threads, shared, size) in [
        ("plain_cs", [8, 4, 2], 0, None),
        ("fill_cs", [32, 1, 1], 0, None),
        ("reduce_cs", [64, 2, 1], 1024, None),
        ("reduce_wave_cs", [64, 2, 1], 1024, Some(32)),
    ] {
        check(name, ShaderKind::COMPUTE, |version, psv, info| {
            assert_eq!(info, StageInfo::Unused);
            check_group(version, psv, threads, shared);
            assert_eq!(lanes(psv), (size, size), "WaveSize states both");
        });
    }
}

#[test]
fn hull_and_domain_shaders() {
    check("patch_hs", ShaderKind::HULL, |version, psv, info| {
        let StageInfo::Hull(info) = info else { panic!("{info:?}") };
        assert_eq!((info.input_control_point_count, info.output_control_point_count), (4, 3));
        assert_eq!(info.tessellator_domain, TessellatorDomain::TRI);
        assert_eq!(info.tessellator_output_primitive, TessellatorOutputPrimitive::TRIANGLE_CCW);
        let signature = psv.runtime_info().signature();
        assert_eq!(signature.and_then(|signature| signature.patch_constant_vectors()), (version > 0).then_some(4));
        assert_eq!(signature.and_then(|signature| signature.max_vertex_count()), None);
    });
    check("patch_ds", ShaderKind::DOMAIN, |version, psv, info| {
        let StageInfo::Domain(info) = info else { panic!("{info:?}") };
        assert_eq!(info.input_control_point_count, 3);
        assert!(info.output_position_present);
        assert_eq!(info.tessellator_domain, TessellatorDomain::TRI);
        let signature = psv.runtime_info().signature();
        assert_eq!(signature.and_then(|signature| signature.patch_constant_vectors()), (version > 0).then_some(4));
    });
}

#[test]
fn geometry_shaders() {
    check("streams_gs", ShaderKind::GEOMETRY, |_, psv, info| {
        let StageInfo::Geometry(info) = info else { panic!("{info:?}") };
        assert_eq!(
            (info.input_primitive, info.output_topology),
            (InputPrimitive::POINT, PrimitiveTopology::POINT_LIST)
        );
        assert_eq!((info.output_stream_mask, info.output_position_present), (0b111, false));
        let signature = psv.runtime_info().signature().unwrap();
        assert_eq!(signature.max_vertex_count(), Some(9));
        assert_eq!((signature.input_vectors(), signature.output_vectors()), (2, [2, 1, 3, 0]));
        assert_eq!(signature.patch_constant_vectors(), None, "the same bytes mean another thing");
    });
    check("triangles_gs", ShaderKind::GEOMETRY, |_, psv, info| {
        let StageInfo::Geometry(info) = info else { panic!("{info:?}") };
        let expected = (InputPrimitive::TRIANGLE_ADJ, PrimitiveTopology::TRIANGLE_STRIP);
        assert_eq!((info.input_primitive, info.output_topology), expected);
        assert_eq!((info.output_stream_mask, info.output_position_present), (1, true));
        assert_eq!(psv.runtime_info().signature().unwrap().max_vertex_count(), Some(3));
    });
}

#[test]
fn mesh_and_amplification_shaders() {
    check("meshlet_ms", ShaderKind::MESH, |version, psv, info| {
        let StageInfo::Mesh(info) = info else { panic!("{info:?}") };
        // 64 floats of group-shared memory, and a payload of eight words.
        assert_eq!((info.group_shared_bytes_used, info.group_shared_bytes_dependent_on_view_id), (256, 0));
        assert_eq!(info.payload_size_in_bytes, 32);
        assert_eq!((info.max_output_vertices, info.max_output_primitives), (64, 62));
        let signature = psv.runtime_info().signature().unwrap();
        assert_eq!(signature.mesh_output_topology(), Some(MeshOutputTopology::TRIANGLE));
        assert_eq!((signature.primitive_vectors(), signature.output_vectors()), (Some(2), [2, 0, 0, 0]));
        check_group(version, psv, [32, 1, 1], 256);
    });
    check("cull_as", ShaderKind::AMPLIFICATION, |version, psv, info| {
        let StageInfo::Amplification(info) = info else { panic!("{info:?}") };
        assert_eq!(info.payload_size_in_bytes, 32);
        check_group(version, psv, [32, 1, 1], 32);
    });
}

#[test]
fn the_five_sizes_are_the_five_versions() {
    for (size, version) in [(24, 0), (36, 1), (48, 2), (52, 3), (56, 4)] {
        let mut bytes = vec![0; 4 + size + 4 + 8];
        bytes[0] = size as u8;
        assert_eq!(psoview::psv::read(&bytes).unwrap().version(), version);
    }
}
