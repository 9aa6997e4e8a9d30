//! Names whose value nothing takes, and statements that are there for them alone: the cheapest way to make a copy
//! longer. Judged a file, by what stands there, not by what runs; where there is a doubt, a statement counts.

use rustc_hash::FxHashMap;

use super::token::Token;
use crate::tokens::{Role, text_hash_of};

/// Longer statements are never idle.
const MAX_LENGTH: usize = 24;

/// The names of a file, by the hash of their text; true where something takes the value.
pub(super) struct NameUses(FxHashMap<u32, bool>);

impl NameUses {
    pub(super) fn new() -> Self {
        Self(FxHashMap::default())
    }

    /// Takes in one statement.
    pub(super) fn read(&mut self, statement: &[Token]) {
        let mut own = (0..statement.len()).filter(|&at| is_own(statement, at)).peekable();
        if own.peek().is_some() {
            let taken = !may_be_dead(statement);
            for at in own {
                *self.0.entry(statement[at].text).or_insert(false) |= taken;
            }
        }
    }

    /// Forgets the names whose value something takes.
    pub(super) fn idle(mut self) -> DeadNames {
        self.0.retain(|_, taken| !*taken);
        DeadNames(self.0)
    }
}

/// The names whose value nothing takes.
pub(super) struct DeadNames(FxHashMap<u32, bool>);

impl DeadNames {
    /// Whether a statement does nothing that the file shows: it is about a name whose value nothing takes, or its
    /// condition never holds.
    pub(super) fn has(&self, statement: &[Token]) -> bool {
        if MAX_LENGTH < statement.len() {
            return false;
        }
        let about = |at: usize| is_own(statement, at) && self.0.contains_key(&statement[at].text);
        (!self.0.is_empty() && (0..statement.len()).any(about)) || never_holds(statement)
    }
}

/// A name that is neither called nor another's member.
fn is_own(statement: &[Token], at: usize) -> bool {
    let before = at.checked_sub(1).map(|before| statement[before].role);
    let after = statement.get(at + 1).map(|after| after.role);
    statement[at].role == Role::Name && after != Some(Role::Open) && before != Some(Role::Dot)
}

/// One name, given a value of literals, changed, declared, or asked after: unless others take its value, nothing does.
fn may_be_dead(statement: &[Token]) -> bool {
    let mut own = (0..statement.len()).filter(|&at| is_own(statement, at)).map(|at| statement[at].text);
    let Some(first) = own.next() else { return true };
    if MAX_LENGTH < statement.len() || own.any(|other| other != first) || passes_own_name(statement) {
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

/// Whether a call gets a name of the author's.
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
        } else if 0 < calls && token.role == Role::Name {
            return true;
        }
    }
    false
}

/// `if (0)`, `while False`.
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
