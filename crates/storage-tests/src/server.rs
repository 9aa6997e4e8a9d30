//! Fresh databases on a real server.
//!
//! The server is the one that `CHAFFINCH_TEST_POSTGRES_URL` names; `scripts/test` starts one and sets it. A migrated
//! database is a copy of a template, which the first test that needs one makes for all processes.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Executor};
use uuid::Uuid;

use chaffinch_storage_postgres::{CONNECTIONS, PostgresOptions, PostgresStorage};

/// The variable with the server's URL. Its role must be allowed to make databases and roles.
pub const SERVER: &str = "CHAFFINCH_TEST_POSTGRES_URL";

/// The variable with the URL of a PgBouncer in transaction mode before the same server.
pub const POOLER: &str = "CHAFFINCH_TEST_POSTGRES_POOLED_URL";

/// Key of the lock under which the template is made.
const LOCK: i64 = 0x63_6861_6666_696e;

/// A database of one test, gone when this is dropped.
#[derive(Debug)]
pub struct TestDatabase {
    name: String,
    server: PgConnectOptions,
    roles: Vec<String>,
}

impl TestDatabase {
    /// An empty database, without any table.
    pub async fn empty() -> Self {
        Self::create("").await
    }

    /// A database with the schema, and nothing in it.
    pub async fn migrated() -> Self {
        let mut admin = administrator().await;
        let template = format!("chaffinch_template_{}", PostgresStorage::schema_version());
        sqlx::query("select pg_advisory_lock($1)").bind(LOCK).execute(&mut admin).await.expect("a lock");
        let complete = "select 1 from pg_database where datname = $1 and not datallowconn";
        let complete = sqlx::query(complete).bind(&template).fetch_optional(&mut admin).await;
        if complete.expect("a list of databases").is_none() {
            run(&mut admin, format!("drop database if exists {template} with (force)")).await;
            run(&mut admin, format!("create database {template}")).await;
            let url = server().database(&template).to_url_lossy();
            PostgresStorage::migrate(url.as_str()).await.expect("migrations that work");
            // Complete; and nobody may hold up those who copy it.
            run(&mut admin, format!("alter database {template} with allow_connections false")).await;
        }
        admin.close().await.expect("a server that is there");
        Self::create(&format!("template {template}")).await
    }

    async fn create(template: &str) -> Self {
        let name = format!("chaffinch_test_{}", Uuid::new_v4().simple());
        let mut admin = administrator().await;
        run(&mut admin, format!("create database {name} {template}")).await;
        admin.close().await.expect("a server that is there");
        Self { server: server().database(&name), name, roles: Vec::new() }
    }

    /// Where it is.
    pub fn url(&self) -> String {
        self.server.to_url_lossy().to_string()
    }

    /// Where it is, behind the pooler.
    pub fn pooled_url(&self) -> String {
        at(POOLER).database(&self.name).to_url_lossy().to_string()
    }

    /// Where it is, for a role made for it that may read and write its tables, and nothing else.
    pub async fn url_of_service(&mut self) -> String {
        let (role, mut database) = (format!("{}_service", self.name), self.connect().await);
        run(&mut database, format!("create role {role} login password 'service'")).await;
        let rights = "select, insert, update, delete on all tables in schema public";
        run(&mut database, format!("grant {rights} to {role}")).await;
        self.roles.push(role.clone());
        self.server.clone().username(&role).password("service").to_url_lossy().to_string()
    }

    /// A process's storage on it.
    pub async fn open(&self) -> PostgresStorage {
        let options = PostgresOptions { connections: CONNECTIONS, migrate: false };
        PostgresStorage::open(&self.url(), options).await.expect("a fresh database opens")
    }

    /// A plain connection to it.
    pub async fn connect(&self) -> PgConnection {
        self.server.connect().await.expect("a fresh database takes connections")
    }
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        let mut statements = vec![format!("drop database if exists {} with (force)", self.name)];
        statements.extend(self.roles.iter().map(|role| format!("drop role if exists {role}")));
        // A thread of its own, because this one is busy with the test's runtime.
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime.expect("a runtime").block_on(async {
                let mut admin = administrator().await;
                for statement in statements {
                    run(&mut admin, statement).await;
                }
            });
        });
        // Whatever went wrong: the test's own outcome says more, and the server is a test's.
        thread.join().ok();
    }
}

/// A server of one test's own, which it may kill; gone when this is dropped.
#[derive(Debug)]
pub struct PrivateServer {
    script: Child,
    url: String,
    start: String,
}

impl PrivateServer {
    /// Starts one by `scripts/with-postgres`. `more`: a folder with more of its data directory, see there.
    pub fn start(more: Option<&Path>) -> Self {
        let mut script = Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/with-postgres"));
        script
            .args(["sh", "-c", "echo $CHAFFINCH_TEST_POSTGRES_URL; echo $CHAFFINCH_TEST_POSTGRES_START; cat"])
            .env_remove(SERVER)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        if let Some(more) = more {
            script.env("CHAFFINCH_TEST_POSTGRES_MORE", more);
        }
        let mut script = script.spawn().expect("scripts/with-postgres can be started");
        let mut lines = BufReader::new(script.stdout.take().expect("it is piped")).lines();
        let mut line = || lines.next().expect("a server that starts").expect("text");
        Self { url: line(), start: line(), script }
    }

    /// Where its first database is, empty; its role may do everything.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// `kill -9`: nobody has the time to say good-bye.
    pub fn kill(&self) {
        // All at once, the first of them with the files that say that it runs: who takes over its children may not
        // ask after them, and its number then seems to be in use for ever.
        self.shell("pid=$(head -1 data/postmaster.pid); kill -9 $pid $(pgrep -P $pid); rm data/postmaster.pid .s.*.lock");
    }

    /// Starts it again after that.
    pub fn start_again(&self) {
        self.shell(&self.start);
    }

    fn shell(&self, commands: &str) {
        let folder = self.url.split_once("host=").expect("a server with a socket").1;
        let ran =
            Command::new("sh").args(["-c", commands]).current_dir(folder).stdout(Stdio::null()).status();
        assert!(ran.is_ok_and(|status| status.success()), "`{commands}` failed");
    }
}

impl Drop for PrivateServer {
    fn drop(&mut self) {
        // Its input ends, so the script does, and takes the server along.
        self.script.stdin.take();
        self.script.wait().ok();
    }
}

fn server() -> PgConnectOptions {
    at(SERVER)
}

fn at(variable: &str) -> PgConnectOptions {
    let url = std::env::var(variable).unwrap_or_else(|_| {
        panic!("this test needs a PostgreSQL server: run scripts/test, or set {variable}")
    });
    url.parse().unwrap_or_else(|error| panic!("{variable} is no URL of a PostgreSQL server: {error}"))
}

async fn administrator() -> PgConnection {
    server().connect().await.unwrap_or_else(|error| panic!("the server of {SERVER} does not answer: {error}"))
}

async fn run(connection: &mut PgConnection, statement: String) {
    let shown = statement.clone();
    connection
        .execute(AssertSqlSafe(statement))
        .await
        .unwrap_or_else(|error| panic!("the server of {SERVER} refuses `{shown}`: {error}"));
}
