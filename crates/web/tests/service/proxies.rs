//! The service behind a reverse proxy: below a path of the host, and with accounts that the proxy names in a header.
//! The tests use real connections through a small proxy.

use std::collections::BTreeSet;
use std::net::SocketAddr;

use chaffinch_storage::{Accounts as _, Courses as _, Role, Secret, SignIns as _};
use chaffinch_web::IdentityHeader;
use scraper::{Html, Selector};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use crate::connections::{exchange, listening};
use crate::test_app::TestApp;

const BASE: &str = "/chaffinch";

/// Starts a proxy that forwards requests below [`BASE`], as nginx does. The rest of the host does not belong to the
/// service.
async fn proxy(service: SocketAddr, strips: bool) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut client, _)) = listener.accept().await {
            tokio::spawn(async move {
                let mut received = Vec::new();
                while !received.windows(4).any(|window| window == b"\r\n\r\n") {
                    let mut piece = [0; 4000];
                    let read = client.read(&mut piece).await.unwrap();
                    if read == 0 {
                        return;
                    }
                    received.extend_from_slice(&piece[..read]);
                }
                let text = String::from_utf8(received).unwrap();
                let (first, rest) = text.split_once("\r\n").unwrap();
                let (method, path) = first.split_once(' ').unwrap();
                if !path.starts_with(BASE) {
                    client.write_all(b"HTTP/1.1 418 not ours\r\nContent-Length: 0\r\n\r\n").await.unwrap();
                    return;
                }
                let path = if strips { path.strip_prefix(BASE).unwrap() } else { path };
                let head = format!(
                    "{method} {path}\r\nX-Forwarded-For: 198.51.100.9\r\nX-Forwarded-Proto: https\r\n{rest}"
                );
                let mut server = TcpStream::connect(service).await.unwrap();
                server.write_all(head.as_bytes()).await.unwrap();
                let _ = tokio::io::copy_bidirectional(&mut client, &mut server).await;
            });
        }
    });
    address
}

struct Fetched {
    status: String,
    head: String,
    body: String,
}

async fn fetch(proxy: SocketAddr, method: &str, path: &str, headers: &str, body: &str) -> Fetched {
    let length = body.len();
    let sent = format!(
        "{method} {path} HTTP/1.1\r\nHost: chaffinch.test\r\nConnection: close\r\nContent-Length: {length}\r\n\
         Content-Type: application/x-www-form-urlencoded\r\n{headers}\r\n{body}"
    );
    let received = exchange(proxy, &sent).await;
    let (head, body) = received.split_once("\r\n\r\n").unwrap();
    let status = head.split(' ').nth(1).unwrap().to_owned();
    Fetched { status, head: head.to_owned(), body: body.to_owned() }
}

/// Calls the API to create a link and returns the link's address.
async fn fetch_json(service: SocketAddr, path: &str, headers: &str, body: &str) -> String {
    let length = body.len();
    let sent = format!(
        "POST {path} HTTP/1.1\r\nHost: chaffinch.test\r\nConnection: close\r\nContent-Length: {length}\r\n\
         {headers}\r\n{body}"
    );
    let received = exchange(service, &sent).await;
    let (_, body) = received.split_once("\r\n\r\n").unwrap();
    let body: serde_json::Value = serde_json::from_str(body).unwrap_or_else(|_| panic!("{received}"));
    body["url"].as_str().unwrap_or_else(|| panic!("{body}")).to_owned()
}

fn header<'a>(fetched: &'a Fetched, name: &str) -> &'a str {
    let line = fetched.head.lines().find(|line| line.to_lowercase().starts_with(&format!("{name}: ")));
    line.map_or("", |line| &line[name.len() + 2..])
}

/// Returns the addresses on a page.
fn links(html: &str) -> BTreeSet<String> {
    let html = Html::parse_document(html);
    let mut found = BTreeSet::new();
    for attribute in ["href", "src", "action", "data-api", "data-events", "data-then"] {
        let selector = Selector::parse(&format!("[{attribute}]")).unwrap();
        found.extend(html.select(&selector).filter_map(|each| Some(each.attr(attribute)?.to_owned())));
    }
    found
}

#[tokio::test]
async fn below_a_path_every_link_stays_below_it_and_leads_somewhere() {
    let app = TestApp::with(|settings| {
        settings.public_url = "https://chaffinch.test/chaffinch".to_owned();
        settings.trusted_proxies = vec!["127.0.0.1/32".parse().unwrap()];
    })
    .await;
    let ada = app.account("ada").await;
    ada.administers().await;
    ada.with_password("correct horse battery").await;
    ada.finished_batch().await;
    ada.archive("Last year").await;
    let (service, _) = listening(&app).await;
    for strips in [true, false] {
        let proxy = proxy(service, strips).await;
        let outside = fetch(proxy, "GET", "/chaffinch/", "", "").await;
        assert_eq!((outside.status.as_str(), header(&outside, "location")), ("303", "/chaffinch/sign-in"));
        let form = "name=ada&password=correct+horse+battery";
        let origin = "Origin: https://chaffinch.test\r\n";
        // The proxy does not write this header. It only passes it on.
        let forged = format!("{origin}Forwarded: for=203.0.113.5\r\n");
        let opened = fetch(proxy, "POST", "/chaffinch/sign-in", &forged, form).await;
        assert_eq!(
            (opened.status.as_str(), header(&opened, "location")),
            ("303", "/chaffinch/"),
            "{}",
            opened.head
        );
        let cookie = header(&opened, "set-cookie");
        assert!(cookie.starts_with("__Secure-chaffinch_session="), "{cookie}");
        assert!(cookie.contains("; Path=/chaffinch/;") && cookie.contains("; Secure"), "{cookie}");
        let cookie = format!("Cookie: {}\r\n", cookie.split(';').next().unwrap());
        let sessions = app.storage.sessions(ada.account, app.now()).await.unwrap();
        assert!(sessions.iter().all(|session| session.address == "198.51.100.9"), "{sessions:?}");

        let mut seen = BTreeSet::new();
        let mut waiting = vec!["/chaffinch/".to_owned()];
        while let Some(path) = waiting.pop() {
            let page = path.split('#').next().unwrap().to_owned();
            if !seen.insert(page.clone()) || seen.len() > 80 {
                continue;
            }
            let fetched = fetch(proxy, "GET", &page, &cookie, "").await;
            // The target of a form may support only POST, or need its fields.
            assert!(
                ["200", "303", "405", "422"].contains(&fetched.status.as_str()),
                "{page}: {}",
                fetched.head
            );
            if !header(&fetched, "content-type").starts_with("text/html") {
                continue;
            }
            for link in links(&fetched.body) {
                assert!(
                    link.starts_with('#') || link.starts_with('?') || link.starts_with("/chaffinch/"),
                    "{page} leads to {link}"
                );
                // Event streams do not end by themselves in this test. An address that ends with `/` is a prefix that a
                // script completes.
                let whole = link == "/chaffinch/" || !link.ends_with('/');
                if link.starts_with('/') && whole && !link.ends_with("/events") {
                    waiting.push(link);
                }
            }
        }
        assert!(seen.len() > 40, "{seen:?}");
        let problem = fetch(proxy, "GET", "/chaffinch/api/v1/batches", "", "").await;
        assert!(
            problem.body.contains("\"type\":\"https://chaffinch.test/chaffinch/errors/"),
            "{}",
            problem.body
        );
        let gone = fetch(
            proxy,
            "POST",
            "/chaffinch/names",
            &format!("Referer: https://chaffinch.test/chaffinch/cases\r\n{origin}"),
            "names=hidden",
        )
        .await;
        assert_eq!(header(&gone, "location"), "/chaffinch/cases");
    }
}

fn with_header(settings: &mut chaffinch_web::AppSettings, network: &str) {
    settings.trusted_proxies = vec![network.parse().unwrap()];
    settings.identity_header =
        Some(IdentityHeader { name: "x-remote-user".parse().unwrap(), provision: true });
}

async fn asked(app: &TestApp, headers: &str) -> Fetched {
    let (service, _) = listening(app).await;
    fetch(service, "GET", "/account", headers, "").await
}

#[tokio::test]
async fn a_trusted_proxy_names_who_calls_and_nobody_else_can() {
    let app = TestApp::with(|settings| with_header(settings, "127.0.0.1/32")).await;
    let ada = app.account("ada").await;
    let named = asked(&app, "X-Remote-User: grace@example.edu\r\n").await;
    assert_eq!(named.status, "200", "{}", named.head);
    assert!(named.body.contains("grace@example.edu"));
    // A user of the proxy with the name of an existing account is another person.
    let namesake = asked(&app, "X-Remote-User: ada\r\n").await;
    assert!(namesake.body.contains("ada (2)"), "{}", namesake.body);
    assert_eq!(asked(&app, "X-Remote-User: ada\r\n").await.status, "200");
    assert_eq!(app.storage.accounts().await.unwrap().len(), 3, "the same one again");
    for refused in ["", "X-Remote-User:\r\n", "X-Remote-User: ada\r\nX-Remote-User: grace@example.edu\r\n"] {
        assert_eq!(asked(&app, refused).await.status, "303", "{refused:?}");
    }
    // A disabled account loses access at once.
    let grace = app.storage.account_by_name("grace@example.edu").await.unwrap().unwrap();
    app.storage.set_disabled(grace.id, true, &app.by()).await.unwrap();
    assert_eq!(asked(&app, "X-Remote-User: grace@example.edu\r\n").await.status, "303");
    // The token of a script still identifies the caller.
    let token = format!("Authorization: {}\r\nX-Remote-User: eve\r\n", ada.header("authorization"));
    assert_eq!(asked(&app, &token).await.status, "200");
    assert_eq!(app.storage.account_by_name("eve").await.unwrap(), None);

    // A session identifies its own account, even if the proxy names another one.
    let fresh = ada.in_browser().await;
    let (service, _) = listening(&app).await;
    let headers = format!("X-Remote-User: grace\r\nCookie: {}\r\n", fresh.header("cookie"));
    let form = "old=&new=another+good+one&again=another+good+one";
    let refused = fetch(service, "POST", "/account/password", &headers, form).await;
    assert!(refused.body.contains("data-code=\"prove-again\""), "{}", refused.body);

    // A caller who signs in through the proxy has no secret. The secret of a link must not be derived from data that
    // others can know.
    let batch = ada.finished_batch().await;
    let grace = app.storage.account_by_name("grace").await.unwrap().unwrap();
    app.storage.set_role(grace.id, ada.course, Some(Role::Instructor), &app.by()).await.unwrap();
    let share = format!("/api/v1/batches/{batch}/share");
    let headers =
        "X-Remote-User: grace\r\nIdempotency-Key: for-the-board\r\nContent-Type: application/json\r\n";
    let made =
        [fetch_json(service, &share, headers, "{}").await, fetch_json(service, &share, headers, "{}").await];
    assert_eq!(made[0], made[1], "a repeated request makes one link");
    let known = [&batch.0.as_bytes()[..], b"for-the-board"].concat();
    let guessed = Secret::derived("chf_share_", blake3::hash(b"").as_bytes(), &known);
    let guess = app.anybody().get(&format!("/shared/{}", guessed.reveal())).await;
    assert_eq!(guess.code(), "not-found");

    // The header is ignored if it comes from any other address.
    let app = TestApp::with(|settings| with_header(settings, "192.0.2.0/24")).await;
    for forged in ["", "X-Forwarded-For: 192.0.2.1\r\n", "Forwarded: for=192.0.2.1\r\n"] {
        let refused = asked(&app, &format!("X-Remote-User: grace@example.edu\r\n{forged}")).await;
        assert_eq!((refused.status.as_str(), header(&refused, "location")), ("303", "/sign-in"));
    }
    assert_eq!(app.storage.accounts().await.unwrap(), []);
}
