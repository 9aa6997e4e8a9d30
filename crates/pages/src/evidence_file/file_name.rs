//! Makes the name of an evidence file from its title, its people, its reader, and whether names are hidden. All of these
//! are in the file, so its name reveals nobody else.

use std::collections::BTreeSet;

use chaffinch_report::{Report, Side, Submission};

use super::context::EvidenceContext;
use crate::escape::is_deceptive;

/// Largest length of the title and of the people, in bytes. File systems take names of 255 bytes.
const MAX_TITLE: usize = 60;
const MAX_PEOPLE: usize = 100;

/// Returns a name such as `exercise-3_s11-s12_for-left_without-names.html`. `report` and `people` are as the file shows
/// them. A name that other people of this report could have too, or that was cut, ends in a digest.
pub(super) fn file_name(report: &Report, people: &[&Submission], occasion: &EvidenceContext) -> String {
    let names: BTreeSet<String> = people.iter().map(|one| plain(&one.name)).collect();
    let is_other = |one: &&Submission| people.iter().all(|person| person.id != one.id);
    let mut others = report.submissions.iter().filter(is_other);
    let is_shared = names.len() < people.len() || others.any(|one| names.contains(&plain(&one.name)));
    // A name with a hyphen could be two names.
    let between = if names.iter().any(|name| name.contains('-')) { "_" } else { "-" };
    let names: Vec<String> = people.iter().map(|one| plain(&one.name)).collect();
    let (title, names) = (plain(&report.title), names.join(between));
    let is_cut = MAX_TITLE < title.len() || MAX_PEOPLE < names.len();
    let mut parts = vec![cut(&title, MAX_TITLE).to_owned(), cut(&names, MAX_PEOPLE).to_owned()];
    if occasion.case.is_some() {
        parts.push("case".to_owned());
    }
    parts.extend(occasion.reader.map(|side| match side {
        Side::Left => "for-left".to_owned(),
        Side::Right => "for-right".to_owned(),
    }));
    if occasion.hide_names {
        parts.push("without-names".to_owned());
    }
    if is_shared || is_cut {
        let whole: Vec<&str> = std::iter::once(report.title.as_str())
            .chain(people.iter().map(|one| one.name.as_str()))
            .collect();
        parts.push(blake3::hash(whole.join("\0").as_bytes()).to_hex()[..8].to_owned());
    }
    parts.join("_") + ".html"
}

/// Returns a text in small letters, digits, points and single hyphens.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    // Accents that stand alone are left out, as systems write some names in this way.
    let characters = text.chars().filter(|character| !('\u{300}'..='\u{36f}').contains(character));
    for character in characters.flat_map(char::to_lowercase) {
        if (character.is_alphanumeric() && !is_deceptive(character)) || character == '.' {
            plain.push(character);
        } else if !plain.ends_with('-') {
            plain.push('-');
        }
    }
    let trimmed = plain.trim_matches(['-', '.']);
    if trimmed.is_empty() { "unnamed".to_owned() } else { trimmed.to_owned() }
}

/// Returns the beginning of a text.
fn cut(text: &str, bytes: usize) -> &str {
    text[..text.floor_char_boundary(bytes)].trim_end_matches(['-', '.', '_'])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::tests::sample::Sample;

    /// Whose file it is, and whether names are hidden.
    type Occasion = (Option<Side>, bool);

    const ALL: Occasion = (None, false);

    fn named(title: &str, names: &[&str], of: &[u32], (reader, hide_names): Occasion) -> String {
        let mut report = Sample::new().report();
        report.title = title.to_owned();
        let template = report.submissions[0].clone();
        report.submissions = (1..)
            .zip(names)
            .map(|(id, name)| Submission { id, name: (*name).to_owned(), ..template.clone() })
            .collect();
        let people: Vec<&Submission> = report.submissions.iter().filter(|one| of.contains(&one.id)).collect();
        let key = chaffinch_report::PseudonymKey::new(b"", 4);
        let (revised, made, made_by, case) = Default::default();
        file_name(
            &report,
            &people,
            &EvidenceContext { revised, made, made_by, hide_names, key, reader, case },
        )
    }

    #[test]
    fn names_say_what_the_file_is_about() {
        let (left, right) = ((Some(Side::Left), true), (Some(Side::Right), false));
        for (title, names, occasion, expected) in [
            ("Exercise 3", ["s11", "s12"], ALL, "exercise-3_s11-s12.html"),
            ("Exercise 3", ["s11", "s12"], left, "exercise-3_s11-s12_for-left_without-names.html"),
            ("Exercise 3", ["s11", "s12"], right, "exercise-3_s11-s12_for-right.html"),
            ("Task: a/b", ["hw1-ada", "hw1-bob"], ALL, "task-a-b_hw1-ada_hw1-bob.html"),
            ("\u{202e}..\"x\"\r\n", ["Žiga", "Z\u{30c}oe\u{301}"], ALL, "x_žiga-zoe.html"),
            ("???", ["习题", "a.b"], ALL, "unnamed_习题-a.b.html"),
        ] {
            assert_eq!(named(title, &names, &[1, 2], occasion), expected);
        }
    }

    #[test]
    fn names_that_others_could_have_are_told_apart() {
        let names = ["a b", "A-B", "c", "d"];
        let files: BTreeSet<String> =
            [[1, 3], [2, 3], [1, 2], [3, 4]].iter().map(|of| named("T", &names, of, ALL)).collect();
        assert_eq!(files.len(), 4, "{files:?}");
        assert!(files.contains("t_c-d.html"), "{files:?}");
        let long = ["x".repeat(150) + "1", "x".repeat(150) + "2", "y".to_owned()];
        let long: Vec<&str> = long.iter().map(String::as_str).collect();
        assert_ne!(named("T", &long, &[1, 3], ALL), named("T", &long, &[2, 3], ALL));
    }

    proptest! {
        #[test]
        fn names_are_safe_short_and_unique(title in "\\PC{0,90}", names in prop::collection::btree_set("\\PC{0,40}", 4)) {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let pairs = [[1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]];
            let files: BTreeSet<String> =
                pairs.iter().map(|of| named(&title, &names, of, ALL)).collect();
            prop_assert_eq!(files.len(), pairs.len());
            for file in files {
                prop_assert!(file.len() < 220 && !file.starts_with(['.', '-']), "{}", file);
                let is_safe = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
                prop_assert!(file.chars().all(is_safe), "{}", file);
            }
        }
    }
}
