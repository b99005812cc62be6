use core::fmt::{self, Write};
use core::iter::FusedIterator;
use core::str;

use crate::bytes::Words;

/// A literal string: bytes packed into words, the first in the lowest 8 bits, up to a NUL.
///
/// The bytes come from the words' values, so that a module in the other byte order reads the same. SPIR-V asks for UTF-8
/// and nobody checks; it prints with replacement characters where it is not. A string without its NUL ends with its
/// instruction.
///
/// Source: SPIR-V specification 1.6, 2.2.1 "Literal".
#[derive(Clone, Copy)]
pub struct Text<'a> {
    words: Words<'a>,
}

impl<'a> Text<'a> {
    #[inline]
    pub(super) const fn new(words: Words<'a>) -> Self {
        Self { words }
    }

    /// The bytes, without the NUL.
    #[must_use]
    pub const fn bytes(&self) -> TextBytes<'a> {
        TextBytes { words: self.words, word: 0, left: 0 }
    }

    /// Whether there is no byte before the NUL.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes().next().is_none()
    }
}

impl PartialEq<str> for Text<'_> {
    fn eq(&self, other: &str) -> bool {
        self.bytes().eq(other.bytes())
    }
}

impl PartialEq for Text<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.bytes().eq(other.bytes())
    }
}

impl Eq for Text<'_> {}

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The bytes of a character that has not ended yet.
        let mut pending = [0_u8; 4];
        let mut length = 0_usize;
        for byte in self.bytes() {
            if let Some(slot) = pending.get_mut(length) {
                *slot = byte;
                length = length.saturating_add(1);
            }
            match str::from_utf8(pending.get(..length).unwrap_or_default()) {
                Ok(character) => {
                    f.write_str(character)?;
                    length = 0;
                }
                Err(error) if error.error_len().is_none() => {}
                Err(_) => {
                    f.write_char(char::REPLACEMENT_CHARACTER)?;
                    // The byte that broke a character off may start, or be, the next one.
                    if length > 1 && byte.is_ascii() {
                        f.write_char(char::from(byte))?;
                        length = 0;
                    } else if length > 1 && byte >= 0xc2 {
                        pending = [byte, 0, 0, 0];
                        length = 1;
                    } else {
                        if length > 1 {
                            f.write_char(char::REPLACEMENT_CHARACTER)?;
                        }
                        length = 0;
                    }
                }
            }
        }
        if length > 0 { f.write_char(char::REPLACEMENT_CHARACTER) } else { Ok(()) }
    }
}

impl fmt::Debug for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{self}\"")
    }
}

/// The bytes of a [`Text`].
#[derive(Clone)]
pub struct TextBytes<'a> {
    words: Words<'a>,
    word: u32,
    left: u8,
}

impl Iterator for TextBytes<'_> {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.left == 0 {
            (self.word, self.words) = self.words.split_first()?;
            self.left = 4;
        }
        let [byte, ..] = self.word.to_le_bytes();
        if byte == 0 {
            // Nothing is read past the NUL, not even by a second call.
            self.word = 0;
            self.left = 1;
            return None;
        }
        self.word >>= 8;
        self.left = self.left.saturating_sub(1);
        Some(byte)
    }
}

impl FusedIterator for TextBytes<'_> {}

impl fmt::Debug for TextBytes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}
