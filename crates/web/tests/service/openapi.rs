//! The API description. Clients rely on it, so a snapshot makes every change visible in review.

use chaffinch_web::routes;
use serde_json::Value;

use crate::test_app::TestApp;

#[tokio::test]
async fn the_document_is_as_reviewed() {
    let app = TestApp::new().await;
    let document = app.anybody().get("/api/v1/openapi.json").await.json();
    insta::assert_json_snapshot!(document);
}

#[tokio::test]
async fn every_route_of_the_api_is_described_and_nothing_else() {
    let app = TestApp::new().await;
    let document = app.anybody().get("/api/v1/openapi.json").await.json();
    assert!(document["openapi"].as_str().unwrap().starts_with("3.1"));
    let described = |value: &Value| -> Vec<String> {
        value.as_object().unwrap().keys().map(ToString::to_string).collect()
    };
    let mut operations: Vec<String> = described(&document["paths"])
        .into_iter()
        .flat_map(|path| {
            described(&document["paths"][&path])
                .into_iter()
                .map(move |method| format!("{} {path}", method.to_uppercase()))
        })
        .collect();
    let mut served: Vec<String> = routes()
        .into_iter()
        .filter(|route| route.path.starts_with("/api/v1/"))
        .flat_map(|route| route.methods.into_iter().map(move |method| format!("{method} {}", route.path)))
        .collect();
    operations.sort();
    served.sort();
    assert_eq!(operations, served);
}

#[tokio::test]
async fn every_schema_that_is_named_is_there() {
    let app = TestApp::new().await;
    let text = app.anybody().get("/api/v1/openapi.json").await.text();
    let document: Value = serde_json::from_str(&text).unwrap();
    for reference in text.split("\"#/components/schemas/").skip(1) {
        let name = reference.split('"').next().unwrap();
        assert!(document["components"]["schemas"][name].is_object(), "{name}");
    }
}
