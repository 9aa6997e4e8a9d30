//! Disguise level 5: replaces `x += 1`, `x = x + 1` and `x++` by each other.

use tree_sitter::Node;

use super::rewrite::rewrite;
use super::source::{Source, below, children, field, field_of, named};
use crate::random::SplitMix64;

/// Writes updates of variables in another of the three ways.
pub(super) fn respell_updates(source: &Source, rng: &mut SplitMix64) -> Option<String> {
    if source.nodes().iter().any(|node| source.of(*node).ends_with('n') && node.kind() == "number") {
        return None; // JavaScript's big integers support only some of these forms.
    }
    rewrite(source, rng, &|r, node| {
        if !stands_alone(node) || !r.chance(80) {
            return None;
        }
        match node.kind() {
            "update_expression" => {
                let target = field(node, "argument").or_else(|| named(node).first().copied())?;
                let sign = if source.of(node).contains("++") { '+' } else { '-' };
                let target = repeatable(source, target)?;
                let short = source.dialect.name == "java" || r.chance(50);
                Some(if short {
                    format!("{target} {sign}= 1")
                } else {
                    format!("{target} = {target} {sign} 1")
                })
            }
            "augmented_assignment"
            | "augmented_assignment_expression"
            | "assignment_expression"
            | "assignment" => {
                let (left, right) = (field(node, "left")?, field(node, "right")?);
                let operator = children(node).into_iter().find(|child| !child.is_named())?;
                let target = repeatable(source, left)?;
                match source.of(operator).strip_suffix('=')? {
                    "" => shortened(source, target, right),
                    "-" | "+" | "*" if may_be_long_form(source, left, right) => {
                        let sign = &source.of(operator)[..1];
                        Some(format!("{target} = {target} {sign} ({})", source.of(right)))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    })
}

/// Returns whether the value of an expression is unused.
fn stands_alone(node: Node) -> bool {
    node.parent().is_some_and(|parent| match parent.kind() {
        "expression_statement" => true,
        "for_statement" => matches!(field_of(node), Some("update" | "increment")),
        _ => false,
    })
}

/// Returns the text of a target, if it may be evaluated twice.
fn repeatable<'s>(source: &'s Source, target: Node) -> Option<&'s str> {
    source.is_pure(target).then(|| source.of(target))
}

/// Returns the short form of `x = x + e`.
fn shortened(source: &Source, target: &str, right: Node) -> Option<String> {
    let (left, value) = (field(right, "left")?, field(right, "right")?);
    let operator = field(right, "operator")?;
    let sign = source.of(operator);
    let known = matches!(sign, "+" | "-" | "*") && source.of(left) == target;
    if !known || source.dialect.indented && !is_number(source, value) {
        return None;
    }
    Some(match source.of(value) {
        "1" if sign != "*" && !source.dialect.indented => format!("{target}{sign}{sign}"),
        value => format!("{target} {sign}= {value}"),
    })
}

/// Returns whether `x += e` and `x = x + (e)` are equivalent. In Java, types may forbid one of them; in Python, they
/// differ for lists.
fn may_be_long_form(source: &Source, left: Node, right: Node) -> bool {
    match source.dialect.name {
        "java" => {
            let of = |node: Node| {
                if node.kind() == "identifier" { declared_type(source, source.of(node)) } else { None }
            };
            match of(left) {
                Some("String" | "double") => true,
                Some(wanted @ ("int" | "long")) => {
                    below(right).into_iter().filter(Node::is_named).all(|part| {
                        matches!(
                            part.kind(),
                            "binary_expression" | "decimal_integer_literal" | "parenthesized_expression"
                        ) || matches!(of(part), Some(found) if found == wanted || found == "int")
                    })
                }
                _ => false,
            }
        }
        "python" => is_number(source, right),
        _ => true,
    }
}

/// Returns whether a Python value can only be a number or a string.
fn is_number(source: &Source, value: Node) -> bool {
    match value.kind() {
        "integer" | "float" | "string" => true,
        "binary_operator" => named(value).into_iter().any(|part| is_number(source, part)),
        "call" => field(value, "function")
            .is_some_and(|function| matches!(source.of(function), "len" | "int" | "ord" | "str" | "sum")),
        _ => false,
    }
}

/// Returns the declared type of a Java name, if all its declarations agree.
fn declared_type<'s>(source: &'s Source, name: &str) -> Option<&'s str> {
    let mut types = source
        .nodes()
        .into_iter()
        .filter(|node| {
            node.parent().is_some_and(|parent| field(parent, "name") == Some(*node))
                && source.of(*node) == name
        })
        .map(|node| {
            let parent = node.parent()?;
            let of = field(parent, "type").or_else(|| field(parent.parent()?, "type"))?;
            field(parent, "dimensions").is_none().then(|| source.of(of))
        });
    let first = types.next()??;
    types.all(|of| of == Some(first)).then_some(first)
}
