//! Union-find that many threads can use at once.

use std::sync::atomic::{AtomicU32, Ordering};

/// Disjoint sets of the numbers below a limit, which many threads may join at once.
///
/// A parent never has a larger number than its child. Only a root is given a parent, by a single compare-and-exchange
/// that fails if it is no longer a root. So the sets do not depend on the order of joins.
#[derive(Debug)]
pub struct UnionFind(Vec<AtomicU32>);

impl UnionFind {
    /// Creates sets of one member each.
    pub fn new(members: u32) -> Self {
        Self((0..members).map(AtomicU32::new).collect())
    }

    /// Returns the smallest member of a set.
    pub fn root(&self, mut member: u32) -> u32 {
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

    /// Joins the sets of two members.
    pub fn join(&self, left: u32, right: u32) {
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

impl Clone for UnionFind {
    fn clone(&self) -> Self {
        Self(self.0.iter().map(|parent| parent.load(Ordering::Relaxed).into()).collect())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

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
            let sets = UnionFind::new(40);
            std::thread::scope(|scope| {
                for part in joins.chunks(joins.len().div_ceil(4).max(1)) {
                    scope.spawn(|| part.iter().for_each(|&(left, right)| sets.join(left, right)));
                }
            });
            prop_assert_eq!((0..40).map(|member| sets.root(member)).collect::<Vec<_>>(), slow);
        }
    }
}
