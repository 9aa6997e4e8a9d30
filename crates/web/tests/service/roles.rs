//! Calls every route as every kind of caller. What a caller may not see is treated as not existing. The outcome is a
//! snapshot, so a new route, or a changed answer, fails here first and shows up in review. Its cells say:
//!
//! - `yes`: the call succeeds, or fails for what was sent and not for who sent it.
//! - `sign in`: the browser is sent to the sign-in page.
//! - `401`: the caller is not signed in.
//! - `403`: the caller's role or token does not allow the call.
//! - `404`: the resource does not exist for this caller.
//!
//! The calls concern a course of the owner. `docs/operating/roles.md` sums up the rules.

use std::fmt::Write as _;

use axum::http::{Method, StatusCode};
use chaffinch_storage::{Accounts as _, Named, Role, Scope};
use chaffinch_web::{Needs, RouteInfo, routes};

use crate::access::{Known, call, ends};
use crate::test_app::{Answer, Caller, TestApp};

/// Callers, in the order of the table's columns. Those from the read token on are owners of the course. The stranger
/// owns another course, and the administrator is not a member of this one.
const CALLERS: [&str; 13] = [
    "nobody",
    "stranger",
    "viewer",
    "assistant",
    "instructor",
    "owner",
    "administrator",
    "read token",
    "check token",
    "disabled",
    "disabled, browser",
    "expired token",
    "expired session",
];

/// Returns the outcome of a call in a word.
fn outcome(answer: &Answer) -> &'static str {
    match answer.status {
        StatusCode::UNAUTHORIZED => "401",
        // Signing out also redirects to the sign-in page, but it removes the cookie.
        StatusCode::SEE_OTHER
            if answer.header("location") == "/sign-in" && answer.header("set-cookie").is_empty() =>
        {
            "sign in"
        }
        StatusCode::FORBIDDEN if answer.code() == "forbidden" => "403",
        StatusCode::NOT_FOUND if answer.code() == "not-found" => "404",
        status => {
            assert!(!status.is_server_error(), "{status}: {}", answer.text());
            "yes"
        }
    }
}

/// Returns the allowed outcomes by what a route needs. It states the rules independently of the code that enforces
/// them.
fn expected(route: &RouteInfo, caller: &str) -> &'static [&'static str] {
    let of_api = route.path.starts_with("/api/");
    let looks = |action| action == chaffinch_storage::Action::See;
    let strength = ["viewer", "assistant", "instructor", "owner"].iter().position(|role| *role == caller);
    let (action, of_one) = match route.needs {
        // An address that does not exist gives 404 to everybody. Signing out redirects to the sign-in page.
        Needs::Nothing => return &["yes", "404", "sign in"],
        // Everybody who has the link may open it, and the call has the link.
        Needs::Share => return &["yes"],
        Needs::Account(action) | Needs::SomeCourse(action) => (action, false),
        Needs::Batch(action) | Needs::Archive(action) | Needs::Case(action) | Needs::Course(action) => {
            (action, true)
        }
        Needs::Administrator(_) => {
            return match caller {
                "administrator" => &["yes", "404"],
                "nobody" | "disabled, browser" | "expired session" => {
                    if of_api {
                        &["401"]
                    } else {
                        &["sign in"]
                    }
                }
                "disabled" | "expired token" => &["401"],
                _ => &["404"],
            };
        }
    };
    let least = least_of(action);
    match (caller, strength) {
        ("nobody" | "disabled, browser" | "expired session", _) => {
            if of_api {
                &["401"]
            } else {
                &["sign in"]
            }
        }
        ("disabled" | "expired token", _) => &["401"],
        ("stranger" | "administrator", _) if of_one => &["404"],
        // Callers may do everything with their own account. A path may name a resource of somebody else.
        ("stranger" | "administrator", _) => &["yes", "404"],
        // It may check in its course, and sees nothing.
        ("check token", _) if action == chaffinch_storage::Action::Check => &["yes"],
        ("check token", _) if of_one => &["404"],
        ("read token", _) if looks(action) && route.methods == [Method::GET] => &["yes", "404"],
        // Some calls only read although they use POST.
        ("read token", _) if looks(action) => &["yes", "403"],
        ("read token" | "check token", _) => &["403"],
        (_, Some(strength)) if of_one && strength < least => &["403"],
        // The body may name a resource in the course.
        (_, Some(strength)) if strength < least => &["yes", "403", "404"],
        _ => &["yes", "404"],
    }
}

/// Returns the position of the weakest role that may do this.
fn least_of(action: chaffinch_storage::Action) -> usize {
    use chaffinch_storage::Action::{Change, Check, Decide, Delete, Grant, Hold, Manage, See, Upload};
    match action {
        See => 0,
        Upload | Change | Check => 1,
        Delete | Decide => 2,
        Hold | Manage | Grant => 3,
    }
}

/// Creates a new caller for each call, because a call must not change the role of the next caller.
async fn caller<'a>(app: &'a TestApp, owner: &Caller<'a>, kind: &str, number: usize) -> Caller<'a> {
    if kind == "nobody" {
        return app.anybody();
    }
    let made = app.account(&format!("{}-{number}", kind.replace([' ', ','], "-"))).await;
    match kind {
        "viewer" | "assistant" | "instructor" | "owner" => {
            made.joins(owner.course, Role::from_name(kind).unwrap()).await;
            made
        }
        "administrator" => {
            made.administers().await;
            made
        }
        "read token" => {
            made.joins(owner.course, Role::Owner).await;
            made.with_token(Scope::Read).await
        }
        "check token" => {
            made.joins(owner.course, Role::Owner).await;
            made.with_token(Scope::Check(owner.course)).await
        }
        "disabled" | "disabled, browser" => {
            made.joins(owner.course, Role::Owner).await;
            let caller = if kind == "disabled" { made.clone() } else { made.in_browser().await };
            app.storage.set_disabled(made.account, true, &app.by()).await.unwrap();
            caller
        }
        "expired token" => {
            made.joins(owner.course, Role::Owner).await;
            made.with_expired_token().await
        }
        "expired session" => {
            made.joins(owner.course, Role::Owner).await;
            made.in_expired_browser().await
        }
        _ => made,
    }
}

#[tokio::test]
async fn every_route_answers_every_role_as_the_table_says() {
    // Every caller calls every route, so the rate limits are off.
    let app = TestApp::with(|settings| {
        settings.rates.uploads = None;
        settings.rates.course_checks = None;
        settings.rates.sign_ins = None;
        settings.rates.failures = None;
    })
    .await;
    let keeper = app.account("keeper").await;
    keeper.administers().await;
    let owner = app.account("ada").await;
    let mut table = String::new();
    writeln!(table, "| route | {} |", CALLERS.join(" | ")).unwrap();
    writeln!(table, "| --- |{}", " --- |".repeat(CALLERS.len())).unwrap();
    let mut wrong = Vec::new();
    let mut known = Known::of(&owner).await;
    for (number, route) in routes().into_iter().filter(ends).enumerate() {
        let mut row = format!("| `{} {}` |", route.methods[0], route.path);
        for kind in CALLERS {
            let who = caller(&app, &owner, kind, number).await;
            let answer = call(&who, &route, &known).await;
            let found = outcome(&answer);
            if !expected(&route, kind).contains(&found) {
                wrong.push(format!("{} {} as {kind}: {found}", route.methods[0], route.path));
            }
            write!(row, " {found} |").unwrap();
            // The call may have deleted a resource or started a job.
            if found == "yes" && route.methods != [Method::GET] && kind != "nobody" {
                app.drain().await;
                if route.path.contains('{') {
                    known = Known::of(&owner).await;
                }
            }
        }
        writeln!(table, "{row}").unwrap();
    }
    assert_eq!(wrong, Vec::<String>::new());
    insta::assert_snapshot!("roles", table);
}
