//! Floating-point arithmetic that is the same on every host: rounding is to the nearest, ties to even, subnormal numbers
//! are kept, and every NaN that an operation makes is the format's quiet NaN.
//!
//! Sums, products and quotients of 32 and 64 bits are `core`'s, which are IEEE 754's. Narrow formats go through 32 bits:
//! that has more than twice their precision, so that rounding twice gives what rounding once would.

use super::integer::Outcome;
use super::types::{FloatEncoding, Shape, low_bits, sign_extend};

/// How a number's bits are divided: a sign, an exponent, a fraction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Format {
    exponent_bits: u32,
    fraction_bits: u32,
}

const F16: Format = Format { exponent_bits: 5, fraction_bits: 10 };
const BFLOAT16: Format = Format { exponent_bits: 8, fraction_bits: 7 };
pub(super) const F32: Format = Format { exponent_bits: 8, fraction_bits: 23 };
const F64: Format = Format { exponent_bits: 11, fraction_bits: 52 };

/// A number taken apart: `significand * 2^exponent`.
#[derive(Clone, Copy)]
enum Number {
    Nan,
    Infinite,
    Finite { significand: u64, exponent: i32 },
}

impl Format {
    /// The format of a type; `None` for one that is not a float or whose numbers are not computed with.
    pub(super) fn of(shape: Shape) -> Option<Self> {
        let bfloat16 = FloatEncoding::BFLOAT16.raw();
        match shape {
            Shape::Float { width: 16, encoding: None } => Some(F16),
            Shape::Float { width: 32, encoding: None } => Some(F32),
            Shape::Float { width: 64, encoding: None } => Some(F64),
            Shape::Float { width: 16, encoding: Some(encoding) } if encoding == bfloat16 => Some(BFLOAT16),
            _ => None,
        }
    }

    fn sign_bit(self) -> u64 {
        1_u64.checked_shl(self.exponent_bits.saturating_add(self.fraction_bits)).unwrap_or(0)
    }

    fn infinity(self) -> u64 {
        low_bits(self.exponent_bits).checked_shl(self.fraction_bits).unwrap_or(0)
    }

    fn quiet_nan(self) -> u64 {
        self.infinity() | 1_u64.checked_shl(self.fraction_bits.saturating_sub(1)).unwrap_or(0)
    }

    fn bias(self) -> i32 {
        i32::try_from(low_bits(self.exponent_bits.saturating_sub(1))).unwrap_or(0)
    }

    fn signed_fraction_bits(self) -> i32 {
        i32::try_from(self.fraction_bits).unwrap_or(0)
    }

    fn is_negative(self, bits: u64) -> bool {
        bits & self.sign_bit() != 0
    }

    fn unpack(self, bits: u64) -> Number {
        let fraction = bits & low_bits(self.fraction_bits);
        let stored = (bits & self.infinity()).checked_shr(self.fraction_bits).unwrap_or(0);
        if stored == low_bits(self.exponent_bits) {
            return if fraction == 0 { Number::Infinite } else { Number::Nan };
        }
        let hidden = if stored == 0 { 0 } else { 1_u64.checked_shl(self.fraction_bits).unwrap_or(0) };
        let exponent = i32::try_from(stored.max(1)).unwrap_or(0).saturating_sub(self.bias());
        Number::Finite {
            significand: fraction | hidden,
            exponent: exponent.saturating_sub(self.signed_fraction_bits()),
        }
    }

    /// The number nearest to `significand * 2^exponent`; of two that are as near, the even one.
    fn pack(self, negative: bool, significand: u64, exponent: i32) -> u64 {
        let sign = if negative { self.sign_bit() } else { 0 };
        let Some(top) = significand.checked_ilog2() else { return sign };
        let lowest = 1_i32.saturating_sub(self.bias());
        let scale = exponent.saturating_add(i32::try_from(top).unwrap_or(0));
        // The weight of the result's last bit decides how many bits of the significand are dropped.
        let last = scale.max(lowest).saturating_sub(self.signed_fraction_bits());
        let dropped = last.saturating_sub(exponent);
        let kept = match u32::try_from(dropped) {
            Ok(dropped) => round(significand, dropped),
            Err(_) => significand.checked_shl(dropped.unsigned_abs()).unwrap_or(0),
        };
        // The hidden bit, and the carry out of the fraction, go into the exponent by themselves.
        let stored = scale.max(lowest).saturating_sub(lowest);
        let stored = u64::try_from(stored).unwrap_or(0).checked_shl(self.fraction_bits).unwrap_or(u64::MAX);
        sign | stored.saturating_add(kept).min(self.infinity())
    }
}

/// `significand / 2^dropped`, to the nearest, ties to even.
fn round(significand: u64, dropped: u32) -> u64 {
    let Some(half) = dropped.checked_sub(1).map(|bit| 1_u64.checked_shl(bit).unwrap_or(0)) else { return significand };
    if half == 0 {
        // All 64 bits and one more are dropped: it is less than half.
        return 0;
    }
    let kept = significand.checked_shr(dropped).unwrap_or(0);
    let rest = significand & low_bits(dropped.min(64));
    let up = rest > half || rest == half && kept & 1 == 1;
    kept.saturating_add(up.into())
}

/// A conversion between formats.
pub(super) fn convert(from: Format, to: Format, bits: u64) -> u64 {
    let negative = from.is_negative(bits);
    match from.unpack(bits) {
        Number::Nan => to.quiet_nan(),
        Number::Infinite if negative => to.sign_bit() | to.infinity(),
        Number::Infinite => to.infinity(),
        Number::Finite { significand, exponent } => to.pack(negative, significand, exponent),
    }
}

/// `QuantizeToF16`: what is too small for a normal half before rounding becomes a zero of its sign.
pub(super) fn quantize_to_f16(bits: u64) -> u64 {
    /// 2^-14, the smallest normal half.
    const SMALLEST_NORMAL: u64 = 0x3880_0000;
    let sign = bits & F32.sign_bit();
    if bits ^ sign < SMALLEST_NORMAL {
        return sign;
    }
    convert(F16, F32, convert(F32, F16, bits))
}

/// An operation on one or two numbers of one format.
pub(super) fn arithmetic(opcode: u32, format: Format, a: u64, b: u64) -> Outcome {
    match opcode {
        127 => (a ^ format.sign_bit(), false),
        140 | 141 => {
            let (remainder, undefined) = remainder(format, a, b);
            let is_zero = remainder & !format.sign_bit() == 0;
            let is_number = !matches!(format.unpack(remainder), Number::Nan);
            if opcode == 141 && is_number && !is_zero && format.is_negative(remainder) != format.is_negative(b) {
                return (sum_product_or_quotient(129, format, remainder, b), undefined);
            }
            (remainder, undefined)
        }
        _ => (sum_product_or_quotient(opcode, format, a, b), false),
    }
}

fn sum_product_or_quotient(opcode: u32, format: Format, a: u64, b: u64) -> u64 {
    if format == F64 {
        let (a, b) = (f64::from_bits(a), f64::from_bits(b));
        let result = match opcode {
            129 => a + b,
            131 => a - b,
            133 => a * b,
            _ => a / b,
        };
        return if result.is_nan() { F64.quiet_nan() } else { result.to_bits() };
    }
    let single = |bits| f32::from_bits(u32::try_from(convert(format, F32, bits)).unwrap_or(0));
    let (a, b) = (single(a), single(b));
    let result = match opcode {
        129 => a + b,
        131 => a - b,
        133 => a * b,
        _ => a / b,
    };
    convert(F32, format, result.to_bits().into())
}

/// The exact remainder with the dividend's sign. By 0, and of an infinite dividend, it is undefined.
fn remainder(format: Format, a: u64, b: u64) -> Outcome {
    /// A significand has at most 53 bits, so that it can be moved up by this many.
    const STEP: u32 = 11;
    let (dividend, divisor) = match (format.unpack(a), format.unpack(b)) {
        (Number::Nan, _) | (_, Number::Nan) => return (format.quiet_nan(), false),
        (Number::Infinite, _) | (_, Number::Finite { significand: 0, .. }) => return (format.quiet_nan(), true),
        (Number::Finite { .. }, Number::Infinite) => return (a, false),
        (Number::Finite { significand, exponent }, Number::Finite { significand: divisor, exponent: other }) => {
            ((significand, exponent), (divisor, other))
        }
    };
    let negative = format.is_negative(a);
    let Ok(mut steps) = u32::try_from(dividend.1.saturating_sub(divisor.1)) else {
        // The divisor's bits weigh more: they are moved up, or the dividend is smaller and all of it remains.
        let up = divisor.1.saturating_sub(dividend.1).unsigned_abs();
        if up > STEP {
            return (a, false);
        }
        let divisor = divisor.0.checked_shl(up).unwrap_or(0);
        return (format.pack(negative, dividend.0.checked_rem(divisor).unwrap_or(0), dividend.1), false);
    };
    let mut rest = dividend.0.checked_rem(divisor.0).unwrap_or(0);
    while steps > 0 {
        let step = steps.min(STEP);
        rest = rest.checked_shl(step).and_then(|rest| rest.checked_rem(divisor.0)).unwrap_or(0);
        steps = steps.saturating_sub(step);
    }
    (format.pack(negative, rest, divisor.1), false)
}

/// Truncates toward zero. What does not fit is undefined, and then the nearest number that fits (NaN: 0).
pub(super) fn to_integer(is_signed: bool, format: Format, width: u32, bits: u64) -> Outcome {
    let negative = format.is_negative(bits);
    let largest = if is_signed { low_bits(width.saturating_sub(1)) } else { low_bits(width) };
    let limit = match (negative, is_signed) {
        (true, true) => largest.saturating_add(1),
        (true, false) => 0,
        (false, _) => largest,
    };
    let magnitude = match format.unpack(bits) {
        Number::Nan => return (0, true),
        Number::Infinite => None,
        Number::Finite { significand, exponent } => match u32::try_from(exponent) {
            Ok(up) if up <= significand.leading_zeros() => significand.checked_shl(up),
            Ok(_) if significand == 0 => Some(0),
            Ok(_) => None,
            Err(_) => Some(significand.checked_shr(exponent.unsigned_abs()).unwrap_or(0)),
        },
    };
    let (magnitude, undefined) = match magnitude {
        Some(magnitude) if magnitude <= limit => (magnitude, false),
        _ => (limit, true),
    };
    let bits = if negative { magnitude.wrapping_neg() } else { magnitude };
    (bits & low_bits(width), undefined)
}

/// The number nearest to an integer.
pub(super) fn of_integer(is_signed: bool, width: u32, format: Format, bits: u64) -> u64 {
    let extended = if is_signed { sign_extend(bits, width) } else { bits };
    let negative = is_signed && extended >> 63 == 1;
    format.pack(negative, if negative { extended.wrapping_neg() } else { extended }, 0)
}
