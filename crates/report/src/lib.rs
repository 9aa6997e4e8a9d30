//! Turns an analysis into a versioned report and pages.
//!
//! Values of the engine do not serialise themselves. [`build()`] turns them into a [`Report`] (format 1), which does.
//! Everything shown is made from the report and the texts, never from the engine, so a stored report can be shown as
//! long as it exists. Pages are complete without JavaScript and contain student code as text only. The exported folder
//! and the service use the same templates; only [`Frame`] and [`PageLocation`] differ.

mod assets;
mod build;
mod code;
mod escape;
mod export;
mod frame;
mod hexadecimal;
mod locale;
mod model;
pub mod pages;
mod privacy;
mod source;
mod term;

pub use assets::{Asset, asset, assets};
pub use build::{DIGITS, ReportHeading, build};
pub use escape::{percent_encode, visible};
pub use export::{
    DisplayTime, EvidenceContext, EvidenceFile, ExcerptSide, PairExcerpt, PairSummary, csv, evidence_file,
    export, pair_summary, write_csv,
};
pub use frame::{
    Account, Actions, CaseLink, Frame, LanguageSwitch, MenuItem, NamesSwitch, Notice, PageLocation, PairView,
    ReportSection,
};
pub use locale::{Count, Locale, Message, Number};
pub use model::{
    Archive, ArchiveState, Background, Bar, Boilerplate, Chance, Cluster, ClusterLink, Distribution,
    DuplicateKind, Duplicates, Evidence, EvidenceKind, ExpectBar, FORMAT, File, IgnoredTokens, LeftOut, Mask,
    Match, OwnWork, Pair, PairId, PairIdError, Piece, RarePassage, Reference, ReferenceKind, ReferenceShare,
    Region, Rename, Report, ReportSettings, Review, Scheme, Screening, Side, Skipped, SourceChange,
    Submission, SubmissionId, SubmissionIdError, Tail, Template, Translations, ViewEvidence, ViewKind, Why,
    WorkSource, WrittenId,
};
pub use pages::{FoundCounts, platform_export, platforms};
pub use privacy::{
    CaseNames, ErasedNames, HashedNames, NameHider, PseudonymKey, erase_person, hide_names, may_refer_to,
    names_person, redact,
};
pub use source::Sources;
pub use term::{TermEvidence, TermPair, TermReport, TermTask, shown_expect, term_csv};

#[cfg(test)]
mod tests;
