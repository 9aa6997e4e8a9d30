//! The settings that the operator configures, with their defaults. Refusals name a limit and its value.

use std::path::PathBuf;
use std::time::Duration;

use axum::http::HeaderName;
use chaffinch_storage::{Spool, SpoolLimits};
use chrono::TimeDelta;
use ipnet::IpNet;

use crate::limits::rates::RateSettings;
use crate::sign_in::mail::MailSettings;
use crate::sign_in::provider::ProviderSettings;

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
            upload: UploadLimits { bytes: 512 << 20, files: 10_000, of_account: 256 },
            spool: Spool::of(std::env::temp_dir(), SpoolLimits::default()),
            written: Vec::new(),
            extract: chaffinch_extract::Limits::default(),
            session: TimeDelta::days(30),
            idle: Duration::from_mins(1),
            answer_within: Duration::from_mins(1),
            connections: ConnectionLimits { all: 4096, of_address: 512 },
            questions: QuestionLimits { answered: 2, asked: 32 },
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

/// Limits of one upload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UploadLimits {
    /// Maximum size of the whole request, in bytes.
    pub bytes: u64,
    /// Maximum number of files.
    pub files: usize,
    /// Maximum number of concurrent uploads of one account. Each holds up to 1 MB of memory while it arrives.
    pub of_account: usize,
}

/// Limits on searches of one account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuestionLimits {
    /// Maximum number that run at the same time. Each takes a process.
    pub answered: usize,
    /// Maximum number that run or wait.
    pub asked: usize,
}

/// Limits on open connections. Each connection takes a file descriptor and some memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConnectionLimits {
    /// Maximum number of open connections.
    pub all: usize,
    /// Maximum number from one address or one IPv6 /64 network. Behind a trusted proxy it limits concurrent requests.
    pub of_address: usize,
}

/// Limits on building and keeping files of reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExportSettings {
    /// Files that are built at the same time. Each build holds a whole report in memory.
    pub at_once: usize,
    /// Files that are being built or wait to be built.
    pub queue: usize,
    /// Of these, files for one caller. A caller is an account, or a network with a share link.
    pub queue_of_one: usize,
    /// Largest size of one file, in bytes.
    pub file_bytes: u64,
    /// Disk space in bytes for all files that are being built, kept or read.
    pub disk_bytes: u64,
    /// Of this, space in bytes for files that one caller requested.
    pub disk_bytes_of_one: u64,
    /// How long a request waits for its file.
    pub within: Duration,
    /// How long a build goes on after the last request has left. A request that is repeated in this time finds the
    /// file.
    pub grace: Duration,
    /// How long a finished file is kept.
    pub keep: Duration,
    /// Total size in bytes of all kept files.
    pub keep_bytes: u64,
    /// Number of kept files.
    pub keep_files: usize,
}

impl Default for ExportSettings {
    fn default() -> Self {
        Self {
            at_once: 2,
            queue: 32,
            queue_of_one: 4,
            file_bytes: 2 << 30,
            disk_bytes: 8 << 30,
            disk_bytes_of_one: 4 << 30,
            within: Duration::from_mins(5),
            grace: Duration::from_secs(30),
            keep: Duration::from_mins(10),
            keep_bytes: 1 << 30,
            keep_files: 64,
        }
    }
}

/// The header in which trusted proxies name the client. The other one is ignored.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ProxyHeader {
    /// `X-Forwarded-For`, and `X-Forwarded-Proto` beside it.
    #[default]
    XForwardedFor,
    /// `Forwarded` (RFC 7239).
    Forwarded,
}

/// The header in which a trusted proxy names a signed-in user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdentityHeader {
    /// Name of the header.
    pub name: HeaderName,
    /// Whether a user who is named for the first time gets an account.
    pub provision: bool,
}
