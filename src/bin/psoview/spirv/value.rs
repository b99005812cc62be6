//! Types and values of constants, as JSON has them.

use psoview::spirv::{FloatEncoding, Type, TypeKind, Value, Values};
use serde_json::{Number, Value as Json};

/// A value with more numbers than this is not printed.
const MOST_LEAVES: u64 = 4096;
/// A value nested deeper than this is not printed either: SPIR-V's limit for structs.
const MOST_LEVELS: u32 = 256;

/// As `uint32x4`, `float32x2x4` (rows, columns), `uint32[6][2]`.
pub fn type_name(ty: &Type<'_>, values: Option<&Values<'_>>) -> String {
    let (mut ty, mut lengths) = (*ty, String::new());
    for _ in 0..MOST_LEVELS {
        let (TypeKind::Array, Some(element)) = (ty.kind(), ty.element(0)) else { break };
        let length = values.map_or_else(|| ty.length()?.default_bits(), |values| values.count(&ty));
        lengths += &length.map_or_else(|| "[?]".into(), |length| format!("[{length}]"));
        ty = element;
    }
    format!("{}{lengths}", element_name(&ty))
}

fn element_name(ty: &Type<'_>) -> String {
    let part = || ty.element(0).as_ref().map(element_name).unwrap_or_default();
    match ty.kind() {
        TypeKind::Bool => "bool".into(),
        TypeKind::Int { width, signed: true, .. } => format!("int{width}"),
        TypeKind::Int { width, .. } => format!("uint{width}"),
        TypeKind::Float { width, encoding: None, .. } => format!("float{width}"),
        TypeKind::Float { encoding: Some(encoding), .. } => match encoding.name() {
            Some(name) => name.into(),
            None => format!("float_encoding_{encoding}"),
        },
        TypeKind::Vector | TypeKind::Matrix => format!("{}x{}", part(), ty.count().unwrap_or(0)),
        TypeKind::Struct => "struct".into(),
        TypeKind::Pointer => "pointer".into(),
        TypeKind::Sampler => "sampler".into(),
        _ => "opaque".into(),
    }
}

/// How many numbers a value of the type has; `None` where they are too many.
fn leaves(ty: &Type<'_>, values: &Values<'_>, level: u32) -> Option<u64> {
    if level > MOST_LEVELS {
        return None;
    }
    let leaves = match ty.kind() {
        TypeKind::Vector | TypeKind::Matrix | TypeKind::Array => {
            values.count(ty)?.checked_mul(leaves(&ty.element(0)?, values, level + 1)?.max(1))?
        }
        // An empty struct counts as well, or a small type could stand for any number of them.
        TypeKind::Struct => (0..ty.count()?).try_fold(1_u64, |sum, member| {
            let sum = sum + ty.element(member).map_or(Some(1), |member| leaves(&member, values, level + 1))?;
            (sum <= MOST_LEAVES + 1).then_some(sum)
        })?,
        _ => 1,
    };
    (leaves <= MOST_LEAVES + 1).then_some(leaves)
}

/// Whether the value has more numbers than are printed.
pub fn is_elided(value: &Value<'_>, values: &Values<'_>) -> bool {
    leaf_count(&value.ty(), values).is_none_or(|leaves| leaves > MOST_LEAVES)
}

fn leaf_count(ty: &Type<'_>, values: &Values<'_>) -> Option<u64> {
    leaves(ty, values, 0)
}

/// The value and its bits, nested as the type is.
pub fn tree(value: &Value<'_>) -> (Json, Json) {
    if let Some(bits) = value.bits() {
        return (scalar(&value.ty(), bits), bit_string(&value.ty(), bits).into());
    }
    let count = value.count().and_then(|count| u32::try_from(count).ok()).unwrap_or(0);
    let parts = (0..count).filter_map(|number| value.component(number));
    let (values, bits) = parts.map(|part| tree(&part)).unzip();
    (Json::Array(values), Json::Array(bits))
}

/// As `0x00000004`: as many digits as the width has; a bool one.
pub fn bit_string(ty: &Type<'_>, bits: u64) -> String {
    let digits = match ty.kind() {
        TypeKind::Int { width, .. } | TypeKind::Float { width, .. } => width.div_ceil(4) as usize,
        _ => 1,
    };
    format!("{bits:#0width$x}", width = digits + 2)
}

/// A bool or a number; null for infinities and what is no number.
pub fn scalar(ty: &Type<'_>, bits: u64) -> Json {
    match ty.kind() {
        TypeKind::Bool => Json::Bool(bits != 0),
        TypeKind::Int { width, signed: true, .. } => {
            let shift = 64_u32.saturating_sub(width);
            ((bits << shift) as i64 >> shift).into()
        }
        TypeKind::Int { .. } => bits.into(),
        TypeKind::Float { width, encoding, .. } => float(width, encoding, bits).map_or(Json::Null, Json::Number),
        _ => Json::Null,
    }
}

/// The shortest decimal that reads back as these bits.
fn float(width: u32, encoding: Option<FloatEncoding>, bits: u64) -> Option<Number> {
    let decimal = match (width, encoding) {
        (64, None) => f64::from_bits(bits),
        (32, None) => f32::from_bits(u32::try_from(bits).ok()?).to_string().parse().ok()?,
        (16, None) => Narrow { exponent_bits: 5, fraction_bits: 10 }.shortest(bits)?,
        (16, Some(FloatEncoding::BFLOAT16)) => Narrow { exponent_bits: 8, fraction_bits: 7 }.shortest(bits)?,
        (8, Some(FloatEncoding::FLOAT8_E5M2)) => Narrow { exponent_bits: 5, fraction_bits: 2 }.shortest(bits)?,
        _ => return None,
    };
    Number::from_f64(decimal)
}

/// A format that has no type in Rust: a sign, an exponent, a fraction, as IEEE 754 lays them out.
#[derive(Clone, Copy)]
struct Narrow {
    exponent_bits: u32,
    fraction_bits: u32,
}

impl Narrow {
    fn infinity(self) -> u64 {
        ((1 << self.exponent_bits) - 1) << self.fraction_bits
    }

    /// The number of these bits without their sign. Every such number, and the middle of two, is a `f64`.
    fn magnitude(self, bits: u64) -> f64 {
        let fraction = (bits & ((1 << self.fraction_bits) - 1)) as f64 / f64::from(1 << self.fraction_bits);
        let exponent = (bits >> self.fraction_bits) as i32;
        let bias = (1 << (self.exponent_bits - 1)) - 1;
        if exponent == 0 { fraction * 2_f64.powi(1 - bias) } else { (1.0 + fraction) * 2_f64.powi(exponent - bias) }
    }

    /// `None` for infinities and what is no number.
    fn shortest(self, bits: u64) -> Option<f64> {
        let sign = 1 << (self.exponent_bits + self.fraction_bits);
        let (magnitude, is_negative) = (bits & (sign - 1), bits & sign != 0);
        if magnitude >= self.infinity() {
            return None;
        }
        let value = self.magnitude(magnitude);
        let low = (self.magnitude(magnitude.saturating_sub(1)) + value) / 2.0;
        let high = (self.magnitude(magnitude + 1) + value) / 2.0;
        // What lies in the middle of two reads as the even one.
        let is_even = magnitude & 1 == 0;
        let reads_back = |decimal: f64| {
            value == decimal || low < decimal && decimal < high || is_even && (decimal == low || decimal == high)
        };
        let decimals = (0..17).map(|digits| format!("{value:.digits$e}"));
        let decimal = decimals.filter_map(|text| text.parse::<f64>().ok()).find(|&decimal| reads_back(decimal))?;
        Some(if is_negative { -decimal } else { decimal })
    }
}
