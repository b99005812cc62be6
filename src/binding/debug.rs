//! How a structure with many fields prints itself.

/// Prints the fields one by one. What `derive` makes of more than five checks that there are as many names as values, which
/// leaves a panic path in a program that prints.
macro_rules! debug_fields {
    ($type:ident $(<$($lifetime:lifetime),+>)?: $($field:ident),+) => {
        impl core::fmt::Debug for $type $(<$($lifetime),+>)? {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_struct(stringify!($type))$(.field(stringify!($field), &self.$field))+.finish()
            }
        }
    };
}

pub(super) use debug_fields;
