//! Reads the statements of a file into language-neutral elements: control structure, operators, calls of known
//! functions, numbers, words of strings. It reads the tokens that the front end has made, and parses nothing.
//!
//! Names that the author chose are not elements. Translators often change them, and independent authors of one task
//! often choose the same: measured on the gold standard, they only add noise.

use std::collections::BTreeSet;
use std::hash::BuildHasher as _;
use std::ops::Range;

use chaffinch_normalize::{MarkKind, mark_kind};
use chaffinch_submission::TokenStream;
use rustc_hash::FxBuildHasher;

use crate::token::{LoopHead, Token, arm, divide, normal_number, string_words, zeros_of_comparisons};
use crate::vocabulary::{
    DEFINITION, MODIFIER, NO_DEFINITION, SIZE, STREAM, UNSPOKEN_STATEMENT, VALUE, call, is_in, word,
};

/// A statement in a language-neutral form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NeutralStatement {
    /// Its tokens, as indexes into the stream.
    pub(crate) tokens: Range<u32>,
    /// Hashes of its elements, in the order of the text. Never empty.
    pub(crate) elements: Vec<u64>,
}

/// Reads the statements of a file. Statements without elements are left out. Tokens whose text was not kept give no
/// elements.
pub(crate) fn read(text: &str, stream: &TokenStream) -> Vec<NeutralStatement> {
    let mut end = 0;
    let tokens: Vec<Token<'_>> = stream
        .values
        .iter()
        .zip(&stream.spans)
        .map(|(&value, span)| {
            let between = text.get(std::mem::replace(&mut end, span.end as usize)..span.start as usize);
            Token {
                kind: mark_kind(value),
                text: text.get(span.start as usize..span.end as usize).unwrap_or_default(),
                follows_semicolon: between.is_some_and(|between| between.contains(';')),
                follows_space: between.is_some_and(|between| between.contains(char::is_whitespace)),
                begins_line: between.is_some_and(|between| between.contains('\n')),
            }
        })
        .collect();
    let family = stream.scheme.family;
    let ranges: Vec<Range<usize>> =
        stream.statement_ranges().flat_map(|range| divide(family, &tokens, range)).collect();
    let definitions: Vec<Option<&str>> =
        ranges.iter().map(|range| definition(&tokens[range.clone()])).collect();
    let functions: BTreeSet<String> = definitions.iter().flatten().copied().map(normal_name).collect();
    let mut statements = Vec::new();
    for (range, definition) in ranges.into_iter().zip(definitions) {
        let mut reader = StatementReader::new(family, &tokens[range.clone()], &functions);
        reader.read(definition.is_some());
        if !reader.elements.is_empty() {
            let tokens = range.start as u32..range.end as u32;
            statements.push(NeutralStatement { tokens, elements: reader.elements });
        }
    }
    statements
}

/// Returns the name of the function whose definition a statement begins.
fn definition<'a>(tokens: &[Token<'a>]) -> Option<&'a str> {
    let open = tokens.iter().position(|token| token.text == "(")?;
    let (name, before) = tokens[..open].split_last()?;
    let by_keyword = tokens[..open].iter().any(|token| is_in(DEFINITION, token.text));
    let by_type = tokens.last().is_some_and(|last| last.text == "{")
        && !before.is_empty()
        && !before.iter().any(|token| is_in(NO_DEFINITION, token.text));
    (name.is_name() && (by_keyword || by_type)).then_some(name.text)
}

/// Returns a name without its style: `count_words`, `CountWords` and `countWords` are one.
fn normal_name(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Turns the tokens of a statement into elements.
struct StatementReader<'a> {
    family: &'static str,
    tokens: &'a [Token<'a>],
    /// Functions that the file defines.
    functions: &'a BTreeSet<String>,
    head: Option<LoopHead>,
    is_loop: bool,
    /// Whether `<<` and `>>` write and read.
    is_stream: bool,
    /// See [`zeros_of_comparisons`].
    zeros: Vec<usize>,
    elements: Vec<u64>,
}

impl<'a> StatementReader<'a> {
    fn new(family: &'static str, tokens: &'a [Token<'a>], functions: &'a BTreeSet<String>) -> Self {
        Self {
            family,
            tokens,
            functions,
            head: LoopHead::find(tokens),
            is_loop: tokens.iter().any(|token| token.text == "for"),
            is_stream: tokens.iter().any(|token| is_in(STREAM, token.text)),
            zeros: zeros_of_comparisons(tokens),
            elements: Vec::new(),
        }
    }

    fn read(&mut self, is_definition: bool) {
        let mut words = self.tokens.iter().map(|token| token.text);
        let Some(first) = words.find(|word| !is_in(MODIFIER, word)) else { return };
        if is_in(UNSPOKEN_STATEMENT, first) {
            return;
        }
        if first == "#define" {
            self.structure("assign");
        }
        if is_definition {
            self.structure("function");
            return;
        }
        let mut at = 0;
        if first == "=" {
            // The value of a function, see `divide`.
            self.structure("return");
            at = 1;
        } else if arm(self.family, self.tokens) == Some(self.tokens.len())
            && !matches!(self.tokens[0].text, "_" | "else")
        {
            self.words(word("case"));
        } else if self.is_value_of_block() {
            self.structure("return");
        }
        while at < self.tokens.len() {
            if let Some(end) = self.type_arguments(at) {
                at = end;
                continue;
            }
            if !self.head.as_ref().is_some_and(|head| head.step.contains(&at)) {
                self.token(at);
            }
            at += 1;
        }
    }

    fn structure(&mut self, word: &str) {
        self.elements.push(element(b's', word));
    }

    fn text(&self, at: usize) -> &'a str {
        self.tokens.get(at).map_or("", |token| token.text)
    }

    fn before(&self, at: usize) -> Option<Token<'a>> {
        at.checked_sub(1).map(|before| self.tokens[before])
    }

    fn token(&mut self, at: usize) {
        let Token { kind, text, .. } = self.tokens[at];
        let starts_loop = self.head.as_ref().is_some_and(|head| head.start.contains(&at));
        match kind {
            Some(MarkKind::Number) if text == "0" && (starts_loop || self.begins_range(at)) => {}
            Some(MarkKind::Number) if self.is_zero_of_comparison(at) => {}
            // Python's `True` is a number.
            Some(MarkKind::Number) if text.starts_with(char::is_alphabetic) => self.words(word(text)),
            Some(MarkKind::Number) => self.elements.push(element(b'l', &normal_number(text))),
            Some(MarkKind::String) => string_words(text, |word| self.elements.push(element(b'l', word))),
            Some(MarkKind::Name) => self.name(at),
            Some(MarkKind::Comment) => {}
            None if text == "!=" && self.is_zero_of_comparison(at + 1) => self.structure("not"),
            None if text == "==" && self.is_zero_of_comparison(at + 1) => {}
            None if text == "[" && self.before(at).is_some_and(Token::ends_operand) => {
                match (self.text(at + 1), self.family) {
                    // `$list[] = 1`
                    ("]", "php") => self.structure("append"),
                    // `int[] list`
                    ("]", _) => {}
                    _ => self.structure("index"),
                }
            }
            None if text == "in" => {
                // `trimmingCharacters(in: .whitespaces)`
                if !self.is_loop && self.text(at + 1) != ":" {
                    self.structure("has");
                }
            }
            None if text == "." && self.family == "php" => self.structure("+"),
            None if text == ".=" && self.family == "php" => self.words(word("+=")),
            None if self.is_no_operator(at) || (starts_loop && matches!(text, "=" | ":=")) => {}
            None => self.words(word(text)),
        }
    }

    fn words(&mut self, words: &[&str]) {
        for word in words {
            self.structure(word);
        }
    }

    fn name(&mut self, at: usize) {
        let text = self.text(at);
        let normal = normal_name(text);
        let next = self.text(at + 1);
        let before = self.before(at).map_or("", |token| token.text);
        let is_called = next == "(" || (next == "!" && self.text(at + 2) == "(");
        if before == "new" {
            return;
        }
        // `map.insert(key, value)`
        if is_called && text == "insert" && self.has_two_arguments(at + 1) {
            return self.words(&["index", "assign"]);
        }
        if is_called && self.functions.contains(&normal) {
            return self.structure("call");
        }
        let is_size = matches!(before, "." | "->") && is_in(SIZE, &normal);
        self.words(match call(&normal) {
            Some(known) if is_called || is_size || is_in(STREAM, text) => known,
            None if is_called => &["call"],
            _ if is_in(VALUE, text) => word(text),
            _ => &[],
        });
    }

    fn is_zero_of_comparison(&self, at: usize) -> bool {
        self.zeros.binary_search(&at).is_ok()
    }
}

/// Returns the hash of an element: `s` for structure, `l` for literals.
fn element(kind: u8, word: &str) -> u64 {
    FxBuildHasher.hash_one((kind, word))
}

mod signs;
#[cfg(test)]
mod tests;
