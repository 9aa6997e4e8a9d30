//! Report format 1 as plain values: everything that is shown is made from them.

mod evidence;
mod ids;
mod pair;
mod report;
mod settings;
mod submission;
mod summary;

pub use evidence::{
    Evidence, EvidenceKind, IgnoredTokens, Piece, RarePassage, Region, ViewEvidence, ViewKind, Why,
};
pub(crate) use ids::{CODE_LENGTHS, bits_of, codes_of};
pub use ids::{PairId, PairIdError, SubmissionId, SubmissionIdError, WrittenId};
pub use pair::{Match, Pair, Rename, Side};
pub use report::{Boilerplate, FORMAT, LeftOut, Report, Translations};
pub use settings::{
    ArchiveState, Background, Mask, OwnWork, ReportSettings, Review, Scheme, Screening, SourceChange,
    Template, WorkSource,
};
pub use submission::{Archive, File, Reference, ReferenceKind, ReferenceShare, Skipped, Submission};
pub use summary::{
    Bar, Chance, Cluster, ClusterLink, Distribution, DuplicateKind, Duplicates, ExpectBar, Tail,
};
