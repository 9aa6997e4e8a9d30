//! What fuzzers once found, replayed in every run, and the inputs they begin with. The checks are the very files that the
//! targets in `fuzz/` compile.

#![expect(clippy::unwrap_used, reason = "a test ends where it cannot go on")]
#![expect(clippy::print_stderr, reason = "says which input it was")]

use std::path::Path;

#[path = "../../../fuzz/src/extract.rs"]
#[allow(unreachable_pub, reason = "public for the targets")]
mod extract;
#[path = "../../../fuzz/src/front_ends.rs"]
#[allow(unreachable_pub, reason = "public for the targets")]
mod front_ends;
#[path = "../../../fuzz/src/index_block.rs"]
#[allow(unreachable_pub, reason = "public for the targets")]
mod index_block;
#[path = "../../../fuzz/src/moss_dialogue.rs"]
#[allow(unreachable_pub, reason = "public for the targets")]
mod moss_dialogue;
#[path = "../../../fuzz/src/report_json.rs"]
#[allow(unreachable_pub, reason = "public for the targets")]
mod report_json;

/// Replays the inputs kept for a target.
fn replayed(target: &str, replay: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/regressions").join(target);
    let mut inputs: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    inputs.sort();
    for input in inputs {
        // Shown where the test fails, and only there.
        eprintln!("{}", input.display());
        replay(&std::fs::read(input).unwrap());
    }
}

/// Checks that inputs made by code pass: some of them, so that no run is long.
fn seeded(seeds: &[Vec<u8>], check: fn(&[u8])) {
    let every = seeds.len().div_ceil(50);
    for seed in seeds.iter().step_by(every) {
        check(seed);
    }
}

#[test]
fn front_ends() {
    replayed("front_ends", front_ends::replay);
    seeded(&front_ends::seeds(), front_ends::check);
}

#[test]
fn extract() {
    replayed("extract", extract::replay);
    seeded(&extract::seeds(), extract::check);
}

#[test]
fn index_block() {
    replayed("index_block", index_block::replay);
    seeded(&index_block::seeds(), index_block::check);
}

#[test]
fn moss_dialogue() {
    replayed("moss_dialogue", moss_dialogue::replay);
    seeded(&moss_dialogue::seeds(), moss_dialogue::check);
}

#[test]
fn report_json() {
    replayed("report_json", report_json::replay);
    seeded(&report_json::seeds(), report_json::check);
}
