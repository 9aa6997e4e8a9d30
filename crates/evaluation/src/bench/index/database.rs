//! A separate database on the server for measurements.

use anyhow::Context;
use sqlx::{ConnectOptions, Connection, PgConnection, postgres::PgConnectOptions};

use super::copy::run;

/// Environment variable with the URL of the server.
pub(in crate::bench) const SERVER: &str = "CHAFFINCH_TEST_POSTGRES_URL";

/// An empty database. [`Database::close`] drops it.
pub(in crate::bench) struct Database {
    admin: PgConnection,
    name: String,
    pub(super) options: PgConnectOptions,
}

impl Database {
    /// Creates a database on the server with this URL.
    pub(in crate::bench) async fn create(server: &str, name: &str) -> anyhow::Result<Self> {
        let server: PgConnectOptions = server.parse().context("cannot read the URL of the server")?;
        let mut admin = server.connect().await?;
        let name = format!("chaffinch_bench_{}_{name}", std::process::id());
        run(&mut admin, &format!("create database {name}")).await?;
        Ok(Self { admin, options: server.database(&name), name })
    }

    pub(in crate::bench) fn url(&self) -> String {
        self.options.to_url_lossy().to_string()
    }

    /// Returns the URL without options that only this program's driver knows.
    pub(super) fn libpq_url(&self) -> String {
        let mut url = self.options.to_url_lossy();
        let socket = self.options.get_socket().map(|socket| socket.display().to_string());
        url.set_query(None);
        if let Some(socket) = socket {
            url.query_pairs_mut().append_pair("host", &socket);
        }
        url.to_string()
    }

    /// Drops the database, even if it is in use.
    pub(in crate::bench) async fn close(mut self) -> anyhow::Result<()> {
        run(&mut self.admin, &format!("drop database {} with (force)", self.name)).await?;
        Ok(self.admin.close().await?)
    }
}
