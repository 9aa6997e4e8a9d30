//! Literals without the way in which a language writes them.

use std::iter::Peekable;
use std::str::Chars;

/// Returns a number by its value: `0x10`, `16L` and `16` are one.
pub(crate) fn number(text: &str) -> String {
    let digits: String = text.chars().filter(|sign| !matches!(sign, '_' | '\'')).collect();
    let lower = digits.to_ascii_lowercase();
    for (prefix, radix) in [("0x", 16), ("0b", 2), ("0o", 8)] {
        if let Some(rest) = lower.strip_prefix(prefix) {
            let rest = rest.trim_end_matches(['u', 'l', 'n']);
            return u64::from_str_radix(rest, radix).map_or(lower.clone(), |value| value.to_string());
        }
    }
    let plain = lower.trim_end_matches(['u', 'l', 'n', 'f', 'd', 'm']);
    plain.parse::<f64>().map_or_else(|_| plain.to_owned(), |value| value.to_string())
}

/// Passes the words of a string to `emit`, in lower case, and then its other signs as one word. Escapes and placeholders
/// for values (`%d`, `{name}`, `${name}`, `\(name)`) are left out.
pub(crate) fn words(text: &str, mut emit: impl FnMut(&str)) {
    // `f"..."` of Python, `$"..."` of C#, `r#"..."#` of Rust.
    let body = text
        .trim_start_matches(|prefix: char| prefix.is_ascii_alphabetic() || matches!(prefix, '$' | '@' | '#'));
    let body = if body.len() < text.len() { body.trim_end_matches('#') } else { body };
    let Some(quote) = body.chars().next() else { return };
    let mut signs = body.trim_matches(quote).chars().peekable();
    let (mut word, mut others) = (String::new(), String::new());
    while let Some(sign) = signs.next() {
        if sign.is_alphanumeric() {
            word.extend(sign.to_lowercase());
            continue;
        }
        if !word.is_empty() {
            emit(&std::mem::take(&mut word));
        }
        match sign {
            '\\' if signs.peek() == Some(&'(') => skip_value(&mut signs, ('(', ')')),
            '\\' => {
                signs.next();
            }
            '%' if signs
                .peek()
                .is_some_and(|next| next.is_ascii_alphanumeric() || matches!(next, '-' | '.' | '+')) =>
            {
                // Sizes (`%ld`) come before the letter of the type.
                let ends = |sign: &char| sign.is_ascii_alphabetic() && !matches!(sign, 'l' | 'h' | 'z');
                signs.by_ref().find(ends);
            }
            '$' if signs.peek() == Some(&'{') => {}
            // A variable in a string of Kotlin or PHP.
            '$' if signs.peek().is_some_and(|next| next.is_alphabetic()) => {
                while signs.next_if(|next| next.is_alphanumeric() || *next == '_').is_some() {}
            }
            '{' => skip_value(&mut signs, ('{', '}')),
            _ if sign.is_whitespace() => {}
            _ => others.push(sign),
        }
    }
    for rest in [word, others] {
        if !rest.is_empty() {
            emit(&rest);
        }
    }
}

/// Skips an expression in a template, up to the bracket that closes it.
fn skip_value(signs: &mut Peekable<Chars<'_>>, (open, close): (char, char)) {
    signs.next_if_eq(&open);
    let mut depth = 1_u32;
    for sign in signs.by_ref() {
        depth = if sign == open {
            depth + 1
        } else if sign == close {
            depth - 1
        } else {
            depth
        };
        if depth == 0 {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words_of(text: &str) -> Vec<String> {
        let mut found = Vec::new();
        words(text, |word| found.push(word.to_owned()));
        found
    }

    #[test]
    fn numbers_are_compared_by_value() {
        for (one, other) in
            [("0x10", "16"), ("16L", "16"), ("1_000", "1000"), ("1.0f", "1"), ("0b101u", "5"), ("10n", "10")]
        {
            assert_eq!(number(one), number(other), "{one} {other}");
        }
        assert_ne!(number("16"), number("17"));
    }

    #[test]
    fn strings_are_their_words_without_placeholders() {
        let expected = ["steps", "of", ":"];
        for text in [
            "\"steps: %d of %5.2f\\n\"",
            "f\"steps: {n} of {m:.2f}\"",
            "`steps: ${n + f({})} of ${m}`",
            "\"Steps: \\(n) of \\(m)\"",
            "'steps: of'",
            "$\"steps: {n:F2} of {m}\"",
            "\"steps: $n of $m_2\"",
            "r#\"steps: of\"#",
        ] {
            assert_eq!(words_of(text), expected, "{text}");
        }
        assert_eq!(words_of("\"#\""), ["#"]);
        for text in ["\"\"", "'\\0'", "\"%s\"", "", "\"", "\"{", "\"%", "\"\\"] {
            assert!(words_of(text).iter().all(|word| word == "%"), "{text}");
        }
    }
}
