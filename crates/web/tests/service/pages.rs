//! Pages, checked by CSS selectors.

use axum::http::StatusCode;
use chaffinch_storage::{Batches as _, HolderId, JobProgress, Jobs as _, Lane, Role};

use crate::test_app::{TestApp, Upload, report};

const HOSTILE: &str = "<script>alert(1)</script>";

#[tokio::test]
async fn the_first_visit_leads_to_the_form() {
    let app = TestApp::new().await;
    let page = app.account("ada").await.get("/").await;
    assert_eq!(page.status, StatusCode::OK);
    assert_eq!(page.attributes(".empty a", "href"), ["/batches/new"]);
    assert_eq!(page.attributes("[data-form]", "data-form"), ["/batches/new"]);
    assert_eq!(page.attributes(".menu a[aria-current]", "href"), ["/"]);
}

#[tokio::test]
async fn the_sample_is_one_comparison_however_often_it_is_opened() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let button = ada.get("/").await.attributes(".empty form", "action").remove(0);
    let opened = ada.post(&button, "").await;
    assert_eq!(opened.status, StatusCode::SEE_OTHER, "{}", opened.text());
    let path = opened.header("location").to_owned();
    let batch = app.storage.batch(path.rsplit('/').next().unwrap().parse().unwrap()).await.unwrap().unwrap();
    assert_eq!((batch.title.as_str(), batch.course), ("Sample", ada.course));
    assert_eq!(batch.options.archives, Some(vec![]));
    assert_eq!(ada.post(&button, "").await.header("location"), path);
    let (lease, _) = app.claim(Lane::Analysis).await.unwrap();
    assert_eq!(
        app.storage.parts(lease.job).await.unwrap().len(),
        3,
        "one archive, two files of starter code"
    );

    // Each account has a sample of its own, and a new one after it deleted the old one.
    let grace = app.account("grace").await;
    assert_ne!(grace.post(&button, "").await.header("location"), path);
    ada.post(&format!("{path}/delete"), "").await;
    let again = ada.post(&button, "").await;
    assert_eq!(again.status, StatusCode::SEE_OTHER);
    assert_ne!(again.header("location"), path);
}

#[tokio::test]
async fn an_empty_form_says_in_place_what_is_missing() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let fresh = ada.get("/batches/new").await;
    assert_eq!(fresh.select("fieldset.drop .missing"), [""]);
    assert!(fresh.select("[autofocus]").is_empty());
    let upload =
        Upload::default().field("title", HOSTILE).file("submissions", "", b"").file("folder", "", b"");
    for path in ["/batches/new", "/drafts"] {
        let refused = ada.upload_to(path, &upload).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(refused.select("fieldset.drop .missing")[0].starts_with("Choose the submissions"));
        assert_eq!(refused.attributes("[autofocus]", "id"), ["submissions"]);
        assert!(refused.select(".notice.error:not(.hidden)").is_empty(), "said once");
        assert_eq!(refused.attributes("#title", "value"), [HOSTILE]);
    }
}

#[tokio::test]
async fn the_list_shows_titles_states_and_counts_page_by_page() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    ada.finished_batch().await;
    app.wait(chrono::TimeDelta::minutes(1));
    ada.upload(&Upload::class().field("title", HOSTILE)).await;
    let page = ada.get("/").await;
    assert_eq!(page.select("tbody th a"), [HOSTILE, "class"]);
    assert_eq!(page.select("tbody .chip"), ["queued", "done"]);
    assert_eq!(page.select("tbody tr:last-child td.number"), ["3", "0"]);
    assert_eq!(
        page.select("tbody tr:last-child td.found"),
        ["1 pair at or above the cut-off, 2 submissions equal to another"]
    );
    assert_eq!(page.select("tbody time"), ["2026-03-02", "2026-03-02"]);
    assert_eq!(page.attributes("tbody time", "title"), ["2026-03-02 08:01 UTC", "2026-03-02 08:00 UTC"]);
    assert!(
        page.select("script:not([src*=locale], [src*=page])").is_empty() && page.select(".pager").is_empty()
    );

    for _ in 0..50 {
        app.wait(chrono::TimeDelta::minutes(1));
        ada.batch().await;
    }
    let first = ada.get("/").await;
    assert_eq!(first.select("tbody tr").len(), 50);
    let older = first.attributes(".pager a[rel=next]", "href").remove(0);
    let second = ada.get(&older).await;
    assert_eq!(second.select("tbody th a"), [HOSTILE, "class"]);
    assert_eq!(second.attributes(".pager a", "href"), ["/"]);
    let beyond = ada.get("/?page=9").await;
    assert_eq!(beyond.attributes(".empty a", "href"), ["/"]);
}

#[tokio::test]
async fn the_form_is_plain_and_takes_an_upload() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let form = ada.get("/batches/new").await;
    assert_eq!(form.attributes("form#upload", "enctype"), ["multipart/form-data"]);
    assert_eq!(form.attributes("form#upload", "action"), ["/batches/new"]);
    let names = form.attributes("form#upload [name]", "name");
    let known = [
        "submissions",
        "folder",
        "boilerplate",
        "reference_kind",
        "reference_source",
        "reference",
        "title",
        "language",
        "include",
        "exclude",
        "layout",
        "common_limit",
        "cutoff_expect",
        "max_pairs",
        "min_match",
        "kgram",
        "window",
        "count_vendored",
        "count_given",
        "translations",
        "keep_until",
        "teams",
        "staff",
    ];
    assert_eq!(names, known);
    assert_eq!(form.attributes("#language option", "value"), ["auto", "c", "python"]);
    assert_eq!(form.attributes("#language [data-endings]", "data-endings"), ["c h", "py"]);
    assert_eq!(form.attributes("details.starter [name]", "name"), known[2..6]);
    assert!(form.select("details.starter[open]").is_empty(), "collapsed");
    assert!(form.select(".notice.error:not(.hidden)").is_empty());

    // A browser sends every field, and also file fields without a selection.
    let upload = Upload::class()
        .file("boilerplate", "", b"")
        .field("title", "")
        .field("language", "auto")
        .field("layout", "auto")
        .field("common_limit", "0")
        .field("max_pairs", "250")
        .field("keep_until", "");
    let sent = ada.upload_to("/batches/new", &upload).await;
    assert_eq!(sent.status, StatusCode::SEE_OTHER, "{}", sent.text());
    let page = ada.get(sent.header("location")).await;
    assert_eq!(page.select("h1"), ["class"]);
}

#[tokio::test]
async fn a_refused_form_comes_back_with_the_reason_and_what_was_typed() {
    let app = TestApp::with(|settings| settings.upload.bytes = 5000).await;
    let ada = app.account("ada").await;
    let upload = Upload::default()
        .field("title", HOSTILE)
        .field("language", "python")
        .field("max_pairs", "17")
        .file("submissions", "class.zip", b"no zip");
    let refused = ada.upload_to("/batches/new", &upload).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refused.select(".notice.error .reason")[0].contains("class.zip"));
    assert_eq!(refused.attributes("#title", "value"), [HOSTILE]);
    assert_eq!(refused.attributes("#max_pairs", "value"), ["17"]);
    assert_eq!(refused.attributes("#language option[selected]", "value"), ["python"]);

    let large = Upload::default().file("submissions", "class.zip", &[0; 6000]);
    let refused = ada.upload_to("/batches/new", &large).await;
    assert_eq!(refused.status, StatusCode::PAYLOAD_TOO_LARGE);
    assert!(refused.select(".notice.error .reason")[0].contains("5000 bytes"));
    assert_eq!(ada.get("/").await.select("tbody tr").len(), 0);
}

#[tokio::test]
async fn a_batch_shows_how_far_it_is_with_scripts_and_without() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let batch = ada.batch().await;
    let path = format!("/batches/{batch}");
    let queued = ada.get(&path).await;
    assert_eq!(queued.select(".stage"), ["Waiting for a worker"]);
    assert_eq!(queued.attributes("progress", "value"), ["0"], "never starts full");
    assert_eq!(queued.attributes("[data-events]", "data-events"), [format!("/api/v1{path}/events")]);
    assert!(
        queued.text().contains("<noscript><meta http-equiv=\"refresh\""),
        "only where there are no scripts"
    );
    assert_eq!(queued.attributes("form[action$='/cancel']", "action"), [format!("{path}/cancel")]);

    let claimed =
        app.storage.claim(HolderId::new(app.now()), Lane::Analysis, app.now()).await.unwrap().unwrap();
    let progress = JobProgress { stage: "parsing".to_owned(), done: 2, total: 3 };
    app.storage.heartbeat(&claimed.lease, &progress).await.unwrap();
    let running = ada.get(&path).await;
    assert_eq!(running.select(".stage"), ["parsing"]);
    assert_eq!(running.select(".count"), ["2 of 3"]);
    assert_eq!(running.select(".percent"), ["66%"]);
    assert_eq!(running.attributes("progress", "value"), ["2"]);
    assert!(ada.get("/").await.text().contains("parsing, 2 of 3"));

    app.storage.fail(&claimed.lease, "It needs <b>more</b> memory.", false, app.now()).await.unwrap();
    let failed = ada.get(&path).await;
    assert_eq!(failed.select(".notice.error .reason"), ["It needs <b>more</b> memory."]);
    assert!(!failed.text().contains("http-equiv") && failed.select("form[action$='/cancel']").is_empty());
}

#[tokio::test]
async fn cancelling_and_deleting_from_pages() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let batch = ada.batch().await;
    let path = format!("/batches/{batch}");
    let cancelled = ada.post(&format!("{path}/cancel"), "").await;
    assert_eq!((cancelled.status, cancelled.header("location")), (StatusCode::SEE_OTHER, path.as_str()));
    assert!(ada.get(&path).await.select(".notice")[0].contains("cancelled"));
    let ask = ada.get(&format!("{path}/delete")).await;
    assert_eq!(ask.attributes("main form", "action"), [format!("{path}/delete")]);
    assert!(app.storage.batch(batch).await.unwrap().is_some(), "asking deletes nothing");
    assert_eq!(ada.post(&format!("{path}/delete"), "").await.header("location"), "/");
    assert!(app.storage.batch(batch).await.unwrap().is_none());
}

#[tokio::test]
async fn a_viewer_is_offered_only_what_a_viewer_may() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let grace = app.account("grace").await;
    grace.joins(ada.course, Role::Viewer).await;
    let path = format!("/batches/{}", ada.batch().await);
    assert!(grace.get(&path).await.select("main form, main a.danger").is_empty());
    app.finish(&report()).await;
    let delete = format!(".report-menu a[href='{path}/delete']");
    assert!(grace.get(&path).await.select(&delete).is_empty());
    assert_eq!(ada.get(&path).await.select(&delete).len(), 1);
}

#[tokio::test]
async fn the_report_is_shown_page_by_page_and_its_links_lead_somewhere() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let path = format!("/batches/{}", ada.finished_batch().await);
    let overview = ada.get(&path).await;
    assert!(overview.select("main a").iter().any(|text| text.contains("s01")));
    // Every link and form inside the service is followed once.
    let mut todo = vec![path.clone()];
    let mut seen = std::collections::BTreeSet::new();
    while let Some(href) = todo.pop() {
        if !seen.insert(href.clone()) {
            continue;
        }
        let page = ada.get(&href).await;
        assert_eq!(page.status, StatusCode::OK, "{href}");
        if page.header("content-type").starts_with("text/html") {
            assert!(page.select("[style], script:not([src])").is_empty(), "inline in {href}");
            let links = ["a[href]", "link[href]"].map(|selector| page.attributes(selector, "href"));
            let scripts = page.attributes("script[src]", "src");
            for link in links.into_iter().flatten().chain(scripts) {
                let link = link.split('#').next().unwrap_or_default().to_owned();
                match link.as_bytes().first() {
                    Some(b'/') => todo.push(link),
                    Some(b'?') => todo.push(format!("{}{link}", href.split('?').next().unwrap())),
                    Some(_) => assert!(link.starts_with("https://"), "{link} in {href}"),
                    None => {}
                }
            }
        }
    }
    let below = ["", "/pairs/1-2", "/pairs/1-3", "/submissions/1", "/submissions/3", "/clusters", "/delete"];
    for page in below {
        assert!(seen.contains(&format!("{path}{page}")), "nothing leads to {page}: {seen:?}");
    }
    for download in ["report", "report.csv", "report.zip"] {
        assert!(seen.contains(&format!("/api/v1{path}/{download}")), "nothing leads to {download}");
    }
    for nothing in
        ["/pairs/2-9", "/submissions/4", "/submissions/x", "?page=0", "?page=2", "/submissions?page=2"]
    {
        assert_eq!(ada.get(&format!("{path}{nothing}")).await.code(), "not-found", "{nothing}");
    }
}

#[tokio::test]
async fn a_pair_shows_both_sides() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let path = format!("/batches/{}/pairs/1-2", ada.finished_batch().await);
    let page = ada.get(&path).await;
    for side in ["#left", "#right"] {
        let code: String = page.select(&format!("{side} [data-match='1']")).concat();
        assert!(code.contains("main"), "{side}: {code:?}");
    }
}

#[tokio::test]
async fn every_answer_forbids_what_pages_do_not_need() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    for path in ["/", "/nowhere", "/api/v1/batches", "/static/chaffinch.css", "/healthz"] {
        let answer = ada.get(path).await;
        let policy = answer.header("content-security-policy");
        for rule in ["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"]
        {
            assert!(policy.contains(rule), "{path}: {policy}");
        }
        assert!(!policy.contains("unsafe"));
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(answer.header("referrer-policy"), "same-origin", "{path}");
        assert!(!answer.header("x-request-id").is_empty());
    }
    let page = ada.get("/").await;
    assert_eq!(page.header("cache-control"), "no-store");
    // Under `no-referrer`, browsers send forms to the same site with `Origin: null`. Over plain HTTP, nobody could then
    // sign in.
    assert_eq!(page.attributes("meta[name=referrer]", "content"), ["same-origin"]);
}

#[tokio::test]
async fn files_are_cached_by_their_content() {
    let app = TestApp::new().await;
    let anybody = app.anybody();
    let page = app.account("ada").await.get("/").await;
    let href = page.attributes("link[rel=stylesheet]", "href").remove(0);
    let named = anybody.get(&href).await;
    assert_eq!(named.header("content-type"), "text/css; charset=utf-8");
    assert_eq!(named.header("cache-control"), "public, max-age=31536000, immutable");
    let tag = named.header("etag").to_owned();
    let strong = tag.strip_prefix("W/").expect("two encodings have one tag").to_owned();
    for known in [tag.clone(), strong, format!("\"other\", {tag}"), "*".to_owned()] {
        let same = anybody.with("if-none-match", &known).get(&href).await;
        assert_eq!((same.status, same.body.len()), (StatusCode::NOT_MODIFIED, 0), "{known}");
    }
    assert_eq!(anybody.with("if-none-match", "\"other\"").get(&href).await.status, StatusCode::OK);
    for unnamed in ["/static/chaffinch.css", "/static/chaffinch.css?v=0000000000", "/static/chaffinch.css?v="]
    {
        assert_eq!(anybody.get(unnamed).await.header("cache-control"), "no-cache", "{unnamed}");
    }
    for nothing in ["/static/", "/static/none.css", "/static/../Cargo.toml", "/static/%2e%2e/Cargo.toml"] {
        assert_eq!(anybody.get(nothing).await.status, StatusCode::NOT_FOUND, "{nothing}");
    }
}

#[tokio::test]
async fn figures_are_there_for_prometheus() {
    let app = TestApp::new().await;
    app.account("ada").await.batch().await;
    let text = app.anybody().get("/metrics").await.text();
    let counted = text.lines().any(|line| {
        line.starts_with("chaffinch_http_requests_total{")
            && line.contains("route=\"/api/v1/batches\"")
            && line.contains("status=\"202\"")
    });
    assert!(counted, "{text}");
    assert!(text.contains("chaffinch_uploads_total"));
}
