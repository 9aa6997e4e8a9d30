//! Turns a file into a token stream.

use chaffinch_submission::{SourceFile, TokenStream};

use super::token_stream::stream;
use crate::front_end::{read, scan_unparsed};
use crate::language::Language;
use crate::parse::TreeDetail;
use crate::passes::without_magics;
use crate::selection::Choice;
use crate::tokens::Lexeme;

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
    let language = choice.language_of(file);
    let magics = file.notebook.as_ref().filter(|_| !language.lexical_rules().magics.is_empty());
    let code = magics.map(|notebook| without_magics(language.lexical_rules(), notebook, &file.text));
    let text = code.as_deref().unwrap_or(&file.text);
    let (lexemes, notes) = read(language, text);
    stream(language, &file.text, &lexemes, notes)
}
