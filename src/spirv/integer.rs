//! Integer arithmetic on numbers of 1 to 64 bits, as SPIR-V specification 1.6, 3.3 defines it.

use super::types::{low_bits, sign_extend};

/// A result, and whether the specification leaves it undefined.
pub(super) type Outcome = (u64, bool);

/// A number of `width` bits, read as signed.
fn signed(bits: u64, width: u32) -> i64 {
    i64::from_le_bytes(sign_extend(bits, width).to_le_bytes())
}

fn bits_of(value: i64) -> u64 {
    u64::from_le_bytes(value.to_le_bytes())
}

/// Division that gives 0 for a divisor of 0, and the dividend's negation for -1, which is what MIN / -1 wraps to.
fn divide(a: i64, b: i64) -> i64 {
    if b == -1 { a.wrapping_neg() } else { a.checked_div(b).unwrap_or(0) }
}

/// The remainder with the dividend's sign; 0 for a divisor of 0 or -1.
fn remainder(a: i64, b: i64) -> i64 {
    a.checked_rem(b).unwrap_or(0)
}

/// An operation on one or two integers of the result's width.
pub(super) fn arithmetic(opcode: u32, width: u32, a: u64, b: u64) -> Outcome {
    let (signed_a, signed_b) = (signed(a, width), signed(b, width));
    let minimum = 1_u64.checked_shl(width.saturating_sub(1)).unwrap_or(0);
    let overflows = a == minimum && signed_b == -1;
    let (bits, undefined) = match opcode {
        126 => (a.wrapping_neg(), false),
        128 => (a.wrapping_add(b), false),
        130 => (a.wrapping_sub(b), false),
        132 => (a.wrapping_mul(b), false),
        134 => (a.checked_div(b).unwrap_or(0), b == 0),
        135 => (bits_of(divide(signed_a, signed_b)), b == 0 || overflows),
        137 => (a.checked_rem(b).unwrap_or(0), b == 0),
        138 => (bits_of(remainder(signed_a, signed_b)), b == 0 || overflows),
        139 => {
            let remainder = remainder(signed_a, signed_b);
            // The signs differ, so that the sum lies between them and does not overflow.
            let differs = remainder != 0 && (remainder < 0) != (signed_b < 0);
            let modulo = if differs { remainder.wrapping_add(signed_b) } else { remainder };
            (bits_of(modulo), b == 0 || overflows)
        }
        197 => (a | b, false),
        198 => (a ^ b, false),
        199 => (a & b, false),
        _ => (!a, false),
    };
    (bits & low_bits(width), undefined)
}

/// A shift of a number of `width` bits by an amount that is read as unsigned.
pub(super) fn shift(opcode: u32, width: u32, base: u64, amount: u64) -> Outcome {
    let undefined = amount >= width.into();
    let amount = u32::try_from(amount).unwrap_or(u32::MAX);
    let bits = match opcode {
        194 => {
            if undefined {
                0
            } else {
                base.checked_shr(amount).unwrap_or(0)
            }
        }
        195 => bits_of(signed(base, width).checked_shr(amount.min(width.saturating_sub(1))).unwrap_or(0)),
        _ => {
            if undefined {
                0
            } else {
                base.checked_shl(amount).unwrap_or(0)
            }
        }
    };
    (bits & low_bits(width), undefined)
}

/// A comparison of two integers of `width` bits. The opcode decides whether they are signed.
pub(super) fn compare(opcode: u32, width: u32, a: u64, b: u64) -> bool {
    let (signed_a, signed_b) = (signed(a, width), signed(b, width));
    match opcode {
        170 => a == b,
        171 => a != b,
        172 => a > b,
        173 => signed_a > signed_b,
        174 => a >= b,
        175 => signed_a >= signed_b,
        176 => a < b,
        177 => signed_a < signed_b,
        178 => a <= b,
        _ => signed_a <= signed_b,
    }
}

/// A conversion between integer widths: `SConvert` repeats the sign of the operand's own width, `UConvert` fills with 0.
pub(super) fn convert(opcode: u32, from: u32, to: u32, bits: u64) -> u64 {
    let bits = if opcode == 114 { sign_extend(bits, from) } else { bits };
    bits & low_bits(to)
}

/// An operation on one or two bools.
pub(super) fn logical(opcode: u32, a: u64, b: u64) -> u64 {
    match opcode {
        164 => u64::from(a == b),
        165 => a ^ b,
        166 => a | b,
        167 => a & b,
        _ => a ^ 1,
    }
}

#[cfg(test)]
mod tests {
    use super::{arithmetic, compare, convert, shift};

    /// The number that `width` bits stand for.
    fn signed(bits: u64, width: u32) -> i128 {
        let value = i128::from(bits);
        if value >> (width - 1) == 1 { value - (1 << width) } else { value }
    }

    fn wrapped(value: i128, width: u32) -> u64 {
        (value & ((1 << width) - 1)) as u64
    }

    /// The specification's definitions in numbers that do not overflow; `None` where it leaves the result undefined.
    fn reference(opcode: u32, width: u32, a: u64, b: u64) -> Option<i128> {
        let (x, y) = (signed(a, width), signed(b, width));
        let (ua, ub) = (i128::from(a), i128::from(b));
        let overflows = x == -(1 << (width - 1)) && y == -1;
        let quotient = |x: i128, y: i128| (y != 0 && !overflows).then(|| (x.abs() / y.abs()) * x.signum() * y.signum());
        Some(match opcode {
            126 => -x,
            128 => x + y,
            130 => x - y,
            132 => x * y,
            134 => (ub != 0).then(|| ua / ub)?,
            135 => quotient(x, y)?,
            137 => (ub != 0).then(|| ua % ub)?,
            138 => x - quotient(x, y)? * y,
            139 => {
                quotient(x, y)?;
                // The only number that differs from x by a multiple of y and lies from 0 to before y.
                (0..y.abs()).map(|r| r * y.signum()).find(|r| (x - r) % y == 0)?
            }
            197 => ua | ub,
            198 => ua ^ ub,
            199 => ua & ub,
            200 => -x - 1,
            _ => unreachable!(),
        })
    }

    #[test]
    fn follows_the_definitions_for_all_numbers_of_eight_bits() {
        for opcode in [126, 128, 130, 132, 134, 135, 137, 138, 139, 197, 198, 199, 200] {
            for (a, b) in (0..256).flat_map(|a| (0..256).map(move |b| (a, b))) {
                let expected = reference(opcode, 8, a, b);
                let (bits, undefined) = arithmetic(opcode, 8, a, b);
                assert_eq!(expected.is_none(), undefined, "{opcode} {a} {b}");
                if let Some(expected) = expected {
                    assert_eq!(bits, wrapped(expected, 8), "{opcode} {a} {b}");
                }
            }
        }
    }

    #[test]
    fn follows_the_definitions_at_the_ends_of_every_width() {
        for width in [8, 16, 32, 64] {
            let (top, max) = (1_u64 << (width - 1), u64::MAX >> (64 - width));
            let edges = [0, 1, 2, 3, 7, top - 1, top, top + 1, max - 6, max - 2, max - 1, max];
            for opcode in [126, 128, 130, 132, 134, 135, 137, 138, 197, 198, 199, 200] {
                for (a, b) in edges.into_iter().flat_map(|a| edges.map(move |b| (a, b))) {
                    let expected = reference(opcode, width, a, b);
                    let (bits, undefined) = arithmetic(opcode, width, a, b);
                    assert_eq!(expected.is_none(), undefined, "{opcode} {a} {b}");
                    if let Some(expected) = expected {
                        assert_eq!(bits, wrapped(expected, width), "{opcode} {a} {b}");
                    }
                }
            }
        }
    }

    #[test]
    fn gives_undefined_results_the_fixed_values() {
        for width in [8, 16, 32, 64] {
            let (minimum, minus_one) = (1_u64 << (width - 1), u64::MAX >> (64 - width));
            for opcode in [134, 135, 137, 138, 139] {
                assert_eq!(arithmetic(opcode, width, 5, 0), (0, true));
            }
            assert_eq!(arithmetic(135, width, minimum, minus_one), (minimum, true));
            assert_eq!(arithmetic(138, width, minimum, minus_one), (0, true));
            assert_eq!(arithmetic(139, width, minimum, minus_one), (0, true));
            for amount in [u64::from(width), u64::from(width) + 1, u64::from(u32::MAX) + 1, u64::MAX] {
                assert_eq!(shift(194, width, minimum, amount), (0, true));
                assert_eq!(shift(195, width, minimum, amount), (minus_one, true));
                assert_eq!(shift(195, width, minimum - 1, amount), (0, true));
                assert_eq!(shift(196, width, minimum | 1, amount), (0, true));
            }
        }
    }

    #[test]
    fn shifts_by_less_than_the_width() {
        for (base, amount) in (0..256_u64).flat_map(|base| (0..8).map(move |amount| (base, amount))) {
            let (unsigned, value) = (i128::from(base), signed(base, 8));
            assert_eq!(shift(194, 8, base, amount), (wrapped(unsigned >> amount, 8), false));
            assert_eq!(shift(195, 8, base, amount), (wrapped(value >> amount, 8), false));
            assert_eq!(shift(196, 8, base, amount), (wrapped(unsigned << amount, 8), false));
        }
    }

    #[test]
    fn compares_by_the_opcode_and_converts_by_the_operands_width() {
        for (a, b) in (0..256_u64).flat_map(|a| (0..256).map(move |b| (a, b))) {
            let (x, y) = (signed(a, 8), signed(b, 8));
            let expected = [a == b, a != b, a > b, x > y, a >= b, x >= y, a < b, x < y, a <= b, x <= y];
            for (opcode, expected) in (170..).zip(expected) {
                assert_eq!(compare(opcode, 8, a, b), expected, "{opcode} {a} {b}");
            }
        }
        for bits in 0..256 {
            assert_eq!(convert(114, 8, 64, bits), signed(bits, 8) as u64);
            assert_eq!(convert(113, 8, 64, bits), bits);
            assert_eq!(convert(114, 64, 16, bits << 8), (bits << 8) & 0xffff);
        }
    }
}
