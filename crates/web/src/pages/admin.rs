//! `/admin/accounts` and `/admin/courses`: all accounts, the actions of administrators on one of them, and all courses
//! except personal ones. Administrators cannot open a course's reports. An administrator can become an owner of the course,
//! which the course's log and list of members then show.

use askama::Template;
use axum::response::{Html, IntoResponse, Redirect, Response};
use chaffinch_pages::Frame;
use chaffinch_storage::{Account, AccountId, Course, CourseId, Identity, Role};
use serde::Deserialize;
use uuid::Uuid;

use crate::app::App;
use crate::error::{Result, WebError};
use crate::http::admitted::Admitted;
use crate::http::guard::{Administrator, Change, Read};
use crate::http::request::{Form, Path};
use crate::pages::account::TokensBox;
use crate::pages::frame::{frame, render};
use crate::sign_in::accounts;

#[derive(Template)]
#[template(path = "service/accounts.html")]
struct AccountsPage {
    frame: Frame,
    accounts: Vec<Account>,
}

fn path(id: AccountId) -> String {
    format!("/admin/accounts/{id}")
}

pub(crate) async fn list_accounts(who: Administrator<Read>) -> Result<Html<String>> {
    render(&AccountsPage {
        frame: frame(&who, who.words.say("admin-accounts"), "/admin/accounts"),
        accounts: who.app.storage.accounts().await?,
    })
}

/// Form that creates an account.
#[derive(Deserialize)]
pub(crate) struct NewAccount {
    name: String,
    #[serde(default)]
    email: String,
}

pub(crate) async fn create_account(
    who: Administrator<Change>,
    Form(form): Form<NewAccount>,
) -> Result<Redirect> {
    let (name, email) = (accounts::name("name", &form.name)?, accounts::email(&form.email)?);
    if email.is_some() {
        who.grants()?;
    }
    let account = accounts::create(&who.app, &name, email.as_deref(), &who.by()).await?;
    Ok(Redirect::to(&path(account.id)))
}

#[derive(Template)]
#[template(path = "service/account_of.html")]
#[expect(clippy::struct_excessive_bools, reason = "each says whether a part of the page is there")]
struct AccountOfPage {
    frame: Frame,
    path: String,
    account: Account,
    /// Whether it is the administrator's own account.
    own: bool,
    has_password: bool,
    identities: Vec<Identity>,
    sessions: usize,
    mails: bool,
    /// A new sign-in link. It is shown only once.
    link: Option<String>,
    /// Whether a link was just sent.
    mailed: bool,
}

async fn page(who: &Admitted, account: Account, link: Option<String>, mailed: bool) -> Result<Html<String>> {
    render(&AccountOfPage {
        frame: frame(who, account.name.clone(), "/admin/accounts"),
        path: path(account.id),
        own: account.id == who.actor.account.id,
        has_password: who.app.storage.password(account.id).await?.is_some(),
        identities: who.app.storage.identities(account.id).await?,
        sessions: who.app.storage.sessions(account.id, who.app.clock.now()).await?.len(),
        mails: who.app.auth.mailer.is_some() && account.email.is_some() && !account.disabled,
        link,
        mailed,
        account,
    })
}

async fn find(app: &App, id: Uuid) -> Result<Account> {
    app.storage.account(AccountId(id)).await?.ok_or(WebError::NotFound)
}

pub(crate) async fn show_account(who: Administrator<Read>, Path(id): Path<Uuid>) -> Result<Html<String>> {
    let account = find(&who.app, id).await?;
    page(&who, account, None, false).await
}

/// Form of one button on the page of an account.
#[derive(Deserialize)]
pub(crate) struct AccountForm {
    what: AccountAction,
    #[serde(default)]
    email: String,
    #[serde(flatten)]
    tokens: TokensBox,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum AccountAction {
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

impl AccountForm {
    /// Returns whether the action lets somebody sign in or do more than before.
    fn gives_access(&self) -> bool {
        match self.what {
            AccountAction::Enable
            | AccountAction::MakeAdmin
            | AccountAction::Link
            | AccountAction::MailLink => true,
            AccountAction::SetEmail => !self.email.trim().is_empty(),
            AccountAction::Disable
            | AccountAction::MakeOrdinary
            | AccountAction::EndSessions
            | AccountAction::ForgetPassword => false,
        }
    }
}

pub(crate) async fn change_account(
    who: Administrator<Change>,
    Path(id): Path<Uuid>,
    Form(form): Form<AccountForm>,
) -> Result<Response> {
    let (account, by) = (find(&who.app, id).await?, who.by());
    if form.gives_access() {
        who.grants()?;
    }
    match form.what {
        AccountAction::Disable => drop(who.app.storage.set_disabled(account.id, true, &by).await?),
        AccountAction::Enable => drop(who.app.storage.set_disabled(account.id, false, &by).await?),
        AccountAction::MakeAdmin => drop(who.app.storage.set_admin(account.id, true, &by).await?),
        AccountAction::MakeOrdinary => drop(who.app.storage.set_admin(account.id, false, &by).await?),
        AccountAction::SetEmail => {
            let email = accounts::email(&form.email)?;
            who.app.storage.set_email(account.id, email.as_deref(), &by).await?;
        }
        AccountAction::EndSessions => {
            who.app.storage.end_sessions(account.id, form.tokens.chosen(), &by).await?;
        }
        AccountAction::ForgetPassword => {
            who.app.storage.set_password(account.id, None, None, form.tokens.chosen(), &by).await?;
        }
        AccountAction::Link | AccountAction::MailLink if account.disabled => {
            return Err(WebError::NoAccount { name: account.name });
        }
        AccountAction::Link => {
            let secret = accounts::link(&who.app, account.id, None, &by).await?;
            let link = accounts::address(&who.app, &secret);
            return Ok(page(&who, account, Some(link), false).await?.into_response());
        }
        AccountAction::MailLink => {
            let mailed = accounts::mail(&who.app, &account, who.words, &by).await?;
            return Ok(page(&who, account, None, mailed).await?.into_response());
        }
    }
    Ok(Redirect::to(&path(account.id)).into_response())
}

#[derive(Template)]
#[template(path = "service/admin_courses.html")]
struct CoursesPage {
    frame: Frame,
    rows: Vec<CourseRow>,
}

struct CourseRow {
    course: Course,
    owners: Vec<String>,
    members: usize,
    /// Whether the administrator is a member.
    own: bool,
}

pub(crate) async fn list_courses(who: Administrator<Read>) -> Result<Html<String>> {
    let mut rows = Vec::new();
    for course in who.app.storage.courses().await? {
        let members = who.app.storage.members(course.id).await?;
        rows.push(CourseRow {
            own: who.actor.roles.contains_key(&course.id),
            members: members.len(),
            owners: members
                .into_iter()
                .filter(|member| member.role == Role::Owner)
                .map(|member| member.account.name)
                .collect(),
            course,
        });
    }
    render(&CoursesPage { frame: frame(&who, who.words.say("admin-courses"), "/admin/courses"), rows })
}

/// Makes the administrator an owner, for example after the last owner has left.
pub(crate) async fn join_course(who: Administrator<Change>, Path(id): Path<Uuid>) -> Result<Redirect> {
    let course = who.app.storage.course(CourseId(id)).await?.ok_or(WebError::NotFound)?;
    // Personal courses are excluded. Their owner can add the administrator as a member if help is needed.
    if course.personal_of.is_some() {
        return Err(WebError::NotFound);
    }
    who.grants()?;
    who.app.storage.set_role(who.actor.account.id, course.id, Some(Role::Owner), &who.by()).await?;
    Ok(Redirect::to(&format!("/courses/{id}")))
}
