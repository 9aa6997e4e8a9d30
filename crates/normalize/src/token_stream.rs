//! Turns a file into a token stream, and reduces it to what may be stored when its text, names and literals may not.
//!
//! A hash does not hide anything: anybody who guesses a name can hash it and compare. So everything made from what an
//! author typed is removed: texts and lines, comments, both digests, and the length of each token. What follows from
//! the grammar stays: token names, statements, their forms (hashes of token names), and the line of each token.

use std::borrow::Cow;

use chaffinch_submission::{FileRecord, LineTable, Passage, SourceFile, Span, TokenStream, TokenizedFile};

use crate::definition::{LanguageDefinition, StatementDivision};
use crate::detection::{Choice, ReadAs};
use crate::forms::{Token, forms};
use crate::ignored::{is_command, without_magics};
use crate::language::{Language, read, scan_unparsed};
use crate::languages::language;
use crate::parse::TreeDetail;
use crate::tokens::{
    CHARACTER_CODE, COMMENT, IDENTIFIER_CODE, Lexeme, PRIMITIVE_TYPE_CODE, STRING_CODE, TEXT_HASH_START,
    TYPE_NAME_CODE, TokenCode, WORD_CODE, text_hash, token_value,
};

/// Reads a file. It never fails.
pub fn tokenize(file: &SourceFile, choice: Choice) -> TokenStream {
    stream_of(file, choice, |language, text| read(language, text, TreeDetail::Statements))
}

/// Reads a file with the scanner alone, as [`tokenize`] does with a file that costs too much to parse. `note` says why.
pub fn tokenize_scanned(file: &SourceFile, choice: Choice, note: &str) -> TokenStream {
    stream_of(file, choice, |language, text| {
        let mut notes = vec![note.to_owned()];
        (scan_unparsed(language, text, &mut notes), notes)
    })
}

fn stream_of(
    file: &SourceFile,
    choice: Choice,
    read: impl FnOnce(&Language, &str) -> (Vec<Lexeme>, Vec<String>),
) -> TokenStream {
    let ReadAs { language, note } = choice.read_as(file);
    let magics = file.notebook.as_ref().filter(|_| !language.rules().magics.is_empty());
    let code = magics.map(|notebook| without_magics(language.rules(), notebook, &file.text));
    let text = code.as_deref().unwrap_or(&file.text);
    let (lexemes, mut notes) = read(language, text);
    notes.splice(0..0, note);
    stream(language, &file.text, &lexemes, notes)
}

/// Ends each text in the input of the digest `lexical`, and begins the input: digests of earlier versions, which left out
/// what matching ignores, are never equal to one of these. No UTF-8 text contains this byte.
const SEPARATOR: u8 = 0xff;

/// Builds the token stream of a text from its lexemes. In a notebook, `text` has its commands, which were read as
/// comments.
pub(crate) fn stream(language: &Language, text: &str, lexemes: &[Lexeme], notes: Vec<String>) -> TokenStream {
    let table = language.table();
    // Allocated exactly: streams are held until the whole class is compared.
    let count = lexemes.iter().filter(|lexeme| lexeme.is_token()).count();
    let mut values = Vec::with_capacity(count);
    let mut spans: Vec<Span> = Vec::with_capacity(count);
    let mut statements = Vec::new();
    let mut texts: Vec<u32> = Vec::with_capacity(count);
    let mut roles = Vec::with_capacity(count);
    let mut lexical_input = Vec::with_capacity(1 + text.len() + lexemes.len());
    lexical_input.push(SEPARATOR);
    // Built-in types and strings that follow each other are one.
    let joins =
        |code| code == PRIMITIVE_TYPE_CODE || (code == STRING_CODE && language.rules().adjacent_strings);
    let mut last_joined = None;
    for lexeme in lexemes {
        let written = &text[lexeme.start as usize..lexeme.end as usize];
        if lexeme.code == COMMENT && !is_command(language.rules(), written) {
            continue;
        }
        let spelled = spelled(language.rules(), lexeme.code, written);
        lexical_input.extend_from_slice(spelled.as_bytes());
        lexical_input.push(SEPARATOR);
        if !lexeme.is_token() {
            continue;
        }
        let joined = joins(lexeme.code).then_some(lexeme.code);
        let continues = joined.is_some() && joined == last_joined && !lexeme.begins_statement;
        if let (true, Some(last), Some(hash)) = (continues, spans.last_mut(), texts.last_mut()) {
            last.end = lexeme.end;
            *hash = text_hash(*hash, spelled.as_bytes());
            continue;
        }
        last_joined = joined;
        if lexeme.begins_statement || values.is_empty() {
            statements.push(values.len() as u32);
        }
        values.push(match lexeme.code {
            WORD_CODE => word_value(written),
            code => table.name(code).value,
        });
        roles.push(table.name(lexeme.code).role);
        texts.push(text_hash(TEXT_HASH_START, spelled.as_bytes()));
        spans.push(Span { start: lexeme.start, end: lexeme.end });
    }
    let comments = lexemes.iter().filter(|lexeme| lexeme.code == COMMENT);
    let tokens = values.iter().zip(&texts).zip(&roles);
    let tokens = tokens.map(|((&value, &text), &role)| Token { value, text, role });
    let forms = forms(language.rules().heads, tokens, &statements);
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
        lexical: if lexical_input.len() == 1 {
            TokenStream::NO_TEXTS
        } else {
            let digest = blake3::hash(&lexical_input);
            u128::from_le_bytes(*digest.as_bytes().first_chunk().expect("a BLAKE3 hash has 32 bytes"))
        },
        notes,
    }
}

/// Returns the lines of a text that contain tokens, each from its first token to its last, as they were typed.
fn line_passages(text: &str, spans: &[Span]) -> Vec<Passage> {
    let bytes = |from: u32, to: u32| &text.as_bytes()[from as usize..to as usize];
    let mut first = 0;
    let lines = spans
        .chunk_by(|last, next| !bytes(last.end, next.start).iter().any(|byte| matches!(byte, b'\n' | b'\r')));
    let passage = |line: &[Span]| {
        let tokens = first..first + line.len() as u32;
        first = tokens.end;
        let typed = bytes(line[0].start, line[line.len() - 1].end);
        Passage { hash: line_hash(typed), length: line.len() as u32, tokens }
    };
    lines.map(passage).collect()
}

/// Returns what is compared of a lexeme's text: small letters where the language does not tell them from capitals.
pub(crate) fn spelled<'t>(rules: &LanguageDefinition, code: TokenCode, written: &'t str) -> Cow<'t, str> {
    let tells_apart = match code {
        STRING_CODE | CHARACTER_CODE => true,
        IDENTIFIER_CODE | TYPE_NAME_CODE => rules.case_sensitive_names,
        _ => false,
    };
    if rules.case_insensitive && !tells_apart && written.bytes().any(|byte| byte.is_ascii_uppercase()) {
        Cow::Owned(written.to_ascii_lowercase())
    } else {
        Cow::Borrowed(written)
    }
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

/// Returns a file without text, names and literals. Its normalised tokens compare as before.
///
/// Its spans belong to a text that does not exist: it has as many lines, and each token has one byte per line. A file
/// of words (language `text`) keeps no tokens, since they are what the author typed. The path stays, and so does the
/// size of the text.
pub fn reduce(file: &TokenizedFile) -> TokenizedFile {
    let (record, stream) = (&file.record, file.stream.read());
    let of_words = language(stream.language)
        .is_none_or(|language| language.rules().division == StatementDivision::Words);
    let kept = if of_words { 0 } else { stream.values.len() };
    let (spans, lines) = lay_out(&stream.spans[..kept], &record.lines);
    let cell = |&cell: &u32| lines.start_of(record.lines.line_of(cell));
    TokenizedFile {
        record: FileRecord {
            path: record.path.clone(),
            encoding: record.encoding,
            cells: record.cells.as_ref().map(|cells| cells.iter().map(cell).collect()),
            digest: [0; 32],
            bytes: record.bytes,
            lines,
            notes: record.notes.clone(),
            provenance: record.provenance,
        },
        stream: TokenStream {
            language: stream.language,
            scheme: stream.scheme,
            values: stream.values[..kept].to_vec(),
            spans,
            texts: Vec::new(),
            comments: Vec::new(),
            statements: if of_words { Vec::new() } else { stream.statements.clone() },
            forms: if of_words { Vec::new() } else { stream.forms.clone() },
            lines: Vec::new(),
            lexical: 0,
            notes: stream.notes.clone(),
        }
        .into(),
    }
}

/// Returns spans on the same lines as the given ones, which tell nothing else about them.
fn lay_out(spans: &[Span], lines: &LineTable) -> (Vec<Span>, LineTable) {
    let (mut text, mut line) = (String::new(), 1);
    let mut go_to = |text: &mut String, to: u32| {
        while line < to {
            text.push('\n');
            line += 1;
        }
    };
    let lay_out = spans
        .iter()
        .map(|span| {
            go_to(&mut text, lines.line_of(span.start));
            let start = text.len() as u32;
            go_to(&mut text, lines.line_of(span.end - 1));
            text.push('x');
            Span { start, end: text.len() as u32 }
        })
        .collect();
    go_to(&mut text, lines.count() + 1);
    (lay_out, LineTable::new(&text))
}
