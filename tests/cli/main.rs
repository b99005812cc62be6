//! The command line, as a shell sees it: what it prints, where, and its exit status.
#![cfg(feature = "cli")]

mod bind;
mod inspect;
mod spirv;
#[path = "../support/mod.rs"]
mod support;
mod terminal;
mod verify;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

/// What became of a run of `psoview`.
struct Run {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

impl Run {
    fn json_lines(&self) -> Vec<Value> {
        self.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    #[track_caller]
    fn expect_code(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "stdout: {}\nstderr: {}", self.stdout, self.stderr);
        self
    }
}

/// Runs `psoview` in the folder with the test files.
fn psoview<I: AsRef<std::ffi::OsStr>>(arguments: impl IntoIterator<Item = I>) -> Run {
    psoview_with_input(arguments, &[])
}

fn psoview_with_input<I: AsRef<std::ffi::OsStr>>(arguments: impl IntoIterator<Item = I>, input: &[u8]) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_psoview"))
        .args(arguments)
        .current_dir(data())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that reads nothing may be gone already.
    let _ = child.stdin.take().unwrap().write_all(input);
    let output = child.wait_with_output().unwrap();
    Run {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data")
}

fn fixture(name: &str) -> Vec<u8> {
    std::fs::read(data().join("dxil").join(name)).unwrap()
}

/// A folder of its own for a test, below the build folder.
fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Where the header of the first part with this tag starts.
fn part_header(file: &[u8], tag: &[u8; 4]) -> usize {
    let word = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().unwrap()) as usize;
    (0..word(28)).map(|part| word(32 + 4 * part)).find(|&at| &file[at..at + 4] == tag).unwrap()
}
