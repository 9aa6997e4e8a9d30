//! Finds what the authors of a class have in own earlier work.

use std::collections::BTreeMap;
use std::ops::Range;

use rayon::prelude::*;

use crate::background::{
    passages::passages,
    places::{Compared, Other, Places},
};

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
                let found = file.iter().map(|&(fingerprint, position)| (position, places.find(fingerprint)));
                let found = passages(found, |_| Some(0), 1);
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
