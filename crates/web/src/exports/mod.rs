//! Whole reports as files: made once into a file on disk, whoever and however many ask for it, and streamed from there.
//!
//! Requests for the same file share one making. It stops when nobody waits for it any more. A file that was made is kept
//! for the next request until [`ReportVersion`] changes (an erasure, a deleted archive), or until there are too many.

mod file;
mod making;
mod room;

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chaffinch_storage::{AccountId, Batch, BatchId, ReportVersion, ShareId};
use tokio::sync::{Semaphore, watch};
use tokio::time::{Instant, sleep, timeout};
use tokio_util::sync::CancellationToken;

use crate::app::App;
use crate::error::WebError;
use crate::held::{Held, Places};
pub(crate) use file::SpoolFile;
use making::Making;
use room::{Room, Rooms};

/// How many files may be made and kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExportSettings {
    /// Files made at the same time. Each holds a whole report in memory.
    pub at_once: usize,
    /// Files that wait to be made, or are being made.
    pub queue: usize,
    /// Of these, how many one caller may have asked for: an account, or a network with a share link.
    pub queue_of_one: usize,
    /// Bytes of one file.
    pub file_bytes: u64,
    /// Bytes on disk of all files that are made, kept or still read.
    pub disk_bytes: u64,
    /// Of these, bytes of files that one caller had made.
    pub disk_bytes_of_one: u64,
    /// How long a request waits for its file.
    pub within: Duration,
    /// How long a file is still made that nobody waits for: a request that comes again finds it.
    pub grace: Duration,
    /// How long a file is kept.
    pub keep: Duration,
    /// Bytes of all files that are kept.
    pub keep_bytes: u64,
    /// Files that are kept.
    pub keep_files: usize,
}

impl Default for ExportSettings {
    fn default() -> Self {
        Self {
            at_once: 2,
            queue: 32,
            queue_of_one: 4,
            file_bytes: 2 << 30,
            disk_bytes: 8 << 30,
            disk_bytes_of_one: 4 << 30,
            within: Duration::from_mins(5),
            grace: Duration::from_secs(30),
            keep: Duration::from_mins(10),
            keep_bytes: 1 << 30,
            keep_files: 64,
        }
    }
}

/// A form of the report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Json,
    Csv,
    Zip,
}

impl Kind {
    pub(crate) const fn ending(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Csv => "csv",
            Self::Zip => "zip",
        }
    }

    pub(crate) const fn media_type(self) -> &'static str {
        match self {
            Self::Json => "application/json",
            Self::Csv => "text/csv; charset=utf-8",
            Self::Zip => "application/zip",
        }
    }
}

/// Which file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Wanted {
    pub(crate) batch: BatchId,
    pub(crate) version: ReportVersion,
    pub(crate) kind: Kind,
    pub(crate) hide: bool,
}

impl Wanted {
    /// A file of this report as it is now.
    pub(crate) async fn of(
        app: &App,
        batch: &Batch,
        revision: Option<u32>,
        kind: Kind,
        hide: bool,
    ) -> Result<Self, WebError> {
        crate::reports::must_exist(batch)?;
        let version = app.storage.report_version(batch.id, revision).await?.ok_or(WebError::NotFound)?;
        Ok(Self { batch: batch.id, version, kind, hide })
    }

    /// Equal for equal files of this program, and for no others.
    pub(crate) fn digest(&self) -> blake3::Hash {
        blake3::hash(format!("{} {self:?}", env!("CARGO_PKG_VERSION")).as_bytes())
    }

    /// The same file of another time.
    fn replaces(&self, other: &Self) -> bool {
        (self.batch, self.version.revision, self.kind, self.hide)
            == (other.batch, other.version.revision, other.kind, other.hide)
    }
}

/// Who asks for a page or a file of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Caller {
    Account(AccountId),
    /// `None`: of unknown address.
    Share(ShareId, Option<IpAddr>),
    /// Whoever has the address of this batch's results in MOSS's form.
    Moss(BatchId),
}

/// What became of a making. All who waited for it get the same.
type Outcome = Result<Arc<SpoolFile>, Arc<WebError>>;

/// Files that are made or kept.
pub(crate) struct Exports {
    settings: ExportSettings,
    turns: Arc<Semaphore>,
    callers: Places<Caller>,
    rooms: Rooms,
    files: Mutex<HashMap<Wanted, Entry>>,
}

struct Entry {
    /// Whoever waits has a receiver.
    outcome: Arc<watch::Sender<Option<Outcome>>>,
    /// When it was made, and its bytes.
    made: Option<(Instant, u64)>,
}

impl Exports {
    pub(crate) fn new(settings: ExportSettings) -> Arc<Self> {
        Arc::new(Self {
            settings,
            turns: Arc::new(Semaphore::new(settings.at_once)),
            callers: Places::new(settings.queue_of_one),
            rooms: Rooms::new(settings),
            files: Mutex::default(),
        })
    }

    /// The file, made if need be.
    pub(crate) async fn file(
        self: &Arc<Self>,
        app: &App,
        wanted: Wanted,
        caller: Caller,
    ) -> Result<Arc<SpoolFile>, WebError> {
        let mut outcome = self.join(app, wanted, caller)?;
        let within = self.settings.within;
        match timeout(within, outcome.wait_for(Option::is_some)).await {
            Ok(Ok(made)) => match &*made {
                Some(Ok(file)) => Ok(Arc::clone(file)),
                Some(Err(error)) => Err(WebError::Shared(Arc::clone(error))),
                None => Err(WebError::internal("a file of a report was neither made nor refused")),
            },
            Ok(Err(ended)) => Err(WebError::internal(ended)),
            Err(_) => Err(WebError::Slow { seconds: within.as_secs() }),
        }
    }

    /// Forgets the files of a batch that is deleted. Who reads one still reads it to its end.
    pub(crate) fn forget(&self, batch: BatchId) {
        self.files().retain(|wanted, _| wanted.batch != batch);
    }

    /// Waits for a file that is made or kept, or starts making it.
    fn join(
        self: &Arc<Self>,
        app: &App,
        wanted: Wanted,
        caller: Caller,
    ) -> Result<watch::Receiver<Option<Outcome>>, WebError> {
        let mut files = self.files();
        if let Some(entry) = files.get(&wanted) {
            return Ok(entry.outcome.subscribe());
        }
        files.retain(|other, entry| entry.made.is_none() || !wanted.replaces(other));
        let under_way = files.values().filter(|entry| entry.made.is_none()).count();
        if self.settings.queue <= under_way {
            return Err(WebError::Overloaded {
                what: "downloads being prepared",
                limit: self.settings.queue,
            });
        }
        let place = self.callers.take(caller).ok_or(WebError::TooMany {
            what: "downloads being prepared for you",
            limit: self.settings.queue_of_one as u32,
            seconds: 10,
        })?;
        let (outcome, receiver) = watch::channel(None);
        let outcome = Arc::new(outcome);
        files.insert(wanted, Entry { outcome: Arc::clone(&outcome), made: None });
        drop(files);
        let room = self.rooms.room(caller);
        tokio::spawn(Arc::clone(self).make(app.clone(), wanted, outcome, place, room));
        Ok(receiver)
    }

    /// Makes a file unless everybody goes.
    async fn make(
        self: Arc<Self>,
        app: App,
        wanted: Wanted,
        outcome: Arc<watch::Sender<Option<Outcome>>>,
        place: Held<Caller>,
        room: Room,
    ) {
        let cancel = CancellationToken::new();
        let making = async {
            let turn = Arc::clone(&self.turns).acquire_owned().await.map_err(WebError::internal)?;
            let making = Making::new(&app, wanted, cancel.clone());
            // Turn and place go with the work: whoever hangs up makes no room for more while it still runs.
            crate::reports::blocking(move || {
                let _held = (turn, place);
                making.file(room)
            })
            .await
        };
        let made = tokio::select! {
            made = making => made.map(Arc::new).map_err(Arc::new),
            () = self.abandoned(&app.shutdown, wanted, &outcome) => {
                cancel.cancel();
                return;
            }
        };
        let bytes = made.as_ref().ok().map(|file| file.bytes());
        {
            let mut files = self.files();
            match (files.get_mut(&wanted), bytes) {
                (Some(entry), Some(bytes)) if Arc::ptr_eq(&entry.outcome, &outcome) => {
                    entry.made = Some((Instant::now(), bytes));
                }
                // Whoever comes next tries again.
                (Some(entry), None) if Arc::ptr_eq(&entry.outcome, &outcome) => {
                    files.remove(&wanted);
                }
                // Forgotten meanwhile.
                _ => {}
            }
            outcome.send_replace(Some(made));
            self.prune(&mut files);
        }
        sleep(self.settings.keep).await;
        self.prune(&mut self.files());
    }

    /// Ends when nobody has waited for some time. The file is then forgotten.
    async fn abandoned(
        &self,
        shutdown: &CancellationToken,
        wanted: Wanted,
        outcome: &Arc<watch::Sender<Option<Outcome>>>,
    ) {
        loop {
            outcome.closed().await;
            tokio::select! {
                () = sleep(self.settings.grace) => {}
                () = shutdown.cancelled() => {}
            }
            let mut files = self.files();
            // Under the lock, so that nobody joins in between.
            if outcome.is_closed() {
                if files.get(&wanted).is_some_and(|entry| Arc::ptr_eq(&entry.outcome, outcome)) {
                    files.remove(&wanted);
                }
                return;
            }
        }
    }

    /// Forgets what is too old, and of the rest the oldest where there is too much.
    fn prune(&self, files: &mut HashMap<Wanted, Entry>) {
        let ExportSettings { keep, keep_bytes, keep_files, .. } = self.settings;
        files.retain(|_, entry| entry.made.is_none_or(|(at, _)| at.elapsed() < keep));
        let mut made: Vec<(Instant, u64, Wanted)> = files
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

    fn files(&self) -> MutexGuard<'_, HashMap<Wanted, Entry>> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
