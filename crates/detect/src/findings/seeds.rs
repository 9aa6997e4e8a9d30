//! Groups of nearly equal submissions, with which the search for findings begins.
//!
//! Forms stay the same when a copy is renamed, reordered or padded with statements whose values nobody uses, so those of
//! a copy are nearly the same as those of its original. Of programs of 200 tokens by people who worked alone on one
//! task, one pair in a thousand has a resemblance of forms above 0.7.

use std::collections::BTreeMap;

use crate::Counts;
use crate::groups::Class;
use crate::groups::near_identical::near_equal;
use crate::index::numbering::Numbered;

/// Fewest people in a finding. Two are a pair.
pub(super) const MIN_MEMBERS: f64 = 3.0;

/// Returns groups of at least three submissions that take part, largest first: those whose forms have at least this
/// resemblance, and those that are nearly identical (`counts`).
pub(super) fn seeds(
    forms: &Numbered,
    counts: &[Counts],
    takes_part: &[bool],
    class: &Class,
    resemblance: f64,
) -> Vec<Vec<u32>> {
    let lists: Vec<&[u32]> = (forms.lists.iter().zip(takes_part))
        .map(|(list, &takes_part)| if takes_part { list.as_slice() } else { &[] })
        .collect();
    let sets = class.parties.sets();
    near_equal(&lists[..class.batch], forms.weights.len(), resemblance, &sets);
    for (index, counts) in (0..).zip(counts) {
        if let Counts::Group(group) = counts
            && takes_part[index as usize]
            && takes_part[*group as usize]
        {
            sets.join(*group, index);
        }
    }
    let mut of_root: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for (index, _) in (0..).zip(takes_part).filter(|(_, takes_part)| **takes_part) {
        of_root.entry(sets.root(index)).or_default().push(index);
    }
    let mut seeds: Vec<Vec<u32>> =
        of_root.into_values().filter(|seed| seed.len() as f64 >= MIN_MEMBERS).collect();
    seeds.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
    seeds
}
