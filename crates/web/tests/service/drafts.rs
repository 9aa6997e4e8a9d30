//! Drafts: an upload is kept, previewed, changed, and compared or deleted, through the API and through the page without
//! scripts. Also covers folders that are uploaded file by file.

use axum::http::{Method, StatusCode};
use chaffinch_storage::{AnalysisOptions, Batches as _, HolderId, Jobs as _, Lane, MatchLength, PartKind};
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::test_app::{Caller, TestApp, Upload, refused, zip};

/// A Moodle export of four people, one of them staff. All have one file in common, and one file has an old encoding.
fn export() -> Vec<u8> {
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    for (number, name) in ["Ada", "Bob", "Carol", "Staff Solution"].iter().enumerate() {
        let folder = format!("{name}_10{number}_assignsubmission_file_");
        files.push((format!("{folder}/main.c"), format!("int main_{number};").into_bytes()));
        files.push((format!("{folder}/start.h"), b"int start;".to_vec()));
    }
    files.push(("Ada_100_assignsubmission_file_/old.c".to_owned(), b"// caf\xe9 \xe1\xe2".to_vec()));
    files.push(("Ada_100_assignsubmission_file_/node_modules/x.js".to_owned(), b"x".to_vec()));
    zip(files.iter().map(|(path, bytes)| (path.as_str(), bytes.as_slice())))
}

async fn draft(caller: &Caller<'_>) -> Value {
    let upload = Upload::default().file("submissions", "week 3.zip", &export()).field("min_match", "20");
    let made = caller.upload_to("/api/v1/drafts", &upload).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.text());
    let draft = made.json();
    assert_eq!(made.header("location"), format!("/api/v1/drafts/{}", draft["id"].as_str().unwrap()));
    draft
}

fn path(draft: &Value) -> String {
    format!("/api/v1/drafts/{}", draft["id"].as_str().unwrap())
}

#[tokio::test]
async fn a_draft_shows_what_would_be_compared() {
    let service = TestApp::new().await;
    let ada = service.account("ada").await;
    let draft = draft(&ada).await;
    assert_eq!((&draft["title"], &draft["expires"]), (&json!("week 3"), &json!("2026-03-03T08:00:00Z")));
    let preview = &draft["preview"];
    assert_eq!(preview["layouts"], json!(["moodle"]));
    let submissions = preview["submissions"].as_array().unwrap();
    let names: Vec<_> =
        submissions.iter().map(|one| (&one["name"], &one["author"], &one["suggestion"])).collect();
    assert_eq!(names[0], (&json!("Ada"), &json!("Ada"), &Value::Null));
    assert_eq!(names[3], (&json!("Staff Solution"), &json!("Staff Solution"), &json!("staff")));
    let file = &submissions[0]["files"][1];
    assert_eq!(
        (&file["path"], &file["encoding"], &file["bytes"]),
        (&json!("old.c"), &json!("windows-1252"), &json!(10))
    );
    assert_eq!(preview["shared"][0]["path"], "start.h");
    assert_eq!(preview["shared"][0]["authors"], 4);
    assert_eq!(
        preview["skipped"],
        json!([{"submission": "Ada", "path": "node_modules", "reason": "installed packages; left out"}])
    );
    assert_eq!(ada.get(&path(&draft)).await.json(), draft);
    // A draft is not a batch.
    assert_eq!(ada.get("/api/v1/batches").await.json()["batches"], json!([]));
    assert!(service.claim(Lane::Analysis).await.is_none());
    assert_eq!(std::fs::read_dir(service.app.settings.spool.path()).unwrap().count(), 0);
}

#[tokio::test]
async fn what_is_said_about_a_draft_changes_it_and_goes_into_the_batch() {
    let service = TestApp::new().await;
    let ada = service.account("ada").await;
    let draft = draft(&ada).await;
    let shared = format!("digest:{}", draft["preview"]["shared"][0]["digest"].as_str().unwrap());
    let change = json!({
        "title": "Week three", "encodings": ["old.c=ISO-8859-7"], "handed_out": [shared], "staff": ["Staff Solution"],
    });
    let changed = ada.patch(&path(&draft), &change).await;
    assert_eq!(changed.status, StatusCode::OK, "{}", changed.text());
    let changed = changed.json();
    assert_eq!(changed["preview"]["submissions"][0]["files"][1]["encoding"], "ISO-8859-7");
    assert_eq!(changed["preview"]["boilerplate"], 1);
    let otherwise = ada.patch(&path(&draft), &json!({"layout": "children"})).await.json();
    assert_eq!(otherwise["preview"]["layouts"], json!([]));
    assert_eq!(otherwise["preview"]["submissions"][0]["name"], "Ada_100_assignsubmission_file_");
    assert_eq!(otherwise["options"]["staff"], json!(["Staff Solution"]), "what is not said stays");
    for (wrong, code) in [
        (json!({"encodings": ["*.c=klingon"]}), "invalid-field"),
        (json!({"layout": "sideways"}), "invalid-field"),
        (json!({"exclude": ["[z-a]"]}), "invalid-field"),
        (json!({"window": 4}), "invalid-field"),
    ] {
        assert_eq!(ada.patch(&path(&draft), &wrong).await.code(), code);
    }
    assert_eq!(otherwise["options"]["min_match"], 20, "what came with the upload stays");
    let changed = ada.patch(&path(&draft), &json!({"layout": "auto", "kgram": 5})).await;
    assert_eq!(changed.json()["options"]["min_match"], 8, "one of the three sets all");

    let run = ada.call(Method::POST, &format!("{}/run", path(&draft))).await;
    assert_eq!(run.status, StatusCode::ACCEPTED, "{}", run.text());
    let batch = run.json();
    assert_eq!((&batch["title"], &batch["status"]), (&json!("Week three"), &json!("queued")));
    let stored =
        service.storage.batch(batch["id"].as_str().unwrap().parse().unwrap()).await.unwrap().unwrap();
    let expected = AnalysisOptions {
        encodings: vec!["old.c=ISO-8859-7".to_owned()],
        handed_out: vec![shared],
        staff: vec!["Staff Solution".to_owned()],
        match_length: MatchLength::new(None, Some(5), None).unwrap(),
        ..AnalysisOptions::default()
    };
    assert_eq!(stored.options, expected);
    let (lease, _) = service.claim(Lane::Analysis).await.unwrap();
    let parts = service.storage.parts(lease.job).await.unwrap();
    assert_eq!(
        (parts.len(), parts[0].name.as_str(), parts[0].bytes),
        (1, "week 3.zip", export().len() as u64)
    );
    // The draft no longer exists.
    assert_eq!(ada.get(&path(&draft)).await.status, StatusCode::NOT_FOUND);
    assert_eq!(ada.call(Method::POST, &format!("{}/run", path(&draft))).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_draft_is_its_senders_alone_and_goes_in_time() {
    let service = TestApp::new().await;
    let ada = service.account("ada").await;
    let eve = service.account("eve").await;
    // Even an owner of the same course cannot see it.
    eve.joins(ada.course, chaffinch_storage::Role::Owner).await;
    let (first, second) = (draft(&ada).await, draft(&ada).await);
    for (method, path) in [
        (Method::GET, path(&first)),
        (Method::POST, format!("{}/run", path(&first))),
        (Method::DELETE, path(&first)),
        (Method::GET, path(&first).replace("/api/v1", "")),
    ] {
        assert_eq!(eve.call(method, &path).await.status, StatusCode::NOT_FOUND);
    }
    assert_eq!(ada.call(Method::DELETE, &path(&first)).await.status, StatusCode::NO_CONTENT);
    assert_eq!(ada.call(Method::DELETE, &path(&first)).await.status, StatusCode::NOT_FOUND);
    service.wait(TimeDelta::days(1));
    assert_eq!(ada.get(&path(&second)).await.status, StatusCode::NOT_FOUND);
    assert_eq!(service.storage.purge(service.now()).await.unwrap().drafts, 1);
}

#[tokio::test]
async fn too_few_are_shown_and_refused_only_when_they_are_compared() {
    let service = TestApp::new().await;
    let ada = service.account("ada").await;
    let one = zip([("only/one.c", &b"int one;"[..])]);
    let made =
        ada.upload_to("/api/v1/drafts", &Upload::default().file("submissions", "class.zip", &one)).await;
    let run = ada.call(Method::POST, &format!("{}/run", path(&made.json()))).await;
    assert_eq!((run.status, run.code().as_str()), (StatusCode::UNPROCESSABLE_ENTITY, "too-few-submissions"));
    assert_eq!(ada.get(&path(&made.json())).await.status, StatusCode::OK, "it is still there to be mended");
}

#[tokio::test]
async fn the_page_of_a_draft_works_by_buttons_alone() {
    let service = TestApp::new().await;
    let ada = service.account("ada").await.in_browser().await;
    let ada = ada.with("origin", "http://chaffinch.test:8080").with("sec-fetch-site", "same-origin");
    let upload = Upload::default().file("submissions", "week 3.zip", &export()).field("min_match", "20");
    let made = ada.upload_to("/drafts", &upload).await;
    assert_eq!(made.status, StatusCode::SEE_OTHER, "{}", made.text());
    let page = made.header("location").to_owned();
    let press = async |form: &str| {
        let answer = ada.post(&page, form).await;
        assert_eq!(answer.status, StatusCode::SEE_OTHER, "{form}: {}", answer.text());
        ada.get(answer.header("location")).await
    };
    let shown = ada.get(&page).await;
    assert!(
        shown.select(".facts")[0].contains("authors from an export of Moodle"),
        "{:?}",
        shown.select(".facts")
    );
    assert_eq!(shown.select(".draft-rows tbody th"), ["Ada", "Bob", "Carol", "Staff Solution"]);
    let hand_out = shown.attributes("button[name=hand_out]", "value");
    assert_eq!(
        (hand_out.len(), shown.attributes("button[name=staff]", "value")),
        (1, vec!["Staff Solution".to_owned()])
    );

    let shown = press(&format!("layout=auto&hand_out={}", hand_out[0])).await;
    assert_eq!(shown.attributes("button[name=take_back]", "value"), hand_out);
    let shown = press("staff=Staff+Solution").await;
    assert_eq!(shown.attributes("button[name=no_staff]", "value"), ["Staff Solution"]);
    let select = shown.attributes("select[name^=encoding-]", "name");
    assert_eq!(select.len(), 1);
    let shown = press(&format!("{}=windows-1251&do=look", select[0])).await;
    assert_eq!(shown.attributes("select[name^=encoding-] option[selected]", "value"), ["windows-1251"]);
    // The name of the submission is shown beside the field and is part of its accessible name.
    assert!(shown.select("#encodings ~ .scroll tbody td")[0].starts_with("Ada"));
    let digest = select[0].trim_start_matches("encoding-");
    let labelled = shown.attributes("select[name^=encoding-]", "aria-labelledby");
    assert_eq!(labelled, [format!("s-{digest} f-{digest}")]);
    // The encoding of any other file can be set too.
    let others = shown.attributes("select[name=any_file] option", "value");
    let shown = press(&format!("any_file={}&any_encoding=ISO-2022-JP&do=look", others[1])).await;
    assert_eq!(shown.attributes("select[name^=encoding-]", "name").len(), 2);
    assert!(!shown.attributes("select[name=any_file] option", "value").contains(&others[1]));
    let shown = press(&format!("encoding-{}=&do=look", others[1])).await;
    assert_eq!(shown.attributes("select[name^=encoding-]", "name").len(), 1);
    // A browser sends the ticked boxes only, and with them that they stand for all rows.
    let shown = press("rows=all&ignore=Carol&do=look").await;
    assert_eq!(shown.attributes("[name=ignore][checked]", "value"), ["Carol"]);
    assert_eq!(shown.select(".draft-rows tbody th"), ["Carol", "Ada", "Bob", "Staff Solution"]);
    assert!(
        shown
            .select("#skipped ~ .scroll tbody tr")
            .iter()
            .any(|row| row.starts_with("Carol") && row.contains("ignored"))
    );
    let shown = press("do=look").await;
    assert_eq!(
        shown.attributes("[name=ignore][checked]", "value"),
        ["Carol"],
        "other buttons change nothing"
    );
    let shown = press("rows=all&do=look").await;
    assert!(shown.select("[name=ignore][checked]").is_empty());
    press("rows=all&ignore=Bob&do=look").await;

    let shown = press("layout=whole&rows=all&do=look").await;
    assert_eq!(shown.select(".draft-rows tbody th"), ["week 3"]);
    // An error is shown on the same page with its reason.
    let refused = ada.post(&page, "do=run").await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refused.select(".notice .reason")[0].contains("at least two submissions"));
    let refused = ada.post(&page, "encodings=x&do=look").await;
    assert!(refused.select(".notice .reason")[0].contains("does not have the form"), "{}", refused.text());

    let run = ada.post(&page, "layout=auto&rows=all&ignore=Bob&do=run").await;
    let batch = run.header("location").strip_prefix("/batches/").unwrap().parse().unwrap();
    let options = service.storage.batch(batch).await.unwrap().unwrap().options;
    assert_eq!(
        (options.staff, options.handed_out, options.encodings.len()),
        (vec!["Staff Solution".to_owned()], hand_out, 1)
    );
    assert_eq!(options.ignored, ["Bob"]);
    assert_eq!(ada.get(&page).await.status, StatusCode::NOT_FOUND);

    let made = ada.upload_to("/drafts", &upload).await;
    let gone = ada.post(made.header("location"), "do=discard").await;
    assert_eq!((gone.status, gone.header("location")), (StatusCode::SEE_OTHER, "/batches/new"));
    assert_eq!(ada.get(made.header("location")).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn folders_sent_file_by_file_keep_their_paths() {
    let service = TestApp::new().await;
    let ada = service.account("ada").await;
    let upload = Upload::default()
        .file("folder", "class/bob/main.c", b"int b;")
        .file("folder", "class/ada/lib/x.c", b"int x;")
        .file("folder", "class\\ada\\main.c", b"int a;")
        .file("folder", "", b"");
    let draft = ada.upload_to("/api/v1/drafts", &upload).await;
    let submissions = draft.json()["preview"]["submissions"].clone();
    let told: Vec<_> = submissions
        .as_array()
        .unwrap()
        .iter()
        .map(|one| {
            (
                one["name"].clone(),
                one["files"].as_array().unwrap().iter().map(|file| file["path"].clone()).collect::<Vec<_>>(),
            )
        })
        .collect();
    assert_eq!(
        told,
        [(json!("ada"), vec![json!("lib/x.c"), json!("main.c")]), (json!("bob"), vec![json!("main.c")])]
    );

    // The same folder in another order is the same request.
    let again = Upload::default()
        .file("folder", "class/ada/main.c", b"int a;")
        .file("folder", "class/ada/lib/x.c", b"int x;")
        .file("folder", "class/bob/main.c", b"int b;");
    let keyed = ada.with("idempotency-key", "once");
    let (first, second) = (keyed.upload(&upload).await.json(), keyed.upload(&again).await.json());
    assert_eq!(first["id"], second["id"]);
    let claimed = service.storage.claim(HolderId::new(service.now()), Lane::Analysis, service.now()).await;
    let parts = service.storage.parts(claimed.unwrap().unwrap().lease.job).await.unwrap();
    assert_eq!((parts.len(), parts[0].kind, parts[0].name.as_str()), (1, PartKind::Submissions, "class.tar"));

    let outside =
        Upload::default().file("folder", "class/../../etc/passwd", b"x").file("folder", "a.c", b"x");
    assert_eq!(ada.upload(&outside).await.code(), "invalid-field");
}

/// Each press of a button adds to the lists of the draft, so their total size is limited.
#[tokio::test]
async fn what_is_said_of_a_draft_is_bounded() {
    let service = TestApp::new().await;
    let ada = service.account("ada").await.in_browser().await;
    let ada = ada.with("origin", "http://chaffinch.test:8080").with("sec-fetch-site", "same-origin");
    let upload = Upload::default().file("submissions", "week 3.zip", &export());
    let page = ada.upload_to("/drafts", &upload).await.header("location").to_owned();
    let name = "x".repeat(60_000);
    let mut pressed = 0;
    let refused = loop {
        let answer = ada.post(&page, &format!("staff={pressed}{name}")).await;
        if answer.status != StatusCode::SEE_OTHER {
            break answer;
        }
        pressed += 1;
        assert!(pressed < 30, "never refused");
    };
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refused.select(".notice .reason")[0].contains("more than 1048576 bytes"), "{}", refused.text());
    // Thousands of buttons in one request are handled as fast as one.
    let names = (0..pressed).map(|at| format!("no_staff={at}{}", &name[..10])).collect::<Vec<_>>().join("&");
    assert_eq!(ada.post(&page, &names).await.status, StatusCode::SEE_OTHER);
}

#[tokio::test]
async fn a_draft_without_names_is_still_understood() {
    let service = TestApp::new().await;
    let ada = service.account("ada").await;
    let api = path(&draft(&ada).await);
    let page = api.replace("/api/v1", "");
    let hidden = ada.with("cookie", "chaffinch_names=hidden");
    for (caller, path) in
        [(&hidden, api.clone()), (&ada, format!("{api}?names=hidden")), (&hidden, page.clone())]
    {
        let text = caller.get(&path).await.text();
        for name in ["Bob", "Carol", "Staff Solution"] {
            assert!(!text.contains(name), "{path} shows {name}");
        }
        assert!(text.contains("Person "), "{text}");
    }
    let preview = &hidden.get(&api).await.json()["preview"];
    let names: Vec<&str> =
        preview["submissions"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert!(names.is_sorted() && names.iter().all(|name| name.starts_with("Person ")), "{names:?}");
    // A button of the page names a pseudonym, and everything else comes back as it was shown.
    let shown = hidden.get(&page).await;
    let staff = shown.attributes("button[name=staff]", "value").remove(0);
    let title = shown.attributes("#title", "value").remove(0);
    let form = format!("title={title}&staff={}&encodings=", staff.replace(' ', "+"));
    assert_eq!(hidden.post(&page, &form).await.status, StatusCode::SEE_OTHER);
    let draft = ada.get(&api).await.json();
    assert_eq!((&draft["options"]["staff"], &draft["title"]), (&json!(["Staff Solution"]), &json!("week 3")));
    assert_eq!(hidden.get(&api).await.json()["options"]["staff"], json!([staff]));
}

#[tokio::test]
async fn patterns_are_tried_on_the_names_of_the_files() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let form = ada.get("/batches/new").await;
    let path = form.attributes("#patterns-left", "data-api").remove(0);
    let paths = ["class/bob/a.c", "class/bob/tests/b.c", "class/eve/a.c", "class/eve/<b>.txt", "late.zip"];
    let ask = async |include: &[&str], exclude: &[&str], layout: &str| {
        let question = json!({"include": include, "exclude": exclude, "layout": layout, "paths": paths});
        ada.json(Method::POST, &path, &question).await
    };
    let left = ask(&[], &["tests/", "*.txt"], "auto").await;
    assert_eq!(left.status, StatusCode::OK);
    assert_eq!(
        left.select("p"),
        [
            "2 of 4 files in 2 submissions would be compared, judged by the names. The files in 1 archive file cannot \
             be seen here. The preview of the upload shows them."
        ]
    );
    assert_eq!(
        left.select("li"),
        [
            "1 file: left out by the pattern `*.txt`",
            "1 file: left out by the pattern `tests/`",
            "Compared: a.c (2)"
        ]
    );
    let escaped = ask(&["*.txt"], &[], "children").await;
    assert_eq!(escaped.select("li:last-child bdi"), ["<b>.txt"]);

    let bad = ask(&[], &["[z-a]"], "auto").await;
    assert!(bad.select(".missing")[0].contains("`[z-a]`"), "{}", bad.text());
    refused(&ask(&[], &[], "flat").await, 422, "invalid-field");
    let large = json!({"include": [], "exclude": [], "layout": "auto", "paths": ["a".repeat(5 << 20)]});
    refused(&ada.json(Method::POST, &path, &large).await, 413, "body-too-large");
}
