//! Derives names and titles from the names of uploaded files.

/// Largest length of a title, in characters.
pub const TITLE_LENGTH: usize = 200;

/// Returns the last component of a file name that may include folders, separated by `/` or `\`.
pub fn last_part(name: &str) -> Option<&str> {
    name.rsplit(['/', '\\']).find(|part| !matches!(*part, "" | ".")).filter(|part| *part != "..")
}

/// Returns a file name without its folders and its extension, where `.tar` before the extension is removed too.
pub fn stem(name: &str) -> &str {
    let name = last_part(name).unwrap_or(name);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let stem = stem.strip_suffix(".tar").unwrap_or(stem);
    if stem.is_empty() { name } else { stem }
}

/// Derives a title from a file name. A file name can contain control characters, which a title must not; they are
/// replaced.
pub fn title_from(name: &str) -> String {
    let printable = |c: char| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c };
    stem(name).chars().map(printable).take(TITLE_LENGTH).collect()
}

#[cfg(test)]
mod tests {
    use super::title_from;

    #[test]
    fn titles_come_from_names() {
        let cases = [
            ("ljub_Z4Z1.zip", "ljub_Z4Z1"),
            ("week 3.tar.gz", "week 3"),
            ("C:\\class\\hw1.zip", "hw1"),
            ("a/b/c.py", "c"),
            (".zip", ".zip"),
            ("plain", "plain"),
            ("folder/.", "folder"),
            ("a\tb\u{1b}.c", "a\u{fffd}b\u{fffd}"),
        ];
        for (name, title) in cases {
            assert_eq!(title_from(name), title, "{name}");
        }
    }
}
