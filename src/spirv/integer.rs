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
