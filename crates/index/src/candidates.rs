//! Look-up: finds stored documents that share rare fingerprints with the documents of a query.
//!
//! The fingerprints of all query documents are looked up once, in order and in chunks. Then the lists of each document
//! are added up. Memory is proportional to the fingerprints looked up and the postings found.

use std::{cmp::Reverse, ops::Range};

use chaffinch_storage::{DocumentId, FoundBlock, Index, LookedUp, SchemeId};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::{DocumentSet, Fingerprint, IndexError, Selection, block::Reader};

/// Number of fingerprints in one call to the storage: enough that the overhead of a call is negligible, but few enough
/// that a result takes only some megabytes.
const CHUNK: usize = 2048;

/// All numbers that a document can have. Databases use signed numbers.
const EVERY: Range<u64> = 0..i64::MAX as u64;

/// A collection counts as at least this many documents.
const LEAST_STORED: u64 = 1023;

/// Steps in a unit of weight. Sums of whole steps do not depend on their order.
const STEPS: f64 = 256.0;

/// What to look for.
#[derive(Debug, Clone, Copy)]
pub struct Question<'a> {
    /// The scheme with which the fingerprints were made.
    pub scheme: SchemeId,
    /// The fingerprints of each query document, by position.
    pub documents: &'a [Vec<Fingerprint>],
    /// The stored documents that may be returned. Others only count towards the frequency of fingerprints.
    pub among: &'a DocumentSet,
    /// Which of the fingerprints are looked up.
    pub selection: Selection,
    /// Fingerprints in more documents than this are ignored.
    pub frequency_limit: u32,
    /// Most candidates that are returned for a document.
    pub most: usize,
}

/// A stored document that shares fingerprints with a query document.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Candidate {
    /// The document.
    pub document: DocumentId,
    /// Number of distinct fingerprints it shares, of those that were looked up and are not frequent.
    pub shared: u32,
    /// The sum of `log2((N + 1) / df)²` over them, in squared bits. Of N documents that may be returned, df have the
    /// fingerprint. A fingerprint of no other document has log2(N + 1) bits; one that all documents have, nearly none.
    /// The bits are squared as in the product of two vectors that contain them. Documents that may not be returned
    /// change nothing. A small collection counts as one of 1,023 documents, as a fingerprint that is rare in a large
    /// collection does not become common because few documents may be returned.
    pub weight: f64,
}

/// The result of a look-up.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Candidates {
    /// The candidates of each query document: the largest weight first, equal weights by document.
    pub of: Vec<Vec<Candidate>>,
    /// Fingerprints that were ignored because too many documents have them, ascending.
    pub common: Vec<u64>,
    /// The cost of the look-up.
    pub read: Read,
}

/// The cost of a look-up.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Read {
    /// Number of distinct fingerprints that were looked up.
    pub fingerprints: u64,
    /// Number of blocks that the storage returned.
    pub blocks: u64,
    /// Packed size of these blocks in bytes.
    pub bytes: u64,
}

/// Finds the candidates for a question.
///
/// Deleted documents are ignored. Documents stored after the look-up began may be missing. The result does not depend
/// on how documents are divided into runs.
///
/// # Errors
///
/// [`IndexError::Block`] as soon as a block is damaged, because ignoring it could hide a copy.
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

/// Returns which document has which fingerprint of the chunk, by the fingerprint's index; ascending, distinct.
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

/// The documents of each fingerprint that was found.
struct Found<'a> {
    question: &'a Question<'a>,
    living: &'a DocumentSet,
    /// Ascending fingerprints with their weights and the ranges of their documents.
    lists: Vec<(u64, u64, Range<usize>)>,
    documents: Vec<u64>,
}

impl<'a> Found<'a> {
    fn new(question: &'a Question<'a>, living: &'a DocumentSet) -> Self {
        Self { question, living, lists: Vec::new(), documents: Vec::new() }
    }

    /// Adds the postings of a chunk. Returns the fingerprints that too many documents have.
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

    /// Returns the best candidates for a document with these fingerprints. `sums` is reused memory.
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
