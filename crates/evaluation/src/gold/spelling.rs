//! Disguise level 2: declares, quotes and prints the same in another way.

use tree_sitter::Node;

use super::dialect::has;
use super::rewrite::{Rewriting, rewrite};
use super::source::{Source, above, below, children, field, field_of, fields, named};
use crate::random::SplitMix64;

/// Uses other numeric types and other kinds of declaration: `long` for `int` where nothing depends on it (C), `var`
/// (Java), an added annotation (Python), `let` for `const` (JavaScript).
pub(super) fn respell_types(source: &Source, rng: &mut SplitMix64) -> Option<String> {
    rewrite(source, rng, &|r, node| {
        let source = r.source;
        match (source.dialect.name, node.kind()) {
            ("c", "declaration") if may_be_long(source, node) => {
                let of = field(node, "type")?;
                let rest = &source.text[of.end_byte()..node.end_byte()];
                r.chance(80).then(|| format!("long{rest}"))
            }
            ("java", "local_variable_declaration") if tells_its_type(source, node) => {
                let declarator = field(node, "declarator")?;
                r.chance(80).then(|| format!("var {};", r.render(declarator)))
            }
            ("python", "assignment") if is_number_of_its_own(source, node) => {
                let (left, right) = (field(node, "left")?, field(node, "right")?);
                r.chance(80).then(|| format!("{}: int = {}", r.of(left), r.of(right)))
            }
            ("javascript", "const") => Some("let".to_owned()),
            _ => None,
        }
    })
}

/// Returns whether local `int`s may become `long`: their addresses are not taken, and they are not passed to library
/// functions.
fn may_be_long(source: &Source, node: Node) -> bool {
    let Some(function) = source.function_of(node) else { return false };
    field(node, "type").is_some_and(|of| source.of(of) == "int" && of.start_byte() == node.start_byte())
        && fields(node, "declarator").into_iter().all(|declarator| {
            let name = field(declarator, "declarator").unwrap_or(declarator);
            name.kind() == "identifier"
                && below(function).into_iter().filter(|used| source.of(*used) == source.of(name)).all(
                    |used| {
                        above(used)
                            .take_while(|around| *around != function)
                            .all(|around| !matches!(around.kind(), "call_expression" | "pointer_expression"))
                    },
                )
        })
}

/// Returns whether the value of a Java declaration has exactly the declared type.
fn tells_its_type(source: &Source, node: Node) -> bool {
    let (Some(of), [declarator]) = (field(node, "type"), &fields(node, "declarator")[..]) else {
        return false;
    };
    let Some(value) = field(*declarator, "value") else { return false };
    of.start_byte() == node.start_byte()
        && field(*declarator, "dimensions").is_none()
        && match source.of(of) {
            "int" => value.kind() == "decimal_integer_literal",
            "String" => value.kind() == "string_literal",
            _ => value.kind() == "object_creation_expression" && !source.of(value).contains("<>"),
        }
}

/// Returns whether a Python assignment sets a variable to a number and no `global` or `nonlocal` names this variable.
fn is_number_of_its_own(source: &Source, node: Node) -> bool {
    let (Some(left), Some(right)) = (field(node, "left"), field(node, "right")) else { return false };
    left.kind() == "identifier"
        && node.parent().is_some_and(|statement| statement.kind() == "expression_statement")
        && right.kind() == "integer"
        && field(node, "type").is_none()
        && source.nodes().into_iter().all(|scope| {
            !matches!(scope.kind(), "global_statement" | "nonlocal_statement")
                || !source.mentions(scope, source.of(left))
        })
}

/// Uses other quotes (Python, JavaScript), or splits a string in two (C, Java).
pub(super) fn respell_strings(source: &Source, rng: &mut SplitMix64) -> Option<String> {
    rewrite(source, rng, &|r, node| match (r.source.dialect.name, node.kind()) {
        ("c" | "java", "string_literal") => {
            let preprocessed = above(node).any(|around| around.kind().starts_with("preproc_"));
            if preprocessed || !r.chance(70) { None } else { in_two(r, node) }
        }
        ("python" | "javascript", "string") => {
            let nested =
                above(node).any(|around| matches!(around.kind(), "interpolation" | "template_substitution"));
            if nested { None } else { other_quotes(r.of(node)) }
        }
        _ => None,
    })
}

fn in_two(r: &Rewriting<'_>, literal: Node) -> Option<String> {
    let text = r.of(literal);
    if text.starts_with("\"\"\"") {
        return None;
    }
    let piece = named(literal)
        .into_iter()
        .find(|piece| piece.kind() != "escape_sequence" && r.of(*piece).chars().count() > 1)?;
    let middle = r.of(piece).floor_char_boundary(r.of(piece).len() / 2).max(1);
    let (left, right) = text.split_at(piece.start_byte() - literal.start_byte() + middle);
    Some(match r.source.dialect.name {
        "c" => format!("{left}\" \"{right}"),
        _ => format!("({left}\" + \"{right})"),
    })
}

fn other_quotes(text: &str) -> Option<String> {
    let (old, new) = if text.ends_with('"') { ('"', '\'') } else { ('\'', '"') };
    let inside = text.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let plain = inside.len() > 2 && !inside[1..inside.len() - 1].contains(['"', '\'', '\\', '\n', '{']);
    plain.then(|| text.replace(old, &new.to_string()))
}

/// Prints words in capitals. This is the only transformation that changes what a program prints, and it changes only
/// the case of letters.
pub(super) fn reword_messages(source: &Source, rng: &mut SplitMix64) -> Option<String> {
    rewrite(source, rng, &|r, node| {
        matches!(node.kind(), "string_content" | "string_fragment")
            .then(|| is_printed(r.source, node).then(|| capitals(r.of(node))))?
    })
}

fn is_printed(source: &Source, piece: Node) -> bool {
    const SAYING: &str = "string_literal string template_string concatenated_string parenthesized_expression \
                          argument_list arguments binary_expression binary_operator";
    let mut around = above(piece).skip_while(|around| {
        has(SAYING, around.kind())
            && field(*around, "operator").is_none_or(|operator| matches!(source.of(operator), "+" | "%"))
    });
    let Some(call) = around.next() else { return false };
    let called = match (field(call, "function"), field(call, "object"), field(call, "name")) {
        (Some(function), ..) => source.of(function).to_owned(),
        (_, Some(object), Some(name)) => format!("{}.{}", source.of(object), source.of(name)),
        _ => return false,
    };
    has(source.dialect.printers, &called)
        && children(call).into_iter().any(|part| part.byte_range().contains(&piece.start_byte()))
        && field_of(piece) != Some("object")
}

/// Returns the text in capitals, except for format specifications after a per cent sign.
fn capitals(text: &str) -> String {
    let mut in_format = false;
    text.chars()
        .map(|c| {
            let old = in_format;
            in_format = match c {
                '%' | '\\' => !in_format,
                _ => in_format && (!c.is_ascii_alphabetic() || matches!(c, 'l' | 'h' | 'z')),
            };
            if old { c } else { c.to_ascii_uppercase() }
        })
        .collect()
}
