//! Names and times of documents, as rows and records give them.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::time::UNIX_EPOCH;

/// Returns the time of the last change, in nanoseconds since 1970.
pub(super) fn changed_at(metadata: &fs::Metadata) -> i128 {
    let modified = metadata.modified().unwrap_or(UNIX_EPOCH);
    match modified.duration_since(UNIX_EPOCH) {
        Ok(since) => since.as_nanos().cast_signed(),
        Err(before) => -before.duration().as_nanos().cast_signed(),
    }
}

/// Returns the time of the last change, in seconds since 1970.
pub(super) fn date(metadata: &fs::Metadata) -> i64 {
    (changed_at(metadata) / 1_000_000_000) as i64
}

/// Returns a name for display. Bytes that are not UTF-8 become `\xNN`.
pub(crate) fn shown(name: &[u8]) -> String {
    let mut shown = String::with_capacity(name.len());
    for chunk in name.utf8_chunks() {
        shown.push_str(chunk.valid());
        for byte in chunk.invalid() {
            let _ = write!(shown, "\\x{byte:02x}");
        }
    }
    shown
}

/// Returns the name of a line that has none.
pub(super) fn numbered(source: &Path, line: u64) -> String {
    format!("{}:{line}", shown(source.as_os_str().as_encoded_bytes()))
}

/// Returns the name of an archive's entry.
pub(super) fn within(archive: &Path, entry: &[u8]) -> String {
    format!("{}/{}", shown(archive.as_os_str().as_encoded_bytes()), shown(entry))
}
