//! Specialization constants: finding them, giving them values, and making them plain.

use std::cell::RefCell;
use std::hint::black_box;

use psoview::Error;
use psoview::spirv::{Freeze, Index, MapEntry, Module, Settings, Specialization, Values};

use crate::inputs::Inputs;

/// A module, and what each of the steps is given.
///
/// What a step leaves in its scratch lives as long as the program: the steps lend to each other.
pub struct Specializable<'a> {
    pub file: &'a [u8],
    /// Room for a copy of the file.
    pub copy: RefCell<Vec<u8>>,
    words: usize,
    index: &'a Index<'a>,
    settings: &'a Settings<'a, 'a>,
    values: RefCell<Values<'a>>,
    entries: Vec<MapEntry>,
    data: Vec<u8>,
    index_scratch: RefCell<Vec<u32>>,
    check_scratch: RefCell<Vec<u32>>,
    evaluation_scratch: RefCell<Vec<u32>>,
    out: RefCell<Vec<u32>>,
}

impl<'a> Specializable<'a> {
    /// `None` for what is no module, and for a module that is refused by one of the steps.
    pub fn new(file: &'a [u8]) -> Option<Self> {
        Self::prepare(file).ok()
    }

    fn prepare(file: &'a [u8]) -> Result<Self, Error> {
        let module = Module::parse(file)?;
        let preamble = module.measure()?;
        let index: &'a Index<'a> = Box::leak(Box::new(preamble.index(vec![0; preamble.index_words()].leak())?));
        let settings: &'a Settings<'a, 'a> =
            Box::leak(Box::new(index.settings(vec![0; index.settings_words()].leak())?));
        let mut values = settings.evaluate(vec![0; settings.evaluation_words()].leak())?;
        let out = vec![0; values.frozen_words(Freeze::ALL)? as usize];
        let (entries, data) = own_defaults(index);
        let check_words = Specialization { entries: &entries, data: &data }.check_words(index);
        Ok(Self {
            file,
            copy: RefCell::new(file.to_vec()),
            words: module.word_count() as usize,
            index,
            settings,
            values: RefCell::new(values),
            entries,
            data,
            index_scratch: RefCell::new(vec![0; preamble.index_words()]),
            check_scratch: RefCell::new(vec![0; check_words]),
            evaluation_scratch: RefCell::new(vec![0; settings.evaluation_words()]),
            out: RefCell::new(out),
        })
    }
}

/// An entry for every SpecId, which gives it the value it has.
fn own_defaults(index: &Index<'_>) -> (Vec<MapEntry>, Vec<u8>) {
    let (mut entries, mut data) = (Vec::new(), Vec::new());
    for constant_id in index.spec_ids() {
        let Some(constant) = index.by_spec_id(constant_id).next() else { continue };
        let (Some(bits), Some(size)) = (constant.default_bits(), constant.byte_size()) else { continue };
        entries.push(MapEntry { constant_id, offset: data.len() as u32, size: size as usize });
        let bytes = bits.to_ne_bytes();
        let first = if cfg!(target_endian = "big") { 8 - size as usize } else { 0 };
        data.extend(&bytes[first..first + size as usize]);
    }
    (entries, data)
}

pub fn words(inputs: &Inputs<'_>) -> usize {
    inputs.modules.iter().map(|module| module.words).sum()
}

/// From bytes to an index.
pub fn discover(inputs: &Inputs<'_>) {
    for module in &inputs.modules {
        black_box(&index(black_box(module.file), &mut module.index_scratch.borrow_mut()));
    }
}

/// The same, then everything that is said about every constant that can be given a value.
pub fn discover_walk(inputs: &Inputs<'_>) {
    for module in &inputs.modules {
        black_box(index(black_box(module.file), &mut module.index_scratch.borrow_mut()).as_ref().map(walk).ok());
    }
}

fn index<'s>(file: &'s [u8], scratch: &'s mut [u32]) -> Result<Index<'s>, Error> {
    Module::parse(file)?.measure()?.index(scratch)
}

fn walk(index: &Index<'_>) -> u64 {
    let mut sum = 0_u64;
    for constant in index.spec_constants() {
        let name = constant.name().map_or(0, |name| name.bytes().count() as u64);
        for value in [constant.result_id(), constant.spec_id().unwrap_or(0), constant.ty().id()] {
            sum = sum.wrapping_add(value.into());
        }
        for value in [constant.default_bits(), constant.byte_size(), Some(name)] {
            sum = sum.wrapping_add(value.unwrap_or(0));
        }
    }
    sum
}

/// Map entries for every SpecId, checked and taken.
pub fn apply(inputs: &Inputs<'_>) {
    for module in &inputs.modules {
        let specialization = Specialization { entries: &module.entries, data: &module.data };
        let mut scratch = module.check_scratch.borrow_mut();
        black_box(black_box(specialization).check(black_box(module.index), &mut scratch).is_ok());
    }
}

/// The value of every constant.
pub fn evaluate(inputs: &Inputs<'_>) {
    for module in &inputs.modules {
        let mut scratch = module.evaluation_scratch.borrow_mut();
        black_box(black_box(module.settings).evaluate(&mut scratch).is_ok());
    }
}

/// The module with plain constants.
pub fn freeze(inputs: &Inputs<'_>) {
    for module in &inputs.modules {
        let mut out = module.out.borrow_mut();
        black_box(module.values.borrow_mut().freeze(black_box(Freeze::ALL), &mut out).is_ok());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inputs::test_files;

    /// A refusal costs something else.
    #[test]
    fn every_step_is_taken() {
        let files = test_files("spirv_cases");
        let inputs = Inputs::of_files(&files);
        assert!(inputs.modules.len() > 40, "{}", inputs.modules.len());
        for module in &inputs.modules {
            let specialization = Specialization { entries: &module.entries, data: &module.data };
            let checked = specialization.check(module.index, &mut module.check_scratch.borrow_mut()).is_ok();
            let of_one_size = module.index.conflicts().next().is_none();
            assert!(checked || !of_one_size);
            assert!(module.values.borrow_mut().freeze(Freeze::ALL, &mut module.out.borrow_mut()).is_ok());
        }
    }
}
