//! Decides who writes next. There is one writer, and an upload keeps it while its bytes arrive. Others must not wait
//! for a hundred uploads.
//!
//! All writers wait in one queue, first come, first served. Uploads wait in a queue of their own before, and enter
//! this one at a time. A heartbeat therefore waits for one upload at most.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use chaffinch_storage::{Result, StorageError};
use sqlx::{Sqlite, SqliteConnection, Transaction};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The queue of writers and the queue of uploads. Clones share them.
#[derive(Debug, Clone)]
pub(crate) struct WriteQueue {
    writing: Arc<Semaphore>,
    uploads: Arc<Semaphore>,
}

impl WriteQueue {
    pub(crate) fn new() -> Self {
        let one = || Arc::new(Semaphore::new(1));
        Self { writing: one(), uploads: one() }
    }

    /// Waits for the turn to write.
    pub(crate) async fn write(&self) -> Turn {
        Turn { _writing: permit(&self.writing).await, _upload: None }
    }

    /// Waits for the turn to write an upload.
    pub(crate) async fn upload(&self) -> Turn {
        let upload = permit(&self.uploads).await;
        Turn { _writing: permit(&self.writing).await, _upload: Some(upload) }
    }

    /// Returns the turn to write, or `None` if others write or wait.
    pub(crate) fn try_write(&self) -> Option<Turn> {
        let writing = self.writing.clone().try_acquire_owned().ok()?;
        Some(Turn { _writing: writing, _upload: None })
    }
}

async fn permit(queue: &Arc<Semaphore>) -> OwnedSemaphorePermit {
    queue.clone().acquire_owned().await.expect("nobody closes it")
}

/// The turn to write, until it is dropped. The fields are dropped in this order: waiting writers come before the next
/// upload.
#[derive(Debug)]
pub(crate) struct Turn {
    _writing: OwnedSemaphorePermit,
    _upload: Option<OwnedSemaphorePermit>,
}

/// A connection or transaction that writes, with its turn.
#[derive(Debug)]
pub(crate) struct Writer<T> {
    // Before the turn, and therefore dropped before it.
    writes: T,
    _turn: Turn,
}

impl<T> Writer<T> {
    pub(crate) fn new(writes: T, turn: Turn) -> Self {
        Self { writes, _turn: turn }
    }
}

impl Writer<Transaction<'static, Sqlite>> {
    pub(crate) async fn commit(self) -> Result<()> {
        self.writes.commit().await.map_err(StorageError::from)
    }
}

impl<T: Deref<Target = SqliteConnection>> Deref for Writer<T> {
    type Target = SqliteConnection;

    fn deref(&self) -> &SqliteConnection {
        &self.writes
    }
}

impl<T: DerefMut<Target = SqliteConnection>> DerefMut for Writer<T> {
    fn deref_mut(&mut self) -> &mut SqliteConnection {
        &mut self.writes
    }
}
