#![no_main]

use chaffinch_fuzz::{report_json, seeds};
use libfuzzer_sys::fuzz_target;

fuzz_target!(
    init: seeds::write(report_json::seeds),
    |data: &[u8]| report_json::check(data)
);
