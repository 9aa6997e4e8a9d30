//! A language: its definition, with the tables that are compiled from it when they are first needed.

use std::sync::OnceLock;

use chaffinch_submission::Scheme;

use crate::definition::{Grammar, Lexis, Row};
use crate::parse::Kinds;
use crate::tokens::Vocabulary;

/// How a language's files are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FrontEnd {
    /// Parsed with a tree-sitter grammar; the scanner is the fallback.
    TreeSitter,
    /// Scanned with a table of words and symbols.
    Lexical,
}

/// One row of the language table.
pub struct Language {
    row: Row,
    vocabulary: OnceLock<Vocabulary>,
    kinds: OnceLock<Kinds>,
}

impl Language {
    pub(crate) const fn new(row: Row) -> Self {
        Self { row, vocabulary: OnceLock::new(), kinds: OnceLock::new() }
    }

    /// The canonical name, in lower case.
    pub const fn name(&self) -> &'static str {
        self.row.name
    }

    /// What readers know it by: `C++`, `Visual Basic`. Unlike the name it may change.
    pub const fn title(&self) -> &'static str {
        self.row.title
    }

    /// Other names it answers to, MOSS's among them.
    pub const fn aliases(&self) -> &'static [&'static str] {
        self.row.aliases
    }

    /// Endings of its files' names, in lower case and without the dot.
    pub const fn endings(&self) -> &'static [&'static str] {
        self.row.endings
    }

    /// How its files are read.
    pub const fn front_end(&self) -> FrontEnd {
        if self.row.grammar.is_some() { FrontEnd::TreeSitter } else { FrontEnd::Lexical }
    }

    /// How its tokens are compared.
    pub const fn scheme(&self) -> Scheme {
        self.row.scheme
    }

    pub(crate) const fn lexis(&self) -> &Lexis {
        &self.row.lexis
    }

    pub(crate) fn vocabulary(&self) -> &Vocabulary {
        self.vocabulary.get_or_init(|| Vocabulary::new(&self.row.lexis))
    }

    pub(crate) const fn grammar(&self) -> Option<&Grammar> {
        self.row.grammar.as_ref()
    }

    /// What the grammar's kinds mean, where there is one.
    pub(crate) fn kinds(&self) -> Option<&Kinds> {
        let grammar = self.grammar()?;
        Some(self.kinds.get_or_init(|| Kinds::new(grammar, self.lexis(), self.vocabulary())))
    }
}

impl std::fmt::Debug for Language {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.debug_tuple("Language").field(&self.name()).finish()
    }
}
