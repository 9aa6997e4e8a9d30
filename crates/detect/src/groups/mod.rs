//! Submissions that count as one: the attempts of one author, the members of a team, the staff. All are parties.
//!
//! Members of one party are never compared with each other, and they count as one when counting how many have
//! something. Staff does not count there, as what a sample solution contains is no less rare among students. Reference
//! answers belong to staff.

pub(crate) mod near_identical;
pub(crate) mod same_text;

use std::borrow::Cow;

use chaffinch_fingerprint::UnionFind;
use chaffinch_submission::{TokenizedSubmission, composed};
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::index::distinct;
use crate::index::postings::Postings;
use crate::{Counts, Options, TOO_SHORT};

/// The submissions by kind: those of the batch come first, then archived ones, then reference answers.
pub(crate) struct Class {
    /// Number of submissions of the batch, which is the index of the first archived one.
    pub(crate) batch: usize,
    /// Index of the first reference answer.
    pub(crate) references: usize,
    /// Number of all submissions.
    pub(crate) all: usize,
    pub(crate) parties: Parties,
}

impl Class {
    /// Counts the submissions of each kind, and finds those that count as one.
    pub(crate) fn new(submissions: &[TokenizedSubmission], options: &Options) -> Self {
        Self {
            batch: submissions.iter().take_while(|submission| submission.archive.is_none()).count(),
            references: submissions.iter().take_while(|submission| !is_reference(submission)).count(),
            all: submissions.len(),
            parties: Parties::find(submissions, &options.teams, &options.staff),
        }
    }

    /// Returns the submissions that chance is estimated from: those of students that are long enough.
    pub(crate) fn takes_part(&self, counted: &[u32]) -> Vec<bool> {
        let takes_part = |index: usize| {
            index < self.batch && counted[index] >= TOO_SHORT && !self.parties.is_staff(index as u32)
        };
        (0..self.all).map(takes_part).collect()
    }
}

/// Returns whether a submission is a reference answer.
fn is_reference(submission: &TokenizedSubmission) -> bool {
    submission.archive.as_ref().is_some_and(|label| label.reference.is_some())
}

/// The parties of a batch and its archived submissions.
pub(crate) struct Parties {
    /// Each submission's party, named by its smallest member.
    of: Vec<u32>,
    staff: Vec<bool>,
    /// For each submission, the index of the first team that names a member of its party.
    teams: Vec<Option<u32>>,
    /// The groups; `None` if every submission is its own party and there is no staff.
    counted: Option<Groups>,
}

impl Parties {
    /// Finds the parties. `teams` and `staff` name submissions or authors; unknown names are ignored. Staff is never in
    /// a team. Reference answers are staff's, whatever they are called.
    pub(crate) fn find(submissions: &[TokenizedSubmission], teams: &[Vec<String>], staff: &[String]) -> Self {
        let sets = UnionFind::new(submissions.len() as u32);
        let mut named: FxHashMap<Cow<'_, str>, Vec<u32>> = FxHashMap::default();
        let mut first_of: FxHashMap<Cow<'_, str>, u32> = FxHashMap::default();
        for (index, submission) in (0..).zip(submissions) {
            named.entry(composed(&submission.header.name)).or_default().push(index);
            if let Some(author) = &submission.header.author {
                named.entry(composed(author)).or_default().push(index);
                sets.join(*first_of.entry(composed(author)).or_insert(index), index);
            }
        }
        let of_name = |name| named.get(&composed(name)).into_iter().flatten();
        let all = 0..submissions.len() as u32;

        // A submission in the same party as a staff member's is staff's too.
        let persons: FxHashSet<u32> =
            staff.iter().flat_map(|name| of_name(name)).map(|&index| sets.root(index)).collect();
        let is_staff: Vec<bool> = all
            .clone()
            .map(|index| is_reference(&submissions[index as usize]) || persons.contains(&sets.root(index)))
            .collect();
        let join_all = |members: &mut dyn Iterator<Item = u32>| {
            let first = members.next();
            members.for_each(|member| sets.join(first.unwrap_or(member), member));
            first
        };
        join_all(&mut all.clone().filter(|&index| is_staff[index as usize]));
        let mut led: Vec<(u32, u32)> = Vec::new();
        for (number, team) in (0..).zip(teams) {
            let members = team.iter().flat_map(|name| of_name(name)).copied();
            let first = join_all(&mut members.filter(|&index| !is_staff[index as usize]));
            led.extend(first.map(|first| (first, number)));
        }
        let of: Vec<u32> = all.clone().map(|index| sets.root(index)).collect();
        let mut team_of: FxHashMap<u32, u32> = FxHashMap::default();
        for (first, number) in led {
            team_of.entry(of[first as usize]).or_insert(number);
        }
        let teams = of.iter().map(|party| team_of.get(party).copied()).collect();
        let alone = !is_staff.contains(&true) && all.zip(&of).all(|(index, &of)| index == of);
        let counted = (!alone).then(|| Groups::new(&of, &is_staff));
        Self { of, staff: is_staff, teams, counted }
    }

    /// Creates parties of one submission each.
    #[cfg(test)]
    pub(crate) fn alone(submissions: u32) -> Self {
        let nobody = vec![false; submissions as usize];
        let teams = vec![None; submissions as usize];
        Self { of: (0..submissions).collect(), staff: nobody, teams, counted: None }
    }

    /// Returns the number of submissions.
    pub(crate) fn submissions(&self) -> usize {
        self.of.len()
    }

    /// Returns whether two submissions belong to one party, or are the same.
    pub(crate) fn are_one(&self, left: u32, right: u32) -> bool {
        self.of[left as usize] == self.of[right as usize]
    }

    /// Returns the party of a submission.
    pub(crate) fn of(&self, submission: u32) -> u32 {
        self.of[submission as usize]
    }

    /// Returns whether a submission belongs to staff.
    pub(crate) fn is_staff(&self, submission: u32) -> bool {
        self.staff[submission as usize]
    }

    /// Returns whether one of two submissions belongs to staff.
    pub(crate) fn has_staff(&self, (left, right): (u32, u32)) -> bool {
        self.is_staff(left) || self.is_staff(right)
    }

    /// Returns the index of a submission's team: the first one that names a member of its party.
    pub(crate) fn team(&self, submission: u32) -> Option<u32> {
        self.teams[submission as usize]
    }

    /// Returns the number of staff's submissions among the first `batch`.
    pub(crate) fn staff_among(&self, batch: usize) -> usize {
        self.staff[..batch].iter().filter(|&&staff| staff).count()
    }

    /// Returns the groups; `None` if every submission counts by itself.
    pub(crate) fn counted(&self) -> Option<&Groups> {
        self.counted.as_ref()
    }

    /// Returns the first submission of each party, without staff.
    pub(crate) fn representatives(&self) -> Vec<u32> {
        (0..)
            .zip(&self.of)
            .filter(|&(index, &of)| index == of && !self.is_staff(index))
            .map(|(index, _)| index)
            .collect()
    }

    /// Returns how many people each submission stands for: a party's submissions that take part stand for one together.
    pub(crate) fn weights(&self, takes_part: &[bool]) -> Vec<f64> {
        let mut sizes = vec![0_u32; self.of.len()];
        for (&party, _) in self.of.iter().zip(takes_part).filter(|(_, takes_part)| **takes_part) {
            sizes[party as usize] += 1;
        }
        let weight = |(&party, &takes_part): (&u32, &bool)| {
            if takes_part { 1.0 / f64::from(sizes[party as usize]) } else { 0.0 }
        };
        self.of.iter().zip(takes_part).map(weight).collect()
    }

    /// Returns what counts as one for scores: parties, and versions of one program.
    pub(crate) fn units<'v>(&self, versions: impl Iterator<Item = &'v [u32]>) -> Units {
        let sets = self.sets();
        let mut has_versions = false;
        for versions in versions {
            has_versions = true;
            versions.windows(2).for_each(|two| sets.join(two[0], two[1]));
        }
        let has_units = has_versions || self.counted.is_some();
        Units { groups: has_units.then(|| self.groups(&sets)), sets }
    }

    /// Returns the unit of each submission of students among the first `batch`.
    pub(crate) fn units_of_students(&self, units: &Units, batch: usize) -> Vec<Option<u32>> {
        let of =
            |index: u32| ((index as usize) < batch && !self.is_staff(index)).then(|| units.sets.root(index));
        (0..self.of.len() as u32).map(of).collect()
    }

    /// Returns the parties as sets, so that more submissions can be joined.
    pub(crate) fn sets(&self) -> UnionFind {
        let sets = UnionFind::new(self.of.len() as u32);
        for (index, &party) in (0..).zip(&self.of) {
            sets.join(party, index);
        }
        sets
    }

    /// Converts sets of submissions that count as one to groups.
    pub(crate) fn groups(&self, sets: &UnionFind) -> Groups {
        let of: Vec<u32> = (0..self.of.len() as u32).map(|index| sets.root(index)).collect();
        Groups::new(&of, &self.staff)
    }

    /// Returns how each submission counts, given the sets of those that count as one. Submissions from `batch` on are
    /// archived.
    pub(crate) fn counts(&self, sets: &UnionFind, batch: usize) -> Vec<Counts> {
        let of = |index: usize| match index {
            _ if self.staff[index] => Counts::Not,
            _ if batch <= index => Counts::Archived,
            _ => Counts::Group(sets.root(index as u32)),
        };
        (0..self.of.len()).map(of).collect()
    }

    /// Inverts lists of distinct ids, one per submission. A party counts as its first member, and staff not at all.
    pub(crate) fn postings<List: AsRef<[u32]>>(&self, lists: &[List], ids: usize) -> Postings {
        if self.counted.is_none() {
            return Postings::invert(lists, ids, u32::MAX);
        }
        let mut merged = vec![Vec::new(); lists.len()];
        for ((list, &party), staff) in lists.iter().zip(&self.of).zip(&self.staff) {
            if !staff {
                merged[party as usize].extend_from_slice(list.as_ref());
            }
        }
        let merged: Vec<Vec<u32>> = merged.into_par_iter().map(distinct).collect();
        Postings::invert(&merged, ids, u32::MAX)
    }
}

/// Submissions that count as one for scores.
pub(crate) struct Units {
    /// The units as sets; staff's submissions are one.
    pub(crate) sets: UnionFind,
    /// The same as groups; `None` if every submission counts by itself.
    pub(crate) groups: Option<Groups>,
}

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
