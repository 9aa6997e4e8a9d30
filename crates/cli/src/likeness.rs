//! Looks up a sketch in corpora of the service and estimates measures, for the command line and for the service itself.
//! It reads the database and no texts.

use chaffinch_corpus::{Measure, Measures, Overlap, SketchKind};
use chaffinch_jobs::{Alike, AskError, resembling};
use chaffinch_storage::{ArchiveId, Ingest, Storage};

/// Reason for an unknown result: the corpora hold sketches of another kind.
pub(crate) const OTHER_KIND: &str = "texts and feature sets cannot be compared";

/// Reason for an unknown result: the sketches are outdated. Add the sources again to renew them.
pub(crate) const OUTDATED: &str = "another version of Chaffinch created the sketches of these corpora";

/// Reason for an unknown result: values that are in too many documents count for none of them.
pub(crate) const COMMON: &str = "all of its shingles are common: more than 1000 documents share each of them";

/// Corpora with one kind of sketch.
#[derive(Debug)]
pub(crate) struct Corpora {
    /// Parameters of the sketches, as stored with the corpora.
    sketch: String,
    pub(crate) kind: SketchKind,
    among: Vec<Ingest>,
}

/// A document that a text resembles, contains or is contained in.
#[derive(Debug, Clone)]
pub(crate) struct Likeness {
    pub(crate) archive: ArchiveId,
    pub(crate) number: u32,
    pub(crate) name: String,
    /// Number of values of the document's sketch.
    pub(crate) fingerprints: u64,
    /// Measures between the text (on the left) and the document. They are always known.
    pub(crate) measures: Measures,
}

impl Likeness {
    /// Returns the larger of both containments.
    fn containment(&self) -> f64 {
        let Measures { query_containment, document_containment, .. } = self.measures;
        query_containment.unwrap_or_default().max(document_containment.unwrap_or_default())
    }
}

impl Corpora {
    /// Adds documents of a corpus to those with the same kind of sketch.
    pub(crate) fn join(kinds: &mut Vec<Self>, sketch: &str, among: Vec<Ingest>) -> anyhow::Result<()> {
        match kinds.iter_mut().find(|corpora| corpora.sketch == sketch) {
            Some(corpora) => corpora.among.extend(among),
            None => kinds.push(Self { sketch: sketch.to_owned(), kind: sketch.parse()?, among }),
        }
        Ok(())
    }

    /// Adds the documents most like this sketch to `found`. Returns the reason if nothing can be said.
    async fn ask(
        &self,
        storage: &dyn Storage,
        sketch: &[u64],
        most: usize,
        found: &mut Vec<Likeness>,
    ) -> Result<Option<&'static str>, AskError> {
        let answer = resembling(storage, &self.sketch, &self.among, sketch, most).await?;
        let is_exact = self.kind.is_exact();
        found.extend(answer.found.into_iter().map(|alike| likeness(answer.values, alike, is_exact)));
        // With no values to compare, it is not even known that nothing is shared.
        Ok((answer.values == 0 && 0 < answer.common).then_some(COMMON))
    }
}

/// What corpora with any kinds of sketch have in common with one text.
#[derive(Debug, Default)]
pub(crate) struct Likenesses {
    found: Vec<Likeness>,
    /// The first reason why nothing can be said.
    unknown: Option<&'static str>,
    /// Whether at least one kind of corpora gave a result, even if it found no document.
    is_known: bool,
}

impl Likenesses {
    /// Searches corpora of one kind for the documents most like this sketch, or keeps the reason why there is no
    /// sketch.
    pub(crate) async fn ask(
        &mut self,
        storage: &dyn Storage,
        corpora: &Corpora,
        sketch: Result<&[u64], &'static str>,
        most: usize,
    ) -> Result<(), AskError> {
        let unknown = match sketch {
            Ok(sketch) => corpora.ask(storage, sketch, most, &mut self.found).await?,
            Err(reason) => Some(reason),
        };
        self.is_known |= unknown.is_none();
        self.unknown = self.unknown.or(unknown);
        Ok(())
    }

    /// Returns the documents with a containment of at least `floor` in one direction, the most alike first, or the
    /// reason why nothing can be said.
    pub(crate) fn best(
        mut self,
        order: Measure,
        floor: f64,
        most: usize,
    ) -> (Vec<Likeness>, Option<&'static str>) {
        self.found.retain(|found| floor <= found.containment());
        sort(&mut self.found, order);
        self.found.truncate(most);
        (self.found, if self.is_known { None } else { self.unknown })
    }
}

fn likeness(text: u64, alike: Alike, is_exact: bool) -> Likeness {
    let Alike { archive, number, name, values, shared } = alike;
    let counted = |count: u64| u32::try_from(count).unwrap_or(u32::MAX);
    let overlap = Overlap { shared: counted(shared), left: counted(text), right: counted(values) };
    Likeness { archive, number, name, fingerprints: values, measures: Measures::of(overlap, is_exact) }
}

/// Sorts the most alike first: by resemblance, or by the larger containment.
fn sort(found: &mut [Likeness], order: Measure) {
    let measure = |found: &Likeness| match order {
        Measure::Resemblance => found.measures.resemblance.unwrap_or_default(),
        Measure::Containment => found.containment(),
    };
    found.sort_by(|one, two| {
        let by_measure = measure(two).total_cmp(&measure(one));
        by_measure.then(two.measures.count.cmp(&one.measures.count)).then_with(|| one.name.cmp(&two.name))
    });
}
