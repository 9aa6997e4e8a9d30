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

/// Values of the tokens that rules make.
pub(super) struct SynthesizedTokens {
    number: u64,
    assign: u64,
    less: u64,
    less_or_equal: u64,
    equal: u64,
    if_token: u64,
    while_token: u64,
    compound: [u64; COMPOUND.len()],
}

impl SynthesizedTokens {
    pub(super) fn get() -> &'static Self {
        static MADE: OnceLock<SynthesizedTokens> = OnceLock::new();
        MADE.get_or_init(|| Self {
            number: token_value("number"),
            assign: token_value("="),
            less: token_value("<"),
            less_or_equal: token_value("<="),
            equal: token_value("=="),
            if_token: token_value("if"),
            while_token: token_value("while"),
            compound: COMPOUND.map(token_value),
        })
    }

    pub(super) fn number(&self) -> Token {
        Token { value: self.number, text: 0, role: Role::Literal }
    }

    pub(super) fn assign(&self) -> Token {
        Token { value: self.assign, text: 0, role: Role::Assign }
    }

    pub(super) fn less(&self) -> Token {
        Token { value: self.less, text: 0, role: Role::Comparison(Comparison::Less) }
    }

    pub(super) fn less_or_equal(&self) -> Token {
        Token { value: self.less_or_equal, text: 0, role: Role::Comparison(Comparison::LessOrEqual) }
    }

    pub(super) fn equal(&self) -> Token {
        Token { value: self.equal, text: 0, role: Role::Comparison(Comparison::Equal) }
    }

    pub(super) fn if_token(&self) -> Token {
        Token { value: self.if_token, text: 0, role: Role::If }
    }

    pub(super) fn while_token(&self) -> Token {
        Token { value: self.while_token, text: 0, role: Role::While }
    }

    pub(super) fn compound(&self, operator: u8) -> Token {
        Token { value: self.compound[usize::from(operator)], text: 0, role: Role::Compound(operator) }
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
