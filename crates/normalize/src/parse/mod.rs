//! The tree-sitter front end: it parses a text within budgets and reads the lexemes of the tree by an iterative walk.
//! Budgets are counted and never timed, so the same text always gives the same result.

mod guard;
mod node_kinds;

use std::borrow::Cow;

use tree_sitter::{Node, Tree};

use crate::parse::guard::ParseBudget;
use crate::parse::node_kinds::{NodeAction, NodeMeaning};
use crate::scan::{is_layout, scan};
use crate::statements::{ignore_documentation, logical_line_end};
use crate::tokens::{COMMENT, Lexeme, STRING_CODE, TokenCode, TokenTable};

pub(crate) use node_kinds::NodeKinds;

/// How far the tree is read. The tokens are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TreeDetail {
    /// Simple statements and expressions are scanned. On dense C programs, this raises the throughput from 0.74 to 0.82
    /// of parsing alone.
    Statements,
    /// The tree is read down to the leaves, which distinguish types from other names.
    Leaves,
}

/// Parses a text and reads its tree. Returns its lexemes, and the number of places that the parser could not explain and of
/// nodes that it had to invent.
///
/// # Errors
/// A note for the reader of the report: which part of the budget parsing would exceed.
pub(crate) fn read(
    table: &TokenTable,
    kinds: &NodeKinds,
    text: &str,
    detail: TreeDetail,
) -> Result<(Vec<Lexeme>, u32), String> {
    let parsed = with_line_feeds(text);
    let letters = kinds.grammar.ascii.then(|| ascii(&parsed));
    let tree = parse(kinds, letters.as_deref().unwrap_or(&parsed), budget(text.len()))?;
    let mut walk = Walk {
        kinds,
        detail,
        table,
        text,
        lexemes: Vec::with_capacity(text.len() / 5),
        covered: 0,
        begins_statement: false,
        documentable: (0, 0),
        next_brace: 0,
        directive_end: 0,
        errors: 0,
    };
    walk.tree(&tree);
    // Errors inside a string are not walked over: the mark that nothing closes is one.
    let errors = walk.errors.max(u32::from(tree.root_node().has_error()));
    Ok((walk.lexemes, errors))
}

/// Returns a text of the same length, with line feeds in place of carriage returns that end a line. Grammars do not know
/// these as line ends: a comment would go on to the end of the text.
fn with_line_feeds(text: &str) -> Cow<'_, str> {
    let is_alone = |at: usize| text.as_bytes().get(at + 1) != Some(&b'\n');
    if !text.bytes().enumerate().any(|(at, byte)| byte == b'\r' && is_alone(at)) {
        return Cow::Borrowed(text);
    }
    let feed = |(at, c): (usize, char)| if c == '\r' && is_alone(at) { '\n' } else { c };
    Cow::Owned(text.char_indices().map(feed).collect())
}

/// Returns a text of the same length, with letters and blanks in place of characters beyond ASCII.
fn ascii(text: &str) -> String {
    let mut ascii = String::with_capacity(text.len());
    for character in text.chars() {
        let highlighted = match character {
            _ if character.is_ascii() => character,
            _ if is_layout(character) => ' ',
            _ => 'x',
        };
        ascii.extend(std::iter::repeat_n(highlighted, character.len_utf8()));
    }
    ascii
}

struct Walk<'a> {
    kinds: &'a NodeKinds,
    detail: TreeDetail,
    table: &'a TokenTable,
    text: &'a str,
    lexemes: Vec<Lexeme>,
    /// Everything before this byte is in a lexeme or is layout.
    covered: usize,
    /// Whether the next token begins a statement.
    begins_statement: bool,
    /// Bytes of the last statement that is documentation if it is only a string.
    documentable: (usize, usize),
    /// The first brace at or after the last node that may be flat.
    next_brace: usize,
    /// End of the last directive's line.
    directive_end: usize,
    errors: u32,
}

impl Walk<'_> {
    /// Walks depth first with a cursor. It does not recurse, since the author decides how deep nodes are nested. It
    /// does not look up children by number, which would be quadratic.
    fn tree(&mut self, tree: &Tree) {
        let mut cursor = tree.walk();
        // Whether each of the nodes around this one holds statements.
        let mut blocks = Vec::new();
        'nodes: loop {
            let node = cursor.node();
            let mut action = self.kinds.action(node);
            if !action.begins_statement && node.is_named() {
                action.begins_statement = match self.kinds.field_opens(&cursor) {
                    Some(begins_statement) => {
                        begins_statement && self.text.as_bytes().get(node.start_byte()) != Some(&b'{')
                    }
                    None => {
                        blocks.last() == Some(&true)
                            && action.meaning != NodeMeaning::Lexeme(COMMENT)
                            && !action.never
                    }
                };
            }
            if self.node(node, action) && cursor.goto_first_child() {
                blocks.push(blocks.is_empty() || action.block);
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    break 'nodes;
                }
                blocks.pop();
            }
        }
        self.scan_up_to(self.text.len());
    }

    /// Reads a node. Returns whether its children must still be read.
    fn node(&mut self, node: Node, action: NodeAction) -> bool {
        // A grammar that gets letters may cut a character.
        let [start, end] = [node.start_byte(), node.end_byte()].map(|at| self.text.ceil_char_boundary(at));
        if start == end {
            self.errors += u32::from(node.is_missing() || node.is_error());
            return false;
        }
        if action.begins_statement {
            self.scan_up_to(start);
            self.open(start);
            if action.documentable {
                self.documentable = (start, end);
            }
        }
        if action.flat && self.is_flat(node) {
            let is_string = |only| self.kinds.action(only).meaning == NodeMeaning::Lexeme(STRING_CODE);
            let string =
                action.documentable && node.child_count() == 1 && node.child(0).is_some_and(is_string);
            self.flat(start, end, string);
            return false;
        }
        match action.meaning {
            NodeMeaning::Descend if node.child_count() > 0 => {
                self.errors += u32::from(node.is_error());
                return true;
            }
            NodeMeaning::Word(code) => {
                self.lexeme(start, end, self.table.word(&self.text[start..end]).unwrap_or(code));
            }
            NodeMeaning::Lexeme(STRING_CODE) if (start, end) == self.documentable => {
                self.lexeme(start, end, COMMENT);
                self.begins_statement = false;
            }
            NodeMeaning::Lexeme(code) => self.lexeme(start, end, code),
            NodeMeaning::Descend | NodeMeaning::Scan => {
                self.errors += u32::from(node.is_error());
                self.scan_up_to(start);
                self.scan_up_to(end);
            }
        }
        false
    }

    /// Marks that a statement may begin here. Excluded are empty statements, the declaration in `for (int i = 0; ...`,
    /// and everything in the line of a directive, where a comment misleads the grammar.
    fn open(&mut self, start: usize) {
        if start >= self.directive_end && self.text.as_bytes()[start] != b';' {
            let last_token = self.lexemes.iter().rev().find(|lexeme| lexeme.is_token());
            self.begins_statement |= last_token.is_none_or(|last| Some(last.code) != self.kinds.parenthesis);
            if !self.table.rules.directives.is_empty() && self.text.as_bytes()[start] == b'#' {
                self.directive_end = logical_line_end(self.text, start as u32) as usize;
            }
        }
    }

    fn is_flat(&mut self, node: Node) -> bool {
        if self.detail != TreeDetail::Statements || node.has_error() {
            return false;
        }
        // Searched once per brace, not once per node: nodes around a brace may be nested as deep as the text is long.
        let (start, end) = (node.start_byte(), node.end_byte());
        if self.next_brace < start {
            let brace = self.text.as_bytes()[start..].iter().position(|&byte| byte == b'{');
            self.next_brace = brace.map_or(self.text.len(), |n| start + n);
        }
        self.next_brace >= end
    }

    fn flat(&mut self, start: usize, end: usize, documentable: bool) {
        self.scan_up_to(start);
        let first = self.lexemes.len();
        self.scan_up_to(end);
        if documentable {
            ignore_documentation(&mut self.lexemes[first..]);
        }
    }

    fn lexeme(&mut self, start: usize, end: usize, code: TokenCode) {
        self.scan_up_to(start);
        self.covered = end;
        let lexeme = Lexeme::new(start, end, code);
        let begins_statement = lexeme.is_token() && std::mem::take(&mut self.begins_statement);
        self.lexemes.push(Lexeme { begins_statement, ..lexeme });
    }

    /// Scans what no leaf covers: skipped characters in errors, bodies of macros, line continuations.
    fn scan_up_to(&mut self, end: usize) {
        let gap = &self.text.as_bytes()[self.covered..end];
        if gap.iter().all(u8::is_ascii_whitespace) {
            self.covered = end;
            return;
        }
        let first = self.lexemes.len();
        scan(self.table, self.text, self.covered..end, &mut self.lexemes);
        self.covered = end;
        if let Some(token) = self.lexemes[first..].iter_mut().find(|lexeme| lexeme.is_token()) {
            token.begins_statement = std::mem::take(&mut self.begins_statement);
        }
    }
}

/// Work allowed per byte: with [`PARSE_COSTS`](crate::definition::PARSE_COSTS), at most 2 s of processor time per MiB.
/// Measured on 5,500 files of all 25 languages, programs of students and of libraries: the median is 116, 99 of 100
/// need less than 840, and the maximum is 1,220. Two SQL scripts with an error in every line needed more, and so did 3
/// of 420 C++ headers that were read as C.
const WORK_PER_BYTE: u64 = 1_400;
/// Bytes that a parser may hold per byte of text. Measured on the same files: the median is 24, the maximum 129.
const MEMORY_PER_BYTE: u64 = 192;
/// Bytes that a parser may hold for any text: 60 per byte of the largest text that is parsed.
const MAX_MEMORY_BYTES: u64 = 64 << 20;
/// Shorter texts get the budget of this size in bytes. A few errors in a few lines are not an attack.
const MIN_BUDGET_BYTES: u64 = 8192;

/// Returns the budget for parsing a text of this size.
pub(crate) fn budget(bytes: usize) -> ParseBudget {
    let size = MIN_BUDGET_BYTES.max(bytes as u64);
    ParseBudget { work: WORK_PER_BYTE * size, memory: (MEMORY_PER_BYTE * size).min(MAX_MEMORY_BYTES) }
}

/// Parses a text within a budget.
///
/// # Errors
/// A note for the reader of the report: which part of the budget was exceeded, or that the parser failed.
fn parse(kinds: &NodeKinds, text: &str, allowed: ParseBudget) -> Result<Tree, String> {
    let (tree, spent) = kinds.guarded.parse(text, kinds.grammar.costs, allowed);
    tree.ok_or_else(|| {
        if spent.memory > allowed.memory {
            format!(
                "too complex to parse within {} bytes of memory; tokenized without parsing",
                allowed.memory
            )
        } else if spent.work > allowed.work {
            format!("too complex to parse within {} units of work; tokenized without parsing", allowed.work)
        } else {
            "the parser gave up; tokenized without parsing".to_owned()
        }
    })
}

#[cfg(test)]
mod tests;
