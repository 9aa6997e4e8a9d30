//! `chaffinch user`: accounts, from the operator's side. Works while the service runs.

use chaffinch_storage::{Account, Storage};
use chrono::Utc;
use clap::Subcommand;

use crate::config::{Flags, PublicFlags, ServeFlags, Settings};
use crate::installation::{self, Installation, Migrate};
use crate::output::print;

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
    #[command(after_help = "Example:\n  chaffinch user add ada")]
    Add {
        /// Name of the account
        name: String,
        #[command(flatten)]
        public: PublicFlags,
    },
    /// Lists accounts: name, when made, whether disabled
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
        Action::List | Action::Disable { .. } => ServeFlags::default(),
    };
    let settings = Settings::read(&flags, &serve)?;
    installation::block_on(async {
        let installation = Installation::open(&settings, Migrate::Never).await?;
        let storage = installation.storage.as_ref();
        match action {
            Action::Add { name, .. } => {
                let account = installation::add_account(storage, &name).await?;
                print_link(storage, &account, &settings).await
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
        format!("{}\t{}\t{state}\n", account.name, account.created.format("%Y-%m-%d"))
    });
    print(lines.collect::<String>())?;
    Ok(())
}
