//! Whole reports as files: each is built once for all waiting requests, refused beyond a limit, and never older than
//! the last erasure.

use std::io::Cursor;
use std::time::Duration;

use axum::http::{Method, StatusCode};
use chaffinch_report::Report;
use chaffinch_storage::BatchId;
use chaffinch_web::ExportSettings;
use futures_util::future::join_all;
use serde_json::json;

use crate::test_app::{Answer, Caller, TestApp, report};

async fn service(exports: ExportSettings) -> TestApp {
    TestApp::with(|settings| settings.exports = exports).await
}

async fn shared(caller: &Caller<'_>, batch: BatchId) -> String {
    let wish = json!({"exports": true, "names": "hidden"});
    let made = caller.json(Method::POST, &format!("/api/v1/batches/{batch}/share"), &wish).await.json();
    made["url"].as_str().unwrap().strip_prefix("http://chaffinch.test:8080").unwrap().to_owned()
}

fn refused(answer: &Answer, status: StatusCode, code: &str, names: &str) {
    assert_eq!((answer.status, answer.code().as_str()), (status, code), "{}", answer.text());
    assert!(answer.text().contains(names), "{names} is not in {}", answer.text());
    assert!(!answer.header("retry-after").is_empty());
}

#[tokio::test]
async fn requests_at_the_same_time_share_one_making() {
    // A second build would be refused.
    let service = service(ExportSettings { queue: 1, queue_of_one: 1, ..ExportSettings::default() }).await;
    let ada = service.account("ada").await;
    let batch = ada.finished_batch().await;
    for form in ["report", "report?names=hidden", "report.csv", "report.csv?names=hidden", "report.zip"] {
        let path = format!("/api/v1/batches/{batch}/{form}");
        let answers = join_all((0..20).map(|_| ada.get(&path))).await;
        for answer in &answers {
            assert_eq!((answer.status, &answer.body), (StatusCode::OK, &answers[0].body), "{form}");
            assert_eq!(answer.header("etag"), answers[0].header("etag"));
        }
    }
}

#[tokio::test]
async fn files_say_what_the_report_says_in_memory() {
    let service = service(ExportSettings::default()).await;
    let ada = service.account("ada").await;
    let batch = ada.finished_batch().await;
    let get = async |form: &str| ada.get(&format!("/api/v1/batches/{batch}/{form}")).await;
    let texts = (1..=3).map(|submission| (submission, "int main(void) { return 0; }\n"));
    let mut sources = chaffinch_report::Sources::new();
    texts.for_each(|(submission, text)| sources.insert(submission, 0, text));
    let (hidden, hidden_sources) =
        chaffinch_report::hide_names(&report(), &sources, service.key(batch).await, &[]);
    assert_eq!(get("report").await.text(), report().to_json());
    assert_eq!(get("report?names=hidden").await.text(), hidden.to_json());
    assert_eq!(get("report.csv").await.body, chaffinch_report::csv(&report()));
    assert_eq!(get("report.csv?names=hidden").await.body, chaffinch_report::csv(&hidden));
    let zip = get("report.zip?names=hidden").await;
    let mut zip = zip::ZipArchive::new(Cursor::new(zip.body)).unwrap();
    chaffinch_pages::export(
        chaffinch_pages::Locale::english(),
        &hidden,
        &hidden_sources,
        &mut |path, bytes| {
            let mut stored = Vec::new();
            let mut file = zip.by_name(&format!("chaffinch-report/{path}")).unwrap();
            std::io::copy(&mut file, &mut stored)?;
            assert_eq!(stored, bytes, "{path}");
            Ok(())
        },
    )
    .unwrap();
}

#[tokio::test]
async fn too_many_makings_are_refused() {
    let none = ExportSettings { queue: 0, ..ExportSettings::default() };
    let full = service(none).await;
    let ada = full.account("ada").await;
    let path = format!("/api/v1/batches/{}/report", ada.finished_batch().await);
    refused(&ada.get(&path).await, StatusCode::SERVICE_UNAVAILABLE, "overloaded", "0 downloads");

    let none = ExportSettings { queue_of_one: 0, ..ExportSettings::default() };
    let service = service(none).await;
    let ada = service.account("ada").await;
    let batch = ada.finished_batch().await;
    let link = shared(&ada, batch).await;
    for (caller, path) in [
        (ada.clone(), format!("/api/v1/batches/{batch}/report")),
        (service.anybody(), format!("{link}/report.csv")),
    ] {
        let answer = caller.get(&path).await;
        refused(&answer, StatusCode::TOO_MANY_REQUESTS, "too-many-requests", "0");
    }
}

#[tokio::test]
async fn a_file_that_is_too_large_is_refused_in_every_form() {
    let service = service(ExportSettings { file_bytes: 100, ..ExportSettings::default() }).await;
    let ada = service.account("ada").await;
    let batch = ada.finished_batch().await;
    for form in ["report", "report?names=hidden", "report.csv", "report.csv?names=hidden", "report.zip"] {
        let answer = ada.get(&format!("/api/v1/batches/{batch}/{form}")).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{form}: {}", answer.text());
        assert_eq!(answer.code(), "report-too-large");
        assert!(answer.text().contains("100 bytes"), "{form}: {}", answer.text());
    }
    let link = shared(&ada, batch).await;
    let answer = service.anybody().get(&format!("{link}/report.zip")).await;
    assert_eq!(answer.code(), "report-too-large");
}

#[tokio::test]
async fn one_caller_takes_no_more_than_a_share_of_the_queue() {
    // No file is ever built.
    let settings = ExportSettings {
        at_once: 0,
        queue: 3,
        queue_of_one: 1,
        within: Duration::ZERO,
        grace: Duration::from_hours(1),
        ..ExportSettings::default()
    };
    let service = service(settings).await;
    let ada = service.account("ada").await;
    let batch = ada.finished_batch().await;
    let api = format!("/api/v1/batches/{batch}");
    let link = shared(&ada, batch).await;
    let slow = |answer: &Answer| refused(answer, StatusCode::SERVICE_UNAVAILABLE, "slow", "0 s");
    slow(&ada.get(&format!("{api}/report")).await);
    // The build goes on. A repeated request finds it and takes no second place.
    slow(&ada.get(&format!("{api}/report")).await);
    let other = ada.get(&format!("{api}/report.csv")).await;
    refused(&other, StatusCode::TOO_MANY_REQUESTS, "too-many-requests", "The limit is 1.");
    // A share link has its own limit.
    slow(&service.anybody().get(&format!("{link}/report.zip")).await);
    let more = service.anybody().get(&format!("{link}/report.csv")).await;
    refused(&more, StatusCode::TOO_MANY_REQUESTS, "too-many-requests", "The limit is 1.");
}

#[tokio::test]
async fn a_making_ends_when_nobody_waits() {
    let settings = ExportSettings {
        at_once: 0,
        queue: 1,
        within: Duration::ZERO,
        grace: Duration::ZERO,
        ..ExportSettings::default()
    };
    let service = service(settings).await;
    let ada = service.account("ada").await;
    let batch = ada.finished_batch().await;
    let get = async |form: &str| ada.get(&format!("/api/v1/batches/{batch}/{form}")).await.code();
    assert_eq!(get("report").await, "slow");
    // There is room again as soon as the first build is given up.
    while get("report.csv").await == "overloaded" {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_kept_file_is_never_older_than_an_erasure() {
    let service = TestApp::new().await;
    let (root, ada) = (service.account("root").await, service.account("ada").await);
    root.administers().await;
    let batch = ada.finished_batch().await;
    let api = format!("/api/v1/batches/{batch}");
    let forms = ["report", "report.csv", "report.zip"];
    let mut before = Vec::new();
    for form in forms {
        before.push(ada.get(&format!("{api}/{form}")).await);
    }
    assert!(before[0].text().contains("s01"));
    let browser = root.in_browser().await;
    let erased = browser.post("/admin/persons", "name=s01&what=erase&sure=on").await;
    assert_eq!(erased.status, StatusCode::SEE_OTHER, "{}", erased.text());
    let texts = |zip: &Answer| {
        let mut zip = zip::ZipArchive::new(Cursor::new(zip.body.clone())).unwrap();
        let mut page = String::new();
        std::io::Read::read_to_string(
            &mut zip.by_name("chaffinch-report/submissions/1.html").unwrap(),
            &mut page,
        )
        .unwrap();
        page
    };
    assert!(texts(&before[2]).contains("main"));
    let begun = ada.get(&format!("{api}/report.zip")).await;
    assert!(!texts(&begun).contains("(void)"), "the text is gone from the first moment on");
    chaffinch_person::finish(&service.storage).await.unwrap();
    for (form, before) in forms.iter().zip(&before) {
        let with_tag = ada.with("if-none-match", before.header("etag"));
        let after = with_tag.get(&format!("{api}/{form}")).await;
        assert_eq!(after.status, StatusCode::OK, "{form}");
        assert_ne!(after.header("etag"), before.header("etag"), "{form}");
        if *form != "report.zip" {
            assert!(!after.text().contains("\"s01\"") && !after.text().contains(",s01,"), "{}", after.text());
        }
    }
}

#[tokio::test]
async fn a_file_that_is_kept_is_not_made_again_and_goes_with_its_batch() {
    let service =
        service(ExportSettings { keep: Duration::from_hours(1), ..ExportSettings::default() }).await;
    let ada = service.account("ada").await;
    let batch = ada.finished_batch().await;
    let path = format!("/api/v1/batches/{batch}/report");
    let first = ada.get(&path).await;
    let again: Report = serde_json::from_slice(&ada.get(&path).await.body).unwrap();
    assert_eq!(again.to_json().as_bytes(), &first.body[..]);
    assert_eq!(ada.call(Method::DELETE, &format!("/api/v1/batches/{batch}")).await.status.as_u16(), 204);
    assert_eq!(ada.with("if-none-match", "*").get(&path).await.code(), "not-found");
    assert_eq!(
        std::fs::read_dir(service.app.settings.spool.path()).unwrap().count(),
        0,
        "files have no names"
    );
}

#[tokio::test]
async fn no_deadline_of_other_answers_takes_a_file_away() {
    let service = TestApp::with(|settings| settings.answer_within = Duration::ZERO).await;
    let ada = service.account("ada").await;
    let batch = ada.finished_batch().await;
    for form in ["report", "report?names=hidden", "report.csv", "report.zip"] {
        let answer = ada.get(&format!("/api/v1/batches/{batch}/{form}")).await;
        assert_eq!(answer.status, StatusCode::OK, "{form}: {}", answer.text());
    }
}
