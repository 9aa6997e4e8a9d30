//! The use of an installation: an account with its courses, the classes that are uploaded, and their reports without
//! faults.

use std::collections::BTreeMap;
use std::io::Cursor;
use std::sync::Arc;
use std::time::{Duration, Instant};

use chaffinch_index::plan;
use chaffinch_storage::{
    AccountId, ArchiveId, BatchFilter, BatchId, By, CourseId, JobId, Keeping, NewAddition, NewArchive,
    NewCourse, NewPart, PartKind, Status, Storage,
};
use chrono::Utc;
use reqwest::multipart::Form;
use tokio::sync::watch;

use crate::client::{Client, form};
use crate::crash::class;

/// Longest time until all work is done after the faults end.
const REST: Duration = Duration::from_mins(3);

/// The numbers of the programs of each upload. Neighbouring uploads share some.
const CLASSES: [&[usize]; 4] = [&[1, 2, 3, 1], &[3, 4, 5, 6, 4], &[6, 7, 7], &[8, 9, 1, 2, 9, 8]];

/// The course to which a batch is uploaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Place {
    /// The personal course, which has no archives.
    Own,
    /// A course whose archive never changes.
    Old,
}

/// A class and the course to which it is uploaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Homework {
    pub(crate) class: usize,
    pub(crate) place: Place,
}

impl Homework {
    /// All homework.
    pub(crate) fn all() -> Vec<Self> {
        let each = |place| (0..CLASSES.len()).map(move |class| Self { class, place });
        each(Place::Own).chain(each(Place::Old)).collect()
    }

    /// The title, which identifies it.
    pub(crate) fn title(self) -> String {
        format!("{:?} {}", self.place, self.class)
    }

    pub(crate) fn upload(self) -> Form {
        let form = form(bytes(self.class), None).text("title", self.title());
        if self.place == Place::Old { form.text("course", OLD) } else { form }
    }
}

/// Names of courses.
const OLD: &str = "with an archive that stays";
const BUSY: &str = "with archives that change";

pub(crate) fn bytes(number: usize) -> Vec<u8> {
    class(CLASSES[number].iter().copied())
}

pub(crate) struct Workload {
    pub(crate) storage: Arc<dyn Storage>,
    pub(crate) account: AccountId,
    /// The course whose archives change.
    pub(crate) busy: CourseId,
    client: Client,
    address: watch::Receiver<String>,
}

impl Workload {
    pub(crate) async fn open(
        storage: Arc<dyn Storage>,
        client: Client,
        address: watch::Receiver<String>,
        account: &str,
    ) -> Self {
        let account = storage.account_by_name(account).await.unwrap().unwrap().id;
        let course = async |name: &str| {
            let new = NewCourse { id: CourseId::new(Utc::now()), name: name.to_owned(), owner: account };
            let by = By { account: Some(account), at: Utc::now() };
            storage.create_course(&new, &by).await.unwrap().id
        };
        let (old, busy) = (course(OLD).await, course(BUSY).await);
        let workload = Self { storage: Arc::clone(&storage), account, busy, client, address };
        let archive = workload.new_archive(old, "2024", Keeping::Sources).await.unwrap();
        workload.add_class(archive, 0).await.unwrap();
        workload
    }

    /// Returns a client of the service at its current address.
    pub(crate) fn client(&self) -> Client {
        self.client.at(&self.address.borrow())
    }

    pub(crate) fn by(&self) -> By {
        By { account: Some(self.account), at: Utc::now() }
    }

    pub(crate) async fn new_archive(
        &self,
        course: CourseId,
        name: &str,
        keeping: Keeping,
    ) -> chaffinch_storage::Result<ArchiveId> {
        let new = NewArchive {
            id: ArchiveId::new(Utc::now()),
            course,
            name: name.to_owned(),
            year: Some(2024),
            reference: None,
            keeping,
            creator: self.account,
            keep_until: None,
        };
        Ok(self.storage.create_archive(&new, &self.by()).await?.id)
    }

    /// Adds an upload to an archive.
    pub(crate) async fn add_class(&self, archive: ArchiveId, class: usize) -> chaffinch_storage::Result<()> {
        let part = NewPart {
            kind: PartKind::Submissions,
            name: "class.zip".to_owned(),
            content: Box::new(Cursor::new(bytes(class))),
        };
        let addition = NewAddition::Upload { options: Box::default(), parts: vec![part] };
        self.storage.add(archive, addition, JobId::new(Utc::now()), &self.by()).await
    }

    /// Returns the report of each homework, uploaded once.
    pub(crate) async fn undisturbed(&self) -> BTreeMap<String, Vec<u8>> {
        self.rest().await;
        let client = self.client();
        let mut ids = Vec::new();
        for homework in Homework::all() {
            ids.push((homework.title(), client.upload(homework.upload()).await));
        }
        let mut reports = BTreeMap::new();
        for (title, id) in ids {
            assert_eq!(client.finished(&id).await["status"], "done", "{title}");
            reports.insert(title, client.bytes(&format!("/batches/{id}/report")).await);
        }
        reports
    }

    /// Waits until no job is queued or running and the index has nothing to merge.
    pub(crate) async fn rest(&self) {
        let began = Instant::now();
        while !self.is_at_rest().await {
            assert!(began.elapsed() < REST, "no rest: {:?}", self.storage.queue().await);
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    async fn is_at_rest(&self) -> bool {
        let queue = self.storage.queue().await.unwrap();
        if queue.queued + queue.running > 0 {
            return false;
        }
        for (scheme, _) in self.storage.index_schemes().await.unwrap() {
            if plan(&self.storage.runs(scheme).await.unwrap()).is_some() {
                return false;
            }
        }
        true
    }

    /// Returns every batch with its title.
    pub(crate) async fn batches(&self) -> Vec<(BatchId, String, Status)> {
        let mut found = Vec::new();
        let mut filter = BatchFilter { account: self.account, course: None, after: None, limit: 100 };
        loop {
            let page = self.storage.batches(&filter).await.unwrap();
            found.extend(page.items.into_iter().map(|batch| (batch.id, batch.title, batch.status)));
            filter.after = page.next;
            if filter.after.is_none() {
                return found;
            }
        }
    }
}
