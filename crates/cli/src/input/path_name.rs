//! Paths as text, and the folders they are in.

use std::fmt::Write as _;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;

/// Returns the folder in which a path is.
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Returns a path as text. Bytes that are not UTF-8 are shown as `\xNN`. `.` and `..` are replaced by the real name.
pub(crate) fn path_name(path: &Path) -> String {
    let real = if path.file_name().is_none() { path.canonicalize().ok() } else { None };
    let path = real.as_deref().unwrap_or(path);
    let mut name = String::new();
    for chunk in path.as_os_str().as_bytes().utf8_chunks() {
        name.push_str(chunk.valid());
        for byte in chunk.invalid() {
            write!(name, "\\x{byte:02X}").expect("a String takes everything");
        }
    }
    name
}
