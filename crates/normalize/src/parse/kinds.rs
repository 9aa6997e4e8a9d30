//! What a grammar's kinds of nodes mean, compiled once into a table by kind.

use tree_sitter::{Node, TreeCursor};

use super::guard::Guarded;
use crate::definition::{Costs, Grammar, Lexis};
use crate::scan::scan;
use crate::tokens::{
    CHARACTER_CODE, COMMENT, Code, IDENTIFIER_CODE, NUMBER_CODE, STRING_CODE, TYPE_NAME_CODE, Vocabulary,
};

/// What to do with a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum What {
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
#[expect(clippy::struct_excessive_bools, reason = "answers to independent questions")]
pub(crate) struct Action {
    pub(crate) what: What,
    /// A statement begins here.
    pub(crate) opens: bool,
    /// A statement begins with each of its named children.
    pub(crate) block: bool,
    /// Though a child of such a node, it is none.
    pub(crate) never: bool,
    /// It may be scanned whole.
    pub(crate) flat: bool,
    /// If a string fills this statement, it documents.
    pub(crate) documentable: bool,
}

impl Action {
    const DESCEND: Self = Self {
        what: What::Descend,
        opens: false,
        block: false,
        never: false,
        flat: false,
        documentable: false,
    };
}

/// What each kind of a grammar means, by its id. Made once; the walk looks up and does not compare names.
#[derive(Debug)]
pub(crate) struct Kinds {
    pub(crate) guarded: Guarded,
    /// See [`Grammar::costs`].
    pub(crate) costs: Costs,
    /// See [`Grammar::largest`].
    pub(crate) largest: usize,
    /// See [`Grammar::ascii`].
    pub(crate) ascii: bool,
    actions: Vec<Action>,
    /// Whether a statement begins with what is in a field, by its id. Empty where the table names no field.
    fields: Vec<Option<bool>>,
    /// The code of `(`: no statement begins behind it (`for (int i = 0;`).
    pub(crate) parenthesis: Option<Code>,
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
        let marked = |mark: &dyn Fn(&str) -> Option<&str>, name: &str| {
            grammar.statements.split_whitespace().any(|listed| mark(listed) == Some(name))
        };
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
                // `else` may be a node and the word in it: then the node is meant.
                opens: contains(grammar.statements, kind)
                    && (named || language.id_for_node_kind(kind, true) == 0),
                block: named && marked(&|listed| listed.strip_suffix('/'), kind),
                never: named && marked(&|listed| listed.strip_prefix('-'), kind),
                flat: named && contains(grammar.flat, kind),
                documentable: named && grammar.documentable == Some(kind),
            }
        };
        let actions = (0..language.node_kind_count()).map(action).collect();
        let field = |id: u16| {
            let name = language.field_name_for_id(id)?;
            let opens = marked(&|listed| listed.strip_suffix(':'), name);
            let never = marked(&|listed| listed.strip_prefix('-')?.strip_suffix(':'), name);
            (opens || never).then_some(opens)
        };
        let names_fields = grammar.statements.split_whitespace().any(|listed| listed.ends_with(':'));
        let field_count = if names_fields { language.field_count() as u16 + 1 } else { 0 };
        let fields = (0..field_count).map(field).collect();
        let parenthesis = vocabulary.operator(b"(").map(|(code, _)| code);
        Self {
            guarded: Guarded::new(&language),
            costs: grammar.costs,
            largest: grammar.largest,
            ascii: grammar.ascii,
            actions,
            fields,
            parenthesis,
        }
    }

    pub(crate) fn action(&self, node: Node) -> Action {
        // Errors have an id beyond the table.
        self.actions.get(usize::from(node.kind_id())).copied().unwrap_or(Action::DESCEND)
    }

    /// Whether a statement begins with a node because of the field it is in; `None` where that says nothing.
    pub(crate) fn field_opens(&self, cursor: &TreeCursor) -> Option<bool> {
        if self.fields.is_empty() {
            return None;
        }
        self.fields.get(usize::from(cursor.field_id()?.get())).copied().flatten()
    }
}

fn contains(list: &str, kind: &str) -> bool {
    list.split_whitespace().any(|listed| listed == kind)
}

/// What the scanner calls an anonymous kind, whose name is its text, if that is one thing.
fn symbol(kind: &str, lexis: &Lexis, vocabulary: &Vocabulary) -> Option<Code> {
    if let Some(code) = vocabulary.soft_keyword(kind).or_else(|| vocabulary.word(kind)) {
        return Some(code);
    }
    let mut pieces = Vec::new();
    scan(lexis, vocabulary, kind, 0..kind.len(), &mut pieces);
    match pieces[..] {
        // A word the scanner does not know may be the name of a pattern.
        [piece] if piece.of(kind).len() == kind.len() && piece.code != IDENTIFIER_CODE => Some(piece.code),
        _ => None,
    }
}

#[cfg(test)]
impl Kinds {
    /// A table that names a kind the grammar does not have is out of date: its tokens would silently change.
    pub(crate) fn check(grammar: &Grammar) {
        let language = tree_sitter::Language::new(grammar.language);
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
            let known = |kind: &str| {
                let is_field = |field| language.field_id_for_name(field).is_some();
                let kind = kind.strip_suffix('/').unwrap_or(kind);
                [true, false].iter().any(|&named| language.id_for_node_kind(kind, named) != 0)
                    || kind.strip_suffix(':').is_some_and(is_field)
            };
            let known = known(kind) || kind.strip_prefix('-').is_some_and(known);
            assert!(known, "the grammar has no {kind}");
        }
        tree_sitter::Parser::new().set_language(&language).unwrap();
    }
}
