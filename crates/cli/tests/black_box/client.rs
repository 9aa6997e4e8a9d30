//! A client of the REST API with a token, as a script would be.

use futures_util::StreamExt as _;
use reqwest::multipart::{Form, Part};
use reqwest::{Response, StatusCode};
use serde_json::Value;

/// Number of event streams that a test follows. One may end early, because the service restarts.
const ATTEMPTS: usize = 20;

/// Returns an HTTP client. A TLS provider must be chosen although nothing here uses TLS.
pub(crate) fn http() -> reqwest::ClientBuilder {
    let _ = rustls::crypto::ring::default_provider().install_default();
    reqwest::Client::builder()
}

#[derive(Clone)]
pub(crate) struct Client {
    http: reqwest::Client,
    api: String,
    token: String,
}

impl Client {
    pub(crate) fn new(address: &str, token: &str) -> Self {
        Self::of(http(), address, token)
    }

    /// Creates a client with a connection for each request, for a service that closes idle ones after a second: a
    /// request on a connection that the service is closing fails.
    pub(crate) fn without_reuse(address: &str, token: &str) -> Self {
        Self::of(http().pool_max_idle_per_host(0), address, token)
    }

    fn of(http: reqwest::ClientBuilder, address: &str, token: &str) -> Self {
        Self { http: http.build().unwrap(), api: format!("{address}/api/v1"), token: token.to_owned() }
    }

    /// Returns the same client for a service that was restarted at another address.
    pub(crate) fn at(&self, address: &str) -> Self {
        Self { http: http().build().unwrap(), api: format!("{address}/api/v1"), token: self.token.clone() }
    }

    pub(crate) fn token(&self) -> &str {
        &self.token
    }

    fn request(&self, method: reqwest::Method, path: &str) -> reqwest::RequestBuilder {
        self.http.request(method, format!("{}{path}", self.api)).bearer_auth(&self.token)
    }

    /// Does the same as [`Client::ask`] for a path outside the API.
    pub(crate) async fn top(&self, path: &str) -> reqwest::Result<Response> {
        let address = self.api.trim_end_matches("/api/v1");
        self.http.get(format!("{address}{path}")).send().await
    }

    /// Sends a request and returns the response, if there is one.
    pub(crate) async fn ask(&self, method: reqwest::Method, path: &str) -> reqwest::Result<Response> {
        self.request(method, path).send().await
    }

    /// Sends a request with an additional header.
    pub(crate) async fn ask_with(
        &self,
        method: reqwest::Method,
        path: &str,
        name: &'static str,
        value: reqwest::header::HeaderValue,
    ) -> Response {
        self.request(method, path).header(name, value).send().await.unwrap()
    }

    /// Sends JSON and returns any response.
    pub(crate) async fn ask_json(&self, method: reqwest::Method, path: &str, body: &Value) -> Response {
        self.request(method, path).json(body).send().await.unwrap()
    }

    /// Requests any path of the service.
    pub(crate) async fn anywhere(&self, method: reqwest::Method, path: &str) -> Response {
        let address = self.api.trim_end_matches("/api/v1");
        self.http.request(method, format!("{address}{path}")).bearer_auth(&self.token).send().await.unwrap()
    }

    pub(crate) async fn get(&self, path: &str) -> Response {
        self.ask(reqwest::Method::GET, path).await.unwrap()
    }

    pub(crate) async fn json(&self, path: &str) -> Value {
        let response = self.get(path).await;
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        response.json().await.unwrap()
    }

    pub(crate) async fn bytes(&self, path: &str) -> Vec<u8> {
        let response = self.get(path).await;
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        response.bytes().await.unwrap().into()
    }

    /// Returns a page, or a file for download.
    pub(crate) async fn page(&self, path: &str) -> Vec<u8> {
        let address = self.api.trim_end_matches("/api/v1");
        let request = self.http.get(format!("{address}{path}")).bearer_auth(&self.token);
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        response.bytes().await.unwrap().into()
    }

    pub(crate) async fn post(&self, path: &str) -> Response {
        self.ask(reqwest::Method::POST, path).await.unwrap()
    }

    /// Posts JSON and returns the answer, which must be a success.
    pub(crate) async fn send_json(&self, path: &str, body: &Value) -> Value {
        self.send_json_by(reqwest::Method::POST, path, body).await
    }

    /// Sends JSON by a method and returns the answer, which must be a success.
    pub(crate) async fn send_json_by(&self, method: reqwest::Method, path: &str, body: &Value) -> Value {
        let request = self.request(method, path).json(body);
        let response = request.send().await.unwrap();
        let (status, answer) = (response.status(), response.json().await.unwrap());
        assert!(status.is_success(), "{path} {body}: {answer}");
        answer
    }

    pub(crate) async fn delete(&self, path: &str) -> Response {
        self.ask(reqwest::Method::DELETE, path).await.unwrap()
    }

    /// Returns the answer to a query with a text.
    pub(crate) async fn query(&self, question: &Value) -> Value {
        self.send_json("/documents/query", question).await
    }

    /// Sends an upload and returns the response, if there is one.
    pub(crate) async fn send(&self, form: Form) -> reqwest::Result<Response> {
        self.post_form("/batches", form).await
    }

    /// Sends a form to any path and returns the response, if there is one.
    pub(crate) async fn post_form(&self, path: &str, form: Form) -> reqwest::Result<Response> {
        self.request(reqwest::Method::POST, path).multipart(form).send().await
    }

    /// Sends an upload, which must be accepted, and returns the id of the batch.
    pub(crate) async fn upload(&self, form: Form) -> String {
        let response = self.send(form).await.unwrap();
        let status = response.status();
        let location = response.headers().get("location").map(|value| value.to_str().unwrap().to_owned());
        let body: Value = response.json().await.unwrap();
        assert_eq!(status, StatusCode::ACCEPTED, "{body}");
        let id = body["id"].as_str().unwrap().to_owned();
        assert!(location.is_some_and(|location| location.ends_with(&id)));
        id
    }

    /// Sends an upload for a preview and returns the draft.
    pub(crate) async fn draft(&self, form: Form) -> Value {
        let response = self.post_form("/drafts", form).await.unwrap();
        let (status, draft) = (response.status(), response.json().await.unwrap());
        assert_eq!(status, StatusCode::CREATED, "{draft}");
        draft
    }

    /// Adds late work to a batch.
    pub(crate) async fn late(&self, id: &str, form: Form) {
        let response = self.post_form(&format!("/batches/{id}/submissions"), form).await.unwrap();
        assert_eq!(response.status(), StatusCode::ACCEPTED, "{}", response.text().await.unwrap());
    }

    /// Adds a finished batch to a new archive, waits until this is done, and returns the id of the archive.
    pub(crate) async fn archive(&self, name: &str, batch: &str) -> String {
        let form = Form::new().text("name", name.to_owned()).text("batch", batch.to_owned());
        let made: Value = self.post_form("/archives", form).await.unwrap().json().await.unwrap();
        let id = made["id"].as_str().unwrap().to_owned();
        // The stream ends with the job.
        self.get(&format!("/archives/{id}/events")).await.bytes().await.unwrap();
        assert_eq!(self.json(&format!("/archives/{id}")).await["status"], "done");
        id
    }

    /// Reads events of a batch until one satisfies `enough` or the stream ends. Returns whether one did.
    pub(crate) async fn follow(&self, id: &str, enough: impl Fn(&str) -> bool) -> bool {
        let Ok(response) = self.request(reqwest::Method::GET, &format!("/batches/{id}/events")).send().await
        else {
            return false;
        };
        let mut stream = response.bytes_stream();
        let mut text = String::new();
        while let Some(Ok(bytes)) = stream.next().await {
            text.push_str(&String::from_utf8_lossy(&bytes));
            if enough(&text) {
                return true;
            }
        }
        false
    }

    /// Waits until the status of the batch is final and returns the batch.
    pub(crate) async fn finished(&self, id: &str) -> Value {
        for _ in 0..ATTEMPTS {
            let batch = self.json(&format!("/batches/{id}")).await;
            if ["done", "failed", "cancelled"].contains(&batch["status"].as_str().unwrap()) {
                return batch;
            }
            self.follow(id, |_| false).await;
        }
        panic!("batch {id} did not end");
    }
}

/// Returns an upload of one archive of submissions, with or without starter code.
pub(crate) fn form(submissions: Vec<u8>, boilerplate: Option<Vec<u8>>) -> Form {
    let form = Form::new().part("submissions", Part::bytes(submissions).file_name("class.zip"));
    match boilerplate {
        Some(bytes) => form.part("boilerplate", Part::bytes(bytes).file_name("handout.zip")),
        None => form,
    }
}
