//! The container's digest, held against an implementation of its own.
//!
//! The expected values come from a script that has MD5's compression from RFC 1321 and the block structure from its
//! description: front word, rest, 0x80, zeros, end word where the rest leaves room for them, else two blocks.
#![cfg(feature = "digest")]

mod support;

use psoview::container::{Container, Digest, DigestStatus};

/// A container without parts whose digest covers one whole block and `rest` bytes.
fn container(rest: usize) -> Vec<u8> {
    let size = 20 + 64 + rest;
    let mut bytes = b"DXBC".to_vec();
    bytes.extend([0; 16]);
    bytes.extend([1, 0, 0, 0]);
    bytes.extend(u32::try_from(size).unwrap().to_le_bytes());
    bytes.extend([0; 4]);
    bytes.extend((0..size - bytes.len()).map(|place| (7 * place + 1) as u8));
    bytes
}

fn with_digest(mut bytes: Vec<u8>, digest: Digest) -> Vec<u8> {
    bytes[4..20].copy_from_slice(&digest.bytes());
    bytes
}

fn status(bytes: &[u8]) -> DigestStatus {
    Container::parse(bytes).unwrap().digest_status()
}

/// The rest's length, the retail digest and the debug one. 55 bytes are the most that fit into the last block.
const DIGESTS: [(usize, &str, &str); 6] = [
    (0, "63c3198e1464b1e5bee896333866cabc", "f45f6b02e4d17e34d3adb905c4964933"),
    (1, "09ebe8d4fd1f0247899c5b6743ad5c8d", "e6ed61d01ebf67f45e7ef5e1b7774c55"),
    (54, "e62e4504ad389e0929cb29ab7f936fd8", "6897aa84e4db623423d6e81c72221740"),
    (55, "0ec689978e2474b7eb07fdb78901bcb3", "edf407620fa57407116cd91f144d1f27"),
    (56, "13ae222622f197a8225329493eb7dbe9", "2b1d1138667a5742135be28cfd020028"),
    (63, "f931730d1e19d1a4886eb38d5efbb471", "3cc3dd036f8066c1fb21b67a7d8bf7a0"),
];

#[test]
fn digests_of_every_block_structure() {
    for (rest, retail, debug) in DIGESTS {
        let bytes = container(rest);
        let container = Container::parse(&bytes).unwrap();
        assert_eq!(container.compute_digest().to_string(), retail, "retail, a rest of {rest}");
        assert_eq!(container.compute_debug_digest().to_string(), debug, "debug, a rest of {rest}");
    }
}

#[test]
fn the_smallest_container_has_a_digest() {
    let mut bytes = b"DXBC".to_vec();
    bytes.extend([0; 16]);
    bytes.extend([1, 0, 0, 0, 32, 0, 0, 0, 0, 0, 0, 0]);
    let container = Container::parse(&bytes).unwrap();
    assert_eq!(container.compute_digest().to_string(), "fe86074c402fc2e90e0f4fa3bf065bc0");
    assert_eq!(container.compute_debug_digest().to_string(), "d3307ec168d83f5ab733de378aabb9ad");
}

#[test]
fn the_stored_digest_is_classified() {
    for (rest, ..) in DIGESTS {
        let bytes = container(rest);
        let parsed = Container::parse(&bytes).unwrap();
        let (retail, debug) = (parsed.compute_digest(), parsed.compute_debug_digest());
        assert_eq!(status(&bytes), DigestStatus::Unsigned);
        assert_eq!(status(&with_digest(bytes.clone(), Digest::BYPASS)), DigestStatus::Bypass);
        assert_eq!(status(&with_digest(bytes.clone(), Digest::PREVIEW_BYPASS)), DigestStatus::PreviewBypass);
        assert_eq!(status(&with_digest(bytes.clone(), retail)), DigestStatus::Valid);
        assert_eq!(status(&with_digest(bytes.clone(), debug)), DigestStatus::Debug);
        assert_eq!(status(&with_digest(bytes.clone(), Digest::new([3; 16]))), DigestStatus::Mismatch);
    }
}

#[test]
fn any_byte_after_the_digest_counts() {
    let file = support::read("dxil/plain_cs.v1_10.dxil");
    assert_eq!(status(&file), DigestStatus::Valid, "as its compiler signed it");
    // Not the magic and the sizes: changing those makes another container, or none.
    for place in (4..24).chain(32 + 4 * 8..file.len()) {
        let mut changed = file.clone();
        changed[place] ^= 0x10;
        if let Ok(container) = Container::parse(&changed) {
            assert_eq!(container.digest_status(), DigestStatus::Mismatch, "byte {place}");
        }
    }
}

#[test]
fn bytes_after_the_declared_size_do_not_count() {
    let mut file = support::read("dxil/plain_cs.v1_10.dxil");
    file.extend([1, 2, 3]);
    assert_eq!(status(&file), DigestStatus::Valid);
}

#[test]
fn digests_print_as_hex() {
    let digest = Digest::new([0, 1, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef, 16, 255, 0, 0, 0, 0, 0x0f]);
    assert_eq!(digest.to_string(), "000123456789abcdef10ff000000000f");
    assert_eq!(format!("{digest:?}"), "Digest(000123456789abcdef10ff000000000f)");
    assert_eq!(DigestStatus::PreviewBypass.to_string(), "preview_bypass");
}
