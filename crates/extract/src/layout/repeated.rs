//! Recognises the attempts of one person by the numbers that browsers and drives add to names that are there already:
//! `Ann Lee.py`, `Ann Lee (1).py`.

use std::collections::{BTreeMap, BTreeSet};

use crate::input::tree::Node;
use crate::layout::names::{is_number, without_ending_if_any};

/// Returns the person and the attempt, from 1, of each name that has a number and of each to which a number was added. If
/// most names have numbers, many people may have chosen one name (`main.py`, `main (1).py`), and the result is empty.
pub(super) fn attempts<'a>(
    entries: &(impl Iterator<Item = (&'a str, &'a Node)> + Clone),
) -> BTreeMap<String, (String, u32)> {
    let stems = || entries.clone().map(|(name, node)| (name, without_ending_if_any(name, node)));
    let plain: BTreeSet<&str> = stems().map(|(_, stem)| stem).collect();
    let numbered: Vec<(&str, &str, u32)> = stems()
        .filter_map(|(name, stem)| numbered(stem).map(|(person, number)| (name, person, number)))
        .filter(|(_, person, _)| plain.contains(person))
        .collect();
    let people: BTreeSet<&str> = numbered.iter().map(|(_, person, _)| *person).collect();
    if numbered.len() >= plain.len() - numbered.len() {
        return BTreeMap::new();
    }
    let first = stems().filter(|(_, stem)| people.contains(stem)).map(|(name, stem)| (name, stem, 0));
    let attempt =
        |(name, person, number): (&str, &str, u32)| (name.to_owned(), (person.to_owned(), number + 1));
    numbered.iter().copied().chain(first).map(attempt).collect()
}

/// Returns the name before a number in parentheses, and the number.
fn numbered(stem: &str) -> Option<(&str, u32)> {
    let (person, number) = stem.strip_suffix(')')?.rsplit_once('(')?;
    let person = person.trim_end();
    (is_number(number) && number.len() < 3 && !person.is_empty()).then_some((person, number.parse().ok()?))
}
