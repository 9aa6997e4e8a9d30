//! The explanation of every error code. It is compiled in from `docs/integrating/errors.md`.

use std::sync::LazyLock;

/// The whole document.
pub(crate) const DOCUMENT: &str = include_str!("../../../../docs/integrating/errors.md");

/// Path below which each code has a page. The `type` of every problem points there.
pub(crate) const PAGES: &str = "/errors";

/// The entry of one code.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Explained {
    pub(crate) code: &'static str,
    /// HTTP status of the code.
    pub(crate) status: u16,
    /// Heading of the group of the code.
    pub(crate) group: &'static str,
    /// Paragraphs of Markdown. The only markup is code in backquotes.
    pub(crate) text: &'static str,
}

impl Explained {
    /// Returns the first sentence of the text.
    pub(crate) fn sentence(&self) -> &'static str {
        self.text.find(". ").map_or(self.text, |end| &self.text[..=end])
    }
}

/// All entries, in the order of the document.
pub(crate) static ALL: LazyLock<Vec<Explained>> = LazyLock::new(|| entries(DOCUMENT));

/// Returns the entry of a code.
pub(crate) fn explained(code: &str) -> Option<&'static Explained> {
    ALL.iter().find(|entry| entry.code == code)
}

fn entries(document: &'static str) -> Vec<Explained> {
    let mut entries = Vec::new();
    for group in document.split("\n## ").skip(1) {
        let mut pieces = group.split("\n### ");
        let heading = pieces.next().unwrap_or_default().lines().next().unwrap_or_default();
        entries.extend(pieces.filter_map(|piece| {
            let (code, text) = piece.split_once('\n')?;
            let (status, text) = text.trim().split_once(". ")?;
            Some(Explained { code, status: status.parse().ok()?, group: heading, text })
        }));
    }
    entries
}

#[cfg(test)]
mod tests {
    use super::{ALL, DOCUMENT, explained};

    #[test]
    fn every_heading_is_an_entry_and_codes_are_unique() {
        assert_eq!(ALL.len(), DOCUMENT.matches("\n### ").count(), "each begins with its status");
        for entry in ALL.iter() {
            assert!(std::ptr::eq(entry, explained(entry.code).unwrap()), "{} twice", entry.code);
            assert!((400..600).contains(&entry.status), "{}", entry.code);
            assert!(
                entry.code.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'),
                "{}",
                entry.code
            );
        }
        let entry = explained("upload-too-large").unwrap();
        assert_eq!((entry.status, entry.group), (413, "Uploads"));
        assert_eq!(entry.sentence(), "The upload is larger than the limit.");
    }
}
