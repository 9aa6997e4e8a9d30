//! Passwords: they are set, changed and guessed. Also covers what opens and ends sessions.

use axum::http::StatusCode;
use chaffinch_storage::{Audit as _, AuditAction};
use chrono::TimeDelta;

use crate::test_app::{Answer, Caller, TestApp};

const PASSWORD: &str = "correct horse battery";

async fn try_password(caller: &Caller<'_>, name: &str, password: &str) -> Answer {
    caller.post("/sign-in", &format!("name={name}&password={}", password.replace(' ', "+"))).await
}

fn signed_in(answer: &Answer) -> bool {
    (answer.status, answer.header("location")) == (StatusCode::SEE_OTHER, "/")
}

#[tokio::test]
async fn a_password_signs_in_and_nothing_else_does() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    ada.with_password(PASSWORD).await;
    let bob = app.account("bob").await;
    let anybody = app.anybody();
    for (name, password) in [
        ("ada", "correct horse batter"),
        ("ada", ""),
        ("bob", PASSWORD),
        ("bob", ""),
        ("nobody", PASSWORD),
        ("", ""),
    ] {
        let refused = try_password(&anybody, name, password).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{name} {password}");
        assert_eq!(refused.header("set-cookie"), "");
        assert_eq!(refused.select("#refused").len(), 1);
    }
    let opened = try_password(&anybody, "ada", PASSWORD).await;
    assert!(signed_in(&opened), "{}", opened.text());
    let browser = anybody.given(&opened);
    assert_eq!(browser.get("/").await.status, StatusCode::OK);
    assert!(browser.get("/account").await.text().contains("ada"));
    drop(bob);

    // Another sign-in in the same browser ends the session before it.
    let again = try_password(&browser, "ada", PASSWORD).await;
    assert_eq!(browser.get("/").await.header("location"), "/sign-in");
    assert_eq!(browser.given(&again).get("/").await.status, StatusCode::OK);

    chaffinch_storage::Accounts::set_disabled(&app.storage, ada.account, true, &app.by()).await.unwrap();
    app.wait(TimeDelta::hours(1));
    assert_eq!(browser.given(&again).get("/").await.header("location"), "/sign-in");
    assert_eq!(try_password(&anybody, "ada", PASSWORD).await.status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn guessing_is_slowed_down_for_known_and_unknown_names_alike() {
    let app = TestApp::new().await;
    app.account("ada").await.with_password(PASSWORD).await;
    for name in ["ada", "nobody"] {
        let anybody = app.anybody();
        let mut refusals = 0;
        for _ in 0..6 {
            let answer = try_password(&anybody, name, "wrong wrong wrong").await;
            if answer.status == StatusCode::TOO_MANY_REQUESTS {
                assert_eq!(answer.code(), "too-many-requests");
                assert_eq!(answer.header("retry-after"), "2");
                refusals += 1;
            }
        }
        assert_eq!(refusals, 2, "{name}: four guesses, then waiting");
    }
    // Even the right password is not checked before the waiting time is over.
    assert_eq!(try_password(&app.anybody(), "ada", PASSWORD).await.status, StatusCode::TOO_MANY_REQUESTS);
    app.wait(TimeDelta::minutes(1));
    assert!(signed_in(&try_password(&app.anybody(), "ada", PASSWORD).await));
    let log = app.storage.audit(None, None, 99).await.unwrap().items;
    let count = |action| log.iter().filter(|entry| entry.action == action).count();
    assert_eq!(count(AuditAction::SignInRefused), 1, "once a minute, and nothing of unknown names");
    assert_eq!(count(AuditAction::SignedIn), 1);
}

#[tokio::test]
async fn a_password_is_changed_with_the_old_one_and_ends_other_sessions() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let phone = ada.in_browser().await;
    let desk = ada.in_browser().await;
    let set =
        |old: &str, new: &str, again: &str| format!("old={old}&new={new}&again={again}").replace(' ', "+");
    // After a recent sign-in by link, the old password is not required.
    let first = desk.post("/account/password", &set("", PASSWORD, PASSWORD)).await;
    assert_eq!(first.header("location"), "/account", "{}", first.text());
    assert_eq!(desk.get("/account").await.header("location"), "/sign-in", "a new session");
    assert_eq!(phone.get("/account").await.header("location"), "/sign-in");
    let desk = desk.given(&first);
    assert_eq!(desk.get("/account").await.attributes("#old", "type"), ["password"]);

    for (old, new, again, code) in [
        ("", "another good one", "another good one", "prove-again"),
        ("wrong wrong wrong", "another good one", "another good one", "prove-again"),
        (PASSWORD, "another good one", "another bad one", "invalid-field"),
        (PASSWORD, "short", "short", "invalid-field"),
    ] {
        let refused = desk.post("/account/password", &set(old, new, again)).await;
        assert_eq!(refused.code(), code, "{old} {new}");
    }
    // A token is no proof, because it may have been found in a script.
    assert_eq!(
        ada.post("/account/password", &set("", "another good one", "another good one")).await.code(),
        "prove-again"
    );
    let changed =
        desk.post("/account/password", &set(PASSWORD, "another good one", "another good one")).await;
    assert_eq!(changed.header("location"), "/account", "{}", changed.text());
    assert!(!signed_in(&try_password(&app.anybody(), "ada", PASSWORD).await));
    assert!(signed_in(&try_password(&app.anybody(), "ada", "another good one").await));
    // The password is removed.
    let desk = desk.given(&changed);
    assert_eq!(
        desk.post("/account/password", &set("another good one", "", "")).await.header("location"),
        "/account"
    );
    assert!(!signed_in(&try_password(&app.anybody(), "ada", "another good one").await));
}

#[tokio::test]
async fn a_link_of_long_ago_does_not_set_a_password() {
    let app = TestApp::new().await;
    let browser = app.account("ada").await.in_browser().await;
    app.wait(TimeDelta::minutes(15));
    let form = format!("new={0}&again={0}", PASSWORD.replace(' ', "+"));
    assert_eq!(browser.post("/account/password", &form).await.code(), "prove-again");
}

#[tokio::test]
async fn sessions_are_listed_and_ended_one_by_one() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let (desk, phone) = (ada.in_browser().await, ada.in_browser().await);
    let page = desk.get("/account").await;
    assert_eq!(page.select("tr[data-session]").len(), 2);
    assert_eq!(page.select("tr[data-session] .chip").len(), 1, "this one");
    assert!(page.text().contains("Firefox on Linux") && page.text().contains("192.0.2.7"));
    let other = page.attributes("tr[data-session]:not(:has(.chip)) form", "action").remove(0);
    let eve = app.account("eve").await;
    assert_eq!(eve.post(&other, "").await.code(), "not-found");
    assert_eq!(phone.get("/").await.status, StatusCode::OK);
    assert_eq!(desk.post(&other, "").await.header("location"), "/account");
    assert_eq!(phone.get("/").await.header("location"), "/sign-in");
    assert_eq!(desk.get("/").await.status, StatusCode::OK);
}

#[tokio::test]
async fn what_comes_too_often_is_asked_to_wait() {
    let app = TestApp::with(|settings| {
        settings.rates.requests = std::num::NonZeroU32::new(1);
        settings.rates.uploads = std::num::NonZeroU32::new(1);
        settings.rates.failures = std::num::NonZeroU32::new(1);
    })
    .await;
    let (ada, bob) = (app.account("ada").await, app.account("bob").await);
    for _ in 0..5 {
        assert_eq!(ada.get("/api/v1/batches").await.status, StatusCode::OK);
    }
    let refused = ada.get("/api/v1/batches").await;
    assert_eq!(
        (refused.status, refused.code().as_str()),
        (StatusCode::TOO_MANY_REQUESTS, "too-many-requests")
    );
    assert_eq!(refused.header("retry-after"), "60");
    assert!(refused.text().contains("requests per minute. The limit is 1."), "{}", refused.text());
    assert_eq!(ada.get("/").await.code(), "too-many-requests", "pages say it, too");
    assert_eq!(bob.get("/api/v1/batches").await.status, StatusCode::OK, "others are served");
    for _ in 0..5 {
        ada.batch().await;
    }
    assert_eq!(ada.upload(&crate::test_app::Upload::class()).await.code(), "too-many-requests");
    // After too many wrong tokens from one address, tokens are no longer looked up. Even a right token is then refused.
    let wrong = app.anybody().with("authorization", "Bearer chf_token_00");
    for _ in 0..5 {
        assert_eq!(wrong.get("/api/v1/batches").await.code(), "unauthenticated");
    }
    assert_eq!(wrong.get("/api/v1/batches").await.code(), "too-many-requests");
    app.wait(TimeDelta::minutes(1));
    assert_eq!(ada.get("/api/v1/batches").await.status, StatusCode::OK);
}

#[tokio::test]
async fn over_tls_cookies_and_headers_are_strict() {
    let app = TestApp::with(|settings| settings.public_url = "https://chaffinch.test".to_owned()).await;
    app.account("ada").await.with_password(PASSWORD).await;
    let opened = try_password(&app.anybody(), "ada", PASSWORD).await;
    let cookie = opened.header("set-cookie");
    assert!(cookie.starts_with("__Host-chaffinch_session="), "{cookie}");
    for attribute in ["; Secure", "; HttpOnly", "; SameSite=Lax", "; Path=/;"] {
        assert!(cookie.contains(attribute), "{cookie}");
    }
    for path in ["/sign-in", "/static/chaffinch.css", "/api/v1/batches", "/no-such-page"] {
        let answer = app.anybody().get(path).await;
        for (name, value) in [
            ("strict-transport-security", "max-age=63072000"),
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "same-origin"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
        ] {
            assert_eq!(answer.header(name), value, "{path}");
        }
        assert!(answer.header("content-security-policy").contains("default-src 'none'"), "{path}");
        assert!(answer.header("permissions-policy").contains("camera=()"), "{path}");
    }
    let app = TestApp::new().await;
    let plain = app.anybody().get("/sign-in").await;
    assert_eq!(plain.header("strict-transport-security"), "");
}

#[tokio::test]
async fn a_fresh_session_sets_no_password_of_a_tokens_account() {
    let app = TestApp::new().await;
    let (ada, eve) = (app.account("ada").await, app.account("eve").await);
    ada.with_password(PASSWORD).await;
    let cookie = eve.in_browser().await.header("cookie").to_owned();
    let form = "old=&new=another+good+one&again=another+good+one";
    let refused = ada.with("cookie", cookie).post("/account/password", form).await;
    assert_eq!((refused.status, refused.code().as_str()), (StatusCode::BAD_REQUEST, "two-credentials"));
    assert!(signed_in(&try_password(&app.anybody(), "ada", PASSWORD).await));
    assert!(!signed_in(&try_password(&app.anybody(), "ada", "another good one").await));
}
