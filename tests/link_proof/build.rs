//! No C runtime and no library: what is not in the binary cannot be called.

fn main() {
    for argument in ["-nostartfiles", "-nostdlib", "-static"] {
        println!("cargo::rustc-link-arg-bins={argument}");
    }
}
