//! A storage of the index in memory.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
    sync::Mutex,
};

use async_trait::async_trait;
use chaffinch_storage::{
    Block, Building, DocumentFingerprints, DocumentId, FoundBlock, HolderId, Index, IndexScheme, JobId,
    Lease, LookedUp, Published, Result, Run, RunId, SchemeId,
};
use proptest::prelude::prop;

use crate::{Fingerprint, RunBuilder, pack};

#[derive(Default)]
pub(super) struct Memory(Mutex<State>);

#[derive(Default)]
struct State {
    ingests: Vec<Range<u64>>,
    documents: BTreeMap<u64, Vec<u8>>,
    runs: BTreeMap<RunId, (Run, BTreeMap<u64, Vec<u8>>)>,
    building: Option<(Run, BTreeMap<u64, Vec<u8>>)>,
    /// Documents whose postings a run was made of.
    sources: BTreeMap<RunId, BTreeSet<u64>>,
    frequent: BTreeMap<u64, u32>,
    next_document: u64,
    next_run: u64,
}

pub(super) fn lease() -> Lease {
    Lease { job: JobId(uuid::Uuid::nil()), holder: HolderId(uuid::Uuid::nil()), attempt: 1 }
}

impl Memory {
    pub(super) fn ingest(&self, documents: &[Vec<Fingerprint>]) -> Range<u64> {
        let mut state = self.0.lock().unwrap();
        // Other schemes' documents lie between.
        let first = state.next_document + 3;
        let numbers = first..first + documents.len() as u64;
        state.next_document = numbers.end;
        let mut builder = RunBuilder::default();
        for (at, document) in documents.iter().enumerate() {
            builder.add(at as u32, document);
            state.documents.insert(first + at as u64, pack(document));
        }
        let sorted = builder.build();
        state.next_run += 1;
        let run = Run {
            id: RunId(state.next_run),
            base: DocumentId(first),
            documents: numbers.clone(),
            level: 0,
            postings: sorted.postings,
            blocks: sorted.blocks.len() as u64,
            bytes: 0,
            dead: 0,
        };
        state.sources.insert(run.id, numbers.clone().collect());
        let blocks = sorted.blocks.into_iter().map(|block| (block.first, block.bytes)).collect();
        state.runs.insert(run.id, (run, blocks));
        state.ingests.push(numbers.clone());
        numbers
    }

    pub(super) fn ingests(&self) -> Vec<Range<u64>> {
        self.0.lock().unwrap().ingests.clone()
    }

    pub(super) fn delete(&self, gone: &Range<u64>) {
        let mut state = self.0.lock().unwrap();
        state.ingests.retain(|ingest| ingest != gone);
        state.documents.retain(|document, _| !gone.contains(document));
        for (run, _) in state.runs.values_mut() {
            if run.documents.start <= gone.start && gone.end <= run.documents.end {
                run.dead += gone.end - gone.start;
            }
        }
    }

    /// Documents a run has postings of.
    pub(super) fn documents_of(&self, run: RunId) -> Vec<Range<u64>> {
        self.0.lock().unwrap().sources[&run].iter().map(|&document| document..document + 1).collect()
    }

    /// Changes bits of a byte of a block.
    pub(super) fn damage(
        &self,
        which: prop::sample::Index,
        at: prop::sample::Index,
        bits: u8,
    ) -> (RunId, u64) {
        let mut state = self.0.lock().unwrap();
        let mut blocks: Vec<_> = state
            .runs
            .iter_mut()
            .flat_map(|(&id, (_, blocks))| blocks.iter_mut().map(move |(&first, bytes)| (id, first, bytes)))
            .collect();
        let which = which.index(blocks.len());
        let (run, first, bytes) = &mut blocks[which];
        let at = at.index(bytes.len());
        bytes[at] ^= bits;
        (*run, *first)
    }
}

#[async_trait]
impl Index for Memory {
    async fn index_schemes(&self) -> Result<Vec<(SchemeId, IndexScheme)>> {
        Ok(Vec::new())
    }

    async fn runs(&self, _: SchemeId) -> Result<Vec<Run>> {
        Ok(self.0.lock().unwrap().runs.values().map(|(run, _)| run.clone()).collect())
    }

    async fn look_up(&self, _: SchemeId, fingerprints: &[u64]) -> Result<LookedUp> {
        let state = self.0.lock().unwrap();
        let wanted = fingerprints.iter().filter(|value| !state.frequent.contains_key(value));
        let keys = state.runs.iter().flat_map(|(&run, (_, blocks))| {
            wanted.clone().filter_map(move |value| Some((run, *blocks.range(..=value).next_back()?.0)))
        });
        let keys: BTreeSet<(RunId, u64)> = keys.collect();
        let found = |(id, first)| {
            let (run, blocks): &(Run, BTreeMap<u64, Vec<u8>>) = &state.runs[&id];
            FoundBlock { run: id, base: run.base, block: Block { first, bytes: blocks[&first].clone() } }
        };
        let frequent =
            fingerprints.iter().copied().filter(|value| state.frequent.contains_key(value)).collect();
        Ok(LookedUp { blocks: keys.into_iter().map(found).collect(), frequent })
    }

    async fn scan(&self, run: RunId, after: Option<u64>, limit: u32) -> Result<Vec<Block>> {
        let state = self.0.lock().unwrap();
        let blocks = state.runs[&run].1.range(after.map_or(0, |after| after + 1)..);
        // Small pieces, so that their borders are crossed.
        let piece = blocks.take((limit as usize).min(2));
        Ok(piece.map(|(&first, bytes)| Block { first, bytes: bytes.clone() }).collect())
    }

    async fn frequent(&self, _: SchemeId) -> Result<Vec<(u64, u32)>> {
        Ok(self.0.lock().unwrap().frequent.iter().map(|(&value, &documents)| (value, documents)).collect())
    }

    async fn living(&self, documents: Range<u64>) -> Result<Vec<Range<u64>>> {
        let state = self.0.lock().unwrap();
        let cut = |ingest: &Range<u64>| ingest.start.max(documents.start)..ingest.end.min(documents.end);
        Ok(state.ingests.iter().map(cut).filter(|range| !range.is_empty()).collect())
    }

    async fn fingerprints(
        &self,
        _: SchemeId,
        after: Option<DocumentId>,
        limit: u32,
    ) -> Result<Vec<DocumentFingerprints>> {
        let state = self.0.lock().unwrap();
        let piece =
            state.documents.range(after.map_or(0, |after| after.0 + 1)..).take((limit as usize).min(3));
        Ok(piece
            .map(|(&document, fingerprints)| DocumentFingerprints {
                document: DocumentId(document),
                fingerprints: fingerprints.clone(),
            })
            .collect())
    }

    async fn begin_run(&self, _: &Lease, _: SchemeId, base: DocumentId) -> Result<Building> {
        let mut state = self.0.lock().unwrap();
        state.next_run += 1;
        let id = RunId(state.next_run);
        let run = Run { id, base, documents: 0..0, level: 0, postings: 0, blocks: 0, bytes: 0, dead: 0 };
        state.building = Some((run, BTreeMap::new()));
        Ok(Building { run: id })
    }

    async fn append(&self, _: &Lease, _: Building, blocks: Vec<Block>) -> Result<()> {
        let mut state = self.0.lock().unwrap();
        let (run, written) = state.building.as_mut().unwrap();
        run.blocks += blocks.len() as u64;
        for block in blocks {
            assert!(written.last_key_value().is_none_or(|(&last, _)| last < block.first));
            written.insert(block.first, block.bytes);
        }
        Ok(())
    }

    async fn publish(&self, _: &Lease, building: Building, published: Published) -> Result<()> {
        let mut state = self.0.lock().unwrap();
        let (mut run, blocks) = state.building.take().unwrap();
        let (mut dead, mut sources) = (0, BTreeSet::new());
        for replaced in published.replaces {
            dead += state.runs.remove(&replaced).unwrap().0.dead;
            sources.extend(state.sources.remove(&replaced).unwrap());
        }
        run.documents = published.documents;
        run.level = published.level;
        run.postings = published.postings;
        run.dead = dead - published.dead;
        state.sources.insert(building.run, sources);
        state.runs.insert(building.run, (run, blocks));
        if published.forget_frequent {
            state.frequent.clear();
        }
        state.frequent.extend(published.frequent);
        Ok(())
    }
}
