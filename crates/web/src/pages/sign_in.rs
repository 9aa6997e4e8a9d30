//! Sign-in with a password, a one-time link or an identity provider, and sign-out.
//!
//! Opening the link only shows a button, which signs in with a POST request. Mail programs and chats fetch links
//! to preview them, and would otherwise use up the link.

use askama::Template;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum_extra::extract::cookie::CookieJar;
use chaffinch_pages::{Frame, Locale};
use chaffinch_storage::{Account, Attempt, AuditAction, By, Named, Note, Secret, SecretHash, SignInMethod};
use chrono::TimeDelta;
use serde::Deserialize;
use serde_json::json;

use crate::app::App;
use crate::error::{Result, WebError};
use crate::http::admitted::locale;
use crate::http::client::Client;
use crate::http::guard::Public;
use crate::http::request::{Form, Query};
use crate::pages::frame::{public_frame, render};
use crate::sign_in::credentials::{SessionOpening, cookie, cookie_name, ended_cookie, session};
use crate::sign_in::provider::{Provider, admitted, text, verified_email};
use crate::sign_in::{accounts, claims};

#[derive(Template)]
#[template(path = "service/sign_in.html")]
struct SignInPage {
    frame: Frame,
    token: Option<String>,
    /// The name as typed, after a failed sign-in.
    name: Option<String>,
    /// Whether links can be sent by mail.
    mails: bool,
    /// Whether a link was requested. It was sent if the account exists.
    mailed: bool,
    /// The name of the identity provider.
    provider: Option<String>,
    /// Whether a session of the provider has just ended.
    of_provider: bool,
}

impl SignInPage {
    fn new(app: &App, headers: &HeaderMap) -> Self {
        Self {
            frame: public_frame(headers, locale(headers).say("sign-in")),
            token: None,
            name: None,
            mails: app.auth.mailer.is_some(),
            mailed: false,
            provider: app.auth.provider.as_ref().map(|provider| provider.settings.title.clone()),
            of_provider: false,
        }
    }
}

#[derive(Deserialize)]
pub(crate) struct Link {
    token: Option<String>,
    /// How the session that has just ended was opened.
    ended: Option<String>,
}

pub(crate) async fn form(
    Public(app): Public,
    headers: HeaderMap,
    Query(link): Query<Link>,
) -> Result<Html<String>> {
    let of_provider = link.ended.as_deref() == Some(SignInMethod::Provider.name());
    render(&SignInPage { token: link.token, of_provider, ..SignInPage::new(&app, &headers) })
}

/// Proof of identity: the token of a link, or name and password.
#[derive(Deserialize)]
pub(crate) struct Proof {
    token: Option<String>,
    #[serde(default)]
    name: String,
    #[serde(default)]
    password: String,
}

pub(crate) async fn submit(
    Public(app): Public,
    client: Client,
    headers: HeaderMap,
    Form(proof): Form<Proof>,
) -> Result<Response> {
    let opening = SessionOpening::new(&app, client, &headers)?;
    if let Some(token) = proof.token {
        return opening.by_link(&app, &token).await?.ok_or(WebError::SignInLink);
    }
    let name = proof.name.trim().to_owned();
    let signed_in = match verified(&app, client, &name, proof.password).await? {
        Some((account, stored)) => {
            opening.by(&app, SignInMethod::Password, account.id, Some(stored.as_str()), "/").await?
        }
        None => None,
    };
    if let Some(signed_in) = signed_in {
        return Ok(signed_in);
    }
    let page = render(&SignInPage { name: Some(name), ..SignInPage::new(&app, &headers) })?;
    Ok((StatusCode::UNPROCESSABLE_ENTITY, page).into_response())
}

/// Returns the account with this name and its stored password, if the password is right. Unknown names take as long as
/// known ones, and disabled accounts answer as if the password were wrong.
pub(crate) async fn verified(
    app: &App,
    client: Client,
    name: &str,
    password: String,
) -> Result<Option<(Account, String)>> {
    let guesses = &app.auth.guesses;
    let guess = guesses.guess(name, client.address)?;
    let account = app.storage.account_by_name(name).await?;
    let stored = match &account {
        Some(account) => app.storage.password(account.id).await?,
        None => None,
    };
    // If the password could not be checked, the attempt does not count as a wrong guess.
    let right = app.auth.passwords.verify(guess.rank, password, stored.clone()).await;
    if right.inspect_err(|_| guesses.take_back(&guess))? {
        guesses.right(&guess);
        return Ok(account.filter(|account| !account.disabled).zip(stored));
    }
    if let Some(account) = account {
        let note = Note {
            action: AuditAction::SignInRefused,
            course: None,
            subject: account.id.0,
            details: json!({}),
            once_in: Some(TimeDelta::minutes(1)),
        };
        app.storage.note(&note, &By { account: None, at: app.clock.now() }).await?;
    }
    Ok(None)
}

/// Form that requests a sign-in link.
#[derive(Deserialize)]
pub(crate) struct LinkForm {
    name: String,
}

/// Sends a link if [`send_link`] finds an account that may have one. The response and its timing are the same in all
/// cases.
pub(crate) async fn mail_link(
    Public(app): Public,
    headers: HeaderMap,
    Form(wanted): Form<LinkForm>,
) -> Result<Html<String>> {
    if app.auth.mailer.is_none() {
        return Err(WebError::NotFound);
    }
    // Attack: requests from many networks fill somebody's mailbox. Requests are limited like wrong passwords, but for
    // all networks together. A refused request does no harm, because a link has already been sent.
    let name = wanted.name.trim().to_owned();
    app.auth.guesses.guess(&format!("mail to {name}"), None)?;
    let (service, words) = (app.clone(), locale(&headers));
    tokio::spawn(async move {
        if let Err(error) = send_link(&service, &name, words).await {
            tracing::error!(error.cause = ?error.fault(), "cannot mail a sign-in link");
        }
    });
    render(&SignInPage { mailed: true, ..SignInPage::new(&app, &headers) })
}

/// Sends a link to the account with this name, if it has a mail address and does not sign in through the identity
/// provider.
async fn send_link(app: &App, name: &str, words: Locale) -> Result<()> {
    let account = match accounts::find(app, name).await {
        Err(WebError::NoAccount { .. }) => return Ok(()),
        found => found?,
    };
    if let Some(provider) = &app.auth.provider {
        // Attack: a person whom the provider has locked out can still read mail.
        let identities = app.storage.identities(account.id).await?;
        if identities.iter().any(|identity| identity.issuer == provider.settings.issuer) {
            return Ok(());
        }
    }
    accounts::mail(app, &account, words, &By { account: None, at: app.clock.now() }).await?;
    Ok(())
}

pub(crate) async fn sign_out(Public(app): Public, headers: HeaderMap) -> Result<impl IntoResponse> {
    let mut then = "/sign-in";
    if let Some(hash) = session(&app.settings, &CookieJar::from_headers(&headers)) {
        let ended = app.storage.session(&hash, app.clock.now()).await?;
        app.storage.end_session(&hash).await?;
        if ended.is_some_and(|session| session.way == SignInMethod::Provider) {
            then = "/sign-in?ended=provider";
        }
    }
    Ok(([(SET_COOKIE, ended_cookie(&app.settings))], Redirect::to(then)))
}

/// The cookie of a browser during sign-in at the identity provider.
const ATTEMPT_COOKIE: &str = "attempt";
/// How long a sign-in at the provider may take.
const ATTEMPT: TimeDelta = TimeDelta::minutes(10);

fn provider(app: &App) -> Result<&Provider> {
    app.auth.provider.as_ref().ok_or(WebError::NotFound)
}

/// Redirects the browser to the provider. The answer is accepted only from this browser, and only once.
pub(crate) async fn depart(Public(app): Public) -> Result<impl IntoResponse> {
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
    let cookie = cookie(&app.settings, ATTEMPT_COOKIE, browser.reveal(), ATTEMPT.num_seconds());
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
    Public(app): Public,
    client: Client,
    headers: HeaderMap,
    Query(returned): Query<Returned>,
) -> Result<Response> {
    let (provider, now) = (provider(&app)?, app.clock.now());
    let jar = CookieJar::from_headers(&headers);
    // Attack: somebody makes another person's browser finish a sign-in that the attacker started.
    let unknown = WebError::ProviderRefused {
        why: "it was not started in this browser, or it was started too long ago",
    };
    let (Some(state), Some(browser)) = (returned.state, jar.get(&cookie_name(&app.settings, ATTEMPT_COOKIE)))
    else {
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
    let account = accounts::of_identity(
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
    let gone = cookie(&app.settings, ATTEMPT_COOKIE, "", 0).parse().map_err(WebError::internal)?;
    response.headers_mut().append(SET_COOKIE, gone);
    Ok(response)
}

/// Signs out of the provider too. It is not a redirect after a form, because the content security policy forbids forms
/// to lead to other sites.
pub(crate) async fn sign_out_of_provider(Public(app): Public) -> Result<Redirect> {
    let url = provider(&app)?.sign_out(app.clock.now()).await?.ok_or(WebError::NotFound)?;
    Ok(Redirect::to(&url))
}
