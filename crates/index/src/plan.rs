//! Selects the runs to merge next. Pure.
//!
//! A look-up costs the same in a small run as in a large one, so there should be few visible runs. Every merge writes
//! its postings again, so large runs should not be merged often. Runs are merged when there are [`FAN_OUT`] of them. A
//! run is left out while it outweighs all smaller ones together. So fewer than eight runs are visible when nothing is
//! left to merge, mostly one or two after a merge.

use chaffinch_storage::{Run, RunId};

use crate::run::span;

/// Number of visible runs at which some are merged.
const FAN_OUT: usize = 8;

/// A run this many times as large as all smaller ones together is not merged.
const OUTWEIGHS: u64 = 2;

/// A run is rewritten when one in this many of its documents is deleted.
const DEAD: u64 = 4;

/// Returns the runs to merge next, or a single run to rewrite; `None` if there is nothing to do. `runs` are all visible
/// runs of a scheme.
pub fn plan(runs: &[Run]) -> Option<Vec<RunId>> {
    let mut by_size: Vec<&Run> = runs.iter().collect();
    by_size.sort_unstable_by_key(|run| (run.postings, run.id));
    if FAN_OUT <= by_size.len() {
        let mut smaller: u64 = by_size.iter().map(|run| run.postings).sum();
        while by_size.len() > 2
            && let Some(largest) = by_size.last()
            && OUTWEIGHS * (smaller - largest.postings) < largest.postings
        {
            smaller -= largest.postings;
            by_size.pop();
        }
        // A block stores documents in 32 bits.
        let span = span(by_size.iter().copied());
        if u32::try_from(span.end - span.start).is_ok() {
            return Some(by_size.iter().map(|run| run.id).collect());
        }
    }
    // The span of a run cannot be used instead of its documents, as it includes numbers of documents that were deleted
    // before the run was written.
    let dead = |run: &&Run| run.living + run.dead < DEAD * run.dead;
    runs.iter().find(dead).map(|run| vec![run.id])
}

#[cfg(test)]
mod tests {
    use chaffinch_storage::DocumentId;

    use super::*;

    fn run(id: u64, postings: u64) -> Run {
        Run {
            id: RunId(id),
            base: DocumentId(0),
            documents: 0..100,
            level: 0,
            postings,
            blocks: 1,
            bytes: 1,
            living: 100,
            dead: 0,
        }
    }

    /// Ingests equal runs one after the other. Returns the number of postings that merges wrote for each ingested one,
    /// and the mean number of visible runs.
    fn ingest(count: u64) -> (f64, f64) {
        let (mut runs, mut written, mut visible): (Vec<Run>, u64, usize) = (Vec::new(), 0, 0);
        for id in 0..count {
            runs.push(run(2 * id, 1));
            while let Some(ids) = plan(&runs) {
                let merged = runs.extract_if(.., |run| ids.contains(&run.id)).map(|run| run.postings).sum();
                runs.push(run(2 * id + 1, merged));
                written += merged;
            }
            assert!(runs.len() < FAN_OUT);
            visible += runs.len();
        }
        (written as f64 / count as f64, visible as f64 / count as f64)
    }

    #[test]
    fn few_runs_are_visible_and_a_posting_is_written_seldom() {
        for (count, most_written, most_visible) in [(64, 2.5, 4.5), (333, 4.5, 5.0), (4000, 8.0, 5.5)] {
            let (written, visible) = ingest(count);
            assert!(written < most_written && visible < most_visible, "{count}: {written}, {visible}");
        }
    }

    #[test]
    fn a_run_with_many_dead_documents_is_written_anew() {
        let runs = |dead| [run(1, 9), Run { living: 100 - dead, dead, ..run(2, 5) }];
        assert_eq!(plan(&runs(25)), None);
        assert_eq!(plan(&runs(26)), Some(vec![RunId(2)]));
    }

    /// A merged run keeps the span of its sources, however few documents are left.
    #[test]
    fn a_run_of_few_documents_far_apart_is_written_anew_once_they_are_gone() {
        let runs = |living| [Run { living, dead: 2 - living, documents: 0..1_000_000, ..run(1, 9) }];
        assert_eq!(plan(&runs(2)), None);
        assert_eq!(plan(&runs(1)), Some(vec![RunId(1)]));
        assert_eq!(plan(&runs(0)), Some(vec![RunId(1)]));
    }
}
