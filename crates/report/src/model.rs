//! Report format 1: what the JSON holds, name by name. Plain values; `build` fills them.
//!
//! Field order is the order of the JSON. A field of a later version is added at the end of its object and is
//! never left out: what is not known is `null`. What only a review brings is left out where there is none.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::pair_id::PairId;

/// The format this crate writes.
pub const FORMAT: u32 = 1;

/// Everything found in one batch under one set of settings: an immutable revision.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Report {
    /// [`FORMAT`].
    pub format: u32,
    /// The batch's title.
    pub title: String,
    /// Version of the engine.
    pub chaffinch: String,
    /// Counts from 1; re-scoring makes the next.
    pub revision: u32,
    /// Everything that influenced the result.
    pub settings: Settings,
    /// Pairs compared token by token; [`Report::pairs`] may list fewer.
    pub verified_pairs: u64,
    /// In the order of their ids.
    pub submissions: Vec<Submission>,
    /// Best first.
    pub pairs: Vec<Pair>,
    /// Largest suspicion first.
    pub clusters: Vec<Cluster>,
    /// Copies of each other.
    pub duplicates: Vec<Duplicates>,
    /// What was handed out.
    pub boilerplate: Boilerplate,
    /// Files that were not analysed.
    pub skipped: Vec<Skipped>,
    /// How suspicion is spread over the class's own pairs; absent in older reports.
    #[serde(default)]
    pub distribution: Option<Distribution>,
    /// Groups of the batch, of which [`Match::groups`] counts some; null in older reports.
    #[serde(default)]
    pub groups: Option<u32>,
    /// The learning platforms whose exports were recognised in the upload (`moodle`): from their names come authors,
    /// attempts and times. Absent where none was.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub layouts: Vec<String>,
}

/// Everything that influenced the result, beside the texts and the engine's version.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportSettings)]
pub struct Settings {
    /// Schemes in use.
    pub schemes: Vec<Scheme>,
    /// A passage in more groups than this is common and counts nothing; 0: no limit.
    pub common: u32,
    /// Pairs at or above this suspicion form clusters.
    pub cutoff: f64,
    /// Shortest match, in tokens.
    pub min_match: u32,
    /// Shortest run shared with a boilerplate file that is masked, in tokens.
    pub boilerplate_run: u32,
    /// A side with fewer counted tokens is too short to judge.
    pub too_short: u32,
    /// Neighbours verified a submission.
    pub neighbours: u32,
    /// Stored archives that were asked for earlier submissions, as they were then.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub archives: Vec<ArchiveState>,
    /// What was said to be handed out among the submissions: names of submissions, or `digest:` and a file's digest.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub handed_out: Vec<String>,
    /// What was said of encodings: `GLOB=NAME`, or `digest:...=NAME`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub encodings: Vec<String>,
    /// What those who looked at an earlier report decided, or the uploader; absent where nobody decided anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub review: Option<Review>,
}

/// What was decided about a batch, beside limits.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportReview)]
pub struct Review {
    /// Passages that count as handed out, wherever they occur.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub templates: Vec<Template>,
    /// Names of submissions or authors that are not reported against each other and count as one, a team each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub teams: Vec<Vec<String>>,
    /// Names of submissions or authors that make nothing less rare and are no part of the class.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub staff: Vec<String>,
}

/// A passage that counts as handed out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportTemplate)]
pub struct Template {
    /// Name of the submission it was marked in.
    pub submission: String,
    /// Where in it.
    #[serde(flatten)]
    pub region: Region,
}

/// A stored archive as it was when the report was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportArchiveState)]
pub struct ArchiveState {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its year, where known.
    pub year: Option<i32>,
    /// Grows with every change of its content.
    pub state: u32,
    /// Submissions it had, all of which were looked up.
    pub submissions: u64,
    /// Those that shared enough rare fingerprints to be compared token by token.
    pub compared: u64,
}

/// How one family of languages was compared.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportScheme)]
pub struct Scheme {
    /// Name of the family.
    pub family: String,
    /// Languages of the family that occur.
    pub languages: Vec<String>,
    /// Version of the normaliser.
    pub normalizer: u16,
    /// Tokens in a k-gram.
    pub k: u16,
    /// Hashes in a winnowing window.
    pub w: u16,
    /// Guarantee threshold, `w + k - 1`.
    pub t: u16,
}

/// One author's files.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportSubmission)]
pub struct Submission {
    /// Counts from 1.
    pub id: u32,
    /// Unique in the report.
    pub name: String,
    /// Set for earlier submissions.
    pub archive: Option<Archive>,
    /// Where the upload tells.
    pub author: Option<String>,
    /// Where the upload tells.
    pub attempt: Option<u32>,
    /// RFC 3339, where the upload tells.
    pub submitted_at: Option<String>,
    /// All tokens.
    pub tokens: u32,
    /// Tokens that are neither boilerplate nor common.
    pub counted_tokens: u32,
    /// Fewer counted tokens than [`Settings::too_short`].
    pub too_short: bool,
    /// Sorted by path.
    pub files: Vec<File>,
    /// Its team: the place in [`Review::teams`], from 1; absent where it is in none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<String>,
    /// It is staff's: compared with everybody, and counted for nothing. Absent where it is not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub staff: bool,
    /// Its author was erased: it is called by a pseudonym, and its files are gone. Absent where it was not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub removed: bool,
}

/// Where an earlier submission comes from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportArchive)]
pub struct Archive {
    /// The archive's name.
    pub name: String,
    /// Its year, where known.
    pub year: Option<i32>,
}

/// One analysed file. Offsets are bytes of its decoded text, end excluded; lines count from 1.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportFile)]
pub struct File {
    /// Index in the submission, from 0.
    pub file: u32,
    /// Relative to the submission.
    pub path: String,
    /// Read as this language.
    pub language: String,
    /// Decoded from this encoding.
    pub encoding: String,
    /// BLAKE3 of the bytes as uploaded, in hexadecimal; empty where the file was removed.
    pub digest: String,
    /// Size of the decoded text.
    pub bytes: u32,
    /// Lines in it.
    pub lines: u32,
    /// Tokens in it.
    pub tokens: u32,
    /// What does not count: `[start, end, why]`, ascending, disjoint.
    pub masked: Vec<(u32, u32, Mask)>,
    /// What a reader should know about decoding and parsing.
    pub notes: Vec<String>,
    /// A notebook's code cells: where each begins.
    pub cells: Option<Vec<u32>>,
}

/// Why text does not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportMask)]
#[serde(rename_all = "lowercase")]
pub enum Mask {
    /// Handed out.
    Boilerplate,
    /// In more groups than [`Settings::common`].
    Common,
}

/// Two submissions and what they share. Shares and indexes lie between 0 and 1.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Pair {
    /// Ids of left and right.
    #[schema(value_type = String, pattern = "^[1-9][0-9]*-[1-9][0-9]*$")]
    pub id: PairId,
    /// Counts from 1.
    pub rank: u32,
    /// Name of the left submission.
    pub left: String,
    /// Name of the right one.
    pub right: String,
    /// Ranks; comparable between batches of one language.
    pub suspicion: f64,
    /// Name of the submission that both share more with, where that is what makes the pair as suspicious as it is;
    /// absent in older reports.
    #[serde(default)]
    pub through: Option<String>,
    /// Covered counted tokens of both sides / counted tokens of both sides.
    pub similarity: f64,
    /// A side is too short to judge.
    pub too_short: bool,
    /// Covered counted tokens / counted tokens, left.
    pub left_share: f64,
    /// The same, right.
    pub right_share: f64,
    /// Covered tokens / all tokens, left: boilerplate and common code included.
    pub left_share_raw: f64,
    /// The same, right.
    pub right_share_raw: f64,
    /// Counted tokens covered on the left side.
    pub matched_tokens: u32,
    /// Lines of the left side with a counted matched token.
    pub matched_lines: u32,
    /// Counted tokens of the longest match.
    pub longest_match: u32,
    /// Resemblance of the sets of counted k-grams.
    pub resemblance: f64,
    /// Containment of left in right.
    pub left_containment: f64,
    /// Containment of right in left.
    pub right_containment: f64,
    /// Number of matches, those that are not listed included; null where [`Pair::matches`] was not asked for.
    pub match_count: Option<u32>,
    /// Longest first, at most 2,000; null beyond the number of pairs asked for, and in the [`Report::head`].
    pub matches: Option<Vec<Match>>,
}

/// Two verified regions: equal token by token or, where it is rewritten, piece by piece.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportMatch)]
pub struct Match {
    /// Tokens on either side; of a rewritten one, those of its pieces on the side that has fewer.
    pub tokens: u32,
    /// Groups of the batch that have most of this passage, these two included.
    pub groups: u32,
    /// Archived submissions that have it.
    pub archived: u32,
    /// Language of the passage.
    pub language: String,
    /// `identical`, `renamed` or `rewritten`.
    pub literal: Option<String>,
    /// What else both regions hold that others do not, most telling first; null where no texts were kept.
    pub evidence: Option<Vec<Evidence>>,
    /// In the left submission.
    pub left: Region,
    /// In the right submission.
    pub right: Region,
    /// Where else the left submission has the whole passage.
    #[serde(default)]
    pub left_further: Vec<Region>,
    /// Where else the right submission has it.
    #[serde(default)]
    pub right_further: Vec<Region>,
    /// What agrees of a rewritten match, in order. Empty for others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<Piece>,
    /// Names of the first of the archived submissions that have it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub archived_in: Vec<String>,
}

/// Passages of both regions that agree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportPiece)]
pub struct Piece {
    /// Bytes of the left file, end excluded.
    pub left: (u32, u32),
    /// Bytes of the right file, end excluded.
    pub right: (u32, u32),
    /// Equal token by token; else statements that have a form in common.
    pub exact: bool,
}

/// Something unusual that both regions hold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportEvidence)]
pub struct Evidence {
    /// What it is.
    pub kind: EvidenceKind,
    /// Its text as one side has it, in one line; cut where it is long.
    pub text: String,
    /// Of a misspelling: how others spell it.
    pub usual: Option<String>,
    /// Groups of the batch that have it, those of these two included.
    pub groups: u32,
    /// Archived submissions that have it.
    pub archived: u32,
}

/// What a piece of evidence is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportEvidenceKind)]
#[serde(rename_all = "lowercase")]
pub enum EvidenceKind {
    /// The same comment but for layout, capitals and comment signs.
    Comment,
    /// The same string or number.
    Literal,
    /// A word that others spell otherwise.
    Misspelling,
}

/// Part of one file. Both lines included, end byte excluded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportRegion)]
pub struct Region {
    /// Path of the file.
    pub path: String,
    /// First line.
    pub start_line: u32,
    /// Last line.
    pub end_line: u32,
    /// First byte.
    pub start_byte: u32,
    /// One past the last byte.
    pub end_byte: u32,
    /// Index of the file in its submission.
    pub file: u32,
}

/// Submissions linked by pairs at or above the cut-off.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportCluster)]
pub struct Cluster {
    /// Names, in id order.
    pub submissions: Vec<String>,
    /// Mean similarity of the strongest links that hold the cluster together.
    pub similarity: f64,
    /// The largest suspicion among them.
    pub suspicion: f64,
    /// The pairs that hold it together and the strongest of its others, best first; absent in older reports.
    #[serde(default)]
    pub links: Vec<ClusterLink>,
}

/// A pair that links two members of a cluster.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportClusterLink)]
pub struct ClusterLink {
    /// Ids of the two.
    #[schema(value_type = String, pattern = "^[1-9][0-9]*-[1-9][0-9]*$")]
    pub id: PairId,
    /// As [`Pair::suspicion`].
    pub suspicion: f64,
}

/// How suspicion is spread over the pairs of a class: archived submissions and those too short to judge left out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportDistribution)]
pub struct Distribution {
    /// Submissions that took part.
    pub submissions: u32,
    /// Pairs of them, compared token by token or not.
    pub pairs: u64,
    /// Compared pairs by suspicion, ascending without a gap from 0.
    pub bars: Vec<Bar>,
    /// What people who worked alone leave; null where the class is too small to say.
    pub chance: Option<Chance>,
}

/// Pairs whose suspicion lies between two edges.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportBar)]
pub struct Bar {
    /// The lowest suspicion in it.
    pub from: f64,
    /// One past the highest; null: no end.
    pub to: Option<f64>,
    /// Pairs.
    pub pairs: u64,
    /// Submissions whose strongest pair is in it.
    pub strongest: u32,
}

/// Pairs to expect of people who worked alone: at suspicion s, `pairs * exp(-rate * (cbrt(s) - cbrt(from)))`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportChance)]
pub struct Chance {
    /// Submissions the estimate rests on: of those that are linked, one.
    pub submissions: u32,
    /// Where the tail begins.
    pub from: f64,
    /// Innocent pairs from there on.
    pub pairs: f64,
    /// How fast they become fewer, a unit of the cube root.
    pub rate: f64,
    /// From this suspicion on a pair stands out from its class.
    pub stands_out: f64,
}

impl Chance {
    /// Innocent pairs to expect at or above a suspicion.
    pub fn expected(&self, suspicion: f64) -> f64 {
        let Self { submissions, from, pairs, rate, stands_out } = *self;
        chaffinch_detect::Chance { submissions, from, pairs, rate, stands_out }.expected(suspicion)
    }
}

/// Copies of each other.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportDuplicates)]
pub struct Duplicates {
    /// In what sense.
    pub kind: DuplicateKind,
    /// Names, in id order.
    pub submissions: Vec<String>,
}

/// In what sense submissions are copies, strictest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportDuplicateKind)]
#[serde(rename_all = "kebab-case")]
pub enum DuplicateKind {
    /// Equal bytes of all files.
    Identical,
    /// Equal token texts.
    LexicallyEquivalent,
    /// Equal normalised streams.
    TokenEquivalent,
}

/// What was handed out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportBoilerplate)]
pub struct Boilerplate {
    /// Number of files.
    pub files: u32,
}

/// A file that was not analysed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportSkipped)]
pub struct Skipped {
    /// The submission it would have belonged to, if known.
    pub submission: Option<String>,
    /// Its path.
    pub path: String,
    /// Why.
    pub reason: String,
}

impl Report {
    /// The report without matches: small enough to be read for every page. Pairs are stored one by one beside it.
    #[must_use]
    pub fn head(&self) -> Self {
        Self {
            pairs: self.pairs.iter().map(|pair| Pair { matches: None, ..pair.clone() }).collect(),
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
        }
    }

    /// The submission with this id.
    pub fn submission(&self, id: u32) -> Option<&Submission> {
        // Ids are dense in a fresh report; the check keeps a foreign one honest.
        self.submissions.get((id as usize).checked_sub(1)?).filter(|submission| submission.id == id)
    }

    /// The pair with this id.
    pub fn pair(&self, id: PairId) -> Option<&Pair> {
        self.pairs.iter().find(|pair| pair.id == id)
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
