//! The language of pages: by `Accept-Language`, by the switch on every page, and in exported reports.

use std::io::{Cursor, Read as _};

use axum::http::{Method, StatusCode};
use serde_json::json;

use crate::test_app::{Answer, TestApp};

fn language(page: &Answer) -> String {
    page.attributes("html", "lang").concat()
}

#[tokio::test]
async fn the_browser_chooses_the_language_and_the_switch_overrules_it() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let path = format!("/batches/{}", ada.finished_batch().await);
    let german = ada.with("accept-language", "fr;q=0.9, de-AT;q=0.8, en;q=0.1");
    for page in ["/", "/batches/new", "/account", &path, &format!("{path}/pairs/1-2"), "/batches/none"] {
        assert_eq!(language(&ada.get(page).await), "en", "{page}");
        assert_eq!(language(&german.get(page).await), "de", "{page}");
    }
    assert_eq!(german.get(&path).await.select(".languages button"), ["English"]);
    assert_eq!(ada.get(&path).await.select(".languages button"), ["Deutsch"]);
    assert_eq!(language(&app.anybody().with("accept-language", "de").get("/sign-in").await), "de");

    let browser = german.with("referer", format!("http://localhost{path}/pairs/1-2?x=1"));
    let answer = browser.get("/language?language=en").await;
    assert_eq!(
        (answer.status, answer.header("location")),
        (StatusCode::SEE_OTHER, &*format!("{path}/pairs/1-2?x=1"))
    );
    let cookie = answer.header("set-cookie").split(';').next().unwrap().to_owned();
    assert_eq!(cookie, "chaffinch_language=en");
    assert_eq!(language(&german.with("cookie", cookie).get(&path).await), "en");
    // A cookie of a language that was removed has no effect.
    assert_eq!(language(&german.with("cookie", "chaffinch_language=xx").get(&path).await), "de");
}

#[tokio::test]
async fn the_switch_takes_known_languages_and_leads_to_no_other_host() {
    let app = TestApp::new().await;
    let refused = app.anybody().get("/language?language=xx").await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refused.text().contains("must be one of en, de"), "{}", refused.text());
    for back in ["//elsewhere.test/", "https://elsewhere.test/a", "/%5Celsewhere.test", "javascript:alert(1)"]
    {
        let answer = app.anybody().get(&format!("/language?language=de&back={back}")).await;
        assert!(["/", "/a"].contains(&answer.header("location")), "{back}: {}", answer.header("location"));
    }
}

#[tokio::test]
async fn a_shared_page_switches_too() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let batch = ada.finished_batch().await;
    let made = ada.json(Method::POST, &format!("/api/v1/batches/{batch}/share"), &json!({})).await.json();
    let path = made["url"].as_str().unwrap().strip_prefix("http://chaffinch.test:8080").unwrap().to_owned();
    let page = app.anybody().get(&path).await;
    assert_eq!(page.attributes(".languages [name=back]", "value"), [&*path]);
    let german = app.anybody().with("cookie", "chaffinch_language=de");
    assert_eq!(language(&german.get(&path).await), "de");
}

#[tokio::test]
async fn an_exported_report_is_in_the_language_of_the_page() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let path = format!("/api/v1/batches/{}/report", ada.finished_batch().await);
    let german = ada.with("cookie", "chaffinch_language=de");
    let (english_zip, german_zip) =
        (ada.get(&format!("{path}.zip")).await, german.get(&format!("{path}.zip")).await);
    assert_ne!(english_zip.header("etag"), german_zip.header("etag"));
    for (answer, tag) in [(english_zip, "en"), (german_zip, "de")] {
        let mut zip = zip::ZipArchive::new(Cursor::new(answer.body)).unwrap();
        let mut html = String::new();
        zip.by_name("chaffinch-report/index.html").unwrap().read_to_string(&mut html).unwrap();
        assert!(html.contains(&format!("<html lang=\"{tag}\">")), "{tag}");
        assert!(!html.contains("class=\"foot\""), "a folder is in one language");
    }
    for format in ["", ".csv"] {
        let (english, german) =
            (ada.get(&format!("{path}{format}")).await, german.get(&format!("{path}{format}")).await);
        assert_eq!((english.header("etag"), &english.body), (german.header("etag"), &german.body));
    }
}
