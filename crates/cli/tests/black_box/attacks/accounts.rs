//! Attacks on accounts: a stolen token beside an own session, and floods of wrong passwords from many networks. A
//! trusted proxy names the network of each request.

use std::time::Instant;

use chaffinch_storage_tests::server::TestDatabase;
use futures_util::StreamExt as _;
use futures_util::stream::iter;
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, COOKIE, HeaderMap, HeaderValue, LOCATION, SET_COOKIE};
use reqwest::redirect::Policy;
use reqwest::{Response, StatusCode};

use super::{Target, full, row};
use crate::binary::line_of;
use crate::client::http;

const PASSWORD: &str = "correct horse battery";
const WRONG: &str = "wrong wrong wrong";

/// Number of sign-ins of an attacker that wait for an answer at the same time.
const AT_ONCE: usize = 150;

/// A client in a browser or a script.
struct TestUser {
    http: reqwest::Client,
    address: String,
}

impl TestUser {
    fn new(target: &Target) -> Self {
        let http = http().redirect(Policy::none()).build().unwrap();
        Self { http, address: target.address.clone() }
    }

    async fn post(&self, path: &str, headers: HeaderMap, form: &[(&str, &str)]) -> Response {
        let fields: Vec<_> =
            form.iter().map(|(name, value)| format!("{name}={}", value.replace(' ', "+"))).collect();
        let request = self.http.post(format!("{}{path}", self.address)).headers(headers);
        let request = request.header(CONTENT_TYPE, "application/x-www-form-urlencoded");
        request.body(fields.join("&")).send().await.unwrap()
    }

    async fn sign_in(&self, network: &str, name: &str, password: &str) -> Response {
        let from = HeaderMap::from_iter([("x-forwarded-for".parse().unwrap(), value(network))]);
        self.post("/sign-in", from, &[("name", name), ("password", password)]).await
    }

    /// Returns a session of an account, signed in with a link.
    async fn session(&self, target: &Target, name: &str) -> HeaderValue {
        let mut make = vec!["user", "link", name, "--public-url", &target.address];
        make.extend(target.flags.iter().map(String::as_str));
        let link = line_of(target.dir.path(), &make);
        let token = link.split("token=").nth(1).unwrap();
        let opened = self.post("/sign-in", HeaderMap::new(), &[("token", token)]).await;
        assert_eq!(opened.status(), StatusCode::SEE_OTHER);
        value(opened.headers()[SET_COOKIE].to_str().unwrap().split(';').next().unwrap())
    }

    async fn set_password(&self, headers: HeaderMap, password: &str) -> Response {
        self.post("/account/password", headers, &[("new", password), ("again", password)]).await
    }
}

fn value(text: &str) -> HeaderValue {
    text.parse().unwrap()
}

/// A stolen token and an own session from a link do not suffice together to set a password.
async fn takes_no_account_over(database: &str, target: &Target, user: &TestUser) {
    let (gauge, began) = (target.gauge(), Instant::now());
    let mut make = vec!["token", "create", "eve"];
    make.extend(target.flags.iter().map(String::as_str));
    line_of(target.dir.path(), &make);
    let session = user.session(target, "eve").await;
    let token = value(&format!("Bearer {}", target.token));
    let both = HeaderMap::from_iter([(AUTHORIZATION, token.clone()), (COOKIE, session)]);
    assert_eq!(user.set_password(both, WRONG).await.status(), StatusCode::BAD_REQUEST);
    let alone = HeaderMap::from_iter([(AUTHORIZATION, token)]);
    assert_eq!(user.set_password(alone, WRONG).await.status(), StatusCode::FORBIDDEN);
    let refused = user.sign_in("198.51.100.1", "instructor", WRONG).await;
    assert_eq!(refused.status(), StatusCode::UNPROCESSABLE_ENTITY);
    let what = "another's token with one's own session";
    row(database, what, "400 two-credentials", &gauge.read().await, began.elapsed());
}

/// During and after wrong passwords from many networks, the correct password works from another network.
async fn locks_nobody_out(database: &str, target: &Target, user: &TestUser) {
    let own = HeaderMap::from_iter([(COOKIE, user.session(target, "instructor").await)]);
    assert_eq!(user.set_password(own, PASSWORD).await.status(), StatusCode::SEE_OTHER);
    let (networks, names) = if full() { (105, 98) } else { (20, 20) };
    let (gauge, began) = (target.gauge(), Instant::now());
    let tries = (0..networks * names).map(|number| async move {
        // The attacker tries this account, too.
        let name = if number / networks == 0 { "instructor" } else { &format!("account {number}") };
        let network = format!("2001:db8:{:x}::1", number % networks);
        user.sign_in(&network, name, WRONG).await.status()
    });
    let flood = async { iter(tries).buffer_unordered(AT_ONCE).collect::<Vec<_>>().await };
    let rightly = async {
        for number in 0..10 {
            let opened = user.sign_in(&format!("198.51.{number}.7"), "instructor", PASSWORD).await;
            assert_eq!(opened.status(), StatusCode::SEE_OTHER, "sign-in {number} under attack");
            assert_eq!(opened.headers()[LOCATION], "/");
        }
    };
    let (statuses, ()) = tokio::join!(flood, rightly);
    assert!(!statuses.contains(&StatusCode::SEE_OTHER));
    let opened = user.sign_in("203.0.113.7", "instructor", PASSWORD).await;
    assert_eq!(opened.status(), StatusCode::SEE_OTHER, "after the attack");
    let what = format!("{} wrong passwords from {networks} networks", statuses.len());
    row(database, &what, "the right one signs in", &gauge.read().await, began.elapsed());
    target.is_unharmed().await;
}

async fn attacked(database: &str, url: Option<&str>) {
    let target = Target::start(url, &["--trusted-proxy", "127.0.0.1"]).await;
    let user = TestUser::new(&target);
    takes_no_account_over(database, &target, &user).await;
    locks_nobody_out(database, &target, &user).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn on_sqlite() {
    attacked("SQLite", None).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn on_postgres() {
    let database = TestDatabase::empty().await;
    attacked("PostgreSQL", Some(&database.url())).await;
}
