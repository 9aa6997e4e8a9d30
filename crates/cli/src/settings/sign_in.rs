//! Settings of `serve` for access: trusted proxies, ways to sign in, mail and rate limits.

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

use crate::http::has_user;
use crate::program::Usage;

/// The settings of `serve` about who comes in, and how often. Each is also a flag.
#[derive(Debug, Clone, Default, clap::Args, Serialize, Deserialize)]
pub(crate) struct SignInSettings {
    /// Addresses or networks (such as 10.0.0.0/8) of reverse proxies that are trusted to name the client, separated by
    /// commas [default: none]
    #[arg(long, value_name = "NETWORKS")]
    trusted_proxy: Option<String>,
    /// Header in which a trusted proxy names the client: x-forwarded-for (with x-forwarded-proto) or forwarded. The
    /// other one is ignored [default: x-forwarded-for]
    #[arg(long, value_name = "HEADER")]
    proxy_header: Option<String>,
    /// Header in which a trusted proxy names the user who signed in there (SAML, Kerberos); ignored from anybody else
    /// [default: none]
    #[arg(long, value_name = "HEADER")]
    identity_header: Option<String>,
    /// Create an account when a person signs in through a provider or a proxy for the first time; with false, only
    /// accounts bound with `chaffinch user bind` can sign in this way [default: true]
    #[arg(long, value_name = "BOOL")]
    provision: Option<bool>,
    /// Issuer URL of the identity provider (OIDC), exactly as the provider states it [default: none]
    #[arg(long, value_name = "URL")]
    oidc_issuer: Option<String>,
    /// Client id of this service at the provider
    #[arg(long, value_name = "ID")]
    oidc_client_id: Option<String>,
    /// File with the client secret of this service [default: none, a public client]
    #[arg(long, value_name = "FILE")]
    oidc_client_secret_file: Option<PathBuf>,
    /// Name of the provider on the button of the sign-in page [default: the provider's host]
    #[arg(long, value_name = "TEXT")]
    oidc_title: Option<String>,
    /// Scopes to request in addition to openid, separated by commas [default: profile,email]
    #[arg(long, value_name = "LIST")]
    oidc_scopes: Option<String>,
    /// Claim with the name of a new account [default: `preferred_username`]
    #[arg(long, value_name = "CLAIM")]
    oidc_name_claim: Option<String>,
    /// Domains of verified email addresses that may sign in, separated by commas [default: all]
    #[arg(long, value_name = "LIST")]
    oidc_domains: Option<String>,
    /// Rules that grant rights by claim, separated by commas: CLAIM=VALUE:COURSE-ID:ROLE or CLAIM=VALUE:admin
    /// [default: none]
    #[arg(long, value_name = "LIST")]
    oidc_rules: Option<String>,
    /// Mail server for sign-in links: `smtp://host:port` or `smtps://user:password@host` [default: no mail is sent]
    #[arg(long, value_name = "URL")]
    smtp_url: Option<String>,
    /// Sender of these mails, such as `Chaffinch <chaffinch@example.edu>`
    #[arg(long, value_name = "ADDRESS")]
    mail_from: Option<String>,
    /// Operations per minute for each account, or for each address if nobody is signed in, and checks per hour; 0 means
    /// no limit
    /// [default: sign-ins=20,failures=60,uploads=100,queries=600,requests=6000,checks=120,course-checks=240]
    #[arg(long, value_name = "LIST")]
    rate_limits: Option<String>,
}

impl SignInSettings {
    /// Adds these settings to those of the service.
    pub(crate) fn apply_to(&self, settings: &mut chaffinch_web::AppSettings) -> anyhow::Result<()> {
        settings.rates = self.rates()?;
        settings.mail = self.mail()?;
        settings.trusted_proxies = self.trusted_proxies()?;
        settings.proxy_header = self.proxy_header()?;
        settings.identity_header = self.identity_header()?;
        settings.provider = self.provider()?;
        Ok(())
    }

    /// Checks the settings as far as possible before the service starts.
    pub(crate) fn check(&self) -> Result<(), Usage> {
        self.rates()?;
        self.mail()?;
        self.readable_rules()?;
        self.proxy_header()?;
        self.identity_header()?;
        if self.identity_header.is_some() && self.trusted_proxies()?.is_empty() {
            return Err(Usage(
                "identity_header requires trusted_proxy: set it to the proxy that sends the header"
                    .to_owned(),
            ));
        }
        if self.oidc_issuer.as_deref().is_some_and(has_user) {
            return Err(Usage("oidc_issuer must not contain a user or a password".to_owned()));
        }
        if self.oidc_issuer.is_some() != self.oidc_client_id.is_some() {
            return Err(Usage("oidc_issuer and oidc_client_id must be set together".to_owned()));
        }
        Ok(())
    }

    /// Returns the addresses that are trusted to name the client for which they forward a request.
    fn trusted_proxies(&self) -> Result<Vec<IpNet>, Usage> {
        networks(self.trusted_proxy.as_deref())
            .map_err(|text| Usage(format!("trusted_proxy must list addresses or networks, not {text:?}")))
    }

    /// Returns the header in which trusted proxies name the client.
    fn proxy_header(&self) -> Result<ProxyHeader, Usage> {
        let Some(name) = &self.proxy_header else { return Ok(ProxyHeader::default()) };
        match name.to_ascii_lowercase().as_str() {
            "x-forwarded-for" => Ok(ProxyHeader::XForwardedFor),
            "forwarded" => Ok(ProxyHeader::Forwarded),
            _ => Err(Usage(format!("proxy_header must be x-forwarded-for or forwarded, not {name:?}"))),
        }
    }

    /// Returns how mail is sent, if it is.
    fn mail(&self) -> Result<Option<MailSettings>, Usage> {
        match (&self.smtp_url, &self.mail_from) {
            (None, None) => Ok(None),
            (Some(server), Some(from)) => {
                Ok(Some(MailSettings { server: server.clone(), from: from.clone() }))
            }
            _ => Err(Usage("smtp_url and mail_from must be set together".to_owned())),
        }
    }

    /// Returns the rate limits.
    fn rates(&self) -> Result<RateSettings, Usage> {
        let mut rates = RateSettings::default();
        for item in items(self.rate_limits.as_deref()) {
            let wrong = || {
                Usage(format!(
                    "rate_limits must list numbers per minute for sign-ins, failures, uploads, queries or requests, \
                     or per hour for checks or course-checks, such as uploads=100, not {item:?}"
                ))
            };
            let (name, number) = item.split_once('=').ok_or_else(wrong)?;
            let rate = match name.trim() {
                "sign-ins" => &mut rates.sign_ins,
                "failures" => &mut rates.failures,
                "uploads" => &mut rates.uploads,
                "queries" => &mut rates.queries,
                "requests" => &mut rates.requests,
                "checks" => &mut rates.checks,
                "course-checks" => &mut rates.course_checks,
                _ => return Err(wrong()),
            };
            *rate = NonZeroU32::new(number.trim().parse().map_err(|_| wrong())?);
        }
        Ok(rates)
    }
    fn identity_header(&self) -> Result<Option<IdentityHeader>, Usage> {
        let Some(name) = &self.identity_header else { return Ok(None) };
        let name = name
            .parse()
            .map_err(|_| Usage(format!("identity_header must be the name of a header, not {name:?}")))?;
        Ok(Some(IdentityHeader { name, provision: self.provision.unwrap_or(true) }))
    }

    fn rules(&self) -> Result<Vec<ClaimRule>, NoRule> {
        items(self.oidc_rules.as_deref()).map(str::parse).collect()
    }

    /// Checks that the rules can be parsed. Only the database knows which id belongs to a name, see
    /// [`Self::check_courses`].
    fn readable_rules(&self) -> Result<(), Usage> {
        match self.rules() {
            Err(error @ NoRule::Form(_)) => Err(refused_rule(&error.to_string())),
            Ok(_) | Err(NoRule::Name { .. }) => Ok(()),
        }
    }

    /// Refuses rules that name courses by name, and says which ids to use.
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

/// Returns the networks of a list separated by commas. An address is a network of its own. The error is the first item that
/// is neither.
pub(super) fn networks(list: Option<&str>) -> Result<Vec<IpNet>, &str> {
    let network = |item| str::parse(item).or_else(|_| item.parse().map(IpAddr::into)).map_err(|_| item);
    items(list).map(network).collect()
}

/// Returns the items of a list separated by commas.
fn items(list: Option<&str>) -> impl Iterator<Item = &str> {
    list.into_iter().flat_map(|list| list.split(',')).map(str::trim).filter(|item| !item.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn networks_contain_their_addresses() {
        let contains = |network: &str, address: &str| {
            networks(Some(network)).unwrap()[0].contains(&address.parse::<IpAddr>().unwrap())
        };
        assert!(contains("10.1.0.0/16", "10.1.255.9") && !contains("10.1.0.0/16", "10.2.0.1"));
        assert!(contains("0.0.0.0/0", "8.8.8.8"));
        assert!(!contains("0.0.0.0/0", "::1"));
        assert!(contains("10.0.0.5", "10.0.0.5") && !contains("10.0.0.5", "10.0.0.6"));
        let listed = networks(Some("fd00::/8, ,10.1.0.0/16,")).unwrap();
        assert_eq!(listed.iter().map(ToString::to_string).collect::<Vec<_>>(), ["fd00::/8", "10.1.0.0/16"]);
        assert_eq!(networks(Some("")), Ok(Vec::new()));
        for bad in ["10.1.0.0/33", "::/129", "10.1/16", "host/8", "10.1.0.0/-1"] {
            assert_eq!(networks(Some(&format!("::1,{bad}"))), Err(bad));
        }
    }
}
