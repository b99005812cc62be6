//! Every file, cut off anywhere, and at every alignment.

mod support;

use psoview::container::{Container, FourCc};
use psoview::psv;
use psoview::{ErrorKind as Kind, Region};

use support::promises::{self, at_every_alignment, values};
use support::{fixtures, parts, whole};

#[test]
fn every_prefix_of_a_container_says_that_it_is_cut_off() {
    for (name, bytes) in fixtures() {
        let size = u32::try_from(bytes.len()).unwrap();
        for available in 0..size {
            let expected = if available < 32 {
                (Kind::HeaderTruncated { length: available, needed: 32 }, 0, Region::ContainerHeader)
            } else {
                (Kind::DeclaredSizeOutOfBounds { size, available }, 24, Region::ContainerHeader)
            };
            let error = Container::parse(&bytes[..available as usize]).map(drop).map_err(whole);
            assert_eq!(error, Err(expected), "{available} bytes of {name}");
        }
    }
}

/// The error of a container that states `size` bytes, fewer than it takes. The directory is looked at first, then one part
/// after the other.
fn expected_of_container(bytes: &[u8], size: u32) -> (Kind, u32, Region) {
    let word = |at: u32| u32::from_le_bytes(bytes[at as usize..][..4].try_into().unwrap());
    if size < 32 {
        return (Kind::DeclaredSizeTooSmall { size, minimum: 32 }, 24, Region::ContainerHeader);
    }
    let (count, room) = (word(28), (size - 32) / 4);
    if count > room {
        return (Kind::PartDirectoryOutOfBounds { count, room }, 28, Region::ContainerHeader);
    }
    for entry in (0..count).map(|index| 32 + 4 * index) {
        let part_offset = word(entry);
        if part_offset + 8 > size {
            return (Kind::PartHeaderOutOfBounds { part_offset, size }, entry, Region::PartDirectory);
        }
        let (part_size, available) = (word(part_offset + 4), size - part_offset - 8);
        if part_size > available {
            let tag = FourCc::new(word(part_offset).to_le_bytes());
            return (Kind::PartOutOfBounds { size: part_size, available }, part_offset + 4, Region::Part(tag));
        }
    }
    panic!("all of it fits")
}

#[test]
fn a_container_that_states_less_than_it_takes_names_what_does_not_fit() {
    for (name, mut bytes) in fixtures() {
        for size in 0..u32::try_from(bytes.len()).unwrap() {
            bytes[24..28].copy_from_slice(&size.to_le_bytes());
            let expected = Err(expected_of_container(&bytes, size));
            // Whether the bytes past the stated size are there or not.
            for bytes in [&bytes[..], &bytes[..size.max(32) as usize]] {
                assert_eq!(Container::parse(bytes).map(drop).map_err(whole), expected, "{size} bytes of {name}");
            }
        }
    }
}

/// The error of a part cut to `length` bytes, worked out from where its tables lie.
fn expected(part: &[u8], length: usize) -> (Kind, u32, Region) {
    let word = |at: usize| u32::from_le_bytes(part[at..at + 4].try_into().unwrap());
    let at = |at: usize| u32::try_from(at).unwrap();
    let truncated =
        |from: usize, region| (Kind::WordTruncated { available: at(length - from), needed: 4 }, at(from), region);
    if length < 4 {
        return truncated(0, Region::RuntimeInfo);
    }
    let info = word(0) as usize;
    if length < 4 + info {
        let kind = Kind::RuntimeInfoOutOfBounds { size: word(0), available: at(length - 4) };
        return (kind, 0, Region::RuntimeInfo);
    }
    let mut from = 4 + info;
    if length < from + 4 {
        return truncated(from, Region::Resources);
    }
    let resources = word(from);
    from += 4;
    if resources > 0 {
        if length < from + 4 {
            return truncated(from, Region::Resources);
        }
        let size = word(from);
        from += 4;
        if length < from + (resources * size) as usize {
            let kind = Kind::ResourcesOutOfBounds { count: resources, room: at(length - from) / size };
            return (kind, at(from - 8), Region::Resources);
        }
        from += (resources * size) as usize;
    }
    if length < from + 4 {
        return truncated(from, Region::StringTable);
    }
    let size = word(from);
    from += 4;
    if length < from + size as usize {
        let kind = Kind::StringTableOutOfBounds { size, available: at(length - from) };
        return (kind, at(from - 4), Region::StringTable);
    }
    from += size as usize;
    if length < from + 4 {
        return truncated(from, Region::SemanticIndices);
    }
    let count = word(from);
    from += 4;
    if length < from + 4 * count as usize {
        let kind = Kind::SemanticIndicesOutOfBounds { count, room: at(length - from) / 4 };
        return (kind, at(from - 4), Region::SemanticIndices);
    }
    from += 4 * count as usize;
    let elements: u32 = part[4 + 28..4 + 31].iter().map(|&count| u32::from(count)).sum();
    if elements > 0 {
        if length < from + 4 {
            return truncated(from, Region::Elements);
        }
        from += 4;
        if length < from + 16 * elements as usize {
            let kind = Kind::ElementsOutOfBounds { count: elements, room: at(length - from) / 16 };
            return (kind, at(from), Region::Elements);
        }
        from += 16 * elements as usize;
    }
    let kind = Kind::DependenciesOutOfBounds { needed: at(part.len() - from), available: at(length - from) };
    (kind, at(from), Region::Dependencies)
}

#[test]
fn every_prefix_of_a_part_names_the_table_that_is_cut() {
    for (name, part) in parts() {
        for length in 0..part.len() {
            let cut = &part[..length];
            let expected = Err(expected(&part, length));
            assert_eq!(psv::read(cut).map(drop).map_err(whole), expected, "{length} bytes of {name}");
            assert_eq!(psv::read_newer(cut).map(drop).map_err(whole), expected, "{length} bytes of {name}");
        }
    }
}

#[test]
fn every_file_says_the_same_at_every_alignment() {
    for (name, bytes) in fixtures() {
        let mut seen = Vec::new();
        at_every_alignment(&bytes, |bytes| {
            promises::of_container(bytes);
            let container = Container::parse(bytes).unwrap();
            let psv = psv::part(&container).unwrap();
            let parts: Vec<_> = container.parts().map(|part| (part.tag(), part.offset(), part.end())).collect();
            seen.push((parts, psv.as_ref().map(values), psv.map(|psv| psv.validate())));
        });
        assert!(seen.iter().all(|one| *one == seen[0]), "{name}");
    }
}

#[test]
fn every_cut_part_says_the_same_at_every_alignment() {
    for part in parts().values() {
        for length in (0..part.len()).step_by(5) {
            at_every_alignment(&part[..length], |cut| {
                assert_eq!(psv::read(cut).map(drop).map_err(whole), Err(expected(part, length)));
            });
        }
    }
}
