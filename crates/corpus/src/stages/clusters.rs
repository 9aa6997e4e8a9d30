//! The last stage: joins the documents that the policy links. Each connected component is a cluster.

use std::sync::atomic::Ordering;

use chaffinch_fingerprint::UnionFind;

use crate::document::{Fold, LinkKind, Policy, Sizes};
use crate::error::Result;
use crate::parallel;
use crate::segments::corpus::Corpus;
use crate::sort::{RANGES, Run};
use crate::stages::folding::Folds;
use crate::stages::pairs::earlier_and_later;

/// Documents in their clusters.
#[derive(Debug)]
pub(crate) struct Clusters {
    sets: UnionFind,
    /// For each document, the strictest way in which it was folded or another one was folded to it.
    closest: Vec<u8>,
    /// For each document, whether the policy joined it to another one.
    linked: Vec<bool>,
}

impl Clusters {
    /// Joins the pairs that the policy links; without a policy (as in a fast run), joins every pair.
    pub(crate) fn join(
        corpus: &Corpus,
        folds: &Folds,
        pairs: &[Run],
        sizes: &Sizes,
        policy: Option<Policy>,
    ) -> Result<Self> {
        let documents = corpus.documents();
        let sets = UnionFind::new(documents);
        parallel::each(corpus.resources.threads, pairs.len() * RANGES, |part| {
            let mut reader = pairs[part / RANGES].range(part % RANGES, 1 << 16);
            while let Some((pair, shared)) = reader.entry()? {
                let (left, right) = earlier_and_later(pair);
                if policy.is_none_or(|policy| sizes.overlap(left, right, shared).links(policy)) {
                    sets.join(left, right);
                }
            }
            Ok(())
        })?;
        Ok(Self::from_sets(sets, folds))
    }

    /// Creates clusters from sets of kept documents, and adds the folded documents to them.
    pub(crate) fn from_sets(sets: UnionFind, folds: &Folds) -> Self {
        let documents = folds.how.len() as u32;
        let mut linked = vec![false; documents as usize];
        for document in 0..documents {
            let root = sets.root(document);
            if root != document {
                linked[document as usize] = true;
                linked[root as usize] = true;
            }
        }
        let mut closest = vec![0; documents as usize];
        for document in 0..documents {
            let how = folds.how[document as usize].load(Ordering::Relaxed);
            if how > 0 {
                let like = folds.like[document as usize].load(Ordering::Relaxed);
                sets.join(like, document);
                closest[document as usize] = how.max(closest[document as usize]);
                closest[like as usize] = how.max(closest[like as usize]);
            }
        }
        Self { sets, closest, linked }
    }

    /// Returns the first document of a document's cluster.
    pub(crate) fn first(&self, document: u32) -> u32 {
        self.sets.root(document)
    }

    /// Returns whether the policy linked the document with another one.
    pub(crate) fn is_linked(&self, document: u32) -> bool {
        self.linked[document as usize]
    }

    pub(crate) fn kind(&self, document: u32) -> LinkKind {
        match Fold::from_number(self.closest[document as usize]) {
            Fold::Kept if self.linked[document as usize] => LinkKind::Similar,
            fold => fold.into(),
        }
    }
}
