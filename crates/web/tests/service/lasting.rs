//! Whatever gives access for longer than a token lives needs a person. The test calls every route with a token that
//! expires, and compares who has access before and after.

use std::collections::BTreeSet;

use axum::http::{Method, StatusCode};
use chaffinch_storage::{
    Accounts as _, Audit as _, AuditAction, BatchId, Courses as _, Named, Role, Shares as _, SignIns as _,
};
use chaffinch_web::{RouteInfo, routes};
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;

use crate::access::{Known, call, ends};
use crate::test_app::{Answer, Caller, TestApp, refused};

/// Returns everything by which somebody has access after `end`, one line each.
async fn lasting(app: &TestApp, batch: BatchId, end: DateTime<Utc>) -> BTreeSet<String> {
    let mut access = BTreeSet::new();
    let mut courses: Vec<_> = app.storage.courses().await.unwrap().into_iter().map(|one| one.id).collect();
    for account in app.storage.accounts().await.unwrap() {
        let id = account.id;
        courses.extend(app.storage.personal_course(id).await.unwrap().map(|one| one.id));
        access.extend((!account.disabled).then(|| format!("{id} is enabled")));
        access.extend(account.admin.then(|| format!("{id} is an administrator")));
        access.extend(account.email.map(|email| format!("{id} gets links at {email}")));
        access
            .extend(app.storage.password(id).await.unwrap().map(|hash| format!("{id} signs in with {hash}")));
        let identities = app.storage.identities(id).await.unwrap();
        access.extend(identities.iter().map(|one| format!("{id} is {one:?}")));
        let sessions = app.storage.sessions(id, end).await.unwrap();
        access.extend((0..sessions.len()).map(|number| format!("{id} has session {number}")));
    }
    for course in courses {
        for member in app.storage.members(course).await.unwrap() {
            let roles = Role::ALL.iter().filter(|role| **role <= member.role);
            access.extend(roles.map(|role| format!("{} is {} in {course}", member.account.id, role.name())));
        }
    }
    let tokens = app.storage.tokens(None).await.unwrap().into_iter();
    let later = tokens.filter(|one| one.revoked.is_none() && one.expires.is_none_or(|at| end < at));
    access.extend(later.map(|token| format!("token {}", token.id)));
    let shares = app.storage.shares(batch).await.unwrap().into_iter();
    access.extend(shares.filter(|one| end < one.expires).map(|one| format!("link to a report {}", one.id)));
    let log = app.storage.audit(None, None, 10_000).await.unwrap().items.into_iter();
    let links = log.filter(|entry| entry.action == AuditAction::SignInLinkCreated);
    access.extend(links.map(|entry| format!("sign-in link {}", entry.id)));
    access
}

/// What forms can ask for, beside what [`call`] sends. `NAME` is a stranger.
const FORMS: [(&str, &str); 16] = [
    ("/courses/{course}/members", "name=NAME&role=owner"),
    ("/courses/{course}/members", "name=NAME&role=viewer"),
    ("/account/tokens", "label=x&scope=write&days=3650"),
    ("/account/tokens", "label=x&scope=write&days="),
    ("/account/moss-numbers", "label=x"),
    ("/account/password", "old=&new=correct+horse+battery+staple&again=correct+horse+battery+staple"),
    ("/batches/{batch}/share", "days=90"),
    ("/batches/{batch}/share", ""),
    ("/admin/accounts", "name=trudy&email=trudy%40example.edu"),
    ("/admin/accounts/{account}", "what=enable"),
    ("/admin/accounts/{account}", "what=make-admin"),
    ("/admin/accounts/{account}", "what=set-email&email=mallory%40example.edu"),
    ("/admin/accounts/{account}", "what=link"),
    ("/admin/accounts/{account}", "what=mail-link"),
    ("/admin/courses/{course}/join", ""),
    ("/sign-in/link", "email=ada%40example.edu"),
];

/// Callers and resources for the calls of one route. The script acts for an administrator who owns the course.
struct Attempt<'a> {
    known: Known,
    script: Caller<'a>,
    stranger: Caller<'a>,
    disabled: Caller<'a>,
    /// A course in which the administrator is nobody.
    foreign: String,
}

impl Attempt<'_> {
    /// Calls the route in every way in which it might give access.
    async fn every_way(&self, route: &RouteInfo) -> Vec<Answer> {
        let name = self.stranger.name().await;
        let mut answers = vec![call(&self.script, route, &self.known).await];
        for (_, form) in
            FORMS.iter().filter(|(path, _)| *path == route.path && route.methods == [Method::POST])
        {
            let whom = if *form == "what=enable" { &self.disabled } else { &self.stranger };
            let path = route.path.replace("{account}", &whom.account.to_string());
            let path = if path.ends_with("/join") { path.replace("{course}", &self.foreign) } else { path };
            let form = form.replace("NAME", &name);
            answers.push(self.script.post(&self.known.fill(&path), &form).await);
        }
        let path = self.known.fill(&route.path.replace("{account}", &name));
        match &route.methods[..] {
            [Method::PUT] if path.contains("/members/") => {
                for role in Role::ALL {
                    let body = json!({ "role": role.name() });
                    answers.push(self.script.json(Method::PUT, &path, &body).await);
                }
            }
            [Method::POST] if path == "/api/v1/tokens" => {
                for days in [json!(null), json!(1), json!(3650)] {
                    let body = json!({ "label": "x", "scope": "write", "days": days });
                    answers.push(self.script.json(Method::POST, &path, &body).await);
                }
            }
            [Method::POST] if path.starts_with("/api/") && path.ends_with("/share") => {
                let body = json!({ "expires": "2026-05-01" });
                answers.push(self.script.json(Method::POST, &path, &body).await);
            }
            _ => {}
        }
        answers
    }
}

#[tokio::test]
async fn no_route_gives_access_that_outlasts_the_token() {
    // One account calls every route, so the rate limits are off.
    let app = TestApp::with(|settings| {
        settings.rates.uploads = None;
        settings.rates.course_checks = None;
        settings.rates.sign_ins = None;
        settings.rates.failures = None;
    })
    .await;
    let (ada, eve) = (app.account("ada").await, app.account("eve").await);
    ada.administers().await;
    let (stranger, disabled) = (app.account("mallory").await, app.account("robin").await);
    app.storage.set_disabled(disabled.account, true, &app.by()).await.unwrap();
    let foreign = eve.json(Method::POST, "/api/v1/courses", &json!({"name": "Sheet 1"})).await.json();
    let foreign = foreign["id"].as_str().unwrap();
    let end = app.now() + TimeDelta::hours(1);
    let mut tried = 0;
    for route in routes().into_iter().filter(ends) {
        let attempt = Attempt {
            known: Known::of(&ada).await,
            script: ada.with_token_until(TimeDelta::hours(1)).await,
            stranger: stranger.clone(),
            disabled: disabled.clone(),
            foreign: foreign.to_owned(),
        };
        let batch = attempt.known.batch.parse().unwrap();
        let before = lasting(&app, batch, end).await;
        let courses = app.storage.courses().await.unwrap();
        for answer in attempt.every_way(&route).await {
            assert!(!answer.status.is_server_error(), "{route:?} {}", answer.text());
            tried += 1;
        }
        let mut after = lasting(&app, batch, end).await;
        // A course that the token creates is empty, and only its own account is in it.
        for fresh in app.storage.courses().await.unwrap().into_iter().filter(|one| !courses.contains(one)) {
            let own = |role: &Role| format!("{} is {} in {}", ada.account, role.name(), fresh.id);
            for role in Role::ALL {
                after.remove(&own(role));
            }
        }
        let gained: Vec<&String> = after.difference(&before).collect();
        assert!(gained.is_empty(), "{route:?} gave {gained:?}");
        // The calls may have started jobs.
        app.drain().await;
    }
    assert!(FORMS.len() < tried);
}

#[tokio::test]
async fn a_member_is_added_in_person_and_removed_by_any_token() {
    let app = TestApp::new().await;
    let (ada, bob) = (app.account("ada").await, app.account("bob").await);
    let page = format!("/courses/{}/members", ada.course);
    let path = format!("/api/v1/courses/{}/members/bob", ada.course);
    let role = |name: &str| json!({ "role": name });
    for script in [ada.clone(), ada.with_token_until(TimeDelta::days(1)).await] {
        for name in ["viewer", "owner"] {
            refused(&script.json(Method::PUT, &path, &role(name)).await, 403, "not-by-token");
            refused(&script.post(&page, &format!("name=bob&role={name}")).await, 403, "not-by-token");
        }
        bob.joins(ada.course, Role::Instructor).await;
        refused(&script.json(Method::PUT, &path, &role("owner")).await, 403, "not-by-token");
        for lower in ["instructor", "viewer"] {
            assert_eq!(script.json(Method::PUT, &path, &role(lower)).await.status, StatusCode::OK, "{lower}");
        }
        refused(&script.json(Method::PUT, &path, &role("assistant")).await, 403, "not-by-token");
        assert_eq!(script.call(Method::DELETE, &path).await.status, StatusCode::NO_CONTENT);
    }
    let browser = ada.in_browser().await;
    assert_eq!(browser.json(Method::PUT, &path, &role("owner")).await.status, StatusCode::OK);
    assert_eq!(browser.post(&page, "name=bob&role=viewer").await.status, StatusCode::SEE_OTHER);
}
