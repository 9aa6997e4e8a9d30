//! The meaning of a grammar's node kinds, compiled once into a table by kind.

use tree_sitter::{Node, TreeCursor};

use super::guard::GuardedGrammar;
use crate::definition::Grammar;
use crate::scan::scan;
use crate::tokens::{
    CHARACTER_CODE, COMMENT, IDENTIFIER_CODE, NUMBER_CODE, STRING_CODE, TYPE_NAME_CODE, TokenCode, TokenTable,
};

/// What to do with a node.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum NodeMeaning {
    /// Visit its children; scan it if it has none.
    #[default]
    Descend,
    /// Take it as one lexeme; ignore its children.
    Lexeme(TokenCode),
    /// Take it as the lexeme of its word in the token table, or else as this one.
    Word(TokenCode),
    /// Scan its text.
    Scan,
}

#[derive(Debug, Clone, Copy, Default)]
#[expect(clippy::struct_excessive_bools, reason = "answers to independent questions")]
pub(crate) struct NodeAction {
    pub(crate) meaning: NodeMeaning,
    /// A statement begins here.
    pub(crate) begins_statement: bool,
    /// Whether each of its named children begins a statement.
    pub(crate) block: bool,
    /// Whether it does not begin a statement as a child of such a node.
    pub(crate) never: bool,
    /// Whether it may be scanned as a whole.
    pub(crate) flat: bool,
    /// Whether this statement is documentation if it is only a string.
    pub(crate) documentable: bool,
}

/// The meaning of each kind of a grammar, by its id. It is made once, so that the walk does not compare names.
pub(crate) struct NodeKinds {
    pub(crate) guarded: GuardedGrammar,
    pub(crate) grammar: Grammar,
    actions: Vec<NodeAction>,
    /// Whether the content of a field begins a statement, by the field's id. Empty if the definition names no field.
    fields: Vec<Option<bool>>,
    /// The code of `(`, after which no statement begins (`for (int i = 0;`).
    pub(crate) parenthesis: Option<TokenCode>,
}

impl NodeKinds {
    pub(crate) fn new(grammar: &Grammar, table: &TokenTable) -> Self {
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
                    None => symbol(kind, table).map_or(NodeMeaning::Descend, NodeMeaning::Lexeme),
                },
                // `else` may be a node and the word in it: then the node counts.
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
        let parenthesis = table.operator(b"(").map(|(code, _)| code);
        Self { guarded: GuardedGrammar::new(&language), grammar: *grammar, actions, fields, parenthesis }
    }

    pub(crate) fn action(&self, node: Node) -> NodeAction {
        // Errors have an id beyond the table.
        self.actions.get(usize::from(node.kind_id())).copied().unwrap_or_default()
    }

    /// Returns whether a node begins a statement because of its field; `None` if the field does not decide it.
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

/// Returns the code that the scanner gives an anonymous kind, whose name is its text, if it is a single lexeme.
fn symbol(kind: &str, table: &TokenTable) -> Option<TokenCode> {
    if let Some(code) = table.soft_keywords.get(kind).copied().or_else(|| table.word(kind)) {
        return Some(code);
    }
    // On its own, a sign may look like the beginning of a string: the `'` of `a'` (Julia).
    if let Some((code, _)) = table.operator(kind.as_bytes()).filter(|(_, size)| *size == kind.len()) {
        return Some(code);
    }
    let mut lexemes = Vec::new();
    scan(table, kind, 0..kind.len(), &mut lexemes);
    match lexemes[..] {
        // A word that the scanner does not know may be the name of a pattern.
        [lexeme] if lexeme.of(kind).len() == kind.len() && lexeme.code != IDENTIFIER_CODE => {
            Some(lexeme.code)
        }
        _ => None,
    }
}
