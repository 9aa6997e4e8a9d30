//! Where a request comes from: the peer of its connection, or the client that a trusted proxy names. Limits the concurrent
//! requests of such a client. For other peers, [`mod@crate::serve`] limits the connections instead.

use std::net::{IpAddr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts, Request, State};
use axum::http::HeaderMap;
use axum::http::header::FORWARDED;
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use chaffinch_storage::throttle::client_network;
use ipnet::IpNet;

use crate::app::App;
use crate::error::{Result, WebError};
use crate::limits::body::hold_until_sent;
use crate::settings::{AppSettings, ProxyHeader};

/// The client of a request.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Client {
    /// Its address. `None` if there is no connection, as in tests.
    pub(crate) address: Option<IpAddr>,
    /// Whether a trusted proxy forwards the request. Its header about the user counts then, too.
    pub(crate) proxied: bool,
    /// Whether the browser uses TLS.
    pub(crate) secure: bool,
}

impl Client {
    fn new(settings: &AppSettings, peer: Option<IpAddr>, headers: &HeaderMap) -> Self {
        let trusted = |address: IpAddr| trusts(&settings.trusted_proxies, address);
        let peer = peer.map(|address| address.to_canonical());
        // Attack: anybody may send these headers. They count only from a trusted proxy.
        if !peer.is_some_and(trusted) {
            return Self { address: peer, proxied: false, secure: settings.secure() };
        }
        let (hops, https) = forwarded(settings.proxy_header, headers);
        // Attack: a client sends such a header itself and the proxy adds to it. Only the last address that is no
        // trusted proxy cannot be forged.
        let mut address = peer;
        for hop in hops.into_iter().rev() {
            match hop {
                Some(hop) => address = Some(hop),
                None => break,
            }
            if !address.is_some_and(trusted) {
                break;
            }
        }
        Self { address, proxied: true, secure: settings.secure() || https }
    }

    /// Returns the address that limits count by. For IPv6 it is a network, because a host can choose from a whole one.
    pub(crate) fn network(&self) -> Option<IpAddr> {
        self.address.map(client_network)
    }

    /// Returns the address as text for people.
    pub(crate) fn shown(&self) -> String {
        self.address.map_or_else(String::new, |address| address.to_string())
    }

    /// Returns what [`identify`] stored with a request.
    pub(crate) fn from_parts(parts: &Parts) -> Self {
        parts.extensions.get().copied().unwrap_or_default()
    }
}

pub(crate) fn trusts(proxies: &[IpNet], address: IpAddr) -> bool {
    proxies.iter().any(|network| network.contains(&address))
}

/// Returns the addresses that a request came through according to its proxies, first to last, and whether the last
/// proxy was reached over TLS. `None` stands for an address that cannot be parsed.
///
/// Attack: a client sends the header that its proxy does not write, and the proxy passes it on as it came.
fn forwarded(header: ProxyHeader, headers: &HeaderMap) -> (Vec<Option<IpAddr>>, bool) {
    let joined = |name: &str| -> Vec<String> {
        // Attack: a client sends bytes that are not ASCII, and the proxy adds the address. They must not hide it.
        let values = headers.get_all(name).into_iter().map(|value| String::from_utf8_lossy(value.as_bytes()));
        let values: Vec<_> = values.collect();
        values.join(",").split(',').map(|item| item.trim().to_owned()).collect()
    };
    match header {
        ProxyHeader::Forwarded => {
            let elements = joined(FORWARDED.as_str());
            let parameter = |element: &str, wanted: &str| {
                element.split(';').find_map(|pair| {
                    let (name, value) = pair.split_once('=')?;
                    let value = || value.trim().trim_matches('"').to_owned();
                    name.trim().eq_ignore_ascii_case(wanted).then(value)
                })
            };
            let hops = elements.iter().map(|element| parameter(element, "for").and_then(|hop| address(&hop)));
            let https = elements.last().and_then(|element| parameter(element, "proto"));
            (hops.collect(), https.is_some_and(|proto| proto.eq_ignore_ascii_case("https")))
        }
        ProxyHeader::XForwardedFor => {
            let hops = joined("x-forwarded-for").iter().map(|hop| address(hop)).collect();
            let https = joined("x-forwarded-proto");
            (hops, https.last().is_some_and(|proto| proto.eq_ignore_ascii_case("https")))
        }
    }
}

/// Reads an address, such as `192.0.2.7`, `192.0.2.7:4711`, `2001:db8::7` or `[2001:db8::7]:4711`.
fn address(text: &str) -> Option<IpAddr> {
    let plain = text.trim_start_matches('[').trim_end_matches(']').parse();
    let address = plain.or_else(|_| text.parse().map(|address: SocketAddr| address.ip()));
    address.ok().map(|address: IpAddr| address.to_canonical())
}

/// Stores the client with the request, for all later layers and handlers.
pub(crate) async fn identify(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|peer| peer.0.ip());
    let client = Client::new(&app.settings, peer, request.headers());
    request.extensions_mut().insert(client);
    next.run(request).await
}

impl FromRequestParts<App> for Client {
    type Rejection = WebError;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self> {
        Ok(Self::from_parts(parts))
    }
}

/// Returns a name of a browser for the list of sessions, such as `Firefox on Linux`. Only these words of `User-Agent`
/// are ever stored.
pub(crate) fn browser(headers: &HeaderMap) -> String {
    let agent =
        headers.get(axum::http::header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or("");
    let find = |table: &[(&str, &'static str)]| {
        table.iter().find(|(word, _)| agent.contains(word)).map(|&(_, name)| name)
    };
    // Each of them also contains the words of those after it.
    let family = find(&[
        ("Edg/", "Edge"),
        ("OPR/", "Opera"),
        ("Firefox/", "Firefox"),
        ("Chromium/", "Chromium"),
        ("Chrome/", "Chrome"),
        ("Safari/", "Safari"),
        ("curl/", "curl"),
    ]);
    let system = find(&[
        ("Android", "Android"),
        ("iPhone", "iOS"),
        ("iPad", "iOS"),
        ("Windows", "Windows"),
        ("Mac OS", "macOS"),
        ("CrOS", "ChromeOS"),
        ("Linux", "Linux"),
    ]);
    match (family, system) {
        (Some(family), Some(system)) => format!("{family} on {system}"),
        (Some(name), None) | (None, Some(name)) => name.to_owned(),
        (None, None) => String::new(),
    }
}

/// Seconds after which a client should try again. Requests are short.
const SECONDS: u32 = 5;

/// Limits the requests of one address. It wraps every request.
pub(crate) async fn limit_address(State(app): State<App>, request: Request, next: Next) -> Response {
    let client: Client = request.extensions().get().copied().unwrap_or_default();
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let peer = peer.map(|peer| client_network(peer.0.ip().to_canonical()));
    // A request of the proxy itself, or without a client address, is not limited.
    let Some(network) = client.network().filter(|network| client.proxied && Some(*network) != peer) else {
        return next.run(request).await;
    };
    let Some(permit) = app.auth.requests.take(network) else {
        let limit = app.auth.requests.limit() as u32;
        let what = "requests at the same time from your address";
        return WebError::TooMany { what, limit, seconds: SECONDS }.into_response();
    };
    hold_until_sent(next.run(request).await, permit)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderName;

    use super::*;

    fn client(peer: &str, headers: &[(&str, &str)]) -> Client {
        client_by(ProxyHeader::default(), peer, headers)
    }

    fn client_by(proxy_header: ProxyHeader, peer: &str, headers: &[(&str, &str)]) -> Client {
        let mut settings = AppSettings::new("http://chaffinch.test", Vec::new());
        settings.proxy_header = proxy_header;
        settings.trusted_proxies = ["10.0.0.0/8", "::1/128"].map(|network| network.parse().unwrap()).into();
        let headers = headers
            .iter()
            .map(|(name, value)| (HeaderName::try_from(*name).unwrap(), value.parse().unwrap()));
        Client::new(&settings, Some(peer.parse().unwrap()), &headers.collect())
    }

    #[test]
    fn only_trusted_proxies_are_believed() {
        for (peer, headers, address, secure) in [
            (
                "192.0.2.1",
                &[("x-forwarded-for", "198.51.100.9"), ("x-forwarded-proto", "https")][..],
                "192.0.2.1",
                false,
            ),
            (
                "10.0.0.1",
                &[("x-forwarded-for", "198.51.100.9"), ("x-forwarded-proto", "https")],
                "198.51.100.9",
                true,
            ),
            ("::ffff:10.0.0.1", &[("x-forwarded-for", "198.51.100.9")], "198.51.100.9", false),
            // A forged address comes before the one that the proxy saw.
            (
                "10.0.0.1",
                &[("x-forwarded-for", "10.0.0.7, 203.0.113.5, 198.51.100.9")],
                "198.51.100.9",
                false,
            ),
            ("10.0.0.1", &[("x-forwarded-for", "198.51.100.9, 10.0.0.2")], "198.51.100.9", false),
            (
                "10.0.0.1",
                &[("x-forwarded-for", "198.51.100.9"), ("x-forwarded-for", "203.0.113.5")],
                "203.0.113.5",
                false,
            ),
            ("10.0.0.1", &[("x-forwarded-for", "198.51.100.9, nonsense")], "10.0.0.1", false),
            ("10.0.0.1", &[("x-forwarded-for", "\u{ff}, 198.51.100.9")], "198.51.100.9", false),
            ("::1", &[], "::1", false),
        ] {
            let found = client(peer, headers);
            assert_eq!(
                (found.address, found.secure),
                (Some(address.parse().unwrap()), secure),
                "{peer} {headers:?}"
            );
            assert_eq!(found.proxied, !peer.starts_with("192."));
        }
    }

    #[test]
    fn only_the_header_that_the_proxy_writes_counts() {
        let forwarded = ("forwarded", "for=\"[2001:db8::7]:4711\";Proto=HTTPS");
        let others = [("x-forwarded-for", "198.51.100.9"), ("x-forwarded-proto", "https")];
        let all = [forwarded, others[0], others[1]];
        let unknown = [("forwarded", "for=unknown"), others[0]];
        for (header, peer, headers, address, secure) in [
            (ProxyHeader::XForwardedFor, "10.0.0.1", &all[..2], "198.51.100.9", false),
            (ProxyHeader::XForwardedFor, "10.0.0.1", &all[..1], "10.0.0.1", false),
            (ProxyHeader::XForwardedFor, "192.0.2.1", &all[..], "192.0.2.1", false),
            (ProxyHeader::Forwarded, "10.0.0.1", &all[..], "2001:db8::7", true),
            (ProxyHeader::Forwarded, "10.0.0.1", &others[..], "10.0.0.1", false),
            (ProxyHeader::Forwarded, "10.0.0.1", &unknown[..], "10.0.0.1", false),
            (ProxyHeader::Forwarded, "192.0.2.1", &all[..], "192.0.2.1", false),
        ] {
            let found = client_by(header, peer, headers);
            let expected = (Some(address.parse().unwrap()), secure);
            assert_eq!((found.address, found.secure), expected, "{header:?} {peer} {headers:?}");
        }
    }

    #[test]
    fn a_network_of_ipv6_is_one_client() {
        let one = client("2001:db8:1:2:3::4", &[]);
        assert_eq!(one.network(), client("2001:db8:1:2:ffff::", &[]).network());
        assert_ne!(one.network(), client("2001:db8:1:3::", &[]).network());
        assert_eq!(client("192.0.2.1", &[]).network(), Some("192.0.2.1".parse().unwrap()));
    }

    #[test]
    fn browsers_are_known_by_family() {
        let named = |agent: &str| {
            browser(&HeaderMap::from_iter([(axum::http::header::USER_AGENT, agent.parse().unwrap())]))
        };
        assert_eq!(
            named("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"),
            "Firefox on Linux"
        );
        assert_eq!(
            named(
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0"
            ),
            "Edge on Windows"
        );
        assert_eq!(named("<script>"), "");
    }
}
