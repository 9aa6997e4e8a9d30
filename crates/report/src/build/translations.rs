//! Pairs of submissions in different languages, as the report lists them: like other pairs, with a match for each passage
//! whose statements correspond.

use std::collections::BTreeSet;
use std::ops::Range;

use chaffinch_submission::{TokenizedFile, TokenizedSubmission};
use chaffinch_translation as translation;

use super::pairs::{bytes_of, region_of, round, round_expect, round_share};
use crate::model::{self, PairId};

/// Returns the list of a report. Pairs in `listed` are left out, as the report shows them already. `ids` are the numbers
/// of the submissions, and `rank` is the last rank before.
pub(super) fn translations(
    found: &translation::Translations,
    submissions: &[TokenizedSubmission],
    ids: &[u32],
    listed: &BTreeSet<PairId>,
    rank: u32,
) -> model::Translations {
    let pairs = found.pairs.iter().map(|pair| {
        let [left, right] = [pair.left, pair.right].map(|at| ids[at as usize]);
        (PairId::new(left, right), right < left, pair)
    });
    let pairs = pairs.filter(|(id, ..)| !listed.contains(id)).zip(rank + 1..);
    model::Translations {
        comparable: found.comparable,
        compared: found.compared,
        cutoff_expect: translation::TRANSLATION_CUTOFF,
        cutoff_similarity: found.is_small.then_some(translation::TRANSLATION_SIMILARITY),
        pairs: pairs
            .map(|((id, turned, pair), rank)| self::pair(rank, id, turned, pair, submissions))
            .collect(),
    }
}

/// A side of a pair.
#[derive(Clone, Copy)]
struct Side<'a> {
    submission: &'a TokenizedSubmission,
    /// Whether it is the right side of the comparison.
    is_second: bool,
}

impl<'a> Side<'a> {
    fn file(self, passage: &translation::TranslatedPassage) -> (u32, &'a TokenizedFile) {
        let number = if self.is_second { passage.right_file } else { passage.left_file };
        (number, &self.submission.files[number as usize])
    }

    fn tokens(self, statements: &(Range<u32>, Range<u32>)) -> Range<u32> {
        if self.is_second { statements.1.clone() } else { statements.0.clone() }
    }

    /// Returns the number of tokens that correspond in a passage.
    fn count(self, passage: &translation::TranslatedPassage) -> u32 {
        passage.statements.iter().map(|statements| self.tokens(statements).len() as u32).sum()
    }

    /// Returns the bytes of some statements.
    fn bytes(
        self,
        passage: &translation::TranslatedPassage,
        statements: &(Range<u32>, Range<u32>),
    ) -> (u32, u32) {
        let bytes = bytes_of(&self.tokens(statements), &self.file(passage).1.stream.spans);
        (bytes.start, bytes.end)
    }

    fn region(self, passage: &translation::TranslatedPassage) -> model::Region {
        let (number, file) = self.file(passage);
        let bytes = passage.statements.iter().map(|statements| self.bytes(passage, statements));
        let (start, end) = bytes.reduce(|all, next| (all.0.min(next.0), all.1.max(next.1))).unwrap_or((0, 1));
        region_of(start..end, number, &file.record)
    }

    /// Returns the share of its tokens that correspond.
    fn share(self, passages: &[translation::TranslatedPassage]) -> f64 {
        let all = self.submission.files.iter().map(|file| file.stream.tokens() as u32).sum();
        round_share(passages.iter().map(|passage| self.count(passage)).sum(), all)
    }

    fn lines(self, passages: &[translation::TranslatedPassage]) -> u32 {
        let mut lines = BTreeSet::new();
        for passage in passages {
            let (number, file) = self.file(passage);
            for statements in &passage.statements {
                let (start, end) = self.bytes(passage, statements);
                let (first, last) = (file.record.lines.line_of(start), file.record.lines.line_of(end - 1));
                lines.extend((first..=last).map(|line| (number, line)));
            }
        }
        lines.len() as u32
    }

    /// Returns the language of its passages, or of its first file.
    fn language(self, passages: &[translation::TranslatedPassage]) -> String {
        let file =
            passages.first().map(|passage| self.file(passage).1).or_else(|| self.submission.files.first());
        file.map_or_else(String::new, |file| file.stream.language.to_owned())
    }
}

fn pair(
    rank: u32,
    id: PairId,
    turned: bool,
    pair: &translation::TranslatedPair,
    submissions: &[TokenizedSubmission],
) -> model::Pair {
    let first = Side { submission: &submissions[pair.left as usize], is_second: false };
    let second = Side { submission: &submissions[pair.right as usize], is_second: true };
    let [left, right] = if turned { [second, first] } else { [first, second] };
    let passages = pair.passages.as_deref().unwrap_or_default();
    let [left_share, right_share] = [left, right].map(|side| side.share(passages));
    let archived = u32::from(first.submission.archive.is_some() || second.submission.archive.is_some());
    let found = |passage: &translation::TranslatedPassage| found(passage, left, right, archived);
    model::Pair {
        id,
        rank,
        left: left.submission.header.name.clone(),
        right: right.submission.header.name.clone(),
        expect: pair.expect.map(round_expect),
        similarity: round(pair.similarity),
        too_short: pair.too_short,
        left_share,
        right_share,
        left_share_raw: left_share,
        right_share_raw: right_share,
        matched_tokens: passages.iter().map(|passage| left.count(passage)).sum(),
        matched_lines: left.lines(passages),
        right_matched_lines: right.lines(passages),
        longest_match: passages
            .iter()
            .map(|passage| left.count(passage).min(right.count(passage)))
            .max()
            .unwrap_or(0),
        match_count: pair.passages.as_ref().map(|passages| passages.len() as u32),
        matches: pair.passages.as_ref().map(|passages| passages.iter().map(found).collect()),
        languages: Some((left.language(passages), right.language(passages))),
        ..model::Pair::default()
    }
}

fn found(
    passage: &translation::TranslatedPassage,
    left: Side<'_>,
    right: Side<'_>,
    archived: u32,
) -> model::Match {
    let piece = |statements: &(Range<u32>, Range<u32>)| model::Piece {
        left: left.bytes(passage, statements),
        right: right.bytes(passage, statements),
        exact: false,
    };
    model::Match {
        tokens: left.count(passage).min(right.count(passage)),
        groups: 2 - archived,
        archived,
        language: left.file(passage).1.stream.language.to_owned(),
        literal: Some("translated".to_owned()),
        left: left.region(passage),
        right: right.region(passage),
        pieces: passage.statements.iter().map(piece).collect(),
        ..model::Match::default()
    }
}
