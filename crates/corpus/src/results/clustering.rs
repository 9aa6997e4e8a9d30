//! Clusters as values and as JSON Lines, one document per line.

use std::io::Write;
use std::sync::atomic::Ordering;

use serde::Serialize;

use super::json::line;
use super::kept_clusters;
use crate::document::{ALL_COMMON, LinkKind, Measure, Policy, Size, Sizes, State};
use crate::error::{Error, Result};
use crate::run::Run;
use crate::stages::clusters::Clusters;
use crate::stages::folding::Folds;
use crate::stages::greedy::{self, Popularity};

/// A document of a result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Row<'a> {
    /// Its name.
    pub document: &'a str,
    /// Number of its cluster, which is that of the cluster's first document, counted from 1. `None` if the document was
    /// skipped.
    pub cluster: Option<u32>,
    /// Whether it is the first document of its cluster, which represents the cluster.
    pub representative: bool,
    /// How it belongs to the cluster.
    pub kind: LinkKind,
    /// Why it is compared only as a whole, or not at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
    /// Number of values in its sketch, without common ones.
    #[serde(skip)]
    pub compared: u32,
}

/// The counts of a clustering.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// Number of documents.
    pub documents: u64,
    /// Number of clusters of at least two documents.
    pub clusters: u64,
    /// Number of documents in these clusters.
    pub clustered: u64,
    /// Number of these clusters whose documents are all identical.
    pub identical_clusters: u64,
    /// Number of documents in clusters of identical documents.
    pub identical_documents: u64,
    /// Number of documents that are alone in their cluster.
    pub single: u64,
    /// Number of documents that were not read.
    pub skipped: u64,
    /// Number of documents that are compared only as a whole, because they are empty, too short, not text, or made of
    /// common shingles.
    pub unsketched: u64,
}

/// The clusters of a run.
#[derive(Debug)]
pub struct Clustering<'a> {
    run: &'a Run,
    clusters: Clusters,
    /// Number of values of each document, without common ones. For a folded document, at most that of the one it was
    /// folded to.
    sizes: Vec<u32>,
    /// The policy, and the representatives of greedy clustering.
    made_by: (Option<Policy>, Option<Popularity>),
}

/// Returns the number of values of each document, without common ones. Common shingles were counted only among the kept
/// documents, so a folded document gets at most the number of its representative.
fn of_all(folds: &Folds, sizes: &Sizes) -> Vec<u32> {
    let mut sizes: Vec<u32> = sizes.all().map(Size::own).collect();
    for number in 0..sizes.len() {
        // The earlier document it was folded to, or the document itself if it was kept.
        let like = folds.like[number].load(Ordering::Relaxed) as usize;
        sizes[number] = sizes[number].min(sizes[like]);
    }
    sizes
}

impl Run {
    /// Returns the clusters under a policy. Repeats only the last stage. A fast run has only its own policy.
    pub fn clusters(&self, policy: Policy) -> Result<Clustering<'_>> {
        if !self.is_fast() && policy.threshold < self.floor() {
            return Err(Error::Floor { floor: self.floor(), threshold: policy.threshold });
        }
        if self.is_fast() && policy.measure == Measure::Containment {
            return Err(Error::Fast { what: "containment" });
        }
        let (folds, sizes) = (self.folds()?, self.sizes()?);
        let policy = (!self.is_fast()).then_some(policy);
        let clusters = Clusters::join(&self.corpus, &folds, &self.sorted("paired")?, &sizes, policy)?;
        Ok(Clustering { run: self, clusters, sizes: of_all(&folds, &sizes), made_by: (policy, None) })
    }

    /// Returns the clusters of greedy clustering, for small corpora: each document joins the cluster whose
    /// representative is most similar to it, if the policy links the two (Broder 1997, section 5).
    pub fn greedy_clusters(&self, policy: Policy, popularity: Popularity) -> Result<Clustering<'_>> {
        let (folds, sizes) = (self.folds()?, self.sizes()?);
        let clusters = Clusters::from_sets(
            greedy::cluster((&self.corpus, self.levels()?), &folds, policy, popularity)?,
            &folds,
        );
        Ok(Clustering {
            run: self,
            clusters,
            sizes: of_all(&folds, &sizes),
            made_by: (Some(policy), Some(popularity)),
        })
    }
}

impl Clustering<'_> {
    /// Calls `each` with every document, in the order of the corpus.
    pub fn each(&self, mut each: impl FnMut(Row) -> Result<()>) -> Result<()> {
        for segment in &self.run.corpus.segments {
            let mut names = segment.names()?;
            segment.each_document(0..segment.documents, |at, document| {
                let number = segment.base + at;
                let first = self.clusters.first(number);
                let compared = self.sizes[number as usize];
                let is_common = document.size.own() > 0 && compared == 0;
                let name = names.next()?;
                each(if document.state.is_skipped() {
                    let reason = document.state.reason();
                    let kind = LinkKind::Skipped;
                    Row { document: name, cluster: None, representative: false, kind, reason, compared }
                } else {
                    Row {
                        document: name,
                        cluster: Some(first + 1),
                        representative: first == number,
                        kind: self.clusters.kind(number),
                        reason: document.state.reason().or(is_common.then_some(ALL_COMMON)),
                        compared,
                    }
                })
            })?;
        }
        Ok(())
    }

    /// Stores the clusters in the work directory for queries, in place of those of an earlier clustering.
    pub fn keep(&self) -> Result<()> {
        kept_clusters::keep(self.run, &self.clusters, self.made_by)
    }

    /// Writes every document as a line of JSON.
    pub fn write(&self, out: &mut dyn Write) -> Result<()> {
        self.each(|row| line(out, &row))
    }

    /// Returns the counts of the clustering.
    pub fn summary(&self) -> Result<Summary> {
        let documents = self.run.corpus.documents();
        // Bit 1: a cluster of at least two documents. Bit 2: one with a member that is not identical to another.
        let mut marks = vec![0_u8; documents as usize];
        let mut summary = Summary { documents: documents.into(), ..Summary::default() };
        let each = |summary: &mut Summary, marks: &mut Vec<u8>, number: u32, state: State| {
            if state.is_skipped() {
                summary.skipped += 1;
                return;
            }
            summary.unsketched += u64::from(self.sizes[number as usize] == 0);
            match self.clusters.kind(number) {
                LinkKind::Single | LinkKind::Skipped => summary.single += 1,
                kind => {
                    summary.clustered += 1;
                    let mark = &mut marks[self.clusters.first(number) as usize];
                    let is_identical = kind == LinkKind::Identical && !self.clusters.is_linked(number);
                    *mark |= if is_identical { 1 } else { 3 };
                }
            }
        };
        self.run.corpus.each_document(0..documents, |number, document| {
            each(&mut summary, &mut marks, number, document.state);
            Ok(())
        })?;
        for number in 0..documents {
            let mark = marks[self.clusters.first(number) as usize];
            summary.identical_documents += u64::from(mark == 1);
            summary.clusters += u64::from(marks[number as usize] > 0);
            summary.identical_clusters += u64::from(marks[number as usize] == 1);
        }
        Ok(summary)
    }
}
