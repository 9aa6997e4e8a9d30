//! What submissions are called, made of what clients call their files, and back.
//!
//! A name of a submission is one part of a path, so a slash in it is written as another character that looks like one. On
//! the pages of results it is a slash again. Nothing else has to be remembered of a name, so that whoever erases or
//! replaces it does so everywhere.

use std::collections::BTreeMap;

use crate::dialogue::File;

/// Stands for `/` in the name of a submission.
const SLASH: char = '\u{2215}';

/// Bytes kept of a name, from its end: what tells files apart stands there.
const MAX_LENGTH: usize = 400;

/// The name on pages of a submission's name: without white space, a directory with a slash at its end. Of those that
/// have a name in common all but the first are numbered behind a space, which is not shown.
///
/// ```
/// assert_eq!(chaffinch_moss_protocol::shown("alice\u{2215}hw1.c (2)"), "alice/hw1.c");
/// ```
pub fn shown(submission: &str) -> String {
    let name = unnumbered(submission);
    if name.is_empty() {
        return "_".to_owned();
    }
    name.chars()
        .map(|c| {
            if c == SLASH {
                '/'
            } else if c.is_whitespace() {
                '_'
            } else {
                c
            }
        })
        .collect()
}

/// Whether the submission of this name is a directory.
pub fn is_directory(submission: &str) -> bool {
    unnumbered(submission).ends_with(SLASH)
}

/// Without the number that tells it apart.
fn unnumbered(submission: &str) -> &str {
    let number =
        |rest: &str| rest.strip_suffix(')').is_some_and(|n| n.bytes().all(|byte| byte.is_ascii_digit()));
    match submission.rsplit_once(" (") {
        Some((name, rest)) if number(rest) => name,
        _ => submission,
    }
}

/// Gives every file its submission, and a path in it.
#[derive(Debug, Default)]
pub struct Labels {
    /// Submissions that are one file: how many have the name.
    files: BTreeMap<String, u32>,
    /// Paths by directory: how many have the path.
    directories: BTreeMap<String, BTreeMap<String, u32>>,
}

impl Labels {
    /// The submission's name and the file's path in it, both one part of a path. Unique, the two together. Not for base
    /// files, which belong to no submission.
    pub fn place(&mut self, file: &File) -> (String, String) {
        let name = cleaned(&file.name);
        let (directory, last) = match name.rfind('/') {
            Some(slash) => name.split_at(slash + 1),
            None => ("./", name.as_str()),
        };
        let last = if matches!(last, "" | "." | "..") { "_" } else { last };
        if file.directory {
            let paths = self.directories.entry(part(directory)).or_default();
            return (part(directory), unique(paths, last));
        }
        // Directories' names end with a slash, and a file's does not, so that neither is in the other's place.
        let name = if name.ends_with('/') { format!("{name}{last}") } else { name.clone() };
        (unique(&mut self.files, &part(&name)), last.to_owned())
    }
}

/// The name once, then numbered.
fn unique(taken: &mut BTreeMap<String, u32>, name: &str) -> String {
    let count = taken.entry(name.to_owned()).or_default();
    *count += 1;
    // Names have no spaces, so that this is nobody's own.
    if *count == 1 { name.to_owned() } else { format!("{name} ({count})") }
}

/// As MOSS's clients clean names, those that do.
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
    use crate::dialogue::File;

    fn place(labels: &mut Labels, directory: bool, name: &str) -> (String, String) {
        labels.place(&File { base: false, directory, name: name.to_owned() })
    }

    #[test]
    fn a_file_is_a_submission_under_its_whole_name() {
        let mut labels = Labels::default();
        for (sent, on_pages, path) in [
            ("alice.c", "alice.c", "alice.c"),
            ("hw1/alice smith.c", "hw1/alice_smith.c", "alice_smith.c"),
            ("C:/class/bob.c", "C:/class/bob.c", "bob.c"),
            ("M\\xFCller.c", "M\\xFCller.c", "M\\xFCller.c"),
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
