//! How long the operations take on the test files: `cargo bench` in this folder. For a person to look at.

use std::path::Path;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use psoview_benches::{Inputs, OPERATIONS, inputs};

fn operations(criterion: &mut Criterion) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data/dxil");
    let files = inputs::files(&folder).expect("the test files are there");
    let inputs = Inputs::new(&files);
    let mut group = criterion.benchmark_group("fixtures");
    for operation in OPERATIONS {
        group.throughput(Throughput::Elements((operation.units)(&inputs) as u64));
        group.bench_function(operation.name, |bencher| bencher.iter(|| (operation.run)(&inputs)));
    }
    group.finish();
}

criterion_group!(wall_clock, operations);
criterion_main!(wall_clock);
