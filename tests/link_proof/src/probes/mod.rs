//! A probe for each part of the interface, in the file of its module. Functions are called by their path, and iterators and
//! printed types are named, so that `.ci/link-proof` can tell whether one has no probe.

#[cfg(feature = "binding")]
pub(crate) mod binding;
pub(crate) mod container;
#[cfg(feature = "debug")]
pub(crate) mod debug;
#[cfg(feature = "digest")]
pub(crate) mod digest;
#[cfg(feature = "display")]
pub(crate) mod display;
pub(crate) mod psv;
#[cfg(feature = "spirv")]
pub(crate) mod spirv;
pub(crate) mod values;

use core::hint::black_box;

use psoview::container::Container;
use psoview::psv::Psv;

/// Makes the compiler believe that somebody looks at the value.
fn see<T>(value: T) {
    black_box(&value);
}

/// Takes an iterator's items to the last, and once more.
#[inline(never)]
fn drain<I: Iterator>(mut items: I) {
    see(items.size_hint());
    items.by_ref().for_each(see);
    see(items.next());
}

/// The same of one that says how many items are left.
#[inline(never)]
fn drain_counted<I: ExactSizeIterator>(items: I) {
    see(items.len());
    drain(items);
}

// One copy of what most probes start with, as a program has it.

#[inline(never)]
pub(crate) fn parsed(bytes: &[u8]) -> Option<Container<'_>> {
    Container::parse(bytes).ok()
}

#[inline(never)]
pub(crate) fn part(bytes: &[u8]) -> Option<Psv<'_>> {
    psoview::psv::part(&parsed(bytes)?).ok().flatten()
}

#[inline(never)]
pub(crate) fn newer(bytes: &[u8]) -> Option<Psv<'_>> {
    psoview::psv::read_newer(bytes).ok()
}
