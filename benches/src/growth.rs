//! Inputs of one kind of thing and more and more of it.

mod dxil;
mod spirv;

use dxil::Part;

/// A file with `count` of these. A container of:
///
/// - `parts`: parts of the container before its PSV0 part;
/// - `records`: resource records;
/// - `elements`: signature elements, each with a name of eight letters and one semantic index of its own;
/// - `names`: times eight letters in the only element's name;
/// - `masks`: rows of inputs, each four masks of one word;
///
/// or a SPIR-V module of:
///
/// - `constants`: specialization constants, each with a SpecId and a name;
/// - `operations`: additions, each to the result of the one before;
/// - `body`: times a hundred words in its function.
pub fn file(kind: &str, count: usize) -> Option<Vec<u8>> {
    let part = match kind {
        "constants" => return Some(spirv::module(count, 0, 0)),
        "operations" => return Some(spirv::module(1, count, 0)),
        "body" => return Some(spirv::module(1, 0, 100 * count)),
        "parts" => Part::default(),
        "records" => Part { records: count, ..Part::default() },
        "elements" => Part { elements: count, letters: 8, ..Part::default() },
        "names" => Part { elements: 1, letters: 8 * count, ..Part::default() },
        "masks" => Part { input_vectors: u8::try_from(count).ok()?, ..Part::default() },
        _ => return None,
    };
    let mut parts = Vec::new();
    if kind == "parts" {
        // A tag of nobody's: of the known ones no container may have two.
        parts.resize(count, (*b"BULK", vec![0; 4]));
    }
    parts.push((*b"PSV0", part.bytes()));
    Some(dxil::container(&parts))
}

#[cfg(test)]
mod tests {
    use super::*;
    use psoview::container::Container;
    use psoview::psv;
    use psoview::spirv::Module;

    /// The kinds of thing in a container, and how many of it the format can hold.
    const KINDS: &[(&str, usize)] =
        &[("parts", usize::MAX), ("records", usize::MAX), ("elements", 3 * 255), ("names", usize::MAX), ("masks", 255)];

    /// A finding would end the checks early, and that would be measured.
    #[test]
    fn holds_as_many_as_asked_for_and_nothing_to_complain_of() {
        for &(kind, most) in KINDS {
            let count = most.min(1000);
            let file = file(kind, count).unwrap();
            let container = Container::parse(&file).unwrap();
            assert_eq!(container.validate(), Ok(()), "{kind}");
            let psv = psv::part(&container).unwrap().unwrap();
            // So many rows of inputs no signature has; masks are measured by reading them alone.
            assert_eq!(psv.validate().is_ok(), kind != "masks", "{kind}");
            let elements = psv.inputs().len() + psv.outputs().len() + psv.patch_constants().len();
            let found = match kind {
                "parts" => container.parts().len() - 1,
                "records" => psv.resources().len() as usize,
                "elements" => elements as usize,
                "names" => psv.inputs().get(0).unwrap().name().unwrap().len() / 8,
                _ => psv.dependencies().words().len() / 4,
            };
            assert_eq!(found, count, "{kind}");
        }
    }

    #[test]
    fn a_module_holds_as_many_as_asked_for() {
        for (kind, expected) in [("constants", [1000, 1000]), ("operations", [1, 1001]), ("body", [1, 1])] {
            let file = file(kind, 1000).unwrap();
            let module = Module::parse(&file).unwrap();
            let preamble = module.measure().unwrap();
            let mut scratch = vec![0; preamble.index_words()];
            let index = preamble.index(&mut scratch).unwrap();
            let settable = index.spec_constants().filter(|constant| constant.spec_id().is_some());
            assert_eq!([settable.count(), index.constants().count()], expected, "{kind}");
            assert_eq!(file.len() > 400_000, kind == "body");
        }
    }
}
