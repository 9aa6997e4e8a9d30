//! Removes one person from a report. The work of others and every number stay; the person's names, paths, digests and
//! quoted text are removed. The submission keeps its number, its sizes and the places of its passages, so that the
//! other side of a pair can still be read. It gets a pseudonym and is marked as [`Submission::removed`].

use std::collections::{BTreeMap, BTreeSet};

use super::erased_names::ErasedNames;
use super::moved_offsets::regions;
use super::unique_name::unique_name;
use crate::model::{Match, Pair, Report, Skipped, Submission};

/// Replaces a path.
const REMOVED: &str = "removed";

/// Removes the submissions with these numbers, and `names`, from a report. Returns the ranks of the pairs that changed;
/// `None` if the report did not mention the person.
pub fn erase_person(report: &mut Report, submissions: &[u32], names: &ErasedNames) -> Option<BTreeSet<u32>> {
    let mut eraser = Eraser::of(report, submissions, names);
    let ranks = eraser.report(report);
    eraser.changed.then_some(ranks)
}

struct Eraser<'a> {
    submissions: &'a [u32],
    names: &'a ErasedNames,
    /// New names of submissions, by their old names.
    renamed: BTreeMap<String, String>,
    changed: bool,
}

impl<'a> Eraser<'a> {
    fn of(report: &Report, submissions: &'a [u32], names: &'a ErasedNames) -> Self {
        let is_gone = |submission: &&Submission| submissions.contains(&submission.id);
        let mut taken: BTreeSet<String> = (report.submissions.iter())
            .filter(|submission| !is_gone(submission))
            .map(|submission| submission.name.clone())
            .collect();
        let mut renamed = BTreeMap::new();
        for submission in report.submissions.iter().filter(is_gone) {
            let pseudonym = names.pseudonym();
            let name = match &submission.archive {
                Some(archive) => format!("{}/{pseudonym}", archive.name),
                None => pseudonym.to_owned(),
            };
            renamed.insert(submission.name.clone(), unique_name(&name, &mut taken));
        }
        Self { submissions, names, renamed, changed: false }
    }

    fn report(&mut self, report: &mut Report) -> BTreeSet<u32> {
        self.free_text(&mut report.title);
        report.settings.handed_out.iter_mut().for_each(|name| self.listed_name(name));
        report.settings.encodings.iter_mut().for_each(|rule| self.free_text(rule));
        if let Some(review) = &mut report.settings.review {
            let before = review.templates.len();
            review.templates.retain(|template| !self.renamed.contains_key(&template.submission));
            self.changed |= review.templates.len() < before;
            review
                .teams
                .iter_mut()
                .flatten()
                .chain(&mut review.staff)
                .for_each(|name| self.listed_name(name));
        }
        for submission in &mut report.submissions {
            if self.submissions.contains(&submission.id) {
                self.submission(submission);
            }
        }
        for submissions in (report.clusters.iter_mut().map(|cluster| &mut cluster.submissions))
            .chain(report.duplicates.iter_mut().map(|duplicates| &mut duplicates.submissions))
        {
            for name in submissions {
                self.name(name);
            }
        }
        report.skipped.iter_mut().for_each(|skipped| self.skipped(skipped));
        let changed = self.changed;
        let mut ranks = BTreeSet::new();
        for pair in report.listed_mut() {
            self.changed = false;
            self.pair(pair);
            if self.changed {
                ranks.insert(pair.rank);
            }
        }
        self.changed = changed || !ranks.is_empty();
        ranks
    }

    fn submission(&mut self, submission: &mut Submission) {
        self.name(&mut submission.name);
        let pseudonym = self.names.pseudonym();
        if let Some(author) = &mut submission.author {
            pseudonym.clone_into(author);
        }
        submission.attempt = None;
        submission.submitted_at = None;
        submission.removed = true;
        for file in &mut submission.files {
            file.path = placeholder_path(file.file);
            file.digest.clear();
            file.notes.clear();
        }
        self.changed = true;
    }

    fn pair(&mut self, pair: &mut Pair) {
        self.name(&mut pair.left);
        self.name(&mut pair.right);
        pair.references.iter_mut().for_each(|share| self.name(&mut share.reference));
        pair.through.iter_mut().for_each(|name| self.name(name));
        let (left, right) = (pair.id.left, pair.id.right);
        let is_theirs = self.submissions.contains(&left) || self.submissions.contains(&right);
        if is_theirs {
            self.changed |= pair.renames.take().is_some();
        }
        for rename in pair.renames.iter_mut().flatten() {
            self.free_text(&mut rename.left);
            self.free_text(&mut rename.right);
        }
        for found in pair.matches.iter_mut().flatten() {
            if is_theirs {
                self.passage(found, left, right);
            } else {
                for evidence in found.evidence.iter_mut().flatten() {
                    self.free_text(&mut evidence.text);
                    evidence.usual.iter_mut().for_each(|usual| self.free_text(usual));
                }
            }
            found.archived_in.iter_mut().for_each(|name| self.name(name));
        }
    }

    /// Removes the text of a match and keeps its place, for the other side.
    fn passage(&mut self, found: &mut Match, left: u32, right: u32) {
        found.evidence = None;
        for (submission, region) in regions(found, left, right) {
            if self.submissions.contains(&submission) {
                region.path = placeholder_path(region.file);
            }
        }
        self.changed = true;
    }

    fn skipped(&mut self, skipped: &mut Skipped) {
        let known = skipped.submission.as_ref();
        if known.is_some_and(|name| self.renamed.contains_key(name) || self.names.is_name(name)) {
            skipped.submission.iter_mut().for_each(|name| self.listed_name(name));
            REMOVED.clone_into(&mut skipped.path);
            self.changed = true;
        } else {
            self.free_text(&mut skipped.path);
        }
    }

    /// Replaces the name of a submission.
    fn name(&mut self, name: &mut String) {
        if let Some(now) = self.renamed.get(name) {
            now.clone_into(name);
            self.changed = true;
        }
    }

    /// Replaces a name in a list that somebody wrote. It may be that of a submission or an author.
    fn listed_name(&mut self, name: &mut String) {
        self.name(name);
        if self.names.is_name(name) {
            self.names.pseudonym().clone_into(name);
            self.changed = true;
        }
    }

    /// Replaces names in free text.
    fn free_text(&mut self, text: &mut String) {
        if let Some(without) = self.names.without(text) {
            *text = without;
            self.changed = true;
        }
    }
}

/// Returns the path of a removed file. Files stay distinct, so that their passages are found.
fn placeholder_path(file: u32) -> String {
    format!("{REMOVED}/{file}")
}
