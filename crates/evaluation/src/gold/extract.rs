//! Disguise level 5: turns a block into a separate function.

use std::collections::{BTreeMap, BTreeSet};

use tree_sitter::Node;

use super::dialect::has;
use super::names::{is_argument_name, is_member, plain_names};
use super::rewrite::{indented, rewrite};
use super::source::{Source, above, below, children, field, fields, is_loop, leaves};
use crate::random::SplitMix64;

/// Moves a loop or a branch of a function into a helper function. The variables that it reads become arguments.
pub(super) fn extract_blocks(source: &Source, rng: &mut SplitMix64) -> Option<String> {
    let mut chosen: BTreeMap<usize, (usize, Vec<(String, String)>)> = BTreeMap::new();
    for function in source.nodes().into_iter().filter(|node| is_host(source, *node)) {
        let mut found: Vec<_> = below(function)
            .into_iter()
            .filter_map(|block| Some((block.id(), taken_along(source, function, block)?)))
            .collect();
        if !found.is_empty() {
            let one = rng.below(found.len() as u64) as usize;
            chosen.insert(function.id(), found.swap_remove(one));
        }
    }
    rewrite(source, rng, &|r, node| {
        let (block, parameters) = chosen.get(&node.id())?;
        let block = below(node).into_iter().find(|inner| inner.id() == *block)?;
        let name = r.fresh();
        let list =
            |at: fn(&(String, String)) -> &str| parameters.iter().map(at).collect::<Vec<_>>().join(", ");
        let (declared, given) = (list(|(_, text)| text.as_str()), list(|(name, _)| name.as_str()));
        let (pad, unit) = (source.pad(node), source.unit());
        let inner = format!("{pad}{unit}");
        let body = indented(source.of(block), source.pad(block), &inner);
        let head = match source.dialect.name {
            "c" if parameters.is_empty() => format!("static void {name}(void) {{"),
            "c" => format!("static void {name}({declared}) {{"),
            "java" => java_head(source, node, &name, &declared),
            "python" => format!("def {name}({given}):"),
            _ => format!("function {name}({given}) {{"),
        };
        let (mark, end) =
            if source.dialect.indented { ("", String::new()) } else { (";", format!("\n{pad}}}")) };
        let text = source.of(node);
        let (before, after) =
            (&text[..block.start_byte() - node.start_byte()], &text[block.end_byte() - node.start_byte()..]);
        Some(format!("{head}\n{inner}{body}{end}\n\n{pad}{before}{name}({given}){mark}{after}"))
    })
}

fn java_head(source: &Source, method: Node, name: &str, declared: &str) -> String {
    let part = |kind: &str| children(method).into_iter().find(|part| part.kind() == kind);
    let is_static = part("modifiers").is_some_and(|modifiers| has(source.of(modifiers), "static"));
    let throws = part("throws").map_or("", |throws| source.of(throws));
    format!("private {}void {name}({declared}) {throws} {{", if is_static { "static " } else { "" })
}

/// Returns whether a helper function may be inserted before this function.
fn is_host(source: &Source, node: Node) -> bool {
    let parent = node.parent().map_or("", |parent| parent.kind());
    match (source.dialect.name, node.kind()) {
        ("c", "function_definition") => parent == "translation_unit",
        ("java", "method_declaration") => {
            above(node).nth(1).is_some_and(|class| class.kind() == "class_declaration")
                && field(node, "type_parameters").is_none()
        }
        ("python", "function_definition") => parent == "module",
        ("javascript", "function_declaration") => parent == "program",
        _ => false,
    }
}

/// Returns the arguments that a block needs as a function, each with its declaration, or `None` if it cannot become a
/// function.
fn taken_along(source: &Source, function: Node, block: Node) -> Option<Vec<(String, String)>> {
    const BOUND: &str = "return_statement goto_statement labeled_statement yield await_expression this super \
                         sizeof_expression case_pattern await global_statement nonlocal_statement instanceof_expression";
    let fits = (is_loop(block) || block.kind() == "if_statement")
        && source.is_statement(block)
        && source.begins_line(block)
        && source.of(block).lines().count() > 2
        && source.function_of(block) == Some(function);
    let bound = || {
        below(block)
            .into_iter()
            .any(|node| has(BOUND, node.kind()) || source.dialect.indented && source.is_function(node))
    };
    // Jumps that end a loop inside the block do not matter.
    let leaving = || !is_loop(block) && leaves(source, block, "break_statement continue_statement");
    if !fits || bound() || leaving() || source.of(block).contains('`') || source.of(block).contains("\"\"\"")
    {
        return None;
    }
    let (locals, inner) = (plain_names(source, function), plain_names(source, block));
    let outside = |name: &str| {
        below(function).into_iter().any(|node| {
            source.is_name(node)
                && source.of(node) == name
                && !is_member(source, node)
                && !block.byte_range().contains(&node.start_byte())
        })
    };
    let own_name = field(function, "name").map(|name| source.of(name));
    let home = source.of(field(function, "declarator").unwrap_or(function));
    let written: BTreeSet<&str> = source.written(block).into_iter().collect();
    let mut arguments = Vec::new();
    for name in &locals {
        let used = below(block).into_iter().any(|node| {
            source.is_name(node)
                && source.of(node) == *name
                && !is_member(source, node)
                && !is_argument_name(node)
                && node.kind() != "field_identifier"
        });
        if !used || Some(*name) == own_name {
            continue;
        }
        if inner.contains(name) {
            // A variable that is declared in the block must not be used outside of it.
            if outside(name) {
                return None;
            }
        } else if written.contains(name)
            || source.dialect.name == "c" && home.starts_with(&format!("{name}("))
        {
            return None;
        } else {
            arguments.push(((*name).to_owned(), parameter(source, function, name)?));
        }
    }
    Some(arguments)
}

/// Types of the C library that are numbers.
const NUMBERS: &str = "size_t ssize_t bool int64_t uint64_t int32_t uint32_t uint8_t";

/// Returns the declaration of a local variable as a parameter.
fn parameter(source: &Source, function: Node, name: &str) -> Option<String> {
    if !matches!(source.dialect.name, "c" | "java") {
        return Some(name.to_owned());
    }
    let mut found = below(function).into_iter().filter(|node| {
        matches!(
            node.kind(),
            "parameter_declaration"
                | "declaration"
                | "formal_parameter"
                | "local_variable_declaration"
                | "enhanced_for_statement"
        ) && declares(source, *node, name)
    });
    let (declaration, None) = (found.next()?, found.next()) else { return None };
    let of = field(declaration, "type")?;
    if source.dialect.name == "java" {
        let dimensions =
            fields(declaration, "declarator").into_iter().any(|part| field(part, "dimensions").is_some())
                || field(declaration, "dimensions").is_some();
        return (source.of(of) != "var" && !dimensions).then(|| format!("{} {name}", source.of(of)));
    }
    let mut declarator =
        fields(declaration, "declarator").into_iter().find(|part| source.mentions(*part, name))?;
    if declarator.kind() == "init_declarator" {
        declarator = field(declarator, "declarator")?;
    }
    let by_value = declarator.kind() != "identifier"
        || matches!(of.kind(), "primitive_type" | "sized_type_specifier")
        || has(NUMBERS, source.of(of));
    let fixed = below(declarator)
        .into_iter()
        .filter(|part| part.kind() == "identifier")
        .all(|part| source.of(part) == name || source.of(part).to_uppercase() == source.of(part));
    let constant = source.of(declaration).starts_with("const ");
    (by_value && fixed).then(|| {
        format!("{}{} {}", if constant { "const " } else { "" }, source.of(of), source.of(declarator))
    })
}

fn declares(source: &Source, declaration: Node, name: &str) -> bool {
    let name_of = |mut declarator: Node| {
        while let Some(inner) = field(declarator, "declarator").or(field(declarator, "name")) {
            declarator = inner;
        }
        source.of(declarator) == name
    };
    field(declaration, "name").is_some_and(name_of)
        || fields(declaration, "declarator").into_iter().any(name_of)
}
