//! Leases, retries, progress, and what the jobs do.
//!
//! Three layers, each knowing only the one below:
//! - [`Runner`] (asynchronous, in `serve` and `worker`) claims jobs, keeps their leases alive, starts a child
//!   process for each and commits what it wrote;
//! - [`child`] (a process of its own, the same binary) reads a folder, and either extracts the upload and tokenises its
//!   files or compares what another child has so read, and writes the result into the folder;
//! - [`pipeline`] (a pure function, also behind `chaffinch compare`) turns submissions into a report.
//!
//! Why a child process: extraction and parsing run third-party code on hostile input. What crashes, never
//! ends or eats memory there costs one attempt of one job, and can be killed without asking.
//!
//! Jobs run at least once. A job may be started again at any moment, so a child changes nothing but its folder, and
//! the runner commits under its lease or not at all.
//!
//! ```no_run
//! # async fn serve(storage: std::sync::Arc<dyn chaffinch_storage::Storage>) -> Result<(), Box<dyn std::error::Error>> {
//! use std::sync::Arc;
//!
//! use chaffinch_jobs::{ChildCommand, Runner, RunnerSettings, SystemClock};
//! use tokio_util::sync::CancellationToken;
//!
//! let settings = RunnerSettings::new(ChildCommand::this_program()?, "/var/lib/chaffinch/work".into());
//! let shutdown = CancellationToken::new();
//! Runner::new(storage, Arc::new(SystemClock), settings).run(shutdown).await?;
//! # Ok(())
//! # }
//! ```
//!
//! Deliberately absent: a general job framework, open transactions while working, wall clocks in decisions about
//! leases.

mod addresses;
mod again;
mod analyses;
mod asking;
mod attempt;
mod candidates;
pub mod child;
mod children;
mod clock;
mod clustering;
mod comparing;
mod confinement;
mod corpora;
mod desk;
mod earlier;
mod erased;
mod folder;
mod gate;
mod heart;
mod house;
mod keeping;
mod memory;
mod names;
mod oversized;
mod people;
pub mod pipeline;
mod postings;
mod precautions;
mod process;
mod reading;
mod renewing;
mod runner;
mod scratch;
mod sightings;
mod surveying;
mod telling;

pub use addresses::{Network, NetworkError, may_be_told};
pub use asking::{AskError, Asker, Known, Place, Question};
pub use candidates::{DOCUMENTS, MOST_BYTES, Proposal, rank};
pub use clock::{Clock, SystemClock};
pub use clustering::{
    Apart, COMMON_LIMIT, ClusterBounds, ClusterError, Clustered, Clusterer, Kinship, Member, Placed,
    StrongestLink,
};
pub use confinement::{UNCONFINED, confine};
pub use corpora::{Added, Alike, Resembling, SketchedDocument, add_sketched, resembling};
pub use folder::ChildLimits;
pub use process::{ChildCommand, STAGES};
pub use reading::kept;
pub use runner::{Runner, RunnerError, RunnerSettings};
pub use surveying::{SurveyError, SurveyPart, SurveyUpload, Surveyor};
pub use telling::{TellingSettings, signature};
