//! Texts that both sides of a pair have, comments and layout aside: that of their whole work, or of files that few others
//! have and that are a large part of it.

use chaffinch_submission::{TokenStream, TokenizedSubmission};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::groups::Parties;
use crate::index::files_of;
use crate::masks::Masks;

/// Most parties that have a file that says something about each two of them. What more have is given code, a library or a
/// finding.
const FEW: u32 = 3;

/// Least share of the smaller side that such files are.
const LARGE_PART: f64 = 0.5;

/// The texts of the files of each submission, as far as they count.
pub(crate) struct SameText {
    /// For each submission, the number of each file's text and its counted tokens, ascending. Files without counted tokens
    /// are left out.
    files: Vec<Vec<(u32, u32)>>,
    /// For each text, the number of parties that have it.
    having: Vec<u32>,
}

/// Number of a text that is not known, because it was not kept.
const UNKNOWN: u32 = u32::MAX;

impl SameText {
    pub(crate) fn new(submissions: &[TokenizedSubmission], masks: &Masks, parties: &Parties) -> Self {
        let mut numbers: FxHashMap<u128, u32> = FxHashMap::default();
        let mut known: FxHashSet<(u32, u32)> = FxHashSet::default();
        let mut having = Vec::new();
        let mut files = Vec::with_capacity(submissions.len());
        for ((index, submission), mask) in (0..).zip(submissions).zip(masks) {
            let mut texts = Vec::with_capacity(submission.files.len());
            for (file, tokens) in files_of(submission) {
                let counted = mask[tokens].iter().filter(|token| token.is_none()).count() as u32;
                if counted == 0 {
                    continue;
                }
                let text = file.stream.lexical;
                if text == 0 || text == TokenStream::NO_TEXTS {
                    texts.push((UNKNOWN, counted));
                    continue;
                }
                let number = *numbers.entry(text).or_insert(having.len() as u32);
                if number as usize == having.len() {
                    having.push(0);
                }
                having[number as usize] += u32::from(known.insert((number, parties.of(index))));
                texts.push((number, counted));
            }
            texts.sort_unstable();
            files.push(texts);
        }
        Self { files, having }
    }

    /// Returns the counted tokens of the text that two submissions have in common; 0 if it is neither all of their work nor a
    /// large part of it that few others have.
    pub(crate) fn tokens(&self, left: u32, right: u32) -> u32 {
        let [left, right] = [left, right].map(|side| self.files[side as usize].as_slice());
        let is_whole = texts(left).eq(texts(right)) && texts(left).all(|text| text != UNKNOWN);
        let all = |files: &[(u32, u32)]| files.iter().map(|(_, counted)| counted).sum::<u32>();
        // Both are ascending. A text that one side has several times is met as often as the other has it.
        let (mut rest, mut common) = (right, 0);
        for &(text, counted) in left.iter().filter(|(text, _)| *text != UNKNOWN) {
            rest = &rest[rest.partition_point(|other| other.0 < text)..];
            if let Some((&(_, other), after)) = rest.split_first().filter(|(other, _)| other.0 == text) {
                rest = after;
                if is_whole || self.having[text as usize] <= FEW {
                    common += counted.min(other);
                }
            }
        }
        let smaller = all(left).min(all(right));
        if LARGE_PART * f64::from(smaller) <= f64::from(common) { common } else { 0 }
    }
}

/// Returns the numbers of the texts of files.
fn texts(files: &[(u32, u32)]) -> impl Iterator<Item = u32> {
    files.iter().map(|(text, _)| *text)
}
