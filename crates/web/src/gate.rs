//! What stands before the doors and lasts as long as the process: turns for hashing passwords, counts of who tried
//! what, the way to send mail, reports that are made into files.

use std::net::IpAddr;
use std::sync::Arc;

use chaffinch_storage::AccountId;

use crate::app::Settings;
use crate::constant::Constants;
use crate::exports::Exports;
use crate::guesses::Guesses;
use crate::held::Places;
use crate::intake::Turns;
use crate::mail::{MailRefused, Mailer};
use crate::password::Passwords;
use crate::provider::{Provider, ProviderRefused};
use crate::questions::Questions;
use crate::rates::{Rates, Ticks};

/// What is wrong with the settings.
#[derive(Debug, thiserror::Error)]
pub enum GateRefused {
    /// Of mail.
    #[error(transparent)]
    Mail(#[from] MailRefused),
    /// Of the identity provider.
    #[error(transparent)]
    Provider(#[from] ProviderRefused),
}

/// Made once from the settings.
pub struct Gate {
    pub(crate) passwords: Passwords,
    pub(crate) rates: Rates,
    pub(crate) guesses: Guesses,
    /// For uploads that are looked through.
    pub(crate) turns: Turns,
    pub(crate) mailer: Option<Mailer>,
    pub(crate) provider: Option<Provider>,
    pub(crate) exports: Arc<Exports>,
    pub(crate) constants: Constants,
    /// Requests at the same time for one address behind a trusted proxy.
    pub(crate) requests: Places<IpAddr>,
    pub(crate) questions: Questions,
    /// Streams of events of an account.
    pub(crate) streams: Places<AccountId>,
}

impl Gate {
    /// The gate of a service with these settings.
    ///
    /// # Errors
    /// Mail cannot be sent, or the provider not be asked, as it is configured.
    pub fn new(settings: &Settings, ticks: Ticks) -> Result<Self, GateRefused> {
        let provider = settings.provider.as_ref();
        Ok(Self {
            provider: provider.map(|provider| Provider::new(provider, &settings.public_url)).transpose()?,
            passwords: Passwords::new(),
            exports: Exports::new(settings.exports),
            constants: Constants::new(),
            requests: Places::new(settings.connections.of_address),
            questions: Questions::new(settings.questions),
            streams: Places::new(settings.event_streams),
            rates: Rates::new(&settings.rates, ticks.clone()),
            guesses: Guesses::new(ticks),
            turns: Turns::default(),
            mailer: settings.mail.as_ref().map(Mailer::new).transpose()?,
        })
    }
}
