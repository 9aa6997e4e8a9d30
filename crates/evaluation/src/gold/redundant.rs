//! Disguise level 4: adds redundant code: temporary variables for values that are used at once, brackets and braces
//! without effect.

use tree_sitter::Node;

use super::dialect::has;
use super::rewrite::{Rewriting, rewrite};
use super::source::{Source, above, below, children, field, field_of, named};
use crate::random::SplitMix64;

/// Stores values in variables before they are returned, tested or assigned.
pub(super) fn insert_temporaries(source: &Source, rng: &mut SplitMix64) -> Option<String> {
    rewrite(source, rng, &|r, node| match node.kind() {
        "return_statement" if r.chance(70) => returned(r, node),
        "if_statement" if r.chance(50) => tested(r, node),
        "expression_statement" if r.chance(30) => assigned(r, node),
        _ => None,
    })
}

fn returned(r: &Rewriting<'_>, statement: Node) -> Option<String> {
    let source = r.source;
    let &[value] = &named(statement)[..] else { return None };
    if value.child_count() == 0
        || matches!(
            value.kind(),
            "expression_list"
                | "comma_expression"
                | "sequence_expression"
                | "list_splat"
                | "object"
                | "arrow_function"
                | "lambda_expression"
        )
    {
        return None;
    }
    let declared = match source.dialect.name {
        "c" | "java" => format!("{} ", result_type(source, source.function_of(statement)?)?),
        "javascript" => "const ".to_owned(),
        _ => String::new(),
    };
    let name = r.fresh();
    with_before(r, statement, &format!("{declared}{name} = {}", r.inside(value)), &format!("return {name}"))
}

/// Returns the result type of a function as the declaration of a local variable needs it.
pub(super) fn result_type(source: &Source, function: Node) -> Option<String> {
    let of = field(function, "type")?;
    if source.dialect.name == "java" {
        return Some(source.of(of).to_owned())
            .filter(|of| of != "void" && field(function, "dimensions").is_none());
    }
    let mut declarator = field(function, "declarator")?;
    let head = source.text[function.start_byte()..declarator.start_byte()].split_whitespace();
    let mut result: Vec<&str> = head.filter(|word| !has("static inline extern", word)).collect();
    while declarator.kind() == "pointer_declarator" {
        result.push("*");
        declarator = field(declarator, "declarator")?;
    }
    Some(result.join(" "))
}

fn tested(r: &Rewriting<'_>, statement: Node) -> Option<String> {
    let source = r.source;
    let condition = field(statement, "condition")?;
    let inner =
        if condition.kind() == "parenthesized_expression" { *named(condition).first()? } else { condition };
    let is_truth = match inner.kind() {
        "unary_expression" => source.of(inner).starts_with('!'),
        "comparison_operator" | "boolean_operator" | "not_operator" => true,
        "binary_expression" => field(inner, "operator")
            .is_some_and(|operator| has("== != < > <= >= && || === !==", source.of(operator))),
        _ => false,
    };
    let patterns =
        below(inner).iter().any(|node| matches!(node.kind(), "instanceof_expression" | "named_expression"));
    if !is_truth || patterns || !source.is_statement(statement) || !source.begins_line(statement) {
        return None;
    }
    let name = r.fresh();
    let before = format!("{}{name} = {}", source.dialect.truth, r.inside(inner));
    let rest: String = rest_of(r, statement, condition);
    let head =
        if source.dialect.indented { format!("if {name}{rest}") } else { format!("if ({name}){rest}") };
    let end = if source.dialect.indented { "" } else { ";" };
    Some(format!("{before}{end}\n{}{head}", source.pad(statement)))
}

/// Returns the rest of a statement after a part of it, rewritten.
fn rest_of(r: &Rewriting<'_>, statement: Node, part: Node) -> String {
    let (mut text, mut at) = (String::new(), part.end_byte());
    for child in children(statement).into_iter().filter(|child| part.end_byte() <= child.start_byte()) {
        text += &r.source.text[at..child.start_byte()];
        text += &r.render(child);
        at = child.end_byte();
    }
    text
}

fn assigned(r: &Rewriting<'_>, statement: Node) -> Option<String> {
    let source = r.source;
    if !matches!(source.dialect.name, "python" | "javascript") {
        return None;
    }
    let assignment = *named(statement).first()?;
    let (left, right) = (field(assignment, "left")?, field(assignment, "right")?);
    let plain = matches!(assignment.kind(), "assignment" | "assignment_expression")
        && left.kind() == "identifier"
        && field(assignment, "type").is_none()
        && has(source.dialect.operations, right.kind());
    if !plain {
        return None;
    }
    let name = r.fresh();
    let declared = if source.dialect.indented { "" } else { "const " };
    let before = format!("{declared}{name} = {}", r.inside(right));
    with_before(r, statement, &before, &format!("{} = {name}", r.of(left)))
}

/// Returns two statements in place of one.
fn with_before(r: &Rewriting<'_>, statement: Node, before: &str, after: &str) -> Option<String> {
    let (source, pad) = (r.source, r.source.pad(statement));
    let in_list = source.is_statement(statement) && source.begins_line(statement);
    if source.dialect.indented {
        return in_list.then(|| format!("{before}\n{pad}{after}"));
    }
    Some(if in_list { format!("{before};\n{pad}{after};") } else { format!("{{ {before}; {after}; }}") })
}

/// Computes an operand or a call of one statement in a variable of its own, which is used once. The type that C needs is
/// guessed, so the result may be another program.
pub(super) fn hoist_operand(source: &Source, rng: &mut SplitMix64) -> Option<String> {
    let simple = |node: &Node| {
        let kind = node.kind();
        (matches!(kind, "expression_statement" | "return_statement")
            || has(source.dialect.declarations, kind))
            && source.is_statement(*node)
            && source.begins_line(*node)
    };
    let places: Vec<(Node, Node)> = source
        .nodes()
        .into_iter()
        .filter(simple)
        .flat_map(|statement| below(statement).into_iter().map(move |part| (statement, part)))
        .filter(|(statement, part)| is_first_computed(source, *statement, *part))
        .collect();
    let &(statement, part) = places.get(rng.below(places.len().max(1) as u64) as usize)?;
    rewrite(source, rng, &|r, node| {
        if node.id() != statement.id() {
            return None;
        }
        let declared = match source.dialect.name {
            "c" => ["int ", "int ", "int ", "long ", "double ", "char *"][r.below(6)],
            "java" => "var ",
            "javascript" => "const ",
            _ => "",
        };
        let (name, end) = (r.fresh(), if source.dialect.indented { "" } else { ";" });
        let before = &source.text[statement.start_byte()..part.start_byte()];
        let after = &source.text[part.end_byte()..statement.end_byte()];
        let pad = source.pad(statement);
        Some(format!("{declared}{name} = {}{end}\n{pad}{before}{name}{after}", source.of(part)))
    })
}

/// Returns whether a part of a statement is an operation, a call or an element that is always computed, and nothing that
/// is computed before it has an effect.
fn is_first_computed(source: &Source, statement: Node, part: Node) -> bool {
    const VALUES: &str = "call call_expression method_invocation subscript subscript_expression array_access";
    const SOMETIMES: &str = "&& || ?? and or if ?";
    let is_value = has(VALUES, part.kind()) || has(source.dialect.operations, part.kind());
    let mut around = above(part).take_while(|around| *around != statement);
    let always = |around: Node| {
        !source.is_function(around)
            && !source.is_block(around)
            && !around.kind().contains("comprehension")
            && around.kind() != "generator_expression"
            && children(around).iter().all(|child| !has(SOMETIMES, child.kind()))
    };
    let assigned =
        std::iter::once(part).chain(above(part)).take_while(|node| *node != statement).any(|node| {
            field_of(node) == Some("left") && node.parent().is_some_and(|up| up.kind().contains("assignment"))
        });
    let earlier =
        |node: &Node| node.end_byte() <= part.start_byte() && has(source.dialect.effects, node.kind());
    is_value
        && named(statement).first() != Some(&part)
        && around.all(always)
        && !assigned
        && !below(statement).iter().any(earlier)
}

/// Adds brackets around operations and braces around single statements.
pub(super) fn insert_brackets(source: &Source, rng: &mut SplitMix64) -> Option<String> {
    rewrite(source, rng, &|r, node| {
        let parent = node.parent()?;
        if has(source.dialect.operations, node.kind()) {
            let preprocessed = above(node).any(|around| around.kind().starts_with("preproc_"));
            let free = !matches!(parent.kind(), "parenthesized_expression" | "expression_statement");
            return (free && !preprocessed && r.chance(35)).then(|| format!("({})", r.inside(node)));
        }
        let braces = !source.dialect.indented
            && node.is_named()
            && (is_lone_body(source, node) && r.chance(70)
                || node.kind() == "expression_statement"
                    && source.is_statement(node)
                    && !is_directive(source, node)
                    && r.chance(8));
        braces.then(|| format!("{{ {} }}", r.inside(node)))
    })
}

fn is_directive(source: &Source, node: Node) -> bool {
    source.of(node).starts_with(['"', '\''])
}

/// Returns whether a statement without braces is the whole body of a loop or branch.
fn is_lone_body(source: &Source, node: Node) -> bool {
    let Some(parent) = node.parent() else { return false };
    let is_part = match parent.kind() {
        "else_clause" => true,
        "if_statement" => matches!(field_of(node), Some("consequence" | "alternative")),
        "for_statement" | "while_statement" | "enhanced_for_statement" | "for_in_statement" => {
            field_of(node) == Some("body")
        }
        _ => false,
    };
    is_part && !source.is_block(node) && node.kind() != "else_clause" && !super::source::is_comment(node)
}
