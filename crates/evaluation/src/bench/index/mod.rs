//! The stored index beside the plain table, both on one PostgreSQL server: size, load, a batch, compaction, look-up.
//!
//! Both sides take turns within one run. The server is the one `CHAFFINCH_TEST_POSTGRES_URL` names
//! (`scripts/with-postgres`); everything is in a database of its own, which is dropped at the end.

mod blocks;
mod copy;
mod plain;
mod skew;

use std::time::Instant;

use anyhow::Context;
use chaffinch_index::{Fingerprint, Progress, Question, Selection, candidates, compact, pack};
use chaffinch_storage::Index;
use rayon::prelude::*;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, PgConnection, postgres::PgConnectOptions};

use super::{Aim, Arguments, Figures};
use blocks::{Blocks, SCHEME};

/// Where the server is named.
const SERVER: &str = "CHAFFINCH_TEST_POSTGRES_URL";

/// Ingests of a bulk load.
const PIECES: u64 = 8;

/// Documents of a batch.
const BATCH: u64 = 300;

/// Batches measured.
const BATCHES: u64 = 5;

/// Documents looked up for a median.
const ASKED: u64 = 200;

/// A fingerprint in no more documents is rare.
const RARE: u32 = 10;

/// A fingerprint in more documents is frequent.
const FREQUENT: u32 = 1000;

/// The number a database gives its first document; the plain table counts from 0.
const FIRST: u64 = 1;

/// Candidates wanted.
const MOST: usize = 100;

pub(super) fn run(arguments: &Arguments, figures: &mut Figures<'_>) -> anyhow::Result<()> {
    if !arguments.wants("index") {
        return Ok(());
    }
    let Ok(server) = std::env::var(SERVER) else {
        return figures.skipped("index", "no PostgreSQL server: run it by scripts/with-postgres");
    };
    let server: PgConnectOptions = server.parse().context("reading the server's URL")?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let mut admin = server.connect().await?;
        let name = format!("chaffinch_bench_{}", std::process::id());
        copy::run(&mut admin, &format!("create database {name}")).await?;
        let measured = Bench::open(&server.clone().database(&name)).await;
        let measured = match measured {
            Ok(mut bench) => {
                let measured = bench.measure(arguments.documents, figures).await;
                bench.plain.close().await?;
                measured
            }
            Err(error) => Err(error),
        };
        copy::run(&mut admin, &format!("drop database {name} with (force)")).await?;
        measured
    })
}

/// Both sides.
struct Bench {
    blocks: Blocks,
    plain: PgConnection,
}

impl Bench {
    async fn open(server: &PgConnectOptions) -> anyhow::Result<Self> {
        let blocks = Blocks::open(server.to_url_lossy().as_str()).await?;
        Ok(Self { blocks, plain: server.connect().await? })
    }

    async fn measure(&mut self, documents: u64, figures: &mut Figures<'_>) -> anyhow::Result<()> {
        plain::create(&mut self.plain).await?;
        self.load(documents, figures).await?;
        self.sizes(documents, figures).await?;
        self.merge("", figures).await?;
        let one = self.look_up(documents, true, figures).await?;
        self.batches(documents, figures).await?;

        let (from, three) = (documents + BATCH * BATCHES, 3 * documents);
        plain::drop_index(&mut self.plain).await?;
        for piece in pieces(from, three) {
            let content = generate(piece.clone());
            let lease = self.blocks.begin().await?;
            self.blocks.load(&lease, &content).await?;
            plain::load(&mut self.plain, piece.start, &content).await?;
        }
        plain::index(&mut self.plain).await?;
        self.merge("-3-fold", figures).await?;
        let threefold = self.look_up(three, true, figures).await?;
        let growth = |at: usize| threefold[at] / one[at];
        figures.figure(
            "index-look-up-growth-rare",
            growth(0),
            "times for 3 times the postings",
            Aim::AtMost(1.3),
        )?;
        figures.figure(
            "index-look-up-growth-common",
            growth(1),
            "times for 3 times the postings",
            Aim::AtMost(1.3),
        )?;

        copy::run(&mut self.plain, "drop table posting").await?;
        for piece in pieces(three, 10 * documents) {
            let lease = self.blocks.begin().await?;
            self.blocks.load(&lease, &generate(piece)).await?;
        }
        self.merge("-10-fold", figures).await?;
        self.look_up(10 * documents, false, figures).await?;
        Ok(())
    }

    /// Bulk load, a piece on the one side and then the same on the other.
    async fn load(&mut self, documents: u64, figures: &mut Figures<'_>) -> anyhow::Result<()> {
        let (mut truth, mut packed, mut plain) = (0.0, 0.0, 0.0);
        for piece in pieces(0, documents) {
            let content = generate(piece.clone());
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
        let rate = |seconds: f64| documents as f64 * f64::from(skew::FINGERPRINTS) / seconds / 1e6;
        figures.figure("index-load-blocks", rate(packed), "M postings/s", Aim::Shown)?;
        figures.figure("index-load-plain", rate(plain), "M postings/s", Aim::Shown)?;
        figures.figure("index-load-documents", rate(truth), "M postings/s, with their rows", Aim::Shown)?;
        figures.figure("index-load", plain / packed, "times the plain table", Aim::AtLeast(4.0))
    }

    async fn sizes(&mut self, documents: u64, figures: &mut Figures<'_>) -> anyhow::Result<()> {
        copy::run(&mut self.plain, "vacuum analyze posting").await?;
        let postings = documents as f64 * f64::from(skew::FINGERPRINTS);
        let plain = self.size("posting").await? / postings;
        let truth: usize = generate(0..1000).iter().map(|document| pack(document).len()).sum();
        let truth = truth as f64 / 1000.0 / f64::from(skew::FINGERPRINTS);
        let blocks = self.size("index_block").await? / postings;
        figures.figure("index-bytes-plain", plain, "bytes a posting", Aim::Shown)?;
        figures.figure("index-bytes-blocks", blocks, "bytes a posting, with keys", Aim::AtMost(12.0))?;
        figures.figure("index-bytes-of-plain", blocks / plain, "of the plain table", Aim::AtMost(0.2))?;
        figures.figure("index-bytes-documents", truth, "bytes a posting", Aim::Shown)
    }

    /// Bytes of a table and its indexes.
    async fn size(&mut self, table: &str) -> anyhow::Result<f64> {
        let statement = format!("select pg_total_relation_size('{table}')");
        let size: i64 = sqlx::query_scalar(AssertSqlSafe(statement)).fetch_one(&mut self.plain).await?;
        Ok(size as f64)
    }

    /// Merges all runs, and prepares both sides for look-ups.
    async fn merge(&mut self, name: &str, figures: &mut Figures<'_>) -> anyhow::Result<()> {
        let lease = self.blocks.begin_merging().await?;
        let runs = self.blocks.storage.runs(SCHEME).await?;
        let ids: Vec<_> = runs.iter().map(|run| run.id).collect();
        let postings: u64 = runs.iter().map(|run| run.postings).sum();
        let start = Instant::now();
        let written = compact(&self.blocks.storage, &lease, SCHEME, &ids, FREQUENT, |_: Progress| ()).await?;
        let seconds = start.elapsed().as_secs_f64();
        let written = written.context("runs that are there")?;
        writeln!(
            figures.out,
            "# compaction{name}: {} runs, {postings} postings, {} written, {} frequent fingerprints",
            ids.len(),
            written.postings,
            written.frequent
        )?;
        figures.figure(&format!("index-compaction{name}"), seconds, "s", Aim::Shown)?;
        let rate = postings as f64 / seconds / 1e6;
        figures.figure(&format!("index-compaction{name}-rate"), rate, "M postings/s", Aim::Shown)?;
        for statement in ["vacuum analyze", "checkpoint"] {
            copy::run(&mut self.plain, statement).await?;
        }
        Ok(())
    }

    /// Look-ups of one document, first with rare fingerprints only, then with all that are not frequent; answers
    /// the blocks' medians in milliseconds.
    async fn look_up(
        &mut self,
        documents: u64,
        both: bool,
        figures: &mut Figures<'_>,
    ) -> anyhow::Result<[f64; 2]> {
        let among = std::iter::once(0..10 * documents).collect();
        let mut medians = [0.0; 2];
        for (at, (kind, limit)) in [("rare", RARE), ("common", FREQUENT)].into_iter().enumerate() {
            let (mut blocks, mut plain, mut read) = (Vec::new(), Vec::new(), 0);
            // The first half warms up.
            for number in 0..2 * ASKED {
                let asked = [skew::asked(number, documents)];
                let question = Question {
                    scheme: SCHEME,
                    documents: &asked,
                    among: &among,
                    selection: Selection::default(),
                    frequency_limit: limit,
                    most: MOST,
                };
                let start = Instant::now();
                let found = candidates(&self.blocks.storage, &question).await?;
                let time = start.elapsed().as_secs_f64();
                if both {
                    let start = Instant::now();
                    let other = plain::candidates(&mut self.plain, &asked[0], documents, limit, MOST).await?;
                    if ASKED <= number {
                        plain.push(start.elapsed().as_secs_f64());
                    }
                    let same = found.of[0].iter().map(|candidate| candidate.document.0 - FIRST).eq(other);
                    anyhow::ensure!(same, "the sides disagree");
                }
                if ASKED <= number {
                    blocks.push(time);
                    read += found.read.bytes;
                }
            }
            let name = format!("index-look-up-{documents}-{kind}");
            let [median, worst] = percentiles(&mut blocks);
            medians[at] = median;
            figures.figure(&format!("{name}-p50"), median, "ms", Aim::Shown)?;
            figures.figure(&format!("{name}-p99"), worst, "ms", Aim::Shown)?;
            figures.figure(&format!("{name}-read"), read as f64 / ASKED as f64 / 1e3, "kB", Aim::Shown)?;
            if both {
                let [plain, worst] = percentiles(&mut plain);
                figures.figure(&format!("{name}-plain-p50"), plain, "ms", Aim::Shown)?;
                figures.figure(&format!("{name}-plain-p99"), worst, "ms", Aim::Shown)?;
                let most = if limit == RARE { 2.0 } else { 1.0 };
                figures.figure(&name, median / plain, "times the plain table, p50", Aim::AtMost(most))?;
            }
        }
        Ok(medians)
    }

    /// Batches into the loaded index, in turn.
    async fn batches(&mut self, documents: u64, figures: &mut Figures<'_>) -> anyhow::Result<()> {
        let (mut blocks, mut plain) = (Vec::new(), Vec::new());
        for batch in 0..BATCHES {
            let first = documents + BATCH * batch;
            let content = generate(first..first + BATCH);
            let lease = self.blocks.begin().await?;
            let start = Instant::now();
            self.blocks.load(&lease, &content).await?;
            blocks.push(start.elapsed().as_secs_f64());
            let start = Instant::now();
            plain::load(&mut self.plain, first, &content).await?;
            plain.push(start.elapsed().as_secs_f64());
        }
        let ([blocks, _], [plain, _]) = (percentiles(&mut blocks), percentiles(&mut plain));
        figures.figure("index-batch-blocks", blocks, "ms for 300 documents", Aim::Shown)?;
        figures.figure("index-batch-plain", plain, "ms for 300 documents", Aim::Shown)?;
        figures.figure("index-batch", blocks / plain, "of the plain table", Aim::AtMost(0.25))
    }
}

/// The numbers from `begin` to `end` in pieces of a bulk load.
fn pieces(begin: u64, end: u64) -> impl Iterator<Item = std::ops::Range<u64>> {
    let border = move |piece: u64| begin + (end - begin) * piece / PIECES;
    (0..PIECES).map(move |piece| border(piece)..border(piece + 1))
}

fn generate(documents: std::ops::Range<u64>) -> Vec<Vec<Fingerprint>> {
    documents.into_par_iter().map(skew::document).collect()
}

/// The 50th and 99th of seconds, in milliseconds.
fn percentiles(seconds: &mut [f64]) -> [f64; 2] {
    seconds.sort_by(f64::total_cmp);
    [50, 99].map(|percent| seconds[seconds.len() * percent / 100] * 1e3)
}
