//! Text of a file's or of a user's, made safe for a terminal.

use std::fmt::{self, Write};
use std::io;

/// Prints a text on one line, with everything escaped that would move a cursor, ring a bell or turn a line around.
pub struct Printable<T>(pub T);

impl<T: fmt::Display> fmt::Display for Printable<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(Escaping { to: f, keeps_lines: false }, "{}", self.0)
    }
}

/// Prints lines of text, each as [`Printable`] does.
pub struct PrintableLines<T>(pub T);

impl<T: fmt::Display> fmt::Display for PrintableLines<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(Escaping { to: f, keeps_lines: true }, "{}", self.0)
    }
}

struct Escaping<W> {
    to: W,
    keeps_lines: bool,
}

impl<W: Write> Write for Escaping<W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        text.chars().try_for_each(|letter| match letter {
            '\n' if self.keeps_lines => self.to.write_char(letter),
            _ if acts(letter) => write!(self.to, "{}", letter.escape_default()),
            _ => self.to.write_char(letter),
        })
    }
}

/// Whether a terminal obeys the character instead of showing it.
fn acts(letter: char) -> bool {
    // The marks and embeddings of bidirectional text, and others that take no room.
    letter.is_control()
        || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// JSON whose strings have the same characters escaped, in JSON's way.
pub struct PrintableJson;

impl serde_json::ser::Formatter for PrintableJson {
    fn write_string_fragment<W: ?Sized + io::Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        let mut rest = fragment;
        while let Some((at, letter)) = rest.char_indices().find(|&(_, letter)| acts(letter)) {
            // All of these are one UTF-16 unit.
            write!(writer, "{}\\u{:04x}", &rest[..at], u32::from(letter))?;
            rest = &rest[at + letter.len_utf8()..];
        }
        writer.write_all(rest.as_bytes())
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
