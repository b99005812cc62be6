//! Records as a line of text, so that a table of expectations can be read beside the source.

use psoview::psv::{Element, Resource};

/// As `t4-6 space0 srv_typed texture2d`; without the kind where the record does not store it.
pub fn resource(resource: Resource<'_>) -> String {
    let last = match resource.upper() {
        u32::MAX => "-".into(),
        upper if upper == resource.lower() => String::new(),
        upper => format!("-{upper}"),
    };
    let kind = resource.kind().map_or_else(String::new, |kind| format!(" {kind}"));
    let flags = resource.flags().map_or(0, |flags| flags.bits());
    let flags = if flags == 0 { String::new() } else { format!(" flags {flags}") };
    let class = match resource.resource_type().name().unwrap() {
        "cbv" => 'b',
        "sampler" => 's',
        name if name.starts_with("srv") => 't',
        _ => 'u',
    };
    format!("{class}{}{last} space{} {}{kind}{flags}", resource.lower(), resource.space(), resource.resource_type())
}

/// As `NORMAL0 row 1 .xyz float32 linear`; `x3` for the columns of an element without registers.
pub fn element(element: Element<'_>) -> String {
    let name = element.semantic_kind().hlsl_name().unwrap_or_else(|| element.name().unwrap());
    let indices: Vec<_> = element.semantic_indices().unwrap().iter().map(|index| index.to_string()).collect();
    assert_eq!(indices.len(), usize::from(element.rows()));
    let place = match (element.start_row(), element.start_col()) {
        (Some(row), Some(col)) => {
            let col = usize::from(col);
            format!("row {row} .{}", &"xyzw"[col..col + usize::from(element.cols())])
        }
        _ => format!("nowhere x{}", element.cols()),
    };
    let stream = if element.stream() == 0 { String::new() } else { format!(" stream {}", element.stream()) };
    let (component_type, interpolation) = (element.component_type(), element.interpolation_mode());
    assert_eq!((element.dynamic_mask(), element.reserved_bits()), (0, [0; 3]), "no fixture keeps a dynamic index");
    format!("{name}{} {place} {component_type} {interpolation}{stream}", indices.join(","))
}
