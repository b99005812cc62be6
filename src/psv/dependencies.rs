use core::{array, fmt};

use super::mask::{ComponentMask, DependencyTable, Words, components, mask_words};
use super::runtime_info::StageSignature;
use crate::bytes::{self, Cursor, U32, WORD, to_usize};
use crate::error::{ErrorKind, Fault, Region};
use crate::values::ShaderKind;

/// Which outputs depend on `SV_ViewID`, and which on which inputs: what follows the signature elements.
///
/// The part stores no lengths here; they follow from the stage and the vector counts. The order is: a view-id mask for
/// each stream of outputs, the view-id mask of the patch constants (hull) or primitives (mesh), an input-to-output table
/// for each stream, the input-to-patch-constant table (hull), the patch-constant-to-output table (domain).
///
/// The analysis behind it is conservative: a bit may be set where there is no dependence. Compilers had two faults: for
/// geometry shaders with several streams, every stream but the last is empty when written by a compiler before 1.7.2308,
/// and the masks of mesh shaders are wrong when written by one before 1.8.2502. The part does not say which compiler
/// wrote it.
///
/// Source: DirectXShaderCompiler `include/dxc/DxilContainer/DxilPipelineStateValidation.h`
/// (`DxilPipelineStateValidation::ReadOrWrite`).
#[derive(Clone, Copy)]
pub struct Dependencies<'a> {
    words: &'a [U32],
    /// `None` in a part of version 0.
    signature: Option<StageSignature<'a>>,
    offset: u32,
}

/// Masks of one length back to back.
#[derive(Clone, Copy)]
struct Section {
    masks: u32,
    /// The rows of the signature that the masks speak of.
    vectors: u8,
}

impl Section {
    #[inline]
    fn words(self) -> u32 {
        self.masks.saturating_mul(mask_words(self.vectors))
    }
}

const SECTIONS: usize = 11;

/// What the stage and the vector counts say of the masks and tables.
#[derive(Clone, Copy)]
struct Shape {
    view_id: Option<bool>,
    is_mesh: bool,
    inputs: u8,
    outputs: [u8; 4],
    hull_patch_constants: Option<u8>,
    domain_patch_constants: Option<u8>,
    primitives: Option<u8>,
}

impl Shape {
    /// A part of version 0.
    const NONE: Self = Self {
        view_id: None,
        is_mesh: false,
        inputs: 0,
        outputs: [0; 4],
        hull_patch_constants: None,
        domain_patch_constants: None,
        primitives: None,
    };

    #[inline]
    fn new(signature: StageSignature<'_>) -> Self {
        let stage = signature.stage();
        let [first, ..] = signature.output_vectors();
        let patch_constants = signature.patch_constant_vectors();
        Self {
            view_id: Some(signature.uses_view_id()),
            is_mesh: stage == ShaderKind::MESH,
            inputs: signature.input_vectors(),
            outputs: if stage == ShaderKind::GEOMETRY { signature.output_vectors() } else { [first, 0, 0, 0] },
            hull_patch_constants: patch_constants.filter(|_| stage == ShaderKind::HULL),
            domain_patch_constants: patch_constants.filter(|_| stage == ShaderKind::DOMAIN),
            primitives: signature.primitive_vectors(),
        }
    }

    /// The rows that the second view-id mask speaks of; `None` where the stage has no such mask.
    #[inline]
    fn view_id_patch_constants(&self) -> Option<u8> {
        self.primitives.or(self.hull_patch_constants)
    }

    /// The masks and tables in the order in which they are stored. What the stage does not have is empty.
    #[inline]
    fn sections(&self) -> [Section; SECTIONS] {
        let [first, second, third, fourth] = self.outputs;
        let view_id = |vectors| Section { masks: u32::from(self.view_id == Some(true)), vectors };
        let table = |from, to| Section { masks: components(from), vectors: to };
        let inputs = if self.is_mesh { 0 } else { self.inputs };
        [
            view_id(first),
            view_id(second),
            view_id(third),
            view_id(fourth),
            view_id(self.view_id_patch_constants().unwrap_or(0)),
            table(inputs, first),
            table(inputs, second),
            table(inputs, third),
            table(inputs, fourth),
            table(inputs, self.hull_patch_constants.unwrap_or(0)),
            table(self.domain_patch_constants.unwrap_or(0), first),
        ]
    }

    /// The words of all sections, without making a list of them.
    ///
    /// Each row of a stream's outputs has its bits in as many masks as there are things it can depend on, and so have the
    /// patch constants. Every count is a byte, so nothing here comes near 2^32.
    #[inline]
    fn word_count(&self) -> u32 {
        let [first, others @ ..] = self.outputs;
        let view_id = u32::from(self.view_id == Some(true));
        let inputs = if self.is_mesh { 0 } else { components(self.inputs) };
        let patch_constants = components(self.domain_patch_constants.unwrap_or(0));
        let per_output = view_id.wrapping_add(inputs).wrapping_add(patch_constants);
        let mut words = mask_words(first).wrapping_mul(per_output);
        if others != [0; 3] {
            for outputs in others {
                words = words.wrapping_add(mask_words(outputs).wrapping_mul(view_id.wrapping_add(inputs)));
            }
        }
        if let Some(vectors) = self.view_id_patch_constants() {
            let inputs = if self.hull_patch_constants.is_some() { inputs } else { 0 };
            words = words.wrapping_add(mask_words(vectors).wrapping_mul(view_id.wrapping_add(inputs)));
        }
        words
    }
}

/// The words that the vector counts ask for.
///
/// Most stages have one stream of outputs and no patch constants, and need not be asked for them.
#[inline]
fn word_count(signature: StageSignature<'_>) -> u32 {
    const OTHERS: [ShaderKind; 4] = [ShaderKind::GEOMETRY, ShaderKind::HULL, ShaderKind::DOMAIN, ShaderKind::MESH];
    if OTHERS.contains(&signature.stage()) {
        return word_count_of_any(signature);
    }
    let [outputs, ..] = signature.output_vectors();
    let per_output = u32::from(signature.uses_view_id()).wrapping_add(components(signature.input_vectors()));
    mask_words(outputs).wrapping_mul(per_output)
}

#[inline(never)]
fn word_count_of_any(signature: StageSignature<'_>) -> u32 {
    Shape::new(signature).word_count()
}

/// The words of a section, taken off the front of all words.
#[derive(Clone, Copy)]
struct SectionWords<'a> {
    words: &'a [U32],
    section: Section,
}

impl<'a> SectionWords<'a> {
    const fn mask(self) -> ComponentMask<'a> {
        ComponentMask::new(self.words, self.section.vectors)
    }

    const fn table(self) -> DependencyTable<'a> {
        DependencyTable::new(self.words, self.section.masks, self.section.vectors)
    }
}

fn take<'a>(words: &mut &'a [U32], count: u32) -> &'a [U32] {
    let (taken, rest) = words.split_at_checked(to_usize(count)).unwrap_or_default();
    *words = rest;
    taken
}

impl<'a> Dependencies<'a> {
    /// What `tail`, the bytes after the elements, starts with; [`check`](Self::check) has seen that it is there.
    #[inline]
    pub(super) fn new(tail: &'a [u8], signature: Option<StageSignature<'a>>, offset: u32) -> Self {
        let mut dependencies = Self { words: &[], signature, offset };
        let count = dependencies.shape().word_count();
        dependencies.words = bytes::records(tail).0.get(..to_usize(count)).unwrap_or_default();
        dependencies
    }

    /// Makes sure that the bytes after the elements hold the words that the vector counts ask for.
    #[inline]
    pub(super) fn check<F: Fault>(tail: Cursor<'a>, signature: StageSignature<'a>) -> Result<(), F> {
        let needed = word_count(signature).wrapping_mul(WORD);
        let available = tail.available();
        if needed > available {
            let kind = ErrorKind::DependenciesOutOfBounds { needed, available };
            return Err(F::new(kind, tail.offset(), Region::Dependencies));
        }
        Ok(())
    }

    fn shape(&self) -> Shape {
        self.signature.map_or(Shape::NONE, Shape::new)
    }

    fn sections(&self) -> [SectionWords<'a>; SECTIONS] {
        let mut words = self.words;
        self.shape().sections().map(|section| SectionWords { words: take(&mut words, section.words()), section })
    }

    /// The output components that depend on `SV_ViewID`, for each stream; `None` where the shader does not use it.
    ///
    /// A stage other than geometry has the first stream only, the others are empty.
    #[must_use]
    pub fn view_id_outputs(&self) -> Option<[ComponentMask<'a>; 4]> {
        if self.shape().view_id != Some(true) {
            return None;
        }
        let [first, second, third, fourth, ..] = self.sections();
        Some([first.mask(), second.mask(), third.mask(), fourth.mask()])
    }

    /// The patch-constant components (hull) or primitive components (mesh) that depend on `SV_ViewID`; `None` where the
    /// shader does not use it, and for other stages.
    #[must_use]
    pub fn view_id_patch_constants(&self) -> Option<ComponentMask<'a>> {
        let [_, _, _, _, mask, ..] = self.sections();
        self.shape().view_id_patch_constants().filter(|_| self.shape().view_id == Some(true)).map(|_| mask.mask())
    }

    /// The output components that depend on an input component, for each stream; `None` for a mesh shader, which has no
    /// inputs, and in a part of version 0.
    ///
    /// Hull: outputs and inputs are those of control points, whichever point it is. A stage other than geometry has the
    /// first stream only, the others are empty.
    #[must_use]
    pub fn input_to_output(&self) -> Option<[DependencyTable<'a>; 4]> {
        if self.shape().view_id.is_none() || self.shape().is_mesh {
            return None;
        }
        let [_, _, _, _, _, first, second, third, fourth, ..] = self.sections();
        Some([first.table(), second.table(), third.table(), fourth.table()])
    }

    /// The patch-constant components of a hull shader that depend on an input component; `None` for other stages.
    #[must_use]
    pub fn input_to_patch_constant(&self) -> Option<DependencyTable<'a>> {
        let [.., table, _] = self.sections();
        self.shape().hull_patch_constants.map(|_| table.table())
    }

    /// The output components of a domain shader that depend on a patch-constant component; `None` for other stages.
    #[must_use]
    pub fn patch_constant_to_output(&self) -> Option<DependencyTable<'a>> {
        let [.., table] = self.sections();
        self.shape().domain_patch_constants.map(|_| table.table())
    }

    /// All the words, as they are stored.
    #[must_use]
    pub fn words(&self) -> Words<'a> {
        Words::new(self.words)
    }

    /// Where the words start in the caller's slice.
    pub(super) const fn offset(&self) -> u32 {
        self.offset
    }

    /// The bytes that the vector counts ask for.
    pub(super) fn size(&self) -> u32 {
        self.shape().word_count().wrapping_mul(WORD)
    }

    /// Every mask there is, the tables' rows among them, in the order in which they are stored.
    pub(super) fn masks(&self) -> Masks<'a> {
        let none = Section { masks: 0, vectors: 0 };
        Masks { words: self.words, current: none, sections: self.shape().sections().into_iter() }
    }
}

/// Iterates over masks as they lie back to back.
#[derive(Clone)]
pub(super) struct Masks<'a> {
    words: &'a [U32],
    current: Section,
    sections: array::IntoIter<Section, SECTIONS>,
}

impl<'a> Masks<'a> {
    /// The words not yet taken.
    pub(super) const fn words_left(&self) -> usize {
        self.words.len()
    }
}

impl<'a> Iterator for Masks<'a> {
    type Item = ComponentMask<'a>;

    fn next(&mut self) -> Option<ComponentMask<'a>> {
        while self.current.masks == 0 {
            self.current = self.sections.next()?;
        }
        self.current.masks = self.current.masks.saturating_sub(1);
        let words = take(&mut self.words, mask_words(self.current.vectors));
        Some(ComponentMask::new(words, self.current.vectors))
    }
}

impl fmt::Debug for Dependencies<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Dependencies")
            .field("view_id_outputs", &self.view_id_outputs())
            .field("view_id_patch_constants", &self.view_id_patch_constants())
            .field("input_to_output", &self.input_to_output())
            .field("input_to_patch_constant", &self.input_to_patch_constant())
            .field("patch_constant_to_output", &self.patch_constant_to_output())
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Reading;
    use super::super::runtime_info::RuntimeInfo;
    use super::*;
    use crate::error::Error;

    /// The count that reading relies on is that of the sections that decoding takes.
    #[test]
    fn word_count_is_the_sum_of_the_sections() {
        let counts = [0_u8, 1, 2, 8, 9, 31, 255];
        let optional = [None, Some(0), Some(1), Some(9), Some(255)];
        for view_id in [None, Some(false), Some(true)] {
            for inputs in counts {
                for first in counts {
                    for patch_constants in optional {
                        let shape = Shape { view_id, inputs, outputs: [first, 0, 0, 0], ..Shape::NONE };
                        let shapes = [
                            Shape { hull_patch_constants: patch_constants, ..shape },
                            Shape { domain_patch_constants: patch_constants, ..shape },
                            Shape { is_mesh: true, primitives: patch_constants, ..shape },
                            Shape { outputs: [first, patch_constants.unwrap_or(3), 0, first], ..shape },
                        ];
                        for shape in shapes {
                            let sum: u32 = shape.sections().iter().map(|section| section.words()).sum();
                            assert_eq!(shape.word_count(), sum);
                        }
                    }
                }
            }
        }
    }

    /// The short cut for most stages comes to what the general count does.
    #[test]
    fn word_count_is_the_same_by_either_way() {
        for stage in 0..16 {
            for [view_id, patch_constants, inputs, first, other] in
                [[0, 1, 1, 1, 1], [1, 9, 9, 9, 9], [1, 0, 31, 8, 0], [0, 255, 255, 255, 255], [255, 3, 0, 17, 9]]
            {
                // The size, version 0, then what version 1 adds.
                let mut part = [0; 40];
                part[0] = 36;
                part[28..].copy_from_slice(&[
                    stage,
                    view_id,
                    patch_constants,
                    0,
                    0,
                    0,
                    0,
                    inputs,
                    first,
                    other,
                    other,
                    other,
                ]);
                let info = RuntimeInfo::read::<Error>(&mut Cursor::new(&part, 0), Reading::Strict).unwrap();
                let signature = info.signature().unwrap();
                assert_eq!(word_count(signature), Shape::new(signature).word_count(), "stage {stage}");
            }
        }
    }
}
