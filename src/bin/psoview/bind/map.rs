//! The map file: a descriptor layout as a person writes it down.

use std::fmt;

use psoview::binding::{
    BindingFlags, CombinedResourceSampler, DescriptorBinding, DescriptorCount, DescriptorOffset, DescriptorOffsets,
    DescriptorType, Lists, PushConstantBuffer, ResourceBinding, UavCounterBinding, Visibility,
};
use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer};

use super::table::WORDS;

/// A map, in the lists that the library takes.
pub struct Map {
    bindings: Vec<ResourceBinding>,
    binding_offsets: Vec<DescriptorOffset>,
    uav_counters: Vec<UavCounterBinding>,
    uav_counter_offsets: Vec<DescriptorOffset>,
    push_constants: Vec<PushConstantBuffer>,
    combined_samplers: Vec<CombinedResourceSampler>,
    table: Table,
}

impl Map {
    pub fn parse(text: &str) -> Result<Self, toml::de::Error> {
        let file: File = toml::from_str(text)?;
        Ok(Self {
            bindings: file.bindings.iter().map(Binding::entry).collect(),
            binding_offsets: file.bindings.iter().map(|row| offset(row.static_offset, row.dynamic_index)).collect(),
            uav_counters: file.uav_counters.iter().map(UavCounter::entry).collect(),
            uav_counter_offsets: file
                .uav_counters
                .iter()
                .map(|row| offset(row.static_offset, row.dynamic_index))
                .collect(),
            push_constants: file.push_constants.iter().map(PushConstants::entry).collect(),
            combined_samplers: file.combined_samplers.iter().map(CombinedSampler::entry).collect(),
            table: file.table,
        })
    }

    pub fn lists(&self) -> Lists<'_> {
        Lists::NONE
            .with_bindings(&self.bindings)
            .with_uav_counters(&self.uav_counters)
            .with_push_constants(&self.push_constants)
            .with_combined_samplers(&self.combined_samplers)
    }

    pub fn offsets(&self) -> DescriptorOffsets<'_> {
        DescriptorOffsets::NONE
            .with_bindings(&self.binding_offsets)
            .with_uav_counters(&self.uav_counter_offsets)
            .with_table(self.table.offset, self.table.count)
    }
}

fn offset(static_offset: u32, dynamic_index: Option<u32>) -> DescriptorOffset {
    let offset = DescriptorOffset::new(static_offset);
    dynamic_index.map_or(offset, |index| offset.with_dynamic_index(index))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    bindings: Vec<Binding>,
    #[serde(default)]
    uav_counters: Vec<UavCounter>,
    #[serde(default)]
    push_constants: Vec<PushConstants>,
    #[serde(default)]
    combined_samplers: Vec<CombinedSampler>,
    #[serde(default)]
    table: Table,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Binding {
    #[serde(rename = "type", deserialize_with = "descriptor_type")]
    class: DescriptorType,
    #[serde(default)]
    space: u32,
    register: u32,
    #[serde(default)]
    count: Count,
    #[serde(default = "every_stage", deserialize_with = "visibility")]
    visibility: Visibility,
    #[serde(default, deserialize_with = "flags")]
    flags: Option<BindingFlags>,
    set: u32,
    binding: u32,
    #[serde(default)]
    static_offset: u32,
    dynamic_index: Option<u32>,
}

impl Binding {
    fn entry(&self) -> ResourceBinding {
        let place = DescriptorBinding::new(self.set, self.binding, self.count.0);
        let entry = ResourceBinding::new(self.class, self.space, self.register, place).with_visibility(self.visibility);
        self.flags.map_or(entry, |flags| entry.with_flags(flags))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UavCounter {
    #[serde(default)]
    space: u32,
    register: u32,
    #[serde(default)]
    count: Count,
    #[serde(default = "every_stage", deserialize_with = "visibility")]
    visibility: Visibility,
    set: u32,
    binding: u32,
    #[serde(default)]
    static_offset: u32,
    dynamic_index: Option<u32>,
}

impl UavCounter {
    fn entry(&self) -> UavCounterBinding {
        let place = DescriptorBinding::new(self.set, self.binding, self.count.0);
        UavCounterBinding::new(self.space, self.register, place).with_visibility(self.visibility)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PushConstants {
    #[serde(default)]
    space: u32,
    register: u32,
    #[serde(default = "every_stage", deserialize_with = "visibility")]
    visibility: Visibility,
    offset: u32,
    size: u32,
}

impl PushConstants {
    fn entry(&self) -> PushConstantBuffer {
        PushConstantBuffer::new(self.space, self.register, self.offset, self.size).with_visibility(self.visibility)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CombinedSampler {
    #[serde(default)]
    resource_space: u32,
    resource: u32,
    #[serde(default)]
    sampler_space: u32,
    /// Left out where the image is loaded from without a sampler.
    sampler: Option<u32>,
    #[serde(default = "every_stage", deserialize_with = "visibility")]
    visibility: Visibility,
    #[serde(default, deserialize_with = "flags")]
    flags: Option<BindingFlags>,
    set: u32,
    binding: u32,
}

impl CombinedSampler {
    fn entry(&self) -> CombinedResourceSampler {
        let place = DescriptorBinding::single(self.set, self.binding);
        let resource = (self.resource_space, self.resource);
        let entry = match self.sampler {
            Some(register) => CombinedResourceSampler::new(resource, (self.sampler_space, register), place),
            None => CombinedResourceSampler::without_sampler(resource, place),
        };
        let entry = entry.with_visibility(self.visibility);
        self.flags.map_or(entry, |flags| entry.with_flags(flags))
    }
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    #[serde(default)]
    offset: u32,
    #[serde(deserialize_with = "words")]
    count: u32,
}

fn words<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    let count = u32::deserialize(deserializer)?;
    if count > WORDS {
        return Err(de::Error::custom(format_args!("the table has {count} words, at most {WORDS} are possible")));
    }
    Ok(count)
}

/// A number, or `"unbounded"`; one descriptor where it is left out.
struct Count(DescriptorCount);

impl Default for Count {
    fn default() -> Self {
        Self(DescriptorCount::Fixed(1))
    }
}

impl<'de> Deserialize<'de> for Count {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;

        impl Visitor<'_> for Either {
            type Value = Count;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number of 32 bits or \"unbounded\"")
            }

            fn visit_i64<E: de::Error>(self, count: i64) -> Result<Count, E> {
                let count = u32::try_from(count);
                count
                    .map(|count| Count(DescriptorCount::Fixed(count)))
                    .map_err(|_| E::custom("the count is no number of 32 bits"))
            }

            fn visit_str<E: de::Error>(self, word: &str) -> Result<Count, E> {
                match word {
                    "unbounded" => Ok(Count(DescriptorCount::Unbounded)),
                    _ => Err(E::invalid_value(de::Unexpected::Str(word), &self)),
                }
            }
        }

        deserializer.deserialize_any(Either)
    }
}

fn every_stage() -> Visibility {
    Visibility::All
}

fn descriptor_type<'de, D: Deserializer<'de>>(deserializer: D) -> Result<DescriptorType, D::Error> {
    let word = String::deserialize(deserializer)?;
    named(&word, DescriptorType::ALL_VALUES, |value| value.name())
}

fn visibility<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Visibility, D::Error> {
    let word = String::deserialize(deserializer)?;
    named(&word, Visibility::ALL_VALUES, |value| value.name())
}

fn flags<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<BindingFlags>, D::Error> {
    let known =
        [("buffer", BindingFlags::BUFFER), ("image", BindingFlags::IMAGE), ("bindless", BindingFlags::BINDLESS)];
    let words = Vec::<String>::deserialize(deserializer)?;
    words
        .iter()
        .try_fold(BindingFlags::NONE, |flags, word| {
            named(word, &known, |(name, _)| name).map(|(_, flag)| flags.union(flag))
        })
        .map(Some)
}

/// The value with this name; an error lists the names there are.
fn named<T: Copy, E: de::Error>(word: &str, values: &[T], name: impl Fn(&T) -> &'static str) -> Result<T, E> {
    values.iter().copied().find(|value| name(value) == word).ok_or_else(|| {
        let names = values.iter().map(name).collect::<Vec<_>>().join(", ");
        E::custom(format_args!("`{word}` is none of {names}"))
    })
}
