//! Removes one person from a report. The work of others and every number stay; the person's names, paths, digests and
//! quoted text are removed. The submission keeps its number, its sizes and the places of its passages, so that the
//! other side of a pair can still be read. It gets a pseudonym and is marked as [`Submission::removed`].
//!
//! Anybody who looks for a person and anybody who erases one visits the same texts of a report, as JSON, those of later
//! versions included.

use std::collections::{BTreeMap, BTreeSet};

use chaffinch_submission::split_ending;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::erased_names::ErasedNames;
use super::name_words::unique_name;
use super::text_edits::regions;
use crate::model::{Match, Pair, Report, Submission};

/// Replaces a path.
const REMOVED: &str = "removed";

/// Removes the submissions with these numbers, and `names`, from a report. Returns the ranks of the pairs that changed;
/// `None` if the report did not mention the person.
///
/// # Errors
/// Those of serde: the report is not what this program writes.
pub fn erase_person(
    report: &mut Report,
    submissions: &[u32],
    names: &ErasedNames,
) -> serde_json::Result<Option<BTreeSet<u32>>> {
    let eraser = Eraser { submissions, names, renamed: renamed(report, submissions, names) };
    let mut changed = eraser.remove_work(report);
    let mut ranks = BTreeSet::new();
    for pair in report.listed_mut() {
        if eraser.remove_quotations(pair) | eraser.rename(pair)? {
            ranks.insert(pair.rank);
        }
    }
    // The pairs are done, and most of a report.
    let pairs = (std::mem::take(&mut report.pairs), std::mem::take(&mut report.references));
    let translations = report.translations.take();
    changed |= eraser.rename(report)?;
    (report.pairs, report.references) = pairs;
    report.translations = translations;
    Ok((changed || !ranks.is_empty()).then_some(ranks))
}

/// Returns the new names of submissions, by their old names: a pseudonym for those that are removed, and for others what is
/// left without the person. They are unique in the report.
fn renamed(report: &Report, submissions: &[u32], names: &ErasedNames) -> BTreeMap<String, String> {
    let (mut taken, mut new) = (BTreeSet::new(), Vec::new());
    for submission in &report.submissions {
        let name = &submission.name;
        let wanted = if submissions.contains(&submission.id) {
            let pseudonym = names.pseudonym();
            Some(
                submission
                    .archive
                    .as_ref()
                    .map_or_else(|| pseudonym.to_owned(), |archive| format!("{}/{pseudonym}", archive.name)),
            )
        } else {
            names.renamed(name)
        };
        match wanted {
            Some(wanted) => new.push((name.clone(), wanted)),
            None => drop(taken.insert(name.clone())),
        }
    }
    new.into_iter().map(|(name, wanted)| (name, unique_name(&wanted, &mut taken))).collect()
}

struct Eraser<'a> {
    submissions: &'a [u32],
    names: &'a ErasedNames,
    renamed: BTreeMap<String, String>,
}

impl Eraser<'_> {
    /// Removes the person's work. Names are replaced later.
    fn remove_work(&self, report: &mut Report) -> bool {
        let removed: BTreeSet<String> = (report.submissions.iter())
            .filter(|submission| self.submissions.contains(&submission.id))
            .map(|submission| submission.name.clone())
            .collect();
        let mut changed = !removed.is_empty();
        if let Some(review) = &mut report.settings.review {
            let before = review.templates.len();
            review.templates.retain(|template| !removed.contains(&template.submission));
            changed |= review.templates.len() < before;
        }
        for finding in &mut report.findings {
            finding.passages.retain(|passage| !removed.contains(&passage.submission));
        }
        for skipped in &mut report.skipped {
            let of = skipped.submission.as_ref();
            if of.is_some_and(|name| removed.contains(name) || self.names.is_name(name)) {
                REMOVED.clone_into(&mut skipped.path);
                changed = true;
            }
        }
        let theirs = report.submissions.iter_mut().filter(|one| self.submissions.contains(&one.id));
        theirs.for_each(|submission| self.remove_files(submission));
        changed
    }

    fn remove_files(&self, submission: &mut Submission) {
        if let Some(author) = &mut submission.author {
            self.names.pseudonym().clone_into(author);
        }
        submission.attempt = None;
        submission.submitted_at = None;
        submission.removed = true;
        for file in &mut submission.files {
            file.path = placeholder_path(file.file);
            file.digest.clear();
            file.notes.clear();
            file.handed_in_before.clear();
        }
    }

    /// Removes what a pair quotes of the person's work. Returns whether it changed.
    fn remove_quotations(&self, pair: &mut Pair) -> bool {
        let (left, right) = (pair.id.left, pair.id.right);
        if !self.submissions.contains(&left) && !self.submissions.contains(&right) {
            return false;
        }
        let mut changed = pair.renames.take().is_some();
        for found in pair.matches.iter_mut().flatten() {
            self.remove_passage(found, left, right);
            changed = true;
        }
        changed
    }

    /// Removes the text of a match and keeps its place, for the other side.
    fn remove_passage(&self, found: &mut Match, left: u32, right: u32) {
        found.evidence = None;
        for (submission, region) in regions(found, left, right) {
            if self.submissions.contains(&submission) {
                region.path = placeholder_path(region.file);
            }
        }
    }

    /// Replaces the names of submissions and of the person in every text of a report or pair. Returns whether it changed.
    fn rename<Part: Serialize + DeserializeOwned>(&self, part: &mut Part) -> serde_json::Result<bool> {
        let mut json = serde_json::to_value(&*part)?;
        let changed = each_text(&mut json, &mut |text| {
            self.renamed.get(text).cloned().or_else(|| self.names.renamed(text))
        });
        if changed {
            *part = serde_json::from_value(json)?;
        }
        Ok(changed)
    }
}

/// Returns the path of a removed file. Files stay distinct, so that their passages are found.
fn placeholder_path(file: u32) -> String {
    format!("{REMOVED}/{file}")
}

/// Members whose texts are words of this program, and no names.
const MACHINE_WORDS: [&str; 16] = [
    "id",
    "change",
    "chaffinch",
    "digest",
    "encoding",
    "family",
    "index_rebuilt",
    "kind",
    "language",
    "languages",
    "layouts",
    "literal",
    "masked",
    "submitted_at",
    "view",
    "team",
];

/// Returns whether a report, or a part of one, names a person.
pub fn names_person(report: &Value, names: &ErasedNames) -> bool {
    let mut report = report.clone();
    each_text(&mut report, &mut |text| names.renamed(text))
}

/// Offers each text to `replaced`, and puts what it returns in the place of the text. Returns whether any changed. The end of
/// a file name is not offered: it says how the file was read.
fn each_text(part: &mut Value, replaced: &mut dyn FnMut(&str) -> Option<String>) -> bool {
    match part {
        Value::String(text) => match replaced(text) {
            Some(clean) => {
                *text = clean;
                true
            }
            None => false,
        },
        Value::Array(items) => {
            items.iter_mut().fold(false, |changed, item| each_text(item, replaced) | changed)
        }
        Value::Object(members) => {
            members.iter_mut().fold(false, |changed, (name, member)| match (name.as_str(), member) {
                (name, _) if MACHINE_WORDS.contains(&name) => changed,
                ("path", Value::String(path)) => {
                    let (stem, ending) = split_ending(path);
                    let Some(clean) = replaced(stem) else { return changed };
                    *path = clean + ending;
                    true
                }
                (_, member) => each_text(member, replaced) | changed,
            })
        }
        _ => false,
    }
}
