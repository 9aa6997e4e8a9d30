//! Marks of pairs, over REST and with the forms of the pages: who sees them, what two people do at the same time, the way
//! from pair to pair, and hidden names.

use axum::http::{Method, StatusCode};
use chaffinch_storage::{BatchId, Role};
use serde_json::{Value, json};

use crate::test_app::{Answer, Caller, TestApp};

fn api(batch: BatchId) -> String {
    format!("/api/v1/batches/{batch}/marks")
}

async fn put(caller: &Caller<'_>, batch: BatchId, pair: &str, body: Value) -> Answer {
    caller.json(Method::PUT, &format!("/api/v1/batches/{batch}/pairs/{pair}/mark"), &body).await
}

#[tokio::test]
async fn a_pair_is_marked_over_rest() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let grace = app.account("grace").await;
    grace.joins(ada.course, Role::Assistant).await;
    let batch = ada.finished_batch().await;
    assert_eq!(ada.get(&api(batch)).await.json(), json!({"marks": []}));

    let made = put(&ada, batch, "1-2", json!({"state": "talk", "note": " <same> typo ", "seen": 0})).await;
    let by = json!({"id": ada.account.to_string(), "name": "ada"});
    let mark = json!({"pair": "1-2", "state": "talk", "previous": null, "note": "<same> typo", "assignee": null,
        "by": by, "at": "2026-03-02T08:00:00Z", "version": 1});
    assert_eq!((made.status, made.json()), (StatusCode::OK, mark.clone()));
    assert_eq!(grace.get(&api(batch)).await.json(), json!({"marks": [mark]}));

    let late = put(&grace, batch, "1-2", json!({"state": "nothing", "seen": 0})).await;
    assert_eq!((late.status, late.code().as_str()), (StatusCode::CONFLICT, "mark-changed"));
    let taken =
        put(&grace, batch, "1-2", json!({"assignee": "grace", "state": null, "seen": 1})).await.json();
    assert_eq!(
        (&taken["state"], &taken["previous"], &taken["note"]),
        (&json!(null), &json!("talk"), &json!("<same> typo"))
    );
    assert_eq!((&taken["assignee"]["name"], &taken["version"]), (&json!("grace"), &json!(2)));

    for (body, field) in [
        (json!({"state": "guilty"}), "state"),
        (json!({"assignee": "eve"}), "assignee"),
        (json!({"note": "x".repeat(2001)}), "note"),
    ] {
        let refused = put(&ada, batch, "1-2", body).await;
        assert_eq!(
            (refused.status, refused.code().as_str()),
            (StatusCode::UNPROCESSABLE_ENTITY, "invalid-field"),
            "{field}"
        );
        assert!(refused.json()["detail"].as_str().unwrap().contains(field));
    }
    for pair in ["1-99", "2-1", "x"] {
        assert_eq!(put(&ada, batch, pair, json!({"state": "talk"})).await.code(), "not-found", "{pair}");
    }
    let table = ada.get(&format!("{}.csv", api(batch))).await.text();
    assert!(table.lines().next().unwrap().ends_with(",state,note,assignee,marked_by,marked_at"), "{table}");
    assert!(
        table.lines().nth(1).unwrap().ends_with(",,<same> typo,grace,grace,2026-03-02T08:00:00+00:00"),
        "{table}"
    );
}

#[tokio::test]
async fn readers_see_no_marks() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let alan = app.account("alan").await;
    alan.joins(ada.course, Role::Viewer).await;
    let batch = ada.finished_batch().await;
    put(&ada, batch, "1-2", json!({"state": "talk", "note": "zebra"})).await;
    let (_, secret) = ada.share(batch).await;
    let link = format!("/shared/{secret}");
    let page = format!("/batches/{batch}");
    for path in [page.clone(), format!("{page}/pairs/1-2"), format!("{page}/pairs/1-2?view=diff")] {
        assert!(ada.get(&path).await.text().contains("review.js"), "{path}");
        let text = alan.get(&path).await.text();
        assert!(!text.contains("zebra") && !text.contains("review.js"), "{path}");
    }
    for path in [link.clone(), format!("{link}/pairs/1-2"), format!("{page}/pairs/1-2/evidence.html")] {
        let text = ada.get(&path).await.text();
        assert!(!text.contains("zebra") && !text.contains("review.js"), "{path}");
    }
    for path in ["report", "report.csv"] {
        assert!(!ada.get(&format!("/api/v1/batches/{batch}/{path}")).await.text().contains("zebra"));
    }
    let folder = ada.get(&format!("/api/v1/batches/{batch}/report.zip")).await.body;
    let mut folder = zip::ZipArchive::new(std::io::Cursor::new(folder)).unwrap();
    for at in 0..folder.len() {
        let mut bytes = Vec::new();
        std::io::Read::read_to_end(&mut folder.by_index(at).unwrap(), &mut bytes).unwrap();
        assert!(!String::from_utf8_lossy(&bytes).contains("zebra"));
    }
    let read_only = ada.with_token(chaffinch_storage::Scope::Read).await;
    for caller in [&alan, &read_only] {
        assert_eq!(caller.get(&api(batch)).await.status, StatusCode::FORBIDDEN);
        assert_eq!(put(caller, batch, "1-2", json!({"state": null})).await.status, StatusCode::FORBIDDEN);
    }
}

#[tokio::test]
async fn a_review_needs_no_script() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let batch = ada.finished_batch().await;
    let overview = format!("/batches/{batch}");
    let start = ada.get(&overview).await.attributes("[data-start]", "href").remove(0);
    assert_eq!(start, format!("{overview}/pairs/1-2?above=1"));
    // Without the filter, the list has another pair.
    let start = format!("{overview}/pairs/1-2");
    let page = ada.get(&start).await;
    let form =
        |page: &Answer, name: &str| page.attributes(&format!(".marks [name={name}]"), "value").remove(0);
    assert_eq!(form(&page, "back"), start);
    let next = form(&page, "next");
    assert_ne!(next, start);
    let action = page.attributes(".marks", "action").remove(0);
    let fields =
        format!("seen={}&back={}&next={}", form(&page, "seen"), urlencoded(&start), urlencoded(&next));

    // Without going on, the reader stays on the page.
    let marked = ada.post(&action, &format!("{fields}&state=nothing")).await;
    assert_eq!((marked.status, marked.header("location")), (StatusCode::SEE_OTHER, start.as_str()));
    let page = ada.get(&start).await;
    assert_eq!(page.attributes(".marks [aria-pressed=true]", "data-state"), ["nothing"]);
    assert!(page.select(".marked-by")[0].contains("ada"));

    // The same page in another tab is outdated now.
    let outdated = ada.post(&action, &format!("{fields}&state=talk&advance=1")).await;
    let page = ada.get(outdated.header("location")).await;
    assert!(page.select("#notice")[0].contains("Your change was not saved"), "{}", page.text());
    assert_eq!(page.attributes(".marks [aria-pressed=true]", "data-state"), ["nothing"]);

    let fields = fields.replace("seen=0", "seen=1");
    let marked = ada.post(&action, &format!("{fields}&state=talk&advance=1")).await;
    let location = marked.header("location").to_owned();
    assert!(location.starts_with(next.split('?').next().unwrap()), "{location}");
    let page = ada.get(&location).await;
    assert!(page.select("#notice")[0].contains("Talk"), "{}", page.text());
    let undo = page.attributes("#notice form", "action").remove(0);
    let undone = ada.post(&undo, "").await;
    assert_eq!(undone.header("location"), next);
    let marks = ada.get(&api(batch)).await.json();
    assert_eq!(marks["marks"][0]["state"], "nothing");

    // A form that leads to another site leads to the report instead.
    let marked = ada.post(&action, "state=talk&back=https://example.org/").await;
    assert_eq!(marked.header("location"), overview);
}

fn urlencoded(text: &str) -> String {
    text.replace('?', "%3F").replace('=', "%3D").replace('&', "%26")
}

#[tokio::test]
async fn a_case_is_opened_beside_the_code() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let batch = ada.finished_batch().await;
    let page = format!("/batches/{batch}/pairs/1-2?above=1");
    let form = format!("submissions=1,2&pair=1-2&text=line+by+line&back={}", urlencoded(&page));
    let opened = ada.post(&format!("/batches/{batch}/cases"), &form).await;
    assert_eq!(opened.header("location"), page);
    let page = ada.get(&page).await;
    assert_eq!(page.attributes(".marks [aria-pressed=true]", "data-state"), ["case"]);
    let case = page.attributes(".case a", "href").remove(0);
    let case = ada.get(&case).await;
    assert!(case.text().contains("line by line"), "{}", case.text());
}

#[tokio::test]
async fn pairs_are_divided_among_members() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let grace = app.account("grace").await;
    grace.joins(ada.course, Role::Assistant).await;
    let batch = ada.finished_batch().await;
    let overview = format!("/batches/{batch}");
    let action = ada.get(&overview).await.attributes(".divide form", "action").remove(0);
    assert_eq!(ada.post(&action, "account=eve").await.code(), "invalid-field");
    assert_eq!(ada.post(&action, "").await.code(), "invalid-field");
    let divided = ada.post(&action, "account=grace").await;
    assert_eq!(divided.header("location"), format!("{overview}?mine=1"));
    let mine = |page: &Answer| page.attributes("tr[data-pair]", "data-pair").len();
    assert_eq!(mine(&ada.get(&format!("{overview}?mine=1")).await), 0);
    assert!(mine(&grace.get(&format!("{overview}?mine=1")).await) > 0);
}

#[tokio::test]
async fn hidden_names_hide_notes_and_numbers() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let batch = ada.finished_batch().await;
    put(&ada, batch, "1-2", json!({"state": "talk", "note": "s01 knows"})).await;
    let hidden = ada.with("cookie", "chaffinch_names=hidden");
    let marks = hidden.get(&api(batch)).await.json();
    let id = marks["marks"][0]["pair"].as_str().unwrap().to_owned();
    assert_eq!((&marks["marks"][0]["note"], &marks["marks"][0]["state"]), (&json!(null), &json!("talk")));
    assert_ne!(id, "1-2");
    let page = hidden.get(&format!("/batches/{batch}/pairs/{id}")).await;
    assert!(!page.text().contains("s01"), "{}", page.text());
    assert_eq!(page.attributes(".marks [aria-pressed=true]", "data-state"), ["talk"]);
    let refused = put(&hidden, batch, &id, json!({"note": "x"})).await;
    assert_eq!(refused.code(), "invalid-field");
    assert_eq!(put(&hidden, batch, &id, json!({"state": "case"})).await.status, StatusCode::OK);
    assert_eq!(put(&hidden, batch, "1-2", json!({"state": "case"})).await.code(), "not-found");
    assert_eq!(ada.get(&api(batch)).await.json()["marks"][0]["note"], "s01 knows");
}

#[tokio::test]
async fn the_list_of_comparisons_says_what_waits() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let batch = ada.finished_batch().await;
    let waits = async || ada.get("/").await.select(".attention li");
    assert_eq!(waits().await, Vec::<String>::new());
    put(&ada, batch, "1-2", json!({"state": "talk"})).await;
    let page = ada.get("/").await;
    assert_eq!(page.select(".reviewed"), ["1 pair marked"]);
    // The report names no more.
    assert!(page.select(".attention li").is_empty());
    put(&ada, batch, "1-2", json!({"state": null})).await;
    ada.case(batch).await;
    assert_eq!(waits().await, ["1 open case"]);
    let alan = app.account("alan").await;
    alan.joins(ada.course, Role::Viewer).await;
    assert!(alan.get("/").await.select(".reviewed").is_empty());
}
