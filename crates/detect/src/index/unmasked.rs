//! What is left of the k-grams once masks have been applied, and who has them: the second half of the in-memory
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
    /// Where some are masked, those of the others.
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
                    // k at a masked token, counting down towards the start: above 0, a k-gram meets it.
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

    /// The ids at the positions of which `has` is true.
    pub(crate) fn ids(&self, has: impl Fn(usize) -> bool) -> impl Iterator<Item = u32> {
        let ids = self.ids.iter().copied().enumerate();
        ids.filter(move |&(position, id)| id != NONE && has(position)).map(|(_, id)| id)
    }

    /// (id, position), ascending.
    fn places(&self) -> &[(u32, u32)] {
        match &self.ids {
            Cow::Borrowed(_) => self.indexed.places(),
            Cow::Owned(ids) => self.places.get_or_init(|| places(ids)),
        }
    }

    /// Number of different k-grams that two submissions both have.
    pub(crate) fn common(&self, other: &Self) -> u32 {
        let mut common = 0;
        shared(self.places(), other.places(), |_, _, _| common += 1);
        common
    }

    /// The positions of an id; empty where it does not occur.
    fn positions(&self, id: u32) -> &[(u32, u32)] {
        let places = self.places();
        let places = &places[places.partition_point(|place| place.0 < id)..];
        &places[..places.partition_point(|place| place.0 == id)]
    }

    /// Where else the k-grams of `positions` stand one after the other: positions of the first, ascending, not
    /// overlapping each other's k-grams nor those of `positions`; at most `limit`. In machine-made repetition some
    /// may be missed ([`occurrences::MAX_OTHERS`]).
    pub(crate) fn elsewhere(&self, positions: Range<u32>, limit: usize) -> Vec<u32> {
        let passage = &self.ids[positions.start as usize..positions.end as usize];
        let mut rarest: Option<(u32, &[(u32, u32)])> = None;
        for (offset, &id) in (0_u32..).zip(passage) {
            let places = self.positions(id);
            // What has a k-gram that stands nowhere else stands nowhere else.
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

    /// As one side of a comparison.
    pub(crate) fn side(&self) -> Side<'_> {
        Side { ids: &self.ids, places: self.places() }
    }
}
