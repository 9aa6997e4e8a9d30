//! The in-memory inverted index: hashes become dense ids, which have positions and posting lists.

pub(crate) mod kgrams;
pub(crate) mod numbering;
pub(crate) mod postings;
pub(crate) mod seeded;
pub(crate) mod unmasked;

/// Returns the distinct items, ascending.
pub(crate) fn distinct<T: Ord>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.into_iter().collect();
    items.sort_unstable();
    items.dedup();
    items
}
