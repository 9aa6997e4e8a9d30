//! Report format 1: what the JSON holds, name by name. Plain values; `build` fills them.
//!
//! Field order is the order of the JSON. What is not known is `null`. What only some uploads and reviews have is left out
//! where there is none.

use std::io::{self, Write as _};

use chaffinch_detect::{Floor, PairFigures};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::ids::PairId;
use super::pair::{Pair, SERIALISES};
use super::settings::ReportSettings;
use super::submission::{
    File, Skipped, Submission, WrittenSkipped, count_files, is_of_platform, is_structure_note,
    is_unmatched_option,
};
use super::summary::{Cluster, Distribution, Duplicates, Finding, FindingKind};

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
    /// What three or more submissions share: versions of one program first, then given code, then what the task leaves
    /// little choice of. Empty in reports of versions that did not look for it.
    #[serde(default)]
    pub findings: Vec<Finding>,
    /// Clusters, smallest expect value first, then largest suspicion.
    pub clusters: Vec<Cluster>,
    /// Submissions that are copies of each other.
    pub duplicates: Vec<Duplicates>,
    /// Starter code.
    pub boilerplate: Boilerplate,
    /// Files that were not analysed.
    #[schema(value_type = Vec<WrittenSkipped>)]
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

/// Starter code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportBoilerplate)]
pub struct Boilerplate {
    /// Number of files.
    pub files: u32,
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
            findings: self.findings.clone(),
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

    /// The finding that a pair refers to.
    pub fn finding(&self, pair: &Pair) -> Option<&Finding> {
        let id = pair.finding?;
        self.findings.iter().find(|finding| finding.id == id)
    }

    /// The findings of versions of one program. Their members are in no cluster.
    pub fn versions(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(|finding| finding.kind == FindingKind::Versions)
    }

    /// The finding that says that both sides of a pair are versions of one program.
    pub fn versions_of(&self, pair: &Pair) -> Option<&Finding> {
        self.finding(pair).filter(|finding| finding.kind == FindingKind::Versions)
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

    /// Returns the files of all submissions.
    pub fn files(&self) -> impl Iterator<Item = &File> {
        self.submissions.iter().flat_map(|submission| &submission.files)
    }

    /// Returns whether files are ignored because no student wrote them.
    pub fn ignores_files(&self) -> bool {
        self.files().any(File::is_ignored)
    }

    /// Returns the lines about options that matched nothing.
    pub fn unmatched_options(&self) -> impl Iterator<Item = &Skipped> {
        self.skipped.iter().filter(|line| is_unmatched_option(line))
    }

    /// Returns the lines that say how the upload was read, where it could be read in another way.
    pub fn structure_notes(&self) -> impl Iterator<Item = &Skipped> {
        self.skipped.iter().filter(|line| is_structure_note(line))
    }

    /// Returns the lines about files that a learning platform added to what was handed in.
    pub fn platform_files(&self) -> impl Iterator<Item = &Skipped> {
        self.skipped.iter().filter(|line| is_of_platform(line))
    }

    /// Returns the lines about files and folders that were not analysed, and about options that matched nothing.
    pub fn skipped_lines(&self) -> impl Iterator<Item = &Skipped> {
        self.skipped.iter().filter(|line| !is_structure_note(line) && !is_of_platform(line))
    }

    /// Returns how many files and folders were not analysed, without those that a platform added.
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

/// What a search for translated copies found. It has an expect value of its own, and changes nothing else in the report.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportTranslations)]
pub struct Translations {
    /// Number of pairs of the batch in different languages.
    pub comparable: u64,
    /// Number of pairs that were compared; [`Translations::pairs`] may list fewer.
    pub compared: u64,
    /// Pairs with at most this expect value are named.
    pub cutoff_expect: f64,
    /// Pairs, by rank: smallest expect value first, then largest similarity. Their ranks continue those of the other lists.
    /// `expect` is how many pairs in different languages, as much above what their authors share with others in these
    /// languages, chance would leave. `similarity` is the share of language-neutral features that both have, weighted by
    /// rarity. Shares count the tokens of statements that correspond. Suspicion, resemblance and containment are 0: they
    /// need one language. A pair that another list has is not repeated.
    pub pairs: Vec<Pair>,
    /// If the class has too few pairs in different languages for expect values: pairs with at least this similarity are
    /// named. Null otherwise.
    pub cutoff_similarity: Option<f64>,
}

impl Translations {
    /// Returns the same without matches.
    #[must_use]
    pub fn without_matches(&self) -> Self {
        Self { pairs: self.pairs.iter().map(Pair::without_matches).collect(), ..*self }
    }

    /// Returns whether a pair reaches the cut-off.
    pub fn names(&self, pair: &Pair) -> bool {
        match (pair.expect, self.cutoff_similarity) {
            (Some(expect), _) => expect <= self.cutoff_expect,
            (None, Some(least)) => !pair.too_short && least <= pair.similarity,
            (None, None) => false,
        }
    }

    /// Returns the pairs that reach the cut-off.
    pub fn named(&self) -> impl Iterator<Item = &Pair> {
        self.pairs.iter().filter(|pair| self.names(pair))
    }
}
