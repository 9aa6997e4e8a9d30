//! Merges one range of several runs in order.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::path::Path;

use super::run::{RANGES, Ranges, Run, RunWriter};
use crate::error::Result;
use crate::parallel;

/// Most runs that are merged at once. With more, each read would be too small, and too many files would be open.
const FAN_IN: usize = 128;

/// Most bytes of each run that are read at a time.
const READ: usize = 1 << 18;

/// Passes the entries of one range of all runs to `each`, in the order of keys, then values.
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

/// Merges all ranges of runs into one file.
pub(crate) fn merge_into(path: &Path, runs: &[Run], ranges: Ranges, memory: usize) -> Result<Run> {
    let mut writer = RunWriter::create(path, ranges)?;
    for range in 0..RANGES {
        merge(runs, range, memory, |key, value| writer.push(key, value))?;
    }
    writer.finish()
}

/// Merges runs into files whose names begin with `prefix`, until there are few enough to merge at once.
pub(crate) fn compact(
    mut runs: Vec<Run>,
    (folder, prefix): (&Path, &str),
    ranges: Ranges,
    (threads, memory): (usize, usize),
) -> Result<Vec<Run>> {
    let mut round = 0;
    while runs.len() > FAN_IN {
        let groups: Vec<&[Run]> = runs.chunks(FAN_IN).collect();
        let merged = parallel::each(threads, groups.len(), |group| {
            let path = folder.join(format!("{prefix}-merged-{round}-{group}"));
            merge_into(&path, groups[group], ranges, memory)
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
    fn more_runs_than_are_merged_at_once_hold_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let ranges = Ranges::documents(0..1000);
        let entry = |run: u64, at: u64| ((run * 31 + at * at) % 997) << 32 | run;
        let mut slow = std::collections::BTreeSet::new();
        let mut runs = Vec::new();
        for run in 0..2 * FAN_IN as u64 {
            let mut sorter = Sorter::<u64>::new(folder.path(), format!("x-{run}"), ranges, 0);
            (0..100).for_each(|at| sorter.push(entry(run, at)).unwrap());
            slow.extend((0..100).map(|at| (entry(run, at), 0)));
            runs.extend(sorter.finish().unwrap());
        }
        let runs = compact(runs, (folder.path(), "x"), ranges, (3, 1 << 16)).unwrap();
        assert!(runs.len() <= FAN_IN);
        assert_eq!(all(&runs), slow.into_iter().collect::<Vec<_>>());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), runs.len());
    }

    #[test]
    fn a_full_buffer_becomes_runs_whatever_keys_come() {
        let folder = tempfile::tempdir().unwrap();
        let mut random = 1_u64;
        for (name, mask) in [("uniform", u64::MAX), ("narrow", 0xffff << 20), ("few", 3)] {
            let mut sorter = Sorter::<u128>::new(folder.path(), name.to_owned(), Ranges::Hashes, 0);
            let mut slow = std::collections::BTreeSet::new();
            for at in 0..100_000 {
                random =
                    random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let (key, value) = ((random ^ random >> 32) & mask, at % 1000);
                sorter.push(u128::from(key) << 32 | u128::from(value)).unwrap();
                slow.insert((key, value));
            }
            let runs = sorter.finish().unwrap();
            assert!(runs.len() > 1);
            let mut found = all(&runs);
            // The same entry may be in two runs.
            found.dedup();
            assert_eq!(found, slow.into_iter().collect::<Vec<_>>(), "{name}");
        }
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
