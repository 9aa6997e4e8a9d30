//! Somebody whom a provider or a trusted proxy names: the account that is bound to him, or a new one.

use chaffinch_storage::{Account, AccountId, By, CourseId, Identity, NewAccount, StorageError};

use crate::app::App;
use crate::error::WebError;
use crate::sign_in::accounts::NAME_LENGTH;

/// Accounts of one name, told apart by numbers, that are tried before the subject itself is the name.
const NAMESAKES: u32 = 50;

/// The account of an identity. Bound by issuer and subject alone: attack, somebody takes the name that another one
/// has, here or at the provider. `email` is the address
/// of a new account; that of an old one stays. `None`: there is none, and none is made.
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
