//! Finds where statements begin when there is no syntax tree: a small state machine over the scanner's lexemes. Linear.
//!
//! A brace belongs to the statement before it, so `if (x) {` is one statement and a lone `}` is none.

use crate::definition::{StatementBoundaries, StatementDivision};
use crate::scan::closing;
use crate::tokens::{COMMENT, Class, Lexeme, STRING_CODE, TokenTable};

/// Marks the lexemes of a whole text that begin a statement. It may turn strings into comments (documentation).
pub(crate) fn mark(table: &TokenTable, text: &str, lexemes: &mut [Lexeme]) {
    match table.rules.division {
        StatementDivision::Braces => braces(table, text, lexemes),
        StatementDivision::Lines => lines(text, lexemes),
        StatementDivision::Boundaries(at) => boundaries(at, table, text, lexemes),
        StatementDivision::SExpressions(_) => forms(table, text, lexemes),
        StatementDivision::Words => each_line(text, lexemes),
    }
}

/// State that an open brace restores when it closes.
struct Brace {
    /// Number of open parentheses around it.
    parentheses: u32,
    /// Whether it holds values, not statements.
    list: bool,
}

fn braces(table: &TokenTable, text: &str, lexemes: &mut [Lexeme]) {
    let mut open: Vec<Brace> = Vec::new();
    let mut parentheses = 0_u32;
    // Whether the next token begins a statement, a closing parenthesis ends a head, a colon ends a label.
    let (mut starts, mut head, mut label) = (true, false, false);
    let mut before: &[u8] = b"";
    let mut directive_end = 0;
    for lexeme in lexemes.iter_mut().filter(|lexeme| lexeme.is_token()) {
        if lexeme.start < directive_end {
            continue;
        }
        let word = lexeme.of(text);
        // The `#word` of a preprocessor line.
        if table.name(lexeme.code).class == Some(Class::Meta) {
            lexeme.begins_statement = true;
            directive_end = logical_line_end(text, lexeme.end);
            starts = true;
            continue;
        }
        if starts && !matches!(word, b"{" | b"}" | b";" | b"," | b")" | b"]") {
            lexeme.begins_statement = true;
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
                let list = (value && !lexeme.begins_statement && !starts) || in_list;
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

/// Returns the next line end without a backslash before it.
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

fn lines(text: &str, lexemes: &mut [Lexeme]) {
    let mut depth = 0_u32;
    let mut starts = true;
    let mut reached = 0;
    let mut first = 0;
    for at in 0..lexemes.len() {
        let lexeme = lexemes[at];
        starts |= depth == 0 && ends_line(text, reached, lexeme.start);
        reached = lexeme.end;
        if !lexeme.is_token() {
            continue;
        }
        if std::mem::take(&mut starts) {
            ignore_documentation(&mut lexemes[first..at]);
            first = at;
            lexemes[at].begins_statement = true;
        }
        match lexeme.of(text) {
            b"(" | b"[" | b"{" => depth += 1,
            b")" | b"]" | b"}" => depth = depth.saturating_sub(1),
            b";" if depth == 0 => starts = true,
            _ => {}
        }
    }
    ignore_documentation(&mut lexemes[first..]);
}

fn boundaries(at: StatementBoundaries, table: &TokenTable, text: &str, lexemes: &mut [Lexeme]) {
    let brackets = at.brackets.as_bytes();
    let mut depth = 0_u32;
    let mut starts = true;
    let mut reached = 0;
    for lexeme in lexemes {
        starts |= at.lines && depth == 0 && ends_line(text, reached, lexeme.start);
        reached = lexeme.end;
        if lexeme.code == COMMENT {
            continue;
        }
        let boundary = table.boundary(lexeme.code);
        if (starts || (depth == 0 && boundary.before)) && !boundary.never {
            lexeme.begins_statement = true;
            starts = false;
        }
        match *lexeme.of(text) {
            [bracket] if brackets.contains(&bracket) => depth += 1,
            [bracket] if brackets.iter().any(|&open| closing(open) == bracket) => {
                depth = depth.saturating_sub(1);
            }
            _ => {}
        }
        starts |= depth == 0 && boundary.after;
    }
}

fn forms(table: &TokenTable, text: &str, lexemes: &mut [Lexeme]) {
    let mut depth = 0_u32;
    let mut tokens = lexemes.iter_mut().filter(|lexeme| lexeme.code != COMMENT).peekable();
    while let Some(lexeme) = tokens.next() {
        match lexeme.of(text) {
            b"(" | b"[" => {
                let head = tokens.peek().is_some_and(|next| table.boundary(next.code).before);
                lexeme.begins_statement = depth == 0 || head;
                depth += 1;
            }
            b")" | b"]" => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
}

/// Returns whether a line ends between two lexemes without a backslash before its end.
fn ends_line(text: &str, from: u32, to: u32) -> bool {
    let gap = &text.as_bytes()[from as usize..to as usize];
    gap.iter().enumerate().any(|(at, &byte)| {
        let hidden = at > 0 && (gap[at - 1] == b'\\' || gap[..at].ends_with(b"\\\r"));
        matches!(byte, b'\n' | b'\r') && !hidden
    })
}

/// Turns a statement that is only one string into a comment: it is documentation and does nothing.
pub(crate) fn ignore_documentation(statement: &mut [Lexeme]) {
    let mut tokens = statement.iter_mut().filter(|lexeme| lexeme.is_token());
    if let (Some(only), None) = (tokens.next(), tokens.next())
        && only.code == STRING_CODE
    {
        only.code = COMMENT;
        only.begins_statement = false;
    }
}

fn each_line(text: &str, lexemes: &mut [Lexeme]) {
    let mut reached = 0;
    for (at, lexeme) in lexemes.iter_mut().filter(|lexeme| lexeme.is_token()).enumerate() {
        let gap = &text.as_bytes()[reached as usize..lexeme.start as usize];
        lexeme.begins_statement = at == 0 || gap.iter().any(|byte| matches!(byte, b'\n' | b'\r'));
        reached = lexeme.end;
    }
}
