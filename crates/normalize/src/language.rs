//! A language: its definition, and the tables that are compiled from it when they are first needed.

use std::sync::OnceLock;

use chaffinch_submission::Scheme;

use crate::definition::{Grammar, LanguageDefinition, LexicalRules};
use crate::parse::NodeKinds;
use crate::tokens::TokenTable;

/// How the files of a language are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FrontEnd {
    /// They are parsed with a tree-sitter grammar. The scanner is the fallback.
    TreeSitter,
    /// They are scanned with a table of words and symbols.
    Lexical,
}

/// A language in the list of languages.
pub struct Language {
    row: LanguageDefinition,
    token_table: OnceLock<TokenTable>,
    kinds: OnceLock<NodeKinds>,
}

impl Language {
    pub(crate) const fn new(row: LanguageDefinition) -> Self {
        Self { row, token_table: OnceLock::new(), kinds: OnceLock::new() }
    }

    /// Returns the canonical name, in lower case.
    pub const fn name(&self) -> &'static str {
        self.row.name
    }

    /// Returns the name for readers: `C++`, `Visual Basic`. Unlike [`Language::name`], it may change.
    pub const fn title(&self) -> &'static str {
        self.row.title
    }

    /// Returns other names of the language, including MOSS's.
    pub const fn aliases(&self) -> &'static [&'static str] {
        self.row.aliases
    }

    /// Returns the endings of its file names, in lower case and without the dot.
    pub const fn endings(&self) -> &'static [&'static str] {
        self.row.endings
    }

    /// Returns how its files are read.
    pub const fn front_end(&self) -> FrontEnd {
        if self.row.grammar.is_some() { FrontEnd::TreeSitter } else { FrontEnd::Lexical }
    }

    /// Returns how its tokens are compared.
    pub const fn scheme(&self) -> Scheme {
        self.row.scheme
    }

    pub(crate) const fn lexical_rules(&self) -> &LexicalRules {
        &self.row.lexical_rules
    }

    pub(crate) fn token_table(&self) -> &TokenTable {
        self.token_table.get_or_init(|| TokenTable::new(&self.row.lexical_rules))
    }

    pub(crate) const fn grammar(&self) -> Option<&Grammar> {
        self.row.grammar.as_ref()
    }

    /// Returns the meaning of the grammar's node kinds, if there is a grammar.
    pub(crate) fn kinds(&self) -> Option<&NodeKinds> {
        let grammar = self.grammar()?;
        Some(self.kinds.get_or_init(|| NodeKinds::new(grammar, self.lexical_rules(), self.token_table())))
    }
}

impl std::fmt::Debug for Language {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.debug_tuple("Language").field(&self.name()).finish()
    }
}
