//! Measures an index whose blocks are divided between two PostgreSQL servers
//! (`packaging/postgres/index-partitions.sql`) beside one on a single server. Each step is done on one side, then on the
//! other.

use std::time::Instant;

use anyhow::Context;
use chaffinch_index::{DocumentSet, Fingerprint, candidates, compact};
use chaffinch_storage::Index;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, PgConnection};

use super::blocks::{Blocks, SCHEME};
use super::content::{Content, FIRST, FREQUENT};
use super::look_up::{KINDS, question};
use super::sides::{BATCH, BATCHES, percentiles, pieces};
use super::{copy, database::Database};
use crate::bench::figures::{Aim, Figures};

/// Environment variable with the URL of the second server. The first server must reach it there.
pub(super) const SECOND: &str = "CHAFFINCH_TEST_POSTGRES_SECOND_URL";

/// The script that divides the blocks.
const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../packaging/postgres/index-partitions.sql");

/// Numbers of rows that the first server fetches from the second at a time. Look-ups are measured with each of them.
/// The last one is that of the script.
const FETCH_SIZES: [u32; 3] = [1, 100, 10];

const CONTENT: Content<'_> = Content::Skew;

/// Number of look-ups of one document for a median.
const ASKED: u64 = 50;

/// Number of documents that are looked up at once, as an analysis does.
const CLASS: u64 = 300;

/// Number of such look-ups for a median.
const CLASSES: u64 = 3;

/// The index on one server, and the index on two.
struct Partitions {
    sides: [Blocks; 2],
    /// Connections to the databases: of the one server, of the first of two, and of the second.
    databases: [PgConnection; 3],
}

/// Measures everything with this number of synthetic documents.
pub(super) async fn measure(
    server: &str,
    second: &str,
    documents: u64,
    figures: &mut Figures<'_>,
) -> anyhow::Result<()> {
    let one = Database::create(server, "one").await?;
    let two = Database::create(server, "two").await?;
    let second = Database::create(second, "second").await?;
    let measured = async {
        let sides = [Blocks::open(&one.url()).await?, Blocks::open(&two.url()).await?];
        divide(&two, &second)?;
        let databases =
            [one.options.connect().await?, two.options.connect().await?, second.options.connect().await?];
        let mut partitions = Partitions { sides, databases };
        let measured = partitions.all(documents, figures).await;
        for side in &partitions.sides {
            side.storage.close().await;
        }
        for database in partitions.databases {
            database.close().await?;
        }
        measured
    };
    let measured = measured.await;
    // The first one has connections to the second.
    two.close().await?;
    second.close().await?;
    one.close().await?;
    measured
}

/// Runs the script.
fn divide(first: &Database, second: &Database) -> anyhow::Result<()> {
    let status = std::process::Command::new("psql")
        .args(["--quiet", "--no-psqlrc", &second.libpq_url(), "--file", SCRIPT])
        .args(["--set", &format!("first={}", first.libpq_url()), "--set", "password="])
        .status()
        .context("cannot run psql")?;
    anyhow::ensure!(status.success(), "psql cannot divide the blocks");
    Ok(())
}

impl Partitions {
    async fn all(&mut self, documents: u64, figures: &mut Figures<'_>) -> anyhow::Result<()> {
        self.load(documents, figures).await?;
        self.merge(figures).await?;
        self.sizes(figures).await?;
        for rows in FETCH_SIZES {
            let set = format!("alter server index_second options (set fetch_size '{rows}')");
            copy::run(&mut self.databases[1], &set).await?;
            self.look_up(documents, 1, &format!("-fetch-{rows}"), figures).await?;
        }
        self.look_up(documents, CLASS, "-class", figures).await?;
        self.batches(documents, figures).await
    }

    /// Loads both sides, piece by piece.
    async fn load(&mut self, documents: u64, figures: &mut Figures<'_>) -> anyhow::Result<()> {
        let (mut seconds, mut postings) = ([0.0; 2], 0);
        for piece in pieces(0, documents) {
            let content = CONTENT.documents(piece.clone());
            postings += content.iter().map(Vec::len).sum::<usize>();
            for (side, seconds) in self.sides.iter_mut().zip(&mut seconds) {
                let lease = side.begin().await?;
                side.load_documents(&lease, &content).await?;
                let start = Instant::now();
                side.load_postings(FIRST + piece.start, &content).await?;
                *seconds += start.elapsed().as_secs_f64();
            }
        }
        for (seconds, name) in seconds.iter().zip(["one", "two"]) {
            let rate = postings as f64 / seconds / 1e6;
            figures.figure(&format!("index-partitions-load-{name}"), rate, "M postings/s", Aim::Shown)?;
        }
        ratio("load", seconds, figures)
    }

    async fn merge(&mut self, figures: &mut Figures<'_>) -> anyhow::Result<()> {
        let mut seconds = [0.0; 2];
        for (side, seconds) in self.sides.iter_mut().zip(&mut seconds) {
            let lease = side.begin_merging().await?;
            let runs: Vec<_> = side.storage.runs(SCHEME).await?.into_iter().map(|run| run.id).collect();
            let start = Instant::now();
            compact(&side.storage, &lease, SCHEME, &runs, FREQUENT, |_, _| ()).await?;
            *seconds = start.elapsed().as_secs_f64();
        }
        // The foreign table has statistics of its own on the first server.
        for database in self.databases.iter_mut().rev() {
            copy::run(database, "vacuum analyze").await?;
        }
        copy::run(&mut self.databases[1], "analyze index_block").await?;
        ratio("compaction", seconds, figures)
    }

    async fn sizes(&mut self, figures: &mut Figures<'_>) -> anyhow::Result<()> {
        let tables = [("one", "index_block"), ("first", "index_block_0"), ("second", "index_block")];
        for ((name, table), database) in tables.iter().zip(&mut self.databases) {
            let size = format!("select pg_total_relation_size('{table}')");
            let bytes: i64 = sqlx::query_scalar(AssertSqlSafe(size)).fetch_one(database).await?;
            let name = format!("index-partitions-bytes-{name}");
            figures.figure(&name, bytes as f64 / 1e6, "MB of blocks", Aim::Shown)?;
        }
        Ok(())
    }

    /// Looks up this many documents at once, on both sides, and compares the candidates.
    async fn look_up(
        &self,
        documents: u64,
        at_once: u64,
        name: &str,
        figures: &mut Figures<'_>,
    ) -> anyhow::Result<()> {
        let among: DocumentSet = std::iter::once(FIRST..FIRST + documents).collect();
        let rounds = if at_once == 1 { ASKED } else { CLASSES };
        for (kind, limit) in KINDS {
            let mut seconds = [Vec::new(), Vec::new()];
            // The first half warms up.
            for round in 0..2 * rounds {
                let numbers = round * at_once..(round + 1) * at_once;
                let asked: Vec<Vec<Fingerprint>> =
                    numbers.map(|number| CONTENT.asked(number, documents)).collect();
                let question = question(&asked, &among, limit);
                let mut found = Vec::new();
                for (side, seconds) in self.sides.iter().zip(&mut seconds) {
                    let start = Instant::now();
                    found.push(candidates(&side.storage, &question).await?);
                    if rounds <= round {
                        seconds.push(start.elapsed().as_secs_f64());
                    }
                }
                anyhow::ensure!(found[0] == found[1], "the sides disagree");
            }
            let [one, two] = seconds.each_mut().map(|seconds| percentiles(seconds));
            let name = format!("look-up{name}-{kind}");
            for ([median, worst], servers) in [(one, "one"), (two, "two")] {
                let name = format!("index-partitions-{name}-{servers}");
                figures.figure(&format!("{name}-p50"), median, "ms", Aim::Shown)?;
                figures.figure(&format!("{name}-p99"), worst, "ms", Aim::Shown)?;
            }
            ratio(&name, [one[0], two[0]], figures)?;
        }
        Ok(())
    }

    async fn batches(&mut self, documents: u64, figures: &mut Figures<'_>) -> anyhow::Result<()> {
        let mut seconds = [Vec::new(), Vec::new()];
        for batch in 0..BATCHES {
            let first = documents + BATCH * batch;
            let content = CONTENT.documents(first..first + BATCH);
            for (side, seconds) in self.sides.iter_mut().zip(&mut seconds) {
                let lease = side.begin().await?;
                let start = Instant::now();
                side.load(&lease, &content).await?;
                seconds.push(start.elapsed().as_secs_f64());
            }
        }
        let [[one, _], [two, _]] = seconds.each_mut().map(|seconds| percentiles(seconds));
        for (name, median) in [("one", one), ("two", two)] {
            let name = format!("index-partitions-batch-{name}");
            figures.figure(&name, median, "ms for 300 documents", Aim::Shown)?;
        }
        ratio("batch", [one, two], figures)
    }
}

/// Writes how many times as long two servers took as one.
fn ratio(name: &str, [one, two]: [f64; 2], figures: &mut Figures<'_>) -> anyhow::Result<()> {
    figures.figure(&format!("index-partitions-{name}"), two / one, "times one server", Aim::Shown)
}
