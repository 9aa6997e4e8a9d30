//! Syntax highlighting, from the same lexemes as the tokens.

use chaffinch_submission::Span;

use crate::front_end::{read, scan_text};
use crate::language::Language;
use crate::parse::TreeDetail;
use crate::selection::language;
use crate::tokens::{Class, IDENTIFIER_CODE, Lexeme, TokenTable};

/// Returns the parts of a text with a class, ascending and disjoint; nothing if the language is not known. It costs as
/// much as [`crate::tokenize`] and has the same limits.
pub fn highlight(text: &str, language_name: &str) -> Vec<(Span, Class)> {
    let Some(language) = language(language_name) else { return Vec::new() };
    classes(language, text, read(language, text, TreeDetail::Leaves).0)
}

/// Does the same as [`highlight`] with the scanner, several times faster, for texts that take long to parse. The
/// scanner finds the same comments, strings and words. It takes names that are types or keywords only in some places
/// for names everywhere.
pub fn highlight_scanned(text: &str, language_name: &str) -> Vec<(Span, Class)> {
    let Some(language) = language(language_name) else { return Vec::new() };
    classes(language, text, scan_text(language, text))
}

fn classes(language: &Language, text: &str, lexemes: Vec<Lexeme>) -> Vec<(Span, Class)> {
    let tokens: Vec<Lexeme> = lexemes.iter().copied().filter(|lexeme| lexeme.is_token()).collect();
    let mut at = 0;
    let mut classes = Vec::with_capacity(lexemes.len() / 2);
    for lexeme in lexemes {
        let class = if lexeme.is_token() {
            at += 1;
            class(language.token_table(), text, &tokens, at - 1)
        } else {
            language.token_table().name(lexeme.code).class
        };
        classes.extend(class.map(|class| (Span { start: lexeme.start, end: lexeme.end }, class)));
    }
    classes
}

fn class(token_table: &TokenTable, text: &str, tokens: &[Lexeme], at: usize) -> Option<Class> {
    let token = tokens[at];
    let is =
        |at: Option<usize>, mark: &[u8]| at.and_then(|at| tokens.get(at)).is_some_and(|t| t.of(text) == mark);
    let touches = |a: usize, b: usize| tokens.get(b).is_some_and(|next| next.start == tokens[a].end);
    // `@cached`, `@Override`: a sign directly before a word, not between two values.
    if (is(Some(at), b"@") && touches(at, at + 1) && (at == 0 || !touches(at - 1, at)))
        || (at > 0 && is(Some(at - 1), b"@") && touches(at - 1, at) && (at < 2 || !touches(at - 2, at - 1)))
    {
        return Some(Class::Meta);
    }
    if token.code == IDENTIFIER_CODE && is(Some(at + 1), b"(") {
        return Some(Class::Function);
    }
    token_table.name(token.code).class
}
