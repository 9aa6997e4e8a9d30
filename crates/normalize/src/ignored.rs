//! What a program can do without, and what is therefore not among its tokens. Linear.
//!
//! - With either front end: annotations, the receiver that a method may omit, calls that only wrap a value, semicolons where
//!   a line end does the same. Their lexemes stay and are shown.
//! - In a text that is too complex to parse: repetitions of a few tokens, thousands of times. No real program contains
//!   them. The first repeats are compared like any text. Further ones would only take memory and time from a whole class.
//! - Lines of a notebook's cells that are commands of the notebook.

use chaffinch_submission::Notebook;

use crate::definition::{AnnotationSyntax, LanguageDefinition};
use crate::tokens::{
    IDENTIFIER_CODE, IGNORED_META, IGNORED_REPEAT, IGNORED_SYMBOL, IGNORED_WORD, Lexeme, TYPE_NAME_CODE,
    WORD_CODE,
};

/// Longest annotation and longest text between brackets, in tokens. Longer ones are read as code: the search for a missing
/// end must not take long (against `@a(@a(@a(`).
const MAX_BRACKETED_TOKENS: usize = 64;

/// Excludes optional lexemes of a whole text from its tokens. A statement that begins with one begins after it.
pub(crate) fn ignore_optional(rules: &LanguageDefinition, text: &str, lexemes: &mut [Lexeme]) {
    let is_wrapper = |lexeme: &Lexeme| lexeme.of(text) == rules.wrapper.as_bytes();
    let wraps = !rules.wrapper.is_empty() && lexemes.iter().any(is_wrapper);
    let firsts = first_bytes(rules, wraps);
    let may_begin = |lexeme: &Lexeme| lexeme.of(text).first().is_some_and(|first| firsts.contains(first));
    if !lexemes.iter().any(may_begin) {
        return;
    }
    let tokens: Vec<usize> = (0..lexemes.len()).filter(|&at| lexemes[at].is_token()).collect();
    let mut at = 0;
    while at < tokens.len() {
        if !may_begin(&lexemes[tokens[at]]) {
            at += 1;
            continue;
        }
        let rest = RemainingTokens { text, lexemes, tokens: &tokens[at..] };
        let (count, code) = if let Some(count) = rest.annotation(rules.annotations) {
            (count, IGNORED_META)
        } else if rest.is_receiver(rules.receiver) {
            (2, IGNORED_WORD)
        } else if wraps && let Some((count, close)) = rest.wrapping(rules.wrapper) {
            if let Some(close) = close {
                lexemes[tokens[at + close]].code = IGNORED_SYMBOL;
            }
            (count, IGNORED_SYMBOL)
        } else if rules.optional_semicolons && rest.is(0, b";") {
            (1, IGNORED_SYMBOL)
        } else {
            at += 1;
            continue;
        };
        let mut begins_statement = false;
        for &ignored in &tokens[at..at + count] {
            lexemes[ignored].code = code;
            begins_statement |= std::mem::take(&mut lexemes[ignored].begins_statement);
        }
        at += count;
        if let Some(&next) = tokens.get(at) {
            lexemes[next].begins_statement |= begins_statement;
        }
    }
}

/// Returns the bytes with which an annotation, a receiver, a semicolon and, in a text that wraps values, the calls for it may
/// begin; 0 if there are none. Few tokens begin with one of them, so that most need no closer look.
fn first_bytes(rules: &LanguageDefinition, wraps: bool) -> [u8; 5] {
    let annotation = match rules.annotations {
        AnnotationSyntax::None => 0,
        AnnotationSyntax::At => b'@',
        AnnotationSyntax::Brackets => b'[',
        AnnotationSyntax::HashBrackets => b'#',
    };
    let receiver = rules.receiver.as_bytes().first().copied().unwrap_or(0);
    let wrapper = rules.wrapper.as_bytes().first().copied().filter(|_| wraps);
    let semicolon = if rules.optional_semicolons { b';' } else { 0 };
    [annotation, receiver, semicolon, wrapper.unwrap_or(0), wrapper.map_or(0, |_| b'.')]
}

/// The tokens from one on.
pub(crate) struct RemainingTokens<'a> {
    pub(crate) text: &'a str,
    pub(crate) lexemes: &'a [Lexeme],
    pub(crate) tokens: &'a [usize],
}

impl RemainingTokens<'_> {
    pub(crate) fn lexeme(&self, at: usize) -> Option<Lexeme> {
        self.tokens.get(at).map(|&at| self.lexemes[at])
    }

    pub(crate) fn is(&self, at: usize, text: &[u8]) -> bool {
        self.lexeme(at).is_some_and(|lexeme| lexeme.of(self.text) == text)
    }

    fn is_name(&self, at: usize) -> bool {
        self.lexeme(at).is_some_and(|lexeme| matches!(lexeme.code, IDENTIFIER_CODE | TYPE_NAME_CODE))
    }

    /// Returns the number of tokens of the annotation that begins here.
    fn annotation(&self, annotations: AnnotationSyntax) -> Option<usize> {
        match annotations {
            AnnotationSyntax::None => None,
            AnnotationSyntax::At => {
                if !(self.is(0, b"@") && self.is_name(1) && self.is_annotation_sign()) {
                    return None;
                }
                let mut end = 2;
                while end < MAX_BRACKETED_TOKENS && self.is(end, b".") && self.is_name(end + 1) {
                    end += 2;
                }
                let arguments = self.is(end, b"(").then(|| self.closing(end, b"(", b")")).flatten();
                Some(arguments.unwrap_or(end))
            }
            AnnotationSyntax::Brackets => {
                self.lexeme(0)?.begins_statement.then(|| self.closing(0, b"[", b"]"))?
            }
            AnnotationSyntax::HashBrackets => {
                let bracket = if self.is(1, b"!") { 2 } else { 1 };
                self.is(0, b"#").then(|| self.closing(bracket, b"[", b"]"))?
            }
        }
    }

    /// Returns whether the sign belongs to the word after it and not to one before it (`return@loop`, `all@Some(x)`).
    fn is_annotation_sign(&self) -> bool {
        let bytes = self.text.as_bytes();
        self.lexeme(0).zip(self.lexeme(1)).is_some_and(|(sign, word)| {
            let start = sign.start as usize;
            sign.end == word.start && (start == 0 || !bytes[start - 1].is_ascii_alphanumeric())
        })
    }

    /// Returns the index after the token that closes the bracket at a token.
    pub(crate) fn closing(&self, from: usize, open: &[u8], close: &[u8]) -> Option<usize> {
        let mut depth = 0_usize;
        for at in from..from + MAX_BRACKETED_TOKENS {
            if self.is(at, open) {
                depth += 1;
            } else if self.is(at, close) {
                depth = depth.saturating_sub(1);
            }
            if depth == 0 {
                return (at > from).then_some(at + 1);
            }
        }
        None
    }

    /// Returns the number of tokens, here, of a call that puts a value into an object of this class or takes it out
    /// (`Optional.of(x)`, `o.get()`), and the place of the bracket that ends it after the value.
    fn wrapping(&self, wrapper: &str) -> Option<(usize, Option<usize>)> {
        let are = |words: [&str; 3]| (1..).zip(words).all(|(at, word)| self.is(at, word.as_bytes()));
        if self.is(0, b".") && are(["get", "(", ")"]) {
            return Some((4, None));
        }
        let puts = self.is(0, wrapper.as_bytes()) && (are([".", "of", "("]) || are([".", "ofNullable", "("]));
        let end = if puts { self.closing(3, b"(", b")")? } else { return None };
        Some((4, Some(end - 1)))
    }

    /// Returns whether the receiver is here with its dot, arrow or colons, so that the name could do without it.
    fn is_receiver(&self, receiver: &str) -> bool {
        !receiver.is_empty()
            && self.is(0, receiver.as_bytes())
            && [&b"."[..], b"->", b"::"].iter().any(|sign| self.is(1, sign))
    }
}

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

/// Returns the text with these lines turned into comments, every byte in its place: `%matplotlib inline`, `!pip install
/// x`, `x?`. In a cell that `%%bash` gives to another language, every line is such a line.
pub(crate) fn without_magics(rules: &LanguageDefinition, notebook: &Notebook, text: &str) -> String {
    let comment = rules.line_comments[0];
    let mut code = String::with_capacity(text.len());
    let mut cells = notebook.cells.iter().peekable();
    // The cell belongs to another language; all its lines so far were empty.
    let (mut foreign, mut fresh) = (false, true);
    for line in text.split_inclusive('\n') {
        while cells.next_if(|&&start| start as usize <= code.len()).is_some() {
            (foreign, fresh) = (false, true);
        }
        let bare = line.trim();
        let magic = bare.strip_prefix(rules.cell_magic).filter(|_| fresh && !rules.cell_magic.is_empty());
        if let Some(magic) = magic {
            let name = magic.split_whitespace().next().unwrap_or_default();
            foreign = !rules.own_magics.split_whitespace().any(|own| own == name);
        }
        fresh &= bare.is_empty();
        if !bare.is_empty() && (foreign || magic.is_some() || is_magic(rules, bare)) {
            let indent = line.len() - line.trim_start().len();
            // Only whole characters are replaced by the comment's mark.
            let hidden = line[indent..].ceil_char_boundary(comment.len());
            code.push_str(&line[..indent]);
            code.push_str(comment);
            code.extend(std::iter::repeat_n(' ', hidden.saturating_sub(comment.len())));
            code.push_str(&line[indent + hidden..]);
        } else {
            code.push_str(line);
        }
    }
    code
}

/// Returns whether a comment is a line that [`without_magics`] made one, by its text in the notebook: it begins neither
/// like a comment nor like a string that is documentation.
pub(crate) fn is_command(rules: &LanguageDefinition, comment: &str) -> bool {
    if rules.magics.is_empty() || comment.starts_with(rules.line_comments[0]) {
        return false;
    }
    let quoted = comment.trim_start_matches(|letter: char| letter.is_ascii_alphabetic());
    let prefix = &comment[..comment.len() - quoted.len()];
    let is_prefix = prefix.is_empty()
        || rules.prefixes.split_whitespace().any(|known| known.eq_ignore_ascii_case(prefix));
    !(is_prefix && quoted.starts_with(['"', '\'']))
}

/// Returns whether a line is a command: `%name`, `!command`, `?name`, `name?`.
fn is_magic(rules: &LanguageDefinition, line: &str) -> bool {
    let mut marks = rules.magics.chars();
    let first = line.chars().next();
    let second = line.chars().nth(1);
    marks.any(|mark| first == Some(mark) && second.is_some_and(|next| next.is_alphabetic() || next == mark))
        || (!rules.magics.is_empty() && line.ends_with('?'))
}

#[cfg(test)]
mod tests {
    use chaffinch_submission::SourceFile;

    use super::*;
    use crate::detection::Choice;
    use crate::languages::language;
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

    #[test]
    fn magics_become_comments_in_their_place() {
        let rules = language("python").unwrap().rules();
        for (cells, text, code) in [
            (vec![0], "%matplotlib inline\nx = 1\n", "#matplotlib inline\nx = 1\n"),
            (vec![0], "  !ls\nx = (a\n  % b)\nhelp?", "  #ls\nx = (a\n  % b)\n#elp?"),
            (vec![0], "%%time\nx = 1", "#%time\nx = 1"),
            (vec![0, 14], "%%bash\nls -l\n\nx = 1", "#%bash\n#s -l\n\nx = 1"),
            (vec![0], "%%html\nü\n", "#%html\n# \n"),
        ] {
            let read = without_magics(rules, &Notebook { cells, language: None }, text);
            assert_eq!(read, code);
            assert_eq!(read.len(), text.len());
        }
    }

    #[test]
    fn commands_are_distinguished_from_comments() {
        let is_command = |text| is_command(language("python").unwrap().rules(), text);
        for command in ["%matplotlib inline", "!ls", "x?", "ls -l", "echo 'x'"] {
            assert!(is_command(command), "{command}");
        }
        for comment in ["# x", "#!/bin/sh", "'''x'''", "\"x\"", "r\"x\"", "Rb'x'"] {
            assert!(!is_command(comment), "{comment}");
        }
        assert!(!super::is_command(language("c").unwrap().rules(), "/* x */"));
    }

    fn values(name: &str, text: &str) -> Vec<u64> {
        let file = SourceFile::plain("x", text);
        crate::tokenize(&file, Choice::Fixed(language(name).unwrap())).values
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
