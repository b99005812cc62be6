//! A program without `std`, without an allocator and without a panic handler: it links only where psoview needs none.
//!
//! Each probe is an exported function that calls a part of the library with input that the compiler knows nothing of. The
//! panic handler calls a function that does not exist, so the linker refuses the program where a panic can be reached;
//! the compiler refuses it where something is allocated. `.ci/link-proof` builds it at several optimization levels, and
//! checks that the probes in `broken` are refused.
//!
//! The program works, too: it reads a container from its standard input, hands it to every probe, and exits with 0 where
//! the container has a PSV0 part that can be read.

#![no_std]
#![no_main]

mod broken;
mod host;
mod probes;

/// A part of the library's interface, called with bytes and a number from outside.
type Probe = extern "C" fn(start: *const u8, length: usize, word: u32);

/// Makes each function a probe: exported, and called through a table that is read at run time.
macro_rules! export {
    ($(fn $name:ident($bytes:ident, $word:pat) $body:block)+) => {
        pub(crate) const PROBES: &[crate::Probe] = &[$($name),+];
        $(
            #[unsafe(no_mangle)]
            pub(crate) extern "C" fn $name(start: *const u8, length: usize, word: u32) {
                // SAFETY: `host::run`, which alone calls probes, hands in a buffer and how much of it is filled.
                let $bytes: &[u8] = unsafe { core::slice::from_raw_parts(start, length) };
                let $word = word;
                $body
            }
        )+
    };
}
pub(crate) use export;

const PROBES: &[&[Probe]] = &[
    probes::container::PROBES,
    probes::psv::PROBES,
    probes::values::PROBES,
    #[cfg(feature = "binding")]
    probes::binding::PROBES,
    #[cfg(feature = "spirv")]
    probes::spirv::PROBES,
    #[cfg(feature = "digest")]
    probes::digest::PROBES,
    #[cfg(feature = "display")]
    probes::display::PROBES,
    #[cfg(feature = "debug")]
    probes::debug::PROBES,
    broken::PROBES,
];
