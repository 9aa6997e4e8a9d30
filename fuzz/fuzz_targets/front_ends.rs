#![no_main]

use chaffinch_fuzz::{front_ends, seeds};
use libfuzzer_sys::fuzz_target;

fuzz_target!(
    init: seeds::write(front_ends::seeds),
    |data: &[u8]| front_ends::check(data)
);
