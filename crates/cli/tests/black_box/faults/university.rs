//! One installation that survives its processes: a database, `serve`, and where the database is a server two workers
//! that share nothing else.

use std::path::Path;
use std::sync::Arc;

use chaffinch_storage::Storage;
use chaffinch_storage_postgres::test_server::PrivateServer;
use chaffinch_storage_postgres::{PostgresOptions, PostgresStorage};
use chaffinch_storage_sqlite::SqliteStorage;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, PgConnection};
use tokio::sync::watch;

use super::campus::Campus;
use super::leftovers::Inside;
use super::process::Process;
use crate::binary::line_of;
use crate::client::Client;

/// As the first start makes it.
const ACCOUNT: &str = "instructor";

/// Seconds without a sign of life after which somebody is taken for dead: few, since many die, and more than a busy
/// machine keeps a process waiting.
const PATIENCE: &str = "4";

/// Who may be hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Victim {
    Serve,
    Worker(usize),
    Database,
}

pub(crate) struct University {
    pub(crate) campus: Arc<Campus>,
    /// The database's server, where it has one.
    pub(crate) server: Option<PrivateServer>,
    pub(crate) serve: Option<Process>,
    pub(crate) workers: Vec<Option<Process>>,
    address: watch::Sender<String>,
    url: String,
    /// Flags of `serve` and of the workers.
    limits: &'static [&'static str],
    dir: tempfile::TempDir,
}

impl University {
    /// On a server of its own.
    pub(crate) async fn on_a_server(limits: &'static [&'static str]) -> Self {
        let server = PrivateServer::start(None);
        Self::open(server.url().to_owned(), Some(server), 2, limits).await
    }

    /// In one file.
    pub(crate) async fn in_a_file(limits: &'static [&'static str]) -> Self {
        Self::open("sqlite:database".to_owned(), None, 0, limits).await
    }

    async fn open(
        url: String,
        server: Option<PrivateServer>,
        workers: usize,
        limits: &'static [&'static str],
    ) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let names = (0..workers).map(|number| format!("worker-{number}"));
        for name in names.chain(["serve".to_owned()]) {
            std::fs::create_dir(dir.path().join(name)).unwrap();
        }
        let serve = dir.path().join("serve");
        let (first, address) = start_serve(&serve, &url, limits).unwrap();
        let token = new_token(&serve, &url, ACCOUNT);
        let storage: Arc<dyn Storage> = match &server {
            Some(_) => {
                let options = PostgresOptions { connections: 6, migrate: false };
                Arc::new(PostgresStorage::open(&url, options).await.unwrap())
            }
            None => Arc::new(SqliteStorage::open(&serve.join("database")).await.unwrap()),
        };
        let address = watch::Sender::new(address);
        let client = Client::new(&address.borrow(), &token);
        let campus = Arc::new(Campus::open(storage, client, address.subscribe(), ACCOUNT).await);
        let mut university = Self {
            campus,
            server,
            serve: Some(first),
            workers: std::iter::repeat_with(|| None).take(workers).collect(),
            address,
            url,
            limits,
            dir,
        };
        for number in 0..workers {
            university.revive(Victim::Worker(number));
        }
        university
    }

    /// A client of an account, which is made if it is new.
    pub(crate) fn client_of(&self, account: &str) -> Client {
        let token = new_token(&self.dir.path().join("serve"), &self.url, account);
        Client::new(&self.address.borrow(), &token)
    }

    /// Where `serve` listens, whenever that changes.
    pub(crate) fn addresses(&self) -> watch::Receiver<String> {
        self.address.subscribe()
    }

    /// A connection past the service.
    pub(crate) async fn inside(&self) -> Inside {
        if self.server.is_some() {
            return Inside::Server(PgConnection::connect(&self.url).await.unwrap());
        }
        let file = self.dir.path().join("serve/database");
        Inside::File(SqliteConnectOptions::new().filename(file).connect().await.unwrap())
    }

    /// `kill -9`.
    pub(crate) fn kill(&mut self, victim: Victim) {
        match victim {
            Victim::Serve => self.serve.take().expect("it runs").kill(),
            Victim::Worker(number) => self.workers[number].take().expect("it runs").kill(),
            Victim::Database => self.server.as_ref().expect("it has a server").kill(),
        }
    }

    /// Starts it again.
    pub(crate) fn revive(&mut self, victim: Victim) {
        self.try_revive(victim).unwrap();
    }

    /// As [`University::revive`]; how it ended, where it did not start.
    pub(crate) fn try_revive(&mut self, victim: Victim) -> Result<(), String> {
        match victim {
            Victim::Serve => {
                let (process, address) = start_serve(&self.dir.path().join("serve"), &self.url, self.limits)?;
                self.serve = Some(process);
                self.address.send_replace(address);
            }
            Victim::Worker(number) => {
                let dir = self.dir.path().join(format!("worker-{number}"));
                let arguments = [
                    &["worker", "--data-dir", "data", "--database-url", &self.url][..],
                    &["--patience-seconds", PATIENCE],
                    self.limits,
                ]
                .concat();
                self.workers[number] = Some(Process::start(&dir, &arguments, "works on")?);
            }
            Victim::Database => self.server.as_ref().expect("it has a server").start_again(),
        }
        Ok(())
    }

    /// Every process but the database's server is ended in order and started again.
    pub(crate) fn restart(&mut self) {
        let workers = (0..self.workers.len()).map(Victim::Worker);
        for victim in workers.chain([Victim::Serve]) {
            let process = match victim {
                Victim::Worker(number) => self.workers[number].as_mut(),
                _ => self.serve.as_mut(),
            };
            assert!(process.expect("it runs").terminate().success(), "{victim:?}");
            self.revive(victim);
        }
    }

    /// That every process is there that was started and not killed.
    pub(crate) fn assert_running(&mut self) {
        for process in self.workers.iter_mut().chain([&mut self.serve]).flatten() {
            assert!(process.is_running(), "a process has ended: {:?}", process.said);
        }
    }

    /// The end of what the processes logged.
    pub(crate) fn logs(&self) -> String {
        let names = (0..self.workers.len()).map(|number| format!("worker-{number}"));
        let tail = |name: String| {
            let log = std::fs::read_to_string(self.dir.path().join(&name).join("log")).unwrap_or_default();
            let lines: Vec<&str> = log.lines().collect();
            format!("== {name}\n{}\n", lines[lines.len().saturating_sub(60)..].join("\n"))
        };
        names.chain(["serve".to_owned()]).map(tail).collect()
    }
}

fn new_token(dir: &Path, url: &str, account: &str) -> String {
    line_of(dir, &["token", "create", account, "--data-dir", "data", "--database-url", url])
}

/// `serve`, which works only where nobody else can; with its address.
fn start_serve(dir: &Path, url: &str, limits: &[&str]) -> Result<(Process, String), String> {
    let workers = if url.starts_with("sqlite:") { "1" } else { "0" };
    let arguments = [
        &["serve", "--listen", "127.0.0.1:0", "--data-dir", "data", "--database-url", url][..],
        &["--workers", workers, "--patience-seconds", PATIENCE],
        // All visitors share an account; how often it may upload is tested elsewhere.
        &["--rate-limits", "uploads=60000"],
        limits,
    ]
    .concat();
    let process = Process::start(dir, &arguments, "listens on")?;
    let address = process.address();
    Ok((process, address))
}
