use crate::bytes::{self, Record, to_usize};

/// A table whose records have a stated size: at least as large as what is read of them.
#[derive(Clone, Copy)]
pub(super) struct Strided<'a> {
    /// The records, and nothing else.
    bytes: &'a [u8],
    stride: u32,
    count: u32,
}

/// A record of a table, all of its bytes, and where it lies.
pub(super) struct Place<'a, T: ?Sized> {
    pub(super) record: &'a T,
    pub(super) index: u32,
}

impl<'a> Strided<'a> {
    pub(super) const EMPTY: Self = Self::new(&[], 0, 0);

    /// The table of `count` records that fills `bytes`.
    #[inline]
    pub(super) const fn new(bytes: &'a [u8], stride: u32, count: u32) -> Self {
        Self { bytes, stride, count }
    }

    #[inline]
    pub(super) const fn bytes(&self) -> &'a [u8] {
        self.bytes
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

    #[inline]
    pub(super) const fn record_size(&self) -> u32 {
        self.stride
    }

    /// Where a record starts in the table. The table lies in a slice whose length fits `u32`, and so does the product.
    #[inline]
    pub(super) const fn offset_of(&self, index: u32) -> u32 {
        index.wrapping_mul(self.stride)
    }

    /// The `count` records behind the first `skipped`.
    #[inline]
    pub(super) fn range(&self, skipped: u32, count: u32) -> Self {
        if count == 0 {
            return Self::EMPTY;
        }
        let (start, length) = (self.offset_of(skipped), self.offset_of(count));
        match self.bytes.get(to_usize(start)..).and_then(|bytes| bytes.get(..to_usize(length))) {
            Some(bytes) => Self { bytes, count, ..*self },
            None => Self::EMPTY,
        }
    }

    #[inline]
    pub(super) fn get<T: Record + ?Sized>(&self, index: u32) -> Option<Place<'a, T>> {
        if index >= self.count {
            return None;
        }
        self.range(index, 1).take_first(index)
    }

    /// Takes the first record off the table; `index` is what its place is to say.
    #[inline]
    pub(super) fn take_first<T: Record + ?Sized>(&mut self, index: u32) -> Option<Place<'a, T>> {
        let (first, others) = self.bytes.split_at_checked(to_usize(self.stride))?;
        let record = bytes::whole(first)?;
        self.bytes = others;
        self.count = self.count.wrapping_sub(1);
        Some(Place { record, index })
    }
}

/// Gives a table of records its view (`len`, `get`, `iter`) and a named iterator over it.
///
/// The view has a field `table` and a method `item` that makes an item of a place.
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

            #[doc = concat!("The ", $what, " with this index.")]
            #[inline]
            #[must_use]
            pub fn get(&self, index: u32) -> Option<$item<'a>> {
                self.table.get(index).map(|place| self.item(place))
            }

            /// All of them, in the part's order.
            #[inline]
            #[must_use]
            pub const fn iter(&self) -> $iter<'a> {
                $iter { view: *self, index: 0 }
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
            /// What is still to come.
            view: $view<'a>,
            index: u32,
        }

        impl<'a> Iterator for $iter<'a> {
            type Item = $item<'a>;

            #[inline]
            fn next(&mut self) -> Option<$item<'a>> {
                let place = self.view.table.take_first(self.index)?;
                self.index = self.index.wrapping_add(1);
                Some(self.view.item(place))
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                let left = crate::bytes::to_usize(self.view.len());
                (left, Some(left))
            }
        }

        impl ExactSizeIterator for $iter<'_> {}
        impl core::iter::FusedIterator for $iter<'_> {}
    };
}

pub(super) use table_view;
