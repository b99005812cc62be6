//! Inputs that are large, or that say so: each is read or refused in time linear in its length.

mod support;

use std::time::{Duration, Instant};

use psoview::container::{Container, FourCc};
use psoview::psv;
use psoview::{ErrorKind as Kind, Region};

use support::{read, whole};

fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// The info block of a compute shader, with the size word before it: 36 bytes, so that everything but these four counts is
/// zero. Counts: input, output, patch-constant elements, input vectors.
fn info(counts: [u8; 4]) -> Vec<u8> {
    let mut bytes = words(&[36, 0, 0, 0, 0, 0, u32::MAX]);
    bytes.extend([5, 0, 0, 0]);
    bytes.extend(counts);
    bytes.extend([0; 4]);
    bytes
}

/// Far more than any of these takes, even without optimisation on a busy machine, and far less than quadratic work would.
#[track_caller]
fn in_no_time<T>(work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    assert!(start.elapsed() < Duration::from_secs(20), "it took {:?}", start.elapsed());
    result
}

#[test]
fn reads_as_many_elements_as_can_be_stated() {
    let mut part = info([255, 255, 255, 0]);
    part.extend(words(&[0, 4, 0, 1, 7, 16]));
    for element in 0..765_u32 {
        part.extend(words(&[0, 0, 0x0344_0001, element]));
    }
    let psv = psv::read(&part).unwrap();
    assert_eq!([psv.inputs().len(), psv.outputs().len(), psv.patch_constants().len()], [255; 3]);
    let last = psv.patch_constants().iter().last().unwrap();
    assert_eq!(last.index(), 254);
    assert_eq!(last.offset() as usize, part.len() - 16);
    assert_eq!(last.component_type().raw(), 764_u32.to_le_bytes()[0]);
    assert_eq!(last.semantic_indices().unwrap().iter().collect::<Vec<_>>(), [7]);
}

#[test]
fn refuses_counts_near_two_to_the_thirty_two() {
    let max = u32::MAX;
    let mut part = info([0; 4]);
    part.extend(words(&[max, 16]));
    part.extend([0; 64]);
    let error = psv::read(&part).map(drop).map_err(whole);
    assert_eq!(error, Err((Kind::ResourcesOutOfBounds { count: max, room: 4 }, 40, Region::Resources)));

    let mut part = info([0; 4]);
    part.extend(words(&[0, max]));
    let error = psv::read(&part).map(drop).map_err(whole);
    assert_eq!(error, Err((Kind::StringTableOutOfBounds { size: max, available: 0 }, 44, Region::StringTable)));

    let mut part = info([0; 4]);
    part.extend(words(&[0, 0, max, 1, 2, 3]));
    let error = psv::read(&part).map(drop).map_err(whole);
    assert_eq!(error, Err((Kind::SemanticIndicesOutOfBounds { count: max, room: 3 }, 48, Region::SemanticIndices)));

    // 40 bytes and 2^32 - 1 parts.
    let mut container = b"DXBC".to_vec();
    container.extend([0; 16]);
    container.extend(words(&[1, 40, max, 0, 0]));
    let error = Container::parse(&container).map(drop).map_err(whole);
    assert_eq!(error, Err((Kind::PartDirectoryOutOfBounds { count: max, room: 2 }, 28, Region::ContainerHeader)));
}

#[test]
fn refuses_records_near_two_to_the_thirty_one() {
    // Two of these, or 2^29 of the small ones, have a size that wraps to little in 32 bits.
    for (count, size) in [(2, 0x8000_0010), (0x2000_0001, 24), (0x1000_0001, 16), (1, 0x7fff_fff0), (3, 0xaaaa_aaab)] {
        let mut part = info([0; 4]);
        part.extend(words(&[count, size]));
        part.extend([0; 48]);
        let error = psv::read_newer(&part).map(drop).map_err(whole);
        assert_eq!(error, Err((Kind::ResourcesOutOfBounds { count, room: 48 / size }, 40, Region::Resources)));

        let mut part = info([1, 1, 0, 0]);
        part.extend(words(&[0, 0, 0, size]));
        part.extend([0; 24]);
        let error = psv::read_newer(&part).map(drop).map_err(whole);
        assert_eq!(error, Err((Kind::ElementsOutOfBounds { count: 2, room: 24 / size }, 56, Region::Elements)));
    }
}

/// All the elements there can be, whose names start in one long string.
fn long_names(strings: &[u8], name_offset: u32) -> Vec<u8> {
    let mut part = info([255, 255, 255, 0]);
    part.extend(words(&[0, strings.len() as u32]));
    part.extend(strings);
    part.extend(words(&[1, 0, 16]));
    for _ in 0..765 {
        part.extend(words(&[name_offset, 0, 0x0344_0001, 0]));
    }
    part
}

#[test]
fn long_names_are_validated_without_looking_through_each() {
    let size = 1 << 23;
    let part = long_names(&vec![b'a'; size as usize], 1);
    let psv = psv::read(&part).unwrap();
    let unterminated = Kind::StringUnterminated { string_offset: 1, size };
    let element = psv.inputs().get(19).unwrap();
    let offset = 40 + 8 + size + 12 + 19 * 16;
    assert_eq!(element.name_bytes().map_err(whole), Err((unterminated, offset, Region::InputElement(19))));
    let found = in_no_time(|| psv.findings().filter(|error| error.kind() == unterminated).count());
    assert_eq!(found, 765);

    // With an end, last of all; and with bytes after it, in which no string has one.
    let mut strings = vec![b'a'; size as usize];
    *strings.last_mut().unwrap() = 0;
    let part = long_names(&strings, 1);
    assert_eq!(in_no_time(|| psv::read(&part).unwrap().validate()), Ok(()));
    strings.extend(*b"text");
    for (name_offset, is_fault) in [(size - 1, false), (size, true), (size + 3, true)] {
        let part = long_names(&strings, name_offset);
        let unterminated = Kind::StringUnterminated { string_offset: name_offset, size: size + 4 };
        let psv = psv::read(&part).unwrap();
        let found = in_no_time(|| psv.findings().filter(|error| error.kind() == unterminated).count());
        assert_eq!(found, if is_fault { 765 } else { 0 });
    }
}

#[test]
fn reads_a_hundred_thousand_parts() {
    let count = 100_000_u32;
    let directory_end = 32 + 4 * count;
    let size = directory_end + 8 * count;
    let mut bytes = b"DXBC".to_vec();
    bytes.extend([0; 16]);
    bytes.extend(words(&[1, size, count]));
    bytes.extend((0..count).flat_map(|part| (directory_end + 8 * part).to_le_bytes()));
    for part in 0..count {
        bytes.extend(if part == count - 1 { *b"PSV0" } else { *b"none" });
        bytes.extend([0; 4]);
    }
    in_no_time(|| {
        let container = Container::parse(&bytes).unwrap();
        assert_eq!(container.parts().len(), 100_000);
        assert_eq!(container.part(FourCc::PSV0).unwrap().offset(), size);
        assert_eq!(container.validate(), Ok(()));
        let error = psv::part(&container).map(drop).map_err(whole);
        assert_eq!(error, Err((Kind::WordTruncated { available: 0, needed: 4 }, size, Region::RuntimeInfo)));
    });

    // All of them at one place: as many overlaps, found in one pass.
    for part in 0..count {
        let entry = (32 + 4 * part) as usize;
        bytes[entry..entry + 4].copy_from_slice(&directory_end.to_le_bytes());
    }
    let container = Container::parse(&bytes).unwrap();
    assert_eq!(in_no_time(|| container.findings().count()), 100_000);
}

#[test]
fn reads_the_longest_dependency_tables() {
    // A geometry shader with 255 vectors everywhere: four masks of 32 words and four tables of 1020 masks.
    let mut part = words(&[36, 0, 0, 0, 0, 0, u32::MAX]);
    part.extend([2, 1, 0, 0, 0, 0, 0, 255, 255, 255, 255, 255]);
    part.extend(words(&[0, 0, 0]));
    let masks = 4 + 4 * 1020;
    part.extend(words(&vec![u32::MAX; 32 * masks]));
    let psv = psv::read(&part).unwrap();
    assert_eq!(psv.trailing(), [0_u8; 0]);
    let depends = psv.dependencies();
    assert_eq!(depends.view_id_outputs().unwrap().map(|mask| mask.iter().count()), [1020; 4]);
    let tables = depends.input_to_output().unwrap();
    let bits = in_no_time(|| tables.iter().flat_map(|table| table.rows()).map(|row| row.iter().count()).sum::<usize>());
    assert_eq!(bits, 4 * 1020 * 1020);
    // The 28 bits past component 1019 of each mask's last word, and five counts over 32.
    assert_eq!(in_no_time(|| psv.findings().count()), masks + 5);
}

#[test]
fn the_largest_part_of_the_cases_is_read() {
    let bytes = read("cases/psv/p_vec_255.bin");
    let psv = psv::read(&bytes).unwrap();
    let [table, ..] = psv.dependencies().input_to_output().unwrap();
    assert_eq!((table.input_count(), table.output_count(), table.words().len()), (1020, 1020, 1020 * 32));
}

/// The allocator hands out zeroed pages that nobody has touched, and nothing touches them.
#[cfg(target_pointer_width = "64")]
#[test]
fn refuses_a_slice_longer_than_offsets_reach() {
    if !support::has_room_for_large_slices() {
        return;
    }
    let bytes = vec![0; (1 << 32) + 1];
    let kind = Kind::InputTooLarge { limit: u32::MAX };
    let error = Container::parse(&bytes).map(drop).map_err(whole);
    assert_eq!(error, Err((kind, u32::MAX, Region::ContainerHeader)));
    for read in [psv::read, psv::read_newer] {
        assert_eq!(read(&bytes).map(drop).map_err(whole), Err((kind, u32::MAX, Region::RuntimeInfo)));
    }
    let longest = &bytes[..u32::MAX as usize];
    assert_eq!(
        psv::read(longest).map(drop).map_err(whole),
        Err((Kind::RuntimeInfoTooSmall { size: 0, minimum: 24 }, 0, Region::RuntimeInfo))
    );
}
