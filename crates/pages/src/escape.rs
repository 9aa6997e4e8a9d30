//! Makes characters visible that would deceive a reader.

use std::borrow::Cow;
use std::fmt::Write as _;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// Shows every deceptive character of a finished page as `\u{202E}`. It is applied to whole pages, so that no name,
/// path or title is forgotten. Markup itself contains no such characters.
pub(crate) fn visible(html: &str) -> Cow<'_, str> {
    let Some(first) = html.char_indices().find(|&(_, character)| is_deceptive(character)) else {
        return Cow::Borrowed(html);
    };
    let mut shown = String::with_capacity(html.len() + 64);
    shown.push_str(&html[..first.0]);
    for character in html[first.0..].chars() {
        if is_deceptive(character) { push_escape(&mut shown, character) } else { shown.push(character) }
    }
    Cow::Owned(shown)
}

/// Appends a text as HTML. Markup is escaped, and deceptive characters become elements of class `control`.
pub(crate) fn push_text(html: &mut String, text: &str) {
    let mut copied = 0;
    for (at, character) in text.char_indices() {
        let entity = match character {
            '<' => "&lt;",
            '>' => "&gt;",
            '&' => "&amp;",
            '"' => "&quot;",
            // Most characters are printable ASCII, so they are decided before the long list.
            ' '..='~' | '\t' => continue,
            other if is_deceptive(other) => "",
            _ => continue,
        };
        html.push_str(&text[copied..at]);
        copied = at + character.len_utf8();
        if entity.is_empty() {
            html.push_str("<span class=\"control\">");
            push_escape(html, character);
            html.push_str("</span>");
        } else {
            html.push_str(entity);
        }
    }
    html.push_str(&text[copied..]);
}

fn push_escape(text: &mut String, character: char) {
    write!(text, "\\u{{{:X}}}", u32::from(character)).expect("writing to a String cannot fail");
}

/// Returns whether a character is a control (as in terminal escapes), reorders text, or has no width or shape.
pub(crate) fn is_deceptive(character: char) -> bool {
    matches!(
        character,
        '\0'..='\u{8}' | '\u{B}' | '\u{C}' | '\u{E}'..='\u{1F}' | '\u{7F}'..='\u{9F}'
        | '\u{00AD}' | '\u{061C}' | '\u{180E}' | '\u{FEFF}'
        | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FFF9}'..='\u{FFFB}'
        // Hangul letters that are blank. Names may contain them.
        | '\u{115F}' | '\u{1160}' | '\u{3164}' | '\u{FFA0}'
        // Tags: invisible copies of ASCII.
        | '\u{E0000}'..='\u{E007F}'
    )
}

/// All signs but those that stay in a value of a query.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Returns a value of a query, percent-encoded.
pub fn percent_encode(value: &str) -> String {
    utf8_percent_encode(value, ENCODED).to_string()
}

#[cfg(test)]
mod tests {
    use super::{push_text, visible};

    #[test]
    fn a_page_shows_deceptive_characters() {
        assert_eq!(visible("<b>plain\n\tümläut</b>"), "<b>plain\n\tümläut</b>");
        assert_eq!(visible("a\u{202E}b\0c\u{1B}[31m"), "a\\u{202E}b\\u{0}c\\u{1B}[31m");
        assert!(matches!(visible("nothing"), std::borrow::Cow::Borrowed(_)));
    }

    #[test]
    fn code_is_text() {
        let mut html = String::new();
        push_text(&mut html, "<script>alert(\"1\") && '\u{202E}é'</script>\u{2066}");
        assert_eq!(
            html,
            "&lt;script&gt;alert(&quot;1&quot;) &amp;&amp; '<span class=\"control\">\\u{202E}</span>é'\
             &lt;/script&gt;<span class=\"control\">\\u{2066}</span>"
        );
    }
}
