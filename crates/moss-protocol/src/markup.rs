//! Text in pages.

/// Text as text. What no page can hold, and some readers stop at, is replaced.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + text.len() / 16);
    for c in text.chars() {
        match c {
            // The service of old leaves `&` as it is; readers that take it apart as HTML then see another text.
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '\t' | '\n' => escaped.push(c),
            c if c.is_control() => escaped.push(char::REPLACEMENT_CHARACTER),
            c => escaped.push(c),
        }
    }
    escaped
}

/// The pieces of a text that end in LF, CRLF or a lone CR, without those ends.
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
