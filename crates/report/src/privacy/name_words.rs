//! The words of a name: how a name is split, how it may be written, which words of a text may be part of one, and which are
//! ordinary words of programs too.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::Range;
use std::sync::LazyLock;

use chaffinch_submission::composed;

/// Longest word that is looked up, in characters. No name is longer; hostile text has longer words.
const MAX_WORD_CHARACTERS: usize = 60;
/// Shortest word that counts as a name on its own, in characters.
const MIN_WORD_CHARACTERS: usize = 3;
/// Shortest number that counts as a name, in digits.
const MIN_NUMBER_DIGITS: usize = 5;

/// Returns a word in lower case without accents, so that a name is found in any spelling.
pub(crate) fn fold(word: &str) -> String {
    let mut folded = String::with_capacity(word.len());
    for character in composed(word).chars().flat_map(char::to_lowercase) {
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

/// Returns whether a character belongs to a word: a letter, a digit, or a sign that may be composed with the letter before
/// it.
pub(crate) fn is_word(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '\u{300}'..='\u{36F}' | '\u{3099}' | '\u{309A}')
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
        let spelled: String =
            composed(word).to_lowercase().replace('ä', "ae").replace('ö', "oe").replace('ü', "ue");
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

/// Words that are names and also ordinary words of programs, folded. On their own they do not count as names.
const ORDINARY: &str = "
abs add age algorithm all alpha and any app append apply arg args array art ascii asm assert assignment auto
back base begin best beta big bill bit black block blue body bool boolean box break brown buffer byte call can
case cat catch cell chain chance char chase check child clear clone close cod code col color column con const
contest continue copy core cost count course cpp curr current data date day def default del delete delta depth
dict diff digit dim dir dist div doc done double down draw edge else end enum equal err error eval even exam
example exercise exit exp false fast field file files final finally find first fix flag float floor foo for form
free from fun func function game gamma gene get give global goal goto grade grant gray green grid group guard
hash head heap height helper high homework hope hour html http idx image imp import include index info init
inner input insert inside int integer item iter java job join jump just key kind king know lab lambda lane large
last late law left len length less let level lib light limit line link list little load local lock log long loop
low lower main make map mark mask master match math matrix max may mean mem member memory merge merit method mid
mil miles min mod mode model module mon month more move mul name net new next nil node none not null num number
obj object odd off old one only open operator opt option ord order other our out outer output pack page pair
para param parent part pass pat path pattern peer person pi pick pivot place plain play point pop pos post pow
prev price prime print priority private problem process product program project proto ptr public push put python
query question queue quick quit rand random range rank rat read readme real rec record rect red ref rem remove
rep report res reset rest result ret return rev reverse rich right rod root round row run rust same sample save
scan score search sec second see self send seq set shape shift short show side sign simple single size skip sky
small solution solve solver some sort source space spec spring sqrt src stack start stat state static std step
stone stop store str stream string struct stub student sub submission submit sum summer sun super swap switch
sys system tab table tag tail tan target task team temp template term test tests text than that the then this
thread three throw time title tmp todo token tool top total trace tree trial true try tuple turn two type uint
union unit unsigned until update upper use user util val value van var vec vector version view visit void wait
walk warn way web week weight while white who will win winter wise with wood word work world write year yes york
young zero zip zone
";

/// Returns whether a folded word is an ordinary word of programs.
pub(crate) fn is_ordinary(word: &str) -> bool {
    static WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| ORDINARY.split_whitespace().collect());
    WORDS.contains(word)
}

/// Returns a name that is not taken, with a number behind it if necessary, and takes it.
pub(super) fn unique_name(name: &str, taken: &mut BTreeSet<String>) -> String {
    let mut unique = name.to_owned();
    let mut number = 2;
    while !taken.insert(unique.clone()) {
        unique = format!("{name} ({number})");
        number += 1;
    }
    unique
}

#[cfg(test)]
mod tests {
    use super::is_ordinary;

    #[test]
    fn words_of_programs_are_known_and_names_are_not() {
        assert!(["main", "max", "abs", "zone", "long"].into_iter().all(is_ordinary));
        assert!(!["lovelace", "peter", "", "mai"].into_iter().any(is_ordinary));
    }
}
