//! One-time sign-in links and sessions, and how they end.

use axum::http::StatusCode;
use chaffinch_storage::{Accounts as _, NewSignInLink, Secret};
use chrono::TimeDelta;

use crate::test_app::{Caller, TestApp};

async fn link(app: &TestApp, caller: &Caller<'_>) -> String {
    let secret = Secret::random("chf_link_").unwrap();
    let link = NewSignInLink {
        hash: secret.hash(),
        account: caller.account,
        email: None,
        expires: app.now() + TimeDelta::hours(1),
    };
    app.storage.create_sign_in_link(&link, &app.by()).await.unwrap();
    secret.reveal().to_owned()
}

#[tokio::test]
async fn looking_at_a_link_does_not_use_it_up_and_the_button_does() {
    let app = TestApp::new().await;
    let token = link(&app, &app.account("ada").await).await;
    let anybody = app.anybody();
    let page = format!("/sign-in?token={token}");
    for _ in 0..3 {
        let seen = anybody.get(&page).await;
        assert_eq!(seen.status, StatusCode::OK);
        assert_eq!(
            seen.attributes("form[action='/sign-in'] input[name=token]", "value"),
            std::slice::from_ref(&token)
        );
        assert_eq!(seen.header("set-cookie"), "");
    }
    let signed_in = anybody.post("/sign-in", &format!("token={token}")).await;
    assert_eq!((signed_in.status, signed_in.header("location")), (StatusCode::SEE_OTHER, "/"));
    let cookie = signed_in.header("set-cookie").to_owned();
    for attribute in ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=2592000"] {
        assert!(cookie.contains(attribute), "{cookie}");
    }
    assert!(!cookie.contains("Secure"), "plain HTTP could not send it back: {cookie}");
    let browser = anybody.with("cookie", cookie.split(';').next().unwrap());
    assert_eq!(browser.get("/").await.select(".account-name"), ["ada"]);

    let again = anybody.post("/sign-in", &format!("token={token}")).await;
    assert_eq!((again.status, again.code().as_str()), (StatusCode::GONE, "sign-in-link"));
    assert_eq!(anybody.post("/sign-in", "token=").await.code(), "sign-in-link");
}

#[tokio::test]
async fn over_tls_cookies_are_bound_to_it() {
    let app = TestApp::with(|settings| settings.public_url = "https://chaffinch.test".to_owned()).await;
    let token = link(&app, &app.account("ada").await).await;
    let signed_in = app.anybody().post("/sign-in", &format!("token={token}")).await;
    let cookie = signed_in.header("set-cookie").to_owned();
    assert!(cookie.starts_with("__Host-chaffinch_session=") && cookie.contains("; Secure"), "{cookie}");
    let browser = app.anybody().with("cookie", cookie.split(';').next().unwrap());
    assert_eq!(browser.get("/").await.status, StatusCode::OK);
}

#[tokio::test]
async fn links_and_sessions_end_with_time() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let (early, late) = (link(&app, &ada).await, link(&app, &ada).await);
    let signed_in = app.anybody().post("/sign-in", &format!("token={early}")).await;
    let browser = app.anybody().with("cookie", signed_in.header("set-cookie").split(';').next().unwrap());
    app.wait(TimeDelta::hours(2));
    assert_eq!(app.anybody().post("/sign-in", &format!("token={late}")).await.code(), "sign-in-link");
    assert_eq!(browser.get("/").await.status, StatusCode::OK);
    app.wait(TimeDelta::days(30));
    assert_eq!(browser.get("/").await.header("location"), "/sign-in");
}

#[tokio::test]
async fn signing_out_ends_the_session_here_or_everywhere() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let (laptop, desk, phone) = (ada.in_browser().await, ada.in_browser().await, ada.in_browser().await);
    let out = laptop.post("/sign-out", "").await;
    assert_eq!((out.status, out.header("location")), (StatusCode::SEE_OTHER, "/sign-in"));
    assert!(out.header("set-cookie").contains("Max-Age=0"));
    assert_eq!(laptop.get("/").await.status, StatusCode::SEE_OTHER);
    assert_eq!(desk.get("/").await.status, StatusCode::OK);
    desk.post("/account/sign-out-everywhere", "").await;
    for browser in [desk, phone] {
        assert_eq!(browser.get("/").await.status, StatusCode::SEE_OTHER);
    }
    assert_eq!(ada.get("/").await.status, StatusCode::OK, "tokens stay");
}

/// Tries every way to end sessions, with and without revoking tokens.
#[tokio::test]
async fn what_ends_sessions_ends_unused_links_and_tokens_on_request() {
    const PASSWORD: &str = "correct horse battery";
    let app = TestApp::new().await;
    let root = app.account("root").await;
    root.administers().await;
    let root = root.in_browser().await;
    let ways = ["password", "everywhere", "administrator", "forget"];
    for (way, tokens) in ways.iter().flat_map(|way| [(way, false), (way, true)]) {
        let ada = app.account(&format!("{way} {tokens}")).await;
        ada.with_password(PASSWORD).await;
        let (unused, browser) = (link(&app, &ada).await, ada.in_browser().await);
        let also = if tokens { "&tokens=on" } else { "" };
        let of_ada = format!("/admin/accounts/{}", ada.account);
        let done = match *way {
            "password" => {
                let new = "new=another+good+one&again=another+good+one";
                browser.post("/account/password", &format!("{new}{also}")).await
            }
            "everywhere" => browser.post("/account/sign-out-everywhere", also).await,
            "administrator" => root.post(&of_ada, &format!("what=end-sessions{also}")).await,
            _ => root.post(&of_ada, &format!("what=forget-password{also}")).await,
        };
        assert_eq!(done.status, StatusCode::SEE_OTHER, "{way}: {}", done.text());
        assert_eq!(browser.get("/").await.header("location"), "/sign-in", "{way}");
        let opened = app.anybody().post("/sign-in", &format!("token={unused}")).await;
        assert_eq!(opened.code(), "sign-in-link", "{way}");
        let script = ada.get("/api/v1/batches").await.status;
        assert_eq!(script, if tokens { StatusCode::UNAUTHORIZED } else { StatusCode::OK }, "{way} {tokens}");
    }
}
