//! A walk over every two of a list's items.

/// Where the walk stands: the numbers of the two that come next.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pairs {
    first: usize,
    second: usize,
}

impl Pairs {
    pub(super) const FIRST: Self = Self { first: 0, second: 1 };

    /// The next two, the earlier one first.
    pub(super) fn next<T>(&mut self, item: impl Fn(usize) -> Option<T>) -> Option<(T, T)> {
        let earlier = item(self.first)?;
        if let Some(later) = item(self.second) {
            self.second = self.second.saturating_add(1);
            return Some((earlier, later));
        }
        self.first = self.first.saturating_add(1);
        let second = self.first.saturating_add(1);
        self.second = second.saturating_add(1);
        Some((item(self.first)?, item(second)?))
    }
}
