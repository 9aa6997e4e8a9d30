//! Disguise level 5: turns branches into conditional expressions, and conditional expressions into branches.

use tree_sitter::Node;

use super::branches::otherwise;
use super::dialect::has;
use super::rewrite::{replaced, rewrite};
use super::source::{Source, field, fields, named, next};
use crate::random::SplitMix64;

/// Rewrites `x = c ? a : b` and `return c ? a : b` as branches.
pub(super) fn choice_to_branch(source: &Source, rng: &mut SplitMix64) -> Option<String> {
    rewrite(source, rng, &|r, node| {
        let assigned = named(node).first().copied().filter(|inner| {
            matches!(inner.kind(), "assignment_expression" | "assignment")
                && node.kind() == "expression_statement"
                && field(*inner, "operator").is_none_or(|operator| source.of(operator) == "=")
                && field(*inner, "type").is_none()
        });
        let (head, value) = match (node.kind(), assigned) {
            ("return_statement", _) => ("return ".to_owned(), *named(node).first()?),
            (_, Some(inner)) => (format!("{} = ", source.of(field(inner, "left")?)), field(inner, "right")?),
            _ => return None,
        };
        let value = if value.kind() == "parenthesized_expression" { *named(value).first()? } else { value };
        if value.kind() != source.dialect.choice || !r.chance(80) {
            return None;
        }
        let [first, second, third] = named(value)[..] else { return None };
        let (pad, unit) = (source.pad(node), source.unit());
        if source.dialect.indented {
            let (then, condition, otherwise) = (r.of(first), r.of(second), r.of(third));
            return source.begins_line(node).then(|| {
                format!("if {condition}:\n{pad}{unit}{head}{then}\n{pad}else:\n{pad}{unit}{head}{otherwise}")
            });
        }
        let (condition, then, otherwise) = (r.of(first), r.of(second), r.of(third));
        let branches = format!(
            "if ({condition}) {{\n{pad}{unit}{head}{then};\n{pad}}} else {{\n{pad}{unit}{head}{otherwise};\n{pad}}}"
        );
        Some(if source.is_statement(node) { branches } else { format!("{{ {branches} }}") })
    })
}

/// Joins branches that both return, both set the same variable, or both call the same function into one conditional
/// expression.
pub(super) fn branch_to_choice(source: &Source, rng: &mut SplitMix64) -> Option<String> {
    let mut edits = Vec::new();
    for node in source.nodes().into_iter().filter(|node| node.kind() == "if_statement") {
        if let Some((end, text)) = choice_of(source, node).filter(|_| rng.below(5) != 0) {
            edits.push((node.start_byte()..end, text));
        }
    }
    replaced(source, edits)
}

/// Returns the conditional expression that is equivalent to a branch, and the end of the code that it replaces.
fn choice_of(source: &Source, node: Node) -> Option<(usize, String)> {
    let then = only(source, field(node, "consequence")?)?;
    let (otherwise, end) = if let Some(body) = otherwise(node) {
        (only(source, body)?, node.end_byte())
    } else {
        let following = next(node).filter(|_| fields(node, "alternative").is_empty())?;
        let both = [then, following].iter().all(|statement| statement.kind() == "return_statement");
        (both.then_some(following)?, following.end_byte())
    };
    let ((head, left, tail), (other, right, _)) = (set(source, then)?, set(source, otherwise)?);
    if head != other {
        return None;
    }
    let condition = source.of(field(node, "condition")?);
    let (left, right) = (source.of(left), source.of(right));
    let choice = if source.dialect.indented {
        format!("{head}{left} if {condition} else {right}{tail}")
    } else {
        format!("{head}{condition} ? {left} : {right}{tail};")
    };
    Some((end, choice))
}

/// Returns the only statement of a body.
fn only<'t>(source: &Source, body: Node<'t>) -> Option<Node<'t>> {
    if !source.is_block(body) {
        return Some(body);
    }
    let &[statement] = &named(body)[..] else { return None };
    Some(statement)
}

/// Returns the value that a statement returns, assigns or passes to a function, with the text before and after it.
fn set<'t>(source: &Source, statement: Node<'t>) -> Option<(String, Node<'t>, &'static str)> {
    const NEITHER: &str = "assignment_expression expression_list lambda assignment null_literal comma_expression \
                           keyword_argument arrow_function list_splat spread_element generator_expression";
    let &[inner] = &named(statement)[..] else { return None };
    let simple = |value: Node| value.kind() != source.dialect.choice && !has(NEITHER, value.kind());
    match (statement.kind(), inner.kind()) {
        ("return_statement", _) => simple(inner).then(|| ("return ".to_owned(), inner, "")),
        ("expression_statement", "assignment_expression" | "assignment") => {
            let (left, right) = (field(inner, "left")?, field(inner, "right")?);
            let plain = field(inner, "operator").is_none_or(|operator| source.of(operator) == "=");
            (plain && simple(right) && field(inner, "type").is_none())
                .then(|| (format!("{} = ", source.of(left)), right, ""))
        }
        ("expression_statement", "call" | "call_expression" | "method_invocation") => {
            let arguments = field(inner, "arguments")?;
            let &[argument] = &named(arguments)[..] else { return None };
            let called = &source.text[inner.start_byte()..arguments.start_byte()];
            (simple(argument) && source.of(arguments).starts_with('('))
                .then(|| (format!("{called}("), argument, ")"))
        }
        _ => None,
    }
}
