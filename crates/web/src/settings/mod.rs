//! What the operator configures: values with defaults, read by every part of the crate.

mod limits;
mod proxies;

use std::time::Duration;

use chaffinch_spool::{Spool, SpoolLimits};
use chrono::TimeDelta;
use ipnet::IpNet;

use crate::limits::rates::RateSettings;
use crate::sign_in::mail::MailSettings;
use crate::sign_in::provider::ProviderSettings;
pub(crate) use limits::MAX_SMALL_BODY_BYTES;
pub use limits::{ConnectionLimits, ExportSettings, QuestionLimits, UploadLimits};
pub use proxies::{IdentityHeader, ProxyHeader};

/// What an operator decides.
#[derive(Debug, Clone)]
pub struct AppSettings {
    /// Where browsers find the service, without a slash at the end. `https://` makes cookies secure.
    pub public_url: String,
    /// Where readers of results in MOSS's form find them, without a slash at the end.
    pub moss_url: String,
    /// What one upload may be.
    pub upload: UploadLimits,
    /// Where uploads wait on disk until they are accepted.
    pub spool: Spool,
    /// What may be inside the archives of an upload.
    pub extract: chaffinch_extract::Limits,
    /// How long a browser stays signed in.
    pub session: TimeDelta,
    /// A request whose body makes no progress for this long is given up, and a connection whose client reads nothing
    /// for this long.
    pub idle: Duration,
    /// The longest time to an answer; does not hold for uploads and for files of whole reports.
    pub answer_within: Duration,
    /// How many connections there may be.
    pub connections: ConnectionLimits,
    /// Questions about texts and clusters that an account may ask at the same time.
    pub questions: QuestionLimits,
    /// Streams of events that an account may follow at the same time.
    pub event_streams: usize,
    /// How many reports are made into files, and kept as such.
    pub exports: ExportSettings,
    /// How long the answer to a form waits for the report that it asked for, so that its reader sees it made anew.
    pub settle: Duration,
    /// The languages an upload may be declared to be in, in the order to offer them.
    pub languages: Vec<OfferedLanguage>,
    /// How often somebody may do something.
    pub rates: RateSettings,
    /// How sign-in links are mailed. `None`: they are not.
    pub mail: Option<MailSettings>,
    /// Where people may prove who they are. `None`: nowhere else.
    pub provider: Option<ProviderSettings>,
    /// Peers whose word about whom they speak for is taken.
    pub trusted_proxies: Vec<IpNet>,
    /// The header in which they say it.
    pub proxy_header: ProxyHeader,
    /// How they name who has signed in there. `None`: not at all.
    pub identity_header: Option<IdentityHeader>,
}

/// A language that an upload may be declared to be in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfferedLanguage {
    /// What requests and reports call it: `cpp`.
    pub name: String,
    /// What readers know it by: `C++`.
    pub title: String,
}

impl AppSettings {
    /// Defaults for a service that browsers find under this address.
    pub fn new(public_url: impl Into<String>, languages: Vec<OfferedLanguage>) -> Self {
        let public_url = public_url.into().trim_end_matches('/').to_owned();
        Self {
            moss_url: public_url.clone(),
            public_url,
            upload: UploadLimits::default(),
            spool: Spool::of(std::env::temp_dir(), SpoolLimits::default()),
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

    /// Browsers reach the service over TLS only.
    pub(crate) fn secure(&self) -> bool {
        self.public_url.starts_with("https://")
    }
}
