//! The search of the test service. It does not compute anything, so that tests know the results.

use chaffinch_query::{Finder, FoundPassage, FoundSubmission, QueryError, TextAnswer, TextQuestion};
use chaffinch_storage::{DocumentId, Documents as _};
use chaffinch_storage_sqlite::SqliteStorage;

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
            name: stored.submission.header.name.clone(),
            resemblance: 0.25,
            text_containment: 0.5,
            submission_containment: 1.0,
            fingerprints: 170,
            shared: 17,
            // Submissions with the same name count as the same content.
            digests: vec![stored.submission.header.name.clone()],
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
        })
    }
}
