//! Error codes: every code is provoked, sent as a problem document, and explained.

use std::collections::BTreeSet;

use axum::http::{Method, StatusCode};
use chaffinch_web::{App, Clock, router};
use tower::ServiceExt as _;

use crate::test_app::{COSTLY, TestApp, Upload, class, zip};

/// Codes that have a test elsewhere: limits, access, sign-in and faults.
const ELSEWHERE: [&str; 12] = [
    "body-too-large",
    "cross-site",
    "forbidden",
    "idempotency-key-reused",
    "idle",
    "internal",
    "not-ready",
    "ratio",
    "sign-in-link",
    "too-many-files",
    "too-many-submissions",
    "upload-too-large",
];
/// Codes of accounts and courses, which have a test elsewhere.
const OF_ACCOUNTS: [&str; 12] = [
    "access-changed",
    "last-admin",
    "last-owner",
    "no-account",
    "not-by-token",
    "outlives-token",
    "prove-again",
    "provider-away",
    "provider-refused",
    "too-many-courses",
    "too-many-requests",
    "two-credentials",
];
const ELSEWHERE_TOO: [&str; 13] = [
    "busy",
    "case-changed",
    "mark-changed",
    "case-exists",
    "case-full",
    "held",
    "overloaded",
    "report-too-large",
    "review-changed",
    "reviewer-decides",
    "slow",
    "unauthenticated",
    "too-many-shares",
];
/// Codes that need hundreds of cases or reports. The contract tests of the storage cover them.
const OF_MANY: [&str; 2] = ["too-many-cases", "too-many-revisions"];
/// Codes that need a real disk. The tests of the binary cover them.
const OF_DISKS: [&str; 2] = ["disk-full", "read-only"];

/// Builds a zip archive with two entries that share their bytes.
fn overlapping() -> Vec<u8> {
    let one = zip([("a.c", &b"int a;\n"[..])]);
    let directory = one.windows(4).position(|window| window == b"PK\x01\x02").unwrap();
    let end = one.windows(4).position(|window| window == b"PK\x05\x06").unwrap();
    let entry = &one[directory..end];
    let mut second = entry.to_vec();
    let name = second.windows(3).position(|window| window == b"a.c").unwrap();
    second[name] = b'b';
    let mut tail = one[end..].to_vec();
    tail[8..12].copy_from_slice(&[2, 0, 2, 0]);
    let size = (2 * entry.len() as u32).to_le_bytes();
    tail[12..16].copy_from_slice(&size);
    [&one[..end], &second, &tail].concat()
}

/// Builds the beginning of a 7z archive. Its header declares `bytes` as the length of the list of contents.
fn seven_zip(list: &[u8], bytes: u64) -> Vec<u8> {
    [b"7z\xbc\xaf\x27\x1c\0\x04crc1", &[0; 8][..], &bytes.to_le_bytes(), b"crc2", list].concat()
}

/// The beginning of an xz stream with a dictionary of 4 GiB.
const DICTIONARY: &[u8] =
    b"\xfd\x37\x7a\x58\x5a\x00\x00\x04\xe6\xd6\xb4\x46\x02\x00\x21\x01\x28\x00\x00\x00\xe6\xa0\x11\xb3";

fn file(name: &str, bytes: &[u8]) -> Upload {
    Upload::default().file("submissions", name, bytes)
}

#[tokio::test]
async fn every_code_is_provoked_and_explained() {
    let service = TestApp::with(|settings| {
        settings.extract.entries = 50;
        settings.extract.total_bytes = 5000;
        settings.extract.path_bytes = 100;
        settings.extract.path_depth = 8;
    })
    .await;
    let ada = service.account("ada").await;
    let batch = ada.batch().await;
    let api = "/api/v1/batches";
    let mut provoked: BTreeSet<String> = [&ELSEWHERE[..], &ELSEWHERE_TOO, &OF_ACCOUNTS, &OF_DISKS, &OF_MANY]
        .concat()
        .into_iter()
        .map(str::to_owned)
        .collect();

    let deep = format!("{}x.c", "d/".repeat(9));
    let long = format!("{}.c", "n".repeat(150));
    let many: Vec<String> = (0..60).map(|at| format!("s{at}.c")).collect();
    let uploads = [
        ("unknown-field", Upload::class().field("langauge", "c")),
        ("invalid-field", Upload::class().field("archives", "2024")),
        ("invalid-field", Upload::class().field("archives", "none").field("archives", "2024")),
        ("invalid-field", Upload::class().field("notify_url", "ftp://example.org/")),
        ("invalid-field", Upload::class().field("notify_url", "https://me@example.org/")),
        ("invalid-field", Upload::class().field("language", "klingon")),
        ("invalid-field", Upload::class().field("layout", "sideways")),
        ("invalid-field", Upload::class().field("encodings", "*.c=klingon")),
        ("invalid-field", Upload::class().field("common_limit", "-1")),
        ("invalid-field", Upload::class().field("window", "4")),
        ("too-costly", file(COSTLY, b"int a;")),
        ("invalid-field", Upload::class().field("max_pairs", "10001")),
        ("invalid-field", Upload::class().field("keep_until", "yesterday")),
        ("invalid-field", Upload::class().field("keep_until", "2026-03-02")),
        ("invalid-field", Upload::class().field("course", "of others")),
        ("invalid-field", Upload::class().field("title", &"x".repeat(201))),
        ("invalid-field", Upload::class().field("title", "one").field("title", "two")),
        ("invalid-field", Upload::class().file("submissions", "", b"int nameless;")),
        ("no-submissions", Upload::default()),
        ("no-submissions", Upload::default().field("title", "x").file("submissions", "", b"")),
        ("no-submissions", Upload::default().file("boilerplate", "handout.zip", &class())),
        ("too-few-submissions", file("class.zip", &zip([("only/one.c", &b"int one;"[..])]))),
        (
            "several-assignments",
            file(
                "class.zip",
                &zip(["ada/ps1/timestamp.txt", "bob/ps2/timestamp.txt"]
                    .map(|path| (path, &b"2026-11-25 19:50:23 UTC"[..]))),
            ),
        ),
        (
            "too-many-entries",
            file("class.zip", &zip(many.iter().map(|name| (name.as_str(), &b"int x;"[..])))),
        ),
        ("total-size", file("class.zip", &zip([("a.c", &[b'x'; 4000][..]), ("b.c", &[b'y'; 4000])]))),
        ("not-an-archive", file("class.zip", b"this is text\n")),
        ("unsupported-archive", file("class.rar", b"Rar!\x1a\x07\x00 and so on")),
        (
            "encrypted-archive",
            file(
                "class.7z",
                &seven_zip(b"\x17\x06\0\x01\x09\x10\0\x07\x0b\x01\0\x01\x04\x06\xf1\x07\x01", 17),
            ),
        ),
        ("listing-too-long", file("class.7z", &seven_zip(b"", 2 << 20))),
        ("dictionary", file("class.tar.xz", DICTIONARY)),
        ("damaged-archive", file("class.zip", &class()[..class().len() - 60])),
        ("overlapping-entries", file("class.zip", &overlapping())),
        ("unsafe-path", file("class.zip", &zip([("../evil.c", &b"int x;"[..])]))),
        ("path-too-long", file("class.zip", &zip([(long.as_str(), &b"int x;"[..])]))),
        ("path-too-deep", file("class.zip", &zip([(deep.as_str(), &b"int x;"[..])]))),
    ];
    for (code, upload) in uploads {
        let refused = ada.upload(&upload).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{code}: {}", refused.text());
        assert_eq!(refused.code(), code, "{}", refused.text());
        provoked.insert(code.to_owned());
    }
    let typed = |media_type: &str| ada.with("content-type", media_type);
    let long_key = "k".repeat(201);
    let post = |media_type: &str, body: &str| typed(media_type).request(Method::POST, api, body.to_owned());
    let others = [
        ("not-found", 404, ada.request(Method::GET, "/api/v1/nothing", "")),
        ("not-found", 404, ada.request(Method::GET, &format!("{api}/{batch}/pairs/2-01"), "")),
        ("no-report", 404, ada.request(Method::GET, &format!("{api}/{batch}/report"), "")),
        ("no-report", 404, ada.request(Method::GET, &format!("{api}/{batch}/pairs"), "")),
        ("method-not-allowed", 405, ada.request(Method::PUT, api, "")),
        ("unsupported-media-type", 415, post("application/json", "{}")),
        ("unsupported-media-type", 415, ada.request(Method::POST, api, "")),
        ("malformed", 400, post("multipart/form-data", "no boundary")),
        ("malformed", 400, post(Upload::MEDIA_TYPE, "------edge\r\nthe end comes early")),
        ("invalid-query", 400, ada.request(Method::GET, &format!("{api}?limit=0"), "")),
        ("invalid-query", 400, ada.request(Method::GET, &format!("{api}?limit=201"), "")),
        ("invalid-query", 400, ada.request(Method::GET, &format!("{api}?after=yesterday"), "")),
        ("invalid-query", 400, ada.request(Method::GET, &format!("{api}/{batch}/pairs?limit=many"), "")),
        (
            "invalid-idempotency-key",
            422,
            typed(Upload::MEDIA_TYPE).with("idempotency-key", long_key).request(
                Method::POST,
                api,
                Upload::class().body(),
            ),
        ),
    ];
    for (code, status, request) in others {
        let name = format!("{} {}", request.method(), request.uri());
        let refused = service.send(request).await;
        assert_eq!(
            (refused.status.as_u16(), refused.code().as_str()),
            (status, code),
            "{name}: {}",
            refused.text()
        );
        provoked.insert(code.to_owned());
    }
    let archives = "/api/v1/archives";
    let named = |name: &str| Upload::default().field("name", name);
    assert_eq!(ada.upload_to(archives, &named("2024")).await.status, StatusCode::CREATED);
    for (code, status, upload) in [
        ("name-taken", 409, named("2024")),
        ("not-finished", 409, named("2025").field("batch", &batch.to_string())),
        ("invalid-field", 422, Upload::class()),
        ("invalid-field", 422, named("none")),
        ("invalid-field", 422, named("2025").field("year", "soon")),
        ("invalid-field", 422, named("2025").field("keeping", "nothing")),
        ("invalid-field", 422, named("2025").field("batch", "yesterday")),
        ("invalid-field", 422, Upload::class().field("name", "2025").field("batch", &batch.to_string())),
        ("unknown-field", 422, named("2025").field("title", "x")),
        ("unknown-field", 422, named("2025").file("boilerplate", "handout.zip", &class())),
        ("too-few-submissions", 422, named("2025").file("submissions", "class.zip", &zip([]))),
    ] {
        let refused = ada.upload_to(archives, &upload).await;
        assert_eq!((refused.status.as_u16(), refused.code().as_str()), (status, code), "{}", refused.text());
        provoked.insert(code.to_owned());
    }
    for (code, upload) in [
        ("unreadable", Upload::default().file("file", "class.zip", &class())),
        ("invalid-field", Upload::default()),
        ("invalid-field", Upload::default().field("text", "int a;").file("file", "b.c", b"int b;")),
        ("invalid-field", Upload::default().field("text", "int a;").field("limit", "0")),
        ("invalid-field", Upload::default().field("text", "int a;").field("limit", "101")),
        ("invalid-field", Upload::default().field("text", "int a;").field("window", "0")),
        ("invalid-field", Upload::default().field("text", "int a;").field("archives", "of others")),
        ("unknown-field", Upload::default().field("text", "int a;").field("title", "x")),
    ] {
        let refused = ada.upload_to("/api/v1/documents/query", &upload).await;
        assert_eq!((refused.status.as_u16(), refused.code().as_str()), (422, code), "{}", refused.text());
        provoked.insert(code.to_owned());
    }
    let checks = format!("/api/v1/courses/{}/checks", ada.course);
    let refused = ada.upload_to(&checks, &Upload::default().file("submissions", "a.c", b"int a;")).await;
    assert_eq!((refused.status.as_u16(), refused.code().as_str()), (403, "checks-off"), "{}", refused.text());
    provoked.insert("checks-off".to_owned());
    let listed = ada.get(archives).await.json();
    assert_eq!(listed["archives"].as_array().unwrap().len(), 1);
    let refused = ada.get(&format!("{archives}?limit=0")).await;
    assert_eq!((refused.status.as_u16(), refused.code().as_str()), (400, "invalid-query"));
    provoked.insert("invalid-query".to_owned());

    let listed = ada.get(api).await.json()["batches"].as_array().unwrap().len();
    assert_eq!(listed, 1, "what was refused left nothing");

    let page = ada.get("/docs/errors.md").await.text();
    let explained: BTreeSet<String> =
        page.lines().filter_map(|line| line.strip_prefix("### ")).map(str::to_owned).collect();
    assert_eq!(explained, provoked);
}

#[tokio::test]
async fn a_wrong_method_hears_the_right_ones() {
    let service = TestApp::new().await;
    let answer = service.account("ada").await.call(Method::PUT, "/api/v1/batches").await;
    for method in ["GET", "POST"] {
        assert!(answer.header("allow").contains(method), "{:?}", answer.headers);
    }
}

#[tokio::test]
async fn outside_the_api_errors_are_pages() {
    let service = TestApp::new().await;
    let ada = service.account("ada").await;
    for (answer, status, code) in [
        (ada.get("/nowhere").await, 404, "not-found"),
        (ada.get("/batches/no-id").await, 404, "not-found"),
        (ada.get("/?page=x").await, 400, "invalid-query"),
        (ada.call(Method::DELETE, "/account").await, 405, "method-not-allowed"),
        (
            ada.with("content-type", "text/plain").call(Method::POST, "/account/tokens").await,
            415,
            "unsupported-media-type",
        ),
    ] {
        assert_eq!((answer.status.as_u16(), answer.code().as_str()), (status, code));
        assert_eq!(
            answer.select("article code").last().map(String::as_str),
            Some(answer.header("x-request-id"))
        );
    }
}

#[tokio::test]
async fn our_own_faults_show_an_id_and_no_cause() {
    let service = TestApp::new().await;
    let ada = service.account("ada").await;
    assert_eq!(service.anybody().get("/readyz").await.text(), "ready\n");
    service.storage.close().await;
    for path in ["/api/v1/batches", "/"] {
        let answer = ada.get(path).await;
        assert_eq!((answer.status.as_u16(), answer.code().as_str()), (500, "internal"));
        assert!(!answer.text().contains("pool") && !answer.text().contains("sql"), "{}", answer.text());
        assert!(answer.text().contains(answer.header("x-request-id")));
    }
    let unready = service.anybody().get("/readyz").await;
    assert_eq!((unready.status.as_u16(), unready.code().as_str()), (503, "not-ready"));
    assert_eq!(service.anybody().get("/healthz").await.text(), "ok\n");
}

#[tokio::test]
async fn a_service_that_cannot_write_is_not_ready() {
    let dir = tempfile::tempdir().unwrap();
    let service = TestApp::with(|settings| settings.written = vec![dir.path().to_owned()]).await;
    assert_eq!(service.anybody().get("/readyz").await.text(), "ready\n");
    let folder = dir.path().display().to_string();
    dir.close().unwrap();
    let unready = service.anybody().get("/readyz").await;
    assert_eq!((unready.status.as_u16(), unready.code().as_str()), (500, "internal"));
    assert!(!unready.text().contains(&folder), "{}", unready.text());
    assert_eq!(service.anybody().get("/healthz").await.text(), "ok\n");
}

#[tokio::test]
async fn a_panic_is_one_failed_request() {
    let service = TestApp::new().await;
    let ada = service.account("ada").await;
    let broken = App { clock: Clock::new(|| panic!("the clock fell off the wall")), ..service.app.clone() };
    let request = ada.request(Method::GET, "/api/v1/batches", "");
    let response = router(broken).oneshot(request).await.unwrap();
    assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
    assert_eq!(response.headers()["content-type"], "application/problem+json");
    let body = axum::body::to_bytes(response.into_body(), 10_000).await.unwrap();
    let problem: serde_json::Value = serde_json::from_slice(&body).unwrap();
    assert_eq!(problem["code"], "internal");
    assert!(!problem.to_string().contains("clock"), "{problem}");
}

#[tokio::test]
async fn a_report_that_cannot_be_read_is_our_fault() {
    let service = TestApp::new().await;
    let ada = service.account("ada").await;
    let batch = ada.batch().await;
    let claimed = chaffinch_storage::Jobs::claim(
        &service.storage,
        chaffinch_storage::HolderId::new(service.now()),
        chaffinch_storage::Lane::Analysis,
        service.now(),
    );
    let lease = claimed.await.unwrap().unwrap().lease;
    let nonsense = chaffinch_storage::Packed::pack(b"{}");
    let revision = chaffinch_storage::NewRevision {
        engine: String::new(),
        settings: serde_json::json!({}),
        review: chaffinch_storage::Review::default(),
        submissions: 0,
        head: nonsense.clone(),
        body: nonsense,
        pairs: Vec::new(),
        archived: Vec::new(),
        found: chaffinch_storage::Found::default(),
        changed: None,
        judged: None,
    };
    chaffinch_storage::Jobs::finish(
        &service.storage,
        &lease,
        revision,
        chaffinch_storage::NewIngest::default(),
        service.now(),
    )
    .await
    .unwrap();
    assert_eq!(ada.get(&format!("/batches/{batch}")).await.code(), "internal");
    assert_eq!(ada.get(&format!("/api/v1/batches/{batch}/report.csv")).await.code(), "internal");
}

#[tokio::test]
async fn every_code_has_a_page_where_its_type_points() {
    let service = TestApp::new().await;
    let anybody = service.anybody();
    let listed = anybody.get("/errors").await;
    let links = listed.attributes("article li > a", "href");
    let text = anybody.get("/docs/errors.md").await.text();
    let codes: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("### ")).collect();
    assert_eq!(links, codes.iter().map(|code| format!("/errors/{code}")).collect::<Vec<_>>());
    for link in &links {
        let page = anybody.get(link).await;
        assert_eq!(page.status, StatusCode::OK, "{link}");
        assert_eq!(page.select("h1"), [link.trim_start_matches("/errors/")]);
        assert!(!page.select("article > p").concat().is_empty());
    }
    let refused = service.account("ada").await.get("/api/v1/batches/none").await;
    let kind = refused.json()["type"].as_str().unwrap().to_owned();
    let path = kind.strip_prefix("http://chaffinch.test:8080").unwrap();
    assert_eq!(anybody.get(path).await.select("h1"), ["not-found"]);
    assert_eq!(anybody.get("/errors/made-up").await.code(), "not-found");
}

/// Extracts the codes from the source text: those of this crate from the errors, those of `extract` from the refusals.
#[test]
fn every_code_in_the_source_is_explained() {
    let explained = include_str!("../../../../docs/integrating/errors.md");
    let sources =
        [include_str!("../../src/error/kind.rs"), include_str!("../../../extract/src/limits/refusal.rs")]
            .concat();
    let is_code =
        |word: &&str| word.len() > 3 && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
    let kinds = sources.split("fn kind(").nth(1).unwrap().split("\n    }\n").next().unwrap();
    let refusals = sources.split("fn code(").skip(1).map(|rest| rest.split("\n    }\n").next().unwrap());
    let texts: Vec<&str> = [kinds].into_iter().chain(refusals).collect();
    let codes: BTreeSet<&str> =
        texts.iter().flat_map(|text| text.split('"').skip(1).step_by(2)).filter(is_code).collect();
    assert!(codes.len() > 40, "{codes:?}");
    for code in codes {
        // `io` is a fault of the service and is sent as `internal`.
        assert!(code == "io" || explained.contains(&format!("\n### {code}\n")), "{code}");
    }
}
