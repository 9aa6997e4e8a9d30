//! Tokens as the rules see them, and the parts of one statement: boundaries, brackets, lists, operands, what a declaration
//! declares. It knows no rule. Linear, except for operands, which are searched for from each comparison.

use std::sync::OnceLock;

use crate::tokens::{ARITHMETIC, Comparison, Role, text_hash_of, token_value};

/// Returns a statement without the braces and semicolons around it, and without the colon that ends a head.
pub(super) fn without_boundaries(statement: &[Token]) -> &[Token] {
    let ends = |token: &&Token| {
        matches!(token.role, Role::BlockOpen | Role::BlockClose | Role::Semicolon | Role::Colon)
    };
    let begins = |token: &&Token| matches!(token.role, Role::BlockOpen | Role::BlockClose);
    let start = statement.iter().take_while(begins).count();
    let rest = &statement[start..];
    &rest[..rest.len() - rest.iter().rev().take_while(ends).count()]
}

/// Returns the type and the rest of `int a = 1, b` without modifiers; `None` if nothing is declared.
pub(super) fn declarators(core: &[Token]) -> Option<(Token, &[Token])> {
    /// The bracket that encloses the size of an array and not parameters.
    const ARRAY: u32 = text_hash_of(b"[");
    let modifiers = core.iter().take_while(|token| token.role == Role::Modifier).count();
    let mut at = modifiers;
    if matches!(core.get(at)?.role, Role::Name | Role::Type) {
        at += 1;
        at += type_arguments(&core[at..]);
        while let [Token { role: Role::Open, .. }, Token { role: Role::Close, .. }, ..] = core[at..] {
            at += 2;
        }
        at += core[at..].iter().take_while(|token| token.role == Role::Arithmetic(2)).count();
    }
    // `x = 1` has no type; `let x = 1` has only a modifier.
    let at = if core.get(at).is_some_and(|token| token.role == Role::Name) { at } else { modifiers };
    let is_declared = at > 0
        && core.get(at)?.role == Role::Name
        && core.get(at + 1).is_none_or(|next| next.role != Role::Open || next.text == ARRAY);
    is_declared.then(|| (core[modifiers.min(at - 1)], &core[at..]))
}

/// Returns the number of tokens of `<A, B<C>>`; 0 if there are no type arguments here.
fn type_arguments(tokens: &[Token]) -> usize {
    const MAX_TYPE_ARGUMENT_TOKENS: usize = 12;
    let mut depth = 0_i32;
    for (at, token) in tokens.iter().take(MAX_TYPE_ARGUMENT_TOKENS).enumerate() {
        match token.role {
            Role::Comparison(Comparison::Less) => depth += 1,
            Role::Comparison(Comparison::Greater) => depth -= 1,
            Role::Arithmetic(9) => depth -= 2,
            _ => {}
        }
        if depth <= 0 {
            return if at == 0 { 0 } else { at + 1 };
        }
    }
    0
}

/// Returns the index of the token that closes the bracket at `open`, or the length if none does.
pub(super) fn closing(tokens: &[Token], open: usize) -> usize {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        if token.role.opens() {
            depth += 1;
        } else if token.role.closes() {
            depth = depth.saturating_sub(1);
            if depth == 0 {
                return at;
            }
        }
    }
    tokens.len()
}

/// Returns the index of the first token outside brackets with such a role.
pub(super) fn outside_brackets(tokens: &[Token], wanted: impl Fn(Role) -> bool) -> Option<usize> {
    let mut depth = 0_usize;
    tokens.iter().position(|token| {
        if token.role.closes() {
            depth = depth.saturating_sub(1);
        }
        let found = depth == 0 && wanted(token.role);
        depth += usize::from(token.role.opens());
        found
    })
}

/// Returns the parts between separators outside brackets.
pub(super) fn split(tokens: &[Token], separator: Role) -> impl Iterator<Item = &[Token]> + Clone {
    let mut rest = Some(tokens);
    std::iter::from_fn(move || {
        let tokens = rest?;
        let end = outside_brackets(tokens, |role| role == separator);
        rest = end.map(|end| &tokens[end + 1..]);
        Some(&tokens[..end.unwrap_or(tokens.len())])
    })
}

/// Returns where the left operand of the comparison at `at` begins.
pub(super) fn left_operand(tokens: &[Token], at: usize) -> usize {
    at - operand(tokens[..at].iter().rev(), Role::closes, Role::opens)
}

/// Returns where the right operand of the comparison at `at` ends.
pub(super) fn right_operand(tokens: &[Token], at: usize) -> usize {
    at + 1 + operand(tokens[at + 1..].iter(), Role::opens, Role::closes)
}

/// Returns how many tokens an operand has that begins with the first token. Brackets begin and end with these roles.
fn operand<'a>(
    tokens: impl Iterator<Item = &'a Token>,
    begins: fn(Role) -> bool,
    ends: fn(Role) -> bool,
) -> usize {
    let mut depth = 0_usize;
    let belongs = |token: &&Token| {
        if begins(token.role) {
            depth += 1;
        } else if ends(token.role) {
            let Some(outside) = depth.checked_sub(1) else { return false };
            depth = outside;
        } else if depth == 0 {
            return !token.role.bounds() && !matches!(token.role, Role::Comparison(_));
        }
        true
    };
    tokens.take_while(belongs).count()
}

/// Returns whether the bracket at `at` only groups, as far as the token before it shows. A bracket of a call or an
/// index does not.
fn may_group(form: &[Token], at: usize) -> bool {
    const BRACKET: u32 = text_hash_of(b"(");
    form[at].role == Role::Open
        && form[at].text == BRACKET
        && at.checked_sub(1).is_none_or(|before| {
            !matches!(
                form[before].role,
                Role::Name
                    | Role::Close
                    | Role::Type
                    | Role::Word
                    | Role::Modifier
                    | Role::For
                    | Role::Comparison(Comparison::Greater)
            )
        })
}

/// Removes brackets that only group. Brackets around a list or around nothing stay.
pub(super) fn drop_grouping_brackets(form: &mut Vec<Token>) {
    if !(0..form.len()).any(|at| may_group(form, at)) {
        return;
    }
    let mut open: Vec<(usize, bool)> = Vec::new();
    let mut dropped = vec![false; form.len()];
    for at in 0..form.len() {
        match form[at].role {
            Role::Open => open.push((at, may_group(form, at))),
            Role::Comma => {
                for (_, groups) in &mut open {
                    *groups = false;
                }
            }
            Role::Close => {
                if let Some((start, true)) = open.pop()
                    && start + 1 < at
                {
                    dropped[start] = true;
                    dropped[at] = true;
                }
            }
            _ => {}
        }
    }
    let mut at = 0;
    form.retain(|_| {
        at += 1;
        !dropped[at - 1]
    });
}

/// A token as the rules see it. It is a plain value, since rules make new ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Token {
    /// Value in the token stream.
    pub(crate) value: u64,
    /// Hash of its text; 0 for tokens that a rule made.
    pub(crate) text: u32,
    pub(crate) role: Role,
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
    /// Operators like `+=`, in the order of [`ARITHMETIC`].
    pub(super) compound: [Token; ARITHMETIC.len()],
}

impl SynthesizedTokens {
    pub(super) fn get() -> &'static Self {
        static MADE: OnceLock<SynthesizedTokens> = OnceLock::new();
        let token = |name: &str, role| Token { value: token_value(name), text: 0, role };
        MADE.get_or_init(|| Self {
            number: token("number", Role::Literal),
            assign: token("=", Role::Assign),
            less: token("<", Role::Comparison(Comparison::Less)),
            less_or_equal: token("<=", Role::Comparison(Comparison::LessOrEqual)),
            equal: token("==", Role::Comparison(Comparison::Equal)),
            if_token: token("if", Role::If),
            while_token: token("while", Role::While),
            compound: std::array::from_fn(|at| {
                token(&format!("{}=", ARITHMETIC[at]), Role::Compound(at as u8))
            }),
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
