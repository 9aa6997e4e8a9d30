//! Finds versions of a document, the newest first, and how they differ from it ("Lost and found", Broder et al. 1997).
//! Reads the sources again if passages are wanted.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::Write;

use chrono::DateTime;
use serde::Serialize;

use crate::canonical::{Passage, Wording};
use crate::document::{Document, Fold, LinkKind, NO_DATE, likeness, pair_kind};
use crate::error::{Error, Result};
use crate::limits::MAX_PARSED_BYTES;
use crate::queries::index::Index;
use crate::queries::measures::Measures;
use crate::queries::resemblance::{Candidate, Reason};
use crate::results::json::line;
use crate::sketching::sketch_all;
use crate::sources::DocumentSource;
use chaffinch_submission::Progress;

/// Most documents for which passages are returned.
pub const MAX_COMPARED: usize = 100;

/// The document to find versions of.
#[derive(Debug, Clone, Copy)]
pub enum Version<'a> {
    /// A document of the corpus, by name; the last one if several have the name.
    Named(&'a str),
    /// The only document of a source.
    Read(&'a DocumentSource),
}

/// A version of a document.
#[derive(Debug, Serialize)]
struct VersionRow<'a> {
    query: &'a str,
    document: &'a str,
    /// Date in RFC 3339 format, in universal time.
    date: Option<String>,
    #[serde(flatten)]
    measures: Measures,
    cluster: Option<u32>,
    kind: LinkKind,
    /// How much of the query document the version lacks.
    only_in_query: Option<f64>,
    /// How much of the version the query document lacks.
    only_in_document: Option<f64>,
    #[serde(flatten)]
    differs: Option<Differs>,
}

/// How two documents differ, word by word.
#[derive(Debug, Clone, Default, Serialize)]
struct Differs {
    /// The first passages.
    passages: Option<Vec<Passage>>,
    /// How many more passages there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    more_passages: Option<usize>,
    /// Why there are no passages.
    #[serde(skip_serializing_if = "Option::is_none")]
    not_compared: Option<&'static str>,
}

/// The document to find versions of.
struct QueryDocument {
    name: String,
    document: Document,
    sketch: Vec<u64>,
}

/// A version that was found.
struct FoundVersion {
    like: Candidate,
    document: Document,
    name: String,
    differs: Option<Differs>,
}

impl Index {
    /// Writes every document that resembles, contains or is contained in this one by at least the threshold. The newest
    /// come first, then those without a date in the order of the corpus; at most `most` rows. With `sources`, which
    /// must contain the documents as they were read, rows have the passages that differ.
    pub fn versions(
        &self,
        of: Version,
        (threshold, most): (f64, Option<usize>),
        sources: &[DocumentSource],
        progress: &dyn Progress,
        out: &mut dyn Write,
    ) -> Result<u64> {
        let wanted = self.query_document(of)?;
        let query = wanted.name.as_str();
        if let Some(reason) = wanted.document.state.reason() {
            line(out, &Reason { query, reason })?;
        }
        let mut found = self.find_versions(&wanted, threshold)?;
        found.sort_unstable_by_key(|&(date, like)| (Reverse(date), like.number));
        found.truncate(most.unwrap_or(usize::MAX));
        let rows = found.len() as u64;
        let compared = if sources.is_empty() { 0 } else { MAX_COMPARED.min(found.len()) };
        let mut first =
            found.drain(..compared).map(|(_, like)| self.row(like)).collect::<Result<Vec<_>>>()?;
        if compared > 0 {
            progress.report("comparing", 0, 0);
            compare(of, &wanted, sources, &mut first)?;
        }
        let beyond = (compared > 0)
            .then(|| Differs { not_compared: Some("beyond the first 100"), ..Differs::default() });
        let later = found
            .into_iter()
            .map(|(_, like)| self.row(like).map(|row| FoundVersion { differs: beyond.clone(), ..row }));
        for held in first.into_iter().map(Ok).chain(later) {
            self.write_version(query, &wanted.document, held?, out)?;
        }
        Ok(rows)
    }

    fn query_document(&self, of: Version) -> Result<QueryDocument> {
        let mut wanted = None;
        match of {
            Version::Named(name) => {
                let number =
                    self.named(name)?.pop().ok_or_else(|| Error::NoDocument { name: name.to_owned() })?;
                let (segment, at) = self.run.corpus.place(number);
                let document = segment.document(at)?;
                let mut sketch = Vec::new();
                segment.sketch(&document, &mut sketch)?;
                wanted = Some(QueryDocument { name: name.to_owned(), document, sketch });
            }
            Version::Read(source) => {
                let read = sketch_all(
                    std::slice::from_ref(source),
                    self.run.sketched_under()?,
                    1,
                    &(),
                    &mut |harvest| {
                        if let Some((name, &document, sketch)) = harvest.each().next() {
                            wanted = Some(QueryDocument {
                                name: name.to_owned(),
                                document,
                                sketch: sketch.to_vec(),
                            });
                        }
                        Ok(())
                    },
                )?;
                self.run.check_material(read.material.as_ref())?;
                if read.documents != 1 {
                    let path = source.path().to_owned();
                    return Err(Error::NotOne { path, documents: read.documents });
                }
            }
        }
        wanted.ok_or_else(|| Error::NoDocument { name: String::new() })
    }

    /// Returns the versions with their dates.
    fn find_versions(&self, wanted: &QueryDocument, threshold: f64) -> Result<Vec<(i64, Candidate)>> {
        let shared = self.shared(&wanted.sketch, wanted.document.size)?;
        let mut candidates = self.candidates(&shared, threshold)?;
        // A document without values that count is found only if an equal one exists.
        for number in self.equal(&wanted.document, 1)? {
            let root = self.root(number)?;
            if candidates.iter().all(|like| like.number != root) {
                candidates.push(self.whole(root)?);
            }
        }
        let mut found = Vec::new();
        for like in candidates {
            let mut push = |number: u32| -> Result<bool> {
                found.push((self.run.corpus.document(number)?.date, Candidate { number, ..like }));
                Ok(true)
            };
            push(like.number)?;
            self.copies(like.number, push)?;
        }
        Ok(found)
    }

    fn row(&self, like: Candidate) -> Result<FoundVersion> {
        let document = self.run.corpus.document(like.number)?;
        Ok(FoundVersion { like, document, name: self.run.corpus.name(like.number)?, differs: None })
    }

    fn write_version(
        &self,
        query: &str,
        wanted: &Document,
        held: FoundVersion,
        out: &mut dyn Write,
    ) -> Result<()> {
        let measures = self.measures(held.like);
        let rest = |share: Option<f64>| share.map(|share| 1.0 - share);
        let date = (held.document.date != NO_DATE).then(|| DateTime::from_timestamp(held.document.date, 0));
        let row = VersionRow {
            query,
            document: &held.name,
            date: date.flatten().map(|date| date.to_rfc3339_opts(chrono::SecondsFormat::Secs, true)),
            cluster: self.cluster_of(held.like.number)?,
            kind: pair_kind(likeness(wanted, &held.document)),
            only_in_query: rest(measures.query_containment),
            only_in_document: rest(measures.document_containment),
            measures,
            differs: held.differs,
        };
        line(out, &row)
    }

    /// Returns the number of a document's cluster, if clusters are stored.
    pub(crate) fn cluster_of(&self, number: u32) -> Result<Option<u32>> {
        let Some(kept) = &self.kept else { return Ok(None) };
        let member = kept.member(number)?;
        Ok((member.kind != LinkKind::Skipped).then_some(member.first + 1))
    }
}

/// Returns the words of the query document, from the source that contains it as it was read.
fn wording(sources: &[DocumentSource], wanted: &QueryDocument) -> Result<Wording> {
    let mut found = None;
    for source in sources {
        source.texts(&|name| name == wanted.name, &mut |text| {
            let wording = text.bytes.and_then(|bytes| Wording::new(text.format, text.name, &bytes));
            found = wording.filter(|wording| wording.canonical == wanted.document.canonical);
            Ok(found.is_none())
        })?;
        if let Some(found) = found {
            return Ok(found);
        }
    }
    Err(Error::NoText { name: wanted.name.clone(), limit: MAX_PARSED_BYTES })
}

/// Reads the sources again, and fills in how the versions differ.
fn compare(
    of: Version,
    wanted: &QueryDocument,
    sources: &[DocumentSource],
    held: &mut [FoundVersion],
) -> Result<()> {
    let ours = match of {
        Version::Named(_) => wording(sources, wanted)?,
        Version::Read(source) => wording(std::slice::from_ref(source), wanted)?,
    };
    let mut awaited: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, one) in held.iter_mut().enumerate() {
        if likeness(&wanted.document, &one.document) >= Fold::LexicallyEquivalent {
            one.differs = Some(Differs { passages: Some(Vec::new()), ..Differs::default() });
        } else {
            let not_compared =
                Some("none of the given sources contains it as it was read, in at most 16 MiB");
            one.differs = Some(Differs { not_compared, ..Differs::default() });
            awaited.entry(one.name.clone()).or_default().push(at);
        }
    }
    for source in sources {
        let names: Vec<String> = awaited.keys().cloned().collect();
        source.texts(&|name| names.binary_search_by(|one| one.as_str().cmp(name)).is_ok(), &mut |text| {
            let Some(waiting) = awaited.get_mut(text.name) else { return Ok(true) };
            let theirs = text.bytes.and_then(|bytes| Wording::new(text.format, text.name, &bytes));
            let Some(theirs) = theirs else { return Ok(true) };
            waiting.retain(|&at| {
                let is_it = held[at].document.canonical == theirs.canonical;
                if is_it {
                    let (passages, all) = ours.passages(&theirs);
                    let more_passages = Some(all - passages.len()).filter(|&more| more > 0);
                    held[at].differs =
                        Some(Differs { passages: Some(passages), more_passages, not_compared: None });
                }
                !is_it
            });
            awaited.retain(|_, waiting| !waiting.is_empty());
            Ok(!awaited.is_empty())
        })?;
    }
    Ok(())
}
