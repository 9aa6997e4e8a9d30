//! Checks an index by reading every block of every run.

use chaffinch_storage::{DocumentId, Index, Run, RunId, SchemeId};

use crate::{Damage, DocumentSet, IndexError, block::Reader, document, run::span};

/// Number of blocks that are read at a time.
const PIECE: u32 = 256;

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
    let (mut damaged, mut after) = (Vec::new(), None);
    loop {
        let piece = storage.fingerprints(scheme, after, DOCUMENTS).await?;
        let Some(last) = piece.last() else { return Ok(damaged) };
        after = Some(last.document);
        for stored in piece {
            if let Err(damage) = document::unpack(&stored.fingerprints) {
                damaged.push((stored.document, damage));
            }
        }
    }
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
        let piece = storage.scan(run.id, after, PIECE).await?;
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
