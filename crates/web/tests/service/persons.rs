//! `/admin/persons`: administrators, and nobody else, can find, export and erase a person's data.

use std::io::{Cursor, Read as _};

use axum::http::StatusCode;

use crate::test_app::{Answer, TestApp, Upload, report};

#[tokio::test]
async fn an_administrator_answers_what_a_person_asks() {
    let app = TestApp::new().await;
    let (root, ada) = (app.account("root").await, app.account("ada").await);
    root.administers().await;
    let batch = ada.finished_batch().await;
    let browser = root.in_browser().await;
    let page = browser.get("/admin/persons").await;
    assert_eq!(page.attributes("nav.actions a[href='/admin/persons']", "href").len(), 1);
    assert_eq!(ada.get("/admin/persons").await.code(), "not-found");
    assert_eq!(ada.post("/admin/persons", "name=s01&what=find").await.code(), "not-found");

    for wrong in ["name=+&what=find", "name=s01&what=find&course=x"] {
        assert_eq!(browser.post("/admin/persons", wrong).await.code(), "invalid-field", "{wrong}");
    }
    let many = "x%0a".repeat(21);
    let refused = browser.post("/admin/persons", &format!("name=s01&what=find&also={many}")).await;
    assert_eq!(refused.code(), "invalid-field");

    let nobody = browser.post("/admin/persons", "name=Nobody+Known&what=erase&sure=on").await;
    assert_eq!(nobody.select("#found .empty"), ["No data is stored under this name."]);
    let found = browser.post("/admin/persons", "name=s01&what=find").await;
    assert_eq!(found.select("#found tbody th"), ["s01"]);
    assert_eq!(found.select("#export, #erase").len(), 2);

    let zip = browser.post("/admin/persons", "name=s01&what=export").await;
    assert_eq!(zip.header("content-type"), "application/zip");
    assert!(!zip.header("content-disposition").contains("s01"));
    let mut zip = zip::ZipArchive::new(Cursor::new(zip.body)).unwrap();
    let mut text = String::new();
    zip.by_name("person.json").unwrap().read_to_string(&mut text).unwrap();
    assert!(text.contains("s01"), "{text}");

    // An erasure needs the confirmation.
    let unsure = browser.post("/admin/persons", "name=s01&what=erase").await;
    assert_eq!(unsure.code(), "invalid-field");
    let erased = browser.post("/admin/persons", "name=s01&what=erase&sure=on").await;
    assert_eq!(
        (erased.status, erased.header("location")),
        (StatusCode::SEE_OTHER, "/admin/persons#erasures")
    );
    let state = |page: &Answer| page.select("#erasures tbody .chip");
    assert_eq!(state(&browser.get("/admin/persons").await), ["in progress"]);
    // The service does this in the background.
    chaffinch_person::finish(&app.storage).await.unwrap();
    let page = browser.get("/admin/persons").await;
    assert_eq!(
        (state(&page), page.select("#erasures tbody th")),
        (vec!["done".to_owned()], vec!["removed-1".to_owned()])
    );
    assert!(!page.text().contains("s01"));
    let report = ada.get(&format!("/batches/{batch}/submissions")).await.text();
    assert!(report.contains("removed-1") && !report.contains(">s01<"), "{report}");
    let log = browser.get("/admin/audit").await.text();
    assert!(log.contains("Data of a person erased") && log.contains("Data of a person exported"));
    assert!(!log.contains("s01"));
}

#[tokio::test]
async fn a_name_that_means_several_persons_is_asked_back() {
    let app = TestApp::new().await;
    let (root, ada) = (app.account("root").await, app.account("ada").await);
    root.administers().await;
    for first in ["Ada Lovelace", "Alan Turing"] {
        let mut report = report();
        report.submissions[0].author = Some(first.to_owned());
        report.submissions[1].author = Some("Grace Hopper".to_owned());
        ada.batch().await;
        app.finish(&report).await;
    }
    let browser = root.in_browser().await;
    let asked = browser.post("/admin/persons", "name=s01&what=erase&sure=on").await;
    assert_eq!(asked.select("#found .notice button"), ["Ada Lovelace", "Alan Turing"]);
    assert_eq!(asked.select("#erase, #export, #erasures tbody tr").len(), 0);
    let one = browser.post("/admin/persons", "name=Grace+Hopper&what=find").await;
    assert_eq!(one.select("#found tbody th"), ["s02", "s02"]);
    assert_eq!(one.select("#erase").len(), 1);
}

#[tokio::test]
async fn an_export_has_the_statements_of_the_person_and_no_others() {
    let app = TestApp::new().await;
    let (root, ada) = (app.account("root").await, app.account("ada").await);
    root.administers().await;
    let case = ada.case(ada.finished_batch().await).await;
    ada.statement(case).await;
    let of_other =
        Upload::default().field("person", "2").field("given", "2026-01-01").field("text", "My secret.");
    assert_eq!(
        ada.upload_to(&format!("/cases/{case}/statements"), &of_other).await.status,
        StatusCode::SEE_OTHER
    );

    let zip = root.in_browser().await.post("/admin/persons", "name=s01&what=export").await;
    let mut zip = zip::ZipArchive::new(Cursor::new(zip.body)).unwrap();
    let mut text = String::new();
    zip.by_name("person.json").unwrap().read_to_string(&mut text).unwrap();
    let person: serde_json::Value = serde_json::from_str(&text).unwrap();
    let path = format!("statements/{case}/2-letter.txt");
    assert_eq!(
        person["cases"][0]["statements"],
        serde_json::json!([{ "event": 2, "given": "2026-03-02", "file": path }])
    );
    assert!(!text.contains("My secret."), "{text}");
    let mut file = String::new();
    zip.by_name(&path).unwrap().read_to_string(&mut file).unwrap();
    assert_eq!(file, "I did.");
}
