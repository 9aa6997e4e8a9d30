//! Generates a crawl of any size, one document at a time: single documents, families of versions, pages of one
//! template, exact copies. The same seed gives the same crawl. Pure functions.
//!
//! Each document is made from its number alone, so any part of a crawl can be made anywhere. Words are drawn from a
//! vocabulary in which few words are frequent. A document has about 830 words, or 6 KB.

use std::io::{self, Write};

use crate::random::SplitMix64;

/// Number of different words.
const VOCABULARY: usize = 40_000;

/// Number of words of a document.
const WORDS: usize = 830;

/// Number of words that every page of a template has: 40 % of the page.
const TEMPLATE: usize = 332;

/// Largest number of pages of a template, well below the limit at which shingles are common.
const PAGES: u64 = 400;

/// Average number of documents in a family of versions.
const VERSIONS: u64 = 5;

/// Number of words of a paragraph that one document in a hundred has, whatever else it contains.
const PARAGRAPH: usize = 60;

/// A crawl of generated documents.
#[derive(Debug)]
pub struct Crawl {
    vocabulary: Vec<String>,
    seed: u64,
    documents: u64,
}

/// The kind of a document.
#[derive(Debug, Clone, Copy)]
enum Part {
    Single,
    /// A version of a text. The value is the number of such texts.
    Version(u64),
    /// A page of a template. The value is the number of templates.
    Page(u64),
    /// A copy of a text. The value is the number of such texts.
    Copy(u64),
}

impl Crawl {
    /// Creates a crawl with this number of documents.
    pub fn new(documents: u64, seed: u64) -> Self {
        let mut random = SplitMix64::seeded(seed ^ 0xbead);
        let vocabulary = (0..VOCABULARY).map(|_| word(&mut random)).collect();
        Self { vocabulary, seed, documents }
    }

    /// Writes a range of the documents as JSON Lines.
    pub fn write(&self, range: std::ops::Range<u64>, out: &mut dyn Write) -> io::Result<()> {
        let mut text = String::new();
        for number in range {
            text.clear();
            self.document(number, &mut text);
            writeln!(out, "{{\"document\":\"d{number}\",\"text\":\"{text}\"}}")?;
        }
        Ok(())
    }

    fn document(&self, number: u64, text: &mut String) {
        let mut own = self.random(1, number);
        let few = |share: u64, of: u64| (self.documents * share / 100 / of).max(1);
        let part = match own.below(100) {
            0..=44 => Part::Single,
            45..=74 => Part::Version(few(30, VERSIONS)),
            75..=89 => Part::Page(few(15, PAGES)),
            _ => Part::Copy(few(10, 3)),
        };
        match part {
            Part::Single => self.words(&mut own, WORDS, text),
            Part::Version(families) => {
                let mut base = self.random(2, own.below(families));
                // Each version changes up to a tenth of its words, evenly distributed.
                let changes = own.below(WORDS as u64 / 10);
                let every = (WORDS as u64 / changes.max(1)).max(1);
                for _ in 0..WORDS {
                    let kept = base.next();
                    let word = if own.below(every) == 0 && changes > 0 { own.next() } else { kept };
                    self.push(word, text);
                }
            }
            Part::Page(templates) => {
                let mut template = self.random(3, own.below(templates));
                self.words(&mut template, TEMPLATE / 2, text);
                self.words(&mut own, WORDS - TEMPLATE, text);
                self.words(&mut template, TEMPLATE / 2, text);
            }
            Part::Copy(texts) => {
                let from = own.below(texts);
                self.words(&mut self.random(4, from), WORDS, text);
            }
        }
        if !matches!(part, Part::Copy(_)) && own.below(100) == 0 {
            self.words(&mut self.random(5, 0), PARAGRAPH, text);
        }
    }

    fn random(&self, purpose: u64, number: u64) -> SplitMix64 {
        let mut mixed =
            SplitMix64::seeded(self.seed ^ purpose << 56 ^ number.wrapping_mul(0x2545_f491_4f6c_dd1d));
        SplitMix64::seeded(mixed.next())
    }

    fn words(&self, random: &mut SplitMix64, count: usize, text: &mut String) {
        for _ in 0..count {
            self.push(random.next(), text);
        }
    }

    /// Maps a uniform number to a word. The product of two uniform numbers favours the beginning of the vocabulary.
    fn push(&self, number: u64, text: &mut String) {
        let (left, right) = (number >> 32, number & 0xffff_ffff);
        let product = (left * right) >> 32;
        let at = (product as usize * VOCABULARY) >> 32;
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&self.vocabulary[at]);
    }
}

/// Returns a word of two to eleven letters.
fn word(random: &mut SplitMix64) -> String {
    let length = 2 + random.below(6) + random.below(5);
    (0..length).map(|_| char::from(b'a' + random.below(26) as u8)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_part_of_a_crawl_is_the_same_as_in_the_whole_and_documents_have_some_6_kb() {
        let crawl = Crawl::new(1000, 1);
        let write = |range| {
            let mut out = Vec::new();
            crawl.write(range, &mut out).expect("memory does not fail");
            String::from_utf8(out).expect("ASCII")
        };
        let whole = write(0..300);
        assert_eq!(write(0..100) + &write(100..300), whole);
        let mean = whole.len() / 300;
        assert!((5500..7000).contains(&mean), "{mean}");
    }
}
