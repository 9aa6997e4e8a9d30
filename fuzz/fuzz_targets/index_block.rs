#![no_main]

use chaffinch_fuzz::{index_block, seeds};
use libfuzzer_sys::fuzz_target;

fuzz_target!(
    init: seeds::write(index_block::seeds),
    |data: &[u8]| index_block::check(data)
);
