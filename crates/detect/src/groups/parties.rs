//! Who is one party: the attempts of one author, the members of a team, the staff.
//!
//! Members of one party are never compared with each other and count as one wherever it is asked how many have
//! something. Staff counts as nobody there: what a sample solution has is no less rare among students.

use chaffinch_submission::TokenizedSubmission;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::{
    groups::{membership::Groups, union_find::UnionFind},
    results::submission::Counts,
};

/// The parties of a batch and its archived submissions.
pub(crate) struct Parties {
    /// Each submission's party, named by its smallest member.
    of: Vec<u32>,
    staff: Vec<bool>,
    /// The first team that names a member of a submission's party, by its place among the teams.
    teams: Vec<Option<u32>>,
    /// None where everybody is a party of his own and nobody is staff.
    counted: Option<Groups>,
}

impl Parties {
    /// `teams` and `staff` name submissions or authors; a name that nobody has is nobody's. Who is staff is in no team.
    pub(crate) fn find(submissions: &[TokenizedSubmission], teams: &[Vec<String>], staff: &[String]) -> Self {
        let mut sets = UnionFind::new(submissions.len());
        let mut named: FxHashMap<&str, Vec<u32>> = FxHashMap::default();
        let mut first_of: FxHashMap<&str, u32> = FxHashMap::default();
        for (index, submission) in (0..).zip(submissions) {
            named.entry(&submission.name).or_default().push(index);
            if let Some(author) = &submission.author {
                named.entry(author).or_default().push(index);
                sets.join(*first_of.entry(author).or_insert(index), index);
            }
        }
        let of_name = |name: &String| named.get(name.as_str()).map_or(&[][..], Vec::as_slice);
        let all = 0..submissions.len() as u32;

        // A submission in one party with a member of the staff counts as staff.
        let persons: FxHashSet<u32> = staff.iter().flat_map(of_name).map(|&index| sets.root(index)).collect();
        let is_staff: Vec<bool> = all.clone().map(|index| persons.contains(&sets.root(index))).collect();
        let join_all = |sets: &mut UnionFind, members: &mut dyn Iterator<Item = u32>| {
            let first = members.next();
            members.for_each(|member| sets.join(first.unwrap_or(member), member));
            first
        };
        join_all(&mut sets, &mut all.clone().filter(|&index| is_staff[index as usize]));
        let mut led: Vec<(u32, u32)> = Vec::new();
        for (number, team) in (0..).zip(teams) {
            let members = team.iter().flat_map(of_name).copied();
            let first = join_all(&mut sets, &mut members.filter(|&index| !is_staff[index as usize]));
            led.extend(first.map(|first| (first, number)));
        }
        let of: Vec<u32> = all.clone().map(|index| sets.root(index)).collect();
        let mut team_of: FxHashMap<u32, u32> = FxHashMap::default();
        for (first, number) in led {
            team_of.entry(of[first as usize]).or_insert(number);
        }
        let teams = of.iter().map(|party| team_of.get(party).copied()).collect();
        let alone = persons.is_empty() && all.zip(&of).all(|(index, &of)| index == of);
        let counted = (!alone).then(|| Groups::new(&of, &is_staff));
        Self { of, staff: is_staff, teams, counted }
    }

    /// Everybody for himself.
    #[cfg(test)]
    pub(crate) fn alone(submissions: u32) -> Self {
        let nobody = vec![false; submissions as usize];
        let teams = vec![None; submissions as usize];
        Self { of: (0..submissions).collect(), staff: nobody, teams, counted: None }
    }

    /// Number of submissions.
    pub(crate) fn submissions(&self) -> usize {
        self.of.len()
    }

    /// Whether two submissions, or one and itself, are of one party.
    pub(crate) fn are_one(&self, left: u32, right: u32) -> bool {
        self.of[left as usize] == self.of[right as usize]
    }

    /// Whether a submission is staff's.
    pub(crate) fn is_staff(&self, submission: u32) -> bool {
        self.staff[submission as usize]
    }

    /// Whether either of two is staff's.
    pub(crate) fn has_staff(&self, (left, right): (u32, u32)) -> bool {
        self.is_staff(left) || self.is_staff(right)
    }

    /// The team of a submission's party, by its place among the teams: the first where several name members of it.
    pub(crate) fn team(&self, submission: u32) -> Option<u32> {
        self.teams[submission as usize]
    }

    /// Staff's submissions among the first `batch`.
    pub(crate) fn staff_among(&self, batch: usize) -> usize {
        self.staff[..batch].iter().filter(|&&staff| staff).count()
    }

    /// Who counts as one; none where everybody counts for himself.
    pub(crate) fn counted(&self) -> Option<&Groups> {
        self.counted.as_ref()
    }

    /// The parties as sets; more may be joined.
    pub(crate) fn sets(&self) -> UnionFind {
        let mut sets = UnionFind::new(self.of.len());
        for (index, &party) in (0..).zip(&self.of) {
            sets.join(party, index);
        }
        sets
    }

    /// Sets of those that count as one, as groups.
    pub(crate) fn groups(&self, sets: &mut UnionFind) -> Groups {
        let of: Vec<u32> = (0..self.of.len() as u32).map(|index| sets.root(index)).collect();
        Groups::new(&of, &self.staff)
    }

    /// As whom each submission counts, given the sets of those that count as one; those from `batch` on are archived.
    pub(crate) fn counts(&self, sets: &mut UnionFind, batch: usize) -> Vec<Counts> {
        let of = |index: usize| match index {
            _ if self.staff[index] => Counts::Not,
            _ if batch <= index => Counts::Archived,
            _ => Counts::Group(sets.root(index as u32)),
        };
        (0..self.of.len()).map(of).collect()
    }

    /// Of lists, one a submission, what each party has, in its first member's place; staff has nothing. None where that
    /// is what they are.
    pub(crate) fn have(&self, lists: &[Vec<u32>]) -> Option<Vec<Vec<u32>>> {
        self.counted.as_ref()?;
        let mut have = vec![Vec::new(); lists.len()];
        for ((list, &party), staff) in lists.iter().zip(&self.of).zip(&self.staff) {
            if !staff {
                have[party as usize].extend_from_slice(list);
            }
        }
        have.par_iter_mut().for_each(|list: &mut Vec<u32>| {
            list.sort_unstable();
            list.dedup();
        });
        Some(have)
    }
}
