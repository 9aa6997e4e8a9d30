//! Repetitions of a few tokens, thousands of times, in a text that is too complex to parse. No real program contains
//! them. The first repeats are compared like any text. Further ones would only take memory and time from a whole class.
//! Linear.

use crate::tokens::{IGNORED_REPEAT, Lexeme, WORD_CODE};

/// Longest unit whose repeats are searched for, in tokens.
const MAX_UNIT_TOKENS: usize = 16;

/// Tokens of a repetition that are compared, in addition to its first unit.
const MAX_REPEATED_TOKENS: u32 = 1024;

/// Excludes further repeats from the tokens of a whole text and returns how many tokens they are. Their lexemes stay
/// and are shown. A statement that begins among them begins after them.
pub(crate) fn ignore_repeats(text: &str, lexemes: &mut [Lexeme]) -> usize {
    let tokens: Vec<usize> = (0..lexemes.len()).filter(|&at| lexemes[at].is_token()).collect();
    let same = |a: Lexeme, b: Lexeme| a.code == b.code && (a.code != WORD_CODE || a.of(text) == b.of(text));
    let mut ignored = Vec::new();
    // For each unit length: number of tokens in a row that equal the token one unit before.
    let mut repeated = [0_u32; MAX_UNIT_TOKENS];
    for (at, &token) in tokens.iter().enumerate() {
        for (unit, repeated) in (1..).zip(&mut repeated) {
            let repeats =
                at.checked_sub(unit).is_some_and(|before| same(lexemes[tokens[before]], lexemes[token]));
            *repeated = if repeats { *repeated + 1 } else { 0 };
        }
        if repeated.iter().any(|&repeated| MAX_REPEATED_TOKENS < repeated) {
            ignored.push(at);
        }
    }
    for &at in &ignored {
        let lexeme = &mut lexemes[tokens[at]];
        lexeme.code = IGNORED_REPEAT;
        let begins_statement = std::mem::take(&mut lexeme.begins_statement);
        if let Some(&next) = tokens.get(at + 1) {
            lexemes[next].begins_statement |= begins_statement;
        }
    }
    ignored.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tokens::IDENTIFIER_CODE;

    /// Makes lexemes of one byte each: letters are words of their own, digits are codes.
    fn lexemes(text: &str) -> Vec<Lexeme> {
        let code = |byte: u8| {
            if byte.is_ascii_digit() { IDENTIFIER_CODE + u16::from(byte - b'0') } else { WORD_CODE }
        };
        text.bytes().enumerate().map(|(at, byte)| Lexeme::new(at, at + 1, code(byte))).collect()
    }

    /// Returns what is left of a text, and the number of tokens excluded.
    fn left(text: &str) -> (String, usize) {
        let mut lexemes = lexemes(text);
        let gone = ignore_repeats(text, &mut lexemes);
        let left = lexemes.iter().filter(|lexeme| lexeme.is_token());
        (left.map(|lexeme| String::from_utf8_lossy(lexeme.of(text)).into_owned()).collect(), gone)
    }

    #[test]
    fn the_first_repeats_stay_and_what_stands_around_them() {
        let max = MAX_REPEATED_TOKENS as usize;
        for unit in ["1", "12", "a<", "abcdefghijklmnop"] {
            let run = unit.repeat(2 * max);
            let (kept, gone) = left(&format!("begin{run}end"));
            let expected = format!("begin{}end", &run[..unit.len() + max]);
            assert_eq!((kept.as_str(), gone), (expected.as_str(), run.len() - unit.len() - max), "{unit}");
        }
    }

    #[test]
    fn changing_text_is_no_repetition() {
        let long = "abcdefghijklmnopq".repeat(1000);
        assert_eq!(left(&long), (long.clone(), 0));
        let changing: String =
            (0..20_000).map(|at: u32| char::from(b'a' + (at * at / 7 % 26) as u8)).collect();
        assert_eq!(left(&changing).1, 0);
    }

    #[test]
    fn a_statement_that_begins_among_repeats_begins_after_them() {
        let text = format!("{}z", "ab".repeat(MAX_REPEATED_TOKENS as usize));
        let mut lexemes = lexemes(&text);
        let among = text.len() - 3;
        lexemes[among].begins_statement = true;
        ignore_repeats(&text, &mut lexemes);
        assert!(!lexemes[among].is_token() && lexemes[text.len() - 1].begins_statement);
    }
}
