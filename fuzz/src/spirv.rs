//! Raw bytes as a SPIR-V module: the promises that hold for any input.

use psoview::spirv::{Constant, Freeze, Index, Module, Scalar, Settings, Specialization, Value, Values};
use psoview::{Error, ErrorKind, Region};

const MODES: [Freeze; 4] = [Freeze::ALL, Freeze::GIVEN, Freeze::KEEP_OPERATIONS, Freeze::ALL.with_local_sizes()];

pub fn run(data: &[u8]) {
    let data = repaired(data);
    let answer = frozen(&data);
    // Either byte order, any alignment and either way to keep ids come to the same.
    if data.len() % 4 == 0 {
        let swapped: Vec<u8> = data.chunks_exact(4).flat_map(|word| word.iter().rev().copied()).collect();
        if Module::parse(&data).is_ok() {
            assert_eq!(frozen(&swapped), answer, "the other byte order");
        }
    }
    let mut shifted = vec![0];
    shifted.extend(&data);
    assert_eq!(frozen(&shifted[1..]), answer, "another alignment");
    check_instructions(&data);
    match answer {
        Err(error) => check_error(error, &data),
        Ok(modules) => modules.iter().for_each(|module| check_frozen(&data, module)),
    }
}

/// With a header that is read, where there is room for one: the words behind it are what is of interest.
fn repaired(data: &[u8]) -> Vec<u8> {
    let mut data = data.to_vec();
    if data.len() >= 20 && data[0] & 1 == 1 {
        data[..8].copy_from_slice(&[3, 2, 0x23, 7, 0, 6, 1, 0]);
        data.truncate(data.len() / 4 * 4);
    }
    data
}

fn scratch(words: usize) -> Vec<u32> {
    vec![0xaaaa_aaaa; words]
}

/// The module frozen in every mode, with a value for every other constant that can have one.
fn frozen(data: &[u8]) -> Result<Vec<Vec<u32>>, Error> {
    let preamble = Module::parse(data)?.measure()?;
    let mut words = scratch(preamble.index_words());
    let index = preamble.index(&mut words)?;
    check_index(&index);
    let mut words = scratch(index.settings_words());
    let mut settings = index.settings(&mut words)?;
    give(&index, &mut settings);
    let mut words = scratch(settings.evaluation_words());
    let mut more;
    let mut values = match settings.evaluate(&mut words) {
        Err(error) if matches!(error.kind(), ErrorKind::ScratchTooSmall { .. }) => {
            let ErrorKind::ScratchTooSmall { length, needed } = error.kind() else { unreachable!() };
            assert!(needed > length, "{error}");
            if needed > 1 << 24 {
                return Err(error);
            }
            more = scratch(needed as usize);
            settings.evaluate(&mut more)?
        }
        values => values?,
    };
    check_values(&values);
    MODES
        .iter()
        .map(|&mode| {
            let needed = usize::try_from(values.frozen_words(mode)?).expect("a small module");
            let mut out = scratch(needed + 1);
            assert_eq!(values.freeze(mode, &mut out)?.len(), needed, "what was counted is written");
            assert_eq!(out.pop(), Some(0xaaaa_aaaa), "no more than that is written");
            if needed > 0 {
                let short = values.freeze(mode, &mut scratch(needed - 1)).map(|_| ()).map_err(|error| error.region());
                assert_eq!(short, Err(Region::Output));
            }
            Ok(out)
        })
        .collect()
}

fn give(index: &Index<'_>, settings: &mut Settings<'_, '_>) {
    for spec_id in index.spec_ids().step_by(2) {
        let bits = u64::from(spec_id).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let given = settings.set_with(spec_id, |constant| {
            let width = constant.byte_size()?.checked_mul(8).filter(|&width| width <= 64 && width > 0)?;
            let is_bool = constant.opcode() != 50;
            Some(Scalar::Bits(if is_bool { bits & 1 } else { bits >> (64 - width) }))
        });
        // The data of an extension's constant cannot be given, nor a value of a type that is not known.
        let is_unsupported = |constant: Constant<'_>| constant.opcode() == 5148 || constant.byte_size().is_none();
        assert_eq!(given.is_err(), index.by_spec_id(spec_id).any(is_unsupported), "{given:?}");
    }
    let mut key = vec![0; settings.key_size()];
    let key = settings.write_key(&mut key).expect("the size it asks for").to_vec();
    assert!(settings.key_size() == key.len());
    let mut copy = scratch(index.module().word_count() as usize);
    settings.specialize(&mut copy).expect("the size it has");
}

fn check_index(index: &Index<'_>) {
    let constants = index.constants();
    let count = constants.len();
    assert!(constants.clone().map(|constant| constant.word_offset()).is_sorted());
    assert_eq!(constants.count(), count);
    assert!(index.spec_ids().is_sorted_by(|a, b| a < b));
    for constant in index.spec_constants() {
        if let Some(spec_id) = constant.spec_id() {
            assert!(index.by_spec_id(spec_id).any(|other| other == constant));
        }
        let mut words = scratch(index.dependency_words());
        assert_eq!(
            constant.spec_ids(&mut words).expect("scratch").collect::<Vec<_>>(),
            Vec::from_iter(constant.spec_id())
        );
    }
    for constant in index.constants() {
        assert_eq!(index.constant(constant.result_id()), Some(constant));
        if let Some(name) = constant.name() {
            let bytes: Vec<u8> = name.bytes().collect();
            assert_eq!(name.to_string(), String::from_utf8_lossy(&bytes));
        }
    }
    let mut words = scratch(Specialization::NONE.check_words(index));
    assert!(Specialization::NONE.check(index, &mut words).is_ok());
    index.invalid_spec_ids().chain(index.invalid_spec_ids()).for_each(drop);
    for entry_point in index.entry_points() {
        let Some(size) = entry_point.workgroup_size() else { continue };
        let mut words = scratch(index.dependency_words());
        assert!(size.spec_ids(&mut words).expect("scratch").is_sorted_by(|a, b| a < b));
    }
}

fn check_values(values: &Values<'_>) {
    for (constant, value) in values {
        let is_known = value.is_known();
        assert_eq!(is_known, values.state(&constant) != psoview::spirv::State::Unfoldable);
        if let Some(bits) = value.bits() {
            assert!(is_known);
            if let Some(size) = constant.byte_size().filter(|&size| size < 8) {
                assert_eq!(bits >> (8 * size), 0);
            }
        }
    }
}

/// The instructions follow each other without a gap, to the end or to an error.
fn check_instructions(data: &[u8]) {
    let Ok(module) = Module::parse(data) else { return };
    let mut at = 5;
    for (number, instruction) in (0..).zip(module.instructions()) {
        match instruction {
            Ok(instruction) => {
                assert_eq!((instruction.word_offset(), instruction.number()), (at, number));
                assert_eq!(instruction.operands().len() as u32 + 1, instruction.word_count());
                at += instruction.word_count();
            }
            Err(error) => return assert_eq!((error.offset(), error.region()), (at * 4, Region::Instruction(number))),
        }
    }
    assert_eq!(at, module.word_count());
}

fn check_error(error: Error, data: &[u8]) {
    match error.region() {
        Region::SpirvHeader => assert!(error.offset() <= data.len() as u32),
        Region::Instruction(number) => {
            let module = Module::parse(data).expect("a module");
            // The offset is the instruction's, or that of a word of it.
            let before = module.instructions().take(number as usize + 1).map_while(Result::ok).last();
            let start = before.map_or(20, |instruction| instruction.word_offset() * 4);
            assert!((start..=data.len() as u32).contains(&error.offset()), "{error}");
        }
        Region::Scratch => {}
        other => panic!("{other}: {error}"),
    }
    assert!(!error.to_string().is_empty());
}

/// What was frozen is a module, has the values it had, and nothing in it can be frozen again.
fn check_frozen(data: &[u8], frozen: &[u32]) {
    let module = Module::from_words(frozen).expect("a frozen module has its header");
    let again = psoview_index(&module);
    let before = Module::parse(data).expect("it was frozen");
    let before = psoview_index(&before);
    for (id, bits) in &before {
        if let Some((_, frozen)) = again.iter().find(|(other, _)| other == id) {
            // What was undefined is plain now; a scalar that had a value has one.
            assert!(bits.is_none() || frozen.is_some(), "%{id}");
        } else {
            panic!("%{id} is gone");
        }
    }
}

/// Which constants are known scalars, by id.
fn psoview_index(module: &Module<'_>) -> Vec<(u32, Option<()>)> {
    let preamble = module.measure().expect("a preamble");
    let mut words = scratch(preamble.index_words());
    let index = preamble.index(&mut words).expect("an index");
    let mut words = scratch(index.settings_words());
    let mut settings = index.settings(&mut words).expect("settings");
    give(&index, &mut settings);
    let mut words = scratch(settings.evaluation_words());
    let mut more = Vec::new();
    let values = match settings.evaluate(&mut words) {
        Err(error) => {
            let ErrorKind::ScratchTooSmall { needed, .. } = error.kind() else { panic!("{error}") };
            more.resize(needed as usize, 0);
            settings.evaluate(&mut more)
        }
        values => values,
    };
    let values = values.expect("values");
    values.iter().take(512).map(|(constant, value)| (constant.result_id(), known(&value))).collect()
}

fn known(value: &Value<'_>) -> Option<()> {
    value.bits().map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::run;
    use crate::replay;

    #[test]
    fn holds_for_seeds() {
        replay::seeds("spirv", run);
    }

    #[test]
    fn holds_for_noise() {
        replay::noise("spirv", run);
    }
}
