//! Pages that change the settings of a comparison, and pages of cases, checked by CSS selectors.

use std::time::Duration;

use axum::http::StatusCode;
use chaffinch_storage::{Batches as _, JobPayload, Reports as _, Role, Storage};

use crate::test_app::{Answer, Caller, TestApp, Upload, ingest, report};

/// Sends a form and does the job that it starts, as a worker would.
async fn sent_and_done(app: &TestApp, answer: impl Future<Output = Answer>) -> (Answer, JobPayload) {
    let work = async {
        let storage: &dyn Storage = &app.storage;
        let mut changes = storage.changes();
        while storage.queue().await.unwrap().queued == 0 {
            changes.changed().await.unwrap();
        }
        app.work(&report(), ingest(&report())).await
    };
    tokio::join!(answer, work)
}

/// Starts a service whose forms wait for the result.
async fn patient() -> TestApp {
    TestApp::with(|settings| settings.settle = Duration::from_mins(1)).await
}

async fn done(ada: &Caller<'_>) -> String {
    format!("/batches/{}", ada.finished_batch().await)
}

#[tokio::test]
async fn another_review_makes_another_revision_and_can_be_undone() {
    let app = patient().await;
    let ada = app.account("ada").await;
    let batch = done(&ada).await;
    let report = ada.get(&batch).await;
    assert_eq!(report.attributes(".tabs a[href$='/review']", "href"), [format!("{batch}/review")]);
    let page = ada.get(&format!("{batch}/review")).await;
    assert_eq!(page.select("tr[data-revision] .chip"), ["current"]);
    assert_eq!(page.select("tr[data-revision] li"), ["first report"]);
    assert_eq!(page.attributes("#common_limit", "value"), ["0"]);

    let form = "common_limit=4&cutoff=20.5&teams=s1%2C+s2%0D%0A%0D%0As3&staff=s3%0D%0A";
    let path = format!("{batch}/review");
    let (sent, payload) = sent_and_done(&app, ada.post(&path, form)).await;
    assert_eq!((sent.status, sent.header("location")), (StatusCode::SEE_OTHER, batch.as_str()));
    let JobPayload::Rescore { review, .. } = payload else { panic!("{payload:?}") };
    assert_eq!((review.common_limit, review.cutoff), (4, Some(20.5)));
    assert_eq!(review.teams, [vec!["s1".to_owned(), "s2".to_owned()], vec!["s3".to_owned()]]);
    assert_eq!(review.staff, ["s3"]);
    let page = ada.get(&path).await;
    assert_eq!(page.select("#teams"), ["s1, s2\ns3"]);
    assert_eq!(page.attributes("tr[data-revision]", "data-revision"), ["2", "1"]);
    assert_eq!(page.select("tr[data-revision='2'] li").len(), 4);
    assert_eq!(page.select("tr[data-revision='2'] .chip").len(), 1);

    let back = ada.post(&format!("{batch}/revisions/1/current"), "").await;
    assert_eq!((back.status, back.header("location")), (StatusCode::SEE_OTHER, path.as_str()));
    let page = ada.get(&path).await;
    assert_eq!(page.select("tr[data-revision='1'] .chip"), ["current"]);
    assert_eq!(page.attributes("#common_limit", "value"), ["0"]);
    assert_eq!(page.select(".turns li").len(), 3);

    let wrong = ada.post(&path, "common_limit=many&cutoff=&teams=&staff=").await;
    assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(wrong.select("#refused")[0].contains("common_limit"));
}

#[tokio::test]
async fn a_passage_becomes_template_and_counts_again() {
    let app = patient().await;
    let ada = app.account("ada").await;
    let batch = done(&ada).await;
    let path = format!("{batch}/template");
    let region = "submission=1&file=0&start_byte=0&end_byte=9";
    let form = format!("{region}&back={batch}/pairs/1-2");
    let (sent, payload) = sent_and_done(&app, ada.post(&path, &form)).await;
    assert_eq!(sent.status, StatusCode::SEE_OTHER, "{}", sent.text());
    assert_eq!(sent.header("location"), format!("{batch}/pairs/1-2"));
    let JobPayload::Rescore { review, .. } = payload else { panic!("{payload:?}") };
    assert_eq!(review.templates.len(), 1);
    let page = ada.get(&format!("{batch}/review")).await;
    assert_eq!(page.select(".templates li").len(), 1);
    assert_eq!(page.attributes(".templates input[name=end_byte]", "value"), ["9"]);

    // A form cannot redirect to another site.
    let away = format!("{region}&remove=1&back=https://example.org/");
    let (sent, payload) = sent_and_done(&app, ada.post(&path, &away)).await;
    assert_eq!(sent.header("location"), batch);
    let JobPayload::Rescore { review, .. } = payload else { panic!("{payload:?}") };
    assert_eq!(review.templates, []);

    let beyond = ada.post(&path, "submission=1&file=0&start_byte=0&end_byte=4000000").await;
    assert_eq!(beyond.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(ada.post(&path, "submission=77&file=0&start_byte=0&end_byte=9").await.code(), "invalid-field");
}

#[tokio::test]
async fn a_pair_that_is_not_listed_leads_to_what_was_changed() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let batch = done(&ada).await;
    let page = ada.get(&format!("{batch}/pairs/2-3")).await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.attributes("main a", "href").contains(&format!("{batch}/review")));
    assert_eq!(ada.get(&format!("{batch}/pairs/2-77")).await.status, StatusCode::NOT_FOUND);
    assert_eq!(ada.get(&format!("{batch}/pairs/3-2")).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn late_work_is_taken_from_a_plain_form() {
    let app = patient().await;
    let ada = app.account("ada").await;
    let id = ada.finished_batch().await;
    let path = format!("/batches/{id}/late");
    let refused = ada.upload_to(&path, &Upload::default()).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(refused.select("#refused").len(), 1);
    let upload = Upload::default().file("submissions", "late.c", b"int main(void) { return 7; }");
    let (sent, payload) = sent_and_done(&app, ada.upload_to(&path, &upload)).await;
    assert_eq!(sent.status, StatusCode::SEE_OTHER, "{}", sent.text());
    assert!(matches!(payload, JobPayload::Late { .. }));
    assert_eq!(app.storage.revisions(id).await.unwrap().len(), 2);
    assert_eq!(app.storage.batch(id).await.unwrap().unwrap().revisions, 2);
}

#[tokio::test]
async fn a_viewer_sees_how_it_is_compared_and_changes_nothing() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let batch = done(&ada).await;
    let grace = app.account("grace").await;
    grace.joins(ada.course, Role::Viewer).await;
    let page = grace.get(&format!("{batch}/review")).await;
    assert_eq!(page.select("tr[data-revision]").len(), 1);
    assert!(page.select("main form").is_empty());
    let form = "common_limit=4&cutoff=&teams=&staff=";
    assert_eq!(grace.post(&format!("{batch}/review"), form).await.code(), "forbidden");
    assert_eq!(app.account("eve").await.post(&format!("{batch}/review"), form).await.code(), "not-found");
}

#[tokio::test]
async fn a_case_is_opened_decided_and_held() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let batch = done(&ada).await;
    assert_eq!(ada.get("/cases").await.select(".empty").len(), 1);
    let opened = ada.post(&format!("{batch}/cases"), "submissions=1,2&title=<i>Two</i>").await;
    assert_eq!(opened.status, StatusCode::SEE_OTHER, "{}", opened.text());
    let case = opened.header("location").to_owned();
    // Opening the same case again leads to the existing one.
    let again = ada.post(&format!("{batch}/cases"), "submissions=1,2").await;
    assert_eq!(again.header("location"), case);

    let pair = ada.get(&format!("{batch}/pairs/1-2")).await;
    assert_eq!(pair.attributes(".case a", "href"), std::slice::from_ref(&case));
    assert!(pair.select(".case form").is_empty(), "there is one already");

    let page = ada.get(&case).await;
    assert!(page.select("h1")[0].starts_with("<i>Two</i>"));
    assert_eq!(page.select(".persons li").len(), 2);
    assert_eq!(page.select("[data-event]").len(), 1);
    assert!(page.attributes(".places a", "href").contains(&format!("{batch}/pairs/1-2")));
    let events = format!("{case}/events");
    for (form, status) in [
        ("what=note&text=Both+heard.", "open"),
        ("what=status&status=suspicious&text=", "suspicious"),
        ("what=status&status=confirmed&text=Told+so.", "confirmed"),
        ("what=hold&text=The+board+meets.", "confirmed"),
    ] {
        let sent = ada.post(&events, form).await;
        assert_eq!((sent.status, sent.header("location")), (StatusCode::SEE_OTHER, case.as_str()), "{form}");
        assert_eq!(ada.get(&case).await.select("#status"), [status]);
    }
    let page = ada.get(&case).await;
    assert_eq!(page.select("[data-event]").len(), 5);
    assert!(page.select("#hold")[0].contains("The board meets."));
    let list = ada.get("/cases?status=confirmed").await;
    assert_eq!(list.attributes("tbody th a", "href"), std::slice::from_ref(&case));
    assert_eq!(list.select("tbody .chip"), ["confirmed", "legal hold"]);
    assert!(ada.get("/cases?status=open").await.select("tbody tr").is_empty());
    assert_eq!(ada.get("/cases?status=guilty").await.status, StatusCode::NOT_FOUND);

    // A batch with a legal hold cannot be deleted.
    assert_eq!(ada.post(&format!("{batch}/delete"), "").await.code(), "held");
    ada.post(&events, "what=release&text=Over.").await;
    assert_eq!(ada.post(&format!("{batch}/delete"), "").await.status, StatusCode::SEE_OTHER);
    assert!(ada.get(&case).await.select(".places").is_empty());
}

#[tokio::test]
async fn cases_show_what_one_may_do() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let batch = done(&ada).await;
    let case = ada.post(&format!("{batch}/cases"), "submissions=1,2").await.header("location").to_owned();
    assert!(ada.get(&case).await.select("h1")[0].starts_with("s01, s02: class"));
    let (viewer, assistant) = (app.account("grace").await, app.account("mary").await);
    viewer.joins(ada.course, Role::Viewer).await;
    assistant.joins(ada.course, Role::Assistant).await;
    assert!(viewer.get(&case).await.select("main form").is_empty());
    let page = assistant.get(&case).await;
    assert_eq!(page.attributes("#new-status option", "value"), ["open", "suspicious"]);
    assert!(page.select("#hold-form").is_empty());
    let decide = "what=status&status=confirmed";
    assert_eq!(assistant.post(&format!("{case}/events"), decide).await.code(), "forbidden");
    assert_eq!(app.account("eve").await.get(&case).await.code(), "not-found");
    assert_eq!(ada.post(&format!("{case}/events"), "what=dance").await.code(), "invalid-field");
}
