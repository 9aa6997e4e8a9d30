//! Tokens with their own text, and what they form: heads of loops, comparisons by a function.

use std::ops::Range;

use chaffinch_normalize::MarkKind;

use crate::vocabulary::WordList;

/// A token with its own text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Token<'a> {
    pub(crate) kind: Option<MarkKind>,
    pub(crate) text: &'a str,
    /// Whether a semicolon is before it that is no token, because the language does not need it.
    pub(crate) follows_semicolon: bool,
}

impl Token<'_> {
    pub(crate) fn is_name(self) -> bool {
        self.kind == Some(MarkKind::Name)
    }

    /// Returns whether an operand may end with it.
    pub(crate) fn ends_operand(self) -> bool {
        self.kind.is_some() || matches!(self.text, ")" | "]" | "this" | "self")
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
                if with_zero && WordList::Comparison.contains(called) {
                    zeros.push(at + 2);
                }
            }
            _ => {}
        }
    }
    zeros
}
