//! Component numbers are four times the register row plus the column, as `signatures.rs` has the rows.

use psoview::psv::{ComponentMask, DependencyTable};

use crate::each_version;

/// Input component and the output components that depend on it.
type Rows<'a> = &'a [(u32, &'a [u32])];

#[track_caller]
fn expect(table: DependencyTable<'_>, expected: Rows<'_>) {
    let found: Vec<_> = (0..).zip(table.rows().map(components)).filter(|(_, outputs)| !outputs.is_empty()).collect();
    let expected: Vec<_> = expected.iter().map(|(input, outputs)| (*input, outputs.to_vec())).collect();
    assert_eq!(found, expected);
    for (input, outputs) in expected {
        for output in 0..table.output_count() + 40 {
            assert_eq!(table.contains(input, output), outputs.contains(&output));
        }
    }
}

fn components(mask: ComponentMask<'_>) -> Vec<u32> {
    mask.iter().collect()
}

/// The first stream's table; the other three are empty.
#[track_caller]
fn check(name: &str, expected: Rows<'_>) {
    each_version(name, |version, psv| {
        let tables = psv.dependencies().input_to_output();
        if version == 0 {
            return assert!(tables.is_none());
        }
        let [first, second, third, fourth] = tables.unwrap();
        expect(first, expected);
        assert!(second.is_empty() && third.is_empty() && fourth.is_empty());
    });
}

/// The view-id masks: the first stream's outputs, and the patch constants or primitives of a stage that has such a mask.
#[track_caller]
fn check_view_id(name: &str, outputs: &[u32], patch_constants: Option<&[u32]>) {
    each_version(name, |version, psv| {
        let depends = psv.dependencies();
        if version == 0 {
            return assert!(depends.view_id_outputs().is_none());
        }
        let masks = depends.view_id_outputs().unwrap().map(components);
        assert_eq!(masks, [outputs.to_vec(), vec![], vec![], vec![]]);
        assert_eq!(depends.view_id_patch_constants().map(components), patch_constants.map(<[u32]>::to_vec));
    });
}

#[test]
fn a_matrix_makes_every_component_depend_on_every_component() {
    check(
        "lit_vs",
        &[
            (0, &[0, 1, 2, 3]),
            (1, &[0, 1, 2, 3]),
            (2, &[0, 1, 2, 3]),
            (4, &[4]),
            (5, &[5]),
            (6, &[6]),
            (8, &[8]),
            (9, &[9]),
            (12, &[12]),
        ],
    );
    let position: &[u32] = &[0, 1, 2, 3];
    check(
        "view_vs",
        &[(0, position), (1, position), (2, position), (3, position), (4, &[4]), (5, &[5]), (6, &[6]), (7, &[7])],
    );
    check_view_id("view_vs", position, None);
}

#[test]
fn a_pixel_shader_that_does_not_use_the_view_has_no_mask() {
    // The texture coordinate and the layer choose a sample for the first target and the last component of the other.
    let sampled: &[u32] = &[0, 1, 2, 3, 11];
    check("lit_ps", &[(4, &[8]), (5, &[9]), (6, &[10]), (8, sampled), (9, sampled), (12, sampled)]);
    each_version("lit_ps", |_, psv| {
        assert!(psv.dependencies().view_id_outputs().is_none());
        assert!(psv.dependencies().view_id_patch_constants().is_none());
        assert!(psv.dependencies().input_to_patch_constant().is_none());
        assert!(psv.dependencies().patch_constant_to_output().is_none());
    });
    // Depth and the sample index have no registers, so nothing is said of them.
    check("depth_ps", &[(4, &[0]), (5, &[1])]);
}

#[test]
fn a_row_of_two_words() {
    // b[i] is a[i % 5]; the last component reads a[4].w and the view.
    let mut expected: Vec<(u32, Vec<u32>)> =
        (0..20).map(|input| (input, vec![4 + input, 24 + input])).chain((0..4).map(|at| (20 + at, vec![at]))).collect();
    expected[19].1.push(44);
    expected.push((24, vec![44]));
    let expected: Vec<(u32, &[u32])> = expected.iter().map(|(input, outputs)| (*input, &outputs[..])).collect();
    check("wide_vs", &expected);
    check_view_id("wide_vs", &[40, 41, 42, 43], None);
}

#[test]
fn every_row_of_a_dynamically_indexed_array_depends_on_what_is_stored() {
    each_version("dynamic_vs", |version, psv| {
        if version == 0 {
            return;
        }
        let [table, ..] = psv.dependencies().input_to_output().unwrap();
        assert_eq!(components(table.row(4)), [4, 8, 12], "the pair's x goes to one of the values");
        assert_eq!(components(table.row(5)), [24], "its y to the second clip distance");
        assert_eq!(components(table.row(0)), [0, 20], "the position's x to itself and to the first");
        assert_eq!(components(table.row(12)), [16], "the vertex to the identifier");
    });
}

#[test]
fn hull_shaders_have_two_tables_and_two_masks() {
    check("patch_hs", &[(0, &[0]), (1, &[1]), (2, &[2]), (4, &[4]), (5, &[5])]);
    each_version("patch_hs", |_, psv| {
        let table = psv.dependencies().input_to_patch_constant().unwrap();
        // The three edges take the last column of rows 0 to 2; the bend is the first three columns of row 0.
        expect(table, &[(0, &[0, 3, 7, 11]), (1, &[1]), (2, &[2])]);
        assert_eq!((table.input_count(), table.output_count()), (8, 16));
    });
    check_view_id("patch_hs", &[], Some(&[0, 1, 2]));
}

#[test]
fn domain_shaders_depend_on_points_and_on_patch_constants() {
    check("patch_ds", &[(0, &[0]), (1, &[1]), (2, &[2]), (4, &[4]), (5, &[5])]);
    each_version("patch_ds", |_, psv| {
        expect(psv.dependencies().patch_constant_to_output().unwrap(), &[(0, &[0]), (1, &[1]), (2, &[2])]);
        assert!(psv.dependencies().input_to_patch_constant().is_none());
    });
}

#[test]
fn each_stream_has_a_table() {
    each_version("streams_gs", |_, psv| {
        let [first, second, third, fourth] = psv.dependencies().input_to_output().unwrap();
        expect(first, &[(0, &[0]), (1, &[1]), (2, &[2]), (3, &[3]), (4, &[4]), (5, &[5])]);
        expect(second, &[(5, &[0]), (6, &[1]), (7, &[2])]);
        expect(third, &[(3, &[4])]);
        assert_eq!(fourth.words().len(), 0);
    });
    check("triangles_gs", &[(0, &[0, 8]), (1, &[1, 9]), (2, &[2, 10]), (3, &[3])]);
    check_view_id("triangles_gs", &[8, 9, 10], None);
}

#[test]
fn mesh_shaders_have_two_masks_and_no_table() {
    check_view_id("meshlet_ms", &[2], Some(&[5]));
    each_version("meshlet_ms", |_, psv| {
        assert!(psv.dependencies().input_to_output().is_none());
        assert_eq!(psv.dependencies().words().collect::<Vec<_>>(), [1 << 2, 1 << 5]);
    });
}

#[test]
fn shaders_without_signatures_have_empty_tables() {
    each_version("reduce_cs", |_, psv| {
        let tables = psv.dependencies().input_to_output().unwrap();
        assert!(tables.iter().all(|table| table.is_empty() && table.rows().len() == 0));
        assert_eq!(psv.dependencies().words().len(), 0);
    });
}
