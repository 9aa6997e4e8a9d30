//! The list of routes. No route exists that is not in it.

use axum::http::Method;

use super::route::{Route, Takes, get, operation, post};
use crate::http::guard::Needs;
use crate::http::{error_docs, health, name_visibility, request_log};
use crate::openapi::operation::{Operation, Row};
use crate::{api, moss, pages};

/// Names a handler once and takes both its description and its guard.
macro_rules! operation {
    ($handler:path) => {
        operation($handler, stringify!($handler), utoipa_axum::routes!($handler))
    };
}

/// A row as others may see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RouteInfo {
    /// Methods it answers.
    pub methods: Vec<Method>,
    /// The pattern.
    pub path: String,
    /// What it needs of whoever calls.
    pub needs: Needs,
    /// Takes an upload.
    pub upload: bool,
}

pub(super) fn list() -> Vec<Route> {
    vec![
        // Pages
        get("/", pages::batches::list),
        get("/batches/new", pages::new::form),
        post("/batches/new", pages::new::submit).for_uploads(),
        post("/drafts", pages::draft::create).for_uploads(),
        get("/drafts/{draft}", pages::draft::show),
        post("/drafts/{draft}", pages::draft::change).patient(),
        get("/batches/{batch}", pages::batch::overview),
        get("/batches/{batch}/pairs/{pair}", pages::batch::pair),
        get("/batches/{batch}/pairs/{pair}/evidence.html", pages::evidence::of_pair),
        get("/batches/{batch}/evidence.html", pages::evidence::of_case),
        get("/batches/{batch}/submissions", pages::batch::submissions),
        get("/batches/{batch}/submissions/{submission}", pages::batch::submission),
        get("/batches/{batch}/clusters", pages::batch::clusters),
        get("/batches/{batch}/guide", pages::batch::guide),
        get("/batches/{batch}/skipped", pages::batch::skipped),
        post("/batches/{batch}/cancel", pages::change::cancel),
        get("/batches/{batch}/delete", pages::change::confirm_delete),
        post("/batches/{batch}/delete", pages::change::delete),
        get("/batches/{batch}/review", pages::review::show),
        post("/batches/{batch}/review", pages::review::submit),
        post("/batches/{batch}/template", pages::review::template),
        post("/batches/{batch}/late", pages::review::late).for_uploads(),
        post("/batches/{batch}/revisions/{revision}/current", pages::review::choose),
        get("/batches/{batch}/share", pages::share::show),
        post("/batches/{batch}/share", pages::share::create),
        post("/batches/{batch}/share/{share}/revoke", pages::share::revoke),
        get("/shared/{secret}", pages::shared::overview),
        get("/shared/{secret}/pairs/{pair}", pages::shared::pair),
        get("/shared/{secret}/submissions", pages::shared::submissions),
        get("/shared/{secret}/submissions/{submission}", pages::shared::submission),
        get("/shared/{secret}/clusters", pages::shared::clusters),
        get("/shared/{secret}/guide", pages::shared::guide),
        get("/shared/{secret}/skipped", pages::shared::skipped),
        get("/shared/{secret}/{format}", pages::shared::export).patient(),
        post("/batches/{batch}/cases", pages::cases::open),
        get("/cases", pages::cases::list),
        get("/cases/{case}", pages::case::show),
        post("/cases/{case}/events", pages::case::change),
        get("/archives", pages::archives::list),
        get("/archives/new", pages::new_archive::form),
        post("/archives/new", pages::new_archive::submit).for_uploads(),
        get("/archives/{archive}", pages::archive::show),
        get("/archives/{archive}/clusters", pages::archive_clusters::show).for_questions(),
        post("/archives/{archive}/submissions", pages::archive::add).for_uploads(),
        post("/archives/{archive}/keep", pages::archive::keep),
        get("/archives/{archive}/reduce", pages::archive::confirm_reduce),
        post("/archives/{archive}/reduce", pages::archive::reduce),
        get("/archives/{archive}/delete", pages::archive::confirm_delete),
        post("/archives/{archive}/delete", pages::archive::delete),
        get("/query", pages::query::form),
        post("/query", pages::query::ask).for_texts(),
        post(name_visibility::SWITCH, pages::names::switch),
        get("/courses", pages::courses::list),
        post("/courses", pages::courses::create),
        get("/courses/{course}", pages::course::show),
        post("/courses/{course}", pages::course::change),
        post("/courses/{course}/members", pages::course::set_member),
        post("/courses/{course}/leave", pages::course::leave),
        get("/courses/{course}/audit", pages::audit::of_course),
        get("/account", pages::account::show),
        post("/account/password", pages::password::set),
        post("/account/sessions/{session}/end", pages::account::end_session),
        post("/account/tokens", pages::account::create_token),
        post("/account/tokens/{token}/revoke", pages::account::revoke_token),
        post("/account/moss-numbers", pages::moss_number::create),
        post("/account/sign-out-everywhere", pages::account::sign_out_everywhere),
        get("/sign-in", pages::sign_in::form),
        post("/sign-in", pages::sign_in::submit).for_signing_in(),
        post("/sign-in/link", pages::sign_in::mail_link).for_signing_in(),
        get("/sign-in/provider", pages::provider::depart).for_signing_in(),
        get("/sign-in/provider/callback", pages::provider::arrive).for_signing_in(),
        post("/sign-out", pages::sign_in::sign_out),
        get("/sign-out/provider", pages::provider::sign_out),
        get("/admin/accounts", pages::accounts::list),
        post("/admin/accounts", pages::accounts::create),
        get("/admin/accounts/{account}", pages::accounts::show),
        post("/admin/accounts/{account}", pages::accounts::change),
        get("/admin/courses", pages::admin_courses::list),
        post("/admin/courses/{course}/join", pages::admin_courses::join),
        get("/admin/persons", pages::persons::form),
        post("/admin/persons", pages::persons::answer).patient(),
        get("/admin/audit", pages::audit::of_everything),
        // API
        operation!(api::batches::create).for_uploads().repeatable(),
        operation!(api::batches::list).refuses(&["invalid-field"]),
        operation!(api::batches::show),
        operation!(api::batches::delete).refuses(&["held"]),
        operation!(api::batches::cancel),
        operation!(api::events::events).streams(),
        operation!(api::reports::report).exports(),
        operation!(api::reports::report_csv).exports(),
        operation!(api::reports::report_zip).exports(),
        operation!(api::reports::pairs).refuses(&["no-report"]),
        operation!(api::reports::pair).refuses(&["no-report"]),
        operation!(api::revisions::rescore).repeatable().refuses(&[
            "too-many-revisions",
            "no-report",
            "invalid-field",
            "busy",
            "not-kept",
        ]),
        operation!(api::revisions::add_late).for_uploads().repeatable().refuses(&[
            "too-many-revisions",
            "no-report",
            "busy",
            "not-kept",
        ]),
        operation!(api::revisions::list),
        operation!(api::revisions::make_current).refuses(&["no-report", "busy"]),
        operation!(api::shares::create).repeatable().refuses(&[
            "invalid-field",
            "outlives-token",
            "too-many-shares",
        ]),
        operation!(api::shares::list),
        operation!(api::shares::revoke_all),
        operation!(api::shares::revoke),
        operation!(api::cases::of_batch),
        operation!(api::cases::list).refuses(&["invalid-field"]),
        operation!(api::cases::open).refuses(&[
            "invalid-field",
            "no-report",
            "case-exists",
            "case-full",
            "too-many-cases",
        ]),
        operation!(api::cases::show),
        operation!(api::cases::add_event).refuses(&[
            "invalid-field",
            "no-report",
            "case-exists",
            "case-full",
            "reviewer-decides",
        ]),
        operation!(api::archives::create).for_uploads().refuses(&["name-taken", "not-finished"]),
        operation!(api::archives::list).refuses(&["invalid-field"]),
        operation!(api::archives::show),
        operation!(api::clusters::clusters)
            .for_questions()
            .refuses(&["archive-too-large", "archive-changing"]),
        operation!(api::archives::add).for_uploads().refuses(&["not-finished"]),
        operation!(api::archives::keep).refuses(&["invalid-field"]),
        operation!(api::archives::reduce).refuses(&["held"]),
        operation!(api::archives::delete).refuses(&["held"]),
        operation!(api::events::archive_events).streams(),
        operation!(api::documents::query).for_texts().refuses(&[
            "invalid-field",
            "unknown-field",
            "unreadable",
        ]),
        operation!(api::courses::list),
        operation!(api::courses::create).refuses(&["invalid-field", "too-many-courses"]),
        operation!(api::courses::show),
        operation!(api::courses::change).refuses(&["invalid-field"]),
        operation!(api::courses::set_member).refuses(&[
            "invalid-field",
            "no-account",
            "last-owner",
            "too-many-courses",
        ]),
        operation!(api::courses::remove_member).refuses(&["no-account", "last-owner"]),
        operation!(api::courses::audit),
        operation!(api::tokens::list),
        operation!(api::tokens::create).refuses(&["invalid-field", "outlives-token"]),
        operation!(api::tokens::revoke),
        operation!(api::drafts::create).for_uploads(),
        operation!(api::drafts::show),
        operation!(api::drafts::change).looks_through().patient(),
        operation!(api::drafts::run).looks_through().patient(),
        operation!(api::drafts::delete),
        operation!(api::openapi).tags_itself(),
        // Results in MOSS's form
        get("/results/{shelf}/{result}", moss::without_slash),
        get("/results/{shelf}/{result}/", moss::list).patient(),
        get("/results/{shelf}/{result}/{page}", moss::of_pair).patient(),
        get("/bitmaps/{picture}", moss::thermometer),
        get("/general/{page}", moss::general),
        // What runs beside people
        get("/healthz", health::alive),
        get("/readyz", health::ready),
        get("/metrics", health::metrics),
        get(request_log::ERRORS_PAGE, pages::files::errors),
        get(error_docs::PAGES, pages::errors::list),
        get("/errors/{code}", pages::errors::code),
        get("/static/{*path}", pages::files::asset),
    ]
}

/// The rows, for tests that ask every route whom it lets pass.
pub fn routes() -> Vec<RouteInfo> {
    list()
        .into_iter()
        .map(|Route { methods, path, needs, takes, .. }| {
            let upload = takes == Takes::Uploads;
            RouteInfo { methods, path, needs, upload }
        })
        .collect()
}

/// The rows of the API with what their descriptions do not say, in the order of the list.
pub(super) fn operations() -> Vec<(Row, Operation)> {
    let described = list().into_iter().filter_map(|route| {
        let tagged = route.is_tagged() || route.own_tag;
        let Route { needs, takes, refuses, repeatable, .. } = route;
        let upload = takes == Takes::Uploads;
        Some((Row { needs, upload, refuses, repeatable, tagged }, route.operation?))
    });
    described.collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::Value;

    use super::*;
    use crate::openapi::document::complete;
    use crate::openapi::flatten::object;

    #[test]
    fn every_code_of_the_rows_is_explained() {
        for (row, operation) in operations() {
            for code in row.refuses {
                assert!(error_docs::explained(code).is_some(), "{} refuses by {code}", operation.id);
            }
        }
    }

    #[test]
    fn no_two_lists_of_codes_share_a_name() {
        let mut seen: BTreeMap<String, Value> = BTreeMap::new();
        for (row, operation) in operations() {
            let paths = serde_json::to_value(operation.paths).unwrap();
            for (path, item) in object(&paths) {
                for (method, described) in object(item) {
                    let mut fresh = BTreeMap::new();
                    complete(&mut described.clone(), &row, path, method, &mut fresh);
                    for (name, answer) in fresh {
                        assert_eq!(
                            seen.entry(name.clone()).or_insert_with(|| answer.clone()),
                            &answer,
                            "{name}"
                        );
                    }
                }
            }
        }
    }
}
