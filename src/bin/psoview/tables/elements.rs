use comfy_table::Table;
use psoview::psv::{ComponentType, Element, Elements, Psv, SemanticKind, ShaderKind};

use super::{named, plain_table, printable};

/// A signature, and the letter of the registers it takes.
pub struct Side<'a> {
    pub letter: char,
    pub elements: Elements<'a>,
    /// Whether elements go to streams, which only a geometry shader's outputs do.
    streams: bool,
}

impl<'a> Side<'a> {
    pub fn inputs(psv: &Psv<'a>) -> Self {
        Self { letter: 'v', elements: psv.inputs(), streams: false }
    }

    pub fn outputs(psv: &Psv<'a>) -> Self {
        Self { letter: 'o', elements: psv.outputs(), streams: psv.stage() == Some(ShaderKind::GEOMETRY) }
    }

    pub fn patch_constants(psv: &Psv<'a>) -> Self {
        Self { letter: 'p', elements: psv.patch_constants(), streams: false }
    }
}

pub fn table(side: &Side<'_>) -> Table {
    let has_dynamic = side.elements.iter().any(|element| element.dynamic_mask() != 0);
    let mut table = plain_table();
    let mut header = vec!["register", "semantic", "type", "interpolation"];
    header.extend(has_dynamic.then_some("indexed dynamically"));
    header.extend(side.streams.then_some("stream"));
    table.set_header(header);
    for element in side.elements {
        let mut row = vec![
            registers(side.letter, &element),
            semantic(&element),
            hlsl_type(&element),
            named(element.interpolation_mode()),
        ];
        row.extend(has_dynamic.then(|| mask_letters(element.dynamic_mask().into())));
        row.extend(side.streams.then(|| element.stream().to_string()));
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

/// As HLSL spells it, with the index where it matters: `TEXCOORD0`, `SV_Position`, `A0–A4`.
fn semantic(element: &Element<'_>) -> String {
    let name = name(element);
    let Ok(indices) = element.semantic_indices() else { return format!("{name}<indices cannot be read>") };
    let indices: Vec<_> = indices.iter().collect();
    let is_run = indices.windows(2).all(|pair| pair[0].checked_add(1) == Some(pair[1]));
    match indices[..] {
        [] => name,
        [index] => numbered(element, &name, index),
        [first, .., last] if is_run => format!("{name}{first}–{name}{last}"),
        _ => format!("{name}{indices:?}"),
    }
}

/// The semantic of the row that takes this register.
pub fn semantic_at(element: &Element<'_>, register: u32) -> String {
    let name = name(element);
    let row = register.saturating_sub(element.start_row().unwrap_or(0).into());
    let index = element.semantic_indices().ok().and_then(|indices| indices.get(row));
    match index {
        Some(index) => numbered(element, &name, index),
        None => name,
    }
}

fn name(element: &Element<'_>) -> String {
    let kind = element.semantic_kind();
    match (kind.hlsl_name(), element.name_bytes()) {
        (Some(name), _) => name.to_owned(),
        (None, _) if kind != SemanticKind::ARBITRARY => named(kind),
        (None, Ok(name)) => printable(name),
        (None, Err(_)) => "<name cannot be read>".into(),
    }
}

fn numbered(element: &Element<'_>, name: &str, index: u32) -> String {
    if index == 0 && element.rows() == 1 && takes_no_index(element.semantic_kind()) {
        name.into()
    } else {
        format!("{name}{index}")
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
