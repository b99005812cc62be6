//! Raw bytes as a container: the promises that hold for any input, and what the slow reader says.

use psoview::container::{self, Container, DigestStatus, FourCc, Program};
use psoview::{Error, psv};

use crate::part::{Fault, Part, observe, slow};
use crate::promise::{assert_error, assert_inside, assert_yields, at_every_alignment};
use crate::{slow_container as facts, slow_digest};

pub fn run(data: &[u8]) {
    let expected = facts::read(data);
    assert_eq!(observed(data), expected);
    at_every_alignment(data, |shifted| assert_eq!(observed(shifted), expected, "any alignment is the same"));
    if let (Ok(container), Ok(expected)) = (Container::parse(data), &expected) {
        check_part(&container, expected, data);
        check_digest(&container, data);
        assert!(format!("{container:?}").starts_with("Container { "));
    }
}

fn observed(data: &[u8]) -> Result<facts::Container, Fault> {
    let container = Container::parse(data).map_err(|error| fault(error, data))?;
    assert_inside(container.bytes(), data);
    assert_inside(container.trailing(), data);
    assert_eq!([container.bytes(), container.trailing()].concat(), data);
    let parts = container.parts();
    assert_yields(parts.clone(), parts.len() as u32);
    let findings: Vec<Fault> = container.findings().map(|error| fault(error, data)).collect();
    assert_eq!(container.validate().map_err(Fault::from).err(), findings.first().cloned());
    Ok(facts::Container {
        version: numbers(container.version()),
        digest: container.digest().bytes(),
        size: container.size(),
        parts: parts.map(|part| observed_part(&part, data)).collect(),
        findings,
    })
}

fn observed_part(part: &container::Part<'_>, data: &[u8]) -> facts::Part {
    assert_inside(part.data(), data);
    assert_eq!(part.header_offset() + 8, part.offset());
    assert_eq!(part.end() as usize, part.offset() as usize + part.data().len());
    facts::Part {
        tag: part.tag().bytes(),
        offset: part.offset(),
        data: part.data().to_vec(),
        program: Program::read(part).map_err(|error| fault(error, data)).map(|program| {
            assert_inside(program.bitcode(), data);
            facts::Program {
                kind: program.kind().raw(),
                shader_model: numbers(program.shader_model()),
                dxil_version: numbers(program.dxil_version()),
                size_in_words: program.size_in_words(),
                bitcode_offset: program.bitcode_offset(),
                bitcode: program.bitcode().to_vec(),
            }
        }),
    }
}

fn fault(error: Error, data: &[u8]) -> Fault {
    assert_error(&error, data.len());
    error.into()
}

fn numbers(version: container::Version) -> (u32, u32) {
    (version.major(), version.minor())
}

/// The first part of a tag, the program, and the PSV0 part with the stage that the program states.
fn check_part(container: &Container<'_>, expected: &facts::Container, data: &[u8]) {
    let first = |tag: &[u8; 4]| expected.parts.iter().find(|part| part.tag == *tag);
    for part in &expected.parts {
        let found = container.part(FourCc::new(part.tag)).expect("the part is there");
        assert_eq!(Some(found.offset()), first(&part.tag).map(|part| part.offset));
    }
    let program = first(b"DXIL").or(first(b"ILDB")).map(|part| part.program.clone());
    let found = container.program().map_err(Fault::from).transpose();
    let kind = program.map(|program| program.map(|program| program.kind));
    assert_eq!(found.map(|program| program.map(|program| program.kind().raw())), kind);

    for newer in [false, true] {
        let result = if newer { psv::part_newer(container) } else { psv::part(container) };
        let observed: Option<Result<Part, Fault>> = match result {
            Ok(psv) => psv.map(|psv| Ok(observe::part(&psv, data))),
            Err(error) => Some(Err(fault(error, data))),
        };
        let kind = kind.and_then(Result::ok);
        let slow = first(b"PSV0").map(|part| slow::read(&part.data, part.offset as usize, newer, kind));
        assert_eq!(observed, slow, "newer: {newer}");
    }
}

/// The digests are what they should be, and the status says what the stored one is.
fn check_digest(container: &Container<'_>, data: &[u8]) {
    let (retail, debug) = (slow_digest::retail(container.bytes()), slow_digest::debug(container.bytes()));
    assert_eq!(container.compute_digest().bytes(), retail);
    assert_eq!(container.compute_debug_digest().bytes(), debug);
    let status = |digest: [u8; 16]| match digest {
        _ if digest == [0; 16] => DigestStatus::Unsigned,
        _ if digest == [1; 16] => DigestStatus::Bypass,
        _ if digest == [2; 16] => DigestStatus::PreviewBypass,
        _ if digest == retail => DigestStatus::Valid,
        _ if digest == debug => DigestStatus::Debug,
        _ => DigestStatus::Mismatch,
    };
    for digest in [container.digest().bytes(), retail, debug] {
        let mut signed = data.to_vec();
        signed[4..20].copy_from_slice(&digest);
        let container = Container::parse(&signed).expect("the digest is no matter of reading");
        assert_eq!(container.digest_status(), status(digest));
    }
}

#[cfg(test)]
mod tests {
    use super::run;
    use crate::replay;

    #[test]
    fn holds_for_seeds() {
        replay::seeds("container", run);
    }

    #[test]
    fn holds_for_noise() {
        replay::noise("container", run);
    }
}
