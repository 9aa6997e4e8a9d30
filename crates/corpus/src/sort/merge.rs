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

/// Merges runs until they can be merged at once; `count` says that values of equal keys are added up.
pub(crate) fn compact(
    mut runs: Vec<Run>,
    folder: &Path,
    ranges: Ranges,
    count: bool,
    resources: (usize, usize),
) -> Result<Vec<Run>> {
    let (threads, memory) = resources;
    let mut round = 0;
    while runs.len() > FAN_IN {
        let groups: Vec<&[Run]> = runs.chunks(FAN_IN).collect();
        let merged = parallel::each(threads, groups.len(), |group| {
            let path = folder.join(format!("merged-{round}-{group}"));
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
