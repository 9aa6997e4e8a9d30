//! All views of a batch, by which pairs are found and scored.

use std::mem::take;

use chaffinch_submission::TokenizedSubmission;

use crate::{
    features::{
        long_runs::{self, LongRuns},
        passages::{self, FeatureInput},
        view::{MAX_POSTINGS, Rarity, View},
    },
    groups::class::Class,
    index::numbering::Numbered,
    masks::masked::Masked,
    references::{coverage::Coverage, places::places},
};

/// The features of a batch.
pub(crate) struct Features {
    /// The views in the order of [`ViewKind`](crate::ViewKind). That of runs is missing if no k-gram is frequent.
    pub(crate) views: Vec<View>,
    /// What is known of runs if there are any.
    pub(crate) long_runs: Option<LongRuns>,
}

/// Reads the features of a batch. Returns the numbers of forms as well. It takes the lists of k-grams that only a view
/// needs.
///
/// k-grams that count are one in [`ONE_IN`](crate::index::kgrams::ONE_IN); those selected by winnowing find neighbours.
pub(crate) fn features(
    submissions: &[TokenizedSubmission],
    masked: &mut Masked<'_>,
    class: &Class,
    coverage: &Coverage,
) -> (Features, Numbered) {
    let Masked { masks, kgrams, .. } = masked;
    let groups = class.parties.counted();
    let input = FeatureInput { submissions, masks, groups, coverage };
    let (runs, long_runs) = long_runs::find(input, MAX_POSTINGS, [class.batch, class.references]).unzip();
    let ([statements, forms, texts, lines], all_forms) = passages::views(input);
    let lists = kgrams.lists.iter_mut();
    let (weighed, selected): (Vec<Vec<u32>>, _) =
        lists.map(|lists| (take(&mut lists.weighed), take(&mut lists.selected))).unzip();
    let places = places(kgrams, masks, &weighed, coverage);
    let kgrams = View::new(weighed, Some(selected), take(&mut kgrams.weights), Rarity::Counted, groups)
        .with_places(places);
    let views = [kgrams, statements, forms, texts].into_iter().chain(runs).chain([lines]).collect();
    (Features { views, long_runs }, all_forms)
}
