//! Lists all routes of the service.

use axum::http::Method;

use super::route::{BodyKind, Route, get, operation, post};
use crate::http::guard::{Needs, OnBatch, OnShare, Read};
use crate::http::{error_docs, health, locale, name_visibility, request_log};
use crate::openapi::operation::{Operation, RouteProperties};
use crate::{api, moss, pages};

/// Builds the row of an API operation from its handler: its description and its guard.
macro_rules! operation {
    ($handler:path) => {
        operation($handler, stringify!($handler), utoipa_axum::routes!($handler))
    };
}

/// A row of the list, for tests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RouteInfo {
    /// Methods that the route answers.
    pub methods: Vec<Method>,
    /// Path pattern of the route.
    pub path: String,
    /// What the route needs of its caller.
    pub needs: Needs,
    /// Whether the route takes an upload.
    pub upload: bool,
}

pub(super) fn list() -> Vec<Route> {
    vec![
        // Pages
        get("/", pages::batches::list::list),
        get("/batches/new", pages::batches::new::form),
        post("/batches/new", pages::batches::new::submit).for_uploads(),
        post("/drafts", pages::batches::draft::create).for_uploads(),
        get("/drafts/{draft}", pages::batches::draft::show),
        post("/drafts/{draft}", pages::batches::draft::change).without_deadline(),
        post("/batches/sample", pages::batches::actions::open_sample),
        get("/batches/{batch}", pages::batches::report::overview),
        get("/batches/{batch}/pairs/{pair}", pages::batches::report::pair),
        get("/batches/{batch}/pairs/{pair}/evidence.html", pages::batches::evidence::of_pair),
        get("/batches/{batch}/evidence.html", pages::batches::evidence::of_case),
        get("/batches/{batch}/submissions", pages::batches::report::submissions::<OnBatch<Read>>),
        get("/batches/{batch}/submissions/{submission}", pages::batches::report::submission),
        get("/batches/{batch}/clusters", pages::batches::report::clusters::<OnBatch<Read>>),
        get("/batches/{batch}/guide", pages::batches::report::guide::<OnBatch<Read>>),
        get("/batches/{batch}/skipped", pages::batches::report::skipped::<OnBatch<Read>>),
        post("/batches/{batch}/cancel", pages::batches::actions::cancel),
        post("/batches/{batch}/title", pages::batches::actions::rename),
        get("/batches/{batch}/delete", pages::batches::actions::confirm_delete),
        post("/batches/{batch}/delete", pages::batches::actions::delete),
        get("/batches/{batch}/review", pages::batches::review::show),
        post("/batches/{batch}/review", pages::batches::review::submit),
        post("/batches/{batch}/template", pages::batches::review::template),
        post("/batches/{batch}/cutoff", pages::batches::cutoff::save),
        post("/batches/{batch}/background", pages::batches::background::remove),
        post("/batches/{batch}/late", pages::batches::review::late).for_uploads(),
        post("/batches/{batch}/boilerplate", pages::batches::review::starter_code).for_uploads(),
        post("/batches/{batch}/revisions/{revision}/current", pages::batches::review::choose),
        get("/batches/{batch}/share", pages::batches::share_links::show),
        post("/batches/{batch}/share", pages::batches::share_links::create),
        post("/batches/{batch}/share/{share}/revoke", pages::batches::share_links::revoke),
        get("/shared/{secret}", pages::batches::shared::overview),
        get("/shared/{secret}/pairs/{pair}", pages::batches::shared::pair),
        get("/shared/{secret}/submissions", pages::batches::report::submissions::<OnShare>),
        get("/shared/{secret}/submissions/{submission}", pages::batches::shared::submission),
        get("/shared/{secret}/clusters", pages::batches::report::clusters::<OnShare>),
        get("/shared/{secret}/guide", pages::batches::report::guide::<OnShare>),
        get("/shared/{secret}/skipped", pages::batches::report::skipped::<OnShare>),
        get("/shared/{secret}/{format}", pages::batches::shared::export).without_deadline(),
        post("/batches/{batch}/cases", pages::cases::list::open),
        get("/cases", pages::cases::list::list),
        get("/cases/{case}", pages::cases::show::show),
        post("/cases/{case}/events", pages::cases::show::change),
        post("/cases/{case}/statements", pages::cases::statements::record).for_statements(),
        get("/cases/{case}/statements/{event}", pages::cases::statements::file),
        get("/archives", pages::archives::list::list),
        get("/archives/new", pages::archives::new::form),
        post("/archives/new", pages::archives::new::submit).for_uploads(),
        get("/archives/{archive}", pages::archives::show::show),
        post("/archives/{archive}/submissions", pages::archives::show::add).for_uploads(),
        post("/archives/{archive}/keep", pages::archives::show::keep),
        get("/archives/{archive}/reduce", pages::archives::show::confirm_reduce),
        post("/archives/{archive}/reduce", pages::archives::show::reduce),
        get("/archives/{archive}/delete", pages::archives::show::confirm_delete),
        post("/archives/{archive}/delete", pages::archives::show::delete),
        get("/query", pages::query::form),
        post("/query", pages::query::ask).for_texts(),
        post("/query/compare", pages::query_comparison::show).for_texts(),
        post(name_visibility::SWITCH, pages::names::switch),
        get(locale::SWITCH, pages::language::switch),
        get("/courses", pages::courses::list::list),
        post("/courses", pages::courses::list::create),
        get("/courses/{course}", pages::courses::show::show),
        post("/courses/{course}", pages::courses::show::change),
        post("/courses/{course}/members", pages::courses::show::set_member),
        post("/courses/{course}/leave", pages::courses::show::leave),
        get("/courses/{course}/audit", pages::audit::of_course),
        get("/courses/{course}/term", pages::courses::term::show),
        post("/courses/{course}/people", pages::courses::term::set_people),
        get("/courses/{course}/notice", pages::printed::notice::show),
        get("/data-protection", pages::printed::data_protection::show),
        get("/account", pages::account::show::show),
        post("/account/password", pages::account::password::set),
        post("/account/sessions/{session}/end", pages::account::show::end_session),
        post("/account/tokens", pages::account::show::create_token),
        post("/account/tokens/{token}/revoke", pages::account::show::revoke_token),
        post("/account/moss-numbers", pages::account::moss_numbers::create),
        post("/account/sign-out-everywhere", pages::account::show::sign_out_everywhere),
        get("/sign-in", pages::sign_in::form::form),
        post("/sign-in", pages::sign_in::form::submit).for_signing_in(),
        post("/sign-in/link", pages::sign_in::form::mail_link).for_signing_in(),
        get("/sign-in/provider", pages::sign_in::provider::depart).for_signing_in(),
        get("/sign-in/provider/callback", pages::sign_in::provider::arrive).for_signing_in(),
        post("/sign-out", pages::sign_in::form::sign_out),
        get("/sign-out/provider", pages::sign_in::provider::sign_out),
        get("/admin/accounts", pages::admin::accounts::list),
        post("/admin/accounts", pages::admin::accounts::create),
        get("/admin/accounts/{account}", pages::admin::accounts::show),
        post("/admin/accounts/{account}", pages::admin::accounts::change),
        get("/admin/courses", pages::admin::courses::list),
        post("/admin/courses/{course}/join", pages::admin::courses::join),
        get("/admin/persons", pages::admin::data_requests::form),
        post("/admin/persons", pages::admin::data_requests::answer).without_deadline(),
        get("/admin/audit", pages::audit::of_everything),
        // API
        operation!(api::batches::create).for_uploads().repeatable(),
        operation!(api::batches::list).refuses(&["invalid-field"]),
        operation!(api::batches::show),
        operation!(api::batches::change).refuses(&["invalid-field"]),
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
        ]),
        operation!(api::revisions::add_late).for_uploads().repeatable().refuses(&[
            "too-many-revisions",
            "no-report",
            "busy",
        ]),
        operation!(api::revisions::add_boilerplate).for_uploads().repeatable().refuses(&[
            "too-many-revisions",
            "no-report",
            "busy",
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
        operation!(api::checks::create).for_uploads().refuses(&[
            "checks-off",
            "body-too-large",
            "unreadable",
        ]),
        operation!(api::courses::list),
        operation!(api::courses::create).refuses(&["invalid-field", "too-many-courses"]),
        operation!(api::courses::show),
        operation!(api::courses::change).refuses(&["invalid-field"]),
        operation!(api::courses::set_member).refuses(&[
            "not-by-token",
            "invalid-field",
            "no-account",
            "last-owner",
            "too-many-courses",
        ]),
        operation!(api::courses::remove_member).refuses(&["no-account", "last-owner"]),
        operation!(api::courses::audit),
        operation!(api::term::evidence),
        operation!(api::term::csv),
        operation!(api::term::people),
        operation!(api::term::set_people).refuses(&["invalid-field"]),
        operation!(api::tokens::list),
        operation!(api::tokens::create).refuses(&["invalid-field", "outlives-token"]),
        operation!(api::tokens::revoke),
        operation!(api::drafts::create).for_uploads(),
        operation!(api::drafts::show),
        operation!(api::drafts::change).looks_through().without_deadline(),
        operation!(api::drafts::run).looks_through().without_deadline(),
        operation!(api::drafts::delete),
        operation!(api::openapi).tags_itself(),
        // Results in MOSS's form
        get("/results/{shelf}/{result}", moss::without_slash),
        get("/results/{shelf}/{result}/", moss::list).without_deadline(),
        get("/results/{shelf}/{result}/{page}", moss::of_pair).without_deadline(),
        get("/bitmaps/{picture}", moss::thermometer),
        get("/general/{page}", moss::general),
        // Health, metrics, error codes and static files
        get("/healthz", health::alive),
        get("/readyz", health::ready),
        get("/metrics", health::metrics),
        get(request_log::ERRORS_PAGE, pages::files::errors),
        get(error_docs::PAGES, pages::errors::list),
        get("/errors/{code}", pages::errors::code),
        get("/static/{*path}", pages::files::asset),
    ]
}

/// Returns the rows, for tests that check the access to every route.
pub fn routes() -> Vec<RouteInfo> {
    list()
        .into_iter()
        .map(|Route { methods, path, needs, takes, .. }| {
            let upload = takes == BodyKind::Uploads;
            RouteInfo { methods, path, needs, upload }
        })
        .collect()
}

/// Returns the operations of the API with the properties of their rows, in the order of the list.
pub(super) fn operations() -> Vec<(RouteProperties, Operation)> {
    let described = list().into_iter().filter_map(|route| {
        let tagged = route.is_tagged() || route.own_tag;
        let Route { needs, takes, refuses, repeatable, .. } = route;
        let upload = takes == BodyKind::Uploads;
        Some((RouteProperties { needs, upload, refuses, repeatable, tagged }, route.operation?))
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
