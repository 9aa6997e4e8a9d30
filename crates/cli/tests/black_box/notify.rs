//! Tests notifications at the end of a batch, from the real service to a real receiver.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::Command;
use std::sync::mpsc::{Receiver, channel};

use reqwest::multipart::Form;
use serde_json::Value;

use crate::client::{Client, form};
use crate::samples::archive;
use crate::service::Service;

/// A received notification.
struct Delivery {
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

impl Delivery {
    fn header(&self, name: &str) -> &str {
        self.headers.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }

    /// Computes the signature like a receiver, with the tools of the documentation.
    fn is_signed_with(&self, secret: &str) -> bool {
        let script = r#"printf '%s.' "$TIMESTAMP" | cat - "$BODY" | openssl dgst -sha256 -hmac "$SECRET" | sed 's/.* //'"#;
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), &self.body).unwrap();
        let output = Command::new("sh")
            .args(["-c", script])
            .env("TIMESTAMP", self.header("chaffinch-timestamp"))
            .env("BODY", file.path())
            .env("SECRET", secret)
            .output()
            .unwrap();
        let signature = String::from_utf8(output.stdout).unwrap();
        self.header("chaffinch-signature") == format!("v1={}", signature.trim())
    }
}

/// A receiver. It answers each notification with the next of these answers, and then always with the last one.
struct Listener {
    address: String,
    heard: Receiver<Delivery>,
}

impl Listener {
    fn answering(answers: &'static [&'static str]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}/hook?key=1", listener.local_addr().unwrap());
        let (tell, heard) = channel();
        std::thread::spawn(move || {
            let mut answers = answers.iter().copied().peekable();
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let Some(delivery) = read(&stream) else { continue };
                let answer = answers.next_if(|_| true).unwrap_or("200 OK");
                let _ = write!(stream, "HTTP/1.1 {answer}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
                if tell.send(delivery).is_err() {
                    return;
                }
            }
        });
        Self { address, heard }
    }
}

fn read(stream: &TcpStream) -> Option<Delivery> {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let mut headers = Vec::new();
    loop {
        line.clear();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(": ") else { break };
        headers.push((name.to_lowercase(), value.to_owned()));
    }
    let length = headers.iter().find(|(name, _)| name == "content-length")?.1.parse().ok()?;
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some(Delivery { headers, body })
}

fn upload_with_receiver(address: &str) -> Form {
    form(archive("submissions"), None).text("notify_url", address.to_owned())
}

/// Waits until the notification has this state and returns it.
async fn settled(client: &Client, id: &str, state: &str) -> Value {
    loop {
        let batch = client.json(&format!("/batches/{id}")).await;
        if batch["notification"]["state"] == state {
            return batch["notification"].clone();
        }
        tokio::task::yield_now().await;
    }
}

fn service(dir: &Path, allow: &[&str]) -> Service {
    Service::start_and(dir, allow)
}

#[tokio::test(flavor = "multi_thread")]
async fn notifications_are_signed_and_repeated_until_accepted() {
    let dir = tempfile::tempdir().unwrap();
    let service = service(dir.path(), &["--notify-allow", "127.0.0.0/8"]);
    let client = service.client();
    let listener = Listener::answering(&["503 Service Unavailable", "204 No Content"]);
    let response = client.send(upload_with_receiver(&listener.address)).await.unwrap();
    let accepted: Value = response.json().await.unwrap();
    let (id, secret) =
        (accepted["id"].as_str().unwrap(), accepted["notification"]["secret"].as_str().unwrap());
    assert!(secret.starts_with("chf_notify_"));
    let (first, second) = (listener.heard.recv().unwrap(), listener.heard.recv().unwrap());
    for delivery in [&first, &second] {
        assert!(delivery.is_signed_with(secret) && !delivery.is_signed_with("chf_notify_other"));
        let told: Value = serde_json::from_slice(&delivery.body).unwrap();
        assert_eq!(
            (told["id"].as_str(), told["status"].as_str(), &told["revision"]),
            (Some(id), Some("done"), &1.into())
        );
        assert_eq!(told["links"]["report"], format!("{}/api/v1/batches/{id}/report", service.address));
        assert!(!String::from_utf8_lossy(&delivery.body).contains("s0"), "no name of a student: {told}");
    }
    assert_eq!(first.header("chaffinch-delivery"), second.header("chaffinch-delivery"));
    let now = settled(&client, id, "told").await;
    assert_eq!((&now["attempts"], &now["error"]), (&2.into(), &Value::Null));
    assert_eq!(now.get("secret"), None, "told once, to the uploader");
    assert!(!now["host"].as_str().unwrap().contains("key"));
    // Another final status is notified, too.
    client.send_json(&format!("/batches/{id}/rescore"), &serde_json::json!({"common_limit": 5})).await;
    let third = listener.heard.recv().unwrap();
    let told: Value = serde_json::from_slice(&third.body).unwrap();
    assert_eq!((told["work"].as_str(), &told["revision"]), (Some("rescoring"), &2.into()));
    assert_ne!(third.header("chaffinch-delivery"), first.header("chaffinch-delivery"));
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_inside_is_told() {
    let dir = tempfile::tempdir().unwrap();
    let service = service(dir.path(), &[]);
    let client = service.client();
    let listener = Listener::answering(&["200 OK"]);
    let port = listener.address.split(':').nth(2).unwrap().to_owned();
    let inside = [
        format!("http://127.0.0.1:{port}"),
        format!("http://[::1]:{port}"),
        format!("http://[::ffff:127.0.0.1]:{port}"),
        format!("http://2130706433:{port}"),
        format!("http://0x7f.1:{port}"),
        format!("http://0.0.0.0:{port}"),
        "http://169.254.169.254/latest/meta-data/".to_owned(),
        "http://[fd00:ec2::254]/".to_owned(),
        "http://10.0.0.1/".to_owned(),
        "http://224.0.0.1/".to_owned(),
    ];
    for address in inside {
        let id = client.upload(upload_with_receiver(&address)).await;
        let now = settled(&client, &id, "given_up").await;
        assert_eq!(now["attempts"], 1, "{address}: {now}");
        assert!(now["error"].as_str().unwrap().contains("notify_allow"), "{address}: {now}");
    }
    // The error must not reveal which host names exist in the internal network. A name that resolves to this machine
    // therefore fails like a name that does not resolve, because a foreign name may resolve to it at the next moment.
    let mut said = Vec::new();
    for name in ["localhost", "nobody.invalid"] {
        let id = client.upload(upload_with_receiver(&format!("http://{name}:{port}"))).await;
        let now = loop {
            let now = settled(&client, &id, "trying").await;
            if !now["error"].is_null() {
                break now;
            }
        };
        assert!(now["error"].as_str().unwrap().contains("notify_allow"), "{name}: {now}");
        assert!(!now["next_attempt"].is_null(), "{name}: {now}");
        said.push((now["error"].clone(), now["attempts"].clone()));
    }
    assert_eq!(said[0], said[1]);
    assert!(listener.heard.try_recv().is_err(), "somebody inside was told");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_redirection_is_not_followed() {
    let dir = tempfile::tempdir().unwrap();
    let service = service(dir.path(), &["--notify-allow", "127.0.0.1"]);
    let client = service.client();
    let listener = Listener::answering(&["307 Temporary Redirect\r\nLocation: /elsewhere"]);
    let id = client.upload(upload_with_receiver(&listener.address)).await;
    listener.heard.recv().unwrap();
    let now = loop {
        let now = settled(&client, &id, "trying").await;
        if !now["error"].is_null() {
            break now;
        }
    };
    assert!(now["error"].as_str().unwrap().contains("307") && !now["next_attempt"].is_null(), "{now}");
    assert!(listener.heard.try_recv().is_err());
}
