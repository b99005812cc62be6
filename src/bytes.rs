//! The one place where an offset and a length become a slice or a record.

use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

use crate::error::{Error, ErrorKind, Fault, Region};

pub(crate) use zerocopy::little_endian::{U16, U32};

/// The size of a 32-bit word, the unit of every count and size in these formats.
pub(crate) const WORD: u32 = 4;

/// What a plain record is: any bytes are a value, at any alignment.
pub(crate) trait Record: FromBytes + KnownLayout + Immutable + Unaligned {}

impl<T: FromBytes + KnownLayout + Immutable + Unaligned + ?Sized> Record for T {}

/// A `u32` as an index. A host whose `usize` is smaller holds no slice that the saturated value could lie in.
#[inline]
pub(crate) fn to_usize(value: u32) -> usize {
    usize::try_from(value).unwrap_or(usize::MAX)
}

/// A slice's length; [`refuse_too_large`] has made sure that it fits.
#[inline]
pub(crate) fn length(bytes: &[u8]) -> u32 {
    u32::try_from(bytes.len()).unwrap_or(u32::MAX)
}

/// The door: offsets are 32 bits wide, so a longer slice is refused before anything is read.
#[inline]
pub(crate) fn refuse_too_large(bytes: &[u8], region: Region) -> Result<(), Error> {
    if u32::try_from(bytes.len()).is_err() {
        return Err(Error::new(ErrorKind::InputTooLarge { limit: u32::MAX }, u32::MAX, region));
    }
    Ok(())
}

/// All of `bytes` as one record; `None` where they are too few, or too many for a record of fixed size.
#[inline]
pub(crate) fn whole<T: Record + ?Sized>(bytes: &[u8]) -> Option<&T> {
    T::ref_from_bytes(bytes).ok()
}

/// The record at the start of `bytes`; `None` where they are too few.
#[inline]
pub(crate) fn record<T: Record>(bytes: &[u8]) -> Option<&T> {
    T::ref_from_prefix(bytes).ok().map(|(record, _)| record)
}

/// The record that starts at `offset` in `bytes`; `None` where they end before it does.
#[inline]
pub(crate) fn record_at<T: Record>(bytes: &[u8], offset: usize) -> Option<&T> {
    record(bytes.get(offset..)?)
}

/// The record at the start of `bytes`, and the bytes after it.
#[inline]
pub(crate) fn record_and_rest<T: Record>(bytes: &[u8]) -> Option<(&T, &[u8])> {
    T::ref_from_prefix(bytes).ok()
}

/// The record that starts at `offset` in `bytes`, and the bytes after it; `None` where they end before it does.
#[inline]
pub(crate) fn record_and_rest_at<T: Record>(bytes: &[u8], offset: u32) -> Option<(&T, &[u8])> {
    record_and_rest(bytes.get(to_usize(offset)..)?)
}

/// The bytes before the first NUL, which is looked for eight bytes at a time; `None` where there is none.
#[inline]
pub(crate) fn before_nul(bytes: &[u8]) -> Option<&[u8]> {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    const HIGH_BITS: u64 = u64::from_le_bytes([0x80; 8]);
    let mut rest = bytes;
    while let Some((chunk, others)) = rest.split_first_chunk() {
        let word = u64::from_le_bytes(*chunk);
        // Taking one from a byte sets its high bit where it was zero; the first that did so borrowed from nobody.
        let zeros = word.wrapping_sub(ONES) & !word & HIGH_BITS;
        if zeros != 0 {
            let passed = bytes.len().wrapping_sub(rest.len());
            return bytes.get(..passed.wrapping_add(to_usize(zeros.trailing_zeros() >> 3)));
        }
        rest = others;
    }
    let passed = bytes.len().wrapping_sub(rest.len());
    let left = rest.iter().position(|&byte| byte == 0)?;
    bytes.get(..passed.wrapping_add(left))
}

/// As many whole records as `bytes` hold, and the bytes after them.
#[inline]
pub(crate) fn records<T: Record>(bytes: &[u8]) -> (&[T], &[u8]) {
    <[T]>::ref_from_prefix(bytes).unwrap_or_default()
}

/// The memory of words in the host's byte order.
#[inline]
pub(crate) fn of_words(words: &[u32]) -> &[u8] {
    words.as_bytes()
}

/// Words of 32 bits at any alignment, in either byte order.
#[derive(Clone, Copy)]
pub(crate) struct Words<'a> {
    words: &'a [[u8; 4]],
    big_endian: bool,
}

impl<'a> Words<'a> {
    /// As many whole words as `bytes` hold.
    #[inline]
    pub(crate) fn new(bytes: &'a [u8], big_endian: bool) -> Self {
        Self { words: records(bytes).0, big_endian }
    }

    #[inline]
    pub(crate) const fn is_big_endian(self) -> bool {
        self.big_endian
    }

    /// How many; what they were made from has at most `u32::MAX` bytes.
    #[inline]
    pub(crate) fn count(self) -> u32 {
        u32::try_from(self.words.len()).unwrap_or(u32::MAX)
    }

    #[inline]
    const fn decode(self, word: [u8; 4]) -> u32 {
        let word = u32::from_le_bytes(word);
        if self.big_endian { word.swap_bytes() } else { word }
    }

    #[inline]
    pub(crate) fn get(self, at: u32) -> Option<u32> {
        self.words.get(to_usize(at)).map(|&word| self.decode(word))
    }

    /// The `count` words from `at` on; `None` where they are not all there.
    #[inline]
    pub(crate) fn slice(self, at: u32, count: u32) -> Option<Self> {
        let words = self.words.get(to_usize(at)..)?.get(..to_usize(count))?;
        Some(Self { words, ..self })
    }

    /// The first word, and those after it.
    #[inline]
    pub(crate) fn split_first(self) -> Option<(u32, Self)> {
        let (&first, words) = self.words.split_first()?;
        Some((self.decode(first), Self { words, ..self }))
    }

    /// Writes the words to the front of `out`, as many as it has room for.
    #[inline]
    pub(crate) fn copy_to(self, out: &mut [u32]) {
        // One loop for each byte order, so that one of them is a plain copy.
        let pairs = out.iter_mut().zip(self.words);
        if self.big_endian {
            pairs.for_each(|(out, &word)| *out = u32::from_be_bytes(word));
        } else {
            pairs.for_each(|(out, &word)| *out = u32::from_le_bytes(word));
        }
    }
}

/// Reads a part from front to back.
///
/// It keeps where its bytes end, not where it is: taking something then moves one pointer and one length, and the
/// offset is worked out only where an error needs it.
#[derive(Clone, Copy)]
pub(crate) struct Cursor<'a> {
    rest: &'a [u8],
    end: u32,
}

impl<'a> Cursor<'a> {
    /// `base` is the offset of `bytes` in the slice the caller handed in, in which their end lies too.
    #[inline]
    pub(crate) fn new(bytes: &'a [u8], base: u32) -> Self {
        Self { rest: bytes, end: base.wrapping_add(length(bytes)) }
    }

    #[inline]
    pub(crate) const fn rest(&self) -> &'a [u8] {
        self.rest
    }

    #[inline]
    pub(crate) fn available(&self) -> u32 {
        length(self.rest)
    }

    /// The rest ends at `end`, so it has no more bytes than lie before that.
    #[inline]
    pub(crate) fn offset(&self) -> u32 {
        self.end.wrapping_sub(self.available())
    }

    /// The next word; a part that ends before it is an error in `region`.
    #[inline]
    pub(crate) fn word<F: Fault>(&mut self, region: Region) -> Result<u32, F> {
        match record_and_rest::<U32>(self.rest) {
            Some((word, rest)) => {
                self.rest = rest;
                Ok(word.get())
            }
            None => {
                let kind = ErrorKind::WordTruncated { available: self.available(), needed: WORD };
                Err(F::new(kind, self.offset(), region))
            }
        }
    }

    /// The next `length` bytes; `None` where they are not there, and nothing is taken.
    #[inline]
    pub(crate) fn bytes(&mut self, length: u32) -> Option<&'a [u8]> {
        let (bytes, rest) = self.rest.split_at_checked(to_usize(length))?;
        self.rest = rest;
        Some(bytes)
    }

    /// The next `count` records of `stride` bytes; `None` where they are not there, and nothing is taken.
    #[inline]
    pub(crate) fn table(&mut self, count: u32, stride: u32) -> Option<&'a [u8]> {
        // 64 bits: the product of two stored numbers wraps in 32, and a host's index may have no more.
        let length = u64::from(count).wrapping_mul(u64::from(stride));
        let (table, rest) = self.rest.split_at_checked(usize::try_from(length).ok()?)?;
        self.rest = rest;
        Some(table)
    }

    /// The next `count` records; `None` where they are not there, and nothing is taken.
    #[inline]
    pub(crate) fn records<T: Record>(&mut self, count: u32) -> Option<&'a [T]> {
        let length = to_usize(count).checked_mul(size_of::<T>())?;
        let (taken, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest;
        Some(records(taken).0)
    }

    /// How many records of `stride` bytes the rest has room for.
    pub(crate) fn room(&self, stride: u32) -> u32 {
        self.available().checked_div(stride).unwrap_or(0)
    }
}
