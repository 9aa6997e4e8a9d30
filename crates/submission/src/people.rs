//! Who is one person: a name, and what a platform calls people besides.

use std::collections::{BTreeMap, BTreeSet};

/// What each of these authors is called beside the others: two people of one name get the platform's number or user name
/// behind it. Given are the name, as it is or told apart before, and the number where it is known.
///
/// Equal names with different numbers are two people. One whose number is not known is whoever has the name; where several
/// have it, somebody else: rather is a person shown beside himself than a copy hidden.
pub fn authors(people: &[(&str, Option<&str>)]) -> Vec<String> {
    let mut numbers = BTreeMap::<&str, BTreeSet<&str>>::new();
    for &(author, person) in people {
        numbers.entry(name(author, person)).or_default().extend(person);
    }
    let called = |&(author, person): &(&str, Option<&str>)| {
        let name = name(author, person);
        match person {
            Some(person) if numbers[name].len() > 1 && person != name => format!("{name} ({person})"),
            _ => name.to_owned(),
        }
    };
    people.iter().map(called).collect()
}

/// The name of somebody who may have been told apart.
fn name<'a>(author: &'a str, person: Option<&str>) -> &'a str {
    let without = |person: &str| {
        let name = author.strip_suffix(')')?.strip_suffix(person)?.strip_suffix(" (")?;
        (!name.is_empty()).then_some(name)
    };
    person.and_then(without).unwrap_or(author)
}

#[cfg(test)]
mod tests {
    use super::authors;

    #[test]
    fn people_of_one_name_are_told_apart_by_their_numbers() {
        for (people, expected) in [
            (
                &[("Wei", Some("1")), ("Wei", Some("2")), ("Kim", Some("3"))][..],
                &["Wei (1)", "Wei (2)", "Kim"][..],
            ),
            (&[("Wei", Some("1")), ("Wei", Some("1"))], &["Wei", "Wei"]),
            // Told apart before, and alone now; or still beside somebody.
            (&[("Wei (1)", Some("1")), ("Kim", None)], &["Wei", "Kim"]),
            (
                &[("Wei (1)", Some("1")), ("Wei", Some("2")), ("Wei", Some("1"))],
                &["Wei (1)", "Wei (2)", "Wei (1)"],
            ),
            // Nobody knows which.
            (&[("Wei", None), ("Wei", Some("1"))], &["Wei", "Wei"]),
            (&[("Wei", None), ("Wei", Some("1")), ("Wei", Some("2"))], &["Wei", "Wei (1)", "Wei (2)"]),
            // User names are names, and names may have brackets.
            (&[("kim", Some("kim")), ("kim", Some("7"))], &["kim", "kim (7)"]),
            (&[("Ada (Countess)", Some("1")), ("(1)", Some("1"))], &["Ada (Countess)", "(1)"]),
        ] {
            assert_eq!(authors(people), expected, "{people:?}");
        }
    }
}
