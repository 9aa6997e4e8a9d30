//! Tests `chaffinch serve` from the first start to the shutdown, as a script sees it.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Stdio;

use reqwest::StatusCode;
use serde_json::Value;

use crate::binary::{self, BINARY, output_of};
use crate::client::{form, http};
use crate::crash::large_class;
use crate::samples;
use crate::service::{Service, try_started};

fn sample_form() -> reqwest::multipart::Form {
    form(samples::archive("submissions"), Some(samples::archive("handout")))
}

#[tokio::test]
async fn from_a_fresh_machine_to_a_report() {
    let dir = tempfile::tempdir().unwrap();
    let service = Service::start(dir.path());
    assert!(service.link.as_deref().unwrap().starts_with(&service.address));
    let client = service.client();
    let id = client.upload(sample_form()).await;
    let batch = client.finished(&id).await;
    assert_eq!(batch["status"], "done", "{batch}");

    // The service and the command line give the same result.
    let report = client.json(&format!("/batches/{id}/report")).await;
    let base = samples::argument("handout");
    let here = output_of(
        dir.path(),
        &["compare", "--quiet", "--format", "json", "--base", &base, &samples::argument("submissions")],
    );
    let here: Value = serde_json::from_slice(&here).unwrap();
    for part in ["settings", "submissions", "pairs", "clusters", "duplicates", "skipped"] {
        assert_eq!(report[part], here[part], "{part}");
    }

    let csv = String::from_utf8(client.bytes(&format!("/batches/{id}/report.csv")).await).unwrap();
    assert_eq!(csv.lines().count(), 1 + report["pairs"].as_array().unwrap().len());
    let folder = client.bytes(&format!("/batches/{id}/report.zip")).await;
    let mut folder = zip::ZipArchive::new(std::io::Cursor::new(folder)).unwrap();
    let names: Vec<_> = folder.file_names().map(|name| name.unwrap().into_owned()).collect();
    let index = names.iter().find(|name| name.ends_with("index.html")).unwrap();
    assert!(std::io::read_to_string(folder.by_name(index).unwrap()).unwrap().contains("s01"));
    let pair = client.json(&format!("/batches/{id}/pairs/1-2")).await;
    assert_eq!(pair["left"], "s01");
    assert!(pair["matches"].is_array());
}

#[tokio::test]
async fn a_browser_without_scripts_signs_in_once_and_uploads_by_form() {
    let dir = tempfile::tempdir().unwrap();
    let service = Service::start(dir.path());
    let link = service.link.clone().unwrap();
    let browser = http().cookie_store(true).build().unwrap();
    let outside = browser.get(&service.address).send().await.unwrap();
    assert!(outside.url().path().starts_with("/sign-in"), "{}", outside.url());

    let sign_in = |browser: reqwest::Client, link: String| async move {
        let url = reqwest::Url::parse(&link).unwrap();
        let page = browser.get(url.clone()).send().await.unwrap().text().await.unwrap();
        let page = scraper::Html::parse_document(&page);
        let field = scraper::Selector::parse("form input[name]").unwrap();
        let fields: Vec<(String, String)> = page
            .select(&field)
            .map(|input| {
                let value = input.attr("value").unwrap_or_default();
                (input.attr("name").unwrap().to_owned(), value.to_owned())
            })
            .collect();
        let body: Vec<String> = fields.iter().map(|(name, value)| format!("{name}={value}")).collect();
        browser
            .post(url.join("/sign-in").unwrap())
            .header("content-type", "application/x-www-form-urlencoded")
            .body(body.join("&"))
            .send()
            .await
            .unwrap()
    };
    let home = sign_in(browser.clone(), link.clone()).await;
    assert_eq!(home.status(), StatusCode::OK);
    assert_eq!(home.url().path(), "/");
    let other = http().cookie_store(true).build().unwrap();
    let again = sign_in(other, link).await;
    assert!(again.status().is_client_error(), "a link works once: {}", again.status());

    let uploaded = browser
        .post(format!("{}/batches/new", service.address))
        .multipart(sample_form())
        .send()
        .await
        .unwrap();
    assert_eq!(uploaded.status(), StatusCode::OK);
    let path = uploaded.url().path().to_owned();
    let id = path.strip_prefix("/batches/").unwrap();
    let batch = service.client().finished(id).await;
    assert_eq!(batch["status"], "done", "{batch}");
    let report =
        browser.get(format!("{}{path}", service.address)).send().await.unwrap().text().await.unwrap();
    assert!(report.contains("s01") && report.contains(&format!("{path}/pairs/1-2")), "{report}");
}

#[tokio::test]
async fn cancel_stops_a_running_analysis_and_frees_the_worker() {
    let dir = tempfile::tempdir().unwrap();
    let service = Service::start(dir.path());
    let client = service.client();
    let id = client.upload(form(large_class(100), None)).await;
    assert!(client.follow(&id, |events| events.contains("\"running\"")).await);
    let answer = client.post(&format!("/batches/{id}/cancel")).await;
    assert!(answer.status().is_success(), "{}", answer.status());
    assert_eq!(client.finished(&id).await["status"], "cancelled");
    // There is one worker, so it must have released the first job.
    let next = client.upload(sample_form()).await;
    assert_eq!(client.finished(&next).await["status"], "done");
    assert_eq!(client.get(&format!("/batches/{id}/report")).await.status(), StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn delete_leaves_nothing_in_the_files() {
    const MARKS: [&str; 3] = ["qzxv-folder", "qzxv-title", "qzxv_identifier_that_nobody_else_would_write"];
    let dir = tempfile::tempdir().unwrap();
    let service = Service::start(dir.path());
    let client = service.client();
    let mut files = Vec::new();
    samples::collect(&samples::folder("submissions"), "class", &mut files);
    for (path, bytes) in files.iter_mut().filter(|(path, _)| path.contains("/s01/")) {
        *path = path.replace("s01", MARKS[0]);
        bytes.extend(format!("\nint {};\n", MARKS[2]).bytes());
    }
    let class = samples::zip(files.iter().map(|(path, bytes)| (path.as_str(), bytes.as_slice())));
    let id = client.upload(form(class, None).text("title", MARKS[1])).await;
    assert_eq!(client.finished(&id).await["status"], "done");
    let found = |bytes: &[u8], mark: &str| bytes.windows(mark.len()).any(|window| window == mark.as_bytes());
    let stored = service.stored_bytes();
    assert!(MARKS.iter().any(|mark| found(&stored, mark)), "the marks would not be found in any case");

    let deleted = client.delete(&format!("/batches/{id}")).await;
    assert!(deleted.status().is_success(), "{}", deleted.status());
    for path in ["", "/report", "/pairs", "/pairs/1-2"] {
        let answer = client.get(&format!("/batches/{id}{path}")).await;
        assert_eq!(answer.status(), StatusCode::NOT_FOUND, "{path}");
    }
    let stored = service.stored_bytes();
    for mark in MARKS {
        assert!(!found(&stored, mark), "{mark} is still in the data directory");
    }
}

#[tokio::test]
async fn an_orderly_shutdown_releases_the_job() {
    let dir = tempfile::tempdir().unwrap();
    let mut service = Service::start(dir.path());
    let client = service.client();
    let id = client.upload(form(large_class(60), None)).await;
    assert!(client.follow(&id, |events| events.contains("\"running\"")).await);
    assert!(service.terminate().success());

    let service = Service::start(dir.path());
    assert_eq!(service.link, None, "a sign-in link is printed for a fresh installation only");
    let client = client.at(&service.address);
    // The job is queued and not held by a process that has ended.
    assert_eq!(client.finished(&id).await["status"], "done");
}

#[tokio::test]
async fn a_second_start_prints_no_link_and_the_operator_makes_one() {
    let dir = tempfile::tempdir().unwrap();
    let first = Service::start(dir.path());
    drop(first);
    let second = Service::start(dir.path());
    assert_eq!(second.link, None);
    let page = http().build().unwrap().get(second.fresh_link()).send().await.unwrap();
    assert_eq!(page.status(), StatusCode::OK);
}

#[tokio::test]
async fn the_binary_alone_in_an_empty_directory_serves() {
    let dir = tempfile::tempdir().unwrap();
    let alone = dir.path().join("chaffinch");
    binary::copy_to(&alone);
    let service = Service::start_binary(Path::new(&alone), dir.path());
    let client = service.client();
    let id = client.upload(sample_form()).await;
    assert_eq!(client.finished(&id).await["status"], "done");
    for asset in ["chaffinch.css", "pair.js"] {
        let answer =
            http().build().unwrap().get(format!("{}/static/{asset}", service.address)).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK, "{asset}");
    }
    let host = service.address.trim_start_matches("http://");
    output_of(dir.path(), &["doctor", "--alive", "--listen", host]);
}

#[tokio::test]
async fn too_few_submissions_are_refused_with_what_was_found() {
    let dir = tempfile::tempdir().unwrap();
    let service = Service::start(dir.path());
    let client = service.client();
    let lonely = samples::zip([("class/s01/main.c", &b"int main(void) { return 0; }"[..])]);
    let answer = client.send(form(lonely, None)).await.unwrap();
    assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY);
    let problem: Value = answer.json().await.unwrap();
    assert_eq!(problem["code"], "too-few-submissions");
    assert!(problem["detail"].as_str().unwrap().contains("main.c"), "{problem}");
}

#[test]
fn the_first_link_is_kept_for_its_user_alone() {
    let dir = tempfile::tempdir().unwrap();
    let service = Service::start(dir.path());
    let file = dir.path().join("data/first-sign-in-link");
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(fs::read_to_string(&file).unwrap().trim_end(), service.link.as_deref().unwrap());
}

#[test]
fn a_terminal_shows_the_first_link() {
    let dir = tempfile::tempdir().unwrap();
    // The command `script`, which Linux systems have, creates the terminal. The terminal ends with it.
    let serve = format!("{BINARY} serve --data-dir data --listen 127.0.0.1:0 --workers 0");
    let mut command = binary::command("script", dir.path());
    command.args(["--quiet", "--flush", "--command", &serve, "/dev/null"]).stdin(Stdio::piped());
    let (mut child, lines) = try_started(command, "listens on").unwrap();
    assert!(lines.iter().any(|line| line.contains("/sign-in?token=chf_link_")), "{lines:?}");
    assert!(!dir.path().join("data/first-sign-in-link").exists());
    child.kill().unwrap();
    child.wait().unwrap();
}
