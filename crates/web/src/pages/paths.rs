//! Paths of pages to which others link.

use std::fmt::Write as _;

use chaffinch_storage::{Archive, Batch, Case};

/// Returns the path of the page of a comparison.
pub(crate) fn batch_path(batch: &Batch) -> String {
    format!("/batches/{}", batch.id)
}

/// Returns the path of the page of an archive.
pub(crate) fn archive_path(archive: &Archive) -> String {
    format!("/archives/{}", archive.id)
}

/// Returns the path of the page of a case.
pub(crate) fn case_path(case: &Case) -> String {
    format!("/cases/{}", case.id)
}

/// Returns text as the value of a parameter in an address. Everything but letters, digits and `-._~` is escaped.
pub(crate) fn encoded(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for &byte in text.as_bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            escaped.push(char::from(byte));
        } else {
            write!(escaped, "%{byte:02X}").expect("writing to a String cannot fail");
        }
    }
    escaped
}
