//! Disguise level 4: inserts code without effect: statements, functions, debug output.

use std::collections::BTreeMap;

use tree_sitter::Node;

use super::dialect::{Dialect, has};
use super::rewrite::{Rewriting, fresh, rewrite, rewrite_beside, words};
use super::source::{Source, children, field, is_comment, named};
use crate::random::SplitMix64;

/// Inserts dead statements every few lines: assignments to a variable that is never read, branches that are never
/// taken, and small loops with this variable.
pub(super) fn insert_dead_statements(source: &Source, rng: &mut SplitMix64) -> Option<String> {
    let mut taken = words(&source.text);
    let homes: BTreeMap<usize, (usize, String)> = source
        .nodes()
        .into_iter()
        .filter_map(|home| {
            let first = first_statement(source, home)?;
            Some((home.id(), (first.start_byte(), fresh(rng, &mut taken))))
        })
        .collect();
    rewrite_beside(source, rng, taken, &|r, node| {
        let source = r.source;
        if !may_follow(source, node) {
            return None;
        }
        let home = source.function_of(node).unwrap_or(source.root());
        let (first, name) = homes.get(&home.id())?;
        let statement = if node.start_byte() == *first {
            format!("{}{}", source.dialect.number, assign(source.dialect, name, &r.below(20).to_string()))
        } else if *first < node.start_byte() && r.chance(30) {
            dead(r, name, source.pad(node))
        } else {
            return None;
        };
        Some(format!("{statement}\n{}{}", source.pad(node), r.inside(node)))
    })
}

/// Inserts a variable that is never read and up to three statements about it before one statement.
pub(super) fn insert_dead_lines(source: &Source, rng: &mut SplitMix64) -> Option<String> {
    let place = random_place(source, rng)?;
    rewrite(source, rng, &|r, node| {
        if node.id() != place.id() {
            return None;
        }
        let (dialect, pad, name) = (source.dialect, source.pad(node), r.fresh());
        let mut lines =
            format!("{}{}\n{pad}", dialect.number, assign(dialect, &name, &r.below(20).to_string()));
        for _ in 0..=r.below(3) {
            lines += &dead(r, &name, pad);
            lines.push('\n');
            lines += pad;
        }
        Some(lines + source.of(node))
    })
}

/// Returns a statement before which another one may be inserted, if there is one.
pub(super) fn random_place<'t>(source: &'t Source, rng: &mut SplitMix64) -> Option<Node<'t>> {
    let places: Vec<Node> = source.nodes().into_iter().filter(|node| may_follow(source, *node)).collect();
    if places.is_empty() { None } else { Some(places[rng.below(places.len() as u64) as usize]) }
}

/// Returns whether a statement may be inserted before this one, on a line of its own.
fn may_follow(source: &Source, node: Node) -> bool {
    source.is_statement(node) && source.begins_line(node) && !node.kind().contains("case")
}

/// Returns the place for the first variable of a function or script.
fn first_statement<'t>(source: &Source, home: Node<'t>) -> Option<Node<'t>> {
    let block = if source.is_function(home) {
        children(home).into_iter().find(|child| source.is_block(*child))?
    } else {
        Some(home).filter(|home| home.parent().is_none() && source.is_block(*home))?
    };
    let goes_first = |node: &Node| {
        is_documentation(*node)
            || node.kind().contains("import")
            || node.kind() == "explicit_constructor_invocation"
            || node.kind() == "hash_bang_line"
    };
    named(block).into_iter().find(|node| !goes_first(node)).filter(|first| may_follow(source, *first))
}

/// Returns whether a statement is a string alone: documentation, or a directive.
fn is_documentation(node: Node) -> bool {
    node.kind() == "expression_statement" && named(node).first().is_some_and(|only| only.kind() == "string")
}

fn assign(dialect: &Dialect, name: &str, value: &str) -> String {
    format!("{name} = {value}{}", if dialect.indented { "" } else { ";" })
}

fn branch(source: &Source, pad: &str, head: &str, body: &str) -> String {
    let unit = source.unit();
    if source.dialect.indented {
        format!("{head}:\n{pad}{unit}{body}")
    } else {
        format!("{head} {{\n{pad}{unit}{body}\n{pad}}}")
    }
}

/// Returns an expression for a number made from the given names. It is never negative if they are not.
fn value(r: &Rewriting<'_>, names: &[&str]) -> String {
    let operand = || match r.below(names.len() + 1) {
        at if at < names.len() => names[at].to_owned(),
        _ => (r.below(60) + 1).to_string(),
    };
    let name = names[r.below(names.len())];
    let modulus = r.below(90) + 7;
    match r.below(5) {
        0 => format!("({name} + {}) % {modulus}", operand()),
        1 => format!("{} * ({name} % {modulus})", r.below(9) + 1),
        2 => format!("({name} * {} + {}) % {modulus}", r.below(9) + 1, operand()),
        3 => (r.below(400)).to_string(),
        _ => format!("{name} % {modulus} + {} % {}", operand(), r.below(30) + 2),
    }
}

/// Returns a statement that uses only `name`, which is never negative and stays small.
fn dead(r: &Rewriting<'_>, name: &str, pad: &str) -> String {
    let (source, dialect) = (r.source, r.source.dialect);
    let set = || assign(dialect, name, &value(r, &[name]));
    let condition = |text: String| if dialect.indented { text } else { format!("({text})") };
    match r.below(6) {
        0 | 1 => set(),
        2 => {
            let other = r.fresh();
            format!("{}{}", dialect.number, assign(dialect, &other, &value(r, &[name])))
        }
        3 => {
            let test = condition(format!("{name} > {}", 100_000 + r.below(90_000)));
            branch(source, pad, &format!("if {test}"), &set())
        }
        4 => {
            let test = condition(format!("{name} % {} == {}", r.below(8) + 2, r.below(2)));
            branch(source, pad, &format!("if {test}"), &set())
        }
        _ => {
            let counter = r.fresh();
            let turns = r.below(3) + 1;
            let body = assign(dialect, name, &value(r, &[name, &counter]));
            let head = if dialect.indented {
                format!("for {counter} in range({turns})")
            } else {
                format!("for ({}{counter} = 0; {counter} < {turns}; {counter}++)", dialect.number)
            };
            branch(source, pad, &head, &body)
        }
    }
}

/// Inserts one to three functions that are never called.
pub(super) fn insert_unused_functions(source: &Source, rng: &mut SplitMix64) -> Option<String> {
    let places = function_places(source);
    let wanted: Vec<usize> = (0..=rng.below(3))
        .filter(|_| !places.is_empty())
        .map(|_| places[rng.below(places.len() as u64) as usize])
        .collect();
    rewrite(source, rng, &|r, node| {
        if !wanted.contains(&node.start_byte()) || !is_function_place(source, node) {
            return None;
        }
        Some(format!("{}\n\n{}{}", unused_function(r, source.pad(node)), source.pad(node), r.inside(node)))
    })
}

fn is_function_place(source: &Source, node: Node) -> bool {
    let at_home = node.parent().is_some_and(|parent| match source.dialect.name {
        "java" => {
            parent.kind() == "class_body"
                && parent.parent().is_some_and(|class| class.kind() == "class_declaration")
        }
        _ => parent.parent().is_none(),
    });
    let is_head = node.kind().starts_with("preproc") || node.kind().contains("import") || is_comment(node);
    at_home
        && node.is_named()
        && !is_head
        && source.begins_line(node)
        && !matches!(
            node.kind(),
            "type_definition"
                | "struct_specifier"
                | "declaration"
                | "expression_statement"
                | "hash_bang_line"
        )
}

fn function_places(source: &Source) -> Vec<usize> {
    source
        .nodes()
        .into_iter()
        .filter(|node| is_function_place(source, *node))
        .map(|node| node.start_byte())
        .collect()
}

fn unused_function(r: &Rewriting<'_>, pad: &str) -> String {
    let (source, dialect) = (r.source, r.source.dialect);
    let inner = format!("{pad}{}", source.unit());
    let [name, left, right, sum] = [(); 4].map(|()| r.fresh());
    let head = match dialect.name {
        "c" => format!("static int {name}(int {left}, int {right}) {{"),
        "java" => format!("private static int {name}(int {left}, int {right}) {{"),
        "python" => format!("def {name}({left}, {right}):"),
        _ => format!("function {name}({left}, {right}) {{"),
    };
    let mut lines = vec![format!("{}{}", dialect.number, assign(dialect, &sum, &value(r, &[&left, &right])))];
    for _ in 0..r.below(4) + 2 {
        lines.push(dead(r, &sum, &inner));
    }
    let result = value(r, &[&sum, &left, &right]);
    let (mark, end) = if dialect.indented { ("", String::new()) } else { (";", format!("\n{pad}}}")) };
    lines.push(format!("return {result}{mark}"));
    format!("{head}\n{inner}{}{end}", lines.join(&format!("\n{inner}")))
}

/// Inserts output to the error stream: of what was just assigned, or of the progress of the program.
pub(super) fn insert_debug_prints(source: &Source, rng: &mut SplitMix64) -> Option<String> {
    if source.dialect.name == "c" && !source.text.contains("<stdio.h>") {
        return None;
    }
    let printed = rewrite(source, rng, &|r, node| {
        if !may_follow(source, node) || !r.chance(20) {
            return None;
        }
        let first = first_statement(source, source.function_of(node).unwrap_or(source.root()))?;
        if node.start_byte() < first.start_byte() {
            return None;
        }
        let text = ["got here", "step", "value now", "checking", "debug", "still fine"][r.below(6)];
        let number = r.below(100);
        let set = previous_target(source, node);
        let print = match (source.dialect.name, set) {
            ("c", _) => format!("fprintf(stderr, \"{text} %d\\n\", {number});"),
            ("java", Some(name)) => format!("System.err.println(\"{text} {number} \" + {name});"),
            ("java", None) => format!("System.err.println(\"{text} {number}\");"),
            ("python", Some(name)) => format!("print(\"{text}\", {number}, {name}, file=sys.stderr)"),
            ("python", None) => format!("print(\"{text}\", {number}, file=sys.stderr)"),
            (_, Some(name)) => format!("console.error(\"{text}\", {number}, {name});"),
            (_, None) => format!("console.error(\"{text} {number}\");"),
        };
        Some(format!("{print}\n{}{}", source.pad(node), r.inside(node)))
    })?;
    let imports = source.dialect.indented && !source.text.lines().any(|line| line.trim() == "import sys");
    let first = named(source.root()).into_iter().find(|node| !is_documentation(*node))?;
    if !imports || first.kind().starts_with("future") {
        return Some(printed).filter(|_| !imports);
    }
    // The text before the first statement consists of comments and documentation and is unchanged.
    let (head, rest) = printed.split_at(first.start_byte());
    Some(format!("{head}import sys\n{rest}"))
}

/// Returns the variable that the previous statement assigned.
fn previous_target<'s>(source: &'s Source, node: Node) -> Option<&'s str> {
    let previous = std::iter::successors(node.prev_named_sibling(), Node::prev_named_sibling)
        .find(|node| !is_comment(*node))?;
    let inner = match previous.kind() {
        "expression_statement" => *named(previous).first()?,
        kind if has(source.dialect.declarations, kind) => {
            named(previous).into_iter().rfind(|part| field(*part, "value").is_some())?
        }
        _ => return None,
    };
    let target = match inner.kind() {
        "assignment" | "assignment_expression" => field(inner, "left")?,
        "variable_declarator" => field(inner, "name")?,
        _ => return None,
    };
    (target.kind() == "identifier").then(|| source.of(target))
}
