//! Replaces every name in a report and its texts by a pseudonym, also inside the code.

use std::collections::{BTreeMap, BTreeSet};

use super::moved_offsets::{move_file, move_parts, move_region, regions};
use super::pseudonyms::{Prose, Pseudonyms};
use super::text_edits::Edits;
use super::unique_name::unique_name;
use crate::model::{EvidenceKind, Pair, Region, Report, Submission};
use crate::source::Sources;

/// Returns the report and the texts with every name hidden, except those of the submissions in `shown`. Offsets are
/// those of the new texts; without the text of a file they stay. Line numbers and digests always stay. The head of
/// `pseudonyms` says what is searched for, and what cannot be found.
///
/// Pseudonyms depend on the submissions' numbers and the names of the whole report. So pages that are made one by one,
/// with the texts of one pair, agree with each other and with every export.
pub fn hide_names(report: &Report, sources: &Sources, shown: &[u32]) -> (Report, Sources<'static>) {
    let mut hiding = NameHider::new(report, shown);
    let sources = sources.map(|(submission, file), text| hiding.text(submission, file, text));
    (hiding.report(report.clone()), sources)
}

/// Hides names text by text like [`hide_names`], for callers that do not have all texts at once.
#[derive(Debug)]
pub struct NameHider {
    names: Pseudonyms,
    /// Languages by submission and file.
    languages: BTreeMap<(u32, u32), String>,
    /// Edits by submission and file.
    edits: BTreeMap<(u32, u32), Edits>,
    /// New paths by submission and file.
    paths: BTreeMap<(u32, u32), String>,
}

impl NameHider {
    /// Finds the names in this report. The names of `shown` (submission numbers) stay.
    pub fn new(report: &Report, shown: &[u32]) -> Self {
        let language = |submission: &Submission| {
            let id = submission.id;
            submission
                .files
                .iter()
                .map(move |file| ((id, file.file), file.language.clone()))
                .collect::<Vec<_>>()
        };
        Self {
            names: Pseudonyms::of(report, shown),
            languages: report.submissions.iter().flat_map(language).collect(),
            edits: BTreeMap::new(),
            paths: BTreeMap::new(),
        }
    }

    /// Returns the text of a file without names.
    pub fn text(&mut self, submission: u32, file: u32, text: &str) -> String {
        let language = self.languages.get(&(submission, file)).map_or("", String::as_str);
        let (text, changed) = self.names.prose(text, Some(submission), Prose::Comments(language));
        self.edits.insert((submission, file), changed);
        text
    }

    /// Returns the report without names. Offsets into texts that [`NameHider::text`] has seen are those of the new
    /// texts.
    pub fn report(mut self, mut report: Report) -> Report {
        // Files are found by number. Their new paths are unique within a submission.
        for submission in &mut report.submissions {
            let mut taken = BTreeSet::new();
            for file in &mut submission.files {
                let path = if self.names.shows(submission.id) {
                    file.path.clone()
                } else {
                    self.names.text(&file.path, Some(submission.id)).0
                };
                file.path = unique_name(&path, &mut taken);
                self.paths.insert((submission.id, file.file), file.path.clone());
            }
        }
        self.hide(&mut report);
        report
    }

    fn hide(&self, report: &mut Report) {
        let name = |name: &mut String| *name = self.names.name(name);
        report.title = self.names.text(&report.title, None).0;
        report.settings.handed_out.iter_mut().for_each(name);
        for rule in &mut report.settings.encodings {
            *rule = self.names.text(rule, None).0;
        }
        if let Some(review) = &mut report.settings.review {
            review.teams.iter_mut().flatten().chain(&mut review.staff).for_each(name);
            for template in &mut review.templates {
                let number = report.submissions.iter().find(|one| one.name == template.submission);
                if let Some(number) = number {
                    self.region(number.id, &mut template.region);
                }
                name(&mut template.submission);
            }
        }
        for submission in &mut report.submissions {
            name(&mut submission.name);
            let reference = submission.archive.as_mut().and_then(|archive| archive.reference.as_mut());
            if let Some(source) = reference.and_then(|reference| reference.source.as_mut()) {
                *source = self.names.text(source, None).0;
            }
            if !self.names.shows(submission.id) {
                submission.author = None;
            }
            for file in &mut submission.files {
                if let Some(edits) = self.edits.get(&(submission.id, file.file)) {
                    move_file(file, edits);
                }
            }
        }
        for pair in report.listed_mut() {
            self.pair(pair);
        }
        for cluster in &mut report.clusters {
            cluster.submissions.iter_mut().for_each(name);
        }
        for set in &mut report.duplicates {
            set.submissions.iter_mut().for_each(name);
        }
        for file in &mut report.skipped {
            file.submission.iter_mut().for_each(name);
            file.path = self.names.text(&file.path, None).0;
        }
    }

    fn pair(&self, pair: &mut Pair) {
        pair.left = self.names.name(&pair.left);
        pair.right = self.names.name(&pair.right);
        pair.through = pair.through.as_ref().map(|name| self.names.name(name));
        pair.references.iter_mut().for_each(|share| share.reference = self.names.name(&share.reference));
        let (left, right) = (pair.id.left, pair.id.right);
        for rename in pair.renames.iter_mut().flatten() {
            rename.left = self.names.text(&rename.left, Some(left)).0;
            rename.right = self.names.text(&rename.right, Some(right)).0;
        }
        for found in pair.matches.iter_mut().flatten() {
            found.archived_in.iter_mut().for_each(|name| *name = self.names.name(name));
            for evidence in found.evidence.iter_mut().flatten() {
                let prose = match evidence.kind {
                    EvidenceKind::Comment => Prose::Everywhere,
                    _ => Prose::Nowhere,
                };
                evidence.text = self.names.prose(&evidence.text, Some(left), prose).0;
                evidence.usual = evidence.usual.as_ref().map(|usual| self.names.text(usual, None).0);
            }
            let edits = |submission: u32, file: u32| self.edits.get(&(submission, file));
            move_parts(found, edits(left, found.left.file), edits(right, found.right.file));
            for (submission, region) in regions(found, left, right) {
                self.region(submission, region);
            }
        }
    }

    fn region(&self, submission: u32, region: &mut Region) {
        if let Some(path) = self.paths.get(&(submission, region.file)) {
            region.path.clone_from(path);
        }
        if let Some(edits) = self.edits.get(&(submission, region.file)) {
            move_region(region, edits);
        }
    }
}
