//! The tree-sitter front end: leaves of the parse tree become pieces. One parser a thread, iterative walk.

use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;

use tree_sitter::{Node, ParseOptions, Parser, Tree};
use tree_sitter_language::LanguageFn;

use crate::language::Language;
use crate::lexis::Lexis;
use crate::piece::{Code, Piece};
use crate::scan::scan;
use crate::statements::{logical_line_end, vanish_documentation};
use crate::vocabulary::{
    CHARACTER_CODE, COMMENT, IDENTIFIER_CODE, NUMBER_CODE, STRING_CODE, TYPE_NAME_CODE, Vocabulary,
};

/// A grammar and what its kinds mean. Lists are separated by blanks. Kinds that no list names: a word that the
/// scanner's table knows, an operator or a directive means what the scanner makes of it; any other leaf is scanned.
pub(crate) struct Grammar {
    /// The compiled grammar.
    pub(crate) language: LanguageFn,
    /// Leaves that are an `identifier`, unless the scanner knows the word: where a text puzzles it, the parser takes
    /// keywords for names.
    pub(crate) identifiers: &'static str,
    /// The same, shown as a type.
    pub(crate) type_names: &'static str,
    /// Leaves that are a number.
    pub(crate) numbers: &'static str,
    /// Nodes whose text is better told by the scanner than by their leaves.
    pub(crate) scanned: &'static str,
    /// Nodes that are one string, quotes and all that is between them.
    pub(crate) strings: &'static str,
    /// Nodes that are one character.
    pub(crate) characters: &'static str,
    /// Comments.
    pub(crate) comments: &'static str,
    /// Kinds with which a statement begins.
    pub(crate) statements: &'static str,
    /// Kinds in which no statement begins, unless there is a brace in them: scanned whole, which gives the tokens their
    /// leaves would give and spares walking over them.
    pub(crate) flat: &'static str,
    /// The statement that documents when it is nothing but a string.
    pub(crate) documentable: Option<&'static str>,
}

/// What to do with a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum What {
    /// Look at its children; scan it if it has none.
    Descend,
    /// It is one piece; its children do not matter.
    Piece(Code),
    /// It is what the vocabulary says of the word, or else this.
    Word(Code),
    /// Its text is scanned.
    Scan,
}

#[derive(Debug, Clone, Copy)]
struct Action {
    what: What,
    /// A statement begins here.
    opens: bool,
    /// It may be scanned whole.
    flat: bool,
    /// If a string fills this statement, it documents.
    documentable: bool,
}

impl Action {
    const DESCEND: Self = Self { what: What::Descend, opens: false, flat: false, documentable: false };
}

/// What each kind of a grammar means, by its id. Made once; the walk looks up and does not compare names.
#[derive(Debug)]
pub(crate) struct Kinds {
    language: tree_sitter::Language,
    actions: Vec<Action>,
    /// The code of `(`: no statement begins behind it (`for (int i = 0;`).
    parenthesis: Option<Code>,
}

impl Kinds {
    pub(crate) fn new(grammar: &Grammar, lexis: &Lexis, vocabulary: &Vocabulary) -> Self {
        let language = tree_sitter::Language::new(grammar.language);
        let lists = [
            (grammar.identifiers, What::Word(IDENTIFIER_CODE)),
            (grammar.type_names, What::Word(TYPE_NAME_CODE)),
            (grammar.numbers, What::Piece(NUMBER_CODE)),
            (grammar.scanned, What::Scan),
            (grammar.strings, What::Piece(STRING_CODE)),
            (grammar.characters, What::Piece(CHARACTER_CODE)),
            (grammar.comments, What::Piece(COMMENT)),
        ];
        let action = |id: usize| {
            let kind = language.node_kind_for_id(id as u16).unwrap_or_default();
            let named = language.node_kind_is_named(id as u16);
            let listed = lists.iter().find(|(list, _)| named && contains(list, kind));
            Action {
                what: match listed {
                    Some((_, what)) => *what,
                    None if named => What::Descend,
                    None => symbol(kind, lexis, vocabulary).map_or(What::Descend, What::Piece),
                },
                opens: contains(grammar.statements, kind),
                flat: named && contains(grammar.flat, kind),
                documentable: named && grammar.documentable == Some(kind),
            }
        };
        let actions = (0..language.node_kind_count()).map(action).collect();
        let parenthesis = vocabulary.operator(b"(").map(|(code, _)| code);
        Self { language, actions, parenthesis }
    }

    fn action(&self, node: Node) -> Action {
        // Errors have an id beyond the table.
        self.actions.get(usize::from(node.kind_id())).copied().unwrap_or(Action::DESCEND)
    }
}

fn contains(list: &str, kind: &str) -> bool {
    list.split_whitespace().any(|listed| listed == kind)
}

/// What the scanner calls an anonymous kind, whose name is its text, if that is one thing.
fn symbol(kind: &str, lexis: &Lexis, vocabulary: &Vocabulary) -> Option<Code> {
    if let Some(code) = vocabulary.soft_keyword(kind) {
        return Some(code);
    }
    let mut pieces = Vec::new();
    scan(lexis, vocabulary, kind, 0..kind.len(), &mut pieces);
    match pieces[..] {
        [piece] if piece.of(kind).len() == kind.len() => Some(piece.code),
        _ => None,
    }
}

/// What parsing gave.
pub(crate) struct Reading {
    pub(crate) pieces: Vec<Piece>,
    /// Places the parser could not explain, and things it had to invent.
    pub(crate) errors: u32,
}

/// Why a text was not parsed.
pub(crate) enum Refusal {
    /// It took more calls of the progress callback than it may.
    Budget { calls: usize },
}

/// Calls of the progress callback (one a hundred steps of the parser) that ordinary code needs for 1,024 bytes.
/// Measured: 176 students' C programs 10.6 on average, 17.9 at most; C libraries 6.0 and 20.8; Python's own library
/// 5.4 and 12.9, Debian's Python packages 6.2 and 27.6.
const ORDINARY_CALLS: usize = 10;
/// How much worse than ordinary a text may be. Nothing tried came to more than 51 calls (`1,1,1,...`): the budget
/// stops what grows faster than the text does.
const PATIENCE: usize = 20;
/// Short texts are judged as if they had this many bytes.
const SHORTEST: usize = 4096;

fn budget(bytes: usize) -> usize {
    PATIENCE * ORDINARY_CALLS * bytes.max(SHORTEST) / 1024
}

thread_local! {
    /// Making a parser costs as much as parsing 500 bytes.
    static PARSER: RefCell<Parser> = RefCell::new(Parser::new());
}

/// Bytes the parser is given at a time. Lexing makes no progress calls, and some texts (`/* /* /*`) are lexed to
/// their end again and again; asking for bytes is counted as well, so that those end too.
const CHUNK: usize = 1024;

/// Parses a text within so many calls of the progress and the reading callback.
fn parse(kinds: &Kinds, text: &str, allowed: usize) -> Result<Tree, Refusal> {
    let calls = Cell::new(0_usize);
    let exceeded = || {
        calls.set(calls.get() + 1);
        calls.get() > allowed
    };
    let mut progress = |_: &tree_sitter::ParseState| {
        if exceeded() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let bytes = text.as_bytes();
    // Beyond the budget the text seems to end: a parser busy lexing hears nothing else.
    let mut give = |at: usize, _| {
        let end = if exceeded() { at } else { (at + CHUNK).min(bytes.len()) };
        bytes.get(at..end).unwrap_or_default()
    };
    PARSER.with_borrow_mut(|parser| {
        parser.set_language(&kinds.language).expect("grammars in the table fit the runtime (tested)");
        let options = ParseOptions::new().progress_callback(&mut progress);
        let tree = parser.parse_with_options(&mut give, None, Some(options));
        // Or the next parse might go on with this text.
        parser.reset();
        tree.filter(|_| calls.get() <= allowed).ok_or(Refusal::Budget { calls: allowed })
    })
}

/// How closely the tree is read. The tokens are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Detail {
    /// Simple statements and expressions are scanned: a third of the time, half the walk's on real programs.
    Statements,
    /// Down to the leaves, which know types from other names.
    Leaves,
}

/// Parses a text and reads the tree.
pub(crate) fn read(
    language: &Language,
    kinds: &Kinds,
    text: &str,
    detail: Detail,
) -> Result<Reading, Refusal> {
    let tree = parse(kinds, text, budget(text.len()))?;
    let mut walk = Walk {
        kinds,
        detail,
        lexis: language.lexis(),
        vocabulary: language.vocabulary(),
        text,
        pieces: Vec::with_capacity(text.len() / 5),
        covered: 0,
        opens: false,
        documentable: (0, 0),
        directive_end: 0,
        errors: 0,
    };
    walk.tree(&tree);
    Ok(Reading { pieces: walk.pieces, errors: walk.errors })
}

struct Walk<'a> {
    kinds: &'a Kinds,
    detail: Detail,
    lexis: &'a Lexis,
    vocabulary: &'a Vocabulary,
    text: &'a str,
    pieces: Vec<Piece>,
    /// Everything before this byte is in a piece or layout.
    covered: usize,
    /// The next token begins a statement.
    opens: bool,
    /// The last statement that a string alone would make documentation.
    documentable: (usize, usize),
    /// Where the line of the last directive ends.
    directive_end: usize,
    errors: u32,
}

impl Walk<'_> {
    /// Depth first by cursor: no recursion (nesting is the author's choice) and no child by number (quadratic).
    fn tree(&mut self, tree: &Tree) {
        let mut cursor = tree.walk();
        let mut depth = 0_usize;
        'nodes: loop {
            let node = cursor.node();
            if self.node(node, depth) && cursor.goto_first_child() {
                depth += 1;
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    break 'nodes;
                }
                depth -= 1;
            }
        }
        self.scan_up_to(self.text.len());
    }

    /// Takes a node in. Whether its children are still to be read.
    fn node(&mut self, node: Node, depth: usize) -> bool {
        let action = self.kinds.action(node);
        let (start, end) = (node.start_byte(), node.end_byte());
        if start == end {
            self.errors += u32::from(node.is_missing() || node.is_error());
            return false;
        }
        if action.opens || (depth == 1 && node.is_named() && action.what == What::Descend) {
            self.scan_up_to(start);
            self.open(start);
            if action.documentable {
                self.documentable = (start, end);
            }
        }
        if action.flat && self.is_flat(node) {
            self.flat(start, end, action.documentable);
            return false;
        }
        match action.what {
            What::Descend if node.child_count() > 0 => {
                self.errors += u32::from(node.is_error());
                return true;
            }
            What::Word(code) => {
                self.piece(start, end, self.vocabulary.word(&self.text[start..end]).unwrap_or(code));
            }
            What::Piece(STRING_CODE) if (start, end) == self.documentable => {
                self.piece(start, end, COMMENT);
                self.opens = false;
            }
            What::Piece(code) => self.piece(start, end, code),
            What::Descend | What::Scan => {
                self.errors += u32::from(node.is_error());
                self.scan_up_to(start);
                self.scan_up_to(end);
            }
        }
        false
    }

    /// A statement may begin here: not an empty one, not the declaration in `for (int i = 0; ...`, nor anything in
    /// the line of a directive (a comment there misleads the grammar).
    fn open(&mut self, start: usize) {
        if start >= self.directive_end && self.text.as_bytes()[start] != b';' {
            self.opens |= self.pieces.last().is_none_or(|last| Some(last.code) != self.kinds.parenthesis);
            if !self.lexis.directives.is_empty() && self.text.as_bytes()[start] == b'#' {
                self.directive_end = logical_line_end(self.text, start as u32) as usize;
            }
        }
    }

    fn is_flat(&self, node: Node) -> bool {
        self.detail == Detail::Statements
            && !node.has_error()
            && !self.text.as_bytes()[node.byte_range()].contains(&b'{')
    }

    fn flat(&mut self, start: usize, end: usize, documentable: bool) {
        self.scan_up_to(start);
        let first = self.pieces.len();
        self.scan_up_to(end);
        if documentable {
            vanish_documentation(&mut self.pieces[first..]);
        }
    }

    fn piece(&mut self, start: usize, end: usize, code: Code) {
        self.scan_up_to(start);
        self.covered = end;
        let opens = code != COMMENT && std::mem::take(&mut self.opens);
        self.pieces.push(Piece { opens, ..Piece::new(start, end, code) });
    }

    /// Reads by scanner what no leaf covers: skipped characters in errors, bodies of macros, line continuations.
    fn scan_up_to(&mut self, end: usize) {
        let gap = &self.text.as_bytes()[self.covered..end];
        if gap.iter().all(u8::is_ascii_whitespace) {
            self.covered = end;
            return;
        }
        let first = self.pieces.len();
        scan(self.lexis, self.vocabulary, self.text, self.covered..end, &mut self.pieces);
        self.covered = end;
        if let Some(token) = self.pieces[first..].iter_mut().find(|piece| piece.code != COMMENT) {
            token.opens = std::mem::take(&mut self.opens);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::language;

    #[test]
    fn a_parse_beyond_its_budget_is_given_up_and_the_next_begins_afresh() {
        let kinds = language("c").unwrap().kinds().unwrap();
        let text = "int f(void) { return 1; }\n".repeat(100);
        let whole = parse(kinds, &text, budget(text.len())).ok().unwrap();
        assert!(matches!(parse(kinds, &text, 3), Err(Refusal::Budget { calls: 3 })));
        let again = parse(kinds, &text, budget(text.len())).ok().unwrap();
        assert_eq!(whole.root_node().to_sexp(), again.root_node().to_sexp());
        assert!(!again.root_node().has_error());
    }

    /// The measurement behind the constant, on the sample programs: far from the budget.
    #[test]
    fn ordinary_code_stays_far_within_its_budget() {
        for (name, sample) in
            [("c", include_str!("../samples/c.c")), ("python", include_str!("../samples/python.py"))]
        {
            let kinds = language(name).unwrap().kinds().unwrap();
            assert!(parse(kinds, sample, budget(sample.len()) / 10).is_ok(), "{name}");
            assert!(parse(kinds, sample, budget(sample.len()) / 100).is_err(), "{name}");
        }
    }
}

#[cfg(test)]
impl Kinds {
    /// A table that names a kind the grammar does not have is out of date: its tokens would silently change.
    pub(crate) fn check(&self, grammar: &Grammar) {
        let lists = [
            grammar.identifiers,
            grammar.type_names,
            grammar.numbers,
            grammar.scanned,
            grammar.strings,
            grammar.characters,
            grammar.comments,
            grammar.statements,
            grammar.flat,
        ];
        for kind in lists.into_iter().flat_map(str::split_whitespace) {
            let id = self.language.id_for_node_kind(kind, !kind.starts_with('#'));
            assert_ne!(id, 0, "the grammar has no {kind}");
        }
        Parser::new().set_language(&self.language).unwrap();
    }
}
