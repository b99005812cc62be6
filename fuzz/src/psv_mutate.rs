//! A part of a real shader with some of its fields changed: what is wrong then is one size, count, stride or offset, not
//! the noise that random bytes are.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use arbitrary::{Result, Unstructured};

use crate::part::fields::{Field, fields};
use crate::part::slow;

macro_rules! parts {
    ($($name:literal)+) => {
        &[$(include_bytes!(concat!("../seeds/psv/", $name))),+]
    };
}

/// One for each kind of stage and each size of the info block. What a finding's bytes mean depends on their order.
const PARTS: &[&[u8]] = parts! {
    "lit_ps.v1_0" "every_resource_ps.v1_1" "view_vs.v1_1" "patch_hs.v1_6" "patch_ds.v1_8" "streams_gs.v1_10"
    "triangles_gs.v1_6" "meshlet_ms.v1_8" "cull_as.v1_10" "fill_cs.v1_10" "wide_vs.v1_10" "view_vs.v1_10"
    "p_gs_4streams_viewid.bin" "p_ms_viewid_prim.bin" "p_v4_60_linalg_tail.bin"
};

/// The fields of one name.
type Named = Vec<Field>;

/// The parts, each with its fields by name: a part has one `ResourceCount` and hundreds of `DependencyWord`s, and each
/// name is as likely to be changed.
static KNOWN: LazyLock<Vec<(&[u8], Vec<Named>)>> = LazyLock::new(|| {
    let with_fields = |&part: &&'static [u8]| {
        let facts = slow::read(part, 0, true, None).unwrap_or_else(|fault| panic!("{fault:?} in a seed"));
        let mut names = BTreeMap::<_, Named>::new();
        fields(&facts).into_iter().for_each(|field| names.entry(field.name).or_default().push(field));
        (part, names.into_values().collect())
    };
    PARTS.iter().map(with_fields).collect()
});

pub fn run(data: &[u8]) {
    let bytes = mutated(&mut Unstructured::new(data)).expect("any bytes choose some fields");
    crate::psv::run(&bytes);
    crate::psv_oracle::run(&bytes);
}

fn mutated(u: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    let (part, names) = u.choose(&KNOWN)?;
    let mut bytes = part.to_vec();
    for _ in 0..u.int_in_range(1..=4)? {
        let named = u.choose(names)?;
        let field = u.choose(named)?;
        let place = &mut bytes[field.offset..field.offset + field.width];
        let mut stored = [0; 4];
        stored[..field.width].copy_from_slice(place);
        let value = value(u, field, u32::from_le_bytes(stored), part.len())?;
        place.copy_from_slice(&value.to_le_bytes()[..field.width]);
    }
    match u.int_in_range(0..=7)? {
        0 => bytes.truncate(u.int_in_range(0..=part.len())?),
        1 => bytes.extend_from_slice(&u.arbitrary::<[u8; 8]>()?[..u.int_in_range(0..=8)?]),
        _ => {}
    }
    Ok(bytes)
}

/// Values at which a reader may go wrong, and those beside them.
fn value(u: &mut Unstructured<'_>, field: &Field, stored: u32, length: usize) -> Result<u32> {
    const SIZES: &[u32] = &[4, 16, 20, 24, 32, 36, 40, 44, 48, 52, 56, 60, 64];
    let unit = field.unit.max(1);
    let value = match u.int_in_range(0..=8)? {
        0 => 0,
        1 => stored,
        2 => 1 << u.int_in_range(0..=31)?,
        3 => *u.choose(SIZES)?,
        // So many of what the field counts reach the part's end, from the field or from the start.
        4 => ((length - field.offset) / unit) as u32,
        5 => (length / unit) as u32,
        // Times the unit it is near 2^32: a product of 32 bits wraps.
        6 => ((1_u64 << 32) / unit as u64) as u32,
        7 => u.arbitrary::<u8>()?.into(),
        _ => u.arbitrary()?,
    };
    Ok(value.wrapping_add_signed(u.int_in_range(-2..=2)?))
}

#[cfg(test)]
mod tests {
    use super::{KNOWN, run};
    use crate::part::{slow, stage};
    use crate::replay;

    #[test]
    fn parts_are_of_every_stage_and_size() {
        let infos: Vec<_> = KNOWN.iter().map(|(part, _)| slow::read(part, 0, true, None).unwrap()).collect();
        for version in 0..=4 {
            assert!(infos.iter().any(|part| part.info.version == version), "no part of version {version}");
        }
        let compute = 5;
        let stages = [stage::PIXEL, stage::VERTEX, stage::GEOMETRY, stage::HULL, stage::DOMAIN, compute];
        for kind in stages.into_iter().chain([stage::MESH, stage::AMPLIFICATION]) {
            assert!(infos.iter().any(|part| part.stage == Some(kind)), "no part of stage {kind}");
        }
    }

    #[test]
    fn fields_cover_a_part_but_for_its_strings_and_tails() {
        for (part, names) in KNOWN.iter() {
            let facts = slow::read(part, 0, true, None).unwrap();
            let named: usize = names.iter().flatten().map(|field| field.width).sum();
            let tails = facts.resources.iter().map(|record| record.unknown.len()).sum::<usize>()
                + facts.elements.iter().flatten().map(|record| record.unknown.len()).sum::<usize>()
                + facts.info.unknown.len();
            assert_eq!(named + facts.strings.len() + tails + facts.trailing.len(), part.len());
        }
    }

    #[test]
    fn holds_for_seeds() {
        replay::seeds("psv_mutate", run);
    }

    #[test]
    fn holds_for_noise() {
        replay::noise("psv_mutate", run);
    }
}
