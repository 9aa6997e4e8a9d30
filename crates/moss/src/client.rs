//! Serves one client connection from its first byte to its last.

use std::io;
use std::time::Duration;

use crate::protocol::{Dialogue, Event, File, Query};
use chaffinch_storage::{Account, CourseId, SpoolFull};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::Instant;

use crate::door::Inside;
use crate::files::{Files, NotWritten};
use crate::job;
use crate::server::{Server, Unknown};

/// The size of the read buffer in bytes.
const BUFFER: usize = 64 << 10;
/// How long, and how many bytes, a client may still send after the last reply. If the server closed the connection
/// while unread bytes were left, the client would lose that reply.
const FAREWELL: (Duration, usize) = (Duration::from_secs(5), 64 << 20);

/// The reply to the client after an internal error. The log has the cause.
const FAULT: &str = "Error: the server cannot accept the job now, try again later\n";

/// Why a connection ended early.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Ended {
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
    inside: Inside,
    stream: TcpStream,
    who: Option<(Account, CourseId)>,
    files: Option<Files>,
}

/// What to do after an event.
enum Next {
    Read,
    Leave,
}

/// Serves a client until the dialogue or the connection ends.
pub(crate) async fn attend(server: &Server, stream: TcpStream, inside: Inside) -> Result<(), Ended> {
    // Replies are short, and the client waits for them.
    let _ = stream.set_nodelay(true);
    let mut client = Client { server, inside, stream, who: None, files: None };
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
            if let Next::Leave = client.hear(event).await? {
                return Ok(());
            }
        }
    }
}

impl Client<'_> {
    async fn read(&mut self, begin: Instant, buffer: &mut [u8]) -> Result<usize, Ended> {
        let settings = &self.server.settings;
        let end = begin + if self.who.is_some() { settings.upload } else { settings.greeting };
        let end = end.min(Instant::now() + settings.idle);
        match tokio::time::timeout_at(end, self.stream.read(buffer)).await {
            Ok(read) => read.map_err(Ended::Connection),
            Err(_) => Err(Ended::Slow),
        }
    }

    async fn hear(&mut self, event: Event<'_>) -> Result<Next, Ended> {
        match event {
            Event::User(number) => match self.server.who(&self.inside, number).await {
                Ok(who) => {
                    self.inside.known();
                    self.who = Some(who);
                }
                Err(Unknown::Nobody) => return Ok(Next::Leave),
                Err(error) => return Err(Ended::Fault(error.into())),
            },
            Event::Reply(reply) => self.say(&reply).await?,
            Event::File(file) => match self.begin(&file) {
                Ok(()) => {}
                Err(error) => return self.fail(error).await,
            },
            Event::Data(data) => {
                let Some(files) = &mut self.files else { return Ok(Next::Read) };
                match files.write(&data).await {
                    Ok(()) => {}
                    Err(NotWritten::Full(full)) => return self.refuse(&full).await,
                    Err(NotWritten::Disk(error)) => return self.fail(error).await,
                }
            }
            Event::Query(query) => return self.answer(query).await,
            Event::Close if self.who.is_none() => return Ok(Next::Leave),
            Event::Close | Event::End => {
                self.farewell().await;
                return Ok(Next::Leave);
            }
        }
        Ok(Next::Read)
    }

    fn begin(&mut self, file: &File) -> io::Result<()> {
        // Files from a client without a known user id are ignored.
        let Some((account, _)) = &self.who else { return Ok(()) };
        let files = match self.files.take() {
            Some(files) => files,
            None => Files::new(&self.server.settings.spool, account.id)?,
        };
        self.files.insert(files).begin(file);
        Ok(())
    }

    async fn answer(&mut self, query: Query) -> Result<Next, Ended> {
        let (Some((account, course)), Some(files)) = (&self.who, self.files.take()) else {
            return Ok(Next::Leave);
        };
        let spooled = match files.finish().await {
            Ok(spooled) => spooled,
            Err(error) => return self.fail(error).await,
        };
        let (batch, address) = match job::accept(self.server, account, *course, query, spooled).await {
            Ok(accepted) => accepted,
            Err(error) => return self.fail(error).await,
        };
        // The job is stored by now, so the answer is an error only if nothing else can come of it.
        let failed = job::wait(self.server, batch).await;
        let answer = failed.unwrap_or_else(|| format!("{}/results/{address}\n", self.server.settings.base));
        self.say(&answer).await?;
        self.farewell().await;
        Ok(Next::Leave)
    }

    /// Sends a reply in one write, because clients compare the result of one read.
    async fn say(&mut self, reply: &str) -> Result<(), Ended> {
        let write = self.stream.write_all(reply.as_bytes());
        match tokio::time::timeout(self.server.settings.idle, write).await {
            Ok(written) => written.map_err(Ended::Connection),
            Err(_) => Err(Ended::Slow),
        }
    }

    async fn fail(&mut self, error: impl std::error::Error + Send + Sync + 'static) -> Result<Next, Ended> {
        self.say(FAULT).await?;
        self.farewell().await;
        Err(Ended::Fault(error.into()))
    }

    /// Tells the client why the spool has no space for the job, and ends the connection.
    async fn refuse(&mut self, full: &SpoolFull) -> Result<Next, Ended> {
        self.files = None;
        self.say(&format!("Error: {full}\n")).await?;
        self.farewell().await;
        Ok(Next::Leave)
    }

    /// Closes the sending side and reads on for a while, so that the client can read the last reply.
    async fn farewell(&mut self) {
        let end = Instant::now() + FAREWELL.0;
        // This fails if the client has gone, which does not matter.
        let _ = self.stream.shutdown().await;
        let mut left = FAREWELL.1;
        let mut buffer = vec![0; BUFFER];
        while let Ok(Ok(n)) = tokio::time::timeout_at(end, self.stream.read(&mut buffer)).await {
            if n == 0 || left < n {
                return;
            }
            left -= n;
        }
    }
}
