//! Whole reports as files. Each file is built once on disk and streamed from there to all requests for it.
//!
//! Requests for the same file share one build. The build stops when no request waits for it any more. A finished file
//! is kept for later requests until [`ReportVersion`] changes (after an erasure, or when an archive is deleted), until
//! it is too old, or until too many files are kept.

mod file;
mod making;
mod room;

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chaffinch_report::Locale;
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

/// Limits on building and keeping files of reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExportSettings {
    /// Files that are built at the same time. Each build holds a whole report in memory.
    pub at_once: usize,
    /// Files that are being built or wait to be built.
    pub queue: usize,
    /// Of these, files for one caller. A caller is an account, or a network with a share link.
    pub queue_of_one: usize,
    /// Largest size of one file, in bytes.
    pub file_bytes: u64,
    /// Disk space in bytes for all files that are being built, kept or read.
    pub disk_bytes: u64,
    /// Of this, space in bytes for files that one caller requested.
    pub disk_bytes_of_one: u64,
    /// How long a request waits for its file.
    pub within: Duration,
    /// How long a build goes on after the last request has left. A request that is repeated in this time finds the
    /// file.
    pub grace: Duration,
    /// How long a finished file is kept.
    pub keep: Duration,
    /// Total size in bytes of all kept files.
    pub keep_bytes: u64,
    /// Number of kept files.
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

/// The format of an exported report.
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

/// Identifies one exported file: the report, its version, the format, whether names are hidden,
/// and the language of its pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Wanted {
    pub(crate) batch: BatchId,
    pub(crate) version: ReportVersion,
    pub(crate) kind: Kind,
    pub(crate) hide: bool,
    /// The language of the pages. English for a format without pages.
    pub(crate) locale: Locale,
}

impl Wanted {
    /// Returns the key of a file of this report in its present version.
    pub(crate) async fn of(
        app: &App,
        batch: &Batch,
        revision: Option<u32>,
        kind: Kind,
        hide: bool,
        locale: Locale,
    ) -> Result<Self, WebError> {
        crate::reports::must_exist(batch)?;
        let version = app.storage.report_version(batch.id, revision).await?.ok_or(WebError::NotFound)?;
        let locale = if kind == Kind::Zip { locale } else { Locale::english() };
        Ok(Self { batch: batch.id, version, kind, hide, locale })
    }

    /// Returns a hash that is equal for equal files of this version of Chaffinch, and differs for all others.
    pub(crate) fn digest(&self) -> blake3::Hash {
        blake3::hash(format!("{} {self:?}", env!("CARGO_PKG_VERSION")).as_bytes())
    }

    /// Returns whether `self` and `other` are the same file in different report versions.
    fn replaces(&self, other: &Self) -> bool {
        (self.batch, self.version.revision, self.kind, self.hide, self.locale)
            == (other.batch, other.version.revision, other.kind, other.hide, other.locale)
    }
}

/// Who requests a page or a file of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Caller {
    Account(AccountId),
    /// A visitor with a share link. `None`: the network address is unknown.
    Share(ShareId, Option<IpAddr>),
    /// A visitor with the address of this batch's results in MOSS's format.
    Moss(BatchId),
}

/// The result of a build. All requests that waited for it get the same one.
type Outcome = Result<Arc<SpoolFile>, Arc<WebError>>;

/// The files that are being built or kept.
pub(crate) struct Exports {
    settings: ExportSettings,
    turns: Arc<Semaphore>,
    callers: Places<Caller>,
    rooms: Rooms,
    files: Mutex<HashMap<Wanted, Entry>>,
}

struct Entry {
    /// Every waiting request holds a receiver.
    outcome: Arc<watch::Sender<Option<Outcome>>>,
    /// When the file was finished, and its size in bytes. `None`: it is still being built.
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

    /// Returns the file. Builds it if necessary.
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
        files.insert(wanted, Entry { outcome: Arc::clone(&outcome), made: None });
        drop(files);
        let room = self.rooms.room(caller);
        tokio::spawn(Arc::clone(self).make(app.clone(), wanted, outcome, place, room));
        Ok(receiver)
    }

    /// Builds a file, unless all requests for it leave.
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
            // The turn and the place stay taken until the work ends. Otherwise a client could start more work by
            // hanging up while this build still runs.
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
