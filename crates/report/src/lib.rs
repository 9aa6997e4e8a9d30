//! An analysis becomes a versioned report and pages.
//!
//! The engine's values do not serialise themselves; [`build()`] turns them into the twin that does ([`Report`],
//! format 1). Everything shown is made from that twin and the texts, never from the engine: a stored report can be
//! shown as long as it exists. Pages are complete without JavaScript and hold student code as text only; the
//! same templates serve the exported folder and the service, [`Frame`] and [`PageLocation`] being the difference.

mod assets;
mod build;
mod chain;
mod code;
mod column;
mod cost;
mod diff;
mod edits;
mod erase;
mod evidence_file;
mod export;
mod frame;
mod hide;
mod model;
mod names;
mod ordinary;
pub mod pages;
mod pair_id;
mod parts;
mod passage;
mod platforms;
mod pseudonyms;
mod redact;
mod rows;
mod sources;
mod visible;
mod words;

pub use assets::{Asset, asset, assets};
pub use build::{DIGITS, Heading, build};
pub use erase::{ErasedNames, HashedNames, erase_person, may_mean};
pub use evidence_file::{Moment, Occasion, evidence_file};
pub use export::{csv, export, write_csv};
pub use frame::{
    Account, Actions, CaseLink, Frame, LanguageSwitch, MenuItem, NamesSwitch, PageLocation, PairView,
};
pub use hide::{Hiding, hide_names};
pub use model::{
    Archive, ArchiveState, Bar, Boilerplate, Chance, Cluster, ClusterLink, Distribution, DuplicateKind,
    Duplicates, Evidence, EvidenceKind, FORMAT, File, Mask, Match, Pair, Piece, Region, Report,
    ReportSettings, Review, Scheme, Skipped, Submission, Template,
};
pub use pair_id::{PairId, PairIdError};
pub use platforms::platforms;
pub use redact::{Side, redact};
pub use sources::Sources;
pub use visible::visible;
pub use words::{Count, Locale, Message, Number};

#[cfg(test)]
mod tests;
