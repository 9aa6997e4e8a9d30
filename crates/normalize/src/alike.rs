//! Expressions that are written in two ways and read as one, so that exchanging them changes no token: `*(a + i)` and
//! `a[i]`, `Optional.of(x)` and `x`. Lexemes keep their places; some get another code, and some are no tokens. Linear: it
//! looks [`MAX_TOKENS`] tokens ahead.

use crate::definition::LanguageDefinition;
use crate::tokens::{
    CHARACTER_CODE, IDENTIFIER_CODE, IGNORED_SYMBOL, Lexeme, NUMBER_CODE, Role, STRING_CODE, TYPE_NAME_CODE,
    TokenCode, TokenTable,
};

/// Longest expression that is read as another, in tokens.
const MAX_TOKENS: usize = 64;

/// Reads expressions of a whole text as those they are equal to.
pub(crate) fn read_alike(rules: &LanguageDefinition, table: &TokenTable, text: &str, lexemes: &mut [Lexeme]) {
    if !rules.wrapper.is_empty() {
        unwrap(rules.wrapper, table, text, lexemes);
    }
    if rules.pointers_are_arrays {
        subscript(table, text, lexemes);
    }
}

/// The tokens from one on, as far as it is looked ahead.
struct Ahead<'a> {
    text: &'a str,
    lexemes: &'a mut [Lexeme],
    tokens: Vec<usize>,
    roles: Vec<Role>,
}

impl<'a> Ahead<'a> {
    fn new(table: &TokenTable, text: &'a str, lexemes: &'a mut [Lexeme], tokens: &[usize]) -> Self {
        let is_token = |at: &usize| lexemes[*at].is_token();
        let tokens: Vec<usize> = tokens.iter().copied().filter(is_token).take(MAX_TOKENS).collect();
        let roles = tokens.iter().map(|&at| table.name(lexemes[at].code).role).collect();
        Self { text, lexemes, tokens, roles }
    }

    fn is(&self, place: usize, text: &str) -> bool {
        self.tokens.get(place).is_some_and(|&at| self.lexemes[at].of(self.text) == text.as_bytes())
    }

    /// Returns the place of the token that closes the bracket at `open`.
    fn closing(&self, open: usize) -> Option<usize> {
        let mut depth = 0_usize;
        for (place, role) in self.roles.iter().enumerate().skip(open) {
            match role {
                Role::Open => depth += 1,
                Role::Close if depth <= 1 => return Some(place),
                Role::Close => depth -= 1,
                _ => {}
            }
        }
        None
    }

    fn set(&mut self, place: usize, code: TokenCode) {
        self.lexemes[self.tokens[place]].code = code;
    }

    /// Excludes tokens. A statement that begins with the first of them begins at `next`.
    fn exclude(&mut self, places: &[usize], next: usize) {
        for &place in places {
            self.set(place, IGNORED_SYMBOL);
        }
        let begins = std::mem::take(&mut self.lexemes[self.tokens[places[0]]].begins_statement);
        if let Some(&next) = self.tokens.get(next) {
            self.lexemes[next].begins_statement |= begins;
        }
    }
}

/// Excludes the calls that put a value into an object of this class and take it out: `Optional.of(x)`, `o.get()`.
fn unwrap(wrapper: &str, table: &TokenTable, text: &str, lexemes: &mut [Lexeme]) {
    let tokens: Vec<usize> = (0..lexemes.len()).filter(|&at| lexemes[at].is_token()).collect();
    if !tokens.iter().any(|&at| lexemes[at].of(text) == wrapper.as_bytes()) {
        return;
    }
    for (place, &at) in tokens.iter().enumerate() {
        let first = lexemes[at].of(text);
        if first != wrapper.as_bytes() && first != b"." {
            continue;
        }
        let mut ahead = Ahead::new(table, text, lexemes, &tokens[place..]);
        if ahead.is(0, ".") && ahead.is(1, "get") && ahead.is(2, "(") && ahead.is(3, ")") {
            ahead.exclude(&[0, 1, 2, 3], 4);
        } else if ahead.is(0, wrapper)
            && ahead.is(1, ".")
            && (ahead.is(2, "of") || ahead.is(2, "ofNullable"))
            && ahead.is(3, "(")
            && let Some(close) = ahead.closing(3)
        {
            ahead.exclude(&[0, 1, 2, 3, close], 4);
        }
    }
}

/// Reads `*(a + i)` as `a[i]`, which it is (C11 6.5.2.1).
fn subscript(table: &TokenTable, text: &str, lexemes: &mut [Lexeme]) {
    let (Some((open, _)), Some((close, _))) = (table.operator(b"["), table.operator(b"]")) else { return };
    let tokens: Vec<usize> = (0..lexemes.len()).filter(|&at| lexemes[at].is_token()).collect();
    // From the end, so that `*(*(a + i) + j)` becomes `*(a[i] + j)` first.
    for (place, &at) in tokens.iter().enumerate().rev() {
        if lexemes[at].of(text) != b"*" {
            continue;
        }
        let before = place.checked_sub(1).map(|before| lexemes[tokens[before]].code);
        let multiplies = before.is_some_and(|code| is_value(table, code)) && !lexemes[at].begins_statement;
        let mut ahead = Ahead::new(table, text, lexemes, &tokens[place..]);
        if multiplies || !ahead.is(1, "(") {
            continue;
        }
        if let Some(end) = ahead.closing(1)
            && let Some(plus) = plus_after_pointer(&ahead, end)
        {
            ahead.set(plus, open);
            ahead.set(end, close);
            ahead.exclude(&[0, 1], 2);
        }
    }
}

fn is_value(table: &TokenTable, code: TokenCode) -> bool {
    matches!(code, IDENTIFIER_CODE | TYPE_NAME_CODE | NUMBER_CODE | STRING_CODE | CHARACTER_CODE)
        || table.name(code).role == Role::Close
}

/// Returns the place of the first `+` in `*(a + i`, a sum up to `end` that begins with a name and its subscripts.
fn plus_after_pointer(ahead: &Ahead<'_>, end: usize) -> Option<usize> {
    if ahead.roles.get(2) != Some(&Role::Name) {
        return None;
    }
    let (mut depth, mut plus) = (0_usize, None);
    for (place, role) in ahead.roles.iter().enumerate().take(end).skip(3) {
        match role {
            Role::Open => depth += 1,
            Role::Close => depth = depth.checked_sub(1)?,
            _ if depth > 0 => {}
            Role::Arithmetic(_) if plus.is_none() => {
                if !ahead.is(place, "+") {
                    return None;
                }
                plus = Some(place);
            }
            // Sums, products and quotients are the same between brackets.
            Role::Arithmetic(0..=4) | Role::Name | Role::Literal | Role::Dot => {}
            _ => return None,
        }
    }
    plus
}

#[cfg(test)]
mod tests {
    use chaffinch_submission::SourceFile;

    use crate::detection::Choice;
    use crate::languages::language;

    fn values(name: &str, text: &str) -> Vec<u64> {
        let file = SourceFile::plain("x", text);
        let stream = crate::tokenize(&file, Choice::Fixed(language(name).unwrap()));
        stream.values
    }

    #[test]
    fn pointers_are_read_as_arrays() {
        for (pointer, array) in [
            ("x = *(a + i);", "x = a[i];"),
            ("*(a + i) = x;", "a[i] = x;"),
            ("x = *(*(a + i) + j);", "x = a[i][j];"),
            ("x = *(p->v + i + 1) * 2;", "x = p->v[i + 1] * 2;"),
            ("x = y * *(a + 2 * f(i, j));", "x = y * a[2 * f(i, j)];"),
            ("if (*(s + i) == 'x') return *(s + 1);", "if (s[i] == 'x') return s[1];"),
        ] {
            for language in ["c", "cpp"] {
                let [one, other] = [pointer, array].map(|text| format!("int f(int *a) {{ {text} }}"));
                assert_eq!(values(language, &one), values(language, &other), "{language}: {pointer}");
            }
        }
        for (one, other) in [
            ("x = y * (a + i);", "x = y a[i];"),
            ("x = *(a - i);", "x = a[i];"),
            ("x = *(a ? b + 1 : c);", "x = a[b + 1 : c];"),
            ("x = *(&a + i);", "x = a[i];"),
        ] {
            let [one, other] = [one, other].map(|text| format!("int f(int *a) {{ {text} }}"));
            assert_ne!(values("c", &one), values("c", &other), "{one}");
        }
    }

    #[test]
    fn what_may_be_left_out_is_left_out() {
        for (language, with, without) in [
            ("java", "x = Optional.of(f(y));", "x = f(y);"),
            ("java", "Optional.ofNullable(x).get().f(); g(Optional.of(y));", "x.f(); g(y);"),
            ("c", "f(\"a%d\" \"b\", 1);", "f(\"a%db\", 1);"),
            ("python", "f('a' \"b\")\n'c'\n", "f('ab')\n'c'\n"),
            ("cpp", "std::sort(a, b); std::string s;", "sort(a, b); string s;"),
        ] {
            assert_eq!(values(language, with), values(language, without), "{with}");
        }
        // Without an `Optional`, `get` is what it is.
        assert_ne!(values("java", "x = y.get();"), values("java", "x = y;"));
    }
}
