//! Every field of every file, set to values that a hostile file would have.

mod support;

use psoview::container::{Container, FourCc};

use support::promises;
use support::{fixtures, parts, read};

/// What a byte and a word are set to.
const BYTES: [u8; 5] = [0, 1, 0x7f, 0x80, 0xff];
const WORDS: [u32; 6] = [0, 1, 0x7fff_ffff, 0x8000_0000, 0xffff_fffc, 0xffff_ffff];

/// Sets each word that starts at one of these places, then each byte of it, to each value, and puts it back.
fn patch(bytes: &mut [u8], places: impl Iterator<Item = usize>, with_bytes: bool, check: impl Fn(&[u8])) {
    for place in places {
        let Some(word) = bytes.get(place..place + 4).map(<[u8]>::to_vec) else { continue };
        for value in WORDS {
            bytes[place..place + 4].copy_from_slice(&value.to_le_bytes());
            check(bytes);
        }
        bytes[place..place + 4].copy_from_slice(&word);
        if !with_bytes {
            continue;
        }
        for at in place..place + 4 {
            for value in BYTES {
                bytes[at] = value;
                check(bytes);
            }
            bytes[at] = word[at - place];
        }
    }
}

/// Every field of a part is a word that starts at a multiple of four, or part of one.
#[test]
fn every_field_of_a_part() {
    for (name, mut part) in parts() {
        // The bytes of the newest version cover those of the others.
        let with_bytes = name.ends_with(".v1_10.dxil");
        let places = (0..part.len()).step_by(4);
        patch(&mut part, places, with_bytes, promises::of_part);
    }
}

#[test]
fn every_field_of_the_hand_made_cases() {
    for (name, length) in support::cases() {
        if name.starts_with("p_") && length < 1000 {
            let mut part = read(&format!("cases/psv/{name}.bin"));
            patch(&mut part, (0..length).step_by(4), false, promises::of_part);
        }
    }
}

#[test]
fn every_field_of_a_container_and_of_its_program_header() {
    for mut bytes in fixtures().into_values() {
        let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
        let parts: Vec<_> = (0..word(28)).map(|part| word(32 + 4 * part)).collect();
        let header = (0..32).step_by(4).chain((0..parts.len()).map(|part| 32 + 4 * part));
        // Tag and size, and for a program the six words behind them.
        let headers = parts.iter().flat_map(|&part| (0..8).map(move |field| part + 4 * field));
        let places: Vec<_> = header.chain(headers).collect();
        patch(&mut bytes, places.into_iter(), false, promises::of_container);
    }
}

/// Offsets of errors and records then count from the start of the container.
#[test]
fn every_field_of_a_part_in_its_container() {
    for name in ["triangles_gs.v1_6.dxil", "patch_hs.v1_10.dxil", "meshlet_ms.v1_7.dxil", "lit_vs.v1_0.dxil"] {
        let mut bytes = read(&format!("dxil/{name}"));
        let part = Container::parse(&bytes).unwrap().part(FourCc::PSV0).unwrap();
        let places = (part.offset() as usize..part.end() as usize).step_by(4);
        patch(&mut bytes, places, true, promises::of_container);
    }
}
