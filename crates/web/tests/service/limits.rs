//! Limits: each refusal names the limit and its value. Also covers bodies that never arrive.

use std::io::{Cursor, Write as _};
use std::time::Duration;

use axum::body::Body;
use axum::http::{Method, StatusCode};
use chaffinch_storage::{Spool, SpoolLimits};
use futures_util::{StreamExt as _, future, stream};

use crate::test_app::{Answer, Caller, TestApp, Upload, class};

/// Asserts that the request was refused with this status and code, and that the message contains this text.
fn assert_refused(answer: &Answer, status: StatusCode, code: &str, names: &str) {
    assert_eq!((answer.status, answer.code().as_str()), (status, code), "{}", answer.text());
    let detail = answer.json()["detail"].as_str().unwrap().to_owned();
    assert!(detail.contains(names), "{names} is not in {detail:?}");
}

#[tokio::test]
async fn an_announced_size_is_refused_before_a_byte_is_read() {
    let service = TestApp::with(|settings| settings.upload.bytes = 1000).await;
    let caller =
        service.account("ada").await.with("content-type", Upload::MEDIA_TYPE).with("content-length", "1001");
    // The body never arrives, so a service that reads it waits forever.
    let body = Body::from_stream(stream::pending::<Result<Vec<u8>, std::io::Error>>());
    let answer = service.send(caller.request(Method::POST, "/api/v1/batches", body)).await;
    assert_refused(&answer, StatusCode::PAYLOAD_TOO_LARGE, "upload-too-large", "1000 bytes");
    assert_refused(&answer, StatusCode::PAYLOAD_TOO_LARGE, "upload-too-large", "1001");
}

#[tokio::test]
async fn an_endless_upload_is_refused_where_it_passes_the_limit() {
    let service = TestApp::with(|settings| settings.upload.bytes = 100_000).await;
    let caller = service.account("ada").await.with("content-type", Upload::MEDIA_TYPE);
    let head = Upload::default().file("submissions", "class.zip", &[]).body();
    let head = head[..head.len() - "\r\n------edge--\r\n".len()].to_vec();
    let endless =
        stream::once(async { head }).chain(stream::repeat(vec![7; 5000])).map(Ok::<_, std::io::Error>);
    let answer =
        service.send(caller.request(Method::POST, "/api/v1/batches", Body::from_stream(endless))).await;
    assert_refused(&answer, StatusCode::PAYLOAD_TOO_LARGE, "upload-too-large", "100000 bytes");
    assert_eq!(
        std::fs::read_dir(service.app.settings.spool.path()).unwrap().count(),
        0,
        "nothing stays on disk"
    );
}

#[tokio::test]
async fn what_is_no_file_does_not_fill_the_memory_either() {
    let service = TestApp::with(|settings| settings.upload.bytes = 10_000).await;
    let caller = service.account("ada").await.with("content-type", Upload::MEDIA_TYPE);
    // The body does not even contain a first boundary.
    let endless = stream::repeat(vec![b'x'; 5000]).map(Ok::<_, std::io::Error>);
    let answer =
        service.send(caller.request(Method::POST, "/api/v1/batches", Body::from_stream(endless))).await;
    assert!(answer.status.is_client_error(), "{}", answer.text());
}

#[tokio::test]
async fn what_belongs_to_no_part_is_not_collected() {
    let service = TestApp::new().await;
    let caller = service.account("ada").await.with("content-type", Upload::MEDIA_TYPE);
    let beginnings = ["", "------edge\r\nContent-Disposition: form-data; name=\"submissions\"; filename=\""];
    for beginning in beginnings {
        // Far more than may arrive between parts, and far less than an upload may have.
        let endless = stream::once(async move { beginning.as_bytes().to_vec() })
            .chain(stream::repeat(vec![b'x'; 10_000]).take(100))
            .map(Ok::<_, std::io::Error>);
        let answer =
            service.send(caller.request(Method::POST, "/api/v1/batches", Body::from_stream(endless))).await;
        assert_refused(&answer, StatusCode::BAD_REQUEST, "malformed", "262144 bytes");
    }
}

#[tokio::test]
async fn many_small_parts_and_one_large_in_small_pieces_are_read() {
    let service = TestApp::new().await;
    let caller = service.account("ada").await.with("content-type", Upload::MEDIA_TYPE);
    let large = "int a;\n".repeat(200_000);
    let upload = (0..3000)
        .fold(Upload::class(), |upload, at| upload.file("boilerplate", &format!("b{at}.c"), b"int main;"));
    let body = upload.file("submissions", "large.c", large.as_bytes()).body();
    let pieces: Vec<_> = body.chunks(10_000).map(|piece| Ok::<_, std::io::Error>(piece.to_vec())).collect();
    let body = Body::from_stream(stream::iter(pieces));
    let answer = service.send(caller.request(Method::POST, "/api/v1/batches", body)).await;
    assert_eq!(answer.status, StatusCode::ACCEPTED, "{}", answer.text());
}

#[tokio::test]
async fn too_many_files_are_refused() {
    let service = TestApp::with(|settings| settings.upload.files = 3).await;
    let ada = service.account("ada").await;
    let upload = |files: usize| {
        (0..files).fold(Upload::default(), |upload, at| {
            upload.file("submissions", &format!("s{at}.c"), b"int main;")
        })
    };
    assert_eq!(ada.upload(&upload(3)).await.status, StatusCode::ACCEPTED);
    let refused = ada.upload(&upload(4)).await;
    assert_refused(&refused, StatusCode::PAYLOAD_TOO_LARGE, "too-many-files", "the limit of 3.");
}

#[tokio::test]
async fn a_bomb_is_refused_and_named() {
    let service = TestApp::new().await;
    let ada = service.account("ada").await;
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let zeros = vec![0; 1 << 20];
    for name in ["a/zeros.c", "b/zeros.c"] {
        zip.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        for _ in 0..12 {
            zip.write_all(&zeros).unwrap();
        }
    }
    let bomb = zip.finish().unwrap().into_inner();
    let refused = ada.upload(&Upload::default().file("submissions", "class.zip", &bomb)).await;
    assert_refused(&refused, StatusCode::UNPROCESSABLE_ENTITY, "ratio", "200 times");
    assert!(refused.json()["detail"].as_str().unwrap().contains("class.zip"));
    // Starter code is limited in the same way.
    let refused = ada.upload(&Upload::class().file("boilerplate", "handout.zip", &bomb)).await;
    assert_refused(&refused, StatusCode::UNPROCESSABLE_ENTITY, "ratio", "handout.zip");
    assert_eq!(ada.get("/api/v1/batches").await.json()["batches"], serde_json::json!([]));
}

#[tokio::test]
async fn no_body_is_so_broken_that_it_is_our_fault() {
    let service = TestApp::new().await;
    let caller = service.account("ada").await.with("content-type", Upload::MEDIA_TYPE);
    let sound = Upload::class().field("title", "Week 3").field("common_limit", "7").body();
    let mut broken: Vec<Vec<u8>> =
        (0..sound.len()).step_by(5).map(|length| sound[..length].to_vec()).collect();
    for at in (0..sound.len()).step_by(3) {
        for byte in [0, b'\n', 0xff] {
            let mut changed = sound.clone();
            changed[at] = byte;
            broken.push(changed);
        }
    }
    for body in broken {
        let shown = String::from_utf8_lossy(&body).into_owned();
        let answer = service.send(caller.request(Method::POST, "/api/v1/batches", body)).await;
        match answer.status {
            // The changed byte did not matter.
            StatusCode::ACCEPTED => {}
            status => assert!(status.is_client_error() && !answer.code().is_empty(), "{status}: {shown:?}"),
        }
    }
}

#[tokio::test]
async fn other_bodies_are_small() {
    let service = TestApp::new().await;
    let ada = service.account("ada").await;
    let refused = ada.post("/account/tokens", &format!("label={}", "x".repeat(70_000))).await;
    assert_eq!((refused.status, refused.code().as_str()), (StatusCode::PAYLOAD_TOO_LARGE, "body-too-large"));
    let refused = ada.upload(&Upload::class().field("title", &"x".repeat(5000))).await;
    assert_refused(&refused, StatusCode::UNPROCESSABLE_ENTITY, "invalid-field", "4096 bytes");
}

#[tokio::test]
async fn a_body_that_stands_still_is_given_up() {
    let service = TestApp::with(|settings| settings.idle = Duration::from_millis(5)).await;
    let ada = service.account("ada").await;
    let still = |head: Vec<u8>| {
        let head = stream::once(async { Ok::<_, std::io::Error>(head) });
        Body::from_stream(head.chain(stream::pending()))
    };
    let upload = Upload::default().file("submissions", "class.zip", &class()).body();
    for part in [0, 20, upload.len() / 2] {
        let caller = ada.with("content-type", Upload::MEDIA_TYPE);
        let request = caller.request(Method::POST, "/api/v1/batches", still(upload[..part].to_vec()));
        let answer = service.send(request).await;
        assert_refused(&answer, StatusCode::REQUEST_TIMEOUT, "idle", "0 s");
    }
    let form = ada.with("content-type", "application/x-www-form-urlencoded");
    let answer = service.send(form.request(Method::POST, "/account/tokens", still(b"label".to_vec()))).await;
    assert_eq!((answer.status, answer.code().as_str()), (StatusCode::REQUEST_TIMEOUT, "idle"));
}

#[tokio::test]
async fn an_answer_has_its_time() {
    let service = TestApp::with(|settings| settings.answer_within = Duration::ZERO).await;
    let answer = service.account("ada").await.get("/api/v1/batches").await;
    assert_eq!((answer.status, answer.code().as_str()), (StatusCode::SERVICE_UNAVAILABLE, "slow"));
    assert!(!answer.header("retry-after").is_empty());
}

#[tokio::test]
async fn made_up_methods_make_no_figures_of_their_own() {
    let service = TestApp::new().await;
    let anybody = service.anybody();
    for method in ["BREW", "WHEN"] {
        let answer = anybody.call(method.parse().unwrap(), "/").await;
        assert_eq!(answer.status, StatusCode::METHOD_NOT_ALLOWED);
    }
    let figures = anybody.get("/metrics").await.text();
    assert!(figures.contains("method=\"other\""), "{figures}");
    assert!(!figures.contains("BREW") && !figures.contains("WHEN"), "{figures}");
}

#[tokio::test]
async fn what_is_said_about_files_is_bounded_wherever_it_is_said() {
    let service = TestApp::new().await;
    let ada = service.account("ada").await;
    let draft = ada.upload_to("/api/v1/drafts", &Upload::class()).await.json();
    let draft = format!("/api/v1/drafts/{}", draft["id"].as_str().unwrap());
    let rules = vec!["*.c=latin1"; 1001];
    let long = vec![format!("{}=latin1", "?".repeat(300))];
    let patterns = vec![format!("{}=latin1", "?".repeat(200)); 200];
    let names: Vec<String> = (0..1001).map(|number| format!("s{number}")).collect();
    for (field, lines, limit) in [
        ("encodings", rules.iter().map(ToString::to_string).collect(), "1000"),
        ("encodings", long, "256"),
        ("encodings", patterns, "32768"),
        ("handed_out", names, "1000"),
    ] as [(&str, Vec<String>, &str); 4]
    {
        let said = Upload::class().field(field, &lines.join("\n"));
        for path in ["/api/v1/batches", "/api/v1/drafts"] {
            let refused = ada.upload_to(path, &said).await;
            assert_refused(&refused, StatusCode::UNPROCESSABLE_ENTITY, "invalid-field", limit);
            assert_refused(&refused, StatusCode::UNPROCESSABLE_ENTITY, "invalid-field", field);
        }
        let refused = ada.json(Method::PATCH, &draft, &serde_json::json!({ field: lines })).await;
        assert_refused(&refused, StatusCode::UNPROCESSABLE_ENTITY, "invalid-field", limit);
    }
    let upload = |bytes: usize| Upload::default().file("submissions", &"n".repeat(bytes), &class());
    let refused = ada.upload_to("/api/v1/batches", &upload(1025)).await;
    assert_refused(&refused, StatusCode::UNPROCESSABLE_ENTITY, "invalid-field", "1024");
}

#[tokio::test]
async fn unfinished_uploads_of_an_account_leave_room_for_others() {
    let service = TestApp::with(|settings| {
        let limits = SpoolLimits { all: 800_000, of_account: 300_000 };
        settings.spool = Spool::of(settings.spool.path().to_owned(), limits);
    })
    .await;
    let upload = || Upload::class().file("boilerplate", "given.c", "int given;\n".repeat(20_000).as_bytes());
    let [ada, bob, eve] =
        [service.account("ada").await, service.account("bob").await, service.account("eve").await];
    let [ada, bob, eve] = [ada, bob, eve].map(|caller| caller.with("content-type", Upload::MEDIA_TYPE));
    // All of the body except its end, which never arrives.
    let unfinished = |caller: &Caller<'_>| {
        let mut body = upload().body();
        body.truncate(body.len() - 1000);
        let body = stream::iter([Ok::<_, std::io::Error>(body)]).chain(stream::pending());
        Box::pin(service.send(caller.request(Method::POST, "/api/v1/batches", Body::from_stream(body))))
    };
    let whole = |caller: &Caller<'_>| {
        service.send(caller.request(Method::POST, "/api/v1/batches", Body::from(upload().body())))
    };
    // Waits until this many bytes have arrived.
    let arrived = async |bytes: u64| {
        while service.app.settings.spool.reserved() < bytes {
            tokio::task::yield_now().await;
        }
    };
    let mut first = unfinished(&ada);
    tokio::select! {
        answer = &mut first => panic!("{}", answer.text()),
        () = arrived(220_000) => {}
    }
    let answer = whole(&ada).await;
    assert_refused(&answer, StatusCode::TOO_MANY_REQUESTS, "too-many-requests", "300000 bytes");
    assert!(!answer.header("retry-after").is_empty());
    let mut others = future::join(unfinished(&bob), unfinished(&eve));
    tokio::select! {
        (answer, _) = &mut others => panic!("{}", answer.text()),
        () = arrived(660_000) => {}
    }
    let dan = service.account("dan").await.with("content-type", Upload::MEDIA_TYPE);
    assert_refused(&whole(&dan).await, StatusCode::SERVICE_UNAVAILABLE, "overloaded", "800000 bytes");
    // A client that hangs up gives its space back.
    drop(first);
    assert_eq!(whole(&dan).await.status, StatusCode::ACCEPTED);
    assert_eq!(whole(&ada).await.status, StatusCode::ACCEPTED);
}

#[tokio::test]
async fn an_account_sends_so_many_uploads_at_the_same_time() {
    let service = TestApp::with(|settings| settings.upload.of_account = 1).await;
    let [ada, bob] = [service.account("ada").await, service.account("bob").await];
    let [ada, bob] = [ada, bob].map(|caller| caller.with("content-type", Upload::MEDIA_TYPE));
    let send =
        |caller: &Caller<'_>, body: Body| service.send(caller.request(Method::POST, "/api/v1/batches", body));
    let whole = || Body::from(Upload::class().body());
    let (told, began) = tokio::sync::oneshot::channel();
    let never = stream::once(async move {
        told.send(()).unwrap();
        std::future::pending::<Result<Vec<u8>, std::io::Error>>().await
    });
    let mut first = Box::pin(send(&ada, Body::from_stream(never)));
    tokio::select! {
        answer = &mut first => panic!("{}", answer.text()),
        began = began => began.unwrap(),
    }
    let answer = send(&ada, whole()).await;
    assert_refused(
        &answer,
        StatusCode::TOO_MANY_REQUESTS,
        "too-many-requests",
        "at the same time. The limit is 1.",
    );
    assert_eq!(send(&bob, whole()).await.status, StatusCode::ACCEPTED);
    drop(first);
    assert_eq!(send(&ada, whole()).await.status, StatusCode::ACCEPTED);
}

#[tokio::test]
async fn a_body_that_trickles_is_given_up() {
    let service = TestApp::new().await;
    let ada = service.account("ada").await;
    for (path, media_type, limit) in [
        ("/api/v1/batches", Upload::MEDIA_TYPE, "81920 bytes"),
        ("/api/v1/courses", "application/json", "81920 bytes"),
    ] {
        let mut pieces = 0;
        let trickle = stream::repeat(()).then(move |()| {
            pieces += 1;
            assert!(pieces < 10, "nobody hung up");
            async {
                // 40 s are less than the time that may pass without a byte.
                tokio::time::pause();
                tokio::time::advance(Duration::from_secs(40)).await;
                tokio::time::resume();
                Ok::<_, std::io::Error>(vec![b' '])
            }
        });
        let caller = ada.with("content-type", media_type);
        let request = caller.request(Method::POST, path, Body::from_stream(trickle));
        assert_refused(&service.send(request).await, StatusCode::REQUEST_TIMEOUT, "idle", limit);
    }
}
