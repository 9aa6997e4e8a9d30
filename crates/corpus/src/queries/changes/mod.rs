//! How documents change from sweep to sweep (Broder et al. 1997, section "Characterizing how pages change over time"):
//! which names are in the next sweep again, and how much their documents have changed; which documents moved to another
//! name, appeared or vanished.
//!
//! Documents with the same name are found through the sorted hashes of names. Those whose name is gone are searched for
//! among the counted pairs. Both are read once, in order.

mod moves;
mod sweeps;

use std::io::Write;
use std::sync::atomic::{AtomicU8, AtomicU32, Ordering};

use chaffinch_sketch::Overlap as Shared;
use serde::Serialize;

use crate::document::{Document, Fold, LinkKind, Overlap, likeness};
use crate::error::{Error, Result};
use crate::parallel;
use crate::queries::index::Index;
use crate::queries::look_up::NAMES;
use crate::resources::Resources;
use crate::results::json::line;
use crate::sort::{self, Run};
use chaffinch_submission::{Named as _, Progress};
use moves::{Fact, Moves};
use sweeps::{Label, Sweeps};
pub use sweeps::{MAX_SWEEPS, SweepKind};

/// Number of steps in the distribution of resemblance.
const STEPS: usize = 10;

/// Bytes for each document in memory: its sweep, its state, the next document of its name, its size, and two facts.
const PER_DOCUMENT: u64 = 64;

/// Stands for no document.
const NONE: u32 = u32::MAX;

/// State bit: it is the last document of its name in its sweep.
const COUNTED: u8 = 1;
/// State bit: its name is not in the next sweep.
const LOST: u8 = 2;
/// State bit: its name was not in the sweep before.
const NEW: u8 = 4;

/// Options of [`Index::changes`].
#[derive(Debug, Clone, Copy)]
pub struct ChangeOptions {
    /// How documents are grouped into sweeps.
    pub by: SweepKind,
    /// The least resemblance for a move: a document whose name is gone has moved if one with a new name resembles it
    /// this much.
    pub threshold: f64,
    /// Whether to list each document.
    pub list: bool,
}

/// Two successive sweeps.
#[derive(Debug, Clone, Serialize)]
struct Row<'a> {
    sweep: &'a Label,
    next: &'a Label,
    #[serde(flatten)]
    counts: Counts,
    /// For documents that changed: the number of shared values, over the number of values that either has.
    mean_resemblance: Option<f64>,
}

/// How many documents of a sweep changed in which way.
#[derive(Debug, Clone, Copy, Default, Serialize)]
struct Counts {
    /// Number of names in the sweep.
    documents: u64,
    /// Number of names in the next sweep.
    next_documents: u64,
    /// Number of names in both sweeps. Each is also counted in one of the next five.
    same_name: u64,
    identical: u64,
    lexically_equivalent: u64,
    shingle_equivalent: u64,
    changed: u64,
    /// Number of names for which one of the two documents has no sketch, or was not read.
    unknown: u64,
    /// For documents that changed: how many resemble their earlier version by 0 to 10 %, 10 to 20 %, ... 90 to 100 %.
    resemblance: [u64; STEPS],
    /// Number of values behind each of these estimates.
    sample: [u64; STEPS],
    /// Number of names that are gone, but whose document a new name has a version of.
    moved: u64,
    /// Number of new names that have a version of a document whose name is gone.
    moved_here: u64,
    /// Number of new names that have no such version.
    appeared: u64,
    /// Number of names that are gone without a version.
    vanished: u64,
    #[serde(skip)]
    shared: u64,
}

/// A document, and what became of it or where it came from.
#[derive(Debug, Serialize)]
struct ChangeRow<'a> {
    sweep: &'a Label,
    next: &'a Label,
    document: String,
    change: &'static str,
    resemblance: Option<f64>,
    /// For a document that moved away: the document of the next sweep that resembles it most.
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<String>,
    /// For a document with a new name: the document of the sweep before that resembles it most.
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<String>,
}

/// What became of one document.
#[derive(Debug, Clone, Copy)]
enum Change {
    Again(Fold),
    Changed(Overlap),
    Unknown,
    Moved(u32, f64),
    Vanished,
    MovedHere(u32, f64),
    Appeared,
}

/// All documents in their sweeps, linked to those of the same name.
struct Histories<'a> {
    index: &'a Index,
    sweeps: Sweeps,
    states: Vec<AtomicU8>,
    /// The document of the same name in the next sweep.
    again: Vec<AtomicU32>,
    moves: Moves,
}

impl Index {
    /// Writes a line for every two successive sweeps, and then, with `list`, a line for every document. Returns the
    /// number of sweeps.
    pub fn changes(
        &self,
        asked: ChangeOptions,
        progress: &dyn Progress,
        out: &mut dyn Write,
    ) -> Result<usize> {
        let documents = u64::from(self.documents());
        let resources = self.run.corpus.resources;
        // There must be memory for a sorting buffer beside the tables.
        let (least, allowed) = (Resources::least(documents * PER_DOCUMENT), resources.memory);
        if allowed < least {
            return Err(Error::Memory { documents, least, allowed });
        }
        progress.report("names", 0, 0);
        let histories = Histories::new(self, asked)?;
        progress.report("comparing", 0, documents);
        let labels = &histories.sweeps.labels;
        let mut counts = vec![Counts::default(); labels.len()];
        histories.each(|number, sweep, change| {
            match change {
                None => {
                    counts[usize::from(sweep)].documents += 1;
                    if let Some(before) = usize::from(sweep).checked_sub(1) {
                        counts[before].next_documents += 1;
                    }
                    if number % 1024 == 0 {
                        progress.report("comparing", number.into(), documents);
                    }
                }
                Some(change) => counts[usize::from(sweep)].take(change),
            }
            Ok(())
        })?;
        for (at, counts) in counts.iter().enumerate().take(labels.len().saturating_sub(1)) {
            let all: u64 = counts.sample.iter().sum();
            let mean_resemblance = (all > 0).then(|| counts.shared as f64 / all as f64);
            line(out, &Row { sweep: &labels[at], next: &labels[at + 1], counts: *counts, mean_resemblance })?;
        }
        if asked.list {
            let name = |number: u32| self.run.corpus.name(number);
            histories.each(|number, sweep, change| {
                let Some(change) = change else { return Ok(()) };
                let (word, resemblance, to, from) = match change {
                    Change::Again(fold) => (LinkKind::from(fold).name(), Some(1.0), None, None),
                    Change::Changed(overlap) => {
                        let share = overlap.resemblance().map(chaffinch_sketch::Share::value);
                        ("changed", share, None, None)
                    }
                    Change::Unknown => ("unknown", None, None, None),
                    Change::Moved(to, share) => ("moved", Some(share), Some(name(to)?), None),
                    Change::Vanished => ("vanished", None, None, None),
                    Change::MovedHere(from, share) => ("moved-here", Some(share), None, Some(name(from)?)),
                    Change::Appeared => ("appeared", None, None, None),
                };
                let (sweep, next) = (&labels[usize::from(sweep)], &labels[usize::from(sweep) + 1]);
                let document = name(number)?;
                line(out, &ChangeRow { sweep, next, document, change: word, resemblance, to, from })
            })?;
        }
        Ok(labels.len())
    }
}

impl Counts {
    fn take(&mut self, change: Change) {
        match change {
            Change::Again(Fold::Identical) => self.identical += 1,
            Change::Again(Fold::LexicallyEquivalent) => self.lexically_equivalent += 1,
            Change::Again(_) => self.shingle_equivalent += 1,
            Change::Changed(overlap) => {
                self.changed += 1;
                if let Some(share) = overlap.resemblance() {
                    let step = (u64::from(overlap.shared) * STEPS as u64 / share.of()).min(STEPS as u64 - 1)
                        as usize;
                    self.resemblance[step] += 1;
                    self.sample[step] += share.of();
                    self.shared += u64::from(overlap.shared);
                }
            }
            Change::Unknown => self.unknown += 1,
            Change::Moved(..) => self.moved += 1,
            Change::Vanished => self.vanished += 1,
            Change::MovedHere(..) => self.moved_here += 1,
            Change::Appeared => self.appeared += 1,
        }
        let is_again = matches!(change, Change::Again(_) | Change::Changed(_) | Change::Unknown);
        self.same_name += u64::from(is_again);
    }
}

impl<'a> Histories<'a> {
    fn new(index: &'a Index, asked: ChangeOptions) -> Result<Self> {
        let sweeps = Sweeps::new(index, asked.by)?;
        let documents = index.documents();
        let states: Vec<AtomicU8> = (0..documents).map(|_| AtomicU8::new(0)).collect();
        let again: Vec<AtomicU32> = (0..documents).map(|_| AtomicU32::new(NONE)).collect();
        let resources = index.run.corpus.resources;
        let memory = resources.buffer(u64::from(documents) * 4)?;
        let runs: Vec<Run> = index.tables.iter().map(|table| table.known.run.clone()).collect();
        let last = sweeps.labels.len().saturating_sub(1);
        parallel::each(resources.threads, NAMES.len(), |range| {
            let mut same: (u64, Vec<u32>) = (0, Vec::new());
            let end = |numbers: &mut Vec<u32>| -> Result<()> {
                for mut named in by_name(index, std::mem::take(numbers))? {
                    named.retain(|&number| sweeps.of[number as usize] != Sweeps::NONE);
                    // If a sweep has several documents of a name, the last one counts.
                    named.sort_unstable_by_key(|&number| (sweeps.of[number as usize], number));
                    let one_each =
                        named.chunk_by(|left, right| sweeps.of[*left as usize] == sweeps.of[*right as usize]);
                    let named: Vec<u32> = one_each.filter_map(|some| some.last().copied()).collect();
                    let mut before: Option<u32> = None;
                    for &number in &named {
                        let sweep = sweeps.of[number as usize];
                        let mut state = COUNTED;
                        let goes_on = before.filter(|&one| sweeps.of[one as usize] + 1 == sweep);
                        if let Some(one) = goes_on {
                            again[one as usize].store(number, Ordering::Relaxed);
                            states[one as usize].fetch_and(!LOST, Ordering::Relaxed);
                        } else if sweep > 0 {
                            state |= NEW;
                        }
                        if usize::from(sweep) < last {
                            state |= LOST;
                        }
                        states[number as usize].store(state, Ordering::Relaxed);
                        before = Some(number);
                    }
                }
                Ok(())
            };
            sort::merge(&runs, NAMES.start + range, memory, |key, number| {
                if key != same.0 {
                    end(&mut same.1)?;
                    same.0 = key;
                }
                same.1.push(number);
                Ok(())
            })?;
            end(&mut same.1)
        })?;
        let mut facts = Vec::new();
        for number in 0..documents {
            let state = states[number as usize].load(Ordering::Relaxed);
            let sweep = sweeps.of[number as usize];
            for is_new in [false, true] {
                if state & if is_new { NEW } else { LOST } != 0 {
                    let representative = index.root(number)?;
                    facts.push(Fact { representative, sweep, is_new, document: number, like: None });
                }
            }
        }
        let moves = Moves::new(index, facts, asked.threshold)?;
        Ok(Self { index, sweeps, states, again, moves })
    }

    /// Passes every document that counts to `each`, with its sweep; then its changes, each with the earlier of the two
    /// sweeps.
    fn each(&self, mut each: impl FnMut(u32, u16, Option<Change>) -> Result<()>) -> Result<()> {
        let index = self.index;
        let mut sketches = [Vec::new(), Vec::new()];
        index.run.corpus.each_document(0..index.documents(), |number, document| {
            let state = self.states[number as usize].load(Ordering::Relaxed);
            if state & COUNTED == 0 {
                return Ok(());
            }
            let sweep = self.sweeps.of[number as usize];
            each(number, sweep, None)?;
            if state & NEW != 0 {
                let fact = self.moves.find(index.root(number)?, sweep, true).and_then(|fact| fact.like);
                let change = fact.map_or(Change::Appeared, |(from, share)| Change::MovedHere(from, share));
                each(number, sweep - 1, Some(change))?;
            }
            if state & LOST != 0 {
                let fact = self.moves.find(index.root(number)?, sweep, false).and_then(|fact| fact.like);
                let change = fact.map_or(Change::Vanished, |(to, share)| Change::Moved(to, share));
                each(number, sweep, Some(change))?;
            }
            let again = self.again[number as usize].load(Ordering::Relaxed);
            if again != NONE {
                let change = self.compare((number, document), again, &mut sketches)?;
                each(number, sweep, Some(change))?;
            }
            Ok(())
        })
    }

    /// Compares a document with the one of its name in the next sweep, by whole sketches: common values count here.
    fn compare(
        &self,
        (number, document): (u32, &Document),
        again: u32,
        [left, right]: &mut [Vec<u64>; 2],
    ) -> Result<Change> {
        let corpus = &self.index.run.corpus;
        let other = corpus.document(again)?;
        match likeness(document, &other) {
            Fold::Kept if document.size.own() == 0 || other.size.own() == 0 => Ok(Change::Unknown),
            Fold::Kept => {
                corpus.place(number).0.sketch(document, left)?;
                corpus.place(again).0.sketch(&other, right)?;
                let shared = Shared::of(left, right).shared as u32;
                Ok(Change::Changed(document.size.overlap(other.size, shared)))
            }
            fold => Ok(Change::Again(fold)),
        }
    }
}

/// Groups documents whose names have the same hash by name.
fn by_name(index: &Index, numbers: Vec<u32>) -> Result<Vec<Vec<u32>>> {
    if numbers.len() < 2 {
        return Ok(vec![numbers]);
    }
    let mut named: Vec<(String, Vec<u32>)> = Vec::new();
    for number in numbers {
        let name = index.run.corpus.name(number)?;
        match named.iter_mut().find(|(other, _)| *other == name) {
            Some((_, numbers)) => numbers.push(number),
            None => named.push((name, vec![number])),
        }
    }
    Ok(named.into_iter().map(|(_, numbers)| numbers).collect())
}
