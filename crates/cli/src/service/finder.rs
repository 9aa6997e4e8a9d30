//! Answers queries of `web` about single texts with the finder of `jobs`, which runs child processes.

use std::sync::Arc;

use async_trait::async_trait;
use chaffinch_jobs::{
    CorpusQuery, QueryHit, SearchError, SimilarDocument, TextFinder, TextFinding, TextQuery,
};
use chaffinch_report::{Match, Region, Report};
use chaffinch_storage::{HolderId, Storage};
use chaffinch_web::{
    Answer, Estimated, Finder, FoundDocument, FoundPassage, FoundSubmission, QueryError, Question,
};
use chrono::Utc;

use crate::settings::Configuration;
use crate::settings::jobs::query_settings;

/// Limit on the processor time of one query, in seconds. A text needs a fraction of it; a query that needs more is an
/// attack.
const CPU_SECONDS: u64 = 60;

struct WebFinder(TextFinder);

/// Returns a finder for this database.
pub(super) fn finder(
    storage: &Arc<dyn Storage>,
    settings: &Configuration,
) -> anyhow::Result<Arc<dyn Finder>> {
    let settings = query_settings(settings, CPU_SECONDS)?;
    let finder = TextFinder::new(Arc::clone(storage), settings, HolderId::new(Utc::now()))?;
    Ok(Arc::new(WebFinder(finder)))
}

#[async_trait]
impl Finder for WebFinder {
    async fn find(&self, question: Question) -> Result<Answer, QueryError> {
        let Question { name, text, language, among, corpora, window, limit_fingerprints, most } = question;
        let query = TextQuery { name, content: text, language, among, window, limit_fingerprints };
        let corpora: Vec<CorpusQuery> = corpora
            .into_iter()
            .map(|corpora| CorpusQuery { sketch: corpora.sketch, among: corpora.among })
            .collect();
        match self.0.find(query, &corpora, most).await {
            Ok(finding) => Ok(to_answer(finding)),
            Err(SearchError::Refused(reason)) => Err(QueryError::Unreadable { reason }),
            Err(SearchError::Storage(error)) => Err(error.into()),
            Err(SearchError::Failed(cause)) => Err(QueryError::Failed(cause)),
        }
    }
}

fn to_answer(finding: TextFinding) -> Answer {
    let found = finding
        .submissions
        .iter()
        .flat_map(|answer| answer.hits.iter().filter_map(|hit| found_submission(hit, &answer.report)));
    Answer {
        found: found.collect(),
        languages: finding.languages,
        tokens: finding.tokens,
        fingerprints: finding.fingerprints,
        documents: finding.documents.into_iter().map(found_document).collect(),
        unknown: finding.unknown,
    }
}

/// Returns a submission that was found. The text is on the left of every pair of the report.
fn found_submission(hit: &QueryHit, report: &Report) -> Option<FoundSubmission> {
    let pair = report.pairs.iter().find(|pair| pair.id.right == hit.number)?;
    Some(FoundSubmission {
        owner: hit.owner,
        number: hit.submission,
        name: hit.name.clone(),
        resemblance: pair.resemblance,
        text_containment: pair.left_containment,
        submission_containment: pair.right_containment,
        fingerprints: hit.fingerprints,
        shared: hit.shared,
        passages: pair.matches.iter().flatten().map(passage).collect(),
    })
}

fn found_document(found: SimilarDocument) -> FoundDocument {
    let share = |value: Option<f64>, interval: Option<[f64; 2]>| {
        let [low, high] = interval.unwrap_or([0.0, 1.0]);
        Estimated { value: value.unwrap_or_default(), low, high }
    };
    let of = found.measures;
    FoundDocument {
        archive: found.archive,
        number: found.number,
        name: found.name,
        resemblance: share(of.resemblance, of.resemblance_interval),
        text_containment: share(of.query_containment, of.query_containment_interval),
        document_containment: share(of.document_containment, of.document_containment_interval),
        fingerprints: found.fingerprints,
        shared: of.count.into(),
    }
}

fn passage(found: &Match) -> FoundPassage {
    let lines = |region: &Region| (region.start_line, region.end_line);
    FoundPassage {
        tokens: found.tokens,
        text_lines: lines(&found.left),
        path: found.right.path.clone(),
        lines: lines(&found.right),
    }
}
