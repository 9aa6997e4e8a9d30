//! Checking: every block of every run is read.

use chaffinch_storage::{DocumentId, Index, RunId, SchemeId};

use crate::{Damage, DocumentSet, IndexError, Progress, block::Reader, document, run::span};

/// Blocks read at a time.
const PIECE: u32 = 256;

/// Documents read at a time.
const DOCUMENTS: u32 = 1000;

/// What a check found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Health {
    /// Visible runs.
    pub runs: u64,
    /// Their blocks.
    pub blocks: u64,
    /// Postings in the blocks that are not damaged.
    pub postings: u64,
    /// Those of documents that are gone: compaction drops them.
    pub dead: u64,
    /// Damaged blocks: run, first fingerprint, what is wrong. A rebuild repairs them.
    pub damaged_blocks: Vec<(RunId, u64, Damage)>,
    /// Runs that hold more or less than is written of them, or documents outside their range. A rebuild repairs them.
    pub wrong_runs: Vec<RunId>,
    /// Documents whose own fingerprints are damaged; only reading the source again repairs them.
    pub damaged_documents: Vec<(DocumentId, Damage)>,
}

impl Health {
    /// Whether a rebuild is needed.
    pub fn needs_rebuild(&self) -> bool {
        !self.damaged_blocks.is_empty() || !self.wrong_runs.is_empty()
    }
}

/// Reads everything a scheme's index consists of.
///
/// # Errors
/// The storage; damage is no error here.
pub async fn check<S: Index + Sync + ?Sized>(
    storage: &S,
    scheme: SchemeId,
    mut progress: impl FnMut(Progress) + Send,
) -> Result<Health, IndexError> {
    let runs = storage.runs(scheme).await?;
    let living: DocumentSet = storage.living(span(&runs)).await?.into_iter().collect();
    let total = runs.iter().map(|run| run.postings).sum();
    let mut health = Health { runs: runs.len() as u64, ..Health::default() };
    for run in runs {
        let (mut blocks, mut postings, mut damaged, mut stray) = (0, 0, false, false);
        let (mut after, mut last) = (None, None);
        loop {
            let piece = storage.scan(run.id, after, PIECE).await?;
            let Some(end) = piece.last() else { break };
            after = Some(end.first);
            for block in &piece {
                blocks += 1;
                let opened = Reader::open(block.first, &block.bytes);
                // A fingerprint's postings lie in one block: the last one of the block before is smaller.
                let reader = match opened {
                    Ok(reader) if reader.is_ordered() && last.is_none_or(|last| last < block.first) => reader,
                    Ok(_) => {
                        health.damaged_blocks.push((run.id, block.first, Damage::Shape));
                        damaged = true;
                        continue;
                    }
                    Err(damage) => {
                        health.damaged_blocks.push((run.id, block.first, damage));
                        damaged = true;
                        continue;
                    }
                };
                for list in reader.lists() {
                    last = Some(list.fingerprint);
                    for (document, _) in list.postings() {
                        let document = run.base.0 + u64::from(document);
                        postings += 1;
                        stray |= !run.documents.contains(&document);
                        health.dead += u64::from(!living.contains(document));
                    }
                }
            }
            progress(Progress { done: health.postings + postings, total });
        }
        health.blocks += blocks;
        health.postings += postings;
        if stray || blocks != run.blocks || (!damaged && postings != run.postings) {
            health.wrong_runs.push(run.id);
        }
    }
    let mut after = None;
    loop {
        let piece = storage.fingerprints(scheme, after, DOCUMENTS).await?;
        let Some(last) = piece.last() else { return Ok(health) };
        after = Some(last.document);
        for stored in piece {
            if let Err(damage) = document::unpack(&stored.fingerprints) {
                health.damaged_documents.push((stored.document, damage));
            }
        }
    }
}
