//! Measures a class alone and against an archive, in turn, with the service's workers and their child processes.

use std::collections::BTreeMap;
use std::io::{Cursor, Write as _};
use std::sync::Arc;
use std::time::{Duration, Instant};

use chaffinch_index::plan;
use chaffinch_jobs::{ChildCommand, ChildSettings, Runner, RunnerSettings, STAGES, SystemClock};
use chaffinch_storage::{
    AnalysisOptions, ArchiveId, BatchId, By, HolderId, JobId, Keeping, Lane, NewAddition, NewArchive,
    NewBatch, NewIngest, NewPart, PartKind, Status, Storage,
};
use chrono::Utc;
use sqlx::{ConnectOptions, Connection};
use tokio_util::sync::CancellationToken;
use zip::write::SimpleFileOptions;

use super::{blocks::Blocks, copy, database::Database, stages::Measured};
use crate::bench::figures::{Aim, Figures};
use crate::bench::programs::Programs;
use crate::gold::{TOP, climb_any};
use crate::random::SplitMix64;
use crate::table::Table;

/// Number of submissions of the class.
const CLASS: usize = 300;

/// One in this many submissions is a copy of a program in the archive.
const COPIES: usize = 10;

/// Number of pairs of measurements. The medians count.
const ROUNDS: usize = 5;

/// Interval between two checks whether a batch is done.
const LOOK: Duration = Duration::from_millis(5);

/// Metric of the service for the bytes read of archives.
const READ: &str = "chaffinch_archive_bytes_read_total";

/// Fills an archive with the first submissions, then compares the class.
pub(super) async fn measure(
    database: &Database,
    programs: &Programs,
    submissions: usize,
    figures: &mut Figures<'_>,
) -> anyhow::Result<()> {
    let blocks = Blocks::open(&database.url()).await?;
    let service = Service { blocks, measured: Measured::install()? };
    let (archive, seconds) = service.fill(programs.ingests(submissions)).await?;
    figures.figure("index-service-fill", seconds, "s", Aim::Shown)?;

    let work = tempfile::tempdir()?;
    let settings =
        RunnerSettings::new(ChildSettings::new(ChildCommand::this_program()?, work.path().to_owned()));
    let shutdown = CancellationToken::new();
    let storage: Arc<dyn Storage> = Arc::new(service.blocks.storage.clone());
    let runner = Runner::new(storage, Arc::new(SystemClock), settings);
    let running = tokio::spawn(runner.run(shutdown.clone()));
    let start = Instant::now();
    service.until_merged().await?;
    figures.figure("index-service-compaction", start.elapsed().as_secs_f64(), "s", Aim::Shown)?;
    // The server does this by itself within a minute or two. Without statistics of so many new rows, its planner
    // guesses.
    let mut connection = database.options.connect().await?;
    copy::run(&mut connection, "vacuum analyze").await?;
    connection.close().await?;
    let measured = service.compare(archive, &class(programs)?, figures).await;
    shutdown.cancel();
    running.await??;
    measured
}

struct Service {
    blocks: Blocks,
    measured: Measured,
}

/// The cost of an analysis.
struct Took {
    seconds: f64,
    measured: BTreeMap<String, f64>,
}

impl Service {
    /// Creates an archive from these pieces. Returns how long it took to store them, in seconds.
    async fn fill(&self, ingests: impl Iterator<Item = NewIngest>) -> anyhow::Result<(ArchiveId, f64)> {
        let mut seconds = 0.0;
        let Blocks { storage, account, course, .. } = &self.blocks;
        let id = ArchiveId::new(Utc::now());
        let new = NewArchive {
            id,
            course: *course,
            name: "earlier years".to_owned(),
            year: None,
            reference: None,
            keeping: Keeping::Sources,
            creator: *account,
            keep_until: None,
        };
        let by = By { account: Some(*account), at: Utc::now() };
        let storage: &dyn Storage = storage;
        storage.create_archive(&new, &by).await?;
        for ingest in ingests {
            let start = Instant::now();
            let part = NewPart {
                kind: PartKind::Submissions,
                name: "main.c".to_owned(),
                content: Box::new(Cursor::new(Vec::new())),
            };
            let upload = NewAddition::Upload { options: Box::default(), parts: vec![part] };
            storage.add(id, upload, JobId::new(Utc::now()), &by).await?;
            let claimed = storage.claim(HolderId::new(Utc::now()), Lane::Analysis, Utc::now()).await?;
            let lease = claimed.ok_or_else(|| anyhow::anyhow!("no job waits"))?.lease;
            storage.finish_addition(&lease, ingest, Utc::now()).await?;
            seconds += start.elapsed().as_secs_f64();
        }
        Ok((id, seconds))
    }

    async fn compare(
        &self,
        archive: ArchiveId,
        class: &[u8],
        figures: &mut Figures<'_>,
    ) -> anyhow::Result<()> {
        let (mut alone, mut against) = (Vec::new(), Vec::new());
        for round in 0..=ROUNDS {
            let one = self.analyse(class, Vec::new()).await?;
            let other = self.analyse(class, vec![archive]).await?;
            // The first round warms up.
            if round > 0 {
                alone.push(one);
                against.push(other);
            }
        }

        let mut table = Table::new(&["median of stage, s", "alone", "against the archive"]);
        for stage in STAGES {
            let of = |took: &[Took]| median(took, |took| took.measured.get(stage).copied().unwrap_or(0.0));
            table.row([stage.to_owned(), format!("{:.3}", of(&alone)), format!("{:.3}", of(&against))]);
        }
        let between = |took: &Took| {
            took.seconds - STAGES.iter().filter_map(|stage| took.measured.get(*stage)).sum::<f64>()
        };
        let of = |took: &[Took]| format!("{:.3}", median(took, between));
        table.row(["between stages".to_owned(), of(&alone), of(&against)]);
        for line in table.to_string().lines() {
            writeln!(figures.out, "# {line}")?;
        }

        let read = median(&against, |took| took.measured.get(READ).copied().unwrap_or(0.0));
        let [alone, against] = [&alone, &against].map(|took| median(took, |took| took.seconds));
        figures.figure("index-service-alone", alone, "s", Aim::Shown)?;
        figures.figure("index-service-against", against, "s", Aim::Shown)?;
        figures.figure("index-service", against / alone, "times the class alone", Aim::AtMost(3.0))?;
        let most = chaffinch_jobs::MAX_CANDIDATE_BYTES as f64 / 1e6;
        figures.figure("index-service-read", read / 1e6, "MB of the archive", Aim::AtMost(most))
    }

    /// Waits until there is nothing to merge and no job waits or runs.
    async fn until_merged(&self) -> anyhow::Result<()> {
        let storage: &dyn Storage = &self.blocks.storage;
        loop {
            let queue = storage.queue().await?;
            let mut merged = queue.queued + queue.running == 0;
            for (scheme, _) in storage.index_schemes().await? {
                merged &= plan(&storage.runs(scheme).await?).is_none();
            }
            if merged {
                return Ok(());
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Measures an analysis from the upload to the report.
    async fn analyse(&self, class: &[u8], archives: Vec<ArchiveId>) -> anyhow::Result<Took> {
        let Blocks { storage, account, course, .. } = &self.blocks;
        let storage: &dyn Storage = storage;
        self.until_merged().await?;
        self.measured.take();
        let id = BatchId::new(Utc::now());
        let part = NewPart {
            kind: PartKind::Submissions,
            name: "class.zip".to_owned(),
            content: Box::new(Cursor::new(class.to_vec())),
        };
        let new = NewBatch {
            id,
            job: JobId(id.0),
            course: *course,
            creator: *account,
            title: "This year".to_owned(),
            options: AnalysisOptions { archives: Some(archives), ..AnalysisOptions::default() },
            created: Utc::now(),
            keep_until: None,
            idempotency: None,
            parts: vec![part],
        };
        let start = Instant::now();
        storage.accept(new).await?;
        loop {
            let batch = storage.batch(id).await?;
            match batch.map(|batch| batch.status) {
                Some(Status::Done) => break,
                Some(Status::Queued | Status::Running(_)) => tokio::time::sleep(LOOK).await,
                other => anyhow::bail!("no report: {other:?}"),
            }
        }
        let seconds = start.elapsed().as_secs_f64();
        // Metrics that are recorded after the report exists belong to it as well.
        self.until_merged().await?;
        let took = Took { seconds, measured: self.measured.take() };
        // All rounds must have the same index.
        storage.delete(id, &By { account: Some(*account), at: Utc::now() }).await?;
        Ok(took)
    }
}

fn median(took: &[Took], of: impl Fn(&Took) -> f64) -> f64 {
    let mut values: Vec<f64> = took.iter().map(of).collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Returns an uploaded class: some submissions are copies, at all levels, of programs in the archive; the others are
/// independent.
fn class(programs: &Programs) -> anyhow::Result<Vec<u8>> {
    let copies = programs.planted.iter().enumerate().filter_map(|(number, program)| {
        climb_any(program, 1 + (number % usize::from(TOP)) as u8, &mut SplitMix64::seeded(number as u64))
            .map(|copy| (copy.dialect.ending, copy.text))
    });
    let own = programs.newcomers.iter().map(|program| (program.dialect.ending, program.text.clone()));
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (number, (ending, text)) in copies.take(CLASS / COPIES).chain(own).take(CLASS).enumerate() {
        zip.start_file(format!("student{number:03}/main.{ending}"), SimpleFileOptions::default())?;
        zip.write_all(text.as_bytes())?;
    }
    Ok(zip.finish()?.into_inner())
}
