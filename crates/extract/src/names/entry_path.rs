//! Splits and checks the paths of entries in archives.

use super::shown::{beginning, shown};
use crate::limits::{Flaw, Limits};

/// Splits and checks the path of an entry in an archive. An empty result stands for the root of the archive.
pub(crate) fn parts_of(raw: &[u8], limits: &Limits) -> Result<Vec<String>, Flaw> {
    let path = || beginning(raw);
    let unsafe_path = |why: &'static str| Err(Flaw::UnsafePath { path: path(), why: why.into() });
    // Attack: a path of megabytes, or of thousands of folders, fills memory and pages.
    if raw.len() > limits.path_bytes {
        return Err(Flaw::LongPath { path: path(), bytes: raw.len(), limit: limits.path_bytes });
    }
    // Windows programs write backslashes as separators. They count as separators in all checks.
    let is_separator = |byte: &u8| matches!(byte, b'/' | b'\\');
    // Attack: an absolute path overwrites files of the system.
    if raw.first().is_some_and(is_separator) {
        return unsafe_path("it is absolute");
    }
    // Attack: a path with a drive letter does the same.
    if raw.len() >= 2 && raw[0].is_ascii_alphabetic() && raw[1] == b':' {
        return unsafe_path("it names a drive");
    }
    let mut parts = Vec::new();
    for part in raw.split(|byte| is_separator(byte)) {
        match part {
            b"" | b"." => {}
            // Attack: the path leaves the folder into which the archive is unpacked.
            b".." => return unsafe_path("it leads out of the archive with `..`"),
            _ => parts.push(shown(part)),
        }
    }
    if parts.len() > limits.path_depth {
        return Err(Flaw::DeepPath { path: path(), parts: parts.len(), limit: limits.path_depth });
    }
    Ok(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_split_at_either_slash_and_checked() {
        let parts = |raw: &[u8]| parts_of(raw, &Limits::default()).map_err(|flaw| flaw.code());
        assert_eq!(parts(b"a/./b//c.c"), Ok(vec!["a".to_owned(), "b".to_owned(), "c.c".to_owned()]));
        assert_eq!(parts(b"a\\b.c"), Ok(vec!["a".to_owned(), "b.c".to_owned()]));
        assert_eq!(parts(b"./"), Ok(vec![]));
        for raw in [&b"../a"[..], b"a/../../b", b"a\\..\\b", b"/etc/passwd", b"\\\\host\\x", b"C:\\x", b"c:x"]
        {
            assert_eq!(parts(raw), Err("unsafe-path"), "{}", shown(raw));
        }
        assert_eq!(parts(&[b'a'; 2000]), Err("path-too-long"));
        assert_eq!(parts(&b"a/".repeat(100)), Err("path-too-deep"));
    }
}
