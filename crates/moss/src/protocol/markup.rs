//! Escapes and splits text for the pages.

/// Escapes text for HTML. Control characters and deceptive characters are replaced, because HTML cannot contain some of
/// them and some readers stop at them.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + text.len() / 16);
    for c in text.chars() {
        match c {
            // MOSS leaves `&` as it is. Readers that parse HTML then get a different text.
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '\t' | '\n' => escaped.push(c),
            c if c.is_control() || is_deceptive(c) => escaped.push(char::REPLACEMENT_CHARACTER),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Returns whether a character is invisible or changes the displayed order of the text, so that code looks like other
/// code.
fn is_deceptive(c: char) -> bool {
    matches!(
        c,
        '\u{AD}'
            | '\u{61C}'
            | '\u{180E}'
            | '\u{200B}'..='\u{200F}'
            | '\u{2028}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}'
            | '\u{3164}'
            | '\u{FEFF}'
            | '\u{FFF9}'..='\u{FFFB}'
    )
}

/// Splits a text at LF, CRLF or a lone CR. The lines do not contain their ends.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let Some(end) = rest.find(['\n', '\r']) else { return Some(std::mem::take(&mut rest)) };
        let line = &rest[..end];
        let length = if rest[end..].starts_with("\r\n") { 2 } else { 1 };
        rest = &rest[end + length..];
        Some(line)
    })
}
