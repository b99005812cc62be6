use core::fmt;
use core::iter::FusedIterator;

use super::dependencies::Masks;
use super::element::{Element, Signature};
use super::mask::COLUMNS;
use super::resource::Resource;
use super::stage_info::StageInfo;
use super::{Psv, Reading};
use crate::bytes::{WORD, length};
use crate::error::{Error, ErrorKind, Field, Region};
use crate::values::ShaderKind;

/// Rows of a signature.
const ROWS: u8 = 32;

/// Questions asked of a record, or of the part: what is wrong with it, if anything.
type PsvCheck = for<'a> fn(&Psv<'a>) -> Option<Error>;
type ResourceCheck = for<'a> fn(&Resource<'a>) -> Option<Error>;
/// The number is how much of the string table is terminated.
type ElementCheck = for<'a> fn(&(Element<'a>, u32)) -> Option<Error>;

/// Everything in a part that no compiler should have written; made by [`Psv::findings`].
///
/// It goes through the part from front to back. Several findings may speak of one record.
#[derive(Clone)]
pub struct Findings<'a> {
    psv: Psv<'a>,
    step: Step,
    /// The record looked at, and the question that comes next.
    index: u32,
    check: usize,
    masks: Masks<'a>,
    /// How much of the string table is terminated: found once, so that no element's name is searched for its end.
    terminated: u32,
}

#[derive(Clone, Copy)]
enum Step {
    RuntimeInfo,
    Resources,
    Strings,
    Elements(Signature),
    Masks,
    Trailing,
    Done,
}

impl Step {
    const fn after(self) -> Self {
        match self {
            Self::RuntimeInfo => Self::Resources,
            Self::Resources => Self::Strings,
            Self::Strings => Self::Elements(Signature::Input),
            Self::Elements(Signature::Input) => Self::Elements(Signature::Output),
            Self::Elements(Signature::Output) => Self::Elements(Signature::PatchConstant),
            Self::Elements(Signature::PatchConstant) => Self::Masks,
            Self::Masks => Self::Trailing,
            Self::Trailing | Self::Done => Self::Done,
        }
    }
}

/// What asking came to.
enum Asked {
    Found(Error),
    /// Nothing is left to ask of this record.
    NextRecord,
    /// Nothing is left to ask in this step.
    End,
}

impl Asked {
    /// The record's questions are one step of many: after the last, the next record's first comes up.
    fn or_next(self, index: &mut u32, check: &mut usize) -> Self {
        match self {
            Self::Found(error) => Self::Found(error),
            Self::NextRecord | Self::End => {
                *index = index.wrapping_add(1);
                *check = 0;
                Self::NextRecord
            }
        }
    }
}

impl<'a> Findings<'a> {
    pub(super) fn new(psv: Psv<'a>) -> Self {
        let masks = psv.dependencies().masks();
        let terminated = psv.strings.terminated();
        Self { psv, step: Step::RuntimeInfo, index: 0, check: 0, masks, terminated }
    }

    fn ask_masks(&mut self) -> Asked {
        while let Some(mask) = self.masks.next() {
            if let Some(component) = mask.first_beyond() {
                let kind = ErrorKind::MaskBitBeyondVectors { component, components: mask.component_count() };
                // The bit is in the last word of the mask, the one before those that are left.
                let left = u32::try_from(self.masks.words_left()).unwrap_or(u32::MAX).saturating_add(1);
                let dependencies = self.psv.dependencies();
                let end = dependencies.offset().wrapping_add(dependencies.size());
                let offset = end.saturating_sub(left.saturating_mul(WORD));
                return Asked::Found(Error::new(kind, offset, Region::Dependencies));
            }
        }
        Asked::End
    }
}

/// Asks what is left of the questions of one subject, until one is answered.
fn ask<T>(subject: &T, checks: &[fn(&T) -> Option<Error>], next: &mut usize) -> Asked {
    while let Some(check) = checks.get(*next) {
        *next = next.wrapping_add(1);
        if let Some(error) = check(subject) {
            return Asked::Found(error);
        }
    }
    Asked::End
}

impl Iterator for Findings<'_> {
    type Item = Error;

    fn next(&mut self) -> Option<Error> {
        loop {
            let Self { psv, step, index, check, terminated, .. } = self;
            let asked = match *step {
                Step::RuntimeInfo => ask(psv, RUNTIME_INFO, check),
                Step::Resources => match psv.resources().get(*index) {
                    Some(resource) => ask(&resource, RESOURCE, check).or_next(index, check),
                    None => Asked::End,
                },
                Step::Strings => ask(psv, STRINGS, check),
                Step::Elements(signature) => match psv.elements_of(signature).get(*index) {
                    Some(element) => ask(&(element, *terminated), ELEMENT, check).or_next(index, check),
                    None => Asked::End,
                },
                Step::Masks => self.ask_masks(),
                Step::Trailing => ask(psv, TRAILING, check),
                Step::Done => return None,
            };
            match asked {
                Asked::NextRecord => {}
                Asked::Found(error) => return Some(error),
                Asked::End => {
                    self.step = self.step.after();
                    self.index = 0;
                    self.check = 0;
                }
            }
        }
    }
}

impl FusedIterator for Findings<'_> {}

impl fmt::Debug for Findings<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

/// The field's value has no name.
fn unknown(is_known: bool, field: Field, value: impl Into<u32>) -> Option<ErrorKind> {
    (!is_known).then(|| ErrorKind::UnknownValue { field, value: value.into() })
}

/// The field's signature takes more rows than there are.
fn too_many(field: Field, vectors: u8) -> Option<ErrorKind> {
    (vectors > ROWS).then_some(ErrorKind::VectorsOutOfRange { field, vectors, limit: ROWS })
}

/// Reserved bits of the field are set.
fn reserved(field: Field, bits: u32) -> Option<ErrorKind> {
    (bits != 0).then_some(ErrorKind::ReservedBitsSet { field, bits })
}

const RUNTIME_INFO: &[PsvCheck] = &[
    |psv| match psv.stage_info()? {
        StageInfo::Hull(info) => {
            let domain = info.tessellator_domain;
            psv.info_error(unknown(domain.is_known(), Field::TessellatorDomain, domain.raw()), 8)
        }
        StageInfo::Domain(info) => {
            let domain = info.tessellator_domain;
            psv.info_error(unknown(domain.is_known(), Field::TessellatorDomain, domain.raw()), 8)
        }
        StageInfo::Geometry(info) => {
            let primitive = info.input_primitive;
            psv.info_error(unknown(primitive.is_known(), Field::InputPrimitive, primitive.raw()), 0)
        }
        _ => None,
    },
    |psv| match psv.stage_info()? {
        StageInfo::Hull(info) => {
            let primitive = info.tessellator_output_primitive;
            let kind = unknown(primitive.is_known(), Field::TessellatorOutputPrimitive, primitive.raw());
            psv.info_error(kind, 12)
        }
        StageInfo::Geometry(info) => {
            let topology = info.output_topology;
            psv.info_error(unknown(topology.is_known(), Field::OutputTopology, topology.raw()), 4)
        }
        _ => None,
    },
    |psv| match psv.stage_info()? {
        StageInfo::Geometry(info) => {
            psv.info_error(reserved(Field::OutputStreamMask, info.output_stream_mask & !0xf), 8)
        }
        _ => None,
    },
    |psv| {
        let stage = psv.info.signature()?.stage();
        psv.info_error(unknown(stage.is_known(), Field::ShaderStage, stage.raw()), 24)
    },
    |psv| {
        let signature = psv.info.signature()?;
        let vectors = signature.patch_constant_vectors().or(signature.primitive_vectors())?;
        psv.info_error(too_many(Field::PatchConstantVectors, vectors), 26)
    },
    |psv| {
        let topology = psv.info.signature()?.mesh_output_topology()?;
        psv.info_error(unknown(topology.is_known(), Field::MeshOutputTopology, topology.raw()), 27)
    },
    |psv| psv.info_error(too_many(Field::InputVectors, psv.info.signature()?.input_vectors()), 31),
    |psv| output_vectors(psv, 0),
    |psv| output_vectors(psv, 1),
    |psv| output_vectors(psv, 2),
    |psv| output_vectors(psv, 3),
    |psv| psv.entry_name_bytes().err(),
];

/// Streams that the stage does not have are not looked at.
fn output_vectors(psv: &Psv<'_>, stream: u8) -> Option<Error> {
    let signature = psv.info.signature()?;
    let has_stream = stream == 0 || signature.stage() == ShaderKind::GEOMETRY;
    let vectors = *signature.output_vectors().get(usize::from(stream)).filter(|_| has_stream)?;
    psv.info_error(too_many(Field::OutputVectors, vectors), u32::from(stream).saturating_add(32))
}

const RESOURCE: &[ResourceCheck] = &[
    |resource| {
        let value = resource.resource_type();
        resource.error(unknown(value.is_known(), Field::ResourceType, value.raw()), 0)
    },
    |resource| {
        let (lower, upper) = (resource.lower(), resource.upper());
        resource.error((lower > upper).then_some(ErrorKind::ResourceRangeReversed { lower, upper }), 8)
    },
    |resource| {
        let value = resource.kind()?;
        resource.error(unknown(value.is_known(), Field::ResourceKind, value.raw()), 16)
    },
    |resource| resource.error(reserved(Field::ResourceFlags, resource.flags()?.unknown_bits()), 20),
];

const STRINGS: &[PsvCheck] = &[
    |psv| {
        let size = length(psv.strings.bytes());
        let kind = ErrorKind::StringTableNotWords { size, word: WORD };
        (size & 3 != 0).then(|| Error::new(kind, psv.strings_offset().wrapping_sub(WORD), Region::StringTable))
    },
    |psv| {
        let last = *psv.strings.bytes().last()?;
        let offset = psv.strings_offset().wrapping_add(length(psv.strings.bytes())).wrapping_sub(1);
        let kind = ErrorKind::StringTableUnterminated { last, expected: 0 };
        (last != 0).then(|| Error::new(kind, offset, Region::StringTable))
    },
];

const ELEMENT: &[ElementCheck] = &[
    |(element, terminated)| element.name_fault(*terminated),
    |(element, _)| element.semantic_indices().err(),
    |(element, _)| {
        let rows = element.rows();
        let kind = ErrorKind::ElementRowsOutOfRange { rows, limit: ROWS };
        (!(1..=ROWS).contains(&rows)).then(|| element.error(kind, 8))
    },
    |(element, _)| {
        let end = u32::from(element.start_row()?).saturating_add(element.rows().into());
        let kind =
            ErrorKind::ElementPastLastRow { row: end.saturating_sub(1), limit: u32::from(ROWS).saturating_sub(1) };
        (end > u32::from(ROWS)).then(|| element.error(kind, 9))
    },
    |(element, _)| {
        let cols = element.cols();
        let kind = ErrorKind::ElementColumnsOutOfRange { cols, limit: 4 };
        (!(1..=4).contains(&cols)).then(|| element.error(kind, 10))
    },
    |(element, _)| {
        let end = u32::from(element.start_col()?).saturating_add(element.cols().into());
        let kind = ErrorKind::ElementPastLastColumn { column: end.saturating_sub(1), limit: COLUMNS.saturating_sub(1) };
        (end > COLUMNS).then(|| element.error(kind, 10))
    },
    |(element, _)| {
        let [bits, ..] = element.reserved_bits();
        reserved(Field::ColsAndStart, bits.into()).map(|kind| element.error(kind, 10))
    },
    |(element, _)| {
        let value = element.semantic_kind();
        unknown(value.is_known(), Field::SemanticKind, value.raw()).map(|kind| element.error(kind, 11))
    },
    |(element, _)| {
        let value = element.component_type();
        unknown(value.is_known(), Field::ComponentType, value.raw()).map(|kind| element.error(kind, 12))
    },
    |(element, _)| {
        let value = element.interpolation_mode();
        unknown(value.is_known(), Field::InterpolationMode, value.raw()).map(|kind| element.error(kind, 13))
    },
    |(element, _)| {
        let [_, bits, _] = element.reserved_bits();
        reserved(Field::DynamicMaskAndStream, bits.into()).map(|kind| element.error(kind, 14))
    },
    |(element, _)| {
        let [.., bits] = element.reserved_bits();
        reserved(Field::Reserved, bits.into()).map(|kind| element.error(kind, 15))
    },
];

const TRAILING: &[PsvCheck] = &[|psv| {
    let length = length(psv.trailing());
    if psv.reading == Reading::Newer || length == 0 {
        return None;
    }
    let kind = ErrorKind::TrailingBytes { length, expected: psv.dependencies().size() };
    Some(Error::new(kind, psv.tail_offset().wrapping_add(psv.dependencies().size()), Region::Dependencies))
}];

impl Psv<'_> {
    fn info_error(&self, kind: Option<ErrorKind>, field_offset: u32) -> Option<Error> {
        kind.map(|kind| Error::new(kind, self.info_offset().wrapping_add(field_offset), Region::RuntimeInfo))
    }
}

impl Resource<'_> {
    fn error(&self, kind: Option<ErrorKind>, field_offset: u32) -> Option<Error> {
        kind.map(|kind| {
            let offset = self.offset().saturating_add(field_offset);
            Error::new(kind, offset, Region::Resource(self.index()))
        })
    }
}
