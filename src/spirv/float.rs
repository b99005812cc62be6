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

#[cfg(test)]
mod tests {
    use super::{BFLOAT16, F16, F32, F64, Format, arithmetic, convert, of_integer, quantize_to_f16, to_integer};

    /// Numbers that reach every exponent and the ends of the significand.
    fn doubles() -> impl Iterator<Item = f64> {
        let fractions = [0, 1, 2, 0x8_0000_0000_0000, 0x7_ffff_ffff_ffff, 0xf_ffff_ffff_fffe, 0xf_ffff_ffff_ffff];
        let halfway_in_single = [0x1000_0000, 0x1000_0001, 0x0fff_ffff, 0x3000_0000, 0xf_ffff_f000_0000];
        let fractions = fractions.into_iter().chain(halfway_in_single);
        fractions.flat_map(|fraction| {
            (0..2048_u64)
                .flat_map(move |exponent| [0, 1_u64 << 63].map(|sign| f64::from_bits(sign | exponent << 52 | fraction)))
        })
    }

    fn singles() -> impl Iterator<Item = f32> {
        // A stride that is prime reaches all exponents and runs of low bits.
        (0..u32::MAX / 10_007).map(|step| f32::from_bits(step * 10_007))
    }

    fn is_nan(format: Format, bits: u64) -> bool {
        bits == format.quiet_nan()
    }

    #[track_caller]
    fn assert_single(bits: u64, expected: f32) {
        if expected.is_nan() {
            assert!(is_nan(F32, bits), "{bits:#x}");
        } else {
            assert_eq!(bits, u64::from(expected.to_bits()), "{expected}");
        }
    }

    #[track_caller]
    fn assert_double(bits: u64, expected: f64) {
        if expected.is_nan() {
            assert!(is_nan(F64, bits), "{bits:#x}");
        } else {
            assert_eq!(bits, expected.to_bits(), "{expected}");
        }
    }

    #[test]
    fn widens_and_narrows_between_singles_and_doubles_like_the_host() {
        for value in doubles() {
            assert_single(convert(F64, F32, value.to_bits()), value as f32);
        }
        for value in singles() {
            assert_double(convert(F32, F64, value.to_bits().into()), f64::from(value));
        }
    }

    /// The value of the bits of a narrow format, by its definition.
    fn value_of(exponent_bits: i32, fraction_bits: i32, bits: u64) -> f64 {
        let fraction = (bits & ((1 << fraction_bits) - 1)) as f64;
        let exponent = (bits >> fraction_bits) as i32;
        let bias = (1 << (exponent_bits - 1)) - 1;
        if exponent == 0 {
            fraction * 2_f64.powi(1 - bias - fraction_bits)
        } else {
            (1.0 + fraction * 2_f64.powi(-fraction_bits)) * 2_f64.powi(exponent - bias)
        }
    }

    /// Rounding is right everywhere if it is right at, before and after the middle of every two neighbours.
    fn rounds_to_the_nearest(format: Format, exponent_bits: i32, fraction_bits: i32) {
        let infinity = ((1_u64 << exponent_bits) - 1) << fraction_bits;
        let sign = 1_u64 << (exponent_bits + fraction_bits);
        for bits in 0..infinity {
            let value = value_of(exponent_bits, fraction_bits, bits);
            // Infinity takes the place of the number that would come after the largest.
            let middle = (value + value_of(exponent_bits, fraction_bits, bits + 1)) / 2.0;
            let even = bits + (bits & 1);
            // It is positive, so its neighbours' bits are those before and after its own.
            let [before, after] = [middle.to_bits() - 1, middle.to_bits() + 1].map(f64::from_bits);
            let cases = [(value, bits), (before, bits), (middle, even), (after, bits + 1)];
            for (value, expected) in cases {
                assert_eq!(convert(F64, format, value.to_bits()), expected, "{value:e}");
                assert_eq!(convert(F64, format, (-value).to_bits()), expected | sign, "{value:e}");
                let single = value as f32;
                if f64::from(single) == value {
                    assert_eq!(convert(F32, format, single.to_bits().into()), expected, "{value:e}");
                }
            }
            assert_double(convert(format, F64, bits), value);
            assert_double(convert(format, F64, bits | sign), -value);
        }
        assert_double(convert(format, F64, infinity), f64::INFINITY);
        assert_double(convert(format, F64, infinity | sign), f64::NEG_INFINITY);
        assert_double(convert(format, F64, infinity + 1), f64::NAN);
        assert!(is_nan(format, convert(F64, format, f64::NAN.to_bits())));
        assert_eq!(convert(F64, format, f64::MAX.to_bits()), infinity);
    }

    #[test]
    fn rounds_to_halves() {
        rounds_to_the_nearest(F16, 5, 10);
    }

    #[test]
    fn rounds_to_bfloat16() {
        rounds_to_the_nearest(BFLOAT16, 8, 7);
    }

    #[test]
    fn adds_subtracts_multiplies_divides_and_takes_remainders_like_the_host() {
        let values = || doubles().step_by(97);
        for (a, b) in values().flat_map(|a| values().map(move |b| (a, b))) {
            let of = |opcode| arithmetic(opcode, F64, a.to_bits(), b.to_bits()).0;
            assert_double(of(129), a + b);
            assert_double(of(131), a - b);
            assert_double(of(133), a * b);
            assert_double(of(136), a / b);
            assert_double(of(140), a % b);
            let (x, y) = (a as f32, b as f32);
            let of = |opcode| arithmetic(opcode, F32, x.to_bits().into(), y.to_bits().into()).0;
            assert_single(of(129), x + y);
            assert_single(of(133), x * y);
            assert_single(of(136), x / y);
            assert_single(of(140), x % y);
        }
    }

    #[test]
    fn takes_the_modulos_sign_from_the_divisor() {
        let modulo = |a: f64, b: f64| f64::from_bits(arithmetic(141, F64, a.to_bits(), b.to_bits()).0);
        assert_eq!(
            [modulo(-2.75, 2.0), modulo(2.75, -2.0), modulo(2.75, 2.0), modulo(-2.75, -2.0)],
            [1.25, -1.25, 0.75, -0.75]
        );
        assert_eq!([modulo(4.0, -2.0), modulo(-4.0, 2.0)], [0.0, 0.0]);
    }

    #[test]
    fn computes_with_halves_as_if_exactly_and_rounds_once() {
        // 2048 + 1 lies in the middle of 2048 and 2050; 2048 + 3 in the middle of 2050 and 2052.
        let half = |value: f64| convert(F64, F16, value.to_bits());
        let sum = |a, b| arithmetic(129, F16, half(a), half(b)).0;
        assert_eq!([sum(2048.0, 1.0), sum(2048.0, 3.0)], [half(2048.0), half(2052.0)]);
        assert_eq!(arithmetic(133, F16, half(256.0), half(256.0)).0, 0x7c00);
        assert_eq!(arithmetic(136, F16, half(1.0), half(3.0)).0, 0x3555);
        assert_eq!(arithmetic(127, F16, 0x7e01, 0), (0xfe01, false));
    }

    #[test]
    fn gives_invalid_operations_the_quiet_nan() {
        let infinity = f32::INFINITY.to_bits().into();
        assert_eq!(arithmetic(131, F32, infinity, infinity), (0x7fc0_0000, false));
        assert_eq!(arithmetic(140, F32, 0x3f80_0000, 0), (0x7fc0_0000, true));
        assert_eq!(arithmetic(141, F32, 0x3f80_0000, 0x8000_0000), (0x7fc0_0000, true));
        assert_eq!(arithmetic(140, F64, 0x7ff0_0000_0000_0000, 0x3ff0_0000_0000_0000), (0x7ff8_0000_0000_0000, true));
        assert_eq!(arithmetic(141, F16, 0x3c00, 0), (0x7e00, true));
    }

    #[test]
    fn quantizes_what_is_too_small_to_zero_before_it_rounds() {
        // The largest single below 2^-14 would round up to it.
        assert_eq!(quantize_to_f16(0x387f_ffff), 0);
        assert_eq!(quantize_to_f16(0xb87f_ffff), 0x8000_0000);
        assert_eq!(quantize_to_f16(0x3880_0000), 0x3880_0000);
        assert_eq!(quantize_to_f16(0x477f_efff), 0x477f_e000);
        assert_eq!(quantize_to_f16(0x477f_f000), 0x7f80_0000);
        assert_eq!(quantize_to_f16(0x7fa0_0001), 0x7fc0_0000);
    }

    #[test]
    fn converts_to_integers_like_the_host_and_says_what_does_not_fit() {
        for value in doubles() {
            let to = |signed, width| to_integer(signed, F64, width, value.to_bits());
            let truncated = value.trunc();
            let fits = |low: f64, high: f64| truncated >= low && truncated < high;
            assert_eq!(to(true, 8), (value as i8 as u8 as u64, !fits(-128.0, 128.0)), "{value:e}");
            assert_eq!(to(false, 8), (value as u8 as u64, !fits(0.0, 256.0)), "{value:e}");
            assert_eq!(to(true, 32), (value as i32 as u32 as u64, !fits(-2147483648.0, 2147483648.0)), "{value:e}");
            assert_eq!(to(false, 32), (value as u32 as u64, !fits(0.0, 4294967296.0)), "{value:e}");
            assert_eq!(to(true, 64), (value as i64 as u64, !fits(-9223372036854775808.0, 9223372036854775808.0)));
            assert_eq!(to(false, 64), (value as u64, !fits(0.0, 18446744073709551616.0)), "{value:e}");
        }
    }

    #[test]
    fn converts_from_integers_like_the_host_in_one_rounding() {
        let powers = (0..64)
            .flat_map(|bit| [1_u64 << bit, (1 << bit) - 1, (1 << bit) + 1, 3 << bit, 0x0100_0001_0000_0001 << bit]);
        for value in powers.chain([u64::MAX, 0x8000_0080_0000_0001, 0xffff_ff7f_ffff_ffff]) {
            assert_single(of_integer(false, 64, F32, value), value as f32);
            assert_double(of_integer(false, 64, F64, value), value as f64);
            assert_single(of_integer(true, 64, F32, value), value as i64 as f32);
            assert_double(of_integer(true, 64, F64, value), value as i64 as f64);
            assert_single(of_integer(true, 32, F32, value & 0xffff_ffff), value as i32 as f32);
            assert_single(of_integer(true, 8, F32, value & 0xff), value as i8 as f32);
        }
    }
}
