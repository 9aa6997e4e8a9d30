//! From pieces to the token stream others see.

use chaffinch_submission::{Span, TokenStream};

use crate::language::Language;
use crate::piece::Piece;
use crate::vocabulary::{PRIMITIVE_TYPE_CODE, WORD_CODE, value_of};

/// Between token texts in what `lexical` digests. No UTF-8 text holds this byte.
const SEPARATOR: u8 = 0xff;

/// Builds the stream of a text from its pieces.
pub(crate) fn stream(language: &Language, text: &str, pieces: &[Piece], notes: Vec<String>) -> TokenStream {
    let vocabulary = language.vocabulary();
    let mut values = Vec::with_capacity(pieces.len());
    let mut spans: Vec<Span> = Vec::with_capacity(pieces.len());
    let mut statements = Vec::new();
    let mut texts = Vec::with_capacity(text.len() + pieces.len());
    let mut after_type = false;
    for piece in pieces.iter().filter(|piece| piece.is_token()) {
        texts.extend_from_slice(piece.of(text));
        texts.push(SEPARATOR);
        let names_type = piece.code == PRIMITIVE_TYPE_CODE;
        if let Some(last) = spans.last_mut().filter(|_| after_type && names_type && !piece.opens) {
            last.end = piece.end;
            continue;
        }
        after_type = names_type;
        if piece.opens || values.is_empty() {
            statements.push(values.len() as u32);
        }
        values.push(match piece.code {
            WORD_CODE => word_value(&text[piece.start as usize..piece.end as usize]),
            code => vocabulary.name(code).value,
        });
        spans.push(Span { start: piece.start, end: piece.end });
    }
    let digest = blake3::hash(&texts);
    let lexical = u128::from_le_bytes(*digest.as_bytes().first_chunk().expect("a BLAKE3 hash has 32 bytes"));
    TokenStream {
        language: language.name(),
        scheme: language.scheme(),
        values,
        spans,
        statements,
        lexical,
        notes,
    }
}

/// A word of a text is its own name, in lower case.
fn word_value(word: &str) -> u64 {
    if word.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase()) {
        value_of(word)
    } else {
        value_of(&word.to_lowercase())
    }
}
