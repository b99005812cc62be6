use core::fmt;
use core::iter::FusedIterator;

use super::cell::Content;
use super::dependencies::{Dependencies, mark};
use super::evaluate::part;
use super::ids::Def;
use super::index::Index;
use super::instruction::Instruction;
use super::opcode;
use super::text::Text;
use super::types::Shape;
use super::values::Values;
use crate::error::Error;
use crate::values::open_set;

open_set! {
    /// The stage that an entry point is for.
    ///
    /// Source: SPIR-V specification 1.6, 3.2.3 "Execution Model".
    pub struct ExecutionModel(u32) {
        /// Vertex.
        VERTEX = 0 => "vertex",
        /// Tessellation control.
        TESSELLATION_CONTROL = 1 => "tessellation_control",
        /// Tessellation evaluation.
        TESSELLATION_EVALUATION = 2 => "tessellation_evaluation",
        /// Geometry.
        GEOMETRY = 3 => "geometry",
        /// Fragment.
        FRAGMENT = 4 => "fragment",
        /// Compute, of graphics APIs.
        GL_COMPUTE = 5 => "gl_compute",
        /// Compute, of OpenCL.
        KERNEL = 6 => "kernel",
        /// Task, of `SPV_NV_mesh_shader`.
        TASK_NV = 5267 => "task_nv",
        /// Mesh, of `SPV_NV_mesh_shader`.
        MESH_NV = 5268 => "mesh_nv",
        /// Ray generation.
        RAY_GENERATION = 5313 => "ray_generation",
        /// Intersection.
        INTERSECTION = 5314 => "intersection",
        /// Any hit.
        ANY_HIT = 5315 => "any_hit",
        /// Closest hit.
        CLOSEST_HIT = 5316 => "closest_hit",
        /// Miss.
        MISS = 5317 => "miss",
        /// Callable.
        CALLABLE = 5318 => "callable",
        /// Task, of `SPV_EXT_mesh_shader`.
        TASK_EXT = 5364 => "task_ext",
        /// Mesh, of `SPV_EXT_mesh_shader`.
        MESH_EXT = 5365 => "mesh_ext",
    }
}

impl ExecutionModel {
    /// Whether entry points of this kind run in workgroups.
    #[must_use]
    pub const fn has_workgroups(self) -> bool {
        matches!(
            self,
            Self::GL_COMPUTE | Self::KERNEL | Self::TASK_NV | Self::MESH_NV | Self::TASK_EXT | Self::MESH_EXT
        )
    }
}

/// Where a workgroup's size is stated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WorkgroupSizeSource {
    /// In a constant decorated as the built-in `WorkgroupSize`, which goes before anything else.
    Builtin,
    /// In the execution mode `LocalSizeId`, by ids of constants.
    LocalSizeId,
    /// In the execution mode `LocalSize`, by numbers.
    LocalSize,
}

impl WorkgroupSizeSource {
    /// The name as psoview's JSON prints it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Builtin => "builtin",
            Self::LocalSizeId => "local_size_id",
            Self::LocalSize => "local_size",
        }
    }
}

impl Index<'_> {
    /// The entry points, in the module's order.
    #[must_use]
    pub const fn entry_points(&self) -> EntryPoints<'_> {
        EntryPoints { index: self, next: 0 }
    }

    /// How many words [`WorkgroupSize::spec_ids`] needs.
    #[must_use]
    pub fn dependency_words(&self) -> usize {
        crate::bytes::to_usize(self.constants.len().div_ceil(u32::BITS))
    }
}

/// The entry points of a module, in its order.
#[derive(Clone)]
pub struct EntryPoints<'i> {
    index: &'i Index<'i>,
    next: u32,
}

impl<'i> Iterator for EntryPoints<'i> {
    type Item = EntryPoint<'i>;

    fn next(&mut self) -> Option<EntryPoint<'i>> {
        let [offset] = self.index.entry_points.get(self.next)?;
        self.next = self.next.saturating_add(1);
        let instruction = self.index.module.instruction_at(offset)?;
        Some(EntryPoint { index: self.index, instruction })
    }
}

impl FusedIterator for EntryPoints<'_> {}

impl fmt::Debug for EntryPoints<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

/// An entry point of a module.
#[derive(Clone, Copy)]
pub struct EntryPoint<'i> {
    index: &'i Index<'i>,
    instruction: Instruction<'i>,
}

impl<'i> EntryPoint<'i> {
    /// The stage that it is for.
    #[must_use]
    pub fn execution_model(&self) -> ExecutionModel {
        ExecutionModel::from_raw(self.instruction.operand(0).unwrap_or(u32::MAX))
    }

    /// The id of its function.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.instruction.operand(1).unwrap_or(0)
    }

    /// Its name; `None` where the instruction ends before it.
    #[must_use]
    pub fn name(&self) -> Option<Text<'i>> {
        self.instruction.text(2)
    }

    /// Where its workgroup's size is stated; `None` for a stage that has none, or where nothing states it.
    ///
    /// Of several execution modes for one entry point, which is not valid, the first counts.
    ///
    /// Source: Vulkan specification, "Built-In Variables", `WorkgroupSize`: the decorated constant takes precedence.
    #[must_use]
    pub fn workgroup_size(&self) -> Option<WorkgroupSize<'i>> {
        if !self.execution_model().has_workgroups() {
            return None;
        }
        let index = self.index;
        if let Some(constant) = index.workgroup_size {
            return Some(WorkgroupSize { index, stated: Stated::Constant(constant) });
        }
        let first = index.local_size_ids.partition_point(|&id| id < self.id());
        if index.local_size_ids.get(first) != Some(&self.id()) {
            return None;
        }
        let instruction = index.module.instruction_at(*index.local_sizes.get(first)?)?;
        let size = [2, 3, 4].map(|operand| instruction.operand(operand).unwrap_or(0));
        let is_ids = instruction.opcode() == opcode::EXECUTION_MODE_ID;
        Some(WorkgroupSize { index, stated: if is_ids { Stated::Ids(size) } else { Stated::Numbers(size) } })
    }
}

impl fmt::Debug for EntryPoint<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EntryPoint")
            .field("execution_model", &self.execution_model())
            .field("id", &self.id())
            .field("name", &self.name())
            .finish_non_exhaustive()
    }
}

#[derive(Clone, Copy, Debug)]
enum Stated {
    /// By the row of a composite constant.
    Constant(u32),
    Ids([u32; 3]),
    Numbers([u32; 3]),
}

/// Where the size of an entry point's workgroup comes from.
///
/// [`values`](Self::values) has it under settings, those that give nothing included.
#[derive(Clone, Copy)]
pub struct WorkgroupSize<'i> {
    index: &'i Index<'i>,
    stated: Stated,
}

impl WorkgroupSize<'_> {
    /// Where it is stated.
    #[must_use]
    pub const fn source(&self) -> WorkgroupSizeSource {
        match self.stated {
            Stated::Constant(_) => WorkgroupSizeSource::Builtin,
            Stated::Ids(_) => WorkgroupSizeSource::LocalSizeId,
            Stated::Numbers(_) => WorkgroupSizeSource::LocalSize,
        }
    }

    /// The size that an execution mode states by numbers.
    #[must_use]
    pub const fn literal(&self) -> Option<[u32; 3]> {
        match self.stated {
            Stated::Numbers(size) => Some(size),
            _ => None,
        }
    }

    /// The size under the settings that these values follow from; `None` for a dimension that is not a number of at most 32
    /// bits, or not known.
    #[must_use]
    pub fn values(&self, values: &Values<'_>) -> [Option<u32>; 3] {
        match self.stated {
            Stated::Constant(constant) => [0, 1, 2].map(|dimension| {
                let cell = values.cell(constant)?;
                let part = part(values.index, &values.cells, &cell, dimension)?;
                values.unsigned(&part)
            }),
            Stated::Ids(ids) => ids.map(|id| match values.index.ids.find(id)? {
                Def::Constant(constant) => values.unsigned(&values.cell(constant)?),
                _ => None,
            }),
            Stated::Numbers(size) => size.map(Some),
        }
    }

    /// The SpecIds that it depends on, through any number of constants, ascending and each once.
    ///
    /// The work is linear in the constants.
    ///
    /// # Errors
    ///
    /// `scratch` has not as many words as [`Index::dependency_words`] says
    /// ([`ErrorKind::ScratchTooSmall`](crate::ErrorKind::ScratchTooSmall)).
    pub fn spec_ids<'s>(&'s self, scratch: &'s mut [u32]) -> Result<Dependencies<'s>, Error> {
        let constant = |id| match self.index.ids.find(id) {
            Some(Def::Constant(constant)) => Some(constant),
            _ => None,
        };
        let roots = match self.stated {
            Stated::Constant(constant) => [Some(constant), None, None],
            Stated::Ids(ids) => ids.map(constant),
            Stated::Numbers(_) => [None; 3],
        };
        mark(self.index, roots.into_iter().flatten(), scratch)
    }
}

impl Values<'_> {
    /// An integer of at most 32 bits, read as unsigned.
    pub(super) fn unsigned(&self, cell: &super::cell::Cell) -> Option<u32> {
        match (cell.content, self.index.shape(cell.ty)) {
            (Content::Scalar(bits), Shape::Int { .. }) => u32::try_from(bits).ok(),
            _ => None,
        }
    }
}

impl fmt::Debug for WorkgroupSize<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WorkgroupSize")
            .field("source", &self.source())
            .field("stated", &self.stated)
            .finish_non_exhaustive()
    }
}
