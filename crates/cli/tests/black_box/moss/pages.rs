//! Tests the served pages: headers, URLs and missing pages.

use reqwest::redirect::Policy;
use reqwest::{Response, StatusCode};

use super::{ALICE, CAROL, TestApp, bob};
use crate::client::http;

fn header<'a>(response: &'a Response, name: &str) -> &'a str {
    response.headers().get(name).map_or("", |value| value.to_str().unwrap())
}

async fn get(url: &str) -> Response {
    let client = http().redirect(Policy::none()).build().unwrap();
    client.get(url).send().await.unwrap()
}

const FILES: [(u32, &str, &str); 2] = [(1, "a b.c", ALICE), (3, "c\\d.c", CAROL)];

#[tokio::test]
async fn addresses_lead_where_readers_expect() {
    let dir = tempfile::tempdir().unwrap();
    let app = TestApp::new(dir.path(), &[]);
    let bob = bob();
    let url = app.job("language c\n", &[FILES[0], (2, "<b>&.c", &bob), FILES[1]], "");
    let moved = get(&url).await;
    assert_eq!(
        (moved.status(), header(&moved, "location")),
        (StatusCode::MOVED_PERMANENTLY, format!("{url}/").as_str())
    );
    for (path, part) in [
        ("/", ">a_b.c (100%)</A>"),
        ("/", ">&lt;b&gt;&amp;.c (100%)</A>"),
        ("/match0.html", "<FRAME SRC=\"match0-top.html\""),
        ("/match0-top.html", "<TH>a_b.c (100%)<TH>"),
        ("/match0-top.html", "<TH>&lt;b&gt;&amp;.c (100%)<TH>"),
        ("/match0-0.html", "/* my own work */\n"),
        ("/match0-1.html", "<HR>\na_b.c<p><PRE>\n"),
    ] {
        let page = get(&format!("{url}{path}")).await;
        assert_eq!(
            (page.status(), header(&page, "content-type")),
            (StatusCode::OK, "text/html; charset=utf-8"),
            "{path}"
        );
        let policy = header(&page, "content-security-policy");
        assert!(policy.contains("default-src 'none'") && policy.contains("frame-ancestors *"), "{policy}");
        assert!(!policy.contains("script-src") && header(&page, "x-frame-options").is_empty());
        assert_eq!(header(&page, "referrer-policy"), "no-referrer");
        let text = page.text().await.unwrap();
        assert!(text.contains(part), "{path}: {text}");
    }
    // One past the last page, and other spellings of page numbers.
    for path in [
        "/match1.html",
        "/match1-top.html",
        "/match1-0.html",
        "/match00.html",
        "/match0-2.html",
        "/match.html",
        "/index.html",
        "/x",
    ] {
        assert_eq!(get(&format!("{url}{path}")).await.status(), StatusCode::NOT_FOUND, "{path}");
    }
    let other = format!("{}/results/4/123456789012345678", app.service.address);
    for path in ["", "/", "/match0.html"] {
        assert_eq!(get(&format!("{other}{path}")).await.status(), StatusCode::NOT_FOUND);
    }
    let address = &app.service.address;
    for name in ["format", "tips", "faq", "scripts", "credits"] {
        assert_eq!(get(&format!("{address}/general/{name}.html")).await.status(), StatusCode::OK);
    }
    let picture = get(&format!("{address}/bitmaps/tm_4_100.gif")).await;
    assert_eq!((picture.status(), header(&picture, "content-type")), (StatusCode::OK, "image/gif"));
    for name in ["tm_5_1.gif", "tm_0_101.gif", "tm_0.gif", "x"] {
        assert_eq!(get(&format!("{address}/bitmaps/{name}")).await.status(), StatusCode::NOT_FOUND, "{name}");
    }
}

/// A job that fails after its answer has a page without a table and without the words about no matches.
#[tokio::test]
async fn results_of_a_failed_job_are_not_an_empty_list() {
    let dir = tempfile::tempdir().unwrap();
    let app = TestApp::new(dir.path(), &["--moss-answer-seconds", "0"]);
    let url = app.job("language c\n", &[(1, "a.c", ALICE)], "week 1");
    let page = app.page(&url).await;
    assert!(page.contains("\nError: the comparison failed"), "{page}");
    assert!(page.contains("listed below.<p><p>\n"), "{page}");
    assert!(!page.to_lowercase().contains("<table") && !page.contains("No matches"), "{page}");
    assert!(!page.contains("<TR>") && !page.contains("<TD"), "{page}");
    assert_eq!(get(&format!("{url}/match0.html")).await.status(), StatusCode::NOT_FOUND);
    super::clients::read_failed(&url);
}

/// A further report does not change the pages. Deleting the batch deletes them.
#[tokio::test]
async fn moss_results_do_not_change_and_are_deleted_with_their_batch() {
    let dir = tempfile::tempdir().unwrap();
    let app = TestApp::new(dir.path(), &[]);
    let url = app.job("language c\n", &[(1, "a.c", ALICE), (2, "b.c", &bob()), (3, "c.c", CAROL)], "");
    let page = app.page(&url).await;
    let client = app.service.client();
    let batch = client.json("/batches").await["batches"][0]["id"].as_str().unwrap().to_owned();
    client.send_json(&format!("/batches/{batch}/rescore"), &serde_json::json!({"common_limit": 1})).await;
    client.finished(&batch).await;
    assert_eq!(app.page(&url).await, page);
    assert!(client.delete(&format!("/batches/{batch}")).await.status().is_success());
    assert_eq!(get(&format!("{url}/")).await.status(), StatusCode::NOT_FOUND);
}

/// Readers may reach the results at another URL than the one where they are served.
#[tokio::test]
async fn links_have_the_address_that_was_set() {
    let dir = tempfile::tempdir().unwrap();
    let app = TestApp::new(dir.path(), &["--moss-public-url", "http://moss.stanford.edu"]);
    let url = app.job("language c\n", &[(1, "a.c", ALICE), (2, "b.c", ALICE)], "");
    let path = url.strip_prefix("http://moss.stanford.edu").unwrap();
    let here = &app.service.address;
    let page = app.page(&format!("{here}{path}/")).await;
    assert!(page.contains(&format!("<TR><TD><A HREF=\"{url}/match0.html\">a.c (100%)</A>")), "{page}");
    assert!(page.contains("<A HREF=\"http://moss.stanford.edu/general/format.html\""));
    assert!(page.contains(&format!("<A HREF=\"{here}/batches/")), "the full report is where people sign in");
    let moved = get(&format!("{here}{path}")).await;
    assert_eq!(header(&moved, "location"), format!("{url}/"));
    let top = app.page(&format!("{here}{path}/match0-top.html")).await;
    assert!(top.contains("<IMG SRC=\"http://moss.stanford.edu/bitmaps/tm_0_100.gif\""));
}
