//! Longer runs of tokens, for code that too many submissions have.
//!
//! Screening does not follow the list of a k-gram that more than `MAX_POSTINGS` submissions have: the work would be
//! quadratic. In a large class of short and uniform programs, all k-grams are like that. Each of their places is
//! therefore extended, token by token as the file goes on, until at most as many submissions have the run. Runs grow by
//! half ([`length`]), and one that reaches the end of its file ends there, so equal files share a run however short they
//! are.
//!
//! The places are those that winnowing selects, so two submissions with a common run of `length(k, level) + w - 1`
//! tokens have a common place in it, and the same runs begin there (Schleimer, Wilkerson, Aiken 2003). The pair is
//! found if at most `MAX_POSTINGS` have the last of them. What more have, however far it is extended, is compared with
//! the first that have it (`frequent`): if most of a class copied one program, all of them are still linked.
//!
//! Runs are also a view of the batch. A run counts for what it tells beyond the one that it extends, so all runs of a
//! place together tell as much as the longest one that two submissions share.
//!
//! Memory is linear in tokens.

mod level;

use rayon::prelude::*;

use crate::features::long_runs::level::{Extended, Level, Open, first_places};
use crate::features::passages::FeatureInput;
use crate::features::view::{MAX_BITS, Place, Rarity, View, as_weight, idf_bits};
use crate::groups::Groups;
use crate::index::kgrams::NONE;
use crate::index::numbering::Numbered;
use crate::references::Coverage;

pub(crate) use crate::features::long_runs::level::length;

/// What is known of the longer runs of a batch.
pub(crate) struct LongRuns {
    /// The runs that too many have, and that no longer run replaces.
    pub(crate) frequent: FrequentRuns,
    /// Number of k-grams that too many have.
    pub(crate) kgrams: u32,
    /// How often runs were extended until few enough had each of that length; `None` if too many have some of any length.
    pub(crate) extensions: Option<u32>,
}

/// Finds the longer runs of a batch. In their view, neighbours are found by those that few enough submissions have, and
/// that are longer than a k-gram. Lists of at most `most` submissions are followed. Archived submissions are those
/// from `kinds[0]` on, and reference answers those from `kinds[1]` on. Returns `None` if no k-gram is in more.
pub(crate) fn find(read: FeatureInput<'_>, most: u32, kinds: [usize; 2]) -> Option<(View, LongRuns)> {
    let FeatureInput { submissions, groups, coverage, .. } = read;
    if submissions.len() <= most as usize {
        return None;
    }
    let mut open = first_places(read);
    let mut level = Level::read(read, &open, 0);
    let kgrams = level.too_many(most);
    if kgrams == 0 {
        return None;
    }
    let mut runs = Runs::new(submissions.len());
    let mut frequent = FrequentRuns::new(submissions.len(), kinds);
    let mut extensions = None;
    runs.add(&level, None, most, coverage);
    for number in 1.. {
        let all = submissions.len();
        let remains = |extended: &Extended, run: u32| extended.is_last && most < level.documents(run);
        frequent.add(&level, &level.chosen(remains, |_, run| run));
        let goes_on = |extended: &Extended, run: u32| {
            let documents = level.documents(run);
            !extended.is_last && (most < documents || !tells_all(documents, all))
        };
        open = level.chosen(goes_on, |extended, run| Open { start: extended.place.start, run });
        if open.iter().all(Vec::is_empty) {
            break;
        }
        let next = Level::read(read, &open, number).after(&level);
        let before = std::mem::replace(&mut level, next);
        runs.add(&level, Some(&before), most, coverage);
        if level.too_many(most) == 0 {
            extensions = extensions.or(Some(number));
        }
        // Anybody who has a run alone shares the shorter one.
        let is_alone = |extended: &Extended, run: u32| {
            level.documents(run) == 1 && most < before.documents(extended.place.run)
        };
        frequent.add(&before, &level.chosen(is_alone, |extended, _| extended.place.run));
    }
    frequent.of.par_iter_mut().for_each(distinct);
    Some((runs.view(groups, coverage), LongRuns { frequent, kgrams, extensions }))
}

/// Returns whether a run that this many of `all` have tells as much as one that nobody else has.
fn tells_all(documents: u32, all: usize) -> bool {
    documents == 1 || MAX_BITS <= idf_bits(documents.saturating_sub(2), all.saturating_sub(2))
}

fn distinct(list: &mut Vec<u32>) {
    list.sort_unstable();
    list.dedup();
    list.shrink_to_fit();
}

/// The features of the view, level by level.
struct Runs {
    lists: Vec<Vec<u32>>,
    walked: Vec<Vec<u32>>,
    places: Vec<Vec<Place>>,
    weights: Vec<f32>,
    /// The run that each run extends.
    extended: Vec<u32>,
}

impl Runs {
    fn new(submissions: usize) -> Self {
        let lists = vec![Vec::new(); submissions];
        let places = vec![Vec::new(); submissions];
        Self { walked: lists.clone(), lists, places, weights: Vec::new(), extended: Vec::new() }
    }

    /// Adds the runs of a level. Those of the first level are k-grams, which are walked already.
    fn add(&mut self, level: &Level, before: Option<&Level>, most: u32, coverage: &Coverage) {
        self.weights.extend(&level.weights);
        self.extended.resize(self.weights.len(), NONE);
        for (places, list) in level.places.iter().zip(&level.lists).filter(|_| before.is_some()) {
            for (extended, &run) in places.iter().zip(list) {
                let shorter = before.map_or(NONE, |before| before.feature(extended.place.run));
                self.extended[level.feature(run) as usize] = shorter;
            }
        }
        let is_walked = |run: u32| before.is_some() && level.documents(run) <= most;
        let own = self.lists.par_iter_mut().zip(&mut self.walked).zip(&mut self.places);
        own.enumerate().for_each(|(at, ((features, walked), places))| {
            let mut runs = level.lists[at].clone();
            distinct(&mut runs);
            features.extend(runs.iter().map(|&run| level.feature(run)));
            walked.extend(runs.iter().filter(|run| is_walked(**run)).map(|&run| level.feature(run)));
            if coverage.has(at as u32) {
                let place = |(extended, run): (&Extended, &u32)| Place {
                    feature: level.feature(*run),
                    start: extended.place.start,
                    end: extended.end,
                };
                places.extend(level.places[at].iter().zip(&level.lists[at]).map(place));
            }
        });
    }

    fn view(self, groups: Option<&Groups>, coverage: &Coverage) -> View {
        let numbered = Numbered { lists: self.lists, weights: self.weights };
        View::new(numbered, self.extended, Some(self.walked), Rarity::Counted, groups)
            .with_places(self.places, coverage)
    }
}

/// Number of submissions of the class, and as many archived ones and reference answers, that are compared with all others
/// which have a run that too many have.
const FIRST: usize = 32;

/// Runs that too many submissions have.
pub(crate) struct FrequentRuns {
    /// The first submissions that have each run.
    pub(crate) first: Vec<Vec<u32>>,
    /// The weight of each run, as [`View::weight`](crate::features::view::View::weight).
    pub(crate) weights: Vec<u32>,
    /// For each submission, the runs by which it is compared with the first that have them.
    pub(crate) of: Vec<Vec<u32>>,
    /// The first archived submission, and the first reference answer.
    kinds: [usize; 2],
}

impl FrequentRuns {
    fn new(submissions: usize, kinds: [usize; 2]) -> Self {
        Self { first: Vec::new(), weights: Vec::new(), of: vec![Vec::new(); submissions], kinds }
    }

    /// Adds the runs of a level that are `used`, by submission.
    fn add(&mut self, level: &Level, used: &[Vec<u32>]) {
        const UNUSED: u32 = u32::MAX;
        let mut numbers = vec![UNUSED; level.weights.len()];
        let others = level.lists.len().saturating_sub(2);
        for (of, used) in self.of.iter_mut().zip(used) {
            for &run in used {
                let number = &mut numbers[run as usize];
                if *number == UNUSED {
                    *number = self.weights.len() as u32;
                    let bits = idf_bits(level.documents(run).saturating_sub(2), others).min(MAX_BITS) as f32;
                    self.weights.push(as_weight(bits * level.weights[run as usize]));
                    self.first.push(Vec::new());
                }
                of.push(*number);
            }
        }
        let kind = |at: usize| self.kinds.iter().filter(|&&first| first <= at).count();
        let mut room = vec![[FIRST; 3]; self.first.len()];
        for (at, list) in level.lists.iter().enumerate() {
            for &run in list {
                let number = numbers[run as usize];
                if number == UNUSED || self.first[number as usize].last() == Some(&(at as u32)) {
                    continue;
                }
                let room = &mut room[number as usize][kind(at)];
                if *room > 0 {
                    *room -= 1;
                    self.first[number as usize].push(at as u32);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
