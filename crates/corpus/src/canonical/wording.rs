//! The canonical form of a document for reading: its words or tokens one by one. Also finds the passages in which two
//! documents differ.

use std::ops::Range;

use chaffinch_normalize::{Choice, tokenize};
use chaffinch_submission::SourceFile;
use encoding_rs::{Encoding, UTF_8};
use imara_diff::{Algorithm, Diff, InternedInput, Interner};
use serde::Serialize;

use super::html::Page;
use super::spelled::spelled;
use super::{Decoder, Format, HEAD, feed_page, is_page, markdown};
use crate::document::Sequence;
use crate::limits::MAX_PARSED_BYTES;

/// Most passages that are returned for two documents.
pub const MAX_PASSAGES: usize = 20;

/// Most characters of a passage that are returned.
pub const MAX_PASSAGE_LENGTH: usize = 400;

/// A document word by word.
pub(crate) struct Wording {
    text: String,
    spans: Vec<Range<usize>>,
    values: Vec<u64>,
    /// Fingerprint of the canonical form, as records of documents have it.
    pub(crate) canonical: u128,
}

/// A passage that differs between two documents.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Passage {
    /// Text in the query document; empty if it has nothing here.
    pub query: String,
    /// Text in the other document; empty if it has nothing here.
    pub document: String,
    /// Number of words in the query document's passage.
    pub query_words: usize,
    /// Number of words in the other document's passage.
    pub document_words: usize,
}

impl Wording {
    /// Reads a document as [`super::Reader`] does; `None` if it is not text.
    pub(crate) fn new(format: Format, name: &str, bytes: &[u8]) -> Option<Self> {
        let encoding = Encoding::for_bom(bytes).map_or(UTF_8, |(encoding, _)| encoding);
        if encoding == UTF_8 && bytes[..bytes.len().min(HEAD)].contains(&0) {
            return None;
        }
        let format = if matches!(format, Format::Text) && is_page(bytes) { Format::Html } else { format };
        let mut from = Decoder::new(encoding);
        let decoded = from.decode(bytes);
        let mut seen = String::new();
        Some(match format {
            Format::Code(language) if decoded.len() <= MAX_PARSED_BYTES => {
                let text = String::from_utf8_lossy(decoded).into_owned();
                let stream = tokenize(&SourceFile::plain(name, text.as_str()), Choice::Fixed(language));
                let spans = stream.spans.iter().map(|span| span.start as usize..span.end as usize);
                Self { spans: spans.collect(), values: stream.values, canonical: stream.lexical, text }
            }
            Format::Markdown if decoded.len() <= MAX_PARSED_BYTES => {
                markdown::text(&String::from_utf8_lossy(decoded), |text| seen.push_str(text));
                Self::from_words(seen.as_bytes())
            }
            Format::Html => {
                let (mut page, mut held) = (Page::default(), Vec::new());
                feed_page(&mut page, &mut held, decoded, &mut |text| seen.push_str(text));
                page.end(|text| seen.push_str(text));
                Self::from_words(seen.as_bytes())
            }
            _ => Self::from_words(decoded),
        })
    }

    fn from_words(bytes: &[u8]) -> Self {
        let (text, words) = spelled(bytes);
        let (spans, values): (Vec<_>, Vec<_>) = words.into_iter().unzip();
        let mut sequence = Sequence::default();
        sequence.feed(&values);
        Self { text, spans, values, canonical: sequence.end() }
    }

    /// Returns the first [`MAX_PASSAGES`] passages in which two documents differ, in order, and the number of all of
    /// them.
    pub(crate) fn passages(&self, other: &Self) -> (Vec<Passage>, usize) {
        let mut input = InternedInput {
            before: Vec::new(),
            after: Vec::new(),
            interner: Interner::new(self.values.len()),
        };
        input.update_before(self.values.iter().copied());
        input.update_after(other.values.iter().copied());
        let mut all = 0;
        let mut passages = Vec::new();
        for hunk in Diff::compute(Algorithm::Histogram, &input).hunks() {
            all += 1;
            if passages.len() < MAX_PASSAGES {
                let (left, right) = (hunk.before.start as usize, hunk.after.start as usize);
                let (left, right) = (left..hunk.before.end as usize, right..hunk.after.end as usize);
                passages.push(Passage {
                    query_words: left.len(),
                    document_words: right.len(),
                    query: self.excerpt(left),
                    document: other.excerpt(right),
                });
            }
        }
        (passages, all)
    }

    /// Returns some words as the document has them, cut to [`MAX_PASSAGE_LENGTH`] characters.
    fn excerpt(&self, words: Range<usize>) -> String {
        let Some(spans) = self.spans.get(words).filter(|spans| !spans.is_empty()) else {
            return String::new();
        };
        let whole = spans[0].start..spans[spans.len() - 1].end;
        // A word that was cut because of its length may have been cut within a character.
        let text = String::from_utf8_lossy(&self.text.as_bytes()[whole]);
        match text.char_indices().nth(MAX_PASSAGE_LENGTH) {
            Some((end, _)) => format!("{} ...", &text[..end]),
            None => text.into_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, left: &str, right: &str, expected: &[(&str, &str)]) {
        let wording = |text: &str| Wording::new(Format::from_name(name), name, text.as_bytes()).unwrap();
        let (passages, all) = wording(left).passages(&wording(right));
        let found: Vec<_> =
            passages.iter().map(|passage| (passage.query.as_str(), passage.document.as_str())).collect();
        assert_eq!(found, expected);
        assert_eq!(all, expected.len());
    }

    #[test]
    fn passages_are_told_word_by_word() {
        check("a.txt", "A rose is a rose", "a ROSE, is -- a rose!", &[]);
        check("a.txt", "a rose is a rose", "a rose was a red rose", &[("is", "was"), ("", "red")]);
        check("a.html", "<p>a <b>ro</b>se<script>x</script>", "a rose is", &[("", "is")]);
        check("a.md", "# a rose\n\n*is*", "a rose", &[("is", "")]);
        check("a.c", "int f(int a) { return a; }", "int f(int b)\n{ return b + 1; }", &[("", "+ 1")]);
    }

    #[test]
    fn what_is_told_is_bounded() {
        let words = |odd: &str| {
            (0..100).map(|at| format!("w{at} {odd}{}", "x".repeat(at * 10))).collect::<Vec<_>>().join(" ")
        };
        let wording = |text: &str| Wording::new(Format::Text, "a", text.as_bytes()).unwrap();
        let (passages, all) = wording(&words("a")).passages(&wording(&words("b")));
        assert_eq!((passages.len(), all), (MAX_PASSAGES, 100));
        let long = wording(&"y ".repeat(1000)).passages(&wording("z")).0;
        assert_eq!(long[0].query.chars().count(), MAX_PASSAGE_LENGTH + 4);
        assert_eq!((long[0].query_words, long[0].document_words), (1000, 1));
        // A word longer than the limit, cut within a character.
        let long = wording(&"\u{e4}".repeat(5001)).passages(&wording("z")).0;
        assert_eq!(long[0].query_words, 3);
        assert!(Wording::new(Format::Text, "a", b"\0").is_none());
    }
}
