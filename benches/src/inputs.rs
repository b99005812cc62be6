use std::io;
use std::path::Path;

use psoview::binding::ResourceBinding;
use psoview::container::{Container, FourCc};
use psoview::psv;

use crate::mapping::{self, Shader};
use crate::specialization::Specializable;

/// Every file of a folder and the folders in it. They come in the order of their names, so that every run does the same.
pub fn files(folder: &Path) -> io::Result<Vec<Vec<u8>>> {
    let mut paths = std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            files.extend(self::files(&path)?);
        } else {
            files.push(std::fs::read(path)?);
        }
    }
    Ok(files)
}

/// The files of a folder of psoview's test data.
pub fn test_files(folder: &str) -> Vec<Vec<u8>> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data");
    files(&data.join(folder)).expect("the test files are there")
}

/// What an operation is given. Everything is made before anything is counted.
pub struct Inputs<'a> {
    pub containers: Vec<Container<'a>>,
    /// The containers whose PSV0 part can be read: a refusal costs something else.
    pub with_part: Vec<Container<'a>>,
    /// The data of those parts, where they lie in their containers.
    pub parts: Vec<&'a [u8]>,
    /// What those parts ask for, where they or their containers say their stage.
    pub shaders: Vec<Shader<'a>>,
    /// The SPIR-V modules that can be specialized.
    pub modules: Vec<Specializable<'a>>,
    /// Entries that registers are resolved against.
    pub entries: Vec<ResourceBinding>,
}

impl<'a> Inputs<'a> {
    /// The containers and modules among these files.
    pub fn of_files(files: &'a [Vec<u8>]) -> Self {
        let containers: Vec<_> = files.iter().filter_map(|file| Container::parse(file).ok()).collect();
        let can_be_read = |container: &Container<'a>| matches!(psv::part(container), Ok(Some(_)));
        let with_part: Vec<_> = containers.iter().copied().filter(can_be_read).collect();
        let parts = with_part.iter().filter_map(|container| container.part(FourCc::PSV0)).map(|part| part.data());
        let shaders = with_part.iter().filter_map(Shader::new).collect();
        let modules = files.iter().filter_map(|file| Specializable::new(file)).collect();
        Self { parts: parts.collect(), containers, with_part, shaders, modules, entries: Vec::new() }
    }

    /// A layout of so many entries.
    pub fn of_entries(count: u32) -> Self {
        Self { entries: mapping::entries(count), ..Self::of_files(&[]) }
    }
}
