//! Runs one installation that outlives its processes: a database, `serve`, and, on a database server, two workers that
//! share only the database.

use std::path::Path;
use std::sync::Arc;

use chaffinch_storage::Storage;
use chaffinch_storage_postgres::{PostgresOptions, PostgresStorage};
use chaffinch_storage_sqlite::SqliteStorage;
use chaffinch_storage_tests::server::PrivateServer;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, PgConnection};
use tokio::sync::watch;

use super::leftovers::Inside;
use super::process::Process;
use super::workload::Workload;
use crate::binary::line_of;
use crate::client::Client;

/// Name of the account that the first start creates.
const ACCOUNT: &str = "instructor";

/// Seconds without a heartbeat after which a worker counts as dead. It is short because many are killed, but longer
/// than a busy machine delays a process.
const PATIENCE: &str = "4";

/// The processes that may be killed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Victim {
    Serve,
    Worker(usize),
    Database,
}

pub(crate) struct Deployment {
    pub(crate) workload: Arc<Workload>,
    /// The database server, if there is one.
    pub(crate) server: Option<PrivateServer>,
    pub(crate) serve: Option<Process>,
    pub(crate) workers: Vec<Option<Process>>,
    address: watch::Sender<String>,
    url: String,
    /// Flags of `serve` and of the workers.
    limits: &'static [&'static str],
    dir: tempfile::TempDir,
}

impl Deployment {
    /// Creates an installation on a database server of its own.
    pub(crate) async fn on_a_server(limits: &'static [&'static str]) -> Self {
        let server = PrivateServer::start(None);
        Self::open(server.url().to_owned(), Some(server), 2, limits).await
    }

    /// Creates an installation on a database file.
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
        let workload = Arc::new(Workload::open(storage, client, address.subscribe(), ACCOUNT).await);
        let mut deployment = Self {
            workload,
            server,
            serve: Some(first),
            workers: std::iter::repeat_with(|| None).take(workers).collect(),
            address,
            url,
            limits,
            dir,
        };
        for number in 0..workers {
            deployment.revive(Victim::Worker(number));
        }
        deployment
    }

    /// Returns a client of an account, which is created if it is new.
    pub(crate) fn client_of(&self, account: &str) -> Client {
        let token = new_token(&self.dir.path().join("serve"), &self.url, account);
        Client::new(&self.address.borrow(), &token)
    }

    /// Returns the address of `serve` and its changes.
    pub(crate) fn addresses(&self) -> watch::Receiver<String> {
        self.address.subscribe()
    }

    /// Opens a connection to the database itself.
    pub(crate) async fn inside(&self) -> Inside {
        if self.server.is_some() {
            return Inside::Server(PgConnection::connect(&self.url).await.unwrap());
        }
        let file = self.dir.path().join("serve/database");
        Inside::File(SqliteConnectOptions::new().filename(file).connect().await.unwrap())
    }

    /// Kills a process with SIGKILL.
    pub(crate) fn kill(&mut self, victim: Victim) {
        match victim {
            Victim::Serve => self.serve.take().expect("it runs").kill(),
            Victim::Worker(number) => self.workers[number].take().expect("it runs").kill(),
            Victim::Database => self.server.as_ref().expect("it has a server").kill(),
        }
    }

    /// Starts a process again.
    pub(crate) fn revive(&mut self, victim: Victim) {
        self.try_revive(victim).unwrap();
    }

    /// Does the same as [`Deployment::revive`], or returns the exit status if the process did not start.
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

    /// Shuts down every process except the database server and starts it again.
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

    /// Checks that every process that was started and not killed still runs.
    pub(crate) fn assert_running(&mut self) {
        for process in self.workers.iter_mut().chain([&mut self.serve]).flatten() {
            assert!(process.is_running(), "a process has ended: {:?}", process.said);
        }
    }

    /// Returns the end of the logs of the processes.
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

/// Starts `serve`, which runs jobs only if there are no workers. Returns it with its address.
fn start_serve(dir: &Path, url: &str, limits: &[&str]) -> Result<(Process, String), String> {
    let workers = if url.starts_with("sqlite:") { "1" } else { "0" };
    let arguments = [
        &["serve", "--listen", "127.0.0.1:0", "--data-dir", "data", "--database-url", url][..],
        &["--workers", workers, "--patience-seconds", PATIENCE],
        // All clients share an account. Other tests check its rate limits.
        &["--rate-limits", "uploads=60000"],
        limits,
    ]
    .concat();
    let process = Process::start(dir, &arguments, "listens on")?;
    let address = process.address();
    Ok((process, address))
}
