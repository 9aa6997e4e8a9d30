//! Texts to print: the notice to students of a course, and the data protection sheet.

use axum::http::{Method, StatusCode};
use chaffinch_storage::Role;
use serde_json::json;

use crate::test_app::TestApp;

#[tokio::test]
async fn the_notice_says_what_the_settings_of_the_course_are() {
    let app = TestApp::new().await;
    let (ada, bob, eve) = (app.account("ada").await, app.account("bob").await, app.account("eve").await);
    let page = format!("/courses/{}/notice", ada.course);
    let notice = ada.get(&page).await;
    let text = notice.select(".printed").concat();
    assert!(text.contains("Comparisons are kept until the staff delete them."), "{text}");
    assert!(text.contains("[Name or office]") && text.contains("[institution]"), "{text}");
    for left_out in ["earlier years", "Checks before the deadline", "later years"] {
        assert!(!text.contains(left_out), "{left_out}: {text}");
    }

    ada.archive("Autumn 2025").await;
    let settings = json!({"keep_days": 90, "checks": "received", "checks_open_cases": true});
    let changed = ada.patch(&format!("/api/v1/courses/{}", ada.course), &settings).await;
    assert_eq!(changed.status, StatusCode::OK, "{}", changed.text());
    let filled =
        "institution=Town+%3Cb%3EUniversity%3C%2Fb%3E&decides=Ann+Lee&allowed=Talking.%0D%0ANothing+else.";
    let notice = ada.get(&format!("{page}?{filled}")).await;
    let text = notice.select(".printed").concat();
    for expected in [
        "deleted 90 days after the upload",
        "Submissions are also compared with those of earlier years.",
        "kept until the staff delete them",
        "The answer only says that the submission was received.",
        "the submission is kept, and the staff of the course look at it",
        "Town <b>University</b>",
        "decides: Ann Lee.",
        "Talking.\nNothing else.",
        "[office, address]",
    ] {
        assert!(text.replace(['\u{2068}', '\u{2069}'], "").contains(expected), "{expected}: {text}");
    }
    assert_eq!(notice.attributes("#decides", "value"), ["Ann Lee"]);
    let long = ada.get(&format!("{page}?decides={}", "a".repeat(2001))).await;
    assert_eq!(long.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(long.text().contains("at most 2000 characters"), "{}", long.text());

    // Everybody of the staff can hand it out, and nobody else learns of the course.
    bob.joins(ada.course, Role::Viewer).await;
    assert_eq!(bob.get(&page).await.status, StatusCode::OK);
    assert_eq!(eve.get(&page).await.status, StatusCode::NOT_FOUND);
    let german = ada.with("accept-language", "de").get(&page).await;
    assert!(german.select("h1").concat().starts_with("Wie Abgaben in"), "{}", german.text());
}

#[tokio::test]
async fn the_data_protection_sheet_lists_what_the_courses_keep() {
    let app = TestApp::new().await;
    let (ada, eve, root) = (app.account("ada").await, app.account("eve").await, app.account("root").await);
    let made = ada.json(Method::POST, "/api/v1/courses", &json!({"name": "Algorithms"})).await.json();
    let course = format!("/api/v1/courses/{}", made["id"].as_str().unwrap());
    ada.patch(&course, &json!({"keep_days": 30})).await;
    let row = async |caller: &crate::test_app::Caller<'_>| {
        let sheet = caller.get("/data-protection?basis=Exam+rules+of+2020").await;
        assert!(sheet.select(".printed").concat().contains("Exam rules of 2020"));
        let rows = sheet.select(".printed tbody tr");
        rows.into_iter().find(|row| row.contains("Algorithms"))
    };
    let own = row(&ada).await.unwrap();
    assert!(own.contains("30 days") && own.contains("off"), "{own}");
    // Others see only courses of their own, and administrators all.
    assert_eq!(row(&eve).await, None);
    assert_eq!(row(&root).await, None);
    root.administers().await;
    assert_eq!(row(&root).await, Some(own));
    assert_eq!(root.get("/data-protection").await.select(".printed tbody tr").len(), 2);
}
