//! Who belongs to a group: a mixture of two classes of submissions with independent features (latent class analysis:
//! Lazarsfeld and Henry 1968), fitted by assigning each submission to the likelier class until nothing changes
//! (classification EM: Celeux and Govaert 1992).
//!
//! The *core* of a group are the features that at least half of it has. For each of them, q is the share of members
//! that have it, and p that of others; what unrelated programs of a task share ([`USUAL_SHARE`]) counts like
//! [`USUAL_OTHERS`] further others, so that a group without others is judged, too. A submission has
//!
//! `sum of w (log2(q / p) where it has the feature, log2((1 - q) / (1 - p)) where not) / sum of w`
//!
//! bits for a unit of weight in a view; the mean over the views must be positive for a member. Views are those of
//! k-grams, statements, forms and texts.

use rayon::prelude::*;

use crate::features::view::View;
use crate::findings::seeds::MIN_MEMBERS;
use crate::index::numbering::Numbered;

/// Share of the features of a program that an unrelated one of the same task has, as measured over programs in C, C++,
/// Java and Python.
pub(super) const USUAL_SHARE: f64 = 0.4;

/// Share of the forms of a program that nearly all programs of a group have, if it is unrelated to them.
const USUAL_COMMON: f64 = 0.6;

/// Number of others that these shares count as.
const USUAL_OTHERS: f64 = 2.0;

/// Least share of members that have a feature of the core.
const CORE: f64 = 0.5;

/// Least share of members that have a form that nearly all have.
const USUAL: f64 = 0.8;

/// Least share of the core's forms that a member has.
const MIN_PART: f64 = 0.75;

/// Shares are not taken to be smaller than this, nor larger than 1 less this.
const MIN_SHARE: f64 = 0.01;

/// Most rounds. Few groups need more than three.
const MAX_ROUNDS: usize = 8;

/// Most others that a group is compared with, evenly spaced in the order of names.
const MAX_OTHERS: usize = 1024;

/// A group that has at least this share of the class may have members among all of it.
const LARGE: f64 = 0.01;

/// The views that say who belongs to a group.
const VIEWS: usize = 4;

/// Index of the view of forms.
const FORMS: usize = 2;

/// The features of a class, and who is still free to belong to a group.
pub(super) struct Membership<'a> {
    lists: [&'a [Vec<u32>]; VIEWS],
    weights: [&'a [f32]; VIEWS],
    /// For each submission, how many people it stands for; 0 if it takes no part.
    people: Vec<f64>,
    /// For each submission, as how many it counts among others. Members of a group count as one together.
    as_other: Vec<f64>,
    is_free: Vec<bool>,
    /// For each view and feature, a number that is 0 between uses.
    scratch: [Vec<f32>; VIEWS],
}

/// A group of submissions, and how it differs from others.
pub(super) struct Members {
    /// Ascending.
    pub(super) submissions: Vec<u32>,
    /// The forms that nearly all members have, ascending.
    pub(super) usual: Vec<u32>,
    /// For each member, the share of the core's forms that it has, by weight.
    pub(super) shares: Vec<f64>,
    /// Median share of a member's forms that are of the core, by weight.
    pub(super) common: f64,
    /// Mean share of the forms of others that nearly all members have, by weight.
    pub(super) common_outside: f64,
    /// Smallest bits of a member for a unit of weight.
    pub(super) least: f64,
    /// Largest bits of anybody else for a unit of weight.
    pub(super) most_outside: f64,
    /// Evidence: the median bits of a member for a unit of weight, times the weight of the core's forms.
    pub(super) bits: f64,
}

/// A feature of the core, and what having it says.
struct CoreFeature {
    feature: u32,
    /// Share of the members that have it.
    share: f64,
    present: f64,
    absent: f64,
}

impl<'a> Membership<'a> {
    /// `people` says for each submission how many people it stands for.
    pub(super) fn new(views: &'a [View], forms: &'a Numbered, people: Vec<f64>) -> Self {
        let mut lists = [views[0].lists(), views[1].lists(), views[2].lists(), views[3].lists()];
        let mut weights = [views[0].weights(), views[1].weights(), views[2].weights(), views[3].weights()];
        // In a language without forms, these are its statements.
        (lists[FORMS], weights[FORMS]) = (&forms.lists, &forms.weights);
        let is_free = people.iter().map(|&people| people > 0.0).collect();
        let scratch = weights.map(|weights| vec![0.0; weights.len()]);
        Self { lists, weights, as_other: people.clone(), people, is_free, scratch }
    }

    /// Returns whether each submission belongs to no group yet.
    pub(super) fn free(&self) -> &[bool] {
        &self.is_free
    }

    /// Lets the members of each seed count as one among the others of other groups.
    pub(super) fn count_as_one(&mut self, seeds: &[Vec<u32>]) {
        for seed in seeds {
            for &member in seed {
                self.as_other[member as usize] = 1.0 / seed.len() as f64;
            }
        }
    }

    /// Takes the members of a group, so that they belong to no other one.
    pub(super) fn take(&mut self, members: &[u32]) {
        self.count_as_one(&[members.to_vec()]);
        for &member in members {
            self.is_free[member as usize] = false;
        }
    }

    /// Returns the group that a seed grows into; `None` if nobody but few belongs to it.
    pub(super) fn group(&mut self, seed: &[u32]) -> Option<Members> {
        let taking_part: Vec<u32> =
            (0..).zip(&self.people).filter(|(_, people)| **people > 0.0).map(|(index, _)| index).collect();
        let step = taking_part.len().div_ceil(MAX_OTHERS).max(1);
        let is_large = LARGE * taking_part.len() as f64 <= seed.len() as f64;
        let mut compared: Vec<u32> =
            if is_large { taking_part } else { taking_part.into_iter().step_by(step).collect() };
        compared.extend(seed);
        compared.sort_unstable();
        compared.dedup();
        let mut members: Vec<u32> =
            seed.iter().copied().filter(|&member| self.is_free[member as usize]).collect();
        for _ in 0..MAX_ROUNDS {
            if (members.len() as f64) < MIN_MEMBERS {
                return None;
            }
            let bits = self.bits(&members, &compared);
            let belonging: Vec<u32> = (compared.iter().zip(&bits))
                .filter(|(index, bits)| **bits > 0.0 && self.is_free[**index as usize])
                .map(|(index, _)| *index)
                .collect();
            if belonging == members {
                return self.described(members, &compared, &bits);
            }
            members = belonging;
        }
        None
    }

    /// Returns the bits of submissions for a unit of weight: the mean over the views.
    fn bits(&mut self, members: &[u32], compared: &[u32]) -> Vec<f64> {
        let mut bits = vec![0.0; compared.len()];
        for view in 0..VIEWS {
            let core = self.core(view, members, compared);
            let whole: f64 = core.iter().map(|feature| self.weight(view, feature.feature)).sum();
            if whole <= 0.0 {
                continue;
            }
            let without: f64 = core.iter().map(|feature| feature.absent).sum();
            for CoreFeature { feature, present, absent, .. } in &core {
                self.scratch[view][*feature as usize] = (present - absent) as f32;
            }
            let scratch = &self.scratch[view];
            bits.par_iter_mut().zip(compared).for_each(|(bits, &index)| {
                let of = |feature: &u32| f64::from(scratch[*feature as usize]);
                let present: f64 = self.lists[view][index as usize].iter().map(of).sum();
                *bits += (without + present) / whole / VIEWS as f64;
            });
            for CoreFeature { feature, .. } in &core {
                self.scratch[view][*feature as usize] = 0.0;
            }
        }
        bits
    }

    fn weight(&self, view: usize, feature: u32) -> f64 {
        f64::from(self.weights[view][feature as usize])
    }

    /// Returns the features that at least half of the members have, ascending, and what having them says.
    fn core(&mut self, view: usize, members: &[u32], compared: &[u32]) -> Vec<CoreFeature> {
        let all: f64 = members.iter().map(|&member| self.people[member as usize]).sum();
        let mut scratch = std::mem::take(&mut self.scratch[view]);
        let mut met = Vec::new();
        for &member in members {
            for &feature in &self.lists[view][member as usize] {
                if scratch[feature as usize] == 0.0 {
                    met.push(feature);
                }
                scratch[feature as usize] += self.people[member as usize] as f32;
            }
        }
        let mut core: Vec<(u32, f64)> = Vec::new();
        for feature in met {
            let having = f64::from(std::mem::take(&mut scratch[feature as usize]));
            if CORE * all <= having {
                core.push((feature, having));
            }
        }
        core.sort_unstable_by_key(|&(feature, _)| feature);
        // Features of the core are counted as 1 and more, so that others, which are 0, are not counted.
        for &(feature, _) in &core {
            scratch[feature as usize] = 1.0;
        }
        let mut others = 0.0;
        for &other in compared.iter().filter(|index| members.binary_search(index).is_err()) {
            let counts = self.as_other[other as usize];
            others += counts;
            for &feature in &self.lists[view][other as usize] {
                let count = &mut scratch[feature as usize];
                if *count > 0.0 {
                    *count += counts as f32;
                }
            }
        }
        let share = |part: f64, usual: f64, all: f64, usual_all: f64| {
            ((part + usual) / (all + usual_all)).clamp(MIN_SHARE, 1.0 - MIN_SHARE)
        };
        let core = core
            .into_iter()
            .map(|(feature, having)| {
                let outside = f64::from(std::mem::take(&mut scratch[feature as usize]) - 1.0);
                let q = share(having, 0.5, all, 1.0);
                let p = share(outside, USUAL_OTHERS * USUAL_SHARE, others, USUAL_OTHERS);
                let weight = f64::from(self.weights[view][feature as usize]);
                CoreFeature {
                    feature,
                    share: having / all,
                    present: weight * (q / p).log2(),
                    absent: weight * ((1.0 - q) / (1.0 - p)).log2(),
                }
            })
            .collect();
        self.scratch[view] = scratch;
        core
    }

    /// Describes a group without those members that have only a part of what it has in common. `bits` are those of the
    /// submissions that it was compared with.
    fn described(&mut self, members: Vec<u32>, compared: &[u32], bits: &[f64]) -> Option<Members> {
        let core = self.core(FORMS, &members, compared);
        let usual: Vec<u32> =
            core.iter().filter(|feature| USUAL <= feature.share).map(|feature| feature.feature).collect();
        let core: Vec<u32> = core.iter().map(|feature| feature.feature).collect();
        let weights = self.weights[FORMS];
        let whole = weight_of(&core, weights);
        let list = |index: u32| self.lists[FORMS][index as usize].as_slice();
        let share = |&member: &u32| {
            let of_core: Vec<u32> = of_core(list(member), &core).collect();
            (weight_of(&of_core, weights) / whole.max(f64::MIN_POSITIVE)).min(1.0)
        };
        let (members, shares): (Vec<u32>, Vec<f64>) = members
            .into_iter()
            .map(|member| (member, share(&member)))
            .filter(|one| MIN_PART <= one.1)
            .unzip();
        if (members.len() as f64) < MIN_MEMBERS {
            return None;
        }
        let common = median(members.iter().map(|&member| common(list(member), &core, weights)).collect());
        let (mut inside, mut most_outside) = (Vec::new(), f64::NEG_INFINITY);
        let (mut others, mut common_outside) = (USUAL_OTHERS, USUAL_OTHERS * USUAL_COMMON);
        for (&index, &bits) in compared.iter().zip(bits) {
            if members.binary_search(&index).is_ok() {
                inside.push(bits);
            } else {
                most_outside = most_outside.max(bits);
                let counts = self.as_other[index as usize];
                others += counts;
                common_outside += counts * self::common(list(index), &usual, weights);
            }
        }
        Some(Members {
            least: inside.iter().copied().fold(f64::INFINITY, f64::min),
            bits: median(inside) * whole,
            most_outside,
            common,
            common_outside: common_outside / others,
            shares,
            usual,
            submissions: members,
        })
    }
}

fn of_core<'c>(forms: &'c [u32], core: &'c [u32]) -> impl Iterator<Item = u32> + 'c {
    forms.iter().copied().filter(|form| core.binary_search(form).is_ok())
}

fn weight_of(forms: &[u32], weights: &[f32]) -> f64 {
    forms.iter().map(|&form| f64::from(weights[form as usize])).sum()
}

/// Returns the share of forms that are of a core, by weight; 1 if there are none.
pub(super) fn common(forms: &[u32], core: &[u32], weights: &[f32]) -> f64 {
    let whole = weight_of(forms, weights);
    let of_core: Vec<u32> = of_core(forms, core).collect();
    if whole > 0.0 { weight_of(&of_core, weights) / whole } else { 1.0 }
}

/// Returns the median of at least one number: of an even number, the larger one in the middle.
pub(super) fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_unstable_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}
