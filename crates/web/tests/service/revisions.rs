//! Further reports over REST: rescoring, late submissions, and switching back to an earlier revision.

use axum::http::{Method, StatusCode};
use chaffinch_storage::{
    BatchId, Courses as _, Cutoff, JobPayload, Lane, NewIngest, Review, Role, TemplateRegion,
};
use serde_json::{Value, json};

use crate::test_app::{Answer, Caller, TestApp, Upload, ingest, report};

fn path(batch: BatchId) -> String {
    format!("/api/v1/batches/{batch}")
}

async fn rescore(caller: &Caller<'_>, batch: BatchId, asked: Value) -> Answer {
    caller.json(Method::POST, &format!("{}/rescore", path(batch)), &asked).await
}

#[tokio::test]
async fn a_report_is_made_again_and_gone_back_from() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let grace = app.account("grace").await;
    grace.joins(ada.course, Role::Assistant).await;
    let id = ada.finished_batch().await;
    let template = json!({"submission": 1, "file": 0, "start_byte": 0, "end_byte": 14});
    let asked = json!({"common_limit": 9, "cutoff": 12.5, "templates": [template], "teams": [["s01", "s02"]],
            "count_vendored": true, "count_given": true});
    let answer = rescore(&grace, id, asked).await;
    assert_eq!((answer.status, answer.header("location")), (StatusCode::ACCEPTED, path(id).as_str()));
    let queued = answer.json();
    assert_eq!((&queued["status"], &queued["work"]), (&json!("queued"), &json!("rescoring")));
    assert_eq!(queued["report"]["revision"], 1, "it stays");
    assert_eq!(ada.get(&format!("{}/report", path(id))).await.status, StatusCode::OK);
    for busy in [
        rescore(&ada, id, json!({})).await,
        ada.upload_to(&format!("{}/submissions", path(id)), &Upload::class()).await,
        ada.call(Method::POST, &format!("{}/revisions/1/current", path(id))).await,
    ] {
        assert_eq!((busy.status, busy.code().as_str()), (StatusCode::CONFLICT, "busy"));
    }
    let region = TemplateRegion { submission: 1, file: 0, start_byte: 0, end_byte: 14 };
    let review = Review {
        common_limit: 9,
        submission_limit: 0,
        cutoff: Some(Cutoff::Suspicion(12.5)),
        templates: vec![region],
        teams: vec![vec!["s01".to_owned(), "s02".to_owned()]],
        staff: Vec::new(),
        background: Vec::new(),
        count_vendored: true,
        count_given: true,
    };
    let done = app.work(&report(), NewIngest::default()).await;
    assert_eq!(done, JobPayload::Rescore { batch: id, review });

    // A setting that is not named stays. A setting that is null or empty is removed.
    rescore(&ada, id, json!({"cutoff": null, "teams": [], "staff": ["s03"], "remove_templates": [template]}))
        .await;
    app.work(&report(), NewIngest::default()).await;
    let undone = ada.call(Method::POST, &format!("{}/revisions/1/current", path(id))).await;
    assert_eq!((undone.status, &undone.json()["report"]["revision"]), (StatusCode::OK, &json!(1)));
    assert_eq!(undone.json()["revisions"], 3);

    let list = ada.get(&format!("{}/revisions", path(id))).await.json();
    assert_eq!(list["current"], 1);
    let told: Vec<_> = list["revisions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| json!([one["revision"], one["made_from"], one["author"]["name"], one["change"]]))
        .collect();
    assert_eq!(
        told,
        [
            json!([1, null, "ada", null]),
            json!([2, 1, "grace", {"common_limit": 9, "cutoff": 12.5, "add_templates": [template],
                "teams": [["s01", "s02"]], "count_vendored": true, "count_given": true}]),
            json!([3, 2, "ada", {"cutoff": null, "remove_templates": [template], "teams": [], "staff": ["s03"]}]),
        ]
    );
    assert_eq!(list["revisions"][2]["review"]["common_limit"], 9);
    let turns: Vec<_> = list["turns"]
        .as_array()
        .unwrap()
        .iter()
        .map(|turn| json!([turn["revision"], turn["by"]["name"], turn["reason"]]))
        .collect();
    assert_eq!(
        turns,
        [
            json!([1, "ada", "result"]),
            json!([2, "grace", "result"]),
            json!([3, "ada", "result"]),
            json!([1, "ada", "undo"]),
        ]
    );
    for missing in ["0", "4", "x"] {
        let answer = ada.call(Method::POST, &format!("{}/revisions/{missing}/current", path(id))).await;
        assert_eq!(answer.code(), "not-found", "{missing}");
    }
}

#[tokio::test]
async fn a_cutoff_is_a_number_of_pairs_expected_by_chance() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let id = ada.finished_batch().await;
    let rescored = async |asked: Value| {
        rescore(&ada, id, asked).await;
        let JobPayload::Rescore { review, .. } = app.work(&report(), NewIngest::default()).await else {
            panic!("it makes another report");
        };
        let list = ada.get(&format!("{}/revisions", path(id))).await.json();
        let made = list["revisions"].as_array().unwrap().last().unwrap().clone();
        let view = json!([made["review"]["cutoff_expect"], made["review"]["cutoff"], made["change"]]);
        (review.cutoff, view)
    };
    assert_eq!(
        rescored(json!({"cutoff_expect": 0.01})).await,
        (Some(Cutoff::Expect(0.01)), json!([0.01, null, {"cutoff_expect": 0.01}]))
    );
    // Clients that know only bits, or send what they have read, are understood.
    assert_eq!(
        rescored(json!({"cutoff": 20})).await,
        (Some(Cutoff::Suspicion(20.0)), json!([null, 20.0, {"cutoff": 20.0}]))
    );
    assert_eq!(
        rescored(json!({"cutoff_expect": 3, "cutoff": null})).await,
        (Some(Cutoff::Expect(3.0)), json!([3.0, null, {"cutoff_expect": 3.0}]))
    );
    assert_eq!(rescored(json!({"cutoff_expect": null})).await, (None, json!([null, null, {"cutoff": null}])));
}

#[tokio::test]
async fn a_review_that_means_nothing_is_refused() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let waiting = ada.batch().await;
    assert_eq!(rescore(&ada, waiting, json!({})).await.code(), "no-report");
    assert_eq!(
        ada.upload_to(&format!("{}/submissions", path(waiting)), &Upload::class()).await.code(),
        "no-report"
    );
    app.finish(&report()).await;
    let template = |submission: u32, file: u32, start: u32, end: u32| json!({"submission": submission, "file": file, "start_byte": start, "end_byte": end});
    for (field, asked) in [
        ("cutoff", json!({"cutoff": -1})),
        ("cutoff_expect", json!({"cutoff_expect": 0})),
        ("cutoff_expect", json!({"cutoff_expect": 1e10})),
        ("cutoff_expect", json!({"cutoff_expect": 0.01, "cutoff": 15})),
        // The value would be infinite in the report, and JSON cannot express that.
        ("cutoff", json!({"cutoff": 1.7e308})),
        ("templates", json!({"templates": [template(4, 0, 0, 9)]})),
        ("templates", json!({"add_templates": [template(1, 1, 0, 9)]})),
        ("templates", json!({"add_templates": [template(1, 0, 0, 30)]})),
        ("templates", json!({"add_templates": [template(1, 0, 9, 9)]})),
        ("remove_templates", json!({"remove_templates": [template(1, 0, 0, 9)]})),
    ] {
        let refused = rescore(&ada, waiting, asked.clone()).await;
        assert_eq!((refused.status.as_u16(), refused.code().as_str()), (422, "invalid-field"), "{asked}");
        assert!(refused.json()["detail"].as_str().unwrap().contains(&format!("{field:?}")), "{asked}");
    }
    for unreadable in [json!({"common": 3}), json!({"common_limit": -1}), json!({"teams": "s01"}), json!([])]
    {
        assert_eq!(rescore(&ada, waiting, unreadable.clone()).await.code(), "malformed", "{unreadable}");
    }
    assert_eq!(ada.get(&path(waiting)).await.json()["status"], "done", "nothing was queued");
}

#[tokio::test]
async fn late_work_joins_a_batch_once() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let id = ada.finished_batch().await;
    let submissions = format!("{}/submissions", path(id));
    let late = Upload::default().file("submissions", "s04.c", b"int late;\n");
    let keyed = ada.with("idempotency-key", "late-1");
    let first = keyed.upload_to(&submissions, &late).await;
    assert_eq!((first.status, first.header("location")), (StatusCode::ACCEPTED, path(id).as_str()));
    assert_eq!((&first.json()["status"], &first.json()["work"]), (&json!("queued"), &json!("late")));
    let again = keyed.upload_to(&submissions, &late).await;
    assert_eq!((again.status, again.json()), (StatusCode::ACCEPTED, first.json()));
    let other = Upload::default().file("submissions", "s05.c", b"int late;\n");
    assert_eq!(keyed.upload_to(&submissions, &other).await.code(), "idempotency-key-reused");
    let elsewhere = keyed.upload(&late).await;
    assert!(["idempotency-key-reused", "too-few-submissions"].contains(&elsewhere.code().as_str()));

    let mut joining = ingest(&report());
    joining.submissions.truncate(1);
    joining.documents.truncate(1);
    assert_eq!(app.work(&report(), joining).await, JobPayload::Late { batch: id, opens_case: false });
    assert_eq!(keyed.upload_to(&submissions, &late).await.json()["status"], "done");
    let list = ada.get(&format!("{}/revisions", path(id))).await.json();
    assert_eq!((&list["current"], &list["revisions"][1]["late"]), (&json!(2), &json!(1)));
    for (code, upload) in [
        ("no-submissions", Upload::default()),
        ("unknown-field", late.clone().field("layout", "whole")),
        ("unknown-field", late.clone().file("boilerplate", "x.c", b"int x;")),
    ] {
        assert_eq!(ada.upload_to(&submissions, &upload).await.code(), code);
    }
    // A batch that is being rescored still counts as finished, so an archive can be made from it.
    rescore(&ada, id, json!({"common_limit": 2})).await;
    let archive = Upload::default().field("name", "kept").field("batch", &id.to_string());
    assert_eq!(ada.upload_to("/api/v1/archives", &archive).await.status, StatusCode::CREATED);
}

/// Late submissions and drafts are compared with the archives that were named before.
#[tokio::test]
async fn archives_are_compared_with_for_those_who_may_see_them() {
    let app = TestApp::new().await;
    let (ada, grace, eve) = (app.account("ada").await, app.account("grace").await, app.account("eve").await);
    let archive = eve.archive("2024").await.to_string();
    ada.joins(eve.course, Role::Viewer).await;
    grace.joins(ada.course, Role::Assistant).await;
    let upload = Upload::class().field("archives", &archive);
    let batch: BatchId = ada.upload(&upload).await.json()["id"].as_str().unwrap().parse().unwrap();
    app.finish(&report()).await;
    let draft = ada.upload_to("/api/v1/drafts", &upload).await.header("location").to_owned();
    let late = Upload::default().file("submissions", "s04.c", b"int late;\n");
    let submissions = format!("{}/submissions", path(batch));
    let add = async |caller: &Caller<'_>| caller.upload_to(&submissions, &late).await;
    let refused = |answer: &Answer| {
        assert_eq!((answer.status.as_u16(), answer.code().as_str()), (422, "invalid-field"));
        assert!(answer.text().contains(&archive), "{}", answer.text());
    };
    refused(&add(&grace).await);
    app.storage.set_role(ada.account, eve.course, None, &app.by()).await.unwrap();
    refused(&add(&ada).await);
    refused(&ada.call(Method::POST, &format!("{draft}/run")).await);
    assert!(app.claim(Lane::Analysis).await.is_none(), "nothing was queued");
    // The account is a member again, and one archive has been deleted.
    ada.joins(eve.course, Role::Viewer).await;
    assert_eq!(ada.call(Method::POST, &format!("{draft}/run")).await.status, StatusCode::ACCEPTED);
    let deleted = eve.call(Method::DELETE, &format!("/api/v1/archives/{archive}")).await;
    assert_eq!(deleted.status, StatusCode::NO_CONTENT, "{}", deleted.text());
    assert_eq!(add(&grace).await.status, StatusCode::ACCEPTED);
}
