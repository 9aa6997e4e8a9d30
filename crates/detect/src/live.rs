//! What is left of the k-grams once masks have been applied, and who has them: the second half of the in-memory
//! inverted index (id -> submissions).

use std::{borrow::Cow, ops::Range};

use crate::{
    analysis::Mask,
    grams::{Indexed, NONE},
    runs::Side,
};

/// One submission's unmasked k-grams: those without a masked token.
pub(crate) struct Live<'a> {
    ids: Cow<'a, [u32]>,
    places: Cow<'a, [(u32, u32)]>,
}

impl<'a> Live<'a> {
    /// Removes every k-gram that contains a masked token.
    pub(crate) fn new(indexed: &'a Indexed, mask: &[Option<Mask>]) -> Self {
        let (mut ids, mut places) = (Cow::Borrowed(&indexed.ids[..]), Cow::Borrowed(&indexed.places[..]));
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
            places.to_mut().retain(|&(_, position)| ids[position as usize] != NONE);
        }
        Self { ids, places }
    }

    /// Distinct ids of which `has(position)` holds somewhere; ascending.
    pub(crate) fn distinct(&self, has: impl Fn(u32) -> bool) -> Vec<u32> {
        self.places
            .chunk_by(|a, b| a.0 == b.0)
            .filter(|same| same.iter().any(|place| has(place.1)))
            .map(|same| same[0].0)
            .collect()
    }

    /// The positions of an id; empty where it does not occur.
    fn positions(&self, id: u32) -> &[(u32, u32)] {
        let start = self.places.partition_point(|place| place.0 < id);
        let end = start + self.places[start..].partition_point(|place| place.0 == id);
        &self.places[start..end]
    }

    /// Where else the k-grams of `positions` stand one after the other: positions of the first, ascending, not
    /// overlapping each other's k-grams nor those of `positions`; at most `limit`.
    pub(crate) fn elsewhere(&self, positions: Range<u32>, limit: usize) -> Vec<u32> {
        let passage = &self.ids[positions.start as usize..positions.end as usize];
        let rarest = (0_u32..).zip(passage).min_by_key(|(_, id)| self.positions(**id).len());
        let Some((offset, &id)) = rarest else { return Vec::new() };
        let length = positions.len() as u32;
        let mut found: Vec<u32> = Vec::new();
        for &(_, position) in self.positions(id) {
            let Some(start) = position.checked_sub(offset) else { continue };
            let apart = |other: u32| length <= start.abs_diff(other);
            let same = self.ids.get(start as usize..(start + length) as usize) == Some(passage);
            if same && apart(positions.start) && found.last().is_none_or(|&last| apart(last)) {
                found.push(start);
                if found.len() == limit {
                    break;
                }
            }
        }
        found
    }

    /// As one side of a comparison.
    pub(crate) fn side(&self) -> Side<'_> {
        Side { ids: &self.ids, places: &self.places }
    }
}

/// id -> submissions, ascending and distinct.
pub(crate) struct Postings {
    starts: Vec<u32>,
    submissions: Vec<u32>,
}

impl Postings {
    /// Inverts lists of distinct ids, one a submission.
    pub(crate) fn invert(held: &[Vec<u32>], ids: usize) -> Self {
        let mut starts = vec![0_u32; ids + 1];
        for &id in held.iter().flatten() {
            starts[id as usize + 1] += 1;
        }
        for id in 0..ids {
            starts[id + 1] += starts[id];
        }
        let mut next = starts.clone();
        let mut submissions = vec![0; starts[ids] as usize];
        for (submission, ids) in (0_u32..).zip(held) {
            for &id in ids {
                submissions[next[id as usize] as usize] = submission;
                next[id as usize] += 1;
            }
        }
        Self { starts, submissions }
    }

    /// The submissions that have an id.
    pub(crate) fn of(&self, id: u32) -> &[u32] {
        &self.submissions[self.starts[id as usize] as usize..self.starts[id as usize + 1] as usize]
    }
}
