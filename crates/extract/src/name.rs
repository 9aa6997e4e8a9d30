//! Handles untrusted names: splits them into components, checks them and makes them safe to show; recognises extensions
//! and junk. It works only on the bytes of names.

use std::fmt::Write as _;

use crate::limits::Limits;
use crate::refusal::Flaw;

/// Archive formats by the extension of the name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Zip,
    SevenZip,
    /// Plain or compressed. The bytes decide.
    Tar,
    /// A compressed file, or a tar. The bytes decide.
    Packed,
    /// A format that is recognised, so that it can be named, but not opened.
    Unsupported(&'static str),
}

/// Extensions with their formats. Longer ones come first, so that `.tar.gz` is found as a whole.
const ENDINGS: &[(&str, Kind)] = &[
    (".tar.bz2", Kind::Tar),
    (".tar.zst", Kind::Tar),
    (".tar.gz", Kind::Tar),
    (".tar.xz", Kind::Tar),
    (".tbz2", Kind::Tar),
    (".tzst", Kind::Tar),
    (".tgz", Kind::Tar),
    (".tar", Kind::Tar),
    (".tbz", Kind::Tar),
    (".txz", Kind::Tar),
    (".zip", Kind::Zip),
    (".rar", Kind::Unsupported("rar")),
    (".bz2", Kind::Packed),
    (".zst", Kind::Packed),
    (".7z", Kind::SevenZip),
    (".gz", Kind::Packed),
    (".xz", Kind::Packed),
];

/// Largest length of a name in a message, in bytes.
const MESSAGE_BYTES: usize = 120;

/// Files and folders that systems leave behind, and that students do not hand in on purpose.
const JUNK: &[&str] = &[
    "__MACOSX",
    ".DS_Store",
    ".AppleDouble",
    ".Spotlight-V100",
    ".Trashes",
    ".fseventsd",
    "Thumbs.db",
    "desktop.ini",
    ".git",
    ".svn",
    ".hg",
];

/// Returns the kind of archive that a name indicates.
pub(crate) fn archive_kind(name: &str) -> Option<Kind> {
    archive_ending(name).map(|(_, kind)| kind)
}

fn archive_ending(name: &str) -> Option<(usize, Kind)> {
    ENDINGS.iter().find_map(|&(ending, kind)| {
        let at = name.len().checked_sub(ending.len())?;
        (at > 0 && name.as_bytes()[at..].eq_ignore_ascii_case(ending.as_bytes())).then_some((at, kind))
    })
}

/// Returns the name of a file or archive without its extension (`.tar.gz` as a whole). A name that consists only of an
/// extension (`.bashrc`) stays as it is.
pub(crate) fn without_ending(name: &str) -> &str {
    if let Some((at, _)) = archive_ending(name) {
        return &name[..at];
    }
    match name.rfind('.') {
        Some(at) if at > 0 && at + 1 < name.len() => &name[..at],
        _ => name,
    }
}

/// Returns whether a file or folder with this name is set aside without being listed.
pub(crate) fn is_junk(name: &str) -> bool {
    // `._x` holds what macOS could not store in `x` on a disk with another file system.
    (name.starts_with("._") && name.len() > 2) || JUNK.iter().any(|junk| junk.eq_ignore_ascii_case(name))
}

/// Returns one component of a path in a unique form that is safe to show everywhere.
pub(crate) fn shown(part: &[u8]) -> String {
    let mut text = String::with_capacity(part.len());
    for chunk in part.utf8_chunks() {
        for character in chunk.valid().chars() {
            // Attacks: NUL and control characters cut strings and control terminals; bidi marks and invisible
            // characters make one name look like another. A backslash is escaped because escapes begin with one.
            if character == '\\' {
                text.push_str("\\x5C");
            } else if character.is_control() || is_invisible(character) {
                let _ = write!(text, "\\u{{{:x}}}", u32::from(character));
            } else {
                text.push(character);
            }
        }
        for byte in chunk.invalid() {
            let _ = write!(text, "\\x{byte:02X}");
        }
    }
    text
}

/// Returns the beginning of a path: long enough to find it and short enough for a message.
pub(crate) fn beginning(raw: &[u8]) -> String {
    shown(&raw[..raw.len().min(MESSAGE_BYTES)])
}

/// Returns the beginning of a text that is safe to show already.
pub(crate) fn shortened(text: &str) -> String {
    if text.len() <= MESSAGE_BYTES {
        return text.to_owned();
    }
    format!("{}...", &text[..text.floor_char_boundary(MESSAGE_BYTES)])
}

/// Returns whether a character is invisible and changes how others are read.
fn is_invisible(character: char) -> bool {
    matches!(character,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

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
    use super::{archive_kind, is_junk, parts_of, shown, without_ending};
    use crate::limits::Limits;

    #[test]
    fn endings_go_whole_and_hidden_names_stay() {
        for (name, stem) in [
            ("a.c", "a"),
            ("a.b.c", "a.b"),
            ("a.tar.gz", "a"),
            ("A.TAR.GZ", "A"),
            ("a.zip", "a"),
            ("a.tar.xz", "a"),
            (".bashrc", ".bashrc"),
            (".zip", ".zip"),
            ("a.", "a."),
            ("a", "a"),
            ("\u{e9}.zip", "\u{e9}"),
        ] {
            assert_eq!(without_ending(name), stem, "{name}");
        }
        assert!(archive_kind("x.jar").is_none());
    }

    #[test]
    fn junk_is_known_whatever_its_case() {
        for name in ["__MACOSX", ".DS_Store", "thumbs.db", ".git", "._main.c"] {
            assert!(is_junk(name), "{name}");
        }
        for name in ["main.c", ".gitignore", "git", "._"] {
            assert!(!is_junk(name), "{name}");
        }
    }

    #[test]
    fn names_stay_unique_and_harmless() {
        for (raw, text) in [
            (&b"caf\xe9.c"[..], "caf\\xE9.c"),
            ("caf\u{e9}.c".as_bytes(), "caf\u{e9}.c"),
            (b"a\0b", "a\\u{0}b"),
            (b"a\x1b[31m", "a\\u{1b}[31m"),
            ("x\u{202e}c.exe".as_bytes(), "x\\u{202e}c.exe"),
            (b"a\\xE9", "a\\x5CxE9"),
        ] {
            assert_eq!(shown(raw), text);
        }
    }

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
