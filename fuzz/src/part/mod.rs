//! What a PSV0 part says, as plain data.

pub mod fields;
pub mod observe;
pub mod slow;
pub mod slow_findings;
pub mod write;

use psoview::{Error, ErrorKind, Region};

/// What is wrong, with the numbers found and the limits, and where. The library's words for it, which the slow readers
/// choose and fill in on their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    pub kind: ErrorKind,
    pub offset: u32,
    pub region: Region,
}

impl Fault {
    /// `offset` is one that lies in the input, which is shorter than 4 GiB.
    pub fn new(kind: ErrorKind, offset: usize, region: Region) -> Self {
        Self { kind, offset: u32::try_from(offset).expect("an offset in a short input"), region }
    }
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        Self { kind: error.kind(), offset: error.offset(), region: error.region() }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    pub info: Info,
    /// The stage and its parameters, where the part or its container tells.
    pub stage: Option<u16>,
    pub stage_info: Option<StageInfo>,
    pub resource_size: Option<u32>,
    pub resources: Vec<Resource>,
    pub strings: Vec<u8>,
    pub entry_name: Option<Result<Vec<u8>, Fault>>,
    pub indices: Vec<u32>,
    /// Inputs, outputs, patch constants.
    pub elements: [Vec<Element>; 3],
    /// The stored size of an element, where there is one.
    pub element_size: Option<u32>,
    pub dependencies: Dependencies,
    pub trailing: Vec<u8>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    pub size: u32,
    pub version: u8,
    pub union: [u8; 16],
    pub min_wave_lanes: Option<u32>,
    pub max_wave_lanes: Option<u32>,
    pub signature: Option<Signature>,
    pub num_threads: Option<[u32; 3]>,
    pub entry_name_offset: Option<u32>,
    pub group_shared_bytes: Option<u32>,
    pub unknown: Vec<u8>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    pub stage: u16,
    pub uses_view_id: bool,
    pub max_vertex_count: Option<u16>,
    pub patch_constant_vectors: Option<u8>,
    pub primitive_vectors: Option<u8>,
    pub mesh_output_topology: Option<u8>,
    pub element_counts: [u8; 3],
    pub input_vectors: u8,
    pub output_vectors: [u8; 4],
}

/// The numbers of the value sets are those stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StageInfo {
    Vertex { position: bool },
    Hull { input_points: u32, output_points: u32, domain: u32, primitive: u32 },
    Domain { input_points: u32, position: bool, domain: u32 },
    Geometry { primitive: u32, topology: u32, streams: u32, position: bool },
    Pixel { depth: bool, sample_frequency: bool },
    Mesh { shared: u32, shared_by_view: u32, payload: u32, vertices: u16, primitives: u16 },
    Amplification { payload: u32 },
    Unused,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resource {
    pub offset: u32,
    pub resource_type: u32,
    pub space: u32,
    pub lower: u32,
    pub upper: u32,
    pub kind: Option<u32>,
    pub flags: Option<u32>,
    pub unknown: Vec<u8>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    pub offset: u32,
    pub name_offset: u32,
    pub name: Result<Vec<u8>, Fault>,
    pub indices_offset: u32,
    pub indices: Result<Vec<u32>, Fault>,
    pub rows: u8,
    pub cols: u8,
    /// Row and column, where the element takes registers.
    pub start: Option<(u8, u8)>,
    pub semantic_kind: u8,
    pub component_type: u8,
    pub interpolation_mode: u8,
    pub dynamic_mask: u8,
    pub stream: u8,
    pub reserved_bits: [u8; 3],
    pub unknown: Vec<u8>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dependencies {
    pub view_id_outputs: Option<[Mask; 4]>,
    pub view_id_patch_constants: Option<Mask>,
    pub input_to_output: Option<[Table; 4]>,
    pub input_to_patch_constant: Option<Table>,
    pub patch_constant_to_output: Option<Table>,
    /// All the words, as they are stored.
    pub words: Vec<u32>,
}

/// The components of a set, ascending, and how many there could be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mask {
    pub count: u32,
    pub components: Vec<u32>,
}

/// A mask of the outputs for each component of the inputs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    pub output_count: u32,
    pub rows: Vec<Mask>,
}

/// The numbers of the stages that differ from the others in what their parts hold.
pub mod stage {
    pub const PIXEL: u16 = 0;
    pub const VERTEX: u16 = 1;
    pub const GEOMETRY: u16 = 2;
    pub const HULL: u16 = 3;
    pub const DOMAIN: u16 = 4;
    pub const MESH: u16 = 13;
    pub const AMPLIFICATION: u16 = 14;
}
