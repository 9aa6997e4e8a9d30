//! What the signs of a statement mean where they stand: an operator, a part of a type, nothing.

use chaffinch_normalize::MarkKind;

use super::StatementReader;
use crate::token::Token;
use crate::vocabulary::{GENERIC_TYPE, is_in, word};

impl StatementReader<'_> {
    /// Returns whether a statement of Rust is the value of its block, which other languages return.
    pub(super) fn is_value_of_block(&self) -> bool {
        let is_action = |token: &Token<'_>| {
            matches!(token.text, ";" | "{" | "=" | "=>" | "let" | "return" | "break" | "continue")
                || (token.text.ends_with('=') && word(token.text).first() == Some(&"assign"))
        };
        self.family == "rust"
            && self.tokens.len() > 1
            && self.tokens[0].text != "}"
            && self.tokens.last().is_some_and(|last| last.text == "}")
            && !self.tokens.iter().any(is_action)
    }

    /// Returns whether a sign is not the operator that it is elsewhere: `*p`, `&x`, `Node *p`, `cout << x`.
    pub(super) fn is_no_operator(&self, at: usize) -> bool {
        let text = self.text(at);
        let is_unary = !self.before(at).is_some_and(Token::ends_operand);
        let follows_type = at == 1 && self.tokens[0].is_name();
        (matches!(text, "*" | "&") && (is_unary || follows_type))
            // `println!(...)` of Rust, `value!` of Swift.
            || (text == "!" && !is_unary)
            || (text == "?" && self.is_optional(at))
            // `$list[] = 1`
            || (text == "=" && self.family == "php" && at > 1 && self.text(at - 2) == "[" && self.text(at - 1) == "]")
            // The front end reads `>>` as two signs.
            || (matches!(text, "<<" | ">") && self.is_stream)
    }

    /// Returns whether a question mark is not that of `condition ? one : other`.
    pub(super) fn is_optional(&self, at: usize) -> bool {
        match self.family {
            "rust" | "kotlin" => true,
            "swift" | "csharp" => !self.tokens[at].follows_space,
            _ => false,
        }
    }

    /// Returns whether a number begins a range, as in `0..n`, `0 until n` and `range(0, n)`.
    pub(super) fn begins_range(&self, at: usize) -> bool {
        let (before, next) = (self.before(at).map_or("", |token| token.text), self.text(at + 1));
        matches!(next, ".." | "..<" | "..." | "..=" | "until")
            || (next == ","
                && before == "("
                && at.checked_sub(2).is_some_and(|called| self.text(called) == "range"))
    }

    /// Returns whether a comma is directly in the brackets that begin at a token.
    pub(super) fn has_two_arguments(&self, open: usize) -> bool {
        /// Longer calls count as those with one argument, so that nested ones take no quadratic time.
        const MAX_TOKENS: usize = 48;
        let mut depth = 0_u32;
        for token in self.tokens[open..].iter().take(MAX_TOKENS) {
            match token.text {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                "," if depth == 1 => return true,
                _ => {}
            }
            if depth == 0 {
                return false;
            }
        }
        false
    }

    /// Returns where type arguments end that begin at a token, after their last `>`.
    pub(super) fn type_arguments(&self, at: usize) -> Option<usize> {
        /// More tokens are a comparison.
        const MAX_TOKENS: usize = 24;
        let before = self.before(at).filter(|_| self.text(at) == "<")?;
        let follows_type = before.text == "template"
            || (before.is_name()
                && (before.text.starts_with(char::is_uppercase) || is_in(GENERIC_TYPE, before.text)));
        if !follows_type {
            return None;
        }
        let mut depth = 0_usize;
        for (end, token) in self.tokens.iter().enumerate().skip(at).take(MAX_TOKENS) {
            match token.text {
                "<" => depth += 1,
                ">" | ">>" | ">>>" => depth = depth.saturating_sub(token.text.len()),
                "," | "." | "?" | "[" | "]" | "::" | "*" | "&" => {}
                word if token.kind != Some(MarkKind::Number) && word.starts_with(char::is_alphabetic) => {}
                _ => return None,
            }
            if depth == 0 {
                return Some(end + 1);
            }
        }
        None
    }
}
