//! What follows from a file's name, its source and the compiler's command line: see each source's first line.

use psoview::container::{Container, FourCc, ShaderKind};
use psoview::psv;

use crate::each_version;
use crate::support::{fixtures, read};

/// The stage is the name's ending, the shader model what the source needs.
#[test]
fn the_program_header_has_the_profile() {
    for (name, bytes) in fixtures() {
        let program = Container::parse(&bytes).unwrap().program().unwrap();
        let shader = name.split('.').next().unwrap();
        if shader == "rootsig" {
            assert!(program.is_none(), "a root signature alone");
            continue;
        }
        let kind = match shader.rsplit('_').next().unwrap() {
            "vs" => ShaderKind::VERTEX,
            "hs" => ShaderKind::HULL,
            "ds" => ShaderKind::DOMAIN,
            "gs" => ShaderKind::GEOMETRY,
            "ps" => ShaderKind::PIXEL,
            "cs" => ShaderKind::COMPUTE,
            "as" => ShaderKind::AMPLIFICATION,
            "ms" => ShaderKind::MESH,
            "lib" => ShaderKind::LIBRARY,
            other => panic!("{other}"),
        };
        let minor = match shader {
            "view_vs" | "patch_hs" | "triangles_gs" | "wide_vs" => 1, // SV_ViewID
            "cull_as" | "meshlet_ms" => 5,
            "reduce_cs" | "reduce_wave_cs" | "raytrace_ps" | "trace_lib" => 6, // 64-bit atomics, heaps
            _ => 0,
        };
        let program = program.unwrap();
        assert_eq!(program.kind(), kind, "{name}");
        assert_eq!(program.shader_model().to_string(), format!("6.{minor}"), "{name}");
        assert_eq!(program.dxil_version().to_string(), format!("1.{minor}"), "{name}");
        assert!(program.bitcode().starts_with(b"BC\xc0\xde"), "{name}");
    }
}

#[test]
fn the_validator_decides_on_the_sizes() {
    for (name, bytes) in fixtures() {
        let container = Container::parse(&bytes).unwrap();
        let Some(psv) = psv::part(&container).unwrap() else {
            assert!(name.starts_with("trace_lib") || name.starts_with("rootsig"), "{name} has no PSV0");
            continue;
        };
        let validator = name.split('.').find_map(|word| word.strip_prefix("v1_")).unwrap_or("10");
        let (size, record) = match validator.parse().unwrap() {
            0 => (24, 16),
            1..6 => (36, 16),
            6..8 => (48, 24),
            8..10 => (52, 24),
            _ => (56, 24),
        };
        assert_eq!(psv.runtime_info().size(), size, "{name}");
        assert!(psv.resources().record_size().is_none_or(|size| size == record), "{name}");
        assert_eq!(psv.trailing(), [0_u8; 0], "{name}");
    }
}

#[test]
fn parts_come_in_the_order_of_the_compiler() {
    let tags = |name: &str| {
        let bytes = read(&format!("dxil/{name}"));
        let tags: Vec<_> = Container::parse(&bytes).unwrap().parts().map(|part| part.tag().to_string()).collect();
        tags.join(" ")
    };
    assert_eq!(tags("lit_vs.v1_0.dxil"), "SFI0 ISG1 OSG1 PSV0 STAT DXIL");
    assert_eq!(tags("lit_vs.v1_10.dxil"), "SFI0 ISG1 OSG1 PSV0 STAT HASH DXIL");
    assert_eq!(tags("patch_hs.v1_10.dxil"), "SFI0 ISG1 OSG1 PSG1 PSV0 STAT HASH DXIL");
    assert_eq!(tags("rooted_vs.v1_10.dxil"), "SFI0 ISG1 OSG1 PSV0 RTS0 STAT HASH DXIL");
    assert_eq!(tags("debug_vs.dxil"), "SFI0 ISG1 OSG1 PSV0 ILDB STAT ILDN HASH DXIL");
    assert_eq!(tags("trace_lib.v1_8.dxil"), "SFI0 VERS RDAT STAT HASH DXIL");
    assert_eq!(tags("rootsig.dxil"), "RTS0");
}

#[cfg(feature = "digest")]
#[test]
fn only_the_container_that_nobody_validated_is_unsigned() {
    use psoview::container::DigestStatus;

    for (name, bytes) in fixtures() {
        let expected = if name == "unsigned_ps.dxil" { DigestStatus::Unsigned } else { DigestStatus::Valid };
        assert_eq!(Container::parse(&bytes).unwrap().digest_status(), expected, "{name}");
    }
}

/// The last row that a packed element takes, and one: see `signatures.rs` for the rows.
#[test]
fn vectors_are_the_rows_of_the_packed_elements() {
    for (name, inputs, outputs) in [
        ("lit_vs", 4, [4, 0, 0, 0]),
        ("debug_vs", 4, [4, 0, 0, 0]),
        ("view_vs", 2, [2, 0, 0, 0]),
        ("wide_vs", 5 + 2, [1 + 10 + 1, 0, 0, 0]),
        ("dynamic_vs", 4, [1 + 3 + 1 + 2, 0, 0, 0]),
        ("rooted_vs", 2, [1, 0, 0, 0]),
        ("lit_ps", 4, [3, 0, 0, 0]), // targets 0 and 2
        ("depth_ps", 2, [1, 0, 0, 0]),
        ("unsigned_ps", 2, [1, 0, 0, 0]),
        ("every_resource_ps", 2, [1, 0, 0, 0]),
        ("raytrace_ps", 2, [1, 0, 0, 0]),
        ("patch_hs", 2, [2, 0, 0, 0]),
        ("patch_ds", 2, [2, 0, 0, 0]),
        ("streams_gs", 2, [2, 1, 3, 0]),
        ("triangles_gs", 1, [3, 0, 0, 0]),
        ("meshlet_ms", 0, [2, 0, 0, 0]),
        ("cull_as", 0, [0; 4]),
        ("plain_cs", 0, [0; 4]),
        ("fill_cs", 0, [0; 4]),
        ("reduce_cs", 0, [0; 4]),
        ("reduce_wave_cs", 0, [0; 4]),
    ] {
        each_version(name, |version, psv| {
            let signature = psv.runtime_info().signature();
            let found = signature.map(|signature| (signature.input_vectors(), signature.output_vectors()));
            assert_eq!(found, (version > 0).then_some((inputs, outputs)), "{name}");
            let uses_view_id = ["view_vs", "wide_vs", "patch_hs", "triangles_gs", "meshlet_ms"].contains(&name);
            assert_eq!(signature.map(|signature| signature.uses_view_id()), (version > 0).then_some(uses_view_id));
            let counts = signature.map(|signature| {
                [signature.input_elements(), signature.output_elements(), signature.patch_constant_elements()]
            });
            let tables = [psv.inputs(), psv.outputs(), psv.patch_constants()].map(|table| table.len());
            assert_eq!(counts.map_or([0; 3], |counts| counts.map(u32::from)), tables, "{name}");
        });
    }
}

/// Validators before 1.7 pad nothing.
#[test]
fn parts_lie_at_every_alignment() {
    let mut seen = [false; 4];
    for (name, bytes) in fixtures() {
        let part = Container::parse(&bytes).unwrap().part(FourCc::PSV0);
        if let Some(part) = part {
            seen[part.offset() as usize % 4] = true;
            let pads = ["v1_0", "v1_1", "v1_5", "v1_6"].iter().all(|version| !name.contains(&format!("{version}.")));
            assert!(!pads || part.offset() % 4 == 0, "{name}");
        }
    }
    assert_eq!(seen, [true; 4]);
}
