//! Corrects what the detector of encodings says about short texts. Pure functions.
//!
//! The detector compares frequencies of letters, and takes each encoding for equally likely. A program with `¡Hola!` or
//! `5 £` as its only text beyond ASCII has too few letters for that. Two rules decide before frequencies do:
//!
//! - A text is windows-1252 if every character beyond ASCII then stands where Western European languages have it:
//!   letters within words, signs at their usual place. A text in another alphabet never looks like that, however short.
//! - A text that makes no sense in a Latin alphabet, and consists of the most common characters of an East Asian
//!   encoding, is in that encoding. Of several, the one with the most frequent characters is taken.

use encoding_rs::{
    BIG5, EUC_KR, Encoding, GBK, ISO_8859_4, SHIFT_JIS, WINDOWS_1250, WINDOWS_1252, WINDOWS_1257,
};

use super::east_asian::of_short;

/// Letters beyond ASCII of Western European languages, in lower case.
const LETTERS: &str = "àáâãäåæçèéêëìíîïðñòóôõöøœšùúûüýÿþßž";

/// Letters beyond ASCII of Polish, Czech, Slovak and Hungarian, in lower case.
const CENTRAL: &str = "ąćęłńóśźżáčďéěíňřšťúůýžľĺŕőűöüäô";

/// Letters that are written side by side where no word is meant: lists of letters to count or to replace.
const LISTS: [&str; 5] = ["áéíóúü", "àèìòù", "âêîôû", "äëïöüß", "ãõñç"];

/// Returns the encoding of a text that the detector guessed, or a better guess.
pub(super) fn corrected(bytes: &[u8], guess: &'static Encoding) -> &'static Encoding {
    let [western, guessed] = [WINDOWS_1252, guess].map(|encoding| decoded(bytes, encoding));
    let is_latin = guess.is_single_byte() && guessed.iter().all(|&c| !c.is_alphabetic() || c < '\u{250}');
    if is_plausible(&western, LETTERS) {
        // Other Latin alphabets have letters where windows-1252 has signs, and signs say more than letters.
        let differing = western.iter().zip(&guessed).filter(|(ours, theirs)| ours != theirs);
        let (letters, signs): (Vec<_>, Vec<_>) = differing.partition(|(ours, _)| is_letter(**ours));
        // These are rare, and need more than a letter.
        let is_rare = guess == ISO_8859_4 || guess == WINDOWS_1257 && letters.len() == 1;
        return if !is_latin || letters.len() < signs.len() || is_rare { WINDOWS_1252 } else { guess };
    }
    let is_east_asian = !guess.is_single_byte();
    if is_east_asian || is_latin && !is_plausible(&guessed, "") {
        if let Some(east_asian) = of_short(bytes, guess) {
            return east_asian;
        }
        // Polish and Czech words are in the letters of Central Europe, and in rare characters of East Asia.
        if is_plausible(&decoded(bytes, WINDOWS_1250), CENTRAL) {
            return WINDOWS_1250;
        }
        if is_east_asian {
            return guess;
        }
        let mut east_asian = [SHIFT_JIS, BIG5, GBK, EUC_KR].into_iter();
        return east_asian.find(|encoding| is_common_in(bytes, encoding)).unwrap_or(guess);
    }
    guess
}

fn decoded(bytes: &[u8], encoding: &'static Encoding) -> Vec<char> {
    encoding.decode_without_bom_handling(bytes).0.chars().collect()
}

/// Returns whether words have this character. Letters that are signs (`ª`, `µ`) are not counted.
fn is_letter(c: char) -> bool {
    c.is_alphabetic() && !matches!(c, 'ª' | 'º' | 'µ' | 'ƒ' | 'ˆ')
}

/// Returns whether every character beyond ASCII is at its usual place. Words have no other letters than `letters`, in
/// any case, and ASCII; an empty list allows all.
fn is_plausible(text: &[char], letters: &str) -> bool {
    let mut at = 0;
    while at < text.len() {
        let word = text[at..].iter().take_while(|c| is_letter(**c)).count();
        let is_usual = match word {
            0 => text[at].is_ascii() || is_usual_sign(text, at),
            _ => is_usual_word(&text[at..at + word], text[..at].last(), text.get(at + word), letters),
        };
        if !is_usual {
            return false;
        }
        at += word.max(1);
    }
    true
}

fn is_usual_word(word: &[char], before: Option<&char>, after: Option<&char>, letters: &str) -> bool {
    let lower = |c: char| c.to_lowercase().next().unwrap_or(c);
    let foreign: Vec<char> = word.iter().copied().filter(|c| !c.is_ascii()).map(lower).collect();
    let is_capital_inside =
        word.windows(2).any(|two| two[0].is_lowercase() && two[1].is_uppercase() && !two[1].is_ascii());
    if is_capital_inside || !letters.is_empty() && !foreign.iter().all(|&c| letters.contains(c)) {
        return false;
    }
    let is_list = |list: &&str| foreign.iter().all(|&c| list.contains(c));
    match word.len() {
        // `à` and `'ñ'`; not a letter between signs that are rare in programs.
        1 => {
            foreign.is_empty()
                || [before, after].into_iter().flatten().all(|c| c.is_ascii() || "«»".contains(*c))
        }
        2..=4 if letters.is_empty() => true,
        2..=4 if letters == CENTRAL => foreign.len() < word.len(),
        length if letters == CENTRAL => 3 * foreign.len() <= 2 * length,
        length => 2 * foreign.len() <= length + 1 || foreign.len() == length && LISTS.iter().any(is_list),
    }
}

/// Returns whether a sign beyond ASCII is at its usual place.
fn is_usual_sign(text: &[char], at: usize) -> bool {
    let back = |n: usize| at.checked_sub(n).map_or(' ', |at| text[at]);
    let ahead = |n: usize| text.get(at + n).copied().unwrap_or(' ');
    let (before, after) = (back(1), ahead(1));
    let word_before = text[..at].iter().rev().take(3).take_while(|c| is_letter(**c)).count();
    let word_after = text[at + 1..].iter().take(3).take_while(|c| is_letter(**c)).count();
    let in_line = |part: &mut dyn Iterator<Item = &char>, sign: char| {
        part.take_while(|c| **c != '\n').any(|&c| c == sign)
    };
    let closes = |sign: char| in_line(&mut text[at + 1..].iter(), sign);
    let opened = |sign: char| in_line(&mut text[..at].iter().rev(), sign);
    match text[at] {
        '¡' => word_before == 0,
        // Polish has words that begin with this byte as a small letter: `że`. They do not go on with these letters.
        '¿' => {
            let last = text[..at].iter().rev().find(|c| **c != ' ').copied().unwrap_or('\n');
            word_before == 0
                && (!is_letter(after) || closes('?'))
                && (after.is_uppercase() || "cdhpqt".contains(after) || !is_letter(last) && last != ',')
        }
        '«' => word_before == 0 && closes('»'),
        '»' => word_after == 0 && opened('«'),
        '„' => word_before == 0 && (closes('“') || closes('”')),
        '“' => word_before == 0 || opened('„') && word_after == 0,
        '‘' => word_before == 0 || opened('‚') && word_after == 0,
        '‚' => word_before == 0 && (closes('‘') || closes('’')),
        '”' => word_after == 0 && before != ' ',
        // Units: `m²`, `cm³`. Polish has short words that end with these bytes.
        '²' | '³' => {
            let is_unit = word_before == 1 || word_before == 2 && before == 'm';
            word_after == 0 && (before.is_ascii_digit() || before == ')' || is_unit)
        }
        '¹' => word_after == 0 && (before.is_ascii_digit() || before == ')'),
        'º' | 'ª' => word_after == 0 && (before.is_ascii_digit() || matches!(before, 'n' | 'N' | '.')),
        '°' => word_before == 0 || matches!(before, 'n' | 'N'),
        'µ' => word_before == 0 && matches!(word_after, 1 | 2),
        '¬' => word_before == 0 && (word_after == 0 || word_after == 1 && after.is_lowercase()),
        '£' | '¥' | '¢' | '½' | '¼' | '¾' | '±' | '÷' | '§' => word_before == 0 && word_after == 0,
        '©' => word_before == 0 && (after == ' ' || after.is_ascii_digit()),
        '®' => !before.is_uppercase() && word_after == 0,
        '™' | '€' | '‰' => word_after == 0,
        '×' | '–' | '—' | '·' | '…' | '’' => {
            [before, after].iter().all(|c| c.is_ascii() || !is_letter(*c)) || text[at] == '’'
        }
        '•' | '\u{a0}' => true,
        _ => false,
    }
}

/// Returns whether a text is in this encoding, and has only common characters of it, never a single one.
fn is_common_in(bytes: &[u8], encoding: &'static Encoding) -> bool {
    // First bytes of punctuation and kana, those of the characters that its standard lists first, and the least second byte.
    let (signs, common, second) = match encoding {
        encoding if encoding == SHIFT_JIS => (0x81..=0x83, 0x88..=0x98, 0x40),
        encoding if encoding == BIG5 => (0xa1..=0xa3, 0xa4..=0xc6, 0x40),
        _ => (0xa1..=0xa3, 0xb0..=0xd7, 0xa1),
    };
    if encoding.decode_without_bom_handling_and_without_replacement(bytes).is_none() {
        return false;
    }
    let (mut at, mut run) = (0, 2);
    while let Some(&first) = bytes.get(at) {
        if first.is_ascii() {
            if run == 1 {
                return false;
            }
            (at, run) = (at + 1, 2);
            continue;
        }
        let is_common = signs.contains(&first) || common.contains(&first);
        if !is_common || bytes.get(at + 1).is_none_or(|&byte| byte < second) {
            return false;
        }
        run = if run == 2 && bytes.get(at.wrapping_sub(1)).is_none_or(u8::is_ascii) { 1 } else { 3 };
        at += 2;
    }
    run != 1
}

#[cfg(test)]
mod tests;
