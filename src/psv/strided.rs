use crate::bytes::{self, Record, to_usize};

/// A table whose records have a stated size: at least as large as what is read of them.
#[derive(Clone, Copy)]
pub(super) struct Strided<'a> {
    bytes: &'a [u8],
    stride: u32,
    count: u32,
    /// Where the table starts in the caller's slice.
    offset: u32,
}

/// A record of a table: what is known of it, what follows, and where it lies.
pub(super) struct Place<'a, T> {
    pub(super) record: &'a T,
    pub(super) rest: &'a [u8],
    pub(super) index: u32,
    pub(super) offset: u32,
}

impl<'a> Strided<'a> {
    /// The table of `count` records that fills `bytes`.
    #[inline]
    pub(super) const fn new(bytes: &'a [u8], stride: u32, count: u32, offset: u32) -> Self {
        Self { bytes, stride, count, offset }
    }

    #[inline]
    pub(super) const fn empty(offset: u32) -> Self {
        Self::new(&[], 0, 0, offset)
    }

    #[inline]
    pub(super) const fn count(&self) -> u32 {
        self.count
    }

    /// The size of a record; `None` where there are none, for then none is stored.
    #[inline]
    pub(super) fn stride(&self) -> Option<u32> {
        (self.count > 0).then_some(self.stride)
    }

    /// Splits the table behind its first `count` records.
    #[inline]
    pub(super) fn split(&self, count: u32) -> (Self, Self) {
        let length = count.saturating_mul(self.stride);
        let (first, second) = self.bytes.split_at_checked(to_usize(length)).unwrap_or((self.bytes, &[]));
        (
            Self { bytes: first, count: count.min(self.count), ..*self },
            Self {
                bytes: second,
                count: self.count.saturating_sub(count),
                offset: self.offset.saturating_add(length),
                ..*self
            },
        )
    }

    #[inline]
    pub(super) fn get<T: Record>(&self, index: u32) -> Option<Place<'a, T>> {
        if index >= self.count {
            return None;
        }
        // The table lies in a slice, so its size fits `u32`, and a smaller offset does too.
        let start = index.saturating_mul(self.stride);
        let (_, from_record) = self.bytes.split_at_checked(to_usize(start))?;
        let (record, _) = from_record.split_at_checked(to_usize(self.stride))?;
        let (record, rest) = bytes::record_and_rest(record)?;
        Some(Place { record, rest, index, offset: self.offset.saturating_add(start) })
    }
}

/// Gives a table of records its view (`len`, `get`, `iter`) and a named iterator over it.
macro_rules! table_view {
    ($view:ident, $iter:ident, $item:ident, $what:literal) => {
        impl<'a> $view<'a> {
            #[doc = concat!("The number of ", $what, "s.")]
            #[inline]
            #[must_use]
            pub const fn len(&self) -> u32 {
                self.table.count()
            }

            #[doc = concat!("Whether there is no ", $what, ".")]
            #[inline]
            #[must_use]
            pub const fn is_empty(&self) -> bool {
                self.len() == 0
            }

            #[doc = concat!("All of them, in the part's order.")]
            #[inline]
            #[must_use]
            pub const fn iter(&self) -> $iter<'a> {
                $iter { view: *self, next: 0 }
            }
        }

        impl<'a> IntoIterator for $view<'a> {
            type Item = $item<'a>;
            type IntoIter = $iter<'a>;

            #[inline]
            fn into_iter(self) -> $iter<'a> {
                self.iter()
            }
        }

        impl<'a> IntoIterator for &$view<'a> {
            type Item = $item<'a>;
            type IntoIter = $iter<'a>;

            #[inline]
            fn into_iter(self) -> $iter<'a> {
                self.iter()
            }
        }

        impl core::fmt::Debug for $view<'_> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_list().entries(self).finish()
            }
        }

        #[doc = concat!("Iterates over the ", $what, "s of a table.")]
        #[derive(Clone, Debug)]
        pub struct $iter<'a> {
            view: $view<'a>,
            next: u32,
        }

        impl<'a> Iterator for $iter<'a> {
            type Item = $item<'a>;

            #[inline]
            fn next(&mut self) -> Option<$item<'a>> {
                let item = self.view.get(self.next)?;
                self.next = self.next.saturating_add(1);
                Some(item)
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                let left = crate::bytes::to_usize(self.view.len().saturating_sub(self.next));
                (left, Some(left))
            }
        }

        impl ExactSizeIterator for $iter<'_> {}
        impl core::iter::FusedIterator for $iter<'_> {}
    };
}

pub(super) use table_view;
