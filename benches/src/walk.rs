//! A caller that wants every value and does as little as possible with it.

use psoview::psv::{ComponentMask, DependencyTable, Elements, Psv};

/// Takes values so that none of them can be left unread.
struct Sum(u32);

impl Sum {
    #[inline(always)]
    fn take(&mut self, value: impl Into<u32>) {
        self.0 = self.0.wrapping_add(value.into());
    }

    #[inline(always)]
    fn take_option(&mut self, value: Option<impl Into<u32>>) {
        if let Some(value) = value {
            self.take(value);
        }
    }
}

/// Every field of every resource and element, the length of every name and every semantic index.
///
/// In line, as in a caller that reads parts and does nothing else.
#[inline(always)]
pub fn tables(psv: &Psv<'_>) -> u32 {
    let mut sum = Sum(0);
    for resource in psv.resources() {
        sum.take(resource.resource_type().raw());
        sum.take(resource.space());
        sum.take(resource.lower());
        sum.take(resource.upper());
        sum.take_option(resource.kind().map(|kind| kind.raw()));
        sum.take_option(resource.flags().map(|flags| flags.bits()));
    }
    elements(psv.inputs(), &mut sum);
    elements(psv.outputs(), &mut sum);
    elements(psv.patch_constants(), &mut sum);
    sum.0
}

#[inline(always)]
fn elements(elements: Elements<'_>, sum: &mut Sum) {
    for element in elements {
        sum.take(element.rows());
        sum.take(element.cols());
        sum.take_option(element.start_row());
        sum.take_option(element.start_col());
        sum.take(element.semantic_kind().raw());
        sum.take(element.component_type().raw());
        sum.take(element.interpolation_mode().raw());
        sum.take(element.dynamic_mask());
        sum.take(element.stream());
        if let Ok(indices) = element.semantic_indices() {
            indices.into_iter().for_each(|index| sum.take(index));
        }
        if let Ok(name) = element.name_bytes() {
            sum.take(name.len() as u32);
        }
    }
}

/// Every component of every mask and every table.
#[inline(always)]
pub fn masks(psv: &Psv<'_>) -> u32 {
    let mut sum = Sum(0);
    let dependencies = psv.dependencies();
    for view_id_mask in dependencies.view_id_outputs().into_iter().flatten() {
        mask(view_id_mask, &mut sum);
    }
    dependencies.view_id_patch_constants().into_iter().for_each(|view_id_mask| mask(view_id_mask, &mut sum));
    for input_to_output in dependencies.input_to_output().into_iter().flatten() {
        table(input_to_output, &mut sum);
    }
    dependencies.input_to_patch_constant().into_iter().for_each(|rows| table(rows, &mut sum));
    dependencies.patch_constant_to_output().into_iter().for_each(|rows| table(rows, &mut sum));
    sum.0
}

fn table(table: DependencyTable<'_>, sum: &mut Sum) {
    table.rows().for_each(|row| mask(row, sum));
}

fn mask(mask: ComponentMask<'_>, sum: &mut Sum) {
    mask.iter().for_each(|component| sum.take(component));
}
