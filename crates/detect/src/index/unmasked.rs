//! The k-grams that are left after masking, and the submissions that have them: the second half of the in-memory
//! inverted index (id -> submissions).

use std::{ops::Range, sync::OnceLock};

use crate::{
    index::{
        kgrams::Indexed,
        occurrences,
        positions::{NONE, Side, places, shared},
    },
    masks::token_masks::mask_kgrams,
    results::submission::Mask,
};

/// One submission's unmasked k-grams: those without a masked token.
pub(crate) struct UnmaskedKgrams<'a> {
    indexed: &'a Indexed<'a>,
    mask: &'a [Option<Mask>],
    /// The ids by position; `None` if no k-gram is masked.
    ids: OnceLock<Option<Vec<u32>>>,
    /// If some k-grams are masked, the places of the others.
    places: OnceLock<Vec<(u32, u32)>>,
}

impl<'a> UnmaskedKgrams<'a> {
    pub(crate) fn new(indexed: &'a Indexed<'a>, mask: &'a [Option<Mask>]) -> Self {
        Self { indexed, mask, ids: OnceLock::new(), places: OnceLock::new() }
    }

    /// Returns the id at each position; [`NONE`] if no unmasked k-gram begins there.
    pub(crate) fn ids(&self) -> &[u32] {
        self.masked_ids().unwrap_or_else(|| self.indexed.ids())
    }

    /// Returns the same if some k-grams are masked.
    fn masked_ids(&self) -> Option<&[u32]> {
        let blank = || {
            let (mut ids, mut masked) = (self.indexed.ids().to_vec(), Vec::new());
            for file in &self.indexed.files {
                let tokens = file.start as usize..(file.start + file.tokens) as usize;
                mask_kgrams(&self.mask[tokens.clone()], file.k, &mut masked);
                for (id, _) in ids[tokens].iter_mut().zip(&masked).filter(|(_, masked)| **masked) {
                    *id = NONE;
                }
            }
            ids
        };
        self.ids.get_or_init(|| self.mask.iter().any(Option::is_some).then(blank)).as_deref()
    }

    /// Returns (id, position), ascending.
    fn places(&self) -> &[(u32, u32)] {
        match self.masked_ids() {
            None => self.indexed.places(),
            Some(ids) => self.places.get_or_init(|| places(ids)),
        }
    }

    /// Returns the number of different k-grams that both submissions have.
    pub(crate) fn common(&self, other: &Self) -> u32 {
        let mut common = 0;
        shared(self.places(), other.places(), |_, _, _| common += 1);
        common
    }

    /// Returns the positions of an id; empty if it does not occur.
    fn positions(&self, id: u32) -> &[(u32, u32)] {
        let places = self.places();
        let places = &places[places.partition_point(|place| place.0 < id)..];
        &places[..places.partition_point(|place| place.0 == id)]
    }

    /// Returns where else the k-grams of `positions` occur in a row: positions of the first one, ascending. Their
    /// k-grams do not overlap each other or those of `positions`, and there are at most `limit`. In machine-made
    /// repetition, some may be missed ([`occurrences::MAX_OTHERS`]).
    pub(crate) fn elsewhere(&self, positions: Range<u32>, limit: usize) -> Vec<u32> {
        let passage = &self.ids()[positions.start as usize..positions.end as usize];
        let mut rarest: Option<(u32, &[(u32, u32)])> = None;
        for (offset, &id) in (0_u32..).zip(passage) {
            let places = self.positions(id);
            // If a k-gram occurs only once, the passage does too.
            if places.len() <= 1 {
                return Vec::new();
            }
            if rarest.is_none_or(|(_, rarest)| places.len() < rarest.len()) {
                rarest = Some((offset, places));
            }
        }
        let Some((offset, places)) = rarest else { return Vec::new() };
        let starts = places.iter().filter_map(|&(_, position)| position.checked_sub(offset));
        occurrences::elsewhere(self.ids(), positions, starts, limit)
    }

    /// Returns one side of a comparison.
    pub(crate) fn side(&self) -> Side<'_> {
        Side { ids: self.ids(), places: self.places() }
    }
}
