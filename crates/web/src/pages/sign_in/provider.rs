//! Sign-in and sign-out through an identity provider.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::SET_COOKIE;
use axum::response::{IntoResponse, Redirect, Response};
use axum_extra::extract::cookie::CookieJar;
use chaffinch_storage::{Attempt, Secret, SecretHash, SignInMethod};
use chrono::TimeDelta;
use serde::Deserialize;

use crate::app::App;
use crate::error::WebError;
use crate::http::client::Client;
use crate::http::guard::Public;
use crate::http::request::Query;
use crate::sign_in::cookies::{attempt_cookie, attempt_name};
use crate::sign_in::provider::{Provider, admitted, text, verified_email};
use crate::sign_in::sessions::SessionOpening;
use crate::sign_in::{claims, provisioning};

/// How long a sign-in at the provider may take.
const ATTEMPT: TimeDelta = TimeDelta::minutes(10);

fn provider(app: &App) -> Result<&Provider, WebError> {
    app.auth.provider.as_ref().ok_or(WebError::NotFound)
}

/// Redirects the browser to the provider. The answer is accepted only from this browser, and only once.
pub(crate) async fn depart(_: Public, State(app): State<App>) -> Result<impl IntoResponse, WebError> {
    let now = app.clock.now();
    let departure = provider(&app)?.depart(now).await?;
    let browser = Secret::random("chf_attempt_").map_err(WebError::internal)?;
    let attempt = Attempt {
        state: SecretHash::new(&departure.state),
        browser: browser.hash(),
        nonce: departure.nonce,
        verifier: departure.verifier,
        expires: now + ATTEMPT,
    };
    app.storage.begin_attempt(&attempt, now).await?;
    let cookie = attempt_cookie(&app.settings, browser.reveal(), ATTEMPT.num_seconds());
    Ok(([(SET_COOKIE, cookie)], Redirect::to(&departure.url)))
}

/// The query that the provider sends back.
#[derive(Deserialize)]
pub(crate) struct Returned {
    code: Option<String>,
    state: Option<String>,
    iss: Option<String>,
}

pub(crate) async fn arrive(
    _: Public,
    State(app): State<App>,
    client: Client,
    headers: HeaderMap,
    Query(returned): Query<Returned>,
) -> Result<Response, WebError> {
    let (provider, now) = (provider(&app)?, app.clock.now());
    let jar = CookieJar::from_headers(&headers);
    // Attack: somebody makes another person's browser finish a sign-in that the attacker started.
    let unknown = WebError::ProviderRefused {
        why: "it was not started in this browser, or it was started too long ago",
    };
    let (Some(state), Some(browser)) = (returned.state, jar.get(&attempt_name(&app.settings))) else {
        return Err(unknown);
    };
    let taken =
        app.storage.take_attempt(&SecretHash::new(&state), &SecretHash::new(browser.value()), now).await?;
    let attempt = taken.ok_or(unknown)?;
    let code = returned.code.ok_or(WebError::ProviderRefused { why: "the provider refused it" })?;
    let arrival =
        provider.arrive(code, returned.iss.as_deref(), attempt.nonce, attempt.verifier, now).await?;
    let settings = &provider.settings;
    if !admitted(&settings.domains, &arrival.claims) {
        return Err(WebError::ProviderRefused {
            why: "you have no verified email address in a domain that may sign in here",
        });
    }
    let name = [settings.name_claim.as_str(), "preferred_username", "name", "email"]
        .into_iter()
        .find_map(|claim| text(&arrival.claims, claim))
        .unwrap_or(&arrival.identity.subject);
    let refused = || WebError::ProviderRefused { why: "you have no account here, or it is disabled" };
    let account = provisioning::account(
        &app,
        &arrival.identity,
        name,
        verified_email(&arrival.claims),
        settings.provision,
    )
    .await?;
    let account = account.filter(|account| !account.disabled).ok_or_else(refused)?;
    claims::apply(&*app.storage, app.clock.now(), &settings.rules, &account, &arrival.claims).await?;
    let opened = SessionOpening::new(&app, client, &headers)?
        .by(&app, SignInMethod::Provider, account.id, None, "/")
        .await?;
    let mut response = opened.ok_or_else(refused)?;
    let gone = attempt_cookie(&app.settings, "", 0).parse().map_err(WebError::internal)?;
    response.headers_mut().append(SET_COOKIE, gone);
    Ok(response)
}

/// Signs out of the provider too. It is not a redirect after a form, because the content security policy forbids forms
/// to lead to other sites.
pub(crate) async fn sign_out(_: Public, State(app): State<App>) -> Result<Redirect, WebError> {
    let url = provider(&app)?.sign_out(app.clock.now()).await?.ok_or(WebError::NotFound)?;
    Ok(Redirect::to(&url))
}
