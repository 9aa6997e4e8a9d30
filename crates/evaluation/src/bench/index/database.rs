//! A database of its own on the server that measurements run on.

use anyhow::Context;
use sqlx::{ConnectOptions, Connection, PgConnection, postgres::PgConnectOptions};

use super::copy::run;

/// Where the server is named.
pub(super) const SERVER: &str = "CHAFFINCH_TEST_POSTGRES_URL";

/// An empty database, to be dropped by [`Database::close`].
pub(super) struct Database {
    admin: PgConnection,
    name: String,
    pub(super) options: PgConnectOptions,
}

impl Database {
    /// `server` is a URL.
    pub(super) async fn create(server: &str, name: &str) -> anyhow::Result<Self> {
        let server: PgConnectOptions = server.parse().context("reading the server's URL")?;
        let mut admin = server.connect().await?;
        let name = format!("chaffinch_bench_{}_{name}", std::process::id());
        run(&mut admin, &format!("create database {name}")).await?;
        Ok(Self { admin, options: server.database(&name), name })
    }

    pub(super) fn url(&self) -> String {
        self.options.to_url_lossy().to_string()
    }

    /// Drops it, whoever still uses it.
    pub(super) async fn close(mut self) -> anyhow::Result<()> {
        run(&mut self.admin, &format!("drop database {} with (force)", self.name)).await?;
        Ok(self.admin.close().await?)
    }
}
