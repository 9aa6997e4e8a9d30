#![no_main]

use chaffinch_fuzz::{extract, seeds};
use libfuzzer_sys::fuzz_target;

fuzz_target!(
    init: seeds::write(extract::seeds),
    |data: &[u8]| extract::check(data)
);
