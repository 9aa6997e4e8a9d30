//! Disguise level 2: changes names. Every name that a program declares gets another name everywhere. Names of the
//! library stay.

use std::collections::{BTreeMap, BTreeSet};

use super::names::{declared, is_argument_name, is_member, of_library};
use super::rewrite::{fresh, words};
use super::source::Source;
use crate::random::SplitMix64;

/// Renames everything that the program declares.
pub(super) fn rename(source: &Source, rng: &mut SplitMix64) -> Option<String> {
    renamed_apart(source, rng, &BTreeSet::new())
}

/// Renames everything to names that `other` does not contain. `main` is renamed as well if `other` is not empty.
pub(super) fn renamed_apart(
    source: &Source,
    rng: &mut SplitMix64,
    other: &BTreeSet<String>,
) -> Option<String> {
    let mut names = declared(source);
    if !other.is_empty() && names.plain.contains("main") {
        names.kept.remove("main");
    }
    let mut taken = words(&source.text);
    taken.extend(other.iter().cloned());
    let all: BTreeSet<&str> =
        names.plain.union(&names.members).copied().filter(|name| !names.kept.contains(name)).collect();
    let new: BTreeMap<&str, String> =
        all.into_iter().map(|name| (name, like(name, fresh(rng, &mut taken)))).collect();
    let (mut text, mut at) = (String::new(), 0);
    for node in source.nodes().into_iter().filter(|node| source.is_name(*node)) {
        let name = source.of(node);
        let as_plain = new.get(name).filter(|_| names.plain.contains(name));
        let as_member =
            new.get(name).filter(|_| names.members.contains(name) && !of_library(source, &names, node));
        let replaced = match node.kind() {
            "shorthand_property_identifier" | "shorthand_property_identifier_pattern" => {
                let member = as_member.map_or(name, String::as_str);
                as_plain.or(as_member).map(|_| format!("{member}: {}", as_plain.map_or(name, String::as_str)))
            }
            _ if is_argument_name(node) => None,
            _ if is_member(source, node) => as_member.cloned(),
            _ => as_plain.cloned(),
        };
        if let Some(replaced) = replaced {
            text += &source.text[at..node.start_byte()];
            text += &replaced;
            at = node.end_byte();
        }
    }
    text += &source.text[at..];
    (text != source.text).then_some(text)
}

/// Returns a new name in the style of the old one.
fn like(old: &str, new: String) -> String {
    if old.starts_with(char::is_uppercase) {
        if old.len() > 1 && old.to_uppercase() == old {
            return new.to_uppercase();
        }
        return new[..1].to_uppercase() + &new[1..];
    }
    if old.starts_with('#') { format!("#{new}") } else { new }
}
