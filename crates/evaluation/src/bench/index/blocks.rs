//! The side of the packed blocks: the index as the service stores it, in PostgreSQL.

use chaffinch_index::{Fingerprint, RunBuilder, SortedBlocks, pack};
use chaffinch_storage::{
    AccountId, Accounts, AnalysisOptions, BatchId, Batches, By, Bytes, CourseId, Courses, Document,
    DocumentId, HolderId, Index, IndexScheme, JobId, Jobs, Lane, Lease, NewAccount, NewBatch, NewIngest,
    NewPart, NewRevision, NewRun, NewSubmission, Packed, PartKind, Published, Review, SchemeId,
    SubmissionHeader,
};
use chaffinch_storage_postgres::{CONNECTIONS, PostgresOptions, PostgresStorage};
use chrono::{DateTime, TimeDelta, Utc};
use rayon::prelude::*;
use uuid::Uuid;

/// The scheme of all measurements: the first scheme of a database.
pub(super) const SCHEME: SchemeId = SchemeId(1);

/// A database with one account.
#[derive(Debug)]
pub(super) struct Blocks {
    pub(super) storage: PostgresStorage,
    pub(super) account: AccountId,
    pub(super) course: CourseId,
    minutes: i64,
    /// The lease for merging.
    pub(super) lease: Option<Lease>,
}

fn at(minutes: i64) -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::minutes(minutes)
}

impl Blocks {
    /// Creates the tables of an empty database.
    pub(super) async fn open(url: &str) -> anyhow::Result<Self> {
        let options = PostgresOptions { connections: CONNECTIONS, migrate: true };
        let storage = PostgresStorage::open(url, options).await?;
        let account = NewAccount {
            id: AccountId::new(at(0)),
            name: "bench".to_owned(),
            personal_course: CourseId::new(at(0)),
            email: None,
            admin: false,
        };
        let account = storage.create_account(&account, &By { account: None, at: at(0) }).await?.id;
        let course = storage.personal_course(account).await?.ok_or_else(|| anyhow::anyhow!("no course"))?.id;
        Ok(Self { storage, account, course, minutes: 0, lease: None })
    }

    /// Begins an analysis, whose result can then be committed.
    pub(super) async fn begin(&mut self) -> anyhow::Result<Lease> {
        self.minutes += 1;
        let id = BatchId::new(at(self.minutes));
        let content = Box::new(std::io::Cursor::new(Vec::new()));
        let upload = NewBatch {
            id,
            job: JobId(id.0),
            course: self.course,
            creator: self.account,
            title: "bench".to_owned(),
            options: AnalysisOptions::default(),
            created: at(self.minutes),
            keep_until: None,
            idempotency: None,
            parts: vec![NewPart { kind: PartKind::Submissions, name: "class.zip".to_owned(), content }],
        };
        self.storage.accept(upload).await?;
        self.claim(Lane::Analysis).await
    }

    /// Begins to merge.
    pub(super) async fn begin_merging(&mut self) -> anyhow::Result<Lease> {
        if let Some(lease) = self.lease {
            return Ok(lease);
        }
        self.storage.queue_compaction(SCHEME, JobId::new(at(self.minutes)), at(self.minutes)).await?;
        let lease = self.claim(Lane::Maintenance).await?;
        self.lease = Some(lease);
        Ok(lease)
    }

    async fn claim(&self, lane: Lane) -> anyhow::Result<Lease> {
        let holder = HolderId(Uuid::from_u128(1));
        let claimed = self.storage.claim(holder, lane, at(self.minutes)).await?;
        Ok(claimed.ok_or_else(|| anyhow::anyhow!("no job waits"))?.lease)
    }

    /// Commits documents with their packed fingerprints and one run, in one transaction, as the service does.
    pub(super) async fn load(&self, lease: &Lease, documents: &[Vec<Fingerprint>]) -> anyhow::Result<()> {
        let SortedBlocks { postings, blocks } = sorted(documents);
        self.finish(lease, documents, vec![NewRun { scheme: scheme(), postings, blocks }]).await
    }

    /// Commits documents without a run.
    pub(super) async fn load_documents(
        &self,
        lease: &Lease,
        documents: &[Vec<Fingerprint>],
    ) -> anyhow::Result<()> {
        self.finish(lease, documents, Vec::new()).await
    }

    /// Sorts and writes the postings of the existing documents from number `first` on, without the documents.
    pub(super) async fn load_postings(
        &mut self,
        first: u64,
        documents: &[Vec<Fingerprint>],
    ) -> anyhow::Result<()> {
        let lease = self.begin_merging().await?;
        let SortedBlocks { postings, blocks } = sorted(documents);
        let building = self.storage.begin_run(&lease, SCHEME, DocumentId(first)).await?;
        self.storage.append(&lease, building, blocks).await?;
        let published = Published {
            replaces: Vec::new(),
            documents: first..first + documents.len() as u64,
            level: 0,
            postings,
            dead: 0,
            frequent: Vec::new(),
            forget_frequent: false,
        };
        self.storage.publish(&lease, building, published).await?;
        Ok(())
    }

    async fn finish(
        &self,
        lease: &Lease,
        documents: &[Vec<Fingerprint>],
        runs: Vec<NewRun>,
    ) -> anyhow::Result<()> {
        let document = |(at, fingerprints): (usize, &Vec<Fingerprint>)| Document {
            submission: at as u32 + 1,
            file: 0,
            path: "main.c".to_owned(),
            text: None,
            stream: Packed::from_bytes(Vec::new()),
            fingerprints: Some((scheme(), Bytes(pack(fingerprints)))),
        };
        let submission = |number: u32| NewSubmission {
            number,
            header: SubmissionHeader::named(number.to_string()),
            reference: None,
        };
        let ingest = NewIngest {
            submissions: (1..=u32::try_from(documents.len())?).map(submission).collect(),
            documents: documents.par_iter().enumerate().map(document).collect(),
            runs,
        };
        let report = NewRevision {
            engine: "bench".to_owned(),
            settings: serde_json::json!({}),
            review: Review::default(),
            submissions: 1,
            head: Packed::from_bytes(Vec::new()),
            body: Packed::from_bytes(Vec::new()),
            pairs: Vec::new(),
            archived: Vec::new(),
            found: chaffinch_storage::Found::default(),
            changed: None,
            judged: None,
        };
        self.storage.finish(lease, report, ingest, at(self.minutes)).await?;
        Ok(())
    }
}

fn scheme() -> IndexScheme {
    IndexScheme { family: "bench".to_owned(), normalizer: 1, format: 1 }
}

fn sorted(documents: &[Vec<Fingerprint>]) -> SortedBlocks {
    let mut builder = RunBuilder::default();
    for (number, document) in (0..).zip(documents) {
        builder.add(number, document);
    }
    builder.build()
}
