//! Statements: what inserted and re-ordered code leaves standing. Front ends tell where statements begin; a statement
//! with a masked token does not count.

use chaffinch_fingerprint::hash_kgram;
use chaffinch_submission::TokenizedSubmission;
use rayon::prelude::*;

use crate::{
    grams::salt,
    mask::Masks,
    view::{Occurrence, View, Walked},
};

/// Shorter statements (`i++;`, `}`) tell nothing by themselves.
const SHORTEST: usize = 3;

/// Tokens beyond these add nothing to a statement's weight: a table of constants is one statement.
const LONGEST: usize = 24;

/// Whole statements, each of weight tokens / k: as much as the k-grams that would cover it.
pub(crate) fn whole(submissions: &[TokenizedSubmission], masks: &Masks) -> View {
    let found: Vec<Occurrence> = submissions
        .par_iter()
        .zip(masks)
        .enumerate()
        .flat_map_iter(|(index, (submission, mask))| {
            let mut found = Vec::new();
            let mut start = 0;
            for file in &submission.files {
                let stream = &file.stream;
                for tokens in stream.statement_ranges() {
                    let is_masked =
                        mask[start + tokens.start..start + tokens.end].iter().any(Option::is_some);
                    if SHORTEST <= tokens.len() && !is_masked {
                        let weight = tokens.len().min(LONGEST) as f32 / f32::from(stream.scheme.k);
                        let hash = hash_kgram(&stream.values[tokens]) ^ salt(stream.scheme);
                        found.push(Occurrence::new(hash, index, weight));
                    }
                }
                start += stream.values.len();
            }
            found
        })
        .collect();
    View::intern(found, submissions.len(), Walked::All)
}
