//! What a grammar's kinds of nodes mean, compiled once into a table by kind.

use tree_sitter::{Node, TreeCursor};

use super::guard::GuardedGrammar;
use crate::definition::{Grammar, LexicalRules, ParseCosts};
use crate::scan::scan;
use crate::tokens::{
    CHARACTER_CODE, COMMENT, IDENTIFIER_CODE, NUMBER_CODE, STRING_CODE, TYPE_NAME_CODE, TokenCode, TokenTable,
};

/// What to do with a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NodeMeaning {
    /// Look at its children; scan it if it has none.
    Descend,
    /// It is one piece; its children do not matter.
    Lexeme(TokenCode),
    /// It is what the vocabulary says of the word, or else this.
    Word(TokenCode),
    /// Its text is scanned.
    Scan,
}

#[derive(Debug, Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "answers to independent questions")]
pub(crate) struct NodeAction {
    pub(crate) meaning: NodeMeaning,
    /// A statement begins here.
    pub(crate) begins_statement: bool,
    /// A statement begins with each of its named children.
    pub(crate) block: bool,
    /// Though a child of such a node, it is none.
    pub(crate) never: bool,
    /// It may be scanned whole.
    pub(crate) flat: bool,
    /// If a string fills this statement, it documents.
    pub(crate) documentable: bool,
}

impl NodeAction {
    const DESCEND: Self = Self {
        meaning: NodeMeaning::Descend,
        begins_statement: false,
        block: false,
        never: false,
        flat: false,
        documentable: false,
    };
}

/// What each kind of a grammar means, by its id. Made once; the walk looks up and does not compare names.
#[derive(Debug)]
pub(crate) struct NodeKinds {
    pub(crate) guarded: GuardedGrammar,
    /// See [`Grammar::costs`].
    pub(crate) costs: ParseCosts,
    /// See [`Grammar::max_bytes`].
    pub(crate) max_bytes: usize,
    /// See [`Grammar::ascii`].
    pub(crate) ascii: bool,
    actions: Vec<NodeAction>,
    /// Whether a statement begins with what is in a field, by its id. Empty where the table names no field.
    fields: Vec<Option<bool>>,
    /// The code of `(`: no statement begins behind it (`for (int i = 0;`).
    pub(crate) parenthesis: Option<TokenCode>,
}

impl NodeKinds {
    pub(crate) fn new(grammar: &Grammar, lexical_rules: &LexicalRules, token_table: &TokenTable) -> Self {
        let language = tree_sitter::Language::new(grammar.language);
        let lists = [
            (grammar.identifiers, NodeMeaning::Word(IDENTIFIER_CODE)),
            (grammar.type_names, NodeMeaning::Word(TYPE_NAME_CODE)),
            (grammar.numbers, NodeMeaning::Lexeme(NUMBER_CODE)),
            (grammar.scanned, NodeMeaning::Scan),
            (grammar.strings, NodeMeaning::Lexeme(STRING_CODE)),
            (grammar.characters, NodeMeaning::Lexeme(CHARACTER_CODE)),
            (grammar.comments, NodeMeaning::Lexeme(COMMENT)),
        ];
        let marked = |mark: &dyn Fn(&str) -> Option<&str>, name: &str| {
            grammar.statements.split_whitespace().any(|listed| mark(listed) == Some(name))
        };
        let action = |id: usize| {
            let kind = language.node_kind_for_id(id as u16).unwrap_or_default();
            let named = language.node_kind_is_named(id as u16);
            let listed = lists.iter().find(|(list, _)| named && contains(list, kind));
            NodeAction {
                meaning: match listed {
                    Some((_, meaning)) => *meaning,
                    None if named => NodeMeaning::Descend,
                    None => symbol(kind, lexical_rules, token_table)
                        .map_or(NodeMeaning::Descend, NodeMeaning::Lexeme),
                },
                // `else` may be a node and the word in it: then the node is meant.
                begins_statement: contains(grammar.statements, kind)
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
            let begins_statement = marked(&|listed| listed.strip_suffix(':'), name);
            let never = marked(&|listed| listed.strip_prefix('-')?.strip_suffix(':'), name);
            (begins_statement || never).then_some(begins_statement)
        };
        let names_fields = grammar.statements.split_whitespace().any(|listed| listed.ends_with(':'));
        let field_count = if names_fields { language.field_count() as u16 + 1 } else { 0 };
        let fields = (0..field_count).map(field).collect();
        let parenthesis = token_table.operator(b"(").map(|(code, _)| code);
        Self {
            guarded: GuardedGrammar::new(&language),
            costs: grammar.costs,
            max_bytes: grammar.max_bytes,
            ascii: grammar.ascii,
            actions,
            fields,
            parenthesis,
        }
    }

    pub(crate) fn action(&self, node: Node) -> NodeAction {
        // Errors have an id beyond the table.
        self.actions.get(usize::from(node.kind_id())).copied().unwrap_or(NodeAction::DESCEND)
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
fn symbol(kind: &str, lexical_rules: &LexicalRules, token_table: &TokenTable) -> Option<TokenCode> {
    if let Some(code) = token_table.soft_keyword(kind).or_else(|| token_table.word(kind)) {
        return Some(code);
    }
    let mut lexemes = Vec::new();
    scan(lexical_rules, token_table, kind, 0..kind.len(), &mut lexemes);
    match lexemes[..] {
        // A word the scanner does not know may be the name of a pattern.
        [lexeme] if lexeme.of(kind).len() == kind.len() && lexeme.code != IDENTIFIER_CODE => {
            Some(lexeme.code)
        }
        _ => None,
    }
}

#[cfg(test)]
impl NodeKinds {
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
