//! Runs the jobs of the queue: leases, retries, progress, and the work itself.
//!
//! There are three layers. Each knows only the one below:
//! - [`Runner`] (asynchronous, in `serve` and `worker`) claims jobs, renews their leases, starts a child process for
//!   each job and commits what the child wrote.
//! - [`child`] (a separate process of the same binary) works in a folder. It extracts an upload and tokenizes its
//!   files, or compares what another child has read. It writes the result into the folder.
//! - [`pipeline`] (a pure function, also used by `chaffinch compare`) turns submissions into a report.
//!
//! Extraction and parsing run third-party code on hostile input, so they happen in a child process. If the child
//! crashes, never ends or uses too much memory, only one attempt of one job is lost. The child can be killed at any
//! time.
//!
//! A job runs at least once and may be started again at any moment. A child therefore changes nothing outside its
//! folder, and the runner commits only under its lease.
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
//! This crate deliberately has no general job framework, keeps no transaction open while it works, and decides about
//! leases without wall clocks.

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
pub use candidates::{DOCUMENTS, MAX_BYTES, Proposal, rank};
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
