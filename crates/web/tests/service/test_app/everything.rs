//! The search and clustering of the test service. They do not compute anything, so that tests know the results.

use std::sync::Arc;

use chaffinch_query::{
    ClusterError, ClusterMember, ClusterQuestion, ClusterRelation, Clusterer, Clusters, Corpora, Estimated,
    Finder, FoundDocument, FoundPassage, FoundSubmission, Measure, NotCompared, QueryError, StrongestLink,
    TextAnswer, TextQuestion,
};
use chaffinch_storage::{DocumentId, Documents as _, Owner};
use chaffinch_storage_sqlite::SqliteStorage;

/// The threshold for which an archive counts as too large.
pub(crate) const TOO_LARGE: f64 = 0.99;
/// The threshold for which an archive counts as changing.
pub(crate) const CHANGING: f64 = 0.98;

/// Returns all documents that the caller may see for every query. Other tests cover what a real search finds.
pub(super) struct Everything(pub(super) SqliteStorage);

#[async_trait::async_trait]
impl Finder for Everything {
    async fn find(&self, question: TextQuestion) -> Result<TextAnswer, QueryError> {
        if question.name == "class.zip" {
            return Err(QueryError::Refused("It is an archive.".to_owned()));
        }
        let documents: Vec<_> =
            question.among.into_iter().flat_map(|ingest| ingest.documents).map(DocumentId).collect();
        let places = self.0.places(&documents).await?;
        let wanted: Vec<_> = places.iter().map(|place| (place.owner, place.submission)).collect();
        let found = self.0.stored(&wanted).await?.into_iter().map(|stored| FoundSubmission {
            owner: stored.owner,
            number: stored.submission.number,
            name: stored.submission.name.clone(),
            resemblance: 0.25,
            text_containment: 0.5,
            submission_containment: 1.0,
            fingerprints: 170,
            shared: 17,
            // Submissions with the same name count as the same content.
            digests: vec![stored.submission.name.clone()],
            // A check of this file finds nothing.
            is_named: question.name != "own.c",
            passages: vec![FoundPassage {
                tokens: 9,
                text_lines: (1, 3),
                path: stored.documents[0].path.clone(),
                lines: (2, 2),
                text_bytes: (0, 9),
                file: stored.documents[0].file,
                bytes: (4, 8),
                literal: Some("renamed".to_owned()),
            }],
        });
        Ok(TextAnswer {
            languages: vec![question.language.unwrap_or_else(|| question.name.clone())],
            tokens: question.content.len() as u32,
            fingerprints: u64::from(question.window.unwrap_or(0))
                + question.limit_fingerprints.unwrap_or(0) as u64,
            found: found.collect(),
            unknown: (question.content == b"few words" && !question.corpora.is_empty())
                .then_some("too short"),
            documents: self.documents(&question.corpora, question.max_documents).await?,
        })
    }
}

impl Everything {
    /// Returns all documents of corpora that the caller may see.
    async fn documents(&self, corpora: &[Corpora], most: usize) -> Result<Vec<FoundDocument>, QueryError> {
        let among = corpora.iter().flat_map(|corpora| &corpora.among);
        let documents: Vec<_> = among.flat_map(|ingest| ingest.documents.clone()).map(DocumentId).collect();
        let places = self.0.places(&documents).await?;
        let wanted: Vec<_> = places.iter().map(|place| (place.owner, place.submission)).collect();
        let found = self.0.stored(&wanted).await?.into_iter().filter_map(|stored| {
            let Owner::Archive(archive) = stored.owner else { return None };
            Some(FoundDocument {
                archive,
                number: stored.submission.number,
                name: stored.submission.name,
                resemblance: Estimated { value: 0.25, low: 0.125, high: 0.5 },
                text_containment: Estimated { value: 0.5, low: 0.25, high: 0.75 },
                document_containment: Estimated { value: 1.0, low: 0.875, high: 1.0 },
                fingerprints: 33,
                shared: 8,
            })
        });
        Ok(found.take(most).collect())
    }
}

/// Puts all submissions of an archive except the last into one cluster. Other tests cover real clustering.
#[async_trait::async_trait]
impl Clusterer for Everything {
    async fn cluster(&self, question: ClusterQuestion) -> Result<Arc<Clusters>, ClusterError> {
        if question.threshold == TOO_LARGE {
            return Err(ClusterError::TooLarge { what: "submissions", limit: 3 });
        }
        if question.threshold == CHANGING {
            return Err(ClusterError::Changing);
        }
        let mut submissions = Vec::new();
        for ingest in self.0.ingests(question.archive.into()).await? {
            submissions.extend(self.0.fingerprinted(&ingest, 0, u32::MAX).await?);
        }
        let last = submissions.last().map(|last| last.number);
        let resemblance = if question.measure == Measure::Resemblance { 0.5 } else { 0.25 };
        let link =
            StrongestLink { with: 0, shared: 17, resemblance, containment: 1.0, other_containment: 0.5 };
        let members = submissions.into_iter().map(|submission| {
            let (number, alone) = (submission.number, Some(submission.number) == last);
            ClusterMember {
                number,
                name: submission.name,
                cluster: if alone { number } else { 1 },
                size: 1,
                relation: match number {
                    _ if alone => ClusterRelation::Single,
                    1 => ClusterRelation::Similar,
                    _ => ClusterRelation::ShingleEquivalent,
                },
                fingerprints: u64::from(number) * 10,
                strongest: (!alone).then_some(StrongestLink { with: usize::from(number == 1), ..link }),
                not_compared: alone.then_some(NotCompared::TooShort),
            }
        });
        let clusters = Clusters::of(question.state, members.collect());
        Ok(Arc::new(Clusters { one_in: 4, common: 2, common_limit: 1000, ..clusters }))
    }
}
