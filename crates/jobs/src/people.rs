//! Authors of one name, told apart among all that are compared with each other. Pure.

use chaffinch_submission::authors;

/// Calls each author so that nobody else is called alike, given the platform's numbers: see [`authors`].
pub(crate) fn tell_apart<'a>(submissions: impl Iterator<Item = (&'a mut Option<String>, Option<&'a str>)>) {
    let mut known: Vec<(&mut String, Option<&str>)> =
        submissions.filter_map(|(author, person)| Some((author.as_mut()?, person))).collect();
    let people: Vec<(&str, Option<&str>)> =
        known.iter().map(|(author, person)| (author.as_str(), *person)).collect();
    let called = authors(&people);
    for ((author, _), called) in known.iter_mut().zip(called) {
        **author = called;
    }
}
