//! What is odd about a map, whichever shader it is read for.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use anyhow::Result;
use psoview::binding::{EntryRef, InterfaceInfo, List, RegisterOverlap};

use super::report::BindLine;
use crate::output::Output;

/// How many a person reads. A map can have as many as there are pairs of entries.
const SHOWN: usize = 20;

/// Prints them on standard error, also where standard output has JSON: its keys are about the shader.
pub fn print(output: &mut Output, map: &Path, info: &InterfaceInfo<'_>, line: &BindLine<'_>) -> Result<()> {
    let rows = rows_by_entry(line);
    let overlaps =
        info.register_overlaps().filter(|overlap| !is_said(&rows, overlap)).map(|overlap| overlap.to_string());
    let conflicts = info.layout_conflicts().map(|conflict| conflict.to_string());
    // How large a device's block is the map does not say; what lies past 2^32 bytes is outside every one.
    let block = info.push_block_findings(u32::MAX).map(|finding| finding.to_string());
    let map = map.display();
    let mut warnings = overlaps.chain(conflicts).chain(block);
    for warning in warnings.by_ref().take(SHOWN) {
        output.error(format_args!("{map}: warning: {warning}"))?;
    }
    match warnings.next() {
        Some(_) => {
            output.error(format_args!("{map}: warning: there are more than these {SHOWN}; the rest is left out"))
        }
        None => Ok(()),
    }
}

/// The rows of ambiguous ranges that name an entry.
type RowsByEntry = HashMap<(List, usize), HashSet<usize>>;

/// Once for all overlaps: there may be as many as there are pairs of entries, and a row may name every entry.
fn rows_by_entry(line: &BindLine<'_>) -> RowsByEntry {
    let mut rows = RowsByEntry::new();
    for (number, row) in line.ambiguous.iter().enumerate() {
        for &entry in &row.entries {
            rows.entry((row.list, entry)).or_default().insert(number);
        }
    }
    rows
}

/// Whether a range of the shader's is reported that both entries serve.
fn is_said(rows: &RowsByEntry, overlap: &RegisterOverlap) -> bool {
    let of = |entry: EntryRef| rows.get(&(entry.list, entry.entry));
    of(overlap.first).zip(of(overlap.second)).is_some_and(|(first, second)| !first.is_disjoint(second))
}
