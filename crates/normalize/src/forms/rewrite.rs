//! The rules: they turn one statement into the forms it stands for. Each rule keeps the meaning, or gives a form that
//! no unrelated program would have. No rule looks beyond the statement.

use crate::definition::HeadStyle;
use crate::forms::syntax::{
    SynthesizedTokens, Token, closing, declarators, drop_grouping_brackets, form_hash, left_operand,
    outside_brackets, right_operand, split, without_boundaries,
};
use crate::tokens::{COMMUTES, Comparison, Role, text_hash_of};

/// Longest statement that is rewritten, in tokens. Longer ones are tables of constants.
const MAX_REWRITTEN_TOKENS: usize = 256;

/// Applies the rules. It holds the buffer for their output.
pub(super) struct Rewriter {
    heads: HeadStyle,
    synthesized: &'static SynthesizedTokens,
    form: Vec<Token>,
    present: StatementFeatures,
}

/// What a statement contains, so that rules for other things are not tried.
#[derive(Debug, Clone, Copy, Default)]
struct StatementFeatures {
    assignment: bool,
    comparison: bool,
    bracket: bool,
}

impl Rewriter {
    pub(super) fn new(heads: HeadStyle) -> Self {
        Self {
            heads,
            synthesized: SynthesizedTokens::get(),
            form: Vec::new(),
            present: StatementFeatures::default(),
        }
    }

    /// Passes the forms of a statement to `emit`.
    pub(super) fn rewrite(&mut self, statement: &[Token], mut emit: impl FnMut(&[Token])) {
        let is_block = statement.last().is_some_and(|last| last.role == Role::BlockOpen);
        let core = without_boundaries(statement);
        if MAX_REWRITTEN_TOKENS < core.len() {
            return emit(core);
        }
        let Some(first) = core.first() else { return };
        let has = |wanted: fn(Role) -> bool| core.iter().any(|token| wanted(token.role));
        self.present = StatementFeatures {
            assignment: has(|role| role == Role::Assign),
            comparison: has(|role| matches!(role, Role::Comparison(_))),
            bracket: has(|role| role == Role::Open),
        };
        let core = match core {
            [otherwise, rest @ ..]
                if otherwise.role == Role::Else && rest.first().is_some_and(|next| next.role == Role::If) =>
            {
                rest
            }
            _ => core,
        };
        match core[0].role {
            Role::For if self.heads == HeadStyle::Brackets => self.for_brackets(core, &mut emit),
            Role::For => self.for_range(core, &mut emit),
            Role::If | Role::ElseIf | Role::While => {
                let head = if first.role == Role::While {
                    self.synthesized.while_token
                } else {
                    self.synthesized.if_token
                };
                let (condition, rest) = self.head(&core[1..]);
                self.condition(head, condition, &mut emit);
                self.simple(rest, &mut emit);
            }
            _ if is_block => self.simple(core, &mut emit),
            _ if self.heads == HeadStyle::Brackets => self.declaration(core, &mut emit),
            _ => self.assignments(core, &mut emit),
        }
    }

    /// Returns a condition, and what follows it in the same statement.
    fn head<'a>(&self, tokens: &'a [Token]) -> (&'a [Token], &'a [Token]) {
        if self.heads == HeadStyle::Brackets && tokens.first().is_some_and(|open| open.role == Role::Open) {
            let end = closing(tokens, 0);
            return (&tokens[1..end], tokens.get(end + 1..).unwrap_or_default());
        }
        match outside_brackets(tokens, |role| role == Role::Colon) {
            Some(colon) => (&tokens[..colon], &tokens[colon + 1..]),
            None => (tokens, &[]),
        }
    }

    /// Rewrites `for (a; b; c)` as `a`, `while (b)`, `c`.
    fn for_brackets(&mut self, core: &[Token], emit: &mut impl FnMut(&[Token])) {
        if core.get(1).is_none_or(|open| open.role != Role::Open) {
            return self.simple(core, emit);
        }
        let mut parts = split(&core[2..closing(core, 1)], Role::Semicolon);
        match (parts.next(), parts.next(), parts.next(), parts.next()) {
            (Some(begin), Some(condition), Some(step), None) => {
                self.declaration(begin, emit);
                self.condition(self.synthesized.while_token, condition, emit);
                for step in split(step, Role::Comma) {
                    self.simple(step, emit);
                }
            }
            _ => self.simple(core, emit),
        }
    }

    /// Rewrites `for i in range(a, b)` as `i = a`, `while i < b`, `i += 1`.
    fn for_range(&mut self, core: &[Token], emit: &mut impl FnMut(&[Token])) {
        const RANGE: u32 = text_hash_of(b"range");
        let (&[_, name, within, range, open, ..], true) = (core, core.len() > 6) else {
            return self.simple(core, emit);
        };
        let is_range = within.role == Role::In
            && range.text == RANGE
            && open.role == Role::Open
            && closing(core, 4) + 1 == core.len();
        let mut bounds = split(&core[5..core.len() - 1], Role::Comma);
        match (is_range, bounds.next(), bounds.next(), bounds.next()) {
            (true, Some(first), second, None) => {
                let zero = [self.synthesized.number];
                let (from, to) = second.map_or((&zero[..], first), |second| (first, second));
                let begin: Vec<Token> = [name, self.synthesized.assign].iter().chain(from).copied().collect();
                self.simple(&begin, emit);
                self.present.comparison = true;
                let condition: Vec<Token> = [name, self.synthesized.less].iter().chain(to).copied().collect();
                self.condition(self.synthesized.while_token, &condition, emit);
                emit(&[name, self.synthesized.compound[0], self.synthesized.number]);
            }
            _ => self.simple(core, emit),
        }
    }

    /// Rewrites `int a = 1, *b, c[9]` as `a = 1`, `int b`, `int c[9]`.
    fn declaration(&mut self, core: &[Token], emit: &mut impl FnMut(&[Token])) {
        let Some((kind, list)) = declarators(core) else { return self.simple(core, emit) };
        for one in split(list, Role::Comma) {
            let star = |token: &&Token| token.role == Role::Arithmetic(2);
            let one = &one[one.iter().take_while(star).count()..];
            if outside_brackets(one, |role| role == Role::Assign).is_some() {
                self.simple(one, emit);
            } else {
                let typed: Vec<Token> = [kind].iter().chain(one).copied().collect();
                self.simple(&typed, emit);
            }
        }
    }

    /// Rewrites `a, b = 1, 2` as `a = 1`, `b = 2`.
    fn assignments(&mut self, core: &[Token], emit: &mut impl FnMut(&[Token])) {
        if let Some(assign) = self.assign_at(core) {
            let (left, right) = (&core[..assign], &core[assign + 1..]);
            let count = split(left, Role::Comma).count();
            let is_list = count > 1
                && count == split(right, Role::Comma).count()
                && split(right, Role::Comma).all(|value| value.len() == 1);
            if is_list {
                for (name, value) in split(left, Role::Comma).zip(split(right, Role::Comma)) {
                    let one: Vec<Token> = name.iter().chain([&core[assign]]).chain(value).copied().collect();
                    self.simple(&one, emit);
                }
                return;
            }
        }
        self.simple(core, emit);
    }

    /// Returns the index of the sign that assigns, outside brackets.
    fn assign_at(&self, statement: &[Token]) -> Option<usize> {
        let assigns = |role| role == Role::Assign;
        if self.present.assignment { outside_brackets(statement, assigns) } else { None }
    }

    fn simple(&mut self, statement: &[Token], emit: &mut impl FnMut(&[Token])) {
        if statement.is_empty() {
            return;
        }
        self.form.clear();
        self.compound(statement);
        self.finish(emit);
    }

    /// Writes a condition without negation: `if (c)` and `if (!c)` differ only in the order of their branches.
    fn condition(&mut self, head: Token, condition: &[Token], emit: &mut impl FnMut(&[Token])) {
        let mut condition = condition;
        loop {
            condition = match condition {
                [not, rest @ ..] if not.role == Role::Not => rest,
                [open, inner @ .., _]
                    if open.role == Role::Open && closing(condition, 0) + 1 == condition.len() =>
                {
                    inner
                }
                _ => break,
            };
        }
        if condition.is_empty() {
            return;
        }
        self.form.clear();
        self.form.push(head);
        self.form.extend_from_slice(condition);
        let is_compound = outside_brackets(condition, |role| role == Role::Logic).is_some();
        if head.role == Role::If && !is_compound {
            let comparison = outside_brackets(condition, |role| matches!(role, Role::Comparison(_)));
            if let Some(at) = comparison {
                let token = &mut self.form[at + 1];
                match token.role {
                    Role::Comparison(Comparison::NotEqual) => *token = self.synthesized.equal,
                    Role::Comparison(Comparison::GreaterOrEqual) => *token = self.synthesized.less,
                    Role::Comparison(Comparison::LessOrEqual) => {
                        token.role = Role::Comparison(Comparison::Greater);
                    }
                    _ => {}
                }
            }
        }
        self.finish(emit);
    }

    /// Applies the rules that every form needs, and emits the form.
    fn finish(&mut self, emit: &mut impl FnMut(&[Token])) {
        if self.present.comparison {
            self.normalise_comparisons();
        }
        if self.present.bracket {
            drop_grouping_brackets(&mut self.form);
        }
        emit(&self.form);
    }

    /// Writes a simple statement. `x = x + e`, `x = e + x`, `x++` and `++x` become `x += e`.
    fn compound(&mut self, statement: &[Token]) {
        match statement {
            [target @ .., Token { role: Role::Step(operator), .. }]
            | [Token { role: Role::Step(operator), .. }, target @ ..] => {
                self.form.extend_from_slice(target);
                self.form
                    .extend([self.synthesized.compound[usize::from(*operator)], self.synthesized.number]);
                return;
            }
            _ => {}
        }
        if let Some(assign) = self.assign_at(statement) {
            let (target, value) = (&statement[..assign], &statement[assign + 1..]);
            let same = |tokens: &[Token]| {
                tokens
                    .iter()
                    .zip(target)
                    .all(|(one, other)| (one.value, one.text) == (other.value, other.text))
            };
            if !target.is_empty() && target.len() + 2 <= value.len() {
                let (first, rest) = value.split_at(target.len());
                let (before, last) = value.split_at(value.len() - target.len());
                let ahead = match rest[0].role {
                    Role::Arithmetic(operator) if same(first) => Some((operator, &rest[1..])),
                    _ => None,
                };
                let behind = match before[before.len() - 1].role {
                    Role::Arithmetic(operator) if COMMUTES.contains(&operator) && same(last) => {
                        Some((operator, &before[..before.len() - 1]))
                    }
                    _ => None,
                };
                if let Some((operator, operand)) = ahead.or(behind) {
                    self.form.extend_from_slice(target);
                    self.form.push(self.synthesized.compound[usize::from(operator)]);
                    self.form.extend_from_slice(operand);
                    return;
                }
            }
        }
        self.form.extend_from_slice(statement);
    }

    /// Turns `a > b` into `b < a`, and puts the sides of `==` and `!=` into one order.
    fn normalise_comparisons(&mut self) {
        let mut at = 0;
        while at < self.form.len() {
            let Role::Comparison(comparison) = self.form[at].role else {
                at += 1;
                continue;
            };
            let start = left_operand(&self.form, at);
            let end = right_operand(&self.form, at);
            let (turns, sign) = match comparison {
                Comparison::Greater => (true, self.synthesized.less),
                Comparison::GreaterOrEqual => (true, self.synthesized.less_or_equal),
                Comparison::Less => (false, self.synthesized.less),
                Comparison::LessOrEqual => (false, self.synthesized.less_or_equal),
                Comparison::Equal | Comparison::NotEqual => {
                    let key = |tokens: &[Token]| (tokens.len(), form_hash(tokens));
                    (key(&self.form[at + 1..end]) < key(&self.form[start..at]), self.form[at])
                }
            };
            self.form[at] = sign;
            if turns {
                let right = end - at - 1;
                // left sign right -> right left sign -> right sign left
                self.form[start..end].rotate_right(right);
                self.form[start + right..end].rotate_right(1);
            }
            at = end.max(at + 1);
        }
    }
}
