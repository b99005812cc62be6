//! What a person reads of a SPIR-V module.

use anyhow::Result;
use serde_json::Value as Json;

use super::report::{SpecializeLine, SpirvReport, WorkgroupSizeReport};
use crate::output::Output;
use crate::printable::{Printable, short_text};
use crate::report::Value;
use crate::tables::plain_table;

pub fn inspect(output: &mut Output, file: &str, spirv: &SpirvReport) -> Result<()> {
    output.lines(format_args!("{}\n{}", Printable(file), spirv.facts()))?;
    if spirv.spec_constants.is_empty() {
        output.lines("\nThe module has no specialization constants.")?;
    } else {
        let mut table = plain_table();
        table.set_header(["SpecId", "id", "name", "type", "default", "bits", "size"]);
        for row in &spirv.spec_constants {
            table.add_row([
                number(row.spec_id),
                format!("%{}", row.result_id),
                name(row.name.as_ref()),
                row.r#type.clone(),
                shown(&row.value),
                row.bits.clone().unwrap_or_default(),
                number(row.size),
            ]);
        }
        output.lines(format_args!("\nSpecialization constants\n{table}"))?;
    }
    workgroup_sizes(output, &spirv.workgroup_sizes)?;
    for row in &spirv.invalid_spec_ids {
        output.line(format_args!("note: %{} has the SpecId {}, but cannot have one", row.target_id, row.spec_id))?;
    }
    Ok(())
}

pub fn specialize(output: &mut Output, line: &SpecializeLine<'_>) -> Result<()> {
    output.line(line.file)?;
    let mut table = plain_table();
    table.set_header(["id", "name", "SpecId", "type", "value", "state"]);
    for row in &line.values {
        table.add_row([
            format!("%{}", row.result_id),
            name(row.name.as_ref()),
            number(row.spec_id),
            row.r#type.clone(),
            if row.elided { "too many numbers to print".into() } else { shown(&row.value) },
            row.state.into(),
        ]);
    }
    output.lines(format_args!("\nConstants\n{table}"))?;
    workgroup_sizes(output, &line.workgroup_sizes)?;
    for spec_id in &line.unknown_ids {
        output.line(format_args!("note: no constant has the SpecId {spec_id}"))?;
    }
    match line.words_out {
        Some(words) => output.line(format_args!("{}: {} words became {words}", line.mode, line.words_in)),
        None => Ok(()),
    }
}

fn workgroup_sizes(output: &mut Output, rows: &[WorkgroupSizeReport]) -> Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    let mut table = plain_table();
    table.set_header(["entry point", "stage", "size", "from", "SpecIds"]);
    for row in rows {
        let size = row.value.map(|size| size.map_or_else(|| "?".into(), |size| size.to_string()));
        table.add_row([
            name(row.entry_point.as_ref()),
            match &row.execution_model {
                Value::Name(name) => (*name).to_owned(),
                Value::Number(number) => number.to_string(),
            },
            size.join(" × "),
            row.source.unwrap_or("nowhere").into(),
            row.spec_ids.iter().map(u32::to_string).collect::<Vec<_>>().join(", "),
        ]);
    }
    output.lines(format_args!("\nWorkgroup sizes\n{table}"))
}

fn name(name: Option<&String>) -> String {
    name.map(|name| short_text(name.as_bytes())).unwrap_or_default()
}

fn number<T: ToString>(number: Option<T>) -> String {
    number.map(|number| number.to_string()).unwrap_or_default()
}

/// How much of a value a table shows.
const SHOWN: usize = 60;

fn shown(value: &Json) -> String {
    let text = if value.is_null() { String::new() } else { value.to_string() };
    if text.len() <= SHOWN { text } else { format!("{}…", text.get(..SHOWN).unwrap_or_default()) }
}
