//! A language's names, compiled once: token values, keyword look-up, operators by first byte.

use rustc_hash::FxHashMap;

use super::class::Class;
use super::code::*;
use super::hash::value_of;
use super::role::Role;
use crate::definition::{
    BOOLEAN, CHARACTER, COMMENT_WORD, DIRECTIVE, IDENTIFIER, Lexis, NUMBER, PRIMITIVE_TYPE, REGISTER, STRING,
    UNKNOWN,
};

/// A name as the rest of the crate meets it.
#[derive(Debug)]
pub(crate) struct Name {
    /// What the token counts as.
    pub(crate) text: &'static str,
    /// Its hash.
    pub(crate) value: u64,
    /// How it is shown.
    pub(crate) class: Option<Class>,
    /// The part it plays in a statement.
    pub(crate) role: Role,
}

/// The compiled form of a [`Lexis`].
#[derive(Debug)]
pub(crate) struct Vocabulary {
    names: Vec<Name>,
    words: FxHashMap<&'static str, Code>,
    soft_keywords: FxHashMap<&'static str, Code>,
    directives: FxHashMap<&'static str, Code>,
    /// Whether a comment or a quote may begin with an ASCII byte.
    opens_literal: [bool; 128],
    /// Operators by their first byte, longest first.
    operators: Vec<Vec<(&'static [u8], Code)>>,
    any_case: bool,
    initials: FxHashMap<u8, Code>,
    /// By code.
    borders: Vec<Border>,
}

/// How a name divides statements; see [`crate::definition::Borders`].
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Border {
    pub(crate) before: bool,
    pub(crate) after: bool,
    pub(crate) never: bool,
}

const SHARED: [(&str, Option<Class>); 14] = [
    (COMMENT_WORD, Some(Class::Comment)),
    (IDENTIFIER, None),
    (IDENTIFIER, Some(Class::Type)),
    (NUMBER, Some(Class::Number)),
    (STRING, Some(Class::String)),
    (CHARACTER, Some(Class::String)),
    (PRIMITIVE_TYPE, Some(Class::Type)),
    (DIRECTIVE, Some(Class::Meta)),
    (UNKNOWN, None),
    ("word", None),
    ("vanished", Some(Class::Keyword)),
    ("vanished", Some(Class::Meta)),
    ("vanished", None),
    ("vanished", None),
];

impl Vocabulary {
    pub(crate) fn new(lexis: &Lexis) -> Self {
        let mut vocabulary = Self {
            names: Vec::new(),
            words: FxHashMap::default(),
            soft_keywords: FxHashMap::default(),
            directives: FxHashMap::default(),
            opens_literal: [false; 128],
            operators: vec![Vec::new(); 256],
            any_case: lexis.any_case,
            initials: FxHashMap::default(),
            borders: Vec::new(),
        };
        let block_openings = lexis.block_comments.iter().map(|(open, _)| open);
        let quotes = lexis.quotes.iter().map(|quote| &quote.mark);
        let column_openings = lexis.column_comments.iter().map(|(open, _)| open);
        for mark in lexis.line_comments.iter().chain(block_openings).chain(quotes).chain(column_openings) {
            vocabulary.opens_literal[usize::from(mark.as_bytes()[0])] = true;
        }
        for mark in [lexis.continuations, lexis.number_prefixes, lexis.character_prefixes]
            .into_iter()
            .flat_map(str::split_whitespace)
        {
            vocabulary.opens_literal[usize::from(mark.as_bytes()[0])] = true;
        }
        let card_comments = lexis.cards.iter().flat_map(|cards| cards.comments.bytes());
        let line_ends = b"\n\r".iter().copied();
        let line_ends = line_ends.filter(|_| lexis.cards.is_some() || !lexis.continuing.is_empty());
        for byte in card_comments.chain(line_ends) {
            vocabulary.opens_literal[usize::from(byte)] = true;
        }
        for (name, class) in SHARED {
            vocabulary.add(name, class);
        }
        for word in lexis.keywords.split_whitespace() {
            let code = vocabulary.add(word, Some(Class::Keyword));
            vocabulary.words.insert(word, code);
        }
        for word in lexis.soft_keywords.split_whitespace() {
            let code = vocabulary.add(word, Some(Class::Keyword));
            vocabulary.soft_keywords.insert(word, code);
        }
        for operator in lexis.operators.split_whitespace() {
            let code = vocabulary.add(operator, None);
            let first = usize::from(operator.as_bytes()[0]);
            vocabulary.operators[first].push((operator.as_bytes(), code));
        }
        for &(name, words) in lexis.folds {
            let code = match name {
                PRIMITIVE_TYPE => PRIMITIVE_TYPE_CODE,
                IDENTIFIER => IDENTIFIER_CODE,
                NUMBER | BOOLEAN | REGISTER => vocabulary.add(name, Some(Class::Keyword)),
                _ => vocabulary.code_named(name),
            };
            for word in words.split_whitespace() {
                let begins_word = |first: char| {
                    first.is_alphanumeric() || first == '_' || lexis.word_characters.contains(first)
                };
                if word.starts_with(begins_word) {
                    vocabulary.words.insert(word, code);
                } else {
                    vocabulary.operators[usize::from(word.as_bytes()[0])].push((word.as_bytes(), code));
                }
            }
        }
        for operators in &mut vocabulary.operators {
            operators.sort_by_key(|(operator, _)| std::cmp::Reverse(operator.len()));
        }
        for word in lexis.vanishing.split_whitespace() {
            vocabulary.words.insert(word, VANISHED_WORD);
        }
        for directive in lexis.directives.split_whitespace() {
            let code = vocabulary.add(directive, Some(Class::Meta));
            vocabulary.directives.insert(directive.trim_start_matches('#'), code);
        }
        for letter in lexis.initials.split_whitespace() {
            let code = vocabulary.add(letter, Some(Class::Keyword));
            vocabulary.initials.insert(letter.as_bytes()[0], code);
        }
        vocabulary.borders = vec![Border::default(); vocabulary.names.len()];
        for (list, set) in [
            (lexis.borders.before, (|border| border.before = true) as fn(&mut Border)),
            (lexis.borders.after, |border| border.after = true),
            (lexis.borders.never, |border| border.never = true),
        ] {
            for word in list.split_whitespace() {
                let code = vocabulary.word(word).or_else(|| Some(vocabulary.operator(word.as_bytes())?.0));
                let code = code.expect("a table divides statements at words and symbols it has");
                set(&mut vocabulary.borders[usize::from(code)]);
            }
        }
        vocabulary
    }

    fn add(&mut self, name: &'static str, class: Option<Class>) -> Code {
        self.names.push(Name { text: name, value: value_of(name), class, role: Role::of(name) });
        (self.names.len() - 1) as Code
    }

    fn code_named(&self, name: &str) -> Code {
        let at = self.names.iter().position(|known| known.text == name);
        at.expect("a table folds words into names it has") as Code
    }

    pub(crate) fn name(&self, code: Code) -> &Name {
        &self.names[usize::from(code)]
    }

    /// The part that what goes by a name plays in a statement.
    pub(crate) fn role(&self, code: Code) -> Role {
        self.name(code).role
    }

    /// A keyword, or a word that goes by another name.
    pub(crate) fn word(&self, word: &str) -> Option<Code> {
        let known = self.words.get(word);
        if known.is_none() && self.any_case && word.bytes().any(|byte| byte.is_ascii_uppercase()) {
            return self.words.get(word.to_ascii_lowercase().as_str()).copied();
        }
        known.copied()
    }

    /// What the first word of a line says by its first letter.
    pub(crate) fn initial(&self, word: &str) -> Option<Code> {
        self.initials.get(&word.as_bytes().first()?.to_ascii_lowercase()).copied()
    }

    /// How a name divides statements.
    pub(crate) fn border(&self, code: Code) -> Border {
        self.borders[usize::from(code)]
    }

    /// A word that a grammar, but not the scanner, knows for a keyword.
    pub(crate) fn soft_keyword(&self, word: &str) -> Option<Code> {
        self.soft_keywords.get(word).copied()
    }

    /// A preprocessor directive, by its word without `#`.
    pub(crate) fn directive(&self, word: &str) -> Code {
        self.directives.get(word).copied().unwrap_or(DIRECTIVE_CODE)
    }

    /// Whether a comment, a string or a character may begin with this ASCII byte.
    pub(crate) fn opens_literal(&self, byte: u8) -> bool {
        self.opens_literal[usize::from(byte)]
    }

    /// The longest operator a text begins with, and its size.
    pub(crate) fn operator(&self, rest: &[u8]) -> Option<(Code, usize)> {
        let candidates = self.operators.get(usize::from(*rest.first()?))?;
        let fits = |operator: &[u8]| {
            rest.starts_with(operator)
                || (self.any_case
                    && rest.get(..operator.len()).is_some_and(|start| start.eq_ignore_ascii_case(operator)))
        };
        let (operator, code) = candidates.iter().find(|(operator, _)| fits(operator))?;
        Some((*code, operator.len()))
    }

    /// Whether it is the `#word` of a preprocessor line.
    pub(crate) fn is_directive(&self, code: Code) -> bool {
        self.name(code).class == Some(Class::Meta)
    }

    /// Whether it stands for a value the program's author wrote or named.
    pub(crate) fn is_value(&self, code: Code) -> bool {
        matches!(self.name(code).text, IDENTIFIER | NUMBER | STRING | CHARACTER | BOOLEAN)
    }

    /// The code of the quotes' name.
    pub(crate) fn quote(name: &str) -> Code {
        if name == CHARACTER { CHARACTER_CODE } else { STRING_CODE }
    }
}
