//! The API description of the test service.

use axum::body::Body;
use axum::http::{Method, StatusCode};
use serde_json::Value;
use tokio::sync::OnceCell;

use super::{Answer, TestApp};

/// The OpenAPI document. Every response in a test is checked against it.
pub(super) struct Description(Value);

impl Description {
    pub(super) async fn get(app: &TestApp) -> &'static Self {
        static KNOWN: OnceCell<Description> = OnceCell::const_new();
        let fetched = async || {
            let request = app.anybody().request(Method::GET, "/api/v1/openapi.json", Body::empty());
            // Each service has its own address and languages in its document. The described calls are the same.
            Self(app.sent(request).await.json())
        };
        KNOWN.get_or_init(fetched).await
    }

    /// Asserts that the document describes this response.
    pub(super) fn describes(&self, method: &Method, path: &str, answer: &Answer) {
        let parts: Vec<&str> = path.split('/').collect();
        let fits = |known: &str| {
            let known: Vec<&str> = known.split('/').collect();
            let same = |(known, part): (&&str, &&str)| known == part || known.starts_with('{');
            known.len() == parts.len() && known.iter().zip(&parts).all(same)
        };
        let mut fitting: Vec<_> =
            self.0["paths"].as_object().unwrap().iter().filter(|(known, _)| fits(known)).collect();
        // Puts exact paths such as `/report.csv` before paths with parameters such as `/{revision}`.
        fitting.sort_by_key(|(known, _)| known.contains('{'));
        let Some((known, item)) = fitting.first() else {
            assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path} is not described");
            return;
        };
        let Some(described) = item.get(method.as_str().to_lowercase()) else {
            assert_eq!(answer.status, StatusCode::METHOD_NOT_ALLOWED, "{method} {known} is not described");
            return;
        };
        let promised = &described["responses"][answer.status.as_str()];
        assert!(promised.is_object(), "{method} {known} answers {}: {}", answer.status, answer.text());
        let name = promised["$ref"].as_str().and_then(|name| name.rsplit('/').next());
        let promised = name.map_or(promised, |name| &self.0["components"]["responses"][name]);
        let media_type = answer.header("content-type").split(';').next().unwrap();
        if media_type.is_empty() {
            assert!(promised["content"].is_null(), "{method} {known} has a body");
            return;
        }
        let content = &promised["content"][media_type];
        assert!(content.is_object(), "{method} {known} answers {} as {media_type}", answer.status);
        if media_type == "application/problem+json" {
            let codes = &promised["x-codes"];
            let code = &answer.json()["code"];
            assert!(codes.as_array().unwrap().contains(code), "{method} {known} refuses by {code}");
        }
    }
}
