//! What every error code means, from the one place where it is written down: `docs/integrating/errors.md`, compiled in.

use std::sync::LazyLock;

/// The document as it is served whole.
pub(crate) const DOCUMENT: &str = include_str!("../../../../docs/integrating/errors.md");

/// Below it is a page for each code, to which the `type` of every problem points.
pub(crate) const PAGES: &str = "/errors";

/// A code with its entry.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Explained {
    pub(crate) code: &'static str,
    /// HTTP status that comes with it.
    pub(crate) status: u16,
    /// Heading of its group.
    pub(crate) group: &'static str,
    /// Paragraphs of Markdown, of which only code in backquotes is used.
    pub(crate) text: &'static str,
}

impl Explained {
    /// The first sentence.
    pub(crate) fn sentence(&self) -> &'static str {
        self.text.find(". ").map_or(self.text, |end| &self.text[..=end])
    }
}

/// All entries, as the document orders them.
pub(crate) static ALL: LazyLock<Vec<Explained>> = LazyLock::new(|| entries(DOCUMENT));

/// The entry of a code.
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
