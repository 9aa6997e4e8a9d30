//! The settings of a report: everything that influenced the result, apart from the texts and the version of the engine.

use chaffinch_submission::ReferenceLabel as Reference;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::evidence::Region;
use super::reference::WrittenReference;

/// By what findings are judged: what unrelated programs share, measured over programs of other tasks, and limits.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportFindingStatistics)]
pub struct FindingStatistics {
    /// Share of the features of a program that an unrelated one of the same task has.
    pub usual_share: f64,
    /// Least evidence for versions of one program, in bits.
    pub bits: f64,
    /// Least distance between versions of one program and everybody else, in bits for a unit of weight.
    pub distance: f64,
    /// Least share of a version that is common to the group.
    pub common: f64,
    /// Tokens of the shortest passage that is given code.
    pub given_tokens: u32,
    /// Share of the class that has such a passage.
    pub given_share: f64,
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
    /// Pairs with at most this expect value form clusters. Null if there are no expect values, or a reviewer has set a
    /// cut-off in bits.
    pub cutoff_expect: Option<f64>,
    /// Largest share of the named pairs that is expected by chance, from which `cutoff_expect` follows; it is at least 1.
    /// Absent if a cut-off was set, or there are no expect values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cutoff_rate: Option<f64>,
    /// Why there are no expect values although the class is large enough; absent otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expect_reason: Option<NoExpectReason>,
    /// Minimum length of a match, in tokens.
    pub min_match: u32,
    /// Minimum length of a run shared with a boilerplate file to be masked, in tokens.
    pub boilerplate_run: u32,
    /// A submission with fewer counted tokens than this is too short to judge.
    pub too_short: u32,
    /// Number of neighbours verified for each submission.
    pub neighbours: u32,
    /// By what `findings` are judged. Absent in reports of versions without findings, whose expect values are not comparable
    /// with those of later ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub findings: Option<FindingStatistics>,
    /// How completely pairs were found.
    pub screening: Screening,
    /// Work elsewhere whose common passages are ignored.
    pub background: Background,
    /// Stored archives that were searched for earlier submissions, in their state at that time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub archives: Vec<ArchiveState>,
    /// Stored archives are searched by fingerprints of their own, and a shared passage of fewer tokens than this may be
    /// missed there. Absent if no smaller `min_match` was chosen, or no stored archive was searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub archive_guarantee: Option<u32>,
    /// Submissions and files in the upload that are starter code: names of submissions, or `digest:` and the digest of a
    /// file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub handed_out: Vec<String>,
    /// Rules for encodings: `GLOB=NAME`, or `digest:...=NAME`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub encodings: Vec<String>,
    /// Encoding of names in archives that are not UTF-8; null if it was guessed.
    #[serde(default)]
    pub name_encoding: Option<String>,
    /// Patterns of the files that are compared, as git writes them; absent if all are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub include: Vec<String>,
    /// Patterns of files that are not compared; absent if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exclude: Vec<String>,
    /// Whether files that no student wrote ([`super::File::provenance`]) count; absent if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub count_vendored: bool,
    /// Whether given code ([`super::FindingKind::GivenCode`]) counts; absent if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub count_given: bool,
    /// Decisions of the uploader, or of reviewers of an earlier report; absent if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub review: Option<Review>,
    /// A passage that occurs in more submissions of the batch than this is common, too, and is ignored. Copies count one by
    /// one, as with MOSS's option `-m`. 0: no limit.
    pub submission_limit: u32,
    /// Earlier work that is ignored where both authors of a pair had it in their own; absent if somebody named none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own_work: Option<OwnWork>,
}

/// Why a class that is large enough has no expect values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportNoExpectReason)]
#[serde(rename_all = "kebab-case")]
pub enum NoExpectReason {
    /// They were measured only for the usual shortest match and the k of each language.
    MatchLength,
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
        self.screening.frequent_fingerprints == 0
    }

    /// Returns whether every pair that shares a run of tokens which can be found was compared token by token.
    pub fn verified_all(&self) -> bool {
        self.looked_up_all() && self.screening.all_verified
    }

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

/// Work elsewhere whose common passages are ignored. Empty if nobody named any.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportBackground)]
pub struct Background {
    /// Number of submissions in which passages were counted.
    pub submissions: u32,
    /// The comparisons and archives that have these submissions. Empty if there are none, and on shared pages.
    pub sources: Vec<WorkSource>,
    /// Number of different passages of the class that are ignored.
    pub passages: u32,
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
    /// It is given code: many submissions have it, and little else in common (`findings`).
    Given,
    /// The file is a library, or another file that somebody outside the class published.
    Vendored,
    /// A tool wrote the file.
    Generated,
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
    /// Origin of the reference answers in a library of the course; absent: it has earlier submissions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<WrittenReference>)]
    pub reference: Option<Reference>,
    /// Grows with each change of the content.
    pub state: u32,
    /// Number of submissions in the archive, all of which were searched.
    pub submissions: u64,
    /// Number of submissions that shared enough rare fingerprints to be compared token by token.
    pub compared: u64,
    /// RFC 3339 time when the index that was searched was rebuilt because parts of it were lost, if that was after the
    /// batch came in. The search was complete again. Null: it was not rebuilt since.
    pub index_rebuilt: Option<String>,
    /// Number of files in the archive that could not be searched, because what is stored of them is damaged.
    pub damaged_files: u64,
    /// Number of fingerprints of the class that too many files in archives have. They were not looked up. It is the same
    /// for all archives of a report.
    pub frequent_fingerprints: u64,
    /// Number of submissions that shared enough rare fingerprints and were not compared, because all together have more
    /// than 256 MiB.
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
    /// At least `t`; null if there is no such number.
    pub guarantee: Option<u32>,
}
