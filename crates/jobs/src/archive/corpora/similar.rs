//! Looks up a sketch in corpora with any kinds of sketch and estimates measures, for the command line and for the
//! service. It reads the database and no texts.

use chaffinch_corpus::{Measure, Measures, Overlap, SketchKind};
use chaffinch_query::QueryError;
use chaffinch_storage::{ArchiveId, Ingest, Storage};

use super::resembling::{ResemblingDocument, find_resembling};

/// Reason for an unknown result: the corpora hold sketches of another kind.
pub const UNKNOWN_OTHER_KIND: &str = "texts and feature sets cannot be compared";

/// Reason for an unknown result: the sketches are outdated. Add the sources again to renew them.
pub(crate) const UNKNOWN_OUTDATED: &str =
    "another version of Chaffinch created the sketches of these corpora";

/// Reason for an unknown result: values that are in too many documents count for none of them.
const UNKNOWN_COMMON: &str = "all of its shingles are common: more than 1000 documents share each of them";

/// Corpora with one kind of sketch.
#[derive(Debug)]
pub struct CorporaOfKind {
    /// Parameters of the sketches, as stored with the corpora.
    sketch: String,
    /// Kind of the sketches.
    pub kind: SketchKind,
    among: Vec<Ingest>,
}

/// A document that a text resembles, contains or is contained in.
#[derive(Debug, Clone)]
pub struct SimilarDocument {
    /// The corpus of the document.
    pub archive: ArchiveId,
    /// Number of the document in the corpus.
    pub number: u32,
    /// Name of the document in the corpus.
    pub name: String,
    /// Number of values of the document's sketch.
    pub fingerprints: u64,
    /// Measures between the text (on the left) and the document. They are always known.
    pub measures: Measures,
}

impl SimilarDocument {
    /// Returns the larger of both containments.
    fn containment(&self) -> f64 {
        let Measures { query_containment, document_containment, .. } = self.measures;
        query_containment.unwrap_or_default().max(document_containment.unwrap_or_default())
    }
}

impl CorporaOfKind {
    /// Adds documents of a corpus to those with the same kind of sketch.
    ///
    /// # Errors
    /// Fails if another version of this program made the sketches.
    pub fn join(
        kinds: &mut Vec<Self>,
        sketch: &str,
        among: Vec<Ingest>,
    ) -> Result<(), <SketchKind as std::str::FromStr>::Err> {
        match kinds.iter_mut().find(|corpora| corpora.sketch == sketch) {
            Some(corpora) => corpora.among.extend(among),
            None => kinds.push(Self { sketch: sketch.to_owned(), kind: sketch.parse()?, among }),
        }
        Ok(())
    }

    /// Adds the documents most like this sketch to `found`. Returns the reason if nothing can be said.
    async fn find(
        &self,
        storage: &dyn Storage,
        sketch: &[u64],
        most: usize,
        found: &mut Vec<SimilarDocument>,
    ) -> Result<Option<&'static str>, QueryError> {
        let answer = find_resembling(storage, &self.sketch, &self.among, sketch, most).await?;
        let is_exact = self.kind.is_exact();
        found.extend(
            answer.found.into_iter().map(|document| similar_document(answer.values, document, is_exact)),
        );
        // With no values to compare, it is not even known that nothing is shared.
        Ok((answer.values == 0 && 0 < answer.common).then_some(UNKNOWN_COMMON))
    }
}

/// What corpora with any kinds of sketch have in common with one text.
#[derive(Debug, Default)]
pub struct SimilarDocuments {
    found: Vec<SimilarDocument>,
    /// The first reason why nothing can be said.
    unknown: Option<&'static str>,
    /// Whether at least one kind of corpora gave a result, even if it found no document.
    is_known: bool,
}

impl SimilarDocuments {
    /// Searches corpora of one kind for the documents most like this sketch, or keeps the reason why there is no
    /// sketch.
    ///
    /// # Errors
    /// [`QueryError`].
    pub async fn search(
        &mut self,
        storage: &dyn Storage,
        corpora: &CorporaOfKind,
        sketch: Result<&[u64], &'static str>,
        most: usize,
    ) -> Result<(), QueryError> {
        let unknown = match sketch {
            Ok(sketch) => corpora.find(storage, sketch, most, &mut self.found).await?,
            Err(reason) => Some(reason),
        };
        self.is_known |= unknown.is_none();
        self.unknown = self.unknown.or(unknown);
        Ok(())
    }

    /// Returns the documents with a containment of at least `floor` in one direction, the most alike first, or the
    /// reason why nothing can be said.
    pub fn best(
        mut self,
        order: Measure,
        floor: f64,
        most: usize,
    ) -> (Vec<SimilarDocument>, Option<&'static str>) {
        self.found.retain(|found| floor <= found.containment());
        sort(&mut self.found, order);
        self.found.truncate(most);
        (self.found, if self.is_known { None } else { self.unknown })
    }
}

fn similar_document(text: u64, document: ResemblingDocument, is_exact: bool) -> SimilarDocument {
    let ResemblingDocument { archive, number, name, values, shared } = document;
    let counted = |count: u64| u32::try_from(count).unwrap_or(u32::MAX);
    let overlap = Overlap { shared: counted(shared), left: counted(text), right: counted(values) };
    SimilarDocument { archive, number, name, fingerprints: values, measures: Measures::of(overlap, is_exact) }
}

/// Sorts the most alike first: by resemblance, or by the larger containment.
fn sort(found: &mut [SimilarDocument], order: Measure) {
    let measure = |found: &SimilarDocument| match order {
        Measure::Resemblance => found.measures.resemblance.unwrap_or_default(),
        Measure::Containment => found.containment(),
    };
    found.sort_by(|one, two| {
        let by_measure = measure(two).total_cmp(&measure(one));
        by_measure.then(two.measures.count.cmp(&one.measures.count)).then_with(|| one.name.cmp(&two.name))
    });
}
