//! Distinguishes authors with the same name among all submissions that are compared with each other. Pure functions.

use chaffinch_submission::authors;

/// Renames authors so that no two persons have the same name, using the numbers of the platform: see [`authors`].
pub(crate) fn make_authors_unique<'a>(
    submissions: impl Iterator<Item = (&'a mut Option<String>, Option<&'a str>)>,
) {
    let mut known: Vec<(&mut String, Option<&str>)> =
        submissions.filter_map(|(author, person)| Some((author.as_mut()?, person))).collect();
    let people: Vec<(&str, Option<&str>)> =
        known.iter().map(|(author, person)| (author.as_str(), *person)).collect();
    let unique = authors(&people);
    for ((author, _), name) in known.iter_mut().zip(unique) {
        **author = name;
    }
}
