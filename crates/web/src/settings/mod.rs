//! Defines the settings that the operator configures, with their defaults.

pub(crate) mod limits;
mod proxies;

use std::path::PathBuf;
use std::time::Duration;

use chaffinch_storage::{Spool, SpoolLimits};
use chrono::TimeDelta;
use ipnet::IpNet;

use crate::limits::rates::RateSettings;
use crate::sign_in::mail::MailSettings;
use crate::sign_in::provider::ProviderSettings;
pub use limits::{ConnectionLimits, ExportSettings, QuestionLimits, UploadLimits};
pub use proxies::{IdentityHeader, ProxyHeader};

/// The settings of the service.
#[derive(Debug, Clone)]
pub struct AppSettings {
    /// The URL at which browsers find the service, without a slash at the end. `https://` makes cookies secure.
    pub public_url: String,
    /// The URL below which results in MOSS's format are, without a slash at the end.
    pub moss_url: String,
    /// Limits of one upload.
    pub upload: UploadLimits,
    /// The folder for uploads that are not accepted yet.
    pub spool: Spool,
    /// Further folders that the service must be able to write to, for `/readyz`.
    pub written: Vec<PathBuf>,
    /// Limits on the content of uploaded archive files.
    pub extract: chaffinch_extract::Limits,
    /// The duration of a browser session.
    pub session: TimeDelta,
    /// How long a request body may make no progress, and how long a client may read nothing of its answer. The
    /// connection is then closed.
    pub idle: Duration,
    /// The deadline of an answer. It does not apply to uploads and to files of whole reports.
    pub answer_within: Duration,
    /// Limits on open connections.
    pub connections: ConnectionLimits,
    /// Limits on concurrent searches of one account.
    pub questions: QuestionLimits,
    /// Maximum number of event streams that an account follows at the same time.
    pub event_streams: usize,
    /// Limits on building and keeping files of reports.
    pub exports: ExportSettings,
    /// How long the answer to a form waits for the new report, so that the next page already shows it.
    pub settle: Duration,
    /// The languages that an upload can name, in the order of the select list.
    pub languages: Vec<OfferedLanguage>,
    /// Limits on operations per minute.
    pub rates: RateSettings,
    /// The mail server for sign-in links. `None` if no mail is sent.
    pub mail: Option<MailSettings>,
    /// The identity provider, if there is one.
    pub provider: Option<ProviderSettings>,
    /// Networks of trusted proxies.
    pub trusted_proxies: Vec<IpNet>,
    /// The header in which trusted proxies name the client.
    pub proxy_header: ProxyHeader,
    /// The header in which trusted proxies name a signed-in user, if they do.
    pub identity_header: Option<IdentityHeader>,
}

/// A language that an upload can name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfferedLanguage {
    /// The name in requests and reports, such as `cpp`.
    pub name: String,
    /// The name on pages, such as `C++`.
    pub title: String,
    /// The endings of its file names, in lower case and without the dot.
    pub endings: &'static [&'static str],
}

impl AppSettings {
    /// Returns the defaults for a service with this public URL.
    pub fn new(public_url: impl Into<String>, languages: Vec<OfferedLanguage>) -> Self {
        let public_url = public_url.into().trim_end_matches('/').to_owned();
        Self {
            moss_url: public_url.clone(),
            public_url,
            upload: UploadLimits::default(),
            spool: Spool::of(std::env::temp_dir(), SpoolLimits::default()),
            written: Vec::new(),
            extract: chaffinch_extract::Limits::default(),
            session: TimeDelta::days(30),
            idle: Duration::from_mins(1),
            answer_within: Duration::from_mins(1),
            connections: ConnectionLimits::default(),
            questions: QuestionLimits::default(),
            event_streams: 64,
            exports: ExportSettings::default(),
            settle: Duration::from_secs(5),
            languages,
            rates: RateSettings::default(),
            mail: None,
            provider: None,
            trusted_proxies: Vec::new(),
            proxy_header: ProxyHeader::default(),
            identity_header: None,
        }
    }

    /// Returns whether browsers reach the service only over TLS.
    pub(crate) fn secure(&self) -> bool {
        self.public_url.starts_with("https://")
    }
}
