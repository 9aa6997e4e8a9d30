//! Statements and pairs of neighbouring statements, interned: two views that inserted and re-ordered code leaves
//! standing. Front ends tell where statements begin; a statement with a masked token does not count.

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

/// Statements by themselves. One weighs as much as the k-grams that would cover it.
pub(crate) fn single(submissions: &[TokenizedSubmission], masks: &Masks) -> View {
    view(submissions, masks, 1, SHORTEST, |tokens| tokens)
}

/// Two statements that follow one another. They overlap, and order says less than
/// content, so their weight grows more slowly; the power was chosen on labelled corpora (`docs/detection.md`).
pub(crate) fn neighbouring(submissions: &[TokenizedSubmission], masks: &Masks) -> View {
    view(submissions, masks, 2, 1, |tokens| tokens.powf(0.7))
}

/// Runs of `count` statements with at least `shortest` tokens, each worth `weight` of its tokens, divided by k as
/// in k-grams, so that views compare.
fn view(
    submissions: &[TokenizedSubmission],
    masks: &Masks,
    count: usize,
    shortest: usize,
    weight: impl Fn(f32) -> f32 + Sync,
) -> View {
    let found: Vec<Occurrence> = submissions
        .par_iter()
        .zip(masks)
        .enumerate()
        .flat_map_iter(|(index, (submission, mask))| {
            let mut found = Vec::new();
            let mut start = 0;
            for file in &submission.files {
                let stream = &file.stream;
                let mut borders: Vec<usize> = stream.statements.iter().map(|&at| at as usize).collect();
                borders.push(stream.values.len());
                for run in borders.windows(count + 1) {
                    let tokens = run[0]..run[count];
                    let is_masked =
                        mask[start + tokens.start..start + tokens.end].iter().any(Option::is_some);
                    if shortest <= tokens.len() && !is_masked {
                        let worth = weight(tokens.len().min(LONGEST) as f32) / f32::from(stream.scheme.k);
                        found.push((
                            hash_kgram(&stream.values[tokens]) ^ salt(stream.scheme),
                            index as u32,
                            worth,
                        ));
                    }
                }
                start += stream.values.len();
            }
            found
        })
        .collect();
    View::intern(found, submissions.len(), Walked::All)
}
