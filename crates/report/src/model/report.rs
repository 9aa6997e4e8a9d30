//! Report format 1: what the JSON holds, name by name. Plain values; `build` fills them.
//!
//! Field order is the order of the JSON. A field of a later version is added at the end of its object and is
//! never left out: what is not known is `null`. What only a review brings is left out where there is none.

use chaffinch_detect::{Floor, PairFigures};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::evidence::Region;
use super::pair::Pair;
use super::pair_id::PairId;
use super::reference::Reference;
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
    /// Distribution of suspicion over the pairs of the batch; absent in older reports.
    #[serde(default)]
    pub distribution: Option<Distribution>,
    /// Number of groups in the batch, of which `pairs[].matches[].groups` counts some; null in older reports.
    #[serde(default)]
    pub groups: Option<u32>,
    /// Learning platforms whose exports were recognized in the upload, such as `moodle`. Authors, attempts and times come
    /// from the names in these exports. Absent if there were none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub layouts: Vec<String>,
    /// What `settings.submission_limit` left out; null: there is no such limit.
    #[serde(default)]
    pub left_out: Option<LeftOut>,
    /// Submissions that resemble a reference answer: pairs of both, at or above the cut-off. The submission with the
    /// strongest pair comes first, and of one submission the strongest pairs, at most five. Their ranks continue those of
    /// `pairs`. Empty in older reports.
    #[serde(default)]
    pub references: Vec<Pair>,
    /// Pairs in different languages of which one submission may be a translation of the other; null if they were not looked
    /// for, and in older reports.
    #[serde(default)]
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

/// All settings that influenced the result, apart from the texts and the version of the engine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportSettings)]
pub struct ReportSettings {
    /// Schemes in use.
    pub schemes: Vec<Scheme>,
    /// A passage that occurs in more groups than this is common and is ignored; 0: no limit.
    pub common: u32,
    /// If `cutoff_expect` is null, pairs with at least this suspicion form clusters.
    pub cutoff: f64,
    /// Pairs with at most this expect value form clusters. Null if the class is too small for expect values, or a reviewer
    /// has set a cut-off in bits; absent in older reports.
    #[serde(default)]
    pub cutoff_expect: Option<f64>,
    /// Minimum length of a match, in tokens.
    pub min_match: u32,
    /// Minimum length of a run shared with a boilerplate file to be masked, in tokens.
    pub boilerplate_run: u32,
    /// A submission with fewer counted tokens than this is too short to judge.
    pub too_short: u32,
    /// Number of neighbours verified for each submission.
    pub neighbours: u32,
    /// How completely pairs were found; absent in older reports.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub screening: Option<Screening>,
    /// Work elsewhere whose common passages are ignored; in older reports, absent if there was none.
    #[serde(default)]
    pub background: Background,
    /// Stored archives that were searched for earlier submissions, in their state at that time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub archives: Vec<ArchiveState>,
    /// Submissions and files in the upload that are starter code: names of submissions, or `digest:` and the digest of a
    /// file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub handed_out: Vec<String>,
    /// Rules for encodings: `GLOB=NAME`, or `digest:...=NAME`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub encodings: Vec<String>,
    /// Decisions of the uploader, or of reviewers of an earlier report; absent if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub review: Option<Review>,
    /// A passage that occurs in more submissions of the batch than this is common, too, and is ignored. Copies count one by
    /// one, as with MOSS's option `-m`. 0: no limit; absent in older reports.
    #[serde(default)]
    pub submission_limit: u32,
    /// Earlier work that is ignored where both authors of a pair had it in their own; absent if somebody named none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own_work: Option<OwnWork>,
}

/// How completely the pairs that share something were found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportScreening)]
pub struct Screening {
    /// Fingerprints that more submissions have are not looked up. Longer runs that begin with them are looked up instead.
    pub max_postings: u32,
    /// Number of such fingerprints in this comparison.
    pub frequent_fingerprints: u32,
    /// Whether all pairs that share something which was looked up were compared token by token.
    pub all_verified: bool,
}

impl ReportSettings {
    /// Returns whether two submissions with equal code, however common, were compared.
    pub fn looked_up_all(&self) -> bool {
        self.screening.is_some_and(|screening| screening.frequent_fingerprints == 0)
    }

    /// Returns whether every pair that shares a run of tokens which can be found was compared token by token.
    pub fn verified_all(&self) -> bool {
        self.looked_up_all() && self.screening.is_some_and(|screening| screening.all_verified)
    }
}

/// Work elsewhere whose common passages are ignored. Empty if nobody named any.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportBackground)]
pub struct Background {
    /// Number of submissions in which passages were counted.
    pub submissions: u32,
    /// The comparisons and archives that have these submissions. Empty if there are none, on shared pages, and in older
    /// reports, of which nobody chose the background.
    #[serde(default)]
    pub sources: Vec<WorkSource>,
    /// Number of different passages of the class that are ignored.
    #[serde(default)]
    pub passages: u32,
}

/// Earlier work of the authors.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportOwnWork)]
pub struct OwnWork {
    /// The comparisons and archives that have it. Empty on shared pages.
    pub sources: Vec<WorkSource>,
    /// Number of verified pairs of which something is ignored because both sides had it in own earlier work.
    pub pairs: u32,
}

/// A comparison or an archive that somebody named, as it was when the report was made.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportWorkSource)]
pub struct WorkSource {
    /// Id of the comparison or archive; null: files on the machine that compared.
    pub id: Option<String>,
    /// Title of the comparison, name and year of the archive, or name of the files.
    pub title: String,
    /// Grows with each change of the content: for an archive as in `settings.archives`; for a comparison the number of its
    /// uploads. Null: files on the machine that compared.
    pub state: Option<u32>,
    /// Number of submissions.
    pub submissions: u32,
    /// Number of people who counted. For earlier work: people of the class.
    pub people: u32,
    /// Number of people who did not count because their names are in this class. For earlier work: because they are not.
    pub left_out: u32,
    /// Number of further people who did not count because all of their submissions share half or more with one of this
    /// class.
    pub versions: u32,
    /// What happened to it since the report before; null: nothing.
    pub change: Option<SourceChange>,
}

/// What happened to a source since the report before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportSourceChange)]
#[serde(rename_all = "lowercase")]
pub enum SourceChange {
    /// Submissions were added or removed. They were read again.
    Changed,
    /// It was deleted. Nothing of it counts any more.
    Gone,
}

/// Decisions about a batch, apart from limits.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportReview)]
pub struct Review {
    /// Passages that are ignored as starter code, wherever they occur.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub templates: Vec<Template>,
    /// One list of names of submissions or authors per team. Its members are not reported against each other and count as
    /// one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub teams: Vec<Vec<String>>,
    /// Names of submissions or authors that are not students. They do not make a passage less rare and are not part of the
    /// class.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub staff: Vec<String>,
}

/// A passage that is ignored as starter code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportTemplate)]
pub struct Template {
    /// Name of the submission in which it was marked.
    pub submission: String,
    /// Place in the submission.
    #[serde(flatten)]
    pub region: Region,
}

/// A stored archive as it was when the report was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportArchiveState)]
pub struct ArchiveState {
    /// Id of the archive.
    pub id: String,
    /// Name of the archive.
    pub name: String,
    /// Year of the archive; null: unknown.
    pub year: Option<i32>,
    /// Grows with each change of the content.
    pub state: u32,
    /// Number of submissions in the archive, all of which were searched.
    pub submissions: u64,
    /// Number of submissions that shared enough rare fingerprints to be compared token by token.
    pub compared: u64,
    /// RFC 3339 time when the index that was searched was rebuilt because parts of it were lost, if that was after the
    /// batch came in. The search was complete again. Null: it was not rebuilt since; absent in older reports.
    #[serde(default)]
    pub index_rebuilt: Option<String>,
    /// Number of files in the archive that could not be searched, because what is stored of them is damaged.
    #[serde(default)]
    pub damaged_files: u64,
    /// Number of fingerprints of the class that too many files in archives have. They were not looked up. It is the same
    /// for all archives of a report; absent in older reports.
    #[serde(default)]
    pub frequent_fingerprints: u64,
    /// Number of submissions that shared enough rare fingerprints and were not compared, because all together have more
    /// than 256 MiB; 0 in older reports.
    #[serde(default)]
    pub left_out: u64,
}

/// How one family of languages was compared.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportScheme)]
pub struct Scheme {
    /// Name of the family.
    pub family: String,
    /// Languages of the family that occur in the batch.
    pub languages: Vec<String>,
    /// Version of the normalizer.
    pub normalizer: u16,
    /// Tokens in a k-gram.
    pub k: u16,
    /// Hashes in a winnowing window.
    pub w: u16,
    /// Guarantee threshold, `w + k - 1`.
    pub t: u16,
    /// Two submissions that share this many tokens in a row were compared token by token, if these tokens are not ignored.
    /// At least `t`; null if there is no such number, and in older reports.
    #[serde(default)]
    pub guarantee: Option<u32>,
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
    /// Team: its place in [`Review::teams`], from 1; absent if it is in no team.
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
    #[serde(default)]
    pub reference: Option<Reference>,
}

/// An analysed file. Offsets are bytes of its decoded text, end excluded; lines count from 1.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
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

impl ReportSettings {
    /// The comparisons and archives that somebody named, apart from `archives`.
    pub(crate) fn sources_mut(&mut self) -> impl Iterator<Item = &mut WorkSource> {
        let own = self.own_work.iter_mut().flat_map(|own_work| &mut own_work.sources);
        self.background.sources.iter_mut().chain(own)
    }

    /// Removes the comparisons and archives from which passages are known, for readers who may know only that.
    pub fn remove_sources(&mut self) {
        self.background.sources.clear();
        self.own_work.iter_mut().for_each(|own_work| own_work.sources.clear());
    }
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
    /// enough code, and in reports of old versions.
    pub fn has_expect(&self) -> bool {
        let distribution = self.distribution.as_ref();
        self.settings.cutoff_expect.is_some()
            || distribution.is_some_and(|distribution| distribution.chance.is_some())
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

    /// The JSON in one line: the same bytes for the same report.
    pub fn to_json(&self) -> String {
        let mut json = serde_json::to_string(self).expect("keys are strings and numbers finite");
        json.push('\n');
        json
    }

    /// Writes what [`Report::to_json`] returns.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_json(&self, mut out: impl std::io::Write) -> std::io::Result<()> {
        serde_json::to_writer(&mut out, self)?;
        out.write_all(b"\n")
    }
}
