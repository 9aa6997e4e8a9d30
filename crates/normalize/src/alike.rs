//! Expressions that are written in two ways and read as one, so that exchanging them changes no token: `*(a + i)` and
//! `a[i]`. Lexemes keep their places; some get another code, and some are no tokens. Linear: brackets are closed within a
//! limited number of tokens.

use crate::ignored::RemainingTokens;
use crate::tokens::{
    CHARACTER_CODE, IDENTIFIER_CODE, IGNORED_SYMBOL, Lexeme, NUMBER_CODE, Role, STRING_CODE, TYPE_NAME_CODE,
    TokenCode, TokenTable,
};

/// Reads `*(a + i)` as `a[i]`, which it is (C11 6.5.2.1).
pub(crate) fn read_pointers_as_arrays(table: &TokenTable, text: &str, lexemes: &mut [Lexeme]) {
    let (Some((open, _)), Some((close, _))) = (table.operator(b"["), table.operator(b"]")) else { return };
    let tokens: Vec<usize> = (0..lexemes.len()).filter(|&at| lexemes[at].is_token()).collect();
    // From the end, so that `*(*(a + i) + j)` becomes `*(a[i] + j)` first.
    for place in (0..tokens.len()).rev() {
        let star = tokens[place];
        let rest = RemainingTokens { text, lexemes, tokens: &tokens[place..] };
        if !(rest.is(0, b"*") && rest.is(1, b"(")) {
            continue;
        }
        let before = place.checked_sub(1).map(|before| lexemes[tokens[before]].code);
        let multiplies = before.is_some_and(|code| is_value(table, code)) && !lexemes[star].begins_statement;
        if multiplies {
            continue;
        }
        let Some(end) = rest.closing(1, b"(", b")").map(|after| after - 1) else { continue };
        let Some(plus) = plus_after_pointer(table, &rest, end) else { continue };
        lexemes[tokens[place + plus]].code = open;
        lexemes[tokens[place + end]].code = close;
        for ignored in [star, tokens[place + 1]] {
            lexemes[ignored].code = IGNORED_SYMBOL;
        }
        let begins_statement = std::mem::take(&mut lexemes[star].begins_statement);
        if let Some(&pointer) = tokens[place..].iter().find(|&&at| lexemes[at].is_token()) {
            lexemes[pointer].begins_statement |= begins_statement;
        }
    }
}

fn is_value(table: &TokenTable, code: TokenCode) -> bool {
    matches!(code, IDENTIFIER_CODE | TYPE_NAME_CODE | NUMBER_CODE | STRING_CODE | CHARACTER_CODE)
        || table.name(code).role == Role::Close
}

/// Returns the place of the first `+` in `*(a + i`, a sum up to `end` that begins with a name and its subscripts.
fn plus_after_pointer(table: &TokenTable, rest: &RemainingTokens<'_>, end: usize) -> Option<usize> {
    let lexemes = (2..end).filter_map(|place| Some((place, rest.lexeme(place)?)));
    let mut tokens = lexemes.filter(|(_, lexeme)| lexeme.is_token());
    let role = |lexeme: Lexeme| table.name(lexeme.code).role;
    tokens.next().filter(|&(_, first)| role(first) == Role::Name)?;
    let (mut depth, mut plus) = (0_usize, None);
    for (place, lexeme) in tokens {
        match role(lexeme) {
            Role::Open => depth += 1,
            Role::Close => depth = depth.checked_sub(1)?,
            _ if depth > 0 => {}
            Role::Arithmetic(_) if plus.is_none() => {
                if !rest.is(place, b"+") {
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
}
