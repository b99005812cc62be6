use serde::Serialize;

/// A value of a set that the format owns: its name, or its number where it has none.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Value {
    Name(&'static str),
    Number(u32),
}

impl Value {
    pub fn new(name: Option<&'static str>, raw: impl Into<u32>) -> Self {
        name.map_or_else(|| Self::Number(raw.into()), Self::Name)
    }
}

/// Makes a [`Value`] of a psoview value set.
macro_rules! value {
    ($value:expr) => {{
        let value = $value;
        $crate::report::value::Value::new(value.name(), value.raw())
    }};
}

pub(super) use value;
