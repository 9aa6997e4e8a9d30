//! Which front end reads a file, and what is said about it.

use chaffinch_submission::{SourceFile, TokenStream};

use crate::language::{Choice, Language};
use crate::piece::Piece;
use crate::scan::scan;
use crate::statements;
use crate::stream::stream;
use crate::tree::{self, Refusal};

/// Files above this many bytes are scanned, not parsed: parsing hostile text takes up to 700 bytes of memory a byte.
const LARGEST_PARSED: usize = 1 << 20;

/// Reads a file. Never fails.
pub fn tokenize(file: &SourceFile, choice: Choice) -> TokenStream {
    let language = choice.language(&file.path);
    let (pieces, notes) = read(language, &file.text);
    stream(language, &file.text, &pieces, notes)
}

/// The pieces of a text, in order, and what a reader should know about the reading.
pub(crate) fn read(language: &Language, text: &str) -> (Vec<Piece>, Vec<String>) {
    let mut notes = Vec::new();
    if let Some(kinds) = language.kinds() {
        if text.len() > LARGEST_PARSED {
            notes.push(format!(
                "{} bytes, more than the {LARGEST_PARSED} that are parsed; read word by word instead",
                text.len()
            ));
        } else {
            match tree::read(language, kinds, text) {
                Ok(reading) => {
                    notes.extend(syntax_errors(reading.errors));
                    return (reading.pieces, notes);
                }
                Err(Refusal::Budget { calls }) => notes
                    .push(format!("too tangled to parse within {calls} steps; read word by word instead")),
            }
        }
    }
    (read_lexically(language, text), notes)
}

fn syntax_errors(count: u32) -> Option<String> {
    match count {
        0 => None,
        1 => Some("1 syntax error; compared all the same".into()),
        _ => Some(format!("{count} syntax errors; compared all the same")),
    }
}

/// The pieces of a text by the scanner alone.
pub(crate) fn read_lexically(language: &Language, text: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    scan(language.lexis(), language.vocabulary(), text, 0..text.len(), &mut pieces);
    statements::mark(language.lexis(), text, &mut pieces);
    pieces
}
