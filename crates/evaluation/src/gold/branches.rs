//! Disguise level 5: rewrites branches.

use tree_sitter::Node;

use super::dialect::has;
use super::rewrite::{Rewriting, indented, rewrite};
use super::source::{Source, below, children, field, fields, is_comment, is_loop, jumps, named, next};
use crate::random::SplitMix64;

/// Rewrites `if (c) A else B` as `if (!c) B else A`.
pub(super) fn swap_branches(source: &Source, rng: &mut SplitMix64) -> Option<String> {
    rewrite(source, rng, &|r, node| {
        if node.kind() != "if_statement" || !r.chance(75) {
            return None;
        }
        let (then, otherwise) = (field(node, "consequence")?, otherwise(node)?);
        let condition = negated(r, field(node, "condition")?)?;
        let (pad, unit) = (source.pad(node), source.unit());
        let inner = format!("{pad}{unit}");
        let (then, otherwise) = (r.body(then, &inner)?, r.body(otherwise, &inner)?);
        Some(if source.dialect.indented {
            format!("if {condition}:\n{inner}{otherwise}\n{pad}else:\n{inner}{then}")
        } else {
            format!("if ({condition}) {{\n{inner}{otherwise}\n{pad}}} else {{\n{inner}{then}\n{pad}}}")
        })
    })
}

/// Returns the body of the `else`, if there is exactly one.
pub(super) fn otherwise(node: Node<'_>) -> Option<Node<'_>> {
    let &[alternative] = &fields(node, "alternative")[..] else { return None };
    match alternative.kind() {
        "else_clause" => field(alternative, "body").or_else(|| named(alternative).first().copied()),
        "elif_clause" => None,
        _ => Some(alternative),
    }
}

/// Returns the opposite of a condition, without brackets around it.
fn negated(r: &Rewriting<'_>, condition: Node) -> Option<String> {
    let inner =
        if condition.kind() == "parenthesized_expression" { *named(condition).first()? } else { condition };
    if below(inner).iter().any(|node| matches!(node.kind(), "instanceof_expression" | "named_expression")) {
        return None;
    }
    let text = r.inside(inner);
    let dialect = r.source.dialect;
    if dialect.indented {
        return Some(format!("not ({text})"));
    }
    if inner.kind() == "unary_expression" && text.starts_with('!') {
        return Some(text[1..].to_owned());
    }
    let operator = field(inner, "operator").filter(|_| inner.kind() == "binary_expression");
    let equality: Vec<&str> = dialect.equality.split(' ').collect();
    let opposite = operator
        .and_then(|operator| equality.iter().position(|known| *known == r.of(operator)))
        .map(|at| equality[at ^ 1]);
    match (opposite, field(inner, "left"), field(inner, "right")) {
        (Some(opposite), Some(left), Some(right)) => {
            Some(format!("{} {opposite} {}", r.render(left), r.render(right)))
        }
        _ => Some(format!("!({text})")),
    }
}

/// Rewrites `a < b` as `b > a`, if at most one side has effects.
pub(super) fn swap_operands(source: &Source, rng: &mut SplitMix64) -> Option<String> {
    const MIRRORED: [(&str, &str); 8] = [
        ("<", ">"),
        (">", "<"),
        ("<=", ">="),
        (">=", "<="),
        ("==", "=="),
        ("!=", "!="),
        ("===", "==="),
        ("!==", "!=="),
    ];
    rewrite(source, rng, &|r, node| {
        let compares = match source.dialect.name {
            "python" => node.kind() == "comparison_operator" && named(node).len() == 2,
            _ => node.kind() == "binary_expression",
        };
        if !compares || !r.chance(75) {
            return None;
        }
        let [left, operator, right] = children(node)[..] else { return None };
        let mirrored = MIRRORED.iter().find(|(known, _)| *known == source.of(operator))?.1;
        if !source.is_pure(left) && !source.is_pure(right) {
            return None;
        }
        let operand = |side: Node| match side.kind() {
            kind if has(source.dialect.operations, kind) => format!("({})", r.render(side)),
            _ => r.render(side),
        };
        Some(format!("{} {mirrored} {}", operand(right), operand(left)))
    })
}

/// Moves what follows a branch that leaves into an `else`.
pub(super) fn early_exit_to_else(source: &Source, rng: &mut SplitMix64) -> Option<String> {
    rewrite(source, rng, &|r, node| {
        if !source.is_block(node) || node.parent().is_none() || node.parent()?.kind() == "class_definition" {
            return None;
        }
        let leaving = named(node).into_iter().find(|statement| {
            statement.kind() == "if_statement"
                && fields(*statement, "alternative").is_empty()
                && field(*statement, "consequence").is_some_and(|then| jumps(source, then))
                && next(*statement).is_some()
                && source.begins_line(*statement)
        })?;
        let last = named(node).into_iter().next_back()?;
        let first = children(node)
            .into_iter()
            .find(|child| leaving.end_byte() <= child.start_byte() && child.is_named())?;
        let hoisted = |statement: &Node| {
            matches!(
                statement.kind(),
                "function_declaration" | "class_declaration" | "labeled_statement" | "function_definition"
            )
        };
        let moved = children(node).into_iter().filter(|child| first.start_byte() <= child.start_byte());
        if moved.clone().any(|child| hoisted(&child)) || splits_strings(source, first, last) || !r.chance(75)
        {
            return None;
        }
        let (pad, unit) = (source.pad(leaving), source.unit());
        let inner = format!("{pad}{unit}");
        let mut rest = String::new();
        let mut at = first.start_byte();
        for child in moved.filter(|child| child.end_byte() <= last.end_byte() || is_comment(*child)) {
            rest += &source.text[at..child.start_byte()];
            rest += &r.render(child);
            at = child.end_byte();
        }
        let rest = indented(&rest, pad, &inner);
        let mut head = String::new();
        let mut at = node.start_byte();
        for child in children(node).into_iter().filter(|child| child.end_byte() <= leaving.end_byte()) {
            head += &source.text[at..child.start_byte()];
            head += &r.render(child);
            at = child.end_byte();
        }
        if !source.dialect.indented && !head.ends_with(['}', ';']) {
            head.push(';');
        }
        Some(if source.dialect.indented {
            format!("{head}\n{pad}else:\n{inner}{rest}")
        } else {
            let outer = pad.strip_suffix(unit).unwrap_or(pad);
            format!("{head} else {{\n{inner}{rest}\n{pad}}}\n{outer}}}")
        })
    })
}

fn splits_strings(source: &Source, first: Node, last: Node) -> bool {
    source.nodes().into_iter().any(|node| {
        node.kind().contains("string")
            && first.start_byte() <= node.start_byte()
            && node.end_byte() <= last.end_byte()
            && source.of(node).contains('\n')
    })
}

/// Removes an `else` from around its body. If the branch before it does not leave the block, a jump is added that does.
pub(super) fn else_to_early_exit(source: &Source, rng: &mut SplitMix64) -> Option<String> {
    rewrite(source, rng, &|r, node| {
        if node.kind() != "if_statement" || !source.is_statement(node) || !source.begins_line(node) {
            return None;
        }
        let (then, otherwise) = (field(node, "consequence")?, otherwise(node)?);
        let declares = named(otherwise).iter().any(|inner| {
            has(source.dialect.declarations, inner.kind()) || inner.kind().ends_with("_declaration")
        });
        let exit = if jumps(source, then) { Some("") } else { exit_after(source, node) };
        let exit = exit.filter(|_| !declares && r.chance(75))?;
        let (pad, unit) = (source.pad(node), source.unit());
        let inner = format!("{pad}{unit}");
        let condition = r.inside(field(node, "condition")?);
        let (then, otherwise) = (r.body(then, &inner)?, r.body(otherwise, pad)?);
        let exit = if exit.is_empty() { String::new() } else { format!("\n{inner}{exit}") };
        Some(if source.dialect.indented {
            format!("if {condition}:\n{inner}{then}{exit}\n{pad}{otherwise}")
        } else {
            let mark = if then.ends_with([';', '}']) { "" } else { ";" };
            format!("if {condition} {{\n{inner}{then}{mark}{exit}\n{pad}}}\n{pad}{otherwise}")
        })
    })
}

/// Returns how to leave after the last statement of a loop body, or of a function without a result.
fn exit_after(source: &Source, statement: Node) -> Option<&'static str> {
    let block = statement.parent().filter(|_| next(statement).is_none())?;
    let around = block.parent()?;
    let mark = if source.dialect.indented { "" } else { ";" };
    let (again, back) = if mark.is_empty() { ("continue", "return") } else { ("continue;", "return;") };
    let gives_nothing = || match source.dialect.name {
        "c" | "java" => field(around, "type").is_some_and(|of| source.of(of) == "void"),
        _ => !matches!(around.kind(), "class_definition"),
    };
    if is_loop(around) && around.kind() != "do_statement" {
        Some(again)
    } else if has(source.dialect.movable, around.kind()) && gives_nothing() {
        Some(back)
    } else {
        None
    }
}
