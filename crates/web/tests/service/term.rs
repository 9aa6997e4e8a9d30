//! The evidence over the tasks of a course: who may see it, what it says when comparisons come and go, and who is who.

use axum::http::{Method, StatusCode};
use chaffinch_report::PairId;
use chaffinch_storage::{
    BatchId, Batches as _, CourseId, HolderId, Jobs as _, Lane, Role, Submitted, Term, TermEvidence,
    TermPair, TermTask, Terms as _,
};
use serde_json::json;

use crate::test_app::{Caller, TestApp, person};

/// Stores what two comparisons say together, as the job does: s01 and s02 stand out.
async fn computed(app: &TestApp, course: CourseId, batches: [BatchId; 2]) {
    let task = |batch| TermTask { batch, revision: 1, people: 3, left_out: None };
    let evidence = |task, expect| TermEvidence { task, expect, submissions: [1, 2], counts: true };
    let person = |number| Submitted { task: 1, number };
    let term = Term {
        tasks: batches.map(task).into(),
        people: 3,
        pairs: 3,
        named: 1,
        listed: vec![TermPair {
            expect: 0.004_321,
            people: [person(1), person(2)],
            shared: 2,
            tasks: vec![evidence(0, 0.2), evidence(1, 0.03)],
        }],
    };
    let claimed =
        app.storage.claim(HolderId::new(app.now()), Lane::Maintenance, app.now()).await.unwrap().unwrap();
    app.storage.finish_term(&claimed.lease, course, &term, app.now()).await.unwrap();
}

/// Returns two finished comparisons of the same moment, in the order of the tasks.
async fn two_batches(ada: &Caller<'_>) -> [BatchId; 2] {
    let mut batches = [ada.finished_batch().await, ada.finished_batch().await];
    batches.sort_unstable_by_key(|batch| batch.0);
    batches
}

#[tokio::test]
async fn members_see_who_stands_out_over_the_term() {
    let app = TestApp::new().await;
    let (ada, bob, eve) = (app.account("ada").await, app.account("bob").await, app.account("eve").await);
    let batches = two_batches(&ada).await;
    let course = app.storage.batch(batches[0]).await.unwrap().unwrap().course;
    let (page, api) = (format!("/courses/{course}/term"), format!("/api/v1/courses/{course}/evidence"));
    // The first look asks for the computation.
    let waiting = ada.get(&page).await;
    assert_eq!((waiting.select("#updating").len(), waiting.select("#verdict").len()), (1, 0));
    assert_eq!(ada.get(&api).await.json()["current"], false);
    computed(&app, course, batches).await;

    let shown = ada.get(&page).await;
    assert!(shown.select("#verdict").concat().starts_with("1 pair of people stands out"), "{}", shown.text());
    assert!(shown.select("table.term tbody th")[0].contains("s01"));
    assert_eq!(
        shown.attributes("table.term details a", "href"),
        batches.map(|batch| format!("/batches/{batch}/pairs/1-2"))
    );
    assert_eq!(shown.select(".term-graph text"), ["s01", "s02"]);
    let report = ada.get(&api).await.json();
    assert_eq!((&report["current"], &report["named"]), (&json!(true), &json!(1)));
    let pair = &report["evidence"][0];
    assert_eq!(
        (&pair["left"], &pair["expect"], &pair["since"]),
        (&json!("s01"), &json!(0.00432), &json!(batches[0].to_string()))
    );
    let csv = ada.get(&format!("{api}.csv")).await;
    assert_eq!((csv.header("content-type"), csv.text().lines().count()), ("text/csv; charset=utf-8", 3));

    // Others see nothing of it; viewers see it and change nothing.
    for path in [&page, &api, &format!("{api}.csv"), &format!("/api/v1/courses/{course}/people")] {
        assert_eq!(eve.get(path).await.code(), "not-found", "{path}");
    }
    bob.joins(course, Role::Viewer).await;
    assert_eq!(bob.get(&page).await.select(".people-table").len(), 0);
    assert_eq!(bob.post(&format!("/courses/{course}/people"), "table=").await.code(), "forbidden");
    let hidden = bob.with("cookie", "chaffinch_names=hidden");
    let hidden = hidden.get(&api).await.json();
    let evidence = &hidden["evidence"][0];
    let [left, right] = ["left", "right"].map(|side| evidence[side].as_str().unwrap());
    assert!(left.starts_with("Person ") && left < right, "{evidence}");
    for task in evidence["tasks"].as_array().unwrap() {
        let batch = task["batch"].as_str().unwrap();
        let key = app.key(batch.parse().unwrap()).await;
        assert_eq!(task["pair"], json!(PairId::new(key.code(1), key.code(2))));
        let page = format!("/batches/{batch}/pairs/{}", task["pair"].as_str().unwrap());
        assert_eq!(bob.with("cookie", "chaffinch_names=hidden").get(&page).await.status, StatusCode::OK);
    }

    // Who looked, and who took a file, is in the log: once an hour.
    let log = ada.get(&format!("/api/v1/courses/{course}/audit")).await.json();
    let of = |action: &str| {
        let entries = log["entries"].as_array().unwrap().iter();
        entries.filter(|entry| entry["action"] == action && entry["subject"] == course.to_string()).count()
    };
    assert_eq!((of("term.viewed"), of("term.exported")), (2, 3), "{log}");

    // A deleted comparison takes its evidence with it at once.
    ada.call(Method::DELETE, &format!("/api/v1/batches/{}", batches[1])).await;
    let left = ada.get(&page).await;
    assert_eq!((left.select("#updating").len(), left.select("table.term").len()), (1, 0));
    assert_eq!(ada.get(&api).await.json()["evidence"], json!([]));
}

#[tokio::test]
async fn a_case_shows_what_the_term_says_of_its_people() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let batches = two_batches(&ada).await;
    let course = app.storage.batch(batches[0]).await.unwrap().unwrap().course;
    let opened = async |submissions: &str| {
        let form = format!("submissions={submissions}&title=case");
        ada.post(&format!("/batches/{}/cases", batches[0]), &form).await.header("location").to_owned()
    };
    let (both, other) = (opened("1,2").await, opened("1,3").await);
    assert_eq!(ada.get(&both).await.select(".case-term").len(), 0, "nothing is computed yet");
    ada.get(&format!("/courses/{course}/term")).await;
    computed(&app, course, batches).await;

    let table = "name,person\ns01,Ann Lee\n";
    let form = format!("table={}", table.replace('\n', "%0A"));
    let page = ada.get(&both).await;
    let row = page.select(".case-term tbody th").concat();
    assert!(row.contains("s01") && row.contains("s02"), "{row}");
    assert_eq!(
        page.attributes(".case-term details a", "href"),
        batches.map(|batch| format!("/batches/{batch}/pairs/1-2"))
    );
    assert_eq!(ada.get(&other).await.select(".case-term").len(), 0, "other people");
    // A case names people as it did when it was opened, and hides them in its own way.
    ada.post(&format!("/courses/{course}/people"), &form).await;
    computed(&app, course, batches).await;
    assert!(ada.get(&both).await.select(".case-term tbody th").concat().contains("s01"));
    let hidden = ada.with("cookie", "chaffinch_names=hidden").get(&both).await;
    let row = hidden.select(".case-term tbody th").concat();
    let key = app.key(batches[0]).await;
    assert!(!row.contains("s01") && row.contains(&person(&key, 1)), "{row}");
    let links = hidden.attributes(".case-term details a", "href");
    assert!(links.iter().all(|link| !link.ends_with("/pairs/1-2")), "{links:?}");
}

#[tokio::test]
async fn a_table_says_who_is_who() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let batches = two_batches(&ada).await;
    let course = app.storage.batch(batches[0]).await.unwrap().unwrap().course;
    let api = format!("/api/v1/courses/{course}/people");
    let set = async |table: &str| ada.json(Method::PUT, &api, &json!({ "table": table })).await;
    assert_eq!(set("name;person\ns01;Ann Lee\ns02;=Bob\n").await.status, StatusCode::NO_CONTENT);
    assert_eq!(ada.get(&api).await.json()["table"], "task,name,person\n,s01,Ann Lee\n,s02,=Bob\n");
    computed(&app, course, batches).await;
    let page = ada.get(&format!("/courses/{course}/term")).await;
    assert_eq!(page.select(".term-graph text"), ["Ann Lee", "=Bob"]);
    assert!(page.select("#people")[0].contains("s01,Ann Lee"));
    let csv = ada.get(&format!("/api/v1/courses/{course}/evidence.csv")).await.text();
    assert!(csv.contains(",Ann Lee,'=Bob,"), "{csv}");

    for (table, problem) in [
        ("ann,Ann\n", "name and person"),
        ("name,person\nann,\n", "row 2"),
        ("name,person\nann,Ann\nann,Bob\n", "row 3"),
    ] {
        let refused = set(table).await;
        assert_eq!(refused.code(), "invalid-field");
        assert!(refused.text().contains(problem), "{}", refused.text());
    }
    let form = format!("/courses/{course}/people");
    assert_eq!(ada.post(&form, "table=").await.header("location"), format!("/courses/{course}/term"));
    assert_eq!(ada.get(&api).await.json()["table"], "");
    let log = ada.get(&format!("/courses/{course}/audit")).await.text();
    assert!(log.contains("Names of a course assigned to people"), "{log}");
}
