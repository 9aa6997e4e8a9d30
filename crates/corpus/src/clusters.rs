//! The last stage: documents linked by the policy are joined, and the components are the clusters.

use std::sync::atomic::{AtomicU32, Ordering};

use crate::corpus::Corpus;
use crate::error::Result;
use crate::folding::{Fold, Folds};
use crate::measure::Policy;
use crate::pairs::earlier_and_later;
use crate::parallel;
use crate::sizes::Sizes;
use crate::sort::{RANGES, Run};

/// Disjoint sets of documents that many threads join at once. The root of a set is its smallest member.
///
/// A parent never has a larger number than its child, and only a root is given a parent, by a single exchange that
/// fails if it is a root no more: whatever the order of joins, the sets are the same.
#[derive(Debug)]
pub(crate) struct Sets(Vec<AtomicU32>);

impl Sets {
    pub(crate) fn new(members: u32) -> Self {
        Self((0..members).map(AtomicU32::new).collect())
    }

    pub(crate) fn root(&self, mut member: u32) -> u32 {
        loop {
            let parent = self.0[member as usize].load(Ordering::Relaxed);
            if parent == member {
                return member;
            }
            let above = self.0[parent as usize].load(Ordering::Relaxed);
            // Halves the path; a loss against another thread costs nothing but the shortcut.
            let _ = self.0[member as usize].compare_exchange_weak(
                parent,
                above,
                Ordering::Relaxed,
                Ordering::Relaxed,
            );
            member = above;
        }
    }

    pub(crate) fn join(&self, left: u32, right: u32) {
        let (mut left, mut right) = (left, right);
        loop {
            (left, right) = (self.root(left), self.root(right));
            if left == right {
                return;
            }
            let (smaller, larger) = (left.min(right), left.max(right));
            let taken = self.0[larger as usize].compare_exchange(
                larger,
                smaller,
                Ordering::Relaxed,
                Ordering::Relaxed,
            );
            if taken.is_ok() {
                return;
            }
        }
    }
}

/// How a document belongs to its cluster: the closest way in which it is like another one there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum LinkKind {
    /// Alone.
    Single,
    /// Linked by the policy.
    Similar,
    /// The same sketch.
    ShingleEquivalent,
    /// The same canonical form.
    LexicallyEquivalent,
    /// The same bytes.
    Identical,
    /// Not read, and in no cluster.
    Skipped,
}

impl LinkKind {
    const ALL: [Self; 6] = [
        Self::Single,
        Self::Similar,
        Self::ShingleEquivalent,
        Self::LexicallyEquivalent,
        Self::Identical,
        Self::Skipped,
    ];

    pub(crate) fn from_number(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number)).copied()
    }

    /// The word for it in results.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Single => "single",
            Self::Similar => "similar",
            Self::ShingleEquivalent => "shingle-equivalent",
            Self::LexicallyEquivalent => "lexically-equivalent",
            Self::Identical => "identical",
            Self::Skipped => "skipped",
        }
    }
}

impl From<Fold> for LinkKind {
    fn from(fold: Fold) -> Self {
        match fold {
            Fold::Kept => Self::Single,
            Fold::ShingleEquivalent => Self::ShingleEquivalent,
            Fold::LexicallyEquivalent => Self::LexicallyEquivalent,
            Fold::Identical => Self::Identical,
        }
    }
}

/// Documents in their clusters.
#[derive(Debug)]
pub(crate) struct Clusters {
    sets: Sets,
    /// The closest way in which anything was folded to or from each document.
    closest: Vec<u8>,
    /// Which documents were joined to another one by the policy.
    linked: Vec<bool>,
}

impl Clusters {
    /// Joins what the policy links; `None` links every pair (a fast run's).
    pub(crate) fn join(
        corpus: &Corpus,
        folds: &Folds,
        pairs: &[Run],
        sizes: &Sizes,
        policy: Option<Policy>,
    ) -> Result<Self> {
        let documents = corpus.documents();
        let sets = Sets::new(documents);
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
        Ok(Self::of_sets(sets, folds))
    }

    /// From sets of kept documents: those folded to them join them.
    pub(crate) fn of_sets(sets: Sets, folds: &Folds) -> Self {
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

    /// The smallest document of a document's cluster.
    pub(crate) fn first(&self, document: u32) -> u32 {
        self.sets.root(document)
    }

    /// Whether the policy has linked it with another one.
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn many_threads_make_the_same_sets_as_one(
            joins in proptest::collection::vec((0u32..40, 0u32..40), 0..60),
        ) {
            let mut slow: Vec<u32> = (0..40).collect();
            for &(left, right) in &joins {
                let (a, b) = (slow[left as usize], slow[right as usize]);
                for label in &mut slow {
                    if *label == a.max(b) {
                        *label = a.min(b);
                    }
                }
            }
            let sets = Sets::new(40);
            parallel::each(4, joins.len(), |at| {
                sets.join(joins[at].0, joins[at].1);
                Ok(())
            })
            .unwrap();
            prop_assert_eq!((0..40).map(|member| sets.root(member)).collect::<Vec<_>>(), slow);
        }
    }
}
