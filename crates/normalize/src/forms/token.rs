//! Tokens as the rules see them: value, text and role.

use std::sync::OnceLock;

use crate::tokens::{COMPOUND, Comparison, Role, token_value};

/// A token as the rules see it. It is a plain value, since rules make new ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Token {
    /// Value in the token stream.
    pub(super) value: u64,
    /// Hash of its text; 0 for tokens that a rule made.
    pub(super) text: u32,
    pub(super) role: Role,
}

/// Tokens that rules make.
pub(super) struct SynthesizedTokens {
    pub(super) number: Token,
    pub(super) assign: Token,
    pub(super) less: Token,
    pub(super) less_or_equal: Token,
    pub(super) equal: Token,
    pub(super) if_token: Token,
    pub(super) while_token: Token,
    /// Operators like `+=`, in the order of [`COMPOUND`].
    pub(super) compound: [Token; COMPOUND.len()],
}

impl SynthesizedTokens {
    pub(super) fn get() -> &'static Self {
        static MADE: OnceLock<SynthesizedTokens> = OnceLock::new();
        let token = |name, role| Token { value: token_value(name), text: 0, role };
        MADE.get_or_init(|| Self {
            number: token("number", Role::Literal),
            assign: token("=", Role::Assign),
            less: token("<", Role::Comparison(Comparison::Less)),
            less_or_equal: token("<=", Role::Comparison(Comparison::LessOrEqual)),
            equal: token("==", Role::Comparison(Comparison::Equal)),
            if_token: token("if", Role::If),
            while_token: token("while", Role::While),
            compound: std::array::from_fn(|at| token(COMPOUND[at], Role::Compound(at as u8))),
        })
    }
}

/// Returns a multiplicative hash of the values in order. It never changes: stored passages depend on it.
pub(super) fn form_hash(form: &[Token]) -> u64 {
    let mixed = |hash: u64, token: &Token| {
        let hash = (hash ^ token.value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash ^ hash >> 29
    };
    form.iter().fold(form.len() as u64, mixed)
}
