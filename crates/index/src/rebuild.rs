//! Rebuilding: makes a scheme's index again from the packed fingerprints of its documents.
//!
//! One new run replaces all old ones in one step. It is written in the order of fingerprints. So the documents are read
//! once to count, and then once for each part of the fingerprints that fits into memory.

use std::ops::{Range, RangeInclusive};

use chaffinch_storage::{DocumentId, Index, Lease, Published, SchemeId};

use crate::{
    Fingerprint, IndexError, document,
    fingerprint::BITS,
    run::{RunBuilder, span},
    writer::{Writer, Written},
};

/// Number of postings that are sorted at a time: 128 MiB.
const MAX_COUNT: u64 = 1 << 23;

/// Number of documents that are read at a time.
const PIECE: u32 = 1000;

/// Fingerprints are counted by this many of their highest bits.
const COUNTED_BITS: u32 = 12;

/// The result of a rebuild.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rebuilt {
    /// What was written to the new run.
    pub written: Written,
    /// Documents whose own fingerprints are damaged. They are not in the new run.
    pub damaged: Vec<DocumentId>,
}

/// Rebuilds the index of a scheme. Documents added in the meantime keep their own runs.
///
/// # Errors
///
/// A lost lease, or an error of the storage. The old runs stay as they are.
pub async fn rebuild<S: Index + Sync + ?Sized>(
    storage: &S,
    lease: &Lease,
    scheme: SchemeId,
    frequency_limit: u32,
    progress: impl FnMut(u64, u64) + Send,
) -> Result<Rebuilt, IndexError> {
    rebuild_in_parts(storage, lease, scheme, frequency_limit, MAX_COUNT, progress).await
}

/// [`rebuild()`] with at most about `most` postings in memory.
pub(crate) async fn rebuild_in_parts<S: Index + Sync + ?Sized>(
    storage: &S,
    lease: &Lease,
    scheme: SchemeId,
    frequency_limit: u32,
    most: u64,
    mut progress: impl FnMut(u64, u64) + Send,
) -> Result<Rebuilt, IndexError> {
    let old = storage.runs(scheme).await?;
    let end = if old.is_empty() { u64::MAX } else { span(&old).end };
    let source = Source { storage, scheme, end };

    let (mut counts, mut damaged) = (vec![0_u64; 1 << COUNTED_BITS], Vec::new());
    let mut documents: Option<Range<u64>> = None;
    source
        .each(|document, fingerprints| match fingerprints {
            Some(fingerprints) => {
                let begin = documents.as_ref().map_or(document.0, |range| range.start);
                documents = Some(begin..document.0 + 1);
                for fingerprint in fingerprints {
                    counts[(fingerprint.value >> (BITS - COUNTED_BITS)) as usize] += 1;
                }
            }
            None => damaged.push(document),
        })
        .await?;
    let documents = documents.unwrap_or(0..0);
    let base = DocumentId(documents.start);

    let building = storage.begin_run(lease, scheme, base).await?;
    let mut writer = Writer::new(storage, lease, building, base, frequency_limit);
    let (total, mut done) = (counts.iter().sum(), 0);
    for part in parts(&counts, most) {
        let mut builder = RunBuilder::default();
        source
            .each(|document, fingerprints| {
                let fingerprints = fingerprints.into_iter().flatten().filter(|f| part.contains(&f.value));
                // Documents added after the counting are beyond the span, and have their own runs.
                if let Ok(document) = u32::try_from(document.0.wrapping_sub(base.0)) {
                    builder.add(document, &fingerprints.collect::<Vec<_>>());
                }
            })
            .await?;
        let (mut sorted, mut postings) = (builder.sorted().peekable(), Vec::new());
        while let Some(first) = sorted.next() {
            postings.clear();
            let mut next = Some(first);
            while let Some(posting) = next {
                postings.push((base.0 + u64::from(posting.document), posting.position));
                next = sorted.next_if(|next| next.fingerprint == first.fingerprint);
            }
            writer.list(first.fingerprint, &postings, 0);
            writer.flush().await?;
            done += postings.len() as u64;
        }
        progress(done, total);
    }
    let published = Published {
        replaces: old.iter().map(|run| run.id).collect(),
        documents,
        level: old.iter().map(|run| run.level).max().unwrap_or(0).saturating_add(1),
        postings: 0,
        dead: old.iter().map(|run| run.dead).sum(),
        frequent: Vec::new(),
        forget_frequent: true,
    };
    Ok(Rebuilt { written: writer.publish(published).await?, damaged })
}

/// Divides fingerprints into ranges of at most `most` postings each, or of one count if that alone is more.
fn parts(counts: &[u64], most: u64) -> Vec<RangeInclusive<u64>> {
    let first = |count: usize| (count as u64) << (BITS - COUNTED_BITS);
    let (mut parts, mut begin, mut sum) = (Vec::new(), 0, 0);
    for (at, &count) in counts.iter().enumerate() {
        if begin < at && most < sum + count {
            parts.push(first(begin)..=first(at) - 1);
            (begin, sum) = (at, 0);
        }
        sum += count;
    }
    parts.push(first(begin)..=u64::MAX);
    parts
}

/// The documents of a scheme before `end`.
struct Source<'a, S: ?Sized> {
    storage: &'a S,
    scheme: SchemeId,
    end: u64,
}

impl<S: Index + Sync + ?Sized> Source<'_, S> {
    /// Passes all documents to `show`, ascending. A document with damaged fingerprints has `None`.
    async fn each(
        &self,
        mut show: impl FnMut(DocumentId, Option<Vec<Fingerprint>>) + Send,
    ) -> Result<(), IndexError> {
        let mut after = None;
        loop {
            let piece = self.storage.fingerprints(self.scheme, after, PIECE).await?;
            let Some(last) = piece.last() else { return Ok(()) };
            after = Some(last.document);
            for stored in piece {
                if self.end <= stored.document.0 {
                    return Ok(());
                }
                show(stored.document, document::unpack(&stored.fingerprints).ok());
            }
        }
    }
}
