//! Probes that must be refused.

#[cfg(feature = "broken_alloc")]
extern crate alloc;

#[cfg(feature = "broken_index")]
mod index {
    crate::export! {
        fn broken_index(bytes, word) {
            core::hint::black_box(bytes[word as usize]);
        }
    }
}

#[cfg(feature = "broken_sum")]
mod sum {
    crate::export! {
        fn broken_sum(_bytes, word) {
            core::hint::black_box(word + 1);
        }
    }
}

#[cfg(feature = "broken_alloc")]
mod alloc_probe {
    crate::export! {
        fn broken_alloc(bytes, _) {
            core::hint::black_box(alloc::vec::Vec::from(bytes));
        }
    }
}

#[cfg(feature = "broken_recursion")]
mod recursion {
    /// Through a pointer, as the compiler would make a loop of a plain call.
    fn depth(bytes: &[u8], next: fn(&[u8]) -> usize) -> usize {
        let Some((_, rest)) = bytes.split_first() else { return 0 };
        core::hint::black_box(next)(rest).wrapping_add(1)
    }

    #[inline(never)]
    fn recurse(bytes: &[u8]) -> usize {
        depth(bytes, recurse)
    }

    crate::export! {
        fn broken_recursion(bytes, _) {
            core::hint::black_box(recurse(bytes));
        }
    }
}

pub(crate) const PROBES: &[crate::Probe] = {
    #[cfg(feature = "broken_index")]
    let probes = index::PROBES;
    #[cfg(feature = "broken_sum")]
    let probes = sum::PROBES;
    #[cfg(feature = "broken_alloc")]
    let probes = alloc_probe::PROBES;
    #[cfg(feature = "broken_recursion")]
    let probes = recursion::PROBES;
    #[cfg(not(any(
        feature = "broken_index",
        feature = "broken_sum",
        feature = "broken_alloc",
        feature = "broken_recursion"
    )))]
    let probes = &[];
    probes
};
