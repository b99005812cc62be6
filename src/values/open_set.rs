//! How a value set that a file format owns is written down: a newtype over its integer.
//!
//! A format grows and files are hostile, so every integer is a value: unknown ones are kept, compared and printed.

/// Defines a newtype over an integer with one associated constant for each value that the format names.
///
/// The text after `=>` is the value's name in psoview's JSON, which is also what `name()` returns.
macro_rules! open_set {
    (
        $(#[$attribute:meta])*
        pub struct $set:ident($int:ty) {
            $( $(#[$value_attribute:meta])* $value:ident = $raw:literal => $name:literal, )+
        }
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $set($int);

        impl $set {
            $( $(#[$value_attribute])* pub const $value: Self = Self($raw); )+

            /// Every value that has a name, in the order of their numbers.
            pub const KNOWN: &'static [Self] = &[$(Self::$value),+];

            /// The value with this number; every number is a value.
            #[inline]
            #[must_use]
            pub const fn from_raw(raw: $int) -> Self {
                Self(raw)
            }

            /// The number as stored.
            #[inline]
            #[must_use]
            pub const fn raw(self) -> $int {
                self.0
            }

            /// The name in snake_case, as psoview's JSON prints it; `None` for a number the format does not name.
            #[must_use]
            pub const fn name(self) -> Option<&'static str> {
                match self.0 {
                    $( $raw => Some($name), )+
                    _ => None,
                }
            }

            /// Whether the format names this number.
            #[must_use]
            pub const fn is_known(self) -> bool {
                self.name().is_some()
            }
        }

        /// Prints the name, or the type and the number in hex where there is none: `ShaderKind(0x2a)`.
        impl core::fmt::Debug for $set {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                match self.name() {
                    Some(name) => f.write_str(name),
                    None => write!(f, concat!(stringify!($set), "({:#x})"), self.0),
                }
            }
        }

        /// Prints the name, or the number in decimal where there is none.
        impl core::fmt::Display for $set {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                match self.name() {
                    Some(name) => f.pad(name),
                    None => core::fmt::Display::fmt(&self.0, f),
                }
            }
        }
    };
}

pub(crate) use open_set;
