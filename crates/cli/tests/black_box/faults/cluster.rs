//! A PostgreSQL server of one test's own, which may be stopped and killed. Commits are written before they are
//! acknowledged, as on a real one; only disks are not waited for, since the machine itself does not fail.

use std::fs;
use std::io::Write as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use sqlx::{Connection as _, PgConnection};

use super::process::children;
use crate::service::send_signal;

/// Longest time a server may take to start.
const START: Duration = Duration::from_secs(60);

pub(crate) struct Cluster {
    folder: tempfile::TempDir,
    programs: PathBuf,
    server: Option<Child>,
}

impl Cluster {
    /// Makes a database and starts its server.
    pub(crate) async fn start() -> Self {
        Self::start_in(&std::env::temp_dir()).await
    }

    /// As [`Cluster::start`], with its files in this folder.
    pub(crate) async fn start_in(place: &Path) -> Self {
        // A socket's path has room for about 100 characters.
        let folder = tempfile::Builder::new().prefix("chaffinch-pg").tempdir_in(place).unwrap();
        let owner = owner();
        if let Some((user, group)) = owner {
            std::os::unix::fs::chown(folder.path(), Some(user), Some(group)).unwrap();
        }
        let mut cluster = Self { programs: programs(), folder, server: None };
        let made = cluster
            .program("initdb")
            .args(["-D", "data", "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--no-sync"])
            .output()
            .unwrap();
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let mut settings =
            fs::OpenOptions::new().append(true).open(cluster.path("data/postgresql.conf")).unwrap();
        let socket = cluster.folder.path().display();
        writeln!(
            settings,
            "listen_addresses = ''\nunix_socket_directories = '{socket}'\nmax_connections = 60\nfsync = off\n\
             full_page_writes = off\nshared_buffers = 16MB"
        )
        .unwrap();
        cluster.restart().await;
        cluster
    }

    pub(crate) fn url(&self) -> String {
        format!("postgres://postgres@localhost/postgres?host={}", self.folder.path().display())
    }

    /// Starts the server again; comes back when it takes connections.
    pub(crate) async fn restart(&mut self) {
        let began = Instant::now();
        loop {
            if self.server.as_mut().is_none_or(|server| server.try_wait().unwrap().is_some()) {
                // After a kill, what is left of the old server may still hold its memory: then it is tried again.
                self.server = Some(self.program("postgres").args(["-D", "data"]).spawn().unwrap());
            }
            if let Ok(connection) = PgConnection::connect(&self.url()).await {
                connection.close().await.ok();
                return;
            }
            assert!(began.elapsed() < START, "the server does not start: {}", self.log());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// `kill -9` of every process of the server.
    pub(crate) fn kill(&mut self) {
        let mut server = self.server.take().expect("it runs");
        let mut processes = vec![server.id()];
        processes.extend(children(server.id()));
        send_signal("KILL", &processes);
        server.wait().unwrap();
    }

    /// Ends the server in order, without waiting for those who are connected.
    pub(crate) fn stop(&mut self) {
        let mut server = self.server.take().expect("it runs");
        send_signal("INT", &[server.id()]);
        server.wait().unwrap();
    }

    pub(crate) async fn connect(&self) -> PgConnection {
        PgConnection::connect(&self.url()).await.unwrap()
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn log(&self) -> String {
        fs::read_to_string(self.path("log")).unwrap_or_default()
    }

    /// One of the server's programs, run by its owner in its folder.
    fn program(&self, name: &str) -> Command {
        let mut command = Command::new(self.programs.join(name));
        let log = fs::OpenOptions::new().create(true).append(true).open(self.path("log")).unwrap();
        command.current_dir(self.folder.path()).stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
        if let Some((user, group)) = owner() {
            command.uid(user).gid(group);
        }
        command
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        if self.server.is_some() {
            self.kill();
        }
    }
}

/// Where the programs are: as scripts/with-postgres knows, which installs them if need be.
fn programs() -> PathBuf {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/with-postgres");
    let said = Command::new(script).arg("--programs").stderr(Stdio::inherit()).output().unwrap();
    assert!(said.status.success());
    PathBuf::from(String::from_utf8(said.stdout).unwrap().trim())
}

/// Who runs the server: it refuses to be run by root.
fn owner() -> Option<(u32, u32)> {
    let id = |arguments: &[&str]| {
        let said = Command::new("id").args(arguments).output().ok().filter(|said| said.status.success())?;
        String::from_utf8(said.stdout).ok()?.trim().parse().ok()
    };
    if id(&["-u"]) != Some(0) {
        return None;
    }
    let of = |name| Some((id(&["-u", name])?, id(&["-g", name])?));
    of("postgres").or_else(|| of("nobody"))
}
