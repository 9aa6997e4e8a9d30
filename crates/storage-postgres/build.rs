//! Migrations are embedded: a new one must rebuild this crate.
fn main() {
    println!("cargo:rerun-if-changed=../../migrations/postgres");
}
