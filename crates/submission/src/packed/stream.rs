//! Packs the columns of a stream: what it has of each token, comment and passage.

use super::damage::Damaged;
use super::read::Reader;
use super::write::Writer;
use crate::{Passage, Scheme, TokenStream};

/// Writes what a stream has of each token, comment and passage.
pub(crate) fn columns_to(writer: &mut Writer, stream: &TokenStream) {
    let TokenStream { values, texts, spans, comments, statements, forms, lines, .. } = stream;
    writer.tokens(values, texts, spans);
    writer.spans(comments);
    writer.rising(statements);
    writer.passages(forms);
    writer.passages(lines);
}

/// What a stream has besides its columns.
pub(crate) struct StreamHead {
    pub(crate) language: &'static str,
    pub(crate) scheme: Scheme,
    pub(crate) lexical: u128,
    pub(crate) notes: Vec<String>,
}

/// Reads what [`columns_to`] wrote. `of_text` is the size of the text.
pub(crate) fn columns_from(
    reader: &mut Reader<'_>,
    of_text: u32,
    head: StreamHead,
) -> Result<TokenStream, Damaged> {
    let (values, texts, spans) = reader.tokens()?;
    let comments = reader.spans()?;
    if [spans.last(), comments.last()].into_iter().flatten().any(|last| of_text < last.end) {
        return Err(Damaged::Impossible { what: "spans" });
    }
    let tokens = values.len() as u32;
    let statements = reader.rising()?;
    let rise = statements.is_sorted_by(|a, b| a < b);
    let begin = statements.first() == (tokens > 0).then_some(&0);
    if !rise || !begin || statements.last().is_some_and(|&last| tokens <= last) {
        return Err(Damaged::Impossible { what: "statements" });
    }
    let mut passages = || {
        let passages = reader.passages()?;
        let inside =
            |passage: &Passage| passage.tokens.start < passage.tokens.end && passage.tokens.end <= tokens;
        let in_order = passages.is_sorted_by_key(|passage| passage.tokens.start);
        if in_order && passages.iter().all(inside) {
            Ok(passages)
        } else {
            Err(Damaged::Impossible { what: "passages" })
        }
    };
    let (forms, lines) = (passages()?, passages()?);
    let StreamHead { language, scheme, lexical, notes } = head;
    Ok(TokenStream {
        language,
        scheme,
        values,
        spans,
        texts,
        comments,
        statements,
        forms,
        lines,
        lexical,
        notes,
    })
}
