//! What must hold for any bytes: one module a target, each with `check` for bytes that a fuzzer made and `seeds` to begin
//! with. The tests of crate `evaluation` compile these very files and replay `regressions/` with them.

pub mod extract;
pub mod front_ends;
pub mod index_block;
pub mod moss_dialogue;
pub mod report_json;
pub mod seeds;
