use std::io;
use std::path::Path;

use psoview::container::{Container, FourCc};

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

/// What an operation is given. Everything is made before anything is counted.
pub struct Inputs<'a> {
    pub containers: Vec<Container<'a>>,
    /// The data of the PSV0 parts, where they lie in their containers.
    pub parts: Vec<&'a [u8]>,
    /// Containers that have a PSV0 part.
    pub with_part: Vec<Container<'a>>,
}

impl<'a> Inputs<'a> {
    /// The containers among these files.
    pub fn new(files: &'a [Vec<u8>]) -> Self {
        let containers: Vec<_> = files.iter().filter_map(|file| Container::parse(file).ok()).collect();
        let has_part = |container: &Container<'a>| container.part(FourCc::PSV0).is_some();
        let with_part: Vec<_> = containers.iter().copied().filter(has_part).collect();
        let parts = with_part.iter().filter_map(|container| container.part(FourCc::PSV0)).map(|part| part.data());
        Self { parts: parts.collect(), containers, with_part }
    }
}
