//! The list of comparisons: search, order, names, settings that are used again.

use axum::http::StatusCode;
use chaffinch_storage::Role;
use chrono::TimeDelta;
use serde_json::json;

use crate::test_app::{TestApp, Upload, refused};

const RIGHT_TO_LEFT: &str = "واجب ٣";

#[tokio::test]
async fn the_list_is_searched_and_sorted_in_its_address() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let long = "W".repeat(200);
    for title in ["Übung 1", &long, RIGHT_TO_LEFT, "a & b"] {
        app.wait(chrono::TimeDelta::minutes(1));
        ada.upload(&Upload::class().field("title", title)).await;
    }
    let titles = async |path: &str| ada.get(path).await.select("tbody th a");
    assert_eq!(titles("/").await, ["a & b", RIGHT_TO_LEFT, &long, "Übung 1"]);
    assert_eq!(titles("/?sort=title").await, ["a & b", &long, "Übung 1", RIGHT_TO_LEFT]);
    assert_eq!(titles("/?q=%C3%9CBUNG").await, ["Übung 1"]);
    assert_eq!(titles("/?q=ada+a").await.len(), 4, "the name of the course is searched, too");
    assert_eq!(titles("/?sort=nonsense&q=").await, titles("/").await);

    let page = ada.get("/?q=a+%26&sort=-title").await;
    assert_eq!(page.select("tbody th a"), ["a & b"]);
    assert_eq!(page.attributes("[type=search]", "value"), ["a &"]);
    assert_eq!(page.attributes("th[aria-sort]", "aria-sort"), ["descending"]);
    assert_eq!(page.attributes("thead a", "href")[..2], ["/?q=a%20%26&sort=title", "/?q=a%20%26"]);
    assert_eq!(page.select("[role=status]"), ["1 comparison"]);

    let none = ada.get("/?q=nothing+%3Cb%3E").await;
    assert!(none.select(".empty")[0].contains("nothing <b>") && none.select("table").is_empty());
    assert_eq!(none.attributes(".empty a", "href"), ["/"]);
}

/// The list says what the first sentence of the report says.
#[tokio::test]
async fn the_list_says_what_each_report_found() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let batch = ada.finished_batch().await;
    let found = ada.get("/").await.select("td.found");
    assert_eq!(found, ["1 pair at or above the cut-off, 2 submissions equal to another"]);
    let first = ada.get(&format!("/batches/{batch}")).await.select("p.verdict strong");
    assert_eq!(first, [format!("Found: {}.", found[0])]);
}

#[tokio::test]
async fn a_comparison_gets_another_title() {
    let app = TestApp::new().await;
    let (ada, grace) = (app.account("ada").await, app.account("grace").await);
    let batch = ada.finished_batch().await;
    grace.joins(ada.course, Role::Viewer).await;
    let path = format!("/batches/{batch}/title");
    let row = ada.get("/?q=class").await;
    assert_eq!(row.attributes("form.rename", "action"), [path.as_str()]);
    assert_eq!(row.attributes("form.rename [name=back]", "value"), ["/?q=class"]);
    assert!(grace.get("/").await.select("tbody details").is_empty());

    let sent = ada.post(&path, "title=Sheet+%3C2%3E&back=%2F%3Fq%3Dclass").await;
    assert_eq!((sent.status, sent.header("location")), (StatusCode::SEE_OTHER, "/?q=class"));
    assert_eq!(ada.get("/").await.select("tbody th a"), ["Sheet <2>"]);
    let away = ada.post(&path, "title=Sheet+2&back=%2F%2Fevil.example").await;
    assert_eq!(away.header("location"), "/");
    refused(&ada.post(&path, "title=++").await, 422, "invalid-field");
    let log = ada.get(&format!("/courses/{}/audit", ada.course)).await;
    assert!(log.text().contains("Comparison changed"), "{}", log.text());

    let api = format!("/api/v1/batches/{batch}");
    assert_eq!(ada.patch(&api, &json!({"title": "Sheet 3"})).await.json()["title"], "Sheet 3");
    assert_eq!(ada.patch(&api, &json!({})).await.json()["title"], "Sheet 3");
    refused(&ada.patch(&api, &json!({"title": "x".repeat(201)})).await, 422, "invalid-field");
    refused(&ada.patch(&api, &json!({"title": "a\nb"})).await, 422, "invalid-field");
    refused(&grace.patch(&api, &json!({"title": "mine"})).await, 403, "forbidden");
}

#[tokio::test]
async fn settings_of_a_comparison_fill_the_form() {
    let app = TestApp::new().await;
    let (ada, eve) = (app.account("ada").await, app.account("eve").await);
    let archive = ada.archive("2024").await;
    app.drain().await;
    let upload = Upload::class()
        .field("language", "c")
        .field("layout", "children")
        .field("common_limit", "7")
        .field("include", "*.c\nsrc/")
        .field("count_vendored", "true")
        .field("count_given", "true")
        .field("kgram", "23")
        .field("window", "17")
        .field("teams", "s01,\"Lovelace, A\"\ns02,s03")
        .field("staff", "tutor")
        .field("archives", &archive.to_string());
    let sent = ada.upload(&upload).await;
    let id = sent.json()["id"].as_str().unwrap().to_owned();
    let row = ada.get("/").await;
    let like = format!("/batches/new?like={id}");
    assert!(row.attributes(".dropdown-menu a", "href").contains(&like));
    let form = ada.get(&like).await;
    assert_eq!(form.attributes("#language option[selected]", "value"), ["c"]);
    assert_eq!(form.attributes("#layout option[selected]", "value"), ["children"]);
    assert_eq!(form.attributes("#common_limit", "value"), ["7"]);
    assert_eq!(form.attributes("#min_match, #kgram, #window", "value"), ["39", "23", "17"]);
    assert_eq!(form.select("#include, #exclude"), ["*.c\nsrc/", ""]);
    assert_eq!(form.attributes("[name=count_vendored][checked]", "value"), ["true"]);
    assert_eq!(form.attributes("[name=count_given][checked]", "value"), ["true"]);
    assert_eq!(form.select("#teams"), ["s01,\"Lovelace, A\"\ns02,s03"]);
    assert_eq!(form.select("#staff"), ["tutor"]);
    assert_eq!(form.attributes("[name=archives][checked]", "value"), [archive.to_string()]);
    assert_eq!(form.attributes("#title", "value"), [""]);
    refused(&eve.get(&like).await, 404, "not-found");

    // The form of a new comparison begins with the patterns of the newest one of the course.
    app.wait(TimeDelta::minutes(1));
    ada.upload(&Upload::class().field("exclude", "tests/\n*.txt")).await;
    let empty = ada.get("/batches/new").await;
    assert_eq!(empty.select("#include, #exclude"), ["", "tests/\n*.txt"]);
    assert_eq!(ada.get(&like).await.select("#include, #exclude"), ["*.c\nsrc/", ""]);
    eve.joins(ada.course, Role::Instructor).await;
    let courses = eve.get("/batches/new").await;
    assert_eq!(courses.select("#include, #exclude"), ["", ""], "her own course has none");
    let named = format!("#course option[value='{}']", ada.course);
    assert_eq!(courses.attributes(&named, "data-exclude"), ["tests/\n*.txt"]);
    refused(&eve.get("/batches/new?like=0190a2f0-0000-7000-8000-000000000000").await, 404, "not-found");
}

#[tokio::test]
async fn open_cases_lead_to_the_cases_of_the_comparison() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let (one, other) = (ada.finished_batch().await, ada.finished_batch().await);
    ada.case(one).await;
    let list = ada.get("/?sort=-cases").await;
    assert_eq!(list.select("tbody td:nth-child(7)"), ["1", "0"]);
    assert_eq!(list.attributes("tbody td:nth-child(7) a", "href"), [format!("/cases?batch={one}")]);
    assert_eq!(ada.get(&format!("/cases?batch={one}")).await.select("tbody tr").len(), 1);
    assert_eq!(ada.get(&format!("/cases?batch={other}")).await.select("tbody tr").len(), 0);
    let eve = app.account("eve").await;
    refused(&eve.get(&format!("/cases?batch={one}")).await, 404, "not-found");
}
