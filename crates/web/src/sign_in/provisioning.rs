//! Finds or creates the account of a user whom an identity provider or a trusted proxy names.

use chaffinch_storage::{Account, AccountId, By, CourseId, Identity, NewAccount, StorageError};

use crate::app::App;
use crate::error::WebError;
use crate::sign_in::accounts::NAME_LENGTH;

/// The maximum number of accounts with the same name. Each further one gets a number.
const NAMESAKES: u32 = 50;

/// Returns the account of an identity. Only issuer and subject identify it. Attack: somebody takes the name of another
/// user, here or at the provider. `email` is the address of a new account. An existing account keeps its own. Returns
/// `None` if there is no account and none is created.
pub(crate) async fn account(
    app: &App,
    identity: &Identity,
    name: &str,
    email: Option<&str>,
    provision: bool,
) -> Result<Option<Account>, WebError> {
    if let Some(account) = app.storage.account_of(identity).await? {
        return Ok(Some(account));
    }
    if !provision {
        return Ok(None);
    }
    let by = By { account: None, at: app.clock.now() };
    let named: String = name.chars().filter(|sign| !sign.is_control()).take(NAME_LENGTH - 8).collect();
    for number in 1..=NAMESAKES {
        let name = if number == 1 { named.clone() } else { format!("{named} ({number})") };
        let new = NewAccount {
            id: AccountId::new(by.at),
            name,
            personal_course: CourseId::new(by.at),
            email: email.map(str::to_owned),
            admin: false,
        };
        match app.storage.provision(&new, identity, &by).await {
            Err(StorageError::NameTaken { .. }) => {}
            made => return Ok(Some(made?)),
        }
    }
    Err(WebError::NameTaken { name: named })
}
