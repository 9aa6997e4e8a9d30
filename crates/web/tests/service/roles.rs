//! Every route as every kind of caller: what is not theirs does not exist. The outcome is a table that is kept
//! (`docs/roles.md`), so that a new route, or another answer of an old one, shows up in review and fails here first.
//! `CHAFFINCH_WRITE_ROLES=1` writes the table anew.

use std::fmt::Write as _;
use std::path::Path;

use axum::http::{Method, StatusCode};
use chaffinch_storage::{Accounts as _, Role, Scope};
use chaffinch_web::{Needs, RouteInfo, routes};

use crate::access::{Known, call, ends};
use crate::house::{Answer, Caller, House};

/// Callers, in the order of the table's columns. All but the last three have nothing to do with the course but what
/// their name says.
const CALLERS: [&str; 12] = [
    "nobody",
    "stranger",
    "viewer",
    "assistant",
    "instructor",
    "owner",
    "administrator",
    "read token",
    "disabled",
    "disabled, browser",
    "expired token",
    "expired session",
];

/// What came back, in a word.
fn outcome(answer: &Answer) -> &'static str {
    match answer.status {
        StatusCode::UNAUTHORIZED => "401",
        // Whoever has just signed out is sent there, too, and loses the cookie.
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

/// What must come back, by what a route needs: the rule, apart from the code that keeps it.
fn expected(route: &RouteInfo, caller: &str) -> &'static [&'static str] {
    let of_api = route.path.starts_with("/api/");
    let looks = |action| action == chaffinch_storage::Action::See;
    let strength = ["viewer", "assistant", "instructor", "owner"].iter().position(|role| *role == caller);
    let (action, of_one) = match route.needs {
        // Whoever asks for what is not there hears 404, signed in or not; whoever signs out is sent to sign in.
        Needs::Nothing => return &["yes", "404", "sign in"],
        // Whoever has the link, which is asked for with it.
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
        // One's own account: everything; what is named in the path may be somebody else's.
        ("stranger" | "administrator", _) => &["yes", "404"],
        ("read token", _) if looks(action) && route.methods == [Method::GET] => &["yes", "404"],
        // Some calls only look although they are posted.
        ("read token", _) if looks(action) => &["yes", "403"],
        ("read token", _) => &["403"],
        (_, Some(strength)) if of_one && strength < least => &["403"],
        // What is named in the body may be in the course.
        (_, Some(strength)) if strength < least => &["yes", "403", "404"],
        _ => &["yes", "404"],
    }
}

/// Place of the weakest role that may do this.
fn least_of(action: chaffinch_storage::Action) -> usize {
    use chaffinch_storage::Action::{Change, Decide, Delete, Hold, Manage, See, Upload};
    match action {
        See => 0,
        Upload | Change => 1,
        Delete | Decide => 2,
        Hold | Manage => 3,
    }
}

/// Everybody, anew: what one call does must not change who the next caller is.
async fn caller<'a>(house: &'a House, owner: &Caller<'a>, kind: &str, number: usize) -> Caller<'a> {
    if kind == "nobody" {
        return house.anybody();
    }
    let made = house.account(&format!("{}-{number}", kind.replace([' ', ','], "-"))).await;
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
        "disabled" | "disabled, browser" => {
            made.joins(owner.course, Role::Owner).await;
            let caller = if kind == "disabled" { made.clone() } else { made.in_browser().await };
            house.storage.set_disabled(made.account, true, &house.by()).await.unwrap();
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
    // Everybody calls everything.
    let house = House::with(|settings| {
        settings.rates.uploads = None;
        settings.rates.sign_ins = None;
        settings.rates.failures = None;
    })
    .await;
    let keeper = house.account("keeper").await;
    keeper.administers().await;
    let owner = house.account("ada").await;
    let mut table = String::from(
        "# Who may do what, by route\n\n\
         Made by a test that calls every route as every kind of caller (`crates/web/tests/service/roles.rs`); it fails where a\n\
         route is missing here or answers otherwise. *yes*: it is done, or refused for what was sent, not for who sent it. *404*: it\n\
         does not exist for this caller. *sign in*: the browser is sent to the sign-in page. The course is not the stranger's (who\n\
         owns another) nor the administrator's; whoever is disabled or expired was an owner of it, and so is whoever has the\n\
         read-only token.\n\n",
    );
    writeln!(table, "| route | {} |", CALLERS.join(" | ")).unwrap();
    writeln!(table, "| --- |{}", " --- |".repeat(CALLERS.len())).unwrap();
    let mut wrong = Vec::new();
    let mut known = Known::of(&owner).await;
    for (number, route) in routes().into_iter().filter(ends).enumerate() {
        let mut row = format!("| `{} {}` |", route.methods[0], route.path);
        for kind in CALLERS {
            let who = caller(&house, &owner, kind, number).await;
            let answer = call(&who, &route, &known).await;
            let found = outcome(&answer);
            if !expected(&route, kind).contains(&found) {
                wrong.push(format!("{} {} as {kind}: {found}", route.methods[0], route.path));
            }
            write!(row, " {found} |").unwrap();
            // It may be gone now, or not be done yet.
            if found == "yes" && route.methods != [Method::GET] && kind != "nobody" {
                house.drain().await;
                if route.path.contains('{') {
                    known = Known::of(&owner).await;
                }
            }
        }
        writeln!(table, "{row}").unwrap();
    }
    assert_eq!(wrong, Vec::<String>::new());
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/roles.md");
    if std::env::var_os("CHAFFINCH_WRITE_ROLES").is_some() {
        std::fs::write(&kept, &table).unwrap();
    }
    let written = std::fs::read_to_string(&kept).unwrap_or_default();
    assert!(
        written == table,
        "docs/roles.md is out of date; look at the difference that this makes:\n\
         CHAFFINCH_WRITE_ROLES=1 cargo test -p chaffinch-web --test service roles"
    );
}
