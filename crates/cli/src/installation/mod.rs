//! An installation with its data directory and database, and the address at which browsers reach its service. The address is
//! set once, for `serve`, which stores it for the other commands.

mod accounts;

use std::fs::DirBuilder;
use std::io;
use std::net::SocketAddr;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context as _;
use chaffinch_storage::{By, InstallationFact, Storage};
use chaffinch_storage_postgres::{CONNECTIONS, PostgresOptions, PostgresStorage};
use chaffinch_storage_sqlite::SqliteStorage;
use chrono::Utc;

use crate::http::shown;
use crate::program::Usage;
use crate::settings::{Configuration, Flags, ServeFlags, reachable};

pub(crate) use accounts::{
    add_account, course_named, courses, creator_and_course, find_account, first_account, show_first_link,
    sign_in_link,
};

/// Name of the database file in the data directory.
const DATABASE_FILE: &str = "chaffinch.sqlite";

/// Opens the database of an installation and creates it and its directory (readable only by this user) if necessary. The
/// schema of a file is updated. The schema of a server is updated only if `migrate` and the database role allow it.
pub(crate) async fn open(settings: &Configuration, migrate: Migrate) -> anyhow::Result<Arc<dyn Storage>> {
    let database = Database::new(settings)?;
    // The directory is needed even if the database is elsewhere, because running analyses store uploads in it.
    create_data_dir(&settings.data_dir)?;
    let context = || format!("cannot open the database {database}");
    let storage: Arc<dyn Storage> = match &database {
        Database::File(path) => Arc::new(SqliteStorage::open(path).await.with_context(context)?),
        Database::Server(url) => {
            let migrate = migrate == Migrate::IfAllowed;
            let opened =
                PostgresStorage::open(url, PostgresOptions { connections: CONNECTIONS, migrate }).await;
            Arc::new(opened.with_context(context)?)
        }
    };
    if let Some(began) = storage.fact(InstallationFact::Restoring).await? {
        anyhow::bail!(
            "{database} is not complete: the restore that began at {began} runs or was interrupted. Wait for its end, \
             or drop the database and run `chaffinch restore` on an empty one."
        );
    }
    Ok(storage)
}

/// Runs a command of the operator on the database of an installation, which a service may use at the same time.
pub(crate) fn with_storage<T>(
    flags: &Flags,
    serve: &ServeFlags,
    work: impl AsyncFnOnce(&dyn Storage, &Configuration) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    let settings = Configuration::read(flags, serve)?;
    block_on(async { work(open(&settings, Migrate::Never).await?.as_ref(), &settings).await })
}

/// Creates the data directory, which only this user can read.
pub(crate) fn create_data_dir(dir: &Path) -> anyhow::Result<()> {
    create_private_dir(dir).with_context(|| format!("cannot create the data directory {}", dir.display()))
}

/// Creates a directory that only its owner can read, if there is none.
pub(crate) fn create_private_dir(dir: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(dir)
}

/// What to do if the schema of a server is older than this program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Migrate {
    /// Update it if the role may do so.
    IfAllowed,
    /// Report it, because other processes may be using the database.
    Never,
}

/// The database of an installation.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Database {
    /// An SQLite file.
    File(PathBuf),
    /// The URL of a PostgreSQL database. It may contain a password and is never shown.
    Server(String),
}

impl Database {
    /// Returns the database that the settings name.
    pub(crate) fn new(settings: &Configuration) -> anyhow::Result<Self> {
        let Some(url) = &settings.database_url else {
            return Ok(Self::File(settings.data_dir.join(DATABASE_FILE)));
        };
        if url.starts_with("postgres:") || url.starts_with("postgresql:") {
            return Ok(Self::Server(url.clone()));
        }
        let Some(path) = url.strip_prefix("sqlite:") else {
            let url = shown(url);
            let scheme = url.split(':').next().unwrap_or_default();
            anyhow::bail!(Usage(format!(
                "the database URL begins with {scheme:?}, but must be sqlite:/path/to/file or \
                 postgres://role:password@host/database"
            )));
        };
        let path = path.strip_prefix("//").unwrap_or(path);
        if path.is_empty() || path.starts_with(':') || path.contains('?') {
            anyhow::bail!(Usage("the database URL must name a file: sqlite:/path/to/file".to_owned()));
        }
        Ok(Self::File(Path::new(path).to_owned()))
    }
}

impl std::fmt::Display for Database {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::File(path) => path.display().fmt(f),
            Self::Server(url) => match PostgresStorage::place(url) {
                Ok(place) => write!(f, "PostgreSQL at {place}"),
                Err(_) => f.write_str("PostgreSQL"),
            },
        }
    }
}

/// Runs a short task that waits for the database.
pub(crate) fn block_on<T>(work: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("cannot start the runtime")?
        .block_on(work)
}

/// Returns the operator, at the current time. Everyone who may run this program on the data directory is the operator.
pub(crate) fn operator() -> By {
    By { account: None, at: Utc::now() }
}

/// Returns the address for links that a command prints: the setting, or what the service last used.
pub(crate) async fn public_address(
    storage: &dyn Storage,
    settings: &Configuration,
) -> anyhow::Result<String> {
    for fact in [InstallationFact::PublicUrl, InstallationFact::ListenUrl] {
        if settings.public_url.is_none()
            && let Some(stored) = storage.fact(fact).await?
        {
            return Ok(stored);
        }
    }
    Ok(settings.public_address(settings.listen))
}

/// Returns the address of a service that listens there, and stores it for other commands. Without a setting, the stored
/// one stays in force.
pub(crate) async fn publish_address(
    storage: &dyn Storage,
    settings: &Configuration,
    listening: SocketAddr,
) -> anyhow::Result<String> {
    store(storage, InstallationFact::ListenUrl, &format!("http://{}", reachable(listening))).await?;
    if settings.public_url.is_none() {
        let stored = storage.fact(InstallationFact::PublicUrl).await?;
        return Ok(stored.unwrap_or_else(|| settings.public_address(listening)));
    }
    let address = settings.public_address(listening);
    store(storage, InstallationFact::PublicUrl, &address).await?;
    Ok(address)
}

async fn store(storage: &dyn Storage, fact: InstallationFact, value: &str) -> anyhow::Result<()> {
    loop {
        let old = storage.fact(fact).await?;
        if old.as_deref() == Some(value) || storage.replace_fact(fact, old.as_deref(), Some(value)).await? {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(database_url: Option<&str>) -> Configuration {
        Configuration {
            data_dir: "/data".into(),
            database_url: database_url.map(str::to_owned),
            listen: "127.0.0.1:0".parse().unwrap(),
            workers: 1,
            patience_seconds: 30,
            notify_allow: String::new(),
            otlp_endpoint: None,
            public_url: None,
            moss_listen: None,
            moss_public_url: None,
            moss_allow: None,
            moss_answer_seconds: 45,
            moss_results_days: 14,
            sign_in: crate::settings::sign_in::SignInSettings::default(),
            backup: crate::settings::flags::BackupSettings::default(),
            limits: crate::settings::limits::Limits::for_machine(None),
        }
    }

    #[test]
    fn database_urls() {
        let file = |path: &str| Some(Database::File(path.into()));
        let server = |url: &str| Some(Database::Server(url.to_owned()));
        for (url, expected) in [
            (None, file("/data/chaffinch.sqlite")),
            (Some("sqlite:/var/lib/c.sqlite"), file("/var/lib/c.sqlite")),
            (Some("sqlite:///var/lib/c.sqlite"), file("/var/lib/c.sqlite")),
            (Some("sqlite:here.sqlite"), file("here.sqlite")),
            (Some("sqlite::memory:"), None),
            (Some("sqlite:"), None),
            (Some("postgres://user:secret@host/db"), server("postgres://user:secret@host/db")),
            (Some("postgresql://host/db"), server("postgresql://host/db")),
            (Some("mysql://user:secret@host/db"), None),
            (Some("/var/lib/c.sqlite"), None),
        ] {
            match Database::new(&settings(url)) {
                Ok(database) => {
                    assert!(!database.to_string().contains("secret"), "a password in a message: {database}");
                    assert_eq!(Some(database), expected, "{url:?}");
                }
                Err(error) => {
                    assert_eq!(expected, None, "{url:?}");
                    assert!(error.is::<Usage>());
                    assert!(!error.to_string().contains("secret"), "a password in a message: {error}");
                }
            }
        }
    }
}
