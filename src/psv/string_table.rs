use core::fmt;

use crate::bytes::{self, Cursor, before_nul, to_usize};
use crate::error::{ErrorKind, Fault, Region};

/// NUL-terminated strings, found by their byte offset. An offset may lie inside another string.
#[derive(Clone, Copy)]
pub(super) struct StringTable<'a> {
    bytes: &'a [u8],
}

impl<'a> StringTable<'a> {
    pub(super) const EMPTY: Self = Self { bytes: &[] };

    #[inline]
    pub(super) fn read<F: Fault>(cursor: &mut Cursor<'a>) -> Result<Self, F> {
        let at_size = *cursor;
        let size = cursor.word::<F>(Region::StringTable)?;
        let Some(bytes) = cursor.bytes(size) else {
            let kind = ErrorKind::StringTableOutOfBounds { size, available: cursor.available() };
            return Err(F::new(kind, at_size.offset(), Region::StringTable));
        };
        Ok(Self { bytes })
    }

    #[inline]
    pub(super) const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The string at `string_offset`, without its NUL. The search for the NUL ends with the table.
    #[inline]
    pub(super) fn find(&self, string_offset: u32) -> Option<&'a [u8]> {
        let start = to_usize(string_offset);
        match self.bytes.get(start)? {
            // The name of every system value.
            0 => Some(&[]),
            _ => self.bytes.get(start..).and_then(before_nul),
        }
    }

    /// The same, or what keeps it from being there.
    #[inline]
    pub(super) fn get(&self, string_offset: u32) -> Result<&'a [u8], ErrorKind> {
        match self.find(string_offset) {
            Some(string) => Ok(string),
            None => self.without_nul(string_offset),
        }
    }

    /// How much of the table has a NUL at it or after it. A string starts there, and only there, if it has an end.
    pub(super) fn terminated(&self) -> u32 {
        let mut terminated = self.bytes;
        while let [rest @ .., 1..=u8::MAX] = terminated {
            terminated = rest;
        }
        bytes::length(terminated)
    }

    /// What [`get`](Self::get) would fail with, told without a search from what [`terminated`](Self::terminated) said.
    pub(super) fn fault(&self, string_offset: u32, terminated: u32) -> Option<ErrorKind> {
        (string_offset >= terminated).then(|| self.without_nul(string_offset).err()).flatten()
    }

    #[cold]
    #[inline(never)]
    fn without_nul(self, string_offset: u32) -> Result<&'a [u8], ErrorKind> {
        let size = bytes::length(self.bytes);
        if string_offset < size {
            Err(ErrorKind::StringUnterminated { string_offset, size })
        } else if self.bytes.is_empty() && string_offset == 0 {
            // Writers that leave out the empty string, the only one they have, refer to it all the same.
            Ok(&[])
        } else {
            Err(ErrorKind::StringOffsetOutOfBounds { string_offset, size })
        }
    }
}

/// Prints a string in quotes, a byte outside printable ASCII as `\x00`. (The formatter of `str` can panic.)
pub(super) struct Quoted<'a>(pub(super) &'a [u8]);

impl fmt::Debug for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.0.escape_ascii())
    }
}

/// The bytes as text; `string_offset` is where they start in the table.
pub(super) fn as_str(bytes: &[u8], string_offset: u32) -> Result<&str, ErrorKind> {
    core::str::from_utf8(bytes).map_err(|error| ErrorKind::StringNotUtf8 {
        string_offset,
        valid_up_to: u32::try_from(error.valid_up_to()).unwrap_or(u32::MAX),
    })
}
