//! Positions of k-grams: ids by position, positions by id, and the merge of two such lists.

use std::cmp::Ordering;

/// Id of positions at which no k-gram begins, such as the last k - 1 of a file.
pub(crate) const NONE: u32 = u32::MAX;

/// One side of a comparison: ids by position and positions by id. Masked k-grams are already left out.
#[derive(Clone, Copy)]
pub(crate) struct Side<'a> {
    /// The id at each position; [`NONE`] if no unmasked k-gram begins there.
    pub(crate) ids: &'a [u32],
    /// (id, position), ascending.
    pub(crate) places: &'a [(u32, u32)],
}

/// Returns (id, position), ascending, of the positions at which a k-gram begins.
pub(crate) fn places(ids: &[u32]) -> Vec<(u32, u32)> {
    // Packed into one number each, which sorts faster.
    let places = ids.iter().zip(0..).filter(|(id, _)| **id != NONE);
    let mut places: Vec<u64> = places.map(|(&id, position)| u64::from(id) << 32 | position).collect();
    places.sort_unstable();
    places.into_iter().map(|place| ((place >> 32) as u32, place as u32)).collect()
}

/// Calls `each` with the places of every key that is in both sorted lists, in ascending order of keys.
pub(crate) fn shared<'a, Key: Ord + Copy>(
    mut left: &'a [(Key, u32)],
    mut right: &'a [(Key, u32)],
    mut each: impl FnMut(Key, &'a [(Key, u32)], &'a [(Key, u32)]),
) {
    while let (Some(l), Some(r)) = (left.first(), right.first()) {
        match l.0.cmp(&r.0) {
            Ordering::Less => left = &left[1..],
            Ordering::Greater => right = &right[1..],
            Ordering::Equal => {
                let in_left = left.iter().take_while(|place| place.0 == l.0).count();
                let in_right = right.iter().take_while(|place| place.0 == l.0).count();
                each(l.0, &left[..in_left], &right[..in_right]);
                (left, right) = (&left[in_left..], &right[in_right..]);
            }
        }
    }
}
