//! Finds rare texts: those that at least two submissions of a batch have, but almost no other group.

use std::cmp::Reverse;

use chaffinch_detect::{Counts, SeededMap, SeededSet};
use chaffinch_normalize::{Mark, MarkKind, marks};
use chaffinch_submission::{Reading, Span};
use rayon::prelude::*;

use crate::distinctive::{Reader, hash};
use crate::names::{NameReader, declared_names};
use crate::spelling::{Spelling, each_word, fold};
use crate::typing::{Habits, OddLine, each_odd_line, odd_lines};
use crate::values::EvidenceKind;

/// Most groups (including archived submissions) that may have a rare text. One of them is outside the pair.
const FEW: u32 = 3;

/// In large batches, one in this many groups may have it.
const ONE_IN: u32 = 100;

/// With fewer groups than this, only the two of a pair may have it.
const MIDDLING: u32 = 50;

/// With fewer groups than this, rarity means little, so a text needs twice as many letters or digits.
const SMALL: u32 = 20;

/// How many groups must use another spelling before a word counts as misspelled, and how many times as many as use this
/// one.
const OTHERS: u32 = 5;

/// Separates the keys of words from those of texts.
const WORD: u8 = 100;

/// How rare a text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Rare {
    pub(crate) groups: u32,
    pub(crate) archived: u32,
    /// Index of the usual spelling, for words.
    usual: Option<u32>,
}

/// The rare texts of a batch.
pub(crate) struct RareTexts {
    rare: SeededMap<u64, Rare>,
    usual: Vec<String>,
    /// The texts that are specific enough, rare or not, by submission; in the order of files and texts.
    texts: Vec<Vec<Text>>,
    /// Whether a submission has something rare of which the places are not in `texts`.
    is_read_again: Vec<bool>,
    /// As [`NameReader::key`] takes it.
    factor: u32,
}

/// A text that is specific enough, and its place in a submission.
#[derive(Debug, Clone, Copy)]
struct Text {
    key: u64,
    file: u32,
    mark: Mark,
}

/// A rare text and its place in a file.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RareMark {
    pub(crate) key: u64,
    pub(crate) rare: Rare,
    pub(crate) kind: EvidenceKind,
    /// As in a [`Mark`]; for a line, its first token.
    pub(crate) token: u32,
    /// Whether it is a comment, or a word in one.
    pub(crate) in_comment: bool,
    pub(crate) span: Span,
}

impl RareMark {
    fn new(key: u64, rare: Rare, mark: Mark) -> Self {
        let kind = match mark.kind {
            MarkKind::Comment => EvidenceKind::Comment,
            MarkKind::String | MarkKind::Number => EvidenceKind::Literal,
            MarkKind::Name => EvidenceKind::Name,
        };
        let in_comment = mark.kind == MarkKind::Comment;
        Self { key, rare, kind, token: mark.token, in_comment, span: mark.span }
    }
}

/// The distinctive texts, names and words of one submission.
#[derive(Default)]
struct Distinctive {
    /// As often as they occur.
    texts: Vec<Text>,
    /// The keys of names and of oddly typed lines.
    keys: Vec<u64>,
    /// Once each.
    words: Vec<Word>,
}

/// A word's hash, a submission that has it, and its file and bytes there.
type Word = (u64, u32, (u32, Span));

impl RareTexts {
    /// Counts the texts of a batch.
    pub(crate) fn count(
        counts: &[Counts],
        submissions: &[Vec<Reading<'_>>],
        handed_out: &[Reading<'_>],
    ) -> Self {
        let mut tally = Tally { counts, seen: Vec::new() };
        let all = tally.count(0..counts.len() as u32).all();
        let factor = if all < SMALL { 2 } else { 1 };
        let few = if all < MIDDLING { 2 } else { FEW.max(all / ONE_IN) };

        let Distinctive { texts, keys, words } = has(u32::MAX, handed_out, factor);
        let texts = texts.iter().map(|text| text.key);
        let known: SeededSet<u64> = texts.chain(keys).chain(words.iter().map(|word| word.0)).collect();
        let mut found: Vec<Distinctive> = submissions
            .par_iter()
            .enumerate()
            .map(|(submission, files)| has(submission as u32, files, factor))
            .collect();
        let mut rare = SeededMap::default();

        let mut is_read_again = vec![false; submissions.len()];
        let all_keys = |keys: fn(&Distinctive) -> Vec<u64>| -> Vec<(u64, u32)> {
            let of_each = found.iter().zip(0..);
            let all = of_each.flat_map(|(found, at)| keys(found).into_iter().map(move |key| (key, at)));
            all.collect()
        };
        let texts = all_keys(|found| found.texts.iter().map(|text| text.key).collect());
        let others = all_keys(|found| found.keys.clone());
        for (mut keys, is_other) in [(texts, false), (others, true)] {
            keys.par_sort_unstable();
            keys.dedup();
            for same in keys.chunk_by(|a, b| a.0 == b.0).filter(|same| same.len() >= 2) {
                let postings = tally.count(same.iter().map(|key| key.1));
                if postings.all() <= few && !known.contains(&same[0].0) {
                    rare.insert(same[0].0, postings);
                    for key in same {
                        is_read_again[key.1 as usize] |= is_other;
                    }
                }
            }
        }

        let mut words: Vec<Word> =
            found.iter_mut().flat_map(|found| std::mem::take(&mut found.words)).collect();
        words.par_sort_unstable();
        let mut spread: Vec<(Rare, &[Word])> = words
            .chunk_by(|a, b| a.0 == b.0)
            .filter(|same| same.len() >= 2)
            .map(|same| (tally.count(same.iter().map(|word| word.1)), same))
            .collect();
        // The most widespread first, then in the order of submissions.
        spread.sort_unstable_by_key(|(postings, same)| (Reverse(postings.groups), same[0].1, same[0].2));
        let text_of = |same: &[Word]| {
            let (_, submission, (file, span)) = same[0];
            submissions[submission as usize][file as usize].at(span).to_lowercase()
        };
        let widespread = spread.partition_point(|(postings, _)| OTHERS <= postings.groups);
        let usual: Vec<String> = spread[..widespread].iter().map(|(_, same)| text_of(same)).collect();
        let spelling = Spelling::new(&usual);
        for (postings, same) in spread.iter().filter(|(postings, _)| postings.all() <= few) {
            let Some(index) = spelling.slip_of(&text_of(same)) else { continue };
            if OTHERS * postings.all() <= spread[index].0.groups && !known.contains(&same[0].0) {
                rare.insert(same[0].0, Rare { usual: Some(index as u32), ..*postings });
                for word in *same {
                    is_read_again[word.1 as usize] = true;
                }
            }
        }
        let texts = found.into_iter().map(|found| found.texts).collect();
        Self { rare, usual, texts, is_read_again, factor }
    }

    /// Returns the usual spelling of a word.
    pub(crate) fn usual(&self, rare: Rare) -> Option<&str> {
        rare.usual.map(|index| self.usual[index as usize].as_str())
    }

    /// Returns the rare texts in the files of a submission, each file in the order of its tokens.
    pub(crate) fn within(&self, submission: usize, files: &[Reading<'_>]) -> Vec<Vec<RareMark>> {
        let mut rare_marks: Vec<Vec<RareMark>> = vec![Vec::new(); files.len()];
        for &Text { key, file, mark } in &self.texts[submission] {
            if let Some(&rare) = self.rare.get(&key) {
                rare_marks[file as usize].push(RareMark::new(key, rare, mark));
            }
        }
        if self.is_read_again[submission] {
            let mut folded = String::new();
            let names = declared_names(files, self.factor);
            for (lines, rare_marks) in odd_lines(files, self.factor).into_iter().zip(&mut rare_marks) {
                for OddLine { key, token, span, .. } in lines {
                    if let Some(&rare) = self.rare.get(&key) {
                        let kind = EvidenceKind::Typing;
                        rare_marks.push(RareMark { key, rare, kind, token, in_comment: false, span });
                    }
                }
            }
            for (&reading, rare_marks) in files.iter().zip(&mut rare_marks) {
                for mark in marks(reading.stream) {
                    if mark.kind == MarkKind::Name
                        && let Some(&key) = names.get(reading.at(mark.span))
                        && let Some(&rare) = self.rare.get(&key)
                    {
                        rare_marks.push(RareMark::new(key, rare, mark));
                    }
                    each_word_of(reading, mark, &mut folded, |key, span| {
                        if let Some(&rare) = self.rare.get(&key) {
                            let kind = EvidenceKind::Misspelling;
                            rare_marks.push(RareMark { kind, span, ..RareMark::new(key, rare, mark) });
                        }
                    });
                }
                rare_marks.sort_by_key(|mark| (mark.token, mark.span));
            }
        }
        rare_marks
    }
}

/// Returns the texts, names and words in the files of one submission.
fn has(submission: u32, files: &[Reading<'_>], factor: u32) -> Distinctive {
    let mut found = Distinctive::default();
    let (mut reader, mut name_reader, mut folded) = (Reader::default(), NameReader::new(), String::new());
    // Most names occur repeatedly, and the hashes of tokens show which ones.
    let (mut names, mut seen) = (SeededSet::default(), SeededSet::default());
    for (&reading, file) in files.iter().zip(0..) {
        let stream = reading.stream.read();
        each_odd_line(reading, &stream.spans, factor, &mut Habits::default(), |line| {
            found.keys.push(line.key);
        });
        for mark in marks(&stream) {
            let name = || stream.texts.get(mark.token as usize);
            if mark.kind == MarkKind::Name && name().is_some_and(|&name| !names.insert(name)) {
                continue;
            }
            if let Some(key) = reader.key(mark.kind, reading.at(mark.span), factor) {
                found.texts.push(Text { key, file, mark });
            }
            if mark.kind == MarkKind::Name {
                found.keys.extend(name_reader.key(reading.at(mark.span), factor));
            }
            each_word_of(reading, mark, &mut folded, |key, span| {
                if seen.insert(key) {
                    found.words.push((key, submission, (file, span)));
                }
            });
        }
    }
    found
}

/// Calls `each` with the keys of a mark's words and their bytes in the file.
fn each_word_of(reading: Reading<'_>, mark: Mark, folded: &mut String, mut each: impl FnMut(u64, Span)) {
    if mark.kind == MarkKind::Number {
        return;
    }
    let text = reading.at(mark.span);
    each_word(text, |bytes| {
        fold(&text[bytes.clone()], folded);
        let at = |offset: usize| mark.span.start + offset as u32;
        each(hash(WORD, folded), Span { start: at(bytes.start), end: at(bytes.end) });
    });
}

/// Counts groups.
struct Tally<'a> {
    counts: &'a [Counts],
    seen: Vec<u32>,
}

impl Tally<'_> {
    fn count(&mut self, submissions: impl Iterator<Item = u32>) -> Rare {
        let mut archived = 0;
        self.seen.clear();
        for submission in submissions {
            match self.counts[submission as usize] {
                Counts::Group(group) => self.seen.push(group),
                Counts::Archived => archived += 1,
                Counts::Not => {}
            }
        }
        self.seen.sort_unstable();
        self.seen.dedup();
        Rare { groups: self.seen.len() as u32, archived, usual: None }
    }
}

impl Rare {
    /// Returns the number of groups and archived submissions.
    pub(crate) fn all(self) -> u32 {
        self.groups + self.archived
    }
}
