//! A made-up SPIR-V module: evaluated and frozen, its constants have the values that a slow evaluator has for them.

use arbitrary::{Result, Unstructured};
use psoview::spirv::{Freeze, Module, Scalar, Value as Read};

pub fn run(data: &[u8]) {
    let model = Model::arbitrary(&mut Unstructured::new(data)).expect("any bytes make a model");
    let bytes = model.bytes();
    let frozen = check(&model, &bytes, true);
    for module in frozen {
        // What was given is the module's own now, or has its default again.
        check(&model, &module, false);
    }
}

/// Compares every constant, and returns the module frozen in every mode.
fn check(model: &Model, bytes: &[u8], give: bool) -> Vec<Vec<u8>> {
    let preamble = Module::parse(bytes).expect("a header").measure().expect("a preamble");
    let mut words = vec![7; preamble.index_words()];
    let index = preamble.index(&mut words).unwrap_or_else(|error| panic!("{error}: {model:?}"));
    let mut words = vec![7; index.settings_words()];
    let mut settings = index.settings(&mut words).expect("settings");
    // The constants that GIVEN leaves get the values again that they had.
    for (id, spec_id, bits) in &model.given {
        if give || index.by_spec_id(*spec_id).len() > 0 {
            settings.set(*spec_id, Scalar::Bits(*bits)).unwrap_or_else(|error| panic!("%{id}: {error}"));
        }
    }
    let mut words = vec![7; settings.evaluation_words()];
    let mut values = settings.evaluate(&mut words).unwrap_or_else(|error| panic!("{error}: {model:?}"));
    for constant in &model.constants {
        let value = values.get(constant.id).unwrap_or_else(|| panic!("%{} is gone", constant.id));
        compare(&value, &constant.value, give, constant.id);
    }
    let modes = [Freeze::ALL, Freeze::GIVEN, Freeze::KEEP_OPERATIONS];
    let frozen = modes.map(|mode| {
        let mut out = vec![7; usize::try_from(values.frozen_words(mode).expect("a size")).expect("a small module")];
        let words = values.freeze(mode, &mut out).expect("a module");
        words.iter().flat_map(|word| word.to_le_bytes()).collect()
    });
    frozen.into()
}

/// A frozen module does not say any more what was undefined.
fn compare(read: &Read<'_>, value: &Value, with_flags: bool, id: u32) {
    match value {
        Value::Scalar { bits, undefined } => {
            assert_eq!(read.bits(), Some(*bits), "%{id}");
            assert!(!with_flags || read.is_undefined() == *undefined, "%{id}");
        }
        Value::List(parts) => {
            assert_eq!(read.count(), Some(parts.len() as u64), "%{id}");
            for (number, part) in (0..).zip(parts) {
                compare(&read.component(number).expect("a part"), part, with_flags, id);
            }
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Scalars {
    Bool,
    Int(u32),
    F32,
    F64,
}

const SCALARS: [Scalars; 7] =
    [Scalars::Bool, Scalars::Int(8), Scalars::Int(16), Scalars::Int(32), Scalars::Int(64), Scalars::F32, Scalars::F64];

impl Scalars {
    fn width(self) -> u32 {
        match self {
            Self::Bool => 1,
            Self::Int(width) => width,
            Self::F32 => 32,
            Self::F64 => 64,
        }
    }

    fn mask(self) -> u64 {
        u64::MAX >> (64 - self.width())
    }
}

/// A type: a scalar, a vector of two to four, or an array of three of those.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Type {
    scalar: usize,
    /// 1 for a scalar.
    lanes: u32,
    is_array: bool,
}

const ARRAY_LENGTH: u32 = 3;
const LENGTH_ID: u32 = 200;
const FIRST_CONSTANT: u32 = 201;

impl Type {
    fn id(self) -> u32 {
        1 + self.scalar as u32 * 8 + (self.lanes - 1) + if self.is_array { 4 } else { 0 }
    }

    fn element(self) -> Self {
        if self.is_array { Self { is_array: false, ..self } } else { Self { lanes: 1, ..self } }
    }

    fn count(self) -> u32 {
        if self.is_array { ARRAY_LENGTH } else { self.lanes }
    }

    fn is_scalar(self) -> bool {
        self.lanes == 1 && !self.is_array
    }

    fn scalar(self) -> Scalars {
        SCALARS[self.scalar]
    }

    fn zero(self, undefined: bool) -> Value {
        if self.is_scalar() {
            return Value::Scalar { bits: 0, undefined };
        }
        Value::List((0..self.count()).map(|_| self.element().zero(undefined)).collect())
    }
}

#[derive(Clone, Debug, PartialEq)]
enum Value {
    Scalar { bits: u64, undefined: bool },
    List(Vec<Value>),
}

impl Value {
    fn part(&self, number: u32) -> &Self {
        match self {
            Self::List(parts) => &parts[number as usize],
            Self::Scalar { .. } => panic!("a scalar has no parts"),
        }
    }

    fn lane(&self, number: u32) -> (u64, bool) {
        match self {
            Self::Scalar { bits, undefined } => (*bits, *undefined),
            Self::List(_) => self.part(number).lane(0),
        }
    }

    fn all_undefined(&self) -> Self {
        match self {
            Self::Scalar { bits, .. } => Self::Scalar { bits: *bits, undefined: true },
            Self::List(parts) => Self::List(parts.iter().map(Self::all_undefined).collect()),
        }
    }
}

#[derive(Clone, Debug)]
struct Constant {
    id: u32,
    ty: Type,
    value: Value,
}

#[derive(Debug, Default)]
struct Model {
    constants: Vec<Constant>,
    words: Vec<u32>,
    decorations: Vec<u32>,
    /// Id, SpecId, bits.
    given: Vec<(u32, u32, u64)>,
}

impl Model {
    fn arbitrary(u: &mut Unstructured<'_>) -> Result<Self> {
        let mut model = Self::default();
        for _ in 0..u.int_in_range(1..=40)? {
            let id = FIRST_CONSTANT + model.constants.len() as u32;
            let made = match u.int_in_range(0..=11_u8)? {
                0..=2 => None,
                3 => model.composite(u, id)?,
                4 => model.extract(u, id)?,
                5 => model.insert(u, id)?,
                6 => model.shuffle(u, id)?,
                7 => model.select(u, id)?,
                8 => model.convert(u, id)?,
                _ => model.arithmetic(u, id)?,
            };
            let (ty, value) = match made {
                Some(made) => made,
                None => model.leaf(u, id)?,
            };
            model.constants.push(Constant { id, ty, value });
        }
        Ok(model)
    }

    fn ty(u: &mut Unstructured<'_>) -> Result<Type> {
        let scalar = u.int_in_range(0..=SCALARS.len() - 1)?;
        Ok(Type { scalar, lanes: u.int_in_range(1..=4)?, is_array: u.ratio(1, 5)? })
    }

    fn push(&mut self, opcode: u32, operands: &[u32]) {
        self.words.push((operands.len() as u32 + 1) << 16 | opcode);
        self.words.extend(operands);
    }

    fn operation(&mut self, ty: Type, id: u32, operation: &[u32]) {
        self.push(52, &[&[ty.id(), id], operation].concat());
    }

    /// Any constant that the closure takes.
    fn pick(&self, u: &mut Unstructured<'_>, takes: impl Fn(&Constant) -> bool) -> Result<Option<Constant>> {
        let fit: Vec<_> = self.constants.iter().filter(|constant| takes(constant)).collect();
        if fit.is_empty() { Ok(None) } else { Ok(Some((*u.choose(&fit)?).clone())) }
    }

    fn leaf(&mut self, u: &mut Unstructured<'_>, id: u32) -> Result<(Type, Value)> {
        let mut ty = Self::ty(u)?;
        if u.ratio(1, 4)? {
            let undefined = u.arbitrary()?;
            self.push(if undefined { 1 } else { 46 }, &[ty.id(), id]);
            return Ok((ty, ty.zero(undefined)));
        }
        ty = Type { lanes: 1, is_array: false, ..ty };
        let interesting = [0, 1, 2, 3, 7, 31, 32, 63, 64, u64::MAX, u64::MAX - 1, 1 << 63, 1 << 31, 1 << 15, 1 << 7];
        let bits = if u.arbitrary()? { *u.choose(&interesting)? } else { u.arbitrary()? };
        let (scalar, mut bits) = (ty.scalar(), bits & ty.scalar().mask());
        let is_spec = u.ratio(2, 3)?;
        if scalar == Scalars::Bool {
            let opcode = if bits != 0 { 41 } else { 42 };
            self.push(if is_spec { opcode + 7 } else { opcode }, &[ty.id(), id]);
        } else {
            let words = [bits as u32, (bits >> 32) as u32];
            let words = if scalar.width() > 32 { &words[..] } else { &words[..1] };
            self.push(if is_spec { 50 } else { 43 }, &[&[ty.id(), id], words].concat());
        }
        if is_spec && u.arbitrary()? {
            self.decorations.extend([4 << 16 | 71, id, 1, id]);
            if u.arbitrary()? {
                bits = u.arbitrary::<u64>()? & scalar.mask();
                self.given.push((id, id, bits));
            }
        }
        Ok((ty, Value::Scalar { bits, undefined: false }))
    }

    fn composite(&mut self, u: &mut Unstructured<'_>, id: u32) -> Result<Option<(Type, Value)>> {
        let ty = Self::ty(u)?;
        if ty.is_scalar() {
            return Ok(None);
        }
        let mut parts = Vec::new();
        for _ in 0..ty.count() {
            let Some(part) = self.pick(u, |constant| constant.ty == ty.element())? else { return Ok(None) };
            parts.push(part);
        }
        let ids: Vec<_> = parts.iter().map(|part| part.id).collect();
        self.push(51, &[&[ty.id(), id], &ids[..]].concat());
        Ok(Some((ty, Value::List(parts.into_iter().map(|part| part.value).collect()))))
    }

    /// Literals that lead into a value, and what is there.
    fn path(u: &mut Unstructured<'_>, constant: &Constant) -> Result<(Vec<u32>, Type)> {
        let (mut literals, mut ty) = (Vec::new(), constant.ty);
        while !ty.is_scalar() && (literals.is_empty() || u.arbitrary()?) {
            literals.push(u.int_in_range(0..=ty.count() - 1)?);
            ty = ty.element();
        }
        Ok((literals, ty))
    }

    fn extract(&mut self, u: &mut Unstructured<'_>, id: u32) -> Result<Option<(Type, Value)>> {
        let Some(from) = self.pick(u, |constant| !constant.ty.is_scalar())? else { return Ok(None) };
        let (literals, ty) = Self::path(u, &from)?;
        self.operation(ty, id, &[&[81, from.id], &literals[..]].concat());
        let value = literals.iter().fold(&from.value, |value, &literal| value.part(literal));
        Ok(Some((ty, value.clone())))
    }

    fn insert(&mut self, u: &mut Unstructured<'_>, id: u32) -> Result<Option<(Type, Value)>> {
        let Some(into) = self.pick(u, |constant| !constant.ty.is_scalar())? else { return Ok(None) };
        let (literals, ty) = Self::path(u, &into)?;
        let Some(object) = self.pick(u, |constant| constant.ty == ty)? else { return Ok(None) };
        self.operation(into.ty, id, &[&[82, object.id, into.id], &literals[..]].concat());
        let mut value = into.value.clone();
        let mut place = &mut value;
        for &literal in &literals {
            let Value::List(parts) = place else { panic!("a path leads through composites") };
            place = &mut parts[literal as usize];
        }
        *place = object.value;
        Ok(Some((into.ty, value)))
    }

    fn shuffle(&mut self, u: &mut Unstructured<'_>, id: u32) -> Result<Option<(Type, Value)>> {
        let is_vector = |ty: Type| ty.lanes > 1 && !ty.is_array;
        let Some(first) = self.pick(u, |constant| is_vector(constant.ty))? else { return Ok(None) };
        let takes = |constant: &Constant| is_vector(constant.ty) && constant.ty.scalar == first.ty.scalar;
        let Some(second) = self.pick(u, takes)? else { return Ok(None) };
        let ty = Type { lanes: u.int_in_range(2..=4)?, ..first.ty };
        let count = first.ty.lanes + second.ty.lanes;
        let mut literals = Vec::new();
        for _ in 0..ty.lanes {
            literals.push(if u.ratio(1, 8)? { u32::MAX } else { u.int_in_range(0..=count - 1)? });
        }
        self.operation(ty, id, &[&[79, first.id, second.id], &literals[..]].concat());
        let component = |&literal: &u32| match literal {
            u32::MAX => ty.element().zero(true),
            _ if literal < first.ty.lanes => first.value.part(literal).clone(),
            _ => second.value.part(literal - first.ty.lanes).clone(),
        };
        Ok(Some((ty, Value::List(literals.iter().map(component).collect()))))
    }

    fn select(&mut self, u: &mut Unstructured<'_>, id: u32) -> Result<Option<(Type, Value)>> {
        let Some(first) = self.pick(u, |_| true)? else { return Ok(None) };
        let Some(second) = self.pick(u, |constant| constant.ty == first.ty)? else { return Ok(None) };
        let ty = first.ty;
        let per_lane = Type { scalar: 0, ..ty };
        let takes = |constant: &Constant| {
            let is_bool = constant.ty.scalar() == Scalars::Bool && !constant.ty.is_array;
            is_bool && (constant.ty.lanes == 1 || constant.ty == per_lane)
        };
        let Some(condition) = self.pick(u, takes)? else { return Ok(None) };
        self.operation(ty, id, &[169, condition.id, first.id, second.id]);
        let choose = |(bits, undefined): (u64, bool), first: &Value, second: &Value| {
            let chosen = if bits != 0 { first } else { second };
            if undefined { chosen.all_undefined() } else { chosen.clone() }
        };
        let value = if condition.ty.lanes == 1 {
            choose(condition.value.lane(0), &first.value, &second.value)
        } else {
            let lane = |lane| choose(condition.value.lane(lane), first.value.part(lane), second.value.part(lane));
            Value::List((0..ty.lanes).map(lane).collect())
        };
        Ok(Some((ty, value)))
    }

    /// An operation from one format to another.
    fn convert(&mut self, u: &mut Unstructured<'_>, id: u32) -> Result<Option<(Type, Value)>> {
        let Some(from) = self.pick(u, |constant| !constant.ty.is_array && constant.ty.scalar != 0)? else {
            return Ok(None);
        };
        let ty = Type { scalar: u.int_in_range(1..=SCALARS.len() - 1)?, ..from.ty };
        let opcodes: &[u32] = match (from.ty.scalar(), ty.scalar()) {
            (Scalars::Int(_), Scalars::Int(_)) => &[113, 114],
            (Scalars::Int(_), _) => &[111, 112],
            (_, Scalars::Int(_)) => &[109, 110],
            _ => &[115],
        };
        let opcode = *u.choose(opcodes)?;
        self.operation(ty, id, &[opcode, from.id]);
        Ok(Some((
            ty,
            lanes(ty, |lane| {
                let (bits, undefined) = from.value.lane(lane);
                let (bits, own) = converted(opcode, from.ty.scalar(), ty.scalar(), bits);
                (bits, undefined || own)
            }),
        )))
    }

    fn arithmetic(&mut self, u: &mut Unstructured<'_>, id: u32) -> Result<Option<(Type, Value)>> {
        let Some(first) = self.pick(u, |constant| !constant.ty.is_array)? else { return Ok(None) };
        let Some(second) = self.pick(u, |constant| constant.ty == first.ty)? else { return Ok(None) };
        let opcodes: &[u32] = match first.ty.scalar() {
            Scalars::Bool => &[164, 165, 166, 167, 168],
            Scalars::Int(_) => &[
                126, 128, 130, 132, 134, 135, 137, 138, 139, 194, 195, 196, 197, 198, 199, 200, 170, 171, 172, 173,
                174, 175, 176, 177, 178, 179,
            ],
            _ => &[127, 129, 131, 133, 136],
        };
        let opcode = *u.choose(opcodes)?;
        let ty = if (170..180).contains(&opcode) { Type { scalar: 0, ..first.ty } } else { first.ty };
        let is_unary = matches!(opcode, 126 | 127 | 168 | 200);
        let operands = if is_unary { &[opcode, first.id][..] } else { &[opcode, first.id, second.id][..] };
        self.operation(ty, id, operands);
        let scalar = first.ty.scalar();
        Ok(Some((
            ty,
            lanes(ty, |lane| {
                let ((a, a_undefined), (b, b_undefined)) = (first.value.lane(lane), second.value.lane(lane));
                let (bits, undefined) = computed(opcode, scalar, a, b);
                (bits & ty.scalar().mask(), undefined || a_undefined || b_undefined && !is_unary)
            }),
        )))
    }

    fn bytes(&self) -> Vec<u8> {
        let bound = FIRST_CONSTANT + self.constants.len() as u32;
        let mut words = vec![0x0723_0203, 0x0001_0600, 0, bound, 0];
        words.extend(&self.decorations);
        let mut op = |opcode: u32, operands: &[u32]| {
            words.push((operands.len() as u32 + 1) << 16 | opcode);
            words.extend(operands);
        };
        let types = |lanes, is_array| (0..SCALARS.len()).map(move |scalar| Type { scalar, lanes, is_array });
        for ty in types(1, false) {
            match ty.scalar() {
                Scalars::Bool => op(20, &[ty.id()]),
                Scalars::Int(width) => op(21, &[ty.id(), width, 0]),
                float => op(22, &[ty.id(), float.width()]),
            }
        }
        for ty in (2..=4).flat_map(|lanes| types(lanes, false)) {
            op(23, &[ty.id(), ty.element().id(), ty.lanes]);
        }
        let length = Type { scalar: 3, lanes: 1, is_array: false };
        op(43, &[length.id(), LENGTH_ID, ARRAY_LENGTH]);
        for ty in (1..=4).flat_map(|lanes| types(lanes, true)) {
            op(28, &[ty.id(), ty.element().id(), LENGTH_ID]);
        }
        words.extend(&self.words);
        words.iter().flat_map(|word| word.to_le_bytes()).collect()
    }
}

fn lanes(ty: Type, lane: impl Fn(u32) -> (u64, bool)) -> Value {
    let scalar = |number| {
        let (bits, undefined) = lane(number);
        Value::Scalar { bits, undefined }
    };
    if ty.is_scalar() { scalar(0) } else { Value::List((0..ty.lanes).map(scalar).collect()) }
}

fn signed(bits: u64, width: u32) -> i128 {
    let value = i128::from(bits);
    if value >> (width - 1) == 1 { value - (1 << width) } else { value }
}

/// The specification's definitions in numbers that do not overflow.
fn computed(opcode: u32, scalar: Scalars, a: u64, b: u64) -> (u64, bool) {
    let quiet = |bits: u64, is_nan: bool, nan: u64| if is_nan { nan } else { bits };
    match scalar {
        Scalars::F32 if opcode != 127 => {
            let (x, y) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
            let result =
                [x + y, x - y, x * y, x / y][[129, 131, 133, 136].iter().position(|&own| own == opcode).unwrap()];
            return (quiet(result.to_bits().into(), result.is_nan(), 0x7fc0_0000), false);
        }
        Scalars::F64 if opcode != 127 => {
            let (x, y) = (f64::from_bits(a), f64::from_bits(b));
            let result =
                [x + y, x - y, x * y, x / y][[129, 131, 133, 136].iter().position(|&own| own == opcode).unwrap()];
            return (quiet(result.to_bits(), result.is_nan(), 0x7ff8_0000_0000_0000), false);
        }
        _ => {}
    }
    let width = scalar.width();
    let (x, y, ua, ub) = (signed(a, width), signed(b, width), i128::from(a), i128::from(b));
    let minimum = -(1_i128 << (width - 1));
    let overflows = x == minimum && y == -1;
    let zero = b == 0;
    let quotient = if zero { 0 } else { x.abs() / y.abs() * x.signum() * y.signum() };
    let rest = if zero || overflows { 0 } else { x - quotient * y };
    let past = ub >= i128::from(width);
    let (value, undefined) = match opcode {
        126 => (-x, false),
        127 => (ua ^ (1 << (width - 1)), false),
        128 => (x + y, false),
        130 => (x - y, false),
        132 => (x * y, false),
        134 => (if zero { 0 } else { ua / ub }, zero),
        135 => (quotient, zero || overflows),
        137 => (if zero { 0 } else { ua % ub }, zero),
        138 => (rest, zero || overflows),
        139 => (if rest != 0 && (rest < 0) != (y < 0) { rest + y } else { rest }, zero || overflows),
        194 => (if past { 0 } else { ua >> ub }, past),
        195 => (x >> ub.min(i128::from(width) - 1), past),
        196 => (if past { 0 } else { (ua << ub) & i128::from(u64::MAX) }, past),
        197 => (ua | ub, false),
        198 => (ua ^ ub, false),
        199 => (ua & ub, false),
        200 => (!ua, false),
        164 => ((a == b).into(), false),
        165 => ((a != b).into(), false),
        166 => (ua | ub, false),
        167 => (ua & ub, false),
        168 => (1 - ua, false),
        170 => ((a == b).into(), false),
        171 => ((a != b).into(), false),
        172 => ((a > b).into(), false),
        173 => ((x > y).into(), false),
        174 => ((a >= b).into(), false),
        175 => ((x >= y).into(), false),
        176 => ((a < b).into(), false),
        177 => ((x < y).into(), false),
        178 => ((a <= b).into(), false),
        _ => ((x <= y).into(), false),
    };
    (value as u64, undefined)
}

/// By the host's conversions, which round to the nearest and go to the nearest number that fits.
fn converted(opcode: u32, from: Scalars, to: Scalars, bits: u64) -> (u64, bool) {
    let x = signed(bits, from.width());
    match opcode {
        113 => (bits & to.mask(), false),
        114 => (x as u64 & to.mask(), false),
        111 | 112 => {
            let value = if opcode == 111 { x } else { i128::from(bits) };
            (if to == Scalars::F32 { (value as f32).to_bits().into() } else { (value as f64).to_bits() }, false)
        }
        115 => match (from, to) {
            (Scalars::F32, Scalars::F64) => {
                let value = f64::from(f32::from_bits(bits as u32));
                (if value.is_nan() { 0x7ff8_0000_0000_0000 } else { value.to_bits() }, false)
            }
            (Scalars::F64, Scalars::F32) => {
                let value = f64::from_bits(bits) as f32;
                (if value.is_nan() { 0x7fc0_0000 } else { value.to_bits().into() }, false)
            }
            (Scalars::F32, _) => (if f32::from_bits(bits as u32).is_nan() { 0x7fc0_0000 } else { bits }, false),
            _ => (if f64::from_bits(bits).is_nan() { 0x7ff8_0000_0000_0000 } else { bits }, false),
        },
        _ => {
            let value =
                if from == Scalars::F32 { f64::from(f32::from_bits(bits as u32)) } else { f64::from_bits(bits) };
            let width = to.width();
            let (low, high) = if opcode == 110 {
                (-(1_i128 << (width - 1)), (1_i128 << (width - 1)) - 1)
            } else {
                (0, (1_i128 << width) - 1)
            };
            // A 128-bit integer holds all that could fit.
            let truncated = value as i128;
            let fits = !value.is_nan() && (low..=high).contains(&truncated);
            (truncated.clamp(low, high) as u64 & to.mask(), !fits)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::run;
    use crate::replay;

    #[test]
    fn holds_for_seeds() {
        replay::seeds("spirv_model", run);
    }

    #[test]
    fn holds_for_noise() {
        replay::noise("spirv_model", run);
    }
}
