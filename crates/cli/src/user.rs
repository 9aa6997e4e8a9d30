//! `chaffinch user`: accounts, from the operator's side. Works while the service runs.

use chaffinch_storage::{Account, Identity, Storage, Tokens};
use chaffinch_web::hash_password;
use chrono::Utc;
use clap::Subcommand;

use crate::config::{Flags, PublicFlags, ServeFlags, Settings};
use crate::installation::{self, Installation, Migrate};
use crate::output::print;
use crate::prompt;

/// Makes, lists and disables accounts, and makes sign-in links
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  chaffinch user add ada\n  chaffinch user link ada")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Action,
    #[command(flatten)]
    flags: Flags,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Makes an account with a personal course, and prints a link that signs in once
    #[command(after_help = "Example:\n  chaffinch user add ada\n  chaffinch user add ada --admin --password")]
    Add {
        /// Name of the account
        name: String,
        /// Make it an administrator, who looks after accounts
        #[arg(long)]
        admin: bool,
        /// Ask for a password (on a terminal), or read it from the first line of standard input; no link is printed
        #[arg(long)]
        password: bool,
        /// Where sign-in links are mailed to
        #[arg(long, value_name = "ADDRESS")]
        email: Option<String>,
        #[command(flatten)]
        public: PublicFlags,
    },
    /// Lists accounts: name, when made, whether disabled, whether an administrator
    #[command(after_help = "Example:\n  chaffinch user list")]
    List,
    /// Disables an account: its sessions end and its tokens open nothing; its batches stay
    #[command(after_help = "Example:\n  chaffinch user disable ada\n  chaffinch user disable --undo ada")]
    Disable {
        /// Name of the account
        name: String,
        /// Enable it again
        #[arg(long)]
        undo: bool,
    },
    /// Makes an account an administrator, who looks after accounts
    #[command(after_help = "Example:\n  chaffinch user admin ada\n  chaffinch user admin --undo ada")]
    Admin {
        /// Name of the account
        name: String,
        /// Make it an ordinary account again
        #[arg(long)]
        undo: bool,
    },
    /// Sets a password, asked for on a terminal or read from the first line of standard input; ends all sessions
    #[command(after_help = "Example:\n  chaffinch user password ada\n  chaffinch user password --remove ada")]
    Password {
        /// Name of the account
        name: String,
        /// Take it away instead
        #[arg(long)]
        remove: bool,
    },
    /// Binds an account to who somebody is at an identity provider, or (issuer `proxy`) to what a proxy says
    #[command(
        after_help = "Example:\n  chaffinch user bind ada --issuer https://id.example.edu --subject 24400320"
    )]
    Bind {
        /// Name of the account
        name: String,
        /// Address of the provider, exactly as it names itself
        #[arg(long, value_name = "URL")]
        issuer: String,
        /// What the provider calls the person: unique there, and never given to somebody else
        #[arg(long)]
        subject: String,
    },
    /// Prints a link that signs in once, within a day
    #[command(after_help = "Example:\n  chaffinch user link ada")]
    Link {
        /// Name of the account
        name: String,
        #[command(flatten)]
        public: PublicFlags,
    },
}

pub(crate) fn run(arguments: Arguments) -> anyhow::Result<()> {
    let Arguments { action, flags } = arguments;
    let serve = match &action {
        Action::Add { public, .. } | Action::Link { public, .. } => public.clone().into(),
        _ => ServeFlags::default(),
    };
    let settings = Settings::read(&flags, &serve)?;
    installation::block_on(async {
        let installation = Installation::open(&settings, Migrate::Never).await?;
        let storage = installation.storage.as_ref();
        match action {
            Action::Add { name, admin, password, email, .. } => {
                // Before anything is made.
                let password = if password { Some(prompt::new_password()?) } else { None };
                let account = installation::add_account(storage, &name, email, admin).await?;
                let by = installation::operator();
                let Some(password) = password else {
                    return print_link(storage, &account, &settings).await;
                };
                let hash = hash_password(&password);
                storage.set_password(account.id, Some(&hash), None, Tokens::Keep, &by).await?;
                Ok(())
            }
            Action::Admin { name, undo } => {
                let account = installation::find_account(storage, &name).await?;
                storage.set_admin(account.id, !undo, &installation::operator()).await?;
                Ok(())
            }
            Action::Password { name, remove } => {
                let account = installation::find_account(storage, &name).await?;
                let hash = if remove { None } else { Some(hash_password(&prompt::new_password()?)) };
                storage
                    .set_password(account.id, hash.as_deref(), None, Tokens::Keep, &installation::operator())
                    .await?;
                Ok(())
            }
            Action::Bind { name, issuer, subject } => {
                let account = installation::find_account(storage, &name).await?;
                let identity = Identity { issuer, subject };
                let bound = storage.bind(account.id, &identity, &installation::operator()).await?;
                anyhow::ensure!(bound, "this identity is bound to an account already");
                Ok(())
            }
            Action::List => list(storage).await,
            Action::Disable { name, undo } => {
                let account = installation::find_account(storage, &name).await?;
                storage.set_disabled(account.id, !undo, &installation::operator()).await?;
                Ok(())
            }
            Action::Link { name, .. } => {
                let account = installation::find_account(storage, &name).await?;
                anyhow::ensure!(
                    !account.disabled,
                    "{name} is disabled; `chaffinch user disable --undo {name}` first"
                );
                print_link(storage, &account, &settings).await
            }
        }
    })
}

async fn print_link(storage: &dyn Storage, account: &Account, settings: &Settings) -> anyhow::Result<()> {
    let address = settings.public_address(settings.listen);
    let link = installation::sign_in_link(storage, account.id, &address, Utc::now()).await?;
    print(format!("{link}\n"))?;
    Ok(())
}

async fn list(storage: &dyn Storage) -> anyhow::Result<()> {
    let lines = storage.accounts().await?.into_iter().map(|account| {
        let state = if account.disabled { "disabled" } else { "active" };
        let kind = if account.admin { "\tadministrator" } else { "" };
        format!("{}\t{}\t{state}{kind}\n", account.name, account.created.format("%Y-%m-%d"))
    });
    print(lines.collect::<String>())?;
    Ok(())
}
