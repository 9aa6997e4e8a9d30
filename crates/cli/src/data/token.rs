//! `chaffinch token`: manages access tokens, for the operator. It works while the service runs.

use std::collections::BTreeMap;

use chaffinch_storage::{
    CourseId, MossNumber, MossSalt, Named, NewToken, Scope, Secret, Storage, TokenId, TokenKind,
};
use chrono::{TimeDelta, Utc};
use clap::Subcommand;
use serde_json::json;

use crate::installation;
use crate::program::print;
use crate::settings::{Flags, ServeFlags};
use crate::terminal::ListOptions;

/// Create, list and revoke access tokens
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  TOKEN=$(chaffinch token create ada)\n  \
    curl -H \"Authorization: Bearer $TOKEN\" http://127.0.0.1:8080/api/v1/batches")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Action,
    #[command(flatten)]
    flags: Flags,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Create a token and print it; it is not shown again
    #[command(
        after_help = "Examples:\n  chaffinch token create ada --label \"grading script\" --days 180\n  chaffinch token create ada --moss"
    )]
    Create {
        /// Name of the account; a new name creates the account
        name: String,
        /// Label that says what the token is for
        #[arg(long, default_value = "command line")]
        label: String,
        /// Allow reading only
        #[arg(long)]
        read_only: bool,
        /// Allow only checks of submissions in this course: its id, as in the URL of its page
        #[arg(long, value_name = "COURSE-ID", conflicts_with = "read_only")]
        check: Option<CourseId>,
        /// Create a user id for MOSS clients: a number, for jobs in the account's personal course
        #[arg(long, conflicts_with_all = ["read_only", "check"])]
        moss: bool,
        /// Number of days until the token expires [default: valid until revoked]
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
        days: Option<u16>,
    },
    /// List tokens
    #[command(after_help = "\
Example:
  chaffinch token list
  chaffinch token list --format json

Prints one token per line. Columns, separated by tabs: id, account, scope, label, day of creation, day of
expiry, day of last use, state.")]
    List(ListOptions),
    /// Revoke a token
    #[command(after_help = "Example:\n  chaffinch token revoke 01890a5d-ac96-774b-bcce-b302099a8057")]
    Revoke {
        /// Id of the token, from `chaffinch token list`
        #[arg(value_name = "TOKEN-ID")]
        id: TokenId,
    },
}

pub(crate) fn run(arguments: Arguments) -> anyhow::Result<()> {
    let Arguments { action, flags } = arguments;
    installation::with_storage(&flags, &ServeFlags::default(), async |storage, _| match action {
        Action::Create { name, label, read_only, check, moss, days } => {
            let scope = match check {
                Some(course) => Scope::Check(course),
                None if read_only => Scope::Read,
                None => Scope::Write,
            };
            let kind = if moss { TokenKind::Moss } else { TokenKind::Api };
            create(storage, &name, label, kind, scope, days).await
        }
        Action::List(options) => list(storage, &options).await,
        Action::Revoke { id } => {
            let revoked = storage.revoke_token(id, &installation::operator()).await?;
            anyhow::ensure!(revoked, "there is no token {id}, or it has already been revoked");
            Ok(())
        }
    })
}

async fn create(
    storage: &dyn Storage,
    name: &str,
    label: String,
    kind: TokenKind,
    scope: Scope,
    days: Option<u16>,
) -> anyhow::Result<()> {
    let account = match storage.account_by_name(name).await? {
        Some(account) => account,
        None => installation::add_account(storage, name, None, false).await?,
    };
    anyhow::ensure!(
        !account.disabled,
        "the account {name} is disabled, so its tokens do not work. Run `chaffinch user disable --undo {name}` first."
    );
    let (secret, hash) = match kind {
        TokenKind::Api => {
            let secret = Secret::random("chf_token_")?;
            (secret.reveal().to_owned(), secret.hash())
        }
        TokenKind::Moss => {
            let mut fresh = MossSalt::default();
            getrandom::fill(&mut fresh)?;
            let salt = storage.moss_salt(&fresh).await?;
            let number = MossNumber::random()?;
            (
                number.to_string(),
                number.hash(&salt).map_err(|failed| anyhow::anyhow!("cannot hash the user id: {failed}"))?,
            )
        }
    };
    let by = installation::operator();
    let token = NewToken {
        id: TokenId::new(by.at),
        hash,
        kind,
        account: account.id,
        scope,
        label,
        expires: days.map(|days| by.at + TimeDelta::days(i64::from(days))),
    };
    storage.create_token(&token, &by).await?;
    Ok(print(format!("{secret}\n"))?)
}

async fn list(storage: &dyn Storage, options: &ListOptions) -> anyhow::Result<()> {
    let names: BTreeMap<_, _> =
        storage.accounts().await?.into_iter().map(|account| (account.id, account.name)).collect();
    let day = |time: chrono::DateTime<Utc>| time.format("%Y-%m-%d").to_string();
    let now = Utc::now();
    let rows = storage.tokens(None).await?.into_iter().map(|token| {
        let state = match (token.revoked, token.expires) {
            (Some(_), _) => "revoked",
            (None, Some(end)) if end <= now => "ended",
            _ => "active",
        };
        let scope = match token.kind {
            TokenKind::Api => token.scope.name(),
            TokenKind::Moss => token.kind.name(),
        };
        [
            json!(token.id),
            json!(names.get(&token.account).map(String::as_str).unwrap_or_default()),
            json!(scope),
            json!(token.label),
            json!(day(token.created)),
            json!(token.expires.map(day)),
            json!(token.last_used.map(day)),
            json!(state),
        ]
    });
    options.print(["id", "account", "scope", "label", "created", "expires", "last_used", "state"], rows)
}
