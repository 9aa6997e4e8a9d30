//! The k-grams that are left after masking, where they are, and where else a passage of them occurs: the second half of the
//! in-memory inverted index.
//!
//! A periodic passage nearly occurs at many places. Comparing it from its beginning at each of them takes as many steps
//! as its length times their number, which an attacker can make quadratic. The numbers that one comparison found equal
//! tell much about the next places, so each number of the text is compared once (the Z algorithm; Gusfield, *Algorithms
//! on Strings, Trees, and Sequences*, 1997, section 1.3).

use std::ops::Range;
use std::sync::OnceLock;

use crate::Mask;
use crate::index::kgrams::{Indexed, NONE, Side, places, shared};
use crate::masks::mask_kgrams;

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
    /// repetition, some may be missed ([`MAX_OTHERS`]).
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
        occurrences(self.ids(), positions, starts, limit)
    }

    /// Returns one side of a comparison.
    pub(crate) fn side(&self) -> Side<'_> {
        Side { ids: self.ids(), places: self.places() }
    }
}

/// Number of failed places after which the search ends. Each passage of a pair tries the places of its rarest k-gram,
/// and an attacker can write many passages of the same few k-grams, which together must not be quadratic. Only a
/// machine-made table repeats each k-gram of a passage so often. Later occurrences in it may be missed.
const MAX_OTHERS: usize = 4096;

/// Returns the elements of `starts`, which are ascending, at which the numbers of `passage` occur in `text`. They are
/// ascending, do not overlap each other or the passage, and there are at most `limit`.
pub(crate) fn occurrences<T: PartialEq>(
    text: &[T],
    passage: Range<u32>,
    starts: impl Iterator<Item = u32>,
    limit: usize,
) -> Vec<u32> {
    let wanted = &text[passage.start as usize..passage.end as usize];
    let own = own_beginnings(wanted);
    let mut known = 0..0;
    let (mut found, mut others): (Vec<u32>, usize) = (Vec::new(), 0);
    for start in starts {
        let apart = |other: u32| wanted.len() <= start.abs_diff(other) as usize;
        if beginning(text, wanted, &own, &mut known, start as usize) == wanted.len() {
            if apart(passage.start) && found.last().is_none_or(|&last| apart(last)) {
                found.push(start);
                if found.len() == limit {
                    break;
                }
            }
        } else {
            others += 1;
            if others == MAX_OTHERS {
                break;
            }
        }
    }
    found
}

/// Returns, for each position of a passage, how many numbers from there on are equal to the beginning of the passage.
fn own_beginnings<T: PartialEq>(passage: &[T]) -> Vec<usize> {
    let mut own = vec![passage.len()];
    let mut known = 0..0;
    for at in 1..passage.len() {
        let length = beginning(passage, passage, &own, &mut known, at);
        own.push(length);
    }
    own
}

/// Returns how many numbers of `text` from `at` on are equal to the beginning of `passage`.
///
/// `known` is the range that reached farthest so far and is equal to the beginning of the passage; `at` is never before
/// it. `own` has the same lengths for the passage itself, at least as far as `at` is from the start of `known`.
fn beginning<T: PartialEq>(
    text: &[T],
    passage: &[T],
    own: &[usize],
    known: &mut Range<usize>,
    at: usize,
) -> usize {
    let equal = known.end.saturating_sub(at);
    if equal > 0 && own[at - known.start] < equal {
        return own[at - known.start];
    }
    let further = text[at + equal..].iter().zip(&passage[equal..]);
    let length = equal + further.take_while(|(one, other)| one == other).count();
    *known = at..at + length;
    length
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use proptest::prelude::*;

    use super::*;

    thread_local! {
        static COMPARED: Cell<usize> = const { Cell::new(0) };
    }

    /// A number that counts its comparisons.
    struct Counted(u32);

    impl PartialEq for Counted {
        fn eq(&self, other: &Self) -> bool {
            COMPARED.set(COMPARED.get() + 1);
            self.0 == other.0
        }
    }

    /// The definition, without [`MAX_OTHERS`].
    fn slowly<T: PartialEq>(text: &[T], passage: Range<u32>, starts: &[u32], limit: usize) -> Vec<u32> {
        let wanted = &text[passage.start as usize..passage.end as usize];
        let mut found: Vec<u32> = Vec::new();
        for &start in starts {
            let apart = |other: u32| wanted.len() <= start.abs_diff(other) as usize;
            let same = text.get(start as usize..start as usize + wanted.len()) == Some(wanted);
            if same && apart(passage.start) && found.last().is_none_or(|&last| apart(last)) {
                found.push(start);
                if found.len() == limit {
                    break;
                }
            }
        }
        found
    }

    /// Returns the places of `number`.
    fn places(text: &[u32], number: u32) -> Vec<u32> {
        (0..).zip(text).filter(|(_, at)| **at == number).map(|(place, _)| place).collect()
    }

    #[test]
    fn in_a_periodic_text_each_number_is_compared_once() {
        const LENGTH: usize = 500;
        let ones = |last: u32| [vec![1; LENGTH - 1], vec![last]].concat();
        let text = [ones(3), ones(2), ones(2), ones(2), ones(3)].concat();
        let starts = places(&text, 1);
        assert!(starts.len() < MAX_OTHERS);
        let counted: Vec<Counted> = text.iter().map(|&number| Counted(number)).collect();
        let passage = 0..LENGTH as u32;

        COMPARED.set(0);
        let oracle = slowly(&counted, passage.clone(), &starts, 8);
        let by_oracle = COMPARED.replace(0);
        assert_eq!(occurrences(&counted, passage, starts.iter().copied(), 8), oracle);
        assert_eq!(oracle, [4 * LENGTH as u32]);
        let linear = 2 * LENGTH + starts.len() + text.len();
        assert!(COMPARED.get() <= linear, "{} comparisons", COMPARED.get());
        assert!(50 * linear < by_oracle, "{by_oracle} comparisons are quadratic");
    }

    #[test]
    fn few_places_are_tried_in_vain() {
        let text = |others: usize| [vec![1, 2, 3], [1, 2, 4].repeat(others), vec![1, 2, 3]].concat();
        for (others, expected) in [(MAX_OTHERS - 1, 1), (MAX_OTHERS, 0)] {
            let text = text(others);
            let mut tried = 0;
            let starts = places(&text, 1).into_iter().inspect(|_| tried += 1);
            assert_eq!(occurrences(&text, 0..3, starts, 8).len(), expected, "{others} others");
            assert_eq!(tried, MAX_OTHERS + 1, "these and the passage itself");
        }
    }

    proptest! {
        #[test]
        fn a_passage_is_found_where_it_stands(
            text in prop::collection::vec(0_u32..3, 1..80),
            period in 1_usize..80,
            (begin, length, offset) in (0_usize..80, 1_usize..30, 0_usize..30),
            limit in 1_usize..9,
        ) {
            // Use the text as it is, or repeat its beginning except at the end.
            let mut text = text;
            for at in period..text.len().saturating_sub(3) {
                text[at] = text[at - period];
            }
            let begin = begin % text.len();
            let end = text.len().min(begin + length);
            let offset = offset % (end - begin);
            let starts: Vec<u32> = places(&text, text[begin + offset])
                .into_iter()
                .filter_map(|place| place.checked_sub(offset as u32))
                .collect();
            let passage = begin as u32..end as u32;
            let found = occurrences(&text, passage.clone(), starts.iter().copied(), limit);
            prop_assert_eq!(found, slowly(&text, passage, &starts, limit));
        }
    }
}
