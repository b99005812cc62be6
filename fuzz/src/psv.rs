//! Raw bytes as a PSV0 part: the promises that hold for any input.

use psoview::Error;
use psoview::container::Container;
use psoview::psv::{self, Psv, ShaderKind};

use crate::part::{Fault, Part, observe};
use crate::promise::{assert_error, assert_inside, at_every_alignment};

type Reader = for<'a> fn(&'a [u8]) -> Result<Psv<'a>, Error>;

pub fn run(data: &[u8]) {
    let strict = check(data, psv::read);
    let newer = check(data, psv::read_newer);
    if let Ok(part) = &strict {
        assert_eq!(newer.as_ref(), Ok(part), "what the strict reading takes, the newer takes the same");
    }
    check_in_container(data, &strict);
}

/// What a reading comes to, once all that it hands out has been looked at.
fn check(data: &[u8], read: Reader) -> Result<Part, Error> {
    let result = observed(data, read);
    if let Ok(psv) = read(data) {
        check_any_argument(&psv, data);
        assert!(format!("{psv:?}").starts_with("Psv { "));
    }
    assert_eq!(observed(data, read), result, "reading twice is the same");
    at_every_alignment(data, |shifted| assert_eq!(observed(shifted, read), result, "so is any alignment"));
    result
}

fn observed(data: &[u8], read: Reader) -> Result<Part, Error> {
    match read(data) {
        Ok(psv) => {
            let part = observe::part(&psv, data);
            check_findings(&psv, &part, data.len());
            Ok(part)
        }
        Err(error) => {
            assert_error(&error, data.len());
            Err(error)
        }
    }
}

fn check_findings(psv: &Psv<'_>, part: &Part, length: usize) {
    let findings: Vec<Error> = psv.findings().collect();
    findings.iter().for_each(|finding| assert_error(finding, length));
    assert!(findings.is_sorted_by_key(Error::offset), "from front to back");
    assert_eq!(psv.validate().err(), findings.first().copied(), "validate returns the first");
    let fails: Vec<Fault> = part
        .elements
        .iter()
        .flatten()
        .flat_map(|element| [element.name.clone().err(), element.indices.clone().err()])
        .chain([part.entry_name.clone().and_then(Result::err)])
        .flatten()
        .collect();
    for fault in fails {
        assert!(findings.iter().any(|&finding| Fault::from(finding) == fault), "{fault:?} is no finding");
    }
}

/// Accessors that take an argument take any.
fn check_any_argument(psv: &Psv<'_>, data: &[u8]) {
    let size = psv.string_table().len() as u32;
    for offset in [0, 1, size.wrapping_sub(1), size, size + 1, u32::MAX] {
        match psv.string(offset) {
            Ok(string) => {
                assert_inside(string, data);
                assert!(offset < size || offset == 0, "a string past the table");
            }
            Err(error) => assert_error(&error, data.len()),
        }
    }
    for kind in (0..=17).chain([u16::MAX]) {
        let info = psv.stage_info_as(ShaderKind::from_raw(kind));
        let expected = crate::part::slow::stage_info(kind, psv.runtime_info().stage_info_bytes());
        assert_eq!(observe::stage_info(info), expected);
    }
}

/// The same part in a container says the same, at offsets that count from the container's start.
fn check_in_container(data: &[u8], alone: &Result<Part, Error>) {
    const START: usize = 44;
    let size = |length: usize| u32::try_from(length).expect("a short input").to_le_bytes();
    let mut file = b"DXBC\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\0\0\0".to_vec();
    file.extend(size(START + data.len()));
    file.extend([1, 0, 0, 0, 36, 0, 0, 0]);
    file.extend(b"PSV0");
    file.extend(size(data.len()));
    file.extend(data);
    let container = Container::parse(&file).expect("a container of one part");
    match (psv::part(&container), alone) {
        (Ok(psv), Ok(alone)) => {
            let mut part = observe::part(&psv.expect("the part is there"), &file);
            move_offsets(&mut part, START as u32);
            assert_eq!(&part, alone);
        }
        (Err(error), Err(alone)) => {
            assert_eq!((error.kind(), error.region()), (alone.kind(), alone.region()));
            assert_eq!(error.offset(), alone.offset() + START as u32);
        }
        (found, alone) => panic!("{found:?} in a container, {alone:?} alone"),
    }
}

/// Moves the part's offsets, those of its faults among them, towards the start.
fn move_offsets(part: &mut Part, by: u32) {
    let faults = part.entry_name.iter_mut().filter_map(|name| name.as_mut().err());
    faults.for_each(|fault| fault.offset -= by);
    part.resources.iter_mut().for_each(|resource| resource.offset -= by);
    for element in part.elements.iter_mut().flatten() {
        element.offset -= by;
        element.name.as_mut().err().into_iter().for_each(|fault| fault.offset -= by);
        element.indices.as_mut().err().into_iter().for_each(|fault| fault.offset -= by);
    }
}

#[cfg(test)]
mod tests {
    use super::run;
    use crate::replay;

    #[test]
    fn holds_for_seeds() {
        replay::seeds("psv", run);
    }

    #[test]
    fn holds_for_noise() {
        replay::noise("psv", run);
    }
}
