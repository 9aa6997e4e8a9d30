//! `/admin/accounts`: all accounts, and the actions of administrators on one of them.

use askama::Template;
use axum::extract::State;
use axum::response::{Html, IntoResponse, Redirect, Response};
use chaffinch_report::{Frame, PageLocation};
use chaffinch_storage::{Account, AccountId, Identity};
use serde::Deserialize;
use uuid::Uuid;

use crate::app::App;
use crate::error::WebError;
use crate::http::guard::{Administrator, Admitted, Change, See};
use crate::http::request::{Form, Path};
use crate::pages::account::tokens_box::TokensBox;
use crate::pages::frame::frame;
use crate::pages::frame::rendered;
use crate::pages::values::When;
use crate::sign_in::accounts;

#[derive(Template)]
#[template(path = "service/accounts.html")]
struct AccountsPage {
    frame: Frame,
    rows: Vec<Row>,
}

struct Row {
    href: String,
    name: String,
    email: Option<String>,
    admin: bool,
    disabled: bool,
    created: When,
}

impl From<Account> for Row {
    fn from(account: Account) -> Self {
        Self {
            href: path(account.id),
            name: account.name,
            email: account.email,
            admin: account.admin,
            disabled: account.disabled,
            created: account.created.into(),
        }
    }
}

fn path(id: AccountId) -> String {
    format!("/admin/accounts/{id}")
}

pub(crate) async fn list(who: Administrator<See>, State(app): State<App>) -> Result<Html<String>, WebError> {
    rendered(&AccountsPage {
        frame: frame(&who, who.words.say("admin-accounts"), PageLocation::Service, "/admin/accounts"),
        rows: app.storage.accounts().await?.into_iter().map(Row::from).collect(),
    })
}

/// Form that creates an account.
#[derive(Deserialize)]
pub(crate) struct NewAccount {
    name: String,
    #[serde(default)]
    email: String,
}

pub(crate) async fn create(
    who: Administrator<Change>,
    State(app): State<App>,
    Form(form): Form<NewAccount>,
) -> Result<Redirect, WebError> {
    let (name, email) = (accounts::name("name", &form.name)?, accounts::email(&form.email)?);
    if email.is_some() {
        who.in_person()?;
    }
    let account = accounts::create(&app, &name, email.as_deref(), &who.by(&app.clock)).await?;
    Ok(Redirect::to(&path(account.id)))
}

#[derive(Template)]
#[template(path = "service/account_of.html")]
struct AccountOfPage {
    frame: Frame,
    path: String,
    row: Row,
    /// Whether it is the administrator's own account.
    own: bool,
    has_password: bool,
    identities: Vec<Identity>,
    sessions: usize,
    mails: bool,
    done: Done,
}

/// The result of an action, which the page shows.
#[derive(Default)]
struct Done {
    /// A new sign-in link. It is shown only once.
    link: Option<String>,
    mailed: bool,
}

async fn page(app: &App, who: &Admitted, account: Account, done: Done) -> Result<Html<String>, WebError> {
    rendered(&AccountOfPage {
        frame: frame(who, account.name.clone(), PageLocation::Service, "/admin/accounts"),
        path: path(account.id),
        own: account.id == who.actor.account.id,
        has_password: app.storage.password(account.id).await?.is_some(),
        identities: app.storage.identities(account.id).await?,
        sessions: app.storage.sessions(account.id, app.clock.now()).await?.len(),
        mails: app.gate.mailer.is_some() && account.email.is_some() && !account.disabled,
        done,
        row: account.into(),
    })
}

async fn find(app: &App, id: Uuid) -> Result<Account, WebError> {
    app.storage.account(AccountId(id)).await?.ok_or(WebError::NotFound)
}

pub(crate) async fn show(
    who: Administrator<See>,
    State(app): State<App>,
    Path(id): Path<Uuid>,
) -> Result<Html<String>, WebError> {
    let account = find(&app, id).await?;
    page(&app, &who, account, Done::default()).await
}

/// Form of one button on the page of an account.
#[derive(Deserialize)]
pub(crate) struct Doing {
    what: What,
    #[serde(default)]
    email: String,
    #[serde(flatten)]
    tokens: TokensBox,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum What {
    Disable,
    Enable,
    MakeAdmin,
    MakeOrdinary,
    SetEmail,
    EndSessions,
    ForgetPassword,
    Link,
    MailLink,
}

impl Doing {
    /// Returns whether the action lets somebody sign in or do more than before.
    fn gives_access(&self) -> bool {
        match self.what {
            What::Enable | What::MakeAdmin | What::Link | What::MailLink => true,
            What::SetEmail => !self.email.trim().is_empty(),
            What::Disable | What::MakeOrdinary | What::EndSessions | What::ForgetPassword => false,
        }
    }
}

pub(crate) async fn change(
    who: Administrator<Change>,
    State(app): State<App>,
    Path(id): Path<Uuid>,
    Form(form): Form<Doing>,
) -> Result<Response, WebError> {
    let (account, by) = (find(&app, id).await?, who.by(&app.clock));
    if form.gives_access() {
        who.in_person()?;
    }
    match form.what {
        What::Disable => drop(app.storage.set_disabled(account.id, true, &by).await?),
        What::Enable => drop(app.storage.set_disabled(account.id, false, &by).await?),
        What::MakeAdmin => drop(app.storage.set_admin(account.id, true, &by).await?),
        What::MakeOrdinary => drop(app.storage.set_admin(account.id, false, &by).await?),
        What::SetEmail => {
            let email = accounts::email(&form.email)?;
            app.storage.set_email(account.id, email.as_deref(), &by).await?;
        }
        What::EndSessions => drop(app.storage.end_sessions(account.id, form.tokens.chosen(), &by).await?),
        What::ForgetPassword => {
            app.storage.set_password(account.id, None, None, form.tokens.chosen(), &by).await?;
        }
        What::Link | What::MailLink if account.disabled => {
            return Err(WebError::NoAccount { name: account.name });
        }
        What::Link => {
            let secret = accounts::link(&app, account.id, None, &by).await?;
            let done = Done { link: Some(accounts::address(&app, &secret)), ..Done::default() };
            return Ok(page(&app, &who, account, done).await?.into_response());
        }
        What::MailLink => {
            let mailed = accounts::mail(&app, &account, who.words, &by).await?;
            let done = Done { mailed, ..Done::default() };
            return Ok(page(&app, &who, account, done).await?.into_response());
        }
    }
    Ok(Redirect::to(&path(account.id)).into_response())
}
