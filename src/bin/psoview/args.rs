use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::builder::TypedValueParser;
use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};
use psoview::binding::{Profile, ShaderKind};
use psoview::spirv::Freeze;

use crate::bind::TableValues;
use crate::spirv::Assignment;

/// Shows what a compiled shader says about its pipeline.
///
/// Exit status: 0 fine, 1 a finding or a file that cannot be read, 2 wrong usage.
#[derive(Parser)]
#[command(version)]
pub struct Args {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    Inspect(InspectArgs),
    Verify(VerifyArgs),
    Bind(BindArgs),
    Specialize(SpecializeArgs),
}

impl Command {
    /// Whether a program reads what is printed.
    pub fn json(&self) -> bool {
        match self {
            Self::Inspect(args) => args.json,
            Self::Verify(args) => args.json,
            Self::Bind(args) => args.json,
            Self::Specialize(args) => args.json,
        }
    }
}

/// Show everything the PSV0 part of a DXIL container says, and the specialization constants of a SPIR-V module.
///
/// Without FILE it shows a shader that is built into psoview.
#[derive(ClapArgs)]
pub struct InspectArgs {
    /// Print one JSON object a file, each on its line.
    #[arg(long)]
    pub json: bool,
    /// Read the files as the bytes of this part, not as containers.
    #[arg(long, value_name = "TAG", ignore_case = true)]
    pub part: Option<PartTag>,
    /// Files to read; `-` is standard input, a folder stands for every shader below it.
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
}

/// The parts that can be read alone.
#[derive(Clone, Copy, ValueEnum)]
pub enum PartTag {
    #[value(name = "PSV0")]
    Psv0,
}

/// Check that a DXIL container is whole.
///
/// Its parts lie back to back, its digest is the content's, its program header fits, and its PSV0 part agrees with itself
/// and with the program. A file that is not signed, has bytes after its container, or has in its PSV0 part what only a newer
/// compiler knows gets a note. Limits of the pipeline, as on thread groups or control points, are not checked.
#[derive(ClapArgs)]
pub struct VerifyArgs {
    /// Print one JSON object a file, each on its line.
    #[arg(long)]
    pub json: bool,
    /// Files to read; `-` is standard input, a folder stands for every shader below it.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
}

/// Show where each register of a shader is found in a descriptor layout.
///
/// MAP describes the layout; `--map-template` prints one to start from. The exit status is 1 where a register is not mapped
/// or a resource is of unknown kind; entries that overlap get a warning.
#[derive(ClapArgs)]
pub struct BindArgs {
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
    /// The descriptor layout, in TOML.
    #[arg(long, value_name = "MAP", required_unless_present = "map_template")]
    pub map: Option<PathBuf>,
    /// Print a map in which every resource of the shader has a place.
    #[arg(long, conflicts_with_all = ["map", "json", "table", "profile"])]
    pub map_template: bool,
    /// The shader's stage, where the file does not say it.
    #[arg(long, value_name = "STAGE", value_parser = stage())]
    pub stage: Option<ShaderKind>,
    /// Run-time offsets, as `0=1000,1=64`.
    #[arg(long, value_name = "INDEX=VALUE,…", default_value = "", value_parser = TableValues::parse, hide_default_value = true)]
    pub table: TableValues,
    /// Whose rules are followed.
    #[arg(long, value_name = "NAME", default_value = "strict", value_parser = profile())]
    pub profile: Profile,
    /// The shader; `-` is standard input.
    #[arg(value_name = "SHADER")]
    pub shader: PathBuf,
}

/// Show what the constants of a SPIR-V module come to under values, and write the module with them.
///
/// Without `-o` the values are only shown. The output has the input's byte order. Results that SPIR-V leaves undefined, and
/// constants that only a driver knows, are said in the table and are no errors.
#[derive(ClapArgs)]
pub struct SpecializeArgs {
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
    /// A value for the constants with a SpecId or a name: true, 7, 0x1f, -0.5, 0x1.8p3, inf, nan or bits:0x….
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<Assignment>,
    /// Where the module is written.
    #[arg(short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,
    /// Make all specialization constants plain ones (the default).
    #[arg(long, requires = "output", group = "mode")]
    freeze: bool,
    /// Only change the values: nothing else becomes different.
    #[arg(long, requires = "output", group = "mode")]
    in_place: bool,
    /// Make those plain that are given, and what then depends on plain constants only.
    #[arg(long, requires = "output", group = "mode")]
    partial: bool,
    /// Leave operations, and what holds them, as they are.
    #[arg(long, requires = "output", group = "mode")]
    keep_ops: bool,
    /// Also write LocalSizeId as LocalSize, for readers that know only that.
    #[arg(long, requires = "output", conflicts_with = "in_place")]
    pub local_size: bool,
    /// The module; `-` is standard input.
    #[arg(value_name = "MODULE")]
    pub module: PathBuf,
}

/// What a module is written as.
#[derive(Clone, Copy)]
pub enum Mode {
    InPlace,
    Freeze(Freeze),
}

impl SpecializeArgs {
    pub fn mode(&self) -> Mode {
        match self {
            Self { in_place: true, .. } => Mode::InPlace,
            Self { partial: true, .. } => Mode::Freeze(Freeze::GIVEN),
            Self { keep_ops: true, .. } => Mode::Freeze(Freeze::KEEP_OPERATIONS),
            _ => Mode::Freeze(Freeze::ALL),
        }
    }

    /// The mode's name in psoview's JSON.
    pub fn mode_name(&self) -> &'static str {
        match self {
            Self { in_place: true, .. } => "in_place",
            Self { partial: true, .. } => "partial",
            Self { keep_ops: true, .. } => "keep_ops",
            _ => "freeze",
        }
    }
}

fn stage() -> impl TypedValueParser<Value = ShaderKind> {
    one_of(ShaderKind::KNOWN, |kind| kind.name().unwrap_or_default())
}

fn profile() -> impl TypedValueParser<Value = Profile> {
    one_of(Profile::KNOWN, |profile| profile.name)
}

/// Takes the name of one of these values.
fn one_of<T: Copy + Send + Sync>(
    values: &'static [T],
    name: fn(&T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(values.iter().map(name)).try_map(move |word| {
        // The parser before has taken no other name.
        values.iter().copied().find(|value| name(value) == word).ok_or("no such name")
    })
}
