//! What a person reads: tables with registers and masks as a shader's source spells them.

mod dependencies;
mod elements;
mod facts;
mod resources;

pub use facts::unread;

use std::fmt::Write;

use comfy_table::{Table, modifiers, presets};
use psoview::container::{Container, FourCc};
use psoview::psv::{Psv, ShaderKind};

use crate::printable::Printable;
use elements::Side;

/// A container, and its PSV0 part where it has one that can be read.
pub fn container(name: &str, container: &Container<'_>, psv: Option<&Psv<'_>>) -> String {
    let mut text = format!("{}\n", Printable(name));
    section(&mut text, "Container", &facts::container(container));
    match psv {
        Some(psv) => sections(&mut text, psv),
        None if container.part(FourCc::PSV0).is_none() => text.push_str("\nnote: there is no PSV0 part\n"),
        None => {}
    }
    text
}

/// A PSV0 part alone.
pub fn part(name: &str, psv: &Psv<'_>) -> String {
    let mut text = format!("{}\n", Printable(name));
    sections(&mut text, psv);
    text
}

fn sections(text: &mut String, psv: &Psv<'_>) {
    section(text, "Pipeline state", &facts::psv(psv));
    if !psv.resources().is_empty() {
        section(text, "Resources", &resources::table(psv.resources()));
    }
    let is_mesh = psv.stage() == Some(ShaderKind::MESH);
    let sides = [
        ("Inputs", Side::inputs(psv)),
        ("Outputs", Side::outputs(psv)),
        (if is_mesh { "Primitive outputs" } else { "Patch constants" }, Side::patch_constants(psv)),
    ];
    for (title, side) in &sides {
        if !side.elements.is_empty() {
            section(text, title, &elements::table(side));
        }
    }
    for (title, table) in dependencies::tables(psv) {
        section(text, &title, &table);
    }
    for note in unread(psv) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "note: {note}");
    }
}

fn section(text: &mut String, title: &str, table: &Table) {
    let _ = writeln!(text, "\n{title}\n{table}");
}

pub fn plain_table() -> Table {
    let mut table = Table::new();
    table.load_preset(presets::UTF8_FULL_CONDENSED).apply_modifier(modifiers::UTF8_ROUND_CORNERS);
    table
}

/// The value's name, or its number.
fn named(value: impl std::fmt::Display) -> String {
    value.to_string()
}

fn yes_no(value: bool) -> &'static str {
    if value { "yes" } else { "no" }
}
