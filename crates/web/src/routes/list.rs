//! Lists all routes of the service.

use axum::http::Method;

use crate::error::kind;
use crate::http::admitted::Needs;
use crate::http::guard::{OnBatch, OnShare, Read};
use crate::http::{admitted, request_log};
use crate::routes::route::{Route, get, operation, post};
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
        post("/batches/new/patterns", pages::batches::patterns::preview).for_names(),
        post("/drafts", pages::batches::draft::create).for_uploads(),
        get("/drafts/{draft}", pages::batches::draft::show),
        post("/drafts/{draft}", pages::batches::draft::change).without_deadline(),
        post("/batches/sample", pages::batches::list::open_sample),
        get("/batches/{batch}", pages::batches::report::overview),
        get("/batches/{batch}/pairs/{pair}", pages::batches::pair::pair),
        get("/batches/{batch}/pairs/{pair}/evidence.html", pages::batches::evidence::of_pair),
        get("/batches/{batch}/evidence.html", pages::batches::evidence::of_submissions),
        get("/batches/{batch}/submissions", pages::batches::report::submissions::<OnBatch<Read>>),
        get("/batches/{batch}/submissions/{submission}", pages::batches::pair::submission),
        get("/batches/{batch}/clusters", pages::batches::report::clusters::<OnBatch<Read>>),
        get("/batches/{batch}/guide", pages::batches::report::guide::<OnBatch<Read>>),
        get("/batches/{batch}/skipped", pages::batches::report::skipped::<OnBatch<Read>>),
        post("/batches/{batch}/cancel", pages::batches::list::cancel),
        post("/batches/{batch}/title", pages::batches::list::rename),
        get("/batches/{batch}/delete", pages::batches::list::confirm_delete),
        post("/batches/{batch}/delete", pages::batches::list::delete),
        get("/batches/{batch}/review", pages::batches::review::show),
        post("/batches/{batch}/review", pages::batches::changes::submit),
        post("/batches/{batch}/template", pages::batches::changes::template),
        post("/batches/{batch}/cutoff", pages::batches::changes::save_cutoff),
        post("/batches/{batch}/background", pages::batches::changes::remove_background),
        post("/batches/{batch}/vendored", pages::batches::changes::count_vendored),
        post("/batches/{batch}/given", pages::batches::changes::count_given),
        post("/batches/{batch}/late", pages::batches::changes::late).for_uploads(),
        post("/batches/{batch}/boilerplate", pages::batches::changes::starter_code).for_uploads(),
        post("/batches/{batch}/revisions/{revision}/current", pages::batches::changes::choose),
        get("/batches/{batch}/share", pages::batches::shares::show),
        post("/batches/{batch}/share", pages::batches::shares::create),
        post("/batches/{batch}/share/{share}/revoke", pages::batches::shares::revoke),
        get("/shared/{secret}", pages::batches::shares::overview),
        get("/shared/{secret}/pairs/{pair}", pages::batches::shares::pair),
        get("/shared/{secret}/submissions", pages::batches::report::submissions::<OnShare>),
        get("/shared/{secret}/submissions/{submission}", pages::batches::shares::submission),
        get("/shared/{secret}/clusters", pages::batches::report::clusters::<OnShare>),
        get("/shared/{secret}/guide", pages::batches::report::guide::<OnShare>),
        get("/shared/{secret}/skipped", pages::batches::report::skipped::<OnShare>),
        get("/shared/{secret}/{format}", pages::batches::shares::export).without_deadline(),
        post("/batches/{batch}/pairs/{pair}/mark", pages::batches::marks::mark),
        post("/batches/{batch}/marks/divide", pages::batches::marks::divide),
        post("/batches/{batch}/cases", pages::cases::list::open),
        get("/cases", pages::cases::list::list),
        get("/cases/{case}", pages::cases::show::show),
        get("/cases/{case}/evidence.html", pages::cases::evidence_file::show),
        post("/cases/{case}/events", pages::cases::show::change),
        post("/cases/{case}/statements", pages::cases::statements::record).for_statements(),
        get("/cases/{case}/statements/{event}", pages::cases::statements::file),
        get("/archives", pages::archives::list),
        get("/archives/new", pages::archives::form),
        post("/archives/new", pages::archives::submit).for_uploads(),
        get("/archives/{archive}", pages::archives::show),
        post("/archives/{archive}/submissions", pages::archives::add).for_uploads(),
        post("/archives/{archive}/keep", pages::archives::keep),
        get("/archives/{archive}/reduce", pages::archives::confirm_reduce),
        post("/archives/{archive}/reduce", pages::archives::reduce),
        get("/archives/{archive}/delete", pages::archives::confirm_delete),
        post("/archives/{archive}/delete", pages::archives::delete),
        get("/query", pages::query::form),
        post("/query", pages::query::ask).for_texts(),
        post("/query/compare", pages::query_comparison::show).for_texts(),
        post(admitted::NAMES_SWITCH, pages::preferences::switch_names),
        get(admitted::LANGUAGE_SWITCH, pages::preferences::switch_language),
        get("/courses", pages::courses::list),
        post("/courses", pages::courses::create),
        get("/courses/{course}", pages::courses::show),
        post("/courses/{course}", pages::courses::change),
        get("/courses/{course}/archives", pages::courses::archives),
        get("/courses/{course}/members", pages::courses::people),
        post("/courses/{course}/members", pages::courses::set_member),
        get("/courses/{course}/checks", pages::courses::checks),
        get("/courses/{course}/settings", pages::courses::settings),
        post("/courses/{course}/leave", pages::courses::leave),
        get("/courses/{course}/audit", pages::audit::of_course),
        get("/courses/{course}/term", pages::term::show),
        post("/courses/{course}/people", pages::term::set_people),
        get("/courses/{course}/notice", pages::printed::show_notice),
        get("/data-protection", pages::printed::show_sheet),
        get("/account", pages::account::show),
        post("/account/password", pages::account::set_password),
        post("/account/sessions/{session}/end", pages::account::end_session),
        post("/account/tokens", pages::account::create_token),
        post("/account/tokens/{token}/revoke", pages::account::revoke_token),
        post("/account/moss-numbers", pages::account::create_moss_number),
        post("/account/sign-out-everywhere", pages::account::sign_out_everywhere),
        get("/sign-in", pages::sign_in::form),
        post("/sign-in", pages::sign_in::submit).for_signing_in(),
        post("/sign-in/link", pages::sign_in::mail_link).for_signing_in(),
        get("/sign-in/provider", pages::sign_in::depart).for_signing_in(),
        get("/sign-in/provider/callback", pages::sign_in::arrive).for_signing_in(),
        post("/sign-out", pages::sign_in::sign_out),
        get("/sign-out/provider", pages::sign_in::sign_out_of_provider),
        get("/admin/accounts", pages::admin::list_accounts),
        post("/admin/accounts", pages::admin::create_account),
        get("/admin/accounts/{account}", pages::admin::show_account),
        post("/admin/accounts/{account}", pages::admin::change_account),
        get("/admin/courses", pages::admin::list_courses),
        post("/admin/courses/{course}/join", pages::admin::join_course),
        get("/admin/persons", pages::data_requests::form),
        post("/admin/persons", pages::data_requests::answer).without_deadline(),
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
        operation!(api::marks::list),
        operation!(api::marks::table).refuses(&["no-report"]),
        operation!(api::marks::change).refuses(&["invalid-field", "mark-changed", "no-report"]),
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
        get("/healthz", pages::public::alive),
        get("/readyz", pages::public::ready),
        get("/metrics", pages::public::metrics),
        get(request_log::ERRORS_PAGE, pages::public::error_texts),
        get(kind::PAGES, pages::public::error_codes),
        get("/errors/{code}", pages::public::error_code),
        get("/static/{*path}", pages::public::asset),
    ]
}

/// Returns the rows, for tests that check the access to every route.
pub fn routes() -> Vec<RouteInfo> {
    let info = |route: Route| RouteInfo {
        upload: route.is_upload(),
        methods: route.methods,
        path: route.path,
        needs: route.needs,
    };
    list().into_iter().map(info).collect()
}

/// Returns the operations of the API, in the order of the list.
pub(super) fn operations() -> Vec<Route> {
    list().into_iter().filter(|route| route.operation.is_some()).collect()
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
        for route in operations() {
            for code in route.refuses {
                assert!(kind::explained(code).is_some(), "{} refuses by {code}", route.path);
            }
        }
    }

    #[test]
    fn no_two_lists_of_codes_share_a_name() {
        let mut seen: BTreeMap<String, Value> = BTreeMap::new();
        for route in operations() {
            let operation = route.operation.as_ref().unwrap();
            let paths = serde_json::to_value(&operation.paths).unwrap();
            for (path, item) in object(&paths) {
                for (method, described) in object(item) {
                    let mut fresh = BTreeMap::new();
                    complete(&mut described.clone(), &route, path, method, &mut fresh);
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
