//! Union-find over dense indexes. The root of a set is its smallest member.

/// Disjoint sets of `0..n`.
#[derive(Clone)]
pub(crate) struct UnionFind {
    parent: Vec<u32>,
}

impl UnionFind {
    /// Creates sets of one index each.
    pub(crate) fn new(n: usize) -> Self {
        Self { parent: (0..n as u32).collect() }
    }

    /// Returns the smallest member of an index's set.
    pub(crate) fn root(&mut self, mut index: u32) -> u32 {
        while self.parent[index as usize] != index {
            let above = self.parent[self.parent[index as usize] as usize];
            self.parent[index as usize] = above;
            index = above;
        }
        index
    }

    /// Joins the sets of two indexes.
    pub(crate) fn join(&mut self, left: u32, right: u32) {
        let (left, right) = (self.root(left), self.root(right));
        self.parent[left.max(right) as usize] = left.min(right);
    }

    /// Returns the sets of at least two members. Members are ascending, and sets are sorted by their smallest member.
    #[cfg(test)]
    pub(crate) fn components(mut self) -> Vec<Vec<u32>> {
        let mut members = vec![Vec::new(); self.parent.len()];
        for index in 0..self.parent.len() as u32 {
            members[self.root(index) as usize].push(index);
        }
        members.retain(|set| 2 <= set.len());
        members
    }
}

#[cfg(test)]
mod tests {
    use super::UnionFind;

    #[test]
    fn joins_are_transitive_and_named_by_the_smallest() {
        let mut sets = UnionFind::new(6);
        for (left, right) in [(5, 3), (3, 1), (2, 4)] {
            sets.join(left, right);
        }
        assert_eq!(sets.root(5), 1);
        assert_eq!(sets.components(), [vec![1, 3, 5], vec![2, 4]]);
    }
}
