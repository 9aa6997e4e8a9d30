//! Lists the evidence of each match: rare texts that both sides have, strongest first; and what its tokens tell.

use std::cmp::Reverse;

use chaffinch_detect::{Analysis, Match, Region};
use chaffinch_submission::Reading;
use rayon::prelude::*;

use crate::agreement::{agreement, differing_comments, exact_parts, literal, renames};
use crate::distinctive::{cut, folded_comment, looked_at, quoted};
use crate::rarity::{RareMark, RareTexts};
use crate::typing::shown;
use crate::values::{Evidence, EvidenceKind, MAX_EVIDENCE, MatchEvidence, PairEvidence, QUOTED};

/// A misspelling counts as much as a text of this many bytes.
const MISSPELLING: u32 = 24;

/// An oddly typed line counts as much as a text of this many bytes, however long the line is.
const TYPING: u32 = 8;

/// The rare texts of one submission, by file.
type Rare = Vec<Vec<RareMark>>;

/// Returns the evidence by pair, first of the pairs and then of those with reference answers.
pub(crate) fn of_pairs<'a>(
    analysis: &Analysis,
    submissions: &[Vec<Reading<'a>>],
    numbers: &[u32],
    rare_texts: &RareTexts,
) -> Vec<PairEvidence<'a>> {
    let mut is_listed = vec![false; submissions.len()];
    for pair in analysis.pairs.iter().chain(&analysis.references).filter(|pair| pair.matches.is_some()) {
        is_listed[pair.left as usize] = true;
        is_listed[pair.right as usize] = true;
    }
    let rare: Vec<Rare> = submissions
        .par_iter()
        .enumerate()
        .map(|(at, files)| if is_listed[at] { rare_texts.within(at, files) } else { Vec::new() })
        .collect();
    analysis
        .pairs
        .par_iter()
        .chain(&analysis.references)
        .map(|pair| {
            let sides = [pair.left, pair.right].map(|side| side as usize);
            let files = sides.map(|side| &submissions[side][..]);
            let of_match = |found: &Match| {
                let agreement = agreement(found, files);
                let renamed = agreement.is_some_and(|agreement| agreement.identical < agreement.tokens);
                let sides = [0, 1].map(|side: usize| Side { files: files[side], rare: &rare[sides[side]] });
                MatchEvidence {
                    listed: of_match(found, sides, renamed, rare_texts),
                    literal: literal(found, files, agreement),
                    agreement,
                    differing_comments: differing_comments(found, files),
                }
            };
            let matches = pair.matches.as_deref();
            let turned = numbers[sides[1]] < numbers[sides[0]];
            PairEvidence {
                matches: matches.unwrap_or_default().iter().map(of_match).collect(),
                renames: matches.and_then(|matches| renames(matches, files, turned)),
            }
        })
        .collect()
}

/// One submission of a pair.
#[derive(Clone, Copy)]
struct Side<'a> {
    files: &'a [Reading<'a>],
    rare: &'a Rare,
}

impl<'a> Side<'a> {
    /// Returns the rare texts in a region, and rare comments directly before or after it.
    fn within(self, region: &Region) -> impl Iterator<Item = &'a RareMark> {
        let marks = &self.rare[region.file as usize];
        let first = marks.partition_point(|mark| mark.token < region.tokens.start);
        let end = region.tokens.end;
        let spans = &self.files[region.file as usize].stream.spans;
        let next = spans.get(end as usize).map_or(u32::MAX, |next| next.start);
        marks[first..]
            .iter()
            .take_while(move |mark| mark.token <= end)
            .filter(move |mark| mark.token < end || mark.in_comment)
            // All of a line must be in the region, up to the blanks at its end.
            .filter(move |mark| mark.kind != EvidenceKind::Typing || mark.span.end <= next)
    }

    /// Returns the rare name that is a token of a file, if it is one.
    fn name_at(self, file: u32, token: u32) -> Option<&'a RareMark> {
        let marks = &self.rare[file as usize];
        let first = marks.partition_point(|mark| mark.token < token);
        marks[first..]
            .iter()
            .take_while(|mark| mark.token == token)
            .find(|mark| mark.kind == EvidenceKind::Name)
    }

    fn text(self, region: &Region, mark: &RareMark) -> &'a str {
        self.files[region.file as usize].at(mark.span)
    }
}

/// Returns the evidence of a match. `renamed` says whether the text of some token that is compared differs.
fn of_match(
    found: &Match,
    [left, right]: [Side<'_>; 2],
    renamed: bool,
    rare_texts: &RareTexts,
) -> Vec<Evidence> {
    let mut theirs: Vec<&RareMark> =
        right.within(&found.right).filter(|mark| mark.kind != EvidenceKind::Name).collect();
    theirs.sort_by_key(|mark| (mark.key, mark.span));
    theirs.dedup_by_key(|mark| mark.key);
    let mut ours: Vec<(&RareMark, &RareMark)> = left
        .within(&found.left)
        .filter_map(|mark| {
            if mark.kind == EvidenceKind::Name {
                // Where everything else agrees as well, a name that agrees says nothing more.
                let there = counterpart(found, mark.token).filter(|_| renamed || !found.pieces.is_empty())?;
                return Some((mark, right.name_at(found.right.file, there)?));
            }
            let at = theirs.binary_search_by_key(&mark.key, |mark| mark.key).ok()?;
            Some((mark, theirs[at]))
        })
        .collect();
    ours.sort_by_key(|(mark, _)| (mark.rare.all(), Reverse(tells(mark)), mark.span, mark.kind));
    let mut listed: Vec<u64> = Vec::new();
    let mut evidence = Vec::new();
    for (mark, their) in ours {
        let texts = (left.text(&found.left, mark), right.text(&found.right, their));
        if MAX_EVIDENCE <= evidence.len() || listed.contains(&mark.key) || !is_same(mark, texts) {
            continue;
        }
        listed.push(mark.key);
        evidence.push(Evidence {
            kind: mark.kind,
            text: match mark.kind {
                EvidenceKind::Misspelling => texts.0.to_lowercase(),
                EvidenceKind::Typing => cut(shown(texts.0).into(), QUOTED).into_owned(),
                _ => quoted(texts.0),
            },
            usual: rare_texts.usual(mark.rare).map(str::to_owned),
            groups: mark.rare.groups,
            archived: mark.rare.archived,
        });
    }
    evidence
}

/// Returns the token of the right file that is aligned with a token of the left one.
fn counterpart(found: &Match, token: u32) -> Option<u32> {
    let token = token as usize;
    let [here, there] = exact_parts(found).find(|[here, _]| here.contains(&token))?;
    Some((there.start + token - here.start) as u32)
}

fn tells(mark: &RareMark) -> u32 {
    match mark.kind {
        EvidenceKind::Misspelling => MISSPELLING,
        EvidenceKind::Typing => TYPING,
        _ => mark.span.end - mark.span.start,
    }
}

/// Equal keys are only candidates; this compares the texts.
fn is_same(mark: &RareMark, (left, right): (&str, &str)) -> bool {
    match mark.kind {
        EvidenceKind::Comment => folded_comment(left) == folded_comment(right),
        EvidenceKind::Literal => looked_at(left) == looked_at(right),
        EvidenceKind::Name | EvidenceKind::Typing => left == right,
        EvidenceKind::Misspelling => left.to_lowercase() == right.to_lowercase(),
    }
}
