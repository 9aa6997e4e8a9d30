//! Tokens with their own text, and what they form: heads of loops, comparisons by a function, parts of statements. Literals
//! without the way in which a language writes them.

use std::iter::Peekable;
use std::ops::Range;
use std::str::Chars;

use chaffinch_normalize::MarkKind;

use crate::vocabulary::{COMPARISON, is_in};

/// A token with its own text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Token<'a> {
    pub(crate) kind: Option<MarkKind>,
    pub(crate) text: &'a str,
    /// Whether a semicolon is before it that is no token, because the language does not need it.
    pub(crate) follows_semicolon: bool,
    /// Whether a space or the end of a line is before it.
    pub(crate) follows_space: bool,
    /// Whether it is the first of a line.
    pub(crate) begins_line: bool,
}

impl Token<'_> {
    pub(crate) fn is_name(self) -> bool {
        self.kind == Some(MarkKind::Name)
    }

    /// Returns whether an operand may end with it.
    pub(crate) fn ends_operand(self) -> bool {
        self.kind.is_some() || matches!(self.text, ")" | "]" | "this" | "self" | "super")
    }
}

/// The parts of `for (start; condition; step)` that other languages hide in a range.
pub(crate) struct LoopHead {
    pub(crate) start: Range<usize>,
    pub(crate) step: Range<usize>,
}

impl LoopHead {
    /// Returns the head of the loop in a statement.
    pub(crate) fn find(tokens: &[Token<'_>]) -> Option<Self> {
        let begin = tokens.iter().position(|token| token.text == "for")?;
        let (mut depth, mut semicolons, mut end) = (0_u32, Vec::new(), tokens.len());
        for (at, token) in tokens.iter().enumerate().skip(begin + 1) {
            if token.follows_semicolon {
                semicolons.push(at);
            }
            match token.text {
                "(" | "[" => depth += 1,
                ")" | "]" => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        end = at;
                        break;
                    }
                }
                "{" if depth == 0 => {
                    end = at;
                    break;
                }
                ";" => semicolons.push(at),
                _ => {}
            }
        }
        match semicolons[..] {
            [first, second] => Some(Self { start: begin..first, step: second..end }),
            _ => None,
        }
    }
}

/// Divides a statement where a language-neutral reading has two: after the pattern of an arm (`1 => x = 5` of Rust, `1 -> x
/// = 5` of Kotlin), before the value of a function (`fun twice(x: Int) = 2 * x`), and at the lines of Swift, whose front end
/// marks only some statements.
pub(crate) fn divide(family: &str, tokens: &[Token<'_>], range: Range<usize>) -> Vec<Range<usize>> {
    let own = &tokens[range.clone()];
    let cuts: Vec<usize> = match family {
        "kotlin" if own.iter().any(|token| token.text == "fun") => value(own).into_iter().collect(),
        "rust" | "kotlin" => arm(family, own).into_iter().collect(),
        "swift" => lines(own),
        _ => Vec::new(),
    };
    let mut start = range.start;
    let mut parts = Vec::new();
    for end in cuts.into_iter().map(|cut| range.start + cut).chain([range.end]) {
        if start < end {
            parts.push(start..end);
        }
        start = end;
    }
    parts
}

/// Returns where the pattern of an arm ends, after its arrow.
pub(crate) fn arm(family: &str, tokens: &[Token<'_>]) -> Option<usize> {
    let arrow = match family {
        "rust" => "=>",
        // A lambda has an arrow, too, after names.
        "kotlin"
            if tokens
                .first()
                .is_some_and(|first| !first.is_name() || first.text.starts_with(char::is_uppercase)) =>
        {
            "->"
        }
        _ => return None,
    };
    let is_code = |token: &Token<'_>| matches!(token.text, "{" | ";" | "=" | "fun" | "fn");
    let end = tokens.iter().position(|token| token.text == arrow || is_code(token))?;
    (tokens[end].text == arrow).then_some(end + 1)
}

/// Returns where the value of a function begins, at its `=`.
fn value(tokens: &[Token<'_>]) -> Option<usize> {
    let mut depth = 0_u32;
    tokens.iter().position(|token| {
        match token.text {
            "(" => depth += 1,
            ")" => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && token.text == "="
    })
}

/// Returns the tokens at which a line begins a statement.
fn lines(tokens: &[Token<'_>]) -> Vec<usize> {
    let (mut depth, mut cuts) = (0_u32, Vec::new());
    for (at, token) in tokens.iter().enumerate() {
        let goes_on = !token.begins_line
            || !tokens[..at].last().is_some_and(|last| ends_line(*last))
            || !(token.kind.is_some() || token.text.starts_with(char::is_alphabetic));
        if depth == 0 && !goes_on {
            cuts.push(at);
        }
        match token.text {
            "(" | "[" => depth += 1,
            ")" | "]" => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    cuts
}

/// Returns whether a statement may end with a token.
fn ends_line(token: Token<'_>) -> bool {
    token.ends_operand()
        || matches!(token.text, "}" | "!" | "?")
        || token.text.ends_with(char::is_alphanumeric)
}

/// Returns the zeros of `strcmp(a, b) == 0`, which is one comparison: their indexes, ascending. Linear, because an author
/// decides how many brackets a statement has.
pub(crate) fn zeros_of_comparisons(tokens: &[Token<'_>]) -> Vec<usize> {
    let (mut opened, mut zeros) = (Vec::new(), Vec::new());
    let text = |at: usize| tokens.get(at).map_or("", |token| token.text);
    for at in 0..tokens.len() {
        match text(at) {
            "(" => opened.push(at),
            ")" => {
                let called = opened.pop().and_then(|open: usize| open.checked_sub(1)).map_or("", text);
                let with_zero = matches!(text(at + 1), "==" | "!=") && text(at + 2) == "0";
                if with_zero && is_in(COMPARISON, called) {
                    zeros.push(at + 2);
                }
            }
            _ => {}
        }
    }
    zeros
}

/// Returns a number by its value: `0x10`, `16L` and `16` are one.
pub(crate) fn normal_number(text: &str) -> String {
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
pub(crate) fn string_words(text: &str, mut emit: impl FnMut(&str)) {
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
        string_words(text, |word| found.push(word.to_owned()));
        found
    }

    #[test]
    fn numbers_are_compared_by_value() {
        for (one, other) in
            [("0x10", "16"), ("16L", "16"), ("1_000", "1000"), ("1.0f", "1"), ("0b101u", "5"), ("10n", "10")]
        {
            assert_eq!(normal_number(one), normal_number(other), "{one} {other}");
        }
        assert_ne!(normal_number("16"), normal_number("17"));
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
