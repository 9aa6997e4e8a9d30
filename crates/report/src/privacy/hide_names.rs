//! Replaces every name in a report and its texts by a pseudonym, also inside the code, and every number of a submission by
//! a code. Does the same in what users have written about a case, which is about persons of one course, or an upload.

use std::collections::{BTreeMap, BTreeSet};

use super::name_words::unique_name;
use super::pseudonym_key::PseudonymKey;
use super::pseudonyms::{Prose, Pseudonyms};
use super::report_order::reorder;
use super::text_edits::{Edits, move_file, move_parts, move_region, regions};
use crate::model::{EvidenceKind, Pair, Region, Report, Submission};
use crate::sources::Sources;

/// Returns the report and the texts with every name hidden, except those of the submissions in `shown`. Offsets are
/// those of the new texts; without the text of a file they stay. Line numbers always stay. The head of `pseudonyms` says
/// what is searched for, and what cannot be found. Submissions have the ids that [`PseudonymKey::code`] returns.
///
/// Pseudonyms depend on the key, on the submissions' numbers and on the names of the whole report. So pages that are made
/// one by one, with the texts of one pair, agree with each other and with every export.
pub fn hide_names(
    report: &Report,
    sources: &Sources,
    key: PseudonymKey,
    shown: &[u32],
) -> (Report, Sources<'static>) {
    let mut hiding = NameHider::new(report, key, shown);
    let sources = sources.map(|(submission, file), text| hiding.text(submission, file, text));
    let sources = sources
        .renumbered(|submission| key.code(submission), |(submission, file)| hiding.place(submission, file));
    (hiding.report(report.clone()), sources)
}

/// Hides names text by text like [`hide_names`], for callers that do not have all texts at once.
#[derive(Debug)]
pub struct NameHider {
    names: Pseudonyms,
    /// By submission and file.
    files: BTreeMap<(u32, u32), HiddenFile>,
}

#[derive(Debug)]
struct HiddenFile {
    language: String,
    /// New path, unique in its submission.
    path: String,
    /// New number, in the order of the new paths.
    number: u32,
    /// Changes of the text, if it was seen.
    edits: Option<Edits>,
}

impl NameHider {
    /// Finds the names in this report. The names of `shown` (submission numbers) stay.
    pub fn new(report: &Report, key: PseudonymKey, shown: &[u32]) -> Self {
        let names = Pseudonyms::new(Some(report), key, &[], shown);
        let files = report.submissions.iter().flat_map(|submission| {
            let files = hidden_files(&names, submission);
            files.into_iter().map(|(file, hidden)| ((submission.id, file), hidden))
        });
        Self { files: files.collect(), names }
    }

    /// Returns the text of a file without names.
    pub fn text(&mut self, submission: u32, file: u32, text: &str) -> String {
        let file = self.files.get_mut(&(submission, file));
        let language = file.as_ref().map_or("", |file| &file.language);
        let (text, edits) = self.names.prose(text, Some(submission), Prose::Comments(language));
        if let Some(file) = file {
            file.edits = Some(edits);
        }
        text
    }

    /// Returns the submission and the number of a file in the report without names.
    pub fn place(&self, submission: u32, file: u32) -> (u32, u32) {
        let number = self.files.get(&(submission, file)).map_or(file, |file| file.number);
        (self.names.key().code(submission), number)
    }

    /// Returns the report without names. Offsets into texts that [`NameHider::text`] has seen are those of the new
    /// texts.
    pub fn report(self, mut report: Report) -> Report {
        self.hide(&mut report);
        let key = self.names.key();
        reorder(&mut report, |number| key.code(number), |submission, file| self.place(submission, file).1);
        report
    }

    fn edits(&self, submission: u32, file: u32) -> Option<&Edits> {
        self.files.get(&(submission, file))?.edits.as_ref()
    }

    fn hide(&self, report: &mut Report) {
        let name = |name: &mut String| *name = self.names.name(name);
        let text = |text: &mut String| *text = self.names.text(text, None).0;
        text(&mut report.title);
        for handed_out in &mut report.settings.handed_out {
            *handed_out = self.without_digest(handed_out).unwrap_or_else(|| self.names.name(handed_out));
        }
        for rule in &mut report.settings.encodings {
            *rule = self.without_digest(rule).unwrap_or_else(|| self.names.text(rule, None).0);
        }
        report.settings.sources_mut().for_each(|source| text(&mut source.title));
        let libraries = report.settings.archives.iter_mut().filter_map(|archive| archive.reference.as_mut());
        libraries.filter_map(|reference| reference.source.as_mut()).for_each(text);
        if let Some(review) = &mut report.settings.review {
            for person in review.teams.iter_mut().flatten().chain(&mut review.staff) {
                *person = self.names.listed_name(person);
            }
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
            reference.and_then(|reference| reference.source.as_mut()).into_iter().for_each(text);
            if !self.names.shows(submission.id) {
                submission.author = None;
            }
            for file in &mut submission.files {
                let Some(hidden) = self.files.get(&(submission.id, file.file)) else { continue };
                file.path.clone_from(&hidden.path);
                if !self.names.shows(submission.id) {
                    file.digest = self.names.key().digest(&file.digest);
                }
                if let Some(edits) = &hidden.edits {
                    move_file(file, edits);
                }
            }
        }
        report.listed_mut().for_each(|pair| self.pair(pair));
        report.clusters.iter_mut().flat_map(|cluster| &mut cluster.submissions).for_each(name);
        for finding in &mut report.findings {
            finding.submissions.iter_mut().chain([&mut finding.representative]).for_each(name);
            // Of several who have all of it, they are those of the first one by name.
            finding.passages.clear();
        }
        report.duplicates.iter_mut().flat_map(|set| &mut set.submissions).for_each(name);
        for file in &mut report.skipped {
            file.submission.iter_mut().for_each(name);
            text(&mut file.path);
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
            let (of_left, of_right) = (found.left.file, found.right.file);
            move_parts(found, self.edits(left, of_left), self.edits(right, of_right));
            for (submission, region) in regions(found, left, right) {
                self.region(submission, region);
            }
        }
    }

    fn region(&self, submission: u32, region: &mut Region) {
        if let Some(file) = self.files.get(&(submission, region.file)) {
            region.path.clone_from(&file.path);
        }
        if let Some(edits) = self.edits(submission, region.file) {
            move_region(region, edits);
        }
    }

    /// Returns a rule or the name of starter code with another digest, if it has one.
    fn without_digest(&self, rule: &str) -> Option<String> {
        let (digest, rest) = match rule.strip_prefix("digest:")?.split_once('=') {
            Some((digest, encoding)) => (digest, format!("={encoding}")),
            None => (rule.strip_prefix("digest:")?, String::new()),
        };
        Some(format!("digest:{}{rest}", self.names.key().digest(digest)))
    }
}

/// Returns the files of a submission by their numbers. New numbers are in the order of the new paths, because a name in a
/// path had its place in the alphabet.
fn hidden_files(names: &Pseudonyms, submission: &Submission) -> BTreeMap<u32, HiddenFile> {
    let shown = names.shows(submission.id);
    let path = |path: &String| {
        if shown { path.clone() } else { names.text(path, Some(submission.id)).0 }
    };
    let mut files: Vec<_> = submission.files.iter().map(|file| (path(&file.path), file)).collect();
    if !shown {
        files.sort_by(|(a, one), (b, other)| a.cmp(b).then(one.file.cmp(&other.file)));
    }
    let mut taken = BTreeSet::new();
    let hidden = files.into_iter().zip(0..).map(|((path, file), number)| {
        let path = unique_name(&path, &mut taken);
        (file.file, HiddenFile { language: file.language.clone(), path, number, edits: None })
    });
    hidden.collect()
}

/// Replaces the names of the persons of a case or an upload by pseudonyms, in what users have written about it.
#[derive(Debug)]
pub struct CaseNames(Pseudonyms);

impl CaseNames {
    /// Takes the pseudonyms of a report with this key, which need not be at hand. `persons` are those of the case, with the
    /// numbers of their submissions in the report, which persons that it knows do not need.
    pub fn new(report: Option<&Report>, key: PseudonymKey, persons: &[(&str, Option<u32>)]) -> Self {
        Self(Pseudonyms::new(report, key, persons, &[]))
    }

    /// Takes pseudonyms for people without numbers, such as those of an upload that was not compared yet. The names of one
    /// list belong to the same person.
    pub fn from_people<'a>(key: PseudonymKey, people: impl IntoIterator<Item = Vec<&'a str>>) -> Self {
        let (mut taken, mut persons) = (BTreeSet::new(), Vec::new());
        for names in people {
            let Some(first) = names.first() else { continue };
            let code = key.code_of_name(first, |code| taken.contains(&code));
            taken.insert(code);
            persons.extend(names.into_iter().map(|name| (name, Some(code))));
        }
        Self(Pseudonyms::new(None, key, &persons, &[]))
    }

    /// Returns the pseudonym of a person.
    pub fn name(&self, person: &str) -> String {
        self.0.name(person)
    }

    /// Returns a text without names.
    pub fn text(&self, text: &str) -> String {
        self.0.prose(text, None, Prose::Everywhere).0
    }
}
