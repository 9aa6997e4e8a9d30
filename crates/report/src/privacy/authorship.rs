//! Finds people in prose who are not in the report: e-mail addresses, and names after words such as `author` and `by`.
//!
//! A comment like `sorted by Name` must stay. So a name is only what looks like one: `@handle`, or capitalised words
//! that are no words of programs, and after `by` only where nothing says that something was computed.

use std::ops::Range;

use super::name_words::{fold, is_ordinary, is_word};

/// Longest part of an e-mail address before the `@`, in bytes, as in RFC 5321.
const MAX_LOCAL_BYTES: usize = 64;
/// Longest domain, in bytes, as in RFC 1035.
const MAX_DOMAIN_BYTES: usize = 255;
/// Most words of one name.
const MAX_NAME_WORDS: usize = 5;
/// Most names after one word.
const MAX_NAMES: usize = 16;
/// Longest handle, in bytes, as on GitHub.
const MAX_HANDLE_BYTES: usize = 39;

/// Words before `by` that say who wrote something.
const WROTE: &str = "
written created coded made developed implemented authored programmed modified edited updated maintained
submitted prepared designed done contributed adapted fixed changed solved copied refactored reviewed
";

/// Words before `by` that say how something is computed and do not end in `ed`.
const COMPUTED: &str = "
split step sort order group divide shift go set led driven given one two multiply increment decrement increase
decrease iterate stride count search find filter compare index pass call return replace scale move line digit
side case bit byte time times up down left right
";

/// Capitalised words after `by` that are no names and no words of programs.
const NO_NAMES: &str = "
a an the this that these using default reference definition induction recursion design hand me us your my our
their its all each every any copyright license java python google oracle microsoft wikipedia eclipse adding
checking calling setting theorem lemma unknown anonymous none january february march april may june july
august september october november december monday tuesday wednesday thursday friday saturday sunday
";

/// Small words inside a name.
const PARTICLES: &str = "
van von der den de da di del della dos la le bin al el ter zu
";

/// How much the words before a name say that it is one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Certainty {
    /// A label, as in `author: x`.
    Labelled,
    /// Somebody wrote something.
    Written,
    /// A noun comes before `by`, as in `solution by X`.
    Likely,
    /// Something is computed, as in `sorted by x`. Only a handle counts.
    Computed,
}

/// Returns whether a list, separated by blanks, has a word.
fn listed(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|known| known == word)
}

/// Returns the e-mail addresses of a text: ascending, disjoint.
pub(crate) fn emails(text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for (at, _) in text.match_indices('@') {
        let from = text.floor_char_boundary(at.saturating_sub(MAX_LOCAL_BYTES));
        let is_local = |character: char| is_word(character) || "._%+-".contains(character);
        let local = text[from..at].chars().rev().take_while(|&character| is_local(character));
        let start = at - local.map(char::len_utf8).sum::<usize>();
        let until = text.ceil_char_boundary((at + 1 + MAX_DOMAIN_BYTES).min(text.len()));
        let domain = text[at + 1..until]
            .chars()
            .take_while(|&character| is_word(character) || ".-".contains(character));
        let end = at + 1 + domain.map(char::len_utf8).sum::<usize>();
        let domain = text[at + 1..end].trim_end_matches(['.', '-']);
        let is_domain = domain.rsplit_once('.').is_some_and(|(before, last)| {
            last.len() >= 2
                && last.chars().all(char::is_alphabetic)
                && before.split('.').all(|label| !label.is_empty())
        });
        let free = found.last().is_none_or(|last| last.end <= start);
        if start < at && is_domain && free && text[start..at].contains(is_word) {
            found.push(start..at + 1 + domain.len());
        }
    }
    found
}

/// Returns the names in a prose text after words that introduce its author: ascending, disjoint.
pub(crate) fn authors(text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find(is_word).map(|start| at + start) {
        let end = text[start..].find(|character| !is_word(character)).map_or(text.len(), |end| start + end);
        at = end;
        let word = &text[start..end];
        let (from, certainty) = match () {
            () if word.eq_ignore_ascii_case("by") => {
                (after_separator(text, end).0, certainty_of_by(text, start))
            }
            () if ["author", "authors"].iter().any(|known| word.eq_ignore_ascii_case(known)) => {
                let plural = if text[end..].starts_with("(s)") { end + 3 } else { end };
                let (from, separated) = after_separator(text, plural);
                let labelled = separated || text[..start].ends_with('@');
                (from, if labelled { Certainty::Labelled } else { Certainty::Written })
            }
            () => continue,
        };
        if from == end || text[..start].ends_with('_') {
            continue;
        }
        let names = names(text, from, certainty);
        at = names.last().map_or(at, |last| last.end);
        found.extend(names);
    }
    found
}

/// Skips blanks and a separator such as `:`. Returns the next byte, and whether there was a separator.
fn after_separator(text: &str, at: usize) -> (usize, bool) {
    let blanks = |at: usize| at + text[at..].len() - text[at..].trim_start_matches([' ', '\t']).len();
    let at = blanks(at);
    match text[at..].chars().next() {
        Some(separator @ (':' | '=' | '-' | '–' | '—')) => (blanks(at + separator.len_utf8()), true),
        _ => (at, false),
    }
}

/// Judges a `by` by the word before it in its line.
fn certainty_of_by(text: &str, by: usize) -> Certainty {
    let line = text[..by].rfind(['\n', '\r']).map_or(0, |end| end + 1);
    let before = text[line..by].trim_end_matches([' ', '\t']);
    let Some(last) = before.rfind(is_word) else { return Certainty::Written };
    let end = last + before[last..].chars().next().map_or(0, char::len_utf8);
    if end < before.len() {
        // `Exercise 3, by X`, `(c) by X`
        return Certainty::Likely;
    }
    let start = before.rfind(|character| !is_word(character)).map_or(0, |at| at + 1);
    let word = fold(&before[text[line..].floor_char_boundary(start)..end]);
    match word.as_str() {
        word if listed(WROTE, word) => Certainty::Written,
        word if word.ends_with("ed") || listed(COMPUTED, word) => Certainty::Computed,
        _ => Certainty::Likely,
    }
}

/// Returns the names that begin at a byte, as in `Ada Lovelace, Grace Hopper and @alan`.
fn names(text: &str, mut at: usize, certainty: Certainty) -> Vec<Range<usize>> {
    let mut names = Vec::new();
    while names.len() < MAX_NAMES
        && let Some(name) = name(text, at, certainty)
    {
        at = name.end;
        names.push(name);
        let rest = &text[at..];
        let Some(gap) = [", and ", " and ", " und ", " & ", ", ", "; ", " / ", "/", " + "]
            .into_iter()
            .find(|gap| rest.starts_with(gap))
        else {
            break;
        };
        at += gap.len();
    }
    names
}

fn name(text: &str, at: usize, certainty: Certainty) -> Option<Range<usize>> {
    if let Some(handle) = text[at..].strip_prefix('@') {
        let end = handle
            .find(|character: char| !character.is_ascii_alphanumeric() && !"_-".contains(character))
            .unwrap_or(handle.len());
        // `handled by @Override` names an annotation.
        let annotation =
            certainty == Certainty::Computed && handle.starts_with(|first: char| first.is_uppercase());
        return ((2..=MAX_HANDLE_BYTES).contains(&end) && !annotation).then(|| at..at + 1 + end);
    }
    if certainty == Certainty::Computed {
        return None;
    }
    let words = words(text, at);
    let end = words.last().map_or(at, |last| last.end);
    let followed_by_code = text[end..].starts_with(['(', '_', '['])
        || text[end..].starts_with("::")
        || (text[end..].starts_with('.') && text[end + 1..].starts_with(|next: char| is_word(next)));
    if !words.is_empty() && !followed_by_code && is_name(text, &words) {
        return Some(at..end);
    }
    // `author: jdoe` is a name in any case, if nothing follows.
    let end =
        at + text[at..].find(|character| !is_word(character) && character != '_').unwrap_or(text.len() - at);
    let rest = text[end..].split(['\n', '\r']).next().unwrap_or_default();
    let alone =
        rest.trim_start_matches([' ', '\t']).chars().next().is_none_or(|next| ",;(<*/&\"'-".contains(next));
    let known = |word: String| listed(NO_NAMES, &word);
    (certainty == Certainty::Labelled && at < end && alone && !known(fold(&text[at..end]))).then_some(at..end)
}

/// Returns the capitalised words from a byte on, with initials and small words between them.
fn words(text: &str, mut at: usize) -> Vec<Range<usize>> {
    let mut words: Vec<Range<usize>> = Vec::new();
    let mut kept = 0;
    while words.len() < MAX_NAME_WORDS {
        let rest = &text[at..];
        let inside = |(place, character): (usize, char)| {
            let joins =
                "'’-".contains(character) && rest[place + character.len_utf8()..].starts_with(is_word);
            (!is_word(character) && !joins).then_some(place)
        };
        let length = rest.char_indices().find_map(inside).unwrap_or(rest.len());
        let word = &rest[..length];
        let capital = word.starts_with(|first: char| first.is_uppercase());
        let initial = word.chars().count() == 1 && rest[length..].starts_with('.');
        if !(capital || (!words.is_empty() && listed(PARTICLES, word))) {
            break;
        }
        words.push(at..at + length);
        if capital && !initial {
            kept = words.len();
        }
        at += length + usize::from(initial);
        let blank = text[at..].starts_with(' ');
        if !blank && !initial {
            break;
        }
        at += usize::from(blank);
    }
    // Neither an initial nor a small word ends a name.
    words.truncate(kept);
    words
}

fn is_name(text: &str, words: &[Range<usize>]) -> bool {
    let is_plain = |word: &str| {
        let folded = fold(word);
        is_ordinary(&folded) || listed(NO_NAMES, &folded)
    };
    let first = &text[words[0].clone()];
    if words.len() == 1 {
        // `ASCII`, `MyClass` and `N` are identifiers.
        let is_small = |character: char| !character.is_uppercase() && !character.is_numeric();
        return first.chars().count() > 1 && first.chars().skip(1).all(is_small) && !is_plain(first);
    }
    let initial = first.chars().count() == 1;
    (initial || !listed(NO_NAMES, &fold(first))) && !words.iter().all(|word| is_plain(&text[word.clone()]))
}

#[cfg(test)]
mod tests {
    use super::{authors, emails};

    fn found(text: &str) -> Vec<&str> {
        authors(text).into_iter().map(|range| &text[range]).collect()
    }

    #[test]
    fn authors_are_found_in_comments() {
        for (text, names) in [
            ("// by Maria Huber", &["Maria Huber"][..]),
            ("* @author jdoe", &["jdoe"]),
            (" * @author Jean-Luc O'Neil */", &["Jean-Luc O'Neil"]),
            ("Author: Ludwig van Beethoven, Homework 3", &["Ludwig van Beethoven"]),
            ("authors: A. Turing and Grace B. Hopper", &["A. Turing", "Grace B. Hopper"]),
            ("Author(s): Anna Berg & Ben Cohen", &["Anna Berg", "Ben Cohen"]),
            ("# Written by @octo-cat on Monday", &["@octo-cat"]),
            ("created by Zoë.", &["Zoë"]),
            ("Homework 3 by Marta", &["Marta"]),
            ("(c) 2024 by KARL MARX", &["KARL MARX"]),
            ("code provided by @jdoe", &["@jdoe"]),
            ("author = jane_doe", &["jane_doe"]),
        ] {
            assert_eq!(found(text), names, "{text}");
        }
    }

    #[test]
    fn ordinary_comments_stay() {
        for text in [
            "// sorted by Name",
            "// sorted by Last Name",
            "increment i by N",
            "divided by Two",
            "step by step",
            "By Default it is off",
            "by ASCII value",
            "compared by MyClass",
            "by Collections.sort",
            "by Node(left)",
            "the author of this file",
            "handled by @Override",
            "by the way",
            "stand-by: off",
            "__author__",
            "author: unknown",
            "two by two",
            "grouped by Kunde",
            "",
        ] {
            assert_eq!(found(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn addresses_are_found() {
        for (text, known) in [
            ("mail ada.l+x@cs.uni.example, or", &["ada.l+x@cs.uni.example"][..]),
            ("<zoë@uni.example>.", &["zoë@uni.example"]),
            ("a@b.org b@c.org", &["a@b.org", "b@c.org"]),
            ("x @ y.zz, @Override, a@b, a@b.T, a@.com, @x.yy, a@b..cc", &[]),
        ] {
            let found: Vec<&str> = emails(text).into_iter().map(|range| &text[range]).collect();
            assert_eq!(found, known, "{text}");
        }
    }
}
