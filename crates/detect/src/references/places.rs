//! The places of the k-grams that count, of submissions that agree with a reference answer.

use rayon::prelude::*;
use rustc_hash::FxHashSet;

use crate::{
    features::view::Place,
    index::{
        kgrams::{Indexed, Kgrams},
        unmasked::UnmaskedKgrams,
    },
    masks::token_masks::Masks,
    references::coverage::Coverage,
};

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
