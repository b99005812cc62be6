//! What holds for any bytes whatever: errors point into the input, slices lie in it, and no accessor contradicts another.

use std::fmt::Debug;

use psoview::container::Container;
use psoview::psv::{self, ComponentMask, Element, Psv};
use psoview::{Error, ErrorKind};

/// Everything that a part's accessors say, in the order of the part: two parts that agree on it are the same.
pub fn values(psv: &Psv<'_>) -> Vec<u64> {
    let mut values = Values::default();
    let info = psv.runtime_info();
    values.push(info.size());
    values.push(psv.version());
    values.bytes(info.stage_info_bytes());
    values.bytes(info.unknown());
    values.option(info.min_wave_lanes());
    values.option(info.max_wave_lanes());
    values.option(psv.stage().map(|stage| stage.raw()));
    values.list(info.num_threads().into_iter().flatten());
    values.option(info.entry_name_offset());
    values.option(info.group_shared_bytes());
    if let Some(signature) = info.signature() {
        values.push(signature.uses_view_id());
        values.option(signature.max_vertex_count());
        values.option(signature.patch_constant_vectors());
        values.option(signature.primitive_vectors());
        values.option(signature.mesh_output_topology().map(|topology| topology.raw()));
        values.push(signature.input_vectors());
        values.bytes(&signature.output_vectors());
    }
    values.option(psv.resources().record_size());
    for resource in psv.resources() {
        values.push(resource.resource_type().raw());
        values.list([resource.space(), resource.lower(), resource.upper()]);
        values.option(resource.count());
        values.option(resource.kind().map(|kind| kind.raw()));
        values.option(resource.flags().map(|flags| flags.bits()));
        values.bytes(resource.unknown());
    }
    values.bytes(psv.string_table());
    values.list(psv.semantic_indices());
    for elements in [psv.inputs(), psv.outputs(), psv.patch_constants()] {
        values.option(elements.record_size());
        elements.iter().for_each(|element| values.element(&element));
    }
    values.list(psv.dependencies().words());
    let depends = psv.dependencies();
    let masks = depends.view_id_outputs().into_iter().flatten().chain(depends.view_id_patch_constants());
    let tables = depends.input_to_output().into_iter().flatten();
    let tables = tables.chain(depends.input_to_patch_constant()).chain(depends.patch_constant_to_output());
    for mask in masks.chain(tables.flat_map(|table| table.rows())) {
        values.list(mask.iter());
    }
    values.bytes(psv.trailing());
    values.0
}

#[derive(Default)]
struct Values(Vec<u64>);

impl Values {
    fn push(&mut self, value: impl Into<u64>) {
        self.0.push(value.into());
    }

    fn option(&mut self, value: Option<impl Into<u64>>) {
        self.list(value);
    }

    fn list<T: Into<u64>>(&mut self, list: impl IntoIterator<Item = T>) {
        let start = self.0.len();
        self.0.push(0);
        self.0.extend(list.into_iter().map(Into::into));
        self.0[start] = (self.0.len() - start - 1) as u64;
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.list(bytes.iter().copied());
    }

    fn element(&mut self, element: &Element<'_>) {
        self.push(element.name_offset());
        self.push(element.semantic_indices_offset());
        self.bytes(element.name_bytes().unwrap_or_default());
        self.list(element.semantic_indices().into_iter().flatten());
        self.bytes(&[element.rows(), element.cols(), element.dynamic_mask(), element.stream()]);
        self.bytes(&[element.semantic_kind().raw(), element.component_type().raw()]);
        self.push(element.interpolation_mode().raw());
        self.push(element.is_allocated());
        self.option(element.start_row());
        self.option(element.start_col());
        self.option(element.component_mask());
        self.bytes(&element.reserved_bits());
        self.bytes(element.unknown());
    }
}

/// Checks the promises of a part, alone.
#[track_caller]
pub fn of_part(bytes: &[u8]) {
    let strict = psv::read(bytes).inspect_err(|error| points_into(bytes, error));
    let newer = psv::read_newer(bytes).inspect_err(|error| points_into(bytes, error));
    if let Ok(strict) = &strict {
        let newer = newer.as_ref().expect("what `read` takes `read_newer` takes");
        assert_eq!(values(strict), values(newer));
        of_read_part(bytes, strict);
    }
    match (&newer, psv::read_newer(bytes)) {
        (Ok(first), Ok(second)) => {
            assert_eq!(values(first), values(&second), "a second reading says the same");
            of_read_part(bytes, first);
        }
        (first, second) => assert_eq!(first.as_ref().err(), second.as_ref().err()),
    }
}

#[track_caller]
fn of_read_part(input: &[u8], psv: &Psv<'_>) {
    lies_in(input, psv.string_table());
    lies_in(input, psv.trailing());
    lies_in(input, psv.runtime_info().unknown());
    lies_in(input, psv.runtime_info().stage_info_bytes());
    let tables = [psv.inputs(), psv.outputs(), psv.patch_constants()];
    yields(psv.resources().iter(), psv.resources().len());
    yields(psv.semantic_indices().iter(), psv.semantic_indices().len());
    tables.iter().for_each(|table| yields(table.iter(), table.len()));
    assert!(psv.resources().get(psv.resources().len()).is_none());
    assert!(tables.iter().all(|table| table.get(table.len()).is_none() && table.get(u32::MAX).is_none()));
    of_dependencies(psv);
    let mut accessors = Vec::new();
    accessors.extend(psv.entry_name_bytes().err());
    for element in tables.iter().flatten() {
        lies_in(input, element.unknown());
        assert!((element.offset() as usize) < input.len());
        match element.name_bytes() {
            Ok(name) => {
                lies_in(input, name);
                assert!(!name.contains(&0));
                assert_eq!(std::str::from_utf8(name).ok(), element.name().ok());
            }
            Err(error) => accessors.push(error),
        }
        match element.semantic_indices() {
            Ok(indices) => yields(indices.iter(), element.rows().into()),
            Err(error) => accessors.push(error),
        }
    }
    for resource in psv.resources() {
        lies_in(input, resource.unknown());
        assert!((resource.offset() as usize) < input.len());
    }
    for string_offset in [0, 1, u32::MAX] {
        match psv.string(string_offset) {
            Ok(string) => lies_in(input, string),
            Err(error) => points_into(input, &error),
        }
    }
    // The findings come to an end, point into the input, and have every error that an accessor gives.
    let findings: Vec<_> = psv.findings().take(100 + 8 * input.len()).collect();
    assert!(findings.len() < 100 + 8 * input.len());
    findings.iter().for_each(|finding| points_into(input, finding));
    assert_eq!(psv.validate().err(), findings.first().copied());
    for error in accessors {
        points_into(input, &error);
        assert!(findings.contains(&error), "{error} is not among the findings");
    }
}

fn of_dependencies(psv: &Psv<'_>) {
    let depends = psv.dependencies();
    let masks = depends.view_id_outputs().into_iter().flatten().chain(depends.view_id_patch_constants());
    let mut words = masks.map(of_mask).sum::<usize>();
    let tables = depends.input_to_output().into_iter().flatten();
    for table in tables.chain(depends.input_to_patch_constant()).chain(depends.patch_constant_to_output()) {
        yields(table.rows(), table.input_count());
        yields(table.words(), table.input_count() * table.output_count().div_ceil(32));
        assert_eq!(table.is_empty(), table.rows().all(|row| row.is_empty()));
        assert!(table.row(table.input_count()).is_empty() && table.row(u32::MAX).is_empty());
        words += table.rows().map(of_mask).sum::<usize>();
    }
    assert_eq!(depends.words().len(), words, "every word belongs to one mask");
}

/// Checks a mask, and says how many words it has.
fn of_mask(mask: ComponentMask<'_>) -> usize {
    yields(mask.words(), mask.component_count().div_ceil(32));
    let components: Vec<_> = mask.iter().collect();
    assert!(components.is_sorted_by(|a, b| a < b) && mask.is_empty() == components.is_empty());
    // Past the last component too, where bits may be stored.
    let contained = (0..mask.component_count() + 40).filter(|&component| mask.contains(component));
    assert!(contained.eq(components));
    mask.words().len()
}

/// An iterator says at each step how many items are left, and then has no more.
#[track_caller]
fn yields<I: ExactSizeIterator>(mut items: I, count: u32) {
    for left in (0..count as usize).rev() {
        assert_eq!(items.len(), left + 1);
        assert!(items.next().is_some());
    }
    assert!(items.len() == 0 && items.next().is_none() && items.next().is_none());
}

/// Checks the promises of a container and of the PSV0 part in it.
#[track_caller]
pub fn of_container(input: &[u8]) {
    let container = match Container::parse(input) {
        Ok(container) => container,
        Err(error) => return points_into(input, &error),
    };
    lies_in(input, container.bytes());
    lies_in(input, container.trailing());
    assert_eq!(container.bytes().len() + container.trailing().len(), input.len());
    let parts: Vec<_> = container.parts().collect();
    yields(container.parts(), parts.len() as u32);
    for part in &parts {
        lies_in(container.bytes(), part.data());
        assert_eq!(&input[part.offset() as usize..part.end() as usize], part.data());
        assert_eq!(input[part.header_offset() as usize..][..4], part.tag().bytes());
        assert!(part.header_offset() as usize >= 32 + 4 * parts.len());
    }
    match container.program() {
        Ok(Some(program)) => {
            lies_in(container.bytes(), program.bitcode());
            assert_eq!(&input[program.bitcode_offset() as usize..][..program.bitcode().len()], program.bitcode());
        }
        Ok(None) => {}
        Err(error) => points_into(input, &error),
    }
    let findings: Vec<_> = container.findings().collect();
    assert!(findings.len() <= 2 * parts.len() + 2);
    findings.iter().for_each(|finding| points_into(input, finding));
    assert_eq!(container.validate().err(), findings.first().copied());
    for read in [psv::part, psv::part_newer] {
        match read(&container) {
            Ok(Some(psv)) => of_read_part(input, &psv),
            Ok(None) => {}
            Err(error) => points_into(input, &error),
        }
    }
}

#[track_caller]
fn points_into(input: &[u8], error: &Error) {
    if !matches!(error.kind(), ErrorKind::InputTooLarge { .. }) {
        assert!(error.offset() as usize <= input.len(), "{error} points past the {} bytes", input.len());
    }
}

/// Empty slices lie anywhere.
#[track_caller]
fn lies_in<T: Debug>(input: &[T], slice: &[T]) {
    let (input, slice) = (input.as_ptr_range(), slice.as_ptr_range());
    assert!(slice.is_empty() || (input.start <= slice.start && slice.end <= input.end));
}

/// Hands `check` the bytes at the four alignments that a word can have.
pub fn at_every_alignment(bytes: &[u8], mut check: impl FnMut(&[u8])) {
    let mut moved = vec![0xa5; bytes.len() + 8];
    let aligned = moved.as_ptr().align_offset(4);
    for shift in 0..4 {
        let place = aligned + shift..aligned + shift + bytes.len();
        moved[place.clone()].copy_from_slice(bytes);
        check(&moved[place]);
    }
}
