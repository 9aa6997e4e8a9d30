//! Pairs of an analysis as a report lists them: matches in bytes and lines, with the smaller number on the left.

use std::ops::Range;

use chaffinch_detect as detect;
use chaffinch_evidence::{Evidence, EvidenceKind, Literal, MatchEvidence, PairEvidence, Rename};
use chaffinch_submission::{TokenizedFile, TokenizedSubmission};

use super::regions::{bytes_of, region_of, round, round_expect, round_share};
use super::why;
use crate::model::{self, PairId};

/// Returns a pair of an analysis. `ids` are the numbers of the submissions.
pub(super) fn pair(
    rank: u32,
    pair: &detect::Pair,
    submissions: &[TokenizedSubmission],
    ids: &[u32],
    evidence: PairEvidence<'_>,
) -> model::Pair {
    let [in_left, in_right] = [pair.left, pair.right].map(|at| ids[at as usize]);
    // The left side has the smaller number. In the analysis, it has the smaller name.
    let turned = in_right < in_left;
    let PairEvidence { matches, renames } = evidence;
    let mut written =
        in_compared_order(rank, pair, submissions, PairId { left: in_left, right: in_right }, matches);
    if turned {
        written.swap_sides();
    }
    // The table has the sides of the report already.
    model::Pair {
        rename_count: renames.as_ref().map(|renames| renames.count),
        renames: renames.map(|renames| renames.listed.into_iter().map(rename).collect()),
        ..written
    }
}

fn in_compared_order(
    rank: u32,
    pair: &detect::Pair,
    submissions: &[TokenizedSubmission],
    id: PairId,
    evidence: Vec<MatchEvidence>,
) -> model::Pair {
    let (left, right) = (&submissions[pair.left as usize], &submissions[pair.right as usize]);
    model::Pair {
        id,
        rank,
        left: left.header.name.clone(),
        right: right.header.name.clone(),
        expect: pair.expect.map(round_expect),
        suspicion: round(pair.suspicion),
        through: pair.through.map(|third| submissions[third as usize].header.name.clone()),
        references: pair
            .references
            .iter()
            .map(|share| model::ReferenceShare {
                reference: submissions[share.reference as usize].header.name.clone(),
                tokens: share.tokens,
            })
            .collect(),
        similarity: round(pair.similarity),
        too_short: pair.too_short,
        left_share: round(pair.left_share),
        right_share: round(pair.right_share),
        left_share_raw: round(pair.left_share_raw),
        right_share_raw: round(pair.right_share_raw),
        matched_tokens: pair.matched_tokens,
        matched_lines: pair.matched_lines[0],
        longest_match: pair.longest_match,
        resemblance: round(pair.resemblance),
        left_containment: round(pair.left_containment),
        right_containment: round(pair.right_containment),
        match_count: pair.matches.as_ref().map(|matches| matches.len() as u32 + pair.unlisted),
        matches: pair.matches.as_ref().map(|matches| {
            let evidence = evidence.into_iter().map(Some).chain(std::iter::repeat_with(|| None));
            let known = matches.iter().zip(evidence);
            known.map(|(found, evidence)| match_of(found, submissions, (left, right), evidence)).collect()
        }),
        why: pair.why.as_ref().and_then(why::why),
        right_matched_lines: pair.matched_lines[1],
        ..model::Pair::default()
    }
}

fn match_of(
    found: &detect::Match,
    submissions: &[TokenizedSubmission],
    (left, right): (&TokenizedSubmission, &TokenizedSubmission),
    evidence: Option<MatchEvidence>,
) -> model::Match {
    let is_known = evidence.is_some();
    let MatchEvidence { listed, literal, agreement, differing_comments } = evidence.unwrap_or_default();
    let [left_comments, right_comments] =
        differing_comments.map(|spans| spans.iter().map(|span| (span.start, span.end)).collect());
    model::Match {
        tokens: found.tokens,
        groups: found.groups,
        archived: found.archived,
        language: left.files[found.left.file as usize].stream.language.to_owned(),
        literal: literal.map(|literal| {
            match literal {
                Literal::SameCharacters | Literal::SameTokens => "identical",
                Literal::Renamed => "renamed",
                Literal::Rewritten => "rewritten",
            }
            .to_owned()
        }),
        same_characters: literal.map(|literal| literal == Literal::SameCharacters),
        evidence: is_known.then(|| listed.into_iter().map(evidence_of).collect()),
        left: region(&found.left, left),
        right: region(&found.right, right),
        left_further: found.left_further.iter().map(|further| region(further, left)).collect(),
        right_further: found.right_further.iter().map(|further| region(further, right)).collect(),
        pieces: found
            .pieces
            .iter()
            .map(|piece| model::Piece {
                left: bytes_in(&piece.left, &left.files[found.left.file as usize]),
                right: bytes_in(&piece.right, &right.files[found.right.file as usize]),
                exact: piece.exact,
            })
            .collect(),
        archived_in: found
            .archived_in
            .iter()
            .map(|&at| submissions[at as usize].header.name.clone())
            .collect(),
        identical_share: agreement.map(|agreement| {
            round_share(agreement.identical, agreement.tokens + agreement.differing_ignored)
        }),
        differing_names: agreement.map(|agreement| agreement.differing_names),
        differing_literals: agreement.map(|agreement| agreement.differing_literals),
        differing_ignored: agreement.map(|agreement| agreement.differing_ignored),
        left_differing_comments: left_comments,
        right_differing_comments: right_comments,
        left_handed_in_before: found.handed_in_before[0],
        right_handed_in_before: found.handed_in_before[1],
    }
}

fn rename(rename: Rename<'_>) -> model::Rename {
    model::Rename {
        left: rename.name.into_owned(),
        right: rename.other.into_owned(),
        places: rename.places,
        consistent: rename.consistent,
    }
}

fn bytes_in(tokens: &Range<u32>, file: &TokenizedFile) -> (u32, u32) {
    let bytes = bytes_of(tokens, &file.stream.spans);
    (bytes.start, bytes.end)
}

fn evidence_of(evidence: Evidence) -> model::Evidence {
    model::Evidence {
        kind: match evidence.kind {
            EvidenceKind::Comment => model::EvidenceKind::Comment,
            EvidenceKind::Literal => model::EvidenceKind::Literal,
            EvidenceKind::Name => model::EvidenceKind::Name,
            EvidenceKind::Misspelling => model::EvidenceKind::Misspelling,
            EvidenceKind::Typing => model::EvidenceKind::Typing,
        },
        text: evidence.text,
        usual: evidence.usual,
        groups: evidence.groups,
        archived: evidence.archived,
    }
}

fn region(region: &detect::Region, submission: &TokenizedSubmission) -> model::Region {
    let file = &submission.files[region.file as usize];
    region_of(bytes_of(&region.tokens, &file.stream.spans), region.file, &file.record)
}
