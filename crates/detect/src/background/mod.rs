//! What the authors of a class, or others, have handed in elsewhere: to other tasks, in other years. Only what somebody
//! named is looked at.
//!
//! - Passages that several people elsewhere have ([`common_elsewhere`]). Code that many take from the same place, such as
//!   a fast reader of input or a tutorial's list class, is rare in one class and yet no evidence: it is taken as a whole,
//!   so its length says nothing. It is masked (`masks`), like starter code.
//! - Passages that an author has in own earlier work ([`own_passages`]).
//!
//! Both are found by the fingerprints of the stored index (`features::selective`), so the same rules hold for a folder and
//! for what a service has stored. People are numbers here.

mod passages;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use passages::{Places, passages};
use rayon::prelude::*;

pub(crate) use passages::union;

pub use passages::{Compared, FileFingerprints, Other};

/// What of the compared submissions was handed in elsewhere, too.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Background {
    /// What is common there. It is ignored.
    pub common: CommonPassages,
    /// What the authors handed in before. It is ignored where both sides of a pair have it so.
    pub own: OwnWork,
}

/// At least this many people elsewhere must have a passage that is common there.
const LEAST: u32 = 3;

/// At least one in this many must have it. In a large collection, somebody has written nearly everything.
const ONE_IN: u32 = 400;

/// For each compared submission and each of its files, in order, the tokens of common passages, ascending. Missing lists
/// are empty.
pub type CommonPassages = Vec<Vec<Vec<Range<u32>>>>;

/// What of the compared submissions is common elsewhere.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CommonElsewhere {
    /// Number of submissions elsewhere that counted.
    pub submissions: u32,
    /// The people of each source.
    pub sources: Vec<SourceCounts>,
    /// The common passages.
    pub common: CommonPassages,
}

/// The people of a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SourceCounts {
    /// Number of people who counted.
    pub people: u32,
    /// Number of people who did not count because they belong to the class.
    pub in_class: u32,
    /// Number of others who did not count because all of their submissions are versions of one of the class.
    pub versions: u32,
}

/// Finds the passages of compared submissions that are common in submissions elsewhere, which are from this many sources.
///
/// People of the class do not count: anybody who copied from them has what they handed in elsewhere. A submission elsewhere is
/// a version of one of the class, or its source, if half of the fingerprints of either are the other's too. It does not
/// count either.
pub fn common_elsewhere(compared: &[Compared], elsewhere: &[Other], sources: usize) -> CommonElsewhere {
    let class: BTreeSet<u32> = compared.iter().filter_map(|one| one.person).collect();
    let places = Places::new(elsewhere.iter());
    let is_version = versions(compared, elsewhere, &places);
    let counts = |submission: u32| {
        let other = &elsewhere[submission as usize];
        (!is_version[submission as usize] && !class.contains(&other.person)).then_some(other.person)
    };
    let counted: Vec<Option<u32>> = (0..elsewhere.len() as u32).map(counts).collect();
    let people = counted.iter().flatten().collect::<BTreeSet<_>>().len() as u32;
    let least = LEAST.max(people / ONE_IN);
    let of_file =
        |file: &FileFingerprints| passages(file, &places, |submission| counted[submission as usize], least);
    CommonElsewhere {
        submissions: counted.iter().flatten().count() as u32,
        sources: (0..sources as u32).map(|source| of_source(source, elsewhere, &counted, &class)).collect(),
        common: compared.par_iter().map(|one| one.files.iter().map(of_file).collect()).collect(),
    }
}

/// Returns which submissions elsewhere are a version of one of the class, or its source.
fn versions(compared: &[Compared], elsewhere: &[Other], places: &Places) -> Vec<bool> {
    let of_one = |one: &Compared| {
        let distinct = one.distinct();
        let mut shared = vec![0; elsewhere.len()];
        for &fingerprint in &distinct {
            for same in places.find(fingerprint).chunk_by(|one, other| one.submission == other.submission) {
                shared[same[0].submission as usize] += 1;
            }
        }
        let is_half = |shared: u32, of: u32| shared > 0 && of <= 2 * shared;
        let is_version = |(shared, other): (u32, &Other)| {
            is_half(shared, distinct.len() as u32) || is_half(shared, other.distinct)
        };
        shared.into_iter().zip(elsewhere).map(is_version).collect::<Vec<bool>>()
    };
    let either = |mut one: Vec<bool>, other: Vec<bool>| {
        one.iter_mut().zip(other).for_each(|(one, other)| *one |= other);
        one
    };
    let class = compared.par_iter().filter(|one| one.person.is_some());
    class.map(of_one).reduce(|| vec![false; elsewhere.len()], either)
}

/// Counts the people of a source. `counted` says for each submission whose it is, if it counts.
fn of_source(
    source: u32,
    elsewhere: &[Other],
    counted: &[Option<u32>],
    class: &BTreeSet<u32>,
) -> SourceCounts {
    let own = elsewhere.iter().zip(counted).filter(|(other, _)| other.source == source);
    let all: BTreeSet<u32> = own.clone().map(|(other, _)| other.person).collect();
    let people = own.filter_map(|(_, counted)| *counted).collect::<BTreeSet<u32>>().len() as u32;
    let in_class = all.intersection(class).count() as u32;
    SourceCounts { people, in_class, versions: all.len() as u32 - in_class - people }
}

/// A passage of a file that its author handed in before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnPassage {
    /// Its tokens.
    pub tokens: Range<u32>,
    /// Index of the source that has it; the first of several.
    pub source: u32,
}

/// For each compared submission and each of its files, in order, what its author handed in before; ascending. Missing
/// lists are empty.
pub type OwnWork = Vec<Vec<Vec<OwnPassage>>>;

/// Finds the passages of compared submissions that their authors have in own submissions elsewhere.
pub fn own_passages(compared: &[Compared], elsewhere: &[Other]) -> OwnWork {
    let mut by_person: BTreeMap<u32, BTreeMap<u32, Vec<&Other>>> = BTreeMap::new();
    for other in elsewhere {
        by_person.entry(other.person).or_default().entry(other.source).or_default().push(other);
    }
    let of_one = |one: &Compared| {
        let mut own: Vec<Vec<OwnPassage>> = vec![Vec::new(); one.files.len()];
        let Some(sources) = one.person.and_then(|person| by_person.get(&person)) else { return own };
        for (&source, others) in sources {
            let places = Places::new(others.iter().copied());
            for (file, own) in one.files.iter().zip(&mut own) {
                let found = passages(file, &places, |_| Some(0), 1);
                own.extend(found.into_iter().map(|tokens| OwnPassage { tokens, source }));
            }
        }
        for passages in &mut own {
            passages.sort_unstable_by_key(|one| (one.tokens.start, one.source));
        }
        own
    };
    compared.par_iter().map(of_one).collect()
}
