use psoview::container::{Container, Digest, Findings, FourCc, Part, Parts, Program, Version};
use psoview::{Error, ErrorKind};

use super::{drain, drain_counted, parsed, see};

crate::export! {
    fn container_parse(bytes, _) {
        if let Err(error) = Container::parse(bytes) {
            see(ErrorKind::name(&Error::kind(&error)));
            see(Error::offset(&error));
            see(Error::region(&error));
        }
    }

    fn container_header(bytes, _) {
        let Some(container) = parsed(bytes) else { return };
        see(Container::bytes(&container));
        see(Container::trailing(&container));
        see(Container::size(&container));
        see(Digest::bytes(Container::digest(&container)));
        see_version(Container::version(&container));
    }

    fn container_parts(bytes, word) {
        let Some(container) = parsed(bytes) else { return };
        drain_counted::<Parts<'_>>(Container::parts(&container));
        let Some(part) = Container::part(&container, FourCc::new(word.to_le_bytes())) else { return };
        see(FourCc::bytes(Part::tag(&part)));
        see(Part::data(&part));
        see(Part::offset(&part));
        see(Part::header_offset(&part));
        see(Part::end(&part));
        see(Container::parts(&container).next() == Some(part));
    }

    fn container_program(bytes, _) {
        let Some(container) = parsed(bytes) else { return };
        see(Container::program(&container));
        for part in Container::parts(&container) {
            let Ok(program) = Program::read(&part) else { continue };
            see(Program::kind(&program));
            see(Program::size_in_words(&program));
            see(Program::bitcode(&program));
            see(Program::bitcode_offset(&program));
            see_version(Program::shader_model(&program));
            see_version(Program::dxil_version(&program));
        }
    }

    fn container_findings(bytes, _) {
        let Some(container) = parsed(bytes) else { return };
        see(Container::validate(&container));
        drain::<Findings<'_>>(Container::findings(&container));
    }
}

fn see_version(version: Version) {
    see(Version::major(version));
    see(Version::minor(version));
}
