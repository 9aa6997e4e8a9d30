//! TLS for requests of this program to others.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context as _;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;

use crate::program::usage::Usage;

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
