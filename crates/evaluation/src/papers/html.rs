//! Extracts what the paper keeps of an HTML page: its characters without tags and white space. Pure functions.

/// Returns the bytes of `page` outside tags, comments and declarations, without white space. Entities, scripts and
/// style sheets stay as they are written.
///
/// A `<` begins markup only before a letter, `/`, `!` or `?`. Quoted attribute values may contain a `>`. Markup that is
/// never closed extends to the end of the page.
pub(super) fn text(page: &[u8]) -> Vec<u8> {
    let mut kept = Vec::with_capacity(page.len() / 2);
    let mut rest = page;
    while let Some((first, behind)) = rest.split_first() {
        if begins_markup(rest) {
            rest = &rest[markup_length(rest)..];
            continue;
        }
        if !first.is_ascii_whitespace() {
            kept.push(*first);
        }
        rest = behind;
    }
    kept
}

fn begins_markup(rest: &[u8]) -> bool {
    matches!(rest, [b'<', next, ..] if next.is_ascii_alphabetic() || matches!(next, b'/' | b'!' | b'?'))
}

/// Returns the length of the comment, tag or declaration that begins here, in bytes.
fn markup_length(rest: &[u8]) -> usize {
    const COMMENT: (&[u8], &[u8]) = (b"<!--", b"-->");
    if rest.starts_with(COMMENT.0) {
        let end = rest[COMMENT.0.len()..].windows(COMMENT.1.len()).position(|bytes| bytes == COMMENT.1);
        return end.map_or(rest.len(), |end| COMMENT.0.len() + end + COMMENT.1.len());
    }
    let mut quote = None;
    for (at, byte) in rest.iter().enumerate() {
        match (quote, byte) {
            (None, b'>') => return at + 1,
            (None, b'"' | b'\'') if rest[at - 1] == b'=' => quote = Some(byte),
            (Some(open), byte) if open == byte => quote = None,
            _ => {}
        }
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(page: &str, expected: &str) {
        assert_eq!(String::from_utf8_lossy(&text(page.as_bytes())), expected, "{page}");
    }

    #[test]
    fn tags_and_white_space_vanish() {
        check("", "");
        check("<!DOCTYPE html>\n<p class=x>Hello,\t <b>World</b>!</p>\r\n", "Hello,World!");
        check("<?xml version='1.0'?><br/>a &lt; b", "a&lt;b");
    }

    #[test]
    fn comments_may_hold_tags() {
        check("a<!-- <b> > -->c", "ac");
        check("a<!---->b<!-- open", "ab");
    }

    #[test]
    fn quoted_attributes_may_hold_the_end_of_a_tag() {
        check("<a title=\"x > y\" rel='>'>link</a>", "link");
        check("<p don't>kept</p>", "kept");
    }

    #[test]
    fn a_lone_bracket_is_text() {
        check("1 < 2 <3 <", "1<2<3<");
        check("cut <a href=", "cut");
    }
}
