//! Look-up: which stored documents share rare fingerprints with these?
//!
//! Fingerprints of all documents asked about are looked up once, in order, a chunk at a time; then each document's
//! lists are added up. Memory is in proportion to the fingerprints asked and the postings found.

use std::{cmp::Reverse, ops::Range};

use chaffinch_storage::{DocumentId, FoundBlock, Index, LookedUp, SchemeId};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::{DocumentSet, Fingerprint, IndexError, Selection, block::Reader};

/// Fingerprints asked of the storage in one call: many enough that the way there costs nothing, few enough that an
/// answer is some megabytes.
const CHUNK: usize = 2048;

/// All numbers that a document may have: databases count in signed numbers.
const EVERY: Range<u64> = 0..i64::MAX as u64;

/// Documents a collection counts as, at least.
const LEAST_STORED: u64 = 1023;

/// Steps in a unit of weight: sums of whole steps do not depend on their order.
const STEPS: f64 = 256.0;

/// What is looked for.
#[derive(Debug, Clone, Copy)]
pub struct Question<'a> {
    /// How the fingerprints were made.
    pub scheme: SchemeId,
    /// Fingerprints of each document asked about, by position.
    pub documents: &'a [Vec<Fingerprint>],
    /// The stored documents that may be answered. Others count only towards what is frequent.
    pub among: &'a DocumentSet,
    /// Which of the fingerprints are looked up.
    pub selection: Selection,
    /// Fingerprints in more documents than this are passed over.
    pub frequency_limit: u32,
    /// Candidates answered for a document, at most.
    pub most: usize,
}

/// A stored document that shares fingerprints.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Candidate {
    /// The document.
    pub document: DocumentId,
    /// Distinct fingerprints it shares, of those that were looked up and are not frequent.
    pub shared: u32,
    /// The sum of `log2((N + 1) / df)²` over them, bits squared: of N documents that may be answered, df have the
    /// fingerprint. To share one that nobody else has says log2(N + 1) bits, one that all have nearly nothing; squared as
    /// in the product of two vectors that hold these bits. What others store changes nothing, and a small collection
    /// counts as one of 1,023: what is rare in a large one is not commonplace because few are asked.
    pub weight: f64,
}

/// What was found.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Candidates {
    /// For each document asked about: the largest weight first, equal ones by document.
    pub of: Vec<Vec<Candidate>>,
    /// Fingerprints asked about that are in too many documents: ascending. They were passed over.
    pub common: Vec<u64>,
    /// What it took.
    pub read: Read,
}

/// What a look-up took.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Read {
    /// Distinct fingerprints looked up.
    pub fingerprints: u64,
    /// Blocks that came from the storage.
    pub blocks: u64,
    /// Their packed size.
    pub bytes: u64,
}

/// Looks up.
///
/// Documents that are gone are passed over; what was stored after the question began may be. The answer does not
/// depend on how documents are spread over runs.
///
/// # Errors
/// [`IndexError::Block`] as soon as a block is damaged: to leave it out could hide a copy.
pub async fn candidates<S: Index + Sync + ?Sized>(
    storage: &S,
    question: &Question<'_>,
) -> Result<Candidates, IndexError> {
    let asked: Vec<Vec<u64>> =
        question.documents.par_iter().map(|document| question.selection.of(document)).collect();
    let mut fingerprints = asked.concat();
    fingerprints.par_sort_unstable();
    fingerprints.dedup();

    let living: DocumentSet = storage.living(EVERY).await?.into_iter().collect();
    let mut found = Found::new(question, &living);
    let mut common = Vec::new();
    let mut read = Read { fingerprints: fingerprints.len() as u64, ..Read::default() };
    for chunk in fingerprints.chunks(CHUNK) {
        let LookedUp { blocks, frequent } = storage.look_up(question.scheme, chunk).await?;
        read.blocks += blocks.len() as u64;
        read.bytes += blocks.iter().map(|found| found.block.bytes.len() as u64).sum::<u64>();
        let rare = |value: &u64| frequent.binary_search(value).is_err();
        let chunk: Vec<u64> = chunk.iter().copied().filter(rare).collect();
        common.extend(frequent);
        common.extend(found.add(&chunk, &postings(&chunk, &blocks)?));
    }
    common.sort_unstable();
    let of = asked
        .par_iter()
        .map_init(FxHashMap::default, |sums, values| found.best(values, question.most, sums))
        .collect();
    Ok(Candidates { of, common, read })
}

/// Which documents have which fingerprint of the chunk, by its place in it; ascending, distinct.
fn postings(chunk: &[u64], blocks: &[FoundBlock]) -> Result<Vec<(u32, u64)>, IndexError> {
    let mut postings = Vec::new();
    for FoundBlock { run, base, block } in blocks {
        let reader = Reader::open(block.first, &block.bytes).map_err(|damage| IndexError::Block {
            run: *run,
            first: block.first,
            damage,
        })?;
        let mut wanted = chunk.partition_point(|&fingerprint| fingerprint < block.first);
        for list in reader.lists() {
            while chunk.get(wanted).is_some_and(|&fingerprint| fingerprint < list.fingerprint) {
                wanted += 1;
            }
            let Some(&fingerprint) = chunk.get(wanted) else { break };
            if fingerprint == list.fingerprint {
                let documents = list.postings().map(|(document, _)| base.0 + u64::from(document));
                postings.extend(documents.map(|document| (wanted as u32, document)));
            }
        }
    }
    postings.sort_unstable();
    postings.dedup();
    Ok(postings)
}

/// The documents of each fingerprint that has any.
struct Found<'a> {
    question: &'a Question<'a>,
    living: &'a DocumentSet,
    /// Ascending fingerprints with their weight, and where their documents are.
    lists: Vec<(u64, u64, Range<usize>)>,
    documents: Vec<u64>,
}

impl<'a> Found<'a> {
    fn new(question: &'a Question<'a>, living: &'a DocumentSet) -> Self {
        Self { question, living, lists: Vec::new(), documents: Vec::new() }
    }

    /// Tells which fingerprints are in too many documents.
    fn add(&mut self, chunk: &[u64], postings: &[(u32, u64)]) -> Vec<u64> {
        let mut common = Vec::new();
        let all = self.question.among.len().max(LEAST_STORED) as f64;
        for list in postings.chunk_by(|left, right| left.0 == right.0) {
            let living = || list.iter().map(|posting| posting.1).filter(|&d| self.living.contains(d));
            let frequency = living().count();
            let fingerprint = chunk[list[0].0 as usize];
            if (self.question.frequency_limit as usize) < frequency {
                common.push(fingerprint);
                continue;
            }
            let begin = self.documents.len();
            self.documents.extend(living().filter(|&document| self.question.among.contains(document)));
            let having = self.documents.len() - begin;
            if having == 0 {
                continue;
            }
            let bits = ((all + 1.0) / having as f64).log2();
            let weight = (bits * bits * STEPS).round() as u64;
            self.lists.push((fingerprint, weight, begin..self.documents.len()));
        }
        common
    }

    /// The best candidates of a document with these fingerprints. `sums` is memory to be used again.
    fn best(&self, values: &[u64], most: usize, sums: &mut FxHashMap<u64, (u32, u64)>) -> Vec<Candidate> {
        for value in values {
            let Ok(at) = self.lists.binary_search_by_key(value, |list| list.0) else { continue };
            let (_, weight, documents) = &self.lists[at];
            for &document in &self.documents[documents.clone()] {
                let sum = sums.entry(document).or_default();
                sum.0 += 1;
                sum.1 += weight;
            }
        }
        let mut best: Vec<_> =
            sums.drain().map(|(document, (shared, weight))| (Reverse(weight), document, shared)).collect();
        if most < best.len() {
            best.select_nth_unstable(most);
            best.truncate(most);
        }
        best.sort_unstable();
        best.into_iter()
            .map(|(weight, document, shared)| Candidate {
                document: DocumentId(document),
                shared,
                weight: weight.0 as f64 / STEPS,
            })
            .collect()
    }
}
