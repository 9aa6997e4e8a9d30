//! Excludes from the tokens what can be added to a program or removed without effect, with either front end:
//! annotations, the receiver that a method may omit, semicolons where a line end does the same. Their lexemes stay and
//! are shown. Linear.

use crate::definition::{AnnotationSyntax, LexicalRules};
use crate::tokens::{IDENTIFIER_CODE, IGNORED_META, IGNORED_SYMBOL, IGNORED_WORD, Lexeme, TYPE_NAME_CODE};

/// Longest annotation, in tokens. Longer ones are read as code: the search for a missing end must not take long
/// (against `@a(@a(@a(`).
const MAX_ANNOTATION_TOKENS: usize = 64;

/// Excludes optional lexemes of a whole text from its tokens. A statement that begins with one begins after it.
pub(crate) fn ignore_optional(lexical_rules: &LexicalRules, text: &str, lexemes: &mut [Lexeme]) {
    let firsts = first_bytes(lexical_rules);
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
        let (count, code) = if let Some(count) = rest.annotation(lexical_rules.annotations) {
            (count, IGNORED_META)
        } else if rest.is_receiver(lexical_rules.receiver) {
            (2, IGNORED_WORD)
        } else if lexical_rules.optional_semicolons && rest.is(0, b";") {
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

/// Returns the bytes with which an annotation, a receiver and a semicolon may begin; 0 if the language has none. Few
/// tokens begin with one of them, so that most need no closer look.
fn first_bytes(lexical_rules: &LexicalRules) -> [u8; 3] {
    let annotation = match lexical_rules.annotations {
        AnnotationSyntax::None => 0,
        AnnotationSyntax::At => b'@',
        AnnotationSyntax::Brackets => b'[',
        AnnotationSyntax::HashBrackets => b'#',
    };
    let receiver = lexical_rules.receiver.as_bytes().first().copied().unwrap_or(0);
    [annotation, receiver, if lexical_rules.optional_semicolons { b';' } else { 0 }]
}

/// The tokens from one on.
struct RemainingTokens<'a> {
    text: &'a str,
    lexemes: &'a [Lexeme],
    tokens: &'a [usize],
}

impl RemainingTokens<'_> {
    fn lexeme(&self, at: usize) -> Option<Lexeme> {
        self.tokens.get(at).map(|&at| self.lexemes[at])
    }

    fn is(&self, at: usize, text: &[u8]) -> bool {
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
                while end < MAX_ANNOTATION_TOKENS && self.is(end, b".") && self.is_name(end + 1) {
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
    fn closing(&self, from: usize, open: &[u8], close: &[u8]) -> Option<usize> {
        let mut depth = 0_usize;
        for at in from..from + MAX_ANNOTATION_TOKENS {
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

    /// Returns whether the receiver is here with its dot or arrow, so that the member's name could do without it.
    fn is_receiver(&self, receiver: &str) -> bool {
        !receiver.is_empty() && self.is(0, receiver.as_bytes()) && (self.is(1, b".") || self.is(1, b"->"))
    }
}
