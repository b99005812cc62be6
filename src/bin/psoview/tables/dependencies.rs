//! Dependency tables as matrices: a row for what is read, a column for each register that is written.

use comfy_table::Table;
use psoview::psv::{ComponentMask, DependencyTable, Psv, ShaderKind};

use super::elements::{Side, mask_letters};
use super::plain_table;

/// Registers that a signature has. A part may state more; they are not drawn.
const REGISTERS: u32 = 32;

/// How many semantics that share a register are named.
const SHARING: usize = 4;

/// The matrices of a part, each with its title.
pub fn tables(psv: &Psv<'_>) -> Vec<(String, Table)> {
    let dependencies = psv.dependencies();
    let (inputs, outputs, patch_constants) = (Side::inputs(psv), Side::outputs(psv), Side::patch_constants(psv));
    let is_geometry = psv.stage() == Some(ShaderKind::GEOMETRY);
    let mut tables = Vec::new();
    for stream in 0..4_u8 {
        let at = usize::from(stream);
        let matrix = Matrix {
            from: &inputs,
            to: &outputs,
            stream: is_geometry.then_some(stream),
            view_id: dependencies.view_id_outputs().map(|masks| masks[at]),
            table: dependencies.input_to_output().map(|tables| tables[at]),
        };
        let title = if is_geometry { format!("Outputs of stream {stream}") } else { "Outputs".into() };
        tables.extend(matrix.draw().map(|table| (format!("{title}: what they depend on"), table)));
    }
    let matrix = Matrix {
        from: &inputs,
        to: &patch_constants,
        stream: None,
        view_id: dependencies.view_id_patch_constants(),
        table: dependencies.input_to_patch_constant(),
    };
    let what = if psv.stage() == Some(ShaderKind::MESH) { "Primitive outputs" } else { "Patch constants" };
    tables.extend(matrix.draw().map(|table| (format!("{what}: what they depend on"), table)));
    let matrix = Matrix {
        from: &patch_constants,
        to: &outputs,
        stream: None,
        view_id: None,
        table: dependencies.patch_constant_to_output(),
    };
    tables.extend(matrix.draw().map(|table| ("Outputs: the patch constants they depend on".into(), table)));
    tables
}

struct Matrix<'a, 'b> {
    from: &'b Side<'a>,
    to: &'b Side<'a>,
    /// The stream that `to` is narrowed to.
    stream: Option<u8>,
    view_id: Option<ComponentMask<'a>>,
    table: Option<DependencyTable<'a>>,
}

impl Matrix<'_, '_> {
    /// `None` where there is nothing to be said.
    fn draw(&self) -> Option<Table> {
        let components =
            self.table.map(|table| table.output_count()).or(self.view_id.map(|mask| mask.component_count()));
        let registers = (components.unwrap_or(0) / 4).min(REGISTERS);
        let mut rows = Vec::new();
        if let Some(mask) = self.view_id {
            rows.push(("SV_ViewID".to_owned(), mask));
        }
        if let Some(table) = self.table {
            rows.extend(self.component_rows(table));
        }
        if registers == 0 || rows.is_empty() {
            return None;
        }
        let mut drawn = plain_table();
        let header = (0..registers).map(|register| label(self.to, register, 0xf, self.stream, '\n'));
        drawn.set_header([String::new()].into_iter().chain(header));
        for (name, mask) in rows {
            drawn.add_row([name].into_iter().chain((0..registers).map(|register| cell(mask, register))));
        }
        Some(drawn)
    }

    /// Components of one register that the same outputs depend on share a row; those that nothing is said of have none.
    fn component_rows<'t>(&self, table: DependencyTable<'t>) -> Vec<(String, ComponentMask<'t>)> {
        let mut rows = Vec::new();
        for register in 0..(table.input_count() / 4).min(REGISTERS) {
            let used = self
                .from
                .at(register)
                .filter_map(|named| named.element.component_mask())
                .fold(0, |all, mask| all | mask);
            let mut columns: Vec<(u32, ComponentMask<'t>)> = Vec::new();
            for column in 0..4 {
                let mask = table.row(register * 4 + column);
                if mask.is_empty() && (used >> column) & 1 == 0 {
                    continue;
                }
                match columns.iter_mut().find(|(_, other)| other.iter().eq(mask.iter())) {
                    Some((bits, _)) => *bits |= 1 << column,
                    None => columns.push((1 << column, mask)),
                }
            }
            let labelled = |(bits, mask)| (label(self.from, register, bits, None, ' '), mask);
            rows.extend(columns.into_iter().map(labelled));
        }
        rows
    }
}

/// As `v1.xy NORMAL`: the register, and the semantics that take some of these columns.
fn label(side: &Side<'_>, register: u32, columns: u32, stream: Option<u8>, between: char) -> String {
    let mut sharing = side.at(register).filter(|named| {
        stream.is_none_or(|stream| named.element.stream() == stream)
            && named.element.component_mask().is_some_and(|mask| mask & columns != 0)
    });
    let names: Vec<_> = sharing.by_ref().take(SHARING).map(|named| named.semantic_at(register)).collect();
    let more = if sharing.next().is_some() { ", …" } else { "" };
    let letters = if columns == 0xf && between == '\n' { String::new() } else { format!(".{}", mask_letters(columns)) };
    format!("{}{register}{letters}{between}{}{more}", side.letter, names.join(", ")).trim_end().to_owned()
}

/// The register's components in the mask, `·` for those that are not.
fn cell(mask: ComponentMask<'_>, register: u32) -> String {
    let column = |(letter, column)| if mask.contains(register * 4 + column) { letter } else { '·' };
    "xyzw".chars().zip(0..).map(column).collect()
}
