//! Decodes names in archives that are not UTF-8: in the encoding that the user names, or in the most plausible one for
//! all names of an archive together. Pure functions.

use std::ops::RangeInclusive;
use std::str::FromStr;

use encoding_rs::{
    BIG5, EUC_KR, Encoding, GBK, IBM866, SHIFT_JIS, WINDOWS_1250, WINDOWS_1251, WINDOWS_1252, WINDOWS_1253,
    WINDOWS_1254, WINDOWS_1255, WINDOWS_1256,
};
use oem_cp::code_table::DECODING_TABLE_CP_MAP;
use serde::{Deserialize, Serialize};

/// An encoding of names in archives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NameEncoding(Page);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Page {
    /// An encoding of the WHATWG list.
    Listed(&'static Encoding),
    /// A code page of DOS, by its number. The list has only one of them.
    Dos(u16),
}

/// Error: a word is not the name of an encoding.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[error(
    "`{name}` is not an encoding of names; use a code page, such as cp437 or cp866, or a name from the WHATWG list, such \
     as gbk or Shift_JIS"
)]
pub struct UnknownNameEncoding {
    /// The name as given.
    pub name: String,
}

/// Numbers by which Windows knows encodings of the WHATWG list that have other labels there.
const NUMBERS: &[(u16, &Encoding)] = &[(932, SHIFT_JIS), (936, GBK), (949, EUC_KR), (950, BIG5)];

impl FromStr for NameEncoding {
    type Err = UnknownNameEncoding;

    /// Reads a label of the WHATWG list (`gbk`, `Shift_JIS`, `windows-1251`), or a code page (`cp437`, `850`).
    fn from_str(name: &str) -> Result<Self, UnknownNameEncoding> {
        if let Some(encoding) = Encoding::for_label_no_replacement(name.as_bytes()) {
            return Ok(Self(Page::Listed(encoding)));
        }
        let number: Option<u16> = name.trim_start_matches(|c: char| !c.is_ascii_digit()).parse().ok();
        let listed = |number| NUMBERS.iter().find(|(known, _)| *known == number);
        match number.map(|number| (number, listed(number))) {
            Some((_, Some((_, encoding)))) => Ok(Self(Page::Listed(encoding))),
            Some((number, None)) if DECODING_TABLE_CP_MAP.contains_key(&number) => {
                Ok(Self(Page::Dos(number)))
            }
            _ => Err(UnknownNameEncoding { name: name.to_owned() }),
        }
    }
}

impl NameEncoding {
    /// Returns the name, or `None` if its bytes do not occur in this encoding.
    pub(crate) fn decode(self, raw: &[u8]) -> Option<String> {
        match self.0 {
            Page::Listed(encoding) => {
                let text = encoding.decode_without_bom_handling_and_without_replacement(raw)?;
                Some(text.into_owned())
            }
            Page::Dos(number) => DECODING_TABLE_CP_MAP.get(&number)?.decode_string_checked(raw),
        }
    }
}

/// Encodings in which programs write names, each with the letters beyond ASCII that are frequent in names there. Between
/// equally plausible ones, the first is taken.
const PAGES: &[(Page, &str)] = &[
    (Page::Dos(437), WESTERN),
    (Page::Dos(850), WESTERN),
    (Page::Listed(WINDOWS_1252), WESTERN),
    (Page::Dos(852), CENTRAL),
    (Page::Listed(WINDOWS_1250), CENTRAL),
    (Page::Listed(IBM866), CYRILLIC),
    (Page::Listed(WINDOWS_1251), CYRILLIC),
    (Page::Dos(737), GREEK),
    (Page::Listed(WINDOWS_1253), GREEK),
    (Page::Dos(857), TURKISH),
    (Page::Listed(WINDOWS_1254), TURKISH),
    (Page::Dos(862), HEBREW),
    (Page::Listed(WINDOWS_1255), HEBREW),
    (Page::Listed(WINDOWS_1256), ARABIC),
    (Page::Listed(GBK), HAN),
    (Page::Listed(SHIFT_JIS), JAPANESE),
    (Page::Listed(BIG5), HAN),
    (Page::Listed(EUC_KR), HANGUL),
];

const WESTERN: &str = "äöüßÄÖÜàáâãåçèéêëíîñóôõøúûæÀÁÂÃÅÇÈÉÊÍÑÓÔÕØÚÆ";
const CENTRAL: &str = "ąćęłńóśźżĄĆŁŃÓŚŹŻáčďéěíňřšťúůýžÁČĎÉÍŇŘŠŤÚŮÝŽőűöüŐŰÖÜäßÄăâîĂÂÎđĐŞşŢţ";
const CYRILLIC: &str = "абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґўАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЁІЇЄҐЎ";
const GREEK: &str = "αβγδεζηθικλμνξοπρστυφχψωςάέήίόύώΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩΆΈΉΊΌΎΏ";
const TURKISH: &str = "çğıöşüÇĞİÖŞÜâî";
const HEBREW: &str = "אבגדהוזחטיךכלםמןנסעףפץצקרשת";
const ARABIC: &str = "ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىيپچژگ";
/// Frequent surnames, and words for homework, in both ways of writing.
const HAN: &str = "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡\
    丁三四五小大文明一作业实验第组題題课張劉陳楊趙黃吳孫馬羅鄭謝韓馮鄧許呂蘇盧蔣業實驗組課";
const JAPANESE: &str = "田中佐藤鈴木高橋伊渡辺山本村小林加吉斎松井上清水口原川野石島池阿部森課題提出第回";
const HANGUL: &str =
    "김이박최정강조윤장임한오서신권황안송전홍유고문양손배백허남심노하주우구민성지영수현준과제";

/// Costs of a letter that is frequent, usual or rare in names, and of a sign that is no letter. Those of characters of two
/// bytes are doubled, because they stand for two letters of another encoding.
const FREQUENT: u64 = 1;
const USUAL: u64 = 2;
const RARE: u64 = 4;
const NO_LETTER: u64 = 20;
/// The first character of two bytes in encodings of East Asia.
const WIDE: char = '\u{1100}';
/// Additional cost of a word that does not begin with a capital, or has nothing else: few names are written so.
const NO_NAME: u64 = 1;
/// Additional cost of a letter that does not fit into its word.
const OUT_OF_PLACE: u64 = 7;

/// Returns the most plausible encoding of these names.
pub(crate) fn guess<'a>(names: &(impl Iterator<Item = &'a [u8]> + Clone)) -> NameEncoding {
    let cost = |&&(page, frequent): &&(Page, &str)| -> u64 {
        let cost = |raw: &[u8]| match NameEncoding(page).decode(raw) {
            Some(name) => cost(&name, frequent),
            None => raw.len() as u64 * NO_LETTER,
        };
        names.clone().map(cost).sum()
    };
    let page = PAGES.iter().min_by_key(cost).map_or(Page::Dos(437), |(page, _)| *page);
    NameEncoding(page)
}

/// Returns how implausible a decoded name is.
fn cost(name: &str, frequent: &str) -> u64 {
    let words = name.split(|c: char| c.is_ascii() && !c.is_ascii_alphabetic());
    words.filter(|word| !word.is_ascii()).map(|word| cost_of_word(word, frequent)).sum()
}

fn cost_of_word(word: &str, frequent: &str) -> u64 {
    let all = word.chars().count();
    let foreign = word.chars().filter(|c| !c.is_ascii()).count();
    let has_small = word.chars().any(char::is_lowercase);
    let cost = |(at, letter): (usize, char)| {
        let width = if letter < WIDE { 1 } else { 2 };
        let letter_cost = match letter {
            _ if frequent.contains(letter) => FREQUENT * width,
            _ if is_usual(letter, frequent) => USUAL * width,
            _ if letter.is_alphabetic() => RARE * 2,
            _ => NO_LETTER,
        };
        // Words of Latin letters are mostly ASCII, and other words have none of it. Capitals begin a word.
        let is_latin = matches!(letter, '\u{c0}'..='\u{24f}');
        let is_mixed = if is_latin { foreign * 2 > all + 1 } else { foreign < all };
        let is_capital = letter.is_uppercase() && at > 0 && has_small;
        letter_cost + OUT_OF_PLACE * (u64::from(is_mixed) + u64::from(is_capital))
    };
    let first = word.chars().next().unwrap_or_default();
    let is_no_name =
        !first.is_ascii() && (first.is_lowercase() || first.is_uppercase() && !has_small && all > 1);
    let letters: u64 = word.chars().enumerate().filter(|(_, letter)| !letter.is_ascii()).map(cost).sum();
    letters + NO_NAME * u64::from(is_no_name)
}

/// Returns whether an ideograph, a syllable or a kana is one of the usual characters of an encoding, which are those of
/// the first of its two levels.
fn is_usual(letter: char, frequent: &str) -> bool {
    let lead = |encoding: &'static Encoding, leads: RangeInclusive<u8>| {
        let mut buffer = [0; 4];
        let (bytes, _, failed) = encoding.encode(letter.encode_utf8(&mut buffer));
        !failed && leads.contains(&bytes[0])
    };
    match frequent {
        HANGUL => matches!(letter, '가'..='힣'),
        JAPANESE => matches!(letter, 'ぁ'..='ヿ') || lead(SHIFT_JIS, 0x88..=0x97),
        HAN => letter >= '一' && (lead(GBK, 0xb0..=0xd7) || lead(BIG5, 0xa4..=0xc6)),
        _ => false,
    }
}
