//! Two JSON values, leaf by leaf.

use serde_json::Value;

/// How many leaves were compared, and what differs.
#[derive(Default)]
pub struct Comparison {
    pub fields: usize,
    pub mismatches: Vec<String>,
}

impl Comparison {
    pub fn compare(&mut self, path: &str, expected: &Value, found: &Value) {
        match (expected, found) {
            (Value::Object(expected), Value::Object(found)) => {
                for (key, expected) in expected {
                    match found.get(key) {
                        Some(found) => self.compare(&format!("{path}.{key}"), expected, found),
                        None => self.mismatches.push(format!("{path}.{key}: expected {expected}, is not there")),
                    }
                }
                for key in found.keys().filter(|key| !expected.contains_key(*key)) {
                    self.mismatches.push(format!("{path}.{key}: not expected"));
                }
            }
            (Value::Array(expected), Value::Array(found)) if expected.len() == found.len() => {
                for (index, (expected, found)) in expected.iter().zip(found).enumerate() {
                    self.compare(&format!("{path}[{index}]"), expected, found);
                }
            }
            _ => {
                self.fields += 1;
                if expected != found {
                    self.mismatches.push(format!("{path}: expected {expected}, found {found}"));
                }
            }
        }
    }
}
