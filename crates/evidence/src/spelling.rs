//! Finds words that look like misspellings: one edit away from a word that many others use.
//!
//! It uses no dictionary. It only claims that others in the batch spell the word differently, which can be counted. But
//! some real words differ by one letter. So edits that turn one real word into another do not count as misspellings:
//! any edit at the first letter or at the end (`node`, `nodes`, `noded`), an added or missing `s`, other consonants
//! (`point`, `print`), and edits in short words. `words.txt` lists the remaining real words.

use std::ops::Range;

use crate::distinctive::hash;

/// Number of letters of the shortest word that is checked.
pub(crate) const MIN_LENGTH: usize = 6;

/// Number of letters of the longest word that is checked. Whole sentences in one name say nothing about spelling.
pub(crate) const MAX_LENGTH: usize = 24;

/// Most usual words that a word is compared with for each hash, the most widespread first. Real words share a deletion
/// with only a few others. An attacker can write many words such as `prefic計suffix`, each with another letter in the
/// middle. They all share one deletion, and comparing each with all others would be quadratic. Further words are not
/// used as a usual spelling.
const MAX_NEIGHBOURS: usize = 32;

/// Real words that are one edit away from other real words; one per line, sorted.
const REAL: &str = include_str!("words.txt");

/// Calls `each` with the bytes of every word of a text that is neither too short nor too long. Words end at characters
/// that are not letters, and at the borders in `camelCase` and `HTTPServer`. A backslash and the character after it are
/// not part of a word.
pub(crate) fn each_word(text: &str, mut each: impl FnMut(Range<usize>)) {
    let mut word = |start: usize, end: usize, letters: usize| {
        if (MIN_LENGTH..=MAX_LENGTH).contains(&letters) {
            each(start..end);
        }
    };
    // The current word, the case of the character before, and its position.
    let (mut start, mut letters) = (0, 0);
    let (mut before, mut before_at) = (Case::None, 0);
    let mut escaped = false;
    for (at, character) in text.char_indices() {
        let was_escaped = escaped;
        escaped = character == '\\' && !was_escaped;
        let case = if was_escaped { Case::None } else { Case::from_character(character) };
        match (before, case) {
            (_, Case::None) => {
                word(start, at, letters);
                letters = 0;
            }
            (Case::Lower, Case::Upper) => {
                word(start, at, letters);
                (start, letters) = (at, 1);
            }
            (Case::Upper, Case::Lower) if letters > 1 => {
                word(start, before_at, letters - 1);
                (start, letters) = (before_at, 2);
            }
            _ => {
                if letters == 0 {
                    start = at;
                }
                letters += 1;
            }
        }
        (before, before_at) = (case, at);
    }
    word(start, text.len(), letters);
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Case {
    /// Not a letter.
    None,
    Lower,
    Upper,
    /// A letter without case.
    Other,
}

impl Case {
    fn from_character(character: char) -> Self {
        match character {
            'a'..='z' => Self::Lower,
            'A'..='Z' => Self::Upper,
            '\0'..='\x7f' => Self::None,
            _ if character.is_lowercase() => Self::Lower,
            _ if character.is_uppercase() => Self::Upper,
            _ if character.is_alphabetic() => Self::Other,
            _ => Self::None,
        }
    }
}

/// Writes a word in lower case to `folded`.
pub(crate) fn fold(word: &str, folded: &mut String) {
    folded.clear();
    if word.is_ascii() {
        folded.push_str(word);
        folded.make_ascii_lowercase();
    } else {
        folded.extend(word.chars().flat_map(char::to_lowercase));
    }
}

/// Finds the usual spelling of misspelled words.
pub(crate) struct Spelling<'a> {
    /// The words of [`REAL`].
    real: Vec<&'static str>,
    usual: &'a [String],
    /// The hash of a usual word, whole or without one of its letters, and its index; sorted.
    near: Vec<(u64, u32)>,
}

impl<'a> Spelling<'a> {
    /// Creates an index of usual words, the most widespread first.
    pub(crate) fn new(usual: &'a [String]) -> Self {
        let mut near = Vec::new();
        for (word, index) in usual.iter().zip(0..) {
            each_deletion(word, |hash| near.push((hash, index)));
        }
        near.sort_unstable();
        // Leaving out either `m` of `committee` gives the same letters.
        near.dedup();
        Self { real: REAL.lines().collect(), usual, near }
    }

    /// Returns the index of the first usual word that `word` is a misspelling of; `None` for real words.
    pub(crate) fn slip_of(&self, word: &str) -> Option<usize> {
        self.first_near(word, |usual| is_slip(word, usual))
    }

    /// Returns the index of the first usual word near `word` that `is_slip` accepts; `None` for real words.
    fn first_near(&self, word: &str, mut is_slip: impl FnMut(&str) -> bool) -> Option<usize> {
        if self.real.binary_search(&word).is_ok() {
            return None;
        }
        let mut best: Option<u32> = None;
        each_deletion(word, |hash| {
            let first = self.near.partition_point(|near| near.0 < hash);
            let near = self.near[first..].iter().take_while(|near| near.0 == hash).map(|near| near.1);
            let better = near.take(MAX_NEIGHBOURS).take_while(|&index| best.is_none_or(|best| index < best));
            let mut slips = better.filter(|&index| is_slip(&self.usual[index as usize]));
            best = slips.next().or(best);
        });
        best.map(|index| index as usize)
    }
}

/// Passes the hashes of a word, and of the word without each of its letters, to `each`. Two words that are one edit
/// apart have a hash in common (Garbe's symmetric deletion).
fn each_deletion(word: &str, mut each: impl FnMut(u64)) {
    each(hash(u8::MAX, word));
    let mut without = String::with_capacity(word.len());
    for (at, letter) in word.char_indices() {
        without.clear();
        without.push_str(&word[..at]);
        without.push_str(&word[at + letter.len_utf8()..]);
        each(hash(u8::MAX, &without));
    }
}

/// Returns whether `word` looks like a misspelling of `usual`: two adjacent letters exchanged, one letter left out,
/// doubled or inserted, a vowel replaced by another, or `m` and `n` confused. The first letter must agree, and so must
/// the last, except in an exchange.
fn is_slip(word: &str, usual: &str) -> bool {
    let [word, usual] = [word, usual].map(|word| word.chars().collect::<Vec<char>>());
    let prefix = word.iter().zip(&usual).take_while(|(a, b)| a == b).count();
    let suffix = word.iter().rev().zip(usual.iter().rev()).take_while(|(a, b)| a == b).count();
    if prefix == 0 || word == usual {
        return false;
    }
    if word.len() == usual.len() {
        let exchanged = prefix + suffix + 2 == word.len()
            && word[prefix] == usual[prefix + 1]
            && word[prefix + 1] == usual[prefix];
        let mistaken = prefix + suffix + 1 == word.len()
            && suffix > 0
            && MIN_LENGTH < word.len()
            && sounds_alike(word[prefix], usual[prefix]);
        return exchanged || mistaken;
    }
    let (short, long) = if word.len() < usual.len() { (&word, &usual) } else { (&usual, &word) };
    let more = long[prefix.min(long.len() - 1)];
    let doubled = prefix > 0 && long[prefix - 1] == more;
    short.len() + 1 == long.len()
        && prefix < short.len()
        && suffix > 0
        && short.len() <= prefix + suffix
        && (more != 's' || doubled)
}

fn sounds_alike(a: char, b: char) -> bool {
    let is_vowel = |letter: char| matches!(letter, 'a' | 'e' | 'i' | 'o' | 'u' | 'y');
    (is_vowel(a) && is_vowel(b)) || matches!((a, b), ('m', 'n') | ('n', 'm'))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn words(text: &str) -> Vec<&str> {
        let mut words = Vec::new();
        each_word(text, |bytes| words.push(&text[bytes]));
        words
    }

    #[test]
    fn words_end_at_their_borders() {
        assert_eq!(words("readLenght_of HTTPServer2matrix"), ["Lenght", "Server", "matrix"]);
        assert_eq!(words("MAXIMUM MaxLENGTHOf ABCDEFg"), ["MAXIMUM", "LENGTH"]);
        assert_eq!(words("\"\\nEnter numbers\\\\tables\""), ["numbers", "tables"]);
        assert_eq!(words("Größenwahn, 計算平均値計算!"), ["Größenwahn", "計算平均値計算"]);
        assert_eq!(words("short"), [""; 0]);
        assert_eq!(words(&"a".repeat(25)), [""; 0]);
    }

    #[test]
    fn slips_of_the_pen() {
        for (word, usual) in [
            ("lenght", "length"),
            ("recieve", "receive"),
            ("adress", "address"),
            ("occurence", "occurrence"),
            ("seperate", "separate"),
            ("colums", "columns"),
            ("maxinum", "maximum"),
            ("voulume", "volume"),
            ("anzhal", "anzahl"),
            ("länegen", "längen"),
        ] {
            assert_eq!(Spelling::new(&[usual.to_owned()]).slip_of(word), Some(0), "{word}");
        }
    }

    #[test]
    fn real_words_are_no_slips() {
        for (word, usual) in [
            ("length", "length"),
            ("matrices", "matrixes"),
            ("counter", "counters"),
            ("strncpy", "strcpy"),
            ("casual", "causal"),
            ("linescount", "linecount"),
            ("printer", "pointer"),
            ("flower", "lower"),
            ("columnx", "columny"),
        ] {
            assert_eq!(Spelling::new(&[usual.to_owned()]).slip_of(word), None, "{word}");
        }
    }

    #[test]
    fn the_most_widespread_word_is_the_usual_one() {
        let usual = ["minimal", "maximum", "maxemum"].map(str::to_owned);
        assert_eq!(Spelling::new(&usual).slip_of("maxymum"), Some(1));
    }

    #[test]
    fn words_that_share_a_deletion_are_compared_with_few() {
        let crafted = |first: char| -> Vec<String> {
            (first..).step_by(2).take(500).map(|letter| format!("prefic{letter}suffix")).collect()
        };
        let (usual, slips) = (crafted('\u{4e00}'), crafted('\u{4e01}'));
        let spelling = Spelling::new(&usual);
        for word in &slips {
            let mut compared = Vec::new();
            let none = spelling.first_near(word, |usual| {
                compared.push(usual.to_owned());
                is_slip(word, usual)
            });
            assert_eq!(none, None);
            assert_eq!(compared, &usual[..MAX_NEIGHBOURS], "the most widespread ones");
        }
    }

    /// Generates words of a few letters, many of which are misspellings of each other.
    fn near_words(count: usize) -> impl Strategy<Value = Vec<String>> {
        let letter = prop::sample::select(vec!['a', 'e', 'n', 's']);
        let word = prop::collection::vec(letter, MIN_LENGTH..9).prop_map(String::from_iter);
        prop::collection::vec(word, 0..count)
    }

    proptest! {
        #[test]
        fn the_first_slip_of_few_words_is_found(usual in near_words(MAX_NEIGHBOURS), words in near_words(20)) {
            let spelling = Spelling::new(&usual);
            for word in &words {
                let is_real = REAL.lines().any(|real| real == word);
                let oracle = usual.iter().position(|usual| !is_real && is_slip(word, usual));
                prop_assert_eq!(spelling.slip_of(word), oracle, "{}", word);
            }
        }
    }

    #[test]
    fn the_list_of_real_words_can_be_searched() {
        let words: Vec<&str> = REAL.lines().collect();
        assert!(words.is_sorted() && words.iter().all(|word| MIN_LENGTH <= word.len()));
    }
}
