//! What lies in the database as packed bytes: blocks of the index, fingerprints of a document, a tokenised file. The
//! first byte chooses which. Checksums are put right, so that what is behind them is read.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;
use chaffinch_index::{
    DocumentSet, Fingerprint, IndexError, Question, RunBuilder, Selection, candidates, check as check_index,
    compact, pack, unpack,
};
use chaffinch_normalize::{Choice, Language, language, languages, tokenize};
use chaffinch_storage::{
    Block, Building, DocumentFingerprints, DocumentId, FoundBlock, HolderId, Index, IndexScheme, JobId,
    Lease, LookedUp, NewRun, Packed, Published, Result, Run, RunId, SchemeId,
};
use chaffinch_submission::{Provenance, SourceFile, TokenizedFile, packed};
use uuid::Uuid;

const SCHEME: SchemeId = SchemeId(1);
/// Documents of the run.
const DOCUMENTS: Range<u64> = 10..60;
/// Bytes before the content of what has a checksum: version and CRC-32.
const HEAD: usize = 5;
/// Bytes of a fingerprint.
const KEY: usize = 6;

/// What a fuzzer made.
pub fn check(data: &[u8]) {
    let Some((&choice, bytes)) = data.split_first() else { return };
    match choice % 3 {
        0 => check_fingerprints(bytes),
        1 => check_tokenized(bytes),
        _ => check_blocks(bytes),
    }
}

/// What was found once.
pub fn replay(data: &[u8]) {
    check(data);
}

/// As `frame.rs` of crate `index` has it.
fn sealed(bytes: &[u8], key: u64) -> Vec<u8> {
    let mut sealed = bytes.to_vec();
    if HEAD <= bytes.len() {
        sealed[0] = 1;
        let mut sum = crc32fast::Hasher::new();
        sum.update(&sealed[..1]);
        sum.update(&key.to_le_bytes());
        sum.update(&sealed[HEAD..]);
        sealed[1..HEAD].copy_from_slice(&sum.finalize().to_le_bytes());
    }
    sealed
}

fn check_fingerprints(bytes: &[u8]) {
    let sealed = sealed(bytes, 0);
    if let Ok(read) = unpack(&sealed) {
        assert!(read.is_sorted_by(|a, b| a < b), "not ascending");
        assert!(read.len() * KEY <= sealed.len(), "more than the bytes account for");
        assert_eq!(unpack(&pack(&read)), Ok(read), "packing changes fingerprints");
    }
    let _ = unpack(bytes);
}

fn check_tokenized(bytes: &[u8]) {
    let Ok(file) = packed::unpack(bytes, &Known) else { return };
    let TokenizedFile { stream, record } = &file;
    assert_eq!(stream.values.len(), stream.spans.len());
    assert!(stream.spans.iter().all(|span| span.start < span.end));
    assert!(stream.spans.windows(2).all(|pair| pair[0].end <= pair[1].start));
    assert!(
        stream.spans.last().is_none_or(|last| record.lines.line_of(last.end - 1) <= record.lines.count())
    );
    assert!(stream.statements.is_sorted_by(|a, b| a < b));
    assert!(stream.values.len() <= bytes.len(), "more than the bytes account for");
    assert_eq!(packed::unpack(&packed::pack(&file), &Known), Ok(file), "packing changes a file");
}

/// Blocks of one run: each a byte of length, its first fingerprint, its bytes.
fn check_blocks(mut bytes: &[u8]) {
    let mut blocks = BTreeMap::new();
    while let Some((&length, rest)) = bytes.split_first() {
        let (block, others) = rest.split_at(rest.len().min(usize::from(length)));
        bytes = others;
        let Some((first, content)) = block.split_at_checked(KEY) else { break };
        let first = first.iter().fold(0, |key, &byte| key << 8 | u64::from(byte));
        blocks.insert(first, sealed(content, first));
    }
    let memory = Memory::of(blocks);
    let waiting = async {
        let before = check_index(&memory, SCHEME, |_, _| {}).await.expect("memory answers");
        let asked =
            vec![(0..8).map(|at| Fingerprint { position: at, value: u64::from(at) }).collect::<Vec<_>>()];
        let among: DocumentSet = std::iter::once(DOCUMENTS).collect();
        let question = Question {
            scheme: SCHEME,
            documents: &asked,
            among: &among,
            selection: Selection::default(),
            frequency_limit: 1000,
            most: 10,
        };
        let damaged = |error: IndexError| assert!(matches!(error, IndexError::Block { .. }), "{error}");
        match candidates(&memory, &question).await {
            Ok(found) => assert!(found.of[0].iter().all(|one| DOCUMENTS.contains(&one.document.0))),
            Err(error) => damaged(error),
        }
        let lease = Lease { job: JobId(Uuid::nil()), holder: HolderId(Uuid::nil()), attempt: 1 };
        match compact(&memory, &lease, SCHEME, &[RunId(1)], 1000, |_, _| {}).await {
            Ok(written) => {
                let written = written.expect("the run is there");
                assert!(written.postings <= before.postings, "more than there was");
                let after = check_index(&memory, SCHEME, |_, _| {}).await.expect("memory answers");
                assert!(after.damaged_blocks.is_empty(), "{before:?} becomes {after:?}");
            }
            Err(error) => {
                damaged(error);
                assert!(before.needs_rebuild(), "refused and yet healthy");
            }
        }
    };
    tokio::runtime::Builder::new_current_thread()
        .build()
        .expect("a runtime without drivers")
        .block_on(waiting);
}

/// One run of a scheme, in memory.
struct Memory(Mutex<Stored>);

struct Stored {
    run: u64,
    visible: BTreeMap<u64, Vec<u8>>,
    building: BTreeMap<u64, Vec<u8>>,
    postings: u64,
}

impl Memory {
    fn of(visible: BTreeMap<u64, Vec<u8>>) -> Self {
        Self(Mutex::new(Stored { run: 1, visible, building: BTreeMap::new(), postings: 0 }))
    }

    fn with<T>(&self, of: impl FnOnce(&mut Stored) -> T) -> T {
        of(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

fn block((&first, bytes): (&u64, &Vec<u8>)) -> Block {
    Block { first, bytes: bytes.clone() }
}

#[async_trait]
impl Index for Memory {
    async fn index_schemes(&self) -> Result<Vec<(SchemeId, IndexScheme)>> {
        Ok(Vec::new())
    }

    async fn runs(&self, _: SchemeId) -> Result<Vec<Run>> {
        Ok(vec![self.with(|stored| Run {
            id: RunId(stored.run),
            base: DocumentId(DOCUMENTS.start),
            documents: DOCUMENTS,
            level: 0,
            postings: stored.postings,
            blocks: stored.visible.len() as u64,
            bytes: 0,
            living: DOCUMENTS.end - DOCUMENTS.start,
            dead: 0,
        })])
    }

    async fn incomplete_run(&self, scheme: SchemeId) -> Result<Option<RunId>> {
        let runs = self.runs(scheme).await?;
        Ok(runs
            .into_iter()
            .find(|run| run.blocks != self.with(|stored| stored.visible.len() as u64))
            .map(|run| run.id))
    }

    async fn look_up(&self, _: SchemeId, _: &[u64]) -> Result<LookedUp> {
        let found = |block| FoundBlock { run: RunId(1), base: DocumentId(DOCUMENTS.start), block };
        let blocks = self.with(|stored| stored.visible.iter().map(block).map(found).collect());
        Ok(LookedUp { blocks, frequent: Vec::new() })
    }

    async fn scan(&self, run: RunId, after: Option<u64>, limit: u32) -> Result<Vec<Block>> {
        let from = after.map_or(0, |after| after + 1);
        Ok(self.with(|stored| {
            assert_eq!(run.0, stored.run);
            stored.visible.range(from..).take(limit as usize).map(block).collect()
        }))
    }

    async fn frequent(&self, _: SchemeId) -> Result<Vec<(u64, u32)>> {
        Ok(Vec::new())
    }

    async fn living(&self, _: Range<u64>) -> Result<Vec<Range<u64>>> {
        Ok(std::iter::once(DOCUMENTS.start..DOCUMENTS.end - 10).collect())
    }

    async fn fingerprints(
        &self,
        _: SchemeId,
        _: Option<DocumentId>,
        _: u32,
    ) -> Result<Vec<DocumentFingerprints>> {
        Ok(Vec::new())
    }

    async fn indexed(&self, _: SchemeId, _: u32) -> Result<Vec<(DocumentId, Packed)>> {
        Ok(Vec::new())
    }

    async fn index_anew(&self, _: &Lease, _: Vec<(DocumentId, Vec<u8>)>, _: NewRun) -> Result<()> {
        Ok(())
    }

    async fn begin_run(&self, _: &Lease, _: SchemeId, _: DocumentId) -> Result<Building> {
        Ok(Building { run: RunId(2) })
    }

    async fn append(&self, _: &Lease, _: Building, blocks: Vec<Block>) -> Result<()> {
        self.with(|stored| {
            for block in blocks {
                let twice = stored.building.insert(block.first, block.bytes);
                assert!(twice.is_none(), "two blocks begin with {}", block.first);
            }
        });
        Ok(())
    }

    async fn publish(&self, _: &Lease, building: Building, published: Published) -> Result<()> {
        self.with(|stored| {
            stored.run = building.run.0;
            stored.visible = std::mem::take(&mut stored.building);
            stored.postings = published.postings;
        });
        Ok(())
    }
}

/// The names of this program.
struct Known;

impl packed::NameResolver for Known {
    fn language(&self, name: &str) -> Option<&'static str> {
        language(name).map(Language::name)
    }

    fn family(&self, name: &str) -> Option<&'static str> {
        languages().iter().map(|language| language.scheme().family).find(|family| *family == name)
    }

    fn encoding(&self, name: &str) -> Option<&'static str> {
        (name == "UTF-8").then_some("UTF-8")
    }
}

/// Of each kind what this program writes.
pub fn seeds() -> Vec<Vec<u8>> {
    let fingerprints: Vec<Fingerprint> = (0..90)
        .map(|at| Fingerprint::of_hash(0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(1 + at % 40), at as u32))
        .collect();
    let mut seeds =
        vec![[&[0], pack(&fingerprints).as_slice()].concat(), [&[0], pack(&[]).as_slice()].concat()];
    for (path, text) in
        [("a.c", "int main(void) {\n    return 17; // why\n}\n"), ("a.txt", "some words\n"), ("a.py", "")]
    {
        let file = SourceFile {
            digest: [7; 32],
            notes: vec!["a note".to_owned()],
            provenance: Some(Provenance::Vendored),
            ..SourceFile::plain(path, text)
        };
        let stream = tokenize(&file, Choice::Auto).into();
        seeds.push(
            [&[1], packed::pack(&TokenizedFile { record: (&file).into(), stream }).as_slice()].concat(),
        );
    }
    for documents in [1, 3, 40] {
        let mut run = RunBuilder::default();
        for document in 0..documents {
            run.add(document, &fingerprints[..12 + document as usize]);
        }
        let mut seed = vec![2];
        for block in run.build().blocks {
            let length = KEY + block.bytes.len();
            if let Ok(length) = u8::try_from(length) {
                seed.push(length);
                seed.extend(&block.first.to_be_bytes()[2..]);
                seed.extend(block.bytes);
            }
        }
        seeds.push(seed);
    }
    seeds
}
