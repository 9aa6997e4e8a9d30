//! Whole reports as files. Each file is built once on disk and streamed from there to all requests for it.
//!
//! Requests for the same file share one build. The build stops when no request waits for it any more. A finished file
//! is kept for later requests until [`ReportVersion`](chaffinch_storage::ReportVersion) changes (after an erasure, or
//! when an archive is deleted), until it is too old, or until too many files are kept.

mod build;
mod file;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chaffinch_storage::BatchId;
use chaffinch_storage::throttle::{Quota, QuotaPermit};
use tokio::sync::{Semaphore, watch};
use tokio::time::{Instant, sleep, timeout};
use tokio_util::sync::CancellationToken;

use crate::error::{Result, WebError};
use crate::exports::build::ExportBuild;
use crate::exports::file::{DiskQuota, FileSpace};
use crate::limits::fair_queue::{Caller, blocking};
use crate::settings::ExportSettings;

pub(crate) use build::{ExportContext, ExportFormat, ExportKey};
pub(crate) use file::SpoolFile;

/// The result of a build. All requests that waited for it get the same one.
type Outcome = Result<Arc<SpoolFile>, Arc<WebError>>;

/// The files that are being built or kept.
pub(crate) struct Exports {
    settings: ExportSettings,
    turns: Arc<Semaphore>,
    callers: Quota<Caller>,
    rooms: DiskQuota,
    files: Mutex<HashMap<ExportKey, ExportEntry>>,
}

struct ExportEntry {
    /// Every waiting request holds a receiver.
    outcome: Arc<watch::Sender<Option<Outcome>>>,
    /// When the file was finished, and its size in bytes. `None` while it is being built.
    made: Option<(Instant, u64)>,
}

impl Exports {
    pub(crate) fn new(settings: ExportSettings) -> Arc<Self> {
        Arc::new(Self {
            settings,
            turns: Arc::new(Semaphore::new(settings.at_once)),
            callers: Quota::new(settings.queue_of_one as u64),
            rooms: DiskQuota::new(settings),
            files: Mutex::default(),
        })
    }

    /// Returns the file. Builds it if necessary.
    pub(crate) async fn file(
        self: &Arc<Self>,
        context: ExportContext,
        wanted: ExportKey,
        caller: Caller,
    ) -> Result<Arc<SpoolFile>> {
        let mut outcome = self.join(context, wanted, caller)?;
        let within = self.settings.within;
        match timeout(within, outcome.wait_for(Option::is_some)).await {
            Ok(Ok(made)) => match &*made {
                Some(Ok(file)) => Ok(Arc::clone(file)),
                Some(Err(error)) => Err(WebError::Shared(Arc::clone(error))),
                None => Err(WebError::internal("a report file was neither made nor refused")),
            },
            Ok(Err(ended)) => Err(WebError::internal(ended)),
            Err(_) => Err(WebError::Slow { seconds: within.as_secs() }),
        }
    }

    /// Removes the files of a deleted batch. A download that has started can still read its file to the end.
    pub(crate) fn forget(&self, batch: BatchId) {
        self.files().retain(|wanted, _| wanted.batch != batch);
    }

    /// Returns a receiver for a file that is kept or being built, or starts the build.
    fn join(
        self: &Arc<Self>,
        context: ExportContext,
        wanted: ExportKey,
        caller: Caller,
    ) -> Result<watch::Receiver<Option<Outcome>>> {
        let mut files = self.files();
        if let Some(entry) = files.get(&wanted) {
            return Ok(entry.outcome.subscribe());
        }
        files.retain(|other, entry| entry.made.is_none() || !wanted.replaces(other));
        let under_way = files.values().filter(|entry| entry.made.is_none()).count();
        if self.settings.queue <= under_way {
            return Err(WebError::Overloaded {
                what: "downloads in preparation",
                limit: self.settings.queue,
            });
        }
        let place = self.callers.take(caller).ok_or(WebError::TooMany {
            what: "downloads in preparation for you",
            limit: self.settings.queue_of_one as u32,
            seconds: 10,
        })?;
        let (outcome, receiver) = watch::channel(None);
        let outcome = Arc::new(outcome);
        files.insert(wanted, ExportEntry { outcome: Arc::clone(&outcome), made: None });
        drop(files);
        let room = self.rooms.room(caller);
        tokio::spawn(Arc::clone(self).make(context, wanted, outcome, place, room));
        Ok(receiver)
    }

    /// Builds a file, unless all requests for it leave.
    async fn make(
        self: Arc<Self>,
        context: ExportContext,
        wanted: ExportKey,
        outcome: Arc<watch::Sender<Option<Outcome>>>,
        place: QuotaPermit<Caller>,
        room: FileSpace,
    ) {
        let (cancel, shutdown) = (CancellationToken::new(), context.shutdown.clone());
        let making = async {
            let turn = Arc::clone(&self.turns).acquire_owned().await.map_err(WebError::internal)?;
            let making = ExportBuild::new(context, wanted, cancel.clone());
            // The turn and the place stay taken until the work ends. Otherwise a client could start more work by
            // hanging up while this build still runs.
            blocking(move || {
                let _held = (turn, place);
                making.file(room)
            })
            .await
        };
        let made = tokio::select! {
            made = making => made.map(Arc::new).map_err(Arc::new),
            () = self.abandoned(&shutdown, wanted, &outcome) => {
                cancel.cancel();
                return;
            }
        };
        let bytes = made.as_ref().ok().map(|file| file.bytes);
        {
            let mut files = self.files();
            match (files.get_mut(&wanted), bytes) {
                (Some(entry), Some(bytes)) if Arc::ptr_eq(&entry.outcome, &outcome) => {
                    entry.made = Some((Instant::now(), bytes));
                }
                // The build failed. The next request tries again.
                (Some(entry), None) if Arc::ptr_eq(&entry.outcome, &outcome) => {
                    files.remove(&wanted);
                }
                // The entry was removed meanwhile.
                _ => {}
            }
            outcome.send_replace(Some(made));
            self.prune(&mut files);
        }
        sleep(self.settings.keep).await;
        self.prune(&mut self.files());
    }

    /// Returns when no request has waited for [`ExportSettings::grace`], or at shutdown. It then removes the entry.
    async fn abandoned(
        &self,
        shutdown: &CancellationToken,
        wanted: ExportKey,
        outcome: &Arc<watch::Sender<Option<Outcome>>>,
    ) {
        loop {
            outcome.closed().await;
            tokio::select! {
                () = sleep(self.settings.grace) => {}
                () = shutdown.cancelled() => {}
            }
            let mut files = self.files();
            // The check runs under the lock, so that no request can join between it and the removal.
            if outcome.is_closed() {
                if files.get(&wanted).is_some_and(|entry| Arc::ptr_eq(&entry.outcome, outcome)) {
                    files.remove(&wanted);
                }
                return;
            }
        }
    }

    /// Removes entries that are too old. Then removes the oldest ones until the limits on number and bytes hold.
    fn prune(&self, files: &mut HashMap<ExportKey, ExportEntry>) {
        let ExportSettings { keep, keep_bytes, keep_files, .. } = self.settings;
        files.retain(|_, entry| entry.made.is_none_or(|(at, _)| at.elapsed() < keep));
        let mut made: Vec<(Instant, u64, ExportKey)> = files
            .iter()
            .filter_map(|(wanted, entry)| entry.made.map(|(at, bytes)| (at, bytes, *wanted)))
            .collect();
        made.sort_by_key(|&(at, ..)| std::cmp::Reverse(at));
        let mut bytes = 0;
        for (place, (_, more, wanted)) in made.into_iter().enumerate() {
            bytes += more;
            if keep_files <= place || keep_bytes < bytes {
                files.remove(&wanted);
            }
        }
    }

    fn files(&self) -> MutexGuard<'_, HashMap<ExportKey, ExportEntry>> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
