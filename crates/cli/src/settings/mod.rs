//! Reads the settings of an installation: flags first, then the environment, then a TOML file, then defaults.
//!
//! Names in the environment are those of the flags with the prefix `CHAFFINCH_`. `DATABASE_URL` is read as well. A
//! wrong value is refused, and the message names the source of the value.

pub(crate) mod flags;
pub(crate) mod limits;
pub(crate) mod sign_in;

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context as _;
use chaffinch_jobs::{ChildCommand, ChildSettings, NotificationSettings, RunnerSettings};
use figment::Figment;
use figment::error::Kind;
use figment::providers::{Env, Format as _, Serialized, Toml};
use ipnet::IpNet;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::http::{has_user, shown};
use crate::program::Usage;
use flags::{BackupSettings, MAX_WORKERS, MossAddresses, parse_networks};
use limits::Limits;
use sign_in::{SignInSettings, networks};

pub(crate) use flags::{Flags, PublicFlags, ServeFlags, WorkFlags};

/// The settings in force.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Configuration {
    /// Folder of the embedded database.
    pub(crate) data_dir: PathBuf,
    /// URL of another database.
    pub(crate) database_url: Option<String>,
    /// Address to listen on.
    pub(crate) listen: SocketAddr,
    /// Number of jobs at the same time.
    pub(crate) workers: u16,
    /// Seconds without a heartbeat after which a worker loses its job.
    pub(crate) patience_seconds: u16,
    /// Internal networks that may receive notifications at the end of a batch, separated by commas.
    #[serde(default)]
    pub(crate) notify_allow: String,
    /// URL of an OpenTelemetry collector. `None`: nothing is sent.
    pub(crate) otlp_endpoint: Option<String>,
    /// URL at which browsers reach the service.
    pub(crate) public_url: Option<String>,
    /// Addresses at which MOSS clients reach it. `None`: there are none.
    pub(crate) moss_listen: Option<MossAddresses>,
    /// URL at which readers of MOSS results reach it.
    pub(crate) moss_public_url: Option<String>,
    /// Networks of MOSS clients.
    pub(crate) moss_allow: Option<String>,
    /// Seconds that MOSS clients wait for a report.
    pub(crate) moss_answer_seconds: u16,
    /// Days for which MOSS results are shown.
    pub(crate) moss_results_days: u16,
    /// Settings of sign-in and rate limits.
    #[serde(flatten)]
    pub(crate) sign_in: SignInSettings,
    /// Settings of regular backups.
    #[serde(flatten)]
    pub(crate) backup: BackupSettings,
    /// Limits of the service.
    pub(crate) limits: Limits,
}

/// Prefix of names in the environment.
const ENVIRONMENT: &str = "CHAFFINCH_";

/// Name of the table of limits.
const LIMITS: &str = "limits";

/// Prefix of the names of limits.
const LIMITS_ENVIRONMENT: &str = "CHAFFINCH_LIMITS_";

impl Configuration {
    /// Reads and checks all sources.
    pub(crate) fn read(flags: &Flags, serve: &ServeFlags) -> anyhow::Result<Self> {
        let mut figment = Figment::new()
            .merge(Serialized::default("data_dir", default_data_dir()))
            .merge(Serialized::default("listen", "127.0.0.1:8080"))
            .merge(Serialized::default("workers", 1))
            .merge(Serialized::default("patience_seconds", 30))
            .merge(Serialized::default("moss_answer_seconds", 45))
            .merge(Serialized::default("moss_results_days", 14))
            .merge(Serialized::default("limits", Limits::for_machine(limits::memory_bytes())));
        let path = flags.config.clone().or_else(|| std::env::var_os("CHAFFINCH_CONFIG").map(PathBuf::from));
        if let Some(path) = path {
            // `Toml::file_exact` ignores a missing file.
            std::fs::File::open(&path)
                .with_context(|| format!("cannot read the configuration file {}", path.display()))?;
            let file = Figment::from(Toml::file_exact(&path));
            refuse_unknown(&file, &path)?;
            figment = figment.merge(file);
        }
        let settings: Self = figment
            .merge(Env::raw().only(&["database_url"]))
            .merge(Env::prefixed(ENVIRONMENT).only(&names().iter().map(String::as_str).collect::<Vec<_>>()))
            .merge(Env::prefixed(LIMITS_ENVIRONMENT).map(|name| format!("limits.{name}").into()))
            .merge(given(flags)?)
            .merge(given(serve)?)
            .extract()
            .map_err(|errors| Usage(describe(errors)))?;
        settings.check()?;
        Ok(settings)
    }

    /// Returns the URL at which browsers reach a service that listens at this address, without a slash at its end.
    pub(crate) fn public_address(&self, listen: SocketAddr) -> String {
        match &self.public_url {
            Some(url) => url.trim_end_matches('/').to_owned(),
            None => format!("http://{}", reachable(listen)),
        }
    }

    /// Returns the internal networks that may receive notifications at the end of a batch.
    fn notify_networks(&self) -> Result<Vec<IpNet>, Usage> {
        networks(Some(&self.notify_allow)).map_err(|text| {
            Usage(format!(
                "notify_allow contains {text:?}: a network must be an address, or an address and a number of bits, such as \
                 10.1.0.0/16"
            ))
        })
    }

    fn check(&self) -> Result<(), Usage> {
        self.notify_networks()?;
        let urls = [
            ("public", &self.public_url),
            ("MOSS public", &self.moss_public_url),
            ("OTLP", &self.otlp_endpoint),
        ];
        for (what, url) in urls {
            if let Some(url) = url
                && !(url.starts_with("http://") || url.starts_with("https://"))
            {
                let url = shown(url);
                return Err(Usage(format!(
                    "the {what} URL must begin with http:// or https://, not {url:?}"
                )));
            }
        }
        // Everybody sees these URLs.
        for (what, url) in &urls[..2] {
            if url.as_deref().is_some_and(has_user) {
                return Err(Usage(format!("the {what} URL must not contain a user or a password")));
            }
        }
        // Pages contain the URL without escaping.
        if let Some(url) = &self.moss_public_url
            && url.contains(|c: char| !c.is_ascii_graphic() || "\"'<>?#".contains(c))
        {
            return Err(Usage(format!(
                "the MOSS public URL must be printable ASCII without spaces, quotes, <, >, ? and #, not {url:?}"
            )));
        }
        let (hours, keep) = (self.backup.every_hours(), self.backup.keep());
        for (name, value) in [
            ("moss_results_days", self.moss_results_days),
            ("patience_seconds", self.patience_seconds),
            ("backup_every_hours", hours),
            ("backup_keep", keep),
        ] {
            if value < 1 {
                return Err(Usage(format!("{name} must be at least 1")));
            }
        }
        parse_networks(self.moss_allow.as_deref())?;
        if MAX_WORKERS < self.workers {
            return Err(Usage(format!("workers must be 0 to {MAX_WORKERS}, not {}", self.workers)));
        }
        if let Some(name) = self.limits.nothing_allowed() {
            return Err(Usage(format!("limits.{name} must be at least 1")));
        }
        self.sign_in.check()
    }
}

/// Refuses a file with an unknown setting, because a misspelled name would otherwise silently have no effect.
fn refuse_unknown(file: &Figment, path: &Path) -> Result<(), Usage> {
    let settings: BTreeMap<String, figment::value::Value> =
        file.extract().map_err(|errors| Usage(describe(errors)))?;
    let mut known = names();
    known.push(LIMITS.to_owned());
    match settings.keys().find(|name| !known.contains(name)) {
        Some(name) => {
            known.sort_unstable();
            let known = known.join(", ");
            Err(Usage(format!("unknown setting {name} in {}; the settings are {known}", path.display())))
        }
        None => Ok(()),
    }
}

/// Returns the names of all settings, which are those of the flags, without the limits.
fn names() -> Vec<String> {
    let flags = [as_map(&Flags::default()), as_map(&ServeFlags::default())];
    flags.into_iter().flatten().flatten().map(|(name, _)| name).filter(|name| name != LIMITS).collect()
}

/// Returns the flags that were given.
fn given(flags: &impl Serialize) -> Result<Serialized<Map<String, Value>>, Usage> {
    let flags = as_map(flags).map_err(|error| Usage(error.to_string()))?;
    let given = flags.into_iter().filter(|(_, value)| !value.is_null()).collect();
    Ok(Serialized::from(given, figment::Profile::Default))
}

fn as_map(flags: &impl Serialize) -> serde_json::Result<Map<String, Value>> {
    serde_json::from_value(serde_json::to_value(flags)?)
}

/// Returns the address at which this machine reaches a service that listens there. A service that listens on all
/// addresses is reached at the loopback address.
pub(crate) fn reachable(listen: SocketAddr) -> SocketAddr {
    let here = match listen.ip() {
        ip if !ip.is_unspecified() => ip,
        IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
    };
    SocketAddr::new(here, listen.port())
}

/// Returns the default data directory by the XDG convention. Without a home directory, it is in the working directory.
fn default_data_dir() -> PathBuf {
    let set = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    set("XDG_DATA_HOME")
        .filter(|path| path.is_absolute())
        .or_else(|| set("HOME").map(|home| home.join(".local/share")))
        .map_or_else(|| Path::new("chaffinch-data").to_owned(), |base| base.join("chaffinch"))
}

/// Returns one line per error, which names the source and the problem.
fn describe(errors: figment::Error) -> String {
    let line = |error: figment::Error| match &error.kind {
        Kind::UnknownField(_, known) => {
            format!("unknown setting {}; the settings there are {}", source(&error), known.join(", "))
        }
        kind => format!("{}: {kind}", source(&error)),
    };
    let lines: Vec<String> = errors.into_iter().map(line).collect();
    lines.join("\n")
}

/// Returns the source of a value, as the user knows it.
fn source(error: &figment::Error) -> String {
    let key = error.path.join(".");
    let Some(metadata) = &error.metadata else { return key };
    match &metadata.source {
        Some(figment::Source::File(path)) if key.is_empty() => path.display().to_string(),
        Some(figment::Source::File(path)) => format!("{key} in {}", path.display()),
        _ if metadata.name.contains(ENVIRONMENT) => {
            format!("{ENVIRONMENT}{}", key.replace('.', "_").to_uppercase())
        }
        _ => key,
    }
}

/// Returns the path of the file in the data directory that lists erased persons.
pub(crate) fn erasures_file(data_dir: &Path) -> PathBuf {
    data_dir.join("erasures.json")
}

/// Returns the settings of child processes.
pub(crate) fn child_settings(settings: &Configuration) -> anyhow::Result<ChildSettings> {
    Ok(ChildSettings {
        command: ChildCommand::this_program().context("cannot find this program's file")?,
        work_dir: settings.data_dir.join("work"),
        limits: settings.limits.children(),
        extract: settings.limits.extract(),
    })
}

/// Returns the settings of the job runner.
pub(crate) fn runner_settings(settings: &Configuration) -> anyhow::Result<RunnerSettings> {
    let usual = RunnerSettings::new(child_settings(settings)?);
    let lease_timeout = Duration::from_secs(settings.patience_seconds.into());
    Ok(RunnerSettings {
        workers: settings.workers.into(),
        account_jobs: settings.limits.account_jobs,
        lease_timeout,
        notifications: NotificationSettings { allowed: settings.notify_networks()? },
        erasures_file: Some(erasures_file(&settings.data_dir)),
        // Several heartbeats must be missed before a holder counts as dead.
        heartbeat_interval: usual.heartbeat_interval.min(lease_timeout / 6),
        ..usual
    })
}
