//! Reports over REST, built from what a worker stored.

use std::io::{Cursor, Read as _};

use axum::http::{Method, StatusCode};
use chaffinch_report::{PairId, Report, Sources, hide_names};
use serde_json::json;

use crate::test_app::{TestApp, report};

#[tokio::test]
async fn the_report_comes_as_json_table_and_folder() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let path = format!("/api/v1/batches/{}", ada.finished_batch().await);
    let batch = ada.get(&path).await.json();
    assert_eq!(batch["status"], "done");
    assert_eq!(
        batch["report"],
        json!({"revision": 1, "created": "2026-03-02T08:00:00Z", "engine": "0.1.0", "submissions": 3, "pairs": 2,
            "made_from": null, "late": 0, "starter_files": 0, "pairs_beyond_chance": null, "pairs_changed": null,
            "review": {"common_limit": 0, "cutoff": null, "cutoff_expect": null, "templates": [],
                "teams": [], "staff": [], "submission_limit": 0, "background": [], "count_vendored": false, "count_given": false},
            "found": {"submissions": 3, "findings": 0, "versions": 0, "pairs": 1, "beyond_chance": null, "earlier": 0, "earlier_beyond_chance": null, "equal": 2,
                "references": 0, "translations": 0, "at_least": false, "judged": 3}})
    );

    let json = ada.get(&format!("{path}/report")).await;
    assert_eq!(json.header("content-type"), "application/json");
    assert_eq!(json.text(), report().to_json());
    let again: Report = serde_json::from_slice(&json.body).unwrap();
    assert_eq!(again, report());
    assert_eq!(ada.get(&format!("{path}/report?revision=1")).await.body, json.body);
    assert_eq!(ada.get(&format!("{path}/report?revision=2")).await.code(), "not-found");

    let csv = ada.get(&format!("{path}/report.csv")).await;
    assert_eq!(csv.header("content-type"), "text/csv; charset=utf-8");
    assert_eq!(csv.body, chaffinch_report::csv(&report()));

    let folder = ada.get(&format!("{path}/report.zip")).await;
    for file in [&json, &csv, &folder] {
        assert!(file.header("content-disposition").starts_with("attachment;"));
        assert_eq!(file.header("x-content-type-options"), "nosniff");
    }
    let mut folder = zip::ZipArchive::new(Cursor::new(folder.body.to_vec())).unwrap();
    let mut read = |name: &str| {
        let mut text = String::new();
        folder.by_name(&format!("chaffinch-report/{name}")).unwrap().read_to_string(&mut text).unwrap();
        text
    };
    assert_eq!(read("report.json"), report().to_json());
    assert!(read("index.html").contains("pairs/1-2.html"));
    assert!(read("pairs/1-2.html").contains("main"));
}

#[tokio::test]
async fn pairs_come_page_by_page_without_matches_and_one_by_one_with_them() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let path = format!("/api/v1/batches/{}/pairs", ada.finished_batch().await);
    let first = ada.get(&format!("{path}?limit=1")).await.json();
    assert_eq!((&first["pairs"][0]["id"], &first["next"]), (&json!("1-2"), &json!(1)));
    assert_eq!(first["pairs"][0]["matches"], json!(null));
    let second = ada.get(&format!("{path}?limit=1&after=1")).await.json();
    assert_eq!((&second["pairs"][0]["id"], &second["next"]), (&json!("1-3"), &json!(null)));
    let one = ada.get(&format!("{path}/1-2")).await.json();
    assert_eq!(one, serde_json::to_value(&report().pairs[0]).unwrap());
    for nothing in ["2-3", "2-1", "1-1", "x", "1-2?revision=7"] {
        let answer = ada.get(&format!("{path}/{nothing}")).await;
        assert_eq!(
            (answer.status, answer.code().as_str()),
            (StatusCode::NOT_FOUND, "not-found"),
            "{nothing}"
        );
    }
}

#[tokio::test]
async fn pairs_come_without_names_where_these_are_hidden() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let batch = ada.finished_batch().await;
    let (path, key) = (format!("/api/v1/batches/{batch}/pairs"), app.key(batch).await);
    let mut sources = Sources::new();
    (1..=3).for_each(|submission| sources.insert(submission, 0, "int main(void) { return 0; }\n"));
    let (hidden, _) = hide_names(&report(), &sources, key, &[]);
    let id = hidden.pairs[0].id;
    assert_eq!(id, PairId::new(key.code(1), key.code(2)));
    let (one, listed) = (json!(hidden.pairs[0]), json!(hidden.head().pairs));
    let browser = ada.with("cookie", "chaffinch_names=hidden");
    for (caller, query) in [(&ada, "?names=hidden"), (&ada, "?names=hidden&revision=1"), (&browser, "")] {
        assert_eq!(caller.get(&format!("{path}/{id}{query}")).await.json(), one, "{query:?}");
        assert_eq!(caller.get(&format!("{path}{query}")).await.json()["pairs"], listed, "{query:?}");
    }
    let second = ada.get(&format!("{path}?names=hidden&limit=1&after=1")).await.json();
    assert_eq!(second["pairs"], json!([listed[1]]));
    let shown = browser.get(&format!("{path}/{id}?names=shown")).await.json();
    assert_eq!(shown, json!(report().pairs[0]));
}

#[tokio::test]
async fn what_has_not_changed_is_not_sent_again() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let batch = ada.finished_batch().await;
    let eve = app.account("eve").await;
    for path in [
        "/api/v1/openapi.json".to_owned(),
        "/api/v1/batches".to_owned(),
        format!("/api/v1/batches/{batch}"),
        format!("/api/v1/batches/{batch}/report"),
        format!("/api/v1/batches/{batch}/report?names=hidden"),
        format!("/api/v1/batches/{batch}/report.csv"),
        format!("/api/v1/batches/{batch}/report.zip"),
        format!("/api/v1/batches/{batch}/pairs"),
        format!("/api/v1/batches/{batch}/pairs?limit=1"),
        format!("/api/v1/batches/{batch}/pairs/1-2"),
        format!("/api/v1/batches/{batch}/revisions"),
    ] {
        let whole = ada.get(&path).await;
        assert_eq!(
            (whole.status.as_u16(), whole.header("cache-control")),
            (200, "private, no-cache"),
            "{path}"
        );
        let tag = whole.header("etag").to_owned();
        for known in [tag.clone(), format!("\"other\", {tag}"), "*".to_owned(), tag.replace("W/", "")] {
            let again = ada.with("if-none-match", &known).get(&path).await;
            assert_eq!((again.status.as_u16(), again.body.len()), (304, 0), "{path} {known}");
            assert_eq!((again.header("etag"), again.header("content-type")), (tag.as_str(), ""), "{path}");
        }
        let other = ada.with("if-none-match", "\"other\"").get(&path).await;
        assert_eq!((other.status.as_u16(), other.body), (200, whole.body), "{path}");
        if path.contains(&batch.to_string()) {
            // Knowing the entity tag does not give access.
            assert_eq!(eve.with("if-none-match", tag).get(&path).await.status.as_u16(), 404, "{path}");
        }
    }
    let path = format!("/api/v1/batches/{batch}");
    let before = ada.get(&path).await.header("etag").to_owned();
    assert!(
        ada.json(Method::POST, &format!("{path}/rescore"), &json!({"common_limit": 9}))
            .await
            .status
            .is_success()
    );
    assert_eq!(ada.with("if-none-match", before).get(&path).await.status.as_u16(), 200);
}
