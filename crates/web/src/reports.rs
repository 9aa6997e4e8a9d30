//! Stored reports become values again, off the threads that answer requests.

use std::sync::Arc;

use chaffinch_report::{Pair, Report, Sources, hide_names};
use chaffinch_storage::{Batch, Packed, PairRecord, SourceText};

use crate::app::App;
use crate::error::WebError;
use crate::exports::Caller;
use crate::turns::Turn;

/// Does what takes more than a moment where it holds up nobody else.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, WebError> + Send + 'static,
) -> Result<T, WebError> {
    let span = tracing::Span::current();
    match tokio::task::spawn_blocking(move || span.in_scope(work)).await {
        Ok(result) => result,
        Err(failed) => Err(match failed.try_into_panic() {
            Ok(cause) => WebError::panic(&*cause),
            Err(cancelled) => WebError::internal(cancelled),
        }),
    }
}

/// A turn to hold a report and its texts in memory. [`AuthServices::page`](crate::gate::Gate::page) gives it; take it before reading
/// them from storage.
pub(crate) struct PageTurn(Arc<Turn<Caller>>);

impl PageTurn {
    pub(crate) fn new(turn: Turn<Caller>) -> Self {
        Self(Arc::new(turn))
    }

    /// As [`blocking`]. The turn lasts until the work ends: a caller that hangs up makes no room while it runs.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, WebError> + Send + 'static,
    ) -> Result<T, WebError> {
        let turn = Arc::clone(&self.0);
        blocking(move || {
            let _turn = turn;
            work()
        })
        .await
    }
}

/// Refuses where no report was made.
pub(crate) fn must_exist(batch: &Batch) -> Result<(), WebError> {
    match batch.revision {
        Some(_) => Ok(()),
        None => Err(WebError::NoReport { status: batch.status.name() }),
    }
}

/// The report without matches, which pages are made of. Whatever else a page reads is asked for by [`Batch::current`], too:
/// it belongs together, whichever revision becomes the current one meanwhile.
pub(crate) async fn head(app: &App, batch: &Batch) -> Result<Packed, WebError> {
    must_exist(batch)?;
    app.storage.report_head(batch.id, batch.current()).await?.ok_or(WebError::NotFound)
}

/// A stored report, head or whole.
pub(crate) fn parsed(packed: &Packed) -> Result<Report, WebError> {
    let json = packed.unpack().map_err(WebError::internal)?;
    serde_json::from_slice(&json).map_err(WebError::internal)
}

/// A stored pair.
pub(crate) fn pair(record: &PairRecord) -> Result<Pair, WebError> {
    let json = record.body.unpack().map_err(WebError::internal)?;
    serde_json::from_slice(&json).map_err(WebError::internal)
}

/// Texts as pages want them.
pub(crate) fn sources(stored: &[(u32, Vec<SourceText>)]) -> Result<Sources<'static>, WebError> {
    let mut sources = Sources::new();
    for (submission, files) in stored {
        if files.is_empty() {
            sources.remove(*submission);
        }
        for file in files {
            let Some(packed) = &file.text else { continue };
            let text = String::from_utf8(packed.unpack().map_err(WebError::internal)?)
                .map_err(WebError::internal)?;
            sources.insert(*submission, file.file, text);
        }
    }
    Ok(sources)
}

/// A report with the pairs and texts that were read for it, and without names if so asked.
pub(crate) fn assembled(
    mut report: Report,
    pairs: &[PairRecord],
    stored: &[(u32, Vec<SourceText>)],
    hide: bool,
) -> Result<(Report, Sources<'static>), WebError> {
    for record in pairs {
        let pair = self::pair(record)?;
        if let Some(listed) = report.pairs.iter_mut().find(|listed| listed.id == pair.id) {
            *listed = pair;
        }
    }
    let sources = sources(stored)?;
    Ok(if hide { hide_names(&report, &sources, &[]) } else { (report, sources) })
}

/// The stored texts of some submissions.
pub(crate) async fn stored_sources(
    app: &App,
    batch: &Batch,
    revision: Option<u32>,
    submissions: &[u32],
) -> Result<Vec<(u32, Vec<SourceText>)>, WebError> {
    let mut stored = Vec::new();
    for &submission in submissions {
        stored.push((submission, app.storage.sources(batch.id, revision, submission).await?));
    }
    Ok(stored)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use chaffinch_storage::{AccountId, BatchId};
    use futures_util::poll;
    use tokio::sync::oneshot;
    use uuid::Uuid;

    use super::*;
    use crate::app::AppSettings;
    use crate::gate::AuthServices;
    use crate::rates::Ticks;

    const ADA: Caller = Caller::Account(AccountId(Uuid::from_u128(1)));
    const OTHERS: [Caller; 3] = [
        Caller::Account(AccountId(Uuid::from_u128(2))),
        Caller::Moss(BatchId(Uuid::from_u128(1))),
        Caller::Moss(BatchId(Uuid::from_u128(2))),
    ];

    fn gate() -> AuthServices {
        AuthServices::new(&AppSettings::new("http://chaffinch.test", Vec::new()), Ticks::system()).unwrap()
    }

    #[tokio::test]
    async fn one_caller_keeps_no_other_from_reading() {
        let gate = gate();
        let turns = [gate.page(ADA).await.unwrap(), gate.page(ADA).await.unwrap()];
        let mut waiting: Vec<_> = (0..30).map(|_| Box::pin(gate.page(ADA))).collect();
        for page in &mut waiting {
            assert!(poll!(page.as_mut()).is_pending());
        }
        assert!(matches!(gate.page(ADA).await, Err(WebError::TooMany { limit: 32, .. })));
        for other in OTHERS {
            drop(gate.page(other).await.unwrap());
        }
        drop(turns);
        for page in waiting {
            drop(page.await.unwrap());
        }
    }

    #[tokio::test]
    async fn a_caller_that_hangs_up_keeps_its_turn_while_the_work_runs() {
        let gate = gate();
        let (started, has_started) = oneshot::channel();
        let (end, ended) = mpsc::channel();
        let turn = gate.page(ADA).await.unwrap();
        let request = tokio::spawn(async move {
            let work = move || {
                started.send(()).map_err(|()| WebError::internal("nobody waits"))?;
                ended.recv().map_err(WebError::internal)
            };
            turn.run(work).await
        });
        has_started.await.unwrap();
        request.abort();
        assert!(request.await.unwrap_err().is_cancelled());
        let second = gate.page(ADA).await.unwrap();
        let mut third = Box::pin(gate.page(ADA));
        assert!(poll!(third.as_mut()).is_pending());
        end.send(()).unwrap();
        drop(third.await.unwrap());
        drop(second);
    }
}
