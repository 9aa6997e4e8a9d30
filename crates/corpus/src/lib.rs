//! Near-duplicate clustering of any number of documents (Broder, Glassman, Manasse, Zweig 1997), on disk and within a
//! bound of memory.
//!
//! Documents come from [`DocumentSource`]s; whatever their format, they become tokens, and those a sketch. A [`Run`] goes through
//! stages, each of which leaves its files in a work directory and a marker behind them:
//!
//! 1. *sketch*: every document is read once, by all threads;
//! 2. *fold*: identical, lexically equivalent and shingle-equivalent documents become one representative each;
//! 3. *sort*: <shingle, document> of the representatives, in sorted runs on disk;
//! 4. *pair*: the runs are merged; documents that share a shingle become pairs, which are sorted, merged and counted;
//! 5. *join*: pairs that a [`Policy`] links are joined; [`Run::clusters`] repeats this stage alone.
//!
//! An [`Index`] asks a finished run: which documents any text resembles, who holds a version of one, how they change from
//! sweep to sweep. It needs tables beside the run's files, which it makes where they are missing.
//!
//! **Invariants.** The result depends on the documents, their order and the settings alone: not on threads, memory, or how
//! often the run was killed. Memory is planned before each stage ([`Resources`]) and never in proportion to postings or
//! pairs. A document that cannot be read is a row with a reason, never an error; an error leaves nothing that could be
//! taken for a result.
//!
//! **Deliberately absent**: databases, HTTP, clocks, randomness.
//!
//! ```
//! use chaffinch_corpus::{ClusterSettings, DocumentSource, Measure, Policy, Resources, Run};
//!
//! let folder = tempfile::tempdir()?;
//! let pages = folder.path().join("pages.jsonl");
//! std::fs::write(&pages, "{\"document\": \"a\", \"text\": \"A rose\"}\n{\"document\": \"b\", \"text\": \"a rose!\"}\n")?;
//! let resources = Resources { memory: 200_000_000, threads: 2 };
//! let run = Run::cluster(
//!     &folder.path().join("work"), &[DocumentSource::new(&pages)?], ClusterSettings::STANDARD, resources, &(),
//! )?;
//! let clusters = run.clusters(Policy { measure: Measure::Resemblance, threshold: 0.5 })?;
//! let mut rows = Vec::new();
//! clusters.write(&mut rows)?;
//! assert!(String::from_utf8(rows)?.contains(r#""document":"b","cluster":1,"representative":false,"kind":"lexically-equivalent""#));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod canonical;
mod document;
mod error;
mod limits;
mod parallel;
mod queries;
mod resources;
mod results;
mod run;
mod segments;
mod sketching;
mod sort;
mod sources;
mod stages;

pub use canonical::{Format, MAX_PASSAGE_LENGTH, MAX_PASSAGES, Passage, WORDS_VERSION, WordHasher};
pub use document::{Document, Fold, LinkKind, MAX_UNIT, Measure, NO_DATE, Overlap, Policy, Size, State};
pub use error::{Error, Result};
pub use limits::{MAX_DOCUMENT_BYTES, MAX_DOCUMENTS, MAX_PARSED_BYTES};
pub use queries::{
    ChangeOptions, ClusterMember, Grouped, Index, MAX_COMPARED, MAX_LIST_BYTES, MAX_SWEEPS, Measures,
    QueryMatch, QueryOptions, Reason, SweepKind, Version,
};
pub use resources::Resources;
pub use results::{Clustering, ClusteringMethod, Link, Output, Pair, Row, Summary};
pub use run::{ClusterSettings, Figures, LADDER_UNIT, MODULUS, Run};
pub use sketching::super_shingles::SUPER_SHINGLE;
pub use sketching::{
    Prose, SketchKind, SketchedDocument, TextSketch, UnknownKind, each_sketch, sketch, sketch_text,
    sketch_tokens, write_features,
};
pub use sources::{DocumentSource, MAX_LINE_LENGTH};
pub use stages::greedy::{MAX_GREEDY, Popularity};
