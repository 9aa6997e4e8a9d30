//! Shortens texts for a report. Pure functions.

use std::borrow::Cow;

use crate::values::{LOOKED_AT, QUOTED};

/// Returns the beginning of a text, which is all of it that is compared.
pub(crate) fn looked_at(text: &str) -> &str {
    &text[..text.floor_char_boundary(LOOKED_AT)]
}

/// Returns a text in one line of at most [`QUOTED`] characters.
pub(crate) fn quoted(text: &str) -> String {
    let seen = looked_at(text);
    let mut line = String::new();
    for word in seen.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    match line.char_indices().nth(QUOTED) {
        None if seen.len() == text.len() => line,
        None => line + "…",
        Some(_) => cut(line.into(), QUOTED).into_owned(),
    }
}

/// Cuts a text to a number of characters, the last of which is then `…`.
pub(crate) fn cut(mut text: Cow<'_, str>, characters: usize) -> Cow<'_, str> {
    let mut ends = text.char_indices().map(|(at, _)| at).skip(characters - 1);
    if let (Some(end), Some(_)) = (ends.next(), ends.next()) {
        let text = text.to_mut();
        text.truncate(end);
        text.push('…');
    }
    text
}
