//! The columns of texts and bytes that hold nothing about persons who handed something in.

use std::collections::BTreeSet;

use chaffinch_storage::PERSONAL_COLUMNS;

/// By table: kinds and states, hashes of secrets, what users gave as names of courses and archives, and data about users.
const IMPERSONAL_COLUMNS: &[(&str, &[&str])] = &[
    ("account", &["name", "password", "email"]),
    ("archive", &["name", "keeping"]),
    ("audit", &["action", "details", "once"]),
    ("batch", &["pseudonym_key"]),
    ("case_event", &["what"]),
    ("case_statement", &["media_type"]),
    ("counter", &["name"]),
    ("course", &["name", "checks"]),
    ("course_case", &["status"]),
    ("course_term", &["packed"]),
    ("draft_part", &["kind"]),
    ("idempotency", &["fingerprint"]),
    ("identity", &["issuer", "subject"]),
    ("index_scheme", &["family"]),
    ("installation", &["name", "value"]),
    ("job", &["lane", "state", "stage"]),
    ("membership", &["role"]),
    ("moss_result", &["hash"]),
    ("moss_salt", &["salt"]),
    ("notification", &["url", "secret", "base", "state", "error"]),
    ("pair_mark", &["state", "previous"]),
    ("part", &["kind"]),
    ("revision", &["engine", "found", "judged_packed"]),
    ("revision_turn", &["reason"]),
    ("session", &["hash", "way", "browser", "address"]),
    ("share", &["hash"]),
    ("share_key", &["key"]),
    ("sign_in_attempt", &["hash", "browser", "nonce", "verifier"]),
    ("sign_in_link", &["hash"]),
    ("token", &["hash", "scope", "kind", "label"]),
];

/// Checks that each of these columns is listed as personal or impersonal. A new column may hold what an erasure must not
/// leave behind.
///
/// # Panics
/// If one is not listed.
pub fn check_listed(columns: &[(String, String)]) {
    let impersonal = IMPERSONAL_COLUMNS
        .iter()
        .flat_map(|(table, columns)| columns.iter().map(move |column| (*table, *column)));
    let listed: BTreeSet<(&str, &str)> =
        PERSONAL_COLUMNS.iter().map(|(table, column, _)| (*table, *column)).chain(impersonal).collect();
    let unlisted: Vec<_> = columns
        .iter()
        .filter(|(table, column)| !listed.contains(&(table.as_str(), column.as_str())))
        .collect();
    assert!(
        unlisted.is_empty(),
        "list {unlisted:?} in crates/storage/src/person/personal_columns.rs or crates/storage-tests/src/columns.rs"
    );
}
