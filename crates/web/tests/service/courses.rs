//! Courses: they are created, shared and left. Covers their log and the same actions over REST.

use axum::http::{Method, StatusCode};
use chaffinch_storage::{CourseId, Courses as _, MAX_OWNED_COURSES, NewCourse};
use serde_json::json;

use crate::test_app::{TestApp, report};

#[tokio::test]
async fn a_course_is_made_shared_and_left() {
    let app = TestApp::new().await;
    let (ada, bob, eve) = (app.account("ada").await, app.account("bob").await, app.account("eve").await);
    // Members are added in person.
    let (ada, bob) = (ada.in_browser().await, bob.in_browser().await);
    let made = ada.post("/courses", "name=Algorithms").await;
    let page = made.header("location").to_owned();
    let members = format!("{page}/members");
    assert!(ada.get("/courses").await.text().contains("Algorithms"));
    for stranger in [&bob, &eve] {
        assert_eq!(stranger.get(&page).await.code(), "not-found");
        assert_eq!(stranger.post(&members, "name=eve&role=owner").await.code(), "not-found");
    }
    assert_eq!(ada.post(&members, "name=bob&role=assistant").await.header("location"), members);
    assert_eq!(ada.post(&members, "name=nobody&role=viewer").await.code(), "no-account");
    assert_eq!(ada.post(&members, "name=bob&role=king").await.code(), "invalid-field");
    assert_eq!(bob.get(&page).await.status, StatusCode::OK);
    assert_eq!(ada.get(&members).await.select("#new-member").len(), 1);
    assert_eq!(bob.get(&members).await.select("#new-member").len(), 0);
    assert_eq!(bob.post(&members, "name=eve&role=viewer").await.code(), "forbidden");
    assert_eq!(bob.get(&format!("{page}/audit")).await.code(), "forbidden");
    // The last owner cannot leave.
    assert_eq!(ada.post(&format!("{page}/leave"), "").await.code(), "last-owner");
    assert_eq!(ada.post(&members, "name=ada&role=viewer").await.code(), "last-owner");
    ada.post(&members, "name=bob&role=owner").await;
    assert_eq!(ada.post(&format!("{page}/leave"), "").await.header("location"), "/courses");
    assert_eq!(ada.get(&page).await.code(), "not-found");
    bob.post(&members, "name=eve&role=viewer").await;
    assert_eq!(eve.get(&page).await.status, StatusCode::OK);
    bob.post(&members, "name=eve&role=").await;
    assert_eq!(eve.get(&page).await.code(), "not-found");
    bob.post(&page, "name=Algorithms+2&keep_days=90").await;
    assert_eq!(bob.get(&format!("{page}/settings")).await.attributes("#keep_days", "value"), ["90"]);
    assert_eq!(bob.post(&page, "name=x&keep_days=0").await.code(), "invalid-field");
}

#[tokio::test]
async fn the_same_over_rest() {
    let app = TestApp::new().await;
    let (ada, bob) = (app.account("ada").await, app.account("bob").await);
    let ada = ada.in_browser().await;
    let made = ada.json(Method::POST, "/api/v1/courses", &json!({"name": "Algorithms"})).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.text());
    let course = made.header("location").to_owned();
    let member = |name: &str| format!("{course}/members/{name}");
    assert_eq!(bob.get(&course).await.code(), "not-found");
    let given = ada.json(Method::PUT, &member("bob"), &json!({"role": "viewer"})).await;
    assert_eq!(given.json()["members"][1], json!({"name": "bob", "role": "viewer", "disabled": false}));
    assert_eq!(bob.get(&course).await.json()["role"], "viewer");
    assert_eq!(bob.get("/api/v1/courses").await.json()["courses"][1]["name"], "Algorithms");
    let changed = ada.patch(&course, &json!({"keep_days": 30})).await.json();
    assert_eq!((&changed["name"], &changed["keep_days"]), (&json!("Algorithms"), &json!(30)));
    assert_eq!(ada.patch(&course, &json!({"keep_days": null})).await.json()["keep_days"], json!(null));
    assert_eq!(ada.patch(&course, &json!({"owner": "eve"})).await.status, StatusCode::BAD_REQUEST);
    assert_eq!(ada.patch(&course, &json!([null, null])).await.status, StatusCode::BAD_REQUEST, "no object");
    assert_eq!(ada.call(Method::DELETE, &member("bob")).await.status, StatusCode::NO_CONTENT);
    assert_eq!(bob.get(&course).await.code(), "not-found");
    assert_eq!(ada.call(Method::DELETE, &member("bob")).await.code(), "no-account");
    assert_eq!(ada.call(Method::DELETE, &member("ada")).await.code(), "last-owner");
    let first = ada.get(&format!("{course}/audit?limit=2")).await.json();
    assert_eq!(first["entries"].as_array().unwrap().len(), 2);
    let next = first["next"].as_str().unwrap();
    let rest = ada.get(&format!("{course}/audit?limit=1000&after={next}")).await.json();
    let actions = |page: &serde_json::Value| -> Vec<String> {
        let entries = page["entries"].as_array().unwrap().iter();
        entries.map(|entry| entry["action"].as_str().unwrap().to_owned()).collect()
    };
    let mut all = [actions(&first), actions(&rest)].concat();
    // The clock does not move in this test, so the entries have no defined order.
    all.sort();
    assert_eq!(all, ["course.changed", "course.changed", "course.created", "role.set", "role.set"]);
    assert_eq!(ada.get(&format!("{course}/audit?limit=0")).await.code(), "invalid-query");
}

#[tokio::test]
async fn tokens_over_rest() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let new = json!({"label": "script", "scope": "read", "days": 1});
    let made = ada.json(Method::POST, "/api/v1/tokens", &new).await;
    assert_eq!(made.status, StatusCode::CREATED);
    let made = made.json();
    let script = app.anybody().with("authorization", format!("Bearer {}", made["token"].as_str().unwrap()));
    assert_eq!(script.get("/api/v1/tokens").await.status, StatusCode::OK);
    assert!(!script.get("/api/v1/tokens").await.text().contains("chf_token_"));
    assert_eq!(script.json(Method::POST, "/api/v1/tokens", &new).await.code(), "forbidden");
    let path = format!("/api/v1/tokens/{}", made["id"].as_str().unwrap());
    let eve = app.account("eve").await;
    assert_eq!(eve.call(Method::DELETE, &path).await.code(), "not-found");
    assert_eq!(ada.call(Method::DELETE, &path).await.status, StatusCode::NO_CONTENT);
    assert_eq!(script.get("/api/v1/tokens").await.code(), "unauthenticated");
}

/// The API description gives the largest length of a label. Spaces around the label do not count.
#[tokio::test]
async fn a_label_is_as_long_as_it_is_sent() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    for (label, code) in [
        (format!(" {}", "x".repeat(99)), ""),
        (format!(" {}", "x".repeat(100)), "invalid-field"),
        ("x".repeat(101), "invalid-field"),
        (" ".to_owned(), "invalid-field"),
    ] {
        let made = ada.json(Method::POST, "/api/v1/tokens", &json!({"label": label, "scope": "read"})).await;
        match code {
            "" => assert_eq!(made.json()["label"], label.trim()),
            code => assert_eq!(made.code(), code, "{label:?}"),
        }
    }
}

#[tokio::test]
async fn views_and_exports_are_in_the_log_of_the_course() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let waiting = ada.batch().await;
    ada.get(&format!("/batches/{waiting}")).await;
    app.finish(&report()).await;
    for path in ["", "/pairs/1-2", "/pairs/1-3", "/submissions/1", "/report.csv", "/report.csv"] {
        let of_api = if path.ends_with("csv") { "/api/v1" } else { "" };
        assert_eq!(ada.get(&format!("{of_api}/batches/{waiting}{path}")).await.status, StatusCode::OK);
    }
    let log = ada.get(&format!("/api/v1/courses/{}/audit", ada.course)).await;
    let of = |action: &str| log.text().matches(action).count();
    assert_eq!(
        (of("report.viewed"), of("report.exported"), of("batch.accepted")),
        (1, 1, 1),
        "{}",
        log.text()
    );
    assert!(!log.text().contains("s01") && !log.text().contains("main.c"));
    app.wait(chrono::TimeDelta::hours(1));
    ada.get(&format!("/batches/{waiting}")).await;
    let log = ada.get(&format!("/api/v1/courses/{}/audit", ada.course)).await;
    assert_eq!(log.text().matches("report.viewed").count(), 2);
    let page = ada.get(&format!("/courses/{}/audit", ada.course)).await;
    assert!(page.text().contains("Report viewed") && page.text().contains("What: report.csv"));
}

#[tokio::test]
async fn nobody_owns_more_courses_than_the_limit() {
    let app = TestApp::new().await;
    let (ada, bob) = (app.account("ada").await, app.account("bob").await);
    // One of the courses is the personal one.
    for _ in 1..MAX_OWNED_COURSES {
        let new =
            NewCourse { id: CourseId::new(app.now()), name: "Algorithms".to_owned(), owner: ada.account };
        app.storage.create_course(&new, &app.by()).await.unwrap();
    }
    let limit = MAX_OWNED_COURSES.to_string();
    let refused = ada.json(Method::POST, "/api/v1/courses", &json!({"name": "one more"})).await;
    assert_eq!((refused.status, refused.code().as_str()), (StatusCode::CONFLICT, "too-many-courses"));
    assert!(refused.text().contains(&limit), "{}", refused.text());
    assert_eq!(ada.post("/courses", "name=one+more").await.code(), "too-many-courses");
    let bob = bob.in_browser().await;
    let made = bob.json(Method::POST, "/api/v1/courses", &json!({"name": "of bob"})).await;
    let member = format!("{}/members/ada", made.header("location"));
    let role = |role: &str| json!({ "role": role });
    assert_eq!(bob.json(Method::PUT, &member, &role("owner")).await.code(), "too-many-courses");
    assert_eq!(bob.json(Method::PUT, &member, &role("instructor")).await.status, StatusCode::OK);
    assert_eq!(ada.get("/courses").await.select("tbody tr").len(), MAX_OWNED_COURSES as usize + 1);
}

#[tokio::test]
async fn a_course_has_its_pages_on_tabs() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let (batch, archive) = (ada.finished_batch().await, ada.archive("2024").await);
    let page = format!("/courses/{}", ada.course);
    let tabs =
        ["", "/term", "/archives", "/members", "/checks", "/settings"].map(|end| format!("{page}{end}"));
    let eve = app.account("eve").await;
    for tab in &tabs {
        let shown = ada.get(tab).await;
        assert_eq!(shown.status, StatusCode::OK, "{tab}");
        assert_eq!(shown.attributes(".tabs a", "href"), tabs, "{tab}");
        assert_eq!(shown.attributes(".tabs a[aria-current]", "href"), std::slice::from_ref(tab));
        assert_eq!(shown.attributes(".menu a[aria-current]", "href"), ["/courses"], "{tab}");
        assert_eq!(eve.get(tab).await.code(), "not-found", "{tab}");
    }
    let comparisons = ada.get(&page).await;
    assert_eq!(comparisons.attributes("tbody th a", "href"), [format!("/batches/{batch}")]);
    let other = ada.post("/courses", "name=Algorithms").await.header("location").to_owned();
    let new = ada.get(&other).await.attributes(".heading a", "href").remove(0);
    let selected = ada.get(&new).await.attributes("[name=course] option[selected]", "value");
    assert_eq!(selected, [other.trim_start_matches("/courses/")]);
    assert_eq!(ada.get(&tabs[2]).await.attributes("tbody th a", "href"), [format!("/archives/{archive}")]);
    // A form with some of the settings leaves the others.
    ada.post(&page, "name=Algorithms&keep_days=9").await;
    ada.post(&page, "checks=outcome").await;
    let course = ada.get(&format!("/api/v1{page}")).await.json();
    let settings = [&course["name"], &course["keep_days"], &course["checks"]];
    assert_eq!(settings, [&json!("Algorithms"), &json!(9), &json!("outcome")]);
}
