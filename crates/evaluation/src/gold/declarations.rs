//! Disguise level 3: splits and joins declarations.

use tree_sitter::Node;

use super::dialect::has;
use super::order::independent;
use super::rewrite::{replaced, rewrite};
use super::source::{Source, below, field, fields, named, next};
use crate::random::SplitMix64;

/// Writes one declaration for each variable, with the value in a separate statement; in Python, one assignment for each
/// variable.
pub(super) fn split_declarations(source: &Source, rng: &mut SplitMix64) -> Option<String> {
    rewrite(source, rng, &|r, node| {
        let source = r.source;
        if !source.is_statement(node) || !source.begins_line(node) {
            return None;
        }
        if source.dialect.indented {
            return split_assignment(source, node);
        }
        let (head, declarators) = parts(source, node)?;
        let separate = |declarator: Node| {
            let name = field(declarator, "declarator").or(field(declarator, "name")).unwrap_or(declarator);
            let apart = field(declarator, "value").filter(|value| {
                may_be_set_later(head)
                    && name.kind() == "identifier"
                    && field(declarator, "dimensions").is_none()
                    && !matches!(value.kind(), "initializer_list" | "array_initializer")
                    && r.chance(60)
            });
            match apart {
                Some(value) => {
                    let name = r.of(name);
                    format!("{head} {name};\n{}{name} = {};", source.pad(node), r.render(value))
                }
                None => format!("{head} {};", r.inside(declarator)),
            }
        };
        let pad = format!("\n{}", source.pad(node));
        Some(declarators.into_iter().map(separate).collect::<Vec<_>>().join(&pad))
    })
}

fn may_be_set_later(head: &str) -> bool {
    !["const", "static", "var", "final", "auto"].iter().any(|word| has(head, word))
}

/// Returns the beginning of a declaration, and its declarators. Declarations of types that are defined in place are
/// left out.
fn parts<'s>(source: &'s Source, node: Node<'s>) -> Option<(&'s str, Vec<Node<'s>>)> {
    if !has(source.dialect.declarations, node.kind()) {
        return None;
    }
    let declarators = match source.dialect.name {
        "javascript" => named(node),
        _ => fields(node, "declarator"),
    };
    let in_place = below(node).into_iter().any(|part| {
        matches!(part.kind(), "field_declaration_list" | "enumerator_list" | "function_declarator")
    });
    let head = source.text[node.start_byte()..declarators.first()?.start_byte()].trim();
    (!in_place).then_some((head, declarators))
}

fn split_assignment(source: &Source, statement: Node) -> Option<String> {
    let assignment = named(statement).first().copied().filter(|node| node.kind() == "assignment")?;
    let (left, right) = (named(field(assignment, "left")?), named(field(assignment, "right")?));
    let tuple = field(assignment, "left")?.kind() == "pattern_list"
        && field(assignment, "right")?.kind() == "expression_list";
    let free = left.iter().enumerate().all(|(at, name)| {
        name.kind() == "identifier"
            && right.iter().skip(at + 1).all(|value| !source.mentions(*value, source.of(*name)))
    });
    (tuple && free && left.len() == right.len()).then(|| {
        let each = |(name, value): (&Node, &Node)| format!("{} = {}", source.of(*name), source.of(*value));
        let lines: Vec<String> = left.iter().zip(&right).map(each).collect();
        lines.join(&format!("\n{}", source.pad(statement)))
    })
}

/// Joins neighbouring declarations of one type; in Python, neighbouring assignments.
pub(super) fn join_declarations(source: &Source, rng: &mut SplitMix64) -> Option<String> {
    let mut edits = Vec::new();
    let mut reached = 0;
    for first in source.nodes().into_iter().filter(|node| source.is_statement(*node)) {
        let Some(second) = next(first).filter(|_| reached <= first.start_byte()) else { continue };
        if !source.text[first.end_byte()..second.start_byte()].trim().is_empty() {
            continue;
        }
        let joined = if source.dialect.indented {
            together(source, first, second)
        } else {
            joined(source, first, second)
        };
        if let Some(text) = joined.filter(|_| rng.below(4) != 0) {
            reached = second.end_byte();
            edits.push((first.start_byte()..second.end_byte(), text));
        }
    }
    replaced(source, edits)
}

fn joined(source: &Source, first: Node, second: Node) -> Option<String> {
    let ((head, left), (other, right)) = (parts(source, first)?, parts(source, second)?);
    let texts: Vec<&str> = left.into_iter().chain(right).map(|declarator| source.of(declarator)).collect();
    (head == other && head != "var").then(|| format!("{head} {};", texts.join(", ")))
}

fn together(source: &Source, first: Node, second: Node) -> Option<String> {
    let sides = |statement: Node| {
        let assignment = named(statement).first().copied().filter(|node| node.kind() == "assignment")?;
        let (left, right) = (field(assignment, "left")?, field(assignment, "right")?);
        let plain = left.kind() == "identifier"
            && matches!(
                right.kind(),
                "identifier" | "integer" | "string" | "list" | "dictionary" | "true" | "false"
            )
            && field(assignment, "type").is_none();
        plain.then(|| (source.of(left).to_owned(), source.of(right).to_owned()))
    };
    let ((a, x), (b, y)) = (sides(first)?, sides(second)?);
    (a != b && independent(source, first, second)).then(|| format!("{a}, {b} = {x}, {y}"))
}
