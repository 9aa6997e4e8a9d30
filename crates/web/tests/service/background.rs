//! Work elsewhere that somebody names: who may name what, how a report says it, and who learns of it.

use axum::http::{Method, StatusCode};
use chaffinch_report::{Background, Report, WorkSource};
use chaffinch_storage::{JobPayload, NewIngest, Role};
use serde_json::json;

use crate::test_app::{TestApp, Upload, refused, report};

/// A report whose background is this comparison.
fn with_background(id: &str) -> Report {
    let mut report = report();
    let source = WorkSource {
        id: Some(id.to_owned()),
        title: "Sheet 0, secret".to_owned(),
        people: 112,
        left_out: 38,
        ..WorkSource::default()
    };
    report.settings.background = Background { submissions: 150, sources: vec![source], passages: 14 };
    report
}

#[tokio::test]
async fn what_may_not_be_seen_cannot_be_named() {
    let app = TestApp::new().await;
    let (ada, eve) = (app.account("ada").await, app.account("eve").await);
    let seen = ada.finished_batch().await.to_string();
    let archive = ada.archive("2024").await.to_string();
    let waiting = ada.batch().await.to_string();
    for field in ["background", "own_work"] {
        let both = Upload::class().field(field, &seen).field(field, &format!("{archive}, {seen}"));
        let accepted = ada.upload(&both).await;
        assert_eq!(accepted.status, StatusCode::ACCEPTED, "{}", accepted.text());
        assert_eq!(accepted.json()["options"][field], json!([seen, archive]));

        let nothing = "0198c0de-0000-7000-8000-000000000000";
        let unknown = ada.upload(&Upload::class().field(field, nothing)).await;
        refused(&unknown, 422, "invalid-field");
        for named in [&waiting, &"2024".to_owned()] {
            refused(&ada.upload(&Upload::class().field(field, named)).await, 422, "invalid-field");
        }
        for hidden in [&seen, &archive] {
            let answer = eve.upload(&Upload::class().field(field, hidden)).await;
            let detail = answer.json()["detail"].as_str().unwrap().replace(hidden, nothing);
            assert_eq!(detail, unknown.json()["detail"].as_str().unwrap());
        }
    }
    eve.joins(ada.course, Role::Viewer).await;
    let accepted = eve.upload(&Upload::class().field("background", &seen)).await;
    assert_eq!(accepted.status, StatusCode::ACCEPTED, "a viewer sees it");
    // Late work is by somebody who sees it, too.
    app.drain().await;
    let batch = accepted.json()["id"].as_str().unwrap().to_owned();
    let late = format!("/api/v1/batches/{batch}/submissions");
    let rescored = format!("/api/v1/batches/{batch}/rescore");
    eve.json(Method::POST, &rescored, &json!({"background": [seen]})).await;
    app.work(&with_background(&seen), NewIngest::default()).await;
    let kim = app.account("kim").await;
    kim.joins(eve.course, Role::Assistant).await;
    refused(&kim.upload_to(&late, &Upload::class()).await, 422, "invalid-field");
}

#[tokio::test]
async fn a_report_says_what_is_ignored_and_counts_it_again() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await.in_browser().await;
    let other = ada.finished_batch().await;
    let id = ada.finished_batch().await;
    let path = format!("/batches/{id}");
    let rescore = async |named: serde_json::Value| {
        ada.json(Method::POST, &format!("/api/v1{path}/rescore"), &json!({ "background": named })).await
    };
    refused(&rescore(json!([id])).await, 422, "invalid-field");
    refused(&rescore(json!(["0198c0de-0000-7000-8000-000000000000"])).await, 422, "invalid-field");
    assert_eq!(rescore(json!([other])).await.status, StatusCode::ACCEPTED);
    let done = app.work(&with_background(&other.to_string()), NewIngest::default()).await;
    let JobPayload::Rescore { review, .. } = done else { panic!("a re-scoring") };
    assert_eq!(review.background, [other.into()]);

    let page = ada.get(&path).await;
    let notice = page.select("#background p").concat();
    assert_eq!(
        notice,
        "Ignored as common in Sheet 0, secret (112 people; 38 not counted because their names are in this class): \
         14 passages."
    );
    assert_eq!(page.attributes("#background form", "action"), [format!("{path}/background")]);
    // The form of a new comparison lists it, and takes it over.
    let like = ada.get(&format!("/batches/new?like={id}")).await;
    let ticked = like.attributes("input[name=background][checked]", "value");
    assert_eq!(ticked, [other.to_string()]);
    assert!(like.attributes("input[name=own_work]", "value").contains(&id.to_string()));

    // People with a shared link learn that something is common, and not where.
    let (_, secret) = ada.share(id).await;
    let anybody = app.anybody();
    for page in ["", "/pairs/1-2", "/submissions/1", "/report.json", "/report.csv"] {
        let shared = anybody.get(&format!("/shared/{secret}{page}")).await;
        assert_eq!(shared.status, StatusCode::OK, "{page}");
        let text = shared.text();
        assert!(!text.contains("secret (112") && !text.contains("Sheet 0, secret"), "{page}");
        assert!(!text.contains(&other.to_string()), "{page}");
    }
    let shared = anybody.get(&format!("/shared/{secret}")).await;
    assert_eq!(shared.select("#background p").concat(), "Ignored as common in other work: 14 passages.");

    let counted = ada.post(&format!("{path}/background"), "").await;
    assert_eq!(counted.status, StatusCode::SEE_OTHER, "{}", counted.text());
    let done = app.work(&report(), NewIngest::default()).await;
    let JobPayload::Rescore { review, .. } = done else { panic!("a re-scoring") };
    assert!(review.background.is_empty());
    assert!(ada.get(&path).await.select("#background").is_empty());
}
