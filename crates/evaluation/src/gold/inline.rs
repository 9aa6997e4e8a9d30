//! Disguise level 5: replaces calls of functions of one line by their content.

use std::collections::BTreeMap;

use tree_sitter::Node;

use super::dialect::has;
use super::names::{is_argument_name, is_member, plain_names};
use super::rewrite::{Rewriting, rewrite};
use super::source::{Source, above, below, field, named};
use crate::random::SplitMix64;

/// Replaces calls of functions that consist of a single `return`.
pub(super) fn inline_functions(source: &Source, rng: &mut SplitMix64) -> Option<String> {
    let mut simple: BTreeMap<&str, Option<(Vec<&str>, Node)>> = BTreeMap::new();
    for function in source.nodes() {
        let name = match (source.dialect.name, function.kind()) {
            ("c", "function_definition") => {
                field(function, "declarator").and_then(|declarator| field(declarator, "declarator"))
            }
            ("javascript", "arrow_function") => function.parent().and_then(|parent| field(parent, "name")),
            (_, kind) if has(source.dialect.movable, kind) => field(function, "name"),
            _ => None,
        };
        let Some(name) = name else { continue };
        // A name that two functions have is not inlined.
        let entry = if simple.contains_key(source.of(name)) { None } else { single(source, function) };
        simple.insert(source.of(name), entry);
    }
    rewrite(source, rng, &|r, node| {
        if !matches!(node.kind(), "call_expression" | "call" | "method_invocation")
            || field(node, "object").is_some()
        {
            return None;
        }
        let name = field(node, "function").or(field(node, "name"))?;
        let (parameters, value) = simple.get(source.of(name))?.as_ref()?;
        let arguments = named(field(node, "arguments")?);
        let plain = arguments
            .iter()
            .all(|argument| source.is_pure(*argument) && argument.kind() != "keyword_argument");
        let home = source.function_of(node)?;
        let locals = plain_names(source, home);
        let hidden = below(*value).into_iter().any(|part| {
            source.is_name(part) && locals.contains(source.of(part)) && !parameters.contains(&source.of(part))
        });
        let clear = plain
            && !hidden
            && arguments.len() == parameters.len()
            && !source.mentions(*value, source.of(name));
        clear.then(|| {
            let given: Vec<String> = arguments.iter().map(|argument| bracketed(source, *argument)).collect();
            format!("({})", substituted(r, *value, parameters, &given))
        })
    })
}

/// Returns the parameters and the value of a function that consists of one `return`.
fn single<'t>(source: &'t Source, function: Node<'t>) -> Option<(Vec<&'t str>, Node<'t>)> {
    let body = field(function, "body")?;
    let value = if source.is_block(body) {
        let &[statement] = &named(body)[..] else { return None };
        let &[value] = &named(statement)[..] else { return None };
        (statement.kind() == "return_statement").then_some(value)?
    } else {
        body
    };
    if value.kind() == "expression_list" || has("this super self", source.of(value)) {
        return None;
    }
    let typed = matches!(source.dialect.name, "c" | "java");
    let truth = has(source.dialect.operations, value.kind())
        && field(value, "operator")
            .is_some_and(|operator| has("== != < > <= >= && || === !==", source.of(operator)));
    let list = field(function, "parameters")
        .filter(|list| list.kind() != "lambda_parameters")
        .or_else(|| field(function, "declarator").and_then(|declarator| field(declarator, "parameters")))?;
    let mut parameters = Vec::new();
    for parameter in named(list) {
        let whole = typed && !truth;
        if whole && field(parameter, "type").is_none_or(|of| !matches!(source.of(of), "int" | "char")) {
            return None;
        }
        let mut name = field(parameter, "declarator").or(field(parameter, "name")).unwrap_or(parameter);
        if name.kind() == "pointer_declarator" {
            name = field(name, "declarator")?;
        }
        if name.kind() != "identifier" || field(parameter, "value").is_some() {
            return None;
        }
        parameters.push(source.of(name));
    }
    let fits = !typed || truth || field(function, "type").is_some_and(|of| source.of(of) == "int");
    let closed = below(value).iter().all(|part| {
        !source.is_function(*part)
            && !matches!(part.kind(), "this" | "super" | "template_string" | "shorthand_property_identifier")
    });
    (fits && closed && above(function).all(|around| !source.is_function(around)))
        .then_some((parameters, value))
}

fn bracketed(source: &Source, argument: Node) -> String {
    let text = source.of(argument);
    if has(source.dialect.operations, argument.kind()) || argument.kind().contains("unary") {
        return format!("({text})");
    }
    text.to_owned()
}

fn substituted(r: &Rewriting<'_>, value: Node, parameters: &[&str], given: &[String]) -> String {
    let source = r.source;
    let (mut text, mut at) = (String::new(), value.start_byte());
    for part in below(value).into_iter().filter(|part| source.is_name(*part) && part.kind() == "identifier") {
        let place = parameters.iter().position(|name| *name == source.of(part));
        if let Some(place) = place.filter(|_| !is_member(source, part) && !is_argument_name(part)) {
            text += &source.text[at..part.start_byte()];
            text += &given[place];
            at = part.end_byte();
        }
    }
    text + &source.text[at..value.end_byte()]
}
