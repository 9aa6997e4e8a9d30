//! Sends sign-in links by email, if the operator has configured a mail server.

use lettre::message::Mailbox;
use lettre::{AsyncSmtpTransport, AsyncTransport as _, Message, Tokio1Executor};

use crate::error::{Result, WebError};

/// Settings of the mail server.
#[derive(Clone)]
pub struct MailSettings {
    /// `smtp://host:port` within a trusted network, `smtps://user:password@host` or
    /// `smtp://user:password@host:587?tls=required` elsewhere. It may contain a password and is never shown.
    pub server: String,
    /// The sender, such as `Chaffinch <chaffinch@example.edu>`.
    pub from: String,
}

impl std::fmt::Debug for MailSettings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MailSettings").field("from", &self.from).finish_non_exhaustive()
    }
}

/// Why the mail settings cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum MailRefused {
    /// The URL of the server is not valid.
    #[error("the URL of the mail server is not valid")]
    Server(#[source] lettre::transport::smtp::Error),
    /// The sender is not a valid address.
    #[error("the sender address for mail is not valid")]
    From(#[source] lettre::address::AddressError),
}

/// Sends mail through the configured server.
pub(crate) struct Mailer {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
}

impl Mailer {
    pub(crate) fn new(settings: &MailSettings) -> Result<Self, MailRefused> {
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(&settings.server);
        let from = settings.from.parse().map_err(MailRefused::From)?;
        Ok(Self { transport: transport.map_err(MailRefused::Server)?.build(), from })
    }

    /// Sends a text. Returns when the server has accepted it.
    pub(crate) async fn send(&self, to: &str, subject: String, text: String) -> Result<()> {
        let to = mailbox(to)?;
        let message = Message::builder().from(self.from.clone()).to(to).subject(subject).body(text);
        self.transport.send(message.map_err(WebError::internal)?).await.map_err(WebError::internal)?;
        Ok(())
    }
}

/// Reads an email address. Attack: line breaks in it would become headers of the mail. The parser refuses them.
pub(crate) fn mailbox(address: &str) -> Result<Mailbox> {
    let address = address
        .parse()
        .map_err(|_| WebError::field("email", "must be one email address, such as ada@example.edu"))?;
    Ok(Mailbox::new(None, address))
}
