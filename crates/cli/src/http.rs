//! Requests of this program to others: TLS, and URLs, which may contain secrets.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context as _;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;

use crate::program::Usage;

/// Returns a client for HTTP requests that trusts the authorities of the system and those in a file.
pub(crate) fn http_client(ca: Option<&Path>) -> anyhow::Result<reqwest::ClientBuilder> {
    Ok(reqwest::Client::builder()
        .tls_backend_preconfigured(client_config(ca)?)
        .user_agent(concat!("chaffinch/", env!("CARGO_PKG_VERSION"))))
}

/// Returns a TLS configuration that trusts the authorities of the system and those in a file.
fn client_config(ca: Option<&Path>) -> anyhow::Result<rustls::ClientConfig> {
    let mut roots = rustls::RootCertStore::empty();
    // Certificates of the system that cannot be read are ignored.
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    if let Some(path) = ca {
        let context = || format!("cannot read the certificates in {}", path.display());
        let certificates = CertificateDer::pem_file_iter(path).with_context(context)?;
        let mut found = 0;
        for certificate in certificates {
            roots.add(certificate.with_context(context)?).with_context(context)?;
            found += 1;
        }
        if found == 0 {
            anyhow::bail!(Usage(format!("there is no certificate in {}", path.display())));
        }
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    Ok(rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .context("no TLS version is available")?
        .with_root_certificates(roots)
        .with_no_client_auth())
}

/// Returns a URL as messages, logs and reports may show it: without a user, a password, a query and a fragment.
pub(crate) fn shown(url: &str) -> String {
    let (scheme, rest) =
        url.split_once("://").map_or(("", url), |(_, rest)| url.split_at(url.len() - rest.len()));
    // A password may contain any sign that is not encoded.
    let rest = rest.rsplit_once('@').map_or(rest, |(_, rest)| rest);
    let rest = rest.split(['?', '#']).next().unwrap_or_default();
    format!("{scheme}{rest}")
}

/// Returns whether a URL names a user or a password.
pub(crate) fn has_user(url: &str) -> bool {
    reqwest::Url::parse(url).is_ok_and(|url| !url.username().is_empty() || url.password().is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_not_shown() {
        for (url, expected) in [
            ("https://collector.example.edu/v1", "https://collector.example.edu/v1"),
            ("http://user:secret@host:4318/", "http://host:4318/"),
            ("http://secret@host", "http://host"),
            ("http://user:sec/r@e?t#@host/a?token=secret#b", "http://host/a"),
            ("user:secret@host", "host"),
            ("localhost:4318", "localhost:4318"),
            ("smtps://user:secret@mail.example.edu?tls=required", "smtps://mail.example.edu"),
        ] {
            assert_eq!(shown(url), expected);
        }
        assert!(has_user("https://a:b@c") && has_user("https://a@c") && !has_user("https://c/@"));
    }
}
