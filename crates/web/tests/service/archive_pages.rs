//! Pages of archives, checked by CSS selectors.

use axum::http::StatusCode;
use chaffinch_storage::{
    Archives as _, Batches as _, HolderId, JobProgress, Jobs as _, Keeping, Lane, NewArchived, NewRevision,
    Role,
};

use crate::test_app::{TestApp, Upload, ingest, report, revision};

#[tokio::test]
async fn the_list_leads_to_the_form_and_to_each_archive() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let first = ada.get("/archives").await;
    assert_eq!(first.attributes(".menu a[aria-current]", "href"), ["/archives"]);
    assert_eq!(first.attributes(".empty a", "href"), ["/archives/new"]);
    let id = ada.archive("<b>2024</b>").await;
    let list = ada.get("/archives").await;
    assert_eq!(list.select("tbody th a"), ["<b>2024</b>"]);
    assert_eq!(list.attributes("tbody th a", "href"), [format!("/archives/{id}")]);
    assert_eq!(list.select("tbody td.number"), ["3"]);
    assert_eq!(list.select("tbody .chip"), ["done"]);
    // A viewer sees the list, but no link to the form.
    let grace = app.account("grace").await;
    grace.joins(ada.course, Role::Viewer).await;
    assert_eq!(grace.get("/archives").await.select("tbody th a").len(), 1);
}

#[tokio::test]
async fn the_form_is_plain_and_makes_an_archive() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let form = ada.get("/archives/new").await;
    let names = form.attributes("form#upload [name]", "name");
    assert_eq!(
        names,
        [
            "name",
            "year",
            "reference_kind",
            "reference_source",
            "keeping",
            "keep_until",
            "submissions",
            "language",
            "layout"
        ]
    );
    // A browser sends every field of the form.
    let upload = Upload::class()
        .field("name", "2024")
        .field("year", "")
        .field("keeping", "reduced")
        .field("keep_until", "")
        .field("language", "auto")
        .field("layout", "auto");
    let sent = ada.upload_to("/archives/new", &upload).await;
    assert_eq!(sent.status, StatusCode::SEE_OTHER, "{}", sent.text());
    let page = ada.get(sent.header("location")).await;
    assert_eq!(page.select("h1"), ["2024"]);
    assert_eq!(page.select("[data-events] .stage"), ["Waiting for a worker"]);

    let again = ada.upload_to("/archives/new", &upload).await;
    assert_eq!(again.status, StatusCode::CONFLICT);
    assert!(again.select(".notice.error .reason")[0].contains("2024"));
    assert_eq!(again.attributes("#name", "value"), ["2024"]);
    assert_eq!(again.attributes("#keeping option[selected]", "value"), ["reduced"]);
}

#[tokio::test]
async fn a_finished_batch_offers_to_be_kept() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let batch = ada.finished_batch().await;
    let page = ada.get(&format!("/batches/{batch}")).await;
    let href = page.attributes(".report-menu a[href^='/archives/new']", "href").remove(0);
    let form = ada.get(&href).await;
    assert_eq!(form.attributes("#batch option[selected]", "value"), [batch.to_string()]);
    assert_eq!(form.attributes("#name", "value"), ["class"]);
    let upload = Upload::default().field("name", "class").field("batch", &batch.to_string());
    let upload = upload.file("submissions", "", b"");
    assert_eq!(ada.upload_to("/archives/new", &upload).await.status, StatusCode::SEE_OTHER);

    let grace = app.account("grace").await;
    grace.joins(ada.course, Role::Viewer).await;
    let page = grace.get(&format!("/batches/{batch}")).await;
    assert!(page.select(".report-menu a[href^='/archives/new']").is_empty());
    assert_eq!(grace.get(&href).await.code(), "forbidden");
    assert_eq!(app.account("eve").await.get(&href).await.code(), "not-found");
}

#[tokio::test]
async fn an_archive_shows_how_far_it_is_and_takes_more() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let id = ada.archive("2024").await;
    let path = format!("/archives/{id}");
    let batch = ada.finished_batch().await;
    let page = ada.get(&path).await;
    assert!(page.select(".progress[data-events]").is_empty());
    assert_eq!(page.attributes("#batch option", "value"), [String::new(), batch.to_string()]);
    let refused = ada.upload_to(&format!("{path}/submissions"), &Upload::default()).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(refused.select(".notice.error .reason").len(), 1);
    let sent = ada.upload_to(&format!("{path}/submissions"), &Upload::class()).await;
    assert_eq!((sent.status, sent.header("location")), (StatusCode::SEE_OTHER, path.as_str()));

    let claimed =
        app.storage.claim(HolderId::new(app.now()), Lane::Analysis, app.now()).await.unwrap().unwrap();
    let progress = JobProgress { stage: "tokenising".to_owned(), done: 2, total: 3 };
    app.storage.heartbeat(&claimed.lease, &progress).await.unwrap();
    let running = ada.get(&path).await;
    assert_eq!(
        (running.select("[data-events] .stage"), running.select("[data-events] .count")),
        (vec!["tokenising".to_owned()], vec!["2 of 3".to_owned()])
    );
    assert_eq!(running.attributes("[data-events]", "data-events"), [format!("/api/v1{path}/events")]);
    assert!(
        running.text().contains("<noscript><meta http-equiv=\"refresh\""),
        "only where there are no scripts"
    );
    app.storage.fail(&claimed.lease, "It needs <b>more</b> memory.", false, app.now()).await.unwrap();
    let failed = ada.get(&path).await;
    assert!(failed.select(".notice.error").concat().contains("It needs <b>more</b> memory."));
}

#[tokio::test]
async fn keeping_reducing_and_deleting_from_pages() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let id = ada.archive("2024").await;
    let path = format!("/archives/{id}");
    let kept = ada.post(&format!("{path}/keep"), "keep_until=2030-01-31").await;
    assert_eq!((kept.status, kept.header("location")), (StatusCode::SEE_OTHER, path.as_str()));
    assert_eq!(ada.get(&path).await.attributes("#keep_until", "value"), ["2030-01-31"]);
    ada.post(&format!("{path}/keep"), "keep_until=").await;
    assert_eq!(ada.get(&path).await.attributes("#keep_until", "value"), [""]);

    let ask = ada.get(&format!("{path}/reduce")).await;
    assert_eq!(ask.attributes("main form", "action"), [format!("{path}/reduce")]);
    assert_eq!(ask.select("main .notice strong"), ["Permanently deleted:", "Kept:"]);
    assert_eq!(
        app.storage.archive(id).await.unwrap().unwrap().keeping,
        Keeping::Sources,
        "asking takes nothing"
    );
    assert_eq!(ada.post(&format!("{path}/reduce"), "").await.header("location"), path);
    let page = ada.get(&path).await;
    assert!(page.select(&format!("main a[href='{path}/reduce']")).is_empty(), "once is enough");

    let ask = ada.get(&format!("{path}/delete")).await;
    assert_eq!(ask.attributes("main form", "action"), [format!("{path}/delete")]);
    assert!(app.storage.archive(id).await.unwrap().is_some(), "asking deletes nothing");
    assert_eq!(ada.post(&format!("{path}/delete"), "").await.header("location"), "/archives");
    assert!(app.storage.archive(id).await.unwrap().is_none());
}

#[tokio::test]
async fn a_viewer_is_offered_nothing_to_change() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let path = format!("/archives/{}", ada.archive("2024").await);
    let grace = app.account("grace").await;
    grace.joins(ada.course, Role::Viewer).await;
    assert!(grace.get(&path).await.select("main form, main a.danger").is_empty());
    grace.joins(ada.course, Role::Assistant).await;
    let page = grace.get(&path).await;
    assert_eq!((page.select("main form").len(), page.select("main a.danger").len()), (2, 0));
}

#[tokio::test]
async fn a_new_comparison_offers_the_archives() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    assert!(ada.get("/batches/new").await.select("[name=archives]").is_empty(), "nothing to choose from");
    let id = ada.archive("2024").await.to_string();
    let form = ada.get("/batches/new").await;
    assert_eq!(form.attributes("[name=archives]:not([type=hidden])", "value"), [id.as_str()]);
    assert_eq!(form.attributes("[name=archives][type=hidden]", "value"), ["none"]);
    assert_eq!(form.attributes("[name=archives][checked]", "value"), [id.as_str()], "those of the course");

    // What is ticked is compared. The browser sends the hidden field with each upload.
    let chosen = async |upload: Upload| {
        let sent = ada.upload_to("/batches/new", &upload).await;
        let batch = sent.header("location").rsplit('/').next().unwrap().parse().unwrap();
        app.storage.batch(batch).await.unwrap().unwrap().options.archives
    };
    let none = Upload::class().field("archives", "none");
    assert_eq!(chosen(none.clone()).await, Some(vec![]));
    assert_eq!(chosen(none.field("archives", &id)).await, Some(vec![id.parse().unwrap()]));

    let refused = Upload::class().field("archives", "none").field("language", "klingon");
    let refused = ada.upload_to("/batches/new", &refused).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refused.select("[name=archives][checked]").is_empty(), "still nothing ticked");
}

#[tokio::test]
async fn a_report_shows_the_archived_side_as_long_as_it_has_a_text() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let archive = ada.archive("2024").await;
    let batch = ada.batch().await;
    let mut old = report();
    old.submissions[1].archive =
        Some(chaffinch_report::Archive { name: "2024".to_owned(), year: Some(2024), reference: None });
    let (lease, _) = app.claim(Lane::Analysis).await.unwrap();
    let archived = vec![NewArchived { number: 2, archive, submission: 1 }];
    let new = NewRevision { archived, ..revision(&old) };
    app.storage.finish(&lease, new, ingest(&old), app.now()).await.unwrap();
    let path = format!("/batches/{batch}/pairs/1-2");
    let right = async || ada.get(&path).await.select("#right").concat();
    assert!(right().await.contains("archive 2024 (2024)") && right().await.contains("int main"));

    ada.post(&format!("/archives/{archive}/reduce"), "").await;
    let (lease, _) = app.claim(Lane::Maintenance).await.unwrap();
    let streams = app.storage.unreduced(archive, 10).await.unwrap();
    app.storage.reduce_documents(&lease, streams).await.unwrap();
    let reduced = right().await;
    assert!(reduced.contains("keeps no sources") && reduced.contains("main.c"), "{reduced}");
    assert!(reduced.contains("line 1") && !reduced.contains("int main"), "{reduced}");

    ada.post(&format!("/archives/{archive}/delete"), "").await;
    let removed = right().await;
    assert!(removed.contains("deleted after the comparison") && removed.contains("line 1"), "{removed}");
}
