//! The pseudonyms of people whose names are hidden, and the search for names in a text.
//!
//! A submission is called `Person K7` by its code ([`PseudonymKey`]), which is the same in all revisions. Inside code and
//! paths it is `PersonK7`. The words of the names of submissions and authors are searched for: in any case, with or
//! without accents, as words of their own or as parts of identifiers (`adaList`, `ada_list`), joined as in log-in names
//! (`adalovelace`, `alovelace`), and with the characters between the words of a name.
//!
//! People who are not in the report become `SomePerson` where prose names them as authors, and so do all e-mail
//! addresses (`authorship`).
//!
//! These cannot be found: nicknames, misspelled and abbreviated names, transcriptions, descriptions of people ("my
//! brother's code"), other names of people who are not in the report, and names inside encoded text or pictures. Some words
//! are hidden only next to another word of the same name, because replacing all of them would destroy the code: words
//! of fewer than three letters, numbers of fewer than five digits, and names that are also ordinary words of programs
//! (`max`, `long`, `main`).

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

use chaffinch_normalize::{Class, highlight_scanned, language};

use super::authorship::{authors, emails};
use super::name_words::{find_words, is_ordinary, spellings, split_name};
use super::pseudonym_key::PseudonymKey;
use super::text_edits::Edits;
use crate::model::{Report, SubmissionId};

/// Shown for a name that several people have, if it is not clear who is meant.
const SOMEBODY: &str = "SomePerson";
/// A word that more than this number of names and more than half of all names contain is not a name, but a word of the
/// export.
const MIN_EXPORT_WORD_OWNERS: usize = 3;
/// If more people share a word, only this many are distinguished by the other words of their names.
const MAX_OWNERS: usize = 64;
/// Bytes that may be between two words of one name.
const MAX_GAP_BYTES: usize = 2;

/// The pseudonyms of a report.
#[derive(Debug)]
pub(crate) struct Pseudonyms {
    key: PseudonymKey,
    /// Ids by name. 0 stands for somebody without an id.
    ids: BTreeMap<String, u32>,
    /// The people who have a word in their names, by the folded word.
    words: HashMap<String, NameWord>,
    /// Ids of those whose names stay.
    shown: Vec<u32>,
}

#[derive(Debug, Default)]
struct NameWord {
    /// Their ids, ascending.
    owners: Vec<u32>,
    /// Whether it is not a name on its own.
    weak: bool,
}

/// Where a text is prose, in which authors are named.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Prose<'l> {
    /// Nowhere.
    Nowhere,
    /// Everywhere.
    Everywhere,
    /// In the comments of a file in this language.
    Comments(&'l str),
}

/// A word of a name in a text, or several words of one name.
#[derive(Debug)]
struct NameOccurrence<'p> {
    range: Range<usize>,
    owners: Cow<'p, [u32]>,
    strong: bool,
    letters: usize,
    words: u32,
}

impl Pseudonyms {
    /// Collects the names to hide: of a report, if there is one, and of further persons with their numbers. A person of the
    /// report has its number there. The names of `shown` (submission numbers) stay.
    pub(crate) fn new(
        report: Option<&Report>,
        key: PseudonymKey,
        persons: &[(&str, Option<u32>)],
        shown: &[u32],
    ) -> Self {
        let submissions = report.map_or(&[][..], |report| &report.submissions);
        let skipped = report.map_or(&[][..], |report| &report.skipped);
        // The names of reference answers are not those of persons.
        let mut ids: BTreeMap<String, u32> = (submissions.iter())
            .filter(|submission| submission.reference().is_none())
            .map(|submission| (submission.name.clone(), key.code(submission.id)))
            .collect();
        // People of whose files none was analysed have names too.
        let mut taken: BTreeSet<u32> = ids.values().copied().collect();
        let mut skipped: Vec<&String> = skipped.iter().filter_map(|file| file.submission.as_ref()).collect();
        skipped.sort();
        for name in skipped {
            if !ids.contains_key(name) {
                let id = key.code_of_name(name, |id| taken.contains(&id));
                taken.insert(id);
                ids.insert(name.clone(), id);
            }
        }
        let mut words: HashMap<String, NameWord> = HashMap::new();
        let mut learn = |name: &str, id: u32| {
            for (word, weak) in spellings(&split_name(name)) {
                let weak = weak || is_ordinary(&word);
                let word = words.entry(word).or_default();
                word.weak |= weak;
                if let Err(place) = word.owners.binary_search(&id) {
                    word.owners.insert(place, id);
                }
            }
        };
        let archived: HashMap<&str, &str> = (submissions.iter())
            .filter_map(|submission| {
                Some((submission.name.as_str(), submission.archive.as_ref()?.name.as_str()))
            })
            .collect();
        for (name, &id) in &ids {
            // The name of an archive is not the name of a person.
            let prefix = archived.get(name.as_str()).copied().unwrap_or_default();
            learn(name.strip_prefix(prefix).unwrap_or(name), id);
        }
        for submission in submissions {
            if let Some(author) = &submission.author {
                learn(author, key.code(submission.id));
            }
        }
        for &(person, number) in persons {
            let known =
                submissions.iter().find(|one| one.author.as_deref() == Some(person)).map(|one| one.id);
            let id = known.or(number).map_or(0, |number| key.code(number));
            let id = *ids.entry(person.to_owned()).or_insert(id);
            learn(person, id);
        }
        let most = MIN_EXPORT_WORD_OWNERS.max(ids.len() / 2);
        words.retain(|_, word| {
            let is_name = word.owners.len() <= most;
            word.owners.truncate(MAX_OWNERS);
            is_name
        });
        Self { key, ids, words, shown: shown.iter().map(|&number| key.code(number)).collect() }
    }

    /// Returns the name of a submission in lists.
    pub(crate) fn name(&self, name: &str) -> String {
        self.person(name).unwrap_or_else(|| self.text(name, None).0)
    }

    /// Returns the name in a list in which everything is the name of a person.
    pub(crate) fn listed_name(&self, name: &str) -> String {
        self.person(name).unwrap_or_else(|| match self.text(name, None).0 {
            same if same == name => SOMEBODY.to_owned(),
            without => without,
        })
    }

    /// Returns the name of a person whom the report or the caller knows.
    fn person(&self, name: &str) -> Option<String> {
        Some(match self.ids.get(name)? {
            id if self.shown.contains(id) => name.to_owned(),
            0 => SOMEBODY.to_owned(),
            &id => format!("Person {}", SubmissionId(id)),
        })
    }

    /// Returns whether the name of this submission stays.
    pub(crate) fn shows(&self, submission: u32) -> bool {
        self.shown.contains(&self.key.code(submission))
    }

    /// Returns the key of the codes.
    pub(crate) const fn key(&self) -> &PseudonymKey {
        &self.key
    }

    /// Returns a text without names. `own` is the author of the text.
    pub(crate) fn text(&self, text: &str, own: Option<u32>) -> (String, Edits) {
        self.prose(text, own, Prose::Nowhere)
    }

    /// Returns a text without names, also without those of people who are not in the report where it is prose.
    pub(crate) fn prose(&self, text: &str, own: Option<u32>, prose: Prose<'_>) -> (String, Edits) {
        let known = (self.occurrences(text).into_iter())
            .filter(|occurrence| occurrence.strong || (occurrence.words > 1 && occurrence.letters > 3))
            .map(|occurrence| {
                let pseudonym = self.pseudonym_of(&occurrence.owners, own);
                (occurrence.range, pseudonym.map_or(Replacement::Nothing, Replacement::Pseudonym))
            });
        let mut found: Vec<(Range<usize>, Replacement)> = known.collect();
        // A text is handed out to the author whose name it shows, who knows its other names.
        if !own.is_some_and(|own| self.shows(own)) {
            found.extend(others(text, prose).into_iter().map(|range| (range, Replacement::Somebody)));
            found.sort_by_key(|(range, _)| (range.start, range.end));
        }
        let replacements = joined(found);
        Edits::apply(text, replacements.iter().map(|(range, name)| (range.clone(), name.as_str())))
    }

    /// Returns the pseudonym; `None` if the name stays.
    fn pseudonym_of(&self, owners: &[u32], own: Option<u32>) -> Option<String> {
        if owners.iter().any(|owner| self.shown.contains(owner)) {
            return None;
        }
        let meant = match owners {
            [one] => Some(*one),
            several => own.map(|own| self.key.code(own)).filter(|own| several.contains(own)),
        };
        let meant = meant.filter(|&id| id > 0);
        Some(meant.map_or_else(|| SOMEBODY.to_owned(), |id| format!("Person{}", SubmissionId(id))))
    }

    /// Returns the words of names in a text. Words of one name are joined.
    fn occurrences(&self, text: &str) -> Vec<NameOccurrence<'_>> {
        let mut all: Vec<NameOccurrence<'_>> = Vec::new();
        find_words(text, |word| self.words.get(word), &mut |range, word: &NameWord| {
            let letters = text[range.clone()].chars().count();
            if let Some(last) = all.last_mut() {
                let gap = &text[last.range.end..range.start];
                let joins =
                    gap.len() <= MAX_GAP_BYTES && gap.chars().all(|between| " _.,-'/+\t".contains(between));
                let both = if joins { intersection(&last.owners, &word.owners) } else { Vec::new() };
                if !both.is_empty() {
                    last.range.end = range.end;
                    last.owners = Cow::Owned(both);
                    last.strong |= !word.weak;
                    last.letters += letters;
                    last.words += 1;
                    return;
                }
            }
            let owners = Cow::Borrowed(word.owners.as_slice());
            all.push(NameOccurrence { range, owners, strong: !word.weak, letters, words: 1 });
        });
        all
    }
}

/// What becomes of a range of a text that names somebody.
#[derive(Debug)]
enum Replacement {
    /// It stays.
    Nothing,
    /// A person of the report.
    Pseudonym(String),
    /// A person who is not in the report.
    Somebody,
}

/// Joins overlapping ranges, which name the same person, and returns what replaces them: ascending, disjoint.
fn joined(found: Vec<(Range<usize>, Replacement)>) -> Vec<(Range<usize>, String)> {
    let mut joined: Vec<(Range<usize>, Replacement)> = Vec::with_capacity(found.len());
    for (range, replacement) in found {
        match joined.last_mut() {
            Some((last, known)) if range.start < last.end => {
                last.end = last.end.max(range.end);
                if let Replacement::Somebody = known {
                    *known = replacement;
                }
            }
            _ => joined.push((range, replacement)),
        }
    }
    let named = joined.into_iter().filter_map(|(range, replacement)| match replacement {
        Replacement::Nothing => None,
        Replacement::Pseudonym(name) => Some((range, name)),
        Replacement::Somebody => Some((range, SOMEBODY.to_owned())),
    });
    named.collect()
}

/// Returns the ranges that name people who need not be in the report. In a source file, only comments and texts count.
fn others(text: &str, prose: Prose<'_>) -> Vec<Range<usize>> {
    let addresses = emails(text);
    let authors = if let Prose::Nowhere = prose { Vec::new() } else { authors(text) };
    let Prose::Comments(name) = prose else { return [addresses, authors].concat() };
    // Scanning takes long, and few texts name anybody.
    if (addresses.is_empty() && authors.is_empty()) || language(name).is_none() {
        return [addresses, authors].concat();
    }
    let classes = highlight_scanned(text, name);
    let class_at = |at: usize| {
        let place = classes.partition_point(|(span, _)| span.end as usize <= at);
        classes.get(place).filter(|(span, _)| span.start as usize <= at)
    };
    let is_comment = |range: &Range<usize>| {
        class_at(range.start).is_some_and(|(span, class)| match class {
            Class::Comment => true,
            // A string over several lines in place of a comment, as in Python.
            Class::String => {
                let string =
                    text[span.start as usize..].trim_start_matches(|c: char| c.is_ascii_alphabetic());
                string.starts_with("\"\"\"") || string.starts_with("'''")
            }
            _ => false,
        })
    };
    let is_text = |range: &Range<usize>| {
        class_at(range.start).is_some_and(|(_, class)| matches!(class, Class::Comment | Class::String))
    };
    addresses.into_iter().filter(is_text).chain(authors.into_iter().filter(is_comment)).collect()
}

/// Returns the numbers that are in both of two ascending lists.
fn intersection(a: &[u32], b: &[u32]) -> Vec<u32> {
    a.iter().copied().filter(|number| b.binary_search(number).is_ok()).collect()
}

#[cfg(test)]
mod tests;
