//! Sorting in linear time, without the panic paths of `core`'s sorts.

/// Sorts the keys, and the values along with them; those with equal keys stay in their order.
///
/// The spare slices are as long as the others and hold nothing of use before and after.
pub(super) fn sort(keys: &mut [u32], values: &mut [u32], spare_keys: &mut [u32], spare_values: &mut [u32]) {
    // Not `is_sorted`, which has a panic path.
    if keys.iter().zip(keys.iter().skip(1)).all(|(key, next)| key <= next) {
        return;
    }
    for digit in 0..4 {
        sort_by_digit(digit, keys, values, spare_keys, spare_values);
    }
}

fn digit_of(key: u32, digit: u8) -> usize {
    let [first, second, third, fourth] = key.to_le_bytes();
    usize::from(match digit {
        0 => first,
        1 => second,
        2 => third,
        _ => fourth,
    })
}

fn sort_by_digit(digit: u8, keys: &mut [u32], values: &mut [u32], spare_keys: &mut [u32], spare_values: &mut [u32]) {
    let mut counts = [0_usize; 256];
    for &key in &*keys {
        if let Some(count) = counts.get_mut(digit_of(key, digit)) {
            *count = count.saturating_add(1);
        }
    }
    if counts.contains(&keys.len()) {
        return;
    }
    let mut before = 0_usize;
    for count in &mut counts {
        let next = before.saturating_add(*count);
        *count = before;
        before = next;
    }
    for (&key, &value) in keys.iter().zip(&*values) {
        let Some(place) = counts.get_mut(digit_of(key, digit)) else { continue };
        if let (Some(spare_key), Some(spare_value)) = (spare_keys.get_mut(*place), spare_values.get_mut(*place)) {
            (*spare_key, *spare_value) = (key, value);
        }
        *place = place.saturating_add(1);
    }
    keys.iter_mut().zip(spare_keys).for_each(|(key, spare)| *key = *spare);
    values.iter_mut().zip(spare_values).for_each(|(value, spare)| *value = *spare);
}

#[cfg(test)]
mod tests {
    use super::sort;

    #[test]
    fn sorts_by_every_byte_and_keeps_the_order_of_equal_keys() {
        let mut keys = [0x0100_0000, 7, 0x0001_0000, 7, 0xffff_ffff, 0x100, 0, 7];
        let mut values = [0, 1, 2, 3, 4, 5, 6, 7];
        sort(&mut keys, &mut values, &mut [0; 8], &mut [0; 8]);
        assert_eq!(keys, [0, 7, 7, 7, 0x100, 0x0001_0000, 0x0100_0000, 0xffff_ffff]);
        assert_eq!(values, [6, 1, 3, 7, 5, 2, 0, 4]);
    }

    #[test]
    fn leaves_sorted_keys_alone() {
        let (mut keys, mut values) = ([1, 2, 2, 9], [3, 2, 1, 0]);
        sort(&mut keys, &mut values, &mut [], &mut []);
        assert_eq!((keys, values), ([1, 2, 2, 9], [3, 2, 1, 0]));
    }
}
