//! `psoview bind`: where each register of a shader is found in a descriptor layout.

mod answers;
mod map;
mod report;
mod table;
mod template;
mod text;
mod warnings;

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use anyhow::Result;
use psoview::binding::{InterfaceInfo, ShaderKind};
use psoview::container::Container;
use psoview::psv::{self, Psv};

use crate::args::BindArgs;
use crate::failure::Failure;
use crate::input;
use crate::output::Output;
use answers::Answers;
use map::Map;

pub use table::TableValues;

pub fn run(args: &BindArgs, output: &mut Output) -> Result<()> {
    let name = args.shader.display().to_string();
    let bytes = match input::read(&args.shader) {
        Ok(bytes) => bytes,
        Err(error) => return output.failed(&name, Failure::from(&error)),
    };
    match shader(args, output, &name, &bytes) {
        Ok(printed) => printed,
        Err(failure) => output.failed(&name, failure),
    }
}

/// The inner result is that of writing; the outer one is what is wrong with the shader or the map.
fn shader(args: &BindArgs, output: &mut Output, name: &str, bytes: &[u8]) -> Result<Result<()>, Failure> {
    let container = Container::parse(bytes)?;
    let Some(psv) = psv::part_newer(&container)? else {
        return Err(Failure::of_file("PsvMissing", "there is no PSV0 part, which would say what the shader uses"));
    };
    let stage = stage(args, &psv)?;
    let Some(path) = &args.map else {
        let template = template::template(name, psv.resources(), stage);
        return Ok(output.lines(template.trim_end()));
    };
    let map = read_map(path)?;
    let info = InterfaceInfo::new(map.lists(), map.offsets(), args.profile)
        .map_err(|error| Failure::of_file("MapRefused", format!("{}: {error}", path.display())))?;
    if let Some(index) = args.table.last().filter(|index| *index >= info.offsets().table_count) {
        let count = info.offsets().table_count;
        let message = format!("--table gives word {index}, the map's table has {count}");
        return Err(Failure::of_file("TableTooShort", message));
    }
    let words = args.table.words(info.offsets().table_count);
    let line = Answers { info, table: &args.table, words }.line(name, psv.resources(), stage);
    if !line.unmapped.is_empty() || !line.unknown.is_empty() {
        output.found();
    }
    let printed = if args.json { output.json(&line) } else { text::print(output, &line) };
    Ok(printed.and_then(|()| warnings::print(output, path, &info, &line)))
}

/// The part's own stage, or the user's where the part does not tell.
fn stage(args: &BindArgs, psv: &Psv<'_>) -> Result<ShaderKind, Failure> {
    match (args.stage, psv.stage()) {
        (Some(given), Some(found)) if given != found => {
            let message = format!("--stage says {given}, the shader is a {found} shader");
            Err(Failure::of_file("StageMismatch", message))
        }
        (given, found) => given.or(found).ok_or_else(|| {
            Failure::of_file("StageUnknown", "the part does not say which stage the shader is for; --stage does")
        }),
    }
}

/// The most bytes of a map: some thousand entries. Overlaps are looked for between each two.
const MAP_LIMIT: u64 = 256 * 1024;

fn read_map(path: &Path) -> Result<Map, Failure> {
    let mut text = String::new();
    let read = File::open(path).and_then(|file| file.take(MAP_LIMIT + 1).read_to_string(&mut text));
    read.map_err(|error| {
        let Failure { kind, message, .. } = Failure::from(&error);
        Failure::of_file(&kind, format!("{}: {message}", path.display()))
    })?;
    if text.len() as u64 > MAP_LIMIT {
        let message = format!("{}: longer than {MAP_LIMIT} bytes, the most of a map", path.display());
        return Err(Failure::of_file("MapTooLarge", message));
    }
    Map::parse(&text).map_err(|error| Failure::of_file("MapMalformed", malformed(path, &text, &error)))
}

/// Where the map is wrong, and how: on one line, without the excerpt that the TOML library draws.
fn malformed(path: &Path, text: &str, error: &toml::de::Error) -> String {
    let (path, message) = (path.display(), error.message());
    let Some(before) = error.span().and_then(|span| text.get(..span.start)) else {
        return format!("{path}: {message}");
    };
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    format!("{path}: line {line}, column {column}: {message}")
}
