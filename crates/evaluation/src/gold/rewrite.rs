//! Rewriting a program by a rule that says of some nodes what they become. Pure; recursion goes as deep as
//! the program's tree, and programs are our own.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ops::Range;

use tree_sitter::Node;

use super::source::{Source, below, children};
use crate::random::SplitMix64;

/// What a node becomes; `None`: itself, with its children rewritten.
pub(super) type Rule<'r> = dyn Fn(&Rewriting<'_>, Node<'_>) -> Option<String> + 'r;

/// A rewriting under way: what a rule may ask.
pub(super) struct Rewriting<'r> {
    pub(super) source: &'r Source,
    rule: &'r Rule<'r>,
    rng: RefCell<&'r mut SplitMix64>,
    taken: RefCell<BTreeSet<String>>,
}

/// Rewrites a whole program; `None` where that changes nothing.
pub(super) fn rewrite(source: &Source, rng: &mut SplitMix64, rule: &Rule<'_>) -> Option<String> {
    rewrite_beside(source, rng, words(&source.text), rule)
}

/// The same, where more names are taken than the program has.
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
    /// The node as the rule has it.
    pub(super) fn render(&self, node: Node) -> String {
        (self.rule)(self, node).unwrap_or_else(|| self.inside(node))
    }

    /// The node as it is, what is in it rewritten.
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

    /// True in `of` of 100 cases.
    pub(super) fn chance(&self, of: u64) -> bool {
        self.rng.borrow_mut().below(100) < of
    }

    /// A number below `bound`.
    pub(super) fn below(&self, bound: usize) -> usize {
        self.rng.borrow_mut().below(bound as u64) as usize
    }

    /// A name that the program does not have.
    pub(super) fn fresh(&self) -> String {
        fresh(&mut self.rng.borrow_mut(), &mut self.taken.borrow_mut())
    }

    /// A block's statements, moved under another indentation, without what opens and closes the block. `None` where
    /// moving them would change a string.
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

/// A text whose lines but the first begin with `pad` where they began with `before`.
pub(super) fn indented(text: &str, before: &str, pad: &str) -> String {
    text.replace(&format!("\n{before}"), &format!("\n{pad}"))
}

/// Everything in a text that could be a name.
pub(super) fn words(text: &str) -> BTreeSet<String> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').map(str::to_owned).collect()
}

/// A name that is not taken yet, and is from now on.
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

/// What a copier calls things; no language's keyword and nothing a library has.
const WORDS: [&str; 40] = [
    "acc", "aux", "bag", "bound", "box_", "buf", "cell", "cnt", "cur", "dat", "elem", "elt", "ent", "fig",
    "hold", "idx", "itm", "kk", "lim", "lo", "mark", "mem", "mm", "nn", "num_", "obj", "piece", "pos",
    "prev_", "qty", "rec", "res", "slot", "spot", "stp", "temp", "thing", "tot", "val", "work",
];

/// A text with some ranges replaced. What overlaps an earlier range is left out.
pub(super) fn replaced(source: &Source, mut edits: Vec<(Range<usize>, String)>) -> Option<String> {
    edits.sort_by_key(|(range, _)| (range.start, range.end));
    let (mut text, mut at) = (String::new(), 0);
    for (range, new) in edits {
        if at <= range.start {
            text += &source.text[at..range.start];
            text += &new;
            at = range.end;
        }
    }
    text += &source.text[at..];
    (text != source.text).then_some(text)
}
