//! Pages that change the settings of a comparison, and pages of cases, checked by CSS selectors.

use std::time::Duration;

use axum::http::StatusCode;
use chaffinch_storage::{Batches as _, Cutoff, JobPayload, Reports as _, Role, Storage};

use chaffinch_report::Report;
use serde_json::json;

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
    assert_eq!(
        (sent.status, sent.header("location").to_owned()),
        (StatusCode::SEE_OTHER, format!("{batch}?rescored=2"))
    );
    let JobPayload::Rescore { review, .. } = payload else { panic!("{payload:?}") };
    assert_eq!((review.common_limit, review.cutoff), (4, Some(Cutoff::Suspicion(20.5))));
    assert_eq!(review.teams, [vec!["s1".to_owned(), "s2".to_owned()], vec!["s3".to_owned()]]);
    assert_eq!(review.staff, ["s3"]);
    let page = ada.get(&path).await;
    assert_eq!(page.select("#teams"), ["s1, s2\ns3"]);
    assert_eq!(page.attributes("tr[data-revision]", "data-revision"), ["2", "1"]);
    assert_eq!(page.select("tr[data-revision='2'] li").len(), 4);
    assert_eq!(page.select("tr[data-revision='2'] .chip").len(), 1);

    let back = ada.post(&format!("{batch}/revisions/1/current"), "").await;
    let restored = format!("{path}?restored=1");
    assert_eq!((back.status, back.header("location")), (StatusCode::SEE_OTHER, restored.as_str()));
    let page = ada.get(&restored).await;
    assert_eq!(page.select("#notice p"), ["Revision 1 is the current one again."]);
    assert_eq!(page.select("tr[data-revision='1'] .chip"), ["current"]);
    assert_eq!(page.attributes("#common_limit", "value"), ["0"]);
    assert_eq!(page.select(".turns li").len(), 3);

    let wrong = ada.post(&path, "common_limit=many&cutoff=&teams=&staff=").await;
    assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(wrong.select("#refused")[0].contains("common_limit"));
}

/// Returns a report of a class that is large enough for expect values.
fn with_expect() -> Report {
    let mut report = report();
    report.settings.cutoff_expect = Some(1.0);
    report.distribution = serde_json::from_value(json!({"submissions": 12, "pairs": 66, "bars": [],
        "chance": {"submissions": 12, "tail": {"from": 9.0, "rate": 1.0, "share": 0.1}, "bars": [{"from": 1.0, "to": 66.0, "pairs": 1}, {"from": 0.0, "to": 1.0, "pairs": 1}]}}))
    .unwrap();
    report.pairs.iter_mut().for_each(|pair| pair.expect = Some(0.5));
    report
}

#[tokio::test]
async fn the_cutoff_is_a_number_of_pairs_where_that_is_known() {
    let app = patient().await;
    let ada = app.account("ada").await;
    let small = ada.get(&format!("{}/review", done(&ada).await)).await;
    assert_eq!(small.attributes("#cutoff-form input[type=number]", "name"), ["cutoff"]);
    assert!(small.select("#cutoff-hint")[0].contains("at least ten people"));

    let id = ada.batch().await;
    app.finish(&with_expect()).await;
    let batch = format!("/batches/{id}");
    let path = format!("{batch}/review");
    let page = ada.get(&path).await;
    assert_eq!(page.attributes("#cutoff-form input[type=number]", "name"), ["cutoff_expect"]);
    assert_eq!(page.attributes("#limits-form input[type=number]", "name"), ["common_limit"]);
    let form = "common_limit=0&cutoff_expect=0.01&teams=&staff=";
    let (_, payload) = sent_and_done(&app, ada.post(&path, form)).await;
    let JobPayload::Rescore { review, .. } = payload else { panic!("{payload:?}") };
    assert_eq!(review.cutoff, Some(Cutoff::Expect(0.01)));
    let page = ada.get(&path).await;
    assert_eq!(page.select("tr[data-revision='2'] li"), ["cut-off 0.01 expected by chance"]);
    let both = ada.post(&path, &format!("{form}&cutoff=20")).await;
    assert!(both.select("#refused")[0].contains("cutoff_expect"));
}

#[tokio::test]
async fn the_effect_of_a_cutoff_is_shown_before_it_is_saved() {
    let app = patient().await;
    let ada = app.account("ada").await;
    let id = ada.batch().await;
    app.finish(&with_expect()).await;
    let path = format!("/batches/{id}/review");
    for (query, value, effect) in [
        ("", "", "Pairs that reach this cut-off: 2 (now 2). Clusters: 1 (now 1)."),
        ("?cutoff_expect=0.6", "0.6", "Pairs that reach this cut-off: 2 (now 2). Clusters: 1 (now 1)."),
        ("?cutoff_expect=0.4", "0.4", "Pairs that reach this cut-off: 0 (now 2). Clusters: 0 (now 1)."),
        ("?cutoff_expect=some", "some", "Enter a number greater than 0."),
        ("?cutoff_expect=-1", "-1", "Enter a number greater than 0."),
    ] {
        let page = ada.get(&format!("{path}{query}")).await;
        assert_eq!(page.attributes("#cutoff_expect", "value"), [value], "{query}");
        assert_eq!(page.select("#cutoff-effect"), [effect], "{query}");
    }
    assert_eq!(app.storage.batch(id).await.unwrap().unwrap().revisions, 1, "nothing is saved");
}

#[tokio::test]
async fn each_group_of_settings_is_saved_by_itself() {
    let app = patient().await;
    let ada = app.account("ada").await;
    let batch = done(&ada).await;
    let path = format!("{batch}/review");
    for form in ["cutoff=20.5&revision=1", "common_limit=4&revision=2", "teams=s1%2C+s2&staff=s3&revision=3"]
    {
        let (sent, _) = sent_and_done(&app, ada.post(&path, form)).await;
        assert_eq!(sent.status, StatusCode::SEE_OTHER, "{form}");
        assert_eq!(ada.get(sent.header("location")).await.select("#notice form button"), ["Undo"], "{form}");
    }
    let page = ada.get(&path).await;
    assert_eq!(page.attributes("#cutoff", "value"), ["20.5"]);
    assert_eq!(page.attributes("#common_limit", "value"), ["4"]);
    assert_eq!(page.select("#teams"), ["s1, s2"]);
}

#[tokio::test]
async fn what_the_slider_shows_can_be_saved() {
    let app = patient().await;
    let ada = app.account("ada").await;
    let id = ada.batch().await;
    app.finish(&with_expect()).await;
    let batch = format!("/batches/{id}");
    let (viewer, assistant) = (app.account("grace").await, app.account("mary").await);
    viewer.joins(ada.course, Role::Viewer).await;
    assistant.joins(ada.course, Role::Assistant).await;
    assert_eq!(viewer.get(&batch).await.select("#cutoff-form [formmethod=post]").len(), 0);
    assert_eq!(assistant.get(&batch).await.select("#cutoff-form [formmethod=post]").len(), 1);
    let page = ada.get(&format!("{batch}?q=s0&cutoff=0.02")).await;
    assert_eq!(page.attributes("#cutoff", "value"), ["0.02"]);
    let save = page.attributes("#cutoff-form [formmethod=post]", "formaction");
    assert_eq!(save, [format!("{batch}/cutoff?unit=expect&back=%2Fbatches%2F{id}%3Fq%3Ds0")]);
    // The form sends the filters too, which do not matter here.
    let (sent, payload) =
        sent_and_done(&app, ada.post(&save[0], "cutoff=0.02&q=s0&language=&archive=")).await;
    assert_eq!(sent.header("location"), format!("{batch}?q=s0&rescored=2"));
    let JobPayload::Rescore { review, .. } = payload else { panic!("{payload:?}") };
    assert_eq!(review.cutoff, Some(Cutoff::Expect(0.02)));
    for wrong in ["cutoff=0", "cutoff=x"] {
        assert_eq!(ada.post(&save[0], wrong).await.code(), "invalid-field", "{wrong}");
    }
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
    assert_eq!(sent.header("location"), format!("{batch}/pairs/1-2?rescored=2"));
    let JobPayload::Rescore { review, .. } = payload else { panic!("{payload:?}") };
    assert_eq!(review.templates.len(), 1);
    let page = ada.get(&format!("{batch}/review")).await;
    assert_eq!(page.select(".templates li").len(), 1);
    assert_eq!(page.attributes(".templates input[name=end_byte]", "value"), ["9"]);

    // A form cannot redirect to another site.
    let away = format!("{region}&remove=1&back=https://example.org/");
    let (sent, payload) = sent_and_done(&app, ada.post(&path, &away)).await;
    assert_eq!(sent.header("location"), format!("{batch}?rescored=3"));
    let JobPayload::Rescore { review, .. } = payload else { panic!("{payload:?}") };
    assert_eq!(review.templates, []);

    let beyond = ada.post(&path, "submission=1&file=0&start_byte=0&end_byte=4000000").await;
    assert_eq!(beyond.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(ada.post(&path, "submission=77&file=0&start_byte=0&end_byte=9").await.code(), "invalid-field");
}

#[tokio::test]
async fn given_code_of_several_passages_becomes_templates_at_once() {
    let app = patient().await;
    let ada = app.account("ada").await;
    let batch = done(&ada).await;
    let path = format!("{batch}/template");
    let region = "submission=1&file=0&start_byte=0&end_byte=9";
    let form = format!("{region}&further=0:10-14%200:15-20");
    let (sent, payload) = sent_and_done(&app, ada.post(&path, &form)).await;
    assert_eq!(sent.status, StatusCode::SEE_OTHER, "{}", sent.text());
    let JobPayload::Rescore { review, .. } = payload else { panic!("{payload:?}") };
    let bytes: Vec<(u32, u32)> = review.templates.iter().map(|one| (one.start_byte, one.end_byte)).collect();
    assert_eq!(bytes, [(0, 9), (10, 14), (15, 20)]);
    for wrong in ["0:10", "0-14", "x:1-2", "0:10-14-15", "0:-4"] {
        assert_eq!(
            ada.post(&path, &format!("{region}&further={wrong}")).await.code(),
            "invalid-field",
            "{wrong}"
        );
    }
}

#[tokio::test]
async fn code_that_many_share_is_counted_with_one_click() {
    let app = patient().await;
    let ada = app.account("ada").await;
    let batch = done(&ada).await;
    for (form, counts) in [("count=true", true), ("", false)] {
        let (sent, payload) = sent_and_done(&app, ada.post(&format!("{batch}/given"), form)).await;
        assert_eq!(sent.status, StatusCode::SEE_OTHER, "{}", sent.text());
        let JobPayload::Rescore { review, .. } = payload else { panic!("{payload:?}") };
        assert_eq!(review.count_given, counts);
        let history = ada.get(&format!("{batch}/review")).await.text();
        let said = if counts { "code that many share is counted" } else { "code that many share is ignored" };
        assert!(history.contains(said), "{said}");
    }
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
    assert_eq!(page.select(".persons tbody tr").len(), 2);
    assert_eq!(page.select("[data-event]").len(), 1);
    assert_eq!(page.attributes(".case-pairs th a", "href"), [format!("{batch}/pairs/1-2")]);
    assert_eq!(page.attributes(".case-file a", "href"), [format!("{case}/evidence.html")]);
    assert_eq!(page.attributes(".places a", "href"), std::slice::from_ref(&batch));
    let redacted = ["left", "right"].map(|side| format!("{batch}/pairs/1-2/evidence.html?for={side}"));
    assert_eq!(page.attributes(".persons td:last-child a", "href"), redacted);
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

#[tokio::test]
async fn a_notice_says_what_was_done_and_takes_it_back() {
    let app = patient().await;
    let ada = app.account("ada").await;
    let batch = done(&ada).await;
    let pair = format!("{batch}/pairs/1-2");
    let form = format!("submission=1&file=0&start_byte=0&end_byte=9&back={pair}%3Fat=l-1%23l-1");
    let (sent, _) = sent_and_done(&app, ada.post(&format!("{batch}/template"), &form)).await;
    assert_eq!(sent.header("location"), format!("{pair}?at=l-1&rescored=2#l-1"));
    let excluded = "Re-scored: 1 passage ignored as starter code, 2 pairs changed.";
    for path in
        [format!("{pair}?rescored=2"), format!("{batch}?rescored=2"), format!("{batch}/pairs/2-3?rescored=2")]
    {
        let page = ada.get(&path).await;
        assert_eq!(page.select("main #notice p"), [excluded], "{path}");
    }
    assert!(ada.get(&pair).await.select("#notice").is_empty());
    let grace = app.account("grace").await;
    grace.joins(ada.course, Role::Viewer).await;
    let page = grace.get(&format!("{pair}?rescored=2")).await;
    assert_eq!(page.select("#notice p"), [excluded]);
    assert!(page.select("#notice form").is_empty(), "a viewer takes nothing back");

    let undo = ada.get(&format!("{pair}?rescored=2")).await.attributes("#notice form", "action").remove(0);
    let undone = ada.post(&undo, "").await;
    assert_eq!(
        (undone.status, undone.header("location")),
        (StatusCode::SEE_OTHER, &*format!("{pair}?restored=1"))
    );
    let page = ada.get(&format!("{pair}?restored=1")).await;
    assert_eq!(page.select("#notice p"), ["Revision 1 is the current one again."]);
    assert!(ada.get(&format!("{pair}?rescored=2")).await.select("#notice").is_empty(), "it is undone");

    // The history says what each revision changed.
    let page = ada.get(&format!("{batch}/review")).await;
    let effect = page.select("tr[data-revision='2'] .effect span");
    assert_eq!(effect, ["2 pairs changed", "2 pairs listed"]);
    assert_eq!(page.select("tr[data-revision='1'] .effect span"), ["2 pairs listed"]);
    // A form cannot redirect to another site.
    let away = ada.post(&format!("{batch}/revisions/2/current?back=https://example.org/"), "").await;
    assert_eq!(away.header("location"), format!("{batch}?restored=2"));
}

#[tokio::test]
async fn a_slow_revision_is_waited_for_on_the_page_of_settings() {
    let app = TestApp::with(|settings| settings.settle = Duration::ZERO).await;
    let ada = app.account("ada").await;
    let batch = done(&ada).await;
    let form = format!("submission=1&file=0&start_byte=0&end_byte=9&back={batch}/pairs/1-2");
    let sent = ada.post(&format!("{batch}/template"), &form).await;
    let back = format!("{batch}/pairs/1-2").replace('/', "%2F");
    let waiting = format!("{batch}/review?back={back}");
    assert_eq!((sent.status, sent.header("location")), (StatusCode::SEE_OTHER, waiting.as_str()));
    let page = ada.get(&waiting).await;
    assert_eq!((page.status, page.select(".progress").len()), (StatusCode::OK, 1));
    app.work(&report(), ingest(&report())).await;
    let finished = ada.get(&waiting).await;
    assert_eq!(finished.status, StatusCode::SEE_OTHER);
    assert_eq!(finished.header("location"), format!("{batch}/pairs/1-2?rescored=2"));
}

#[tokio::test]
async fn outdated_settings_change_nothing_and_keep_what_was_typed() {
    let app = patient().await;
    let ada = app.account("ada").await;
    let batch = done(&ada).await;
    let path = format!("{batch}/review");
    let form = "common_limit=4&cutoff=&teams=&staff=s3&revision=1";
    sent_and_done(&app, ada.post(&path, form)).await;
    let refused = ada.post(&path, "common_limit=7&cutoff=9&teams=s1%2C+s2&staff=&revision=1").await;
    assert_eq!(refused.status, StatusCode::CONFLICT);
    assert!(refused.select("#refused")[0].starts_with("Somebody else has changed the settings"));
    assert_eq!(refused.attributes("#common_limit", "value"), ["7"]);
    assert_eq!(refused.select("#teams"), ["s1, s2"]);
    assert_eq!(refused.attributes("#people-form [name=revision]", "value"), ["2"]);
    let page = ada.get(&path).await;
    assert_eq!((page.select("#staff"), page.select("tr[data-revision]").len()), (vec!["s3".to_owned()], 2));
}

#[tokio::test]
async fn starter_code_is_added_after_the_upload() {
    let app = patient().await;
    let ada = app.account("ada").await;
    let id = ada.finished_batch().await;
    let path = format!("/batches/{id}/boilerplate");
    let refused = ada.upload_to(&path, &Upload::default()).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refused.select("#refused")[0].contains("boilerplate"));
    let wrong = Upload::default().file("submissions", "late.c", b"int main(void) { return 7; }");
    assert_eq!(ada.upload_to(&path, &wrong).await.status, StatusCode::UNPROCESSABLE_ENTITY);
    let upload = || Upload::default().file("boilerplate", "given.c", b"int main(void) { return 7; }");
    let (sent, payload) = sent_and_done(&app, ada.upload_to(&path, &upload())).await;
    assert_eq!(
        (sent.status, sent.header("location")),
        (StatusCode::SEE_OTHER, &*format!("/batches/{id}?rescored=2"))
    );
    assert!(matches!(payload, JobPayload::Late { .. }));
    let accepted = ada.upload_to(&format!("/api/v1/batches/{id}/boilerplate"), &upload()).await;
    assert_eq!(accepted.status, StatusCode::ACCEPTED, "{}", accepted.text());
    let refused = ada.upload_to(&format!("/api/v1/batches/{id}/boilerplate"), &upload()).await;
    assert_eq!(refused.code(), "busy");
}

#[tokio::test]
async fn an_error_page_leads_back_to_the_page_with_the_form() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let batch = done(&ada).await;
    let form = "submission=77&file=0&start_byte=0&end_byte=9";
    for (referer, back) in [
        ("http://chaffinch.test:8080/batches/1?view=diff", Some("/batches/1?view=diff")),
        ("http://chaffinch.test:8080//example.org/", None),
        ("nonsense", None),
    ] {
        let refused = ada.with("referer", referer).post(&format!("{batch}/template"), form).await;
        let ways = refused.attributes(".ways a", "href");
        let expected: Vec<&str> = back.into_iter().chain(["/", "/batches/new"]).collect();
        assert_eq!(ways[..expected.len()], expected, "{referer}");
    }
}
