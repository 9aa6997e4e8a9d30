//! Runs the jobs of the queue: leases, retries, progress, and the work itself.
//!
//! There are three layers. Each knows only the one below:
//! - [`Runner`] (asynchronous, in `serve` and `worker`) claims jobs, renews their leases, starts a child process for
//!   each job and commits what the child wrote.
//! - [`child`] (a separate process of the same binary) works in a folder. It extracts an upload and tokenizes its
//!   files, or compares what another child has read. It writes the result into the folder.
//! - [`pipeline`] (a pure function, also used by `chaffinch compare`) turns submissions into a report.
//!
//! Each folder of the source uses only those before it in this list:
//! - `task_folder`: the files through which a runner and its children communicate.
//! - `index`: the stored inverted index: what goes into it, what it proposes, its maintenance.
//! - `analysis`: reads and compares submissions, without database and network.
//! - `child`: starts, confines and stops child processes.
//! - `job`: what all jobs have in common: their context and their outcomes.
//! - `batch`: the jobs that end in a report.
//! - `query`: queries with a text and surveys of uploads, for users who wait, and checks that nobody waits for.
//! - `archive`: additions to archives, the reduced form of documents, exports.
//! - `notify`: notifications at the end of a batch. It uses none of the others.
//! - `runner`: claims jobs, sends heartbeats, takes over stale leases, commits results.
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
//! use chaffinch_jobs::{ChildCommand, ChildSettings, Runner, RunnerSettings, SystemClock};
//! use tokio_util::sync::CancellationToken;
//!
//! let child = ChildSettings::new(ChildCommand::this_program()?, "/var/lib/chaffinch/work".into());
//! let shutdown = CancellationToken::new();
//! Runner::new(storage, Arc::new(SystemClock), RunnerSettings::new(child)).run(shutdown).await?;
//! # Ok(())
//! # }
//! ```
//!
//! This crate deliberately has no general job framework, keeps no transaction open while it works, and decides about
//! leases without wall clocks.

mod analysis;
mod archive;
mod batch;
pub mod child;
mod course;
mod index;
mod job;
mod notify;
mod query;
mod runner;
mod runtime;
mod task_folder;

pub use analysis::pipeline;
pub use archive::{ExportError, ExportedFile, archive_submissions, export_archive};
pub use child::confinement::{UNCONFINED, confine};
pub use child::process::{ChildCommand, ChildSettings, STAGES};
pub use child::scratch::WorkDirError;
pub use course::term;
pub use index::candidates::{MAX_CANDIDATE_BYTES, MAX_PROPOSED_DOCUMENTS, Proposal, rank};
pub use notify::{NotificationSettings, is_allowed_receiver, signature};
pub use query::text::{QueryHit, TextQueryAnswer, TextSearcher};
pub use query::{ChildSurveyor, TextFinder};
pub use runner::{Runner, RunnerSettings};
pub use runtime::{Clock, SystemClock};
pub use task_folder::ChildLimits;
