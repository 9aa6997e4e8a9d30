//! Canonical forms of statements, which many ways of writing them share.
//!
//! Such ways are `i++` and `i = i + 1`, `for` and the `while` it stands for, `if (!c) A else B` and `if (c) B else A`,
//! `a < b` and `b > a`, one declaration of three variables and three of one. Rewriting a program so costs nothing and
//! changes every k-gram. Rules over its tokens turn each statement into the forms it stands for, and leave out what has
//! no effect. The order of the forms does not count, so the step of a loop need not move to the end of its body.
//!
//! Forms are used in addition to the token stream, never instead of it: `x < y` and `y > x` are one form and remain
//! different k-grams. The rules are about words and signs. The definition of a language says which of them apply.
//! Linear: a statement longer than `MAX_REWRITTEN_TOKENS` tokens is not rewritten.
//!
//! Names whose value is never used, and statements that only serve them, are the cheapest way to make a copy longer. They
//! are looked for in one file and in its text, not in what runs. In case of doubt, a statement counts.

mod rewrite;
mod syntax;

use chaffinch_submission::Passage;
use rustc_hash::FxHashMap;

use crate::definition::HeadStyle;
use crate::forms::rewrite::Rewriter;
pub(crate) use crate::forms::syntax::Token;
use crate::forms::syntax::form_hash;
use crate::tokens::{Role, text_hash_of};

/// Returns the forms of a file's statements, in the order of the text. `statements` are the indexes of their first tokens.
pub(crate) fn forms(
    heads: HeadStyle,
    tokens: impl Iterator<Item = Token>,
    statements: &[u32],
) -> Vec<Passage> {
    if heads == HeadStyle::Unknown {
        return Vec::new();
    }
    let tokens: Vec<Token> = tokens.collect();
    let ends = statements.iter().copied().skip(1).chain([tokens.len() as u32]);
    let ranges = statements.iter().copied().zip(ends);
    let mut unused: FxHashMap<u32, bool> = FxHashMap::default();
    for (start, end) in ranges.clone() {
        add_names(&tokens[start as usize..end as usize], &mut unused);
    }
    unused.retain(|_, is_used| !*is_used);
    let mut forms = Vec::with_capacity(statements.len());
    let mut rewriter = Rewriter::new(heads);
    for (start, end) in ranges {
        let statement = &tokens[start as usize..end as usize];
        if is_dead(statement, &unused) {
            continue;
        }
        rewriter.rewrite(statement, |form| {
            forms.push(Passage { hash: form_hash(form), tokens: start..end, length: form.len() as u32 });
        });
    }
    forms
}

/// Longest statement that can be dead code, in tokens.
const MAX_DEAD_TOKENS: usize = 24;

/// Adds the names of one statement, by the hash of their text, and whether their value is used.
fn add_names(statement: &[Token], names: &mut FxHashMap<u32, bool>) {
    let mut own = (0..statement.len()).filter(|&at| is_free_name(statement, at)).peekable();
    if own.peek().is_some() {
        let is_used = !may_be_dead(statement);
        for at in own {
            *names.entry(statement[at].text).or_insert(false) |= is_used;
        }
    }
}

/// Returns whether a statement has no visible effect: it concerns a name whose value is never used, or its condition never
/// holds.
fn is_dead(statement: &[Token], unused: &FxHashMap<u32, bool>) -> bool {
    if MAX_DEAD_TOKENS < statement.len() {
        return false;
    }
    let about = |at: usize| is_free_name(statement, at) && unused.contains_key(&statement[at].text);
    (!unused.is_empty() && (0..statement.len()).any(about)) || never_holds(statement)
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
    let is_block = statement.last().is_some_and(|last| last.role == Role::BlockOpen);
    let calls_its_own =
        statement[0].role == Role::Name && statement.get(1).is_some_and(|t| t.role == Role::Dot);
    let declares = statement.len() <= 3;
    match statement[0].role {
        Role::If => true,
        Role::Name | Role::Type | Role::Modifier | Role::Step(_) => {
            !is_block && (statement.iter().any(assigns) || calls_its_own || declares)
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

#[cfg(test)]
mod tests {
    use chaffinch_submission::SourceFile;

    use crate::detection::Choice;
    use crate::languages::language;

    fn hashes(name: &str, text: &str) -> Vec<u64> {
        let file = SourceFile::plain("x", text);
        let stream = crate::tokenize(&file, Choice::Fixed(language(name).unwrap()));
        let mut hashes: Vec<u64> =
            stream.forms.iter().filter(|form| form.length >= 3).map(|form| form.hash).collect();
        hashes.sort_unstable();
        hashes.dedup();
        hashes
    }

    /// Puts `text` into a function that uses its names.
    fn in_c(text: &str) -> Vec<u64> {
        hashes("c", &format!("int f(int i, int x, int y, int n) {{ {text} return g(i, x, y, n); }}"))
    }

    fn in_python(text: &str) -> Vec<u64> {
        hashes(
            "python",
            &format!("def f(i, x, y, n):\n    {}\n    return i, x, y, n\n", text.replace('\n', "\n    ")),
        )
    }

    #[test]
    fn ways_to_write_the_same_have_the_same_forms() {
        for (one, other) in [
            ("x += 1;", "x = x + 1;"),
            ("x++;", "x = x + 1;"),
            ("++x;", "x += 1;"),
            ("x--;", "x = x - 1;"),
            ("x *= n;", "x = n * x;"),
            ("a[i] += y;", "a[i] = a[i] + y;"),
            ("if (x < n) h(y);", "if (n > x) h(y);"),
            ("if (x == 1) h(y);", "if (1 == x) h(y);"),
            ("if (x <= n && y > 3) h(y);", "if (n >= x && 3 < y) h(y);"),
            ("if (x + 1 < n * 2) h(y);", "if (n * 2 > x + 1) h(y);"),
            ("if (!h(x)) y = 2;", "if (h(x)) y = 2;"),
            ("if (x != 2) y = 7;", "if (x == 2) y = 7;"),
            ("for (i = 0; i < n; i++) h(i);", "i = 0; while (i < n) { h(i); i += 1; }"),
            (
                "for (int k = 0, j = n; k < j; k++, j--) h(k);",
                "int k = 0; int j = n; while (j > k) { h(k); k++; --j; }",
            ),
            ("for (;;) h(i);", "for (;;) { h(i); }"),
            ("int a = 1, b = 2, c = x; h(a, b, c);", "int a = 1; int b = 2; int c = x; h(a, b, c);"),
            ("int a = x; h(a);", "int a; a = x; h(a);"),
            ("y = (x + n);", "y = x + n;"),
            ("h((x), (y));", "h(x, y);"),
            ("if (x == n) { h(y); }", "if (x == n) h(y);"),
            ("if (x == n) h(y); else if (x == y) h(n);", "if (x == n) h(y); else { if (x == y) h(n); }"),
        ] {
            assert_eq!(in_c(one), in_c(other), "{one}   {other}");
        }
        for (one, other) in [
            ("x += 1", "x = x + 1"),
            ("if not h(x):\n    y = 2", "if h(x):\n    y = 2"),
            ("if not (x == n):\n    y = 2", "if x == n:\n    y = 2"),
            ("if 3 < y:\n    h(y)", "if y > 3:\n    h(y)"),
            ("for i in range(2, n):\n    h(i)", "i = 2\nwhile i < n:\n    h(i)\n    i += 1"),
            ("for i in range(n):\n    h(i)", "i = 0\nwhile n > i:\n    h(i)\n    i = i + 1"),
            ("x, y = 1, 2", "x = 1\ny = 2"),
            (
                "if x == y:\n    h(x)\nelif x == n:\n    h(n)",
                "if x == y:\n    h(x)\nelse:\n    if x == n:\n        h(n)",
            ),
            ("return (x)", "return x"),
        ] {
            assert_eq!(in_python(one), in_python(other), "{one}   {other}");
        }
    }

    #[test]
    fn dead_code_has_no_form() {
        for idle in [
            "int a = 3; ",
            "double b = 2 * 4; b = b + 1; ",
            "int a = 1; if (a < 0) { a = 0; } ",
            "if (0) { ; } ",
            "while (0) { ; } ",
        ] {
            assert_eq!(in_c(&format!("{idle} h(x);")), in_c("h(x);"), "{idle}");
        }
        for idle in ["a = 3", "a = len(\"word\") * 3", "a = [1, 2]\na.sort()", "a = 5\nif a < 0:\n    a = 0"]
        {
            assert_eq!(in_python(&format!("{idle}\nh(x)")), in_python("h(x)"), "{idle}");
        }
    }

    #[test]
    fn live_code_keeps_its_form() {
        for (text, without) in [
            ("int a = 3; h(a);", "h(a);"),
            ("int a = 3; y = a;", "y = a;"),
            ("int a = 0; while (a < 9) { h(x); a++; }", "while (a < 9) { h(x); a++; }"),
            ("x = 3; h(y);", "h(y);"),
        ] {
            assert_ne!(in_c(text), in_c(without), "{text}");
        }
    }

    #[test]
    fn different_statements_have_different_forms() {
        let statements = [
            "x = y + n;",
            "x = y - n;",
            "x += n;",
            "x -= n;",
            "x = y * n;",
            "h(x, y);",
            "h(x);",
            "if (x < y) h(n);",
            "if (x == y) h(n);",
            "while (x < y) h(n);",
            "return x;",
            "x = h(y);",
            "a[x] = y;",
            "x = a[y];",
        ];
        for (at, one) in statements.iter().enumerate() {
            for other in &statements[..at] {
                assert_ne!(in_c(one), in_c(other), "{one}   {other}");
            }
        }
    }
}
