use core::fmt;
use core::iter::FusedIterator;

use super::constant::Constant;
use super::header::Module;
use super::ids::{Def, Ids};
use super::opcode;
use super::table::Rows;
use crate::error::{Error, ErrorKind};

/// Stands for "none" where a table has a row's number.
pub(super) const NONE: u32 = u32::MAX;

/// What the index keeps of a constant.
#[derive(Clone, Copy)]
pub(super) struct ConstantRow {
    /// Where its instruction starts, in words.
    pub(super) offset: u32,
    pub(super) id: u32,
    /// The row of its type, or [`NONE`].
    pub(super) ty: u32,
    /// Its row among those that can have a SpecId, or [`NONE`].
    pub(super) settable: u32,
    /// Where the `OpName` starts that names it; 0 where none does.
    pub(super) name: u32,
}

impl ConstantRow {
    #[inline]
    pub(super) const fn pack(self) -> [u32; 5] {
        [self.offset, self.id, self.ty, self.settable, self.name]
    }

    #[inline]
    pub(super) const fn unpack([offset, id, ty, settable, name]: [u32; 5]) -> Self {
        Self { offset, id, ty, settable, name }
    }
}

/// The types and constants of a module and what its decorations, names and entry points say about them.
///
/// Made by [`Preamble::index`](super::Preamble::index) in scratch words that the caller lends; it is a handful of slices and
/// cheap to copy.
#[derive(Clone, Copy)]
pub struct Index<'a> {
    pub(super) module: Module<'a>,
    /// Whether unknown instructions may define ids.
    pub(super) unknown: bool,
    pub(super) ids: Ids<'a>,
    /// `[offset, shape…]`
    pub(super) types: Rows<'a, 4>,
    /// See [`ConstantRow`].
    pub(super) constants: Rows<'a, 5>,
    /// `[constant, SpecId, whether it has one]`
    pub(super) settables: Rows<'a, 3>,
    /// The SpecIds of those that have one, ascending, and beside them their rows in `settables`.
    pub(super) spec_ids: &'a [u32],
    pub(super) spec_id_settables: &'a [u32],
    /// `[offset, SpecId, whether it has one]`
    pub(super) groups: Rows<'a, 3>,
    /// Where `OpGroupDecorate`s start.
    pub(super) group_decorates: Rows<'a, 1>,
    pub(super) entry_points: Rows<'a, 1>,
    /// The entry points of execution modes that state a workgroup size, ascending, and beside them where those start.
    pub(super) local_size_ids: &'a [u32],
    pub(super) local_sizes: &'a [u32],
    /// `[offset, constant or NONE]` of what freezing may change, in the module's order.
    pub(super) edits: Rows<'a, 2>,
    /// The constant decorated as the built-in `WorkgroupSize`.
    pub(super) workgroup_size: Option<u32>,
    /// Cells that evaluating needs beside one for each constant.
    pub(super) extra_cells: u64,
}

impl<'a> Index<'a> {
    /// The module.
    #[must_use]
    pub const fn module(&self) -> Module<'a> {
        self.module
    }

    #[inline]
    pub(super) fn row(&self, constant: u32) -> Option<ConstantRow> {
        self.constants.get(constant).map(ConstantRow::unpack)
    }

    /// What an id stands for; `Ok(None)` where an unknown instruction may have defined it.
    pub(super) fn find(&self, id: u32, word: u32) -> Result<Option<Def>, Error> {
        match self.ids.find(id) {
            Some(def) => Ok(Some(def)),
            None if self.unknown && id != 0 && id < self.module.id_bound() => Ok(None),
            None => Err(undefined(&self.module, id, word)),
        }
    }

    /// Every constant before the first function, in the module's order: plain ones, specialization constants and `OpUndef`.
    #[must_use]
    pub const fn constants(&self) -> Constants<'_> {
        Constants { index: self, next: 0, end: self.constants.len() }
    }

    /// The constants that a SpecId can be given to, in the module's order, with and without one: `OpSpecConstantTrue`,
    /// `OpSpecConstantFalse`, `OpSpecConstant` and `OpSpecConstantDataKHR`.
    ///
    /// Several may share a SpecId, also with different types and defaults; glslang writes that for every
    /// `local_size_x_id` that repeats a `constant_id`.
    #[must_use]
    pub const fn spec_constants(&self) -> SpecConstants<'_> {
        SpecConstants { index: self, next: 0, end: self.settables.len() }
    }

    /// The constant with this result id.
    #[must_use]
    pub fn constant(&self, id: u32) -> Option<Constant<'_>> {
        match self.ids.find(id)? {
            Def::Constant(constant) => Some(Constant::new(self, constant)),
            _ => None,
        }
    }

    /// The constants that have this SpecId, in the module's order.
    #[must_use]
    pub fn by_spec_id(&self, spec_id: u32) -> BySpecId<'_> {
        let start = self.spec_ids.partition_point(|&id| id < spec_id);
        let ids = self.spec_ids.get(start..).unwrap_or_default();
        let count = ids.partition_point(|&id| id == spec_id);
        let settables = self.spec_id_settables.get(start..).and_then(|rows| rows.get(..count));
        BySpecId { index: self, settables: settables.unwrap_or_default().iter() }
    }

    /// The constants with this name, in the module's order. Each call looks at every name.
    #[must_use]
    pub const fn by_name<'i, 'n>(&'i self, name: &'n str) -> ByName<'i, 'n> {
        ByName { constants: self.constants(), name }
    }

    /// The SpecIds that constants have, ascending, each once.
    #[must_use]
    pub const fn spec_ids(&self) -> SpecIds<'_> {
        SpecIds { rest: self.spec_ids }
    }

    /// The SpecIds whose constants differ in size, so that no map entry can be right for all of them.
    #[must_use]
    pub const fn conflicts(&self) -> Conflicts<'_> {
        Conflicts { index: self, spec_ids: self.spec_ids() }
    }

    /// SpecIds on what cannot have one: a plain constant, an operation, a type, an id that nothing defines.
    ///
    /// They have no effect.
    #[must_use]
    pub const fn invalid_spec_ids(&self) -> InvalidSpecIds<'_> {
        InvalidSpecIds { index: self, edit: 0, group_decorate: 0, target: 0 }
    }
}

#[cold]
pub(super) fn undefined(module: &Module<'_>, id: u32, word: u32) -> Error {
    let bound = module.id_bound();
    let in_range = id != 0 && id < bound;
    let kind = if in_range { ErrorKind::UndefinedId { id, bound } } else { ErrorKind::IdOutOfRange { id, bound } };
    module.error_at(kind, word)
}

impl fmt::Debug for Index<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Index")
            .field("module", &self.module)
            .field("constants", &self.constants())
            .finish_non_exhaustive()
    }
}

/// The constants of an [`Index`], in the module's order.
#[derive(Clone)]
pub struct Constants<'i> {
    index: &'i Index<'i>,
    next: u32,
    end: u32,
}

impl<'i> Iterator for Constants<'i> {
    type Item = Constant<'i>;

    fn next(&mut self) -> Option<Constant<'i>> {
        let constant = (self.next < self.end).then(|| Constant::new(self.index, self.next))?;
        self.next = self.next.saturating_add(1);
        Some(constant)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let length = crate::bytes::to_usize(self.end.saturating_sub(self.next));
        (length, Some(length))
    }
}

impl ExactSizeIterator for Constants<'_> {}
impl FusedIterator for Constants<'_> {}

impl fmt::Debug for Constants<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

/// The constants of an [`Index`] that can have a SpecId, in the module's order.
#[derive(Clone)]
pub struct SpecConstants<'i> {
    index: &'i Index<'i>,
    next: u32,
    end: u32,
}

impl<'i> Iterator for SpecConstants<'i> {
    type Item = Constant<'i>;

    fn next(&mut self) -> Option<Constant<'i>> {
        if self.next >= self.end {
            return None;
        }
        let [constant, ..] = self.index.settables.get(self.next)?;
        self.next = self.next.saturating_add(1);
        Some(Constant::new(self.index, constant))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let length = crate::bytes::to_usize(self.end.saturating_sub(self.next));
        (length, Some(length))
    }
}

impl ExactSizeIterator for SpecConstants<'_> {}
impl FusedIterator for SpecConstants<'_> {}

impl fmt::Debug for SpecConstants<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

/// The constants that share a SpecId; made by [`Index::by_spec_id`].
#[derive(Clone)]
pub struct BySpecId<'i> {
    index: &'i Index<'i>,
    settables: core::slice::Iter<'i, u32>,
}

impl<'i> Iterator for BySpecId<'i> {
    type Item = Constant<'i>;

    fn next(&mut self) -> Option<Constant<'i>> {
        let [constant, ..] = self.index.settables.get(*self.settables.next()?)?;
        Some(Constant::new(self.index, constant))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.settables.size_hint()
    }
}

impl ExactSizeIterator for BySpecId<'_> {}
impl FusedIterator for BySpecId<'_> {}

impl fmt::Debug for BySpecId<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

/// The constants with a name; made by [`Index::by_name`].
#[derive(Clone)]
pub struct ByName<'i, 'n> {
    constants: Constants<'i>,
    name: &'n str,
}

impl<'i> Iterator for ByName<'i, '_> {
    type Item = Constant<'i>;

    fn next(&mut self) -> Option<Constant<'i>> {
        let name = self.name;
        self.constants.find(|constant| constant.name().is_some_and(|own| own == *name))
    }
}

impl FusedIterator for ByName<'_, '_> {}

impl fmt::Debug for ByName<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

/// The SpecIds whose constants differ in size; made by [`Index::conflicts`].
#[derive(Clone, Debug)]
pub struct Conflicts<'i> {
    index: &'i Index<'i>,
    spec_ids: SpecIds<'i>,
}

impl Iterator for Conflicts<'_> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        let index = self.index;
        self.spec_ids.find(|&spec_id| {
            let mut sizes = index.by_spec_id(spec_id).map(|constant| constant.byte_size());
            let first = sizes.next();
            sizes.any(|size| Some(size) != first)
        })
    }
}

impl FusedIterator for Conflicts<'_> {}

/// The SpecIds of a module, ascending, each once.
#[derive(Clone, Debug)]
pub struct SpecIds<'i> {
    rest: &'i [u32],
}

impl Iterator for SpecIds<'_> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        let (&first, rest) = self.rest.split_first()?;
        let same = rest.iter().take_while(|&&id| id == first).count();
        self.rest = rest.get(same..).unwrap_or_default();
        Some(first)
    }
}

impl FusedIterator for SpecIds<'_> {}

/// A SpecId on something that cannot have one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct InvalidSpecId {
    target_id: u32,
    spec_id: u32,
}

impl InvalidSpecId {
    /// The id that is decorated.
    #[must_use]
    pub const fn target_id(&self) -> u32 {
        self.target_id
    }

    /// The SpecId.
    #[must_use]
    pub const fn spec_id(&self) -> u32 {
        self.spec_id
    }
}

/// The SpecIds on what cannot have one: first those of decorations, then those of groups, in the module's order.
#[derive(Clone)]
pub struct InvalidSpecIds<'i> {
    index: &'i Index<'i>,
    edit: u32,
    group_decorate: u32,
    /// The next target of that group.
    target: u32,
}

impl Index<'_> {
    /// The row among those that can have a SpecId of what a decoration targets.
    #[inline]
    pub(super) fn settable(&self, target: u32) -> Option<u32> {
        match self.ids.find(target)? {
            Def::Constant(constant) => self.row(constant).map(|row| row.settable).filter(|&row| row != NONE),
            _ => None,
        }
    }
}

impl InvalidSpecIds<'_> {
    fn next_direct(&mut self) -> Option<InvalidSpecId> {
        while let Some([offset, _]) = self.index.edits.get(self.edit) {
            self.edit = self.edit.saturating_add(1);
            let Some(instruction) = self.index.module.instruction_at(offset) else { continue };
            if instruction.opcode() != opcode::DECORATE {
                continue;
            }
            let (Some(target_id), Some(spec_id)) = (instruction.operand(0), instruction.operand(2)) else { continue };
            let is_group = matches!(self.index.ids.find(target_id), Some(Def::Group(_)));
            if !is_group && self.index.settable(target_id).is_none() {
                return Some(InvalidSpecId { target_id, spec_id });
            }
        }
        None
    }

    fn next_in_group(&mut self) -> Option<InvalidSpecId> {
        loop {
            let [offset] = self.index.group_decorates.get(self.group_decorate)?;
            let instruction = self.index.module.instruction_at(offset)?;
            let group = instruction.operand(0).and_then(|id| self.index.ids.find(id));
            let spec_id = match group {
                Some(Def::Group(group)) => self.index.groups.get(group).filter(|&[_, _, has]| has != 0),
                _ => None,
            };
            self.target = self.target.saturating_add(1);
            match (spec_id, instruction.operand(self.target)) {
                (Some([_, spec_id, _]), Some(target_id)) => {
                    if self.index.settable(target_id).is_none() {
                        return Some(InvalidSpecId { target_id, spec_id });
                    }
                }
                _ => (self.group_decorate, self.target) = (self.group_decorate.saturating_add(1), 0),
            }
        }
    }
}

impl Iterator for InvalidSpecIds<'_> {
    type Item = InvalidSpecId;

    fn next(&mut self) -> Option<InvalidSpecId> {
        self.next_direct().or_else(|| self.next_in_group())
    }
}

impl FusedIterator for InvalidSpecIds<'_> {}

impl fmt::Debug for InvalidSpecIds<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}
