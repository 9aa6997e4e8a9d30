//! Removes one person from a report. The work of others and every number stay; the person's names, paths, digests and
//! quoted text are removed. The submission keeps its number, its sizes and the places of its passages, so that the
//! other side of a pair can still be read. It gets a pseudonym and is marked as [`Submission::removed`].

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::erased_names::ErasedNames;
use super::moved_offsets::regions;
use super::report_texts::each_text;
use super::unique_name::unique_name;
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
