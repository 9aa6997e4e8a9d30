//! Sign-in links by mail, received by a small SMTP server in the test.

use std::sync::{Arc, Mutex};

use axum::http::StatusCode;
use chaffinch_storage::{Accounts as _, Identity, SignIns as _};
use chaffinch_web::{MailSettings, ProviderSettings};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpListener;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use crate::test_app::TestApp;

/// Starts a server that receives mail. Each message comes out with its recipients first.
async fn sink() -> (String, UnboundedReceiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("smtp://{}", listener.local_addr().unwrap());
    let (taken, mails) = unbounded_channel();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let taken = taken.clone();
            tokio::spawn(async move {
                let (read, mut write) = stream.into_split();
                let mut lines = BufReader::new(read).lines();
                write.write_all(b"220 sink\r\n").await.unwrap();
                let mail = Arc::new(Mutex::new(String::new()));
                let mut in_text = false;
                while let Ok(Some(line)) = lines.next_line().await {
                    let answer = match line.to_uppercase() {
                        _ if in_text && line == "." => {
                            in_text = false;
                            taken.send(std::mem::take(&mut *mail.lock().unwrap())).unwrap();
                            "250 taken\r\n"
                        }
                        _ if in_text => {
                            mail.lock().unwrap().push_str(&(line + "\n"));
                            continue;
                        }
                        word if word.starts_with("RCPT") => {
                            mail.lock().unwrap().push_str(&(line + "\n"));
                            "250 ok\r\n"
                        }
                        word if word.starts_with("DATA") => {
                            in_text = true;
                            "354 go on\r\n"
                        }
                        word if word.starts_with("QUIT") => "221 bye\r\n",
                        _ => "250 ok\r\n",
                    };
                    write.write_all(answer.as_bytes()).await.unwrap();
                }
            });
        }
    });
    (address, mails)
}

/// Returns the link in a mail. Long lines in it are folded with `=`.
fn link(mail: &str) -> String {
    let text = mail.replace("=\n", "").replace("=3D", "=");
    let at = text.find("http://chaffinch.test:8080/sign-in?token=").unwrap_or_else(|| panic!("{mail}"));
    text[at..].split_whitespace().next().unwrap().to_owned()
}

#[tokio::test]
async fn links_are_mailed_to_who_has_an_address_and_the_answer_tells_nothing() {
    let (server, mut mails) = sink().await;
    let app = TestApp::with(|settings| {
        settings.mail = Some(MailSettings { server, from: "Chaffinch <chaffinch@example.edu>".to_owned() });
    })
    .await;
    let (ada, root) = (app.account("ada").await, app.account("root").await);
    app.account("bob").await;
    app.storage.set_email(ada.account, Some("ada@example.edu"), &app.by()).await.unwrap();
    root.administers().await;
    let root = root.in_browser().await;
    let anybody = app.anybody();
    assert_eq!(anybody.get("/sign-in").await.select("#by-mail").len(), 1);
    let known = anybody.post("/sign-in/link", "name=ada").await;
    let mail = mails.recv().await.unwrap();
    assert!(
        mail.contains("RCPT TO:<ada@example.edu>") && mail.contains("Subject: Sign in to Chaffinch"),
        "{mail}"
    );
    // The responses for an unknown name and for an account without address are the same. The next mail is the one that
    // the administrator sends.
    for name in ["nobody", "bob"] {
        let unknown = anybody.post("/sign-in/link", &format!("name={name}")).await;
        assert_eq!((unknown.status, unknown.text()), (known.status, known.text()));
    }
    let page = format!("/admin/accounts/{}", ada.account);
    assert_eq!(root.post(&page, "what=mail-link").await.select("#mailed").len(), 1);
    let second = mails.recv().await.unwrap();
    for mail in [mail, second] {
        let token = link(&mail).split_once("token=").unwrap().1.to_owned();
        let opened = anybody.post("/sign-in", &format!("token={token}")).await;
        assert_eq!((opened.status, opened.header("location")), (StatusCode::SEE_OTHER, "/"));
        assert_eq!(anybody.given(&opened).get("/").await.select(".account-name"), ["ada"]);
    }
    // Repeated requests are limited, so that nobody's mailbox can be filled.
    let mut refused = 0;
    for _ in 0..5 {
        let again = anybody.post("/sign-in/link", "name=nobody").await;
        refused += u32::from(again.status == StatusCode::TOO_MANY_REQUESTS);
    }
    assert_eq!(refused, 2);
}

#[tokio::test]
async fn who_signs_in_at_the_provider_asks_for_no_link() {
    let (server, mut mails) = sink().await;
    let issuer = "https://id.example.edu";
    let app = TestApp::with(|settings| {
        settings.mail = Some(MailSettings { server, from: "Chaffinch <chaffinch@example.edu>".to_owned() });
        settings.provider = Some(ProviderSettings {
            issuer: issuer.to_owned(),
            client_id: "chaffinch".to_owned(),
            client_secret: None,
            title: "Campus".to_owned(),
            scopes: Vec::new(),
            name_claim: "preferred_username".to_owned(),
            domains: Vec::new(),
            provision: true,
            rules: Vec::new(),
        });
    })
    .await;
    let root = app.account("root").await;
    root.administers().await;
    let root = root.in_browser().await;
    let (ada, bob) = (app.account("ada").await, app.account("bob").await);
    for (caller, issuer) in [(&ada, issuer), (&bob, "https://other.example.edu")] {
        let address = format!("{}@example.edu", caller.name().await);
        app.storage.set_email(caller.account, Some(&address), &app.by()).await.unwrap();
        let identity = Identity { issuer: issuer.to_owned(), subject: "7".to_owned() };
        assert!(app.storage.bind(caller.account, &identity, &app.by()).await.unwrap());
    }
    let anybody = app.anybody();
    let bound = anybody.post("/sign-in/link", "name=ada").await;
    let other = anybody.post("/sign-in/link", "name=bob").await;
    assert_eq!((bound.status, bound.text()), (other.status, other.text()), "the answer tells nothing");
    let first = mails.recv().await.unwrap();
    assert!(first.contains("RCPT TO:<bob@example.edu>"), "{first}");
    let page = format!("/admin/accounts/{}", ada.account);
    assert_eq!(root.post(&page, "what=mail-link").await.select("#mailed").len(), 1);
    let second = mails.recv().await.unwrap();
    assert!(second.contains("RCPT TO:<ada@example.edu>"), "{second}");
    assert!(mails.try_recv().is_err(), "no other");
}

#[tokio::test]
async fn without_a_server_nothing_is_mailed() {
    let app = TestApp::new().await;
    assert_eq!(app.anybody().get("/sign-in").await.select("#by-mail").len(), 0);
    assert_eq!(app.anybody().post("/sign-in/link", "name=ada").await.code(), "not-found");
}
