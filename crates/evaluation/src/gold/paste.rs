//! Disguises outside the levels: inserts parts of programs, or whole programs, into another one.

use std::collections::BTreeSet;

use tree_sitter::Node;

use super::dialect::has;
use super::rename::renamed_apart;
use super::rewrite::{fresh, words};
use super::source::{Source, above, below, children, field, is_comment, named};
use crate::random::SplitMix64;

/// Returns a program with half of the functions of another one, and what these need.
pub(super) fn partial_copy(host: &Source, donor: &Source, rng: &mut SplitMix64) -> Option<String> {
    let half = Source::parse(half(donor, rng)?, donor.dialect)?;
    paste(host, &half, rng)
}

/// Returns a program with a whole other program inside.
pub(super) fn padding(host: &Source, donor: &Source, rng: &mut SplitMix64) -> Option<String> {
    paste(host, donor, rng)
}

/// Returns a program with half of the functions of each of two others.
pub(super) fn collage(host: &Source, donors: [&Source; 2], rng: &mut SplitMix64) -> Option<String> {
    let once = Source::parse(partial_copy(host, donors[0], rng)?, host.dialect)?;
    partial_copy(&once, donors[1], rng)
}

/// Returns the functions that a copier may take or leave out.
fn functions(source: &Source) -> Vec<Node<'_>> {
    source
        .nodes()
        .into_iter()
        .filter(|node| {
            has(source.dialect.movable, node.kind())
                && name_of(source, *node).is_some_and(|name| {
                    !has("main constructor", name)
                        && !name.starts_with("__")
                        && !has(source.dialect.library, name)
                })
                && !source.of(*node).starts_with("@Override")
                && above(*node).all(|around| !source.is_function(around))
        })
        .collect()
}

fn name_of<'s>(source: &'s Source, function: Node) -> Option<&'s str> {
    let mut name = field(function, "name").or(field(function, "declarator"))?;
    while let Some(inner) = field(name, "declarator") {
        name = inner;
    }
    Some(source.of(name))
}

/// Returns the program without about half of its functions. Functions that the remaining ones call remain as well.
fn half(source: &Source, rng: &mut SplitMix64) -> Option<String> {
    let functions = functions(source);
    let mut order: Vec<usize> = (0..functions.len()).collect();
    for last in (1..order.len()).rev() {
        order.swap(last, rng.below(last as u64 + 1) as usize);
    }
    // Functions that are mentioned in tables remain.
    let is_in_one = |node: Node| {
        above(node).any(|around| {
            let is_main =
                has(source.dialect.movable, around.kind()) && name_of(source, around) == Some("main");
            is_main || functions.contains(&around)
        })
    };
    let outside: BTreeSet<&str> = source
        .nodes()
        .into_iter()
        .filter(|node| source.is_name(*node) && !is_in_one(*node))
        .map(|node| source.of(node))
        .collect();
    let in_table = |at: &usize| name_of(source, functions[*at]).is_some_and(|name| outside.contains(name));
    let mut kept: BTreeSet<usize> = match source.dialect.name {
        "c" | "java" => (0..functions.len()).filter(in_table).collect(),
        _ => BTreeSet::new(),
    };
    for first in order {
        let mut open = vec![first];
        while let Some(at) = open.pop().filter(|_| 2 * kept.len() < functions.len()) {
            if kept.insert(at) {
                open.extend((0..functions.len()).filter(|other| {
                    name_of(source, functions[*other])
                        .is_some_and(|name| source.mentions(functions[at], name))
                }));
            }
        }
    }
    // Functions that are called from the remaining ones may have been removed. They are added again.
    let mut open: Vec<usize> = kept.iter().copied().collect();
    while let Some(by) = open.pop() {
        for at in 0..functions.len() {
            let called =
                name_of(source, functions[at]).is_some_and(|name| source.mentions(functions[by], name));
            if called && kept.insert(at) {
                open.push(at);
            }
        }
    }
    if functions.len() < 2 || kept.len() == functions.len() && functions.len() > 3 {
        return None;
    }
    let dropped: Vec<Node> = source
        .nodes()
        .into_iter()
        .filter(|node| {
            let is_main = has(source.dialect.movable, node.kind()) && name_of(source, *node) == Some("main");
            let left =
                functions.iter().position(|function| function == node).is_some_and(|at| !kept.contains(&at));
            is_main || left || is_done_at_once(source, *node)
        })
        .collect();
    let (mut text, mut at) = (String::new(), 0);
    for node in
        dropped.into_iter().filter(|node| node.parent().is_none_or(|up| up.kind() != "decorated_definition"))
    {
        if at <= node.start_byte() {
            text += &source.text[at..node.start_byte()];
            if source.dialect.indented
                && source.function_of(node).is_none()
                && node.parent() != Some(source.root())
            {
                text += "pass"; // A class needs a body.
            }
            at = node.end_byte();
        }
    }
    Some(text + &source.text[at..])
}

/// Returns whether a statement of a script has an effect where it is written, and is not a declaration.
fn is_done_at_once(source: &Source, node: Node) -> bool {
    let scripted = matches!(source.dialect.name, "python" | "javascript");
    let is_declaration = node.kind().ends_with("_declaration")
        || node.kind().ends_with("_definition")
        || node.kind().contains("import");
    let required = source.of(node).contains("require(") && node.kind() == "lexical_declaration";
    scripted
        && node.is_named()
        && !is_comment(node)
        && node.parent().is_some_and(|parent| parent.parent().is_none())
        && !(is_declaration
            && (required
                || !matches!(node.kind(), "lexical_declaration" | "variable_declaration")
                || source.is_pure(node)))
        && !(node.kind() == "expression_statement" && source.is_pure(node))
}

/// Inserts one program, with other names, into another.
fn paste(host: &Source, donor: &Source, rng: &mut SplitMix64) -> Option<String> {
    let taken = words(&host.text);
    let text = renamed_apart(donor, rng, &taken)?;
    let guest = Source::parse(text, donor.dialect)?;
    match host.dialect.name {
        "c" => paste_c(host, &guest),
        "java" => Some(paste_java(host, &guest)),
        _ => paste_script(host, &guest, rng),
    }
}

fn paste_c(host: &Source, guest: &Source) -> Option<String> {
    // Names in the bodies of macros were not changed.
    let macros = |source: &Source| -> BTreeSet<String> {
        source
            .nodes()
            .into_iter()
            .filter(|node| node.kind().starts_with("preproc_"))
            .filter_map(|node| field(node, "name"))
            .map(|name| source.of(name).to_owned())
            .filter(|name| !name.starts_with('_'))
            .collect()
    };
    if !macros(host).is_disjoint(&macros(guest)) {
        return None;
    }
    let at = children(host.root())
        .into_iter()
        .rfind(|node| node.kind() == "preproc_include")
        .map_or(0, |node| node.end_byte());
    let (switches, rest): (Vec<&str>, Vec<&str>) =
        guest.text.split_inclusive('\n').partition(|line| line.starts_with("#define _"));
    let switches: String = switches.into_iter().filter(|line| !host.text.contains(line.trim())).collect();
    Some([&switches, &host.text[..at], "\n", &rest.concat(), "\n", &host.text[at..]].concat())
}

fn paste_java(host: &Source, guest: &Source) -> String {
    let (imports, rest): (Vec<&str>, Vec<&str>) =
        guest.text.split_inclusive('\n').partition(|line| line.starts_with("import "));
    let imports: String = imports.into_iter().filter(|line| !host.text.contains(line.trim())).collect();
    let rest: String = rest.into_iter().map(|line| line.strip_prefix("public ").unwrap_or(line)).collect();
    [&imports, &host.text, "\n", &rest].concat()
}

fn paste_script(host: &Source, guest: &Source, rng: &mut SplitMix64) -> Option<String> {
    let refused = guest.nodes().into_iter().any(|node| {
        matches!(node.kind(), "wildcard_import" | "future_import_statement" | "await_expression")
            || guest.dialect.name == "javascript" && node.kind() == "import_statement"
            || node.kind().contains("string") && guest.of(node).contains('\n')
    });
    if refused {
        return None;
    }
    let mut taken = words(&host.text);
    taken.extend(words(&guest.text));
    let name = fresh(rng, &mut taken);
    let body: Vec<String> = guest.text.lines().map(|line| format!("    {line}\n")).collect();
    let body = body.concat();
    let wrapped = if host.dialect.indented {
        format!("def {name}():\n{body}\n\n")
    } else {
        format!("function {name}() {{\n{body}}}\n\n")
    };
    let before = named(host.root()).into_iter().find(|node| {
        let head = node.kind().contains("import")
            || node.kind() == "expression_statement"
            || node.kind() == "hash_bang_line";
        !head && !is_comment(*node) && !below(*node).iter().any(|part| host.of(*part).starts_with("require("))
    })?;
    let (head, tail) = host.text.split_at(before.start_byte());
    Some([head, &wrapped, tail].concat())
}
