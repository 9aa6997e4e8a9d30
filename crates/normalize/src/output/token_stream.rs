//! Turns lexemes into a token stream.

use chaffinch_submission::{Passage, Span, TokenStream};

use crate::forms::{StatementTokens, forms};
use crate::language::Language;
use crate::passes::is_command;
use crate::tokens::{
    COMMENT, Lexeme, PRIMITIVE_TYPE_CODE, TEXT_HASH_START, WORD_CODE, text_hash, token_value,
};

/// Ends each text in the input of the digest `lexical`, and begins the input: digests of earlier versions, which left out
/// what matching ignores, are never equal to one of these. No UTF-8 text contains this byte.
const SEPARATOR: u8 = 0xff;

/// Builds the token stream of a text from its lexemes. In a notebook, `text` has its commands, which were read as
/// comments.
pub(crate) fn stream(language: &Language, text: &str, lexemes: &[Lexeme], notes: Vec<String>) -> TokenStream {
    let token_table = language.token_table();
    // Allocated exactly: streams are held until the whole class is compared.
    let count = lexemes.iter().filter(|lexeme| lexeme.is_token()).count();
    let mut values = Vec::with_capacity(count);
    let mut spans: Vec<Span> = Vec::with_capacity(count);
    let mut statements = Vec::new();
    let mut texts: Vec<u32> = Vec::with_capacity(count);
    let mut roles = Vec::with_capacity(count);
    let mut lexical_input = Vec::with_capacity(1 + text.len() + lexemes.len());
    lexical_input.push(SEPARATOR);
    let mut after_type = false;
    for lexeme in lexemes {
        let written = &text[lexeme.start as usize..lexeme.end as usize];
        if lexeme.code == COMMENT && !is_command(language.lexical_rules(), written) {
            continue;
        }
        lexical_input.extend_from_slice(written.as_bytes());
        lexical_input.push(SEPARATOR);
        if !lexeme.is_token() {
            continue;
        }
        let names_type = lexeme.code == PRIMITIVE_TYPE_CODE;
        if let (true, Some(last), Some(hash)) =
            (after_type && names_type && !lexeme.begins_statement, spans.last_mut(), texts.last_mut())
        {
            last.end = lexeme.end;
            *hash = text_hash(*hash, lexeme.of(text));
            continue;
        }
        after_type = names_type;
        if lexeme.begins_statement || values.is_empty() {
            statements.push(values.len() as u32);
        }
        values.push(match lexeme.code {
            WORD_CODE => word_value(written),
            code => token_table.name(code).value,
        });
        roles.push(token_table.role(lexeme.code));
        texts.push(text_hash(TEXT_HASH_START, lexeme.of(text)));
        spans.push(Span { start: lexeme.start, end: lexeme.end });
    }
    let comments = lexemes.iter().filter(|lexeme| lexeme.code == COMMENT);
    let reading = StatementTokens { values: &values, texts: &texts, roles: &roles, statements: &statements };
    let forms = forms(language.lexical_rules().heads, &reading);
    TokenStream {
        language: language.name(),
        scheme: language.scheme(),
        forms,
        lines: line_passages(text, &spans),
        values,
        spans,
        texts,
        comments: comments.map(|lexeme| Span { start: lexeme.start, end: lexeme.end }).collect(),
        statements,
        lexical: lexical(&lexical_input),
        notes,
    }
}

/// Returns the digest of texts, each of which ends in a separator, after one at the beginning.
fn lexical(input: &[u8]) -> u128 {
    if input.len() == 1 {
        return TokenStream::NO_TEXTS;
    }
    let digest = blake3::hash(input);
    u128::from_le_bytes(*digest.as_bytes().first_chunk().expect("a BLAKE3 hash has 32 bytes"))
}

/// Returns the lines of a text that contain tokens, each from its first token to its last, as they were typed.
fn line_passages(text: &str, spans: &[Span]) -> Vec<Passage> {
    let mut lines = Vec::new();
    let mut first = 0;
    for end in 1..=spans.len() {
        let last = spans[end - 1];
        let goes_on = spans.get(end).is_some_and(|next| {
            let between = &text.as_bytes()[last.end as usize..next.start as usize];
            !between.iter().any(|byte| matches!(byte, b'\n' | b'\r'))
        });
        if !goes_on {
            let typed = &text.as_bytes()[spans[first].start as usize..last.end as usize];
            lines.push(Passage {
                hash: line_hash(typed),
                tokens: first as u32..end as u32,
                length: (end - first) as u32,
            });
            first = end;
        }
    }
    lines
}

/// Returns the value of a word in a text that is not a program: that of the word in lower case.
fn word_value(word: &str) -> u64 {
    if word.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase()) {
        token_value(word)
    } else {
        token_value(&word.to_lowercase())
    }
}

/// Returns a multiplicative hash of eight bytes at a time, mixed at the end. Collisions do no harm: two lines that
/// wrongly count as one change a rank a little.
fn line_hash(line: &[u8]) -> u64 {
    let mixed = |hash: u64, word: u64| (hash.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let (words, rest) = line.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let hash = words.iter().fold(line.len() as u64, |hash, word| mixed(hash, u64::from_le_bytes(*word)));
    let hash = mixed(hash, u64::from_le_bytes(last));
    hash ^ hash >> 32
}
