//! Report format 1 as plain values: everything that is shown is made from them.

mod evidence;
mod pair;
mod pair_id;
mod reference;
mod report;
mod settings;
mod side;
mod skipped;
mod submission_id;
mod summary;
mod translations;
mod why;

pub use evidence::{Evidence, EvidenceKind, Piece, Region};
pub use pair::{Match, Pair, Rename};
pub use pair_id::{PairId, PairIdError};
pub use reference::{Reference, ReferenceKind, ReferenceShare};
pub use report::{Archive, Boilerplate, FORMAT, File, LeftOut, Mask, Report, Submission};
pub use settings::{
    ArchiveState, Background, OwnWork, ReportSettings, Review, Scheme, Screening, SourceChange, Template,
    WorkSource,
};
pub use side::Side;
pub use skipped::Skipped;
pub(crate) use submission_id::{CODE_LENGTHS, bits_of, codes_of};
pub use submission_id::{SubmissionId, SubmissionIdError, WrittenId};
pub use summary::{
    Bar, Chance, Cluster, ClusterLink, Distribution, DuplicateKind, Duplicates, ExpectBar, Tail,
};
pub use translations::Translations;
pub use why::{IgnoredTokens, RarePassage, ViewEvidence, ViewKind, Why};
