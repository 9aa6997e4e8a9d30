//! Responses of the service, with helpers to read them.

use axum::body::Bytes;
use axum::http::{HeaderMap, StatusCode};
use scraper::{Html, Selector};
use serde_json::Value;

/// A complete response.
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    pub(crate) fn html(&self) -> Html {
        assert!(self.header("content-type").starts_with("text/html"), "{:?}", self.headers);
        Html::parse_document(&self.text())
    }

    /// Returns the texts of all elements that match the selector.
    pub(crate) fn select(&self, selector: &str) -> Vec<String> {
        let selector = Selector::parse(selector).unwrap();
        self.html()
            .select(&selector)
            .map(|found| found.text().collect::<String>().trim().to_owned())
            .collect()
    }

    /// Returns an attribute of all elements that match the selector.
    pub(crate) fn attributes(&self, selector: &str, name: &str) -> Vec<String> {
        let selector = Selector::parse(selector).unwrap();
        self.html().select(&selector).filter_map(|found| Some(found.attr(name)?.to_owned())).collect()
    }

    /// Returns the error code of a response, as a page or as JSON, and checks that the rest of the error is
    /// well-formed.
    pub(crate) fn code(&self) -> String {
        if self.header("content-type").starts_with("text/html") {
            let code = self.attributes("article[data-code]", "data-code").remove(0);
            assert_eq!(self.attributes(".ways a[href='/']", "href").len(), 1, "a way on");
            return code;
        }
        assert_eq!(self.header("content-type"), "application/problem+json", "{}", self.text());
        let problem = self.json();
        let code = problem["code"].as_str().unwrap().to_owned();
        assert_eq!(problem["status"], self.status.as_u16());
        assert_eq!(problem["type"], format!("http://chaffinch.test:8080/errors/{code}"));
        assert_eq!(problem["request_id"], self.header("x-request-id"));
        for text in ["title", "detail"] {
            assert!(!problem[text].as_str().unwrap().is_empty(), "{problem}");
        }
        code
    }
}

/// Asserts that the response is an error with this status and code.
pub(crate) fn refused(answer: &Answer, status: u16, code: &str) {
    assert_eq!((answer.status.as_u16(), answer.code().as_str()), (status, code), "{}", answer.text());
}
