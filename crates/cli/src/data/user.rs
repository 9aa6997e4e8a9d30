//! `chaffinch user`: manages accounts, for the operator. It works while the service runs.

use chaffinch_storage::{Account, Identity, Storage, Tokens};
use chaffinch_web::hash_password;
use clap::Subcommand;
use serde_json::json;

use crate::installation;
use crate::program::print;
use crate::settings::{Configuration, Flags, PublicFlags, ServeFlags};
use crate::terminal::{ListOptions, new_password};

/// Create, list and disable accounts, and create sign-in links
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
    /// Create an account with a personal course, and print a sign-in link that works once
    #[command(after_help = "Example:\n  chaffinch user add ada\n  chaffinch user add ada --admin --password")]
    Add {
        /// Name of the account
        name: String,
        /// Make the account an administrator, who manages accounts
        #[arg(long)]
        admin: bool,
        /// Ask for a password on a terminal, or read it from the first line of standard input; print no link
        #[arg(long)]
        password: bool,
        /// Email address for sign-in links
        #[arg(long, value_name = "ADDRESS")]
        email: Option<String>,
        #[command(flatten)]
        public: PublicFlags,
    },
    /// List accounts
    #[command(after_help = "\
Example:
  chaffinch user list
  chaffinch user list --format json

Prints one account per line. Columns, separated by tabs: name, day of creation, state (active or disabled),
and `administrator` if the account is one.")]
    List(ListOptions),
    /// Disable an account: its sessions end, its tokens stop working, its comparisons stay
    #[command(after_help = "Example:\n  chaffinch user disable ada\n  chaffinch user disable --undo ada")]
    Disable {
        /// Name of the account
        name: String,
        /// Enable it again
        #[arg(long)]
        undo: bool,
    },
    /// Make an account an administrator, who manages accounts
    #[command(after_help = "Example:\n  chaffinch user admin ada\n  chaffinch user admin --undo ada")]
    Admin {
        /// Name of the account
        name: String,
        /// Make it an ordinary account again
        #[arg(long)]
        undo: bool,
    },
    /// Set a password, from a terminal or the first line of standard input, and end all sessions
    #[command(after_help = "Example:\n  chaffinch user password ada\n  chaffinch user password --remove ada")]
    Password {
        /// Name of the account
        name: String,
        /// Remove the password instead
        #[arg(long)]
        remove: bool,
    },
    /// Bind an account to an identity at a provider, or at a proxy with the issuer `proxy`
    #[command(
        after_help = "Example:\n  chaffinch user bind ada --issuer https://id.example.edu --subject 24400320"
    )]
    Bind {
        /// Name of the account
        name: String,
        /// Issuer URL of the provider, exactly as the provider states it
        #[arg(long, value_name = "URL")]
        issuer: String,
        /// Id of the person at the provider, which is unique there and never reused
        #[arg(long)]
        subject: String,
    },
    /// Print a sign-in link that works once, within 24 hours
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
        Action::Add { public, .. } | Action::Link { public, .. } => {
            ServeFlags { public: public.clone(), ..ServeFlags::default() }
        }
        _ => ServeFlags::default(),
    };
    installation::with_storage(&flags, &serve, async |storage, settings| {
        match action {
            Action::Add { name, admin, password, email, .. } => {
                // The password is read before anything is created.
                let password = if password { Some(new_password()?) } else { None };
                let account = installation::add_account(storage, &name, email, admin).await?;
                let by = installation::operator();
                let Some(password) = password else {
                    return print_link(storage, &account, settings).await;
                };
                let hash = hash_password(&password);
                storage.set_password(account.id, Some(&hash), None, Tokens::Keep, &by).await?;
            }
            Action::Admin { name, undo } => {
                let account = installation::find_account(storage, &name).await?;
                storage.set_admin(account.id, !undo, &installation::operator()).await?;
            }
            Action::Password { name, remove } => {
                let account = installation::find_account(storage, &name).await?;
                let hash = if remove { None } else { Some(hash_password(&new_password()?)) };
                let by = installation::operator();
                storage.set_password(account.id, hash.as_deref(), None, Tokens::Keep, &by).await?;
            }
            Action::Bind { name, issuer, subject } => {
                let account = installation::find_account(storage, &name).await?;
                let identity = Identity { issuer, subject };
                let bound = storage.bind(account.id, &identity, &installation::operator()).await?;
                anyhow::ensure!(bound, "this identity is already bound to an account");
            }
            Action::List(options) => list(storage, &options).await?,
            Action::Disable { name, undo } => {
                let account = installation::find_account(storage, &name).await?;
                storage.set_disabled(account.id, !undo, &installation::operator()).await?;
            }
            Action::Link { name, .. } => {
                let account = installation::find_account(storage, &name).await?;
                anyhow::ensure!(
                    !account.disabled,
                    "the account {name} is disabled. Run `chaffinch user disable --undo {name}` first."
                );
                print_link(storage, &account, settings).await?;
            }
        }
        Ok(())
    })
}

async fn print_link(
    storage: &dyn Storage,
    account: &Account,
    settings: &Configuration,
) -> anyhow::Result<()> {
    let address = installation::public_address(storage, settings).await?;
    let link = installation::sign_in_link(storage, account.id, &address).await?;
    Ok(print(format!("{link}\n"))?)
}

async fn list(storage: &dyn Storage, options: &ListOptions) -> anyhow::Result<()> {
    let rows = storage.accounts().await?.into_iter().map(|account| {
        let state = if account.disabled { "disabled" } else { "active" };
        let role = account.admin.then_some("administrator");
        [
            json!(account.name),
            json!(account.created.format("%Y-%m-%d").to_string()),
            json!(state),
            json!(role),
        ]
    });
    options.print(["name", "created", "state", "role"], rows)
}
