//! Batches over REST: they are accepted, listed, cancelled and deleted.

use axum::http::{Method, StatusCode};
use chaffinch_storage::{
    Batches as _, CourseId, Courses as _, HolderId, Jobs as _, Lane, Layout, NewCourse, PartKind,
};
use serde_json::{Value, json};

use crate::test_app::{Caller, TestApp, Upload, class, zip};

/// Uploads with this idempotency key.
async fn keyed(caller: &Caller<'_>, key: &str, upload: &Upload) -> crate::test_app::Answer {
    caller.with("idempotency-key", key).upload(upload).await
}

#[tokio::test]
async fn an_upload_is_stored_byte_by_byte_before_it_is_accepted() {
    let service = TestApp::new().await;
    let ada = service.account("ada").await;
    let handout = b"void handed_out(void);\n";
    let upload = Upload::class().file("submissions", "Zoë \\ late.c", b"int late;\n").file(
        "boilerplate",
        "handout.c",
        handout,
    );
    let answer = ada.upload(&upload).await;
    assert_eq!(answer.status, StatusCode::ACCEPTED, "{}", answer.text());
    let batch = answer.json();
    let id = batch["id"].as_str().unwrap();
    assert_eq!(answer.header("location"), format!("/api/v1/batches/{id}"));
    assert_eq!(ada.get(answer.header("location")).await.json(), batch);
    assert_eq!(
        batch,
        json!({"id": id, "title": "class", "course": ada.course.to_string(), "status": "queued",
            "created": "2026-03-02T08:00:00Z", "keep_until": null, "report": null,
            "work": "analysis", "revisions": 0, "notification": null, "held_by": [],
            "options": {"language": "auto", "layout": "auto", "common_limit": 0, "cutoff_expect": null,
                "max_pairs": 250, "archives": null, "background": [], "own_work": [], "teams": [], "staff": [], "encodings": [],
                "name_encoding": null, "include": [], "exclude": [], "count_vendored": false, "count_given": false,
                "min_match": null, "kgram": null, "window": null,
                "handed_out": [], "ignored": [], "references": [], "translations": false}})
    );

    let claimed = service.storage.claim(HolderId::new(service.now()), Lane::Analysis, service.now()).await;
    let job = claimed.unwrap().unwrap().lease.job;
    let parts = service.storage.parts(job).await.unwrap();
    let kept: Vec<_> = parts.iter().map(|part| (part.kind, part.name.as_str(), part.bytes)).collect();
    assert_eq!(
        kept,
        [
            (PartKind::Submissions, "class.zip", class().len() as u64),
            (PartKind::Submissions, "Zoë \\ late.c", 10),
            (PartKind::Boilerplate, "handout.c", handout.len() as u64),
        ]
    );
    assert_eq!(service.storage.part_chunk(job, 0, 0).await.unwrap().unwrap(), class());
    let spool = std::fs::read_dir(service.app.settings.spool.path()).unwrap().count();
    assert_eq!(spool, 0, "temporary files are gone");
}

#[tokio::test]
async fn what_is_asked_for_is_kept() {
    let service = TestApp::new().await;
    let ada = service.account("ada").await;
    let upload = Upload::class()
        .field("title", " Week 3 ")
        .field("language", "python")
        .field("layout", "children")
        .field("common_limit", "9")
        .field("cutoff_expect", "0.01")
        .field("max_pairs", "0")
        .field("teams", "member,team\nann,1\nbob,1\n")
        .field("staff", "eve, model")
        .field("encodings", "*.c=Big5\n\n ada/**=latin1\n")
        .field("name_encoding", "gbk")
        .field("include", "*.py\n\n src/ \n")
        .field("exclude", "test_*.py")
        .field("count_vendored", "true")
        .field("count_given", "true")
        .field("min_match", "12")
        .field("kgram", "5")
        .field("handed_out", "starter, the first\n")
        .field("translations", "true")
        .field("keep_until", "2027-01-01T12:00:00+01:00");
    let batch = ada.upload(&upload).await.json();
    assert_eq!(batch["title"], "Week 3");
    assert_eq!(batch["keep_until"], "2027-01-01T11:00:00Z");
    assert_eq!(
        batch["options"],
        json!({"language": "python", "layout": "children", "common_limit": 9, "cutoff_expect": 0.01,
            "max_pairs": 10_000, "archives": null, "background": [], "own_work": [], "teams": [["ann", "bob"]], "staff": ["eve", "model"],
            "encodings": ["*.c=Big5", "ada/**=latin1"], "name_encoding": "gbk",
            "include": ["*.py", "src/"], "exclude": ["test_*.py"], "count_vendored": true, "count_given": true,
            "min_match": 12, "kgram": 5, "window": 8, "handed_out": ["starter, the first"],
            "ignored": [], "references": [], "translations": true})
    );
    let stored =
        service.storage.batch(batch["id"].as_str().unwrap().parse().unwrap()).await.unwrap().unwrap();
    assert_eq!((stored.options.layout, stored.creator), (Layout::Children, ada.account));
    for wrong in ["0", "-1", "NaN", "inf", "few"] {
        let refused = ada.upload(&Upload::class().field("cutoff_expect", wrong)).await;
        assert_eq!((refused.status.as_u16(), refused.code().as_str()), (422, "invalid-field"), "{wrong}");
    }
}

#[tokio::test]
async fn a_match_length_is_consistent_or_refused_with_the_rule() {
    let service = TestApp::new().await;
    let ada = service.account("ada").await;
    let upload = |fields: &[(&'static str, &str)]| {
        fields.iter().fold(Upload::class(), |upload, (name, value)| upload.field(name, value))
    };
    for (fields, expected) in [
        (&[("min_match", "12")][..], json!([12, null, null])),
        (&[("kgram", "23"), ("window", "17")], json!([39, 23, 17])),
        (&[("min_match", "39"), ("window", "17")], json!([39, 23, 17])),
        (&[("kgram", "5")], json!([8, 5, 4])),
        (&[("min_match", "")], json!([null, null, null])),
    ] {
        let batch = ada.upload(&upload(fields)).await.json();
        let options = &batch["options"];
        let found = json!([options["min_match"], options["kgram"], options["window"]]);
        assert_eq!(found, expected, "{fields:?}");
    }
    for (fields, field, rule) in [
        (&[("min_match", "2")][..], "min_match", "must be 3 to 100 tokens, not 2"),
        (&[("kgram", "1")], "kgram", "must be 2 to 100 tokens, not 1"),
        (&[("window", "4")], "window", "shortest match = k-gram + window - 1"),
        (&[("min_match", "10"), ("kgram", "5"), ("window", "4")], "min_match", "10 is not 5 + 4 - 1"),
        (&[("min_match", "many")], "min_match", "must be a whole number"),
    ] {
        let refused = ada.upload(&upload(fields)).await;
        assert_eq!((refused.status.as_u16(), refused.code().as_str()), (422, "invalid-field"), "{fields:?}");
        let text = refused.text();
        assert!(text.contains(field) && text.contains(rule), "{text}");
    }
}

#[tokio::test]
async fn a_batch_goes_to_the_course_that_is_named() {
    let service = TestApp::new().await;
    let ada = service.account("ada").await;
    let course =
        NewCourse { id: CourseId::new(service.now()), name: "Algorithms".to_owned(), owner: ada.account };
    service.storage.create_course(&course, &service.by()).await.unwrap();
    for named in ["Algorithms", &course.id.to_string()] {
        let batch = ada.upload(&Upload::class().field("course", named)).await.json();
        assert_eq!(batch["course"], course.id.to_string());
    }
    // A course of other accounts is treated as not existing.
    let eve = service.account("eve").await;
    let refused = eve.upload(&Upload::class().field("course", &course.id.to_string())).await;
    assert_eq!(
        (refused.status, refused.code().as_str()),
        (StatusCode::UNPROCESSABLE_ENTITY, "invalid-field")
    );
    eve.joins(course.id, chaffinch_storage::Role::Viewer).await;
    let refused = eve.upload(&Upload::class().field("course", "Algorithms")).await;
    assert_eq!(refused.code(), "forbidden");
}

#[tokio::test]
async fn a_repeated_request_gives_the_same_batch_once() {
    let service = TestApp::new().await;
    let ada = service.account("ada").await;
    let first = keyed(&ada, "monday", &Upload::class()).await;
    let again = keyed(&ada, "monday", &Upload::class()).await;
    assert_eq!(again.status, StatusCode::ACCEPTED);
    assert_eq!(first.json(), again.json());
    for other in [
        Upload::class().field("title", "Other"),
        Upload::default().file("submissions", "other.zip", &class()),
        Upload::class().file("submissions", "more.c", b"int more;"),
    ] {
        let refused = keyed(&ada, "monday", &other).await;
        assert_eq!(
            (refused.status, refused.code().as_str()),
            (StatusCode::CONFLICT, "idempotency-key-reused")
        );
    }
    let fresh = keyed(&ada, "tuesday", &Upload::class()).await;
    assert_ne!(fresh.json()["id"], first.json()["id"]);
    let others =
        keyed(&service.account("eve").await, "monday", &Upload::class().field("title", "Mine")).await;
    assert_eq!(others.status, StatusCode::ACCEPTED, "keys belong to an account");
    let listed = ada.get("/api/v1/batches").await.json();
    assert_eq!(listed["batches"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn lists_go_on_where_they_ended_and_show_only_ones_own() {
    let service = TestApp::new().await;
    let ada = service.account("ada").await;
    let mut made = Vec::new();
    for _ in 0..5 {
        service.wait(chrono::TimeDelta::minutes(1));
        made.insert(0, ada.batch().await.to_string());
    }
    service.account("eve").await.batch().await;
    let (mut seen, mut next) = (Vec::new(), String::new());
    loop {
        let page = ada.get(&format!("/api/v1/batches?limit=2{next}")).await.json();
        let batches = page["batches"].as_array().unwrap();
        assert!(batches.len() <= 2);
        seen.extend(batches.iter().map(|batch| batch["id"].as_str().unwrap().to_owned()));
        match &page["next"] {
            Value::String(id) => next = format!("&after={id}"),
            end => {
                assert_eq!(end, &Value::Null);
                break;
            }
        }
    }
    assert_eq!(seen, made);
    let filtered = ada.get(&format!("/api/v1/batches?course={}", ada.course)).await.json();
    assert_eq!(filtered["batches"].as_array().unwrap().len(), 5);
}

#[tokio::test]
async fn lists_take_a_course_by_its_name_as_uploads_do() {
    let service = TestApp::new().await;
    let ada = service.account("ada").await;
    let course = ada.json(Method::POST, "/api/v1/courses", &json!({"name": "Algorithms 1"})).await.json();
    let upload = Upload::class().field("course", "Algorithms 1");
    let batch = ada.upload(&upload).await.json();
    ada.batch().await;
    let ids = async |said: &str| -> Vec<Value> {
        let page = ada.get(&format!("/api/v1/batches?course={said}")).await.json();
        page["batches"].as_array().unwrap().iter().map(|batch| batch["id"].clone()).collect()
    };
    for said in ["Algorithms%201", course["id"].as_str().unwrap()] {
        assert_eq!(ids(said).await, [batch["id"].clone()], "{said}");
    }
    assert_eq!(ids("").await.len(), 2, "an empty one says nothing");
    for list in ["batches", "archives", "cases"] {
        let unknown = ada.get(&format!("/api/v1/{list}?course=Algorithms")).await;
        assert_eq!(
            (unknown.code().as_str(), unknown.status),
            ("invalid-field", StatusCode::UNPROCESSABLE_ENTITY)
        );
        assert!(unknown.text().contains("does not name one of your courses"), "{}", unknown.text());
    }
}

#[tokio::test]
async fn reference_answers_have_the_origin_that_was_sent_before_them() {
    let service = TestApp::new().await;
    let ada = service.account("ada").await;
    let upload = Upload::class()
        .file("reference", "first.c", b"int a;")
        .field("reference_kind", "model-solution")
        .file("reference", "solution.c", b"int b;")
        .field("reference_kind", "language-model")
        .field("reference_source", "GPT-4, prompt 2")
        .file("reference", "third.c", b"int c;")
        .field("reference_source", "")
        .file("reference", "again.c", b"int d;");
    let answer = ada.upload(&upload).await;
    assert_eq!(answer.status, StatusCode::ACCEPTED, "{}", answer.text());
    let references = &answer.json()["options"]["references"];
    let expected = ["language-model", "model-solution", "language-model:GPT-4, prompt 2", "language-model"];
    assert_eq!(*references, json!(expected), "the first takes what was sent last");
    let claimed = service.storage.claim(HolderId::new(service.now()), Lane::Analysis, service.now()).await;
    let parts = service.storage.parts(claimed.unwrap().unwrap().lease.job).await.unwrap();
    let kinds: Vec<_> = parts.iter().map(|part| part.kind).collect();
    assert_eq!(kinds, [[PartKind::Submissions].as_slice(), &[PartKind::Reference; 4]].concat());

    let unknown = Upload::class().field("reference_kind", "machine").file("reference", "a.c", b"int a;");
    let refused = ada.upload(&unknown).await;
    assert_eq!(refused.code(), "invalid-field");
    assert!(refused.text().contains("not a kind of reference"), "{}", refused.text());
}

#[tokio::test]
async fn no_file_is_dropped_because_it_has_no_name() {
    let service = TestApp::new().await;
    let ada = service.account("ada").await;
    for name in ["submissions", "boilerplate", "reference", "folder"] {
        assert_eq!(ada.upload(&Upload::class().field(name, "")).await.status, StatusCode::ACCEPTED, "{name}");
        let refused = ada.upload(&Upload::class().field(name, "int main;")).await;
        assert_eq!(refused.code(), "invalid-field", "{name}");
    }
}

#[tokio::test]
async fn a_batch_is_cancelled_and_deleted() {
    let service = TestApp::new().await;
    let ada = service.account("ada").await;
    let path = format!("/api/v1/batches/{}", ada.batch().await);
    for _ in 0..2 {
        let cancelled = ada.call(Method::POST, &format!("{path}/cancel")).await;
        assert_eq!((cancelled.status, &cancelled.json()["status"]), (StatusCode::OK, &json!("cancelled")));
    }
    assert_eq!(ada.call(Method::DELETE, &path).await.status, StatusCode::NO_CONTENT);
    assert_eq!(ada.call(Method::DELETE, &path).await.code(), "not-found");
    assert_eq!(ada.get(&path).await.code(), "not-found");
}

#[tokio::test]
async fn a_failed_batch_says_why() {
    let service = TestApp::new().await;
    let ada = service.account("ada").await;
    let path = format!("/api/v1/batches/{}", ada.batch().await);
    let claimed = service
        .storage
        .claim(HolderId::new(service.now()), Lane::Analysis, service.now())
        .await
        .unwrap()
        .unwrap();
    let running = ada.get(&path).await.json();
    assert_eq!((&running["status"], &running["done"]), (&json!("running"), &json!(0)));
    service.storage.fail(&claimed.lease, "Out of memory.", false, service.now()).await.unwrap();
    let failed = ada.get(&path).await.json();
    assert_eq!((&failed["status"], &failed["reason"]), (&json!("failed"), &json!("Out of memory.")));
}

#[tokio::test]
async fn an_upload_may_come_in_small_pieces_and_without_length() {
    let service = TestApp::new().await;
    let ada = service.account("ada").await.with("content-type", Upload::MEDIA_TYPE);
    let bytes = Upload::default()
        .file("submissions", "class.zip", &zip([("a/x.c", &b"int a;"[..]), ("b/x.c", b"int b;")]))
        .body();
    let pieces: Vec<_> = bytes.chunks(7).map(|piece| Ok::<_, std::io::Error>(piece.to_vec())).collect();
    let body = axum::body::Body::from_stream(futures_util::stream::iter(pieces));
    let answer = service.send(ada.request(Method::POST, "/api/v1/batches", body)).await;
    assert_eq!(answer.status, StatusCode::ACCEPTED, "{}", answer.text());
}

#[tokio::test]
async fn names_that_name_no_file_are_refused() {
    let service = TestApp::new().await;
    let ada = service.account("ada").await;
    for name in ["..", ".", "/", "a/..", "\\..\\"] {
        let refused = ada.upload(&Upload::class().file("submissions", name, b"int a;")).await;
        assert_eq!(
            (refused.status, refused.code().as_str()),
            (StatusCode::UNPROCESSABLE_ENTITY, "invalid-field"),
            "{name}"
        );
    }
    let nothing_chosen = ada.upload(&Upload::class().file("boilerplate", "", b"")).await;
    assert_eq!(nothing_chosen.status, StatusCode::ACCEPTED);
    let nameless = ada.upload(&Upload::class().file("boilerplate", "", b"int a;")).await;
    assert_eq!(nameless.code(), "invalid-field");
}
