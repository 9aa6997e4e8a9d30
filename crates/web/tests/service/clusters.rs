//! Clusters of an archive, over REST and on the page.

use axum::http::StatusCode;
use chaffinch_storage::{NewIngest, NewSubmission, Role};
use serde_json::json;

use crate::test_app::{CHANGING, Caller, TOO_LARGE, TestApp, Upload, ingest, refused, report};

/// Creates an archive with these submissions. All but the last one form one cluster.
async fn archive_of(app: &TestApp, caller: &Caller<'_>, names: Vec<String>) -> String {
    let made = caller.upload_to("/api/v1/archives", &Upload::class().field("name", "large")).await;
    let file = ingest(&report()).documents.remove(0);
    let mut content = NewIngest::default();
    for (name, number) in names.into_iter().zip(1..) {
        content.submissions.push(NewSubmission { name, number, ..NewSubmission::handed_out() });
        content.documents.push(chaffinch_storage::NewDocument { submission: number, ..file.clone() });
    }
    app.fill(content).await;
    made.json()["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn an_answer_tells_clusters_shares_and_sample() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let id = ada.archive("2024").await;
    let path = format!("/api/v1/archives/{id}/clusters");
    let answer = ada.get(&path).await;
    assert_eq!(
        answer.json(),
        json!({"state": 1, "measure": "resemblance", "threshold": 0.5, "next": null,
            "summary": {"submissions": 3, "clusters": 1, "clustered": 2, "single": 1, "apart": 1},
            "sample": {"fingerprints": 60, "one_in": 4, "common": 2, "common_limit": 1000},
            "submissions": [
                {"number": 1, "name": "s01", "cluster": 1, "size": 2, "representative": true, "kind": "similar",
                 "fingerprints": 10, "reason": null,
                 "strongest": {"number": 2, "name": "s02", "shared": 17, "resemblance": 0.5, "containment": 1.0,
                    "other_containment": 0.5}},
                {"number": 2, "name": "s02", "cluster": 1, "size": 2, "representative": false,
                 "kind": "shingle-equivalent", "fingerprints": 20, "reason": null,
                 "strongest": {"number": 1, "name": "s01", "shared": 17, "resemblance": 0.5, "containment": 1.0,
                    "other_containment": 0.5}},
                {"number": 3, "name": "s03", "cluster": 3, "size": 1, "representative": true, "kind": "single",
                 "fingerprints": 30, "reason": "too-short", "strongest": null}]})
    );
    let other = ada.get(&format!("{path}?measure=containment&threshold=1")).await.json();
    assert_eq!((&other["measure"], &other["threshold"]), (&json!("containment"), &json!(1.0)));
    assert_eq!(other["submissions"][0]["strongest"]["resemblance"], 0.25);

    // Pages can be read one after the other as long as the archive does not change.
    let page = ada.get(&format!("{path}?limit=2")).await.json();
    assert_eq!((page["submissions"].as_array().unwrap().len(), &page["next"]), (2, &json!("1/2")));
    let rest = ada.get(&format!("{path}?limit=2&after=1/2")).await.json();
    assert_eq!((&rest["submissions"][0]["number"], &rest["next"]), (&json!(3), &json!(null)));
    assert_eq!(ada.get(&format!("{path}?after=1/9")).await.json()["submissions"], json!([]));
    ada.upload_to(&format!("/api/v1/archives/{id}/submissions"), &Upload::class()).await;
    app.fill(ingest(&report())).await;
    refused(&ada.get(&format!("{path}?limit=2&after=1/2")).await, 409, "archive-changing");
    assert_eq!(ada.get(&path).await.json()["summary"]["submissions"], 6);
}

#[tokio::test]
async fn what_cannot_be_asked_is_refused() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let id = ada.archive("2024").await;
    let path = format!("/api/v1/archives/{id}/clusters");
    for query in [
        "threshold=1.5",
        "threshold=NaN",
        "threshold=-0.1",
        "threshold=half",
        "measure=distance",
        "after=1",
        "after=1/x",
        "limit=0",
        "limit=1001",
        "other=1",
    ] {
        refused(&ada.get(&format!("{path}?{query}")).await, 400, "invalid-query");
    }
    let large = ada.get(&format!("{path}?threshold={TOO_LARGE}")).await;
    refused(&large, 422, "archive-too-large");
    let detail = large.json()["detail"].as_str().unwrap().to_owned();
    assert!(detail.contains("more than 3 submissions") && detail.contains(&format!("archive clusters {id}")));
    refused(&ada.get(&format!("{path}?threshold={CHANGING}")).await, 409, "archive-changing");
    // An archive of another course is treated as not existing. A viewer of the course can see it.
    let eve = app.account("eve").await;
    for path in [path.clone(), format!("/archives/{id}/clusters")] {
        assert_eq!(eve.get(&path).await.status, StatusCode::NOT_FOUND);
    }
    eve.joins(ada.course, Role::Viewer).await;
    for path in [path, format!("/archives/{id}/clusters")] {
        assert_eq!(eve.get(&path).await.status, StatusCode::OK);
    }
}

#[tokio::test]
async fn the_page_asks_and_shows_clusters() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let id = ada.archive("<b>2024</b>").await;
    let path = format!("/archives/{id}/clusters");
    assert!(ada.get(&format!("/archives/{id}")).await.attributes("main a", "href").contains(&path));
    let page = ada.get(&path).await;
    assert_eq!(page.attributes("form.alike [name]", "name"), ["measure", "threshold"]);
    assert_eq!(page.attributes("#threshold", "value"), ["0.5"]);
    assert_eq!(page.attributes(".crumbs a", "href"), ["/archives".to_owned(), format!("/archives/{id}")]);
    assert_eq!(page.select("#found"), ["1 cluster"]);
    assert_eq!(page.select(".figures dd"), ["3", "2", "1"]);
    assert_eq!(page.select("div.alike tbody th"), ["s01", "s02"]);
    let first = page.select("div.alike tbody tr:first-child td");
    assert_eq!(first, ["s02", "50 %", "100 %", "50 %", "17 of 10"]);
    assert_eq!(page.select("div.alike tbody tr:nth-child(2) .chip"), ["same fingerprints"]);
    assert_eq!(page.select("details.apart p"), ["s03"]);
    assert!(page.select("#answer > .small")[0].contains("1 in 4"));

    // The query is the one that a browser sends.
    let asked = ada.get(&format!("{path}?measure=containment&threshold=0.75")).await;
    assert_eq!(asked.attributes("#measure option[selected]", "value"), ["containment"]);
    assert_eq!(asked.attributes("#threshold", "value"), ["0.75"]);
    assert_eq!(ada.get(&format!("{path}?measure=resemblance&threshold=")).await.status, StatusCode::OK);
    for (threshold, status) in
        [("2", 400), ("no", 400), (&TOO_LARGE.to_string(), 422), (&CHANGING.to_string(), 409)]
    {
        let refused = ada.get(&format!("{path}?threshold={threshold}")).await;
        assert_eq!(refused.status.as_u16(), status);
        assert_eq!(refused.select(".notice.error .reason").len(), 1);
        assert_eq!(refused.attributes("#threshold", "value"), [threshold]);
    }
    let hidden = ada.with("cookie", "chaffinch_names=hidden").get(&path).await;
    let names = hidden.select("div.alike tbody th");
    let codes: Vec<&str> = names.iter().map(|name| name.strip_prefix("Submission ").unwrap()).collect();
    assert!(codes.iter().all(|code| code.starts_with(char::is_alphabetic)) && codes.is_sorted(), "{codes:?}");
    assert!(!hidden.text().contains("s01"));
}

#[tokio::test]
async fn a_large_cluster_is_folded_and_names_are_only_text() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let mut names: Vec<String> = (0..450).map(|at| format!("s{at:03}")).collect();
    names[1] = "<script>alert(1)</script>\u{202e}&\"'".to_owned();
    let id = archive_of(&app, &ada, names).await;
    let path = format!("/archives/{id}/clusters");
    let page = ada.get(&path).await;
    assert_eq!(page.select("div.alike tbody tr").len(), 10);
    assert!(page.select("div.alike tbody th")[1].starts_with("<script>alert(1)</script>"));
    assert!(!page.text().contains('\u{202e}'), "what would deceive a reader is shown");
    let whole = format!("{path}?measure=resemblance&threshold=0.5&cluster=1");
    assert_eq!(page.attributes("div.alike > p a", "href"), std::slice::from_ref(&whole));
    assert_eq!(page.select("div.alike > p a"), ["and 439 more"]);
    let first = ada.get(&whole).await;
    assert_eq!(first.select("div.alike tbody tr").len(), 200);
    assert_eq!(first.attributes(".pager a", "href"), [format!("{whole}&page=2")]);
    let last = ada.get(&format!("{whole}&page=3")).await;
    assert_eq!(last.select("div.alike tbody tr").len(), 49);
    assert_eq!(last.attributes(".pager a", "href"), [format!("{whole}&page=2")]);
    for gone in [format!("{whole}&page=4"), format!("{path}?cluster=77"), format!("{path}?page=2")] {
        assert_eq!(ada.get(&gone).await.status, StatusCode::NOT_FOUND, "{gone}");
    }
    let none = archive_of(&app, &app.account("bob").await, vec!["alone".to_owned()]).await;
    let bob = app.account("eve").await;
    assert_eq!(bob.get(&format!("/archives/{none}/clusters")).await.status, StatusCode::NOT_FOUND);
}
