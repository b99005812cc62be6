//! What is meant for whoever works on a program: every type prints itself.

use core::fmt::{self, Debug, Write as _};

use psoview::Error;
use psoview::binding::{DefaultBindings, InterfaceInfo, PairRequest, ShaderKind};
use psoview::container::Container;
use psoview::psv::Psv;
use psoview::spirv::{self, DataLayout, Freeze, Module, Scalar};

use super::binding::Entries;
use super::spirv::{LENT, entry, indexed, specialization};
use super::{newer, parsed, part, see};

/// Looks at what is written to it.
struct Sink;

impl fmt::Write for Sink {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        see(text);
        Ok(())
    }
}

/// Prints a value on one line and on several.
fn print<T: Debug>(value: T) {
    see(write!(Sink, "{value:?} {value:#?}"));
}

crate::export! {
    fn debug_spirv(bytes, word) {
        let Ok(module) = Module::parse(bytes) else { return };
        print(module);
        print(module.version());
        print(module.instructions());
        module.instructions().for_each(print);
        print(module.measure());
        print(Scalar::Bits(word.into()));
        print(Freeze::ALL);
        print(DataLayout::VULKAN);
        let entries = entry(word);
        let specialization = specialization(bytes, &entries);
        print(specialization);
        print(spirv::specialize_in_place(&mut [0; LENT], &specialization, &mut []));
        let mut scratch = [0; LENT];
        let Some(index) = indexed(bytes, &mut scratch) else { return };
        print(index);
        print(index.constants());
        print(index.spec_constants());
        print(index.by_spec_id(word));
        print(index.by_name("name"));
        print(index.conflicts());
        print(index.spec_ids());
        print(index.invalid_spec_ids());
        print(index.entry_points());
        print(index.spec_id_of("name"));
        print(specialization.unknown(&index));
        print(specialization.check(&index, &mut [0; LENT]));
        for entry_point in index.entry_points() {
            let Some(size) = entry_point.workgroup_size() else { continue };
            print(size);
            print(size.source());
            print(size.spec_ids(&mut [0; LENT]));
        }
        let mut scratch = [0; LENT];
        let Ok(settings) = index.settings(&mut scratch) else { return };
        print(&settings);
        let mut scratch = [0; LENT];
        let Ok(values) = settings.evaluate(&mut scratch) else { return };
        print(&values);
        print(values.iter());
        for (constant, _) in &values {
            print(values.state(&constant));
            print(constant.name().map(|name| name.bytes()));
        }
    }

    fn debug_binding(bytes, word) {
        let entries = Entries::new(bytes);
        let info = match entries.info() {
            Ok(info) => info,
            Err(error) => return print(error),
        };
        // Prints every list, the offsets and the rules.
        print::<InterfaceInfo<'_>>(info);
        print(info.layout());
        info.layout().for_each(print);
        print(info.layout_conflicts());
        info.layout_conflicts().for_each(print);
        print(info.register_overlaps());
        info.register_overlaps().for_each(print);
        print(info.push_block_findings(word));
        info.push_block_findings(word).for_each(print);
        print(info.registers_at(0, 0, word, &[]));
        info.registers_at(0, 0, word, &[]).into_iter().flatten().for_each(print);
        print(DefaultBindings::starting_at(word));
        print(PairRequest::new((word, word), (word, word), ShaderKind::PIXEL));
        let Some(psv) = part(bytes) else { return };
        let mappings = info.map_resources(psv.resources(), ShaderKind::PIXEL);
        print(mappings.clone());
        for mapping in mappings {
            // A register and an error with it, or why there is none.
            print(mapping);
            let Ok(mapping) = mapping else { continue };
            print(info.matches(mapping.request));
            print(mapping.target.descriptor().map(|mapped| mapped.index(word, &[])));
        }
    }

    fn debug_container(bytes, _) {
        let Some(container) = parsed(bytes) else { return };
        print::<Container<'_>>(container);
        print(container.findings());
        container.findings().for_each(print::<Error>);
        print(container.parts());
        print(container.program());
        print(container.version());
    }

    fn debug_psv(bytes, word) {
        let Some(psv) = part(bytes) else { return };
        // Prints everything the part has.
        print::<Psv<'_>>(psv);
        print(psv.findings());
        print(psv.resources().iter());
        print(psv.resources().get(word).and_then(|resource| resource.flags()));
        print(psv.inputs().iter());
        print(psv.semantic_indices());
        print(psv.semantic_indices().iter());
    }

    fn debug_dependencies(bytes, _) {
        let Some(psv) = newer(bytes) else { return };
        let dependencies = psv.dependencies();
        print(dependencies.words());
        for table in dependencies.input_to_output().into_iter().flatten() {
            print(table.rows());
            table.rows().for_each(|row| print(row.iter()));
        }
    }
}
