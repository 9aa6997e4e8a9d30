//! Recognises files that no student wrote: libraries, build wrappers and licence texts (vendored), and what tools write
//! (generated). Pure functions over a path and a text.

mod rules;

use chaffinch_submission::SourceFile;

use rules::{MINIFIED, Rule};

/// Largest recognised file that is read, in bytes. Larger ones are only listed.
pub(crate) const FILE_BYTES: u64 = 1 << 20;

/// Most bytes of recognised files of one submission. Further ones, in the order of paths, are only listed.
pub(crate) const SUBMISSION_BYTES: u64 = 20 << 20;

/// Bytes at the beginning of a file in which phrases are looked for. The wrapper of Gradle says what it is after its
/// licence.
const HEAD_BYTES: usize = 4 << 10;

/// Scripts and style sheets of at least so many bytes are minified if nearly all of them are on lines that nobody types.
const MINIFIED_BYTES: usize = 20 << 10;
/// Bytes of a line that nobody types.
const LONG_LINE: usize = 500;
/// Most bytes of a minified file on other lines: those of a licence. A program with a table on one line has more.
const OTHER_LINES: usize = 1 << 10;

/// Most bytes between two parts of a phrase.
const PHRASE_BYTES: usize = 300;

/// Returns a rule that a name alone fits, so that a large file need not be read.
pub(crate) fn by_name(path: &str) -> Option<&'static str> {
    fitting(path).find(|rule| rule.phrases.is_empty()).map(|rule| rule.what)
}

/// Sets the provenance of a file, notes what it is, and returns it. Returns `None` if a student may have written the file.
pub(crate) fn recognise(file: &mut SourceFile, path: &str) -> Option<&'static str> {
    let mut head = file.text.get(..file.text.floor_char_boundary(HEAD_BYTES)).unwrap_or_default().to_owned();
    head.make_ascii_lowercase();
    let is_marked = |rule: &&Rule| {
        let has_phrase = || rule.phrases.iter().any(|phrase| has(&head, phrase));
        rule.phrases.is_empty() || (head.contains(rule.word) && has_phrase())
    };
    let by_rule = fitting(path).find(is_marked).map(|rule| (rule.provenance, rule.what));
    let (provenance, what) = by_rule.or_else(|| is_minified(path, &file.text).then_some(MINIFIED))?;
    file.provenance = Some(provenance);
    let kind: &str = provenance.into();
    file.notes.push(format!("recognised as {kind}: {what}"));
    Some(what)
}

/// Returns whether a script or a style sheet has only lines that nobody types.
fn is_minified(path: &str, text: &str) -> bool {
    let is_of_web = [".js", ".mjs", ".cjs", ".css"].iter().any(|ending| path.ends_with(ending));
    let others = || text.lines().map(str::len).filter(|bytes| *bytes < LONG_LINE).sum::<usize>();
    is_of_web && MINIFIED_BYTES <= text.len() && others() <= OTHER_LINES
}

/// Returns why a recognised file is not compared, if it is too large.
pub(crate) fn too_large(what: &str) -> String {
    format!(
        "{what}; not compared, because it is larger than {} MiB (the limit for files that no student wrote)",
        FILE_BYTES >> 20
    )
}

/// Returns why a recognised file is not compared, if its submission has many.
pub(crate) fn too_many() -> String {
    format!(
        "not written by a student; not compared, because the submission has more than {} MiB of such files (the limit)",
        SUBMISSION_BYTES >> 20
    )
}

/// Returns the rules whose names fit, in their order.
fn fitting(path: &str) -> impl Iterator<Item = &'static Rule> {
    let path = path.to_ascii_lowercase();
    rules::all().filter(move |rule| rule.names.iter().any(|pattern| fits(&path, pattern)))
}

/// Returns whether the last components of a path are as a pattern says.
fn fits(path: &str, pattern: &str) -> bool {
    // Nearly all patterns differ in the last letter, and there are hundreds for each file.
    if !pattern.ends_with('*') && pattern.as_bytes().last() != path.as_bytes().last() {
        return false;
    }
    let (mut parts, mut patterns) = (path.rsplit('/'), pattern.rsplit('/'));
    patterns.all(|pattern| parts.next().is_some_and(|part| is_like(part, pattern)))
}

/// Returns whether a name is as a pattern says, in which `*` stands for any characters.
fn is_like(name: &str, pattern: &str) -> bool {
    let Some((before, rest)) = pattern.split_once('*') else { return name == pattern };
    let Some(name) = name.strip_prefix(before) else { return false };
    match rest.rsplit_once('*') {
        None => name.ends_with(rest),
        Some((between, after)) => name.strip_suffix(after).is_some_and(|name| name.contains(between)),
    }
}

/// Returns whether a text has the parts of a phrase, which `*` separates, one soon after another.
fn has(text: &str, phrase: &str) -> bool {
    let Some((part, rest)) = phrase.split_once('*') else { return text.contains(phrase) };
    let after = |at: usize| {
        let end = text.floor_char_boundary(at + PHRASE_BYTES);
        &text[at..end]
    };
    text.match_indices(part).any(|(at, _)| has(after(at + part.len()), rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_fits_and_every_phrase_is_found() {
        for rule in rules::all() {
            assert!(!rule.names.is_empty(), "{}", rule.what);
            for name in rule.names {
                assert_eq!(*name, name.to_ascii_lowercase());
                assert!(fits(&format!("a/{}", name.replace('*', "x")), name), "{name}");
                assert!(name.split('/').all(|part| part.matches('*').count() < 3), "{name}");
            }
            for phrase in rule.phrases {
                assert_eq!(*phrase, phrase.to_ascii_lowercase());
                assert!(!phrase.starts_with('*'), "{phrase} would be looked for at every byte");
                assert!(has(&phrase.replace('*', " in between "), phrase), "{phrase}");
                assert!(phrase.contains(rule.word), "{phrase}");
            }
        }
    }

    #[test]
    fn the_parts_of_a_phrase_are_close_to_each_other() {
        let far = "x".repeat(PHRASE_BYTES);
        assert!(has("generated by a tool. do not edit", "generated by*do not edit"));
        assert!(!has(&format!("generated by {far} do not edit"), "generated by*do not edit"));
        assert!(has(&format!("generated by {far} generated by b, do not edit"), "generated by*do not edit"));
        assert!(!has("do not edit what is generated by", "generated by*do not edit"));
    }
}
