//! `chaffinch doctor`: reports what is wrong with this installation and changes nothing.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::time::Duration;

use anyhow::Context as _;
use chaffinch_jobs::{ChildCommand, UNCONFINED};
use chaffinch_normalize::{Choice, FrontEnd, languages, tokenize};
use chaffinch_storage_postgres::{Examination, PostgresOptions, PostgresStorage};
use chaffinch_storage_sqlite::SqliteStorage;
use chaffinch_submission::SourceFile;

use super::finding::Finding::{self, Bad, Good, Note};
use super::finding::{check_installed, closest_directory, free_bytes, print_all, size};
use crate::http::{http_client, shown};
use crate::installation::{self, Database};
use crate::settings::{Configuration, Flags, ServeFlags, reachable};

/// Check this installation and report what is wrong with it
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  chaffinch doctor --data-dir /var/lib/chaffinch")]
pub(crate) struct Arguments {
    #[command(flatten)]
    flags: Flags,
    #[command(flatten)]
    serve: ServeFlags,
    /// Only check whether the running service answers
    #[arg(long)]
    alive: bool,
}

/// Free space below which a note is shown. One upload may be stored twice while it is accepted.
const LOW_SPACE_BYTES: u64 = 2 << 30;

/// Time for one request to a collector.
const COLLECTOR_TIMEOUT: Duration = Duration::from_secs(5);

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let settings = Configuration::read(&arguments.flags, &arguments.serve)?;
    if arguments.alive {
        return check_health(settings.listen);
    }
    let database = Database::new(&settings)?;
    let folder = match &database {
        Database::File(path) => path.parent().filter(|path| !path.as_os_str().is_empty()),
        Database::Server(_) => Some(settings.data_dir.as_path()),
    };
    let folder = folder.unwrap_or(Path::new("."));
    let mut findings = vec![check_directory(folder), check_space(folder)];
    match &database {
        Database::File(path) => findings.push(check_file(path)),
        Database::Server(url) => findings.extend(check_server(&database, url)),
    }
    findings.extend(check_installed(&settings, &database));
    findings.extend(settings.otlp_endpoint.as_deref().map(check_collector));
    findings.extend([check_port(&settings), check_child(), check_languages()]);
    print_all(findings)
}

fn check_directory(folder: &Path) -> Finding {
    use std::os::unix::fs::PermissionsExt as _;
    let place = closest_directory(folder);
    let shown = folder.display();
    // Only writing shows reliably whether the directory is writable.
    if let Err(error) = tempfile::tempfile_in(&place) {
        return Bad(format!("data directory: cannot write to {}: {error}", place.display()));
    }
    if place != folder {
        return Note(format!("data directory: {shown} does not exist yet; `chaffinch serve` creates it"));
    }
    match std::fs::metadata(folder) {
        Ok(found) if found.permissions().mode() & 0o077 != 0 => Note(format!(
            "data directory: other users of this machine can access {shown}. Run `chmod 700 {shown}`."
        )),
        _ => Good(format!("data directory: {shown} is writable")),
    }
}

fn check_space(folder: &Path) -> Finding {
    let place = closest_directory(folder);
    match free_bytes(&place) {
        Err(error) => Bad(format!("disk: cannot determine the free space at {}: {error}", place.display())),
        Ok(free) => {
            let text = format!("disk: {} free at {}", size(free), place.display());
            if free < LOW_SPACE_BYTES {
                let low = LOW_SPACE_BYTES >> 30;
                Bad(format!("{text}, less than {low} GiB. Uploads will soon be refused: free some space."))
            } else {
                Good(text)
            }
        }
    }
}

fn check_file(database: &Path) -> Finding {
    let shown = database.display();
    if !database.exists() {
        return Note(format!("database: {shown} does not exist yet; `chaffinch serve` creates it"));
    }
    let known = SqliteStorage::schema_version();
    let outcome = installation::block_on(async {
        let found = SqliteStorage::found_schema(database).await?;
        SqliteStorage::check_schema(found)?;
        if found < known {
            return Ok(Err(found));
        }
        let storage = SqliteStorage::open(database).await?;
        let troubles = storage.check().await?;
        storage.close().await;
        Ok(Ok(troubles))
    });
    match outcome {
        Ok(Err(found)) => Note(format!(
            "database: {shown} has schema version {found}, and the next start updates it to {known}; see `chaffinch \
             upgrade-check`"
        )),
        Ok(Ok(troubles)) if troubles.is_empty() => {
            Good(format!("database: {shown} is intact, schema version {known}"))
        }
        Ok(Ok(troubles)) => Bad(format!(
            "database: {shown} is damaged. Restore a backup. SQLite reports: {}",
            troubles.join("; ")
        )),
        Err(error) => Bad(format!("database: cannot open {shown}: {error:#}")),
    }
}

/// Returns what was found about a database server, each finding with advice.
fn check_server(database: &Database, url: &str) -> Vec<Finding> {
    // One connection listens, and one runs queries.
    let options = PostgresOptions { connections: 2, migrate: false };
    let examined = installation::block_on(async {
        let storage = PostgresStorage::open(url, options).await?;
        Ok(storage.examine().await?)
    });
    let found = match examined {
        Ok(found) => found,
        Err(error) => return vec![Bad(format!("database: cannot use {database}: {error:#}"))],
    };
    let Examination { version, unwritable, hears, durable, encrypted } = found;
    let mut findings = vec![if unwritable.is_empty() {
        let known = PostgresStorage::schema_version();
        Good(format!("database: {database} answers, PostgreSQL {version}, schema version {known}"))
    } else {
        let tables = unwritable.join(", ");
        Bad(format!(
            "database: the role lacks rights; grant select, insert, update, delete on these tables to it: {tables}"
        ))
    }];
    if !hears {
        findings.push(Note(
            "database: notifications do not arrive, perhaps because of a connection pooler. Processes notice each \
             other's changes within about a second."
                .to_owned(),
        ));
    }
    if !durable {
        findings.push(Bad(
            "database: fsync or synchronous_commit is off, so a power failure can lose acknowledged data. Turn both on."
                .to_owned(),
        ));
    }
    if !encrypted {
        findings.push(Note(
            "database: the connection is not encrypted. Add sslmode=verify-full to the URL to require encryption."
                .to_owned(),
        ));
    }
    findings
}

/// Sends no traces to the collector, which is a valid request.
fn check_collector(endpoint: &str) -> Finding {
    let shown = shown(endpoint);
    let asked = installation::block_on(async {
        let http = http_client(None)?.timeout(COLLECTOR_TIMEOUT).build()?;
        let request = http
            .post(format!("{}/v1/traces", endpoint.trim_end_matches('/')))
            .header("content-type", "application/x-protobuf")
            .body(Vec::new());
        let answer = request.send().await.and_then(reqwest::Response::error_for_status);
        Ok(answer.map_err(reqwest::Error::without_url)?)
    });
    match asked {
        Ok(_) => Good(format!("OpenTelemetry: the collector at {shown} answers")),
        Err(error) => Bad(format!(
            "OpenTelemetry: the collector at {shown} does not take traces, and they are lost: {error:#}"
        )),
    }
}

fn check_port(settings: &Configuration) -> Finding {
    let address = settings.listen;
    match TcpListener::bind(address) {
        Ok(_) => Good(format!("address: {address} is free")),
        Err(error) if error.kind() == std::io::ErrorKind::AddrInUse => {
            Note(format!("address: {address} is in use by a running `chaffinch serve` or by another program"))
        }
        Err(error) => Bad(format!("address: cannot listen on {address}: {error}")),
    }
}

/// Checks that the child process starts. Without a task it reports this and ends.
fn check_child() -> Finding {
    let started = ChildCommand::this_program().and_then(|ChildCommand { program, arguments }| {
        let folder = tempfile::tempdir()?;
        std::process::Command::new(program)
            .args(arguments)
            .current_dir(folder.path())
            .env_clear()
            .stdin(std::process::Stdio::piped())
            .output()
    });
    match started {
        Ok(output) if output.status.code() == Some(1) => {
            let errors = String::from_utf8_lossy(&output.stderr);
            let missing: Vec<&str> =
                errors.lines().filter_map(|line| line.strip_prefix(UNCONFINED)).collect();
            if missing.is_empty() {
                Good("child process: analyses can start and are confined by Landlock and seccomp".to_owned())
            } else {
                let missing = missing.join("; ");
                Note(format!("child process: analyses can start but are not confined: {missing}"))
            }
        }
        Ok(output) => Bad(format!("child process: it ended unexpectedly ({})", output.status)),
        Err(error) => Bad(format!("child process: analyses cannot start: {error}")),
    }
}

/// Checks that every front end finds a token in a word, which shows that the grammars are linked and load.
fn check_languages() -> Finding {
    let mut broken = Vec::new();
    let mut parsers = 0;
    for language in languages() {
        let file = SourceFile::plain("word", "word");
        parsers += usize::from(language.front_end() == FrontEnd::TreeSitter);
        if tokenize(&file, Choice::Fixed(language)).values.is_empty() {
            broken.push(language.name());
        }
    }
    if broken.is_empty() {
        Good(format!("languages: {} available, {parsers} of them with a grammar", languages().len()))
    } else {
        Bad(format!("languages: cannot read {}", broken.join(", ")))
    }
}

/// Requests `/healthz` from the service that listens there, for health checks of containers.
fn check_health(listen: SocketAddr) -> anyhow::Result<()> {
    const TIMEOUT: Duration = Duration::from_secs(4);
    let address = reachable(listen);
    let request = || {
        let mut stream = TcpStream::connect_timeout(&address, TIMEOUT)?;
        stream.set_read_timeout(Some(TIMEOUT))?;
        write!(stream, "GET /healthz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
        let mut answer = Vec::new();
        stream.take(1024).read_to_end(&mut answer)?;
        std::io::Result::Ok(answer)
    };
    let answer = request().with_context(|| format!("nothing answers at {address}"))?;
    anyhow::ensure!(answer.starts_with(b"HTTP/1.1 200 "), "the service at {address} is not healthy");
    Ok(())
}
