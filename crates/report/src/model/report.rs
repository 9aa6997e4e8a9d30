//! Report format 1: what the JSON holds, name by name. Plain values; `build` fills them.
//!
//! Field order is the order of the JSON. What is not known is `null`. What only some uploads and reviews have is left out
//! where there is none.

use std::io::{self, Write as _};

use chaffinch_detect::{Floor, PairFigures};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::pair::{Pair, SERIALISES};
use super::pair_id::PairId;
use super::reference::Reference;
use super::settings::ReportSettings;
use super::skipped::{Skipped, count_files};
use super::submission_id::SubmissionId;
use super::summary::{Cluster, Distribution, Duplicates};
use super::translations::Translations;

/// The format this crate writes.
pub const FORMAT: u32 = 1;

/// The report of a batch under one set of settings: an immutable revision.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Report {
    /// Format of the report: 1.
    pub format: u32,
    /// Title of the batch.
    pub title: String,
    /// Version of the engine.
    pub chaffinch: String,
    /// Number of the revision, from 1. Re-scoring creates the next one.
    pub revision: u32,
    /// All settings that influenced the result.
    pub settings: ReportSettings,
    /// Number of pairs compared token by token; [`Report::pairs`] may list fewer.
    pub verified_pairs: u64,
    /// Submissions, by id.
    pub submissions: Vec<Submission>,
    /// Listed pairs, by rank.
    pub pairs: Vec<Pair>,
    /// Clusters, smallest expect value first, then largest suspicion.
    pub clusters: Vec<Cluster>,
    /// Submissions that are copies of each other.
    pub duplicates: Vec<Duplicates>,
    /// Starter code.
    pub boilerplate: Boilerplate,
    /// Files that were not analysed.
    pub skipped: Vec<Skipped>,
    /// Distribution of suspicion over the pairs of the batch.
    pub distribution: Distribution,
    /// Number of groups in the batch, of which `pairs[].matches[].groups` counts some.
    pub groups: u32,
    /// Learning platforms whose exports were recognized in the upload, such as `moodle`. Authors, attempts and times come
    /// from the names in these exports. Absent if there were none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub layouts: Vec<String>,
    /// What `settings.submission_limit` left out; null: there is no such limit.
    pub left_out: Option<LeftOut>,
    /// Submissions that resemble a reference answer: pairs of both, at or above the cut-off. The submission with the
    /// strongest pair comes first, and of one submission the strongest pairs, at most five. Their ranks continue those of
    /// `pairs`.
    pub references: Vec<Pair>,
    /// Pairs in different languages of which one submission may be a translation of the other; null if they were not looked
    /// for.
    pub translations: Option<Translations>,
}

/// What `settings.submission_limit` left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportLeftOut)]
pub struct LeftOut {
    /// Number of different passages in more submissions than the limit. They are ignored.
    pub passages: u32,
    /// Number of verified pairs that stand out if these passages count, and are not in MOSS's list without them.
    pub pairs: u32,
    /// Number of submissions in these pairs.
    pub submissions: u32,
}

/// A submission: the files of one author.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportSubmission)]
pub struct Submission {
    /// Number of the submission, from 1. Where names are hidden, its code, such as `K7`.
    #[serde(with = "super::submission_id")]
    #[schema(value_type = super::submission_id::WrittenId)]
    pub id: u32,
    /// Name, unique in the report.
    pub name: String,
    /// Archive of an earlier submission, or origin of a reference answer; null: part of the batch.
    pub archive: Option<Archive>,
    /// Author, if the upload contains it.
    pub author: Option<String>,
    /// Attempt, if the upload contains it.
    pub attempt: Option<u32>,
    /// RFC 3339 time, if the upload contains it.
    pub submitted_at: Option<String>,
    /// Number of all tokens.
    pub tokens: u32,
    /// Number of tokens that are neither boilerplate nor common.
    pub counted_tokens: u32,
    /// Whether it has fewer counted tokens than the limit `settings.too_short`.
    pub too_short: bool,
    /// Files, by path.
    pub files: Vec<File>,
    /// Team: its place in `settings.review.teams`, from 1; absent if it is in no team.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<String>,
    /// Whether it belongs to staff: it is compared with all submissions and never counted. Absent if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub staff: bool,
    /// Whether its author was erased: it has a pseudonym, and its files were deleted. Absent if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub removed: bool,
}

/// The archive of an earlier submission, or the origin of a reference answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportArchive)]
pub struct Archive {
    /// Name of the archive; `reference` for a reference answer.
    pub name: String,
    /// Year of the archive; null: unknown.
    pub year: Option<i32>,
    /// Origin of a reference answer; null: an earlier submission.
    pub reference: Option<Reference>,
}

/// An analysed file. Offsets are bytes of its decoded text, end excluded; lines count from 1.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportFile)]
pub struct File {
    /// Number of the file in the submission, from 0.
    pub file: u32,
    /// Path relative to the submission.
    pub path: String,
    /// Language in which it was read.
    pub language: String,
    /// Encoding from which it was decoded.
    pub encoding: String,
    /// BLAKE3 of the bytes as uploaded, in hexadecimal; empty if the file was removed. Where names are hidden, a keyed hash
    /// of it, which equal files of the report have in common.
    pub digest: String,
    /// Size of the decoded text, in bytes.
    pub bytes: u32,
    /// Number of lines.
    pub lines: u32,
    /// Number of tokens.
    pub tokens: u32,
    /// Ranges that are ignored: `[start, end, reason]`, ascending and disjoint.
    pub masked: Vec<(u32, u32, Mask)>,
    /// Warnings about decoding and parsing.
    pub notes: Vec<String>,
    /// Start of each code cell of a notebook; null: not a notebook.
    pub cells: Option<Vec<u32>>,
    /// What the author handed in before, which is shown and counts: `[start, end, place in settings.own_work.sources, from
    /// 0]`, ascending. Absent if there is none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub handed_in_before: Vec<(u32, u32, u32)>,
}

/// Why text is ignored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportMask)]
#[serde(rename_all = "lowercase")]
pub enum Mask {
    /// Starter code.
    Boilerplate,
    /// It occurs in more groups than [`ReportSettings::common`], or in more submissions than
    /// [`ReportSettings::submission_limit`].
    Common,
    /// Several people have it in work elsewhere ([`ReportSettings::background`]).
    Elsewhere,
}

/// Starter code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportBoilerplate)]
pub struct Boilerplate {
    /// Number of files.
    pub files: u32,
}

impl Submission {
    /// The id as pages write it.
    pub const fn written_id(&self) -> SubmissionId {
        SubmissionId(self.id)
    }

    /// The origin of a reference answer; `None` if it is a submission.
    pub fn reference(&self) -> Option<&Reference> {
        self.archive.as_ref()?.reference.as_ref()
    }

    /// Whether it is part of the upload, as a submission or as a reference answer, and not of an archive.
    pub fn is_uploaded(&self) -> bool {
        self.archive.is_none() || self.reference().is_some()
    }
}

impl Report {
    /// The report without matches: small enough to be read for every page. Pairs are stored one by one beside it.
    #[must_use]
    pub fn head(&self) -> Self {
        Self {
            pairs: self.pairs.iter().map(Pair::without_matches).collect(),
            references: self.references.iter().map(Pair::without_matches).collect(),
            translations: self.translations.as_ref().map(Translations::without_matches),
            // Written out so that a new field is thought about.
            format: self.format,
            title: self.title.clone(),
            chaffinch: self.chaffinch.clone(),
            revision: self.revision,
            settings: self.settings.clone(),
            verified_pairs: self.verified_pairs,
            submissions: self.submissions.clone(),
            clusters: self.clusters.clone(),
            duplicates: self.duplicates.clone(),
            boilerplate: self.boilerplate.clone(),
            skipped: self.skipped.clone(),
            groups: self.groups,
            distribution: self.distribution.clone(),
            layouts: self.layouts.clone(),
            left_out: self.left_out,
        }
    }

    /// Returns the pairs of the batch's own submissions that are worth a row in a list by matched tokens, in the order of
    /// such a list. See [`chaffinch_detect::Floor`].
    pub fn by_matched_tokens(&self) -> Vec<&Pair> {
        let sent = |id: u32| self.submission(id).is_some_and(|one| one.archive.is_none() && !one.staff);
        let own = || self.pairs.iter().filter(|pair| sent(pair.id.left) && sent(pair.id.right));
        let figures = |pair: &Pair| PairFigures {
            expect: pair.expect,
            suspicion: pair.suspicion,
            too_short: pair.too_short,
            longest_match: pair.longest_match,
            resemblance: pair.resemblance,
        };
        let floor = Floor::new(own().map(figures), self.settings.cutoff_expect.is_some());
        let mut pairs: Vec<&Pair> = own().filter(|pair| floor.admits(figures(pair))).collect();
        pairs.sort_by_key(|pair| (std::cmp::Reverse(pair.matched_tokens), pair.rank));
        pairs
    }

    /// The submission with this id.
    pub fn submission(&self, id: u32) -> Option<&Submission> {
        self.submissions.get(self.place(id)?)
    }

    /// Returns the place of a submission in [`Report::submissions`].
    pub(crate) fn place(&self, id: u32) -> Option<usize> {
        self.submissions.binary_search_by_key(&id, |submission| submission.id).ok()
    }

    /// Returns the left and the right submission of a pair; `None` if the report does not list them.
    pub fn sides(&self, id: PairId) -> Option<(&Submission, &Submission)> {
        Some((self.submission(id.left)?, self.submission(id.right)?))
    }

    /// Returns whether a side of a pair belongs to staff. Such a pair is listed separately and never counted.
    pub fn has_staff(&self, pair: &Pair) -> bool {
        [pair.id.left, pair.id.right].into_iter().filter_map(|id| self.submission(id)).any(|side| side.staff)
    }

    /// Returns whether both sides of a pair are of the class, and none is an earlier submission.
    pub fn is_of_class(&self, pair: &Pair) -> bool {
        self.sides(pair.id).is_some_and(|(left, right)| left.archive.is_none() && right.archive.is_none())
    }

    /// Returns whether the report lists fewer pairs than were compared token by token.
    pub fn is_truncated(&self) -> bool {
        (self.pairs.len() as u64) < self.verified_pairs
    }

    /// The pair with this id.
    pub fn pair(&self, id: PairId) -> Option<&Pair> {
        self.listed().find(|pair| pair.id == id)
    }

    /// All pairs by rank: those of submissions, those with reference answers, and those in different languages.
    pub fn listed(&self) -> impl Iterator<Item = &Pair> {
        let translations = self.translations.iter().flat_map(|found| &found.pairs);
        self.pairs.iter().chain(&self.references).chain(translations)
    }

    /// All pairs as [`Report::listed`], to change them.
    pub fn listed_mut(&mut self) -> impl Iterator<Item = &mut Pair> {
        let translations = self.translations.iter_mut().flat_map(|found| &mut found.pairs);
        self.pairs.iter_mut().chain(&mut self.references).chain(translations)
    }

    /// The submissions of the class, without earlier ones and reference answers.
    pub fn class(&self) -> impl Iterator<Item = &Submission> + Clone {
        self.submissions.iter().filter(|submission| submission.archive.is_none())
    }

    /// The submissions that are not reference answers.
    pub fn without_references(&self) -> impl Iterator<Item = &Submission> + Clone {
        self.submissions.iter().filter(|submission| submission.reference().is_none())
    }

    /// Whether the numbers of pairs expected by chance are known. They are not in a class of fewer than ten people with
    /// enough code.
    pub fn has_expect(&self) -> bool {
        self.settings.cutoff_expect.is_some()
            || self.distribution.chance.is_some()
            || self.pairs.iter().any(|pair| pair.expect.is_some())
    }

    /// Returns the lines about options that matched nothing.
    pub fn unmatched_options(&self) -> impl Iterator<Item = &Skipped> {
        self.skipped.iter().filter(|line| line.is_unmatched_option())
    }

    /// Returns how many files and folders were not analysed.
    pub fn skipped_files(&self) -> u64 {
        count_files(&self.skipped)
    }

    /// The JSON in one line without a line end, as it is stored.
    pub fn stored_json(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect(SERIALISES)
    }

    /// The JSON in one line: the same bytes for the same report.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect(SERIALISES) + "\n"
    }

    /// Writes what [`Report::to_json`] returns.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_json(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let mut out = io::BufWriter::with_capacity(BUFFER, out);
        serde_json::to_writer(&mut out, self)?;
        out.write_all(b"\n")?;
        out.flush()
    }

    /// Reads a report.
    pub fn from_json(json: &[u8]) -> serde_json::Result<Self> {
        serde_json::from_slice(json)
    }

    /// Reads a report without having all of its text in memory.
    pub fn read_json(json: &mut dyn io::Read) -> serde_json::Result<Self> {
        serde_json::from_reader(io::BufReader::with_capacity(BUFFER, json))
    }
}

/// Bytes that are written or read at a time.
const BUFFER: usize = 64 << 10;
