//! Gives distinct names to different people with the same name.

use std::collections::{BTreeMap, BTreeSet};

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
}
