//! The registry: what a language is to the rest of the house, and how one is chosen.

use std::sync::OnceLock;

use chaffinch_submission::{Scheme, SourceFile};

use crate::auto;
use crate::grammar::{Grammar, Kinds};
use crate::languages::LANGUAGES;
use crate::lexis::Lexis;
use crate::vocabulary::Vocabulary;

/// A row of the table, as the files under `languages/` write it.
pub(crate) struct Row {
    /// See [`Language::name`].
    pub(crate) name: &'static str,
    /// See [`Language::title`].
    pub(crate) title: &'static str,
    /// See [`Language::aliases`].
    pub(crate) aliases: &'static [&'static str],
    /// See [`Language::endings`].
    pub(crate) endings: &'static [&'static str],
    /// See [`Language::scheme`]. Languages of one family have the same.
    pub(crate) scheme: Scheme,
    /// Words and symbols, for the scanner. Present for every language: what no grammar explains is scanned.
    pub(crate) lexis: Lexis,
    /// The grammar, where there is one.
    pub(crate) grammar: Option<Grammar>,
}

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

/// Which language a batch's files are read as.
#[derive(Debug, Clone, Copy)]
pub enum Choice {
    /// Decided a file, by its name, then by its content; `text` where no language claims it.
    Auto,
    /// One for all.
    Fixed(&'static Language),
}

impl Choice {
    /// The language a file is read as.
    pub fn language_of(self, file: &SourceFile) -> &'static Language {
        match self {
            Self::Fixed(language) => language,
            Self::Auto => auto::language_of(file),
        }
    }
}

/// The language with this name or alias, in any case.
pub fn language(name: &str) -> Option<&'static Language> {
    LANGUAGES.iter().find(|language| {
        std::iter::once(&language.name())
            .chain(language.aliases())
            .any(|known| known.eq_ignore_ascii_case(name))
    })
}

/// All languages, in the order of the table.
pub fn languages() -> &'static [Language] {
    &LANGUAGES
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};

    #[test]
    fn names_aliases_and_endings_are_unambiguous_and_lower_case() {
        let (mut names, mut endings) = (BTreeSet::new(), BTreeSet::new());
        for language in languages() {
            for name in [language.name()].iter().chain(language.aliases()) {
                assert_eq!(*name, name.to_lowercase());
                assert!(names.insert(*name), "two languages answer to {name}");
            }
            for ending in language.endings() {
                assert_eq!(*ending, ending.to_lowercase());
                assert!(endings.insert(ending), "two languages claim .{ending}");
            }
        }
    }

    #[test]
    fn titles_are_names_in_the_readers_eyes() {
        let titles: BTreeSet<&str> = languages().iter().map(Language::title).collect();
        assert_eq!(titles.len(), languages().len());
        for (name, title) in [("cpp", "C++"), ("vb", "Visual Basic"), ("sql", "SQL"), ("ml", "OCaml")] {
            assert_eq!(language(name).unwrap().title(), title);
        }
    }

    #[test]
    fn a_family_has_one_scheme() {
        let mut schemes = BTreeMap::new();
        for language in languages() {
            let scheme = language.scheme();
            assert_eq!(*schemes.entry(scheme.family).or_insert(scheme), scheme, "{}", language.name());
        }
    }

    #[test]
    fn moss_names_are_known() {
        let own = "c java ml pascal ada lisp scheme haskell fortran vhdl perl matlab python mips prolog spice vb csharp \
                   modula2 a8086 javascript verilog tcl ruby";
        for name in own.split_whitespace() {
            assert_eq!(language(name).unwrap().name(), name);
        }
        for (alias, expected) in [
            ("cc", "cpp"),
            ("ascii", "text"),
            ("plsql", "sql"),
            ("ocaml", "ml"),
            ("schema", "scheme"),
            ("C++", "cpp"),
            ("JS", "javascript"),
        ] {
            assert_eq!(language(alias).unwrap().name(), expected);
        }
        assert!(language("auto").is_none());
    }
}
