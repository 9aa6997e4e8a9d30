//! Pairs of an analysis as a report lists them: matches in bytes and lines, with the smaller number on the left, and why
//! they have their scores. Also the byte ranges, lines and rounding of every part of a report.

use std::ops::Range;

use chaffinch_detect as detect;
use chaffinch_evidence::{Evidence, EvidenceKind, Literal, MatchEvidence, PairEvidence, Rename};
use chaffinch_submission::{FileRecord, Span, TokenizedFile, TokenizedSubmission};

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
    let (left, right) = (&submissions[pair.left as usize], &submissions[pair.right as usize]);
    let mut written = model::Pair {
        id: PairId { left: in_left, right: in_right },
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
        same_text_tokens: pair.same_text_tokens,
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
            let evidence = evidence.matches.into_iter().map(Some).chain(std::iter::repeat_with(|| None));
            let known = matches.iter().zip(evidence);
            known.map(|(found, evidence)| match_of(found, submissions, (left, right), evidence)).collect()
        }),
        why: pair.why.as_ref().and_then(why),
        right_matched_lines: pair.matched_lines[1],
        finding: pair.finding.map(|at| at + 1),
        ..model::Pair::default()
    };
    if turned {
        written.swap_sides();
    }
    // The table has the sides of the report already.
    let renames = evidence.renames;
    model::Pair {
        rename_count: renames.as_ref().map(|renames| renames.count),
        renames: renames.map(|renames| renames.listed.into_iter().map(rename).collect()),
        ..written
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

pub(super) fn region(region: &detect::Region, submission: &TokenizedSubmission) -> model::Region {
    let file = &submission.files[region.file as usize];
    region_of(bytes_of(&region.tokens, &file.stream.spans), region.file, &file.record)
}

/// Returns why a pair has its score.
pub(super) fn why(why: &detect::Explanation) -> Option<model::Why> {
    let carrying = why.views.iter().max_by(|a, b| a.suspicion.total_cmp(&b.suspicion))?;
    let of_view = |evidence: &detect::ViewEvidence| model::ViewEvidence {
        view: kind(evidence.view),
        bits: round(evidence.bits),
        bits_at_most: round(evidence.bits_at_most),
        left_bits: round(evidence.left_bits),
        right_bits: round(evidence.right_bits),
        suspicion: round(evidence.suspicion),
    };
    let detect::IgnoredTokens { boilerplate, common, elsewhere, vendored, given } = why.ignored;
    Some(model::Why {
        view: kind(carrying.view),
        views: why.views.iter().map(of_view).collect(),
        usual: round(why.usual),
        expect_by_class: why.expect_by_class.map(round_expect),
        expect_by_run: why.expect_by_run.map(round_expect),
        ignored: model::IgnoredTokens { boilerplate, common, elsewhere, vendored, given },
        rarest: why
            .rarest
            .iter()
            .map(|passage| model::RarePassage { number: passage.found + 1, bits: round(passage.bits) })
            .collect(),
    })
}

fn kind(view: detect::ViewKind) -> model::ViewKind {
    match view {
        detect::ViewKind::Kgrams => model::ViewKind::Kgrams,
        detect::ViewKind::Statements => model::ViewKind::Statements,
        detect::ViewKind::Forms => model::ViewKind::Forms,
        detect::ViewKind::Texts => model::ViewKind::Texts,
        detect::ViewKind::Runs => model::ViewKind::Runs,
        detect::ViewKind::Lines => model::ViewKind::Lines,
    }
}

/// Digits after the point to which every number of a report is rounded, so that the last bits of a sum are neither
/// shown nor compared.
pub const DIGITS: i32 = 4;

/// Returns the region of a byte range, at least one byte long.
pub(super) fn region_of(bytes: Range<u32>, file: u32, record: &FileRecord) -> model::Region {
    model::Region {
        path: record.path.clone(),
        start_line: record.lines.line_of(bytes.start),
        end_line: record.lines.line_of(bytes.end - 1),
        start_byte: bytes.start,
        end_byte: bytes.end,
        file,
    }
}

/// Returns the bytes from the first byte of the first token to the last byte of the last one. Ranges of an analysis are
/// never empty.
pub(super) fn bytes_of(tokens: &Range<u32>, spans: &[Span]) -> Range<u32> {
    spans[tokens.start as usize].start..spans[tokens.end as usize - 1].end
}

/// Rounds an expect value to three significant digits, as it may be tiny.
pub fn round_expect(expect: f64) -> f64 {
    format!("{expect:.2e}").parse().unwrap_or(expect)
}

pub(super) fn round(number: f64) -> f64 {
    let scale = 10_f64.powi(DIGITS);
    (number * scale).round() / scale
}

/// Rounds a share down. Only a share of everything is 1.
pub(super) fn round_share(part: u32, of: u32) -> f64 {
    let scale = 10_f64.powi(DIGITS);
    (f64::from(part) / f64::from(of.max(1)) * scale).floor() / scale
}
