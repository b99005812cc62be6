//! Numbers of a command line.

/// A number of 32 bits in decimal digits, without a sign: `+5` may be a name.
pub fn parse(text: &str) -> Option<u32> {
    text.parse().ok().filter(|_| !text.starts_with('+'))
}
