use core::fmt;

use crate::values::FourCc;

/// The structure an [`Error`](crate::Error) speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Region {
    /// The container's 32-byte header.
    ContainerHeader,
    /// The container's table of part offsets.
    PartDirectory,
    /// A part: its 8-byte header and its data.
    Part(FourCc),
    /// The DXIL program header at the start of the part with this tag.
    ProgramHeader(FourCc),
    /// PSV0: the runtime-info block and the word with its size.
    RuntimeInfo,
    /// PSV0: the resource table, with the words for its count and record size.
    Resources,
    /// PSV0: the resource record with this index.
    Resource(u32),
    /// PSV0: the string table and the word with its size.
    StringTable,
    /// PSV0: the semantic-index table and the word with its count.
    SemanticIndices,
    /// PSV0: the three tables of signature elements and the word with the record size.
    Elements,
    /// PSV0: the input element with this index.
    InputElement(u32),
    /// PSV0: the output element with this index.
    OutputElement(u32),
    /// PSV0: the patch-constant element (mesh: primitive element) with this index.
    PatchConstantElement(u32),
    /// PSV0: the view-id masks and dependency tables after the elements.
    Dependencies,
    /// The five words at the start of a SPIR-V module.
    SpirvHeader,
    /// The SPIR-V instruction with this number, counted from 0 at the first after the header.
    Instruction(u32),
    /// The scratch words that the caller lends. The offset is then 0.
    Scratch,
    /// The output that the caller lends. The offset is then 0.
    Output,
}

impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ContainerHeader => f.write_str("container header"),
            Self::PartDirectory => f.write_str("part directory"),
            Self::Part(tag) => write!(f, "part {tag}"),
            Self::ProgramHeader(tag) => write!(f, "program header of part {tag}"),
            Self::RuntimeInfo => f.write_str("PSV0 runtime info"),
            Self::Resources => f.write_str("PSV0 resource table"),
            Self::Resource(index) => write!(f, "PSV0 resource {index}"),
            Self::StringTable => f.write_str("PSV0 string table"),
            Self::SemanticIndices => f.write_str("PSV0 semantic-index table"),
            Self::Elements => f.write_str("PSV0 signature elements"),
            Self::InputElement(index) => write!(f, "PSV0 input element {index}"),
            Self::OutputElement(index) => write!(f, "PSV0 output element {index}"),
            Self::PatchConstantElement(index) => write!(f, "PSV0 patch-constant element {index}"),
            Self::Dependencies => f.write_str("PSV0 dependency tables"),
            Self::SpirvHeader => f.write_str("SPIR-V header"),
            Self::Instruction(index) => write!(f, "SPIR-V instruction {index}"),
            Self::Scratch => f.write_str("scratch"),
            Self::Output => f.write_str("output"),
        }
    }
}
