//! What a person reads of a mapping.

use anyhow::Result;
use psoview::binding::Mapped;

use super::report::{BindLine, BindingReport, RangeReport};
use crate::output::Output;
use crate::printable::Printable;
use crate::report::Value;
use crate::tables::plain_table;

pub fn print(output: &mut Output, line: &BindLine<'_>) -> Result<()> {
    let name = line.file;
    if !line.bindings.is_empty() {
        let mut table = plain_table();
        table.set_header(["registers", "set", "binding", "elements", "element of register r", "entry"]);
        for row in &line.bindings {
            let number = |number: Option<u32>| number.map_or_else(String::new, |number| number.to_string());
            let registers = if row.uav_counter { format!("{} counter", row.range) } else { row.range.to_string() };
            table.add_row([
                registers,
                number(row.set),
                number(row.binding),
                elements(row),
                row.formula.clone(),
                entry(row),
            ]);
        }
        output.lines(format_args!("{}, {} rules\n{table}", Printable(name), line.profile))?;
    } else if line.unmapped.is_empty() && line.unknown.is_empty() {
        output.line(format_args!("{name}: the shader has no resources"))?;
    }
    for row in &line.ambiguous {
        let entries = row.entries.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
        output.error(format_args!(
            "{name}: warning: {}: entries {entries} of {} all serve it; the first does",
            row.range, row.list
        ))?;
    }
    for row in &line.unmapped {
        output.error(format_args!("{name}: {}: {}: {}", row.range, row.error.kind, row.error.message))?;
    }
    for row in &line.unknown {
        output.error(format_args!("{name}: {}: {}", row.range, row.why))?;
    }
    Ok(())
}

/// As `0 of bindings`.
fn entry(row: &BindingReport) -> String {
    match (row.entry, row.list) {
        (Some(entry), Some(list)) => format!("{entry} of {list}"),
        _ => "none: default mapping".into(),
    }
}

/// As `8–11`; `8…` where there is no last one, and nothing where a run-time offset is not known.
fn elements(row: &BindingReport) -> String {
    match (row.elements, row.start) {
        (Some([first, last]), _) if first == last => first.to_string(),
        (Some([first, last]), _) => format!("{first}–{last}"),
        (None, Some(first)) => format!("{first}…"),
        (None, None) => String::new(),
    }
}

/// As `r − 6 + 4 + table[0]`.
pub fn formula(mapped: &Mapped) -> String {
    if !mapped.is_array() {
        return "one descriptor, no element".into();
    }
    let (register, offset) = (mapped.register(), mapped.static_offset());
    let mut formula = String::from("r");
    if register != 0 {
        formula += &format!(" − {register}");
    }
    if offset != 0 {
        formula += &format!(" + {offset}");
    }
    if let Some(index) = mapped.dynamic_index() {
        formula += &format!(" + table[{index}]");
    }
    formula
}

/// As `t0–t3, space1`.
impl std::fmt::Display for RangeReport {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let letter = match &self.class {
            Value::Name("cbv") => "b",
            Value::Name("sampler") => "s",
            Value::Name(name) if name.starts_with("srv") => "t",
            Value::Name(name) if name.starts_with("uav") => "u",
            _ => "?",
        };
        write!(f, "{letter}{}", self.first)?;
        match self.last {
            None => f.write_str("–∞")?,
            Some(last) if last != self.first => write!(f, "–{letter}{last}")?,
            Some(_) => {}
        }
        if self.space != 0 {
            write!(f, ", space{}", self.space)?;
        }
        Ok(())
    }
}
