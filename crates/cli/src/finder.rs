//! Questions about single texts: what `web` asks, in the words of `jobs`, which lets children answer it.

use std::sync::Arc;

use async_trait::async_trait;
use chaffinch_jobs::{AskError, Asker, ChildLimits, Known, RunnerSettings};
use chaffinch_report::{Match, Pair, Region};
use chaffinch_storage::{HolderId, Storage};
use chaffinch_web::{Answer, Finder, FoundPassage, FoundSubmission, Question, Unanswered};
use chrono::Utc;
use tokio::sync::Semaphore;

use crate::config::Settings;
use crate::worker;

/// Questions worked on at the same time; more wait.
const TURNS: usize = 4;

/// Processor time: one text takes a fraction of this; what takes more is an attack.
const CPU_SECONDS: u64 = 60;

struct Asking {
    storage: Arc<dyn Storage>,
    asker: Asker,
    turns: Semaphore,
}

/// Answers from this database.
pub(crate) fn finder(storage: &Arc<dyn Storage>, settings: &Settings) -> anyhow::Result<Arc<dyn Finder>> {
    let usual = worker::runner_settings(settings)?;
    let settings =
        RunnerSettings { limits: ChildLimits { cpu_seconds: CPU_SECONDS, ..usual.limits }, ..usual };
    let asker = Asker::new(settings, HolderId::new(Utc::now()))?;
    Ok(Arc::new(Asking { storage: Arc::clone(storage), asker, turns: Semaphore::new(TURNS) }))
}

#[async_trait]
impl Finder for Asking {
    async fn find(&self, question: Question) -> Result<Answer, Unanswered> {
        let question = chaffinch_jobs::Question {
            name: question.name,
            content: question.text,
            language: question.language,
            among: question.among,
            window: question.window,
            limit_fingerprints: question.limit_fingerprints,
        };
        let _turn = self.turns.acquire().await.map_err(|closed| Unanswered::Failed(closed.into()))?;
        match self.asker.ask(self.storage.as_ref(), question).await {
            Ok(known) => Ok(told(&known)),
            Err(AskError::Refused(reason)) => Err(Unanswered::Unreadable { reason }),
            Err(AskError::Storage(error)) => Err(error.into()),
            Err(AskError::Failed(cause)) => Err(Unanswered::Failed(cause)),
        }
    }
}

/// The text is the first submission of its report, and on the left of every pair.
fn told(known: &Known) -> Answer {
    let report = &known.report;
    let text = report.submissions.first();
    let mut languages: Vec<String> =
        text.iter().flat_map(|text| &text.files).map(|file| file.language.clone()).collect();
    languages.sort();
    languages.dedup();
    let found = known.found.iter().filter_map(|place| {
        let pair: &Pair = report.pairs.iter().find(|pair| pair.id.right == place.number)?;
        Some(FoundSubmission {
            owner: place.owner,
            number: place.submission,
            name: place.name.clone(),
            resemblance: pair.resemblance,
            text_containment: pair.left_containment,
            submission_containment: pair.right_containment,
            fingerprints: place.fingerprints,
            shared: place.shared,
            passages: pair.matches.iter().flatten().map(passage).collect(),
        })
    });
    Answer {
        languages,
        tokens: text.map_or(0, |text| text.tokens),
        fingerprints: known.fingerprints,
        found: found.collect(),
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
