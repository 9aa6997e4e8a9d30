//! A language: its definition, and the tables that are compiled from it when they are first needed. Decides which front
//! end reads a text, and notes why.

use std::sync::OnceLock;

use chaffinch_submission::Scheme;

use crate::alike::read_pointers_as_arrays;
use crate::definition::{Grammar, LanguageDefinition, NORMALIZER};
use crate::ignored::{ignore_optional, ignore_repeats};
use crate::parse::{self, NodeKinds, TreeDetail};
use crate::scan::{scan_whole, stray_quotes};
use crate::statements::mark;
use crate::tokens::{Lexeme, TokenTable, UNKNOWN_CODE};

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
    name: &'static str,
    title: &'static str,
    definition: LanguageDefinition,
    table: OnceLock<TokenTable>,
    kinds: OnceLock<NodeKinds>,
}

impl Language {
    #[expect(clippy::large_types_passed_by_value, reason = "it is called at compile time only")]
    pub(crate) const fn new(name: &'static str, title: &'static str, definition: LanguageDefinition) -> Self {
        Self { name, title, definition, table: OnceLock::new(), kinds: OnceLock::new() }
    }

    /// Returns the canonical name, in lower case.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the name for readers: `C++`, `Visual Basic`. Unlike [`Language::name`], it may change.
    pub const fn title(&self) -> &'static str {
        self.title
    }

    /// Returns other names of the language, including MOSS's.
    pub const fn aliases(&self) -> &'static [&'static str] {
        self.definition.aliases
    }

    /// Returns the endings of its file names, in lower case and without the dot.
    pub const fn endings(&self) -> &'static [&'static str] {
        self.definition.endings
    }

    /// Returns how its files are read.
    pub const fn front_end(&self) -> FrontEnd {
        if self.definition.grammar.is_some() { FrontEnd::TreeSitter } else { FrontEnd::Lexical }
    }

    /// Returns how its tokens are compared.
    pub const fn scheme(&self) -> Scheme {
        let family = if self.definition.family.is_empty() { self.name } else { self.definition.family };
        Scheme { family, normalizer: NORMALIZER, k: self.definition.k, w: 4 }
    }

    /// Returns whether its words mean the same in capitals and in small letters.
    pub const fn ignores_case(&self) -> bool {
        self.definition.case_insensitive
    }

    pub(crate) const fn rules(&self) -> &LanguageDefinition {
        &self.definition
    }

    pub(crate) fn table(&self) -> &TokenTable {
        self.table.get_or_init(|| TokenTable::new(&self.definition))
    }

    pub(crate) const fn grammar(&self) -> Option<&Grammar> {
        self.definition.grammar.as_ref()
    }

    /// Returns the meaning of the grammar's node kinds, if there is a grammar.
    pub(crate) fn kinds(&self) -> Option<&NodeKinds> {
        let grammar = self.grammar()?;
        Some(self.kinds.get_or_init(|| NodeKinds::new(grammar, self.table())))
    }
}

impl std::fmt::Debug for Language {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.debug_tuple("Language").field(&self.name()).finish()
    }
}

/// Returns the lexemes of a text in order, and notes for the reader of the report.
pub(crate) fn read(language: &Language, text: &str, detail: TreeDetail) -> (Vec<Lexeme>, Vec<String>) {
    let mut notes = Vec::new();
    if let Some(kinds) = language.kinds() {
        if text.len() > kinds.grammar.max_bytes {
            notes.push(format!(
                "{} bytes, more than the limit of the parser ({}); tokenized without parsing",
                text.len(),
                kinds.grammar.max_bytes
            ));
        } else {
            match parse::read(language.table(), kinds, text, detail) {
                Ok((mut lexemes, errors)) => {
                    if errors > 0 {
                        lexemes = mended(language, kinds, text, detail, lexemes);
                    }
                    unify(language, text, &mut lexemes);
                    match errors {
                        0 => {}
                        1 => notes.push("1 syntax error; compared anyway".to_owned()),
                        _ => notes.push(format!("{errors} syntax errors; compared anyway")),
                    }
                    return (lexemes, notes);
                }
                Err(note) => {
                    notes.push(note);
                    return (scan_unparsed(language, text, &mut notes), notes);
                }
            }
        }
    }
    (scan_text(language, text), notes)
}

/// Scans a text that costs too much to parse. Endless repeats are excluded from its tokens.
pub(crate) fn scan_unparsed(language: &Language, text: &str, notes: &mut Vec<String>) -> Vec<Lexeme> {
    let mut lexemes = scan_text(language, text);
    let count = ignore_repeats(text, &mut lexemes);
    if count > 0 {
        notes.push(format!("{count} tokens only repeat the tokens before them; not compared"));
    }
    lexemes
}

/// Returns the lexemes of a text with syntax errors, which may have misled the parser about all that follows them.
fn mended(
    language: &Language,
    kinds: &NodeKinds,
    text: &str,
    detail: TreeDetail,
    parsed: Vec<Lexeme>,
) -> Vec<Lexeme> {
    if !kinds.grammar.only_parsed {
        return agreed(scan_marked(language, text), &parsed);
    }
    let stray = stray_quotes(language.table(), text);
    if stray.is_empty() {
        return parsed;
    }
    let mut without = text.as_bytes().to_vec();
    for at in &stray {
        without[*at] = b' ';
    }
    let again =
        String::from_utf8(without).ok().map(|text| parse::read(language.table(), kinds, &text, detail));
    let tokens = |lexemes: &[Lexeme]| lexemes.iter().filter(|lexeme| lexeme.is_token()).count();
    match again {
        Some(Ok((mut again, _))) if tokens(&again) > tokens(&parsed) => {
            let covers =
                |at: usize| again.iter().any(|lexeme| (lexeme.start..lexeme.end).contains(&(at as u32)));
            let signs = stray.into_iter().filter(|at| !covers(*at));
            let signs: Vec<Lexeme> = signs.map(|at| Lexeme::new(at, at + 1, UNKNOWN_CODE)).collect();
            again.extend(signs);
            again.sort_by_key(|lexeme| lexeme.start);
            again
        }
        _ => parsed,
    }
}

/// Returns scanned lexemes, each as the parser read it if the parser saw the same characters as one. A parser that meets
/// an error may read what comes after it as something else; the scanner goes on with the next line.
fn agreed(mut scanned: Vec<Lexeme>, parsed: &[Lexeme]) -> Vec<Lexeme> {
    let mut parsed = parsed.iter().peekable();
    for lexeme in &mut scanned {
        while parsed.next_if(|other| other.start < lexeme.start).is_some() {}
        if let Some(same) = parsed.next_if(|other| (other.start, other.end) == (lexeme.start, lexeme.end)) {
            *lexeme = *same;
        }
    }
    scanned
}

/// Scans a text and returns its lexemes.
pub(crate) fn scan_text(language: &Language, text: &str) -> Vec<Lexeme> {
    let mut lexemes = scan_marked(language, text);
    unify(language, text, &mut lexemes);
    lexemes
}

/// Excludes from the tokens what a program can do without, and reads as one what can be written in two ways.
fn unify(language: &Language, text: &str, lexemes: &mut [Lexeme]) {
    ignore_optional(language.rules(), text, lexemes);
    if language.rules().pointers_are_arrays {
        read_pointers_as_arrays(language.table(), text, lexemes);
    }
}

fn scan_marked(language: &Language, text: &str) -> Vec<Lexeme> {
    let mut lexemes = scan_whole(language.table(), text);
    mark(language.table(), text, &mut lexemes);
    lexemes
}

#[cfg(test)]
mod tests {
    use chaffinch_submission::Span;

    use super::*;
    use crate::definition::IDENTIFIER;
    use crate::languages::languages;
    use crate::marks::{highlight, highlight_scanned};
    use crate::token_stream::stream;
    use crate::tokens::{Class, token_value};

    /// Scanning whole statements, reading leaf by leaf and scanning without a tree give the same tokens.
    #[test]
    fn every_way_to_read_a_program_gives_the_same_tokens() {
        for language in languages().iter().filter(|language| language.grammar().is_some()) {
            let name = language.name();
            let path = format!("{}/samples/{name}.{}", env!("CARGO_MANIFEST_DIR"), language.endings()[0]);
            let sample = &std::fs::read_to_string(path).unwrap();
            let stream = |lexemes: &[Lexeme]| stream(language, sample, lexemes, Vec::new());
            let (lexemes, notes) = read(language, sample, TreeDetail::Statements);
            assert!(notes.is_empty(), "{name}: {notes:?}");
            let leaves = stream(&read(language, sample, TreeDetail::Leaves).0);
            assert_eq!(stream(&lexemes), leaves, "{name}");
            let scanned = stream(&scan_text(language, sample));
            if language.grammar().is_some_and(|grammar| grammar.only_parsed) {
                continue;
            }
            // The scanner cannot recognise keywords that may be names.
            let soft: Vec<u64> = language.rules().soft_keywords.split_whitespace().map(token_value).collect();
            let names = leaves.values.iter();
            let names: Vec<u64> = names
                .map(|&value| if soft.contains(&value) { token_value(IDENTIFIER) } else { value })
                .collect();
            let differs = |at: &usize| scanned.values.get(*at) != names.get(*at);
            if let Some(at) = (0..names.len()).find(differs) {
                panic!("{name}: scanned otherwise: {}", &sample[leaves.spans[at].start as usize..]);
            }
            assert_eq!(scanned.values.len(), names.len(), "{name}");
            assert_eq!(scanned.spans, leaves.spans, "{name}");
            assert_eq!(scanned.lexical, leaves.lexical, "{name}");
        }
    }

    /// Parser and scanner give the same classes to everything that is not a word of the program.
    #[test]
    fn parser_and_scanner_see_the_same_comments_strings_and_numbers() {
        for language in languages().iter().filter(|language| language.grammar().is_some()) {
            let name = language.name();
            if language.grammar().is_some_and(|grammar| grammar.only_parsed) {
                continue;
            }
            let path = format!("{}/samples/{name}.{}", env!("CARGO_MANIFEST_DIR"), language.endings()[0]);
            let sample = &std::fs::read_to_string(path).unwrap();
            let seen = |all: Vec<(Span, Class)>| -> Vec<(u32, String, Class)> {
                let kinds = [Class::Comment, Class::String, Class::Number];
                let seen = all.into_iter().filter(|(_, class)| kinds.contains(class));
                // Some parsers include the line end in a comment.
                let text = |span: Span| sample[span.start as usize..span.end as usize].trim_end().to_owned();
                seen.map(|(span, class)| (span.start, text(span), class)).collect()
            };
            assert_eq!(seen(highlight_scanned(sample, name)), seen(highlight(sample, name)), "{name}");
        }
    }

    /// Fails if a definition names a kind that the grammar does not have: its tokens would silently change.
    fn check(grammar: &Grammar) {
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

    #[test]
    fn every_grammar_fits_the_runtime_and_has_the_kinds_the_table_names() {
        for language in languages() {
            if let Some(grammar) = language.grammar() {
                assert!(language.kinds().is_some(), "{}", language.name());
                check(grammar);
            }
        }
    }
}
