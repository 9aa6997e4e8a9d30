//! Sign-in through an identity provider that is correct, and through one that is not. The provider runs in the test on
//! the loopback interface, so that it can send false answers. The tests of the binary use a real provider.

use std::sync::{Arc, Mutex};

use axum::extract::{Form, State};
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};
use chaffinch_storage::{Accounts as _, CourseId, Courses as _, NewCourse, Role, SignIns as _};
use chaffinch_web::ProviderSettings;
use openidconnect::core::{CoreEdDsaPrivateSigningKey, CoreJwsSigningAlgorithm};
use openidconnect::{JsonWebKeyId, PrivateSigningKey as _};
use serde_json::{Value, json};
use std::collections::HashMap;
use tokio::net::TcpListener;
use uuid::Uuid;

use crate::test_app::{Answer, Caller, TestApp};

/// A key that only this test uses.
const KEY: &str = "-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEILJc+0mXn9skJH5WDG1F2yHZRbqN6YGB67rdNhNWoVX1
-----END PRIVATE KEY-----
";

/// What the provider answers next.
#[derive(Clone, Default)]
struct Lies {
    claims: Value,
    /// The `alg` of the token's header. `none` omits the signature.
    algorithm: Option<&'static str>,
    /// Whether another key signs the token.
    forged: bool,
    /// Codes that were redeemed.
    taken: Vec<String>,
    /// Whether a code can be redeemed again.
    forgetful: bool,
}

#[derive(Clone)]
struct Provider {
    address: String,
    lies: Arc<Mutex<Lies>>,
}

fn encoded(bytes: &[u8]) -> String {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut text = String::new();
    for group in bytes.chunks(3) {
        let bits =
            group.iter().fold(0u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - group.len()));
        for place in 0..=group.len() {
            text.push(SIGNS[(bits >> (18 - 6 * place) & 63) as usize].into());
        }
    }
    text
}

fn key() -> CoreEdDsaPrivateSigningKey {
    CoreEdDsaPrivateSigningKey::from_ed25519_pem(KEY, Some(JsonWebKeyId::new("one".to_owned()))).unwrap()
}

impl Provider {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let provider = Self { address, lies: Arc::default() };
        let router = Router::new()
            .route("/.well-known/openid-configuration", get(describe))
            .route("/jwks", get(async || Json(json!({ "keys": [key().as_verification_key()] }))))
            .route("/token", post(token))
            .with_state(provider.clone());
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        provider
    }

    fn settings(&self) -> ProviderSettings {
        ProviderSettings {
            issuer: self.address.clone(),
            client_id: "chaffinch".to_owned(),
            client_secret: Some("secret".to_owned()),
            title: "Campus".to_owned(),
            scopes: vec!["profile".to_owned(), "email".to_owned()],
            name_claim: "preferred_username".to_owned(),
            domains: Vec::new(),
            provision: true,
            rules: Vec::new(),
        }
    }

    fn says(&self, change: impl FnOnce(&mut Lies)) {
        change(&mut self.lies.lock().unwrap());
    }
}

async fn describe(State(provider): State<Provider>) -> Json<Value> {
    let at = |path: &str| format!("{}{path}", provider.address);
    Json(json!({
        "issuer": provider.address, "authorization_endpoint": at("/authorize"), "token_endpoint": at("/token"),
        "jwks_uri": at("/jwks"), "end_session_endpoint": at("/out"), "response_types_supported": ["code"],
        "subject_types_supported": ["public"],
        // This provider would even accept unsigned tokens.
        "id_token_signing_alg_values_supported": ["EdDSA", "RS256", "HS256", "none"],
    }))
}

async fn token(
    State(provider): State<Provider>,
    Form(asked): Form<HashMap<String, String>>,
) -> (StatusCode, Json<Value>) {
    let mut lies = provider.lies.lock().unwrap();
    let code = asked["code"].clone();
    if asked.get("code_verifier").is_none_or(|verifier| verifier.len() < 43)
        || (lies.taken.contains(&code) && !lies.forgetful)
    {
        return (StatusCode::BAD_REQUEST, Json(json!({ "error": "invalid_grant" })));
    }
    lies.taken.push(code);
    let algorithm = lies.algorithm.unwrap_or("EdDSA");
    let header = encoded(json!({ "alg": algorithm, "kid": "one" }).to_string().as_bytes());
    let message = format!("{header}.{}", encoded(lies.claims.to_string().as_bytes()));
    let mut signature = match algorithm {
        "none" => Vec::new(),
        _ => key().sign(&CoreJwsSigningAlgorithm::EdDsa, message.as_bytes()).unwrap(),
    };
    if lies.forged {
        signature[0] ^= 1;
    }
    let token = format!("{message}.{}", encoded(&signature));
    (StatusCode::OK, Json(json!({ "access_token": "x", "token_type": "Bearer", "id_token": token })))
}

/// A browser that was redirected to the provider.
struct Sent<'a> {
    browser: Caller<'a>,
    state: String,
    nonce: String,
}

async fn sent<'a>(app: &'a TestApp, provider: &Provider) -> Sent<'a> {
    let anybody = app.anybody();
    let away = anybody.get("/sign-in/provider").await;
    assert_eq!(away.status, StatusCode::SEE_OTHER, "{}", away.text());
    let url = reqwest::Url::parse(away.header("location")).unwrap();
    assert!(url.as_str().starts_with(&format!("{}/authorize", provider.address)));
    let asked: HashMap<_, _> = url.query_pairs().into_owned().collect();
    assert_eq!(asked["code_challenge_method"], "S256");
    assert_eq!(asked["redirect_uri"], "http://chaffinch.test:8080/sign-in/provider/callback");
    assert_eq!(asked["scope"], "openid profile email");
    Sent { browser: anybody.given(&away), state: asked["state"].clone(), nonce: asked["nonce"].clone() }
}

impl Sent<'_> {
    async fn back(&self, code: &str) -> Answer {
        self.browser.get(&format!("/sign-in/provider/callback?code={code}&state={}", self.state)).await
    }
}

/// Returns the claims that an honest provider makes about this user.
fn honest(app: &TestApp, provider: &Provider, sent: &Sent<'_>, subject: &str, name: &str) -> Value {
    json!({
        "iss": provider.address, "aud": "chaffinch", "sub": subject, "nonce": sent.nonce,
        "iat": app.now().timestamp(), "exp": app.now().timestamp() + 300,
        "preferred_username": name, "email": format!("{name}@example.edu"), "email_verified": true,
    })
}

/// Signs in as a user of an honest provider, with these claims changed.
async fn arrives(app: &TestApp, provider: &Provider, subject: &str, name: &str, more: Value) -> Answer {
    let sent = sent(app, provider).await;
    let mut claims = honest(app, provider, &sent, subject, name);
    claims.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    provider.says(|lies| *lies = Lies { claims, ..Lies::default() });
    sent.back("code").await
}

fn signed_in(answer: &Answer) -> bool {
    (answer.status, answer.header("location")) == (StatusCode::SEE_OTHER, "/")
}

async fn app(provider: &Provider, change: impl FnOnce(&mut ProviderSettings)) -> TestApp {
    let mut settings = provider.settings();
    change(&mut settings);
    TestApp::with(|app| app.provider = Some(settings)).await
}

#[tokio::test]
async fn a_user_of_the_provider_gets_an_account_and_the_same_one_again() {
    let provider = Provider::start().await;
    let app = app(&provider, |_| {}).await;
    let page = app.anybody().get("/sign-in").await;
    assert_eq!(page.attributes("a#by-provider", "href"), ["/sign-in/provider"]);
    app.account("ada").await;
    for _ in 0..2 {
        let opened = arrives(&app, &provider, "1", "grace", json!({})).await;
        assert!(signed_in(&opened), "{}", opened.text());
        let browser = app.anybody().given(&opened);
        assert_eq!(browser.get("/").await.select(".account-name"), ["grace"]);
        let out = browser.post("/sign-out", "").await;
        assert_eq!(out.header("location"), "/sign-in?ended=provider");
        let page = app.anybody().get("/sign-in?ended=provider").await;
        assert_eq!(page.attributes(".notice a", "href"), ["/sign-out/provider"]);
        let too = app.anybody().get("/sign-out/provider").await;
        assert!(too.header("location").starts_with(&format!("{}/out?client_id=chaffinch", provider.address)));
    }
    // Another subject with the same name, at the provider or here, is another person.
    assert!(signed_in(&arrives(&app, &provider, "2", "grace", json!({})).await));
    assert!(signed_in(&arrives(&app, &provider, "3", "ada", json!({})).await));
    let accounts = app.storage.accounts().await.unwrap();
    let names: Vec<_> = accounts.iter().map(|account| account.name.as_str()).collect();
    assert_eq!(names, ["ada", "ada (2)", "grace", "grace (2)"]);
    assert_eq!(accounts[2].email.as_deref(), Some("grace@example.edu"));
    // A user who is renamed at the provider keeps the account here.
    assert!(signed_in(&arrives(&app, &provider, "1", "ada", json!({})).await));
    assert_eq!(app.storage.accounts().await.unwrap().len(), 4);
    // The provider cannot sign in an account that is disabled here.
    let opened = arrives(&app, &provider, "1", "grace", json!({})).await;
    app.storage.set_disabled(accounts[2].id, true, &app.by()).await.unwrap();
    assert_eq!(app.anybody().given(&opened).get("/").await.header("location"), "/sign-in");
    assert_eq!(arrives(&app, &provider, "1", "grace", json!({})).await.code(), "provider-refused");
}

#[tokio::test]
async fn no_lie_signs_in() {
    let provider = Provider::start().await;
    let app = app(&provider, |_| {}).await;
    let now = app.now().timestamp();
    for (what, claims) in [
        ("another nonce", json!({ "nonce": "other" })),
        ("no nonce", json!({ "nonce": null })),
        ("another audience", json!({ "aud": "other" })),
        ("others too", json!({ "aud": ["chaffinch", "other"] })),
        ("another issuer", json!({ "iss": "https://evil.example" })),
        ("too old", json!({ "exp": now - 1 })),
    ] {
        let refused = arrives(&app, &provider, "1", "ada", claims).await;
        assert_eq!(
            (refused.status, refused.code().as_str()),
            (StatusCode::FORBIDDEN, "provider-refused"),
            "{what}"
        );
        assert_eq!(refused.header("set-cookie"), "", "{what}");
    }
    for (what, algorithm, forged) in
        [("no signature", "none", false), ("a secret's", "HS256", false), ("a wrong one", "EdDSA", true)]
    {
        let sent = sent(&app, &provider).await;
        let claims = honest(&app, &provider, &sent, "1", "ada");
        provider.says(|lies| *lies = Lies { claims, algorithm: Some(algorithm), forged, ..Lies::default() });
        assert_eq!(sent.back("code").await.code(), "provider-refused", "{what}");
    }
    assert_eq!(app.storage.accounts().await.unwrap(), []);
}

#[tokio::test]
async fn an_answer_counts_once_in_the_browser_that_asked() {
    let provider = Provider::start().await;
    let app = app(&provider, |_| {}).await;
    let asked = sent(&app, &provider).await;
    let claims = honest(&app, &provider, &asked, "1", "ada");
    provider.says(|lies| *lies = Lies { claims, forgetful: true, ..Lies::default() });
    let callback =
        |state: &str, more: &str| format!("/sign-in/provider/callback?code=code&state={state}{more}");
    // The callback is sent from another browser, with a wrong state, and without a state.
    let other = sent(&app, &provider).await;
    for (browser, path) in [
        (&other.browser, callback(&asked.state, "")),
        (&app.anybody(), callback(&asked.state, "")),
        (&asked.browser, callback("wrong", "")),
        (&asked.browser, "/sign-in/provider/callback?code=code".to_owned()),
    ] {
        let refused = browser.get(&path).await;
        assert_eq!(
            (refused.status, refused.code().as_str()),
            (StatusCode::FORBIDDEN, "provider-refused"),
            "{path}"
        );
    }
    assert!(signed_in(&asked.back("code").await));
    // A second use is refused even if the provider forgets which codes were redeemed.
    assert_eq!(asked.back("code").await.code(), "provider-refused");
    // The answers are from another provider, a refusal, and too late.
    for more in ["&iss=https%3A%2F%2Fevil.example", "&iss="] {
        let asked = sent(&app, &provider).await;
        assert_eq!(
            asked.browser.get(&callback(&asked.state, more)).await.code(),
            "provider-refused",
            "{more}"
        );
    }
    let denied = sent(&app, &provider).await;
    let path = format!("/sign-in/provider/callback?error=access_denied&state={}", denied.state);
    assert_eq!(denied.browser.get(&path).await.code(), "provider-refused");
    let late = sent(&app, &provider).await;
    app.wait(chrono::TimeDelta::minutes(10));
    assert_eq!(late.back("late").await.code(), "provider-refused");
}

#[tokio::test]
async fn only_verified_addresses_of_the_domains_come_in_and_only_who_is_bound_without_provisioning() {
    let provider = Provider::start().await;
    let app = app(&provider, |settings| {
        settings.domains = vec!["example.edu".to_owned()];
        settings.provision = false;
    })
    .await;
    let ada = app.account("ada").await;
    assert_eq!(arrives(&app, &provider, "1", "ada", json!({})).await.code(), "provider-refused");
    let identity = chaffinch_storage::Identity { issuer: provider.address.clone(), subject: "1".to_owned() };
    app.storage.bind(ada.account, &identity, &app.by()).await.unwrap();
    assert!(signed_in(&arrives(&app, &provider, "1", "somebody", json!({})).await));
    for claims in [
        json!({ "email_verified": false }),
        json!({ "email_verified": null }),
        json!({ "email": "ada@evil.example" }),
        json!({ "email": null }),
    ] {
        let refused = arrives(&app, &provider, "1", "ada", claims.clone()).await;
        assert_eq!(refused.code(), "provider-refused", "{claims}");
    }
}

#[tokio::test]
async fn claims_give_and_take_roles() {
    let provider = Provider::start().await;
    let mut course = None;
    let app = app(&provider, |settings| {
        let id = *course.insert(CourseId(Uuid::now_v7()));
        let rules = [
            format!("groups=staff:{id}:instructor"),
            format!("groups=helpers:{id}:assistant"),
            "groups=root:admin".to_owned(),
        ];
        settings.rules = rules.map(|rule| rule.parse().unwrap()).into();
    })
    .await;
    let course = course.unwrap();
    let owner = app.account("owner").await;
    owner.administers().await;
    let new = NewCourse { id: course, name: "Algorithms".to_owned(), owner: owner.account };
    app.storage.create_course(&new, &app.by()).await.unwrap();
    // A course with the same name does not change the result and receives no members.
    let eve = app.account("eve").await;
    let made = eve.post("/courses", "name=Algorithms").await;
    let namesake: CourseId = made.header("location").rsplit('/').next().unwrap().parse().unwrap();
    for (groups, role, admin) in [
        (json!(["helpers"]), Some(Role::Assistant), false),
        (json!(["helpers", "staff", "root"]), Some(Role::Instructor), true),
        (json!([]), None, false),
        (json!("staff"), Some(Role::Instructor), false),
    ] {
        assert!(signed_in(&arrives(&app, &provider, "1", "ada", json!({ "groups": groups })).await));
        let members = app.storage.members(course).await.unwrap();
        let ada = app.storage.account_by_name("ada").await.unwrap().unwrap();
        let has = members.iter().find(|member| member.account.id == ada.id).map(|member| member.role);
        assert_eq!((has, ada.admin), (role, admin), "{groups}");
        assert_eq!(app.storage.members(namesake).await.unwrap().len(), 1, "{groups}");
    }
}

#[tokio::test]
async fn a_provider_that_is_away_is_said_to_be() {
    let provider = Provider::start().await;
    let gone = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let app = app(&provider, |settings| settings.issuer = format!("http://{gone}")).await;
    let answer = app.anybody().get("/sign-in/provider").await;
    assert_eq!((answer.status, answer.code().as_str()), (StatusCode::SERVICE_UNAVAILABLE, "provider-away"));
    assert_eq!(answer.header("retry-after"), "5");
    let app = TestApp::new().await;
    assert_eq!(app.anybody().get("/sign-in/provider").await.code(), "not-found");
    assert_eq!(app.anybody().get("/sign-in").await.select("#by-provider").len(), 0);
}
