use std::collections::BTreeMap;

use crate::decimal;

/// The values that the table of run-time offsets has for this run, by the indices of its words.
#[derive(Clone, Debug, Default)]
pub struct TableValues {
    values: BTreeMap<u32, u32>,
}

/// The most words that a table of run-time offsets has. No push-constant block of any device has so many.
pub const WORDS: u32 = 65_536;

impl TableValues {
    /// Reads `0=1000,1=64`.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut values = BTreeMap::new();
        for pair in text.split_terminator(',') {
            let Some((index, value)) = pair.split_once('=') else {
                return Err(format!("`{pair}` is no INDEX=VALUE"));
            };
            let number = |text: &str| decimal::parse(text).ok_or_else(|| format!("`{text}` is no number of 32 bits"));
            let (index, value) = (number(index)?, number(value)?);
            if index >= WORDS {
                return Err(format!("a table has at most {WORDS} words, {index} is past them"));
            }
            if values.insert(index, value).is_some() {
                return Err(format!("word {index} is given twice"));
            }
        }
        Ok(Self { values })
    }

    /// Whether the word that an entry adds is known, if it adds one.
    pub fn has(&self, index: Option<u32>) -> bool {
        index.is_none_or(|index| self.values.contains_key(&index))
    }

    /// The largest index given.
    pub fn last(&self) -> Option<u32> {
        self.values.keys().next_back().copied()
    }

    /// All words of a table with this many; those not given are 0.
    pub fn words(&self, count: u32) -> Vec<u32> {
        (0..count).map(|index| self.values.get(&index).copied().unwrap_or(0)).collect()
    }
}
