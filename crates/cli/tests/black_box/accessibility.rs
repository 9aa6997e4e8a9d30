//! Checks every kind of page with axe-core in both themes, on the screens of a phone and of a desktop.

use std::fs;

use serde_json::json;

use crate::binary::output_of;
use crate::browser_session::BrowserSession;
use crate::client;
use crate::looks::{Theme, WIDTHS};
use crate::samples;
use crate::webdriver::Browser;

/// Returns the findings about the open page.
async fn complaints_here(browser: &Browser, page: &str) -> Vec<String> {
    browser.find("main h1, header h1").await;
    let mut complaints = Vec::new();
    for theme in [Theme::Light, Theme::Dark] {
        browser.prefer(theme).await;
        for width in WIDTHS {
            browser.resize(width).await;
            let place = format!("{page} {theme:?} {width}");
            complaints
                .extend(browser.violations(theme).await.into_iter().map(|line| format!("{place}: {line}")));
            if browser.overflows().await {
                complaints.push(format!("{place}: has to be scrolled sideways"));
            }
        }
    }
    complaints
}

async fn complaints(browser: &Browser, pages: &[String]) -> Vec<String> {
    let mut complaints = Vec::new();
    for page in pages {
        browser.open(page).await;
        complaints.extend(complaints_here(browser, page).await);
    }
    complaints
}

/// Creates a template, common code, teams, staff and a case with a history under a legal hold. Returns the id of the
/// case.
async fn review(session: &BrowserSession, batch: &str) -> String {
    let report = session.client.json(&format!("/batches/{batch}/report")).await;
    let pairs = report["pairs"].as_array().unwrap();
    let pair = pairs.iter().find(|pair| pair["id"] == "5-6").unwrap();
    let region = &pair["matches"].as_array().unwrap().last().unwrap()["left"];
    let template = json!({ "submission": 5, "file": region["file"],
        "start_byte": region["start_byte"], "end_byte": region["end_byte"] });
    let asked = json!({ "common_limit": 4, "add_templates": [template], "teams": [["s07", "s17"]], "staff": ["s20"] });
    session.client.send_json(&format!("/batches/{batch}/rescore"), &asked).await;
    assert_eq!(session.client.finished(batch).await["status"], "done");
    let case = session.client.send_json("/cases", &json!({ "batch": batch, "submissions": [5, 6] })).await;
    let id = case["id"].as_str().unwrap().to_owned();
    for event in [
        json!({ "text": "Both were asked to come." }),
        json!({ "kind": "status", "status": "suspicious", "text": "The same slip in both." }),
        json!({ "kind": "hold", "text": "The board has been told." }),
    ] {
        session.client.send_json(&format!("/cases/{id}/events"), &event).await;
    }
    id
}

#[tokio::test]
async fn every_page_of_the_service_can_be_read_by_everybody() {
    let form = || client::form(samples::archive("submissions"), Some(samples::archive("handout")));
    let session = BrowserSession::with(form()).await;
    let BrowserSession { browser, client, .. } = &session;
    let archive = client.archive("Last year", &session.batch).await;
    let batch = client.upload(form().text("archives", archive.clone())).await;
    client.finished(&batch).await;
    let case = review(&session, &batch).await;

    let own = [
        "/",
        "/batches/new",
        "/cases",
        "/archives",
        "/archives/new",
        "/query",
        "/account",
        "/no-such-page",
        "/courses",
        "/admin/accounts",
        "/admin/courses",
        "/admin/audit",
        "/admin/persons",
    ];
    let of_report = [
        "",
        "/submissions",
        "/skipped",
        "/clusters",
        "/guide",
        "/pairs/5-6",
        "/pairs/1-2?view=diff",
        "/pairs/1-21",
        "/submissions/5",
        "/review",
        "/share",
        "/delete",
    ];
    let of_archive = ["", "/reduce", "/delete"].map(|page| format!("/archives/{archive}{page}"));
    let addresses =
        |paths: &[String]| -> Vec<String> { paths.iter().map(|path| session.address(path)).collect() };
    let reports: Vec<String> = of_report.iter().map(|page| format!("/batches/{batch}{page}")).collect();
    let draft = client.draft(client::form(crate::uploads::to_look_at(), None)).await;
    let mut pages = addresses(&own.map(str::to_owned));
    pages.push(session.address(&format!("/drafts/{}", draft["id"].as_str().unwrap())));
    pages.extend(addresses(&reports));
    pages.extend(addresses(&of_archive));
    let course = client.send_json("/courses", &json!({ "name": "Algorithms" })).await;
    let course = format!("/courses/{}", course["id"].as_str().unwrap());
    let accounts = String::from_utf8(client.page("/admin/accounts").await).unwrap();
    let account = accounts.split("href=\"").find(|link| link.starts_with("/admin/accounts/")).unwrap();
    let account = account.split('"').next().unwrap().to_owned();
    let tabs = ["", "/term", "/archives", "/members", "/checks", "/settings", "/audit", "/notice"];
    pages.extend(addresses(&tabs.map(|page| format!("{course}{page}"))));
    pages.extend(addresses(&[format!("/cases/{case}"), "/data-protection".to_owned(), account]));
    for (name, path) in [
        ("pair", format!("/batches/{batch}/pairs/5-6/evidence.html")),
        ("several", format!("/batches/{batch}/evidence.html?submissions=5,6,26")),
        ("case", format!("/cases/{case}/evidence.html")),
    ] {
        let file = session.dir().join(format!("{name}.html"));
        fs::write(&file, client.page(&path).await).unwrap();
        pages.push(format!("file://{}", file.canonicalize().unwrap().display()));
    }
    let mut found = complaints(browser, &pages).await;

    // Dialogs of a page, and answers to queries.
    browser.open(&session.address(&reports[5])).await;
    browser.press("?").await;
    browser.find("#keys:popover-open").await;
    found.extend(complaints_here(browser, "keys").await);
    browser.open(&session.address("/query")).await;
    let text = fs::read_dir(samples::folder("submissions").join("s01")).unwrap().next().unwrap().unwrap();
    browser.choose_file("#file", &text.path()).await;
    browser.submit("#question button[type=submit]").await;
    browser.find("#answer .hits a[href^='/archives/']").await;
    found.extend(complaints_here(browser, "answer").await);

    browser.open(&session.address("/admin/persons")).await;
    browser.enter("#name", "s01").await;
    browser.submit("#question button").await;
    browser.find("#erase").await;
    found.extend(complaints_here(browser, "person").await);

    browser.open(&session.address("/account")).await;
    browser.enter("#moss-label", "moss.pl").await;
    browser.submit("#moss button").await;
    browser.find("#fresh .secret").await;
    found.extend(complaints_here(browser, "user id").await);

    browser.open(&session.address(&reports[0])).await;
    browser.submit("form.names button").await;
    browser.find("form.names [value=shown]").await;
    found.extend(complaints(browser, &addresses(&reports[..9])).await);
    browser.open(&session.address("/account")).await;
    browser.click(".account > summary").await;
    browser.submit(".sign-out button").await;
    browser.find("main:not(:has(a[href^='/batches']))").await;
    found.extend(complaints(browser, &addresses(&["/sign-in".to_owned()])).await);
    assert_eq!(found, Vec::<String>::new());
}

#[tokio::test]
async fn every_page_of_the_folder_can_be_read_by_everybody() {
    let dir = tempfile::tempdir().unwrap();
    let base = samples::argument("handout");
    output_of(dir.path(), &["compare", "--quiet", "--base", &base, &samples::argument("submissions")]);
    let folder = dir.path().canonicalize().unwrap().join("chaffinch-report");
    let mut pages: Vec<String> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "html"))
        .chain(["pairs/5-6.html", "pairs/1-2-diff.html", "submissions/5.html"].map(|page| folder.join(page)))
        .map(|path| format!("file://{}", path.display()))
        .collect();
    pages.sort();
    assert!(pages.len() >= 5, "{pages:?}");
    let browser = Browser::start().await;
    assert_eq!(complaints(&browser, &pages).await, Vec::<String>::new());
}
