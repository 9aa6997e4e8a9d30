//! Rewrites a program by a rule that gives the replacements of some nodes. Pure functions. The recursion is as deep as
//! the program's tree, and the programs are our own.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ops::Range;

use tree_sitter::Node;

use super::source::{Source, below, children};
use crate::random::SplitMix64;

/// Returns the replacement of a node. `None`: the node stays and its children are rewritten.
pub(super) type Rule<'r> = dyn Fn(&Rewriting<'_>, Node<'_>) -> Option<String> + 'r;

/// A rewriting in progress, with what a rule may use.
pub(super) struct Rewriting<'r> {
    pub(super) source: &'r Source,
    rule: &'r Rule<'r>,
    rng: RefCell<&'r mut SplitMix64>,
    taken: RefCell<BTreeSet<String>>,
}

/// Rewrites a whole program. Returns `None` if nothing changes.
pub(super) fn rewrite(source: &Source, rng: &mut SplitMix64, rule: &Rule<'_>) -> Option<String> {
    rewrite_beside(source, rng, words(&source.text), rule)
}

/// Does the same as [`rewrite`] with a given set of names that are taken.
pub(super) fn rewrite_beside(
    source: &Source,
    rng: &mut SplitMix64,
    taken: BTreeSet<String>,
    rule: &Rule<'_>,
) -> Option<String> {
    let rewriting = Rewriting { source, rule, rng: RefCell::new(rng), taken: RefCell::new(taken) };
    let root = source.root();
    let text = [
        &source.text[..root.start_byte()],
        &rewriting.render(root),
        &source.text[root.end_byte().min(source.text.len())..],
    ]
    .concat();
    (text != source.text).then_some(text)
}

impl Rewriting<'_> {
    /// Returns the node as rewritten by the rule.
    pub(super) fn render(&self, node: Node) -> String {
        let changed = if self.source.may_change(&node.byte_range()) { (self.rule)(self, node) } else { None };
        changed.unwrap_or_else(|| self.inside(node))
    }

    /// Returns the node itself with its children rewritten.
    pub(super) fn inside(&self, node: Node) -> String {
        let (mut text, mut at) = (String::new(), node.start_byte());
        for child in children(node) {
            text += &self.source.text[at..child.start_byte()];
            text += &self.render(child);
            at = child.end_byte();
        }
        text + &self.source.text[at..node.end_byte()]
    }

    pub(super) fn of(&self, node: Node) -> &str {
        self.source.of(node)
    }

    /// Returns true in `of` of 100 cases.
    pub(super) fn chance(&self, of: u64) -> bool {
        self.rng.borrow_mut().below(100) < of
    }

    /// Returns a number below `bound`.
    pub(super) fn below(&self, bound: usize) -> usize {
        self.rng.borrow_mut().below(bound as u64) as usize
    }

    /// Returns a name that the program does not have.
    pub(super) fn fresh(&self) -> String {
        fresh(&mut self.rng.borrow_mut(), &mut self.taken.borrow_mut())
    }

    /// Returns the statements of a block with another indentation, without what opens and closes the block. Returns
    /// `None` if moving them would change a string.
    pub(super) fn body(&self, block: Node, pad: &str) -> Option<String> {
        let source = self.source;
        let (text, first) = if source.is_block(block) && !source.dialect.indented {
            let text = self.render(block);
            let text = text.strip_prefix('{')?.strip_suffix('}')?.trim().to_owned();
            (text, children(block).into_iter().find(Node::is_named).unwrap_or(block))
        } else {
            (self.render(block), block)
        };
        let splits = |node: Node| {
            matches!(node.kind(), "string" | "template_string" | "string_literal")
                && source.of(node).contains('\n')
        };
        if below(block).into_iter().any(splits) {
            return None;
        }
        Some(indented(&text, source.pad(first), pad))
    }
}

/// Returns a text in which all lines except the first begin with `pad` where they began with `before`.
pub(super) fn indented(text: &str, before: &str, pad: &str) -> String {
    text.replace(&format!("\n{before}"), &format!("\n{pad}"))
}

/// Returns all parts of a text that could be names.
pub(super) fn words(text: &str) -> BTreeSet<String> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').map(str::to_owned).collect()
}

/// Returns a name that is not taken, and marks it as taken.
pub(super) fn fresh(rng: &mut SplitMix64, taken: &mut BTreeSet<String>) -> String {
    loop {
        let word = WORDS[rng.below(WORDS.len() as u64) as usize];
        let name = match rng.below(60) {
            0..20 => word.to_owned(),
            number => format!("{word}{number}"),
        };
        if taken.insert(name.clone()) {
            return name;
        }
    }
}

/// Names that a copier might use. None is a keyword of any language or a name of a library.
const WORDS: [&str; 40] = [
    "acc", "aux", "bag", "bound", "box_", "buf", "cell", "cnt", "cur", "dat", "elem", "elt", "ent", "fig",
    "hold", "idx", "itm", "kk", "lim", "lo", "mark", "mem", "mm", "nn", "num_", "obj", "piece", "pos",
    "prev_", "qty", "rec", "res", "slot", "spot", "stp", "temp", "thing", "tot", "val", "work",
];

/// Returns the text with some ranges replaced. A range that overlaps an earlier one is left out.
pub(super) fn replaced(source: &Source, mut edits: Vec<(Range<usize>, String)>) -> Option<String> {
    edits.sort_by_key(|(range, _)| (range.start, range.end));
    let (mut text, mut at) = (String::new(), 0);
    for (range, new) in edits {
        if at <= range.start && source.may_change(&range) {
            text += &source.text[at..range.start];
            text += &new;
            at = range.end;
        }
    }
    text += &source.text[at..];
    (text != source.text).then_some(text)
}
