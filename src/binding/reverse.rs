//! From a descriptor back to the registers that it serves.

use core::iter::FusedIterator;

use super::bind_error::List;
use super::debug::debug_fields;
use super::interface::InterfaceInfo;
use super::mapped::IndexError;
use super::site::Site;
use super::values::{DescriptorType, Visibility};

impl<'a> InterfaceInfo<'a> {
    /// The registers that the descriptor at this set, binding and array element serves: one for each entry that covers it,
    /// in the order of the lists. `table` holds the run-time offsets.
    ///
    /// An entry that the profile refuses whatever range finds it serves none: of a class that the bindings do not serve,
    /// with an offset that there is no place for, or, in a profile of single registers, in another set than 0 or with
    /// another count than 1.
    ///
    /// # Errors
    ///
    /// [`IndexError::TableTooShort`] where the table handed in is not as long as the offsets say; so no entry is left out
    /// silently.
    pub fn registers_at<'t>(
        &self,
        set: u32,
        binding: u32,
        element: u32,
        table: &'t [u32],
    ) -> Result<RegistersAt<'a, 't>, IndexError> {
        let words = u32::try_from(table.len()).unwrap_or(u32::MAX);
        if words < self.offsets.table_count {
            let index = self.offsets.table_count.saturating_sub(1);
            return Err(IndexError::TableTooShort { index, length: table.len() });
        }
        Ok(RegistersAt { info: *self, set, binding, element, table, next: 0 })
    }
}

/// A register that a descriptor serves.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct RegisterAt {
    /// The list of the entry that says so.
    pub list: List,
    /// The entry's index in it.
    pub entry: usize,
    /// The class of the register; for a counter that of its UAV, for a combined sampler that of its SRV.
    pub descriptor_type: DescriptorType,
    /// The register space.
    pub space: u32,
    /// The register.
    pub register: u32,
    /// The stages that the entry is for.
    pub visibility: Visibility,
}

debug_fields!(RegisterAt: list, entry, descriptor_type, space, register, visibility);

/// Iterates over the registers that a descriptor serves.
#[derive(Clone)]
pub struct RegistersAt<'a, 't> {
    info: InterfaceInfo<'a>,
    set: u32,
    binding: u32,
    element: u32,
    table: &'t [u32],
    next: usize,
}

debug_fields!(RegistersAt<'_, '_>: info, set, binding, element, table, next);

impl RegistersAt<'_, '_> {
    /// The entry's register that the descriptor serves.
    fn register(&self, site: &Site) -> Option<u32> {
        if self.set != site.binding.set {
            return None;
        }
        let dynamic = match site.offset.dynamic_index {
            Some(index) => self.table.get(usize::try_from(index).ok()?).copied()?,
            None => 0,
        };
        site.claim(self.binding)?.register_at(self.element.checked_sub(dynamic)?)
    }
}

impl Iterator for RegistersAt<'_, '_> {
    type Item = RegisterAt;

    fn next(&mut self) -> Option<RegisterAt> {
        loop {
            let site = self.info.site(self.next)?;
            self.next = self.next.saturating_add(1);
            if let Some(register) = self.register(&site) {
                let Site { list, entry, descriptor_type, space, visibility, .. } = site;
                return Some(RegisterAt { list, entry, descriptor_type, space, register, visibility });
            }
        }
    }
}

impl FusedIterator for RegistersAt<'_, '_> {}
