//! Numbers for names that are taken.

use std::collections::BTreeSet;

/// Returns a name that is not taken, with a number behind it if necessary, and takes it.
pub(super) fn unique_name(name: &str, taken: &mut BTreeSet<String>) -> String {
    let mut unique = name.to_owned();
    let mut number = 2;
    while !taken.insert(unique.clone()) {
        unique = format!("{name} ({number})");
        number += 1;
    }
    unique
}
