//! Attacks with requests that no ordinary client sends, over a plain connection: endless, stalled or deeply nested.

use std::convert::Infallible;
use std::io;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// A request and its expected answer, if any.
pub(super) struct Talk {
    pub(super) what: &'static str,
    /// The head of the request without the credentials.
    head: String,
    /// Bytes that are sent once after the head.
    first: Vec<u8>,
    /// Bytes that are sent repeatedly until there is an answer.
    again: Vec<u8>,
    /// Expected statuses. If empty, the service disconnects without an answer.
    pub(super) statuses: &'static [u16],
}

const UPLOAD: &str = "POST /api/v1/batches HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=edge\r\n";
const CHUNKED: &str = "Transfer-Encoding: chunked\r\n";

fn chunk(bytes: &[u8]) -> Vec<u8> {
    [format!("{:x}\r\n", bytes.len()).as_bytes(), bytes, b"\r\n"].concat()
}

fn file(number: usize) -> String {
    format!(
        "--edge\r\nContent-Disposition: form-data; name=\"submissions\"; filename=\"s{number}.c\"\r\n\r\nint a;\r\n"
    )
}

pub(super) fn all() -> Vec<Talk> {
    let parts: String = (0..10_001).map(file).collect();
    let json = |path: &str, body: &str| {
        let length = body.len();
        format!("POST {path} HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n")
    };
    let brackets = "[".repeat(1_000_000);
    let few = "[".repeat(60_000);
    let talk = |what, head: String, first: Vec<u8>, again: Vec<u8>, statuses| Talk {
        what,
        head,
        first,
        again,
        statuses,
    };
    vec![
        talk(
            "multipart whose headers never end",
            format!("{UPLOAD}{CHUNKED}"),
            chunk(b"--edge\r\n"),
            chunk(&b"X-More: and more\r\n".repeat(500)),
            &[400],
        ),
        talk(
            "multipart that never begins",
            format!("{UPLOAD}{CHUNKED}"),
            Vec::new(),
            chunk(&[b'x'; 8192]),
            &[400],
        ),
        talk(
            "multipart of a field that never ends",
            format!("{UPLOAD}{CHUNKED}"),
            chunk(b"--edge\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\n"),
            chunk(&[b'x'; 8192]),
            &[422],
        ),
        talk(
            "multipart of empty files without end",
            format!("{UPLOAD}{CHUNKED}"),
            Vec::new(),
            chunk(file(0).repeat(50).as_bytes()),
            &[413],
        ),
        talk(
            "10,001 parts",
            format!("{UPLOAD}Content-Length: {}\r\n", parts.len() + 8),
            [parts.as_bytes(), b"--edge--"].concat(),
            Vec::new(),
            &[413],
        ),
        talk(
            "a body that stands still",
            format!("{UPLOAD}Content-Length: 1000\r\n"),
            b"--edge".to_vec(),
            Vec::new(),
            &[408],
        ),
        talk("a head that stands still", "GET / HTTP/1.1\r\nX-Slow".to_owned(), Vec::new(), Vec::new(), &[]),
        talk(
            "a head that never ends",
            "GET / HTTP/1.1\r\n".to_owned(),
            Vec::new(),
            b"X-More: and more\r\n".repeat(100),
            &[431],
        ),
        talk(
            "a million brackets as a case",
            json("/api/v1/cases", &brackets),
            brackets.clone().into(),
            Vec::new(),
            &[413],
        ),
        talk(
            "60,000 brackets as a case",
            json("/api/v1/cases", &few),
            few.clone().into(),
            Vec::new(),
            &[400],
        ),
        talk(
            "a million brackets as a question",
            json("/api/v1/documents/query", &brackets),
            brackets.into(),
            Vec::new(),
            &[400, 413],
        ),
    ]
}

impl Talk {
    /// Sends the request to a service. Returns the status of the answer, if there is one before it disconnects.
    pub(super) async fn hold(&self, address: &str, token: &str) -> Option<u16> {
        self.try_hold(address, token).await.unwrap()
    }

    /// Does the same as [`Talk::hold`] with a service that may be unavailable.
    pub(super) async fn try_hold(&self, address: &str, token: &str) -> io::Result<Option<u16>> {
        let connection = TcpStream::connect(address.trim_start_matches("http://")).await?;
        let (mut reader, mut writer) = connection.into_split();
        // The head of a stalled or endless request is not terminated.
        let unended =
            self.head.ends_with("X-Slow") || (self.first.is_empty() && self.head.starts_with("GET"));
        let rest = format!("Host: localhost\r\nAuthorization: Bearer {token}\r\n\r\n");
        let head = if unended { self.head.clone() } else { format!("{}{rest}", self.head) };
        let saying = async {
            // A client that is refused early may be disconnected. This counts as an answer.
            let said = async {
                writer.write_all(head.as_bytes()).await?;
                writer.write_all(&self.first).await?;
                while !self.again.is_empty() {
                    writer.write_all(&self.again).await?;
                }
                Ok::<_, std::io::Error>(())
            };
            let _ = said.await;
            std::future::pending::<Infallible>().await
        };
        let listening = async {
            let mut answer = Vec::new();
            let mut buffer = [0; 1024];
            while let Ok(n @ 1..) = reader.read(&mut buffer).await {
                answer.extend_from_slice(&buffer[..n]);
                if let Some(status) = status(&answer) {
                    return Some(status);
                }
            }
            None
        };
        tokio::select! {
            never = saying => match never {},
            status = listening => Ok(status),
        }
    }
}

fn status(answer: &[u8]) -> Option<u16> {
    std::str::from_utf8(answer.get(9..12)?).ok()?.parse().ok()
}
