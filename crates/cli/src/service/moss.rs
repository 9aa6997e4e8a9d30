//! Listens for MOSS clients and gives the `moss` crate its settings.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::time::Duration;

use chaffinch_moss::protocol::known_as;
use chaffinch_normalize::{Language, language};
use chaffinch_storage::Spool;
use chrono::TimeDelta;

use crate::program::Usage;
use crate::settings::Configuration;
use crate::settings::flags::{MossAddresses, parse_networks};

/// Binds the addresses. Returns none if no address is set.
pub(crate) fn listen(settings: &Configuration) -> anyhow::Result<Vec<TcpListener>> {
    let Some(addresses) = &settings.moss_listen else { return Ok(Vec::new()) };
    let bind = |address| super::bind(address, "for MOSS clients ", "Choose another one with --moss-listen.");
    let listeners = match addresses {
        MossAddresses::List(addresses) => {
            addresses.iter().map(|&address| bind(address)).collect::<anyhow::Result<Vec<_>>>()?
        }
        MossAddresses::Port(port) => {
            let four = bind((Ipv4Addr::LOCALHOST, *port).into())?;
            let port = four.local_addr()?.port();
            // Some machines have no IPv6.
            let six = TcpListener::bind((Ipv6Addr::LOCALHOST, port)).ok();
            [Some(four), six].into_iter().flatten().collect()
        }
    };
    for listener in &listeners {
        listener.set_nonblocking(true)?;
    }
    Ok(listeners)
}

/// Returns whether other machines can connect.
pub(crate) fn is_open(addresses: &[SocketAddr]) -> bool {
    addresses.iter().any(|address| !IpAddr::to_canonical(&address.ip()).is_loopback())
}

/// Returns the settings in force.
pub(crate) fn settings(
    settings: &Configuration,
    public_address: &str,
    spool: Spool,
) -> Result<chaffinch_moss::MossSettings, Usage> {
    let base = base_url(settings, public_address);
    let usual = chaffinch_moss::MossSettings::new(base, spool, language_name);
    Ok(chaffinch_moss::MossSettings {
        allow: parse_networks(settings.moss_allow.as_deref())?,
        answer_within: Duration::from_secs(settings.moss_answer_seconds.into()),
        results_for: TimeDelta::days(settings.moss_results_days.into()),
        limits: settings.limits.moss(),
        ..usual
    })
}

/// Returns the base URL of results.
pub(crate) fn base_url<'a>(settings: &'a Configuration, public_address: &'a str) -> &'a str {
    settings.moss_public_url.as_deref().unwrap_or(public_address).trim_end_matches('/')
}

/// Returns the canonical name of a language that MOSS clients name.
fn language_name(word: &str) -> Option<&'static str> {
    language(&known_as(word)).map(Language::name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All names that the official script knows, and further ones of the web site and older clients.
    #[test]
    fn moss_languages_have_names() {
        let known = "c cc java ml pascal ada lisp scheme haskell fortran ascii vhdl perl matlab python mips prolog spice vb \
                     csharp modula2 a8086 javascript plsql verilog ocaml ruby tcl asm hcl2 schema go rust kotlin typescript \
                     php swift r sql cpp c++ TCL HCL2";
        for word in known.split(' ') {
            assert!(language_name(word).is_some(), "{word}");
        }
        for (word, name) in [("cc", "cpp"), ("ascii", "text"), ("plsql", "sql"), ("javascript", "javascript")]
        {
            assert_eq!(language_name(word), Some(name));
        }
        for word in ["klingon", "", "auto", "c;", "../c"] {
            assert_eq!(language_name(word), None, "{word}");
        }
    }

    #[test]
    fn addresses_other_than_loopback_are_open() {
        let open = |text: &str| is_open(&[text.parse().unwrap()]);
        assert!(!open("127.0.0.1:1") && !open("[::1]:1") && !open("[::ffff:127.0.0.1]:1"));
        assert!(open("0.0.0.0:1") && open("[::]:1") && open("192.0.2.1:1"));
    }
}
