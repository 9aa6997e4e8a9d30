//! Tests the server on real sockets with both databases: access, time limits, and what it stores. No analysis runs
//! here.

#![expect(clippy::unwrap_used, reason = "a test ends where it cannot go on")]

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use chaffinch_moss::{MossSettings, Server, serve};
use chaffinch_storage::{
    AccountId, Batch, BatchFilter, By, CourseId, MossAddress, MossNumber, NewAccount, NewToken, PartKind,
    Scope, Spool, SpoolLimits, Storage, TokenId, TokenKind,
};
use chaffinch_storage_postgres::{CONNECTIONS, PostgresOptions, PostgresStorage};
use chaffinch_storage_sqlite::SqliteStorage;
use chaffinch_storage_tests::server::TestDatabase;
use chrono::{TimeDelta, Utc};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;

fn languages(word: &str) -> Option<&'static str> {
    (word == "c").then_some("c")
}

/// A server that stops at the end of a test.
struct House {
    address: SocketAddr,
    number: u32,
    account: AccountId,
    storage: Arc<dyn Storage>,
    folder: tempfile::TempDir,
    spool: Spool,
    shutdown: CancellationToken,
    _keep: Box<dyn std::any::Any + Send>,
}

impl Drop for House {
    fn drop(&mut self) {
        self.shutdown.cancel();
    }
}

impl House {
    async fn new(change: impl FnOnce(&mut MossSettings)) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let storage = SqliteStorage::open(&folder.path().join("c.sqlite")).await.unwrap();
        Self::on(Arc::new(storage), Box::new(folder), change).await
    }

    async fn on(
        storage: Arc<dyn Storage>,
        keep: Box<dyn std::any::Any + Send>,
        change: impl FnOnce(&mut MossSettings),
    ) -> Self {
        let by = By { account: None, at: Utc::now() };
        let account = NewAccount {
            id: AccountId::new(by.at),
            name: "ada".to_owned(),
            personal_course: CourseId::new(by.at),
            email: None,
            admin: false,
        };
        storage.create_account(&account, &by).await.unwrap();
        let number: u32 = 987_654_321;
        let salt = storage.moss_salt(&[7; 16]).await.unwrap();
        let token = NewToken {
            id: TokenId::new(by.at),
            hash: MossNumber::presented(number).hash(&salt).unwrap(),
            kind: TokenKind::Moss,
            account: account.id,
            scope: Scope::Write,
            label: "moss.pl".to_owned(),
            expires: None,
        };
        storage.create_token(&token, &by).await.unwrap();
        let folder = tempfile::tempdir().unwrap();
        let limits = SpoolLimits { all: 1 << 20, of_account: 600_000 };
        let spool = Spool::of(folder.path().to_owned(), limits);
        let mut settings = MossSettings::new("http://h/", spool.clone(), languages);
        settings.answer_within = Duration::from_millis(1);
        change(&mut settings);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let shutdown = CancellationToken::new();
        let server = Server::new(Arc::clone(&storage), settings);
        tokio::spawn(serve(vec![listener], server, shutdown.clone()));
        Self { address, number, account: account.id, storage, folder, spool, shutdown, _keep: keep }
    }

    async fn client(&self) -> TcpStream {
        TcpStream::connect(self.address).await.unwrap()
    }

    async fn say(&self, text: &str) -> String {
        let mut client = self.client().await;
        // If the server closes the connection early, part of the text stays unsent.
        let _ = client.write_all(text.as_bytes()).await;
        rest(&mut client).await
    }

    async fn batches(&self) -> Vec<Batch> {
        let filter = BatchFilter { account: self.account, course: None, after: None, limit: 100 };
        self.storage.batches(&filter).await.unwrap().items
    }
}

/// Reads until the connection ends, with or without an error.
async fn rest(client: &mut TcpStream) -> String {
    let mut heard = Vec::new();
    let _ = client.read_to_end(&mut heard).await;
    String::from_utf8(heard).unwrap()
}

/// Yields to the server's tasks until a condition holds.
async fn until(so: impl Fn() -> bool) {
    while !so() {
        tokio::task::yield_now().await;
    }
}

/// Sends a job like the official script and checks what is stored.
async fn a_job_is_kept(house: &House) {
    let answer = house
        .say(&format!(
            "moss {}\ndirectory 1\nX 0\nmaxmatches 3\nshow 900\nlanguage c\nfile 0 c 5 base.c\nbase;\
             file 1 c 3 a/y.c\none file 2 c 3 a/x.c\ntwo file 3 c 5 b/x.c\nthreequery 0 HW1\nend\n",
            house.number
        ))
        .await;
    // The space after a file belongs to the rest of its line and does no harm.
    let url = answer.strip_prefix("yes\nhttp://h/results/").unwrap().strip_suffix('\n').unwrap();
    let address: MossAddress = url.parse().unwrap();
    let [batch] = &house.batches().await[..] else { panic!("one batch") };
    assert_eq!((batch.title.as_str(), batch.options.language.as_deref()), ("HW1", Some("c")));
    let options = &batch.options;
    assert_eq!((options.common_limit, options.submission_limit, options.files_named), (0, 3, true));
    assert_eq!((options.max_pairs, options.most_matched, options.matches), (900, 900, 1800));

    let kept = house.storage.moss_result(&address.hash(), Utc::now()).await.unwrap().unwrap();
    assert_eq!(kept.batch, batch.id);
    assert_eq!((kept.job.language.as_str(), kept.job.directory, kept.job.show), ("c", true, 900));
    assert_eq!(kept.job.order.values().collect::<Vec<_>>(), [&vec![1, 0]], "y came before x");
    let later = Utc::now() + TimeDelta::days(14);
    assert!(house.storage.moss_result(&address.hash(), later).await.unwrap().is_none());

    let claimed = house.storage.claim(
        chaffinch_storage::HolderId::new(Utc::now()),
        chaffinch_storage::Lane::Analysis,
        Utc::now(),
    );
    let job = claimed.await.unwrap().unwrap().lease.job;
    let parts = house.storage.parts(job).await.unwrap();
    let named: Vec<_> = parts.iter().map(|part| (part.kind, part.name.as_str())).collect();
    let (submissions, boilerplate) = (PartKind::Submissions, PartKind::Boilerplate);
    assert_eq!(
        named,
        [(submissions, "a\u{2215}.tar"), (submissions, "b\u{2215}.tar"), (boilerplate, "base.c")]
    );
    let bytes = house.storage.part_chunk(job, 2, 0).await.unwrap().unwrap();
    assert_eq!(bytes, b"base;");
    assert_eq!(std::fs::read_dir(house.folder.path()).unwrap().count(), 0, "the spool has no names");
}

#[tokio::test]
async fn a_job_is_kept_in_a_file() {
    a_job_is_kept(&House::new(|_| ()).await).await;
}

#[tokio::test]
async fn a_job_is_kept_on_a_server() {
    let database = TestDatabase::migrated().await;
    let options = PostgresOptions { connections: CONNECTIONS, migrate: false };
    let storage = PostgresStorage::open(&database.url(), options).await.unwrap();
    a_job_is_kept(&House::on(Arc::new(storage), Box::new(database), |_| ()).await).await;
}

/// A client that sends nothing, or stops in the middle, loses its connection. The time limits are short, but long
/// enough for a client that sends everything at once.
#[tokio::test]
async fn who_is_slow_is_left() {
    let house = House::new(|settings| settings.greeting = Duration::from_millis(50)).await;
    assert_eq!(rest(&mut house.client().await).await, "", "said nothing");
    let house = House::new(|settings| settings.idle = Duration::from_secs(2)).await;
    let mut client = house.client().await;
    client
        .write_all(format!("moss {}\nlanguage c\nfile 1 c 500 a\nhalf", house.number).as_bytes())
        .await
        .unwrap();
    assert_eq!(rest(&mut client).await, "yes\n", "stopped in the middle");
    let house = House::new(|settings| settings.upload = Duration::from_secs(2)).await;
    // A client that sends a byte now and then is never idle, but it exceeds the time limit for the upload.
    let (mut reads, mut writes) = house.client().await.into_split();
    writes
        .write_all(format!("moss {}\nlanguage c\nfile 1 c 500000 a\n", house.number).as_bytes())
        .await
        .unwrap();
    let dripping = tokio::spawn(async move {
        let mut pace = tokio::time::interval(Duration::from_millis(20));
        while writes.write_all(b"x").await.is_ok() {
            pace.tick().await;
        }
    });
    let mut heard = Vec::new();
    let _ = reads.read_to_end(&mut heard).await;
    assert_eq!(heard, b"yes\n");
    drop(reads);
    dripping.await.unwrap();
    assert!(house.batches().await.is_empty());
}

#[tokio::test]
async fn so_many_and_no_more() {
    for (connections, of_one) in [(3, 10), (10, 3)] {
        let house = House::new(|settings| {
            settings.connections = connections;
            settings.connections_of_one = of_one;
        })
        .await;
        let hello = format!("moss {}\nlanguage c\n", house.number);
        let mut inside = Vec::new();
        for _ in 0..3 {
            let mut client = house.client().await;
            client.write_all(hello.as_bytes()).await.unwrap();
            let mut yes = [0; 4];
            client.read_exact(&mut yes).await.unwrap();
            inside.push(client);
        }
        assert_eq!(house.say(&hello).await, "", "one too many");
        // The server closes the connection after it has freed the place.
        let mut gone = inside.pop().unwrap();
        gone.shutdown().await.unwrap();
        assert_eq!(rest(&mut gone).await, "");
        let heard = house.say(&format!("{hello}query 0 \nend\n")).await;
        assert!(heard.starts_with("yes\nError: No files"), "{heard}");
    }
}

/// A connection without a known user id keeps one of a few places until it sends one.
#[tokio::test]
async fn unidentified_clients_of_a_network_are_few() {
    let house = House::new(|settings| settings.unidentified_of_network = 1).await;
    let hello = format!("moss {}\nlanguage c\n", house.number);
    let mut first = house.client().await;
    assert_eq!(house.say(&hello).await, "", "the first has said nothing yet");
    first.write_all(hello.as_bytes()).await.unwrap();
    let mut yes = [0; 4];
    first.read_exact(&mut yes).await.unwrap();
    let heard = house.say(&format!("{hello}query 0 \nend\n")).await;
    assert!(heard.starts_with("yes\nError: No files"), "{heard}");
}

/// The client gets the error even if it goes on sending.
#[tokio::test]
async fn unfinished_jobs_of_an_account_have_a_limit() {
    let house = House::new(|_| ()).await;
    let mut first = house.client().await;
    let job = |bytes: usize| {
        let file = "x".repeat(bytes);
        format!("moss {}\nlanguage c\nfile 1 c {bytes} a\n{file}", house.number)
    };
    first.write_all(job(400_000).as_bytes()).await.unwrap();
    until(|| house.spool.reserved() >= 400_000).await;
    let ended = job(300_000) + "end\n";
    let heard = house.say(&ended).await;
    assert!(heard.starts_with("yes\nError: the unfinished uploads of this account"), "{heard}");
    assert!(heard.contains("600000 bytes") && heard.ends_with(" have ended\n"), "{heard}");
    drop(first);
    until(|| house.spool.reserved() == 0).await;
    assert_eq!(house.say(&ended).await, "yes\n");
}

#[tokio::test]
async fn the_last_word_is_heard_by_who_still_talks() {
    let house = House::new(|_| ()).await;
    let more = "x".repeat(3 << 20);
    let heard = house.say(&format!("moss {}\nlanguage c\nfile 1 c 99999999 a\n{more}", house.number)).await;
    assert_eq!(heard, "yes\nError: file 1 has 99999999 bytes; a file may have 16777216 at most\n");
}

/// A client that waits for its reply does not delay the shutdown.
#[tokio::test]
async fn it_ends_when_asked() {
    let house = House::new(|settings| settings.answer_within = Duration::from_hours(1)).await;
    let mut client = house.client().await;
    let job = format!("moss {}\nlanguage c\nfile 1 c 1 a\nxfile 1 c 1 b\nxquery 0 \nend\n", house.number);
    client.write_all(job.as_bytes()).await.unwrap();
    let mut changes = house.storage.changes();
    while house.batches().await.is_empty() {
        changes.changed().await.unwrap();
    }
    house.shutdown.cancel();
    assert_eq!(rest(&mut client).await, "yes\n");
    assert_eq!(house.batches().await.len(), 1, "what was accepted is kept");
}
