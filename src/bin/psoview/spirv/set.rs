//! `--set KEY=VALUE`: values for constants, from text.

use std::collections::BTreeSet;
use std::str::FromStr;

use psoview::spirv::{Constant, FloatEncoding, Index, Scalar, SetError, Settings, TypeKind};
use rustc_apfloat::ieee::{BFloat, Double, Half, Single};
use rustc_apfloat::{Float, Round};

use super::value::type_name;
use crate::decimal;

/// What one `--set` says.
#[derive(Clone)]
pub struct Assignment {
    key: String,
    value: String,
}

impl FromStr for Assignment {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (key, value) = text.split_once('=').ok_or("KEY=VALUE is expected")?;
        if key.is_empty() {
            return Err("KEY=VALUE is expected, KEY is empty".into());
        }
        Ok(Self { key: key.into(), value: value.into() })
    }
}

/// Gives the constants of a module what the assignments say, and returns the SpecIds that no constant has.
pub fn apply(assignments: &[Assignment], settings: &mut Settings<'_, '_>) -> Result<Vec<u32>, String> {
    let index = settings.index();
    let (mut given, mut unknown) = (BTreeSet::new(), Vec::new());
    for Assignment { key, value } in assignments {
        let spec_id = match decimal::parse(key) {
            Some(spec_id) => spec_id,
            None => index.spec_id_of(key).map_err(|error| format!("--set {key}: {}", name(index, error)))?,
        };
        if !given.insert(spec_id) {
            return Err(format!("--set {key}: SpecId {spec_id} is given twice"));
        }
        if index.by_spec_id(spec_id).len() == 0 {
            unknown.push(spec_id);
            continue;
        }
        let scalars = scalars(index, spec_id, value).map_err(|error| format!("--set {key}: {error}"))?;
        let of =
            |constant: &Constant<'_>| scalars.iter().find(|(id, _)| *id == constant.result_id()).map(|&(_, bits)| bits);
        settings.set_with(spec_id, |constant| of(constant).map(Scalar::Bits)).map_err(|error| error.to_string())?;
    }
    Ok(unknown)
}

/// Why a name says nothing, and what there is.
fn name(index: &Index<'_>, error: SetError) -> String {
    let names = index.spec_constants().filter_map(|constant| Some((constant.spec_id()?, constant.name()?)));
    let names: Vec<_> = names.map(|(spec_id, name)| format!("{name} ({spec_id})")).collect();
    let names = if names.is_empty() { "none".into() } else { names.join(", ") };
    format!("{error}; the names with SpecIds are: {names}")
}

/// The bits for each constant with the SpecId, by its id.
///
/// Each must take the text by its own type; but integers of one width share their bits, whatever their signs.
fn scalars(index: &Index<'_>, spec_id: u32, text: &str) -> Result<Vec<(u32, u64)>, String> {
    let own: Vec<_> = index.by_spec_id(spec_id).map(|constant| (constant, bits(&constant, text))).collect();
    let shared = |width| {
        own.iter().find_map(|(constant, bits)| match constant.ty().kind() {
            TypeKind::Int { width: other, .. } if other == width => *bits,
            _ => None,
        })
    };
    let scalars = own.iter().map(|(constant, bits)| {
        let shared = match constant.ty().kind() {
            TypeKind::Int { width, .. } => shared(width),
            _ => None,
        };
        let bits = bits.or(shared).ok_or_else(|| {
            let id = constant.result_id();
            let (ty, expected) = (type_name(&constant.ty(), None), expected(constant));
            format!("\"{text}\" is no value for %{id}, which is of type {ty}: {expected} is expected")
        });
        bits.map(|bits| (constant.result_id(), bits))
    });
    scalars.collect()
}

fn expected(constant: &Constant<'_>) -> String {
    match constant.ty().kind() {
        TypeKind::Bool => "true, false, 1, 0 or bits:0x…".into(),
        TypeKind::Int { width, signed, .. } => {
            let (low, high) = range(width, signed);
            format!("a number from {low} to {high}, decimal or 0x…, or bits:0x…")
        }
        TypeKind::Float { .. } => {
            "a decimal number in range, a hexadecimal one as 0x1.8p3, inf, -inf, nan or bits:0x…".into()
        }
        _ => "nothing that can be given here".into(),
    }
}

fn range(width: u32, signed: bool) -> (i128, i128) {
    if signed { (-(1 << (width - 1)), (1 << (width - 1)) - 1) } else { (0, (1 << width) - 1) }
}

/// The bits that the text stands for in the constant's type.
fn bits(constant: &Constant<'_>, text: &str) -> Option<u64> {
    let width = match constant.ty().kind() {
        TypeKind::Bool => 1,
        TypeKind::Int { width, .. } | TypeKind::Float { width, .. } => width,
        _ => return None,
    };
    let mask = u64::MAX >> 64_u32.checked_sub(width)?;
    if let Some(bits) = text.strip_prefix("bits:0x") {
        return digits(bits, 16).and_then(|bits| u64::try_from(bits).ok()).filter(|bits| bits & !mask == 0);
    }
    match constant.ty().kind() {
        TypeKind::Bool => match text {
            "true" | "1" => Some(1),
            "false" | "0" => Some(0),
            _ => None,
        },
        TypeKind::Int { signed, .. } => {
            let (low, high) = range(width, signed);
            let (is_negative, magnitude) = text.strip_prefix('-').map_or((false, text), |magnitude| (true, magnitude));
            let magnitude = match magnitude.strip_prefix("0x") {
                Some(hexadecimal) => digits(hexadecimal, 16)?,
                None => digits(magnitude, 10)?,
            };
            let value = if is_negative { -magnitude } else { magnitude };
            (low..=high).contains(&value).then_some(value as u64 & mask)
        }
        TypeKind::Float { encoding, .. } => match (width, encoding) {
            (16, None) => float::<Half>(text),
            (32, None) => float::<Single>(text),
            (64, None) => float::<Double>(text),
            (16, Some(FloatEncoding::BFLOAT16)) => float::<BFloat>(text),
            _ => None,
        },
        _ => None,
    }
}

/// Digits alone, without a sign; few enough not to overflow.
fn digits(text: &str, radix: u32) -> Option<i128> {
    let is_number = !text.is_empty() && text.chars().all(|digit| digit.is_digit(radix));
    is_number.then(|| i128::from_str_radix(text, radix).ok())?
}

/// A number rounded once, to the nearest; one that is too large is none.
fn float<F: Float>(text: &str) -> Option<u64> {
    let (is_negative, magnitude) = text.strip_prefix('-').map_or((false, text), |magnitude| (true, magnitude));
    let value = match magnitude {
        "inf" => F::INFINITY,
        "nan" => F::NAN,
        _ if magnitude.starts_with(|first: char| first.is_ascii_digit() || first == '.') => {
            let value = F::from_str_r(magnitude, Round::NearestTiesToEven).ok()?.value;
            if value.is_infinite() {
                return None;
            }
            value
        }
        _ => return None,
    };
    u64::try_from(if is_negative { -value } else { value }.to_bits()).ok()
}
