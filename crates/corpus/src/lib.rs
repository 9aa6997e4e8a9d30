//! Clusters near-duplicate documents (Broder, Glassman, Manasse, Zweig 1997). The work is done on disk, so that the
//! number of documents is not limited by memory.
//!
//! Documents come from [`DocumentSource`]s. A document of any format becomes tokens, and the tokens become a sketch. A
//! [`Run`] goes through these stages. Each stage writes its files to a work directory, and then a marker:
//!
//! 1. *sketch*: all threads read every document once;
//! 2. *fold*: identical, lexically equivalent and shingle-equivalent documents become one representative each;
//! 3. *sort*: (shingle, document) entries of the representatives are written to disk as sorted runs;
//! 4. *pair*: the runs are merged; documents that share a shingle become pairs, which are sorted, merged and counted;
//! 5. *join*: pairs that a [`Policy`] links are joined; [`Run::clusters`] repeats this stage alone.
//!
//! An [`Index`] queries a finished run: which documents a text resembles, which versions of a document there are, and
//! how documents change from sweep to sweep. It needs tables beside the run's files, and builds the missing ones.
//!
//! **Invariants.** The result depends only on the documents, their order and the settings. It does not depend on the
//! number of threads, the memory, or how often the run was killed. Memory is planned before each stage ([`Resources`])
//! and is never proportional to the number of postings or pairs. A document that cannot be read becomes a row with a
//! reason, not an error. After an error there are no files that could be mistaken for a result.
//!
//! **Not used here**: databases, HTTP, clocks, random numbers.
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
pub use sketching::{SketchedDocument, each_sketch, sketch};
pub use sources::{DocumentSource, MAX_LINE_LENGTH};
pub use stages::greedy::{MAX_GREEDY, Popularity};
