//! Text of a file's, made safe for a terminal.

use std::fmt::{self, Write};

/// Prints a text with everything escaped that would move a cursor, ring a bell or turn a line around.
pub struct Printable<'a>(pub &'a str);

impl fmt::Display for Printable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|letter| match letter {
            // The marks and embeddings of bidirectional text, and others that take no room.
            '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' => {
                write!(f, "{}", letter.escape_default())
            }
            _ if letter.is_control() => write!(f, "{}", letter.escape_default()),
            _ => f.write_char(letter),
        })
    }
}

/// How much of a name a table shows.
const SHOWN: usize = 60;

/// A file's bytes as text: what is not UTF-8 is replaced, and a long text is cut.
pub fn short_text(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes.get(..4 * SHOWN).unwrap_or(bytes));
    let short: String = text.chars().take(SHOWN).collect();
    let end = if short.len() < bytes.len() && text.chars().count() > SHOWN { "…" } else { "" };
    format!("{}{end}", Printable(&short))
}
