//! Merging runs: one range of all of them, in order.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::path::Path;

use super::RANGES;
use super::run::{Ranges, Run, RunWriter};
use crate::error::Result;
use crate::parallel;

/// Runs that are merged at once: more would read too little of each at a time, and open too many files.
const FAN_IN: usize = 128;

/// Bytes of each run that are read at a time, at most.
const READ: usize = 1 << 18;

/// Gives `each` the entries of one range of all runs, in the order of keys, then values.
pub(crate) fn merge(
    runs: &[Run],
    range: usize,
    memory: usize,
    mut each: impl FnMut(u64, u32) -> Result<()>,
) -> Result<()> {
    let buffer = (memory / runs.len().max(1)).min(READ);
    let mut readers: Vec<_> = runs.iter().map(|run| run.range(range, buffer)).collect();
    if let [reader] = readers.as_mut_slice() {
        while let Some((key, value)) = reader.entry()? {
            each(key, value)?;
        }
        return Ok(());
    }
    let mut heads = BinaryHeap::with_capacity(readers.len());
    for (at, reader) in readers.iter_mut().enumerate() {
        if let Some((key, value)) = reader.entry()? {
            heads.push(Reverse((key, value, at)));
        }
    }
    while let Some(mut head) = heads.peek_mut() {
        let Reverse((key, value, at)) = *head;
        each(key, value)?;
        match readers[at].entry()? {
            Some((key, value)) => *head = Reverse((key, value, at)),
            None => drop(PeekMut::pop(head)),
        }
    }
    Ok(())
}

/// Merges runs, into files whose names begin with a prefix, until they can be merged at once; `count` says that values of equal keys are added up.
pub(crate) fn compact(
    mut runs: Vec<Run>,
    (folder, prefix): (&Path, &str),
    ranges: Ranges,
    count: bool,
    (threads, memory): (usize, usize),
) -> Result<Vec<Run>> {
    let mut round = 0;
    while runs.len() > FAN_IN {
        let groups: Vec<&[Run]> = runs.chunks(FAN_IN).collect();
        let merged = parallel::each(threads, groups.len(), |group| {
            let path = folder.join(format!("{prefix}-merged-{round}-{group}"));
            let mut writer = RunWriter::create(&path, ranges)?;
            let mut pending: Option<(u64, u32)> = None;
            for range in 0..RANGES {
                merge(groups[group], range, memory, |key, value| {
                    match &mut pending {
                        Some((same, total)) if count && *same == key => *total = total.saturating_add(value),
                        pending => {
                            if let Some((key, value)) = pending.replace((key, value)) {
                                writer.push(key, value)?;
                            }
                        }
                    }
                    Ok(())
                })?;
            }
            if let Some((key, value)) = pending {
                writer.push(key, value)?;
            }
            writer.finish()
        })?;
        runs.into_iter().try_for_each(Run::remove)?;
        runs = merged;
        round += 1;
    }
    Ok(runs)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::Sorter;
    use super::*;

    fn all(runs: &[Run]) -> Vec<(u64, u32)> {
        let mut all = Vec::new();
        for range in 0..RANGES {
            let mut each = |key, value| {
                all.push((key, value));
                Ok(())
            };
            merge(runs, range, 1 << 16, &mut each).unwrap();
        }
        all
    }

    #[test]
    fn more_runs_than_are_merged_at_once_count_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let ranges = Ranges::Pairs { documents: 1000 };
        // 1024 entries are the smallest buffer.
        let mut sorter = Sorter::<u64>::new(folder.path(), "pairs".to_owned(), ranges, 0);
        let entries = (0..200_000_u64).map(|at| ((at * at % 997) << 32) | (at % 10));
        entries.clone().for_each(|entry| sorter.push(entry).unwrap());
        let runs = sorter.finish().unwrap();
        assert!(runs.len() > FAN_IN);
        let mut slow = std::collections::BTreeMap::<u64, u32>::new();
        entries.for_each(|entry| *slow.entry(entry).or_default() += 1);
        let runs = compact(runs, (folder.path(), "pairs"), ranges, true, (3, 1 << 16)).unwrap();
        assert!(runs.len() <= FAN_IN);
        let mut fast = std::collections::BTreeMap::<u64, u32>::new();
        let found = all(&runs);
        assert!(found.is_sorted());
        for (key, count) in found {
            *fast.entry(key).or_default() += count;
        }
        assert_eq!(fast, slow);
        let left = std::fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(left, runs.len());
    }

    proptest! {
        #[test]
        fn what_was_sorted_comes_back_in_order(
            entries in proptest::collection::vec((any::<u64>(), any::<u32>()), 0..200),
        ) {
            let folder = tempfile::tempdir().unwrap();
            let mut sorter = Sorter::<u128>::new(folder.path(), "x".to_owned(), Ranges::Hashes, 1 << 12);
            for &(key, value) in &entries {
                sorter.push(u128::from(key) << 32 | u128::from(value)).unwrap();
            }
            let mut slow = entries;
            slow.sort_unstable();
            slow.dedup();
            prop_assert_eq!(all(&sorter.finish().unwrap()), slow);
        }
    }
}
