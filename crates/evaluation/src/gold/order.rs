//! Disguise level 3: changes the order of functions, of imports, and of neighbouring statements that do not depend on
//! each other.

use std::ops::Range;

use tree_sitter::Node;

use super::dialect::has;
use super::rewrite::replaced;
use super::source::{Source, below, children, field, is_comment, named, next};
use crate::random::SplitMix64;

/// Changes the order of functions, and adds prototypes if the language needs them.
pub(super) fn shuffle_functions(source: &Source, rng: &mut SplitMix64) -> Option<String> {
    let mut edits = Vec::new();
    for mut places in rows(source, |node| may_move(source, node), needs_rows(source)) {
        if source.dialect.name == "c" && places.len() > 1 {
            let first = places[0];
            let prototypes: String = places
                .iter()
                .filter_map(|function| {
                    let body = field(*function, "body")?;
                    let head = source.text[function.start_byte()..body.start_byte()].trim();
                    (!head.contains(" main(")).then(|| format!("{head};\n"))
                })
                .collect();
            edits.push((first.start_byte()..first.start_byte(), prototypes + "\n"));
        }
        permute(source, &mut places, rng, &mut edits);
    }
    replaced(source, edits)
}

/// Returns whether functions may change places only with functions directly beside them.
fn needs_rows(source: &Source) -> bool {
    matches!(source.dialect.name, "c" | "python")
}

fn may_move(source: &Source, node: Node) -> bool {
    // Default values of a Python function's parameters are evaluated where the function is defined.
    has(source.dialect.movable, node.kind())
        && field(node, "parameters").is_none_or(|parameters| {
            source.dialect.name != "python"
                || below(parameters).into_iter().all(|inner| {
                    field(inner, "value")
                        .is_none_or(|value| below(value).into_iter().all(|part| part.kind() != "identifier"))
                })
        })
}

/// Changes the order of imports.
pub(super) fn shuffle_imports(source: &Source, rng: &mut SplitMix64) -> Option<String> {
    let is_import =
        |node: Node| has(source.dialect.imports, node.kind()) && !source.of(node).contains("__future__");
    let mut edits = Vec::new();
    for mut places in rows(source, is_import, true) {
        permute(source, &mut places, rng, &mut edits);
    }
    replaced(source, edits)
}

/// Returns groups of nodes that may change places: children of one parent, if `adjacent` with nothing but comments
/// between them.
fn rows(source: &Source, wanted: impl Fn(Node) -> bool, adjacent: bool) -> Vec<Vec<Node<'_>>> {
    let mut rows = Vec::new();
    for parent in source.nodes() {
        let mut row = Vec::new();
        for child in children(parent).into_iter().filter(|child| !is_comment(*child)) {
            if wanted(child) {
                row.push(child);
            } else if adjacent {
                rows.push(std::mem::take(&mut row));
            }
        }
        rows.push(row);
    }
    rows.retain(|row| 1 < row.len());
    rows
}

fn permute(
    source: &Source,
    nodes: &mut [Node<'_>],
    rng: &mut SplitMix64,
    edits: &mut Vec<(Range<usize>, String)>,
) {
    let range = |node: &Node| node.start_byte()..node.start_byte() + source.of(*node).trim_end().len();
    let places: Vec<Range<usize>> = nodes.iter().map(range).collect();
    for last in (1..nodes.len()).rev() {
        nodes.swap(last, rng.below(last as u64 + 1) as usize);
    }
    edits.extend(
        places.into_iter().zip(nodes).map(|(place, node)| (place, source.text[range(node)].to_owned())),
    );
}

/// Swaps neighbouring statements if neither uses what the other sets.
pub(super) fn swap_statements(source: &Source, rng: &mut SplitMix64) -> Option<String> {
    let mut edits = Vec::new();
    let mut reached = 0;
    for first in source.nodes().into_iter().filter(|node| source.is_statement(*node)) {
        let Some(second) = next(first).filter(|_| reached <= first.start_byte()) else { continue };
        if is_plain(source, first)
            && is_plain(source, second)
            && independent(source, first, second)
            && rng.below(4) != 0
        {
            reached = second.end_byte();
            edits.push((first.byte_range(), source.of(second).to_owned()));
            edits.push((second.byte_range(), source.of(first).to_owned()));
        }
    }
    replaced(source, edits)
}

/// Returns whether a statement only assigns variables, and computing the values has no effect and cannot fail.
fn is_plain(source: &Source, node: Node) -> bool {
    let assigned = |node: Node| {
        matches!(node.kind(), "assignment_expression" | "assignment")
            && field(node, "left").is_some_and(|left| left.kind() == "identifier")
            && field(node, "right").is_some_and(|value| is_calm(source, value))
    };
    let is_assignment =
        node.kind() == "expression_statement" && matches!(&named(node)[..], [only] if assigned(*only));
    let is_declaration = has(source.dialect.declarations, node.kind())
        && named(node).into_iter().filter(|part| part.kind().contains("declarator")).all(|part| {
            matches!(part.kind(), "init_declarator" | "variable_declarator")
                && field(part, "declarator")
                    .or(field(part, "name"))
                    .is_some_and(|name| name.kind() == "identifier")
                && field(part, "value").is_none_or(|value| is_calm(source, value))
        });
    source.is_statement(node) && (is_assignment || is_declaration)
}

fn is_calm(source: &Source, value: Node) -> bool {
    const RESTLESS: &str = "subscript_expression subscript array_access pointer_expression field_expression \
                            field_access member_expression attribute / // %";
    source.is_pure(value) && below(value).iter().all(|node| !has(RESTLESS, node.kind()))
}

/// Returns whether neither of two statements uses what the other sets.
pub(super) fn independent(source: &Source, first: Node, second: Node) -> bool {
    let apart = |from: Node, to: Node| source.written(from).iter().all(|name| !source.mentions(to, name));
    apart(first, second) && apart(second, first)
}
