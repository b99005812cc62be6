//! The value sets: names in the order of their numbers, and numbers that nobody has named.

use psoview::container::FourCc;
use psoview::psv::{
    ComponentType, InputPrimitive, InterpolationMode, MeshOutputTopology, PrimitiveTopology, ResourceFlags,
    ResourceKind, ResourceType, SemanticKind, ShaderKind, TessellatorDomain, TessellatorOutputPrimitive,
};

/// Checks that a set's numbers from 0 on have these names, and that all others have none.
macro_rules! names {
    ($set:ident($int:ty), $names:expr) => {
        let names: Vec<&str> = $names.split_whitespace().collect();
        for raw in (0..=<$int>::MAX).take(1000) {
            let value = $set::from_raw(raw);
            let name = names.get(raw as usize).copied();
            assert_eq!(value.name(), name, "{raw}");
            assert_eq!(value.is_known(), name.is_some());
            assert_eq!(value.raw(), raw);
            assert_eq!(value.to_string(), name.map_or_else(|| raw.to_string(), str::to_owned));
            assert_eq!($set::KNOWN.contains(&value), name.is_some());
        }
        assert_eq!($set::from_raw(<$int>::MAX).raw(), <$int>::MAX);
        assert_eq!($set::KNOWN.len(), names.len());
        assert_eq!(format!("{:?}", $set::from_raw(1)), names[1]);
        assert_eq!(format!("{:?}", $set::from_raw(0xca)), concat!(stringify!($set), "(0xca)"));
    };
}

#[test]
fn shader_kinds() {
    names!(
        ShaderKind(u16),
        "pixel vertex geometry hull domain compute library ray_generation intersection any_hit closest_hit miss callable
         mesh amplification node"
    );
    assert_eq!(ShaderKind::AMPLIFICATION.raw(), 14);
    assert_eq!(format!("{:?}", ShaderKind::from_raw(0x2a)), "ShaderKind(0x2a)");
}

#[test]
fn resource_types_and_kinds() {
    names!(
        ResourceType(u32),
        "invalid sampler cbv srv_typed srv_raw srv_structured uav_typed uav_raw uav_structured
         uav_structured_with_counter"
    );
    names!(
        ResourceKind(u32),
        "invalid texture1d texture2d texture2dms texture3d texture_cube texture1d_array texture2d_array
         texture2dms_array texture_cube_array typed_buffer raw_buffer structured_buffer cbuffer sampler tbuffer
         rt_acceleration_structure feedback_texture2d feedback_texture2d_array"
    );
    assert_eq!(ResourceType::UAV_STRUCTURED_WITH_COUNTER.raw(), 9);
    assert_eq!(ResourceKind::FEEDBACK_TEXTURE2D_ARRAY.raw(), 18);
}

#[test]
fn semantic_kinds() {
    names!(
        SemanticKind(u8),
        "arbitrary vertex_id instance_id position render_target_array_index viewport_array_index clip_distance
         cull_distance output_control_point_id domain_location primitive_id gs_instance_id sample_index is_front_face
         coverage inner_coverage target depth depth_less_equal depth_greater_equal stencil_ref dispatch_thread_id
         group_id group_index group_thread_id tess_factor inside_tess_factor view_id barycentrics shading_rate
         cull_primitive invalid"
    );
    let named = SemanticKind::KNOWN.iter().filter(|kind| kind.hlsl_name().is_some());
    assert_eq!(named.count(), 30, "all but arbitrary and invalid");
    assert!(SemanticKind::KNOWN.iter().filter_map(|kind| kind.hlsl_name()).all(|name| name.starts_with("SV_")));
    assert_eq!(SemanticKind::INSIDE_TESS_FACTOR.hlsl_name(), Some("SV_InsideTessFactor"));
    assert_eq!(SemanticKind::from_raw(32).hlsl_name(), None);
}

#[test]
fn element_values() {
    names!(ComponentType(u8), "unknown uint32 sint32 float32 uint16 sint16 float16 uint64 sint64 float64");
    names!(
        InterpolationMode(u8),
        "undefined constant linear linear_centroid linear_noperspective linear_noperspective_centroid linear_sample
         linear_noperspective_sample invalid"
    );
}

#[test]
fn stage_values() {
    names!(TessellatorDomain(u32), "undefined isoline tri quad");
    names!(TessellatorOutputPrimitive(u32), "undefined point line triangle_cw triangle_ccw");
    names!(PrimitiveTopology(u32), "undefined point_list line_list line_strip triangle_list triangle_strip");
    names!(MeshOutputTopology(u8), "undefined line triangle");
}

#[test]
fn input_primitives_have_a_gap_and_a_patch_for_each_count() {
    let name = |raw| InputPrimitive::from_raw(raw).name();
    assert_eq!([0, 1, 2, 3].map(name), ["undefined", "point", "line", "triangle"].map(Some));
    assert_eq!([4, 5].map(name), [None, None]);
    assert_eq!([6, 7].map(name), ["line_adj", "triangle_adj"].map(Some));
    for points in 1..=32 {
        assert_eq!(name(7 + points), Some(format!("patch{points}").as_str()));
    }
    assert_eq!(name(40), None);
    assert_eq!(InputPrimitive::from_raw(5).to_string(), "5");
    assert_eq!(InputPrimitive::PATCH32.raw(), 39);
    assert_eq!(InputPrimitive::KNOWN.len(), 38);
}

#[test]
fn flags_keep_the_bits_that_nobody_has_named() {
    let flags = ResourceFlags::from_bits(0b101);
    assert!(flags.contains(ResourceFlags::USED_BY_ATOMIC64));
    assert_eq!((flags.bits(), flags.unknown_bits()), (0b101, 0b100));
    assert!(!ResourceFlags::from_bits(2).contains(ResourceFlags::USED_BY_ATOMIC64));
    assert_eq!(ResourceFlags::default().bits(), 0);
}

#[test]
fn tags_print_as_they_read() {
    assert_eq!(FourCc::PSV0.to_string(), "PSV0");
    assert_eq!(format!("{:?}", FourCc::AON9), "FourCc(\"Aon9\")");
    assert_eq!(FourCc::new([0, b'\n', 0xff, b'a']).to_string(), "\\x00\\n\\xffa");
    assert_eq!(FourCc::new(*b"ISG1"), FourCc::ISG1);
    assert!(FourCc::PSV0.is_known() && !FourCc::new(*b"none").is_known());
    let mut tags: Vec<_> = FourCc::KNOWN.iter().map(|tag| tag.bytes()).collect();
    tags.sort_unstable();
    tags.dedup();
    assert_eq!(tags.len(), FourCc::KNOWN.len(), "no tag comes twice");
}
