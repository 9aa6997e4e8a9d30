//! The k-grams that are left after masking, and the submissions that have them: the second half of the in-memory
//! inverted index (id -> submissions).

use std::{borrow::Cow, ops::Range, sync::OnceLock};

use crate::{
    index::{
        kgrams::Indexed,
        occurrences,
        positions::{NONE, Side, places, shared},
    },
    results::submission::Mask,
};

/// One submission's unmasked k-grams: those without a masked token.
pub(crate) struct UnmaskedKgrams<'a> {
    indexed: &'a Indexed,
    ids: Cow<'a, [u32]>,
    /// If some k-grams are masked, the places of the others.
    places: OnceLock<Vec<(u32, u32)>>,
}

impl<'a> UnmaskedKgrams<'a> {
    /// Removes every k-gram that contains a masked token.
    pub(crate) fn new(indexed: &'a Indexed, mask: &[Option<Mask>]) -> Self {
        let mut ids = Cow::Borrowed(&indexed.ids[..]);
        if mask.iter().any(Option::is_some) {
            let ids = ids.to_mut();
            for file in &indexed.files {
                let mut reach = 0;
                for position in (file.start..file.start + file.tokens).rev() {
                    // k at a masked token, counting down towards the start. Above 0, the k-gram here contains the
                    // masked token.
                    reach = if mask[position as usize].is_some() {
                        file.k
                    } else {
                        u32::saturating_sub(reach, 1)
                    };
                    if 0 < reach {
                        ids[position as usize] = NONE;
                    }
                }
            }
        }
        Self { indexed, ids, places: OnceLock::new() }
    }

    /// Returns the ids at the positions for which `has` is true.
    pub(crate) fn ids(&self, has: impl Fn(usize) -> bool) -> impl Iterator<Item = u32> {
        let ids = self.ids.iter().copied().enumerate();
        ids.filter(move |&(position, id)| id != NONE && has(position)).map(|(_, id)| id)
    }

    /// Returns (id, position), ascending.
    fn places(&self) -> &[(u32, u32)] {
        match &self.ids {
            Cow::Borrowed(_) => self.indexed.places(),
            Cow::Owned(ids) => self.places.get_or_init(|| places(ids)),
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
        let passage = &self.ids[positions.start as usize..positions.end as usize];
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
        occurrences::elsewhere(&self.ids[..], positions, starts, limit)
    }

    /// Returns one side of a comparison.
    pub(crate) fn side(&self) -> Side<'_> {
        Side { ids: &self.ids, places: self.places() }
    }
}
