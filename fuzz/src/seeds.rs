//! Inputs to begin with, made by code: written where `CHAFFINCH_FUZZ_SEEDS` says, before the fuzzer reads that folder.

use std::fs;
use std::path::PathBuf;

/// Writes seeds into the folder that the environment names, if it names one.
pub fn write(seeds: fn() -> Vec<Vec<u8>>) {
    let Some(folder) = std::env::var_os("CHAFFINCH_FUZZ_SEEDS").map(PathBuf::from) else { return };
    for (number, seed) in seeds().into_iter().enumerate() {
        fs::write(folder.join(format!("seed-{number:04}")), seed).expect("the folder of the corpus is there");
    }
}
