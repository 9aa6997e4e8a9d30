//! Decides which names are specific enough to be evidence, and whether a program declares them itself. Pure functions
//! of a text and its tokens; `rarity` decides how rare a name is.

use std::borrow::Cow;

use chaffinch_detect::SeededMap;
use chaffinch_normalize::{Language, MarkKind, is_primitive_type, language, mark_kind, marks};
use chaffinch_submission::{Reading, TokenStream};

use crate::distinctive::hash;

/// Separates the keys of names from those of other texts.
const NAME: u8 = 101;

/// Letters of a name that consists of several words.
const COMPOUND: usize = 8;

/// Letters of a name that consists of one word. Such names are often terms of the task.
const SINGLE: usize = 10;

/// Least letters of a word that makes a name a compound: `a_node` is no compound, `next_node` is one.
const WORD: usize = 3;

/// Names that libraries prescribe and textbooks use, as written by [`NameReader::fold`]; one per line, sorted.
const USUAL: &str = include_str!("names.txt");

/// Words after which a name is declared, whatever follows it.
const DECLARING: [&str; 10] =
    ["#define", "def", "defun", "fn", "fun", "func", "function", "proc", "procedure", "sub"];

/// Words after which a name is declared if its body follows. `struct tm now` only uses the name `tm`.
const NAMING_TYPES: [&str; 11] = [
    "class",
    "enum",
    "interface",
    "module",
    "namespace",
    "object",
    "record",
    "struct",
    "trait",
    "type",
    "union",
];

/// Words after which a name is declared if a declaration may end there. `static File input` only uses the name `File`.
const QUALIFYING: [&str; 9] = ["auto", "const", "final", "let", "my", "static", "val", "var", "void"];

/// Words that say nothing about who chose a name; one per line, sorted. `currTotal` and `leftIndex` have no others.
const GENERIC: &str = include_str!("generic.txt");

/// Finds names that are specific enough, and reuses its buffers.
#[derive(Debug)]
pub(crate) struct NameReader {
    usual: Vec<&'static str>,
    generic: Vec<&'static str>,
    folded: String,
    /// Where each word of [`NameReader::folded`] begins, and the end.
    bounds: Vec<usize>,
}

impl NameReader {
    pub(crate) fn new() -> Self {
        let [usual, generic] = [USUAL, GENERIC].map(|list| list.lines().collect());
        Self { usual, generic, folded: String::new(), bounds: Vec::new() }
    }

    /// Returns the key of a name that is specific enough. `factor` multiplies the required length. Names that differ
    /// only in capitals, digits and signs (`list_empty`, `listEmpty2`) have one key, so that a name is only as rare as
    /// all its spellings.
    pub(crate) fn key(&mut self, name: &str, factor: u32) -> Option<u64> {
        self.fold(name);
        let words = || self.bounds.windows(2).map(|ends| &self.folded[ends[0]..ends[1]]);
        let is_compound = words().filter(|word| WORD <= word.chars().count()).count() >= 2;
        let least = if is_compound { COMPOUND } else { SINGLE };
        let says = |word: &str| WORD <= word.chars().count() && self.generic.binary_search(&word).is_err();
        let says_enough = least * factor as usize <= self.folded.chars().count()
            && words().any(says)
            && self.usual.binary_search(&self.folded.as_str()).is_err();
        says_enough.then(|| hash(NAME, &self.folded))
    }

    /// Writes the letters of a name in lower case to `folded`, and the ends of its words to `bounds`.
    fn fold(&mut self, name: &str) {
        self.folded.clear();
        self.bounds.clear();
        self.bounds.push(0);
        let mut was_lower = false;
        for character in name.chars() {
            let is_letter = character.is_alphabetic();
            let is_upper = character.is_uppercase();
            if (!is_letter || (was_lower && is_upper)) && self.bounds.last() != Some(&self.folded.len()) {
                self.bounds.push(self.folded.len());
            }
            if is_letter {
                self.folded.extend(character.to_lowercase());
            }
            was_lower = is_letter && !is_upper;
        }
        if self.bounds.last() != Some(&self.folded.len()) {
            self.bounds.push(self.folded.len());
        }
    }
}

/// Returns the names that a submission declares and that are specific enough, with their keys.
pub(crate) fn declared_names<'a>(files: &[Reading<'a>], factor: u32) -> SeededMap<&'a str, u64> {
    let mut reader = NameReader::new();
    let mut declared = SeededMap::default();
    for &reading in files {
        for mark in marks(reading.stream).filter(|mark| mark.kind == MarkKind::Name) {
            let name = reading.at(mark.span);
            if !declared.contains_key(name)
                && let Some(key) = reader.key(name, factor)
                && is_declared(reading, mark.token as usize)
            {
                declared.insert(name, key);
            }
        }
    }
    declared
}

/// Returns whether a name looks as if it were declared where it stands. Only the tokens around it are known, so the
/// rules are narrow: a declaration that they miss hides a name, and a use that they take for one would claim that the
/// author chose the name of a library.
fn is_declared(reading: Reading<'_>, token: usize) -> bool {
    let stream = reading.stream;
    // The words of languages that do not tell capitals from small letters are listed in small letters.
    let ignores_case = language(stream.language).is_some_and(Language::ignores_case);
    let text = |at: Option<usize>| {
        let text = at.and_then(|at| stream.spans.get(at)).map_or("", |&span| reading.at(span));
        if ignores_case { Cow::Owned(text.to_ascii_lowercase()) } else { Cow::Borrowed(text) }
    };
    let next = text(Some(token + 1));
    let next = next.as_ref();
    let begins = |at: usize| stream.statements.binary_search(&(at as u32)).is_ok();
    // In many languages, the first assignment is the declaration.
    if begins(token) {
        return matches!(next, "=" | ":=" | "<-");
    }
    let Some(before) = token.checked_sub(1) else { return false };
    let ends_declarator = matches!(next, "=" | ";" | "," | ")" | "(" | "[" | "{" | ":");
    match text(Some(before)).as_ref() {
        word if DECLARING.contains(&word) => true,
        word if NAMING_TYPES.contains(&word) => {
            matches!(next, "{" | ":" | "(" | "<" | "=" | "extends" | "implements")
        }
        word if QUALIFYING.contains(&word) => ends_declarator,
        "for" => next == "in",
        // `List<String> names =`, but not `a > names`.
        ">" => next == "=",
        "]" => ends_declarator,
        // `node *head`, but not `a = b * head`.
        "*" | "&" | "**" => {
            let pointed = (0..before).rev().find(|&at| !matches!(text(Some(at)).as_ref(), "*" | "&" | "**"));
            ends_declarator
                && pointed
                    .is_some_and(|at| is_type(stream, at) && (begins(at) || is_tagged(stream, at, text)))
        }
        _ => ends_declarator && is_type(stream, before),
    }
}

/// Returns whether a token may be the name of a type.
fn is_type(stream: &TokenStream, at: usize) -> bool {
    is_primitive_type(stream.values[at]) || mark_kind(stream.values[at]) == Some(MarkKind::Name)
}

/// Returns whether a token is a built-in type, or the tag in `struct node`.
fn is_tagged<'a>(stream: &TokenStream, at: usize, text: impl Fn(Option<usize>) -> Cow<'a, str>) -> bool {
    is_primitive_type(stream.values[at])
        || matches!(text(at.checked_sub(1)).as_ref(), "struct" | "const" | "static")
}

#[cfg(test)]
mod tests {
    use chaffinch_normalize::{Choice, tokenize};
    use chaffinch_submission::{LazyStream, SourceFile};

    use super::*;

    #[test]
    fn only_long_names_that_nobody_prescribes_say_something() {
        let mut reader = NameReader::new();
        for name in [
            "temp",
            "count",
            "i",
            "result",
            "newNode",
            "toString",
            "a_b_c_d_e_f",
            "number1",
            "matrix_2",
            "x1_index",
            "currTotal",
            "left_index",
        ] {
            assert_eq!(reader.key(name, 1), None, "{name}");
        }
        for name in ["list_empty", "readLenght", "wyszukiwanie", "größteZahl", "HTTPServerPort"] {
            assert!(reader.key(name, 1).is_some(), "{name}");
        }
        assert_eq!(reader.key("list_empty", 1), reader.key("listEmpty2", 1));
        assert_eq!(reader.key("list_empty", 2), None, "refused where twice as much is required");
    }

    fn declared(path: &str, text: &str) -> Vec<String> {
        let stream = LazyStream::from(tokenize(&SourceFile::plain(path, text), Choice::Auto));
        let reading = Reading { text, stream: &stream };
        let mut names: Vec<String> = marks(&stream)
            .filter(|mark| mark.kind == MarkKind::Name && is_declared(reading, mark.token as usize))
            .map(|mark| reading.at(mark.span).to_owned())
            .collect();
        names.dedup();
        names
    }

    #[test]
    fn what_a_program_only_uses_is_not_declared() {
        let c = "#include <stdio.h>\nint tally(struct node *head, char **names) {\n  Item *first = head->next;\n  \
                 unsigned long other[3];\n  printf(names[0]);\n  x = y * memmove(a, b);\n  if (a > limit) return strtok(s);\n  own = 3;\n}\n";
        assert_eq!(declared("a.c", c), ["tally", "head", "names", "first", "other", "x", "own"]);
        let java = "class Shop { List<String> wares = new ArrayList<>(); int price(String[] of) { return Math.max(of.length, wares.size()); } }";
        assert_eq!(declared("Shop.java", java), ["Shop", "wares", "price", "of"]);
        let python = "import collections\ndef tally(words):\n    counted = collections.Counter(words)\n    for word in counted:\n        print(word)\n";
        assert_eq!(declared("a.py", python), ["tally", "counted", "word"]);
        let pascal = "PROCEDURE Tally(Words: TList); BEGIN Total := Length(Words) END;";
        assert_eq!(declared("a.pas", pascal), declared("a.pas", &pascal.replace("PROCEDURE", "procedure")));
    }

    #[test]
    fn the_lists_can_be_searched() {
        for list in [USUAL, GENERIC] {
            let names: Vec<&str> = list.lines().collect();
            assert!(
                names.is_sorted() && names.iter().all(|name| name.chars().all(|c| c.is_ascii_lowercase()))
            );
        }
    }
}
