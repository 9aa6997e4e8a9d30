//! What needs a server of its own: certificates, and being killed.

use std::fs;
use std::io::Cursor;
use std::net::TcpListener;
use std::path::Path;

use chaffinch_storage::{
    AccountId, Accounts, AnalysisOptions, BatchId, Batches, By, CourseId, HolderId, JobId, Jobs, Lane,
    NewAccount, NewBatch, NewIngest, NewPart, NewRevision, Packed, PartKind, Result, Storage, StorageError,
    Trouble,
};
use chaffinch_storage_postgres::{CONNECTIONS, PostgresOptions, PostgresStorage};
use chaffinch_storage_tests::server::PrivateServer;
use chrono::{DateTime, TimeDelta, Utc};
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};

const OPTIONS: PostgresOptions = PostgresOptions { connections: CONNECTIONS, migrate: true };

fn at(minutes: i64) -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::days(20_000) + TimeDelta::minutes(minutes)
}

/// A certification authority; its certificate goes to a file.
fn authority(file: &Path) -> Issuer<'static, KeyPair> {
    let key = KeyPair::generate().unwrap();
    let mut authority = CertificateParams::new(Vec::new()).unwrap();
    authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    fs::write(file, authority.self_signed(&key).unwrap().pem()).unwrap();
    Issuer::new(authority, key)
}

/// Only a server with a certificate of a trusted authority, in the name it was called by, gets a password.
#[tokio::test]
async fn certificates_are_verified() {
    let folder = tempfile::tempdir().unwrap();
    let more = folder.path().join("more");
    fs::create_dir(&more).unwrap();
    let (root, other) = (folder.path().join("root.pem"), folder.path().join("other.pem"));
    let issuer = authority(&root);
    authority(&other);
    let key = KeyPair::generate().unwrap();
    let certificate = CertificateParams::new(vec!["127.0.0.1".to_owned()]).unwrap();
    fs::write(more.join("server.crt"), certificate.signed_by(&key, &issuer).unwrap().pem()).unwrap();
    fs::write(more.join("server.key"), key.serialize_pem()).unwrap();
    // Free a moment ago.
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let settings = format!(
        "ssl = on\nssl_cert_file = 'server.crt'\nssl_key_file = 'server.key'\n\
         listen_addresses = '127.0.0.1'\nport = {port}\n"
    );
    fs::write(more.join("more.conf"), settings).unwrap();
    fs::write(more.join("pg_hba.conf"), "local all all trust\nhostssl all all 127.0.0.1/32 trust\n").unwrap();
    let _server = PrivateServer::start(Some(&more));

    let open = async |host: &str, mode: &str, root: &Path| -> Result<PostgresStorage> {
        let url = format!(
            "postgres://postgres@{host}:{port}/postgres?sslmode={mode}&sslrootcert={}",
            root.display()
        );
        PostgresStorage::open(&url, OPTIONS).await
    };
    let storage = open("127.0.0.1", "verify-full", &root).await.unwrap();
    assert!(storage.examine().await.unwrap().encrypted);
    let refused = |outcome: Result<PostgresStorage>, why: &str| {
        let error = outcome.unwrap_err();
        assert!(
            matches!(&error, StorageError::Backend(cause) if cause.to_string().contains(why)),
            "{error:?}"
        );
    };
    refused(open("127.0.0.1", "verify-full", &other).await, "certificate");
    refused(open("localhost", "verify-full", &root).await, "certificate");
    refused(open("127.0.0.1", "disable", &root).await, "no encryption");
}

/// What was acknowledged is there again; a result that found no server waits for it.
#[tokio::test(flavor = "multi_thread")]
async fn a_killed_server_comes_back_with_everything() {
    let server = PrivateServer::start(None);
    let storage = PostgresStorage::open(server.url(), OPTIONS).await.unwrap();
    let by = By { account: None, at: at(0) };
    let (account, course) = (AccountId::new(at(0)), CourseId::new(at(0)));
    let ada = NewAccount {
        id: account,
        name: "ada".to_owned(),
        personal_course: course,
        email: None,
        admin: false,
    };
    storage.create_account(&ada, &by).await.unwrap();
    let batch = NewBatch {
        id: BatchId::new(at(1)),
        job: JobId::new(at(1)),
        course,
        creator: account,
        title: String::new(),
        options: AnalysisOptions::default(),
        created: at(1),
        keep_until: None,
        idempotency: None,
        parts: vec![NewPart {
            kind: PartKind::Submissions,
            name: "class.zip".to_owned(),
            content: Box::new(Cursor::new(b"zipped")),
        }],
    };
    let id = storage.accept(batch).await.unwrap().batch().id;
    let lease = storage.claim(HolderId::new(at(2)), Lane::Analysis, at(2)).await.unwrap().unwrap().lease;

    server.kill();
    let error = storage.ping().await.unwrap_err();
    assert!(matches!(error, StorageError::Unavailable { trouble: Trouble::Away, .. }), "{error:?}");
    let result = NewRevision {
        engine: "0.1.0".to_owned(),
        settings: serde_json::Value::Null,
        review: chaffinch_storage::Review::default(),
        submissions: 1,
        head: Packed::pack(b"head"),
        body: Packed::pack(b"body"),
        pairs: Vec::new(),
        archived: Vec::new(),
        found: chaffinch_storage::Found::default(),
        changed: None,
        judged: None,
    };
    let finish = storage.finish(&lease, result, NewIngest::default(), at(3));
    let start = tokio::task::spawn_blocking(move || {
        server.start_again();
        server
    });
    let (finished, server) = tokio::join!(finish, start);
    assert_eq!(finished.unwrap(), 1);
    assert_eq!(storage.batch(id).await.unwrap().unwrap().revision.unwrap().number, 1);

    // Between two calls nothing is noticed of it.
    let server = server.unwrap();
    server.kill();
    server.start_again();
    storage.ping().await.unwrap();
}
