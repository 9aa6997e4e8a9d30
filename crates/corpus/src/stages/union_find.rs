//! Union-find that many threads can use at once. Pure.

use std::sync::atomic::{AtomicU32, Ordering};

/// Disjoint sets of documents that many threads join at once. The root of a set is its smallest member.
///
/// A parent never has a larger number than its child. Only a root is given a parent, by a single compare-and-exchange
/// that fails if it is no longer a root. So the sets do not depend on the order of joins.
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
            // Halves the path. If another thread changed it first, only the shortcut is lost.
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::parallel;

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
