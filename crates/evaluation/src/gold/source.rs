//! A program with its syntax tree, and what transformations need to know about its nodes. Pure functions.

use std::ops::Range;

use tree_sitter::{Node, Parser, Tree};

use super::dialect::{Dialect, has};

/// A program without syntax errors.
pub(crate) struct Source {
    /// The text of the program.
    pub(crate) text: String,
    /// The language of the program.
    pub(crate) dialect: &'static Dialect,
    tree: Tree,
    /// The bytes that a transformation may change.
    focus: Range<usize>,
}

impl Source {
    /// Parses a text. Returns `None` if it has syntax errors.
    pub(crate) fn parse(text: String, dialect: &'static Dialect) -> Option<Self> {
        let mut parser = Parser::new();
        parser.set_language(&dialect.grammar.into()).ok()?;
        let tree = parser.parse(&text, None)?;
        (!tree.root_node().has_error()).then_some(Self { text, dialect, tree, focus: 0..usize::MAX })
    }

    /// Returns the same program, of which transformations may change only these bytes.
    pub(super) fn focused(&self, focus: Range<usize>) -> Self {
        Self { text: self.text.clone(), dialect: self.dialect, tree: self.tree.clone(), focus }
    }

    /// Returns whether a transformation may change these bytes.
    pub(super) fn may_change(&self, bytes: &Range<usize>) -> bool {
        self.focus.start <= bytes.start && bytes.end <= self.focus.end
    }

    pub(super) fn root(&self) -> Node<'_> {
        self.tree.root_node()
    }

    pub(super) fn of(&self, node: Node) -> &str {
        &self.text[node.byte_range()]
    }

    /// Returns all nodes in the order of the text. Parents come before their children.
    pub(super) fn nodes(&self) -> Vec<Node<'_>> {
        below(self.root())
    }

    /// Returns the blanks at the beginning of the node's line.
    pub(super) fn pad(&self, node: Node) -> &str {
        let line = &self.text[self.line_start(node)..];
        &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
    }

    fn line_start(&self, node: Node) -> usize {
        self.text[..node.start_byte()].rfind('\n').map_or(0, |at| at + 1)
    }

    /// Returns whether the node is the first on its line.
    pub(super) fn begins_line(&self, node: Node) -> bool {
        self.text[self.line_start(node)..node.start_byte()].trim().is_empty()
    }

    /// Returns one step of indentation.
    pub(super) fn unit(&self) -> &str {
        let line = self.text.lines().find(|line| {
            line.starts_with([' ', '\t']) && !line.trim().is_empty() && !line.trim().starts_with('*')
        });
        line.map_or("    ", |line| &line[..line.len() - line.trim_start().len()])
    }

    pub(super) fn is_block(&self, node: Node) -> bool {
        has(self.dialect.blocks, node.kind())
    }

    pub(super) fn is_function(&self, node: Node) -> bool {
        has(self.dialect.functions, node.kind())
    }

    /// Returns whether the node is a statement in a list of statements that are executed (those of a class are not).
    pub(super) fn is_statement(&self, node: Node) -> bool {
        // The kind is checked first, because finding the parent is slow.
        ["_statement", "declaration", "_definition"].iter().any(|ending| node.kind().ends_with(ending))
            && node.parent().is_some_and(|parent| {
                self.is_block(parent)
                    && parent.parent().is_none_or(|above| above.kind() != "class_definition")
            })
    }

    /// Returns the function around the node, not the node itself.
    pub(super) fn function_of<'t>(&self, node: Node<'t>) -> Option<Node<'t>> {
        above(node).find(|node| self.is_function(*node))
    }

    /// Returns whether evaluating the node has no effect, judging by its kind and the kinds of the nodes below it.
    pub(super) fn is_pure(&self, node: Node) -> bool {
        below(node).iter().all(|node| !has(self.dialect.effects, node.kind()))
    }

    /// Returns whether a name occurs in a node.
    pub(super) fn mentions(&self, node: Node, name: &str) -> bool {
        below(node).into_iter().any(|node| self.is_name(node) && self.of(node) == name)
    }

    pub(super) fn is_name(&self, node: Node) -> bool {
        has(self.dialect.names, node.kind())
    }

    /// Returns the names that a node may change: assigned, incremented, declared, or passed by address.
    pub(super) fn written(&self, node: Node) -> Vec<&str> {
        let mut names: Vec<&str> = below(node)
            .into_iter()
            .filter_map(|node| match node.kind() {
                "assignment_expression"
                | "augmented_assignment_expression"
                | "assignment"
                | "augmented_assignment"
                | "for_statement"
                | "for_in_statement"
                | "for_in_clause" => field(node, "left"),
                "update_expression" => field(node, "argument").or_else(|| named(node).first().copied()),
                "pointer_expression" => field(node, "argument").filter(|_| self.of(node).starts_with('&')),
                "init_declarator" => field(node, "declarator"),
                "variable_declarator" | "named_expression" | "enhanced_for_statement" => field(node, "name"),
                "as_pattern" | "delete_statement" => Some(node),
                _ => None,
            })
            .flat_map(|target| self.targets(target))
            .collect();
        names.extend(below(node).into_iter().filter(|node| node.kind() == "declaration").flat_map(|node| {
            fields(node, "declarator").into_iter().flat_map(|declarator| self.targets(declarator))
        }));
        names
    }

    /// Returns the names that an assignment to a target changes. What a subscript or a pointer refers to is stored
    /// elsewhere.
    pub(super) fn targets(&self, target: Node) -> Vec<&str> {
        match target.kind() {
            // An array inside a structure variable is part of the variable.
            "subscript_expression" if self.dialect.name == "c" => match field(target, "argument") {
                Some(inner) if inner.kind() == "field_expression" => self.targets(inner),
                _ => Vec::new(),
            },
            "subscript_expression"
            | "subscript"
            | "array_access"
            | "member_expression"
            | "attribute"
            | "field_access" => Vec::new(),
            "field_expression" if self.of(target).contains("->") => Vec::new(),
            "field_expression" => {
                field(target, "argument").map_or_else(Vec::new, |inner| self.targets(inner))
            }
            "init_declarator" | "array_declarator" => {
                field(target, "declarator").map_or_else(Vec::new, |inner| self.targets(inner))
            }
            _ if self.is_name(target) => vec![self.of(target)],
            _ => named(target).into_iter().flat_map(|inner| self.targets(inner)).collect(),
        }
    }
}

pub(super) fn is_comment(node: Node) -> bool {
    matches!(node.kind(), "comment" | "line_comment" | "block_comment")
}

pub(super) fn field<'t>(node: Node<'t>, name: &str) -> Option<Node<'t>> {
    node.child_by_field_name(name)
}

pub(super) fn fields<'t>(node: Node<'t>, name: &str) -> Vec<Node<'t>> {
    node.children_by_field_name(name, &mut node.walk()).collect()
}

/// Returns the field of its parent that a node is in.
pub(super) fn field_of(node: Node<'_>) -> Option<&'_ str> {
    let parent = node.parent()?;
    let mut cursor = parent.walk();
    cursor.goto_first_child();
    while cursor.node() != node {
        if !cursor.goto_next_sibling() {
            return None;
        }
    }
    cursor.field_name()
}

pub(super) fn children(node: Node<'_>) -> Vec<Node<'_>> {
    node.children(&mut node.walk()).collect()
}

/// Returns the named children without comments.
pub(super) fn named(node: Node<'_>) -> Vec<Node<'_>> {
    node.named_children(&mut node.walk()).filter(|child| !is_comment(*child)).collect()
}

/// Returns the nodes around a node, the nearest first.
pub(super) fn above(node: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    std::iter::successors(node.parent(), Node::parent)
}

/// Returns a node and everything in it. Parents come first.
pub(super) fn below(node: Node<'_>) -> Vec<Node<'_>> {
    let (mut found, mut open) = (Vec::new(), vec![node]);
    while let Some(node) = open.pop() {
        found.push(node);
        open.extend(children(node).into_iter().rev());
    }
    found
}

/// Returns the statement after this one in its block.
pub(super) fn next(node: Node<'_>) -> Option<Node<'_>> {
    std::iter::successors(node.next_named_sibling(), Node::next_named_sibling).find(|node| !is_comment(*node))
}

/// Returns whether a node has a jump of these kinds that leaves it, not only a loop or function inside it.
pub(super) fn leaves(source: &Source, node: Node, kinds: &str) -> bool {
    below(node).into_iter().any(|jump| {
        has(kinds, jump.kind())
            && !above(jump).take_while(|around| *around != node).any(|around| {
                source.is_function(around)
                    || (jump.kind() != "return_statement" && is_loop(around))
                    || (jump.kind() == "break_statement" && around.kind().contains("switch"))
            })
    })
}

pub(super) fn is_loop(node: Node) -> bool {
    node.is_named()
        && matches!(
            node.kind(),
            "for_statement"
                | "while_statement"
                | "do_statement"
                | "for_in_statement"
                | "enhanced_for_statement"
        )
}

/// Returns whether what follows a statement is never reached, judging by its last statement.
pub(super) fn jumps(source: &Source, node: Node) -> bool {
    match node.kind() {
        "return_statement" | "break_statement" | "continue_statement" | "throw_statement"
        | "raise_statement" => true,
        "if_statement" => {
            let branches: Vec<_> =
                field(node, "consequence").into_iter().chain(fields(node, "alternative")).collect();
            1 < branches.len() && branches.into_iter().all(|branch| jumps(source, branch))
        }
        "else_clause" | "elif_clause" => named(node).last().is_some_and(|body| jumps(source, *body)),
        _ if source.is_block(node) => named(node).last().is_some_and(|last| jumps(source, *last)),
        _ => false,
    }
}
