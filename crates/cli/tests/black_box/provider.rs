//! Tests sign-in at a real identity provider (npm's `oidc-provider`, which `scripts/test` fetches), with an HTTP client
//! and in a browser.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

use reqwest::{Client, Response, StatusCode, Url};
use scraper::{Html, Selector};

use crate::client::http;
use crate::service::Service;
use crate::webdriver::Browser;

const SECRET: &str = "a secret of this test alone";

/// The provider. It ends when this is dropped.
struct Provider {
    child: Child,
    issuer: String,
    /// Its standard output. The provider ends if nobody reads it.
    _said: BufReader<ChildStdout>,
}

impl Provider {
    fn start() -> Self {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let fetched = std::env::var_os("CHAFFINCH_TEST_NODE_MODULES")
            .map_or_else(|| here.join("../../target/npm/node_modules"), PathBuf::from);
        let mut child = Command::new("node")
            .arg(here.join("tests/black_box/provider.mjs"))
            .arg(fetched)
            .stdout(Stdio::piped())
            .spawn()
            .expect("node starts (scripts/test installs it)");
        let mut issuer = String::new();
        let mut said = BufReader::new(child.stdout.take().unwrap());
        said.read_line(&mut issuer).unwrap();
        let issuer = issuer.trim().to_owned();
        assert!(
            issuer.starts_with("http://"),
            "the provider says where it is (scripts/test fetches it): {issuer}"
        );
        Self { child, issuer, _said: said }
    }

    /// Starts a service that uses the provider.
    fn served(&self, dir: &Path) -> Service {
        std::fs::write(dir.join("secret"), format!("{SECRET}\n")).unwrap();
        let more = [
            "--oidc-issuer",
            &self.issuer,
            "--oidc-client-id",
            "chaffinch",
            "--oidc-client-secret-file",
            "secret",
            "--oidc-title",
            "Workload",
            "--oidc-domains",
            "example.edu",
            "--oidc-rules",
            "groups=admins:admin",
        ];
        Service::start_and(dir, &more)
    }
}

impl Drop for Provider {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the form of a page: its action and its fields.
fn form(page: &str) -> (String, Vec<(String, String)>) {
    let html = Html::parse_document(page);
    let one = |selector: &str| Selector::parse(selector).unwrap();
    let form = html.select(&one("form[method=post]")).next().unwrap_or_else(|| panic!("{page}"));
    let named = one("input[name]");
    let fields = form.select(&named).map(|field| {
        (field.attr("name").unwrap().to_owned(), field.attr("value").unwrap_or_default().to_owned())
    });
    (form.attr("action").unwrap().to_owned(), fields.collect())
}

/// Fills in the form of the provider and follows the redirection to the service.
async fn sign_in(client: &Client, service: &Service, name: &str) -> Response {
    let answer = client.get(format!("{}/sign-in/provider", service.address)).send().await.unwrap();
    let url = answer.url().clone();
    let (action, mut fields) = form(&answer.text().await.unwrap());
    for (_, value) in fields.iter_mut().filter(|(field, _)| field == "login") {
        name.clone_into(value);
    }
    let body = Url::parse_with_params("http://x/", &fields).unwrap().query().unwrap().to_owned();
    let post = client.post(url.join(&action).unwrap()).body(body);
    post.header("content-type", "application/x-www-form-urlencoded").send().await.unwrap()
}

fn client() -> Client {
    http().cookie_store(true).build().unwrap()
}

#[tokio::test]
async fn a_real_provider_signs_in_and_out() {
    let dir = tempfile::tempdir().unwrap();
    let provider = Provider::start();
    let service = provider.served(dir.path());
    let browser = client();
    let home = sign_in(&browser, &service, "ada").await;
    assert_eq!(home.status(), StatusCode::OK);
    assert_eq!(home.url().as_str(), format!("{}/", service.address));
    assert!(home.text().await.unwrap().contains(">ada<"));
    let admin = browser.get(format!("{}/admin/accounts", service.address)).send().await.unwrap();
    assert_eq!(admin.status(), StatusCode::NOT_FOUND);

    let out = browser.post(format!("{}/sign-out", service.address)).send().await.unwrap();
    assert!(out.text().await.unwrap().contains("/sign-out/provider"));
    let away = browser.get(format!("{}/sign-out/provider", service.address)).send().await.unwrap();
    assert!(away.url().as_str().starts_with(&provider.issuer), "{}", away.url());

    // A claim grants this, but not without a verified email address.
    let root = client();
    sign_in(&root, &service, "root").await;
    let admin = root.get(format!("{}/admin/accounts", service.address)).send().await.unwrap();
    assert_eq!(admin.status(), StatusCode::OK);
    let refused = sign_in(&client(), &service, "eve").await;
    assert_eq!(refused.status(), StatusCode::FORBIDDEN);
    assert!(refused.text().await.unwrap().contains("provider-refused"));

    // The provider accepts a code once, and the service accepts an answer once.
    let replayed = http().cookie_store(true).redirect(reqwest::redirect::Policy::none()).build().unwrap();
    let forged = format!("{}/sign-in/provider/callback?code=x&state=x", service.address);
    assert_eq!(replayed.get(forged).send().await.unwrap().status(), StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn a_user_signs_in_at_the_provider_in_a_browser() {
    let dir = tempfile::tempdir().unwrap();
    let provider = Provider::start();
    let service = provider.served(dir.path());
    let browser = Browser::start().await;
    browser.open(&format!("{}/sign-in", service.address)).await;
    browser.click("a#by-provider").await;
    browser.enter("input[name=login]", "grace").await;
    browser.submit("form button[type=submit]").await;
    browser.find("a[href='/batches/new']").await;
    assert_eq!(browser.texts(".account-name").await, ["grace"]);
    // The content security policy forbids forms that lead to another host, so signing out is a link.
    browser.click(".account > summary").await;
    browser.submit(".sign-out button").await;
    browser.find("a[href='/sign-out/provider']").await;
}
