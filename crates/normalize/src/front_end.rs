//! Which front end reads a file, and what is said about it.

use crate::language::Language;
use crate::parse::{self, Detail, Refusal};
use crate::passes::{mark, vanish, vanish_repeats};
use crate::scan::scan;
use crate::tokens::Piece;

/// The pieces of a text, in order, and what a reader should know about the reading.
pub(crate) fn read(language: &Language, text: &str, detail: Detail) -> (Vec<Piece>, Vec<String>) {
    let mut notes = Vec::new();
    if let Some(kinds) = language.kinds() {
        if text.len() > kinds.largest {
            notes.push(format!(
                "{} bytes, more than the limit of the parser ({}); tokenized without parsing",
                text.len(),
                kinds.largest
            ));
        } else {
            match parse::read(language.lexis(), language.vocabulary(), kinds, text, detail) {
                Ok(mut reading) => {
                    vanish(language.lexis(), text, &mut reading.pieces);
                    notes.extend(syntax_errors(reading.errors));
                    return (reading.pieces, notes);
                }
                Err(refusal) => {
                    notes.push(not_parsed(refusal));
                    return (read_tangled(language, text, &mut notes), notes);
                }
            }
        }
    }
    (read_lexically(language, text), notes)
}

fn not_parsed(refusal: Refusal) -> String {
    match refusal {
        Refusal::Work { allowed } => {
            format!("too complex to parse within {allowed} units of work; tokenized without parsing")
        }
        Refusal::Memory { allowed } => {
            format!("too complex to parse within {allowed} bytes of memory; tokenized without parsing")
        }
    }
}

fn syntax_errors(count: u32) -> Option<String> {
    match count {
        0 => None,
        1 => Some("1 syntax error; compared anyway".into()),
        _ => Some(format!("{count} syntax errors; compared anyway")),
    }
}

/// The pieces of a text that costs too much to parse: by the scanner, without endless repeats.
pub(crate) fn read_tangled(language: &Language, text: &str, notes: &mut Vec<String>) -> Vec<Piece> {
    let mut pieces = read_lexically(language, text);
    let count = vanish_repeats(text, &mut pieces);
    if 0 < count {
        notes.push(format!("{count} tokens only repeat the tokens before them; not compared"));
    }
    pieces
}

/// The pieces of a text by the scanner alone.
pub(crate) fn read_lexically(language: &Language, text: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    scan(language.lexis(), language.vocabulary(), text, 0..text.len(), &mut pieces);
    mark(language.lexis(), language.vocabulary(), text, &mut pieces);
    vanish(language.lexis(), text, &mut pieces);
    pieces
}

#[cfg(test)]
mod tests {
    use chaffinch_submission::Span;

    use super::*;
    use crate::definition::IDENTIFIER;
    use crate::output::{highlight, highlight_scanned, stream};
    use crate::parse::Kinds;
    use crate::selection::languages;
    use crate::tokens::{Class, value_of};

    /// Languages that only a parser can cut into tokens; the scanner's are near enough for what is not parsed. Bash, HCL,
    /// PHP and Ruby: here-documents; Bash, Elixir and Ruby: words whose characters mean something only in some places
    /// (`-f`, `a/b`, `~r/x/`, `%w[x]`, `x?`); HTML, PHP and TSX: text outside of code; Julia: `x'`, `push!`, `2x`.
    const ONLY_PARSED: [&str; 8] = ["bash", "elixir", "hcl", "html", "julia", "php", "ruby", "tsx"];

    /// Reading whole statements with the scanner, leaf by leaf, or without the tree at all: the same tokens.
    #[test]
    fn every_way_to_read_a_program_gives_the_same_tokens() {
        for language in languages().iter().filter(|language| language.grammar().is_some()) {
            let name = language.name();
            let path = format!("{}/samples/{name}.{}", env!("CARGO_MANIFEST_DIR"), language.endings()[0]);
            let sample = &std::fs::read_to_string(path).unwrap();
            let stream = |pieces: &[Piece]| stream(language, sample, pieces, Vec::new());
            let (pieces, notes) = read(language, sample, Detail::Statements);
            assert!(notes.is_empty(), "{name}: {notes:?}");
            let leaves = stream(&read(language, sample, Detail::Leaves).0);
            assert_eq!(stream(&pieces), leaves, "{name}");
            let scanned = stream(&read_lexically(language, sample));
            if ONLY_PARSED.contains(&name) {
                continue;
            }
            // The scanner cannot tell keywords that may be names.
            let soft: Vec<u64> = language.lexis().soft_keywords.split_whitespace().map(value_of).collect();
            let names = leaves.values.iter();
            let names: Vec<u64> = names
                .map(|&value| if soft.contains(&value) { value_of(IDENTIFIER) } else { value })
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

    /// What is no word of the program has the same colour, whoever reads it.
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
                // Some parsers count the end of the line to a comment.
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
                Kinds::check(grammar);
            }
        }
    }
}
