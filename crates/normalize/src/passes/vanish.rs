//! What can be added to a program or left out of it for nothing, with either front end: annotations, the receiver
//! that a method may omit, semicolons where a line end does. Their pieces stay, to be shown; they are no tokens. Linear.

use crate::definition::{Annotations, Lexis};
use crate::tokens::{IDENTIFIER_CODE, Piece, TYPE_NAME_CODE, VANISHED_META, VANISHED_SYMBOL, VANISHED_WORD};

/// Longer annotations are read as code: looking for an end that is not there must not take long
/// (against `@a(@a(@a(`).
const MAX_LENGTH: usize = 64;

/// Takes what says nothing out of a whole text's tokens. A statement that begins with it begins after it.
pub(crate) fn vanish(lexis: &Lexis, text: &str, pieces: &mut [Piece]) {
    if lexis.receiver.is_empty() && lexis.annotations == Annotations::None && !lexis.optional_semicolons {
        return;
    }
    let tokens: Vec<usize> = (0..pieces.len()).filter(|&at| pieces[at].is_token()).collect();
    let mut at = 0;
    while at < tokens.len() {
        let rest = Rest { text, pieces, tokens: &tokens[at..] };
        let (count, code) = if let Some(count) = rest.annotation(lexis.annotations) {
            (count, VANISHED_META)
        } else if rest.is_receiver(lexis.receiver) {
            (2, VANISHED_WORD)
        } else if lexis.optional_semicolons && rest.is(0, b";") {
            (1, VANISHED_SYMBOL)
        } else {
            at += 1;
            continue;
        };
        let mut opens = false;
        for &vanished in &tokens[at..at + count] {
            pieces[vanished].code = code;
            opens |= std::mem::take(&mut pieces[vanished].opens);
        }
        at += count;
        if let Some(&next) = tokens.get(at) {
            pieces[next].opens |= opens;
        }
    }
}

/// The tokens from one on.
struct Rest<'a> {
    text: &'a str,
    pieces: &'a [Piece],
    tokens: &'a [usize],
}

impl Rest<'_> {
    fn piece(&self, at: usize) -> Option<Piece> {
        self.tokens.get(at).map(|&at| self.pieces[at])
    }

    fn is(&self, at: usize, text: &[u8]) -> bool {
        self.piece(at).is_some_and(|piece| piece.of(self.text) == text)
    }

    fn is_name(&self, at: usize) -> bool {
        self.piece(at).is_some_and(|piece| matches!(piece.code, IDENTIFIER_CODE | TYPE_NAME_CODE))
    }

    /// How many tokens the annotation has that begins here.
    fn annotation(&self, annotations: Annotations) -> Option<usize> {
        match annotations {
            Annotations::None => None,
            Annotations::At => {
                if !(self.is(0, b"@") && self.is_name(1) && self.stands_apart()) {
                    return None;
                }
                let mut end = 2;
                while end < MAX_LENGTH && self.is(end, b".") && self.is_name(end + 1) {
                    end += 2;
                }
                let arguments = self.is(end, b"(").then(|| self.closing(end, b"(", b")")).flatten();
                Some(arguments.unwrap_or(end))
            }
            Annotations::Brackets => self.piece(0)?.opens.then(|| self.closing(0, b"[", b"]"))?,
            Annotations::HashBrackets => {
                let bracket = if self.is(1, b"!") { 2 } else { 1 };
                self.is(0, b"#").then(|| self.closing(bracket, b"[", b"]"))?
            }
        }
    }

    /// Whether the sign here belongs to the word after it and not to one before it (`return@loop`, `all@Some(x)`).
    fn stands_apart(&self) -> bool {
        let bytes = self.text.as_bytes();
        self.piece(0).zip(self.piece(1)).is_some_and(|(sign, word)| {
            let start = sign.start as usize;
            sign.end == word.start && (start == 0 || !bytes[start - 1].is_ascii_alphanumeric())
        })
    }

    /// One past the token that closes the bracket at a token.
    fn closing(&self, from: usize, open: &[u8], close: &[u8]) -> Option<usize> {
        let mut depth = 0_usize;
        for at in from..from + MAX_LENGTH {
            if self.is(at, open) {
                depth += 1;
            } else if self.is(at, close) {
                depth = depth.saturating_sub(1);
            }
            if depth == 0 {
                return (at > from).then_some(at + 1);
            }
        }
        None
    }

    /// Whether a word that a member's name does without stands here, with its dot or arrow.
    fn is_receiver(&self, receiver: &str) -> bool {
        !receiver.is_empty() && self.is(0, receiver.as_bytes()) && (self.is(1, b".") || self.is(1, b"->"))
    }
}
