//! Reduces a file to what may be stored when its text, names and literals may not.
//!
//! A hash does not hide anything: anybody who guesses a name can hash it and compare. So everything made from what an
//! author typed is removed: texts and lines, comments, both digests, and the length of each token. What follows from
//! the grammar stays: token names, statements, their forms (hashes of token names), and the line of each token.

use chaffinch_submission::{FileRecord, LineTable, Span, TokenStream, TokenizedFile};

use crate::definition::StatementDivision;
use crate::selection::language;

/// Returns a file without text, names and literals. Its normalised tokens compare as before.
///
/// Its spans belong to a text that does not exist: it has as many lines, and each token has one byte per line. A file
/// of words (language `text`) keeps no tokens, since they are what the author typed. The path stays, and so does the
/// size of the text.
pub fn reduce(file: &TokenizedFile) -> TokenizedFile {
    let (record, stream) = (&file.record, file.stream.read());
    let of_words = language(stream.language)
        .is_none_or(|language| language.lexical_rules().division == StatementDivision::Words);
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
