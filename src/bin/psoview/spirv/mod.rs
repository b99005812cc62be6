//! SPIR-V modules: what `inspect` says of them, and `psoview specialize`.

mod inspect;
mod report;
mod set;
mod specialize;
mod text;
mod value;

pub use set::Assignment;

pub use inspect::run as inspect;
pub use specialize::run as specialize;

/// Whether a file starts as a SPIR-V module in either byte order does.
pub fn is_module(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0x03, 0x02, 0x23, 0x07]) || bytes.starts_with(&[0x07, 0x23, 0x02, 0x03])
}

/// Scratch words for the library; a module that asks for more than there is memory gets an error instead of an abort.
fn scratch(words: usize) -> Result<Vec<u32>, crate::failure::Failure> {
    let mut scratch = Vec::new();
    scratch.try_reserve_exact(words).map_err(|error| {
        crate::failure::Failure::of_file("OutOfMemory", format!("{words} words of scratch are needed: {error}"))
    })?;
    scratch.resize(words, 0);
    Ok(scratch)
}
