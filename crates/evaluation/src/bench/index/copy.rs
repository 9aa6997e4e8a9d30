//! Writes with PostgreSQL's binary COPY, which both sides use.

use anyhow::Context;
use sqlx::{AssertSqlSafe, Executor, PgConnection, postgres::PgCopyIn};

/// Number of bytes sent at a time.
const PIECE: usize = 1 << 20;

/// A COPY in progress.
pub(super) struct Copy<'a> {
    stream: PgCopyIn<&'a mut PgConnection>,
    bytes: Vec<u8>,
}

impl<'a> Copy<'a> {
    /// Begins a COPY. `statement` is a `copy ... from stdin binary`.
    pub(super) async fn begin(db: &'a mut PgConnection, statement: &str) -> anyhow::Result<Self> {
        let stream = db.copy_in_raw(statement).await.context("cannot begin a COPY")?;
        let mut bytes = b"PGCOPY\n\xff\r\n\0".to_vec();
        bytes.extend([0; 8]);
        Ok(Self { stream, bytes })
    }

    /// Adds a row of fields, each in the binary format of its type.
    pub(super) async fn row(&mut self, fields: &[&[u8]]) -> anyhow::Result<()> {
        self.bytes.extend((fields.len() as u16).to_be_bytes());
        for field in fields {
            self.bytes.extend((field.len() as u32).to_be_bytes());
            self.bytes.extend_from_slice(field);
        }
        if PIECE <= self.bytes.len() {
            self.stream.send(self.bytes.as_slice()).await?;
            self.bytes.clear();
        }
        Ok(())
    }

    pub(super) async fn finish(mut self) -> anyhow::Result<()> {
        self.bytes.extend(u16::MAX.to_be_bytes());
        self.stream.send(self.bytes.as_slice()).await?;
        self.stream.finish().await?;
        Ok(())
    }
}

/// Runs statements without parameters.
pub(super) async fn run(db: &mut PgConnection, statements: &str) -> anyhow::Result<()> {
    db.execute(AssertSqlSafe(statements.to_owned())).await.with_context(|| statements.to_owned())?;
    Ok(())
}
