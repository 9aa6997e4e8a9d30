//! Over real connections on the loopback interface: what the router alone does not see.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

use crate::house::House;

pub(crate) async fn listening(house: &House) -> (SocketAddr, JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    (address, tokio::spawn(chaffinch_web::serve(listener, house.app.clone())))
}

/// Sends this and reads until the other side closes.
pub(crate) async fn exchange(address: SocketAddr, sent: &str) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(sent.as_bytes()).await.unwrap();
    let mut received = Vec::new();
    // A reset is an end, too.
    let _ = stream.read_to_end(&mut received).await;
    String::from_utf8(received).unwrap()
}

#[tokio::test]
async fn a_request_that_never_ends_its_headers_loses_its_connection() {
    let house = House::with(|settings| settings.idle = Duration::from_millis(20)).await;
    let (address, _) = listening(&house).await;
    for begun in ["GET / HT", "GET /healthz HTTP/1.1\r\nHost: chaffinch.test\r\nX-Slow"] {
        let received = exchange(address, begun).await;
        assert!(!received.contains("200 OK"), "{received}");
    }
    // Others are served.
    let whole = "GET /healthz HTTP/1.1\r\nHost: chaffinch.test\r\nConnection: close\r\n\r\n";
    assert!(exchange(address, whole).await.ends_with("\r\n\r\nok\n"));
}

#[tokio::test]
async fn a_client_that_goes_away_in_the_middle_leaves_nothing() {
    let house = House::new().await;
    let ada = house.account("ada").await;
    let (address, served) = listening(&house).await;
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
    house.app.shutdown.cancel();
    served.await.unwrap();
    assert_eq!(std::fs::read_dir(&house.app.settings.spool).unwrap().count(), 0);
    assert_eq!(ada.get("/api/v1/batches").await.json()["batches"], serde_json::json!([]));
}

#[tokio::test]
async fn an_end_lets_streams_end_and_takes_no_more() {
    let house = House::new().await;
    let ada = house.account("ada").await;
    let batch = ada.batch().await;
    let (address, served) = listening(&house).await;
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
    house.app.shutdown.cancel();
    stream.read_to_string(&mut received).await.unwrap();
    served.await.unwrap();
    assert!(TcpStream::connect(address).await.is_err());
}

#[tokio::test]
async fn a_request_names_one_host() {
    let house = House::new().await;
    let (address, _) = listening(&house).await;
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
