//! User ids for MOSS clients. They are created on `/account` and shown once.

use askama::Template;
use axum::extract::State;
use axum::response::Html;
use chaffinch_pages::{Frame, PageLocation};
use chaffinch_storage::{MossNumber, MossSalt, NewToken, Scope, TokenId, TokenKind};
use serde::Deserialize;

use crate::app::App;
use crate::error::WebError;
use crate::http::blocking::blocking;
use crate::http::guard::{Change, Own};
use crate::http::request::Form;
use crate::pages::frame::{frame, render};
use crate::sign_in::accounts;

#[derive(Template)]
#[template(path = "service/moss_number.html")]
struct NumberPage {
    frame: Frame,
    number: String,
}

/// Form that creates a user id.
#[derive(Deserialize)]
pub(crate) struct NumberForm {
    label: String,
}

pub(crate) async fn create(
    who: Own<Change>,
    State(app): State<App>,
    Form(form): Form<NumberForm>,
) -> Result<Html<String>, WebError> {
    let label = accounts::name("label", &form.label)?;
    let mut fresh = MossSalt::default();
    getrandom::fill(&mut fresh).map_err(WebError::internal)?;
    let salt = app.storage.moss_salt(&fresh).await?;
    let number = MossNumber::random().map_err(WebError::internal)?;
    let hash = blocking(move || {
        number.hash(&salt).map_err(|failed| WebError::internal(std::io::Error::other(failed.to_string())))
    })
    .await?;
    let by = who.by(&app.clock);
    let token = NewToken {
        id: TokenId::new(by.at),
        hash,
        kind: TokenKind::Moss,
        account: who.actor.account.id,
        scope: Scope::Write,
        label,
        expires: who.end(),
    };
    app.storage.create_token(&token, &by).await?;
    render(&NumberPage {
        frame: frame(&who, who.words.say("moss-number"), PageLocation::Service, "/account"),
        number: number.to_string(),
    })
}
