//! Groups: submissions that count as one for the rarity of a feature.

use chaffinch_fingerprint::UnionFind;

/// The groups of submissions.
pub(crate) struct Groups {
    /// Each submission's group, named by its smallest member; `None` for staff.
    pub(crate) of: Vec<Option<u32>>,
    /// The submissions that count, sorted by group.
    pub(crate) order: Vec<u32>,
    /// The number of groups.
    pub(crate) count: usize,
}

impl Groups {
    /// Creates groups from each submission's group, and whether it belongs to staff.
    pub(crate) fn new(of: &[u32], staff: &[bool]) -> Self {
        let of: Vec<Option<u32>> = of.iter().zip(staff).map(|(&of, staff)| (!staff).then_some(of)).collect();
        let mut order: Vec<u32> = (0..of.len() as u32).filter(|&at| of[at as usize].is_some()).collect();
        order.sort_by_key(|&submission| of[submission as usize]);
        let count = order.chunk_by(|a, b| of[*a as usize] == of[*b as usize]).count();
        Self { of, order, count }
    }

    /// Returns the groups as sets; staff's submissions are sets of their own.
    pub(crate) fn sets(&self) -> UnionFind {
        let sets = UnionFind::new(self.of.len() as u32);
        for (index, group) in (0..).zip(&self.of) {
            if let Some(group) = group {
                sets.join(*group, index);
            }
        }
        sets
    }

    /// Returns how many groups the sides of a pair are. Their own use of a feature does not make it less rare.
    pub(crate) fn sides(&self, left: u32, right: u32) -> usize {
        match (self.of[left as usize], self.of[right as usize]) {
            (Some(left), Some(right)) if left != right => 2,
            _ => 1,
        }
    }
}
