//! Searches for single texts: what each caller may see, over REST and on the page.

use axum::http::{Method, StatusCode};
use chaffinch_storage::Role;
use serde_json::{Value, json};

use crate::test_app::{Answer, Caller, TestApp, Upload, refused};

const API: &str = "/api/v1/documents/query";

async fn ask(caller: &Caller<'_>, question: &Value) -> Answer {
    let caller = caller.with("content-type", "application/json");
    caller.send(caller.request(Method::POST, API, question.to_string())).await
}

/// Returns the sources of the results, sorted: names of archives and titles of batches.
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
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
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
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let eve = app.account("eve").await;
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
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
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
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let id = ada.archive("<b>2024</b>").await;
    let batch = ada.finished_batch().await;
    let form = ada.get("/query").await;
    assert_eq!(form.attributes(".menu a[aria-current]", "href"), ["/query"]);
    assert_eq!(form.attributes("#question [name]", "name"), ["text", "file", "language", "archives"]);
    // The request is the one that a browser sends.
    let question =
        Upload::default().field("text", "</textarea><b>").file("file", "", b"").field("language", "c");
    let page = ada.upload_to("/query", &question).await;
    assert_eq!(page.status, StatusCode::OK);
    assert_eq!(page.select("#text"), ["</textarea><b>"], "what was typed stays");
    assert_eq!(page.attributes("#language option[selected]", "value"), ["c"]);
    assert_eq!(page.select("#answer .hits > li").len(), 1, "the same lines are one result");
    assert_eq!(page.select("#answer h2"), ["Found in 6 submissions"]);
    assert_eq!(page.select("#answer .also summary"), ["The same lines are in 5 more submissions"]);
    assert_eq!(page.select("#answer .also .chip"), ["same content"]);
    let links = page.attributes("#answer .hits a", "href");
    for link in [format!("/archives/{id}"), format!("/batches/{batch}/submissions/1")] {
        assert!(links.contains(&link), "{link} is not in {links:?}");
    }
    let page = ada.upload_to("/query", &question.field("archives", &id.to_string())).await;
    assert_eq!(page.select("#answer h2"), ["Found in 3 submissions"]);
    assert_eq!(page.attributes("[name=archives][checked]", "value"), [id.to_string()]);
    assert!(page.select("#answer .also .chip").is_empty());
    let said = page.select("#answer .hits > li > p");
    assert_eq!(said, ["50 % of your text is in this submission. This part makes up 100 % of it."]);
    assert_eq!(page.select("#answer .parts li"), ["Lines 1–3 of your text: line 2 of main.c"]);
    assert_eq!(page.select("#answer h3 a"), ["archive <b>2024</b>"]);

    let refused = ada.upload_to("/query", &Upload::default().file("file", "", b"")).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    let empty = "There is nothing to search for. Paste a text or choose a file.";
    assert_eq!(refused.select(".notice.error .reason"), [empty]);
    let long = ada.upload_to("/query", &Upload::default().field("text", &"int a;".repeat(400_000))).await;
    assert_eq!(long.status, StatusCode::PAYLOAD_TOO_LARGE);
    assert!(long.select(".notice.error .reason")[0].starts_with("The text is larger than 2 MiB."));
    let question = Upload::default().field("text", "int main;");
    let nothing = app.account("eve").await.upload_to("/query", &question).await;
    assert_eq!(nothing.select("#answer .empty").len(), 1);
}

#[tokio::test]
async fn a_result_opens_beside_the_text() {
    let app = TestApp::new().await;
    let (ada, eve) = (app.account("ada").await, app.account("eve").await);
    let batch = ada.finished_batch().await;
    let text = "<b> int x;\nint y;\n";
    let question = Upload::default().file("file", "sheet.c", text.as_bytes()).field("language", "c");
    let page = ada.upload_to("/query", &question).await;
    let fields = ["text", "name", "language"].map(|name| {
        let value = page.attributes(&format!("#compare [name={name}]"), "value").remove(0);
        (name, value)
    });
    assert_eq!(fields.each_ref().map(|(_, value)| value.as_str()), [text, "sheet.c", "c"]);
    let button = "#answer .hits > li:first-child .parts button[form=compare]";
    assert_eq!(page.attributes(button, "formaction"), ["/query/compare#t-1"]);
    let found = page.attributes(button, "value").remove(0);
    assert_eq!(found, format!("batch:{batch}:1"));

    let asked = |found: &str| {
        let form = Upload::default().field("found", found);
        fields.iter().fold(form, |form, (name, value)| form.field(name, value))
    };
    let beside = ada.upload_to("/query/compare", &asked(&found)).await;
    assert_eq!(beside.status, StatusCode::OK, "{}", beside.text());
    assert_eq!(beside.select(".compared h2"), ["sheet.c", "main.c"]);
    assert_eq!(beside.select(".compared pre").len(), 2);
    assert!(beside.select(".compared pre")[0].contains("<b> int x;"));
    assert!(beside.select(".compared pre")[1].contains("int main(void)"));
    assert_eq!(beside.select("#t-1").len() + beside.select("#s-1").len(), 2);
    assert_eq!(beside.attributes("#t-1", "href"), ["#s-1"]);
    let marked = "pre [data-match]:not(.badge)";
    assert_eq!(beside.attributes(marked, "data-end"), ["9", "8"]);
    assert_eq!(beside.attributes(".crumbs a", "href"), ["/query"]);

    let hidden = eve.upload_to("/query/compare", &asked(&found)).await;
    refused(&hidden, 404, "not-found");
    refused(&ada.upload_to("/query/compare", &asked("batch:1:1")).await, 422, "invalid-field");
    let gone = found.replace(":1", ":9");
    refused(&ada.upload_to("/query/compare", &asked(&gone)).await, 404, "not-found");
    let long = Upload::default().file("file", "a.c", &vec![b'x'; 70_000]);
    assert!(ada.upload_to("/query", &long).await.select("#compare").is_empty());
}

#[tokio::test]
async fn questions_of_an_account_are_bounded() {
    let app = TestApp::with(|settings| settings.questions.asked = 0).await;
    let ada = app.account("ada").await;
    let refused = ask(&ada, &json!({"text": "int main;", "name": "main.c"})).await;
    let found = (refused.status, refused.code());
    assert_eq!(found, (StatusCode::TOO_MANY_REQUESTS, "too-many-requests".to_owned()));
    assert!(refused.text().contains("queries at the same time. The limit is 0."), "{}", refused.text());
    assert!(!refused.header("retry-after").is_empty());
}
