//! Who is called what where names are hidden, and where names stand in a text.
//!
//! A submission is `Person 17` by its number, which stays its number through revisions and in every export; inside
//! code and paths, `Person17`. What is searched are the words of the names of submissions and authors: in any case,
//! with or without accents, as words of their own or as parts of identifiers (`adaList`, `ada_list`), run together
//! as log-in names do (`adalovelace`, `alovelace`), and with the marks that stand between the words of a name.
//!
//! What cannot be found: nicknames, misspelled and abbreviated names, transcriptions, names in other people's words
//! ("my brother's code"), names of people who are not in the report, names inside encoded text or pictures. Words of
//! fewer than three letters, numbers of fewer than five digits, and names that are also ordinary words of programs
//! (`max`, `long`, `main`) are hidden only next to another word of the same name: to replace each of them would take
//! the code apart.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use super::name_words::{find_words, spellings, split_name};
use super::ordinary_words::is_ordinary;
use super::text_edits::Edits;
use crate::model::Report;

/// Shown for a name that several people have, where it is not known who is meant.
const SOMEBODY: &str = "SomePerson";
/// A word that so many names have, and more than half of all, is no name but a word of the export.
const MIN_EXPORT_WORD_OWNERS: usize = 3;
/// Of more who share a word only these are told apart by the other words of their names.
const MAX_OWNERS: usize = 64;
/// Bytes that may stand between two words of one name.
const MAX_GAP_BYTES: usize = 2;

/// The pseudonyms of a report.
#[derive(Debug)]
pub(crate) struct Pseudonyms {
    /// By name, numbers.
    numbers: BTreeMap<String, u32>,
    /// By folded word, who has it.
    words: HashMap<String, NameWord>,
    /// Those whose names stay.
    shown: Vec<u32>,
}

#[derive(Debug, Default)]
struct NameWord {
    /// Numbers, ascending.
    owners: Vec<u32>,
    /// Not a name on its own.
    weak: bool,
}

/// A word of a name in a text, or several that belong together.
#[derive(Debug)]
struct NameOccurrence<'p> {
    range: Range<usize>,
    owners: Cow<'p, [u32]>,
    strong: bool,
    letters: usize,
    words: u32,
}

impl Pseudonyms {
    /// Looks what there is to hide. The names of `shown` (submission numbers) stay.
    pub(crate) fn of(report: &Report, shown: &[u32]) -> Self {
        let mut numbers: BTreeMap<String, u32> =
            report.submissions.iter().map(|submission| (submission.name.clone(), submission.id)).collect();
        // Those of whom nothing was analysed have names too.
        let mut last = report.submissions.iter().map(|submission| submission.id).max().unwrap_or(0);
        let mut skipped: Vec<&String> =
            report.skipped.iter().filter_map(|file| file.submission.as_ref()).collect();
        skipped.sort();
        for name in skipped {
            if !numbers.contains_key(name) {
                last += 1;
                numbers.insert(name.clone(), last);
            }
        }
        let mut words: HashMap<String, NameWord> = HashMap::new();
        let mut learn = |name: &str, number: u32| {
            for (word, weak) in spellings(&split_name(name)) {
                let weak = weak || is_ordinary(&word);
                let word = words.entry(word).or_default();
                word.weak |= weak;
                if let Err(place) = word.owners.binary_search(&number) {
                    word.owners.insert(place, number);
                }
            }
        };
        let archived: HashMap<&str, &str> = (report.submissions.iter())
            .filter_map(|submission| {
                Some((submission.name.as_str(), submission.archive.as_ref()?.name.as_str()))
            })
            .collect();
        for (name, &number) in &numbers {
            // An archive's name is nobody's.
            let prefix = archived.get(name.as_str()).copied().unwrap_or_default();
            learn(name.strip_prefix(prefix).unwrap_or(name), number);
        }
        for submission in &report.submissions {
            if let Some(author) = &submission.author {
                learn(author, submission.id);
            }
        }
        let most = MIN_EXPORT_WORD_OWNERS.max(numbers.len() / 2);
        words.retain(|_, word| {
            let is_name = word.owners.len() <= most;
            word.owners.truncate(MAX_OWNERS);
            is_name
        });
        Self { numbers, words, shown: shown.to_vec() }
    }

    /// What a submission is called in lists.
    pub(crate) fn name(&self, name: &str) -> String {
        match self.numbers.get(name) {
            Some(number) if self.shown.contains(number) => name.to_owned(),
            Some(number) => format!("Person {number}"),
            None => self.text(name, None).0,
        }
    }

    /// Whether this submission's own name stays.
    pub(crate) fn shows(&self, submission: u32) -> bool {
        self.shown.contains(&submission)
    }

    /// A text without names. `own` is whose text it is.
    pub(crate) fn text(&self, text: &str, own: Option<u32>) -> (String, Edits) {
        let replacements: Vec<(Range<usize>, String)> = (self.occurrences(text).into_iter())
            .filter(|occurrence| occurrence.strong || (occurrence.words > 1 && occurrence.letters > 3))
            .filter_map(|occurrence| Some((occurrence.range, self.pseudonym_of(&occurrence.owners, own)?)))
            .collect();
        Edits::apply(text, replacements.iter().map(|(range, name)| (range.clone(), name.as_str())))
    }

    /// None: the name stays.
    fn pseudonym_of(&self, owners: &[u32], own: Option<u32>) -> Option<String> {
        if owners.iter().any(|owner| self.shown.contains(owner)) {
            return None;
        }
        let meant = match owners {
            [one] => Some(*one),
            several => own.filter(|own| several.contains(own)),
        };
        Some(meant.map_or_else(|| SOMEBODY.to_owned(), |number| format!("Person{number}")))
    }

    /// Words of names, joined where they are words of one name.
    fn occurrences(&self, text: &str) -> Vec<NameOccurrence<'_>> {
        let mut all: Vec<NameOccurrence<'_>> = Vec::new();
        find_words(text, |word| self.words.get(word), &mut |range, word: &NameWord| {
            let letters = text[range.clone()].chars().count();
            if let Some(last) = all.last_mut() {
                let gap = &text[last.range.end..range.start];
                let joins =
                    gap.len() <= MAX_GAP_BYTES && gap.chars().all(|between| " _.,-'/+\t".contains(between));
                let both = if joins { common(&last.owners, &word.owners) } else { Vec::new() };
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

/// What is in both of two ascending lists.
fn common(a: &[u32], b: &[u32]) -> Vec<u32> {
    a.iter().copied().filter(|number| b.binary_search(number).is_ok()).collect()
}

#[cfg(test)]
mod tests;
