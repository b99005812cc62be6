//! What the library promises of everything it hands out, whatever it was given.

use psoview::Error;

/// Bytes handed out lie in the bytes handed in. Those that are none lie nowhere.
pub fn assert_inside(bytes: &[u8], input: &[u8]) {
    let (inner, outer) = (bytes.as_ptr_range(), input.as_ptr_range());
    assert!(bytes.is_empty() || (outer.start <= inner.start && inner.end <= outer.end), "a slice outside the input");
}

/// An iterator yields as many items as it says, before it starts and at every step, and then no more.
pub fn assert_yields<I: ExactSizeIterator>(mut items: I, count: u32) {
    let count = count as usize;
    assert_eq!(items.size_hint(), (count, Some(count)));
    for left in (0..count).rev() {
        assert!(items.next().is_some(), "an item fewer than stated");
        assert_eq!(items.len(), left);
    }
    assert!(items.next().is_none() && items.next().is_none(), "an item more than stated");
}

/// An error has a name, lies in the input of `length` bytes or at its end, and reads as one line that says where.
pub fn assert_error(error: &Error, length: usize) {
    assert!(error.offset() as usize <= length, "{error:?} past the end at {length:#x}");
    assert!(!error.kind().name().is_empty());
    let line = error.to_string();
    assert!(line.contains(&format!(" at {:#x}: ", error.offset())), "{line:?} does not say where");
    assert!(!line.contains('\n') && !line.ends_with('.'), "{line:?} is not one line without a full stop");
    assert!(format!("{error:?}").starts_with("Error { kind: "));
}

/// Calls `check` with the same bytes at each of four alignments.
pub fn at_every_alignment(bytes: &[u8], mut check: impl FnMut(&[u8])) {
    for shift in 0..4 {
        // The vector's own bytes are aligned to more than four on every host there is; the shift does the rest.
        let mut shifted = vec![0xee; shift];
        shifted.extend_from_slice(bytes);
        check(&shifted[shift..]);
    }
}
