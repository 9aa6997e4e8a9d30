//! Makes names of submissions from a client's file names, and names on pages from names of submissions.
//!
//! The name of a submission is one part of a path. A slash in it is therefore stored as another character that looks
//! like one, and the result pages show a slash again. Nothing else about a name is stored, so erasing or replacing the
//! name in one place is complete.

use std::collections::BTreeMap;

use crate::protocol::dialogue::File;

/// Stands for `/` in the name of a submission.
const SLASH: char = '\u{2215}';

/// The maximum length of a name in bytes. The end is kept, because files usually differ there.
const MAX_LENGTH: usize = 400;

/// Returns the name on pages for a submission's name: without white space, and with a slash at the end of a directory.
/// If several submissions have the same name, all but the first have a number after a space, which is not shown.
///
/// ```
/// assert_eq!(chaffinch_moss::protocol::shown("alice\u{2215}hw1.c (2)"), "alice/hw1.c");
/// ```
pub fn shown(submission: &str) -> String {
    let name = unnumbered(submission);
    if name.is_empty() {
        return "_".to_owned();
    }
    let character = |c: char| match c {
        SLASH => '/',
        c if c.is_whitespace() => '_',
        c => c,
    };
    name.chars().map(character).collect()
}

/// Returns whether the submission of this name is a directory.
pub fn is_directory(submission: &str) -> bool {
    unnumbered(submission).ends_with(SLASH)
}

/// Removes the number that distinguishes submissions of the same name.
fn unnumbered(submission: &str) -> &str {
    let number =
        |rest: &str| rest.strip_suffix(')').is_some_and(|n| n.bytes().all(|byte| byte.is_ascii_digit()));
    match submission.rsplit_once(" (") {
        Some((name, rest)) if number(rest) => name,
        _ => submission,
    }
}

/// Assigns every file to a submission and gives it a path in it.
#[derive(Debug, Default)]
pub struct Labels {
    /// How many single-file submissions have each name.
    files: BTreeMap<String, u32>,
    /// How many files have each path, by directory.
    directories: BTreeMap<String, BTreeMap<String, u32>>,
    /// The names of directories in bytes, by the name under which they are shown.
    spellings: BTreeMap<String, Vec<Vec<u8>>>,
}

impl Labels {
    /// Returns the submission's name and the file's path in it. Each is one part of a path, and the pair is unique. Do
    /// not call it for base files, which belong to no submission.
    pub fn place(&mut self, file: &File) -> (String, String) {
        let name = cleaned(&file.name);
        let (directory, last) = match name.rfind('/') {
            Some(slash) => name.split_at(slash + 1),
            None => ("./", name.as_str()),
        };
        let last = if matches!(last, "" | "." | "..") { "_" } else { last };
        if file.directory {
            let submission = self.directory(part(directory), &file.raw);
            let paths = self.directories.entry(submission.clone()).or_default();
            return (submission, unique(paths, last));
        }
        // A directory's name ends with a slash and a file's does not, so that they cannot collide.
        let name = if name.ends_with('/') { format!("{name}{last}") } else { name.clone() };
        (unique(&mut self.files, &part(&name)), last.to_owned())
    }

    /// Returns the submission of a directory. Directories with different bytes that are shown alike, such as one name in
    /// two encodings, are several submissions.
    fn directory(&mut self, shown: String, raw: &[u8]) -> String {
        let raw: Vec<u8> = raw.iter().map(|&byte| if byte == b'\\' { b'/' } else { byte }).collect();
        let raw = match raw.iter().rposition(|&byte| byte == b'/') {
            Some(slash) => &raw[..=slash],
            None => b"./",
        };
        let spellings = self.spellings.entry(shown.clone()).or_default();
        let at = spellings.iter().position(|known| known == raw).unwrap_or_else(|| {
            spellings.push(raw.to_owned());
            spellings.len() - 1
        });
        if at == 0 { shown } else { format!("{shown} ({})", at + 1) }
    }
}

/// Returns the name, with a number if it was used before.
fn unique(taken: &mut BTreeMap<String, u32>, name: &str) -> String {
    let count = taken.entry(name.to_owned()).or_default();
    *count += 1;
    // Cleaned names contain no spaces, so a numbered name cannot collide with another one.
    if *count == 1 { name.to_owned() } else { format!("{name} ({count})") }
}

/// Replaces white space and control characters, as some MOSS clients do, and cuts names that are too long.
fn cleaned(name: &str) -> String {
    let name: String = name
        .chars()
        .map(|c| match c {
            SLASH => '/',
            c if c.is_whitespace() || c.is_control() => '_',
            c => c,
        })
        .collect();
    let cut = name.ceil_char_boundary(name.len().saturating_sub(MAX_LENGTH));
    name[cut..].to_owned()
}

fn part(name: &str) -> String {
    match name {
        "" | "." | ".." => format!("{name}_"),
        name => name.replace('/', &SLASH.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::{Labels, is_directory, shown};
    use crate::protocol::dialogue::File;

    fn place(labels: &mut Labels, directory: bool, name: &str) -> (String, String) {
        labels.place(&File { base: false, directory, name: name.to_owned(), raw: name.as_bytes().to_owned() })
    }

    #[test]
    fn a_file_is_a_submission_under_its_whole_name() {
        let mut labels = Labels::default();
        for (sent, on_pages, path) in [
            ("alice.c", "alice.c", "alice.c"),
            ("hw1/alice smith.c", "hw1/alice_smith.c", "alice_smith.c"),
            ("C:/class/bob.c", "C:/class/bob.c", "bob.c"),
            ("Müller.c", "Müller.c", "Müller.c"),
            (".", "._", "_"),
            ("._x.c", "._x.c", "._x.c"),
            ("/abs/x\ty.c", "/abs/x_y.c", "x_y.c"),
            ("..", ".._", "_"),
            ("", "_", "_"),
            ("a/", "a/_", "_"),
            ("50%25.c", "50%25.c", "50%25.c"),
        ] {
            let (label, file) = place(&mut labels, false, sent);
            assert!(!label.contains('/') && !matches!(label.as_str(), "" | "." | ".."), "{label}");
            assert_eq!((shown(&label).as_str(), file.as_str()), (on_pages, path), "{sent}");
        }
    }

    #[test]
    fn names_that_come_twice_are_told_apart_and_shown_alike() {
        let mut labels = Labels::default();
        let [one, two] = [(); 2].map(|()| place(&mut labels, false, "a.c"));
        assert_ne!(one.0, two.0);
        assert_eq!(shown("of somebody else (once) "), "of_somebody_else_(once)_");
        assert_eq!(shown(&one.0), shown(&two.0));
    }

    #[test]
    fn the_immediate_directory_is_the_submission() {
        let mut labels = Labels::default();
        let source = place(&mut labels, true, "class/alice/src/a.c");
        let header = place(&mut labels, true, "class/alice/inc/a.h");
        let more = place(&mut labels, true, "class/alice/src/b.c");
        let again = place(&mut labels, true, "class/alice/src/b.c");
        assert_eq!((source.0 == more.0, source.0 == header.0), (true, false));
        assert_eq!(shown(&source.0), "class/alice/src/");
        assert!(is_directory(&source.0) && !is_directory("alice.c"));
        assert!(more != again && more.0 == again.0);
        assert_eq!(shown(&place(&mut labels, true, "loose.c").0), "./");
    }

    #[test]
    fn of_a_long_name_the_end_is_kept() {
        let (label, _) = place(&mut Labels::default(), false, &format!("{}/alice.c", "ä".repeat(1000)));
        assert!(label.len() < 500 && shown(&label).ends_with("/alice.c"));
    }
}
