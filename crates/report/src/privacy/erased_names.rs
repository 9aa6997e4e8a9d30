//! The names of an erased person as keyed hashes. They tell whether a given name is one of them, and nothing else.
//!
//! Names are compared word by word: in any case and order, with or without accents, and with any characters between the
//! words (`Lovelace, Ada` is `ada_lovelace`). In a text, every sequence of up to [`MAX_WORDS`] words is tried.

use std::collections::BTreeSet;
use std::ops::Range;

use super::name_words::{fold, is_word};

/// Longest name that is found within a text, in words. Longer ones are found only on their own: every word of a text
/// would need that many tries.
const MAX_WORDS: usize = 8;

/// Bytes that may be between two words of one name.
const MAX_GAP_BYTES: usize = 3;

/// Hashed names under one key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HashedNames {
    /// Key of the hashes.
    pub key: [u8; 32],
    /// Keyed BLAKE3 hashes of the folded names.
    pub hashes: Vec<[u8; 32]>,
}

impl HashedNames {
    /// Hashes names.
    pub fn new<'a>(key: [u8; 32], names: impl IntoIterator<Item = &'a str>) -> Self {
        let hashes: BTreeSet<_> = names.into_iter().map(|name| hash(&key, &fold_name(name))).collect();
        Self { key, hashes: hashes.into_iter().collect() }
    }
}

/// The names of an erased person, and the pseudonym that replaces them.
#[derive(Debug, Clone)]
pub struct ErasedNames {
    key: [u8; 32],
    hashes: BTreeSet<[u8; 32]>,
    pseudonym: String,
}

impl ErasedNames {
    /// Combines names with a pseudonym, which must not be one of the names.
    pub fn new(names: &HashedNames, pseudonym: String) -> Self {
        Self { key: names.key, hashes: names.hashes.iter().copied().collect(), pseudonym }
    }

    /// Returns the pseudonym.
    pub fn pseudonym(&self) -> &str {
        &self.pseudonym
    }

    /// Returns whether a text is one of the names, also with a number that it got because another submission had this
    /// name.
    pub fn is_name(&self, name: &str) -> bool {
        self.contains(&fold_name(name))
            || without_number(name).is_some_and(|name| self.contains(&fold_name(name)))
    }

    /// Returns a text with the pseudonym in place of the names; `None` if it contains none of them.
    pub fn without(&self, text: &str) -> Option<String> {
        let words = word_ranges(text);
        let (mut clean, mut copied, mut at) = (String::new(), 0, 0);
        while at < words.len() {
            let Some(count) = self.longest(text, &words[at..]) else {
                at += 1;
                continue;
            };
            clean.push_str(&text[copied..words[at].start]);
            clean.push_str(&self.pseudonym);
            at += count;
            copied = words[at - 1].end;
        }
        (copied > 0).then(|| clean + &text[copied..])
    }

    /// Returns what an erasure leaves of a text: the pseudonym if the whole text is one of the names, and otherwise the text
    /// without them. `None` if it contains none of them.
    pub fn renamed(&self, text: &str) -> Option<String> {
        if self.is_name(text) { Some(self.pseudonym.clone()) } else { self.without(text) }
    }

    /// Returns the number of words of the longest name at the beginning of `words`.
    fn longest(&self, text: &str, words: &[Range<usize>]) -> Option<usize> {
        let near = |pair: &&[Range<usize>]| pair[1].start - pair[0].end <= MAX_GAP_BYTES;
        let most = 1 + words.windows(2).take(MAX_WORDS - 1).take_while(near).count();
        let (mut name, mut longest) = (Vec::new(), None);
        for (word, count) in words[..most].iter().zip(1..) {
            name.push(fold(&text[word.clone()]));
            name.sort_unstable();
            if self.contains(&name.join(" ")) {
                longest = Some(count);
            }
        }
        longest
    }

    fn contains(&self, folded: &str) -> bool {
        self.hashes.contains(&hash(&self.key, folded))
    }
}

/// Shortest word that is searched for on its own, in characters. Shorter ones occur in too many other words.
const MIN_PREFIX_CHARACTERS: usize = 4;

/// Returns whether a text may refer to somebody with this name: it contains a word of the name, or one that begins with
/// it.
pub fn may_refer_to(text: &str, name: &str) -> bool {
    let parts: Vec<String> = word_ranges(name).into_iter().map(|word| fold(&name[word])).collect();
    let short = parts.iter().all(|part| part.chars().count() < MIN_PREFIX_CHARACTERS);
    let is_long = |part: &&String| short || MIN_PREFIX_CHARACTERS <= part.chars().count();
    let parts: Vec<&String> = parts.iter().filter(is_long).collect();
    word_ranges(text).into_iter().any(|word| {
        let word = fold(&text[word]);
        parts.iter().any(|part| if short { word == **part } else { word.starts_with(part.as_str()) })
    })
}

fn hash(key: &[u8; 32], folded: &str) -> [u8; 32] {
    *blake3::keyed_hash(key, folded.as_bytes()).as_bytes()
}

/// Returns the words of a name in the form in which they are compared. A name without words stays as it is.
fn fold_name(name: &str) -> String {
    let mut words: Vec<String> = word_ranges(name).into_iter().map(|word| fold(&name[word])).collect();
    words.sort_unstable();
    if words.is_empty() { name.trim().to_lowercase() } else { words.join(" ") }
}

/// Returns the byte ranges of a text's words.
fn word_ranges(text: &str) -> Vec<Range<usize>> {
    let mut words: Vec<Range<usize>> = Vec::new();
    for (at, character) in text.char_indices().filter(|(_, character)| is_word(*character)) {
        let end = at + character.len_utf8();
        match words.last_mut() {
            Some(last) if last.end == at => last.end = end,
            _ => words.push(at..end),
        }
    }
    words
}

/// Returns `ada` for `ada (2)`, the name of a submission whose name was taken.
fn without_number(name: &str) -> Option<&str> {
    let (name, number) = name.strip_suffix(')')?.rsplit_once(" (")?;
    number.parse::<u32>().is_ok().then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(names: &[&str]) -> ErasedNames {
        ErasedNames::new(&HashedNames::new([7; 32], names.iter().copied()), "removed-1".to_owned())
    }

    #[test]
    fn a_name_is_known_however_it_is_written() {
        let ada = names(&["Ada Lovelace", "s17"]);
        for name in [
            "Ada Lovelace",
            "ada_lovelace",
            "ADA, LOVELACE",
            "Áda\u{301} Lovelace",
            "S17",
            "s17 (2)",
            "Lovelace Ada",
        ] {
            assert!(ada.is_name(name), "{name}");
        }
        for name in ["Ada", "Ada Ada", "Ada Lovelace King", "s171", "s17 (x)", ""] {
            assert!(!ada.is_name(name), "{name}");
        }
        for (name, decomposed) in [
            ("Юрий", "Юрии\u{306}"),
            ("Nguyễn", "Nguye\u{302}\u{303}n"),
            ("がく", "か\u{3099}く"),
            ("한", "\u{1112}\u{1161}\u{11ab}"),
        ] {
            assert!(names(&[name]).is_name(decomposed) && names(&[decomposed]).is_name(name), "{name}");
            let found = names(&[name]).without(&format!("by {decomposed}!"));
            assert_eq!(found.as_deref(), Some("by removed-1!"), "{name}");
        }
        assert!(names(&["---"]).is_name(" --- ") && !names(&["---"]).is_name("-"));
    }

    #[test]
    fn only_names_are_removed_from_texts() {
        let ada = names(&["Ada Lovelace", "ada", "Žofie"]);
        for (text, without) in [
            ("Ada Lovelace said so.", "removed-1 said so."),
            ("ask ada.lovelace@uni.example!", "ask removed-1@uni.example!"),
            ("(ADA) and Zofie", "(removed-1) and removed-1"),
            ("ada ada", "removed-1 removed-1"),
        ] {
            assert_eq!(ada.without(text).as_deref(), Some(without));
        }
        for text in ["Adamant", "lovelace", "", "adaList", "removed-1"] {
            assert_eq!(ada.without(text), None, "{text}");
        }
        assert_eq!(names(&["Ada Lovelace"]).without("ada ----- lovelace"), None, "too far apart");
    }

    #[test]
    fn a_part_of_a_name_is_found() {
        for (text, name) in [
            ("Lovelace, Ada", "lovelace"),
            ("group-ada-bob", "Ada"),
            ("Žiga1", "Ziga Novak"),
            ("said Ms Lovelace,", "Ada Lovelace"),
        ] {
            assert!(may_refer_to(text, name), "{name} in {text}");
        }
        for (text, name) in [("Adam", "Ada"), ("Ada King", "Ada Lovelace"), ("Ada", " "), ("", "Ada")] {
            assert!(!may_refer_to(text, name), "{name} in {text}");
        }
    }

    #[test]
    fn another_key_gives_other_hashes() {
        assert_ne!(HashedNames::new([1; 32], ["ada"]).hashes, HashedNames::new([2; 32], ["ada"]).hashes);
    }
}
