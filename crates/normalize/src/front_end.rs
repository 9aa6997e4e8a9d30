//! Decides which front end reads a text, and notes why.

use crate::language::Language;
use crate::parse::{self, ParseRefusal, TreeDetail};
use crate::passes::{ignore_optional, ignore_repeats, mark};
use crate::scan::scan;
use crate::tokens::Lexeme;

/// Returns the lexemes of a text in order, and notes for the reader of the report.
pub(crate) fn read(language: &Language, text: &str, detail: TreeDetail) -> (Vec<Lexeme>, Vec<String>) {
    let mut notes = Vec::new();
    if let Some(kinds) = language.kinds() {
        if text.len() > kinds.max_bytes {
            notes.push(format!(
                "{} bytes, more than the limit of the parser ({}); tokenized without parsing",
                text.len(),
                kinds.max_bytes
            ));
        } else {
            match parse::read(language.lexical_rules(), language.token_table(), kinds, text, detail) {
                Ok(mut reading) => {
                    ignore_optional(language.lexical_rules(), text, &mut reading.lexemes);
                    notes.extend(syntax_error_note(reading.errors));
                    return (reading.lexemes, notes);
                }
                Err(refusal) => {
                    notes.push(refusal_note(refusal));
                    return (scan_unparsed(language, text, &mut notes), notes);
                }
            }
        }
    }
    (scan_text(language, text), notes)
}

fn refusal_note(refusal: ParseRefusal) -> String {
    match refusal {
        ParseRefusal::Work { allowed } => {
            format!("too complex to parse within {allowed} units of work; tokenized without parsing")
        }
        ParseRefusal::Memory { allowed } => {
            format!("too complex to parse within {allowed} bytes of memory; tokenized without parsing")
        }
    }
}

fn syntax_error_note(count: u32) -> Option<String> {
    match count {
        0 => None,
        1 => Some("1 syntax error; compared anyway".into()),
        _ => Some(format!("{count} syntax errors; compared anyway")),
    }
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

/// Scans a text and returns its lexemes.
pub(crate) fn scan_text(language: &Language, text: &str) -> Vec<Lexeme> {
    let mut lexemes = Vec::new();
    scan(language.lexical_rules(), language.token_table(), text, 0..text.len(), &mut lexemes);
    mark(language.lexical_rules(), language.token_table(), text, &mut lexemes);
    ignore_optional(language.lexical_rules(), text, &mut lexemes);
    lexemes
}

#[cfg(test)]
mod tests {
    use chaffinch_submission::Span;

    use super::*;
    use crate::definition::IDENTIFIER;
    use crate::output::{highlight, highlight_scanned, stream};
    use crate::parse::NodeKinds;
    use crate::selection::languages;
    use crate::tokens::{Class, token_value};

    /// Languages that only a parser can divide into tokens. For texts that are not parsed, the scanner is near enough.
    /// Bash, HCL, PHP and Ruby have here-documents. Bash, Elixir and Ruby have words whose characters have a meaning
    /// only in some places (`-f`, `a/b`, `~r/x/`, `%w[x]`, `x?`). HTML, PHP and TSX have text outside of code. Julia
    /// has `x'`, `push!`, `2x`.
    const ONLY_PARSED: [&str; 8] = ["bash", "elixir", "hcl", "html", "julia", "php", "ruby", "tsx"];

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
            if ONLY_PARSED.contains(&name) {
                continue;
            }
            // The scanner cannot recognise keywords that may be names.
            let soft: Vec<u64> =
                language.lexical_rules().soft_keywords.split_whitespace().map(token_value).collect();
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
            if ONLY_PARSED.contains(&name) {
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

    #[test]
    fn every_grammar_fits_the_runtime_and_has_the_kinds_the_table_names() {
        for language in languages() {
            if let Some(grammar) = language.grammar() {
                assert!(language.kinds().is_some(), "{}", language.name());
                NodeKinds::check(grammar);
            }
        }
    }
}
