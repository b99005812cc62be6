/// What is added to an entry's array index (`vkd3d_shader_descriptor_offset`).
///
/// The default adds nothing. In C a structure of zeros asks for the first run-time offset; here the absence of one is a
/// value of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct DescriptorOffset {
    /// Descriptors (array elements).
    pub static_offset: u32,
    /// Which word of the push constants' offset table is added at run time: its index in the table, not a byte offset.
    #[doc(alias = "dynamic_offset_index")]
    pub dynamic_index: Option<u32>,
}

impl DescriptorOffset {
    /// Adds nothing.
    pub const ZERO: Self = Self::new(0);

    /// Adds so many descriptors.
    #[must_use]
    pub const fn new(static_offset: u32) -> Self {
        Self { static_offset, dynamic_index: None }
    }

    /// Adds a word of the offset table too.
    #[must_use]
    pub const fn with_dynamic_index(self, index: u32) -> Self {
        Self { dynamic_index: Some(index), ..self }
    }

    /// Whether it adds nothing, in no case.
    #[must_use]
    pub const fn is_zero(self) -> bool {
        self.static_offset == 0 && self.dynamic_index.is_none()
    }
}

/// The offsets of the entries, and where the run-time ones lie (`vkd3d_shader_descriptor_offset_info`).
///
/// The default has none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct DescriptorOffsets<'a> {
    /// Where the table of run-time offsets starts in the push-constant block, in bytes; a multiple of 4.
    #[doc(alias = "descriptor_table_offset")]
    pub table_offset: u32,
    /// How many 32-bit words the table has.
    #[doc(alias = "descriptor_table_count")]
    pub table_count: u32,
    /// An offset for each entry of the bindings; `None` where none has one.
    #[doc(alias = "binding_offsets")]
    pub bindings: Option<&'a [DescriptorOffset]>,
    /// An offset for each entry of the UAV counters; `None` where none has one.
    #[doc(alias = "uav_counter_offsets")]
    pub uav_counters: Option<&'a [DescriptorOffset]>,
}

impl<'a> DescriptorOffsets<'a> {
    /// No offsets.
    pub const NONE: DescriptorOffsets<'static> =
        DescriptorOffsets { table_offset: 0, table_count: 0, bindings: None, uav_counters: None };

    /// The same offsets with these for the bindings.
    #[must_use]
    pub const fn with_bindings(self, offsets: &'a [DescriptorOffset]) -> Self {
        Self { bindings: Some(offsets), ..self }
    }

    /// The same offsets with these for the UAV counters.
    #[must_use]
    pub const fn with_uav_counters(self, offsets: &'a [DescriptorOffset]) -> Self {
        Self { uav_counters: Some(offsets), ..self }
    }

    /// The same offsets with a table of `count` words at byte `offset` of the push-constant block.
    #[must_use]
    pub const fn with_table(self, offset: u32, count: u32) -> Self {
        Self { table_offset: offset, table_count: count, ..self }
    }
}
