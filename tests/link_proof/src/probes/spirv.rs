use psoview::spirv::{
    self, ByName, BySpecId, Conflicts, Constant, Constants, DataLayout, Dependencies, Endianness, EntryPoint,
    EntryPoints, Freeze, Index, Instruction, Instructions, InvalidSpecId, InvalidSpecIds, MapEntry, Module, Operands,
    Preamble, Scalar, Settings, SpecConstants, SpecError, SpecErrorKind, SpecIds, Specialization, State, Text,
    TextBytes, Type, UnknownEntries, Value, Values, ValuesIter, Version, WorkgroupSize, WorkgroupSizeSource,
};

use super::{drain, drain_counted, see};

/// Words that are lent for scratch.
pub(crate) const LENT: usize = 4096;

/// The module's index, in words that the caller has.
#[inline(never)]
pub(crate) fn indexed<'s>(bytes: &'s [u8], scratch: &'s mut [u32]) -> Option<Index<'s>> {
    Module::parse(bytes).ok()?.measure().ok()?.index(scratch).ok()
}

/// The bytes as values and as a list of one entry that says where they are.
pub(crate) fn specialization<'a>(bytes: &'a [u8], entry: &'a [MapEntry]) -> Specialization<'a> {
    Specialization { entries: entry, data: bytes }
}

pub(crate) fn entry(word: u32) -> [MapEntry; 2] {
    let size = usize::try_from(word & 15).unwrap_or(0);
    [MapEntry { constant_id: word, offset: word >> 1, size }, MapEntry { constant_id: word >> 2, offset: 0, size: 4 }]
}

crate::export! {
    fn spirv_module(bytes, _) {
        let Ok(module) = Module::parse(bytes) else { return };
        see(Module::endianness(&module));
        see(Endianness::name(Module::endianness(&module)));
        see(Module::generator(&module));
        see(Module::id_bound(&module));
        see(Module::schema(&module));
        see(Module::word_count(&module));
        see(Version::major(Module::version(&module)));
        see(Version::minor(Module::version(&module)));
        let mut words = [0; LENT];
        Module::copy_words(&module, &mut words);
        see(Module::from_words(&words));
    }

    fn spirv_instructions(bytes, word) {
        let Ok(module) = Module::parse(bytes) else { return };
        drain::<Instructions<'_>>(Module::instructions(&module));
        for instruction in Module::instructions(&module).flatten() {
            see(Instruction::number(&instruction));
            see(Instruction::opcode(&instruction));
            see(Instruction::word_count(&instruction));
            see(Instruction::word_offset(&instruction));
            see(Instruction::operand(&instruction, word));
            drain_counted::<Operands<'_>>(Instruction::operands(&instruction));
            let Some(text) = Instruction::text(&instruction, word) else { continue };
            see(Text::is_empty(&text));
            drain::<TextBytes<'_>>(Text::bytes(&text));
            see(text == *"name");
            see(Some(text) == Instruction::text(&instruction, 0));
        }
    }

    fn spirv_preamble(bytes, _) {
        let Ok(module) = Module::parse(bytes) else { return };
        let Ok(preamble) = Module::measure(&module) else { return };
        see(Preamble::module(&preamble));
        see(Preamble::end(&preamble));
        see(Preamble::index_words(&preamble));
        see(Preamble::index(&preamble, &mut [0; LENT]));
    }

    fn spirv_index(bytes, word) {
        let mut scratch = [0; LENT];
        let Some(index) = indexed(bytes, &mut scratch) else { return };
        see(Index::module(&index));
        see(Index::dependency_words(&index));
        see(Index::settings_words(&index));
        see(Index::constant(&index, word));
        see(Index::spec_id_of(&index, "name"));
        drain_counted::<Constants<'_>>(Index::constants(&index));
        drain_counted::<SpecConstants<'_>>(Index::spec_constants(&index));
        drain::<SpecIds<'_>>(Index::spec_ids(&index));
        drain_counted::<BySpecId<'_>>(Index::by_spec_id(&index, word));
        drain::<ByName<'_, '_>>(Index::by_name(&index, "name"));
        drain::<Conflicts<'_>>(Index::conflicts(&index));
        drain::<EntryPoints<'_>>(Index::entry_points(&index));
        drain::<InvalidSpecIds<'_>>(Index::invalid_spec_ids(&index));
        for invalid in Index::invalid_spec_ids(&index) {
            see(InvalidSpecId::target_id(&invalid));
            see(InvalidSpecId::spec_id(&invalid));
        }
    }

    fn spirv_constants(bytes, word) {
        let mut scratch = [0; LENT];
        let Some(index) = indexed(bytes, &mut scratch) else { return };
        for constant in Index::constants(&index) {
            see(Constant::byte_size(&constant));
            see(Constant::byte_size_in_opencl(&constant));
            see(Constant::default_bits(&constant));
            see(Constant::name(&constant));
            see(Constant::opcode(&constant));
            see(Constant::result_id(&constant));
            see(Constant::spec_id(&constant));
            see(Constant::word_offset(&constant));
            if let Ok(spec_ids) = Constant::spec_ids(&constant, &mut [0; LENT]) {
                drain::<Dependencies<'_>>(spec_ids);
            }
            let ty = Constant::ty(&constant);
            see(Type::id(&ty));
            see(Type::kind(&ty));
            see(Type::count(&ty));
            see(Type::length(&ty));
            see(Type::element(&ty, word));
            see(Some(ty) == Type::element(&ty, word));
            see(Some(constant) == Type::length(&ty));
        }
    }

    fn spirv_settings(bytes, word) {
        let mut scratch = [0; LENT];
        let Some(index) = indexed(bytes, &mut scratch) else { return };
        let mut scratch = [0; LENT];
        let Ok(mut settings) = Index::settings(&index, &mut scratch) else { return };
        see(Settings::set(&mut settings, word, Scalar::Bits(word.into())));
        see(Settings::set(&mut settings, word, Scalar::I8(-1)));
        see(Settings::set_with(&mut settings, word, |constant| constant.default_bits().map(Scalar::Bits)));
        see(Settings::set_by_name(&mut settings, "name", Scalar::F32(1.0)));
        for constant in Settings::index(&settings).spec_constants() {
            see(Settings::is_given(&settings, &constant));
            see(Settings::bits(&settings, &constant));
        }
        see(Settings::key_size(&settings));
        see(Settings::write_key(&settings, &mut [0; LENT]));
        see(Settings::specialize(&settings, &mut [0; LENT]));
    }

    fn spirv_specialization(bytes, word) {
        let mut scratch = [0; LENT];
        let Some(index) = indexed(bytes, &mut scratch) else { return };
        let entries = entry(word);
        let specialization = specialization(bytes, &entries);
        see(Specialization::check_words(&specialization, &index));
        drain::<UnknownEntries<'_>>(Specialization::unknown(&specialization, &index));
        see(Specialization::check(&specialization, &index, &mut [0; LENT]));
        let layout = DataLayout::in_order(DataLayout::OPENCL, Endianness::Big);
        if let Err(error) = Specialization::check_with(&specialization, layout, &index, &mut [0; LENT]) {
            see(SpecError::constant_id(&error));
            see(SpecError::entry(&error));
            see(SpecError::found(&error));
            see(SpecError::limit(&error));
            see(SpecError::name(&error));
            see(SpecErrorKind::name(SpecError::kind(&error)));
            see(SpecErrorKind::vuid(SpecError::kind(&error)));
        }
    }

    fn spirv_in_place(bytes, word) {
        let Ok(module) = Module::parse(bytes) else { return };
        let mut words = [0; LENT];
        module.copy_words(&mut words);
        let entries = entry(word);
        see(spirv::specialize_in_place(&mut words, &specialization(bytes, &entries), &mut [0; LENT]));
        see(words);
    }

    fn spirv_values(bytes, word) {
        let mut scratch = [0; LENT];
        let Some(index) = indexed(bytes, &mut scratch) else { return };
        let mut scratch = [0; LENT];
        let Ok(settings) = index.settings(&mut scratch) else { return };
        see(Settings::evaluation_words(&settings));
        let mut scratch = [0; LENT];
        let Ok(values) = Settings::evaluate(&settings, &mut scratch) else { return };
        see(Values::index(&values).constants().len());
        see(Values::get(&values, word).map(|value| value.bits()));
        drain_counted::<ValuesIter<'_>>(Values::iter(&values));
        for (constant, value) in &values {
            see(Values::of(&values, &constant).map(|value| value.bits()));
            see(State::name(Values::state(&values, &constant)));
            see(Values::count(&values, &Value::ty(&value)));
            see(Value::bits(&value));
            see(Value::count(&value));
            see(Value::component(&value, word).map(|value| value.bits()));
            see(Value::is_known(&value));
            see(Value::is_undefined(&value));
        }
    }

    fn spirv_workgroups(bytes, _) {
        let mut scratch = [0; LENT];
        let Some(index) = indexed(bytes, &mut scratch) else { return };
        let mut scratch = [0; LENT];
        let Ok(settings) = index.settings(&mut scratch) else { return };
        let mut scratch = [0; LENT];
        let values = settings.evaluate(&mut scratch).ok();
        for entry_point in index.entry_points() {
            see(EntryPoint::execution_model(&entry_point).has_workgroups());
            see(EntryPoint::id(&entry_point));
            see(EntryPoint::name(&entry_point));
            let Some(size) = EntryPoint::workgroup_size(&entry_point) else { continue };
            see(WorkgroupSizeSource::name(WorkgroupSize::source(&size)));
            see(WorkgroupSize::literal(&size));
            see(values.as_ref().map(|values| WorkgroupSize::values(&size, values)));
            see(WorkgroupSize::spec_ids(&size, &mut [0; LENT]));
        }
    }

    fn spirv_freeze(bytes, word) {
        let mut scratch = [0; LENT];
        let Some(index) = indexed(bytes, &mut scratch) else { return };
        let mut scratch = [0; LENT];
        let Ok(mut settings) = index.settings(&mut scratch) else { return };
        see(settings.set(word, Scalar::Bits(1)));
        let mut scratch = [0; LENT];
        let Ok(mut values) = settings.evaluate(&mut scratch) else { return };
        for freeze in [Freeze::ALL, Freeze::GIVEN, Freeze::with_local_sizes(Freeze::KEEP_OPERATIONS)] {
            see(Values::frozen_words(&mut values, freeze));
            see(Values::freeze(&mut values, freeze, &mut [0; LENT]));
        }
    }
}
