//! Every file, cut off anywhere, and at every alignment.

mod support;

use psoview::container::Container;
use psoview::psv;
use psoview::{ErrorKind as Kind, Region};

use support::promises::{self, at_every_alignment, values};
use support::{fixtures, parts, whole};

#[test]
fn every_prefix_of_a_container_says_that_it_is_cut_off() {
    for (name, bytes) in fixtures() {
        let size = u32::try_from(bytes.len()).unwrap();
        // Every length up to the end of the directory, then every seventh: each of them fails at the same check.
        for length in (0..100).chain((100..bytes.len()).step_by(7)).chain([bytes.len() - 1]) {
            let available = u32::try_from(length).unwrap();
            let expected = if length < 32 {
                (Kind::HeaderTruncated { length: available, needed: 32 }, 0, Region::ContainerHeader)
            } else {
                (Kind::DeclaredSizeOutOfBounds { size, available }, 24, Region::ContainerHeader)
            };
            let error = Container::parse(&bytes[..length]).map(drop).map_err(whole);
            assert_eq!(error, Err(expected), "{length} bytes of {name}");
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
