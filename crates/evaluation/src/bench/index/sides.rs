//! Packed blocks and plain table in one database. Each step is done on one side, then on the other.

use std::time::Instant;

use anyhow::Context;
use chaffinch_index::{Fingerprint, compact, pack};
use chaffinch_storage::Index;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, PgConnection};

use super::blocks::{Blocks, SCHEME};
use super::content::{Content, FIRST, FREQUENT};
use super::{copy, database::Database, plain, recall};
use crate::bench::figures::{Aim, Figures};

/// Number of ingests of a bulk load.
const PIECES: u64 = 8;

/// Number of documents of a batch.
pub(super) const BATCH: u64 = 300;

/// Number of batches measured.
pub(super) const BATCHES: u64 = 5;

/// Both sides.
pub(super) struct Sides<'a> {
    pub(super) content: Content<'a>,
    pub(super) blocks: Blocks,
    pub(super) plain: PgConnection,
}

impl<'a> Sides<'a> {
    /// Measures everything, first with this number of documents and then, if there are enough, with three and ten times
    /// as many.
    pub(super) async fn measure(
        [database, smaller]: [&Database; 2],
        content: Content<'a>,
        documents: u64,
        figures: &mut Figures<'_>,
    ) -> anyhow::Result<()> {
        let blocks = Blocks::open(&database.url()).await?;
        let mut sides = Self { content, blocks, plain: database.options.connect().await? };
        sides.all(documents, smaller, figures).await?;
        Ok(sides.plain.close().await?)
    }

    async fn all(
        &mut self,
        documents: u64,
        smaller: &Database,
        figures: &mut Figures<'_>,
    ) -> anyhow::Result<()> {
        plain::create(&mut self.plain).await?;
        self.load(documents, figures).await?;
        self.merge("", figures).await?;
        if let Content::Programs(programs) = self.content {
            recall::measure(&self.blocks.storage, programs, documents, figures).await?;
        }
        self.look_up(documents, true, figures).await?;
        self.batches(documents, figures).await?;

        let (from, three, ten) = (documents + BATCH * BATCHES, 3 * documents, 10 * documents);
        if three <= from || self.content.len() < three {
            return Ok(());
        }
        plain::drop_index(&mut self.plain).await?;
        for piece in pieces(from, three) {
            let content = self.content.documents(piece.clone());
            let lease = self.blocks.begin().await?;
            self.blocks.load(&lease, &content).await?;
            plain::load(&mut self.plain, piece.start, &content).await?;
        }
        plain::index(&mut self.plain).await?;
        self.merge("-3-fold", figures).await?;
        self.look_up(three, true, figures).await?;
        let smaller = self.again(smaller, documents).await?;
        self.growth(three, (&smaller, documents), figures).await?;

        copy::run(&mut self.plain, "drop table posting").await?;
        if self.content.len() < ten {
            return Ok(());
        }
        for piece in pieces(three, ten) {
            let lease = self.blocks.begin().await?;
            self.blocks.load(&lease, &self.content.documents(piece)).await?;
        }
        self.merge("-10-fold", figures).await?;
        self.look_up(ten, false, figures).await?;
        Ok(())
    }

    /// Returns a merged index of the first documents alone.
    async fn again(&mut self, database: &Database, documents: u64) -> anyhow::Result<Blocks> {
        let mut blocks = Blocks::open(&database.url()).await?;
        for piece in pieces(0, documents) {
            let lease = blocks.begin().await?;
            blocks.load(&lease, &self.content.documents(piece)).await?;
        }
        let lease = blocks.begin_merging().await?;
        let runs: Vec<_> = blocks.storage.runs(SCHEME).await?.into_iter().map(|run| run.id).collect();
        compact(&blocks.storage, &lease, SCHEME, &runs, FREQUENT, |_, _| ()).await?;
        let mut connection = database.options.connect().await?;
        copy::run(&mut connection, "vacuum analyze").await?;
        connection.close().await?;
        Ok(blocks)
    }

    /// Returns the name of a figure.
    pub(super) fn named(&self, what: &str) -> String {
        format!("index-{}-{what}", self.content.name())
    }

    /// Measures the bulk load, piece by piece on both sides, then the size.
    async fn load(&mut self, documents: u64, figures: &mut Figures<'_>) -> anyhow::Result<()> {
        let (mut truth, mut packed, mut plain) = (0.0, 0.0, 0.0);
        let (mut postings, mut bytes) = (0, 0);
        for piece in pieces(0, documents) {
            let content = self.content.documents(piece.clone());
            postings += content.iter().map(Vec::len).sum::<usize>();
            bytes += content.iter().map(|document| pack(document).len()).sum::<usize>();
            let lease = self.blocks.begin().await?;
            let start = Instant::now();
            self.blocks.load_documents(&lease, &content).await?;
            truth += start.elapsed().as_secs_f64();
            let start = Instant::now();
            self.blocks.load_postings(FIRST + piece.start, &content).await?;
            packed += start.elapsed().as_secs_f64();
            let start = Instant::now();
            plain::load(&mut self.plain, piece.start, &content).await?;
            plain += start.elapsed().as_secs_f64();
        }
        let postings = postings as f64;
        let rate = |seconds: f64| postings / seconds / 1e6;
        let unit = "M postings/s";
        let each = postings / documents as f64;
        figures.figure(&self.named("postings"), each, "per document", Aim::Shown)?;
        figures.figure(&self.named("load-blocks"), rate(packed), unit, Aim::Shown)?;
        figures.figure(&self.named("load-plain"), rate(plain), unit, Aim::Shown)?;
        let unit = "M postings/s, including their rows";
        figures.figure(&self.named("load-documents"), rate(truth), unit, Aim::Shown)?;
        let unit = "times the plain table";
        figures.figure(&self.named("load"), plain / packed, unit, Aim::AtLeast(4.0))?;

        copy::run(&mut self.plain, "vacuum analyze posting").await?;
        let plain = self.size("posting").await? / postings;
        let blocks = self.size("index_block").await? / postings;
        let unit = "bytes per posting";
        figures.figure(&self.named("bytes-plain"), plain, unit, Aim::Shown)?;
        let with_keys = "bytes per posting, including keys";
        figures.figure(&self.named("bytes-blocks"), blocks, with_keys, Aim::AtMost(12.0))?;
        let unit_of = "of the plain table";
        figures.figure(&self.named("bytes-of-plain"), blocks / plain, unit_of, Aim::AtMost(0.2))?;
        figures.figure(&self.named("bytes-documents"), bytes as f64 / postings, unit, Aim::Shown)
    }

    /// Returns the size of a table and its indexes in bytes.
    async fn size(&mut self, table: &str) -> anyhow::Result<f64> {
        let statement = format!("select pg_total_relation_size('{table}')");
        let size: i64 = sqlx::query_scalar(AssertSqlSafe(statement)).fetch_one(&mut self.plain).await?;
        Ok(size as f64)
    }

    /// Merges all runs and prepares both sides for look-ups.
    async fn merge(&mut self, name: &str, figures: &mut Figures<'_>) -> anyhow::Result<()> {
        let lease = self.blocks.begin_merging().await?;
        let runs = self.blocks.storage.runs(SCHEME).await?;
        let ids: Vec<_> = runs.iter().map(|run| run.id).collect();
        let postings: u64 = runs.iter().map(|run| run.postings).sum();
        let start = Instant::now();
        let written = compact(&self.blocks.storage, &lease, SCHEME, &ids, FREQUENT, |_, _| ()).await?;
        let seconds = start.elapsed().as_secs_f64();
        let written = written.context("runs that are there")?;
        let name = self.named(&format!("compaction{name}"));
        writeln!(
            figures.out,
            "# {name}: {} runs, {postings} postings, {} written, {} frequent fingerprints",
            ids.len(),
            written.postings,
            written.frequent
        )?;
        figures.figure(&name, seconds, "s", Aim::Shown)?;
        let rate = postings as f64 / seconds / 1e6;
        figures.figure(&format!("{name}-rate"), rate, "M postings/s", Aim::Shown)?;
        for statement in ["vacuum analyze", "checkpoint"] {
            copy::run(&mut self.plain, statement).await?;
        }
        Ok(())
    }

    /// Adds batches to the loaded index, in turn.
    async fn batches(&mut self, documents: u64, figures: &mut Figures<'_>) -> anyhow::Result<()> {
        let (mut blocks, mut plain) = (Vec::new(), Vec::new());
        for batch in 0..BATCHES {
            let first = documents + BATCH * batch;
            let content: Vec<Vec<Fingerprint>> = self.content.documents(first..first + BATCH);
            let lease = self.blocks.begin().await?;
            let start = Instant::now();
            self.blocks.load(&lease, &content).await?;
            blocks.push(start.elapsed().as_secs_f64());
            let start = Instant::now();
            plain::load(&mut self.plain, first, &content).await?;
            plain.push(start.elapsed().as_secs_f64());
        }
        let ([blocks, _], [plain, _]) = (percentiles(&mut blocks), percentiles(&mut plain));
        let unit = "ms for 300 documents";
        figures.figure(&self.named("batch-blocks"), blocks, unit, Aim::Shown)?;
        figures.figure(&self.named("batch-plain"), plain, unit, Aim::Shown)?;
        figures.figure(&self.named("batch"), blocks / plain, "of the plain table", Aim::AtMost(0.25))
    }
}

/// Divides the numbers from `begin` to `end` into the pieces of a bulk load.
pub(super) fn pieces(begin: u64, end: u64) -> impl Iterator<Item = std::ops::Range<u64>> {
    let border = move |piece: u64| begin + (end - begin) * piece / PIECES;
    (0..PIECES).map(move |piece| border(piece)..border(piece + 1))
}

/// Returns the 50th and 99th percentile of times in seconds, in milliseconds.
pub(super) fn percentiles(seconds: &mut [f64]) -> [f64; 2] {
    seconds.sort_by(f64::total_cmp);
    [50, 99].map(|percent| seconds[seconds.len() * percent / 100] * 1e3)
}
