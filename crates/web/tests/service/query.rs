//! Questions about single texts: who is told of what, over REST and on the page.

use axum::http::{Method, StatusCode};
use chaffinch_storage::Role;
use serde_json::{Value, json};

use crate::house::{Answer, Caller, House, Upload};

const API: &str = "/api/v1/documents/query";

async fn ask(caller: &Caller<'_>, question: &Value) -> Answer {
    let caller = caller.with("content-type", "application/json");
    caller.send(caller.request(Method::POST, API, question.to_string())).await
}

/// Who has the documents of an answer: names of archives and titles of batches, sorted.
fn holders(answer: &Answer) -> Vec<String> {
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    let json = answer.json();
    let name = |document: &Value| {
        let holder = if document["archive"].is_null() {
            &document["batch"]["title"]
        } else {
            &document["archive"]["name"]
        };
        holder.as_str().unwrap().to_owned()
    };
    let mut names: Vec<String> = json["documents"].as_array().unwrap().iter().map(name).collect();
    names.sort();
    names.dedup();
    names
}

#[tokio::test]
async fn an_answer_tells_shares_sample_and_place() {
    let house = House::new().await;
    let ada = house.account("ada").await;
    let archive = ada.archive("2024").await;
    let question = json!({"text": "int main;", "name": "dir/main.c", "limit": 1, "window": 30, "limit_fingerprints": 100});
    let answer = ask(&ada, &question).await;
    assert_eq!(
        answer.json(),
        json!({"languages": ["main.c"], "tokens": 9, "fingerprints": 130, "documents": [
            {"resemblance": 0.25, "text_containment": 0.5, "document_containment": 1.0,
             "sample": {"fingerprints": 170, "shared": 17},
             "passages": [{"tokens": 9, "text_lines": [1, 3], "path": "main.c", "lines": [2, 2]}],
             "submission": {"number": 1, "name": "s01"}, "batch": null,
             "archive": {"id": archive.to_string(), "name": "2024", "year": null}}]})
    );
    let form =
        Upload::default().file("file", "x.py", b"pass").field("language", "python").field("limit", "1");
    let answer = ada.upload_to(API, &form).await;
    assert_eq!((&answer.json()["languages"], &answer.json()["tokens"]), (&json!(["python"]), &json!(4)));
}

#[tokio::test]
async fn only_what_one_may_see_is_told() {
    let house = House::new().await;
    let ada = house.account("ada").await;
    let eve = house.account("eve").await;
    ada.archive("2023").await;
    let late = ada.archive("2024, resits").await;
    ada.finished_batch().await;
    eve.archive("of eve").await;
    let asked = |more: Value| {
        let mut question = json!({"text": "int main;", "limit": 100});
        question.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        question
    };
    assert_eq!(holders(&ask(&ada, &asked(json!({}))).await), ["2023", "2024, resits", "class"]);
    assert_eq!(holders(&ask(&ada, &asked(json!({"archives": ["none"]}))).await), ["class"]);
    assert_eq!(holders(&ask(&ada, &asked(json!({"archives": [late.to_string()]}))).await), ["2024, resits"]);
    let both = asked(json!({"archives": ["2023", "2024, resits"]}));
    assert_eq!(holders(&ask(&ada, &both).await), ["2023", "2024, resits"]);
    assert_eq!(holders(&ask(&eve, &asked(json!({}))).await), ["of eve"]);
    assert_eq!(ask(&eve, &asked(json!({"archives": [late.to_string()]}))).await.code(), "invalid-field");
    assert_eq!(ask(&eve, &asked(json!({"course": ada.course.to_string()}))).await.code(), "invalid-field");
    eve.joins(ada.course, Role::Viewer).await;
    assert_eq!(holders(&ask(&eve, &asked(json!({}))).await), ["2023", "2024, resits", "class", "of eve"]);
    let there = asked(json!({"course": ada.course.to_string()}));
    assert_eq!(holders(&ask(&eve, &there).await), ["2023", "2024, resits", "class"]);
}

#[tokio::test]
async fn what_is_no_question_is_refused() {
    let house = House::new().await;
    let ada = house.account("ada").await;
    for (question, code) in [
        (json!({}), "malformed"),
        (json!({"text": 1}), "malformed"),
        (json!({"text": "int a;", "pairs": 1}), "malformed"),
        (json!({"text": " \n"}), "invalid-field"),
        (json!({"text": "int a;", "language": "klingon"}), "invalid-field"),
        (json!({"text": "x".repeat(3 << 20)}), "body-too-large"),
    ] {
        assert_eq!(ask(&ada, &question).await.code(), code);
    }
    let typed = ada.with("content-type", "text/plain");
    let refused = typed.send(typed.request(Method::POST, API, "int a;")).await;
    assert_eq!(refused.code(), "unsupported-media-type");
}

#[tokio::test]
async fn the_page_asks_and_shows_what_was_found() {
    let house = House::new().await;
    let ada = house.account("ada").await;
    let id = ada.archive("<b>2024</b>").await;
    let batch = ada.finished_batch().await;
    let form = ada.get("/query").await;
    assert_eq!(form.attributes(".menu a[aria-current]", "href"), ["/query"]);
    assert_eq!(form.attributes("#question [name]", "name"), ["text", "file", "language", "archives"]);
    // As a browser sends it.
    let question =
        Upload::default().field("text", "</textarea><b>").file("file", "", b"").field("language", "c");
    let page = ada.upload_to("/query", &question).await;
    assert_eq!(page.status, StatusCode::OK);
    assert_eq!(page.select("#text"), ["</textarea><b>"], "what was typed stays");
    assert_eq!(page.attributes("#language option[selected]", "value"), ["c"]);
    assert_eq!(page.select("#answer tbody tr").len(), 6);
    let links = page.attributes("#answer tbody a", "href");
    for link in [format!("/archives/{id}"), format!("/batches/{batch}/submissions/1")] {
        assert!(links.contains(&link), "{link} is not in {links:?}");
    }
    let page = ada.upload_to("/query", &question.field("archives", &id.to_string())).await;
    assert_eq!(page.select("#answer tbody tr").len(), 3);
    assert_eq!(page.attributes("[name=archives][checked]", "value"), [id.to_string()]);
    let cells = page.select("#answer tbody tr:first-child td");
    assert_eq!(cells, ["50 %", "100 %", "25 %", "17 of 170", "1–3 in main.c 2"]);
    assert_eq!(page.select("#answer tbody tr:first-child a"), ["archive <b>2024</b>"]);

    let refused = ada.upload_to("/query", &Upload::default().file("file", "", b"")).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(refused.select(".notice.error .reason").len(), 1);
    let question = Upload::default().field("text", "int main;");
    let nothing = house.account("eve").await.upload_to("/query", &question).await;
    assert_eq!(nothing.select("#answer .empty").len(), 1);
}
