#![no_main]

use chaffinch_fuzz::{moss_dialogue, seeds};
use libfuzzer_sys::fuzz_target;

fuzz_target!(
    init: seeds::write(moss_dialogue::seeds),
    |data: &[u8]| moss_dialogue::check(data)
);
