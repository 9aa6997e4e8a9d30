//! The features of submissions (k-grams, statements, forms, texts, lines) and their rarity: all views of a batch, by which
//! pairs are found and scored.

pub(crate) mod forms;
pub(crate) mod long_runs;
pub(crate) mod passages;
pub(crate) mod selective;
pub(crate) mod view;

use std::mem::take;

use chaffinch_submission::{MatchLength, TokenizedSubmission};
use rayon::prelude::*;
use rustc_hash::FxHashSet;

use crate::MAX_POSTINGS;
use crate::features::long_runs::LongRuns;
use crate::features::passages::FeatureInput;
use crate::features::view::{Place, Rarity, View};
use crate::groups::Class;
use crate::index::kgrams::{Indexed, Kgrams};
use crate::index::numbering::Numbered;
use crate::index::unmasked::UnmaskedKgrams;
use crate::masks::Masks;
use crate::masks::masked::Masked;
use crate::references::Coverage;

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
    length: MatchLength,
) -> (Features, Numbered) {
    let Masked { masks, kgrams, .. } = masked;
    let groups = class.parties.counted();
    let input = FeatureInput { submissions, masks, groups, coverage, length };
    let (runs, long_runs) = long_runs::find(input, MAX_POSTINGS, [class.batch, class.references]).unzip();
    let ([statements, forms, texts, lines], all_forms) = passages::views(input);
    let lists = kgrams.lists.iter_mut();
    let (weighed, selected): (Vec<Vec<u32>>, _) =
        lists.map(|lists| (take(&mut lists.weighed), take(&mut lists.selected))).unzip();
    let places = places(kgrams, masks, &weighed, coverage);
    let weighed = Numbered { lists: weighed, weights: take(&mut kgrams.weights) };
    let kgrams =
        View::new(weighed, Vec::new(), Some(selected), Rarity::Counted, groups).with_places(places, coverage);
    let views = [kgrams, statements, forms, texts].into_iter().chain(runs).chain([lines]).collect();
    (Features { views, long_runs }, all_forms)
}

/// Returns all places of the k-grams that are weighed, of each submission that agrees with a reference answer.
pub(crate) fn places(
    kgrams: &Kgrams<'_>,
    masks: &Masks,
    weighed: &[Vec<u32>],
    coverage: &Coverage,
) -> Vec<Vec<Place>> {
    let of = |(at, indexed): (usize, &Indexed<'_>)| {
        if !coverage.has(at as u32) {
            return Vec::new();
        }
        let weighed: FxHashSet<u32> = weighed[at].iter().copied().collect();
        let unmasked = UnmaskedKgrams::new(indexed, &masks[at]);
        let place = |(&feature, start): (&u32, u32)| {
            let end = start + indexed.files[indexed.file_of(start)].k;
            weighed.contains(&feature).then_some(Place { feature, start, end })
        };
        unmasked.ids().iter().zip(0..).filter_map(place).collect()
    };
    kgrams.indexed.par_iter().enumerate().map(of).collect()
}
