//! Adds documents to a corpus, piece by piece. Documents that the corpus has already are skipped, so an interrupted
//! addition is simply repeated. Each piece is one transaction.

use std::collections::{BTreeMap, BTreeSet};

use chaffinch_index::{Fingerprint, Question, RunBuilder, Selection, candidates, pack};
use chaffinch_query::QueryError;
use chaffinch_storage::{
    Archive, By, IndexScheme, NewDocument, NewIngest, NewRun, NewSketches, NewSubmission, Owner, Packed,
    Storage,
};
use chaffinch_submission::packed;
use chaffinch_submission::{FileRecord, LineTable, TokenStream, TokenizedFile};
use rayon::prelude::*;

use super::marks::{marks, values};
use crate::index::candidates::FREQUENCY_LIMIT;
use crate::index::{maintenance, schemes};
use crate::query::index_failed;

/// A document of which the corpus keeps the sketch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SketchedDocument {
    /// Name of the document. Several documents may have the same name.
    pub name: String,
    /// The time when the document was written, changed or fetched, if known (RFC 3339).
    pub date: Option<String>,
    /// Values of the sketch, 64 bits each, distinct. There is at least one.
    pub sketch: Vec<u64>,
}

/// Result of adding a piece.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct AddedSketches {
    /// Number of documents that are new to the corpus.
    pub added: u64,
    /// Number of these documents whose sketch the corpus had already.
    pub copies: u64,
    /// Number of documents that the corpus had already under the same name.
    pub known: u64,
}

/// A document with the fingerprints by which it is looked up.
struct MarkedDocument {
    document: SketchedDocument,
    values: Vec<Fingerprint>,
    same: Fingerprint,
    itself: Fingerprint,
}

/// Adds documents to a corpus in one transaction. `more` says that further pieces follow.
///
/// # Errors
/// [`QueryError`]. In case of an error, nothing of the piece was stored.
///
/// # Panics
/// If the archive is not a corpus.
pub async fn add_sketched(
    storage: &dyn Storage,
    corpus: &Archive,
    documents: Vec<SketchedDocument>,
    more: bool,
    by: &By,
) -> Result<AddedSketches, QueryError> {
    let scheme = schemes::corpus_scheme(corpus.sketch.as_deref().expect("the caller has looked"));
    let id = corpus.id;
    let marked: Vec<MarkedDocument> = documents
        .into_par_iter()
        .map(|document| {
            let values = values(&document.sketch);
            let [same, itself] = marks(id, &document.name, &values);
            MarkedDocument { document, values, same, itself }
        })
        .collect();
    let mut known = find_known_marks(storage, corpus, &scheme, &marked).await?;
    let mut counts = AddedSketches::default();
    let mut kept = Vec::with_capacity(marked.len());
    for mut marked in marked {
        if !known.insert(marked.itself.value) {
            counts.known += 1;
            continue;
        }
        counts.added += 1;
        if !known.insert(marked.same.value) {
            counts.copies += 1;
            marked.values.clear();
        }
        kept.push(marked);
    }
    let new = NewSketches { more, ..sketches(&scheme, kept) };
    storage.add_sketches(id, new, by).await?;
    if !more {
        maintenance::queue_compactions(storage, by.at).await?;
    }
    Ok(counts)
}

/// Returns the marks of these documents that the corpus has already.
async fn find_known_marks(
    storage: &dyn Storage,
    corpus: &Archive,
    scheme: &IndexScheme,
    marked: &[MarkedDocument],
) -> Result<BTreeSet<u64>, QueryError> {
    let among = storage.ingests(Owner::Archive(corpus.id)).await?;
    let schemes = storage.index_schemes().await?;
    let Some(&(scheme, _)) = schemes.iter().find(|(_, known)| known == scheme).filter(|_| !among.is_empty())
    else {
        return Ok(BTreeSet::new());
    };
    let documents: Vec<Vec<Fingerprint>> =
        marked.iter().flat_map(|marked| [vec![marked.same], vec![marked.itself]]).collect();
    let question = Question {
        scheme,
        documents: &documents,
        among: &among.into_iter().map(|ingest| ingest.documents).collect(),
        selection: Selection::default(),
        frequency_limit: u32::MAX,
        most: 1,
    };
    let found = candidates(storage, &question).await.map_err(index_failed)?;
    let found_marks = documents.iter().zip(&found.of).filter(|(_, found)| !found.is_empty());
    // A mark belongs to one corpus, so a frequent mark is in this corpus.
    Ok(found_marks.map(|(mark, _)| mark[0].value).chain(found.common).collect())
}

/// Returns the documents as they are stored, with the run of their postings.
fn sketches(scheme: &IndexScheme, kept: Vec<MarkedDocument>) -> NewSketches {
    let mut counts: BTreeMap<u64, u32> = BTreeMap::new();
    for value in kept.iter().flat_map(|marked| marked.values.iter().chain([&marked.same])) {
        *counts.entry(value.value).or_default() += 1;
    }
    counts.retain(|_, documents| FREQUENCY_LIMIT < *documents);

    let stream = empty_stream();
    let (mut ingest, mut run) = (NewIngest::default(), RunBuilder::default());
    for (marked, at) in kept.into_iter().zip(0..) {
        let mut fingerprints = marked.values;
        fingerprints.extend([marked.same, marked.itself]);
        let number = at + 1;
        ingest.documents.push(NewDocument {
            submission: number,
            file: 0,
            path: "sketch".to_owned(),
            text: None,
            stream: stream.clone(),
            fingerprints: Some((scheme.clone(), pack(&fingerprints))),
        });
        fingerprints.retain(|fingerprint| !counts.contains_key(&fingerprint.value));
        run.add(at, &fingerprints);
        ingest.submissions.push(NewSubmission {
            number,
            name: marked.document.name,
            author: None,
            person: None,
            attempt: None,
            submitted_at: marked.document.date,
            reference: None,
        });
    }
    let built = run.build();
    if !ingest.documents.is_empty() {
        let run = NewRun { scheme: scheme.clone(), postings: built.postings, blocks: built.blocks };
        ingest.runs.push(run);
    }
    NewSketches { ingest, frequent: counts.into_iter().collect(), more: false }
}

/// Returns the token stream of a document of which no tokens are kept.
fn empty_stream() -> Packed {
    let language = chaffinch_normalize::language("text").expect("plain text is a language");
    let file = TokenizedFile {
        record: FileRecord {
            path: String::new(),
            encoding: "UTF-8",
            cells: None,
            digest: [0; 32],
            bytes: 0,
            lines: LineTable::new(""),
            notes: Vec::new(),
        },
        stream: TokenStream {
            language: language.name(),
            scheme: language.scheme(),
            values: Vec::new(),
            spans: Vec::new(),
            texts: Vec::new(),
            comments: Vec::new(),
            statements: Vec::new(),
            forms: Vec::new(),
            lines: Vec::new(),
            lexical: 0,
            notes: Vec::new(),
        }
        .into(),
    };
    Packed::pack(&packed::pack(&file))
}
