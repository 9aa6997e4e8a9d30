//! Disguise level 5: rewrites loops.

use std::collections::BTreeSet;

use tree_sitter::Node;

use super::rewrite::{Rewriting, rewrite};
use super::source::{Source, above, below, field, fields, is_loop, jumps, leaves, named};
use crate::random::SplitMix64;

/// Rewrites `for` as `while`; in Python, loops that count or that iterate over a list.
pub(super) fn for_to_while(source: &Source, rng: &mut SplitMix64) -> Option<String> {
    let chosen: BTreeSet<usize> = source
        .nodes()
        .into_iter()
        .filter(|node| node.kind() == "for_statement" && !is_labelled(*node) && rng.below(5) != 0)
        .filter(|node| source.dialect.indented || !captures(source, *node))
        .map(|node| node.id())
        .collect();
    rewrite(source, rng, &|r, node| match node.kind() {
        "for_statement" if !chosen.contains(&node.id()) => None,
        "for_statement" if source.dialect.indented => walked(r, node).or_else(|| counted(r, node)),
        "for_statement" => while_of_for(r, node),
        "continue_statement" if !source.dialect.indented => {
            let around = above(node).find(|around| is_loop(*around))?;
            let steps = steps(r, around).filter(|_| chosen.contains(&around.id()))?;
            Some(format!("{{ {steps} continue; }}"))
        }
        _ => None,
    })
}

fn is_labelled(node: Node) -> bool {
    node.parent().is_some_and(|parent| parent.kind() == "labeled_statement")
}

/// Returns whether a function in the loop may capture the loop variable, which is a separate one in each iteration.
fn captures(source: &Source, node: Node) -> bool {
    below(node).into_iter().any(|inner| source.is_function(inner))
}

/// Returns what a `for` does after each iteration, as statements.
fn steps(r: &Rewriting<'_>, node: Node) -> Option<String> {
    let updates: Vec<Node> = fields(node, "update").into_iter().chain(field(node, "increment")).collect();
    let each = |update: Node| format!("{};", r.of(update));
    (node.kind() == "for_statement").then(|| updates.into_iter().map(each).collect::<Vec<_>>().join(" "))
}

/// Returns the condition of a `for`, or one that is always true if it has none.
fn condition<'s>(source: &'s Source, node: Node) -> &'s str {
    fields(node, "condition")
        .into_iter()
        .find(|part| part.is_named() && part.kind() != "empty_statement")
        .map_or(source.dialect.always, |part| source.of(part))
}

fn while_of_for(r: &Rewriting<'_>, node: Node) -> Option<String> {
    let source = r.source;
    let body = field(node, "body")?;
    let (pad, unit) = (source.pad(node), source.unit());
    let inner = format!("{pad}{unit}{unit}");
    let starts: Vec<&str> = fields(node, "init")
        .into_iter()
        .chain(field(node, "initializer"))
        .map(|start| source.of(start).trim_end_matches(';'))
        .filter(|start| !start.is_empty())
        .collect();
    let start: Vec<String> = starts.iter().map(|start| format!("{start};\n{pad}{unit}")).collect();
    let start = start.concat();
    let test = condition(source, node);
    let steps = if jumps(source, body) { String::new() } else { format!("\n{inner}{}", steps(r, node)?) };
    let body = r.body(body, &inner)?;
    Some(format!("{{\n{pad}{unit}{start}while ({test}) {{\n{inner}{body}{steps}\n{pad}{unit}}}\n{pad}}}"))
}

/// Rewrites `for i in range(...)` as a `while` that counts.
fn counted(r: &Rewriting<'_>, node: Node) -> Option<String> {
    let source = r.source;
    let (left, right) = (field(node, "left")?, field(node, "right")?);
    let called = field(right, "function").is_some_and(|function| source.of(function) == "range");
    if !called
        || left.kind() != "identifier"
        || field(node, "alternative").is_some()
        || !source.begins_line(node)
    {
        return None;
    }
    let arguments: Vec<&str> =
        named(field(right, "arguments")?).into_iter().map(|node| source.of(node)).collect();
    let (from, to, step) = match arguments[..] {
        [to] => ("0", to, "1"),
        [from, to] => (from, to, "1"),
        [from, to, step] => (from, to, step),
        _ => return None,
    };
    let (sign, by) = match step.strip_prefix('-') {
        Some(by) => (">", by),
        None => ("<", step),
    };
    by.parse::<u32>().ok()?;
    let step = if sign == "<" { "+=" } else { "-=" };
    let (pad, inner) = (source.pad(node), format!("{}{}", source.pad(node), source.unit()));
    let block = field(node, "body")?;
    let body = r.body(block, &inner)?;
    let name = source.of(left);
    let counter = r.fresh();
    let (limit, end) = if to.parse::<u32>().is_ok() {
        (String::new(), to.to_owned())
    } else {
        let end = r.fresh();
        (format!("{end} = {to}\n{pad}"), end)
    };
    Some(if is_alone(source, node, block, name) {
        format!(
            "{limit}{name} = {from}\n{pad}while {name} {sign} {end}:\n{inner}{body}\n{inner}{name} {step} {by}"
        )
    } else {
        // After the loop, the variable has the value that a `for` would have left.
        format!(
            "{limit}{counter} = {from}\n{pad}while {counter} {sign} {end}:\n{inner}{name} = {counter}\n\
             {inner}{counter} {step} {by}\n{inner}{body}"
        )
    })
}

/// Returns whether a counting variable is used only by its loop, and every iteration runs to its end.
fn is_alone(source: &Source, node: Node, block: Node, name: &str) -> bool {
    let home = source.function_of(node).unwrap_or(source.root());
    let elsewhere = below(home).into_iter().any(|used| {
        source.is_name(used) && source.of(used) == name && !node.byte_range().contains(&used.start_byte())
    });
    !elsewhere
        && !captures(source, node)
        && !leaves(source, block, "continue_statement")
        && !jumps(source, block)
        && !source.written(block).contains(&name)
}

/// Rewrites `for x in list` as a `while` over positions.
fn walked(r: &Rewriting<'_>, node: Node) -> Option<String> {
    let source = r.source;
    let (left, right) = (field(node, "left")?, field(node, "right")?);
    let is_list = matches!(right.kind(), "identifier" | "attribute" | "subscript" | "list")
        || field(right, "function").is_some_and(|function| source.of(function) == "sorted");
    if !is_list || field(node, "alternative").is_some() || !source.begins_line(node) {
        return None;
    }
    let (pad, inner) = (source.pad(node), format!("{}{}", source.pad(node), source.unit()));
    let body = r.body(field(node, "body")?, &inner)?;
    let (list, place) = (r.fresh(), r.fresh());
    Some(format!(
        "{list} = list({})\n{pad}{place} = 0\n{pad}while {place} < len({list}):\n{inner}{} = {list}[{place}]\n\
         {inner}{place} += 1\n{inner}{body}",
        source.of(right),
        source.of(left)
    ))
}

/// Rewrites `while` as `for`. If the last statement of the body counts, it moves into the head.
pub(super) fn while_to_for(source: &Source, rng: &mut SplitMix64) -> Option<String> {
    rewrite(source, rng, &|r, node| {
        if node.kind() != "while_statement" || source.dialect.indented || !r.chance(60) {
            return None;
        }
        let (condition, body) = (field(node, "condition")?, field(node, "body")?);
        let test = source.of(condition).strip_prefix('(')?.strip_suffix(')')?;
        let last = named(body).last().copied().filter(|last| {
            let counts = named(*last).first().is_some_and(|inner| inner.kind() == "update_expression");
            source.is_block(body)
                && last.kind() == "expression_statement"
                && counts
                && !leaves(source, body, "continue_statement")
                && named(body).len() > 1
                && !declares(source, body, *last)
        });
        let whole = r.render(body);
        Some(match last {
            Some(last) => {
                let step = source.of(last);
                let body = whole.trim_end().strip_suffix('}')?.trim_end().strip_suffix(step)?.to_owned();
                format!(
                    "for (; {test}; {}) {}\n{}}}",
                    step.trim_end_matches(';'),
                    body.trim_end(),
                    source.pad(node)
                )
            }
            None => format!("for (; {test}; ) {whole}"),
        })
    })
}

/// Returns whether a block declares a variable that its last statement uses.
fn declares(source: &Source, block: Node, last: Node) -> bool {
    named(block).into_iter().any(|statement| {
        super::dialect::has(source.dialect.declarations, statement.kind())
            && below(statement)
                .into_iter()
                .any(|name| source.is_name(name) && source.mentions(last, source.of(name)))
    })
}

/// Rewrites `while (c) ...` as an endless loop with a `break`.
pub(super) fn break_loops(source: &Source, rng: &mut SplitMix64) -> Option<String> {
    rewrite(source, rng, &|r, node| {
        if node.kind() != "while_statement" || field(node, "alternative").is_some() || !r.chance(60) {
            return None;
        }
        let (condition, body) = (field(node, "condition")?, field(node, "body")?);
        let test = source.of(condition);
        if test.trim_matches(['(', ')']) == source.dialect.always {
            return None;
        }
        let (pad, unit) = (source.pad(node), source.unit());
        let inner = format!("{pad}{unit}");
        let always = source.dialect.always;
        if source.dialect.indented {
            let body = source.begins_line(node).then(|| r.body(body, &inner))??;
            return Some(format!(
                "while {always}:\n{inner}if not ({test}):\n{inner}{unit}break\n{inner}{body}"
            ));
        }
        let body = r.body(body, &inner)?;
        Some(format!(
            "while ({always}) {{\n{inner}if (!{test}) {{\n{inner}{unit}break;\n{inner}}}\n{inner}{body}\n{pad}}}"
        ))
    })
}
