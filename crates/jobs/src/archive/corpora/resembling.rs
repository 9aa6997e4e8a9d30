//! Finds the documents of corpora that a text resembles, contains or is contained in (Broder 1997; the "on the fly
//! resemblance" of Broder, Glassman, Manasse and Zweig 1997). It counts shared values in the sketches that the stored
//! index proposes, and only reads the database.

use std::collections::{BTreeMap, BTreeSet};

use chaffinch_index::{
    Candidates, DocumentSet, Fingerprint, IndexError, Question, Selection, candidates, unpack,
};
use chaffinch_query::QueryError;
use chaffinch_storage::{ArchiveId, DocumentId, DocumentLocation, Ingest, Owner, SchemeId, Storage};

use super::marks::{SKETCH_MARK, VALUE, values};
use crate::index::candidates::FREQUENCY_LIMIT;
use crate::index::{maintenance, schemes};
use crate::query::index_failed;

/// Number of documents that the index proposes for each document of the answer. The best of them are examined. The
/// second constant limits their total number.
const PROPOSALS_PER_DOCUMENT: usize = 20;
const MAX_PROPOSALS: usize = 1000;

/// What corpora with one kind of sketch have in common with a text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct ResemblingDocuments {
    /// Number of values of the text's sketch that are not common. 0: nothing can be said about the text.
    pub(super) values: u64,
    /// Number of values that are common: they are in more than 1,000 documents and count for none.
    pub(super) common: u64,
    /// The documents found, those with the largest resemblance first.
    pub(super) found: Vec<ResemblingDocument>,
}

/// A document that shares values with the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ResemblingDocument {
    /// The corpus of the document.
    pub(super) archive: ArchiveId,
    /// Number of the document in the corpus.
    pub(super) number: u32,
    /// Name of the document in the corpus.
    pub(super) name: String,
    /// Number of values of its sketch that are not common.
    pub(super) values: u64,
    /// Number of these values that the text has, too; never 0.
    pub(super) shared: u64,
}

impl ResemblingDocument {
    fn resemblance(&self, of: u64) -> f64 {
        self.shared as f64 / (of + self.values - self.shared) as f64
    }
}

/// Looks up a sketch among these documents. All their archives must have the same `sketch` parameters. Returns at most
/// `most` documents.
///
/// # Errors
/// [`QueryError`].
pub(super) async fn find_resembling(
    storage: &dyn Storage,
    sketch: &str,
    among: &[Ingest],
    text: &[u64],
    most: usize,
) -> Result<ResemblingDocuments, QueryError> {
    let text = values(text);
    let text_values: BTreeSet<u64> = text.iter().map(|value| value.value).collect();
    let among: DocumentSet = among.iter().map(|ingest| ingest.documents.clone()).collect();
    let search = ResemblanceSearch { storage, among, most };
    match scheme_id(storage, sketch).await? {
        Some(scheme) if !text_values.is_empty() => match search.find(scheme, text, text_values).await {
            Ok(resembling) => Ok(resembling),
            Err(error) => {
                maintenance::queue_check(storage, &error).await?;
                Err(index_failed(error))
            }
        },
        _ => Ok(ResemblingDocuments { values: text_values.len() as u64, ..ResemblingDocuments::default() }),
    }
}

struct ResemblanceSearch<'a> {
    storage: &'a dyn Storage,
    among: DocumentSet,
    most: usize,
}

/// A document with the counts of its sketch, without common values, and the mark that documents with the same sketch
/// share.
struct CountedDocument {
    document: ResemblingDocument,
    sketch_mark: Option<Fingerprint>,
}

impl ResemblanceSearch<'_> {
    async fn find(
        &self,
        scheme: SchemeId,
        text: Vec<Fingerprint>,
        mut text_values: BTreeSet<u64>,
    ) -> Result<ResemblingDocuments, IndexError> {
        let all = text_values.len() as u64;
        let most = self.most.saturating_mul(PROPOSALS_PER_DOCUMENT).min(MAX_PROPOSALS.max(self.most));
        let Candidates { of: proposed, common, .. } =
            self.look_up(scheme, &[text], FREQUENCY_LIMIT, most).await?;
        for value in &common {
            text_values.remove(value);
        }
        let values = text_values.len() as u64;
        let mut resembling = ResemblingDocuments { values, common: all - values, found: Vec::new() };
        let shared: Vec<(DocumentId, u32)> =
            proposed.into_iter().flatten().map(|found| (found.document, found.shared)).collect();
        let best = self.best_locations(shared, values).await?;
        let mut stored = self.count_shared(scheme, &best, &text_values, &common).await?;
        stored.sort_by(|one, two| {
            let resemblance = two.document.resemblance(values).total_cmp(&one.document.resemblance(values));
            let shared = two.document.shared.cmp(&one.document.shared);
            let location = |stored: &CountedDocument| (stored.document.archive, stored.document.number);
            resemblance.then(shared).then(location(one).cmp(&location(two)))
        });
        stored.truncate(self.most);
        resembling.found = self.add_copies(scheme, stored).await?;
        Ok(resembling)
    }

    async fn look_up(
        &self,
        scheme: SchemeId,
        documents: &[Vec<Fingerprint>],
        frequency_limit: u32,
        most: usize,
    ) -> Result<Candidates, IndexError> {
        let selection = Selection::default();
        let question = Question { scheme, documents, among: &self.among, selection, frequency_limit, most };
        candidates(self.storage, &question).await
    }

    /// Returns the locations of the documents that resemble the text most, as far as the stored sizes allow an estimate.
    async fn best_locations(
        &self,
        shared: Vec<(DocumentId, u32)>,
        text: u64,
    ) -> Result<Vec<DocumentLocation>, IndexError> {
        let documents: Vec<DocumentId> = shared.iter().map(|found| found.0).collect();
        let counts: BTreeMap<DocumentId, u32> = shared.into_iter().collect();
        let mut locations = self.storage.places(&documents).await?;
        let resemblance = |location: &DocumentLocation| {
            let shared = f64::from(counts.get(&location.document).copied().unwrap_or(0));
            // A value takes six bytes.
            shared / (text as f64 + location.fingerprint_bytes as f64 / 6.0 - shared).max(1.0)
        };
        locations.sort_by(|one, two| {
            resemblance(two).total_cmp(&resemblance(one)).then(one.document.cmp(&two.document))
        });
        // Twice as many as needed, because their common values are not known yet.
        locations.truncate(self.most * 2);
        Ok(locations)
    }

    /// Loads documents and counts the values that they share with the text.
    async fn count_shared(
        &self,
        scheme: SchemeId,
        locations: &[DocumentLocation],
        text_values: &BTreeSet<u64>,
        common: &[u64],
    ) -> Result<Vec<CountedDocument>, IndexError> {
        let wanted: Vec<(Owner, u32)> =
            locations.iter().map(|location| (location.owner, location.submission)).collect();
        let mut sketches = Vec::with_capacity(wanted.len());
        for stored in self.storage.stored(&wanted).await? {
            let Owner::Archive(archive) = stored.owner else { continue };
            let packed = stored.documents.first().and_then(|document| document.fingerprints.as_ref());
            // Damaged bytes are ignored here; a check of the index reports them.
            let fingerprints = packed.and_then(|(_, packed)| unpack(packed).ok()).unwrap_or_default();
            sketches.push((archive, stored.submission, fingerprints));
        }
        let is_value = |fingerprint: &&Fingerprint| fingerprint.position == VALUE;
        let wanted_values: BTreeSet<u64> =
            sketches.iter().flat_map(|sketch| &sketch.2).filter(is_value).map(|value| value.value).collect();
        let wanted_values: Vec<u64> = wanted_values.into_iter().collect();
        let frequent = self.storage.frequent_among(scheme, &wanted_values).await?;
        let is_rare =
            |value: &u64| frequent.binary_search(value).is_err() && common.binary_search(value).is_err();
        let documents = sketches.into_iter().filter_map(|(archive, submission, fingerprints)| {
            let values: Vec<u64> =
                fingerprints.iter().filter(is_value).map(|value| value.value).filter(is_rare).collect();
            let shared = values.iter().filter(|value| text_values.contains(value)).count() as u64;
            let document = ResemblingDocument {
                archive,
                number: submission.number,
                name: submission.name,
                values: values.len() as u64,
                shared,
            };
            let sketch_mark =
                fingerprints.iter().find(|fingerprint| fingerprint.position == SKETCH_MARK).copied();
            (0 < shared).then_some(CountedDocument { document, sketch_mark })
        });
        Ok(documents.collect())
    }

    /// Adds after each document the documents of its corpus that have the same sketch, up to the limit.
    async fn add_copies(
        &self,
        scheme: SchemeId,
        stored: Vec<CountedDocument>,
    ) -> Result<Vec<ResemblingDocument>, IndexError> {
        let marks: Vec<Vec<Fingerprint>> =
            stored.iter().map(|stored| stored.sketch_mark.into_iter().collect()).collect();
        let found = self.look_up(scheme, &marks, u32::MAX, self.most.saturating_add(1)).await?;
        let documents: BTreeSet<DocumentId> =
            found.of.iter().filter(|of| 1 < of.len()).flatten().map(|found| found.document).collect();
        let locations = self.storage.places(&documents.into_iter().collect::<Vec<_>>()).await?;
        let locations: BTreeMap<DocumentId, DocumentLocation> =
            locations.into_iter().map(|location| (location.document, location)).collect();
        let mut wanted = Vec::new();
        for (stored, of) in stored.iter().zip(&found.of) {
            let first = (Owner::Archive(stored.document.archive), stored.document.number);
            let copies = of.iter().filter_map(|found| locations.get(&found.document));
            wanted.push(
                copies
                    .map(|location| (location.owner, location.submission))
                    .filter(|copy| *copy != first)
                    .collect(),
            );
        }
        let room = wanted.iter().map(Vec::len).sum::<usize>().min(self.most);
        let flat: Vec<(Owner, u32)> = wanted.concat();
        let names = self.storage.stored(&flat[..room.min(flat.len())]).await?;
        let names: BTreeMap<(Owner, u32), String> = names
            .into_iter()
            .map(|copy| ((copy.owner, copy.submission.number), copy.submission.name))
            .collect();
        let mut all = Vec::new();
        for (CountedDocument { document, .. }, copies) in stored.into_iter().zip(wanted) {
            let copies = copies.into_iter().filter_map(|copy| {
                Some(ResemblingDocument {
                    number: copy.1,
                    name: names.get(&copy)?.clone(),
                    ..document.clone()
                })
            });
            let copies: Vec<ResemblingDocument> = copies.collect();
            all.push(document);
            all.extend(copies);
        }
        all.truncate(self.most);
        Ok(all)
    }
}

/// Returns the number of a scheme of corpora, if any document of it was ever stored.
async fn scheme_id(storage: &dyn Storage, sketch: &str) -> Result<Option<SchemeId>, QueryError> {
    let (wanted, known_schemes) = (schemes::corpus_scheme(sketch), storage.index_schemes().await?);
    Ok(known_schemes.into_iter().find(|(_, known)| *known == wanted).map(|(id, _)| id))
}
