//! Names whose value is never used, and statements that only serve them: the cheapest way to make a copy longer. It
//! looks at one file and at its text, not at what runs. In case of doubt, a statement counts.

use rustc_hash::FxHashMap;

use super::token::Token;
use crate::tokens::{Role, text_hash_of};

/// Longest statement that can be dead code, in tokens.
const MAX_DEAD_TOKENS: usize = 24;

/// The names of a file, by the hash of their text, and whether their value is used.
pub(super) struct NameUses(FxHashMap<u32, bool>);

impl NameUses {
    pub(super) fn new() -> Self {
        Self(FxHashMap::default())
    }

    /// Adds the names of one statement.
    pub(super) fn read(&mut self, statement: &[Token]) {
        let mut own = (0..statement.len()).filter(|&at| is_free_name(statement, at)).peekable();
        if own.peek().is_some() {
            let taken = !may_be_dead(statement);
            for at in own {
                *self.0.entry(statement[at].text).or_insert(false) |= taken;
            }
        }
    }

    /// Returns the names whose value is never used.
    pub(super) fn unused(mut self) -> DeadNames {
        self.0.retain(|_, taken| !*taken);
        DeadNames(self.0)
    }
}

/// The names whose value is never used.
pub(super) struct DeadNames(FxHashMap<u32, bool>);

impl DeadNames {
    /// Returns whether a statement has no visible effect: it concerns a name whose value is never used, or its
    /// condition never holds.
    pub(super) fn is_dead(&self, statement: &[Token]) -> bool {
        if MAX_DEAD_TOKENS < statement.len() {
            return false;
        }
        let about = |at: usize| is_free_name(statement, at) && self.0.contains_key(&statement[at].text);
        (!self.0.is_empty() && (0..statement.len()).any(about)) || never_holds(statement)
    }
}

/// Returns whether this token is a name that is not called and not a member of another.
fn is_free_name(statement: &[Token], at: usize) -> bool {
    let before = at.checked_sub(1).map(|before| statement[before].role);
    let after = statement.get(at + 1).map(|after| after.role);
    statement[at].role == Role::Name && after != Some(Role::Open) && before != Some(Role::Dot)
}

/// Returns whether a statement only sets one name to literals, changes it, declares it or tests it. If its value is
/// never used elsewhere, such a statement has no effect.
fn may_be_dead(statement: &[Token]) -> bool {
    let mut own = (0..statement.len()).filter(|&at| is_free_name(statement, at)).map(|at| statement[at].text);
    let Some(first) = own.next() else { return true };
    if MAX_DEAD_TOKENS < statement.len() || own.any(|other| other != first) || passes_own_name(statement) {
        return false;
    }
    let assigns = |token: &Token| matches!(token.role, Role::Assign | Role::Compound(_) | Role::Step(_));
    let asks = statement[0].role == Role::If;
    let is_block = statement.last().is_some_and(|last| last.role == Role::BlockOpen);
    let calls_its_own =
        statement[0].role == Role::Name && statement.get(1).is_some_and(|t| t.role == Role::Dot);
    let declares = statement.len() <= 3;
    match statement[0].role {
        Role::If => true,
        Role::Name | Role::Type | Role::Modifier | Role::Step(_) => {
            (asks || !is_block) && (statement.iter().any(assigns) || calls_its_own || declares)
        }
        _ => false,
    }
}

/// Returns whether a call gets one of the author's names.
fn passes_own_name(statement: &[Token]) -> bool {
    let mut calls = 0_u32;
    let mut depth = Vec::new();
    for (at, token) in statement.iter().enumerate() {
        if token.role == Role::Open {
            let called = at.checked_sub(1).is_some_and(|before| {
                matches!(statement[before].role, Role::Name | Role::Word | Role::Close | Role::Type)
            });
            depth.push(called);
            calls += u32::from(called);
        } else if token.role == Role::Close {
            calls -= u32::from(depth.pop().unwrap_or(false));
        } else if calls > 0 && token.role == Role::Name {
            return true;
        }
    }
    false
}

/// Returns whether the statement is `if (0)` or `while False`.
fn never_holds(statement: &[Token]) -> bool {
    let mut words = statement.iter().filter(|token| {
        !matches!(
            token.role,
            Role::Open | Role::Close | Role::BlockOpen | Role::BlockClose | Role::Colon | Role::Semicolon
        )
    });
    let (Some(head), Some(condition), None) = (words.next(), words.next(), words.next()) else {
        return false;
    };
    matches!(head.role, Role::If | Role::While) && [ZERO, LOWER_FALSE, UPPER_FALSE].contains(&condition.text)
}

const ZERO: u32 = text_hash_of(b"0");
const LOWER_FALSE: u32 = text_hash_of(b"false");
const UPPER_FALSE: u32 = text_hash_of(b"False");
