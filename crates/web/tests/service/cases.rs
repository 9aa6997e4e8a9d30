//! Cases over REST: they are opened, commented, decided and held.

use axum::http::{Method, StatusCode};
use chaffinch_storage::{BatchId, Role};
use serde_json::{Value, json};

use crate::test_app::{Answer, Caller, TestApp, report};

const API: &str = "/api/v1/cases";

async fn open(caller: &Caller<'_>, batch: BatchId, submissions: &[u32]) -> Answer {
    caller.json(Method::POST, API, &json!({"batch": batch, "submissions": submissions})).await
}

async fn tell(caller: &Caller<'_>, case: &str, event: Value) -> Answer {
    caller.json(Method::POST, &format!("{API}/{case}/events"), &event).await
}

fn kinds(case: &Value) -> Vec<&str> {
    case["events"].as_array().unwrap().iter().map(|event| event["kind"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn a_case_is_opened_told_and_found_again() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let batch = ada.finished_batch().await;
    let asked = json!({"batch": batch, "submissions": [2, 1], "status": "suspicious", "title": " Sheet 3 ",
        "text": "Žiga's <b>note</b>"});
    let made = ada.json(Method::POST, API, &asked).await;
    let case = made.json();
    let id = case["id"].as_str().unwrap();
    assert_eq!((made.status, made.header("location")), (StatusCode::CREATED, format!("{API}/{id}").as_str()));
    let ada_told = json!({"id": ada.account.to_string(), "name": "ada"});
    assert_eq!(
        case,
        json!({"id": id, "course": ada.course.to_string(), "title": "Sheet 3", "status": "suspicious",
            "created": "2026-03-02T08:00:00Z", "creator": ada_told, "reviewer": null, "hold": null,
            "persons": ["s01", "s02"], "submissions": [
                {"batch": batch.to_string(), "archive": null, "number": 1, "person": "s01"},
                {"batch": batch.to_string(), "archive": null, "number": 2, "person": "s02"}],
            "events": [{"number": 1, "at": "2026-03-02T08:00:00Z", "by": ada_told, "kind": "opened",
                "batch": batch.to_string(), "revision": 1, "submissions": [2, 1], "status": "suspicious",
                "text": "Žiga's <b>note</b>"}]})
    );
    assert_eq!(ada.get(&format!("{API}/{id}")).await.json(), case);
    let again = open(&ada, batch, &[1, 2]).await;
    assert_eq!((again.status, again.code().as_str()), (StatusCode::CONFLICT, "case-exists"));
    assert!(again.json()["detail"].as_str().unwrap().contains(id));

    let other = ada.finished_batch().await;
    let added = tell(&ada, id, json!({"kind": "add", "batch": other, "submissions": [3]})).await;
    assert_eq!(
        (added.status, &added.json()["persons"]),
        (StatusCode::CREATED, &json!(["s01", "s02", "s03"]))
    );
    let here = ada.get(&format!("/api/v1/batches/{other}/cases")).await.json();
    assert_eq!((&here["cases"][0]["id"], &here["cases"][0]["whole"]), (&json!(id), &json!(true)));
    assert_eq!(here["cases"][0]["here"][2], json!({"submission": 3, "person": "s03"}));

    app.wait(chrono::TimeDelta::minutes(1));
    open(&ada, batch, &[1, 2]).await;
    let ids = |list: Value| {
        list["cases"].as_array().unwrap().iter().map(|case| case["id"].clone()).collect::<Vec<_>>()
    };
    let first = ada.get(&format!("{API}?limit=1")).await.json();
    let next = first["next"].as_str().unwrap();
    assert_eq!(ids(ada.get(&format!("{API}?limit=1&after={next}")).await.json()), [json!(id)]);
    assert_eq!(ids(ada.get(&format!("{API}?status=suspicious")).await.json()), [json!(id)]);
    assert_eq!(ids(ada.get(&format!("{API}?course={}", ada.course)).await.json()).len(), 2);
    assert_eq!(ada.get(&format!("{API}?status=guilty")).await.code(), "invalid-query");
    assert!(ids(app.account("eve").await.get(API).await.json()).is_empty());
}

#[tokio::test]
async fn each_role_does_its_part() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let (grace, lise) = (app.account("grace").await, app.account("lise").await);
    let batch = ada.finished_batch().await;
    grace.joins(ada.course, Role::Viewer).await;
    assert_eq!(open(&grace, batch, &[1, 2]).await.code(), "forbidden");
    grace.joins(ada.course, Role::Assistant).await;
    let case = open(&grace, batch, &[1, 2]).await.json();
    let id = case["id"].as_str().unwrap();
    let (confirm, hold) =
        (json!({"kind": "status", "status": "confirmed", "text": "y"}), json!({"kind": "hold", "text": "x"}));
    assert_eq!(tell(&grace, id, json!({"text": "line by line"})).await.status, StatusCode::CREATED);
    let suspicious = json!({"kind": "status", "status": "suspicious"});
    assert_eq!(tell(&grace, id, suspicious.clone()).await.json()["status"], "suspicious");
    for above in [&confirm, &json!({"kind": "reviewer", "reviewer": "ada"}), &hold] {
        assert_eq!(tell(&grace, id, above.clone()).await.code(), "forbidden", "{above}");
    }
    lise.joins(ada.course, Role::Instructor).await;
    assert_eq!(tell(&lise, id, hold).await.code(), "forbidden");
    for nobody in ["grace", "eve"] {
        let refused = tell(&lise, id, json!({"kind": "reviewer", "reviewer": nobody})).await;
        assert_eq!((refused.status.as_u16(), refused.code().as_str()), (422, "invalid-field"), "{nobody}");
    }
    let named = tell(&lise, id, json!({"kind": "reviewer", "reviewer": "ada"})).await.json();
    assert_eq!(named["reviewer"]["name"], "ada");
    let refused = tell(&lise, id, confirm.clone()).await;
    assert_eq!((refused.status, refused.code().as_str()), (StatusCode::CONFLICT, "reviewer-decides"));
    assert_eq!(tell(&ada, id, confirm).await.json()["status"], "confirmed");
    assert_eq!(
        tell(&grace, id, suspicious).await.code(),
        "forbidden",
        "a decision is not an assistant's to undo"
    );
    let case = ada.get(&format!("{API}/{id}")).await.json();
    assert_eq!(kinds(&case), ["opened", "note", "status", "reviewer", "status"]);
    assert_eq!(case["events"][3]["reviewer"]["name"], "ada");
    assert_eq!(case["events"][4]["by"]["name"], "ada");
}

#[tokio::test]
async fn a_hold_keeps_what_a_case_needs() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let batch = ada.finished_batch().await;
    let path = format!("/api/v1/batches/{batch}");
    let case = open(&ada, batch, &[1, 2]).await.json();
    let id = case["id"].as_str().unwrap();
    let held = tell(&ada, id, json!({"kind": "hold", "text": "hearing in May"})).await.json();
    assert_eq!(held["hold"], json!({"reason": "hearing in May", "since": "2026-03-02T08:00:00Z"}));
    assert_eq!(ada.get(&path).await.json()["held_by"], json!([id]));
    let refused = ada.call(Method::DELETE, &path).await;
    assert_eq!((refused.status, refused.code().as_str()), (StatusCode::CONFLICT, "held"));
    assert!(refused.json()["detail"].as_str().unwrap().contains(id));
    let page = ada.in_browser().await.post(&format!("/batches/{batch}/delete"), "").await;
    assert_eq!((page.status, page.code().as_str()), (StatusCode::CONFLICT, "held"));
    assert_eq!(ada.get(&path).await.status, StatusCode::OK);
    let lifted = tell(&ada, id, json!({"kind": "release", "text": "it is over"})).await.json();
    assert_eq!((&lifted["hold"], kinds(&lifted).last()), (&Value::Null, Some(&"release")));
    assert_eq!(ada.call(Method::DELETE, &path).await.status, StatusCode::NO_CONTENT);
    let left = ada.get(&format!("{API}/{id}")).await.json();
    assert_eq!((&left["persons"], &left["submissions"]), (&json!(["s01", "s02"]), &json!([])));
}

#[tokio::test]
async fn what_cannot_be_meant_is_refused() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let batch = ada.finished_batch().await;
    let waiting = ada.batch().await;
    let foreign = app.account("eve").await.batch().await;
    app.finish(&report()).await;
    app.finish(&report()).await;
    let _ = waiting;
    let long = "x".repeat(10_001);
    let many: Vec<u32> = (0..1001).collect();
    for asked in [
        json!({"batch": foreign, "submissions": [1]}),
        json!({"batch": "0190a2f0-0000-7000-8000-000000000000", "submissions": [1]}),
        json!({"batch": batch, "submissions": []}),
        json!({"batch": batch, "submissions": [4]}),
        json!({"batch": batch, "submissions": many}),
        json!({"batch": batch, "submissions": [1], "revision": 2}),
        json!({"batch": batch, "submissions": [1], "status": "confirmed"}),
        json!({"batch": batch, "submissions": [1], "title": "x".repeat(201)}),
        json!({"batch": batch, "submissions": [1], "text": long}),
    ] {
        let refused = ada.json(Method::POST, API, &asked).await;
        assert_eq!((refused.status.as_u16(), refused.code().as_str()), (422, "invalid-field"), "{asked}");
    }
    assert_eq!(ada.get(API).await.json()["cases"], json!([]));
    let id = open(&ada, batch, &[1, 2]).await.json()["id"].as_str().unwrap().to_owned();
    for event in [
        json!({}),
        json!({"text": "  "}),
        json!({"kind": "hold"}),
        json!({"kind": "status"}),
        json!({"kind": "status", "status": "guilty"}),
        json!({"kind": "note", "text": "x", "status": "open"}),
        json!({"kind": "reviewer", "reviewer": "ada"}),
        json!({"kind": "add"}),
        json!({"kind": "add", "batch": batch, "submissions": [9]}),
        json!({"kind": "add", "batch": foreign, "submissions": [1]}),
        json!({"kind": "verdict"}),
    ] {
        let refused = tell(&ada, &id, event.clone()).await;
        assert_eq!((refused.status.as_u16(), refused.code().as_str()), (422, "invalid-field"), "{event}");
    }
    assert_eq!(tell(&ada, &id, json!({"words": "x"})).await.code(), "malformed");
    assert_eq!(kinds(&ada.get(&format!("{API}/{id}")).await.json()), ["opened"]);
}

#[tokio::test]
async fn a_full_case_takes_no_more_notes_and_can_be_decided() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let batch = ada.finished_batch().await;
    let id = open(&ada, batch, &[1, 2]).await.json()["id"].as_str().unwrap().to_owned();
    // The note has 40 kB, so 26 of them fit into the limit of 1 MiB.
    let note = json!({"text": "\u{1d11e}".repeat(10_000)});
    for _ in 0..26 {
        assert_eq!(tell(&ada, &id, note.clone()).await.status, StatusCode::CREATED);
    }
    let refused = tell(&ada, &id, note).await;
    assert_eq!((refused.status, refused.code().as_str()), (StatusCode::CONFLICT, "case-full"));
    assert!(refused.text().contains("1048576 bytes of text"), "{}", refused.text());
    let confirm = json!({"kind": "status", "status": "confirmed", "text": "Both said so."});
    assert_eq!(tell(&ada, &id, confirm).await.json()["status"], "confirmed");
}

#[tokio::test]
async fn a_decision_needs_a_reason() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let batch = ada.finished_batch().await;
    let id = open(&ada, batch, &[1, 2]).await.json()["id"].as_str().unwrap().to_owned();
    for decision in ["confirmed", "dismissed"] {
        let without = json!({"kind": "status", "status": decision, "text": " \n"});
        let refused = tell(&ada, &id, without).await;
        assert_eq!((refused.status.as_u16(), refused.code().as_str()), (422, "invalid-field"), "{decision}");
        assert!(refused.text().contains("the reason to"), "{}", refused.text());
        let form = format!("what=status&status={decision}&text=");
        let refused = ada.post(&format!("/cases/{id}/events"), &form).await;
        assert_eq!((refused.status.as_u16(), refused.code().as_str()), (422, "invalid-field"), "{decision}");
        let with = json!({"kind": "status", "status": decision, "text": "The drafts show it."});
        assert_eq!(tell(&ada, &id, with).await.json()["status"], decision);
    }
    // To take a decision back needs none.
    let reopened = tell(&ada, &id, json!({"kind": "status", "status": "open"})).await;
    assert_eq!(reopened.json()["status"], "open");
}
