//! Inserts a statement of one program into another one, as a copier would who takes lines from anywhere. Pure functions.

use std::collections::BTreeMap;

use tree_sitter::Node;

use crate::gold::dead::random_place;
use crate::gold::names::{is_argument_name, is_member, plain_names};
use crate::gold::rewrite::{fresh, indented, words};
use crate::gold::source::{Source, below};
use crate::random::SplitMix64;

/// Largest statement that is taken, in bytes.
const MAX_BYTES: usize = 500;

/// Returns the host with a statement of the donor at a random place. Names that only the donor has become names of the
/// host, and variables that the statement sets become new ones where the language permits it. The result need not compile.
pub(super) fn graft(host: &Source, donor: &Source, rng: &mut SplitMix64) -> Option<String> {
    let place = random_place(host, rng)?;
    let statements: Vec<Node> = donor
        .nodes()
        .into_iter()
        .filter(|node| {
            donor.is_statement(*node) && donor.begins_line(*node) && donor.of(*node).len() <= MAX_BYTES
        })
        .collect();
    let statement = *statements.get(rng.below(statements.len().max(1) as u64) as usize)?;
    let renamed = renamed(host, place, donor, statement, rng);
    let pad = host.pad(place);
    let (before, after) = host.text.split_at(place.start_byte());
    Some(format!("{before}{}\n{pad}{after}", indented(&renamed, donor.pad(statement), pad)))
}

/// Returns the statement's text with names that fit the place.
fn renamed(host: &Source, place: Node, donor: &Source, statement: Node, rng: &mut SplitMix64) -> String {
    let mut taken = words(&host.text);
    let home = host.function_of(place).unwrap_or(host.root());
    let locals: Vec<&str> = plain_names(host, home).into_iter().collect();
    let declared = plain_names(donor, statement);
    let mut new: BTreeMap<&str, String> = BTreeMap::new();
    let (mut text, mut at) = (String::new(), statement.start_byte());
    for node in below(statement).into_iter().filter(|node| node.kind() == "identifier") {
        if is_member(donor, node) || is_argument_name(node) {
            continue;
        }
        let name = donor.of(node);
        let used = new.entry(name).or_insert_with(|| match (taken.contains(name), declared.contains(name)) {
            (true, true) => fresh(rng, &mut taken),
            (false, false) if !locals.is_empty() => {
                locals[rng.below(locals.len() as u64) as usize].to_owned()
            }
            _ => name.to_owned(),
        });
        text += &donor.text[at..node.start_byte()];
        text += used;
        at = node.end_byte();
    }
    text + &donor.text[at..statement.end_byte()]
}
