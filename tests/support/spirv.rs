//! Modules, and what is done to them.

use psoview::Error;
use psoview::spirv::{
    Constant, Freeze, Index, Module, Scalar, Settings, Specialization, TypeKind, Value, Values, WorkgroupSize,
};

/// Scratch words: exactly as many as asked for, filled with something that no table starts from.
pub fn scratch(words: usize) -> Vec<u32> {
    vec![0xdead_beef; words]
}

/// Runs something on a module's index.
pub fn with_index<T>(bytes: &[u8], run: impl FnOnce(&Index<'_>) -> T) -> Result<T, Error> {
    let preamble = Module::parse(bytes)?.measure()?;
    let mut words = scratch(preamble.index_words());
    let index = preamble.index(&mut words)?;
    Ok(run(&index))
}

/// Runs something on the values of a module's constants under settings.
pub fn with_values<T>(
    bytes: &[u8],
    set: impl FnOnce(&mut Settings<'_, '_>),
    run: impl FnOnce(&mut Values<'_>) -> T,
) -> Result<T, Error> {
    with_index(bytes, |index| {
        let mut words = scratch(index.settings_words());
        let mut settings = index.settings(&mut words)?;
        set(&mut settings);
        let mut words = scratch(settings.evaluation_words());
        let mut values = settings.evaluate(&mut words)?;
        Ok(run(&mut values))
    })?
}

/// A module frozen, as bytes in little-endian order.
pub fn frozen(bytes: &[u8], set: impl FnOnce(&mut Settings<'_, '_>), freeze: Freeze) -> Result<Vec<u8>, Error> {
    with_values(bytes, set, |values| {
        let needed = usize::try_from(values.frozen_words(freeze)?).unwrap();
        let mut out = scratch(needed);
        assert_eq!(values.freeze(freeze, &mut out)?.len(), needed);
        Ok(to_bytes(&out))
    })?
}

pub fn to_bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

pub fn to_words(bytes: &[u8]) -> Vec<u32> {
    bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect()
}

/// The same module in the other byte order.
pub fn swapped(bytes: &[u8]) -> Vec<u8> {
    bytes.chunks_exact(4).flat_map(|word| word.iter().rev().copied()).collect()
}

/// The same module with another bound in its header.
pub fn with_bound(bytes: &[u8], bound: u32) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[12..16].copy_from_slice(&bound.to_le_bytes());
    bytes
}

/// A value from text, by the type of the constant that it is for.
pub fn scalar(constant: &Constant<'_>, text: &str) -> Option<Scalar> {
    let integer = text.parse::<i128>().ok();
    Some(match constant.ty().kind() {
        TypeKind::Bool => Scalar::Bool(matches!(text, "true" | "1")),
        TypeKind::Int { width: 8, .. } => Scalar::U8(integer? as u8),
        TypeKind::Int { width: 16, .. } => Scalar::I16(integer? as i16),
        TypeKind::Int { width: 32, .. } => Scalar::U32(integer? as u32),
        TypeKind::Int { width: 64, .. } => Scalar::I64(integer? as i64),
        // The only halves in the cases.
        TypeKind::Float { width: 16, .. } => Scalar::Bits(if text == "-0.5" { 0xb800 } else { return None }),
        TypeKind::Float { width: 32, .. } => Scalar::F32(text.parse().ok()?),
        TypeKind::Float { width: 64, .. } => Scalar::F64(text.parse().ok()?),
        _ => return None,
    })
}

/// Gives the values of a list like `0:true 7:-3`; SpecIds that no constant has are passed over.
pub fn set_all(settings: &mut Settings<'_, '_>, list: &str) {
    for pair in list.split_whitespace() {
        let (spec_id, text) = pair.split_once(':').unwrap();
        let spec_id = spec_id.parse().unwrap();
        if settings.index().by_spec_id(spec_id).len() > 0 {
            settings.set_with(spec_id, |constant| scalar(constant, text)).unwrap();
        }
    }
}

/// A value written out, in the way of `expected.json`.
#[derive(Clone, Debug, PartialEq)]
pub enum Tree {
    Leaf(u64),
    Undefined,
    Opaque,
    List(Vec<Tree>),
}

impl Tree {
    /// A value of few parts, with what is undefined in it.
    pub fn of(value: &Value<'_>) -> Self {
        Self::written(value, &|value| if value.is_undefined() { Self::Undefined } else { Self::bits_of(value) })
    }

    /// A value of few parts, with the fixed bits of what is undefined in it.
    pub fn bits_of(value: &Value<'_>) -> Self {
        Self::written(value, &|value| Self::Leaf(value.bits().unwrap()))
    }

    fn written(value: &Value<'_>, leaf: &dyn Fn(&Value<'_>) -> Self) -> Self {
        if value.bits().is_some() {
            return leaf(value);
        }
        match value.count() {
            Some(count) if count <= 64 && value.is_known() => {
                let part = |number| Self::written(&value.component(number).unwrap(), leaf);
                Self::List((0..u32::try_from(count).unwrap()).map(part).collect())
            }
            _ => Self::Opaque,
        }
    }

    /// `[1, {2, undef}]`: floats are followed by their bits.
    pub fn parse(text: &str, kind: &str) -> Self {
        let mut rest = text;
        let tree = Self::parse_part(&mut rest, kind);
        assert_eq!(rest, "", "{text}");
        tree
    }

    fn parse_part(rest: &mut &str, kind: &str) -> Self {
        if let Some(list) = rest.strip_prefix(['[', '{']) {
            *rest = list;
            let mut parts = Vec::new();
            loop {
                parts.push(Self::parse_part(rest, kind));
                match rest.strip_prefix(", ") {
                    Some(next) => *rest = next,
                    None => break,
                }
            }
            *rest = rest.strip_prefix([']', '}']).unwrap();
            return Self::List(parts);
        }
        let end = rest.find([',', ']', '}']).unwrap_or(rest.len());
        let (leaf, next) = rest.split_at(end);
        *rest = next;
        match leaf {
            "undef" => Self::Undefined,
            "true" => Self::Leaf(1),
            "false" => Self::Leaf(0),
            _ if leaf.starts_with("ptr-op") => Self::Opaque,
            _ => match leaf.split_once("(0x") {
                Some((_, bits)) => Self::Leaf(u64::from_str_radix(bits.trim_end_matches(')'), 16).unwrap()),
                None => {
                    let mask = if kind.contains("64") {
                        u64::MAX
                    } else if kind.contains("16") {
                        0xffff
                    } else if kind.contains('8') {
                        0xff
                    } else {
                        0xffff_ffff
                    };
                    Self::Leaf(leaf.parse::<i128>().unwrap() as u64 & mask)
                }
            },
        }
    }
}

/// The numbers of a workgroup's size.
pub fn sizes(values: &Values<'_>, size: &WorkgroupSize<'_>) -> [Option<u32>; 3] {
    size.values(values)
}

/// What a specialization does to a module, as bits by result id.
pub fn applied(bytes: &[u8], specialization: &Specialization<'_>) -> Result<Vec<(u32, u64)>, String> {
    with_index(bytes, |index| {
        let mut words = scratch(specialization.check_words(index));
        let settings = specialization.check(index, &mut words).map_err(|error| error.kind().name().to_owned())?;
        let bits = index.spec_constants().map(|constant| (constant.result_id(), settings.bits(&constant).unwrap()));
        Ok(bits.collect())
    })
    .unwrap()
}

/// Puts a module together, one instruction after the other.
#[derive(Clone)]
pub struct Assembler {
    words: Vec<u32>,
}

impl Assembler {
    pub fn new() -> Self {
        Self { words: vec![0x0723_0203, 0x0001_0600, 0, 1, 0] }
    }

    /// Adds an instruction. The bound is kept above every word that may be an id.
    pub fn op(&mut self, opcode: u32, operands: &[u32]) -> &mut Self {
        self.words.push((operands.len() as u32 + 1) << 16 | opcode);
        self.words.extend(operands);
        self
    }

    /// Adds an instruction with a result, and keeps the bound above it.
    pub fn result(&mut self, opcode: u32, operands: &[u32], id: u32) -> &mut Self {
        self.words[3] = self.words[3].max(id + 1);
        self.op(opcode, operands)
    }

    pub fn bool(&mut self, id: u32) -> &mut Self {
        self.result(20, &[id], id)
    }

    pub fn int(&mut self, id: u32, width: u32) -> &mut Self {
        self.result(21, &[id, width, 0], id)
    }

    pub fn float(&mut self, id: u32, width: u32) -> &mut Self {
        self.result(22, &[id, width], id)
    }

    pub fn vector(&mut self, id: u32, element: u32, count: u32) -> &mut Self {
        self.result(23, &[id, element, count], id)
    }

    pub fn matrix(&mut self, id: u32, column: u32, count: u32) -> &mut Self {
        self.result(24, &[id, column, count], id)
    }

    pub fn array(&mut self, id: u32, element: u32, length: u32) -> &mut Self {
        self.result(28, &[id, element, length], id)
    }

    pub fn structure(&mut self, id: u32, members: &[u32]) -> &mut Self {
        self.result(30, &[&[id], members].concat(), id)
    }

    pub fn undef(&mut self, ty: u32, id: u32) -> &mut Self {
        self.result(1, &[ty, id], id)
    }

    pub fn null(&mut self, ty: u32, id: u32) -> &mut Self {
        self.result(46, &[ty, id], id)
    }

    pub fn constant(&mut self, ty: u32, id: u32, words: &[u32]) -> &mut Self {
        self.result(43, &[&[ty, id], words].concat(), id)
    }

    pub fn spec_constant(&mut self, ty: u32, id: u32, words: &[u32]) -> &mut Self {
        self.result(50, &[&[ty, id], words].concat(), id)
    }

    pub fn spec_bool(&mut self, ty: u32, id: u32, value: bool) -> &mut Self {
        self.result(if value { 48 } else { 49 }, &[ty, id], id)
    }

    pub fn composite(&mut self, ty: u32, id: u32, parts: &[u32]) -> &mut Self {
        self.result(51, &[&[ty, id], parts].concat(), id)
    }

    pub fn operation(&mut self, ty: u32, id: u32, operation: &[u32]) -> &mut Self {
        self.result(52, &[&[ty, id], operation].concat(), id)
    }

    pub fn spec_id(&mut self, id: u32, spec_id: u32) -> &mut Self {
        self.op(71, &[id, 1, spec_id])
    }

    pub fn words(&self) -> Vec<u32> {
        self.words.clone()
    }

    pub fn bytes(&self) -> Vec<u8> {
        to_bytes(&self.words)
    }
}

/// The instructions of a module: opcode and operands.
pub fn instructions(bytes: &[u8]) -> Vec<(u16, Vec<u32>)> {
    let instructions = Module::parse(bytes).unwrap().instructions().map(Result::unwrap);
    instructions.map(|instruction| (instruction.opcode(), instruction.operands().collect())).collect()
}
