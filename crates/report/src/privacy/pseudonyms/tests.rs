//! Names are found in any spelling, and other words stay.

use super::{PseudonymKey, Pseudonyms};
use crate::model::{Report, SubmissionId};
use crate::tests::sample::Sample;

/// Returns a report of submissions with these names.
fn class(names: &[&str]) -> Report {
    let mut report = Sample::new().report();
    let one = report.submissions.remove(0);
    report.skipped.clear();
    report.submissions = (1..)
        .zip(names)
        .map(|(id, name)| crate::Submission { id, name: (*name).to_owned(), ..one.clone() })
        .collect();
    report
}

const CLASS: [&str; 8] = [
    "Lovelace, Ada_10815_assignsubmission_file_",
    "Müller, Jürgen_10816_assignsubmission_file_",
    "O'Neil, Max_10817_assignsubmission_file_",
    "Li, Bo_10818_assignsubmission_file_",
    "Kim, Anna_10819_assignsubmission_file_",
    "Lee, Anna_10820_assignsubmission_file_",
    "Main, Long_10821_assignsubmission_file_",
    "s001_10822_assignsubmission_file_",
];

fn key() -> PseudonymKey {
    PseudonymKey::new(b"test", 8)
}

fn pseudonyms(shown: &[u32]) -> Pseudonyms {
    Pseudonyms::new(Some(&class(&CLASS)), key(), &[], shown)
}

/// Returns a text with codes in place of the numbers of people.
fn coded(text: &str) -> String {
    (1..=8).fold(text.to_owned(), |text, number| {
        let code = SubmissionId(key().code(number));
        text.replace(&format!("Person{number}"), &format!("Person{code}"))
            .replace(&format!("Person {number}"), &format!("Person {code}"))
    })
}

#[track_caller]
fn check(own: Option<u32>, text: &str, expected: &str) {
    assert_eq!(pseudonyms(&[]).text(text, own).0, coded(expected));
}

#[test]
fn a_name_is_found_however_it_is_written() {
    for (text, expected) in [
        ("// by Ada Lovelace", "// by Person1"),
        ("// by LOVELACE, ada.", "// by Person1."),
        ("int ada_count = adaCount + LOVELACECount;", "int Person1_count = Person1Count + Person1Count;"),
        ("class ADAList, Ada2, ada2b", "class Person1List, Person12, Person12b"),
        ("\"\\nada\" 'C:\\ada' /home/alovelace/", "\"\\nPerson1\" 'C:\\Person1' /home/Person1/"),
        ("ada.lovelace@x.org; lovelacea = adalovelace", "Person1; Person1 = Person1"),
        ("id 10815; 108150", "id Person1; 108150"),
        ("Jurgen Mueller; ju\u{308}rgen MÜLLER", "Person2; Person2"),
        ("s001", "Person8"),
    ] {
        check(None, text, expected);
    }
}

#[test]
fn ordinary_words_stay_unless_next_to_a_name() {
    check(None, "int main(void) { long max = 0; }", "int main(void) { long max = 0; }");
    check(None, "max o'neil; Max O.Neil; max_neil", "Person3; Person3; Person3");
    check(None, "bo = li + 1", "bo = li + 1");
    check(None, "by Bo Li", "by Person4");
    check(None, "Canada nevada ladanum neilson", "Canada nevada ladanum neilson");
    check(None, "assignsubmission_file_", "assignsubmission_file_");
}

#[test]
fn a_name_of_several_people_gets_a_neutral_pseudonym() {
    check(None, "Anna wrote this", "SomePerson wrote this");
    check(Some(5), "Anna wrote this", "Person5 wrote this");
    check(Some(1), "Anna Kim and Anna Lee", "Person5 and Person6");
}

#[test]
fn shown_submissions_keep_their_names() {
    let names = pseudonyms(&[5]);
    let text = "Anna Kim; Anna; Anna Lee; Ada";
    assert_eq!(names.text(text, Some(5)).0, coded("Anna Kim; Anna; Person6; Person1"));
    assert_eq!(names.name(CLASS[4]), CLASS[4]);
    assert_eq!(names.name(CLASS[5]), coded("Person 6"));
}

#[test]
fn hostile_texts_do_not_take_long() {
    let names = pseudonyms(&[]);
    for text in
        ["a".repeat(1 << 20), "aA".repeat(1 << 19), "anna ".repeat(1 << 18), "\u{300}".repeat(1 << 19)]
    {
        let (hidden, _) = names.text(&text, None);
        assert!(hidden.len() <= text.len() * 3);
    }
}
