//! Who writes next. There is one writer, and an upload keeps it for as long as its bytes take: others must not stand
//! behind a hundred of them.
//!
//! Whoever writes waits in one queue, first come, first served. Uploads wait for a turn among themselves before they
//! stand there, one at a time: a heartbeat waits for one of them, however many there are.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use chaffinch_storage::Result;
use sqlx::{Sqlite, SqliteConnection, Transaction};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::sql::values::Failing as _;

/// The queues. Cheap to clone; clones are the same queues.
#[derive(Debug, Clone)]
pub(crate) struct Turns {
    writing: Arc<Semaphore>,
    uploads: Arc<Semaphore>,
}

impl Turns {
    pub(crate) fn new() -> Self {
        let one = || Arc::new(Semaphore::new(1));
        Self { writing: one(), uploads: one() }
    }

    /// To write.
    pub(crate) async fn write(&self) -> Turn {
        Turn { _writing: permit(&self.writing).await, _upload: None }
    }

    /// To write what somebody sends.
    pub(crate) async fn upload(&self) -> Turn {
        let upload = permit(&self.uploads).await;
        Turn { _writing: permit(&self.writing).await, _upload: Some(upload) }
    }

    /// To write at once: `None` where somebody writes, or waits to.
    pub(crate) fn now(&self) -> Option<Turn> {
        let writing = self.writing.clone().try_acquire_owned().ok()?;
        Some(Turn { _writing: writing, _upload: None })
    }
}

async fn permit(queue: &Arc<Semaphore>) -> OwnedSemaphorePermit {
    queue.clone().acquire_owned().await.expect("nobody closes it")
}

/// A turn, until it is dropped. Its fields are dropped in this order: who waits comes before the next upload.
#[derive(Debug)]
pub(crate) struct Turn {
    _writing: OwnedSemaphorePermit,
    _upload: Option<OwnedSemaphorePermit>,
}

/// What writes, with its turn.
#[derive(Debug)]
pub(crate) struct Writing<T> {
    // Before the turn, and therefore dropped before it.
    writes: T,
    _turn: Turn,
}

impl<T> Writing<T> {
    pub(crate) fn new(writes: T, turn: Turn) -> Self {
        Self { writes, _turn: turn }
    }
}

impl Writing<Transaction<'static, Sqlite>> {
    pub(crate) async fn commit(self) -> Result<()> {
        self.writes.commit().await.or_failed()
    }
}

impl<T: Deref<Target = SqliteConnection>> Deref for Writing<T> {
    type Target = SqliteConnection;

    fn deref(&self) -> &SqliteConnection {
        &self.writes
    }
}

impl<T: DerefMut<Target = SqliteConnection>> DerefMut for Writing<T> {
    fn deref_mut(&mut self) -> &mut SqliteConnection {
        &mut self.writes
    }
}
