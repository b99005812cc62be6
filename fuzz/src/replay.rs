//! What `cargo test` runs the bodies over.

use std::fs;
use std::path::{Path, PathBuf};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
    files.sort();
    files
}

/// Runs a body over the target's seeds.
pub fn seeds(target: &str, run: fn(&[u8])) {
    let files = files(&folder("seeds").join(target));
    assert!(!files.is_empty(), "{target} has no seeds");
    for file in files {
        // The output is shown where the body panics, and names the seed.
        println!("{}", file.display());
        run(&fs::read(file).expect("a readable seed"));
    }
}

/// What a target's seeds hold.
pub fn read_seeds(target: &str) -> Vec<Vec<u8>> {
    files(&folder("seeds").join(target)).into_iter().map(|file| fs::read(file).expect("a readable seed")).collect()
}

/// Runs a body over noise, the same every time: random bytes, random small words, which look more like counts, and seeds
/// of the target with some bytes changed.
pub fn noise(target: &str, run: fn(&[u8])) {
    let mut random = fastrand::Rng::with_seed(0x5053_5630);
    let mut seeds = read_seeds(target);
    seeds.retain(|seed| !seed.is_empty() && seed.len() <= 512);
    for round in 0..3000 {
        let mut data = vec![0; random.usize(..512)];
        random.fill(&mut data);
        match round % 3 {
            0 => {}
            1 => data.chunks_mut(4).filter(|_| random.u8(..) < 224).for_each(|word| word[1..].fill(0)),
            _ => {
                data.clone_from(&seeds[random.usize(..seeds.len())]);
                for _ in 0..random.usize(1..4) {
                    let place = random.usize(..data.len());
                    data[place] = random.u8(..);
                }
            }
        }
        println!("round {round}");
        run(&data);
    }
}

#[test]
fn every_target_has_a_body_and_seeds() {
    let targets = files(&folder("fuzz_targets"));
    assert!(!targets.is_empty(), "no targets");
    for target in targets {
        let name = target.file_stem().and_then(|name| name.to_str()).expect("a target's name").to_owned();
        let body = folder("src").join(&name).with_extension("rs");
        let text = fs::read_to_string(&body).unwrap_or_else(|error| panic!("{}: {error}", body.display()));
        assert!(text.contains(&format!("replay::seeds(\"{name}\", run)")), "{name} does not replay its seeds");
        assert!(text.contains(&format!("replay::noise(\"{name}\", run)")), "{name} has no smoke test");
    }
}
