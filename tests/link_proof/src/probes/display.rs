//! What is meant for people: errors, and values in messages.

use core::fmt::{self, Display, Write as _};

use psoview::binding::{
    BindError, BindErrorKind, DescriptorCount, DescriptorType, EntryRef, IndexError, InterfaceInfo, LayoutConflict,
    List, Miss, MissReason, Nature, Profile, PushBlockFinding, PushBlockMember, RegisterOverlap, RegisterRange,
    UnmappedReason, UnmappedResource, Visibility,
};
#[cfg(feature = "digest")]
use psoview::container::DigestStatus;
use psoview::container::{Container, Digest, FourCc, Program, Version};
use psoview::error::Field;
use psoview::psv::{
    ComponentType, InputPrimitive, InterpolationMode, MeshOutputTopology, PrimitiveTopology, ResourceKind,
    ResourceType, SemanticKind, ShaderKind, TessellatorDomain, TessellatorOutputPrimitive,
};
use psoview::spirv::{self, ExecutionModel, FloatEncoding, InPlaceError, Module, SetError, SpecError, Text};
use psoview::{Error, ErrorKind, Region, psv};

use super::binding::Entries;
use super::spirv::{LENT, entry, indexed, specialization};
use super::{parsed, part, see};

/// Looks at what is written to it.
struct Sink;

impl fmt::Write for Sink {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        see(text);
        Ok(())
    }
}

/// Prints a value as it comes and with a width.
fn print<T: Display>(value: T) {
    see(write!(Sink, "{value} {value:>20}"));
}

fn print_error(error: Error) {
    print::<Error>(error);
    print::<ErrorKind>(error.kind());
    print::<Region>(error.region());
    if let ErrorKind::UnknownValue { field, .. } = error.kind() {
        print::<Field>(field);
    }
}

crate::export! {
    fn display_spirv(bytes, word) {
        print::<ExecutionModel>(ExecutionModel::from_raw(word));
        print::<FloatEncoding>(FloatEncoding::from_raw(word));
        match Module::parse(bytes) {
            Ok(module) => print::<spirv::Version>(module.version()),
            Err(error) => return print_error(error),
        }
        let entries = entry(word);
        let specialization = specialization(bytes, &entries);
        let mut words = [0; LENT];
        if let Err(error) = spirv::specialize_in_place(&mut words, &specialization, &mut []) {
            print::<InPlaceError>(error);
        }
        let mut scratch = [0; LENT];
        let Some(index) = indexed(bytes, &mut scratch) else { return };
        for constant in index.constants() {
            if let Some(name) = constant.name() {
                print::<Text<'_>>(name);
            }
        }
        if let Err(error) = specialization.check(&index, &mut [0; LENT]) {
            print::<SpecError<'_>>(error);
        }
        if let Err(error) = index.spec_id_of("name") {
            print::<SetError>(error);
        }
    }

    fn display_binding(bytes, word) {
        let entries = Entries::new(bytes);
        let info = match entries.info() {
            Ok(info) => info,
            Err(error) => return print::<BindError>(error),
        };
        if let Some(psv) = part(bytes) {
            for mapping in info.map_resources(psv.resources(), ShaderKind::PIXEL) {
                match mapping {
                    Ok(resource) => {
                        print::<RegisterRange>(resource.request.range);
                        print::<DescriptorType>(resource.request.descriptor_type);
                        print::<Nature>(resource.request.nature);
                        let Some(mapped) = resource.target.descriptor() else { continue };
                        print::<DescriptorCount>(mapped.count());
                        if let Err(error) = mapped.index(word, &[]) {
                            print::<IndexError>(error);
                        }
                    }
                    Err(unmapped) => {
                        print::<UnmappedResource>(unmapped);
                        print::<UnmappedReason>(unmapped.why);
                        let UnmappedReason::Miss(miss) = unmapped.why else { continue };
                        print::<Miss>(miss);
                        print::<MissReason>(miss.why);
                        print::<List>(miss.list);
                    }
                }
            }
        }
        info.layout_conflicts().for_each(print::<LayoutConflict>);
        for overlap in info.register_overlaps() {
            print::<RegisterOverlap>(overlap);
            print::<EntryRef>(overlap.first);
        }
        for finding in info.push_block_findings(word) {
            print::<PushBlockFinding>(finding);
            if let PushBlockFinding::Unaligned { member, .. } = finding {
                print::<PushBlockMember>(member);
            }
        }
        if let Some(found) = info.registers_at(0, 0, word, &[]).ok().and_then(|mut found| found.next()) {
            print::<Visibility>(found.visibility);
        }
        if let Err(error) = InterfaceInfo::new(info.lists(), info.offsets(), Profile::MSL) {
            print::<BindErrorKind>(error.kind);
        }
    }

    fn display_errors(bytes, _) {
        if let Err(error) = psv::read(bytes) {
            print_error(error);
        }
        let Some(container) = parsed(bytes) else { return };
        container.findings().for_each(print_error);
        if let Err(error) = container.program() {
            print_error(error);
        }
        let Some(psv) = part(bytes) else { return };
        psv.findings().for_each(print_error);
    }

    fn display_container(bytes, _) {
        let Some(container) = parsed(bytes) else { return };
        print::<Digest>(container.digest());
        print::<Version>(container.version());
        container.parts().for_each(|part| print::<FourCc>(part.tag()));
        container.parts().for_each(|part| see(Program::read(&part).map(|program| print(program.shader_model()))));
        #[cfg(feature = "digest")]
        print::<DigestStatus>(Container::digest_status(&container));
        see(Container::size(&container));
    }

    fn display_values(_bytes, word) {
        let [byte, high, ..] = word.to_le_bytes();
        print::<ShaderKind>(ShaderKind::from_raw(u16::from_le_bytes([byte, high])));
        print::<ResourceType>(ResourceType::from_raw(word));
        print::<ResourceKind>(ResourceKind::from_raw(word));
        print::<SemanticKind>(SemanticKind::from_raw(byte));
        print::<ComponentType>(ComponentType::from_raw(byte));
        print::<InterpolationMode>(InterpolationMode::from_raw(byte));
        print::<TessellatorDomain>(TessellatorDomain::from_raw(word));
        print::<TessellatorOutputPrimitive>(TessellatorOutputPrimitive::from_raw(word));
        print::<PrimitiveTopology>(PrimitiveTopology::from_raw(word));
        print::<MeshOutputTopology>(MeshOutputTopology::from_raw(byte));
        print::<InputPrimitive>(InputPrimitive::from_raw(word));
    }
}
