//! Compiles `src/parse/guard.c`, the part of `src/parse/guard.rs` that must be C.

use std::env;

fn main() {
    println!("cargo:rerun-if-changed=src/parse/guard.c");
    let include =
        env::var_os("DEP_TREE_SITTER_INCLUDE").expect("tree-sitter's build script says where api.h is");
    cc::Build::new()
        .std("c11")
        .opt_level(2)
        .include(include)
        .file("src/parse/guard.c")
        .compile("chaffinch-guard");
}
