//! `/admin`: what administrators can see and do, and what they cannot see.

use axum::http::StatusCode;
use chaffinch_storage::{Accounts as _, Audit as _, AuditAction};
use chrono::TimeDelta;

use crate::test_app::{TestApp, refused};

#[tokio::test]
async fn administrators_look_after_accounts_and_nobody_else_knows() {
    let app = TestApp::new().await;
    let (ada, eve) = (app.account("ada").await, app.account("eve").await);
    ada.administers().await;
    let browser = ada.in_browser().await;
    assert_eq!(browser.get("/").await.attributes(".account a[href^='/admin']", "href"), ["/admin/accounts"]);
    assert_eq!(eve.get("/").await.attributes(".account a[href^='/admin']", "href").len(), 0);
    assert_eq!(eve.get("/admin/accounts").await.code(), "not-found");

    let made = browser.post("/admin/accounts", "name=grace&email=grace%40example.edu").await;
    let page = made.header("location").to_owned();
    let shown = browser.get(&page).await;
    assert_eq!(shown.attributes("#email", "value"), ["grace@example.edu"]);
    assert_eq!(browser.post("/admin/accounts", "name=grace").await.code(), "name-taken");
    assert_eq!(browser.post("/admin/accounts", "name=+").await.code(), "invalid-field");
    assert_eq!(
        browser.post("/admin/accounts", "name=x&email=a%40b%0d%0aBcc:c").await.code(),
        "invalid-field"
    );

    // The link signs in once.
    let link = browser.post(&page, "what=link").await.select("#fresh .secret").remove(0);
    let token = link.split("token=").nth(1).unwrap();
    let opened = app.anybody().post("/sign-in", &format!("token={token}")).await;
    let grace = app.anybody().given(&opened);
    assert_eq!(grace.get("/").await.status, StatusCode::OK);
    assert_eq!(grace.get(&page).await.code(), "not-found");
    assert_eq!(grace.post(&page, "what=make-admin").await.code(), "not-found");

    // When the account is disabled, its session ends at once.
    assert_eq!(browser.post(&page, "what=disable").await.header("location"), page);
    assert_eq!(grace.get("/").await.header("location"), "/sign-in");
    assert_eq!(browser.post(&page, "what=link").await.code(), "no-account");
    browser.post(&page, "what=enable").await;
    browser.post(&page, "what=make-admin").await;
    assert!(browser.get(&page).await.text().contains("administrator"));

    // With two administrators, one can lose the role. The last one cannot.
    let own = format!("/admin/accounts/{}", ada.account);
    browser.post(&page, "what=make-ordinary").await;
    assert_eq!(browser.post(own.as_str(), "what=make-ordinary").await.code(), "last-admin");
    assert_eq!(browser.post(own.as_str(), "what=disable").await.code(), "last-admin");
    assert_eq!(browser.get("/admin/accounts").await.status, StatusCode::OK);
    let log = browser.get("/admin/audit").await;
    assert!(log.text().contains("Account disabled or enabled") && log.text().contains("grace"));
    assert_eq!(eve.get("/admin/audit").await.code(), "not-found");
}

#[tokio::test]
async fn an_administrator_sees_no_report_before_the_course_can_know() {
    let app = TestApp::new().await;
    let (ada, root) = (app.account("ada").await, app.account("root").await);
    root.administers().await;
    let made = ada.post("/courses", "name=Algorithms").await;
    let course = made.header("location").rsplit('/').next().unwrap().to_owned();
    let upload = crate::test_app::Upload::class().field("course", &course);
    let batch = ada.upload(&upload).await.json()["id"].as_str().unwrap().to_owned();
    app.finish(&crate::test_app::report()).await;
    let pages = [
        format!("/batches/{batch}"),
        format!("/courses/{course}"),
        format!("/api/v1/batches/{batch}/report"),
    ];
    for page in &pages {
        assert_eq!(root.get(page).await.code(), "not-found", "{page}");
    }
    let join = format!("/admin/courses/{course}/join");
    refused(&root.post(&join, "").await, 403, "not-by-token");
    let joined = root.in_browser().await.post(&join, "").await;
    assert_eq!(joined.header("location"), format!("/courses/{course}"));
    for page in &pages {
        assert_eq!(root.get(page).await.status, StatusCode::OK, "{page}");
    }
    let log = app.storage.audit(Some(course.parse().unwrap()), None, 99).await.unwrap().items;
    let set = log.iter().find(|entry| entry.action == AuditAction::RoleSet).unwrap();
    assert_eq!((set.by.account, set.subject), (Some(root.account), root.account.0));
    assert!(ada.get(&format!("/courses/{course}/audit")).await.text().contains("Role changed"));
    // Personal courses cannot be joined.
    assert_eq!(root.post(&format!("/admin/courses/{}/join", ada.course), "").await.code(), "not-found");
}

#[tokio::test]
async fn a_read_only_token_of_an_administrator_only_looks() {
    let app = TestApp::new().await;
    let root = app.account("root").await;
    root.administers().await;
    let reader = root.with_token(chaffinch_storage::Scope::Read).await;
    assert_eq!(reader.get("/admin/accounts").await.status, StatusCode::OK);
    assert_eq!(reader.post("/admin/accounts", "name=x").await.code(), "forbidden");
}

#[tokio::test]
async fn a_token_of_an_administrator_gives_nobody_access() {
    let app = TestApp::new().await;
    let (ada, root) = (app.account("ada").await, app.account("root").await);
    root.administers().await;
    let [of_ada, own] = [&ada, &root].map(|caller| format!("/admin/accounts/{}", caller.account));
    let giving = [
        ("/admin/accounts", "name=eve&email=eve%40example.edu"),
        (of_ada.as_str(), "what=set-email&email=eve%40example.edu"),
        (of_ada.as_str(), "what=make-admin"),
        (of_ada.as_str(), "what=enable"),
        (of_ada.as_str(), "what=link"),
        (of_ada.as_str(), "what=mail-link"),
        (own.as_str(), "what=link"),
    ];
    for script in [root.clone(), root.with_token_until(TimeDelta::days(1)).await] {
        for (path, form) in giving {
            refused(&script.post(path, form).await, 403, "not-by-token");
        }
        for taking in ["what=make-ordinary", "what=set-email&email=", "what=end-sessions", "what=disable"] {
            assert_eq!(script.post(&of_ada, taking).await.header("location"), of_ada, "{taking}");
        }
    }
    let account = app.storage.account(ada.account).await.unwrap().unwrap();
    assert_eq!((account.admin, account.email, account.disabled), (false, None, true));
    assert_eq!(app.storage.accounts().await.unwrap().len(), 2);
    // A token may create an account without a mail address, because nobody can sign in to it yet.
    assert_eq!(root.post("/admin/accounts", "name=grace").await.status, StatusCode::SEE_OTHER);
    let browser = root.in_browser().await;
    for form in ["what=enable", "what=make-admin", "what=set-email&email=ada%40example.edu"] {
        assert_eq!(browser.post(&of_ada, form).await.header("location"), of_ada, "{form}");
    }
}
