//! Finds what of a class is common in submissions to other tasks.

use std::collections::BTreeMap;
use std::ops::Range;

use chaffinch_detect::{Background, FileFingerprints, common_elsewhere};
use chaffinch_index::{Fingerprint, unpack};
use chaffinch_storage::IndexScheme;
use chaffinch_submission::{LazyStream, TokenStream, TokenizedSubmission};
use rayon::prelude::*;

use crate::index::{postings, schemes};
use crate::task_folder::{Elsewhere, PackedFile};

/// Returns what of these submissions, which have these numbers, is common elsewhere.
pub(crate) fn background(
    submissions: &[TokenizedSubmission],
    ids: &[u32],
    elsewhere: Option<Elsewhere>,
) -> Background {
    match elsewhere {
        None => Background::default(),
        // Without submissions elsewhere, the class needs no fingerprints.
        Some(Elsewhere::Submissions(others)) if others.is_empty() => Background::default(),
        Some(Elsewhere::Submissions(others)) => {
            let salts = Salts::of(submissions);
            let own = |stream: &LazyStream| {
                salts.with(&schemes::scheme_of(stream.scheme), postings::fingerprints(&stream.read()))
            };
            let compared: Vec<Vec<FileFingerprints>> = submissions
                .par_iter()
                .map(|submission| submission.files.iter().map(|file| own(&file.stream)).collect())
                .collect();
            // A damaged file tells nothing; a check of the index reports it.
            let other =
                |(scheme, packed): &PackedFile| salts.with(scheme, unpack(packed).unwrap_or_default());
            let others: Vec<Vec<FileFingerprints>> =
                others.par_iter().map(|files| files.iter().map(other).collect()).collect();
            common_elsewhere(&compared, &others)
        }
        Some(Elsewhere::Reported { submissions: known, passages }) => {
            let positions: BTreeMap<u32, usize> = ids.iter().copied().zip(0..).collect();
            let mut common: Vec<Vec<Vec<Range<u32>>>> =
                submissions.iter().map(|submission| vec![Vec::new(); submission.files.len()]).collect();
            for passage in passages {
                // A submission that was deleted has no tokens.
                if let Some(&at) = positions.get(&passage.submission)
                    && let Some(file) = submissions[at].files.get(passage.file as usize)
                {
                    common[at][passage.file as usize].push(tokens(&file.stream, passage.start..passage.end));
                }
            }
            Background { submissions: known, common }
        }
    }
}

/// Returns the tokens that lie in these bytes.
fn tokens(stream: &TokenStream, bytes: Range<u32>) -> Range<u32> {
    let first = stream.spans.partition_point(|span| span.start < bytes.start);
    let end = stream.spans.partition_point(|span| span.start < bytes.end);
    first as u32..end.max(first) as u32
}

/// Tells fingerprints of different schemes apart.
struct Salts(Vec<IndexScheme>);

impl Salts {
    fn of(submissions: &[TokenizedSubmission]) -> Self {
        let files = submissions.iter().flat_map(|submission| &submission.files);
        let mut known: Vec<IndexScheme> = files.map(|file| schemes::scheme_of(file.stream.scheme)).collect();
        known.sort_unstable();
        known.dedup();
        Self(known)
    }

    /// Returns the fingerprints of a file of this scheme; none if no file of the class has it.
    fn with(&self, scheme: &IndexScheme, fingerprints: Vec<Fingerprint>) -> FileFingerprints {
        let Ok(at) = self.0.binary_search(scheme) else { return Vec::new() };
        let salt = (at as u64) << chaffinch_index::BITS;
        fingerprints.into_iter().map(|one| (one.value | salt, one.position)).collect()
    }
}
