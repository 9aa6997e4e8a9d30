//! Settings of `serve` about who comes in, by which ways, and how often.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::path::PathBuf;

use anyhow::Context as _;
use chaffinch_storage::Storage;
use chaffinch_web::{
    ClaimRule, IdentityHeader, MailSettings, NoRule, ProviderSettings, ProxyHeader, RateSettings,
};
use ipnet::IpNet;
use serde::{Deserialize, Serialize};

use crate::Usage;

/// Flags of `serve` about who comes in, and how often.
#[derive(Debug, Clone, Default, clap::Args, Serialize)]
pub(crate) struct EntryFlags {
    /// Addresses or networks (10.0.0.0/8) of reverse proxies, whose word about whom they speak for is taken; separated by
    /// commas [default: none]
    #[arg(long, value_name = "NETWORKS")]
    #[serde(skip_serializing_if = "Option::is_none")]
    trusted_proxy: Option<String>,
    /// Header in which a trusted proxy says whom it speaks for: x-forwarded-for (with x-forwarded-proto) or forwarded; the
    /// other one is ignored [default: x-forwarded-for]
    #[arg(long, value_name = "HEADER")]
    #[serde(skip_serializing_if = "Option::is_none")]
    proxy_header: Option<String>,
    /// Header in which a trusted proxy names who has signed in there (SAML, Kerberos); from anybody else it counts nothing
    /// [default: none]
    #[arg(long, value_name = "HEADER")]
    #[serde(skip_serializing_if = "Option::is_none")]
    identity_header: Option<String>,
    /// Whoever signs in elsewhere for the first time gets an account; `false`: only who was bound with
    /// `chaffinch user bind` [default: true]
    #[arg(long, value_name = "BOOL")]
    #[serde(skip_serializing_if = "Option::is_none")]
    provision: Option<bool>,
    /// Identity provider (OIDC): its address, exactly as it names itself [default: none]
    #[arg(long, value_name = "URL")]
    #[serde(skip_serializing_if = "Option::is_none")]
    oidc_issuer: Option<String>,
    /// What the provider calls this service
    #[arg(long, value_name = "ID")]
    #[serde(skip_serializing_if = "Option::is_none")]
    oidc_client_id: Option<String>,
    /// File that holds what this service proves itself with at the provider [default: none, a public client]
    #[arg(long, value_name = "FILE")]
    #[serde(skip_serializing_if = "Option::is_none")]
    oidc_client_secret_file: Option<PathBuf>,
    /// What the button on the sign-in page calls the provider [default: the provider's host]
    #[arg(long, value_name = "TEXT")]
    #[serde(skip_serializing_if = "Option::is_none")]
    oidc_title: Option<String>,
    /// Scopes to ask for beside openid, separated by commas [default: profile,email]
    #[arg(long, value_name = "LIST")]
    #[serde(skip_serializing_if = "Option::is_none")]
    oidc_scopes: Option<String>,
    /// Claim that new accounts are named by [default: `preferred_username`]
    #[arg(long, value_name = "CLAIM")]
    #[serde(skip_serializing_if = "Option::is_none")]
    oidc_name_claim: Option<String>,
    /// Domains of verified mail addresses that may sign in, separated by commas [default: all]
    #[arg(long, value_name = "LIST")]
    #[serde(skip_serializing_if = "Option::is_none")]
    oidc_domains: Option<String>,
    /// Rights by claims, separated by commas: CLAIM=VALUE:COURSE-ID:ROLE, CLAIM=VALUE:admin [default: none]
    #[arg(long, value_name = "LIST")]
    #[serde(skip_serializing_if = "Option::is_none")]
    oidc_rules: Option<String>,
    /// Server that takes mail with sign-in links: `smtp://host:port`, `smtps://user:password@host`
    /// [default: no mail is sent]
    #[arg(long, value_name = "URL")]
    #[serde(skip_serializing_if = "Option::is_none")]
    smtp_url: Option<String>,
    /// Sender of that mail, as in `Chaffinch <chaffinch@example.edu>`
    #[arg(long, value_name = "ADDRESS")]
    #[serde(skip_serializing_if = "Option::is_none")]
    mail_from: Option<String>,
    /// Operations a minute of one account, or of one address where nobody is signed in; 0: any number
    /// [default: sign-ins=20,failures=60,uploads=100,queries=600,requests=6000]
    #[arg(long, value_name = "LIST")]
    #[serde(skip_serializing_if = "Option::is_none")]
    rate_limits: Option<String>,
}

/// Names that the environment may set.
pub(crate) const NAMES: [&str; 15] = [
    "trusted_proxy",
    "proxy_header",
    "identity_header",
    "provision",
    "oidc_issuer",
    "oidc_client_id",
    "oidc_client_secret_file",
    "oidc_title",
    "oidc_scopes",
    "oidc_name_claim",
    "oidc_domains",
    "oidc_rules",
    "smtp_url",
    "mail_from",
    "rate_limits",
];

/// What is in force.
#[derive(Debug, Clone, Default, Deserialize)]
pub(crate) struct EntrySettings {
    trusted_proxy: Option<String>,
    proxy_header: Option<String>,
    identity_header: Option<String>,
    provision: Option<bool>,
    oidc_issuer: Option<String>,
    oidc_client_id: Option<String>,
    oidc_client_secret_file: Option<PathBuf>,
    oidc_title: Option<String>,
    oidc_scopes: Option<String>,
    oidc_name_claim: Option<String>,
    oidc_domains: Option<String>,
    oidc_rules: Option<String>,
    /// Holds a password.
    smtp_url: Option<String>,
    mail_from: Option<String>,
    rate_limits: Option<String>,
}

impl EntrySettings {
    /// Gives them to the service.
    pub(crate) fn give(&self, settings: &mut chaffinch_web::Settings) -> anyhow::Result<()> {
        settings.rates = self.rates()?;
        settings.mail = self.mail()?;
        settings.trusted_proxies = self.trusted_proxies()?;
        settings.proxy_header = self.proxy_header()?;
        settings.identity_header = self.identity_header()?;
        settings.provider = self.provider()?;
        Ok(())
    }

    /// What can be wrong with them, before anything else is done.
    pub(crate) fn check(&self) -> Result<(), Usage> {
        self.rates()?;
        self.mail()?;
        self.readable_rules()?;
        self.proxy_header()?;
        self.identity_header()?;
        if self.identity_header.is_some() && self.trusted_proxies()?.is_empty() {
            return Err(Usage("identity_header counts from a trusted_proxy only; name one".to_owned()));
        }
        if self.oidc_issuer.is_some() != self.oidc_client_id.is_some() {
            return Err(Usage("oidc_issuer and oidc_client_id belong together".to_owned()));
        }
        Ok(())
    }

    /// Peers whose word about whom they speak for is taken.
    fn trusted_proxies(&self) -> Result<Vec<IpNet>, Usage> {
        let network = |text: &str| {
            let network = text.parse().or_else(|_| text.parse().map(IpAddr::into));
            network.map_err(|_| Usage(format!("a trusted proxy is an address or network, not {text:?}")))
        };
        items(self.trusted_proxy.as_deref()).map(network).collect()
    }

    /// The header in which they say it.
    fn proxy_header(&self) -> Result<ProxyHeader, Usage> {
        let Some(name) = &self.proxy_header else { return Ok(ProxyHeader::default()) };
        match name.to_ascii_lowercase().as_str() {
            "x-forwarded-for" => Ok(ProxyHeader::XForwardedFor),
            "forwarded" => Ok(ProxyHeader::Forwarded),
            _ => Err(Usage(format!("proxy_header is x-forwarded-for or forwarded, not {name:?}"))),
        }
    }

    /// How mail is sent, if it is.
    fn mail(&self) -> Result<Option<MailSettings>, Usage> {
        match (&self.smtp_url, &self.mail_from) {
            (None, None) => Ok(None),
            (Some(server), Some(from)) => {
                Ok(Some(MailSettings { server: server.clone(), from: from.clone() }))
            }
            _ => Err(Usage("smtp_url and mail_from belong together".to_owned())),
        }
    }

    /// How often somebody may do something.
    fn rates(&self) -> Result<RateSettings, Usage> {
        let mut rates = RateSettings::default();
        for item in items(self.rate_limits.as_deref()) {
            let wrong = || {
                Usage(format!(
                    "a rate limit is a name and a number a minute, as in uploads=100, not {item:?}"
                ))
            };
            let (name, number) = item.split_once('=').ok_or_else(wrong)?;
            let rate = match name.trim() {
                "sign-ins" => &mut rates.sign_ins,
                "failures" => &mut rates.failures,
                "uploads" => &mut rates.uploads,
                "queries" => &mut rates.queries,
                "requests" => &mut rates.requests,
                _ => return Err(wrong()),
            };
            *rate = NonZeroU32::new(number.trim().parse().map_err(|_| wrong())?);
        }
        Ok(rates)
    }
    fn identity_header(&self) -> Result<Option<IdentityHeader>, Usage> {
        let Some(name) = &self.identity_header else { return Ok(None) };
        let name = name.parse().map_err(|_| Usage(format!("{name:?} is no name of a header")))?;
        Ok(Some(IdentityHeader { name, provision: self.provision.unwrap_or(true) }))
    }

    fn rules(&self) -> Result<Vec<ClaimRule>, NoRule> {
        items(self.oidc_rules.as_deref()).map(str::parse).collect()
    }

    /// Whether rules can be read. Which id belongs to a name only the database can say: [`Self::check_courses`].
    fn readable_rules(&self) -> Result<(), Usage> {
        match self.rules() {
            Err(error @ NoRule::Form(_)) => Err(refused_rule(&error.to_string())),
            Ok(_) | Err(NoRule::Name { .. }) => Ok(()),
        }
    }

    /// Refuses rules that name courses, and says which ids to use.
    pub(crate) async fn check_courses(&self, storage: &dyn Storage) -> anyhow::Result<()> {
        match self.rules() {
            Ok(_) => Ok(()),
            Err(error) => Err(refused_rule(&error.explain(&storage.courses().await?)).into()),
        }
    }

    fn provider(&self) -> anyhow::Result<Option<ProviderSettings>> {
        let (Some(issuer), Some(client_id)) = (&self.oidc_issuer, &self.oidc_client_id) else {
            return Ok(None);
        };
        let secret = |path: &PathBuf| {
            let secret = std::fs::read_to_string(path);
            let secret = secret.with_context(|| format!("cannot read {}", path.display()))?;
            anyhow::Ok(secret.trim().to_owned())
        };
        let list = |texts: Option<&str>| items(texts).map(str::to_owned).collect::<Vec<_>>();
        let host =
            issuer.split("://").last().and_then(|rest| rest.split(['/', ':']).next()).unwrap_or(issuer);
        Ok(Some(ProviderSettings {
            client_id: client_id.clone(),
            client_secret: self.oidc_client_secret_file.as_ref().map(secret).transpose()?,
            title: self.oidc_title.clone().unwrap_or_else(|| host.to_owned()),
            scopes: list(Some(self.oidc_scopes.as_deref().unwrap_or("profile,email"))),
            name_claim: self.oidc_name_claim.clone().unwrap_or_else(|| "preferred_username".to_owned()),
            domains: list(self.oidc_domains.as_deref()),
            provision: self.provision.unwrap_or(true),
            rules: self.rules().map_err(|error| refused_rule(&error.to_string()))?,
            issuer: issuer.clone(),
        }))
    }
}

fn refused_rule(why: &str) -> Usage {
    Usage(format!("oidc_rules: {why}"))
}

/// Those of a list with commas.
fn items(list: Option<&str>) -> impl Iterator<Item = &str> {
    list.into_iter().flat_map(|list| list.split(',')).map(str::trim).filter(|item| !item.is_empty())
}
