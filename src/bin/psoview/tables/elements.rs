use comfy_table::Table;
use psoview::psv::{ComponentType, Element, Elements, Psv, SemanticKind, ShaderKind};

use super::{named, plain_table};
use crate::printable::short_text;

/// A signature, and the letter of the registers it takes.
pub struct Side<'a> {
    pub letter: char,
    pub elements: Vec<Named<'a>>,
    /// Whether elements go to streams, as a geometry shader's outputs do.
    streams: bool,
}

/// An element and its name, which is looked for once.
pub struct Named<'a> {
    pub element: Element<'a>,
    name: String,
}

impl<'a> Side<'a> {
    pub fn inputs(psv: &Psv<'a>) -> Self {
        Self::new('v', psv.inputs(), false)
    }

    pub fn outputs(psv: &Psv<'a>) -> Self {
        Self::new('o', psv.outputs(), psv.stage() == Some(ShaderKind::GEOMETRY))
    }

    pub fn patch_constants(psv: &Psv<'a>) -> Self {
        Self::new('p', psv.patch_constants(), false)
    }

    fn new(letter: char, elements: Elements<'a>, streams: bool) -> Self {
        let streams = streams || elements.iter().any(|element| element.stream() != 0);
        let elements = elements.iter().map(|element| Named { element, name: name(&element) }).collect();
        Self { letter, elements, streams }
    }

    /// The elements that take a register.
    pub fn at(&self, register: u32) -> impl Iterator<Item = &Named<'a>> {
        self.elements.iter().filter(move |named| {
            let rows = |row: u8| u32::from(row)..u32::from(row) + u32::from(named.element.rows());
            named.element.start_row().is_some_and(|row| rows(row).contains(&register))
        })
    }
}

pub fn table(side: &Side<'_>) -> Table {
    let has = |what: fn(&Element<'_>) -> bool| side.elements.iter().any(|named| what(&named.element));
    let has_dynamic = has(|element| element.dynamic_mask() != 0);
    let has_reserved = has(|element| element.reserved_bits() != [0; 3]);
    let mut table = plain_table();
    let mut header = vec!["register", "semantic", "type", "interpolation"];
    header.extend(has_dynamic.then_some("indexed dynamically"));
    header.extend(side.streams.then_some("stream"));
    header.extend(has_reserved.then_some("reserved bits"));
    table.set_header(header);
    for named_element in &side.elements {
        let element = &named_element.element;
        let mut row = vec![
            registers(side.letter, element),
            named_element.semantic(),
            hlsl_type(element),
            named(element.interpolation_mode()),
        ];
        row.extend(has_dynamic.then(|| mask_letters(element.dynamic_mask().into())));
        row.extend(side.streams.then(|| element.stream().to_string()));
        row.extend(has_reserved.then(|| format!("{:02x?}", element.reserved_bits())));
        table.add_row(row);
    }
    table
}

/// As `v1.xy`, or `v2–v4.x` for an array.
fn registers(letter: char, element: &Element<'_>) -> String {
    let (Some(row), Some(mask)) = (element.start_row(), element.component_mask()) else {
        return "—".into();
    };
    let (first, last) = (u32::from(row), u32::from(row) + u32::from(element.rows().max(1)) - 1);
    let mask = mask_letters(mask);
    if first == last { format!("{letter}{first}.{mask}") } else { format!("{letter}{first}–{letter}{last}.{mask}") }
}

/// The letters of a register's components that a mask has, `?` for one past the fourth.
pub fn mask_letters(mask: u32) -> String {
    let letters = "xyzw".chars().chain(std::iter::repeat('?'));
    letters.take(32).enumerate().filter(|(bit, _)| (mask >> bit) & 1 != 0).map(|(_, letter)| letter).collect()
}

impl Named<'_> {
    /// As HLSL spells it, with the index where it matters: `TEXCOORD0`, `SV_Position`, `A0–A4`.
    fn semantic(&self) -> String {
        let name = &self.name;
        let Ok(indices) = self.element.semantic_indices() else { return format!("{name}<indices cannot be read>") };
        let indices: Vec<_> = indices.iter().collect();
        let is_run = indices.windows(2).all(|pair| pair[0].checked_add(1) == Some(pair[1]));
        match indices[..] {
            [] => name.clone(),
            [index] => self.numbered(index),
            [first, .., last] if is_run => format!("{name}{first}–{name}{last}"),
            _ => format!("{name}{indices:?}"),
        }
    }

    /// The semantic of the row that takes this register.
    pub fn semantic_at(&self, register: u32) -> String {
        let row = register.saturating_sub(self.element.start_row().unwrap_or(0).into());
        let index = self.element.semantic_indices().ok().and_then(|indices| indices.get(row));
        index.map_or_else(|| self.name.clone(), |index| self.numbered(index))
    }

    fn numbered(&self, index: u32) -> String {
        if index == 0 && self.element.rows() == 1 && takes_no_index(self.element.semantic_kind()) {
            self.name.clone()
        } else {
            format!("{}{index}", self.name)
        }
    }
}

fn name(element: &Element<'_>) -> String {
    let kind = element.semantic_kind();
    match (kind.hlsl_name(), element.name_bytes()) {
        (Some(name), _) => name.to_owned(),
        (None, _) if kind != SemanticKind::ARBITRARY => named(kind),
        (None, Ok(name)) => short_text(name),
        (None, Err(_)) => "<name cannot be read>".into(),
    }
}

/// Whether the semantic is written without its index where that is 0.
fn takes_no_index(kind: SemanticKind) -> bool {
    let numbered =
        [SemanticKind::ARBITRARY, SemanticKind::TARGET, SemanticKind::CLIP_DISTANCE, SemanticKind::CULL_DISTANCE];
    !numbered.contains(&kind)
}

/// As HLSL spells it: `float3`.
fn hlsl_type(element: &Element<'_>) -> String {
    let scalar = match element.component_type() {
        ComponentType::UNKNOWN => "unknown",
        ComponentType::UINT32 => "uint",
        ComponentType::SINT32 => "int",
        ComponentType::FLOAT32 => "float",
        ComponentType::UINT16 => "uint16_t",
        ComponentType::SINT16 => "int16_t",
        ComponentType::FLOAT16 => "float16_t",
        ComponentType::UINT64 => "uint64_t",
        ComponentType::SINT64 => "int64_t",
        ComponentType::FLOAT64 => "double",
        other => return format!("type {other} × {}", element.cols()),
    };
    match element.cols() {
        1 => scalar.into(),
        cols => format!("{scalar}{cols}"),
    }
}
