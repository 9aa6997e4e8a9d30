//! Behaviour of real connections on the loopback interface, which tests of the router alone do not cover.

use std::net::SocketAddr;
use std::time::Duration;

use chaffinch_report::Report;
use chaffinch_web::ConnectionLimits;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

use crate::test_app::{Caller, TestApp, report};

pub(crate) async fn listening(service: &TestApp) -> (SocketAddr, JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    (address, tokio::spawn(chaffinch_web::serve(listener, service.app.clone())))
}

/// Sends this text and reads until the other side closes the connection.
pub(crate) async fn exchange(address: SocketAddr, sent: &str) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(sent.as_bytes()).await.unwrap();
    let mut received = Vec::new();
    // A reset also ends the connection.
    let _ = stream.read_to_end(&mut received).await;
    String::from_utf8(received).unwrap()
}

#[tokio::test]
async fn a_request_that_never_ends_its_headers_loses_its_connection() {
    let service = TestApp::with(|settings| settings.idle = Duration::from_millis(20)).await;
    let (address, _) = listening(&service).await;
    for begun in ["GET / HT", "GET /healthz HTTP/1.1\r\nHost: chaffinch.test\r\nX-Slow"] {
        let received = exchange(address, begun).await;
        assert!(!received.contains("200 OK"), "{received}");
    }
    // Other requests are served.
    let whole = "GET /healthz HTTP/1.1\r\nHost: chaffinch.test\r\nConnection: close\r\n\r\n";
    assert!(exchange(address, whole).await.ends_with("\r\n\r\nok\n"));
}

#[tokio::test]
async fn a_client_that_goes_away_in_the_middle_leaves_nothing() {
    let service = TestApp::new().await;
    let ada = service.account("ada").await;
    let (address, served) = listening(&service).await;
    let token = ada.header("authorization");
    let head = format!(
        "POST /api/v1/batches HTTP/1.1\r\nHost: chaffinch.test\r\nAuthorization: {token}\r\nContent-Length: 90000\r\n\
         Content-Type: multipart/form-data; boundary=----edge\r\n\r\n------edge\r\n\
         Content-Disposition: form-data; name=\"submissions\"; filename=\"class.zip\"\r\n\r\nPK"
    );
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(head.as_bytes()).await.unwrap();
    stream.shutdown().await.unwrap();
    let mut answer = String::new();
    let _ = stream.read_to_string(&mut answer).await;
    assert!(answer.starts_with("HTTP/1.1 400 "), "{answer}");
    drop(stream);
    service.app.shutdown.cancel();
    served.await.unwrap();
    assert_eq!(std::fs::read_dir(service.app.settings.spool.path()).unwrap().count(), 0);
    assert_eq!(ada.get("/api/v1/batches").await.json()["batches"], serde_json::json!([]));
}

#[tokio::test]
async fn an_end_lets_streams_end_and_takes_no_more() {
    let service = TestApp::new().await;
    let ada = service.account("ada").await;
    let batch = ada.batch().await;
    let (address, served) = listening(&service).await;
    let mut stream = TcpStream::connect(address).await.unwrap();
    let token = ada.header("authorization");
    let request = format!(
        "GET /api/v1/batches/{batch}/events HTTP/1.1\r\nHost: chaffinch.test\r\nAuthorization: {token}\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut received = String::new();
    while !received.contains("event: progress") {
        let mut piece = [0; 1000];
        let read = stream.read(&mut piece).await.unwrap();
        assert_ne!(read, 0, "{received}");
        received.push_str(std::str::from_utf8(&piece[..read]).unwrap());
    }
    service.app.shutdown.cancel();
    stream.read_to_string(&mut received).await.unwrap();
    served.await.unwrap();
    assert!(TcpStream::connect(address).await.is_err());
}

#[tokio::test]
async fn a_request_names_one_host() {
    let service = TestApp::new().await;
    let (address, _) = listening(&service).await;
    let ask = async |version: &str, hosts: &str| {
        let sent = format!("GET /healthz HTTP/{version}\r\n{hosts}Connection: close\r\n\r\n");
        exchange(address, &sent).await.split(' ').nth(1).map(str::to_owned)
    };
    for (version, hosts, status) in [
        ("1.1", "Host: chaffinch.test\r\n", "200"),
        ("1.0", "", "200"),
        ("1.1", "", "400"),
        ("1.1", "Host: chaffinch.test\r\nHost: evil.example\r\n", "400"),
        ("1.1", "Host: chaffinch.test\r\nHost: chaffinch.test\r\n", "400"),
        ("1.0", "Host: chaffinch.test\r\nHost: evil.example\r\n", "400"),
    ] {
        assert_eq!(ask(version, hosts).await.as_deref(), Some(status), "{version} {hosts}");
    }
}

/// Requests the events of a batch and reads the beginning of the response. The batch stays unfinished, so the stream
/// stays open.
async fn following(address: SocketAddr, caller: &Caller<'_>, batch: &str, more: &str) -> (TcpStream, String) {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let token = caller.header("authorization");
    let request = format!(
        "GET /api/v1/batches/{batch}/events HTTP/1.1\r\nHost: chaffinch.test\r\nAuthorization: {token}\r\n{more}\r\n"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut received = vec![0; 4000];
    let read = stream.read(&mut received).await.unwrap();
    (stream, String::from_utf8_lossy(&received[..read]).into_owned())
}

#[tokio::test]
async fn a_client_that_reads_nothing_loses_its_connection() {
    let service = TestApp::with(|settings| settings.idle = Duration::from_millis(50)).await;
    let ada = service.account("ada").await;
    // The report is larger than the system's buffers of a connection.
    let title = "x".repeat(64 << 20);
    ada.batch().await;
    service.finish(&Report { title, ..report() }).await;
    let batches = ada.get("/api/v1/batches").await.json();
    let batch = batches["batches"][0]["id"].as_str().unwrap();
    let (address, served) = listening(&service).await;
    let mut stream = TcpStream::connect(address).await.unwrap();
    let token = ada.header("authorization");
    let request = format!(
        "GET /api/v1/batches/{batch}/report HTTP/1.1\r\nHost: chaffinch.test\r\nAuthorization: {token}\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut beginning = [0; 15];
    stream.read_exact(&mut beginning).await.unwrap();
    assert_eq!(&beginning, b"HTTP/1.1 200 OK");
    // The service waits for all its connections.
    service.app.shutdown.cancel();
    served.await.unwrap();
    let mut rest = Vec::new();
    let _ = stream.read_to_end(&mut rest).await;
    assert!(rest.len() < 64 << 20, "the end was never sent");
}

#[tokio::test]
async fn silent_connections_make_room_for_new_ones() {
    let limits = ConnectionLimits { all: 100, of_address: 2 };
    let service = TestApp::with(|settings| settings.connections = limits).await;
    let (address, _) = listening(&service).await;
    let mut silent = Vec::new();
    for _ in 0..50 {
        silent.push(TcpStream::connect(address).await.unwrap());
    }
    let whole = "GET /healthz HTTP/1.1\r\nHost: chaffinch.test\r\nConnection: close\r\n\r\n";
    assert!(exchange(address, whole).await.ends_with("\r\n\r\nok\n"));
    // All but the last one or two connections were closed.
    for mut gone in silent.into_iter().take(48) {
        assert_eq!(gone.read(&mut [0; 100]).await.unwrap(), 0);
    }
}

#[tokio::test]
async fn connections_at_work_are_kept_and_more_are_refused() {
    let limits = ConnectionLimits { all: 100, of_address: 2 };
    let service = TestApp::with(|settings| settings.connections = limits).await;
    let ada = service.account("ada").await;
    let batch = ada.batch().await.to_string();
    let (address, _) = listening(&service).await;
    let (first, said) = following(address, &ada, &batch, "").await;
    assert!(said.starts_with("HTTP/1.1 200 "), "{said}");
    let (second, said) = following(address, &ada, &batch, "").await;
    assert!(said.starts_with("HTTP/1.1 200 "), "{said}");
    let (_, said) = following(address, &ada, &batch, "").await;
    assert!(said.starts_with("HTTP/1.1 503 ") && said.contains("Retry-After: 5\r\n"), "{said}");
    assert!(said.contains("2 open connections") && said.contains("connections-per-address"), "{said}");
    drop((first, second));
    // The service notices the closed connections when it sends the next event or keep-alive message. A new batch causes
    // one.
    loop {
        ada.batch().await;
        let (_, said) = following(address, &ada, &batch, "").await;
        if said.starts_with("HTTP/1.1 200 ") {
            break;
        }
    }
}

#[tokio::test]
async fn behind_a_proxy_requests_are_counted_for_those_it_speaks_for() {
    let service = TestApp::with(|settings| {
        settings.connections = ConnectionLimits { all: 100, of_address: 1 };
        settings.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
    })
    .await;
    let ada = service.account("ada").await;
    let batch = ada.batch().await.to_string();
    let (address, _) = listening(&service).await;
    let of = async |from: &str| {
        let (stream, said) = following(address, &ada, &batch, &format!("X-Forwarded-For: {from}\r\n")).await;
        (stream, said.split(' ').nth(1).unwrap().to_owned(), said)
    };
    let (_first, status, _) = of("192.0.2.1").await;
    assert_eq!(status, "200");
    let (_, status, said) = of("192.0.2.1").await;
    assert!(status == "429" && said.contains("The limit is 1."), "{said}");
    let (_other, status, _) = of("192.0.2.2").await;
    assert_eq!(status, "200");
}

#[tokio::test]
async fn a_refused_upload_hears_why_and_is_hung_up_on() {
    let service = TestApp::new().await;
    let (address, _) = listening(&service).await;
    let body = vec![b'x'; 8 << 20];
    let head = format!(
        "POST /api/v1/batches HTTP/1.1\r\nHost: chaffinch.test\r\nContent-Type: multipart/form-data; boundary=edge\r\n\
         Content-Length: {}\r\n\r\n",
        body.len()
    );
    for _ in 0..5 {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(head.as_bytes()).await.unwrap();
        // The client reads nothing before it has sent everything.
        stream.write_all(&body).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 401 "), "{answer}");
        assert!(answer.to_lowercase().contains("\r\nconnection: close\r\n"), "{answer}");
    }
    // A client that has sent the whole request keeps its connection.
    let mut stream = TcpStream::connect(address).await.unwrap();
    let whole = "POST /sign-in HTTP/1.1\r\nHost: chaffinch.test\r\nContent-Length: 3\r\n\
                 Content-Type: application/x-www-form-urlencoded\r\n\r\na=b";
    for _ in 0..2 {
        stream.write_all(whole.as_bytes()).await.unwrap();
        let mut received = vec![0; 1000];
        let read = stream.read(&mut received).await.unwrap();
        let answer = String::from_utf8_lossy(&received[..read]).to_lowercase();
        assert!(answer.starts_with("http/1.1 4") && !answer.contains("connection: close"), "{answer}");
        let length = |answer: &str| {
            let (head, body) = answer.split_once("\r\n\r\n").unwrap();
            let length = head.split("content-length: ").nth(1).unwrap().split("\r\n").next().unwrap();
            length.parse::<usize>().unwrap() - body.len()
        };
        let mut rest = vec![0; length(&answer)];
        stream.read_exact(&mut rest).await.unwrap();
    }
}
