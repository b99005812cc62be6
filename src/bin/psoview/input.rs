//! The files a command reads.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::Result;
use psoview::container::FourCc;
use walkdir::WalkDir;

use crate::output::Output;
use crate::spirv;

/// A file's bytes, or why they cannot be had.
pub struct Input {
    /// As the user named it; below a folder, the path from there.
    pub name: String,
    pub bytes: io::Result<Vec<u8>>,
}

/// Which files below a folder are read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Below {
    /// Those that start as a shader does.
    Shaders,
    All,
}

/// Hands each file to `each`, in the order given; the files below a folder in the order of their names.
pub fn for_each(
    files: &[PathBuf],
    below: Below,
    output: &mut Output,
    mut each: impl FnMut(&mut Output, Input) -> Result<()>,
) -> Result<()> {
    for path in files {
        if path.is_dir() {
            folder(path, below, output, &mut each)?;
        } else {
            each(output, Input { name: path.display().to_string(), bytes: read(path) })?;
        }
    }
    Ok(())
}

fn folder(
    path: &Path,
    below: Below,
    output: &mut Output,
    each: &mut impl FnMut(&mut Output, Input) -> Result<()>,
) -> Result<()> {
    let (mut shaders, mut skipped) = (0_usize, 0_usize);
    for entry in WalkDir::new(path).follow_links(true).sort_by_file_name() {
        let entry = match entry {
            Ok(entry) => entry,
            // What the loop leads to is below the folder anyway.
            Err(error) if error.loop_ancestor().is_some() => continue,
            Err(error) => {
                let name = error.path().unwrap_or(path).display().to_string();
                each(output, Input { name, bytes: Err(error.into()) })?;
                continue;
            }
        };
        if !entry.file_type().is_file() {
            continue;
        }
        if below == Below::All || starts_as_shader(entry.path()) {
            let name = entry.path().display().to_string();
            each(output, Input { name, bytes: read(entry.path()) })?;
            shaders += 1;
        } else {
            skipped += 1;
        }
    }
    let name = path.display();
    match skipped {
        0 => {}
        1 => output.error(format_args!("{name}: 1 file is of another kind and skipped"))?,
        _ => output.error(format_args!("{name}: {skipped} files are of another kind and skipped"))?,
    }
    if shaders == 0 {
        output.error(format_args!("{name}: there is no shader below this folder"))?;
    }
    Ok(())
}

/// The bytes of a file, or of standard input for `-`. No more are read than the library takes.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let limit = u64::from(u32::MAX) + 1;
    if path.as_os_str() == "-" {
        io::stdin().lock().take(limit).read_to_end(&mut bytes)?;
    } else {
        File::open(path)?.take(limit).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// A file that cannot be opened counts as one, so that reading it says why.
fn starts_as_shader(path: &Path) -> bool {
    let mut start = [0; 4];
    match File::open(path).and_then(|mut file| file.read_exact(&mut start)) {
        Ok(()) => is_shader(&start),
        Err(error) => error.kind() != io::ErrorKind::UnexpectedEof,
    }
}

/// Whether a file that starts with these bytes is of a kind that psoview reads.
fn is_shader(bytes: &[u8]) -> bool {
    bytes.starts_with(&FourCc::DXBC.bytes()) || spirv::is_module(bytes)
}
