//! The table of renames of a pair: which name one side has in place of which name of the other side, and how
//! consistently. A copier who renames replaces every `node` by the same `person`. Two authors who worked alone do not.

use std::cmp::Reverse;

use chaffinch_detect::{Match, SeededMap};
use chaffinch_normalize::{MarkKind, mark_kind};
use chaffinch_submission::Reading;

use crate::agreement::exact_parts;
use crate::distinctive::cut;
use crate::values::{MAX_RENAMES, NAME_QUOTED, Rename, Renames};

/// A name, the name on the other side, and the number of places that have both.
type Aligned<'a> = (&'a str, &'a str, u32);

/// Returns the names that differ where the matches are equal token by token, as seen from the left side or, if the pair
/// is `turned`, from the right side. Returns `None` if a text was not kept.
pub(crate) fn renames<'a>(
    matches: &[Match],
    left: &[Reading<'a>],
    right: &[Reading<'a>],
    turned: bool,
) -> Option<Renames<'a>> {
    // Counted by the hashes of the names, of which a pair has many more places than different ones.
    let mut places: SeededMap<(u32, u32), Aligned<'a>> = SeededMap::default();
    for found in matches {
        let (left, right) = (left[found.left.file as usize], right[found.right.file as usize]);
        if left.text.is_empty() || right.text.is_empty() {
            return None;
        }
        let (ours, theirs) = (&left.stream.texts, &right.stream.texts);
        for [here, there] in exact_parts(found) {
            let texts = ours.get(here.clone())?.iter().zip(theirs.get(there.clone())?);
            for ((at, opposite), (&our, &their)) in here.zip(there).zip(texts) {
                if mark_kind(left.stream.values[at]) == Some(MarkKind::Name) {
                    let names =
                        || (left.at(left.stream.spans[at]), right.at(right.stream.spans[opposite]), 0);
                    places.entry((our, their)).or_insert_with(names).2 += 1;
                }
            }
        }
    }
    let seen =
        |(left, right, count): Aligned<'a>| if turned { (right, left, count) } else { (left, right, count) };
    Some(table(places.into_values().map(seen).collect()))
}

/// Returns the table of one side.
fn table<'a>(mut aligned: Vec<Aligned<'a>>) -> Renames<'a> {
    // Of equally frequent names, the same name comes first: it claims nothing. Then the order of the alphabet decides.
    aligned.sort_unstable_by_key(|&(name, other, count)| (name, Reverse(count), name != other, other));
    let mut renamed: Vec<(&[Aligned<'a>], u32)> = aligned
        .chunk_by(|one, next| one.0 == next.0)
        .filter(|same| same[0].0 != same[0].1)
        .map(|same| (same, same.iter().map(|aligned| aligned.2).sum()))
        .collect();
    renamed.sort_by_key(|&(same, places)| (Reverse(places), same[0].0));
    let row = |&(same, places): &(&[Aligned<'a>], u32)| {
        let (name, other, consistent) = same[0];
        let [name, other] = [name, other].map(|name| cut(name.into(), NAME_QUOTED));
        Rename { name, other, places, consistent }
    };
    Renames { listed: renamed.iter().take(MAX_RENAMES).map(row).collect(), count: renamed.len() as u32 }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    fn row<'a>(name: &'a str, other: &'a str, places: u32, consistent: u32) -> Rename<'a> {
        Rename { name: name.into(), other: other.into(), places, consistent }
    }

    #[test]
    fn a_name_is_renamed_to_its_most_frequent_counterpart() {
        let aligned =
            vec![("node", "person", 41), ("node", "p", 2), ("i", "i", 7), ("i", "j", 6), ("a", "b", 9)];
        let table = table(aligned);
        assert_eq!(table.listed, [row("node", "person", 43, 41), row("a", "b", 9, 9)]);
        assert_eq!(table.count, 2);
    }

    #[test]
    fn a_long_table_says_how_many_names_it_has() {
        let names: Vec<String> = (0..130).map(|at| format!("name{at}")).collect();
        let table = table(names.iter().map(|name| (name.as_str(), "x", 1)).collect());
        assert_eq!((table.listed.len(), table.count), (MAX_RENAMES, 130));
    }

    proptest! {
        #[test]
        fn tables_are_those_of_a_slow_count(
            places in prop::collection::vec(("[ab]{1,2}", "[ab]{1,2}"), 0..60),
        ) {
            let mut counts: BTreeMap<(&str, &str), u32> = BTreeMap::new();
            for (name, other) in &places {
                *counts.entry((name, other)).or_default() += 1;
            }
            let table = table(counts.iter().map(|(&(name, other), &count)| (name, other, count)).collect());
            let mut names: Vec<&str> = places.iter().map(|(name, _)| name.as_str()).collect();
            names.sort_unstable();
            names.dedup();
            let mut expected = Vec::new();
            for name in names {
                let of_name: Vec<&str> =
                    places.iter().filter(|place| place.0 == name).map(|place| place.1.as_str()).collect();
                let count = |other: &str| of_name.iter().filter(|one| **one == other).count() as u32;
                let most = of_name.iter().map(|other| count(other)).max().unwrap();
                if count(name) < most {
                    let other = of_name.iter().filter(|other| count(other) == most).min().unwrap();
                    expected.push(row(name, other, of_name.len() as u32, most));
                }
            }
            expected.sort_by_key(|row| (Reverse(row.places), row.name.clone()));
            prop_assert_eq!(table.listed, expected);
        }
    }
}
