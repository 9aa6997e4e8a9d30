//! Names: of the values of enumerations, of authors who share one, and the endings of file names.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use strum::VariantArray;
use unicode_normalization::{UnicodeNormalization as _, is_nfc};

/// An enumeration whose values have names, which are stored, sent and shown. Implemented for every enumeration that
/// derives [`strum::IntoStaticStr`] and [`VariantArray`].
pub trait Named: Copy + Into<&'static str> + VariantArray {
    /// All values, in the order of their declaration.
    const ALL: &'static [Self] = Self::VARIANTS;

    /// Returns the name.
    fn name(self) -> &'static str {
        self.into()
    }

    /// Returns the value with this name.
    fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|value| value.name() == name)
    }

    /// Returns the names of all values.
    fn names() -> Vec<&'static str> {
        Self::ALL.iter().map(|value| value.name()).collect()
    }
}

impl<T: Copy + Into<&'static str> + VariantArray> Named for T {}

/// Returns a name with composed letters (NFC). macOS writes `ü` in the names of files as `u` and two dots, most other
/// programs write one letter. Wherever names are compared, both are equal.
pub fn composed(name: &str) -> Cow<'_, str> {
    if is_nfc(name) { Cow::Borrowed(name) } else { Cow::Owned(name.nfc().collect()) }
}

/// Returns a distinct name for each author: if several people have the same name, the platform's number or user name is
/// added in parentheses. The input is the name, with or without such an addition from before, and the number if it is
/// known.
///
/// Equal names with different numbers are different people. An author without a number is the one person of that name.
/// If several people have the name, the author counts as another person: showing a person next to themselves is better
/// than hiding a copy.
pub fn authors(people: &[(&str, Option<&str>)]) -> Vec<String> {
    let mut numbers = BTreeMap::<&str, BTreeSet<&str>>::new();
    for &(author, person) in people {
        numbers.entry(without_number(author, person)).or_default().extend(person);
    }
    let called = |&(author, person): &(&str, Option<&str>)| {
        let name = without_number(author, person);
        match person {
            Some(person) if numbers[name].len() > 1 && person != name => format!("{name} ({person})"),
            _ => name.to_owned(),
        }
    };
    people.iter().map(called).collect()
}

/// Returns the name without the number that an earlier call of [`authors`] may have added.
pub fn without_number<'a>(author: &'a str, person: Option<&str>) -> &'a str {
    let without = |person: &str| {
        let name = author.strip_suffix(')')?.strip_suffix(person)?.strip_suffix(" (")?;
        (!name.is_empty()).then_some(name)
    };
    person.and_then(without).unwrap_or(author)
}

/// Divides a path before the ending of its file name, which begins with its last dot. A name that begins with this dot has no
/// ending.
pub fn split_ending(path: &str) -> (&str, &str) {
    let name = path.rfind(['/', '\\']).map_or(0, |slash| slash + 1);
    match path[name..].rfind('.') {
        Some(dot) if dot > 0 => path.split_at(name + dot),
        _ => (path, ""),
    }
}

#[cfg(test)]
mod tests {
    use super::{authors, composed, split_ending};

    #[test]
    fn letters_are_composed() {
        for (name, expected) in [
            ("Mu\u{308}ller", "M\u{fc}ller"),
            ("M\u{fc}ller", "M\u{fc}ller"),
            ("\u{438}\u{306}", "\u{439}"),
            ("Nguye\u{302}\u{303}n", "Nguy\u{1ec5}n"),
            ("\u{1112}\u{1161}\u{11ab}", "\u{d55c}"),
            ("\u{304b}\u{3099}", "\u{304c}"),
            ("ada", "ada"),
        ] {
            assert_eq!(composed(name), expected, "{name}");
        }
    }

    #[test]
    fn people_of_one_name_are_told_apart_by_their_numbers() {
        for (people, expected) in [
            (
                &[("Wei", Some("1")), ("Wei", Some("2")), ("Kim", Some("3"))][..],
                &["Wei (1)", "Wei (2)", "Kim"][..],
            ),
            (&[("Wei", Some("1")), ("Wei", Some("1"))], &["Wei", "Wei"]),
            // Had a number added before, and is now the only one of the name, or still one of several.
            (&[("Wei (1)", Some("1")), ("Kim", None)], &["Wei", "Kim"]),
            (
                &[("Wei (1)", Some("1")), ("Wei", Some("2")), ("Wei", Some("1"))],
                &["Wei (1)", "Wei (2)", "Wei (1)"],
            ),
            // The author without a number cannot be identified.
            (&[("Wei", None), ("Wei", Some("1"))], &["Wei", "Wei"]),
            (&[("Wei", None), ("Wei", Some("1")), ("Wei", Some("2"))], &["Wei", "Wei (1)", "Wei (2)"]),
            // User names are names, and names may contain parentheses.
            (&[("kim", Some("kim")), ("kim", Some("7"))], &["kim", "kim (7)"]),
            (&[("Ada (Countess)", Some("1")), ("(1)", Some("1"))], &["Ada (Countess)", "(1)"]),
        ] {
            assert_eq!(authors(people), expected, "{people:?}");
        }
    }

    #[test]
    fn only_the_last_part_is_an_ending() {
        for (path, stem, ending) in [
            ("ada/main.c", "ada/main", ".c"),
            ("a.b/main", "a.b/main", ""),
            ("a\\b.c\\main", "a\\b.c\\main", ""),
            ("a/.ada", "a/.ada", ""),
            ("ada.tar.gz", "ada.tar", ".gz"),
            ("", "", ""),
        ] {
            assert_eq!(split_ending(path), (stem, ending));
        }
    }
}
