//! The whole index with a storage, compared with an oracle that keeps everything in one map.

mod oracle;
mod stored;

use chaffinch_storage::RunId;
use chaffinch_storage_tests::server::PrivateServer;
use oracle::Oracle;
use proptest::{prelude::*, test_runner::TestRunner};
use stored::{Backend, SCHEME, Stored};

use crate::{
    Candidates, DocumentSet, Fingerprint, IndexError, Question, Selection, candidates, check, compact, plan,
    repair::rebuild_in_parts,
};

/// A step that changes an index.
#[derive(Debug, Clone)]
enum Step {
    /// Ingest documents together.
    Ingest(Vec<Vec<Fingerprint>>),
    /// Delete one of the ingests.
    Delete(prop::sample::Index),
    /// Merge the runs whose bit is set.
    Compact(u8),
    /// Merge the planned runs, until none is planned.
    Settle,
    /// Rebuild the index, with this many postings in memory.
    Rebuild(u64),
}

/// Generates few different values, so that documents share some. Some are near the ends of the range.
fn fingerprints() -> impl Strategy<Value = Vec<Fingerprint>> {
    let value = prop_oneof![
        0_u64..40,
        (0_u64..400).prop_map(|v| v << 39),
        (0_u64..9).prop_map(|v| (1 << 48) - 1 - v)
    ];
    let one = (0_u32..500, value).prop_map(|(position, value)| Fingerprint { position, value });
    proptest::collection::vec(one, 0..40).prop_map(|mut fingerprints| {
        fingerprints.sort_unstable();
        fingerprints
    })
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        6 => proptest::collection::vec(fingerprints(), 1..8).prop_map(Step::Ingest),
        2 => any::<prop::sample::Index>().prop_map(Step::Delete),
        2 => any::<u8>().prop_map(Step::Compact),
        1 => Just(Step::Settle),
        1 => (1_u64..200).prop_map(Step::Rebuild),
    ];
    proptest::collection::vec(step, 1..16)
}

/// The index and its oracle.
struct Both {
    stored: Stored,
    oracle: Oracle,
}

impl Both {
    async fn fresh(backend: Backend<'_>) -> Self {
        Self { stored: Stored::fresh(backend).await, oracle: Oracle::default() }
    }

    async fn run(&mut self, step: &Step, limit: u32) -> Result<(), IndexError> {
        match step {
            Step::Ingest(documents) => {
                let numbers = self.stored.ingest(documents, |_| ()).await;
                self.oracle.ingest(numbers, documents);
            }
            Step::Delete(which) => {
                if let Some(gone) = self.stored.delete(*which).await {
                    self.oracle.delete(&gone);
                }
            }
            Step::Compact(bits) => {
                let runs = self.stored.storage.runs(SCHEME).await?;
                let chosen = (0..).zip(runs).filter(|(at, _)| bits >> (at % 8) & 1 == 1);
                self.compact(&chosen.map(|(_, run)| run.id).collect::<Vec<_>>(), limit).await?;
            }
            Step::Settle => {
                while let Some(chosen) = plan(&self.stored.storage.runs(SCHEME).await?) {
                    self.compact(&chosen, limit).await?;
                }
            }
            Step::Rebuild(most) => {
                let (lease, runs) = (self.stored.lease().await, self.stored.storage.runs(SCHEME).await?);
                let storage = &*self.stored.storage;
                let rebuilt = rebuild_in_parts(storage, &lease, SCHEME, limit, *most, |_, _| ()).await?;
                assert_eq!(rebuilt.damaged, []);
                assert_eq!(storage.runs(SCHEME).await?.len(), 1);
                self.stored.merged(&runs.iter().map(|run| run.id).collect::<Vec<_>>()).await;
                self.oracle.rebuild(limit);
            }
        }
        Ok(())
    }

    async fn compact(&mut self, chosen: &[RunId], limit: u32) -> Result<(), IndexError> {
        let lease = self.stored.lease().await;
        let written = compact(&*self.stored.storage, &lease, SCHEME, chosen, limit, |_, _| ()).await?;
        assert_eq!(written.is_some(), !chosen.is_empty());
        let merged = self.stored.merged(chosen).await;
        self.oracle.compact(&merged, limit);
        Ok(())
    }
}

/// A sequence of steps, and the query after each of them.
#[derive(Debug)]
struct Story {
    steps: Vec<Step>,
    asked: Vec<Vec<Fingerprint>>,
    among: DocumentSet,
    limit: u32,
    most: usize,
    selection: Selection,
}

fn story() -> impl Strategy<Value = Story> {
    let among = proptest::collection::vec((0_u64..80, 1_u64..40), 1..4);
    let asked = proptest::collection::vec(fingerprints(), 1..5);
    let selection = (proptest::option::of(1_u32..60), proptest::option::of(0_usize..20));
    (steps(), asked, among, 1_u32..12, 1_usize..20, selection).prop_map(
        |(steps, asked, among, limit, most, (window, smallest))| Story {
            steps,
            asked,
            among: among.into_iter().map(|(start, length)| start..start + length).collect(),
            limit,
            most,
            selection: Selection { window, smallest },
        },
    )
}

/// Applies a story to an index and to its oracle, and compares their results.
fn tell(backend: Backend<'_>, story: &Story) {
    let question = Question {
        scheme: SCHEME,
        documents: &story.asked,
        among: &story.among,
        selection: story.selection,
        frequency_limit: story.limit,
        most: story.most,
    };
    waited(async {
        let mut both = Both::fresh(backend).await;
        both.run(&Step::Ingest(story.asked.clone()), story.limit).await?;
        for step in &story.steps {
            both.run(step, story.limit).await?;
            let Candidates { of, .. } = candidates(&*both.stored.storage, &question).await?;
            assert_eq!(of, both.oracle.candidates(&question), "after {step:?}");
        }
        let health = check(&*both.stored.storage, SCHEME, |_, _| ()).await?;
        assert!(!health.needs_rebuild(), "{health:?}");
        let runs = both.stored.storage.runs(SCHEME).await?;
        assert_eq!(health.postings, runs.iter().map(|run| run.postings).sum::<u64>());
        Ok(())
    });
}

proptest! {
    // Each case needs a database and some dozen jobs.
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    #[test]
    fn finds_what_the_oracle_finds_on_sqlite(story in story()) {
        tell(Backend::Sqlite, &story);
    }

    #[test]
    fn finds_what_the_oracle_finds_on_postgres(story in story()) {
        tell(Backend::Postgres, &story);
    }

    /// A damaged block is reported by the check, rejected by the look-up, and repaired by a rebuild, wherever its bit
    /// is wrong.
    #[test]
    fn damage_is_named_and_repaired(
        documents in proptest::collection::vec(fingerprints(), 1..12),
        which: prop::sample::Index,
        at: prop::sample::Index,
        bit in 0_u32..8,
    ) {
        prop_assume!(documents.iter().any(|document| !document.is_empty()));
        waited(async {
            let mut both = Both::fresh(Backend::Sqlite).await;
            let mut first = 0;
            let damage = |sorted: &mut crate::SortedBlocks| {
                let which = which.index(sorted.blocks.len());
                let block = &mut sorted.blocks[which];
                let at = at.index(block.bytes.len());
                block.bytes[at] ^= 1 << bit;
                first = block.first;
            };
            let numbers = both.stored.ingest(&documents, damage).await;
            both.oracle.ingest(numbers, &documents);
            let run = both.stored.storage.runs(SCHEME).await?[0].id;
            let named = |error: IndexError| {
                assert!(matches!(error, IndexError::Block { run: r, first: f, .. } if (r, f) == (run, first)));
            };
            let health = check(&*both.stored.storage, SCHEME, |_, _| ()).await?;
            assert!(matches!(health.damaged_blocks[..], [(r, f, _)] if (r, f) == (run, first)), "{health:?}");

            let among: DocumentSet = std::iter::once(0..100).collect();
            let question = Question {
                scheme: SCHEME,
                documents: &documents,
                among: &among,
                selection: Selection::default(),
                frequency_limit: 100,
                most: 9,
            };
            named(candidates(&*both.stored.storage, &question).await.unwrap_err());
            let lease = both.stored.lease().await;
            let merged = compact(&*both.stored.storage, &lease, SCHEME, &[run], 100, |_, _| ()).await;
            named(merged.unwrap_err());

            both.run(&Step::Rebuild(50), 100).await?;
            assert!(!check(&*both.stored.storage, SCHEME, |_, _| ()).await?.needs_rebuild());
            let found = candidates(&*both.stored.storage, &question).await?;
            assert_eq!(found.of, both.oracle.candidates(&question));
            Ok(())
        });
    }
}

/// The operator's script for a second server changes no result, whatever is added, deleted, merged and rebuilt.
#[test]
fn finds_what_the_oracle_finds_on_two_servers() {
    let servers = [PrivateServer::start(None), PrivateServer::start(None)];
    let config = ProptestConfig { cases: 8, ..ProptestConfig::with_source_file(file!()) };
    let outcome = TestRunner::new(config).run(&story(), |story| {
        tell(Backend::Partitions(&servers), &story);
        Ok(())
    });
    outcome.unwrap();
}

/// Runs a future to its end.
fn waited(future: impl Future<Output = Result<(), IndexError>>) {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(future).unwrap();
}
