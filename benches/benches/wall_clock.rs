//! How long the operations take on the test files: `cargo bench` in this folder. For a person to look at.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use psoview_benches::{Inputs, OPERATIONS, inputs};

fn operations(criterion: &mut Criterion) {
    let [containers, modules] = ["dxil", "spirv_cases"].map(inputs::test_files);
    measure(criterion, "fixtures", &Inputs::of_files(&containers));
    measure(criterion, "modules", &Inputs::of_files(&modules));
    measure(criterion, "layout", &Inputs::of_entries(256));
}

fn measure(criterion: &mut Criterion, place: &str, inputs: &Inputs<'_>) {
    let mut group = criterion.benchmark_group(place);
    for operation in OPERATIONS {
        let units = (operation.units)(inputs);
        if units > 0 {
            group.throughput(Throughput::Elements(units as u64));
            group.bench_function(operation.name, |bencher| bencher.iter(|| (operation.run)(inputs)));
        }
    }
    group.finish();
}

criterion_group!(wall_clock, operations);
criterion_main!(wall_clock);
