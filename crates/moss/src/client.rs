//! Accepts connections and serves each of them from its first byte to its last, in a task of its own.

use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use chaffinch_storage::{Account, CourseId, SpoolFull};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::connections::Connection;
use crate::files::{Files, WriteError};
use crate::protocol::{Dialogue, Event, File, Query};
use crate::server::{self, Server, UserError};

/// The pause after a connection could not be accepted, for example because too many files are open.
const ACCEPT_PAUSE: Duration = Duration::from_millis(200);
/// The size of the read buffer in bytes.
const BUFFER: usize = 64 << 10;
/// How long, and how many bytes, a client may still send after the last reply. If the server closed the connection
/// while unread bytes were left, the client would lose that reply.
const LAST_READ: (Duration, usize) = (Duration::from_secs(5), 64 << 20);

/// The reply to the client after an internal error. The log has the cause.
const FAULT: &str = "Error: the server cannot accept the job now, try again later\n";

/// Why a connection ended early.
#[derive(Debug, thiserror::Error)]
enum EarlyEnd {
    #[error("the connection broke")]
    Connection(#[source] io::Error),
    #[error("the client is too slow")]
    Slow,
    #[error("the service failed")]
    Fault(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// A client and the state of its connection.
struct Client<'a> {
    server: &'a Server,
    /// Declared before the stream so that it is dropped first: when a client sees its connection end, its place is
    /// free.
    connection: Connection,
    stream: TcpStream,
    user: Option<(Account, CourseId)>,
    files: Option<Files>,
}

/// Serves a client until the dialogue or the connection ends.
async fn converse(server: &Server, stream: TcpStream, connection: Connection) -> Result<(), EarlyEnd> {
    // Replies are short, and the client waits for them.
    let _ = stream.set_nodelay(true);
    let mut client = Client { server, connection, stream, user: None, files: None };
    let mut dialogue = Dialogue::new(server.settings.languages, server.settings.limits);
    let begin = Instant::now();
    let mut buffer = vec![0; BUFFER];
    loop {
        let n = client.read(begin, &mut buffer).await?;
        if n == 0 {
            return Ok(());
        }
        let mut input = &buffer[..n];
        while let Some(event) = dialogue.next(&mut input) {
            if client.handle(event).await?.is_break() {
                return Ok(());
            }
        }
    }
}

impl Client<'_> {
    async fn read(&mut self, begin: Instant, buffer: &mut [u8]) -> Result<usize, EarlyEnd> {
        let settings = &self.server.settings;
        let end = begin + if self.user.is_some() { settings.upload } else { settings.greeting };
        let end = end.min(Instant::now() + settings.idle);
        match tokio::time::timeout_at(end, self.stream.read(buffer)).await {
            Ok(read) => read.map_err(EarlyEnd::Connection),
            Err(_) => Err(EarlyEnd::Slow),
        }
    }

    /// Handles an event. `Break`: the dialogue is over.
    async fn handle(&mut self, event: Event<'_>) -> Result<ControlFlow<()>, EarlyEnd> {
        match event {
            Event::User(number) => match self.server.identify(&self.connection, number).await {
                Ok(user) => {
                    self.connection.unidentified = None;
                    self.user = Some(user);
                }
                Err(UserError::Unknown) => return Ok(ControlFlow::Break(())),
                Err(error) => return Err(EarlyEnd::Fault(error.into())),
            },
            Event::Reply(reply) => self.send(&reply).await?,
            Event::File(file) => match self.begin_file(&file) {
                Ok(()) => {}
                Err(error) => return self.fail(error).await,
            },
            Event::Data(data) => {
                let Some(files) = &mut self.files else { return Ok(ControlFlow::Continue(())) };
                match files.write(&data).await {
                    Ok(()) => {}
                    Err(WriteError::Full(full)) => return self.refuse(&full).await,
                    Err(WriteError::Disk(error)) => return self.fail(error).await,
                }
            }
            Event::Query(query) => return self.accept_job(query).await,
            Event::Close if self.user.is_none() => return Ok(ControlFlow::Break(())),
            Event::Close | Event::End => {
                self.close().await;
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn begin_file(&mut self, file: &File) -> io::Result<()> {
        // Files from a client without a known user id are ignored.
        let Some((account, _)) = &self.user else { return Ok(()) };
        let files = match self.files.take() {
            Some(files) => files,
            None => Files::new(&self.server.settings.spool, account.id)?,
        };
        self.files.insert(files).begin(file);
        Ok(())
    }

    async fn accept_job(&mut self, query: Query) -> Result<ControlFlow<()>, EarlyEnd> {
        let (Some((account, course)), Some(files)) = (&self.user, self.files.take()) else {
            return Ok(ControlFlow::Break(()));
        };
        let spooled = match files.finish().await {
            Ok(spooled) => spooled,
            Err(error) => return self.fail(error).await,
        };
        let (batch, address) = match server::accept(self.server, account, *course, query, spooled).await {
            Ok(accepted) => accepted,
            Err(error) => return self.fail(error).await,
        };
        // The job is stored by now, so the answer is an error only if nothing else can come of it.
        let failed = server::wait(self.server, batch).await;
        let answer = failed.unwrap_or_else(|| format!("{}/results/{address}\n", self.server.settings.base));
        self.send(&answer).await?;
        self.close().await;
        Ok(ControlFlow::Break(()))
    }

    /// Sends a reply in one write, because clients compare the result of one read.
    async fn send(&mut self, reply: &str) -> Result<(), EarlyEnd> {
        let write = self.stream.write_all(reply.as_bytes());
        match tokio::time::timeout(self.server.settings.idle, write).await {
            Ok(written) => written.map_err(EarlyEnd::Connection),
            Err(_) => Err(EarlyEnd::Slow),
        }
    }

    async fn fail(
        &mut self,
        error: impl std::error::Error + Send + Sync + 'static,
    ) -> Result<ControlFlow<()>, EarlyEnd> {
        self.send(FAULT).await?;
        self.close().await;
        Err(EarlyEnd::Fault(error.into()))
    }

    /// Tells the client why the spool has no space for the job, and ends the connection.
    async fn refuse(&mut self, full: &SpoolFull) -> Result<ControlFlow<()>, EarlyEnd> {
        self.files = None;
        self.send(&format!("Error: {full}\n")).await?;
        self.close().await;
        Ok(ControlFlow::Break(()))
    }

    /// Closes the sending side and reads on for a while, so that the client can read the last reply.
    async fn close(&mut self) {
        let end = Instant::now() + LAST_READ.0;
        // This fails if the client has gone, which does not matter.
        let _ = self.stream.shutdown().await;
        let mut left = LAST_READ.1;
        let mut buffer = vec![0; BUFFER];
        while let Ok(Ok(n)) = tokio::time::timeout_at(end, self.stream.read(&mut buffer)).await {
            if n == 0 || left < n {
                return;
            }
            left -= n;
        }
    }
}

/// Serves until `shutdown` is cancelled. Clients that wait for a reply then get none, but their accepted jobs are kept.
pub async fn serve(listeners: Vec<TcpListener>, server: Server, shutdown: CancellationToken) {
    let server = Arc::new(server);
    let mut serving = JoinSet::new();
    for listener in listeners {
        serving.spawn(listen(listener, Arc::clone(&server), shutdown.clone()));
    }
    while serving.join_next().await.is_some() {}
}

async fn listen(listener: TcpListener, server: Arc<Server>, shutdown: CancellationToken) {
    let mut clients = JoinSet::new();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            Some(_) = clients.join_next() => continue,
            () = shutdown.cancelled() => return,
        };
        match accepted {
            Ok((stream, address)) => {
                // A refused client gets no reply.
                let Some(connection) = server.connections.admit(address.ip(), std::time::Instant::now())
                else {
                    continue;
                };
                let server = Arc::clone(&server);
                clients.spawn(async move {
                    if let Err(ended) = converse(&server, stream, connection).await {
                        log(&ended);
                    }
                });
            }
            Err(error) => {
                tracing::warn!(error.cause = %error, "cannot accept a connection");
                tokio::time::sleep(ACCEPT_PAUSE).await;
            }
        }
    }
}

fn log(ended: &EarlyEnd) {
    match ended {
        // The client closed the connection or was too slow. Neither is an error of the server.
        EarlyEnd::Connection(_) | EarlyEnd::Slow => {
            tracing::debug!(error.cause = %ended, "a MOSS client's connection ended early");
        }
        EarlyEnd::Fault(cause) => {
            tracing::error!(error.cause = %cause, "cannot serve a MOSS client");
        }
    }
}
