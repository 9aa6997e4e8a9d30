//! The words of a name: how a name is split, how it may be written, and which words of a text may be part of one.

use std::collections::BTreeMap;
use std::ops::Range;

/// Longest word that is looked up, in characters. No name is longer; hostile text has longer words.
const MAX_WORD_CHARACTERS: usize = 60;
/// Shortest word that counts as a name on its own, in characters.
const MIN_WORD_CHARACTERS: usize = 3;
/// Shortest number that counts as a name, in digits.
const MIN_NUMBER_DIGITS: usize = 5;

/// Returns a word in lower case without accents, so that a name is found in any spelling.
pub(crate) fn fold(word: &str) -> String {
    let mut folded = String::with_capacity(word.len());
    for character in word.chars().flat_map(char::to_lowercase) {
        match character {
            '\u{300}'..='\u{36F}' => {}
            'ß' => folded.push_str("ss"),
            'æ' => folded.push_str("ae"),
            'œ' => folded.push_str("oe"),
            'þ' => folded.push_str("th"),
            other => folded.push(base(other)),
        }
    }
    folded
}

/// Returns a letter without its accent, for Latin-1 and Latin Extended-A, which nearly all names in Europe use.
fn base(letter: char) -> char {
    match letter {
        'à'..='å' | 'ā' | 'ă' | 'ą' => 'a',
        'ç' | 'ć' | 'ĉ' | 'ċ' | 'č' => 'c',
        'ď' | 'đ' | 'ð' => 'd',
        'è'..='ë' | 'ē' | 'ĕ' | 'ė' | 'ę' | 'ě' => 'e',
        'ĝ' | 'ğ' | 'ġ' | 'ģ' => 'g',
        'ĥ' | 'ħ' => 'h',
        'ì'..='ï' | 'ĩ' | 'ī' | 'ĭ' | 'į' | 'ı' => 'i',
        'ĵ' => 'j',
        'ķ' => 'k',
        'ĺ' | 'ļ' | 'ľ' | 'ł' => 'l',
        'ñ' | 'ń' | 'ņ' | 'ň' => 'n',
        'ò'..='ö' | 'ø' | 'ō' | 'ŏ' | 'ő' => 'o',
        'ŕ' | 'ŗ' | 'ř' => 'r',
        'ś' | 'ŝ' | 'ş' | 'š' | 'ș' => 's',
        'ţ' | 'ť' | 'ț' => 't',
        'ù'..='ü' | 'ũ' | 'ū' | 'ŭ' | 'ů' | 'ű' | 'ų' => 'u',
        'ŵ' => 'w',
        'ý' | 'ÿ' | 'ŷ' => 'y',
        'ź' | 'ż' | 'ž' => 'z',
        other => other,
    }
}

pub(crate) fn is_word(character: char) -> bool {
    character.is_alphanumeric() || ('\u{300}'..='\u{36F}').contains(&character)
}

/// Returns the words of a name such as `Lovelace_Ada_12345` or `O'Neil, Anna`.
pub(crate) fn split_name(name: &str) -> Vec<&str> {
    name.split(|character| !is_word(character)).filter(|word| !word.is_empty()).collect()
}

/// Returns the folded spellings of a name's words, and whether each is too weak to be a name on its own.
pub(crate) fn spellings(name: &[&str]) -> BTreeMap<String, bool> {
    let mut words = BTreeMap::new();
    for word in name {
        let folded = fold(word);
        let length = folded.chars().count();
        let number = folded.chars().all(|character| character.is_ascii_digit());
        if length > MAX_WORD_CHARACTERS || (number && length < MIN_NUMBER_DIGITS) {
            continue;
        }
        words.entry(folded).or_insert(length < MIN_WORD_CHARACTERS);
        // Umlauts are also written with an e.
        let spelled: String = word.to_lowercase().replace('ä', "ae").replace('ö', "oe").replace('ü', "ue");
        words.entry(fold(&spelled)).or_insert(length < MIN_WORD_CHARACTERS);
        for (at, _) in identifier_parts(word) {
            let part = fold(&word[at]);
            let length = part.chars().count();
            if length >= MIN_WORD_CHARACTERS && !part.chars().all(|character| character.is_ascii_digit()) {
                words.entry(part).or_insert(false);
            }
        }
    }
    // Log-in names join the words, or the first letter of one and another word.
    let letters: Vec<String> = (name.iter())
        .filter(|word| word.chars().all(char::is_alphabetic))
        .map(|word| fold(word))
        .take(3)
        .collect();
    for first in &letters {
        for last in letters.iter().filter(|last| *last != first) {
            let initial = first.chars().next().unwrap_or_default();
            for joined in [format!("{first}{last}"), format!("{initial}{last}"), format!("{last}{initial}")] {
                if (5..=MAX_WORD_CHARACTERS).contains(&joined.chars().count()) {
                    words.entry(joined).or_insert(false);
                }
            }
        }
    }
    words
}

/// Calls `found` for each known word of a text, from left to right. A sequence of letters and digits is looked up as a
/// whole, and if it is unknown, in parts.
pub(crate) fn find_words<'w, W: 'w>(
    text: &str,
    known: impl Fn(&str) -> Option<&'w W>,
    found: &mut impl FnMut(Range<usize>, &'w W),
) {
    let mut at = 0;
    while let Some(start) = text[at..].find(is_word).map(|start| at + start) {
        let end = text[start..].find(|character| !is_word(character)).map_or(text.len(), |end| start + end);
        at = end;
        let try_one = |range: Range<usize>| {
            let word = &text[range];
            // A folded word has at most twice as many characters. Bytes are faster to count.
            if word.len() > 4 * MAX_WORD_CHARACTERS { None } else { known(&fold(word)) }
        };
        // In `"
        // ada"`, the letter after the backslash does not belong to the name.
        let escaped = text[..start].ends_with('\\')
            && text[start..].starts_with(['n', 'r', 't', 'b', 'f', 'v', 'a', '0']);
        if let Some(word) = try_one(start..end) {
            found(start..end, word);
        } else if let Some(word) = escaped.then(|| try_one(start + 1..end)).flatten() {
            found(start + 1..end, word);
        } else {
            for (part, _) in identifier_parts(&text[start..end]) {
                let part = start + part.start..start + part.end;
                if let Some(word) = try_one(part.clone()) {
                    found(part, word);
                }
            }
        }
    }
}

/// Splits an identifier: before a capital letter after a small one (`adaList`), before the last of several capital
/// letters if a small one follows (`ADAList`), and between letters and digits. Returns whether each part consists of
/// digits.
fn identifier_parts(word: &str) -> Vec<(Range<usize>, bool)> {
    let characters: Vec<(usize, char)> = word.char_indices().collect();
    let mut parts = Vec::new();
    let mut start = 0;
    for (index, window) in characters.windows(2).enumerate() {
        let [(_, before), (at, here)] = window else { continue };
        let next_is_small = characters.get(index + 2).is_some_and(|(_, next)| next.is_lowercase());
        let cut = before.is_numeric() != here.is_numeric()
            || (here.is_uppercase() && (before.is_lowercase() || (before.is_uppercase() && next_is_small)));
        if cut {
            parts.push((start..*at, before.is_numeric()));
            start = *at;
        }
    }
    if let Some((_, last)) = characters.last() {
        parts.push((start..word.len(), last.is_numeric()));
    }
    parts
}
