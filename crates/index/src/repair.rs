//! Checks an index by reading every block of every run, and rebuilds it: makes a scheme's index again from the packed
//! fingerprints of its documents.
//!
//! One new run replaces all old ones in one step. It is written in the order of fingerprints. So the documents are read
//! once to count, and then once for each part of the fingerprints that fits into memory.

use std::ops::{Range, RangeInclusive};

use chaffinch_storage::{DocumentId, Index, Lease, Published, Run, RunId, SchemeId};

use crate::block::Reader;
use crate::fingerprint::BITS;
use crate::run::{RunBuilder, Writer, Written, span};
use crate::{Damage, DocumentSet, Fingerprint, IndexError, document};

/// Number of blocks that are read at a time.
const BLOCKS: u32 = 256;

/// Number of documents that are read at a time.
const DOCUMENTS: u32 = 1000;

/// The result of a check.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Health {
    /// Number of visible runs.
    pub runs: u64,
    /// Number of blocks in these runs.
    pub blocks: u64,
    /// Number of postings in the blocks that are not damaged.
    pub postings: u64,
    /// Number of postings of deleted documents, which compaction drops.
    pub dead: u64,
    /// Damaged blocks: run, first fingerprint, kind of damage. A rebuild repairs them.
    pub damaged_blocks: Vec<(RunId, u64, Damage)>,
    /// Runs that do not contain as many blocks or postings as recorded, or that contain documents outside their range.
    /// A rebuild repairs them.
    pub wrong_runs: Vec<RunId>,
    /// Documents whose own fingerprints are damaged. Only reading the source again repairs them.
    pub damaged_documents: Vec<(DocumentId, Damage)>,
}

impl Health {
    /// Returns whether a rebuild is needed.
    pub fn needs_rebuild(&self) -> bool {
        !self.damaged_blocks.is_empty() || !self.wrong_runs.is_empty()
    }
}

/// Reads the whole index of a scheme.
///
/// # Errors
///
/// Errors of the storage. Damage is reported in the result, not as an error.
pub async fn check<S: Index + Sync + ?Sized>(
    storage: &S,
    scheme: SchemeId,
    mut progress: impl FnMut(u64, u64) + Send,
) -> Result<Health, IndexError> {
    let runs = storage.runs(scheme).await?;
    let living: DocumentSet = storage.living(span(&runs)).await?.into_iter().collect();
    let total = runs.iter().map(|run| run.postings).sum();
    let mut health = Health { runs: runs.len() as u64, ..Health::default() };
    for run in runs {
        let found = walk(storage, &run, &living, &mut health).await?;
        health.postings += found.postings;
        health.blocks += found.blocks;
        let whole = found.blocks == run.blocks && (found.damaged || found.postings == run.postings);
        if found.stray || !whole {
            // A run that was merged in the meantime has no blocks any more, which is not an error.
            let visible = storage.runs(scheme).await?;
            health.wrong_runs.extend(visible.iter().filter(|now| now.id == run.id).map(|now| now.id));
        }
        progress(health.postings, total);
    }
    health.damaged_documents = damaged_documents(storage, scheme).await?;
    Ok(health)
}

/// Returns the documents of a scheme whose own fingerprints are damaged, which no index can contain.
///
/// # Errors
///
/// Errors of the storage.
pub async fn damaged_documents<S: Index + Sync + ?Sized>(
    storage: &S,
    scheme: SchemeId,
) -> Result<Vec<(DocumentId, Damage)>, IndexError> {
    let mut damaged = Vec::new();
    let collect = |document, fingerprints: Result<_, Damage>| {
        damaged.extend(fingerprints.err().map(|damage| (document, damage)));
    };
    Source { storage, scheme, end: u64::MAX }.each(collect).await?;
    Ok(damaged)
}

/// The content of a run.
#[derive(Default)]
struct Content {
    blocks: u64,
    postings: u64,
    /// Whether a block is damaged.
    damaged: bool,
    /// Whether a document is outside the run's range.
    stray: bool,
}

/// Reads a run, and adds its damaged blocks and dead postings to `health`.
async fn walk<S: Index + Sync + ?Sized>(
    storage: &S,
    run: &Run,
    living: &DocumentSet,
    health: &mut Health,
) -> Result<Content, IndexError> {
    let (mut content, mut after, mut last) = (Content::default(), None, None);
    loop {
        let piece = storage.scan(run.id, after, BLOCKS).await?;
        let Some(end) = piece.last() else { return Ok(content) };
        after = Some(end.first);
        for block in &piece {
            content.blocks += 1;
            // A fingerprint's postings are in one block, so the last one of the block before is smaller.
            let in_order =
                |reader: &Reader<'_>| reader.is_ordered() && last.is_none_or(|last| last < block.first);
            let opened = Reader::open(block.first, &block.bytes);
            match opened.and_then(|reader| if in_order(&reader) { Ok(reader) } else { Err(Damage::Shape) }) {
                Ok(reader) => {
                    for list in reader.lists() {
                        last = Some(list.fingerprint);
                        for (document, _) in list.postings() {
                            let document = run.base.0 + u64::from(document);
                            content.postings += 1;
                            content.stray |= !run.documents.contains(&document);
                            health.dead += u64::from(!living.contains(document));
                        }
                    }
                }
                Err(damage) => {
                    health.damaged_blocks.push((run.id, block.first, damage));
                    content.damaged = true;
                }
            }
        }
    }
}

/// Number of postings that are sorted at a time: 128 MiB.
const MAX_COUNT: u64 = 1 << 23;

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
            Ok(fingerprints) => {
                let begin = documents.as_ref().map_or(document.0, |range| range.start);
                documents = Some(begin..document.0 + 1);
                for fingerprint in fingerprints {
                    counts[(fingerprint.value >> (BITS - COUNTED_BITS)) as usize] += 1;
                }
            }
            Err(_) => damaged.push(document),
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
    /// Passes all documents to `show`, ascending. The fingerprints of a document may be damaged.
    async fn each(
        &self,
        mut show: impl FnMut(DocumentId, Result<Vec<Fingerprint>, Damage>) + Send,
    ) -> Result<(), IndexError> {
        let mut after = None;
        loop {
            let piece = self.storage.fingerprints(self.scheme, after, DOCUMENTS).await?;
            let Some(last) = piece.last() else { return Ok(()) };
            after = Some(last.document);
            for stored in piece {
                if self.end <= stored.document.0 {
                    return Ok(());
                }
                show(stored.document, document::unpack(&stored.fingerprints));
            }
        }
    }
}
