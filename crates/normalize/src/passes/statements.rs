//! Where statements begin when no tree tells: a small machine over the scanner's pieces. Linear.
//!
//! Braces belong to what stands before them, so `if (x) {` is one statement and a lone `}` is none.

use crate::definition::{Division, Lexis};
use crate::scan::closing;
use crate::tokens::{COMMENT, Piece, STRING_CODE, Vocabulary};

/// Marks the pieces of a whole text that begin a statement. May turn strings into comments (documentation).
pub(crate) fn mark(lexis: &Lexis, vocabulary: &Vocabulary, text: &str, pieces: &mut [Piece]) {
    match lexis.division {
        Division::Braces => braces(vocabulary, text, pieces),
        Division::Lines => lines(text, pieces),
        Division::Borders => borders(lexis, vocabulary, text, pieces),
        Division::Forms => forms(vocabulary, text, pieces),
        Division::Words => each_line(text, pieces),
    }
}

/// What an open brace must restore when it closes.
struct Brace {
    /// Open parentheses around it.
    parentheses: u32,
    /// It holds values, not statements.
    list: bool,
}

fn braces(vocabulary: &Vocabulary, text: &str, pieces: &mut [Piece]) {
    let mut open: Vec<Brace> = Vec::new();
    let mut parentheses = 0_u32;
    // The next token begins a statement; a closing parenthesis will end a head; a colon will end a label.
    let (mut starts, mut head, mut label) = (true, false, false);
    let mut before: &[u8] = b"";
    let mut directive_end = 0;
    for piece in pieces.iter_mut().filter(|piece| piece.is_token()) {
        if piece.start < directive_end {
            continue;
        }
        let word = piece.of(text);
        if vocabulary.is_directive(piece.code) {
            piece.opens = true;
            directive_end = logical_line_end(text, piece.end);
            starts = true;
            continue;
        }
        if starts && !matches!(word, b"{" | b"}" | b";" | b"," | b")" | b"]") {
            piece.opens = true;
            starts = false;
        }
        match word {
            b"(" | b"[" => parentheses += 1,
            b")" | b"]" => {
                parentheses = parentheses.saturating_sub(1);
                starts |= head && parentheses == 0;
                head &= parentheses > 0;
            }
            b"{" => {
                let value = matches!(before, b"=" | b"," | b"(" | b"[" | b"]" | b":" | b"return");
                let in_list = open.last().is_some_and(|brace| brace.list) && !matches!(before, b")" | b"=>");
                let list = (value && !piece.opens && !starts) || in_list;
                open.push(Brace { parentheses, list });
                parentheses = 0;
                starts = !list;
            }
            b"}" => {
                let brace = open.pop().unwrap_or(Brace { parentheses: 0, list: false });
                parentheses = brace.parentheses;
                starts = !brace.list && parentheses == 0;
            }
            b";" if parentheses == 0 => starts = true,
            b":" if label && parentheses == 0 => (starts, label) = (true, false),
            b"if" | b"while" | b"for" | b"switch" | b"catch" if parentheses == 0 => head = true,
            b"else" | b"do" | b"try" => starts = true,
            b"case" | b"default" => label = true,
            _ => {}
        }
        before = word;
    }
}

/// The next line end that no backslash hides.
pub(crate) fn logical_line_end(text: &str, from: u32) -> u32 {
    let bytes = text.as_bytes();
    let mut at = from as usize;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if bytes[at + 1..].starts_with(b"\r\n") => at += 3,
            b'\\' => at += 2,
            b'\n' | b'\r' => break,
            _ => at += 1,
        }
    }
    at.min(bytes.len()) as u32
}

fn lines(text: &str, pieces: &mut [Piece]) {
    let mut depth = 0_u32;
    let mut starts = true;
    let mut reached = 0;
    let mut first = 0;
    for at in 0..pieces.len() {
        let piece = pieces[at];
        starts |= depth == 0 && ends_line(text, reached, piece.start);
        reached = piece.end;
        if !piece.is_token() {
            continue;
        }
        if std::mem::take(&mut starts) {
            vanish_documentation(&mut pieces[first..at]);
            first = at;
            pieces[at].opens = true;
        }
        match piece.of(text) {
            b"(" | b"[" | b"{" => depth += 1,
            b")" | b"]" | b"}" => depth = depth.saturating_sub(1),
            b";" if depth == 0 => starts = true,
            _ => {}
        }
    }
    vanish_documentation(&mut pieces[first..]);
}

fn borders(lexis: &Lexis, vocabulary: &Vocabulary, text: &str, pieces: &mut [Piece]) {
    let brackets = lexis.borders.brackets.as_bytes();
    let mut depth = 0_u32;
    let mut starts = true;
    let mut reached = 0;
    for piece in pieces {
        starts |= lexis.borders.lines && depth == 0 && ends_line(text, reached, piece.start);
        reached = piece.end;
        if piece.code == COMMENT {
            continue;
        }
        let border = vocabulary.border(piece.code);
        if (starts || (depth == 0 && border.before)) && !border.never {
            piece.opens = true;
            starts = false;
        }
        match *piece.of(text) {
            [bracket] if brackets.contains(&bracket) => depth += 1,
            [bracket] if brackets.iter().any(|&open| closing(open) == bracket) => {
                depth = depth.saturating_sub(1);
            }
            _ => {}
        }
        starts |= depth == 0 && border.after;
    }
}

fn forms(vocabulary: &Vocabulary, text: &str, pieces: &mut [Piece]) {
    let mut depth = 0_u32;
    let mut tokens = pieces.iter_mut().filter(|piece| piece.code != COMMENT).peekable();
    while let Some(piece) = tokens.next() {
        match piece.of(text) {
            b"(" | b"[" => {
                let head = tokens.peek().is_some_and(|next| vocabulary.border(next.code).before);
                piece.opens = depth == 0 || head;
                depth += 1;
            }
            b")" | b"]" => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
}

/// Whether a line ends between two pieces, not hidden by a backslash.
fn ends_line(text: &str, from: u32, to: u32) -> bool {
    let gap = &text.as_bytes()[from as usize..to as usize];
    gap.iter().enumerate().any(|(at, &byte)| {
        let hidden = at > 0 && (gap[at - 1] == b'\\' || gap[..at].ends_with(b"\\\r"));
        matches!(byte, b'\n' | b'\r') && !hidden
    })
}

/// A statement that is nothing but one string documents; it does nothing.
pub(crate) fn vanish_documentation(statement: &mut [Piece]) {
    let mut tokens = statement.iter_mut().filter(|piece| piece.is_token());
    if let (Some(only), None) = (tokens.next(), tokens.next())
        && only.code == STRING_CODE
    {
        only.code = COMMENT;
        only.opens = false;
    }
}

fn each_line(text: &str, pieces: &mut [Piece]) {
    let mut reached = 0;
    for (at, piece) in pieces.iter_mut().enumerate() {
        let gap = &text.as_bytes()[reached as usize..piece.start as usize];
        piece.opens = at == 0 || gap.iter().any(|byte| matches!(byte, b'\n' | b'\r'));
        reached = piece.end;
    }
}
