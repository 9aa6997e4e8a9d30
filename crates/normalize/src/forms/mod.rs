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

mod dead_code;
mod rewrite;
mod syntax;
mod token;

use chaffinch_submission::Passage;

use dead_code::NameUses;
use rewrite::Rewriter;
use token::{Token, form_hash};

use crate::definition::HeadStyle;
use crate::tokens::Role;

/// The parts of a token stream that the rules read. All except `statements` are as long as `values`.
pub(crate) struct StatementTokens<'a> {
    pub(crate) values: &'a [u64],
    pub(crate) texts: &'a [u32],
    pub(crate) roles: &'a [Role],
    /// Index of the first token of each statement.
    pub(crate) statements: &'a [u32],
}

/// Returns the forms of a file's statements, in the order of the text.
pub(crate) fn forms(heads: HeadStyle, reading: &StatementTokens<'_>) -> Vec<Passage> {
    if heads == HeadStyle::Unknown {
        return Vec::new();
    }
    let tokens: Vec<Token> = (reading.values.iter().zip(reading.texts).zip(reading.roles))
        .map(|((&value, &text), &role)| Token { value, text, role })
        .collect();
    let ends = reading.statements.iter().copied().skip(1).chain([tokens.len() as u32]);
    let ranges = reading.statements.iter().copied().zip(ends);
    let mut names = NameUses::new();
    for (start, end) in ranges.clone() {
        names.read(&tokens[start as usize..end as usize]);
    }
    let unused = names.unused();
    let mut forms = Vec::with_capacity(reading.statements.len());
    let mut rewriter = Rewriter::new(heads);
    for (start, end) in ranges {
        let statement = &tokens[start as usize..end as usize];
        if unused.is_dead(statement) {
            continue;
        }
        rewriter.rewrite(statement, |form| {
            forms.push(Passage { hash: form_hash(form), tokens: start..end, length: form.len() as u32 });
        });
    }
    forms
}

#[cfg(test)]
mod tests {
    use chaffinch_submission::SourceFile;

    use crate::selection::{Choice, language};

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
