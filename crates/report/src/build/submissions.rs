//! Submissions and files of an analysis as a report lists them, with what of them is ignored.

use std::ops::Range;

use chaffinch_detect as detect;
use chaffinch_submission::{Provenance, Span, TokenizedFile, TokenizedSubmission};

use super::pairs::bytes_of;
use crate::model;

pub(super) fn submission(
    id: u32,
    submission: &TokenizedSubmission,
    figures: &detect::SubmissionFigures,
    before: &[Vec<detect::OwnPassage>],
) -> model::Submission {
    let is_reference = submission.archive.as_ref().is_some_and(|archive| archive.reference.is_some());
    let equals_starter_code = is_reference
        && figures.counted_tokens == 0
        && figures.masked.iter().flatten().all(|(_, mask)| *mask == detect::Mask::Boilerplate);
    let header = &submission.header;
    model::Submission {
        id,
        name: header.name.clone(),
        archive: submission.archive.clone(),
        author: header.author.clone(),
        attempt: header.attempt,
        submitted_at: header.submitted_at.clone(),
        tokens: figures.tokens,
        counted_tokens: figures.counted_tokens,
        too_short: figures.too_short,
        files: submission
            .files
            .iter()
            .zip(&figures.masked)
            .zip(0..)
            .map(|((file, masked), at)| {
                let before = before.get(at as usize).map_or(&[][..], Vec::as_slice);
                self::file(at, file, masked, before, equals_starter_code)
            })
            .collect(),
        team: figures.team.map(|team| (team + 1).to_string()),
        staff: figures.staff && !is_reference,
        removed: false,
    }
}

/// Returns the masked bytes of a file.
fn masked(spans: &[Span], masked: &[(Range<u32>, detect::Mask)]) -> Vec<(u32, u32, model::Mask)> {
    let in_bytes = |(tokens, mask): &(Range<u32>, detect::Mask)| {
        let bytes = bytes_of(tokens, spans);
        let mask = match mask {
            detect::Mask::Boilerplate => model::Mask::Boilerplate,
            detect::Mask::Common => model::Mask::Common,
            detect::Mask::Elsewhere => model::Mask::Elsewhere,
            detect::Mask::Given => model::Mask::Given,
            detect::Mask::Vendored => model::Mask::Vendored,
            detect::Mask::Generated => model::Mask::Generated,
        };
        (bytes.start, bytes.end, mask)
    };
    masked.iter().map(in_bytes).collect()
}

/// Note on the files of a reference answer of which nothing is left to compare.
const EQUALS_STARTER_CODE: &str = "equals the starter code; nothing is compared with it";

fn file(
    at: u32,
    file: &TokenizedFile,
    masked: &[(Range<u32>, detect::Mask)],
    before: &[detect::OwnPassage],
    equals_starter_code: bool,
) -> model::File {
    let TokenizedFile { record, stream } = file;
    let in_bytes = |passage: &detect::OwnPassage| {
        let bytes = bytes_of(&passage.tokens, &stream.read().spans);
        (bytes.start, bytes.end, passage.source)
    };
    model::File {
        file: at,
        path: record.path.clone(),
        language: stream.language.to_owned(),
        encoding: record.encoding.to_owned(),
        digest: blake3::Hash::from_bytes(record.digest).to_hex().to_string(),
        bytes: record.bytes,
        lines: record.lines.count(),
        tokens: stream.tokens() as u32,
        masked: if masked.is_empty() { Vec::new() } else { self::masked(&stream.read().spans, masked) },
        notes: record
            .notes
            .iter()
            .chain(&stream.notes)
            .cloned()
            .chain(equals_starter_code.then(|| EQUALS_STARTER_CODE.to_owned()))
            .collect(),
        provenance: record.provenance.map(|provenance| match provenance {
            Provenance::Vendored => model::Provenance::Vendored,
            Provenance::Generated => model::Provenance::Generated,
        }),
        cells: record.cells.clone(),
        handed_in_before: before.iter().map(in_bytes).collect(),
    }
}
