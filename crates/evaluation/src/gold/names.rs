//! Finds the names that a program declares in each language, and how they may be used.

use std::collections::BTreeSet;

use tree_sitter::Node;

use super::dialect::has;
use super::source::{Source, above, below, children, field, field_of, named};

/// The names of a program: what it declares, and how they may be used.
#[derive(Debug, Default)]
pub(super) struct Names<'s> {
    /// Names that are used alone.
    pub(super) plain: BTreeSet<&'s str>,
    /// Names that are used as members of an object.
    pub(super) members: BTreeSet<&'s str>,
    /// Names of imported modules.
    modules: BTreeSet<&'s str>,
    /// Names that are never renamed, whatever else is known of them.
    pub(super) kept: BTreeSet<&'s str>,
}

/// Returns whether a name is used or declared as a member of an object.
pub(super) fn is_member(source: &Source, node: Node) -> bool {
    let Some(parent) = node.parent() else { return false };
    match source.dialect.name {
        "java" => {
            matches!(parent.kind(), "method_invocation" | "method_declaration")
                && field_of(node) == Some("name")
                || parent.kind() == "field_access" && field_of(node) == Some("field")
                || parent.kind() == "method_reference"
                    && field_of(node).is_none()
                    && parent.child(0) != Some(node)
        }
        "javascript" => node.kind().ends_with("property_identifier"),
        "c" => node.kind() == "field_identifier",
        "python" => {
            parent.kind() == "attribute" && field_of(node) == Some("attribute")
                || parent.kind() == "function_definition"
                    && field_of(node) == Some("name")
                    && is_in_class(parent)
        }
        _ => false,
    }
}

fn is_in_class(definition: Node) -> bool {
    above(definition)
        .find(|around| !matches!(around.kind(), "block" | "decorated_definition"))
        .is_some_and(|around| around.kind() == "class_definition")
}

/// Returns whether a name says for which parameter an argument is.
pub(super) fn is_argument_name(node: Node) -> bool {
    node.parent().is_some_and(|parent| parent.kind() == "keyword_argument") && field_of(node) == Some("name")
}

/// Returns whether a member belongs to a module or class that the program does not declare.
pub(super) fn of_library(source: &Source, names: &Names, member: Node) -> bool {
    let object = member.parent().and_then(|parent| field(parent, "object"));
    let Some(object) = object.filter(|object| object.kind() == "identifier") else { return false };
    let name = source.of(object);
    match source.dialect.name {
        "java" => name.starts_with(char::is_uppercase) && !names.plain.contains(name),
        "python" => names.modules.contains(name),
        _ => matches!(name, "console" | "process" | "Math" | "Number" | "String" | "Array" | "Object" | "fs"),
    }
}

/// Returns all names that a program declares.
pub(super) fn declared(source: &Source) -> Names<'_> {
    let mut names = Names::default();
    names.kept.extend(["main", "self", "cls", "_", "arguments", "undefined"]);
    for node in source.nodes() {
        collect(source, node, &mut names);
    }
    if source.dialect.name == "javascript" {
        javascript_keys(source, &mut names);
    }
    let Names { plain, members, kept, .. } = &mut names;
    kept.extend(plain.iter().chain(members.iter()).filter(|name| name.starts_with("__")));
    members.retain(|name| {
        let free = !has(source.dialect.library, name);
        if !free && source.dialect.name != "javascript" {
            // A field may be written with its object or without.
            plain.remove(name);
        }
        free
    });
    names
}

/// Records what a node declares.
fn collect<'s>(source: &'s Source, node: Node, names: &mut Names<'s>) {
    match source.dialect.name {
        "c" => c(source, node, names),
        "java" => java(source, node, names),
        "python" => python(source, node, names),
        _ => javascript(source, node, names),
    }
}

fn c<'s>(source: &'s Source, node: Node, names: &mut Names<'s>) {
    if node.kind() == "preproc_arg" {
        // For the grammar, the body of a macro is plain text.
        names.kept.extend(source.of(node).split(|c: char| !c.is_alphanumeric() && c != '_'));
    } else if source.is_name(node) && field_of(node).is_some_and(|field| has("declarator name label", field))
    {
        if node.kind() == "field_identifier" { &mut names.members } else { &mut names.plain }
            .insert(source.of(node));
        if source.of(node).starts_with('_') {
            names.kept.insert(source.of(node));
        }
    }
}

fn java<'s>(source: &'s Source, node: Node, names: &mut Names<'s>) {
    let Some(parent) = node.parent().filter(|_| source.is_name(node)) else { return };
    let name = source.of(node);
    match (parent.kind(), field_of(node)) {
        ("method_declaration", Some("name")) => {
            names.members.insert(name);
            let overrides = children(parent)
                .iter()
                .any(|child| child.kind() == "modifiers" && source.of(*child).contains("@Override"));
            if overrides {
                names.kept.insert(name);
            }
        }
        ("enum_constant", Some("name")) => {
            names.kept.insert(name);
        }
        ("variable_declarator", Some("name"))
            if parent.parent().is_some_and(|around| around.kind() == "field_declaration") =>
        {
            names.plain.insert(name);
            names.members.insert(name);
        }
        ("formal_parameter", Some("name"))
            if above(node).nth(2).is_some_and(|around| around.kind() == "record_declaration") =>
        {
            names.plain.insert(name);
            names.members.insert(name);
        }
        (
            "variable_declarator"
            | "formal_parameter"
            | "catch_formal_parameter"
            | "enhanced_for_statement"
            | "class_declaration"
            | "record_declaration"
            | "interface_declaration"
            | "enum_declaration"
            | "constructor_declaration"
            | "resource"
            | "instanceof_expression",
            Some("name"),
        )
        | ("inferred_parameters" | "type_parameter" | "type_pattern" | "record_pattern_component", _)
        | ("lambda_expression", Some("parameters")) => {
            names.plain.insert(name);
        }
        _ => {}
    }
}

fn python<'s>(source: &'s Source, node: Node, names: &mut Names<'s>) {
    match node.kind() {
        "import_statement" | "import_from_statement" => {
            names.modules.extend(identifiers(source, node));
            names.kept.extend(identifiers(source, node));
        }
        "keyword_argument" => names.kept.extend(field(node, "name").map(|name| source.of(name))),
        "string_content" => {
            names.kept.insert(source.of(node));
        }
        "call" if source.of(node).starts_with("getattr") => {
            names.kept.extend(
                source
                    .nodes()
                    .into_iter()
                    .filter(|node| is_member(source, *node))
                    .map(|node| source.of(node)),
            );
        }
        "function_definition" if is_in_class(node) => {
            names.members.extend(field(node, "name").map(|name| source.of(name)));
        }
        "function_definition" | "class_definition" | "named_expression" => {
            names.plain.extend(field(node, "name").map(|name| source.of(name)));
        }
        "parameters" | "lambda_parameters" => {
            for parameter in named(node) {
                let name = field(parameter, "name").unwrap_or(parameter);
                names.plain.extend(identifiers(source, name).into_iter().take(1));
            }
        }
        "assignment" | "for_statement" | "for_in_clause" => {
            let Some(left) = field(node, "left") else { return };
            let is_looked_up = |target: &Node| {
                above(*target)
                    .take_while(|around| {
                        left.byte_range().contains(&around.start_byte())
                            && around.end_byte() <= left.end_byte()
                    })
                    .any(|around| matches!(around.kind(), "subscript" | "call" | "attribute"))
            };
            let attributes = below(left).into_iter().filter(|target| target.kind() == "attribute");
            for target in attributes.filter(|target| !is_looked_up(target)) {
                names.members.extend(field(target, "attribute").map(|name| source.of(name)));
            }
            let set = source.targets(left);
            if node.parent().is_some_and(is_in_class) {
                names.members.extend(&set);
            }
            names.plain.extend(set);
        }
        "as_pattern_target" | "case_pattern" => names.plain.extend(identifiers(source, node)),
        _ => {}
    }
}

fn identifiers<'s>(source: &'s Source, node: Node) -> Vec<&'s str> {
    below(node).into_iter().filter(|node| source.is_name(*node)).map(|node| source.of(node)).collect()
}

fn javascript<'s>(source: &'s Source, node: Node, names: &mut Names<'s>) {
    if node.kind() == "string_fragment" {
        names.kept.insert(source.of(node));
    }
    if node.kind() == "subscript_expression" && field(node, "object").is_some_and(|o| source.of(o) == "this")
    {
        names.kept.extend(
            source.nodes().into_iter().filter(|node| is_member(source, *node)).map(|node| source.of(node)),
        );
    }
    let Some(parent) = node.parent().filter(|_| source.is_name(node)) else { return };
    let name = source.of(node);
    match (parent.kind(), field_of(node), node.kind()) {
        (_, _, "shorthand_property_identifier_pattern") => {
            names.plain.insert(name);
        }
        ("method_definition" | "field_definition", Some("name" | "property"), _)
            if above(parent).next().is_some_and(|around| around.kind() == "class_body") =>
        {
            names.members.insert(name);
        }
        ("member_expression", Some("property"), _) => {
            let left = field_of(parent) == Some("left");
            if left && field(parent, "object").is_some_and(|object| object.kind() == "this") {
                names.members.insert(name);
            }
        }
        (_, _, "property_identifier" | "shorthand_property_identifier" | "private_property_identifier") => {}
        (
            "variable_declarator" | "function_declaration" | "class_declaration" | "function_expression",
            Some("name"),
            _,
        )
        | ("arrow_function" | "catch_clause", Some("parameter"), _)
        | ("for_in_statement" | "assignment_pattern" | "object_assignment_pattern", Some("left"), _)
        | ("pair_pattern", Some("value"), _)
        | ("formal_parameters" | "array_pattern" | "rest_pattern", _, _) => {
            names.plain.insert(name);
        }
        _ => {}
    }
}

/// Handles keys of objects. They are names, too, unless the object is used as a table. The keys of a table are never
/// written after a dot.
fn javascript_keys<'s>(source: &'s Source, names: &mut Names<'s>) {
    let nodes = source.nodes();
    let reached: BTreeSet<&str> = nodes
        .iter()
        .filter(|node| {
            node.kind() == "shorthand_property_identifier_pattern"
                || node.parent().is_some_and(|parent| parent.kind() == "member_expression")
                    && field_of(**node) == Some("property")
        })
        .map(|node| source.of(*node))
        .collect();
    for object in nodes.iter().filter(|node| node.kind() == "object") {
        let keys: Vec<&str> = named(*object)
            .into_iter()
            .map(|pair| source.of(field(pair, "key").or(field(pair, "name")).unwrap_or(pair)))
            .collect();
        if keys.iter().all(|key| reached.contains(key)) {
            names.members.extend(keys);
        } else {
            names.members.retain(|name| !keys.contains(name));
            names.kept.extend(keys);
        }
    }
}

/// Returns the names that are declared in a part of a program and used alone.
pub(super) fn plain_names<'s>(source: &'s Source, part: Node) -> BTreeSet<&'s str> {
    let mut names = Names::default();
    for node in below(part) {
        collect(source, node, &mut names);
    }
    names.plain
}
