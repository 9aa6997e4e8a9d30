//! Splits text into words one by one, with the position of each, for displaying them. Slower than
//! [`super::WordHasher`].

use std::ops::Range;

use super::value::value;
use super::words::{MAX_WORD_BYTES, PADDING, stands_alone};

/// Returns the words of a text as they are compared, in a normalized spelling with a space between them, and the
/// position and value of each. It finds the same words as [`super::WordHasher`].
pub(crate) fn spelled(bytes: &[u8]) -> (String, Vec<(Range<usize>, u64)>) {
    let mut text = String::with_capacity(bytes.len());
    for character in String::from_utf8_lossy(bytes).chars() {
        if !(character.is_alphanumeric() || ('\u{300}'..='\u{36f}').contains(&character)) {
            text.push(' ');
            continue;
        }
        let alone = stands_alone(character);
        if alone {
            text.push(' ');
        }
        text.extend(character.to_lowercase().map(|c| if c == '\u{3c2}' { '\u{3c3}' } else { c }));
        if alone {
            text.push(' ');
        }
    }
    text = text.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
    let mut padded = text.clone().into_bytes();
    padded.resize(text.len() + PADDING, 0);
    let mut words = Vec::new();
    let mut start = 0;
    for word in text.split_ascii_whitespace() {
        let end = start + word.len();
        for cut in (start..end).step_by(MAX_WORD_BYTES) {
            let part = cut..(cut + MAX_WORD_BYTES).min(end);
            words.push((part.clone(), value(&padded, part.start, part.end)));
        }
        start = end + 1;
    }
    (text, words)
}
