//! Divide and sort: writes each value in the sketches of kept documents as a (value, document) entry to sorted runs on
//! disk.

use std::path::Path;

use crate::document::Document;
use crate::error::Result;
use crate::parallel;
use crate::segments::corpus::{Corpus, shares};
use crate::sort::{self, Ranges, Run, Sorter};
use crate::stages::folding::Folds;

/// Applies `features` to the sketches of the newest segment's kept documents, and sorts the resulting values.
pub(crate) fn post(
    corpus: &Corpus,
    folds: &Folds,
    folder: &Path,
    features: impl Fn(&mut Vec<u64>) + Sync,
) -> Result<Vec<Run>> {
    let resources = corpus.resources;
    let memory = resources.buffer(u64::from(corpus.documents()))?;
    let Some(segment) = corpus.segments.last() else { return Ok(Vec::new()) };
    let shares = shares(0..segment.documents, resources.threads);
    let runs = parallel::each(resources.threads, shares.len(), |share| {
        let mut sorter = Sorter::<u128>::new(folder, format!("postings-{share}"), Ranges::Hashes, memory);
        let range = shares[share].clone();
        if range.is_empty() {
            return sorter.finish();
        }
        let mut sketches = segment.sketches(&segment.document(range.start)?)?;
        let mut sketch = Vec::new();
        segment.each_document(range, |at, &Document { size, .. }| {
            let number = segment.base + at;
            sketches.next(size.own(), &mut sketch)?;
            if folds.is_kept(number) {
                features(&mut sketch);
                for &value in &sketch {
                    sorter.push(u128::from(value) << 32 | u128::from(number))?;
                }
            }
            Ok(())
        })?;
        sorter.finish()
    })?;
    let runs = runs.into_iter().flatten().collect();
    sort::compact(runs, (folder, "postings"), Ranges::Hashes, (resources.threads, memory))
}
