//! The token names of a language, compiled once: token values, keyword look-up, operators by first byte.

use rustc_hash::FxHashMap;

use crate::definition::{
    BOOLEAN, CHARACTER, COMMENT_WORD, IDENTIFIER, LanguageDefinition, NUMBER, PRIMITIVE_TYPE, REGISTER,
    STRING, StatementBoundaries, StatementDivision,
};
use crate::tokens::{Class, DIRECTIVE_CODE, IGNORED_WORD, Role, TokenCode, token_value};

/// A name in the table.
#[derive(Debug)]
pub(crate) struct TokenName {
    /// The name itself.
    pub(crate) text: &'static str,
    /// Its value; see [`token_value`].
    pub(crate) value: u64,
    /// Its class for highlighting.
    pub(crate) class: Option<Class>,
    /// Its role in a statement.
    pub(crate) role: Role,
}

/// The definition of a language and what is compiled from it.
pub(crate) struct TokenTable {
    pub(crate) rules: LanguageDefinition,
    names: Vec<TokenName>,
    words: FxHashMap<&'static str, TokenCode>,
    /// Words that only a grammar, not the scanner, recognises as keywords.
    pub(crate) soft_keywords: FxHashMap<&'static str, TokenCode>,
    directives: FxHashMap<&'static str, TokenCode>,
    /// Whether a comment, a string or a character may begin with an ASCII byte.
    pub(crate) opens_literal: [bool; 128],
    /// Operators by their first byte, longest first.
    operators: Vec<Vec<(&'static [u8], TokenCode)>>,
    initials: FxHashMap<u8, TokenCode>,
    /// Boundaries by code.
    boundaries: Vec<Boundary>,
}

/// How a name divides statements; see [`crate::definition::StatementBoundaries`].
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Boundary {
    pub(crate) before: bool,
    pub(crate) after: bool,
    pub(crate) never: bool,
}

const SHARED_NAMES: [(&str, Option<Class>); 14] = [
    (COMMENT_WORD, Some(Class::Comment)),
    (IDENTIFIER, None),
    (IDENTIFIER, Some(Class::Type)),
    (NUMBER, Some(Class::Number)),
    (STRING, Some(Class::String)),
    (CHARACTER, Some(Class::String)),
    (PRIMITIVE_TYPE, Some(Class::Type)),
    ("directive", Some(Class::Meta)),
    ("unknown", None),
    ("word", None),
    ("vanished", Some(Class::Keyword)),
    ("vanished", Some(Class::Meta)),
    ("vanished", None),
    ("vanished", None),
];

impl TokenTable {
    pub(crate) fn new(rules: &LanguageDefinition) -> Self {
        let mut table = Self {
            rules: *rules,
            names: Vec::new(),
            words: FxHashMap::default(),
            soft_keywords: FxHashMap::default(),
            directives: FxHashMap::default(),
            opens_literal: [false; 128],
            operators: vec![Vec::new(); 256],
            initials: FxHashMap::default(),
            boundaries: Vec::new(),
        };
        let marks = (rules.line_comments.iter().copied())
            .chain(rules.leading_comments.split_whitespace())
            .chain(rules.block_comments.iter().map(|(open, _)| *open))
            .chain(rules.column_comments.iter().map(|(open, _)| *open))
            .chain(rules.quotes.iter().map(|quote| quote.mark))
            .chain(rules.trailing_continuations.split_whitespace())
            .chain(rules.number_prefixes.split_whitespace())
            .chain(rules.character_prefixes.split_whitespace())
            .chain(rules.here_documents.iter().map(|(mark, _)| *mark))
            .chain(rules.dollar_quotes.then_some("$"));
        let marks = marks.map(|mark| mark.as_bytes()[0]).chain(rules.sigils.bytes());
        let cards = rules.fixed_form.iter().flat_map(|form| form.comments.bytes());
        let continues_lines = rules.fixed_form.is_some() || !rules.leading_continuations.is_empty();
        let line_ends: &[u8] = if continues_lines { b"\n\r" } else { b"" };
        let card_numbers: &[u8] = if rules.card_numbers > 0 { b"0123456789*/" } else { b"" };
        for byte in marks.chain(cards).chain(card_numbers.iter().copied()).chain(line_ends.iter().copied()) {
            table.opens_literal[usize::from(byte)] = true;
        }
        for (name, class) in SHARED_NAMES {
            table.add(name, class);
        }
        for word in rules.keywords.split_whitespace() {
            let code = table.add(word, Some(Class::Keyword));
            table.words.insert(word, code);
        }
        for word in rules.soft_keywords.split_whitespace() {
            let code = table.add(word, Some(Class::Keyword));
            table.soft_keywords.insert(word, code);
        }
        for operator in rules.operators.split_whitespace() {
            let code = table.add(operator, None);
            let first = usize::from(operator.as_bytes()[0]);
            table.operators[first].push((operator.as_bytes(), code));
        }
        for &(name, words) in rules.folds {
            let code = match name {
                NUMBER | BOOLEAN | REGISTER => table.add(name, Some(Class::Keyword)),
                _ => {
                    let at = table.names.iter().position(|known| known.text == name);
                    at.expect("a table folds words into names it has") as TokenCode
                }
            };
            for word in words.split_whitespace() {
                let starts_word = |first: char| {
                    first.is_alphanumeric() || first == '_' || rules.word_characters.contains(first)
                };
                if word.starts_with(starts_word) {
                    table.words.insert(word, code);
                } else {
                    table.operators[usize::from(word.as_bytes()[0])].push((word.as_bytes(), code));
                }
            }
        }
        for operators in &mut table.operators {
            operators.sort_by_key(|(operator, _)| std::cmp::Reverse(operator.len()));
        }
        for word in rules.ignored_words.split_whitespace() {
            table.words.insert(word, IGNORED_WORD);
        }
        for directive in rules.directives.split_whitespace() {
            let code = table.add(directive, Some(Class::Meta));
            table.directives.insert(directive.trim_start_matches('#'), code);
        }
        for letter in rules.initials.split_whitespace() {
            let code = table.add(letter, Some(Class::Keyword));
            table.initials.insert(letter.as_bytes()[0], code);
        }
        table.boundaries = vec![Boundary::default(); table.names.len()];
        let boundaries = match rules.division {
            StatementDivision::Boundaries(boundaries) => boundaries,
            StatementDivision::SExpressions(before) => {
                StatementBoundaries { before, ..StatementBoundaries::NONE }
            }
            _ => StatementBoundaries::NONE,
        };
        for (list, set) in [
            (boundaries.before, (|boundary| boundary.before = true) as fn(&mut Boundary)),
            (boundaries.after, |boundary| boundary.after = true),
            (boundaries.never, |boundary| boundary.never = true),
        ] {
            for word in list.split_whitespace() {
                let code = table.word(word).or_else(|| Some(table.operator(word.as_bytes())?.0));
                let code = code.expect("a table divides statements at words and symbols it has");
                set(&mut table.boundaries[usize::from(code)]);
            }
        }
        table
    }

    fn add(&mut self, name: &'static str, class: Option<Class>) -> TokenCode {
        self.names.push(TokenName {
            text: name,
            value: token_value(name),
            class,
            role: Role::from_name(name),
        });
        (self.names.len() - 1) as TokenCode
    }

    pub(crate) fn name(&self, code: TokenCode) -> &TokenName {
        &self.names[usize::from(code)]
    }

    /// Returns the code of a keyword, or of the name that replaces a word.
    pub(crate) fn word(&self, word: &str) -> Option<TokenCode> {
        let known = self.words.get(word);
        if known.is_none()
            && self.rules.case_insensitive
            && word.bytes().any(|byte| byte.is_ascii_uppercase())
        {
            return self.words.get(word.to_ascii_lowercase().as_str()).copied();
        }
        known.copied()
    }

    /// Returns the code that the first letter of a line's first word decides.
    pub(crate) fn initial(&self, word: &str) -> Option<TokenCode> {
        self.initials.get(&word.as_bytes().first()?.to_ascii_lowercase()).copied()
    }

    /// Returns how a name divides statements.
    pub(crate) fn boundary(&self, code: TokenCode) -> Boundary {
        self.boundaries[usize::from(code)]
    }

    /// Returns the code of a preprocessor directive, by its word without `#`.
    pub(crate) fn directive(&self, word: &str) -> TokenCode {
        self.directives.get(word).copied().unwrap_or(DIRECTIVE_CODE)
    }

    /// Returns the longest operator at the beginning of a text, and its size in bytes.
    pub(crate) fn operator(&self, rest: &[u8]) -> Option<(TokenCode, usize)> {
        let candidates = self.operators.get(usize::from(*rest.first()?))?;
        let fits = |operator: &[u8]| {
            rest.starts_with(operator)
                || (self.rules.case_insensitive
                    && rest.get(..operator.len()).is_some_and(|start| start.eq_ignore_ascii_case(operator)))
        };
        // `-n` is no operator in `-name`.
        let ends = |operator: &[u8]| {
            !operator.last().is_some_and(u8::is_ascii_alphanumeric)
                || !rest.get(operator.len()).is_some_and(|next| next.is_ascii_alphanumeric() || *next == b'_')
        };
        let (operator, code) = candidates.iter().find(|(operator, _)| fits(operator) && ends(operator))?;
        Some((*code, operator.len()))
    }

    /// Returns whether it is a value that the author wrote or named.
    pub(crate) fn is_value(&self, code: TokenCode) -> bool {
        matches!(self.name(code).text, IDENTIFIER | NUMBER | STRING | CHARACTER | BOOLEAN)
    }
}
