//! Measures the stored index beside a plain table, both on one PostgreSQL server: size, load, a batch, compaction and
//! look-up, with synthetic documents and with programs. Then measures what the index finds, what it costs an analysis,
//! and what it costs to divide it between two servers.
//!
//! Both sides take turns within one run. `CHAFFINCH_TEST_POSTGRES_URL` names the server (see `scripts/with-postgres`).
//! Everything is in separate databases, which are dropped at the end.

mod blocks;
mod content;
mod copy;
pub(super) mod database;
mod look_up;
mod partitions;
mod plain;
mod recall;
mod service;
mod sides;
mod skew;
mod stages;

use super::figures::{Arguments, Figures};
use super::programs::Programs;
use content::Content;
use database::{Database, SERVER};
use sides::{BATCH, BATCHES, Sides};

pub(super) fn run(arguments: &Arguments, figures: &mut Figures<'_>) -> anyhow::Result<()> {
    let wanted = ["index-skew", "index-programs", "index-service", "index-partitions"]
        .map(|name| arguments.wants(name));
    if !wanted.contains(&true) {
        return Ok(());
    }
    let Ok(server) = std::env::var(SERVER) else {
        return figures.skipped("index", "no PostgreSQL server: run this through scripts/with-postgres");
    };
    // The runtime is that of the service.
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        if wanted[0] {
            beside_the_plain_table(&server, Content::Skew, arguments.documents, figures).await?;
        }
        if wanted[3] {
            match std::env::var(partitions::SECOND) {
                Ok(second) => partitions::measure(&server, &second, arguments.documents, figures).await?,
                Err(_) => figures.skipped("index-partitions", "no second server: run scripts/bench")?,
            }
        }
        if !wanted[1] && !wanted[2] {
            return Ok(());
        }
        if arguments.programs.is_empty() {
            return figures.skipped("index-programs, index-service", "no --programs FOLDER");
        }
        // Look-ups are measured again with three times as many documents.
        let few = arguments.documents + BATCH * BATCHES;
        let all = if wanted[1] { few.max(3 * arguments.documents) } else { few };
        let programs = Programs::read(&arguments.programs, all as usize)?;
        if wanted[1] {
            recall::describe(&programs, few as usize, figures)?;
            let content = Content::Programs(&programs);
            beside_the_plain_table(&server, content, arguments.documents, figures).await?;
        }
        if wanted[2] {
            let database = Database::create(&server, "service").await?;
            let measured = service::measure(&database, &programs, few as usize, figures).await;
            database.close().await?;
            measured?;
        }
        Ok(())
    })
}

async fn beside_the_plain_table(
    server: &str,
    content: Content<'_>,
    documents: u64,
    figures: &mut Figures<'_>,
) -> anyhow::Result<()> {
    let database = Database::create(server, content.name()).await?;
    let smaller = Database::create(server, &format!("{}_smaller", content.name())).await?;
    let measured = Sides::measure([&database, &smaller], content, documents, figures).await;
    smaller.close().await?;
    database.close().await?;
    measured
}
