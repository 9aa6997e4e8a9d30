//! Untrusted names of files and folders: makes them safe to show, and recognises extensions and junk. It works only on the
//! bytes of names.

use std::borrow::Cow;
use std::fmt::Write as _;

use chaffinch_submission::composed;

/// Archive formats by the extension of the name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ArchiveKind {
    Zip,
    /// A zip with a program and what was built from it.
    Jar,
    SevenZip,
    /// Plain or compressed. The bytes decide.
    Tar,
    /// A compressed file, or a tar. The bytes decide.
    Packed,
    /// A format that is recognised, so that it can be named, but not opened.
    Unsupported(&'static str),
}

/// Extensions with their formats. Longer ones come first, so that `.tar.gz` is found as a whole.
const ENDINGS: &[(&str, ArchiveKind)] = &[
    (".tar.bz2", ArchiveKind::Tar),
    (".tar.zst", ArchiveKind::Tar),
    (".tar.gz", ArchiveKind::Tar),
    (".tar.xz", ArchiveKind::Tar),
    (".tbz2", ArchiveKind::Tar),
    (".tzst", ArchiveKind::Tar),
    (".tgz", ArchiveKind::Tar),
    (".tar", ArchiveKind::Tar),
    (".tbz", ArchiveKind::Tar),
    (".txz", ArchiveKind::Tar),
    (".zip", ArchiveKind::Zip),
    (".jar", ArchiveKind::Jar),
    (".war", ArchiveKind::Jar),
    (".ear", ArchiveKind::Jar),
    // Exports of BlueJ and Greenfoot.
    (".bjar", ArchiveKind::Jar),
    (".gfar", ArchiveKind::Jar),
    (".rar", ArchiveKind::Unsupported("rar")),
    (".bz2", ArchiveKind::Packed),
    (".zst", ArchiveKind::Packed),
    (".7z", ArchiveKind::SevenZip),
    (".gz", ArchiveKind::Packed),
    (".xz", ArchiveKind::Packed),
];

/// Largest length of a name in a message, in bytes.
const MESSAGE_BYTES: usize = 120;

/// Files and folders that systems leave behind, and that students do not hand in on purpose, with what they are.
const JUNK: &[(&str, &str)] = &[
    ("__MACOSX", MACOS),
    (".DS_Store", MACOS),
    (".AppleDouble", MACOS),
    (".Spotlight-V100", MACOS),
    (".Trashes", MACOS),
    (".fseventsd", MACOS),
    ("Thumbs.db", WINDOWS),
    ("desktop.ini", WINDOWS),
    (".git", VERSIONS),
    (".svn", VERSIONS),
    (".hg", VERSIONS),
];

const MACOS: &str = "macOS metadata";
const WINDOWS: &str = "Windows metadata";
const VERSIONS: &str = "version control data";

/// Returns the kind of archive that a name indicates.
pub(crate) fn archive_kind(name: &str) -> Option<ArchiveKind> {
    archive_ending(name).map(|(_, kind)| kind)
}

fn archive_ending(name: &str) -> Option<(usize, ArchiveKind)> {
    let (ending, kind) = ENDINGS.iter().find(|(ending, _)| ends_with(name, ending))?;
    Some((name.len() - ending.len(), *kind))
}

/// Returns whether a name has this ending, whatever its case, and is longer than it.
pub(crate) fn ends_with(name: &str, ending: &str) -> bool {
    let at = name.len().checked_sub(ending.len()).filter(|at| *at > 0);
    at.is_some_and(|at| name.as_bytes()[at..].eq_ignore_ascii_case(ending.as_bytes()))
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

/// Returns what a file or folder with this name is, if a system left it behind.
pub(crate) fn junk(name: &str) -> Option<&'static str> {
    // `._x` holds what macOS could not store in `x` on a disk with another file system.
    if name.starts_with("._") && name.len() > 2 {
        return Some(MACOS);
    }
    JUNK.iter().find(|(junk, _)| junk.eq_ignore_ascii_case(name)).map(|(_, what)| *what)
}

/// Returns one component of a path in a unique form that is safe to show everywhere. Letters are composed: see
/// [`composed`].
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
    match composed(&text) {
        Cow::Borrowed(_) => text,
        Cow::Owned(composed) => composed,
    }
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

#[cfg(test)]
mod tests {
    use super::{archive_kind, junk, shown, without_ending};

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
        assert!(archive_kind("x.jart").is_none());
    }

    #[test]
    fn junk_is_known_whatever_its_case() {
        for name in ["__MACOSX", ".DS_Store", "thumbs.db", ".git", "._main.c"] {
            assert!(junk(name).is_some(), "{name}");
        }
        for name in ["main.c", ".gitignore", "git", "._"] {
            assert!(junk(name).is_none(), "{name}");
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
            ("u\u{308}\u{202e}".as_bytes(), "\u{fc}\\u{202e}"),
        ] {
            assert_eq!(shown(raw), text);
        }
    }
}
